//! An answer for a terminal: at most twelve lines, and all tables and notes behind `--details`.

use super::shell_line;
use crate::answer::sentence::{Form, Part, Sentence, estimate_text};
use crate::answer::{Answer, Cell, Certainty, Column, ColumnPart, Dependence, Finding, Next, NoteHeading, Table};
use crate::catalogue::{self, word};
use crate::columns::{self, TextColumn};
use crate::number;
use crate::words::{GroupedCount, wrapped};

/// Lines of a card.
const MOST_LINES: usize = 12;
/// Lines of findings or of a brief table that stand in the answer itself, at most.
const BRIEF_LINES: usize = 6;
/// And at least, where other lines take the room; with fewer there are none.
const LEAST_LINES: usize = 2;
/// Lines that are kept for other answers.
const ALSO_LINES: usize = 2;
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

/// Several answers to one question: the first as a card, of the others what holds, as far as there is room; with
/// details all whole.
pub fn texts(answers: &[Answer], extent: Extent) -> String {
    let Some((first, others)) = answers.split_first() else { return String::new() };
    if extent.has_details {
        return answers.iter().map(|answer| text(answer, extent)).collect::<Vec<_>>().join("\n");
    }
    if others.is_empty() {
        return text(first, extent);
    }
    let also = |answer: &Answer| line(&format!("  {}", answer.headline.text()), extent.width, "  ");
    let also: Vec<String> = others.iter().map(also).collect();
    let card = card(first, extent.width, 1 + height(&also.concat()).min(ALSO_LINES));
    let room = MOST_LINES.saturating_sub(height(&card) + 2);
    // what is left out is counted in a line of its own
    let mut told = also.clone();
    while !told.is_empty() && height(&told.concat()) + usize::from(told.len() < also.len()) > room {
        told.pop();
    }
    let left = also.len() - told.len();
    match (told.len(), left) {
        (0, _) => {
            let also = catalogue::text("answer.also_asked_more", &[("left", &left.to_string())]);
            format!("{card}{also}\n{}", last_line())
        }
        (_, 0) => format!("{card}{}\n{}{}", word("answer.also_asked"), told.concat(), last_line()),
        _ => format!("{card}{}\n{}{}{}", word("answer.also_asked"), told.concat(), and_more(left as u64), last_line()),
    }
}

/// The last line of an answer that is not opened.
pub fn last_line() -> String {
    format!("{}\n", word("answer.more"))
}

/// `  and 3 more`, a line.
fn and_more(left: u64) -> String {
    let left = GroupedCount(left).to_string();
    format!("{}{}\n", columns::GAP, catalogue::text("answer.and_more", &[("left", &left)]))
}

/// The head over how sure findings are.
pub fn certainty_head() -> &'static str {
    word("answer.how_sure")
}

/// The answer as text.
pub fn text(answer: &Answer, extent: Extent) -> String {
    if extent.has_details {
        let [head, tail] = head_and_tail(answer, extent.width, usize::MAX);
        let brief = brief(answer, BRIEF_LINES, extent.width);
        return head + &below(brief) + &tail + &details(answer, extent.width);
    }
    card(answer, extent.width, 0) + &last_line()
}

/// The answer with so many lines left for what else is said, but for the last line.
fn card(answer: &Answer, width: usize, reserved: usize) -> String {
    let [head, tail] = head_and_tail(answer, width, 1);
    let used = height(&head) + height(&tail) + reserved + 1;
    // with an empty line, heads and what is left out
    let mut brief = (LEAST_LINES..=BRIEF_LINES).rev().map(|most| below(brief(answer, most, width)));
    let fits = brief.find(|brief| used + height(brief) <= MOST_LINES);
    head + &fits.unwrap_or_default() + &tail
}

/// What stands below the first sentence, in so many lines: what to choose, and what else costs.
pub fn opening(answer: &Answer, most: usize, width: usize) -> String {
    let whole = brief(answer, most, width);
    if whole.lines().all(|line| line.chars().count() <= width) {
        return whole;
    }
    // how sure it is stays, what others cost goes
    let short = |finding: &Finding| Finding { detail: Sentence::default(), ..finding.clone() };
    brief(&Answer { findings: answer.findings.iter().map(short).collect(), ..answer.clone() }, most, width)
}

fn below(brief: String) -> String {
    if brief.is_empty() { brief } else { format!("\n{brief}") }
}

fn height(text: &str) -> usize {
    text.lines().count()
}

/// What stands above and below findings and table, with so many next steps.
fn head_and_tail(answer: &Answer, width: usize, most_next: usize) -> [String; 2] {
    let headline = &answer.headline;
    let mut head = line(&headline.text(), width, "");
    for amount in &headline.amount {
        head += &line(&format!("  {}", amount.text()), width, "  ");
    }
    let mut tail = String::new();
    for dependence in headline.depends_on.iter().take(DEPENDENCES) {
        tail += &line(&dependence_text(dependence), width, "  ");
    }
    for note in answer.notes.iter().filter(|note| note.heading.is_shown()) {
        tail += &line(&note.sentence.text(), width, "  ");
    }
    for next in answer.next.iter().take(most_next) {
        tail += &next_text(next, width);
    }
    [head, tail]
}

fn line(text: &str, width: usize, indent: &str) -> String {
    let lead: String = text.chars().take_while(|character| *character == ' ').collect();
    let room = width.saturating_sub(lead.len());
    format!("{lead}{}\n", wrapped(text.trim_start(), room, if indent.is_empty() { "" } else { "    " }))
}

/// The findings, else the table that is brief.
fn brief(answer: &Answer, most: usize, width: usize) -> String {
    let findings: Vec<&Finding> = answer.findings.iter().take(most).collect();
    if findings.is_empty() {
        let Some(table) = answer.tables.iter().find(|table| table.is_brief) else { return String::new() };
        // long heads stand where a line has room for them
        let whole = table_of(table, most, |column| column.head.filter(|head| !head.is_empty()));
        let fits = whole.lines().all(|line| line.chars().count() <= width);
        return if fits { whole } else { table_text(table, most) };
    }
    let left = answer.findings.len() - findings.len();
    let more = if left > 0 { and_more(left as u64) } else { String::new() };
    let heads = &answer.about.heads;
    let headed = columns::indented(&columns::rows(&finding_columns(&findings, Some(heads))));
    let fits = headed.lines().all(|line| line.chars().count() <= width);
    if heads.iter().any(|head| !head.is_empty()) && fits {
        return headed + &more;
    }
    columns::indented(&columns::rows(&finding_columns(&findings, None))) + &more
}

/// Findings as columns, of which none is empty, below their heads.
fn finding_columns(findings: &[&Finding], heads: Option<&[String; 3]>) -> Vec<TextColumn> {
    let cells = |at: usize, finding: &Finding| match at {
        0 => finding.subject.clone(),
        1 => plain(&finding.says),
        2 => plain(&finding.detail),
        _ => finding.certainty.map_or_else(String::new, |certainty| certainty.said().to_owned()),
    };
    let column = |at: usize| {
        let column = TextColumn::left(findings.iter().map(|finding| cells(at, finding)));
        let head = heads.map(|heads| heads.get(at).map_or_else(|| certainty_head().to_owned(), String::clone));
        let is_used = column.width() > 0;
        let all = TextColumn::left(head.into_iter().chain(column.cells));
        is_used.then_some(all)
    };
    (0..4).filter_map(column).collect()
}

/// A sentence that stands in a cell, where nothing begins with a capital letter.
pub fn plain(sentence: &Sentence) -> String {
    sentence.0.iter().map(Part::text).collect()
}

/// `Depends on the rolling friction of the sand: 4.0 at 0.25, 8.3 at 0.05. Nobody has measured it.`
pub fn dependence_text(dependence: &Dependence) -> String {
    let case = |(value, estimate): &(_, _)| {
        let estimate = estimate_text(estimate, &dependence.of, Form::Alone);
        let holes = [("estimate", estimate.as_str()), ("value", &dependence.on.value(value))];
        catalogue::text("answer.depends_on_case", &holes)
    };
    let cases: Vec<String> = dependence.cases.iter().map(case).collect();
    let (key, cases) = (dependence.on.with_article(), cases.join(word("common.comma")));
    let depends = match cases.is_empty() {
        true => catalogue::text("answer.depends_on", &[("key", &key)]),
        false => catalogue::text("answer.depends_on_cases", &[("key", &key), ("cases", &cases)]),
    };
    if dependence.is_assumed { format!("{depends} {}", word("answer.not_measured")) } else { depends }
}

/// What to do next; a command for which the line has no room stands in one of its own, since it is copied whole.
fn next_text(next: &Next, width: usize) -> String {
    let what = plain(&next.sentence);
    let told = match next.seconds {
        Some(seconds) => catalogue::text("answer.next_takes", &[("what", &what), ("time", &duration(seconds))]),
        None => catalogue::text("answer.next", &[("what", &what)]),
    };
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
    let told = |number: f64, one: &'static str, several: &'static str| {
        let number = number.round().max(1.0);
        catalogue::text(if number == 1.0 { one } else { several }, &[("number", &number.to_string())])
    };
    match seconds {
        _ if seconds < 90.0 => told(seconds, "answer.second", "answer.seconds"),
        _ if seconds < 5400.0 => told(seconds / 60.0, "answer.minute", "answer.minutes"),
        _ => told(seconds / 3600.0, "answer.hour", "answer.hours"),
    }
}

/// A table with so many rows at most, aligned.
pub fn table_text(table: &Table, most: usize) -> String {
    table_of(table, most, |column| column.head)
}

/// The same with these heads, and labels where there is none.
fn table_of(table: &Table, most: usize, head: impl Fn(&Column) -> Option<&'static str>) -> String {
    let of = |(at, column): (usize, &Column)| {
        let head = head(column).map_or_else(|| column.quantity.label.clone(), str::to_owned);
        let cells = table.rows.iter().take(most).map(|row| cell_text(row.get(at).unwrap_or(&Cell::Absent), column));
        let all: Vec<String> = std::iter::once(head).chain(cells).collect();
        let is_left = !matches!(column.part, ColumnPart::Result { .. } | ColumnPart::Point);
        TextColumn { cells: all, is_left }
    };
    let all: Vec<TextColumn> = table.columns.iter().enumerate().map(of).collect();
    let mut text = columns::indented(&columns::rows(&all));
    if table.rows.len() > most {
        text += &and_more((table.rows.len() - most) as u64);
    }
    text
}

/// A cell as people read it.
pub fn cell_text(cell: &Cell, column: &Column) -> String {
    match cell {
        Cell::Estimate(estimate) => estimate_text(estimate, &column.quantity, Form::WithInterval),
        Cell::Value(value) => column.quantity.value_brief(value),
        Cell::Number(value) => column.quantity.with_unit(&number::short(value * column.quantity.factor)),
        Cell::P(p) => number::p_value(*p),
        Cell::Count(count) => GroupedCount(*count).to_string(),
        Cell::Verdict(verdict, Some(Certainty::Probably)) => {
            catalogue::text("answer.probably_verdict", &[("verdict", verdict.said())])
        }
        Cell::Verdict(verdict, _) => verdict.said().to_owned(),
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
    for (headings, name) in [
        (&[NoteHeading::Words, NoteHeading::DirectionOfTable][..], "answer.heading_words"),
        (&[NoteHeading::Tried, NoteHeading::Depends], "answer.heading_depends"),
        (&[NoteHeading::Method], "answer.heading_method"),
    ] {
        let notes: Vec<String> = answer
            .notes
            .iter()
            .filter(|note| headings.contains(&note.heading))
            .map(|note| line(&format!("  {}", note.sentence.text()), width, "  "))
            .collect();
        if !notes.is_empty() {
            text += &format!("\n{}\n{}", word(name), notes.concat());
        }
    }
    let about = &answer.about;
    text += &format!("\n{}\n  {}\n", word("answer.heading_again"), shell_line(&about.again));
    let [done, planned] = about.trials.map(|count| GroupedCount(count).to_string());
    if let Some(dataset) = &about.dataset {
        let (seed, id) = match about.seed {
            Some(seed) => (seed.to_string(), "answer.trials_of_seed"),
            None => (String::new(), "answer.trials"),
        };
        let holes = [("dataset", dataset), ("done", &done), ("planned", &planned), ("seed", &seed)];
        text += &format!("  {}\n", catalogue::text(id, &holes.map(|(hole, text)| (hole, text.as_str()))));
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
