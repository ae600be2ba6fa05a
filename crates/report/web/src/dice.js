// dice football: the board, and how the worth of a position moves
export function board({ rows }, { width, colours }) {
  const values = rows.map((row) => ({
    ...row, told: row.best.replaceAll("-", " "), second: row.margin === null ? "" : `\u2212${row.margin.toFixed(3)}`,
    ...Object.fromEntries(row.losses.map(({ roll, loss }) => [roll, loss.toFixed(4)])),
  }));
  const wide = Math.min(width - (width < 560 ? 60 : 190), 480);
  const rolls = [...new Set(rows.flatMap((row) => row.losses.map(({ roll }) => roll)))];
  const x = { field: "column", type: "ordinal", title: "column", axis: { labelAngle: 0 } };
  const y = { field: "row", type: "ordinal", title: "row from the attacker's goal line", sort: "descending" };
  const dark = "datum.margin > 0.6 * extent_margin";
  const most = Math.max(...rows.map((row) => row.margin ?? 0), 1e-9);
  const ink = { condition: { test: dark.replace("extent_margin", String(most)), value: "#1a1a1a" }, value: "#ffffff" };
  return {
    width: wide, height: 11 * 38, data: { values },
    layer: [
      { mark: { type: "rect", stroke: colours.ground, strokeWidth: 2 }, encoding: { x, y, color: { field: "margin", type: "quantitative", title: "loss of the second best (points)", scale: { scheme: "cividis" }, legend: width < 560 ? { orient: "bottom" } : {} }, tooltip: [{ field: "told", title: "best" }, { field: "value", title: "share of points", format: ".4f" }, ...rolls.map((roll) => ({ field: roll, title: `loss of ${roll}` }))] } },
      { mark: { type: "text", fontSize: 12, dy: -6 }, encoding: { x, y, text: { field: "told" }, color: ink } },
      { mark: { type: "text", fontSize: 10, dy: 9 }, encoding: { x, y, text: { field: "second" }, color: ink } },
    ],
  };
}

export function curves({ x, y, series, rows }, { width, colours }) {
  const order = [...new Set(rows.map((row) => row.s))].sort((a, b) => Number(b) - Number(a));
  const encoding = {
    x: { field: "x", type: "quantitative", title: x.title, sort: "descending" },
    y: { field: "v", type: "quantitative", title: y.title, scale: { domain: [0, 1] } },
    color: { field: "s", type: "nominal", title: series, sort: order, scale: order.length > 8 ? { scheme: "viridis" } : { domain: order, range: colours.series } },
    tooltip: [{ field: "s", title: series }, { field: "x", title: x.title }, { field: "v", title: "wins", format: ".4f" }, { field: "draw", title: "draws", format: ".4f" }, { field: "points", title: "points", format: ".4f" }],
  };
  return { width: Math.min(width - 170, 620), height: 280, data: { values: rows }, encoding, layer: [{ mark: { type: "line", strokeWidth: 2 } }, { mark: { type: "point", filled: true, size: 40 } }] };
}
