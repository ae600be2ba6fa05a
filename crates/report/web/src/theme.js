// colours that people with any colour vision can tell apart, light and dark
export const OKABE_ITO = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a800"];
const OKABE_ITO_DARK = ["#56b4e9", "#e69f00", "#2fc79d", "#e39cc6", "#d55e00", "#7aa6ff", "#a9a9a9", "#f0e442"];

export function theme(dark) {
  const ink = dark ? "#e8e8e8" : "#1a1a1a";
  const faint = dark ? "#a0a0a0" : "#666666";
  const line = dark ? "#3a3a3a" : "#dddddd";
  return {
    ink, faint, line,
    ground: dark ? "#161616" : "#ffffff",
    mark: dark ? "#56b4e9" : "#0072b2",
    alarm: dark ? "#e69f00" : "#d55e00",
    calm: dark ? "#a9a9a9" : "#7f7f7f",
    band: dark ? "#2c3a33" : "#e3f1ea",
    series: dark ? OKABE_ITO_DARK : OKABE_ITO,
    config: {
      background: null,
      font: "system-ui, sans-serif",
      padding: 4,
      view: { stroke: null },
      axis: {
        labelColor: ink, titleColor: ink, gridColor: line, domainColor: faint, tickColor: faint, labelFontSize: 11,
        titleFontSize: 12, titleFontWeight: "normal", labelLimit: 180,
      },
      legend: { labelColor: ink, titleColor: ink, titleFontWeight: "normal", titleLimit: 400, labelLimit: 260 },
      title: { color: ink, fontWeight: "normal", fontSize: 12, anchor: "start", limit: 600 },
      text: { color: ink },
    },
  };
}
