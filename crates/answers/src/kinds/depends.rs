//! On which of many keys a measure depends: which of our unknowns matters most.

use tolley_analysis::Estimate;
use tolley_analysis::sensitivity::{self, End, Input, MANY_ROWS, Sensitivity, sensitivity};
use tolley_analysis::statistics::indices::{Index, Unresolved};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use super::{Context, common};
use crate::AnswerError;
use crate::answer::sentence::within;
use crate::answer::{
    About, Answer, Cell, Certainty, Column, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence, Table,
    Verdict, fill, say,
};
use crate::catalogue::{self, word};

/// Rows of the brief table.
const BRIEF: usize = 5;

/// Refuses a design without rows for shares, and a measure that this manifest does not have.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    Ok(sensitivity::check(manifest, ask.measure.as_deref())?)
}

/// Which key a measure depends on most, and by how much.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let mut found = sensitivity(dataset, ask.measure.as_deref())?;
    if found.has_chance_alone {
        let alone = |input: &Input| first(input, 0).and_then(|first| first.value).unwrap_or(f64::NEG_INFINITY);
        found.inputs.sort_by(|a, b| alone(b).total_cmp(&alone(a)));
    }
    let manifest = dataset.manifest();
    let names = Names {
        measure: measure(manifest, &found.measure),
        keys: found.inputs.iter().map(|input| Quantity::of_key(manifest, &input.key)).collect(),
    };
    let about = common::about(ask, dataset, context, found.missing);
    Ok(made(&found, &names, about, more(&found, dataset, context)))
}

/// What the measure and the keys are called, keys in the order of what is found.
struct Names {
    measure: Quantity,
    keys: Vec<Quantity>,
}

fn measure(manifest: &Manifest, column: &str) -> Quantity {
    let table = &manifest.tables[0];
    let known = table.index(column).map(|at| Quantity::of_column(&table.columns[at]));
    known.unwrap_or_else(|| Quantity::plain(column, column))
}

/// Four times as many rows, which halve the intervals.
fn more(found: &Sensitivity, dataset: &Dataset, context: &Context<'_>) -> Next {
    let rows = (4 * found.rows[0]).max(MANY_ROWS as u64);
    let grid = &dataset.manifest().plan.grid;
    let per_row = grid.trials() / found.rows[0].max(1);
    let mut command = common::with_repeats(context, grid.repeats);
    // what was typed of the rows is said anew
    if let Some(at) = command.iter().position(|word| word == "--points") {
        command.drain(at..(at + 2).min(command.len()));
    }
    if !command.is_empty() {
        command.extend(["--points".to_owned(), rows.to_string()]);
    }
    Next {
        sentence: say("depends.more_rows"),
        command,
        seconds: context.seconds_per_trial.map(|seconds| seconds * (rows * per_row) as f64),
    }
}

fn made(found: &Sensitivity, names: &Names, about: About, more: Next) -> Answer {
    let headline = headline(found, names);
    let next = match headline.verdict {
        Verdict::CannotTell => vec![more],
        Verdict::Described if headline.certainty == Certainty::Probably => vec![more],
        _ => Vec::new(),
    };
    let mut tables = Vec::new();
    if found.unresolved.is_none() {
        tables.push(brief(found, names));
    }
    tables.extend([shares(found), ends(found, names)]);
    Answer { about, headline, findings: Vec::new(), tables, notes: notes(found), next }
}

/// The share of the variation that an input carries, alone or with others.
fn total(input: &Input, rows: u64) -> Option<Estimate> {
    share(input.indices?.total, rows)
}

/// The share that an input carries alone.
fn first(input: &Input, rows: u64) -> Option<Estimate> {
    share(input.indices?.first, rows)
}

/// One whose interval lies beyond what a share can be says nothing.
fn share(index: Index, rows: u64) -> Option<Estimate> {
    let estimate = Estimate { n: rows, value: Some(index.value), std_error: None, interval: index.interval };
    (!index.is_impossible()).then_some(estimate)
}

/// The share that tells what matters: with one trial a point chance counts as what keys do together, so that only what
/// each does alone says anything.
fn telling(found: &Sensitivity, input: &Input) -> Option<Estimate> {
    let share = if found.has_chance_alone { first } else { total };
    share(input, found.rows[1])
}

/// How sure it is that the first carries more than any other.
fn certainty(found: &Sensitivity) -> Certainty {
    let at = |input: &Input| telling(found, input);
    let Some([low, _]) = found.inputs.first().and_then(at).and_then(|first| first.interval) else {
        return Certainty::CannotTell;
    };
    let others = || found.inputs.iter().skip(1).filter_map(at);
    let most = |of: fn(&Estimate) -> Option<f64>| others().filter_map(|other| of(&other)).fold(0.0, f64::max);
    let (value, high) = (most(|of| of.value), most(|of| of.interval.map(|ends| ends[1])));
    match low {
        low if low > high.max(0.0) && found.rows[1] >= MANY_ROWS as u64 => Certainty::Clearly,
        low if low > value.max(0.0) => Certainty::Probably,
        _ => Certainty::CannotTell,
    }
}

fn headline(found: &Sensitivity, names: &Names) -> Headline {
    let certainty = certainty(found);
    let measure = ("measure", Sentence::of_name(&names.measure.label));
    let label = |place: usize| Sentence::of_name(names.keys.get(place).map_or("", |key| key.label.as_str()));
    let described = |verdict, certainty, sentence, amount| Headline {
        verdict,
        certainty,
        sentence,
        amount,
        depends_on: Vec::new(),
    };
    if found.unresolved == Some(Unresolved::Constant) {
        let sentence = fill("depends.constant", [measure]);
        return described(Verdict::NoEffect, Certainty::Clearly, sentence, Vec::new());
    }
    let share = found.inputs.first().and_then(|input| telling(found, input));
    match (certainty, share) {
        (Certainty::Clearly | Certainty::Probably, Some(share)) => {
            let id = match (certainty == Certainty::Clearly, found.has_chance_alone) {
                (true, false) => "depends.most_clearly",
                (true, true) => "depends.most_clearly_alone",
                (false, false) => "depends.most_probably",
                (false, true) => "depends.most_probably_alone",
            };
            let share = Sentence::of_estimate(share, &shares_quantity(), Form::Alone);
            let sentence = fill(id, [("key", label(0)), ("share", share)]);
            described(Verdict::Described, certainty, sentence, amount(found, names))
        }
        _ if found.unresolved.is_some() || found.inputs.len() < 2 => {
            let sentence = fill("depends.open", [measure]);
            described(Verdict::CannotTell, Certainty::CannotTell, sentence, Vec::new())
        }
        _ => {
            let sentence = fill("depends.open_two", [("key", label(0)), ("other", label(1))]);
            described(Verdict::CannotTell, Certainty::CannotTell, sentence, amount(found, names))
        }
    }
}

/// The measure at both ends of the key that carries most.
fn amount(found: &Sensitivity, names: &Names) -> Vec<Sentence> {
    let Some([low, high]) = found.inputs.first().and_then(two_ends) else { return Vec::new() };
    let Some(key) = names.keys.first() else { return Vec::new() };
    let mean = |end: &End| Sentence::of_estimate(end.mean, &names.measure, Form::Alone);
    let at = |end: &End| Sentence::of_name(part(end, key));
    let holes = [
        ("measure", Sentence::of_name(&names.measure.label)),
        ("low", mean(low)),
        ("key", Sentence::of_name(key.with_article())),
        ("low_end", at(low)),
        ("high", mean(high)),
        ("high_end", at(high)),
    ];
    vec![fill("depends.amount", holes)]
}

/// The ends of numbers, or the choices with the least and the largest mean.
fn two_ends(input: &Input) -> Option<[&End; 2]> {
    let is_number = |end: &End| matches!(end.values[0], Value::Number(_) | Value::Count(_));
    let mean = |end: &&End| end.mean.value.unwrap_or(f64::NAN);
    let mut all: Vec<&End> = input.ends.iter().collect();
    if !all.iter().all(|end| is_number(end)) {
        all.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
    }
    (all.len() > 1).then(|| [all[0], all[all.len() - 1]])
}

/// `0.05 to 0.1`, `none`.
fn part(end: &End, key: &Quantity) -> String {
    let [from, to] = end.values.each_ref().map(|value| match value {
        Value::Number(number) => crate::number::short(two_digits(number * key.factor)),
        other => crate::number::value(other, key.factor),
    });
    if from == to {
        key.with_unit(&from)
    } else {
        key.with_unit(&catalogue::text("depends.part", &[("from", &from), ("to", &to)]))
    }
}

/// The edge of a range, rounded.
fn two_digits(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

fn shares_quantity() -> Quantity {
    let unit = "%".to_owned();
    Quantity { unit, factor: 100.0, range: [0.0, 1.0], ..Quantity::plain("share", word("depends.share")) }
}

/// Of each of the first keys its share, and the measure at its ends.
fn brief(found: &Sensitivity, names: &Names) -> Table {
    let estimate = |estimate: Option<Estimate>| estimate.map_or(Cell::Absent, Cell::Estimate);
    let rows = found.inputs.iter().zip(&names.keys).take(BRIEF).map(|(input, key)| {
        let [low, high] =
            two_ends(input).map_or([None, None], |ends| ends.map(|end| Some(Estimate { interval: None, ..end.mean })));
        let is_still = input.indices.is_some_and(|indices| !indices.is_seen);
        let [low, high] = if is_still { [None, None] } else { [low, high] };
        vec![Cell::Name(key.label.clone()), estimate(total(input, found.rows[1])), estimate(low), estimate(high)]
    });
    let end = |name: &str| Column::other(Quantity { name: name.to_owned(), ..names.measure.clone() });
    Table {
        name: "first",
        title: fill("depends.title_first", [("measure", Sentence::of_name(&names.measure.label))]),
        columns: vec![
            Column::other(Quantity::plain("label", word("depends.column_unknown"))),
            Column::other(shares_quantity()).headed(word("depends.head_share")),
            end("low_end").headed(word("depends.head_low")),
            end("high_end").headed(word("depends.head_high")),
        ],
        rows: rows.collect(),
        is_brief: true,
    }
}

const TOTAL: &str = "Jansen, bootstrap";
const FIRST: &str = "Saltelli and Jansen, bootstrap";

fn mean_method(found: &Sensitivity) -> &'static str {
    use tolley_analysis::dataset::Method;
    if found.is_share { Method::WilsonEffectiveN.name() } else { Method::StudentT.name() }
}

fn key_cell(input: &Input) -> Cell {
    Cell::Value(Value::Choice(input.key.clone().into()))
}

/// Both shares of every key, under its path.
fn shares(found: &Sensitivity) -> Table {
    let rows = found.inputs.iter().map(|input| {
        let possible = |of: Option<Estimate>| of.map(|of| within(&of, [0.0, 1.0]));
        let cell = |estimate: Option<Estimate>| possible(estimate).map_or(Cell::Absent, Cell::Estimate);
        vec![key_cell(input), cell(total(input, found.rows[1])), cell(first(input, found.rows[1]))]
    });
    Table {
        name: "shares",
        title: say("depends.title_shares"),
        columns: vec![
            Column::axis(Quantity::plain("key", word("depends.column_key"))),
            Column::result(shares_quantity(), &found.measure, "total share", TOTAL)
                .headed(word("depends.head_with_others")),
            Column::result(shares_quantity(), &found.measure, "first share", FIRST).headed(word("depends.head_alone")),
        ],
        rows: rows.collect(),
        is_brief: false,
    }
}

/// The measure at the parts of every key.
fn ends(found: &Sensitivity, names: &Names) -> Table {
    let row = |input: &Input, end: &End| {
        let [from, to] = end.values.clone();
        vec![key_cell(input), Cell::Value(from), Cell::Value(to), Cell::Estimate(end.mean)]
    };
    Table {
        name: "ends",
        title: fill("depends.title_ends", [("measure", Sentence::of_name(&names.measure.label))]),
        columns: vec![
            Column::axis(Quantity::plain("key", word("depends.column_key"))),
            Column::axis(Quantity::plain("from", word("depends.column_from"))),
            Column::axis(Quantity::plain("to", word("depends.column_to"))),
            Column::result(names.measure.clone(), &found.measure, "mean", mean_method(found)),
        ],
        rows: found.inputs.iter().flat_map(|input| input.ends.iter().map(move |end| row(input, end))).collect(),
        is_brief: false,
    }
}

fn notes(found: &Sensitivity) -> Vec<Note> {
    let note = |heading, sentence| Note { heading, sentence };
    let [known, all] = [found.rows[1], found.rows[0]].map(Sentence::of_count);
    let repeats = Sentence::of_count(found.repeats);
    let rows = fill("depends.rows", [("known", known), ("all", all), ("repeats", repeats)]);
    let own = found.notes.iter().map(|text| Sentence::of_name(text.as_str()));
    let words = ["depends.word_clearly", "depends.word_shares"].into_iter();
    let words = words.map(|id| note(NoteHeading::Words, say(id)));
    words.chain(std::iter::once(rows).chain(own).map(|sentence| note(NoteHeading::Method, sentence))).collect()
}

#[cfg(test)]
mod tests;
