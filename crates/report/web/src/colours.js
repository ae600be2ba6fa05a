// colours that the colour-blind tell apart (M. Okabe and K. Ito)
const APART = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8c6bb1", "#a6761d"];

export function colour(body, number) {
  if (body.kind === "marble") return "#8d99a6";
  if (body.kind === "ball") return "#e6b422";
  if (body.kind === "coin-a") return APART[0];
  if (body.kind === "coin-b") return APART[1];
  const toley = /^toley-(\d+)$/.exec(body.kind);
  return APART[(toley ? Number(toley[1]) : number) % APART.length];
}

export const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
export const isNamed = (body, count) => body.kind !== "marble" && (count <= 12 || body.kind !== "free");

export function ground(surface) {
  const dark = isDark();
  if (surface === "sand") return dark ? "#4a4336" : "#eadfc4";
  if (surface === "table") return dark ? "#3a2f28" : "#e4d3bf";
  if (surface === "board") return dark ? "#20402c" : "#d7ead9";
  return dark ? "#222" : "#f4f4f4";
}
