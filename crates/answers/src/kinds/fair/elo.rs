//! Two hypotheses of normalised Elo, told apart while matches are played.

use tolley_analysis::Estimate;
use tolley_analysis::elo::{EloFound, EloPoint, EloQuestion, strengths};
use tolley_analysis::statistics::elo::{Draw, EloLook, Strength, Taken, ToGo};
use tolley_analysis::statistics::sequential::Bounds;
use tolley_dataset::Dataset;
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::value::Value;

use super::{Looks, measure_of, sides, tables};
use crate::AnswerError;
use crate::answer::{
    Answer, Cell, Certainty, Column, ColumnPart, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence, Table,
    Verdict, fill, say,
};
use crate::catalogue::{self, word};
use crate::kinds::Context;
use crate::kinds::common::{self, Ahead};
use crate::number;
use crate::words::GroupedCount;

const METHOD: &str = "Wald's test of normalised Elo, Bonferroni";

/// `LLR +1.23 of [-2.94, +2.94] after 1,200 pairs, normalised Elo 3.1 [-2.0, 8.2]; 2 of 3 points not decided`.
pub fn line(found: &EloFound) -> String {
    let open = || found.points.iter().filter(|point| is_open(point));
    let shown = open().next().or_else(|| found.points.iter().find(|point| !point.is_identity));
    let told = shown.and_then(|point| Some((point, point.last()?))).map(|(point, (look, strength))| {
        let Bounds { lower, upper } = point.test.bounds();
        let elo = number::estimate(&estimate(strength, look), 1.0, 1);
        let bounds = [lower, upper].map(|bound| format!("{bound:+.2}"));
        let [llr, drawn, elo] = [format!("{:+.2}", look.llr), drawn(look), elo];
        let holes = [("llr", &llr), ("lower", &bounds[0]), ("upper", &bounds[1]), ("drawn", &drawn), ("elo", &elo)];
        catalogue::text("fair.elo_look", &holes.map(|(hole, text)| (hole, text.as_str())))
    });
    let told = told.unwrap_or_else(|| word("fair.elo_no_look").to_owned());
    let [open, all] = [open().count().to_string(), found.points.len().to_string()];
    catalogue::text("fair.elo_line", &[("told", &told), ("open", &open), ("all", &all)])
}

fn is_open(point: &EloPoint) -> bool {
    !point.is_identity && point.taken() == Taken::Open
}

fn drawn(look: &EloLook) -> String {
    let n = GroupedCount(look.counts.iter().sum()).to_string();
    let is_of_pairs = look.counts.len() == Draw::Pair.scores().len();
    catalogue::text(if is_of_pairs { "fair.elo_pairs" } else { "fair.elo_matches" }, &[("n", &n)])
}

fn estimate(strength: Option<Strength>, look: &EloLook) -> Estimate {
    let n = look.counts.iter().sum();
    let (value, interval) = (strength.map(|strength| strength.elo), strength.map(|strength| strength.interval));
    Estimate { n, value, interval, ..Estimate::default() }
}

fn quantity() -> Quantity {
    let label = word("fair.normalised_elo");
    Quantity { unit: label.to_owned(), ..Quantity::plain("normalised_elo", label) }
}

/// Which of the two holds, and the looks of the test.
pub fn answer(
    question: &EloQuestion<'_>,
    dataset: &Dataset,
    context: &Context<'_>,
) -> Result<(Answer, Looks), AnswerError> {
    let found = strengths(dataset, question)?;
    let measure = measure_of(dataset.manifest(), &found.measure);
    let ask = Ask { kind: AskKind::Fair, measure: Some(found.measure.clone()), sequential: true, ..Ask::default() };
    let (verdict, certainty, sentence) = said(&found, &measure);
    let mut amount: Vec<Sentence> = amount(&found).into_iter().collect();
    amount.extend(sides::others(dataset.manifest()));
    let answer = Answer {
        about: common::about(&ask, dataset, context, found.missing),
        headline: Headline { verdict, certainty, sentence, amount, depends_on: Vec::new() },
        findings: Vec::new(),
        tables: vec![points(&found, dataset)],
        notes: notes(&found, dataset),
        next: next(&found, dataset, context),
    };
    Ok((answer, Looks::of_elo(&found)))
}

/// What holds at all points, or at how many.
fn said(found: &EloFound, measure: &Quantity) -> (Verdict, Certainty, Sentence) {
    let tested: Vec<&EloPoint> = found.points.iter().filter(|point| !point.is_identity).collect();
    let count = |taken: Taken| tested.iter().filter(|point| point.taken() == taken).count();
    let elo = |at: usize| Sentence::of_value(Value::Number(found.elo[at]), &quantity());
    let (noun, all) = (("measure", Sentence::of_name(measure.with_article())), tested.len());
    if all == 0 {
        return (Verdict::Identical, Certainty::Clearly, say("fair.elo_equal"));
    }
    let whole = [Taken::AtLeast, Taken::AtMost].into_iter().find(|taken| count(*taken) == all);
    match whole {
        Some(Taken::AtLeast) => {
            (Verdict::Effect, Certainty::Clearly, fill("fair.elo_at_least", [noun, ("elo", elo(1))]))
        }
        Some(_) => (Verdict::NoEffect, Certainty::Clearly, fill("fair.elo_at_most", [noun, ("elo", elo(0))])),
        None if count(Taken::Open) > 0 => {
            let most = Sentence::of_value(Value::Number(found.elo[0]), &Quantity::plain("elo", "Elo"));
            let sentence = fill("fair.elo_open", [noun, ("most", most), ("least", elo(1))]);
            (Verdict::CannotTell, Certainty::CannotTell, sentence)
        }
        None => {
            let cases = Quantity { unit: word("fair.cases").to_owned(), ..Quantity::plain("cases", "cases") };
            let all = Sentence::of_value(Value::Count(all as u64), &cases);
            let some = Sentence::of_count(count(Taken::AtLeast) as u64);
            let sentence = fill("fair.elo_in_some", [noun, ("some", some), ("all", all)]);
            (Verdict::Effect, Certainty::Clearly, sentence)
        }
    }
}

/// The strength of the point that is open, else of the first.
fn amount(found: &EloFound) -> Option<Sentence> {
    let mut tested = found.points.iter().filter(|point| !point.is_identity);
    let shown = found.points.iter().find(|point| is_open(point)).or_else(|| tested.next())?;
    let (look, strength) = shown.last()?;
    let elo = Sentence::of_estimate(estimate(strength, look), &quantity(), Form::WithInterval);
    Some(fill("fair.elo_amount", [("elo", elo), ("drawn", Sentence::of_name(drawn(look)))]))
}

fn points(found: &EloFound, dataset: &Dataset) -> Table {
    let manifest = dataset.manifest();
    let axes = found.points.first().map_or(&[][..], |point| &point.values);
    let axis = |name: &String| {
        let key = manifest.keys.iter().find(|key| manifest.key_column(key).is_some_and(|column| column.name == *name));
        Column::axis(Quantity::of_key(manifest, key.unwrap_or(name)))
    };
    let point = Column { quantity: Quantity::plain("point", "point"), head: None, part: ColumnPart::Point };
    let mut columns: Vec<Column> = std::iter::once(point).chain(axes.iter().map(|(name, _)| axis(name))).collect();
    columns.push(Column::result(quantity(), &found.measure, "normalised Elo", METHOD));
    columns.push(Column::verdict());
    for (name, label) in [
        ("says", "fair.column_decided"),
        ("n", "fair.column_draws"),
        ("counts", "fair.column_by_score"),
        ("llr", "fair.column_ln_ratio"),
        ("lower", "fair.column_lower"),
        ("upper", "fair.column_upper"),
        ("to_come_as_seen", "fair.column_to_come_as_seen"),
        ("to_come_if_elo0", "fair.column_to_come_if_lesser"),
        ("to_come_if_elo1", "fair.column_to_come_if_greater"),
        ("matches", "fair.column_matches"),
    ] {
        columns.push(Column::other(Quantity::plain(name, word(label))));
    }
    let rows = found.points.iter().map(row).collect();
    let title = say("fair.title_looks");
    tables::without_empty(Table { name: "points", title, columns, rows, is_brief: false })
}

fn row(point: &EloPoint) -> Vec<Cell> {
    let values = point.values.iter().map(|(_, value)| Cell::Value(value.clone()));
    let mut cells: Vec<Cell> = std::iter::once(Cell::Count(point.point)).chain(values).collect();
    let last = point.last();
    let verdict = match (point.is_identity, point.taken()) {
        (true, _) => Verdict::Identical,
        (_, Taken::AtLeast) => Verdict::Effect,
        (_, Taken::AtMost) => Verdict::NoEffect,
        (_, Taken::Open) => Verdict::CannotTell,
    };
    cells.push(last.map_or(Cell::Absent, |(look, strength)| Cell::Estimate(estimate(strength, look))));
    cells.push(Cell::Verdict(verdict, None));
    cells.push(last.map_or(Cell::Absent, |(look, _)| Cell::Name(look.taken.name().to_owned())));
    let counts = |look: &EloLook| look.counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    cells.push(last.map_or(Cell::Absent, |(look, _)| Cell::Count(look.counts.iter().sum())));
    cells.push(last.map_or(Cell::Absent, |(look, _)| Cell::Name(counts(look))));
    cells.push(last.map_or(Cell::Absent, |(look, _)| Cell::Number(look.llr)));
    let Bounds { lower, upper } = point.test.bounds();
    cells.extend([Cell::Number(lower), Cell::Number(upper)]);
    let number = |number: Option<f64>| number.map_or(Cell::Absent, |number| Cell::Count(number.ceil() as u64));
    let to_go = point.to_go();
    cells.push(number(to_go.and_then(|ToGo { as_seen, .. }| as_seen)));
    cells.push(number(to_go.map(|ToGo { if_elo0, .. }| if_elo0)));
    cells.push(number(to_go.map(|ToGo { if_elo1, .. }| if_elo1)));
    cells.push(Cell::Count(point.test.draw.matches()));
    cells
}

fn next(found: &EloFound, dataset: &Dataset, context: &Context<'_>) -> Vec<Next> {
    let open: Vec<&EloPoint> = found.points.iter().filter(|point| is_open(point)).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let in_all = |point: &&EloPoint| {
        let ToGo { if_elo0, if_elo1, as_seen } = point.to_go()?;
        Some(point.there + as_seen.unwrap_or(if_elo0.max(if_elo1)).ceil() as u64)
    };
    let of = |point| in_all(point).map_or(Ahead::Unknown, |n| Ahead::Repeats(crate::needed::rounded(n)));
    let ahead = open.iter().map(of).max().unwrap_or(Ahead::Unknown);
    vec![common::settle(ahead, dataset, context)]
}

fn notes(found: &EloFound, dataset: &Dataset) -> Vec<Note> {
    let note = |heading, sentence| Note { heading, sentence };
    let error = |at: usize| Sentence::of_value(Value::Number(found.errors[at]), &Quantity::plain("error", "error"));
    let errors = fill("fair.elo_errors", [("greater", error(0)), ("lesser", error(1))]);
    let mut notes = vec![
        note(NoteHeading::Words, say("fair.word_elo")),
        note(NoteHeading::Method, errors),
        note(NoteHeading::Method, say("fair.elo_test")),
    ];
    if found.points.iter().any(|point| point.is_identity) {
        notes.push(note(NoteHeading::Words, say("fair.word_equal")));
    }
    notes.extend(sides::sentence(dataset.manifest()).map(|sentence| note(NoteHeading::Method, sentence)));
    notes.sort_by_key(|note| note.heading);
    notes
}
