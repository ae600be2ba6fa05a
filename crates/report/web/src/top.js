// the top view: a canvas, true to scale, that needs no WebGL
import { colour, ground, isDark, isNamed } from "./colours.js";
import { orientation } from "./motion.js";

export function extent(stage, shots) {
  if (stage.ring_radius_m) return [stage.ring_radius_m * 1.04, stage.ring_radius_m * 1.04];
  if (stage.rectangle_m) return stage.rectangle_m.map((side) => side * 0.53);
  let reach = [1e-3, 1e-3];
  for (const shot of shots) {
    shot.paths.forEach((points, body) => {
      for (const [, x, y] of points) {
        const beyond = 3 * shot.bodies[body].radius_m;
        reach = [Math.max(reach[0], Math.abs(x) + beyond), Math.max(reach[1], Math.abs(y) + beyond)];
      }
    });
  }
  return reach;
}

// a round number of metres near a length
function round(length) {
  const ten = 10 ** Math.floor(Math.log10(length));
  return [5, 2, 1].find((k) => k * ten <= length) * ten;
}

export const metres = (m) => (m >= 1 ? `${+m.toPrecision(3)} m` : m >= 1e-2 ? `${+(m * 100).toPrecision(3)} cm` : `${+(m * 1000).toPrecision(3)} mm`);

export class Top {
  constructor(canvas, stage, half) {
    Object.assign(this, { canvas, stage, half, zoom: 1, centre: [0, 0] });
    this.reset();
  }

  reset() {
    this.zoom = 1;
    this.centre = [0, 0];
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const dense = Math.min(devicePixelRatio || 1, 2);
    if (this.canvas.width !== Math.round(width * dense) || this.canvas.height !== Math.round(height * dense)) {
      this.canvas.width = Math.round(width * dense);
      this.canvas.height = Math.round(height * dense);
    }
    const fit = Math.min(width / (2 * this.half[0]), height / (2 * this.half[1]));
    Object.assign(this, { width, height, dense, scale: fit * this.zoom });
  }

  screen(x, y) {
    return [this.width / 2 + (x - this.centre[0]) * this.scale, this.height / 2 - (y - this.centre[1]) * this.scale];
  }

  world(px, py) {
    return [this.centre[0] + (px - this.width / 2) / this.scale, this.centre[1] - (py - this.height / 2) / this.scale];
  }

  zoomAt(px, py, factor) {
    const [x, y] = this.world(px, py);
    this.zoom = Math.min(400, Math.max(0.5, this.zoom * factor));
    this.resize();
    const [nx, ny] = this.world(px, py);
    this.centre = [this.centre[0] + x - nx, this.centre[1] + y - ny];
  }

  draw(shot, states, t, { trails, followed, hovered }) {
    this.resize();
    if (followed >= 0 && states[followed]) this.centre = states[followed].place.slice(0, 2);
    const pen = this.canvas.getContext("2d");
    pen.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    const ink = isDark() ? "#e8e8e8" : "#1a1a1a";
    this.drawStage(pen, ink);
    if (trails) this.drawTrails(pen, shot, t);
    const order = states.map((_, body) => body).sort((a, b) => states[a].place[2] - states[b].place[2]);
    for (const body of order) this.drawBody(pen, ink, shot, states, body, t, body === followed || body === hovered);
    if (this.stage.surface !== "board") this.drawScale(pen, ink);
  }

  drawStage(pen, ink) {
    const { stage, scale } = this;
    pen.fillStyle = ground(stage.surface);
    pen.strokeStyle = ink;
    pen.lineWidth = 2;
    pen.beginPath();
    if (stage.ring_radius_m) pen.arc(...this.screen(0, 0), stage.ring_radius_m * scale, 0, 2 * Math.PI);
    else if (stage.rectangle_m) {
      const [length, width] = stage.rectangle_m;
      pen.rect(...this.screen(-length / 2, width / 2), length * scale, width * scale);
    } else pen.rect(0, 0, this.width, this.height);
    pen.fill();
    pen.stroke();
    for (const mark of stage.marks) {
      pen.beginPath();
      pen.globalAlpha = mark.is_strong || mark.is_post ? 1 : 0.45;
      pen.lineWidth = mark.is_strong ? 4 : 1;
      if (mark.shape === "line") {
        pen.moveTo(...this.screen(...mark.from_m));
        pen.lineTo(...this.screen(...mark.to_m));
      } else pen.arc(...this.screen(...mark.at_m), Math.max(1, mark.radius_m * scale), 0, 2 * Math.PI);
      pen.stroke();
      if (mark.is_post) {
        pen.fillStyle = ink;
        pen.fill();
      }
      pen.globalAlpha = 1;
    }
  }

  drawTrails(pen, shot, t) {
    pen.lineWidth = 1.5;
    pen.globalAlpha = 0.7;
    shot.paths.forEach((points, body) => {
      if (points.length < 2 && points[0]?.[0] >= t) return;
      pen.strokeStyle = colour(shot.bodies[body], body);
      pen.beginPath();
      for (const [time, x, y] of points) {
        if (time > t) break;
        pen.lineTo(...this.screen(x, y));
      }
      pen.lineTo(...this.screen(...shot.at(body, t).place));
      pen.stroke();
    });
    pen.globalAlpha = 1;
  }

  drawBody(pen, ink, shot, states, number, t, isMarked) {
    const [body, now] = [shot.bodies[number], states[number]];
    const [x, y] = this.screen(now.place[0], now.place[1]);
    const radius = Math.max(2.5, body.radius_m * this.scale);
    const high = Math.max(0, now.place[2] - (body.is_coin ? 0 : body.radius_m)) * this.scale;
    pen.globalAlpha = now.mode === "off" ? 0.35 : 1;
    if (high > 1) {
      pen.fillStyle = "rgb(0 0 0 / 35%)";
      pen.beginPath();
      pen.arc(x + 0.5 * high, y + 0.5 * high, radius, 0, 2 * Math.PI);
      pen.fill();
    }
    pen.fillStyle = colour(body, number);
    pen.strokeStyle = isMarked ? ink : isDark() ? "#000" : "#333";
    pen.lineWidth = isMarked ? 3 : 1;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    if (radius > 4) this.drawTurn(pen, shot, body, now, number, t, [x, y], radius);
    if (isNamed(body, shot.bodies.length) || isMarked) {
      pen.fillStyle = ink;
      pen.font = "12px system-ui, sans-serif";
      const name = body.name.slice(0, 40);
      const { width } = pen.measureText(name);
      // to the left where there is no room to the right
      const from = x + radius + 3 + width > this.width ? Math.max(0, x - radius - 3 - width) : x + radius + 3;
      pen.fillText(name, from, y - radius - 1);
    }
    pen.globalAlpha = 1;
  }

  // a coin shows the line of its angle, a ball the spot that was on top
  drawTurn(pen, shot, body, now, number, t, [x, y], radius) {
    pen.strokeStyle = pen.fillStyle = "rgb(255 255 255 / 85%)";
    pen.lineWidth = 1.5;
    pen.beginPath();
    if (body.is_coin) {
      pen.moveTo(x, y);
      pen.lineTo(x + radius * Math.cos(now.angle), y - radius * Math.sin(now.angle));
      pen.stroke();
      return;
    }
    const [qx, qy, qz, qw] = orientation(shot.pieces[number], t);
    const pole = [2 * (qx * qz + qw * qy), 2 * (qy * qz - qw * qx), 1 - 2 * (qx * qx + qy * qy)];
    const sign = pole[2] < 0 ? -1 : 1;
    pen.arc(x + 0.75 * sign * pole[0] * radius, y - 0.75 * sign * pole[1] * radius, 0.2 * radius, 0, 2 * Math.PI);
    if (sign > 0) pen.fill();
    else pen.stroke();
  }

  drawScale(pen, ink) {
    const length = round((0.25 * this.width) / this.scale);
    const [x, y, w] = [12, this.height - 14, length * this.scale];
    pen.strokeStyle = pen.fillStyle = ink;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x, y - 5);
    pen.lineTo(x, y);
    pen.lineTo(x + w, y);
    pen.lineTo(x + w, y - 5);
    pen.stroke();
    pen.font = "12px system-ui, sans-serif";
    pen.fillText(metres(length), x + 4, y - 6);
  }

  // the body under a place on the screen
  bodyAt(shot, states, px, py) {
    let [best, nearest] = [-1, Infinity];
    states.forEach((now, body) => {
      const [x, y] = this.screen(now.place[0], now.place[1]);
      const beyond = Math.hypot(px - x, py - y) - Math.max(4, shot.bodies[body].radius_m * this.scale);
      if (beyond < 6 && beyond < nearest) [best, nearest] = [body, beyond];
    });
    return best;
  }
}
