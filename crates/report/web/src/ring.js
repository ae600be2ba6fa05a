// the ring from above with its rack at true size: where to kneel, how far off the middle, and a strip for all else
import { add, canvas, edge, label, legend, minus, paint, path } from "./draw.js";

const SLANT = 0.4;

export function ring(place, data) {
  const { svg, width, hatch, id } = canvas(place, (width) => width, data);
  const view = 1.075 * data.radius;
  const scale = width / 2 / view;
  const to = (x, y) => [width / 2 + x * scale, width / 2 - y * scale];
  const polar = (r, a) => to(r * Math.cos(a), r * Math.sin(a));
  const wide = width >= 540;
  add(svg, "circle", { cx: width / 2, cy: width / 2, r: data.radius * scale, fill: "var(--sand)", stroke: "var(--edge)", "stroke-width": 1.5 });
  rim(svg, data, { polar, scale, hatch, width });
  degrees(svg, data, polar, wide);
  if (data.aim) cone(svg, data, to, id);
  rack(svg, data, to, scale, 0.7);
  if (data.aim) shot(svg, data, { to, polar }, scale, wide);
  const [cx, cy] = to(0, 0);
  const x = wide ? cx - 0.68 * data.radius * scale : cx + 0.02 * data.radius * scale;
  const y = cy + (wide ? 0.57 : 0.46) * data.radius * scale;
  const length = data.radius > 0.6 ? 0.3 : 0.1;
  add(svg, "line", { x1: x, y1: y, x2: x + length * scale, y2: y, stroke: "var(--ink)", "stroke-width": 2 });
  say(svg, x, y + 18, wide ? `${length * 100} cm; the ring is ${(2 * data.radius).toFixed(2)} m across` : `${length * 100} cm of ${(2 * data.radius).toFixed(2)} m`, { class: "s" });
  if (wide) closeInside(svg, data, [cx, cy], scale, hatch, id);
  const names = Object.entries(data.names);
  if (data.aim && data.spread > 0) names.push(["spread", "19 of 20 shots"]);
  legend(place, data.names, names);
  if (!wide) closeBelow(place, data);
  strips(place, data);
}

// text on the sand
function say(svg, x, y, text, attributes = {}) {
  return add(svg, "text", { x, y, ...attributes, class: `halo sand ${attributes.class ?? ""}` }, text);
}

// where to kneel: like sectors, the one of the advice strong
function rim(svg, { radius, arcs, copies, aim }, { polar, scale, hatch, width }) {
  const inner = radius + 5 / scale;
  const outer = inner + Math.max(9, width * 0.017) / scale;
  const turn = (2 * Math.PI) / copies;
  for (let copy = 0; copy < copies; copy += 1) {
    for (const { from, to, fill } of arcs) {
      const [a, b] = [from + copy * turn, to + copy * turn];
      const points = [];
      for (let mark = 0; mark <= 12; mark += 1) points.push(polar(inner, a + ((b - a) * mark) / 12));
      for (let mark = 12; mark >= 0; mark -= 1) points.push(polar(outer, a + ((b - a) * mark) / 12));
      const faint = copies > 1 && aim && copy > 0;
      const line = fill === "poor" ? { stroke: "var(--edge)", "stroke-width": 0.6 } : {};
      add(svg, "path", { d: `${path(points)}Z`, fill: fill === "poor" ? "none" : paint(fill, hatch), opacity: faint ? 0.55 : 1, ...line });
    }
  }
}

// where zero lies of the rack, and a mark at each quarter
function degrees(svg, { radius, aim, zero }, polar, wide) {
  for (let degree = 0; degree < 360; degree += 30) {
    const at = (degree * Math.PI) / 180;
    const isQuarter = degree % 90 === 0;
    const [[x1, y1], [x2, y2]] = [polar(radius * (isQuarter ? 0.965 : 0.982), at), polar(radius, at)];
    add(svg, "line", { x1, y1, x2, y2, stroke: "var(--edge)", "stroke-width": isQuarter ? 2 : 1.5 });
    // not under the place of the advice
    const isTaken = aim && Math.cos(at - aim.position) > (wide ? 0.94 : 0.85);
    if (!isQuarter || (isTaken && degree)) continue;
    const [x, y] = polar(radius * (wide ? 0.928 : 0.865), at);
    say(svg, x, y + 4.5, `${degree}\u00b0`, { "text-anchor": "middle", class: degree ? "s" : "b" });
  }
  const [[x1, y1], [x2, y2]] = [polar(radius * 0.068, 0), polar(radius * (wide ? 0.875 : 0.77), 0)];
  add(svg, "line", { x1, y1, x2, y2, stroke: "var(--ink)", "stroke-width": 1, "stroke-dasharray": "5 4" });
  // the line of a shot from there would cross it
  if (!wide || !zero || (aim && Math.cos(aim.position) > 0.85)) return;
  say(svg, x2, y2 - 8, zero, { "text-anchor": "end", class: "s" });
}

function rack(svg, { marbles }, to, scale, line) {
  for (const [x, y, r] of marbles) {
    const [cx, cy] = to(x, y);
    add(svg, "circle", { cx: cx.toFixed(2), cy: cy.toFixed(2), r: (r * scale).toFixed(2), fill: "var(--glass)", stroke: "var(--glass-line)", "stroke-width": line });
  }
}

// where two of three and nineteen of twenty shots of this hand go
function cone(svg, { aim, release, radius, spread }, to, id) {
  if (!(spread > 0)) return;
  const [x, y] = [release * Math.cos(aim.position), release * Math.sin(aim.position)];
  const reach = 1.55 * radius;
  for (const [k, opacity] of [[2, 0.13], [1, 0.2]]) {
    const a = aim.position + Math.PI + aim.turn;
    const points = [to(x, y)];
    for (let mark = -8; mark <= 8; mark += 1) {
      const at = a + (spread * k * mark) / 8;
      points.push(to(x + reach * Math.cos(at), y + reach * Math.sin(at)));
    }
    add(svg, "path", { d: `${path(points)}Z`, fill: `url(#${id}-fade${k})`, opacity });
    const [[x1, y1], [x2, y2]] = [points[0], to(x + reach * Math.cos(a), y + reach * Math.sin(a))];
    const fade = add(add(svg, "defs"), "linearGradient", { id: `${id}-fade${k}`, gradientUnits: "userSpaceOnUse", x1, y1, x2, y2 });
    for (const [offset, shade] of [[0, 1], [0.72, 1], [1, 0]]) add(fade, "stop", { offset, "stop-color": "var(--mark)", "stop-opacity": shade });
  }
}

function shot(svg, { aim, release, toley, radius, kneel }, { to, polar }, scale, wide) {
  const a = aim.position + Math.PI + aim.turn;
  const long = release * Math.cos(aim.turn) - 0.082 * radius;
  const start = [release * Math.cos(aim.position), release * Math.sin(aim.position)];
  const [x, y] = to(...start);
  const [hx, hy] = to(start[0] + long * Math.cos(a), start[1] + long * Math.sin(a));
  add(svg, "line", { x1: x, y1: y, x2: hx, y2: hy, stroke: "var(--mark)", "stroke-width": 2 });
  const back = Math.atan2(hy - y, x - hx);
  const wing = (lean) => [hx + 9 * Math.cos(back + lean), hy - 9 * Math.sin(back + lean)];
  add(svg, "path", { d: `${path([[hx, hy], wing(-SLANT), wing(SLANT)])}Z`, fill: "var(--mark)" });
  add(svg, "circle", { cx: x, cy: y, r: toley * scale, fill: "var(--mark)" });
  add(svg, "circle", { cx: x, cy: y, r: toley * scale + 5, fill: "none", stroke: "var(--mark)", "stroke-width": 1.5 });
  const isRight = Math.cos(aim.position) > -0.2;
  const isDown = Math.sin(aim.position) < 0.3;
  const attributes = { "text-anchor": isRight ? "end" : "start", class: "b" };
  kneel.forEach((text, line) => say(svg, x + (isRight ? -16 : 16), y + (isDown ? 26 : -12) + line * 17, minus(text), attributes));
  if (!wide || !aim.how) return;
  const [mx, my] = polar(0.5 * radius, aim.position + (isRight ? 0.14 : -0.14));
  say(svg, mx + (isRight ? -14 : 14), my, minus(aim.how), { "text-anchor": isRight ? "end" : "start", class: "s" });
}

function closeInside(svg, data, [cx, cy], scale, hatch, id) {
  const far = data.radius * scale;
  const [x, y, r, r0] = [cx + 0.454 * far, cy + 0.432 * far, 0.3 * far, 0.068 * far];
  const away = Math.atan2(y - cy, x - cx);
  const lean = Math.acos((r - r0) / Math.hypot(x - cx, y - cy));
  for (const side of [1, -1]) {
    const a = away + side * (Math.PI - lean);
    const [dx, dy] = [Math.cos(a), Math.sin(a)];
    add(svg, "line", { x1: cx + r0 * dx, y1: cy + r0 * dy, x2: x + r * dx, y2: y + r * dy, stroke: "var(--ink)", "stroke-width": 1 });
  }
  add(svg, "circle", { cx, cy, r: r0, fill: "none", stroke: "var(--ink)", "stroke-width": 1 });
  lens(svg, data, [x, y], r, hatch, id);
}

function closeBelow(place, data) {
  const heading = document.createElement("h3");
  heading.textContent = "The rack from close by";
  place.append(heading);
  const about = { about: heading.textContent, says: data.says };
  const { svg, width, height, hatch, id } = canvas(place, (width) => Math.min(width, 320), about);
  lens(svg, data, [width / 2, height / 2], height / 2 - 4, hatch, id);
}

// the rack from close by, with the line of the shot and how far beside the middle is as good
function lens(svg, { aim, marbles, toley, offsets }, [cx, cy], r, hatch, id) {
  const reach = Math.max(0.02, ...marbles.map(([x, y, radius]) => Math.hypot(x, y) + radius));
  const half = reach * 1.22 + 2 * toley;
  const scale = r / half;
  const to = (x, y) => [cx + x * scale, cy - y * scale];
  add(add(add(svg, "defs"), "clipPath", { id: `${id}-lens` }), "circle", { cx, cy, r });
  add(svg, "circle", { cx, cy, r, fill: "var(--sand)" });
  const inside = add(svg, "g", { "clip-path": `url(#${id}-lens)` });
  rack(inside, { marbles }, to, scale, 1.2);
  if (aim) {
    const a = aim.position + Math.PI + aim.turn;
    const [ux, uy] = [Math.cos(a), Math.sin(a)];
    const at = (offset, along) => to(-uy * offset + ux * along, ux * offset + uy * along);
    for (const { from, to: end, fill } of offsets) {
      if (fill === "poor") continue;
      const corners = [at(from, -half), at(end, -half), at(end, half), at(from, half)];
      add(inside, "path", { d: `${path(corners)}Z`, fill: paint(fill, hatch), opacity: fill === "good" ? 0.38 : 0.6 });
    }
    const [start, hit, ball] = [at(aim.offset, -half), at(aim.offset, 0), at(aim.offset, -reach - 2 * toley)];
    add(inside, "line", { x1: start[0], y1: start[1], x2: hit[0], y2: hit[1], stroke: "var(--mark)", "stroke-width": 2 });
    add(inside, "circle", { cx: hit[0], cy: hit[1], r: 3.5, fill: "var(--mark)" });
    add(inside, "circle", { cx: ball[0], cy: ball[1], r: toley * scale, fill: "var(--mark)", stroke: "var(--panel)", "stroke-width": 1.5 });
  }
  const [[x0, y0], [x1]] = [to(0, 0), to(half, 0)];
  add(inside, "line", { x1: x0, y1: y0, x2: x1, y2: y0, stroke: "var(--ink)", "stroke-width": 1.3, "stroke-dasharray": "5 4" });
  add(svg, "circle", { cx, cy, r, fill: "none", stroke: "var(--ink)", "stroke-width": 1.5 });
  say(svg, cx + r * 0.83, cy - 7, "0\u00b0", { "text-anchor": "middle", class: "b" });
  const bar = half > 0.05 ? 0.03 : 0.01;
  const [bx, by] = [cx, cy + r * 0.76];
  add(svg, "line", { x1: bx - (bar * scale) / 2, y1: by, x2: bx + (bar * scale) / 2, y2: by, stroke: "var(--ink)", "stroke-width": 2 });
  say(svg, bx, by + 16, `${bar * 100} cm`, { "text-anchor": "middle", class: "s" });
}

// of each other axis a row of cells, one a value
export function strips(place, data) {
  if (!data.strips.length) return;
  const grid = document.createElement("div");
  grid.className = "strips";
  place.append(grid);
  // all have their places before the first is drawn, so that each knows how wide it is
  const boxes = data.strips.map((_, number) => {
    const box = document.createElement("div");
    box.id = `${place.id}-strip${number}`;
    grid.append(box);
    return box;
  });
  data.strips.forEach(({ title, unit, cells }, number) => {
    const box = boxes[number];
    const heading = document.createElement("h3");
    heading.textContent = unit ? `${title}, ${unit}` : title;
    box.append(heading);
    const says = cells.map(({ name, fill }) => `${name} ${unit}: ${data.names[fill] ?? ""}`).join("; ");
    const { svg, width, hatch } = canvas(box, 40, { about: title, says });
    const each = width / cells.length;
    const every = Math.ceil((Math.max(...cells.map(({ name }) => name.length)) * 8.4 + 6) / each);
    const last = cells.length - 1;
    cells.forEach(({ name, fill }, at) => {
      add(svg, "rect", { x: at * each + 1.5, y: 3, width: each - 3, height: 14, rx: 2, fill: paint(fill, hatch), stroke: edge(fill), "stroke-width": 1.2 });
      // where not every name has room, the first, the last, and some between
      if (at !== last && (at % every || (every > 1 && at > last - every))) return;
      const [x, anchor] = every === 1 ? [(at + 0.5) * each, "middle"] : at === 0 ? [2, "start"] : at === last ? [width - 2, "end"] : [(at + 0.5) * each, "middle"];
      label(svg, x, 34, minus(name), Math.max(each * every, width / 2), { "text-anchor": anchor, class: "s" });
    });
  });
}
