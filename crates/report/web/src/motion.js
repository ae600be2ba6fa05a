// the motion as it was played: pieces of polynomials, evaluated at any time

export function decode(shot) {
  const text = atob(shot.film);
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const f64 = () => view.getFloat64((at += 8) - 8, true);
  const f32 = () => view.getFloat32((at += 4) - 4, true);
  const triple = (read) => [read(), read(), read()];
  return shot.counts.map((count) =>
    Array.from({ length: count }, () => {
      const [mode, flags, angles] = [bytes[at++], bytes[at++], bytes[at++]];
      const [from, span] = [f64(), f64()];
      const later = flags > 128 ? f32 : f64;
      const place = Array.from({ length: flags & 127 }, (_, power) => triple(power ? later : f64));
      const angle = Array.from({ length: angles }, f64);
      const spin = angles ? null : triple(f32);
      const rate = angles ? null : triple(f32);
      return { from, span, mode: shot.modes[mode], place, angle, spin, rate };
    }),
  );
}

// the last piece that begins at or before a time
export function pieceAt(pieces, t) {
  let [low, high] = [0, pieces.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (pieces[middle].from <= t) low = middle;
    else high = middle;
  }
  return low;
}

const power = (coefficients, x) => coefficients.reduceRight((sum, c) => sum * x + c, 0);
const slope = (coefficients, x) => coefficients.reduceRight((sum, c, k) => (k ? sum * x + k * c : sum), 0);

// place, velocity, spin and angle of one piece at a time
export function evaluate(piece, t) {
  const x = (t - piece.from) / piece.span;
  const [place, velocity] = [[0, 0, 0], [0, 0, 0]];
  for (let axis = 0; axis < 3; axis += 1) {
    const coefficients = piece.place.map((c) => c[axis]);
    place[axis] = power(coefficients, x);
    velocity[axis] = slope(coefficients, x) / piece.span;
  }
  const isOff = piece.mode === "off";
  const turning = piece.spin
    ? piece.spin.map((w, axis) => (isOff ? 0 : w + piece.rate[axis] * (t - piece.from)))
    : [0, 0, isOff ? 0 : slope(piece.angle, x) / piece.span];
  const angle = piece.spin ? 0 : power(piece.angle, x);
  return { place, velocity, spin: turning, angle, mode: piece.mode };
}

export const size = (vector) => Math.hypot(...vector);

// kinetic energy, and that of height over where it lies, J
export function energy(body, now, gravity) {
  if (now.mode === "off") return 0;
  const high = Math.max(0, now.place[2] - (body.is_coin ? 0 : body.radius_m));
  const [v, w] = [size(now.velocity), size(now.spin)];
  return 0.5 * (body.mass_kg * v * v + body.inertia_kg_m2 * w * w) + body.mass_kg * gravity * high;
}

// quaternions as [x, y, z, w]
function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function turned(start, spin, rate, dt) {
  const total = (size(spin) + size(rate) * dt * 0.5) * dt;
  const across = size([
    spin[1] * rate[2] - spin[2] * rate[1], spin[2] * rate[0] - spin[0] * rate[2], spin[0] * rate[1] - spin[1] * rate[0],
  ]);
  // about one axis in one go, else in steps of a tenth of a radian
  const steps = across < 1e-6 * size(spin) * (size(rate) + 1e-300) ? 1 : Math.min(400, Math.ceil(total / 0.1) || 1);
  let q = start;
  for (let k = 0; k < steps; k += 1) {
    const middle = ((k + 0.5) * dt) / steps;
    const w = spin.map((s, axis) => s + rate[axis] * middle);
    const [speed, half] = [size(w), (size(w) * dt) / steps / 2];
    if (speed > 0) q = product([...w.map((c) => (c / speed) * Math.sin(half)), Math.cos(half)], q);
  }
  const length = size(q);
  return q.map((c) => c / length);
}

// how a ball is turned at a time; the start of each piece is kept
export function orientation(pieces, t) {
  const last = pieceAt(pieces, t);
  for (let k = 0; k <= last; k += 1) {
    if (pieces[k].turned) continue;
    const before = pieces[k - 1];
    pieces[k].turned = before ? rotate(before, pieces[k].from) : [0, 0, 0, 1];
  }
  return rotate(pieces[last], t);
}

function rotate(piece, t) {
  const dt = Math.max(0, t - piece.from);
  if (piece.mode === "off" || piece.mode === "rest") return piece.turned;
  return turned(piece.turned, piece.spin, piece.rate, dt);
}

// points along the way of a body, enough for the eye: [t, x, y, z]
export function path(pieces, end) {
  const points = [];
  pieces.forEach((piece, k) => {
    const to = Math.min(pieces[k + 1]?.from ?? end, end);
    const still = piece.place.length < 2 || to <= piece.from;
    const count = still || piece.mode === "hit" ? 1 : 10;
    for (let step = 0; step < count; step += 1) {
      const t = piece.from + ((to - piece.from) * step) / count;
      points.push([t, ...evaluate(piece, t).place]);
    }
  });
  return points;
}
