// the large pictures of answers but the ring: tolerances, lines that share an axis, bars a value, cases
import { add, canvas, edge, label, legend, minus, paint, path, short, span, ticks } from "./draw.js";
import { ring, strips } from "./ring.js";

export const pictures = { "answer-ring": ring, "answer-limits": limits, "answer-lines": lines, "answer-bars": bars, "answer-cases": cases, "answer-strips": choices };

// left and right of what lies on an axis
const MARGIN = [44, 14];
// every series has a dash of its own besides its colour
const PAINT = ["var(--mark)", "var(--teal)", "var(--warn)", "var(--faint)", "var(--edge)", "var(--ink)"];
const DASH = ["", "7 4", "2 3", "9 3 2 3", "4 2", "1 2"];

// a strip of cells each axis
function choices(place, data) {
  strips(place, data);
  legend(place, data.names);
}

// a bar a stratum: how far two sides may differ
function limits(place, data) {
  const step = 50;
  const first = 28;
  const heading = document.createElement("h3");
  heading.textContent = data.about;
  place.append(heading);
  const { svg, width, hatch } = canvas(place, first + data.rows.length * step + (data.below ? 8 : 34), data);
  const [left, right] = [MARGIN[0], MARGIN[1]];
  const [low, high] = data.span;
  const x = (value) => left + ((width - left - right) * (Math.min(Math.max(value, low), high) - low)) / (high - low);
  data.rows.forEach(({ name, good, open, told }, at) => {
    const y = first + at * step;
    const bar = (ends, attributes) => ends[1] > ends[0] && add(svg, "rect", { x: x(ends[0]), y, width: x(ends[1]) - x(ends[0]), height: 16, ...attributes });
    bar(data.span, { fill: "var(--panel)", stroke: "var(--warn)", "stroke-width": 1.5 });
    bar(open, { fill: "var(--ground)" });
    bar(open, { fill: hatch, stroke: "var(--teal)", "stroke-width": 1.5 });
    bar(good, { fill: "var(--teal)", stroke: "var(--teal)", "stroke-width": 1.5 });
    const room = told.length * 7;
    label(svg, left, y - 8, name, width - left - right - room - 12, { class: "b" });
    add(svg, "text", { x: width - right, y: y - 8, "text-anchor": "end", class: "s" }, minus(told));
  });
  const bottom = first + data.rows.length * step - 22;
  scale(svg, { x, at: bottom, ends: data.span, count: width > 480 ? 8 : 4, signed: data.span[0] < 0 });
  add(svg, "line", { x1: x(data.zero), y1: first - 8, x2: x(data.zero), y2: bottom, stroke: "var(--ground)", "stroke-width": 4 });
  add(svg, "line", { x1: x(data.zero), y1: first - 8, x2: x(data.zero), y2: bottom, stroke: "var(--ink)", "stroke-width": 1.5 });
  if (data.below) return lines(place, data.below);
  label(svg, (left + width - right) / 2, bottom + 42, data.x, width, { "text-anchor": "middle", class: "s" });
  legend(place, data.names);
}

// marks and numbers of an axis that lies
function scale(svg, { x, at, ends, count, signed }) {
  const { width } = svg.viewBox.baseVal;
  for (const value of ticks(ends, count)) {
    const text = signed && value > 0 ? `+${value}` : minus(value);
    const px = x(value);
    const half = text.length * 3.8;
    const anchor = px < half ? "start" : px + half > width ? "end" : "middle";
    add(svg, "line", { x1: px, y1: at, x2: px, y2: at + 5, stroke: "var(--faint)" });
    add(svg, "text", { x: anchor === "start" ? 0 : anchor === "end" ? width : px, y: at + 20, "text-anchor": anchor, class: "s" }, text);
  }
}

// panels that share an axis: what is measured over numbers, with intervals, a line a series
export function lines(place, data) {
  const wide = place.clientWidth >= 620 && data.panels.length > 2;
  const grid = document.createElement("div");
  grid.className = wide ? "panels two" : "panels";
  place.append(grid);
  const tall = data.panels.length > 2 ? 200 : data.panels.length === 2 ? 240 : 380;
  data.panels.forEach((panel, number) => linePanel(grid, place.id, panel, data, tall, number));
  if (data.names) legend(place, data.names);
}

function box(grid, id, number, title) {
  const part = document.createElement("div");
  part.id = `${id}-panel${grid.parentElement.childElementCount}-${number}`;
  const heading = document.createElement("h3");
  heading.textContent = title;
  part.append(heading);
  grid.append(part);
  return part;
}

function linePanel(grid, id, panel, data, tall, number) {
  const place = box(grid, id, number, panel.title);
  const { svg, width, hatch } = canvas(place, tall + 52, { about: panel.title, says: data.says });
  const all = panel.rows.flatMap(({ v, lo, hi }) => [v, lo, hi]);
  const domain = span([...all, ...(panel.margin ?? [])], panel);
  const [top, bottom, left, right] = [10, tall, ...MARGIN];
  const xs = data.span ?? span(panel.rows.map((row) => row.x), { room: 0.03 });
  const x = (value) => left + ((width - left - right) * (value - xs[0])) / (xs[1] - xs[0] || 1);
  const y = (value) => bottom - ((bottom - top) * (value - domain[0])) / (domain[1] - domain[0] || 1);
  if (panel.margin) {
    const [from, to] = panel.margin.map(y);
    add(svg, "rect", { x: left, y: to, width: width - left - right, height: from - to, fill: "var(--teal)", opacity: 0.13 });
  }
  for (const value of ticks(domain, tall > 220 ? 6 : 4)) {
    add(svg, "line", { x1: left, y1: y(value), x2: width - right, y2: y(value), stroke: value === panel.even ? "var(--faint)" : "var(--line)" });
    add(svg, "text", { x: left - 8, y: y(value) + 4.5, "text-anchor": "end", class: "s" }, minus(value));
  }
  if (data.control !== null && data.control !== undefined) {
    add(svg, "line", { x1: x(data.control), y1: top, x2: x(data.control), y2: bottom, stroke: "var(--ink)", "stroke-dasharray": "3 4" });
    const isRight = x(data.control) > width / 2;
    add(svg, "text", { x: x(data.control) + (isRight ? -6 : 6), y: top + 4, "text-anchor": isRight ? "end" : "start", class: "s halo" }, data.compared);
  }
  const used = [];
  data.series.forEach((name, at) => {
    const rows = panel.rows.filter((row) => row.s === name).sort((a, b) => a.x - b.x);
    if (!rows.length) return;
    const [shade, dash] = [PAINT[at % PAINT.length], DASH[at % DASH.length]];
    const banded = rows.filter((row) => row.lo !== null && row.hi !== null);
    if (banded.length > 1) {
      const band = [...banded.map((row) => [x(row.x), y(row.hi)]), ...banded.map((row) => [x(row.x), y(row.lo)]).reverse()];
      add(svg, "path", { d: `${path(band)}Z`, fill: shade, opacity: data.series.length > 3 ? 0.07 : 0.14 });
    }
    const known = rows.filter((row) => row.v !== null);
    add(svg, "path", { d: path(known.map((row) => [x(row.x), y(row.v)])), fill: "none", stroke: shade, "stroke-width": 2.2, "stroke-dasharray": dash });
    for (const row of known) point(svg, x(row.x), y, row, { shade, hatch, fills: data.names, hasBand: data.series.length > 1 && banded.length > 1 });
    if (data.series.length > 1 && known.length) name_(svg, { name, shade, width, right, used, last: known.at(-1), x, y, top, bottom });
  });
  scale(svg, { x, at: bottom, ends: data.span ?? [Math.min(...panel.rows.map((row) => row.x)), Math.max(...panel.rows.map((row) => row.x))], count: width > 480 ? 8 : 4, signed: data.signed });
  label(svg, (left + width - right) / 2, bottom + 42, data.x, width - left, { "text-anchor": "middle", class: "s" });
}

// a line's name at its end, where no other name stands yet
function name_(svg, { name, shade, width, right, used, last, x, y, top, bottom }) {
  let at = y(last.v) - 12;
  while (used.some((other) => Math.abs(other - at) < 16)) at += 4;
  at = Math.min(Math.max(at, top + 8), bottom - 4);
  used.push(at);
  label(svg, Math.min(x(last.x), width - right) - 10, at, name, width * 0.6, { "text-anchor": "end", class: "b halo" }).style.setProperty("fill", shade);
}

function point(svg, x, y, { v, lo, hi, fill, told }, { shade, hatch, fills, hasBand }) {
  if (lo !== null && hi !== null && !hasBand) add(svg, "line", { x1: x, y1: y(lo), x2: x, y2: y(hi), stroke: shade, "stroke-width": 1.5 });
  const isJudged = fills && fill;
  if (isJudged && fill === "open") add(svg, "circle", { cx: x, cy: y(v), r: 5.5, fill: "var(--ground)" });
  const dot = add(svg, "circle", { cx: x, cy: y(v), r: isJudged ? 5.5 : 4, fill: isJudged ? paint(fill, hatch) : "var(--ground)", stroke: isJudged ? edge(fill) : shade, "stroke-width": 1.6 });
  if (told) add(dot, "title", {}, told);
}

// room for the longest of some texts beside what they are of, but never more than a part of the width
function room(texts, width) {
  const longest = Math.max(0, ...texts.map((text) => minus(text).length));
  return Math.max(44, Math.min(width * 0.42, longest * 8 + 16));
}

// a number behind its mark, and before the end of the drawing where it would leave that
function beside(svg, x, y, text, width) {
  const has = x + text.length * 8 <= width;
  add(svg, "text", { x: has ? x : width, y, "text-anchor": has ? "start" : "end", class: "b halo" }, text);
}

// a bar a value, panel by panel
function bars(place, data) {
  const grid = document.createElement("div");
  grid.className = place.clientWidth >= 620 && data.panels.length > 1 ? "panels two" : "panels";
  place.append(grid);
  data.panels.forEach((panel, number) => barPanel(grid, place.id, panel, data, number));
  if (data.names) legend(place, data.names);
}

function barPanel(grid, id, panel, data, number) {
  const place = box(grid, id, number, panel.title);
  const step = panel.rows.length > 12 ? 26 : panel.rows.length > 6 ? 36 : 46;
  const { svg, width, hatch } = canvas(place, panel.rows.length * step + 30, { about: panel.title, says: data.says });
  const longest = Math.max(...panel.rows.map((row) => row.name.length), 3);
  const left = Math.min(width * 0.38, longest * 7.4 + 12);
  const rows = data.isShared ? data.panels.flatMap((other) => other.rows) : panel.rows;
  const domain = span(rows.flatMap(({ v, lo, hi }) => [v, lo, hi]), { ...panel, zero: true, room: 0.04 });
  const right = room(panel.rows.map((row) => row.shown ?? ""), width);
  const x = (value) => left + ((width - left - right) * (value - domain[0])) / (domain[1] - domain[0] || 1);
  const tall = Math.min(26, step - 12);
  panel.rows.forEach((row, at) => {
    const y = 4 + at * step;
    label(svg, 0, y + tall / 2 + 4.5, minus(row.name), left - 8, { class: row.isControl ? "b" : "" });
    if (row.v === null) return;
    const [from, to] = [Math.min(x(0), x(row.v)), Math.max(x(0), x(row.v))];
    const bar = add(svg, "rect", { x: from, y, width: Math.max(1, to - from), height: tall, fill: paint(data.names ? row.fill : "", hatch), stroke: edge(data.names ? row.fill : ""), "stroke-width": 1.5, opacity: data.names ? 1 : 0.75 });
    if (row.told) add(bar, "title", {}, row.told);
    let end = to;
    if (row.lo !== null && row.hi !== null) {
      const middle = y + tall / 2;
      for (const [stroke, thick] of [["var(--ground)", 5], ["var(--ink)", 1.8]]) add(svg, "line", { x1: x(row.lo), y1: middle, x2: x(row.hi), y2: middle, stroke, "stroke-width": thick });
      end = Math.max(to, x(row.hi));
    }
    beside(svg, end + 7, y + tall / 2 + 4.5, minus(row.shown), width);
  });
  const bottom = panel.rows.length * step;
  add(svg, "line", { x1: x(0), y1: 0, x2: x(0), y2: bottom, stroke: "var(--ink)", "stroke-width": 1.2 });
  if (data.margin) for (const value of data.margin) add(svg, "line", { x1: x(value), y1: 0, x2: x(value), y2: bottom, stroke: "var(--faint)", "stroke-dasharray": "3 4" });
  scale(svg, { x, at: bottom, ends: domain, count: 4 });
}

// what the answer would be under other assumptions
function cases(place, { rows, about, says }) {
  const { svg, width } = canvas(place, rows.length * 23 + 24, { about, says });
  const longest = Math.max(...rows.map(({ name }) => name.length));
  const told = ({ v, shown }) => minus(shown ?? (v === null ? "" : short(v)));
  const [left, right] = [Math.min(width * 0.36, longest * 7 + 12), room(rows.map(told), width)];
  const domain = span(rows.flatMap(({ v, lo, hi }) => [v, lo, hi]), { zero: true, room: 0.02 });
  const x = (value) => left + ((width - left - right) * (value - domain[0])) / (domain[1] - domain[0] || 1);
  const bottom = rows.length * 23;
  for (const value of ticks(domain, width - left - right > 160 ? 4 : 2)) {
    add(svg, "line", { x1: x(value), y1: 0, x2: x(value), y2: bottom, stroke: value === 0 ? "var(--faint)" : "var(--line)" });
    add(svg, "text", { x: x(value), y: bottom + 16, "text-anchor": "middle", class: "s" }, minus(value));
  }
  rows.forEach((row, at) => {
    const { name, v, lo, hi } = row;
    const y = 12 + at * 23;
    label(svg, 0, y + 4.5, minus(name), left - 6);
    if (v === null) return;
    if (lo !== null && hi !== null) add(svg, "line", { x1: x(lo), y1: y, x2: x(hi), y2: y, stroke: "var(--mark)", "stroke-width": 7, opacity: 0.35, "stroke-linecap": "round" });
    add(svg, "circle", { cx: x(v), cy: y, r: 5, fill: "var(--mark)" });
    beside(svg, x(Math.max(v, hi ?? v)) + 10, y + 4.5, told(row), width);
  });
}
