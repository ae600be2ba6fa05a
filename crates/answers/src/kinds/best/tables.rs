//! The figures behind what is best.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;
use tolley_search::factorial::BestSet;

use super::choices::Choices;
use super::judged::{BestJudged, value_of};
use crate::answer::{Cell, Certainty, Column, ColumnPart, Quantity, Table, Verdict, say};
use crate::catalogue::word;

/// Choices that are shown, of all cases.
const SHOWN: usize = 20;
/// Of each case at least.
const OF_A_CASE: usize = 3;

/// All tables.
pub fn all(choices: &Choices, judged: &BestJudged) -> Vec<Table> {
    let cases = (choices.cases.len() > 1).then(|| cases(choices, judged));
    [values(choices, judged)].into_iter().chain(cases).chain([best(choices, judged)]).collect()
}

fn axis_columns(choices: &Choices) -> impl Iterator<Item = Column> {
    choices.axes.iter().map(|axis| Column::axis(Quantity { label: axis.short.clone(), ..axis.quantity.clone() }))
}

fn case_columns(choices: &Choices) -> impl Iterator<Item = Column> {
    choices.cases[0].values.iter().map(|(quantity, _)| Column::axis(quantity.clone()))
}

fn plain_values(values: &[(Quantity, Value)]) -> impl Iterator<Item = Cell> {
    values.iter().map(|(_, value)| Cell::Value(value.clone()))
}

/// Each value of each axis, the others as they are near the best.
fn values(choices: &Choices, judged: &BestJudged) -> Table {
    let mean = Column::result(choices.of.clone(), &choices.measure, "mean near the best", "student-t");
    let lost = Quantity { label: word("best.column_costs").to_owned(), ..choices.of.difference() };
    let lost = Column::result(lost, &choices.measure, "cost", "paired student-t").headed(word("best.column_costs"));
    let columns = axis_columns(choices).chain([mean, lost, Column::verdict()]).collect();
    let mut rows = Vec::new();
    for (axis, worth) in judged.set.axes.iter().enumerate() {
        for (level, found) in worth.levels.iter().enumerate() {
            let own = |at: usize| match at == axis {
                true => Cell::Value(choices.axes[axis].values[level].clone()),
                false => Cell::Absent,
            };
            let verdict = match (level == worth.best, found.may_be_best) {
                (true, _) => Cell::Verdict(Verdict::Best, None),
                (false, true) if found.cost.interval.is_some_and(|[low, _]| low > 0.0) => {
                    Cell::Verdict(Verdict::Effect, Some(Certainty::Probably))
                }
                (false, true) => Cell::Verdict(Verdict::CannotTell, None),
                (false, false) => Cell::Verdict(Verdict::Effect, Some(Certainty::Clearly)),
            };
            let cells = (0..choices.axes.len()).map(own);
            let mean = as_measured(&found.mean, choices);
            rows.push(cells.chain([mean, Cell::Estimate(found.cost), verdict]).collect());
        }
    }
    let title = say("best.title_values");
    Table { name: "values", title, columns, rows, is_brief: false }
}

fn as_measured(worth: &Estimate, choices: &Choices) -> Cell {
    Cell::Estimate(turned(worth, choices))
}

fn turned(worth: &Estimate, choices: &Choices) -> Estimate {
    if choices.is_largest {
        return *worth;
    }
    let turned = |[low, high]: [f64; 2]| [-high, -low];
    let (value, interval) = (worth.value.map(|value| -value), worth.interval.map(turned));
    Estimate { value, interval, ..*worth }
}

/// What the best is worth in each case, and the value of each axis that is the best there.
fn cases(choices: &Choices, judged: &BestJudged) -> Table {
    let named = choices.axes.iter().map(|axis| {
        let quantity = Quantity { label: axis.short.clone(), ..axis.quantity.clone() };
        Column::other(Quantity { name: format!("best {}", quantity.name), ..quantity })
    });
    let worth = Column::result(choices.of.clone(), &choices.measure, "value of the best", "cross-fitted student-t");
    let columns = case_columns(choices).chain(named).chain([worth]).collect();
    let row = |(case, set): (&super::choices::ChoiceCase, &BestSet)| {
        let levels = set.axes.iter().zip(&choices.axes);
        let levels = levels.map(|(worth, axis)| Cell::Value(axis.values[worth.best].clone()));
        plain_values(&case.values).chain(levels).chain([Cell::Estimate(value_of(set, choices))]).collect()
    };
    let rows = choices.cases.iter().zip(&judged.cases).map(row).collect();
    Table { name: "cases", title: say("best.title_cases"), columns, rows, is_brief: false }
}

/// The best choices of each case, by a smooth surface through all where there is one, and whether they may be the best.
fn best(choices: &Choices, judged: &BestJudged) -> Table {
    let point = Column { part: ColumnPart::Point, ..Column::other(Quantity::plain("point", "point")) };
    let is_smooth = judged.is_smooth();
    let mean = match is_smooth {
        true => Column::result(choices.of.clone(), &choices.measure, "smoothed mean", "gaussian process, student-t"),
        false => Column::result(choices.of.clone(), &choices.measure, "mean", "student-t or wilson"),
    };
    let n = Column::other(Quantity::plain("n", "n"));
    let columns = case_columns(choices).chain(axis_columns(choices)).chain([mean, n, Column::verdict(), point]);
    let shown = (SHOWN / choices.cases.len()).max(OF_A_CASE);
    let mut rows = Vec::new();
    for (at, case) in choices.cases.iter().enumerate() {
        let set = judged.cases.get(at).unwrap_or(&judged.set);
        let found = if is_smooth { smoothed(set, choices) } else { case.means.clone() };
        let mut order: Vec<usize> = (0..found.len()).filter(|choice| found[*choice].value.is_some()).collect();
        let worth = |choice: usize| choices.sign() * found[choice].value.unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|a, b| set.in_set[*b].cmp(&set.in_set[*a]).then(worth(*b).total_cmp(&worth(*a))));
        for choice in order.into_iter().take(shown) {
            let levels = case.worth.levels(choice);
            let levels = choices.axes.iter().zip(levels).map(|(axis, level)| Cell::Value(axis.values[level].clone()));
            let verdict = if set.in_set[choice] { Cell::Verdict(Verdict::Best, None) } else { Cell::Absent };
            let point = Cell::Count(case.points[choice]);
            let last = [Cell::Estimate(found[choice]), Cell::Count(case.means[choice].n), verdict, point];
            rows.push(plain_values(&case.values).chain(levels).chain(last).collect());
        }
    }
    let title = say(if is_smooth { "best.title_smoothed" } else { "best.title_choices" });
    Table { name: "choices", title, columns: columns.collect(), rows, is_brief: false }
}

/// What a surface says of each choice, as it is measured and within what is possible.
fn smoothed(set: &BestSet, choices: &Choices) -> Vec<Estimate> {
    set.surface.iter().map(|worth| turned(worth, choices).nearest_within(choices.of.range)).collect()
}
