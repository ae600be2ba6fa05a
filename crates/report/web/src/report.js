import { expressionInterpreter } from "vega-interpreter";
import { compile } from "vega-lite";
import * as vega from "vega";
import { data } from "./data.js";

for (const figure of data().figures ?? []) {
  const place = document.getElementById(figure.id);
  const runtime = vega.parse(compile(figure.spec).spec, null, { ast: true });
  new vega.View(runtime, { expr: expressionInterpreter, renderer: "svg", container: place }).runAsync();
}
