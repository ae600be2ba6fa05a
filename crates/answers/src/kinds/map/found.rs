//! What a map shows: the best place, the worst, and whether they differ.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use super::drawn::{Drawn, Names, Spot};
use super::moves::{Judge, Line, Moved};
use crate::answer::{
    About, Answer, Cell, Certainty, Column, ColumnPart, Finding, Form, Headline, Next, Note, NoteHeading, Quantity,
    Sentence, Table, Verdict, fill, say,
};
use crate::catalogue::{self, word};
use crate::kinds::common::ALL_ALIKE;

/// Rows with which a table of one axis stands in the answer itself.
const BRIEF: usize = 12;

/// What a map shows.
enum Shows {
    /// Places differ along all axes: by how much the best is above the worst.
    Differs { best: usize, worst: usize, by: Estimate, certainty: Certainty },
    /// Places differ along one of two axes, as far as is known.
    Along(Moved),
    /// No two places differ by more than the margin.
    Flat { at_most: Estimate },
    /// All alike.
    Same,
    /// Neither is known.
    Open,
}

fn shows(drawn: &Drawn, names: &Names) -> Shows {
    let judge = Judge::of(drawn, names, names.cases);
    let Some([best, worst]) = judge.ends(drawn.spots.iter().map(|spot| &spot.estimate)) else { return Shows::Open };
    let Some(by) = judge.difference(&drawn.spots[best].estimate, &drawn.spots[worst].estimate) else {
        return Shows::Open;
    };
    let most = by.interval.map_or(f64::INFINITY, |[_, high]| high);
    if by.value == Some(0.0) && by.std_error == Some(0.0) {
        return if by.n >= ALL_ALIKE && drawn.is_whole { Shows::Same } else { Shows::Open };
    }
    if most <= names.margin && drawn.is_whole {
        return Shows::Flat { at_most: Estimate { value: Some(most), interval: None, ..by } };
    }
    let axes = names.axes.len();
    let mut moved: Vec<Moved> =
        (0..axes).filter(|_| drawn.is_read).filter_map(|axis| judge.moved(drawn, axis, axes)).collect();
    let Some(certainty) = moved.iter().map(|moved| moved.certainty).min() else { return Shows::Open };
    // beside what is clear, what is only probable is not named
    moved.retain(|moved| moved.certainty == certainty);
    if moved.len() == axes { Shows::Differs { best, worst, by, certainty } } else { Shows::Along(moved.remove(0)) }
}

/// Where the best is, and how much worse the worst.
pub fn made(drawn: &[Drawn], names: &Names, about: About, more: Next) -> Answer {
    let headline = headline(drawn, names);
    let next = if headline.certainty == Certainty::Clearly { Vec::new() } else { vec![more] };
    let finding = |of: &Drawn| {
        let (verdict, certainty, says) = says(of, names);
        let certainty = Some(certainty).filter(|_| verdict != Verdict::CannotTell);
        Finding { subject: subject(of, names), says, detail: Sentence::default(), certainty }
    };
    let findings = if drawn.len() > 1 { drawn.iter().map(finding).collect() } else { Vec::new() };
    let varied: Vec<&str> = names.strata.iter().map(|key| key.label.as_str()).collect();
    let about = About { heads: [varied.join(", "), String::new(), String::new()], ..about };
    Answer { about, headline, findings, tables: vec![table(drawn, names)], notes: notes(drawn), next }
}

fn subject(drawn: &Drawn, names: &Names) -> String {
    let value = |((_, value), quantity): (&(String, Value), &Quantity)| quantity.value(value);
    drawn.values.iter().zip(&names.strata).map(value).collect::<Vec<_>>().join(", ")
}

/// `the marbles on the ring at 48`
fn case(drawn: &Drawn, names: &Names) -> Sentence {
    let all = drawn.values.iter().zip(&names.strata);
    all.fold(Sentence::default(), |sentence, ((_, value), key)| {
        let value = ("value", Sentence::of_name(key.value_said(value)));
        let case = fill("map.case", [("key", Sentence::of_name(key.with_article())), value]);
        if sentence.is_empty() { case } else { sentence.then(say("common.and")).then(case) }
    })
}

fn headline(drawn: &[Drawn], names: &Names) -> Headline {
    let Some(first) = drawn.first() else {
        return Headline {
            verdict: Verdict::CannotTell,
            certainty: Certainty::CannotTell,
            sentence: say("map.nothing_played"),
            amount: Vec::new(),
            depends_on: Vec::new(),
        };
    };
    let (verdict, certainty, sentence) = says(first, names);
    // of several cases the line of the first says which it is
    let case = if drawn.len() > 1 { case(first, names) } else { Sentence::default() };
    let longer = match case.is_empty() {
        true => fill("map.ended", [("sentence", sentence.clone())]),
        false => fill("map.with_case", [("sentence", sentence.clone()), ("cases", case)]),
    };
    let sentence = if longer.is_short() { longer } else { fill("map.ended", [("sentence", sentence)]) };
    Headline { verdict, certainty, sentence, amount: amount(first, names), depends_on: Vec::new() }
}

/// The labels of what the map is drawn over.
fn over(names: &Names) -> String {
    names.axes.iter().map(|axis| axis.label.as_str()).collect::<Vec<_>>().join(word("best.and_the"))
}

fn says(drawn: &Drawn, names: &Names) -> (Verdict, Certainty, Sentence) {
    let measure = ("measure", Sentence::of_name(names.measure.with_article()));
    let axes = ("axes", Sentence::of_name(over(names)));
    let (difference, is_plural) = (names.measure.difference(), names.measure.is_plural());
    match shows(drawn, names) {
        Shows::Differs { best, by, certainty, .. } => {
            (Verdict::Best, certainty, differs((drawn, best, by), certainty, names))
        }
        Shows::Along(moved) => {
            let id = if moved.certainty == Certainty::Clearly { "map.along_clearly" } else { "map.along_probably" };
            let axis = ("axis", Sentence::of_name(&names.axes[moved.axis].label));
            let size = ("size", Sentence::of_estimate(moved.by, &difference, Form::Size));
            let of = fill(id, [axis, size, ("measure", Sentence::of_name(&names.measure.label))]);
            (Verdict::Best, moved.certainty, of)
        }
        Shows::Flat { at_most } => {
            let size = ("size", Sentence::of_estimate(at_most, &difference, Form::Alone));
            let of = fill(if is_plural { "map.flat_several" } else { "map.flat_one" }, [measure, axes, size]);
            (Verdict::Indifferent, Certainty::Clearly, of)
        }
        Shows::Same => {
            let of = fill(if is_plural { "map.same_several" } else { "map.same_one" }, [measure, axes]);
            (Verdict::NoEffect, Certainty::Clearly, of)
        }
        Shows::Open => {
            let [short, long] = match is_plural {
                true => ["map.open_several", "map.open_several_with"],
                false => ["map.open_one", "map.open_one_with"],
            };
            let (of, longer) = (fill(short, [measure.clone()]), fill(long, [measure, axes]));
            (Verdict::CannotTell, Certainty::CannotTell, if longer.is_short() { longer } else { of })
        }
    }
}

fn differs((drawn, best, by): (&Drawn, usize, Estimate), certainty: Certainty, names: &Names) -> Sentence {
    let difference = names.measure.difference();
    let size = ("size", Sentence::of_estimate(by, &difference, Form::Size));
    let is_clear = certainty == Certainty::Clearly;
    if let ([axis], Some(place)) = (names.axes.as_slice(), place(drawn, best, names)) {
        let id = match (names.is_smallest, is_clear) {
            (false, true) => "map.most_clearly",
            (false, false) => "map.most_probably",
            (true, true) => "map.least_clearly",
            (true, false) => "map.least_probably",
        };
        let [measure, axis, place] = [&names.measure.label, &axis.label, &place].map(Sentence::of_name);
        return fill(id, [("measure", measure), ("axis", axis), ("place", place), size]);
    }
    let id = match (names.axes.len() > 1, is_clear) {
        (false, true) => "map.matter_one_clearly",
        (false, false) => "map.matter_one_probably",
        (true, true) => "map.matter_several_clearly",
        (true, false) => "map.matter_several_probably",
    };
    let matter = ("matter", fill(id, [("axes", Sentence::of_name(over(names)))]));
    let measure = ("measure", Sentence::of_name(names.measure.with_article()));
    let whole = fill("map.between_places", [matter.clone(), size.clone(), measure.clone()]);
    if whole.is_short() { whole } else { fill("map.for_measure", [matter, measure, size]) }
}

/// `20 to 40 mm`, `300 mm, 20 mm`: where the best is, with all that may be as good along an axis; an axis along which
/// all may be is left out. Nothing where that leaves none.
fn place(drawn: &Drawn, best: usize, names: &Names) -> Option<String> {
    let judge = Judge::of(drawn, names, names.cases);
    let spot = &drawn.spots[best];
    let along = |(axis, key): (usize, &Quantity)| {
        let at =
            |other: &Spot| (0..names.axes.len()).all(|number| number == axis || other.at[number] == spot.at[number]);
        let same = drawn.spots.iter().filter(|other| at(other));
        let mut line: Line = same.map(|other| (other.at[axis], other.end, other.estimate)).collect();
        line.sort_by(|one, other| one.0.total_cmp(&other.0));
        as_good(&line, &spot.estimate, &judge, key)
    };
    let all: Vec<String> = names.axes.iter().enumerate().filter_map(along).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// The places of a line that may be as good as the best; nothing where all of several may be.
fn as_good(line: &Line, best: &Estimate, judge: &Judge, axis: &Quantity) -> Option<String> {
    let is_as_good: Vec<bool> =
        line.iter().map(|(.., of)| of.value == best.value || judge.may_be_best(best, of)).collect();
    if line.len() > 1 && is_as_good.iter().all(|is| *is) {
        return None;
    }
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for at in (0..line.len()).filter(|at| is_as_good[*at]) {
        match runs.last_mut() {
            Some(run) if run[1] + 1 == at => run[1] = at,
            _ => runs.push([at; 2]),
        }
    }
    let run = |[from, to]: &[usize; 2]| {
        let (low, high) = (line[*from].0, line[*to].1.unwrap_or(line[*to].0));
        if low == high { number(low, axis) } else { between(low, high, axis) }
    };
    Some(axis.with_unit(&runs.iter().map(run).collect::<Vec<_>>().join(word("best.or"))))
}

fn number(at: f64, axis: &Quantity) -> String {
    crate::number::short(at * axis.factor)
}

fn between(low: f64, high: f64, axis: &Quantity) -> String {
    catalogue::text("map.to", &[("low", &number(low, axis)), ("high", &number(high, axis))])
}

/// One place as it is.
fn exactly(spot: &Spot, names: &Names) -> String {
    let one = |(at, axis): (&f64, &Quantity)| match spot.end {
        Some(end) => axis.with_unit(&between(*at, end, axis)),
        None => axis.with_unit(&number(*at, axis)),
    };
    spot.at.iter().zip(&names.axes).map(one).collect::<Vec<_>>().join(", ")
}

/// The measure at the best place and at the worst.
fn amount(drawn: &Drawn, names: &Names) -> Vec<Sentence> {
    let at = |id: &'static str, place: String, estimate: Estimate| {
        let value = Sentence::of_estimate(estimate, &names.measure, Form::WithInterval);
        fill(id, [("place", Sentence::of_name(place)), ("value", value)])
    };
    match shows(drawn, names) {
        Shows::Differs { best, worst, .. } => {
            let best = place(drawn, best, names).map(|place| at("map.best_at", place, drawn.spots[best].estimate));
            let worst = &drawn.spots[worst];
            best.into_iter().chain([at("map.worst_at", exactly(worst, names), worst.estimate)]).collect()
        }
        Shows::Along(Moved { axis, line, best, worst, .. }) => {
            let judge = Judge::of(drawn, names, names.cases);
            let key = &names.axes[axis];
            let place = as_good(&line, &line[best].2, &judge, key);
            let named = |place: String| catalogue::text("map.a_of", &[("axis", &key.label), ("place", &place)]);
            let best = place.map(|place| at("map.best_at", named(place), line[best].2));
            let place = key.with_unit(&number(line[worst].0, key));
            best.into_iter().chain([at("map.worst_at", named(place), line[worst].2)]).collect()
        }
        _ => Vec::new(),
    }
}

/// The measure at every place, by which a page draws it.
fn table(drawn: &[Drawn], names: &Names) -> Table {
    let is_binned = drawn.iter().any(|of| of.spots.iter().any(|spot| spot.end.is_some()));
    let row = |of: &Drawn, spot: &Spot| -> Vec<Cell> {
        let values = of.values.iter().map(|(_, value)| Cell::Value(value.clone()));
        let at = spot.at.iter().map(|at| Cell::Value(Value::Number(*at)));
        let end = spot.end.map(|end| Cell::Value(Value::Number(end)));
        let point = spot.point.map_or(Cell::Absent, Cell::Count);
        values.chain(at).chain(end).chain([point, Cell::Estimate(spot.estimate)]).collect()
    };
    let end = names.axes.first().filter(|_| is_binned).map(|axis| {
        let (name, label) = (format!("{}_end", axis.name), word("map.column_up_to").to_owned());
        Column::axis(Quantity { name, label, ..axis.clone() })
    });
    let point =
        Column { quantity: Quantity::plain("point", word("map.column_point")), head: None, part: ColumnPart::Point };
    let method = if drawn.iter().any(|of| of.is_smooth) { "gaussian process" } else { "mean of repeats as clusters" };
    let result = Column::result(names.measure.clone(), &names.column, "mean", method);
    let columns = names.strata.iter().chain(&names.axes).cloned().map(Column::axis).chain(end).chain([point, result]);
    let rows: Vec<Vec<Cell>> = drawn.iter().flat_map(|of| of.spots.iter().map(move |spot| row(of, spot))).collect();
    let measure = Sentence::of_name(names.measure.with_article());
    Table {
        name: "map",
        title: fill("map.title", [("measure", measure), ("axes", Sentence::of_name(over(names)))]),
        columns: columns.collect(),
        is_brief: names.axes.len() == 1 && rows.len() <= BRIEF,
        rows,
    }
}

fn notes(drawn: &[Drawn]) -> Vec<Note> {
    let note = |heading, sentence| Note { heading, sentence };
    let is_smooth = drawn.iter().any(|of| of.is_smooth);
    let told = drawn.iter().filter_map(|of| of.told).reduce(f64::min).map(|told| {
        let of = Quantity { unit: "%".to_owned(), factor: 100.0, ..Quantity::plain("r2", "R2") };
        let told = Estimate { value: Some(told), ..Estimate::default() };
        fill("map.predicted", [("share", Sentence::of_estimate(told, &of, Form::Alone))])
    });
    let method = say(if is_smooth { "map.method_smooth" } else { "map.method_bins" });
    let mut notes = vec![note(NoteHeading::Words, say("map.word_clearly")), note(NoteHeading::Method, method)];
    notes.extend(told.map(|sentence| note(NoteHeading::Method, sentence)));
    notes
}
