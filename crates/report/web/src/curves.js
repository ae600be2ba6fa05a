// curves over time on a canvas: energy and speeds
import { isDark } from "./colours.js";

export class Curves {
  constructor(canvas, label, unit) {
    Object.assign(this, { canvas, label, unit, lines: [], end: 1, most: 1 });
  }

  // lines: [{ name, paint, points: [[t, value], ...] }]
  set(lines, end) {
    this.lines = lines;
    this.end = end || 1;
    this.most = Math.max(1e-300, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  }

  timeAt(px) {
    return Math.min(1, Math.max(0, (px - 52) / (this.canvas.clientWidth - 60))) * this.end;
  }

  draw(t) {
    const { canvas } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    const dense = Math.min(devicePixelRatio || 1, 2);
    [canvas.width, canvas.height] = [Math.round(width * dense), Math.round(height * dense)];
    const pen = canvas.getContext("2d");
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    const ink = isDark() ? "#e8e8e8" : "#1a1a1a";
    const x = (time) => 52 + (time / this.end) * (width - 60);
    const y = (value) => height - 22 - (value / this.most) * (height - 40);
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = pen.strokeStyle = ink;
    pen.globalAlpha = 0.8;
    pen.fillText(`${this.label} (${this.unit})`, 4, 11);
    pen.textAlign = "right";
    pen.fillText(`${+this.most.toPrecision(3)}`, 49, y(this.most) + 8);
    pen.fillText("0", 49, y(0));
    pen.fillText(`${+this.end.toPrecision(3)} s`, width - 6, height - 8);
    pen.textAlign = "left";
    pen.fillText("0 s", 52, height - 8);
    pen.strokeRect(52, 16, width - 60, height - 38);
    pen.globalAlpha = 1;
    let at = 120;
    for (const { name, paint, points } of this.lines) {
      pen.strokeStyle = pen.fillStyle = paint;
      pen.lineWidth = 1.5;
      pen.beginPath();
      for (const [time, value] of points) pen.lineTo(x(time), y(value));
      pen.stroke();
      pen.fillText(name.slice(0, 24), at, 11);
      at += pen.measureText(name.slice(0, 24)).width + 12;
    }
    pen.strokeStyle = ink;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x(t), 16);
    pen.lineTo(x(t), height - 22);
    pen.stroke();
  }
}
