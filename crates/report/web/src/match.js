// the chance to win a match shot by shot, and below it what each shot was worth
export function match({ sides, won, panels }, { width, colours }) {
  const wide = Math.max(220, width - (width < 560 ? 80 : 90));
  const range = [colours.series[0], colours.series[1]];
  const side = { field: "s", type: "nominal", title: "shot of the", scale: { domain: sides, range }, legend: { orient: "bottom", direction: "horizontal" } };
  const shape = { field: "s", type: "nominal", title: "shot of the", scale: { domain: sides, range: ["circle", "diamond"] } };
  const tooltip = [
    { field: "x", title: "shot" }, { field: "when", title: "when" }, { field: "s", title: "of the" }, { field: "score", title: "score before" },
    { field: "v", title: "chance before", format: ".3f" }, { field: "lo", title: "95 % from", format: ".3f" }, { field: "hi", title: "95 % to", format: ".3f" },
    { field: "w", title: "worth", format: "+.3f" }, { field: "wlo", title: "95 % from", format: "+.3f" }, { field: "whi", title: "95 % to", format: "+.3f" },
    { field: "n", title: "n matches" },
  ];
  const panel = ({ name, rows }) => {
    const last = rows[rows.length - 1].x;
    const x = (title) => ({ field: "x", type: "quantitative", title, scale: { domain: [0.5, last + 0.5], nice: false, zero: false, padding: 0 }, axis: { grid: false, tickMinStep: 1, format: "d" } });
    const chance = { type: "quantitative", title: ["chance of the", `${sides[0]} to win`], scale: { domain: [0, 1] } };
    const worth = { type: "quantitative", title: "worth of the shot" };
    const shots = rows.filter((row) => row.s);
    const size = last > 120 ? 14 : 40;
    return {
      spacing: 6,
      vconcat: [
        {
          title: name, width: wide, height: 170, data: { values: rows },
          layer: [
            { data: { values: [{}] }, mark: { type: "rule", color: colours.faint, strokeDash: [3, 3] }, encoding: { y: { datum: 0.5, ...chance } } },
            { mark: { type: "area", opacity: 0.22, color: colours.faint }, transform: [{ filter: "isValid(datum.lo)" }], encoding: { x: x(null), y: { field: "lo", ...chance }, y2: { field: "hi" } } },
            { mark: { type: "line", color: colours.faint, strokeWidth: 1.4 }, encoding: { x: x(null), y: { field: "v", ...chance } } },
            { data: { values: shots }, mark: { type: "point", filled: true, opacity: 1, size }, encoding: { x: x(null), y: { field: "v", ...chance }, color: side, shape, tooltip } },
            { data: { values: [rows[rows.length - 1]] }, mark: { type: "point", shape: "cross", filled: true, size: 90, color: colours.ink }, encoding: { x: x(null), y: { field: "v", ...chance }, tooltip: [{ field: "when", title: "when" }, { field: "v", title: won }] } },
          ],
        },
        {
          width: wide, height: 90, data: { values: shots },
          layer: [
            { data: { values: [{}] }, mark: { type: "rule", color: colours.faint }, encoding: { y: { datum: 0, ...worth } } },
            { mark: { type: "bar", width: Math.max(1, Math.min(12, (wide / last) * 0.7)) }, encoding: { x: x("number of the shot"), y: { field: "w", ...worth }, color: side, tooltip } },
            { mark: { type: "rule", color: colours.ink, strokeWidth: 1 }, encoding: { x: x("number of the shot"), y: { field: "wlo", ...worth }, y2: { field: "whi" } } },
          ],
        },
      ],
    };
  };
  return { vconcat: panels.map(panel), spacing: 22, resolve: { scale: { color: "shared", shape: "shared" } } };
}
