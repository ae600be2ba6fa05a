//! A report: the question and its answer first, then sections with tables and figures.

use serde::Serialize;
use serde_json::Value;

use crate::markup::{Markup, visible};
use crate::page::{BODY, OPENING, Page, REPORT_SCRIPT};

/// A chart, drawn by the script of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// A part of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// Its text and tables.
    pub body: Markup,
    /// Its charts, which come before them.
    pub figures: Vec<Figure>,
}

/// A report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// What is asked, or what it is about.
    pub question: String,
    /// The answer, in sentences.
    pub answer: Vec<String>,
    /// What has to be known before anything is believed.
    pub doubts: Vec<String>,
    /// The rest.
    pub sections: Vec<Section>,
}

/// What the script is given.
#[derive(Debug, Serialize)]
struct Data {
    figures: Vec<Value>,
}

/// How the body of a report begins; that of a page that shows motion begins otherwise.
const HEADER: &str = "<header><h1>";

impl Document {
    /// Whether a text is a report that was made here, of any version.
    pub fn is_made(page: &str) -> bool {
        let body = page.strip_prefix(OPENING).and_then(|rest| rest.split_once(BODY));
        body.is_some_and(|(_, body)| body.starts_with(HEADER))
    }

    /// The whole page.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let mut body = Markup::new().tag("<header>").element("h1", &self.question);
        for sentence in &self.answer {
            body = body.classed("p", "answer", sentence);
        }
        for doubt in &self.doubts {
            body = body.classed("p", "doubt", doubt);
        }
        body = body.tag("</header>\n<main>");
        let mut figures = Vec::new();
        for section in self.sections.iter().filter(|section| !section.is_empty()) {
            body = body.tag("\n<section>").element("h2", &section.heading);
            for figure in &section.figures {
                body = body.with(&frame(figure, figures.len()));
                figures.push(shown(serde_json::to_value(figure)?));
            }
            body = body.with(&section.body).tag("</section>");
        }
        let body = body.tag("\n</main>");
        let data = Data { figures };
        Page { title: &self.question, body: &body, data: &data, script: REPORT_SCRIPT }.html()
    }
}

impl Section {
    /// A section without a chart.
    pub fn of(heading: &str, body: Markup) -> Section {
        Section { heading: heading.to_owned(), body, figures: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.body.as_str().is_empty()
    }
}

/// Where a chart goes.
fn frame(figure: &Figure, number: usize) -> Markup {
    let caption = Markup::new().element("b", &figure.title).tag(" ").text(&figure.caption);
    Markup::new()
        .tag("<figure><div class=\"chart\" id=\"figure-")
        .text(&number.to_string())
        .tag("\"></div><figcaption>")
        .with(&caption)
        .tag("</figcaption></figure>")
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

/// A table: its head, a line of units unless all are empty, and rows; the first `left` columns are names.
pub fn table(head: &[(String, String)], rows: &[Vec<String>], left: usize) -> Markup {
    let line = |markup: Markup, name: &'static str, cells: &mut dyn Iterator<Item = &str>| {
        cells.enumerate().fold(markup.tag("<tr>"), |markup, (column, cell)| match column < left {
            true => markup.classed(name, "name", cell),
            false => markup.element(name, cell),
        })
    };
    let mut markup = Markup::new().tag("<div class=\"wide\"><table><thead>");
    markup = line(markup, "th", &mut head.iter().map(|(name, _)| name.as_str())).tag("</tr>");
    if head.iter().any(|(_, unit)| !unit.is_empty()) {
        markup = line(markup, "td", &mut head.iter().map(|(_, unit)| unit.as_str())).tag("</tr>");
    }
    markup = markup.tag("</thead><tbody>");
    for row in rows {
        markup = line(markup, "td", &mut row.iter().map(String::as_str)).tag("</tr>\n");
    }
    markup.tag("</tbody></table></div>")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_stay_text_in_tables_and_charts() {
        let hostile = "<img src=x onerror=alert(1)>\u{202e}";
        let figure = Figure {
            kind: "points",
            title: hostile.to_owned(),
            caption: hostile.to_owned(),
            data: json!({ "rows": [{ "x": hostile }] }),
        };
        let rows = [vec![hostile.to_owned(), "1".to_owned()]];
        let body = table(&[(hostile.to_owned(), String::new()), ("n".to_owned(), String::new())], &rows, 1);
        let section = Section { heading: hostile.to_owned(), body, figures: vec![figure] };
        let document = Document {
            question: hostile.to_owned(),
            answer: vec![hostile.to_owned()],
            doubts: vec![hostile.to_owned()],
            sections: vec![section],
        };
        let html = document.html().expect("a page");
        assert!(Document::is_made(&html) && !Document::is_made(&html[1..]));
        assert!(!html.contains("<img") && !html.contains('\u{202e}'));
        assert_eq!(html.matches("&lt;img src=x onerror=alert(1)&gt;[U+202E]").count(), 9);
        assert_eq!(html.matches(r"\u003cimg src=x onerror=alert(1)\u003e[U+202E]").count(), 2);
    }
}
