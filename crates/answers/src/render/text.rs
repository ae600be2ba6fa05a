//! An answer for a terminal: at most twelve lines, and all tables and notes behind `--details`.

use super::shell_line;
use crate::answer::sentence::{Form, Part, Sentence, estimate_text};
use crate::answer::{Answer, Cell, Certainty, Column, ColumnPart, Dependence, Finding, Next, NoteHeading, Table};
use crate::columns::{self, TextColumn};
use crate::number;
use crate::words::{GroupedCount, wrapped};

/// Lines of findings or of a brief table that stand in the answer itself.
const BRIEF_LINES: usize = 6;
/// Assumptions that are named.
const DEPENDENCES: usize = 2;

/// How much is shown.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Characters in a line.
    pub width: usize,
    /// Whether tables and notes are opened.
    pub has_details: bool,
}

/// Several answers to one question: the first as a card, of the others what holds, a line each; with details all whole.
pub fn texts(answers: &[Answer], extent: Extent) -> String {
    let Some((first, others)) = answers.split_first() else { return String::new() };
    if extent.has_details {
        return answers.iter().map(|answer| text(answer, extent)).collect::<Vec<_>>().join("\n");
    }
    let also: String =
        others.iter().map(|answer| line(&format!("  {}", answer.headline.text()), extent.width, "  ")).collect();
    let also = if also.is_empty() { also } else { format!("Also asked:\n{also}") };
    text(first, extent).replace("More: --details\n", &format!("{also}More: --details\n"))
}

/// The answer as text.
pub fn text(answer: &Answer, extent: Extent) -> String {
    let width = extent.width;
    let headline = &answer.headline;
    let mut text = line(&headline.text(), width, "");
    for amount in &headline.amount {
        text += &line(&format!("  {}", amount.text()), width, "  ");
    }
    let brief = brief(answer);
    if !brief.is_empty() {
        text += &format!("\n{brief}");
    }
    for dependence in headline.depends_on.iter().take(DEPENDENCES) {
        text += &line(&dependence_text(dependence), width, "  ");
    }
    for note in answer.notes.iter().filter(|note| note.heading == NoteHeading::Caution) {
        text += &line(&note.sentence.text(), width, "  ");
    }
    for next in answer.next.iter().take(if extent.has_details { usize::MAX } else { 1 }) {
        text += &next_text(next, width);
    }
    if extent.has_details { text + &details(answer, width) } else { text + "More: --details\n" }
}

fn line(text: &str, width: usize, indent: &str) -> String {
    let lead: String = text.chars().take_while(|character| *character == ' ').collect();
    let room = width.saturating_sub(lead.len());
    format!("{lead}{}\n", wrapped(text.trim_start(), room, if indent.is_empty() { "" } else { "    " }))
}

/// The findings, else the table that is brief.
fn brief(answer: &Answer) -> String {
    let findings: Vec<&Finding> = answer.findings.iter().take(BRIEF_LINES).collect();
    if !findings.is_empty() {
        let column = |of: &dyn Fn(&Finding) -> String| TextColumn::left(findings.iter().map(|finding| of(finding)));
        let all = [
            column(&|finding| finding.subject.clone()),
            column(&|finding| plain(&finding.says)),
            column(&|finding| plain(&finding.detail)),
            column(&|finding| finding.certainty.map_or_else(String::new, |certainty| certainty.name().to_owned())),
        ];
        let shown = all.iter().filter(|column| column.width() > 0);
        return columns::indented(&columns::rows(shown));
    }
    answer.tables.iter().find(|table| table.is_brief).map_or_else(String::new, |table| table_text(table, BRIEF_LINES))
}

/// A sentence that stands in a cell, where nothing begins with a capital letter.
pub fn plain(sentence: &Sentence) -> String {
    sentence.0.iter().map(Part::text).collect()
}

/// `Depends on the rolling friction of the sand: 4.0 at 0.25, 8.3 at 0.05. Nobody has measured it.`
pub fn dependence_text(dependence: &Dependence) -> String {
    let case = |(value, estimate): &(_, _)| {
        format!("{} at {}", estimate_text(estimate, &dependence.of, Form::Alone), dependence.on.value(value))
    };
    let cases: Vec<String> = dependence.cases.iter().map(case).collect();
    let cases = if cases.is_empty() { String::new() } else { format!(": {}", cases.join(", ")) };
    let unknown = if dependence.is_assumed { " Nobody has measured it." } else { "" };
    format!("Depends on {}{cases}.{unknown}", dependence.on.with_article())
}

/// What to do next; a command for which the line has no room stands in one of its own, since it is copied whole.
fn next_text(next: &Next, width: usize) -> String {
    let time = next.seconds.map_or_else(String::new, |seconds| format!(" ({})", duration(seconds)));
    let told = format!("Next: {}{time}", plain(&next.sentence));
    if next.command.is_empty() {
        return line(&told, width, "  ");
    }
    let (command, told) = (shell_line(&next.command), told + ":");
    match told.chars().count() + 1 + command.chars().count() <= width {
        true => format!("{told} {command}\n"),
        false => format!("{}    {command}\n", line(&told, width, "  ")),
    }
}

/// `20 seconds`, `4 minutes`, `3 hours`.
pub fn duration(seconds: f64) -> String {
    let told = |number: f64, unit: &str| {
        let number = number.round().max(1.0);
        format!("{number} {unit}{}", if number == 1.0 { "" } else { "s" })
    };
    match seconds {
        _ if seconds < 90.0 => told(seconds, "second"),
        _ if seconds < 5400.0 => told(seconds / 60.0, "minute"),
        _ => told(seconds / 3600.0, "hour"),
    }
}

/// A table with so many rows at most, aligned.
pub fn table_text(table: &Table, most: usize) -> String {
    let of = |(at, column): (usize, &Column)| {
        let head = column.head.map_or_else(|| column.quantity.label.clone(), str::to_owned);
        let cells = table.rows.iter().take(most).map(|row| cell_text(row.get(at).unwrap_or(&Cell::Absent), column));
        let all: Vec<String> = std::iter::once(head).chain(cells).collect();
        let is_left = !matches!(column.part, ColumnPart::Result { .. } | ColumnPart::Point);
        TextColumn { cells: all, is_left }
    };
    let all: Vec<TextColumn> = table.columns.iter().enumerate().map(of).collect();
    let mut text = columns::indented(&columns::rows(&all));
    if table.rows.len() > most {
        text += &format!("{}and {} more\n", columns::GAP, GroupedCount((table.rows.len() - most) as u64));
    }
    text
}

/// A cell as people read it.
pub fn cell_text(cell: &Cell, column: &Column) -> String {
    match cell {
        Cell::Estimate(estimate) => estimate_text(estimate, &column.quantity, Form::WithInterval),
        Cell::Value(value) => column.quantity.value(value),
        Cell::Number(value) => column.quantity.with_unit(&number::short(value * column.quantity.factor)),
        Cell::P(p) => number::p_value(*p),
        Cell::Count(count) => GroupedCount(*count).to_string(),
        Cell::Verdict(verdict, Some(Certainty::Probably)) => format!("probably {}", verdict.name()),
        Cell::Verdict(verdict, _) => verdict.name().to_owned(),
        Cell::Name(name) => name.clone(),
        Cell::Absent => "-".to_owned(),
    }
}

/// Tables, notes by heading, and the command that makes it again.
fn details(answer: &Answer, width: usize) -> String {
    let mut text = String::new();
    for table in &answer.tables {
        text += &format!("\n{}\n{}", table.title.text(), table_text(table, usize::MAX));
    }
    for (heading, name) in
        [(NoteHeading::Words, "Words"), (NoteHeading::Depends, "Depends"), (NoteHeading::Method, "Method")]
    {
        let notes: Vec<String> = answer
            .notes
            .iter()
            .filter(|note| note.heading == heading)
            .map(|note| line(&format!("  {}", note.sentence.text()), width, "  "))
            .collect();
        if !notes.is_empty() {
            text += &format!("\n{name}\n{}", notes.concat());
        }
    }
    let about = &answer.about;
    let seed = about.seed.map_or_else(String::new, |seed| format!("; seed {seed}"));
    text += &format!("\nAgain\n  {}\n", shell_line(&about.again));
    let [done, planned] = about.trials.map(GroupedCount);
    if let Some(dataset) = &about.dataset {
        text += &format!("  {dataset}: {done} of {planned} trials{seed}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_stands_in_one_line() {
        let command = ["tolley", "ask", "flick", "--set", "player.aim_sd_rad=2 deg"].map(str::to_owned).to_vec();
        let next = Next { sentence: Sentence::words("more trials tell more"), command, seconds: None };
        let line = "tolley ask flick --set 'player.aim_sd_rad=2 deg'";
        assert_eq!(next_text(&next, 120), format!("Next: more trials tell more: {line}\n"));
        assert_eq!(next_text(&next, 60), format!("Next: more trials tell more:\n    {line}\n"));
    }
}
