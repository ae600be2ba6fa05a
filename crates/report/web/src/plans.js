// plans of the ring and of the table: lengths in metres, both axes alike
import { columns } from "./charts.js";

const place = (x, y, scale) => ({
  x: { field: x, type: "quantitative", scale: scale.x, title: "x (m)", axis: { grid: false, tickCount: 4 } },
  y: { field: y, type: "quantitative", scale: scale.y, title: "y (m)", axis: { grid: false, tickCount: 4 } },
});

const flat = (value) => ({ domain: value, nice: false, zero: false });

function colour(v, values) {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (v.share && low === high) [low, high] = [0, 1];
  if (low === high) high = low + (Math.abs(low) || 1) * 0.01;
  const scale = v.log ? { scheme: "viridis", type: "log" } : { scheme: "viridis", domain: [low, high] };
  return { field: "v", type: "quantitative", title: v.title, scale };
}

// the edge of the ring, coloured by what each place of it is worth
export function ring({ radius, marbles, copies, panels, v }, { width, colours }) {
  const { columns: count, each } = columns(width - 80, panels.length, 210, 3, 50);
  const reach = radius * 1.12;
  const scale = { x: flat([-reach, reach]), y: flat([-reach, reach]) };
  const values = panels.flatMap((panel) => panel.arcs.map((arc) => arc.v)).filter((value) => value !== null);
  const encoded = { ...place("x", "y", scale), order: { field: "o" } };
  const round = (from, to, marks) => Array.from({ length: marks + 1 }, (_, o) => {
    const at = from + ((to - from) * o) / marks;
    return { x: radius * Math.cos(at), y: radius * Math.sin(at), o };
  });
  // anticlockwise from the right, as positions are counted
  const quarters = [0, 90, 180, 270].map((degree) => {
    const at = (degree * Math.PI) / 180;
    return { x: 0.83 * radius * Math.cos(at), y: 0.83 * radius * Math.sin(at), told: `${degree}\u00b0` };
  });
  const tooltip = [{ field: "at", title: "best there" }, { field: "v", title: v.title, format: ".4~g" }, { field: "lo", title: "95 % from", format: ".4~g" }, { field: "hi", title: "95 % to", format: ".4~g" }, { field: "n", title: "n" }];
  const panel = ({ name, arcs, aim }) => {
    const edge = arcs.flatMap((arc, number) => Array.from({ length: copies }, (_, copy) => {
      const turn = (copy * 2 * Math.PI) / copies;
      return round(arc.from + turn, arc.to + turn, 8).map((mark) => ({ ...arc, ...mark, id: `${number}.${copy}` }));
    }).flat());
    const layer = [
      { data: { values: round(0, 2 * Math.PI, 96) }, mark: { type: "line", color: colours.line, strokeWidth: 9 }, encoding: encoded },
      { data: { values: edge }, mark: { type: "line", strokeWidth: 9, strokeCap: "butt" }, encoding: { ...encoded, detail: { field: "id" }, color: colour(v, values), tooltip } },
      { data: { values: marbles.map(([x, y, r]) => ({ x, y, r })) }, mark: { type: "circle", color: colours.faint, opacity: 0.9, size: Math.PI * ((marbles[0]?.[2] ?? 0) * each / (2 * reach)) ** 2 }, encoding: place("x", "y", scale) },
      { data: { values: quarters }, mark: { type: "text", color: colours.faint, fontSize: 12 }, encoding: { ...place("x", "y", scale), text: { field: "told" } } },
    ];
    if (aim) {
      const line = [{ x: aim.from[0], y: aim.from[1], x2: aim.to[0], y2: aim.to[1], at: aim.at, v: aim.v }];
      const told = [{ field: "at", title: "best aim" }, { field: "v", title: v.title, format: ".4~g" }];
      layer.push({ data: { values: line }, mark: { type: "rule", color: colours.alarm, strokeWidth: 2 }, encoding: { ...place("x", "y", scale), x2: { field: "x2" }, y2: { field: "y2" }, tooltip: told } });
      layer.push({ data: { values: line }, mark: { type: "point", shape: "circle", filled: true, size: 60, color: colours.alarm }, encoding: { ...place("x", "y", scale), tooltip: told } });
    }
    return { title: name || undefined, width: each, height: each, layer };
  };
  return { concat: panels.map(panel), columns: count, spacing: 14, resolve: { scale: { color: "shared" } } };
}

// cells on a plan
export function map({ v, low, side, cells, lines, rows }, { width, colours }) {
  const high = low.map((from, axis) => from + cells[axis] * side);
  const scale = { x: flat([low[0], high[0]]), y: flat([low[1], high[1]]) };
  const wide = Math.min(width - (width < 560 ? 70 : 170), 640);
  const tall = (wide * (high[1] - low[1])) / (high[0] - low[0]);
  const fit = Math.min(1, 460 / tall);
  const paths = lines.flatMap((line, id) => line.map(([x, y], o) => ({ x, y, o, id })));
  const legend = width < 560 ? { legend: { orient: "bottom", gradientLength: 160 } } : {};
  return {
    width: wide * fit, height: tall * fit,
    layer: [
      { data: { values: rows }, mark: { type: "rect", stroke: null }, encoding: { ...place("x", "y", scale), x2: { field: "x2" }, y2: { field: "y2" }, color: { ...colour(v, rows.map((row) => row.v)), ...legend }, tooltip: [{ field: "v", title: v.title, format: ".4~g" }, { field: "n", title: "n", format: "," }] } },
      { data: { values: paths }, mark: { type: "line", color: colours.ink, strokeWidth: 1.2 }, encoding: { ...place("x", "y", scale), order: { field: "o" }, detail: { field: "id" } } },
    ],
  };
}
