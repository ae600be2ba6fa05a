//! An answer as a card of Markdown, to paste into a page: what holds, one small table, what it depends on, the command.

use super::shell_line;
use super::text::{cell_text, certainty_head, dependence_text, plain};
use crate::answer::{Answer, Finding, NoteHeading, Table};
use crate::catalogue::{self, word};

/// Rows of the table of a card.
const ROWS: usize = 8;

/// The first answer as a card under this heading, of the others what holds, an item each.
pub fn cards(heading: &str, answers: &[Answer]) -> String {
    let Some((first, others)) = answers.split_first() else { return String::new() };
    let mut text = format!("## {heading}\n\n{}", card(first));
    let also = others.iter().map(|answer| format!("- {}\n", escaped(&answer.headline.text())));
    let also: String = also.collect();
    if !also.is_empty() {
        text += &format!("\n{}\n\n{also}", word("answer.also_asked"));
    }
    let mut commands: Vec<String> = answers.iter().map(|answer| shell_line(&answer.about.again)).collect();
    commands.dedup();
    text + &format!("\n```sh\n{}\n```\n", commands.join("\n"))
}

fn card(answer: &Answer) -> String {
    let headline = &answer.headline;
    let amounts: String =
        headline.amount.iter().map(|amount| format!(" {}.", escaped(amount.text().trim_end_matches('.')))).collect();
    let mut text = format!("**{}**{amounts}\n", escaped(&headline.text()));
    let brief = brief(answer);
    if !brief.is_empty() {
        text += &format!("\n{brief}");
    }
    for note in answer.notes.iter().filter(|note| note.heading.is_shown()) {
        text += &format!("\n{}\n", escaped(&note.sentence.text()));
    }
    for note in answer.notes.iter().filter(|note| note.heading == NoteHeading::Tried) {
        text += &format!("\n{}\n", escaped(&note.sentence.text()));
    }
    for dependence in &headline.depends_on {
        text += &format!("\n{}\n", escaped(&dependence_text(dependence)));
    }
    text
}

/// The findings, else the table that is brief.
fn brief(answer: &Answer) -> String {
    if !answer.findings.is_empty() {
        let rows: Vec<Vec<String>> = answer.findings.iter().take(ROWS).map(cells_of).collect();
        let heads = answer.about.heads.iter().cloned().chain([certainty(answer)]).collect::<Vec<_>>();
        return with_more(rows_text(&heads, &rows), answer.findings.len());
    }
    answer.tables.iter().find(|table| table.is_brief).map_or_else(String::new, table_text)
}

fn cells_of(finding: &Finding) -> Vec<String> {
    let certainty = finding.certainty.map_or_else(String::new, |certainty| certainty.said().to_owned());
    vec![finding.subject.clone(), plain(&finding.says), plain(&finding.detail), certainty]
}

/// Over how sure the findings are, where they have heads.
fn certainty(answer: &Answer) -> String {
    let is_headed = answer.about.heads.iter().any(|head| !head.is_empty());
    if is_headed { certainty_head().to_owned() } else { String::new() }
}

fn table_text(table: &Table) -> String {
    let heads: Vec<String> = table
        .columns
        .iter()
        // a terminal has no room for some heads, a page has
        .map(|column| column.head.filter(|head| !head.is_empty()).unwrap_or(&column.quantity.label).to_owned())
        .collect();
    let row = |cells: &Vec<_>| cells.iter().zip(&table.columns).map(|(cell, column)| cell_text(cell, column)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().take(ROWS).map(row).collect();
    with_more(rows_text(&heads, &rows), table.rows.len())
}

/// The rows that are shown, and how many are not.
fn with_more(text: String, of: usize) -> String {
    let more = of.saturating_sub(ROWS);
    if more == 0 {
        return text;
    }
    format!("{text}\n{}\n", catalogue::text("answer.and_more", &[("left", &more.to_string())]))
}

/// A table without columns that are empty everywhere.
fn rows_text(heads: &[String], rows: &[Vec<String>]) -> String {
    let is_used = |at: &usize| rows.iter().any(|row| !row[*at].is_empty());
    let used: Vec<usize> = (0..heads.len()).filter(is_used).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> = used.iter().map(|at| escaped(&cells[*at])).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", "---|".repeat(used.len()));
    line(heads) + &rule + &rows.iter().map(|row| line(row)).collect::<String>()
}

/// Text that stays text in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '|' | '*' | '_' | '`' | '[' | ']' | '<' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
