// one function a kind of chart: from the data of a figure to a specification of Vega-Lite
import { board, curves } from "./dice.js";
import { match } from "./match.js";
import { map, ring } from "./plans.js";

const interval = [
  { field: "v", title: "value", format: ".4~g" }, { field: "lo", title: "95 % from", format: ".4~g" },
  { field: "hi", title: "95 % to", format: ".4~g" }, { field: "n", title: "n", format: "," },
];

// how many panels stand side by side, and how wide each is
export function columns(width, count, least = 220, most = 3, margin = 62) {
  const side = Math.max(1, Math.min(count, most, Math.floor(width / (least + margin))));
  return { columns: side, each: Math.max(120, Math.floor(width / side) - margin) };
}

const extent = (rows, share) => {
  const all = rows.flatMap((row) => [row.v, row.lo, row.hi]).filter((x) => x !== null && x !== undefined);
  if (!all.length) return [0, 1];
  let [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low || Math.abs(high) || 1) * 0.04;
  [low, high] = [low - room, high + room];
  return share ? [Math.max(0, low), Math.min(1, high)] : [low, high];
};

export const charts = { measures, lines, heat, scatter, forest, fair, skill, ring, map, board, curves, match };

// every measure of one point, each on a scale of its own
function measures({ rows }, { width, colours }) {
  const each = Math.min(width - 190, 560);
  const one = (row) => ({
    width: each, height: 26, data: { values: [row] },
    encoding: { y: { field: "x", type: "nominal", title: null, axis: { labelLimit: 170, minExtent: 170, maxExtent: 170 } } },
    layer: [
      { mark: { type: "rule", strokeWidth: 2, color: colours.mark },
        encoding: { x: { field: "lo", type: "quantitative", title: null, scale: row.share ? { domain: [0, 1] } : { zero: false } }, x2: { field: "hi" } } },
      { mark: { type: "point", filled: true, size: 60, color: colours.mark }, encoding: { x: { field: "v", type: "quantitative" }, tooltip: interval } },
    ],
  });
  return { vconcat: rows.map(one), spacing: 6 };
}

function lines({ x, y, series, panels, rows }, { width, colours }) {
  const { columns: count, each } = columns(width, panels.length, 240, 3, 74);
  const domain = extent(rows, y.share);
  const at = x.numeric
    ? { field: "x", type: "quantitative", title: x.title, scale: { zero: false, nice: false, padding: 12 } }
    : { field: "x", type: "nominal", title: x.title, sort: x.order, axis: { labelAngle: -30, labelLimit: 110 } };
  const shift = series && !x.numeric ? { xOffset: { field: "s", type: "nominal", sort: series.order } } : {};
  const colour = series
    ? { field: "s", type: "nominal", title: series.title, sort: series.order, scale: { domain: series.order, range: colours.series } }
    : { value: colours.mark };
  const shape = series ? { shape: { field: "s", type: "nominal", title: series.title, sort: series.order, scale: { domain: series.order } } } : {};
  const encoding = { x: at, color: colour, ...shift };
  const value = { type: "quantitative", title: y.title, scale: { domain, zero: false, nice: false } };
  const panel = (name) => ({
    title: name, width: each, height: Math.min(260, Math.max(180, each * 0.7)),
    data: { values: rows.filter((row) => row.p === name) },
    layer: [
      ...(x.numeric ? [{ mark: { type: "line", strokeWidth: 1.5, opacity: 0.7 }, encoding: { ...encoding, y: { field: "v", ...value } } }] : []),
      { mark: { type: "rule", strokeWidth: 1.5 }, encoding: { ...encoding, y: { field: "lo", ...value }, y2: { field: "hi" } } },
      { mark: { type: "point", filled: true, size: 50, opacity: 1 }, encoding: { ...encoding, ...shape, y: { field: "v", ...value }, tooltip: [{ field: "x", title: x.title }, ...interval] } },
    ],
  });
  return { concat: panels.map(panel), columns: count, spacing: 18, resolve: { scale: { color: "shared", shape: "shared" } } };
}

// cells are named by their place on both axes, whose bounds are given
function heat({ x, y, v, panels }, { width, colours }) {
  const { columns: count, each } = columns(width - 90, panels.length, 200, 3, 58);
  const domain = extent(panels.flatMap((panel) => panel.rows.map((row) => ({ v: row.v }))), v.share);
  const ends = (bounds) => [bounds[0], bounds[bounds.length - 1]];
  const scale = (bounds) => ({ domain: ends(bounds), nice: false, zero: false });
  const panel = ({ name, rows, best, near, ellipse }) => {
    const cells = rows.map((row) => ({ ...row, x: x.bounds[row.i], x2: x.bounds[row.i + 1], y: y.bounds[row.j], y2: y.bounds[row.j + 1] }));
    const layer = [{
      data: { values: cells }, mark: { type: "rect", stroke: null },
      encoding: {
        x: { field: "x", type: "quantitative", title: x.title, scale: scale(x.bounds), axis: { grid: false } }, x2: { field: "x2" },
        y: { field: "y", type: "quantitative", title: y.title, scale: scale(y.bounds), axis: { grid: false } }, y2: { field: "y2" },
        color: { field: "v", type: "quantitative", title: v.title, scale: { scheme: "viridis", domain } },
        tooltip: interval,
      },
    }];
    const line = { type: "rule", strokeWidth: 2.2, strokeCap: "round", clip: true, color: "#ffffff" };
    const place = (x, y) => ({ x: { field: x, type: "quantitative" }, y: { field: y, type: "quantitative" } });
    if (near.length) {
      const values = near.map(([[x, y], [x2, y2]]) => ({ x, y, x2, y2 }));
      const encoding = { ...place("x", "y"), x2: { field: "x2" }, y2: { field: "y2" } };
      layer.push({ data: { values }, mark: { ...line, strokeWidth: 4.4, color: "#000000" }, encoding });
      layer.push({ data: { values }, mark: line, encoding });
    }
    if (ellipse) {
      const values = ellipse.map(([x, y], o) => ({ x, y, o }));
      const encoding = { ...place("x", "y"), order: { field: "o" } };
      layer.push({ data: { values }, mark: { type: "line", clip: true, strokeWidth: 4, color: "#000000" }, encoding });
      layer.push({ data: { values }, mark: { type: "line", clip: true, strokeWidth: 2, strokeDash: [5, 3], color: "#ff9d3b" }, encoding });
    }
    if (best) {
      const mark = { type: "point", shape: "cross", size: 110, filled: true, fill: "#ff9d3b", stroke: "#000000", strokeWidth: 1 };
      layer.push({ data: { values: [best] }, mark, encoding: place("x", "y") });
    }
    return { title: name, width: each, height: Math.min(240, Math.max(150, each * 0.75)), layer };
  };
  return { concat: panels.map(panel), columns: count, spacing: 16, resolve: { scale: { color: "shared" } } };
}

function scatter({ y, panels }, { width, colours }) {
  const { columns: count, each } = columns(width, panels.length, 220, 3, 74);
  const domain = extent(panels.flatMap((panel) => panel.rows.map((row) => ({ v: row.v }))), y.share);
  const panel = ({ title, numeric, rows }) => ({
    width: each, height: 150, data: { values: rows },
    mark: { type: "point", filled: true, size: 14, opacity: 0.5, color: colours.mark },
    encoding: {
      x: numeric ? { field: "x", type: "quantitative", title, scale: { zero: false } } : { field: "x", type: "nominal", title },
      y: { field: "v", type: "quantitative", title: y.title, scale: { domain, nice: false, zero: false } },
      tooltip: [{ field: "x", title }, ...interval],
    },
  });
  return { concat: panels.map(panel), columns: count, spacing: 16 };
}

// marks of tests, told by colour and shape together
const MARKS = {
  "an effect": ["alarm", "diamond"], differs: ["alarm", "diamond"], unfair: ["alarm", "diamond"],
  "an effect within the margin": ["mark", "square"], "different but within the margin": ["mark", "square"],
  "no effect": ["calm", "circle"], fair: ["calm", "circle"], identical: ["calm", "cross"],
  estimate: ["mark", "circle"], "total, ST": ["mark", "circle"], "alone, S1": ["alarm", "diamond"],
};
function marks(rows, colours) {
  const names = [...new Set(rows.map((row) => row.mark))];
  const of = (name) => MARKS[name] ?? ["faint", "triangle-up"];
  return {
    color: { field: "mark", type: "nominal", title: null, scale: { domain: names, range: names.map((name) => colours[of(name)[0]]) } },
    shape: { field: "mark", type: "nominal", title: null, scale: { domain: names, range: names.map((name) => of(name)[1]) } },
    names,
  };
}

function forest({ v, margin, rows }, { width, colours }) {
  const { color, shape, names } = marks(rows, colours);
  const groups = [...new Set(rows.map((row) => row.group))];
  const domain = extent([...rows, { v: 0 }, ...(margin ? [{ v: -margin }, { v: margin }] : [])], false);
  const name = width < 560 ? 110 : 220;
  const each = Math.max(140, width - name - 30);
  const legend = names.length > 1 ? { orient: "bottom", direction: "horizontal", columns: width < 560 ? 2 : 4 } : null;
  const value = { type: "quantitative", scale: { domain, nice: false, zero: false } };
  const y = { field: "row", type: "nominal", title: null, sort: null, axis: { labelLimit: name - 6, minExtent: name, maxExtent: name, labelExpr: "split(datum.label, '\\u0001')[1]" } };
  const panel = (group) => {
    const values = rows.filter((row) => row.group === group).map((row, at) => ({ ...row, row: `${at}\u0001${row.label}` }));
    return {
      title: group || undefined, width: each, height: { step: 20 }, data: { values },
      layer: [
        ...(margin ? [{ data: { values: [{}] }, mark: { type: "rect", color: colours.band, clip: true }, encoding: { x: { datum: -margin, ...value, title: v.title }, x2: { datum: margin } } }] : []),
        { data: { values: [{}] }, mark: { type: "rule", color: colours.faint }, encoding: { x: { datum: 0, ...value } } },
        { mark: { type: "rule", strokeWidth: 2 }, encoding: { y, x: { field: "lo", ...value, title: v.title }, x2: { field: "hi" }, color: { ...color, legend } } },
        { mark: { type: "point", filled: true, size: 70, opacity: 1 }, encoding: { y, x: { field: "v", ...value, title: v.title }, color: { ...color, legend }, shape: { ...shape, legend }, tooltip: [{ field: "label", title: "value" }, ...interval, { field: "mark", title: "test" }] } },
      ],
    };
  };
  return { vconcat: groups.map(panel), spacing: 10, resolve: { scale: { color: "shared", shape: "shared" } } };
}

function fair({ x, margin, rows }, { width, colours }) {
  const { color, shape, names } = marks(rows, colours);
  const panels = [...new Set(rows.map((row) => row.s))];
  const { columns: count, each } = columns(width, panels.length, 260, 2, 80);
  const domain = extent([...rows, { v: 0.5 - margin * 1.5 }, { v: 0.5 + margin * 1.5 }], true);
  const value = { type: "quantitative", title: "share (one half is fair)", scale: { domain, nice: false, zero: false } };
  const at = x.numeric ? { field: "x", type: "quantitative", title: x.title, scale: { zero: false, padding: 14, nice: false } } : { field: "x", type: "nominal", title: x.title };
  if (x.numeric && x.whole && x.equal !== null) {
    // what a ratio is off, in the unit that people weigh in
    at.title = [x.title, `below it off ${x.equal} in ${x.whole.unit}`];
    at.axis = { labelExpr: `[datum.label, format((datum.value - ${x.equal}) * ${x.whole.factor}, '+.0f')]` };
  }
  const legend = names.length > 1 ? {} : null;
  const panel = (name) => ({
    title: name || undefined, width: each, height: 240, data: { values: rows.filter((row) => row.s === name) },
    layer: [
      { data: { values: [{}] }, mark: { type: "rect", color: colours.band }, encoding: { y: { datum: 0.5 - margin, ...value }, y2: { datum: 0.5 + margin } } },
      { data: { values: [{}] }, mark: { type: "rule", color: colours.faint }, encoding: { y: { datum: 0.5, ...value } } },
      ...(x.numeric ? [{ mark: { type: "line", color: colours.faint, strokeWidth: 1 }, encoding: { x: at, y: { field: "v", ...value } } }] : []),
      { mark: { type: "rule", strokeWidth: 2 }, encoding: { x: at, y: { field: "lo", ...value }, y2: { field: "hi" }, color: { ...color, legend } } },
      { mark: { type: "point", filled: true, size: 70, opacity: 1 }, encoding: { x: at, y: { field: "v", ...value }, color: { ...color, legend }, shape: { ...shape, legend }, tooltip: [{ field: "x", title: x.title }, ...interval, { field: "mark", title: "verdict" }, { field: "needed", title: "trials needed" }] } },
    ],
  });
  return { concat: panels.map(panel), columns: count, spacing: 18, resolve: { scale: { color: "shared", shape: "shared" } } };
}

// the best choice over skill, with what is nearly as good, and jumps
function skill({ panels }, { width, colours }) {
  const { columns: count, each } = columns(width, panels.length, 240, 2, 80);
  const panel = ({ title, rows, jumps }) => {
    const order = rows.map((row) => row.x);
    const x = { field: "x", type: "nominal", sort: order, title: "skill", axis: { labelAngle: -20, labelLimit: 130 }, scale: { domain: order } };
    const y = { type: "quantitative", title, scale: { zero: false } };
    const layer = [
      { data: { values: rows }, mark: { type: "bar", width: 10, opacity: 0.35, color: colours.mark }, encoding: { x, y: { field: "lo", ...y }, y2: { field: "hi" } } },
      { data: { values: rows }, mark: { type: "line", color: colours.mark, strokeWidth: 1.5 }, encoding: { x, y: { field: "v", ...y } } },
      { data: { values: rows }, mark: { type: "point", filled: true, size: 70, color: colours.mark, opacity: 1 }, encoding: { x, y: { field: "v", ...y }, tooltip: [{ field: "x", title: "skill" }, { field: "v", title: "best", format: ".4~g" }, { field: "lo", title: "95 % zone from", format: ".4~g" }, { field: "hi", title: "to", format: ".4~g" }, { field: "n", title: "n" }] } },
    ];
    if (jumps.length) {
      const values = jumps.map((jump) => ({ ...jump, x: jump.before, told: `${short(jump.from)} \u2192 ${short(jump.to)}` }));
      layer.push({ data: { values }, mark: { type: "rule", color: colours.alarm, strokeDash: [4, 3], strokeWidth: 1.5, xOffset: -14 }, encoding: { x, y: { field: "from", ...y }, y2: { field: "to" } } });
      layer.push({ data: { values }, mark: { type: "text", color: colours.alarm, dy: -8, dx: -14, fontSize: 10 }, encoding: { x, y: { field: "to", ...y }, text: { field: "told" } } });
    }
    return { width: each, height: 200, layer };
  };
  return { concat: panels.map(panel), columns: count, spacing: 18 };
}

export const short = (x) => Number(x.toPrecision(3)).toString();
