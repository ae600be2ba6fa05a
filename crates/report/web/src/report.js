// draws every chart of a report, anew when the page is resized, printed, or turned dark
import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import * as vega from "vega";
import { data } from "./data.js";
import { charts } from "./charts.js";
import { theme } from "./theme.js";

const figures = data().figures;
const dark = matchMedia("(prefers-color-scheme: dark)");
let printing = false;
let drawn = [];

async function draw() {
  const colours = theme(dark.matches && !printing);
  const old = drawn;
  drawn = figures.map((figure, number) => {
    const place = document.getElementById(`figure-${number}`);
    const width = printing ? 680 : place.clientWidth;
    const spec = charts[figure.kind](figure.data, { width, colours });
    const { spec: full } = compile({ ...spec, config: colours.config }, { logger: silent });
    const view = new vega.View(vega.parse(full, null, { ast: true }), {
      expr: expressionInterpreter, renderer: "svg", logLevel: vega.Error, hover: true,
    });
    view.tooltip((_, event, item, value) => tell(event, value));
    return { place, view };
  });
  for (const { view } of old) view.finalize();
  for (const { place, view } of drawn) {
    place.replaceChildren();
    await view.initialize(place).runAsync();
  }
  document.body.dataset.drawn = String(drawn.length);
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

let last = innerWidth;
let timer;
addEventListener("resize", () => {
  if (innerWidth === last) return;
  last = innerWidth;
  clearTimeout(timer);
  timer = setTimeout(draw, 150);
});
dark.addEventListener("change", draw);
addEventListener("beforeprint", () => {
  printing = true;
  draw();
});
addEventListener("afterprint", () => {
  printing = false;
  draw();
});
draw();
