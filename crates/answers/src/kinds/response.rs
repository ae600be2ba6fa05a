//! What each side should choose where both may choose, and one loses what the other gains.

use tolley_analysis::MARGIN;
use tolley_analysis::game::{Asked, Game, GameOfStratum, game};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use super::{Context, common};
use crate::AnswerError;
use crate::answer::{
    About, Answer, Cell, Certainty, Column, Finding, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence,
    Table, Verdict,
};

#[cfg(test)]
mod tests;

/// How seldom a plan is chosen that is not named.
const SELDOM: f64 = 0.005;

/// Refuses what does not say who chooses what, or what comes of it.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    let grid = &manifest.plan.grid;
    let refused = |message: String| Err(AnswerError::Refused(message));
    let Some(against) = &ask.against else {
        return refused("response: against says what who loses by it may choose".to_owned());
    };
    if ask.over.is_empty() {
        return refused("response: over says what who gains by it may choose".to_owned());
    }
    let missing = ask.over.iter().chain([against]).find(|key| !grid.axes.iter().any(|axis| axis.key == **key));
    missing.map_or(Ok(()), |key| refused(format!("{key} is no axis of this dataset")))
}

/// Which choice is safe, or that none is.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    check(ask, manifest)?;
    let against = ask.against.as_deref().unwrap_or_default();
    let axis = manifest.plan.grid.axes.iter().find(|axis| axis.key == against);
    let first = axis.and_then(|axis| axis.values.first()).map_or_else(String::new, Value::to_string);
    let held = ask.control.last().map_or(first.as_str(), String::as_str);
    let gains: Vec<&str> = ask.over.iter().map(String::as_str).collect();
    let measure = ask.measure.as_deref().or(manifest.measures.first().map(|measure| measure.column.as_str()));
    let measure = measure.ok_or_else(|| AnswerError::Refused("there is no measure".to_owned()))?;
    let found = game(dataset, &Asked { gains: &gains, loses: (against, held), measure })?;
    let column = manifest.tables[0].index(measure).map(|at| Quantity::of_column(&manifest.tables[0].columns[at]));
    let strata = found.strata.first().map_or(&[][..], |stratum| stratum.values.as_slice());
    let names = Names {
        measure: column.unwrap_or_else(|| Quantity::plain(measure, measure)),
        loses: Quantity::of_key(manifest, against),
        gains: ask.over.iter().map(|key| Quantity::of_key(manifest, key)).collect(),
        strata: strata.iter().map(|(column, _)| of_column_of_key(manifest, column)).collect(),
        margin: ask.margin,
    };
    let about = common::about(ask, dataset, context, found.missing);
    Ok(made(&found, &names, about, common::four_times(dataset, context)))
}

/// A key by its column.
pub(super) fn of_column_of_key(manifest: &Manifest, column: &str) -> Quantity {
    let known = manifest.points.columns.iter().find(|known| known.name == column);
    known.map_or_else(|| Quantity::plain(column, column), Quantity::of_column)
}

struct Names {
    measure: Quantity,
    loses: Quantity,
    gains: Vec<Quantity>,
    strata: Vec<Quantity>,
    margin: Option<f64>,
}

impl Names {
    /// What may be lost without minding it.
    fn margin(&self) -> f64 {
        self.margin.unwrap_or(if self.measure.is_share() { MARGIN } else { 0.0 })
    }
}

/// What is to be done in one stratum.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    /// One plan loses no more than the margin.
    Safe(usize, Certainty),
    /// Every single plan loses more than the margin.
    Mix,
    /// Neither is known.
    Open,
}

fn choice(of: &GameOfStratum, margin: f64) -> Choice {
    let lost = |plan: usize| of.exploited_each[plan].value.unwrap_or(f64::INFINITY);
    let best = (0..of.exploited_each.len()).min_by(|one, other| lost(*one).total_cmp(&lost(*other)));
    let Some(best) = best else { return Choice::Open };
    let ends = |plan: usize| of.exploited_each[plan].interval;
    let is_lost = |plan: usize| ends(plan).is_some_and(|[low, _]| low > margin);
    match ends(best) {
        Some([_, high]) if high <= margin => Choice::Safe(best, Certainty::Clearly),
        _ if (0..of.exploited_each.len()).all(is_lost) => Choice::Mix,
        Some(_) if lost(best) <= margin => Choice::Safe(best, Certainty::Probably),
        _ => Choice::Open,
    }
}

fn made(found: &Game, names: &Names, about: About, more: Next) -> Answer {
    let margin = names.margin();
    let choices: Vec<Choice> = found.strata.iter().map(|stratum| choice(stratum, margin)).collect();
    let headline = headline(found, names, &choices);
    let next = if headline.verdict == Verdict::CannotTell { vec![more] } else { Vec::new() };
    let of_stratum = |(stratum, choice): (&GameOfStratum, &Choice)| Finding {
        subject: subject(stratum, names),
        says: says(found, names, stratum, *choice),
        detail: Sentence::default(),
        certainty: match choice {
            Choice::Safe(_, certainty) => Some(*certainty),
            Choice::Mix => Some(Certainty::Clearly),
            Choice::Open => None,
        },
    };
    let findings =
        if found.strata.len() < 2 { Vec::new() } else { found.strata.iter().zip(&choices).map(of_stratum).collect() };
    let tables = vec![losing(found, names), gaining(found, names)];
    Answer { about, headline, findings, tables, notes: notes(), next }
}

fn subject(stratum: &GameOfStratum, names: &Names) -> String {
    let value =
        |((_, value), quantity): (&(String, Value), &Quantity)| format!("{} {}", quantity.label, quantity.value(value));
    stratum.values.iter().zip(&names.strata).map(value).collect::<Vec<_>>().join(", ")
}

/// The headline is of all strata where they agree, else of the first.
fn headline(found: &Game, names: &Names, choices: &[Choice]) -> Headline {
    let (Some(stratum), Some(choice)) = (found.strata.first(), choices.first()) else {
        let sentence = Sentence::words("cannot tell yet: nothing was played.");
        return Headline {
            verdict: Verdict::CannotTell,
            certainty: Certainty::CannotTell,
            sentence,
            amount: Vec::new(),
            depends_on: Vec::new(),
        };
    };
    let agrees = choices.iter().all(|other| match (other, choice) {
        (Choice::Safe(one, _), Choice::Safe(other, _)) => one == other,
        (one, other) => one == other,
    });
    let sentence = if agrees {
        says(found, names, stratum, *choice)
    } else {
        Sentence::words("the best ").name(&names.loses.label).and(" depends on the case, as the lines below say")
    };
    let (verdict, certainty) = match choice {
        Choice::Safe(_, certainty) => (Verdict::Best, *certainty),
        Choice::Mix => (Verdict::Indifferent, Certainty::Clearly),
        Choice::Open => (Verdict::CannotTell, Certainty::CannotTell),
    };
    let value = Sentence::words("where both choose well, ").name(&names.measure.label).and(": ").estimate(
        stratum.value,
        &names.measure,
        Form::WithInterval,
    );
    let amount = if found.strata.len() < 2 { vec![value] } else { Vec::new() };
    Headline { verdict, certainty, sentence: sentence.and("."), amount, depends_on: Vec::new() }
}

fn says(found: &Game, names: &Names, stratum: &GameOfStratum, choice: Choice) -> Sentence {
    let value = |of: Sentence| of.estimate(stratum.value, &names.measure, Form::Alone);
    match choice {
        Choice::Safe(plan, certainty) => {
            let sure = if certainty == Certainty::Clearly { " is best at " } else { " is probably best at " };
            let plan = found.loses.1[plan].clone();
            let of = Sentence::words("the ").name(&names.loses.label).and(sure).value(plan, &names.loses);
            value(of.and(" (").name(&names.measure.label).and(": ")).and(")")
        }
        Choice::Mix => {
            let of = Sentence::words("no choice of the ").name(&names.loses.label).and(" is safe: mix (");
            value(of.name(&names.measure.label).and(": ")).and(")")
        }
        Choice::Open => {
            Sentence::words("cannot tell yet whether one ").name(&names.loses.label).and(" is safe, or a mix is needed")
        }
    }
}

fn stratum_columns(names: &Names) -> impl Iterator<Item = Column> {
    names.strata.iter().cloned().map(Column::axis)
}

fn stratum_cells(stratum: &GameOfStratum) -> impl Iterator<Item = Cell> {
    stratum.values.iter().map(|(_, value)| Cell::Value(value.clone()))
}

fn often() -> Quantity {
    Quantity { unit: "%".to_owned(), factor: 100.0, range: [0.0, 1.0], ..Quantity::plain("chosen", "chosen") }
}

/// Of each plan of who loses how often it is chosen, and what it costs to keep to it.
fn losing(found: &Game, names: &Names) -> Table {
    let row = |stratum: &GameOfStratum, plan: usize| -> Vec<Cell> {
        let own = [
            Cell::Value(found.loses.1[plan].clone()),
            stratum.loses.get(plan).map_or(Cell::Absent, |share| Cell::Number(*share)),
            Cell::Estimate(stratum.exploited_each[plan]),
        ];
        stratum_cells(stratum).chain(own).collect()
    };
    let plans = |stratum| (0..found.loses.1.len()).map(move |plan| row(stratum, plan));
    let cost = Column::result(names.measure.difference(), &found.measure, "lost if known", METHOD);
    let own = [Column::axis(names.loses.clone()), Column::other(often()), cost.headed("lost by keeping to it")];
    Table {
        name: "loses",
        title: Sentence::words("how often each is chosen, and what the other side gains on who keeps to it"),
        columns: stratum_columns(names).chain(own).collect(),
        rows: found.strata.iter().flat_map(plans).collect(),
        is_brief: true,
    }
}

const METHOD: &str = "linear programme, bootstrap of repeats";

/// Of each plan of who gains how often it is chosen; seldom ones are left out.
fn gaining(found: &Game, names: &Names) -> Table {
    let row = |stratum: &GameOfStratum, plan: usize| -> Vec<Cell> {
        let own = found.gains[plan].iter().map(|(_, value)| Cell::Value(value.clone()));
        let rest = [Cell::Number(stratum.gains[plan]), Cell::Estimate(stratum.value)];
        stratum_cells(stratum).chain(own).chain(rest).collect()
    };
    let often_enough = |stratum: &GameOfStratum| {
        (0..found.gains.len()).filter(|plan| stratum.gains.get(*plan).is_some_and(|share| *share >= SELDOM)).collect()
    };
    let plans = |stratum| {
        let chosen: Vec<usize> = often_enough(stratum);
        chosen.into_iter().map(move |plan| row(stratum, plan))
    };
    let value = Column::result(names.measure.clone(), &found.measure, "value of the game", METHOD);
    let own = names.gains.iter().cloned().map(Column::axis);
    Table {
        name: "gains",
        title: Sentence::words("how often the other side chooses what, and what then comes of it"),
        columns: stratum_columns(names).chain(own).chain([Column::other(often()), value]).collect(),
        rows: found.strata.iter().flat_map(plans).collect(),
        is_brief: false,
    }
}

fn notes() -> Vec<Note> {
    let note = |heading, text| Note { heading, sentence: Sentence::words(text) };
    vec![
        note(
            NoteHeading::Words,
            "clearly: the 95 % interval of what is lost by keeping to it lies on one side of the margin; probably: its value does.",
        ),
        note(
            NoteHeading::Method,
            "The game is solved as a matrix of means by both plans (linear programme), neither side knowing the other's \
             choice; intervals by bootstrap of whole repeats.",
        ),
    ]
}
