// what drawings of the first screen are made of: as wide as their place, so that text keeps its size on every screen
const NS = "http://www.w3.org/2000/svg";

// an element of a drawing, appended to its parent
export function add(parent, tag, attributes = {}, text) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// an empty drawing with its hatching; `about` is what it shows, `says` what it shows of it
export function canvas(place, height, { about = "", says = "" }) {
  const width = Math.max(200, Math.floor(place.clientWidth));
  const tall = typeof height === "function" ? height(width) : height;
  const id = `${place.id}-${place.childElementCount}`;
  const svg = add(place, "svg", { width, height: tall, viewBox: `0 0 ${width} ${tall}`, role: "img", "aria-labelledby": `${id}-t ${id}-d` });
  add(svg, "title", { id: `${id}-t` }, about);
  add(svg, "desc", { id: `${id}-d` }, says);
  const pattern = add(add(svg, "defs"), "pattern", { id: `${id}-h`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  add(pattern, "rect", { width: 2.4, height: 6, fill: "var(--teal)" });
  return { svg, width, height: tall, id, hatch: `url(#${id}-h)` };
}

// solid: as good; hatched: cannot tell yet; empty: clearly not; anything else is only shown
export function paint(fill, hatch) {
  return { good: "var(--teal)", open: hatch, poor: "var(--panel)" }[fill] ?? "var(--mark)";
}
export const edge = (fill) => ({ good: "var(--teal)", open: "var(--teal)", poor: "var(--warn)" }[fill] ?? "var(--mark)");

export const path = (points) => points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
export const minus = (text) => String(text).replace("-", "\u2212");
export const short = (x) => minus(Number(x.toPrecision(3)));

// text that is cut where it has no room, and whole on hover; `px` is the room
export function label(parent, x, y, text, px, attributes = {}) {
  const most = Math.max(3, Math.floor(px / 6.9));
  const cut = text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;
  const element = add(parent, "text", { x, y, ...attributes }, cut);
  if (cut !== text) add(element, "title", {}, text);
  return element;
}

// round numbers between two ends, about so many
export function ticks([low, high], count) {
  const raw = (high - low) / Math.max(1, count);
  if (!(raw > 0)) return [low];
  const ten = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * ten).find((size) => size >= raw * 0.75);
  const all = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k += 1) all.push(Number((k * step).toPrecision(10)));
  return all;
}

// from the least to the greatest of some numbers, with room beyond
export function span(values, { range = [null, null], room = 0.05, zero = false } = {}) {
  const all = values.filter((x) => Number.isFinite(x));
  if (zero) all.push(0);
  if (!all.length) return [0, 1];
  let [low, high] = [Math.min(...all), Math.max(...all)];
  const beyond = (high - low || Math.abs(high) || 1) * room;
  [low, high] = [zero && low === 0 ? 0 : low - beyond, high + beyond];
  return [Math.max(low, range[0] ?? low), Math.min(high, range[1] ?? high)];
}

// what the fills mean, below a drawing
export function legend(place, names, items = Object.entries(names)) {
  const list = document.createElement("ul");
  list.className = "legend";
  for (const [fill, name] of items) {
    const item = document.createElement("li");
    const svg = add(item, "svg", { width: 26, height: 12, "aria-hidden": "true" });
    const id = `${place.id}-${fill}`;
    const pattern = add(add(svg, "defs"), "pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    add(pattern, "rect", { width: 2.4, height: 6, fill: "var(--teal)" });
    const shade = { spread: "var(--mark)" }[fill] ?? paint(fill, `url(#${id})`);
    add(svg, "rect", { x: 0.75, y: 0.75, width: 24.5, height: 10.5, rx: 1, fill: shade, stroke: fill === "spread" ? "none" : edge(fill), "stroke-width": 1.5, opacity: fill === "spread" ? 0.3 : 1 });
    item.append(name);
    list.append(item);
  }
  place.append(list);
}
