// draws what is seen of a report, anew when the page is resized, printed, or turned dark
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import * as vega from "vega";
import { data } from "./data.js";
import { pictures } from "./answers.js";
import { charts } from "./charts.js";
import { theme } from "./theme.js";

const figures = data().figures;
const dark = matchMedia("(prefers-color-scheme: dark)");
let printing = false;
// of each chart that is drawn what has to be undone before it is drawn again
const drawn = new Map();

const place = (number) => document.getElementById(`figure-${number}`);
const isSeen = (number) => place(number).clientWidth > 0;

// draws what is open and not drawn yet; one after the other, so that no chart is drawn twice at once
let turn = Promise.resolve();
const draw = () => (turn = turn.then(drawAll, drawAll));

async function drawAll() {
  for (const number of figures.keys()) if (!drawn.has(number) && isSeen(number)) await drawOne(number);
  document.body.dataset.drawn = String(drawn.size);
}

async function drawOne(number) {
  const [figure, into] = [figures[number], place(number)];
  const colours = theme(dark.matches && !printing);
  const width = printing ? 680 : into.clientWidth;
  into.replaceChildren();
  if (pictures[figure.kind]) {
    pictures[figure.kind](into, { about: figure.title, says: figure.title, ...figure.data });
    drawn.set(number, () => {});
    return;
  }
  const spec = charts[figure.kind](figure.data, { width, colours });
  const { spec: full } = compile({ ...spec, config: colours.config }, { logger: silent });
  const view = new vega.View(vega.parse(full, null, { ast: true }), {
    expr: expressionInterpreter, renderer: "svg", logLevel: vega.Error, hover: true,
  });
  view.tooltip((_, event, item, value) => tell(event, value));
  drawn.set(number, () => view.finalize());
  await view.initialize(into).runAsync();
}

function again() {
  turn = turn.then(() => {
    for (const undo of drawn.values()) undo();
    drawn.clear();
  });
  draw();
}

const silent = { level: () => silent, error: console.error, warn: () => silent, info: () => silent, debug: () => silent };

// numbers on hover, as text
const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
document.body.append(tip);
function tell(event, value) {
  tip.hidden = value === null || value === undefined || value === "";
  if (tip.hidden) return;
  const lines = typeof value === "object" ? Object.entries(value).map(([name, text]) => `${name}: ${text}`) : [String(value)];
  tip.textContent = lines.join("\n");
  tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8)}px`;
}

// a link to a part opens it
function follow() {
  const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = found; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  if (found?.closest("details")) draw().then(() => found.scrollIntoView());
}

// a command is copied by its button, where the browser lets it
for (const command of document.querySelectorAll(".command")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command.firstElementChild.textContent).then(() => (button.textContent = "Copied"), () => (button.textContent = "Select it"));
  });
  command.append(button);
}

let last = innerWidth;
let timer;
addEventListener("resize", () => {
  if (innerWidth === last) return;
  last = innerWidth;
  clearTimeout(timer);
  timer = setTimeout(again, 150);
});
dark.addEventListener("change", again);
addEventListener("hashchange", follow);
// a fold that opens has charts to draw, and paper has all
document.addEventListener("toggle", draw, true);
let folded = [];
addEventListener("beforeprint", () => {
  printing = true;
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const part of folded) part.open = true;
  again();
});
addEventListener("afterprint", () => {
  printing = false;
  for (const part of folded) part.open = false;
  again();
});
follow();
draw();
