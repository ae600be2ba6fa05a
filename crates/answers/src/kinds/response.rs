//! What each side should choose where both may choose, and one loses what the other gains.

use tolley_analysis::MARGIN;
use tolley_analysis::game::{Asked, Game, GameOfStratum, LostBounds, game};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use super::best::choices::is_of_rival;
use super::{Context, common};
use crate::AnswerError;
use crate::answer::{
    About, Answer, Cell, Certainty, Column, Finding, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence,
    Table, Verdict, fill, say,
};
use crate::catalogue::word;

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
    if ask.better.is_some() {
        let message =
            "response: who gains by the measure wants it large; --over names what he may choose, --against the other";
        return refused(message.to_owned());
    }
    if ask.over.iter().all(|key| is_of_rival(ask, manifest, key)) && !is_of_rival(ask, manifest, against) {
        return refused(
            "response: --over names choices of who loses by the measure; exchange it with --against".to_owned(),
        );
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
    /// One plan loses no more than the margin, and every other one more.
    Best(usize, Certainty),
    /// One plan loses no more than the margin; others may lose no more either.
    Safe(usize, Certainty),
    /// No plan loses more than the margin.
    Any(Certainty),
    /// Every single plan loses more than the margin.
    Mix(Certainty),
    /// Neither is known.
    Open,
}

impl Choice {
    fn certainty(self) -> Certainty {
        match self {
            Choice::Best(_, certainty) | Choice::Safe(_, certainty) | Choice::Any(certainty) => certainty,
            Choice::Mix(certainty) => certainty,
            Choice::Open => Certainty::CannotTell,
        }
    }
}

/// By the bounds of all comparisons at once, else by those of each alone.
fn choice(of: &GameOfStratum, margin: f64) -> Choice {
    let clearly = || judged(&bounds(of, Certainty::Clearly), of, margin, Certainty::Clearly);
    let probably = || judged(&bounds(of, Certainty::Probably), of, margin, Certainty::Probably);
    clearly().or_else(probably).unwrap_or(Choice::Open)
}

/// The least and the most that is lost by each plan; nothing is known where a bound is absent.
fn bounds(of: &GameOfStratum, certainty: Certainty) -> Vec<[f64; 2]> {
    let unknown = [0.0, f64::INFINITY];
    let bound = |lost: &LostBounds| if certainty == Certainty::Clearly { lost.together } else { lost.alone };
    of.lost.iter().map(|lost| bound(lost).unwrap_or(unknown)).collect()
}

fn judged(bounds: &[[f64; 2]], of: &GameOfStratum, margin: f64, certainty: Certainty) -> Option<Choice> {
    let is_safe = |plan: &usize| bounds[*plan][1] <= margin;
    let is_lost = |plan: usize| bounds[plan][0] > margin;
    let lost = |plan: usize| of.exploited_each[plan].value.unwrap_or(f64::INFINITY);
    let safe = (0..bounds.len()).filter(is_safe);
    match safe.clone().min_by(|one, other| lost(*one).total_cmp(&lost(*other))) {
        Some(_) if safe.count() == bounds.len() => Some(Choice::Any(certainty)),
        Some(best) if (0..bounds.len()).all(|plan| plan == best || is_lost(plan)) => {
            Some(Choice::Best(best, certainty))
        }
        Some(best) => Some(Choice::Safe(best, certainty)),
        None if !bounds.is_empty() && (0..bounds.len()).all(is_lost) => Some(Choice::Mix(certainty)),
        None => None,
    }
}

/// What is to be done in all strata.
enum Overall {
    /// The same in each.
    Same(Choice),
    /// No plan is safe in each, though some choice is known in each.
    Depends(Certainty),
    /// In some strata, or of all together, nothing is known.
    Open,
}

fn overall(found: &Game, choices: &[Choice], margin: f64) -> Overall {
    let weakest = choices.iter().map(|choice| choice.certainty()).max().unwrap_or(Certainty::CannotTell);
    if weakest == Certainty::CannotTell {
        return Overall::Open;
    }
    if choices.iter().all(|choice| matches!(choice, Choice::Mix(_))) {
        return Overall::Same(Choice::Mix(weakest));
    }
    if choices.iter().all(|choice| matches!(choice, Choice::Any(_))) {
        return Overall::Same(Choice::Any(weakest));
    }
    // one that is the best in each, else one that is safe in each
    let of_strata: Vec<Vec<[f64; 2]>> = found.strata.iter().map(|stratum| bounds(stratum, weakest)).collect();
    let is_safe = |plan: &usize| of_strata.iter().all(|bounds| bounds[*plan][1] <= margin);
    let plans = found.loses.1.len();
    if let Choice::Best(plan, _) = choices[0]
        && choices.iter().all(|choice| matches!(choice, Choice::Best(other, _) if *other == plan))
    {
        return Overall::Same(Choice::Best(plan, weakest));
    }
    let most = |plan: usize| of_strata.iter().map(|bounds| bounds[plan][1]).fold(0.0, f64::max);
    if let Some(plan) = (0..plans).filter(is_safe).min_by(|one, other| most(*one).total_cmp(&most(*other))) {
        return Overall::Same(Choice::Safe(plan, weakest));
    }
    let is_lost_somewhere = |plan: usize| of_strata.iter().any(|bounds| bounds[plan][0] > margin);
    if (0..plans).all(is_lost_somewhere) { Overall::Depends(weakest) } else { Overall::Open }
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
        certainty: Some(choice.certainty()).filter(|_| *choice != Choice::Open),
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

/// The headline is of all strata, and no surer than the least sure of them.
fn headline(found: &Game, names: &Names, choices: &[Choice]) -> Headline {
    let key = ("key", Sentence::of_name(&names.loses.label));
    let Some(stratum) = found.strata.first() else {
        return headed(Verdict::CannotTell, Certainty::CannotTell, say("response.nothing_played"));
    };
    let [first, ..] = choices else {
        return headed(Verdict::CannotTell, Certainty::CannotTell, say("response.open_bare"));
    };
    if let [_] = found.strata.as_slice() {
        let value = Sentence::of_estimate(stratum.value, &names.measure, Form::WithInterval);
        let measure = Sentence::of_name(&names.measure.label);
        let value = fill("response.value", [("measure", measure), ("value", value)]);
        let sentence = says(found, names, stratum, *first).and(".");
        return Headline { amount: vec![value], ..headed(verdict(*first), first.certainty(), sentence) };
    }
    match overall(found, choices, names.margin()) {
        Overall::Same(choice) => {
            let sentence = fill("response.in_every_case", [("sentence", chosen(found, names, choice))]);
            headed(verdict(choice), choice.certainty(), sentence)
        }
        Overall::Depends(certainty) => {
            let is_clear = certainty == Certainty::Clearly;
            let id = if is_clear { "response.depends_clearly" } else { "response.depends_probably" };
            headed(Verdict::Best, certainty, fill(id, [key]))
        }
        Overall::Open if choices.iter().all(|choice| *choice == Choice::Open) => {
            let sentence = chosen(found, names, Choice::Open).and(".");
            headed(Verdict::CannotTell, Certainty::CannotTell, sentence)
        }
        Overall::Open => headed(Verdict::CannotTell, Certainty::CannotTell, fill("response.open_in_some", [key])),
    }
}

fn headed(verdict: Verdict, certainty: Certainty, sentence: Sentence) -> Headline {
    Headline { verdict, certainty, sentence, amount: Vec::new(), depends_on: Vec::new() }
}

fn verdict(of: Choice) -> Verdict {
    match of {
        Choice::Best(..) | Choice::Safe(..) => Verdict::Best,
        Choice::Any(_) | Choice::Mix(_) => Verdict::Indifferent,
        Choice::Open => Verdict::CannotTell,
    }
}

/// What is to be done in one stratum, and what comes of it.
fn says(found: &Game, names: &Names, stratum: &GameOfStratum, choice: Choice) -> Sentence {
    let of = chosen(found, names, choice);
    if choice == Choice::Open {
        return of;
    }
    let measure = ("measure", Sentence::of_name(&names.measure.label));
    let value = ("value", Sentence::of_estimate(stratum.value, &names.measure, Form::Alone));
    fill("response.with_value", [("sentence", of), measure, value])
}

fn chosen(found: &Game, names: &Names, choice: Choice) -> Sentence {
    let key = ("key", Sentence::of_name(&names.loses.label));
    let is_clear = choice.certainty() == Certainty::Clearly;
    let sure = |clearly: &'static str, probably: &'static str| if is_clear { clearly } else { probably };
    let value = |plan: usize| ("value", Sentence::of_value(found.loses.1[plan].clone(), &names.loses));
    match choice {
        Choice::Best(plan, _) => fill(sure("response.best_clearly", "response.best_probably"), [key, value(plan)]),
        Choice::Safe(plan, _) => fill(sure("response.safe_clearly", "response.safe_probably"), [key, value(plan)]),
        Choice::Any(_) => fill(sure("response.any_clearly", "response.any_probably"), [key]),
        Choice::Mix(_) => fill(sure("response.mix_clearly", "response.mix_probably"), [key]),
        Choice::Open => fill("response.open", [key]),
    }
}

fn stratum_columns(names: &Names) -> impl Iterator<Item = Column> {
    names.strata.iter().cloned().map(Column::axis)
}

fn stratum_cells(stratum: &GameOfStratum) -> impl Iterator<Item = Cell> {
    stratum.values.iter().map(|(_, value)| Cell::Value(value.clone()))
}

fn often() -> Quantity {
    Quantity {
        unit: "%".to_owned(),
        factor: 100.0,
        range: [0.0, 1.0],
        ..Quantity::plain("chosen", word("response.column_chosen"))
    }
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
    let own = [Column::axis(names.loses.clone()), Column::other(often()), cost.headed(word("response.head_lost"))];
    Table {
        name: "loses",
        title: say("response.title_loses"),
        columns: stratum_columns(names).chain(own).collect(),
        rows: found.strata.iter().flat_map(plans).collect(),
        is_brief: true,
    }
}

const METHOD: &str = "linear programme, bootstrap of repeats, bounds of differences of cells";

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
        title: say("response.title_gains"),
        columns: stratum_columns(names).chain(own).chain([Column::other(often()), value]).collect(),
        rows: found.strata.iter().flat_map(plans).collect(),
        is_brief: false,
    }
}

fn notes() -> Vec<Note> {
    let note = |heading, id| Note { heading, sentence: say(id) };
    vec![note(NoteHeading::Words, "response.word_clearly"), note(NoteHeading::Method, "response.method")]
}
