//! What a map shows: the best place, the worst, and whether they differ.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::estimates::normal_quantile_at;
use tolley_experiment::value::Value;

use crate::answer::{
    About, Answer, Cell, Certainty, Column, ColumnPart, Finding, Form, Headline, Next, Note, NoteHeading, Quantity,
    Sentence, Table, Verdict,
};

/// Rows with which a table of one axis stands in the answer itself.
const BRIEF: usize = 12;

/// A place, or a bin that ends elsewhere.
pub struct Spot {
    pub at: Vec<f64>,
    pub end: Option<f64>,
    pub estimate: Estimate,
    pub point: Option<u64>,
}

/// The map of one stratum.
pub struct Drawn {
    pub values: Vec<(String, Value)>,
    pub spots: Vec<Spot>,
    /// Whether the map tells enough to be read.
    pub is_read: bool,
    /// The share of the variance that it tells of what it did not see.
    pub told: Option<f64>,
}

/// What everything is called, and what matters.
pub struct Names {
    pub measure: Quantity,
    pub column: String,
    pub axes: Vec<Quantity>,
    pub strata: Vec<Quantity>,
    pub is_smallest: bool,
    pub margin: f64,
    pub is_smooth: bool,
}

/// What a map shows.
enum Shows {
    /// Places differ: by how much the best is above the worst.
    Differs { best: usize, worst: usize, by: Estimate, certainty: Certainty },
    /// No two places differ by more than the margin.
    Flat { at_most: Estimate },
    /// All alike.
    Same,
    /// Neither is known.
    Open,
}

fn shows(drawn: &Drawn, names: &Names) -> Shows {
    let value =
        |at: &usize| drawn.spots[*at].estimate.value.map(|value| if names.is_smallest { -value } else { value });
    let known = || (0..drawn.spots.len()).filter(|at| value(at).is_some());
    let order =
        |one: &usize, other: &usize| value(one).unwrap_or(f64::NAN).total_cmp(&value(other).unwrap_or(f64::NAN));
    let (Some(best), Some(worst)) = (known().max_by(order), known().min_by(order)) else { return Shows::Open };
    let error = |at: usize| error(&drawn.spots[at].estimate);
    let off = value(&best).unwrap_or(0.0) - value(&worst).unwrap_or(0.0);
    let (Some(one), Some(other)) = (error(best), error(worst)) else { return Shows::Open };
    let deviation = libm::hypot(one, other);
    // the best and the worst of so many places are looked at because they are so
    let half = normal_quantile_at(1.0 - 0.025 / known().count().max(1) as f64) * deviation;
    let by = Estimate {
        n: drawn.spots[best].estimate.n.min(drawn.spots[worst].estimate.n),
        value: Some(off),
        std_error: Some(deviation),
        interval: Some([(off - half).max(0.0), off + half]),
    };
    let alone = normal_quantile_at(0.975) * deviation;
    match off {
        _ if off == 0.0 && deviation == 0.0 => Shows::Same,
        off if off + half <= names.margin => {
            Shows::Flat { at_most: Estimate { value: Some(off + half), interval: None, ..by } }
        }
        _ if !drawn.is_read => Shows::Open,
        off if off - half > names.margin => Shows::Differs { best, worst, by, certainty: Certainty::Clearly },
        off if off - alone > names.margin => Shows::Differs { best, worst, by, certainty: Certainty::Probably },
        _ => Shows::Open,
    }
}

/// The standard error, by the interval where it has none.
fn error(of: &Estimate) -> Option<f64> {
    of.std_error.or_else(|| of.interval.map(|[low, high]| (high - low) / 2.0 / normal_quantile_at(0.975)))
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
    Answer { about, headline, findings, tables: vec![table(drawn, names)], notes: notes(drawn, names), next }
}

fn subject(drawn: &Drawn, names: &Names) -> String {
    let value = |((_, value), quantity): (&(String, Value), &Quantity)| quantity.value(value);
    drawn.values.iter().zip(&names.strata).map(value).collect::<Vec<_>>().join(", ")
}

/// `, with the marbles on the ring at 48`
fn case(drawn: &Drawn, names: &Names) -> Sentence {
    let all = drawn.values.iter().zip(&names.strata);
    all.fold(Sentence::default(), |sentence, ((_, value), key)| {
        let glue = if sentence.is_empty() { ", with " } else { " and " };
        sentence.and(glue).name(key.with_article()).and(" at ").name(key.value_said(value))
    })
}

fn headline(drawn: &[Drawn], names: &Names) -> Headline {
    let Some(first) = drawn.first() else {
        return Headline {
            verdict: Verdict::CannotTell,
            certainty: Certainty::CannotTell,
            sentence: Sentence::words("cannot tell yet: nothing was played."),
            amount: Vec::new(),
            depends_on: Vec::new(),
        };
    };
    let (verdict, certainty, sentence) = says(first, names);
    // of several cases the line of the first says which it is
    let case = if drawn.len() > 1 { case(first, names) } else { Sentence::default() };
    let longer = sentence.clone().then(case);
    let sentence = if longer.is_short() { longer } else { sentence }.and(".");
    Headline { verdict, certainty, sentence, amount: amount(first, names), depends_on: Vec::new() }
}

/// The labels of what the map is drawn over.
fn over(names: &Names) -> String {
    names.axes.iter().map(|axis| axis.label.as_str()).collect::<Vec<_>>().join(" and the ")
}

fn says(drawn: &Drawn, names: &Names) -> (Verdict, Certainty, Sentence) {
    let with =
        |words: &'static str| Sentence::default().name(names.measure.with_article()).and(words).name(over(names));
    let (difference, is_plural) = (names.measure.difference(), names.measure.is_plural());
    match shows(drawn, names) {
        Shows::Differs { best, by, certainty, .. } => {
            let sure = if certainty == Certainty::Clearly { " clearly" } else { " probably" };
            (Verdict::Best, certainty, differs((&drawn.spots[best], by), sure, names))
        }
        Shows::Flat { at_most } => {
            let of =
                with(if is_plural { " hardly change with the " } else { " hardly changes with the " }).and(": by ");
            let of = of.estimate(at_most, &difference, Form::Alone).and(" at most");
            (Verdict::Indifferent, Certainty::Clearly, of)
        }
        Shows::Same => {
            let of = with(if is_plural { " do not change with the " } else { " does not change with the " });
            (Verdict::NoEffect, Certainty::Clearly, of)
        }
        Shows::Open => {
            let of = Sentence::words("cannot tell yet how ").name(names.measure.with_article());
            let of = of.and(if is_plural { " change" } else { " changes" });
            let longer = of.clone().and(" with the ").name(over(names));
            (Verdict::CannotTell, Certainty::CannotTell, if longer.is_short() { longer } else { of })
        }
    }
}

fn differs((best, by): (&Spot, Estimate), sure: &'static str, names: &Names) -> Sentence {
    let difference = names.measure.difference();
    let by = |of: Sentence| of.estimate(by, &difference, Form::Size);
    if let [axis] = names.axes.as_slice() {
        let most = if names.is_smallest { " the least at a " } else { " the most at a " };
        let of = Sentence::default().name(&names.measure.label).and(":").and(sure).and(most).name(&axis.label);
        let than = if names.is_smallest { " less than at the most" } else { " more than at the least" };
        return by(of.and(" of ").name(place(best, names)).and(", ")).and(than);
    }
    let of = Sentence::words("the ").name(over(names)).and(sure).and(" matter: ");
    by(of).and(" between the best and the worst place for ").name(names.measure.with_article())
}

/// `20 to 40 mm`, `300 mm, 20 mm`.
fn place(spot: &Spot, names: &Names) -> String {
    let number = |at: f64, axis: &Quantity| crate::number::short(at * axis.factor);
    let one = |(at, axis): (&f64, &Quantity)| match spot.end {
        Some(end) => axis.with_unit(&format!("{} to {}", number(*at, axis), number(end, axis))),
        None => axis.with_unit(&number(*at, axis)),
    };
    spot.at.iter().zip(&names.axes).map(one).collect::<Vec<_>>().join(", ")
}

/// The measure at the best place and at the worst.
fn amount(drawn: &Drawn, names: &Names) -> Vec<Sentence> {
    let Shows::Differs { best, worst, .. } = shows(drawn, names) else { return Vec::new() };
    let at = |words: &'static str, at: usize| {
        let spot = &drawn.spots[at];
        let of = Sentence::words(words).name(place(spot, names)).and(": ");
        of.estimate(spot.estimate, &names.measure, Form::WithInterval)
    };
    vec![at("best at ", best), at("worst at ", worst)]
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
        let (name, label) = (format!("{}_end", axis.name), "up to".to_owned());
        Column::axis(Quantity { name, label, ..axis.clone() })
    });
    let point = Column { quantity: Quantity::plain("point", "point"), head: None, part: ColumnPart::Point };
    let method = if names.is_smooth { "gaussian process" } else { "mean of repeats as clusters" };
    let result = Column::result(names.measure.clone(), &names.column, "mean", method);
    let columns = names.strata.iter().chain(&names.axes).cloned().map(Column::axis).chain(end).chain([point, result]);
    let rows: Vec<Vec<Cell>> = drawn.iter().flat_map(|of| of.spots.iter().map(move |spot| row(of, spot))).collect();
    Table {
        name: "map",
        title: Sentence::default().name(names.measure.with_article()).and(" over the ").name(over(names)),
        columns: columns.collect(),
        is_brief: names.axes.len() == 1 && rows.len() <= BRIEF,
        rows,
    }
}

fn notes(drawn: &[Drawn], names: &Names) -> Vec<Note> {
    let note = |heading, sentence| Note { heading, sentence };
    let words = "clearly: the interval of the difference between the best and the worst place, corrected for all places, \
                 lies beyond the margin; probably: that of these two places alone does.";
    let method = if names.is_smooth {
        "A smooth surface goes through the means of all points, with a length for each axis (Gaussian process, Matern 5/2)."
    } else {
        "Rows are put into bins of one width; the rows of a repeat count as one cluster."
    };
    let told = drawn.iter().filter_map(|of| of.told).reduce(f64::min).map(|told| {
        let of = Quantity { unit: "%".to_owned(), factor: 100.0, ..Quantity::plain("r2", "R2") };
        let told = Estimate { value: Some(told), ..Estimate::default() };
        Sentence::words("surfaces through four fifths of the points predict ")
            .estimate(told, &of, Form::Alone)
            .and(" of the variance of the others, at least; below 90 % a surface is not read.")
    });
    let mut notes =
        vec![note(NoteHeading::Words, Sentence::words(words)), note(NoteHeading::Method, Sentence::words(method))];
    notes.extend(told.map(|sentence| note(NoteHeading::Method, sentence)));
    notes
}
