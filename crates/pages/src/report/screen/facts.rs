//! The parts of the first screen that are read: how much, what else is to be known, what it depends on, what is next.

use serde_json::json;
use tolley_answers::answer::sentence::{Form, Part, Sentence, estimate_text};
use tolley_answers::answer::{Answer, Certainty, Dependence, Finding, Next, Note, Table, Verdict};
use tolley_answers::render::shell_line;
use tolley_answers::render::text::{cell_text, certainty_head, duration};
use tolley_report::{Fact, Figure, Markup, document};

use super::rows;

/// Findings, or rows of a brief table, that are read before anything is opened.
const MOST_LINES: usize = 6;
/// Characters of a subject in a line.
const LONG_SUBJECT: usize = 30;
/// Assumptions that are named.
const MOST_DEPENDENCES: usize = 2;

/// What stands before the picture: how much, and how sure that is.
pub fn lead(answer: &Answer) -> Vec<Fact> {
    let headline = &answer.headline;
    let mut body = Markup::new();
    for (number, amount) in headline.amount.iter().enumerate() {
        body = body.tag("<p>").with(&large(amount, number == 0));
        if number == 0 {
            body = body.with(&sure(headline.certainty));
        }
        body = body.tag("</p>");
    }
    if headline.amount.is_empty() {
        // what is exact or only described is not more or less sure
        if matches!(headline.verdict, Verdict::Exact | Verdict::Described) {
            return Vec::new();
        }
        return vec![Fact { heading: "How sure".to_owned(), body: sure(headline.certainty), figure: None }];
    }
    vec![Fact { heading: "How much".to_owned(), body, figure: None }]
}

/// A sentence whose first estimate is large.
fn large(sentence: &Sentence, is_large: bool) -> Markup {
    let first = sentence.0.iter().position(|part| matches!(part, Part::Estimate(..)));
    let Some(first) = first.filter(|_| is_large) else { return Markup::new().text(&sentence.text()) };
    let plain = |parts: &[Part]| parts.iter().map(Part::text).collect::<String>();
    let text = sentence.0[first].text();
    let (number, rest) = text.split_once(' ').map_or((text.as_str(), String::new()), |(a, b)| (a, format!(" {b}")));
    let before = Sentence(sentence.0[..first].to_vec()).text();
    let after = rest + &plain(&sentence.0[first + 1..]);
    Markup::new().text(&before).classed("span", "big", number).text(&after)
}

/// How sure something is.
fn sure(certainty: Certainty) -> Markup {
    let class = if certainty == Certainty::CannotTell { "sure open" } else { "sure" };
    Markup::new().tag(" ").classed("span", class, certainty.name())
}

/// What stands after the picture.
pub fn rest(answer: &Answer, picture: Option<&Figure>) -> Vec<Fact> {
    let mut facts: Vec<Fact> = brief(answer).into_iter().collect();
    facts.extend(cautions(answer, picture));
    let depends = answer.headline.depends_on.iter().take(MOST_DEPENDENCES);
    facts.extend(depends.map(|dependence| depends_on(answer, dependence)));
    let next: Vec<&Next> = answer.next.iter().take(2).collect();
    if !next.is_empty() {
        let body = next.iter().fold(Markup::new(), |body, next| body.with(&next_step(next)));
        facts.push(Fact { heading: "What to do next".to_owned(), body, figure: None });
    }
    facts
}

/// What must be known with the first sentence, but for what a picture says itself.
fn cautions(answer: &Answer, picture: Option<&Figure>) -> Option<Fact> {
    let is_said = |note: &Note| picture.is_some_and(|picture| picture.caption.contains(&note.sentence.text()));
    let shown: Vec<_> = answer.notes.iter().filter(|note| note.heading.is_shown() && !is_said(note)).collect();
    let body = shown.iter().fold(Markup::new(), |body, note| body.element("p", &note.sentence.text()));
    (!shown.is_empty()).then(|| Fact { heading: "Good to know".to_owned(), body, figure: None })
}

/// The findings as a table, else the table that is brief.
fn brief(answer: &Answer) -> Option<Fact> {
    let heading = "What else to know".to_owned();
    if !answer.findings.is_empty() {
        // a long subject takes several lines
        let mut room = MOST_LINES;
        let lines = answer.findings.iter().take_while(|finding| {
            let fits = room > 0;
            room = room.saturating_sub(1 + finding.subject.chars().count() / LONG_SUBJECT);
            fits
        });
        let begin = Markup::new().tag("<div class=\"wide\"><table>").with(&heads(answer)).tag("<tbody>");
        let body = lines.fold(begin, |body, finding| body.with(&line(finding)));
        return Some(Fact { heading, body: body.tag("</tbody></table></div>"), figure: None });
    }
    // a picture has the values of an axis already
    let is_drawn = |table: &Table| rows::values(answer).is_some_and(|drawn| std::ptr::eq(drawn, table));
    let table = answer.tables.iter().find(|table| table.is_brief && table.name != "limits" && !is_drawn(table))?;
    Some(Fact { heading: table.title.text(), body: self::table(table, MOST_LINES), figure: None })
}

/// What the columns of the findings are, where the answer says so.
fn heads(answer: &Answer) -> Markup {
    let heads = &answer.about.heads;
    if heads.iter().all(String::is_empty) {
        return Markup::new();
    }
    let row = heads.iter().fold(Markup::new().tag("<thead><tr>"), |row, head| row.element("th", head));
    row.element("th", certainty_head()).tag("</tr></thead>")
}

fn line(finding: &Finding) -> Markup {
    let plain = |sentence: &Sentence| sentence.0.iter().map(Part::text).collect::<String>();
    let body = Markup::new().tag("<tr>").element("th", &finding.subject);
    let body = body.element("td", &plain(&finding.says)).element("td", &plain(&finding.detail)).tag("<td>");
    let sure = finding.certainty.map_or_else(Markup::new, sure);
    body.with(&sure).tag("</td></tr>")
}

/// An assumption, and what the answer would be at other values of it.
fn depends_on(answer: &Answer, dependence: &Dependence) -> Fact {
    let unknown = if dependence.is_assumed { ", which nobody has measured" } else { "" };
    let heading = format!("What it depends on: {}{unknown}", dependence.on.label);
    let of = &dependence.of;
    let here = answer.headline.amount.iter().flat_map(|amount| &amount.0).find_map(|part| match part {
        Part::Estimate(estimate, quantity, _) if quantity.name == of.name => Some(("as played".to_owned(), estimate)),
        _ => None,
    });
    let mut cases: Vec<_> = dependence.cases.iter().collect();
    cases.sort_by(|(a, _), (b, _)| rows::number(a).total_cmp(&rows::number(b)));
    let cases = cases.into_iter().map(|(value, estimate)| (dependence.on.value(value), estimate));
    let all: Vec<_> = here.into_iter().chain(cases).collect();
    let told = |(name, estimate): &(String, &_)| format!("{name}: {}", estimate_text(estimate, of, Form::WithInterval));
    let says = all.iter().map(told).collect::<Vec<_>>().join("; ");
    let row = |(name, estimate): &(String, &_)| {
        let mut row = rows::estimate(estimate, of);
        row.insert("name".to_owned(), json!(name));
        row.insert("shown".to_owned(), json!(estimate_text(estimate, of, Form::Alone)));
        row
    };
    let turn = if dependence.turns { Markup::new().element("p", "It turns the answer round.") } else { Markup::new() };
    let figure = (!dependence.cases.is_empty()).then(|| Figure {
        kind: "answer-cases",
        title: format!("{}, by {}", of.label, dependence.on.label),
        caption: String::new(),
        data: json!({ "says": says, "rows": all.iter().map(row).collect::<Vec<_>>() }),
    });
    Fact { heading, body: turn, figure }
}

fn next_step(next: &Next) -> Markup {
    let time = next.seconds.map_or_else(String::new, |seconds| format!(", about {}", duration(seconds)));
    let colon = if next.command.is_empty() { "." } else { ":" };
    let body = Markup::new().element("p", &format!("{}{time}{colon}", next.sentence.text().trim_end_matches('.')));
    if next.command.is_empty() { body } else { body.with(&command(&next.command)) }
}

/// A command that can be copied as one line.
pub fn command(words: &[String]) -> Markup {
    let line = shell_line(words);
    Markup::new().tag("<div class=\"command\"><code tabindex=\"0\">").text(&line).tag("</code></div>")
}

/// A table of an answer as markup, with so many rows at most.
pub fn table(table: &Table, most: usize) -> Markup {
    let name = |label: &str, unit: &str| (label.to_owned(), unit.to_owned());
    let head: Vec<(String, String)> =
        table.columns.iter().map(|column| name(column.head.unwrap_or(&column.quantity.label), "")).collect();
    let text = |row: &Vec<_>| row.iter().zip(&table.columns).map(|(cell, column)| cell_text(cell, column)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().take(most).map(text).collect();
    let title = if table.title.is_empty() { Markup::new() } else { Markup::new().element("p", &table.title.text()) };
    let body = title.with(&document::table(&head, &rows, rows::axes(table).len()));
    match table.rows.len().saturating_sub(most) {
        0 => body,
        more => body.element("p", &format!("And {more} more, in the files next to the page.")),
    }
}
