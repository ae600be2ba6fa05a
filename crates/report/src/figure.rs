//! Charts: what the script draws them from, and where they go.

use serde::Serialize;
use serde_json::Value;

use crate::markup::{Markup, visible};

/// A chart, drawn by the script of the page.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    /// Which chart: a name that the script knows.
    pub kind: &'static str,
    /// What it shows.
    pub title: String,
    /// What stands under it: units, n, seed, and how it is to be read.
    #[serde(skip)]
    pub caption: String,
    /// What the chart is drawn from.
    pub data: Value,
}

/// Where a chart goes; the chart joins those of the script.
pub(crate) fn frame(figure: &Figure, figures: &mut Vec<Value>) -> Result<Markup, serde_json::Error> {
    let body = Markup::new().tag("<figure><div class=\"chart\" id=\"figure-").text(&figures.len().to_string());
    figures.push(shown(serde_json::to_value(figure)?));
    let body = body.tag("\"></div>");
    if figure.caption.is_empty() {
        return Ok(body.tag("</figure>"));
    }
    let caption = Markup::new().element("b", &figure.title).tag(" ").text(&figure.caption);
    Ok(body.tag("<figcaption>").with(&caption).tag("</figcaption></figure>"))
}

/// The same with all texts as they may be shown.
fn shown(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(visible(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(shown).collect()),
        Value::Object(entries) => Value::Object(entries.into_iter().map(|(key, value)| (key, shown(value))).collect()),
        other => other,
    }
}
