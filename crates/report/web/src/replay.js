// a page that shows motion: `window.tolley.at(body, t)` gives what the page draws
import { colour } from "./colours.js";
import { Curves } from "./curves.js";
import { data } from "./data.js";
import { decode, energy, evaluate, path, pieceAt, size } from "./motion.js";
import { Space, hasWebGl } from "./space.js";
import { Top, extent } from "./top.js";

const SPEEDS = [1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.25, 0.5, 1, 2, 5];
const STILL_S = 0.9; // how long a step without motion is shown
const MOST_EVENTS = 2000;
const KEYS = [
  ["space", "play or pause"], ["left, right", "a little back or on"], ["up, down", "the event before or after"],
  ["[ ]", "the shot before or after"], ["home, end", "start or end of the shot"], ["+ -", "faster or slower"],
  ["f", "follow the next body"], ["t", "trails"], ["v", "top view or view in space"], ["0", "the whole stage"], ["?", "these keys"],
];

const page = data();
document.title = page.title || document.title;

function shotOf(raw) {
  const pieces = decode(raw);
  const at = (body, t) => {
    const own = pieces[body];
    return evaluate(own[pieceAt(own, t)], t);
  };
  return { ...raw, pieces, at, states: (t) => pieces.map((_, body) => at(body, t)), paths: pieces.map((own) => path(own, raw.end_s)) };
}

const made = [];
const shots = { length: page.shots.length, get: (k) => (made[k] ??= shotOf(page.shots[k])) };
const now = { shot: 0, t: 0, speed: 1, playing: false, trails: true, followed: -1, hovered: -1, view: "top", stood: 0 };

// ---- the parts of the page

function element(name, { text, parent, ...rest } = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(rest)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value);
  }
  parent?.append(made);
  return made;
}

const root = document.getElementById("replay");
root.textContent = "";
const bar = element("div", { class: "bar", parent: root, role: "toolbar", "aria-label": "playing" });
const button = (text, title, onclick, parent = bar) => element("button", { text, title, type: "button", onclick, parent });
const previous = button("\u2039", "the shot before ([)", () => show(now.shot - 1));
const play = button("play", "play or pause (space)", toggle);
const next = button("\u203a", "the next shot (])", () => show(now.shot + 1));
const slider = element("input", { type: "range", min: 0, max: 10000, value: 0, "aria-label": "time", class: "time", parent: bar });
const clock = element("output", { class: "clock", parent: bar });
const speed = element("select", { "aria-label": "speed", title: "speed (+ -)", parent: bar });
SPEEDS.forEach((factor) => element("option", { text: factor < 1 ? `1/${Math.round(1 / factor)}` : `${factor}x`, value: factor, parent: speed }));
const second = element("div", { class: "bar", parent: root, role: "toolbar", "aria-label": "showing" });
const chooser = element("select", { "aria-label": "shot", parent: second, class: "shots" });
page.shots.forEach((shot, k) => element("option", { text: [shot.title, shot.actor].filter(Boolean).join(", "), value: k, parent: chooser }));
const score = element("output", { class: "score", parent: second });
const follow = element("select", { "aria-label": "follow", title: "follow a body (f)", parent: second });
const trails = button("trails", "trails (t)", () => set({ trails: !now.trails }), second);
const viewer = button("in space", "top view or view in space (v)", () => set({ view: now.view === "top" ? "space" : "top" }), second);
button("whole stage", "the whole stage (0)", whole, second);
button("?", "keys", help, second);
const area = element("div", { class: "area", parent: root });
const stage = element("div", { class: "stage", parent: area });
const flat = element("canvas", { class: "view", parent: stage, tabindex: 0, "aria-label": "top view" });
const deep = element("canvas", { class: "view", parent: stage, tabindex: 0, "aria-label": "view in space", hidden: "" });
const tip = element("div", { class: "tip", parent: stage, hidden: "" });
const keys = element("table", { class: "keys", parent: stage, hidden: "" });
for (const [key, does] of KEYS) {
  const row = element("tr", { parent: keys });
  element("th", { text: key, parent: row });
  element("td", { text: does, parent: row });
}
const side = element("div", { class: "side", parent: area });
const said = element("section", { class: "said", parent: side });
const happened = element("section", { class: "happened", parent: side });
const graphs = element("div", { class: "graphs", parent: root });
const curves = [["energy", "mJ"], ["speed", "m/s"]].map(([label, unit]) => {
  const canvas = element("canvas", { class: "curve", parent: graphs, "aria-label": `${label} over time` });
  const made = new Curves(canvas, label, unit);
  canvas.addEventListener("click", (event) => seek(made.timeAt(event.offsetX)));
  return made;
});

const half = extent(page.stage, page.stage.rectangle_m || page.stage.ring_radius_m ? [] : page.shots.map((_, k) => shots.get(k)));
const top = new Top(flat, page.stage, half);
const canSpace = page.stage.surface !== "board" && hasWebGl();
let space = null;
if (!canSpace) {
  viewer.disabled = true;
  viewer.title = page.stage.surface === "board" ? "a board is flat" : "this browser has no WebGL";
}

// ---- what is shown

const shot = () => shots.get(now.shot);
const states = () => shot().states(now.t);
const names = (bodies) => bodies.map((body) => shot().bodies[body]?.name ?? "").join(" + ");
const seconds = (t) => (t < 1e-3 && t > 0 ? `${(t * 1e6).toFixed(1)} \u00b5s` : `${t.toFixed(shot().end_s < 0.1 ? 6 : 4)} s`);

function show(number) {
  if (number < 0 || number >= shots.length) return;
  Object.assign(now, { shot: number, t: 0, stood: 0, hovered: -1 });
  const own = shot();
  chooser.value = number;
  score.textContent = own.score;
  const followed = own.bodies[now.followed] ? now.followed : -1;
  follow.textContent = "";
  element("option", { text: "follow nobody", value: -1, parent: follow });
  own.bodies.forEach((body, k) => element("option", { text: body.name, value: k, parent: follow }));
  follow.value = now.followed = followed;
  follow.hidden = own.bodies.length < 2;
  previous.disabled = number === 0;
  next.disabled = number === shots.length - 1;
  tellCalls(own);
  tellEvents(own);
  graphs.hidden = !(own.end_s > 0);
  if (own.end_s > 0) drawGraphs(own);
  draw();
}

function tellCalls(own) {
  said.textContent = "";
  said.hidden = !own.calls.length;
  element("h2", { text: "What the referee says", parent: said });
  const list = element("ul", { parent: said });
  for (const call of own.calls) {
    const item = element("li", { parent: list });
    if (call.clause) element("b", { text: call.clause, title: call.about, parent: item });
    element("span", { text: ` ${call.text}`, parent: item });
    if (call.about && call.about !== call.text) element("small", { text: ` ${call.about}`, parent: item });
  }
}

function tellEvents(own) {
  happened.textContent = "";
  happened.hidden = !own.events.length;
  const told = own.events.length > MOST_EVENTS ? own.events.filter((event) => event.kind !== "mode") : own.events;
  const cut = told.slice(0, MOST_EVENTS);
  element("h2", { text: `Events (${own.events.length})`, parent: happened });
  const list = element("ol", { class: "events", parent: happened });
  own.items = cut.map((event) => {
    const item = element("li", { parent: list });
    const numbers = [
      event.mark, event.closing_m_s > 0 && `closing ${event.closing_m_s} m/s`, event.loss_j > 0 && `${+(event.loss_j * 1000).toPrecision(3)} mJ lost`,
    ].filter(Boolean).join(", ");
    const press = button(`${event.t.toFixed(6)} s  ${event.kind}  ${names(event.bodies)}${numbers ? `  (${numbers})` : ""}`, "jump there", () => seek(event.t), item);
    press.className = `event ${event.kind}`;
    return { t: event.t, item };
  });
  if (cut.length < own.events.length) element("p", { text: `the first ${cut.length} are listed`, parent: happened });
}

// times at which curves are drawn: a grid, and both sides of what happens
function times(own) {
  const grid = Array.from({ length: 241 }, (_, k) => (own.end_s * k) / 240);
  const every = Math.ceil(own.events.length / 300);
  const events = own.events.filter((_, k) => k % every === 0).flatMap(({ t }) => [Math.max(0, t - 1e-9), t]);
  return [...grid, ...events].sort((a, b) => a - b);
}

function drawGraphs(own) {
  const at = times(own);
  const all = at.map((t) => own.states(t));
  const joule = (bodies) => at.map((t, k) => [t, 1000 * bodies.reduce((sum, body) => sum + energy(own.bodies[body], all[k][body], page.gravity_m_s2), 0)]);
  const everybody = own.bodies.map((_, body) => body);
  const fastest = everybody.map((body) => [body, Math.max(...all.map((at) => size(at[body].velocity)))]).sort((a, b) => b[1] - a[1]);
  const shown = [...new Set([...(now.followed >= 0 ? [now.followed] : []), ...fastest.slice(0, 3).map(([body]) => body)])].slice(0, 3);
  const line = (body, points) => ({ name: own.bodies[body].name, paint: colour(own.bodies[body], body), points });
  curves[0].set([{ name: "all", paint: "#888", points: joule(everybody) }, line(shown[0], joule([shown[0]]))], own.end_s);
  curves[1].set(shown.map((body) => line(body, at.map((t, k) => [t, size(all[k][body].velocity)]))), own.end_s);
}

function draw() {
  const own = shot();
  const isFlat = now.view === "top" || !canSpace;
  flat.hidden = !isFlat;
  deep.hidden = isFlat;
  if (isFlat) top.draw(own, states(), now.t, now);
  else (space ??= new Space(deep, page.stage, half)).draw(own, states(), now.t, now);
  if (own.end_s > 0) {
    slider.value = (now.t / own.end_s) * 10000;
    clock.textContent = `${seconds(now.t)} of ${seconds(own.end_s)}`;
    curves.forEach((curve) => curve.draw(now.t));
  } else {
    slider.value = 0;
    clock.textContent = `step ${now.shot + 1} of ${shots.length}`;
  }
  slider.disabled = !(own.end_s > 0);
  mark(own);
  tell();
  play.textContent = now.playing ? "pause" : "play";
  trails.setAttribute("aria-pressed", now.trails);
  viewer.textContent = isFlat ? "in space" : "from above";
}

// the last event that has happened
function mark(own) {
  const last = own.items.findLastIndex(({ t }) => t <= now.t);
  if (last === own.marked) return;
  own.items[own.marked]?.item.classList.remove("last");
  own.marked = last;
  const item = own.items[last]?.item;
  if (!item) return;
  item.classList.add("last");
  const list = item.parentElement;
  list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function tell() {
  const body = now.hovered >= 0 ? now.hovered : now.followed;
  const own = shot();
  tip.hidden = !own.bodies[body];
  if (tip.hidden) return;
  const at = own.at(body, now.t);
  const spin = own.bodies[body].is_coin ? at.spin[2] : size(at.spin);
  const [x, y, z] = at.place.map(millimetres);
  tip.textContent = own.end_s > 0
    ? `${own.bodies[body].name}: ${at.mode}\n${size(at.velocity).toFixed(4)} m/s, spin ${spin.toFixed(1)} rad/s\nat ${x}, ${y}, ${z}; ${seconds(now.t)}`
    : own.bodies[body].name;
}

const millimetres = (m) => `${(m * 1000).toFixed(2)} mm`;

// ---- what can be done

function set(change) {
  Object.assign(now, change);
  if ("followed" in change) {
    follow.value = now.followed;
    if (shot().end_s > 0) drawGraphs(shot());
  }
  if ("view" in change && !canSpace) now.view = "top";
  draw();
}

function seek(t) {
  set({ t: Math.min(Math.max(0, t), shot().end_s), playing: false });
}

function toggle() {
  if (!now.playing && now.t >= shot().end_s && now.shot === shots.length - 1) now.t = 0;
  set({ playing: !now.playing });
  last = performance.now();
  if (now.playing) requestAnimationFrame(frame);
}

function whole() {
  now.followed = -1;
  follow.value = -1;
  top.reset();
  space?.reset();
  draw();
}

function help() {
  keys.hidden = !keys.hidden;
}

let last = 0;
function frame(at) {
  if (!now.playing) return;
  const passed = Math.min(0.1, Math.max(0, (at - last) / 1000));
  last = at;
  const { end_s: end } = shot();
  if (now.t < end) now.t = Math.min(end, now.t + passed * now.speed);
  else now.stood += passed * Math.max(1, now.speed);
  if (now.t >= end && now.stood > STILL_S) {
    if (now.shot < shots.length - 1) show(now.shot + 1);
    else Object.assign(now, { playing: false, stood: 0 });
  }
  draw();
  requestAnimationFrame(frame);
}

function jump(way) {
  const events = shot().events;
  const found = way > 0 ? events.find(({ t }) => t > now.t) : events.findLast(({ t }) => t < now.t);
  if (found) seek(found.t);
}

function faster(way) {
  const at = Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(now.speed) + way));
  speed.value = now.speed = SPEEDS[at];
}

const ACTIONS = {
  " ": toggle, ArrowLeft: () => seek(now.t - now.speed / 30), ArrowRight: () => seek(now.t + now.speed / 30),
  ArrowUp: () => jump(-1), ArrowDown: () => jump(1), "[": () => show(now.shot - 1), "]": () => show(now.shot + 1),
  Home: () => seek(0), End: () => seek(shot().end_s), "+": () => faster(1), "-": () => faster(-1), "?": help, 0: whole,
  f: () => set({ followed: now.followed + 1 < shot().bodies.length ? now.followed + 1 : -1 }),
  t: () => set({ trails: !now.trails }), v: () => set({ view: now.view === "top" ? "space" : "top" }),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
  if (event.key === " " && event.target.tagName === "BUTTON") return;
  const action = ACTIONS[event.key] ?? ACTIONS[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
});

slider.addEventListener("input", () => seek((slider.value / 10000) * shot().end_s));
speed.addEventListener("change", () => (now.speed = Number(speed.value)));
chooser.addEventListener("change", () => show(Number(chooser.value)));
follow.addEventListener("change", () => set({ followed: Number(follow.value) }));

for (const canvas of [flat, deep]) {
  canvas.addEventListener("pointermove", (event) => {
    const view = canvas === flat ? top : space;
    const body = view ? view.bodyAt(shot(), states(), event.offsetX, event.offsetY) : -1;
    if (body !== now.hovered) set({ hovered: body });
  });
  canvas.addEventListener("pointerleave", () => set({ hovered: -1 }));
  canvas.addEventListener("dblclick", (event) => {
    const view = canvas === flat ? top : space;
    set({ followed: view.bodyAt(shot(), states(), event.offsetX, event.offsetY) });
  });
}
flat.addEventListener("wheel", (event) => {
  event.preventDefault();
  top.zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY / 400));
  draw();
}, { passive: false });
let dragged = null;
flat.addEventListener("pointerdown", (event) => {
  dragged = [event.clientX, event.clientY];
  flat.setPointerCapture(event.pointerId);
});
flat.addEventListener("pointermove", (event) => {
  if (!dragged || now.followed >= 0) return;
  top.centre = [top.centre[0] - (event.clientX - dragged[0]) / top.scale, top.centre[1] + (event.clientY - dragged[1]) / top.scale];
  dragged = [event.clientX, event.clientY];
  draw();
});
flat.addEventListener("pointerup", () => (dragged = null));
deep.addEventListener("pointermove", (event) => event.buttons && draw());
deep.addEventListener("wheel", () => draw());
new ResizeObserver(draw).observe(stage);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

speed.value = now.speed;
for (const part of [previous, next, chooser, score]) part.hidden = shots.length < 2;
if (shots.length) show(0);
else element("p", { text: "Nothing was played.", parent: stage });

window.tolley = {
  shots: shots.length,
  at: (body, t, number = now.shot) => shots.get(number).at(body, t),
  energy: (t, number = now.shot) => {
    const own = shots.get(number);
    return own.bodies.reduce((sum, body, k) => sum + energy(body, own.at(k, t), page.gravity_m_s2), 0);
  },
  bodies: (number = now.shot) => shots.get(number).bodies.map((body) => body.name),
  end: (number = now.shot) => shots.get(number).end_s,
  show, seek, set,
};
