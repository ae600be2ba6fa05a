//! A report: the question and its answer first, then sections with tables and figures, which the reader opens.

use serde::Serialize;
use serde_json::Value;

use crate::figure::{Figure, frame};
use crate::markup::Markup;
use crate::page::{BODY, OPENING, Page, REPORT_SCRIPT};
use crate::screen::{self, Screen};

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
    /// What is read first; without it the page begins with question and answer, and its sections are open.
    pub screen: Option<Screen>,
    /// The rest.
    pub sections: Vec<Section>,
}

/// What the script is given.
#[derive(Debug, Serialize)]
struct Data {
    figures: Vec<Value>,
}

/// How the body of a report begins that has no first screen; that of a page that shows motion begins otherwise.
const HEADER: &str = "<header><h1>";

impl Document {
    /// Whether a text is a report that was made here, of any version.
    pub fn is_made(page: &str) -> bool {
        let body = page.strip_prefix(OPENING).and_then(|rest| rest.split_once(BODY));
        body.is_some_and(|(_, body)| body.starts_with(HEADER) || body.starts_with(screen::HEADER))
    }

    /// The whole page.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let mut figures = Vec::new();
        let mut body = match &self.screen {
            Some(screen) => screen.markup(&self.doubts, &mut figures)?,
            None => self.header(),
        };
        body = body.tag("\n<main>");
        let mut anchors: Vec<String> = Vec::new();
        for section in self.sections.iter().filter(|section| !section.is_empty()) {
            anchors.push(anchor(&section.heading, &anchors));
            let id = anchors.last().map_or("", String::as_str);
            body = body.tag("\n<details id=\"").text(id);
            body = body.tag(if self.screen.is_some() { "\"><summary>" } else { "\" open><summary>" });
            body = body.element("h2", &section.heading).tag("</summary>");
            for figure in &section.figures {
                body = body.with(&frame(figure, &mut figures)?);
            }
            body = body.with(&section.body).tag("</details>");
        }
        let body = body.tag("\n</main>");
        let data = Data { figures };
        Page { title: &self.question, body: &body, data: &data, script: REPORT_SCRIPT }.html()
    }

    /// Question and answer.
    fn header(&self) -> Markup {
        let body = Markup::new().tag("<header>").element("h1", &self.question);
        let body = self.answer.iter().fold(body, |body, sentence| body.classed("p", "answer", sentence));
        let body = self.doubts.iter().fold(body, |body, doubt| body.classed("p", "doubt", doubt));
        body.tag("</header>")
    }
}

/// The anchor of a heading, by which links find it: small letters, digits and hyphens, unlike those before it.
fn anchor(heading: &str, before: &[String]) -> String {
    let letters: String =
        heading.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { ' ' }).collect();
    let words: Vec<String> = letters.split_whitespace().take(6).map(str::to_ascii_lowercase).collect();
    let name = if words.is_empty() { "part".to_owned() } else { words.join("-") };
    // a name that a chart has would lead to that
    let is_free = |name: &String| !before.contains(name) && !name.starts_with("figure-") && name != "data";
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or_default()
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
    use crate::screen::Fact;

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
            sections: vec![section.clone(), section],
            screen: None,
        };
        let html = document.html().expect("a page");
        assert!(Document::is_made(&html) && !Document::is_made(&html[1..]));
        assert!(!html.contains("<img") && !html.contains('\u{202e}'));
        assert_eq!(html.matches("&lt;img src=x onerror=alert(1)&gt;[U+202E]").count(), 14);
        assert_eq!(html.matches(r"\u003cimg src=x onerror=alert(1)\u003e[U+202E]").count(), 4);
        assert!(html.contains("<details id=\"img-src-x-onerror-alert-1\" open>"));
        assert!(html.contains("<details id=\"img-src-x-onerror-alert-1-2\" open>"));
    }

    #[test]
    fn below_a_first_screen_everything_is_folded_and_has_an_anchor() {
        let hostile = "<b onclick=alert(1)>";
        let picture = Figure { kind: "answer-lines", title: hostile.to_owned(), ..Figure::default() };
        let fact =
            Fact { heading: hostile.to_owned(), body: Markup::new().text(hostile), figure: Some(picture.clone()) };
        let screen = Screen {
            subject: hostile.to_owned(),
            question: hostile.to_owned(),
            verdict: hostile.to_owned(),
            lead: vec![fact.clone()],
            picture: Some(picture),
            rest: vec![fact],
        };
        let sections = vec![Section::of("The same, as a table", Markup::new().text("1"))];
        let doubts = vec![hostile.to_owned()];
        let document = Document { doubts, sections, screen: Some(screen), ..Document::default() };
        let html = document.html().expect("a page");
        assert!(Document::is_made(&html) && !html.contains("<b on"));
        assert_eq!(html.matches("&lt;b onclick=alert(1)&gt;").count(), 8);
        assert!(html.contains("<details id=\"the-same-as-a-table\"><summary><h2>"));
        // the charts are numbered in the order in which they are read
        assert!((0..3).all(|number| html.contains(&format!("id=\"figure-{number}\""))));
    }
}
