//! The rows of an answer about an effect: a line a value, and the tables behind it.

use tolley_analysis::Estimate;
use tolley_analysis::contrasts::Contrast;
use tolley_experiment::value::Value;

use super::found::{ArmFinding, EffectFound, of_contrast};
use super::strata::{Turning, slope};
use super::subject::{arm_name, varied};
use crate::answer::{Cell, Certainty, Column, Finding, Form, Quantity, Sentence, Table, Verdict, fill, say};
use crate::catalogue::{self, word};

/// Values for which there is room.
const LINES: usize = 5;
/// Values that stand side by side.
const SIDE_BY_SIDE: usize = 2;

/// A line a value, where there are several; where there is no room for all, those that differ most come first.
pub(super) fn findings(found: &EffectFound) -> Vec<Finding> {
    let mut arms: Vec<usize> = found.others().collect();
    if arms.len() < 2 {
        return Vec::new();
    }
    if arms.len() > LINES {
        let size = |arm: &usize| found.arm(*arm).difference.value.unwrap_or(0.0).abs();
        arms.sort_by(|one, other| size(other).total_cmp(&size(one)));
    }
    arms.into_iter().map(|arm| finding(found, arm)).collect()
}

/// What is varied, where there is one thing, and what is compared with what.
pub(super) fn heads(found: &EffectFound) -> [String; 3] {
    let control = arm_name(&found.keys, &found.control(), &found.control());
    // of several things the control has a name longer than a head
    let measure = match found.keys.len() {
        1 => catalogue::text("effect.head_compared", &[("measure", &found.quantity.label), ("control", &control)]),
        _ => found.quantity.label.clone(),
    };
    [varied(&found.keys), measure, String::new()]
}

fn finding(found: &EffectFound, arm: usize) -> Finding {
    let subject = arm_name(&found.keys, &found.values(arm), &found.control());
    let difference = found.arm(arm).difference;
    let is_down = difference.value.unwrap_or(0.0) < 0.0;
    let size = Sentence::of_estimate(difference, &found.difference, Form::SizeWithInterval);
    let size = fill(if is_down { "effect.line_less" } else { "effect.line_more" }, [("size", size)]);
    let (says, detail, certainty) = match found.finding(arm) {
        ArmFinding::Identity => (say("effect.line_identical"), Sentence::default(), None),
        ArmFinding::NeverChanged => {
            let most = difference.interval.map(|[low, high]| low.abs().max(high.abs()));
            let most = Estimate { value: most, ..Estimate::default() };
            let size = Sentence::of_estimate(most, &found.difference, Form::Alone);
            let at_most = fill("effect.line_apart", [("size", size)]);
            let at_most = if most.value.is_some() { at_most } else { Sentence::default() };
            (say("effect.line_never_changed"), at_most, None)
        }
        ArmFinding::Effect(certainty) => (size, Sentence::default(), Some(certainty)),
        ArmFinding::Within => (size, say("effect.line_within"), Some(Certainty::Clearly)),
        ArmFinding::None(certainty) => (say("effect.line_none"), Sentence::default(), Some(certainty)),
        ArmFinding::Open => {
            let signed = Sentence::default().estimate(difference, &found.difference, Form::WithInterval);
            (signed, Sentence::default(), Some(Certainty::CannotTell))
        }
    };
    Finding { subject, says, detail, certainty }
}

/// Both cases of an effect that turns: a row a value of the axis that turns it, and the values that differ most.
pub(super) fn both_cases(found: &EffectFound, turning: &Turning<'_>) -> Option<Table> {
    let axis = &found.strata.axes[turning.axis?];
    let key = found.key(&axis.key);
    let is_steady = [turning.up.1, turning.down.1].iter().all(|arms| slope(found, arms).is_some());
    let arms: Vec<usize> = match (is_steady, found.others().collect::<Vec<_>>()) {
        (true, arms) if arms.len() > SIDE_BY_SIDE => {
            [arms.first(), arms.last()].into_iter().flatten().copied().collect()
        }
        (_, arms) if arms.len() > SIDE_BY_SIDE => vec![turning.arm],
        (_, arms) => arms,
    };
    let column = |arm: &usize| {
        let label = arm_name(&found.keys, &found.values(*arm), &found.control());
        Column::other(Quantity { label, ..found.difference.without_unit() })
    };
    let columns = std::iter::once(Column::axis(key).headed("")).chain(arms.iter().map(column)).collect();
    let row = |(value, contrasts): (&Value, &Vec<Contrast>)| {
        let cell = |arm: &usize| Cell::Estimate(contrasts[*arm].difference);
        std::iter::once(Cell::Value(value.clone())).chain(arms.iter().map(cell)).collect()
    };
    let rows = axis.values.iter().zip(&axis.contrasts).map(row).collect();
    let control = arm_name(&found.keys, &found.control(), &found.control());
    let measure = Sentence::of_name(found.quantity.with_article());
    let title = fill("effect.title_cases", [("measure", measure), ("control", Sentence::of_name(control))]);
    Some(Table { name: "cases", title, columns, rows, is_brief: true })
}

/// All arms: means, differences, tests.
pub(super) fn arms(found: &EffectFound) -> Table {
    let contrasts = &found.contrasts;
    let measure = contrasts.measure.as_str();
    let mean_method = if found.is_share { "wilson" } else { "student-t, strata averaged" };
    let plain = |name: &str, label: &'static str| Column::other(Quantity::plain(name, word(label)));
    let share = Quantity {
        unit: "%".to_owned(),
        factor: 100.0,
        range: [0.0, 1.0],
        ..Quantity::plain("changed", word("effect.column_changed"))
    };
    let mut columns: Vec<Column> = found.keys.iter().cloned().map(Column::axis).collect();
    columns.extend([
        Column::result(found.quantity.clone(), measure, "mean", mean_method),
        Column::result(found.difference.clone(), measure, "difference", "paired, student-t")
            .headed(word("effect.head_difference")),
        Column::verdict(),
        plain("p_differs", "effect.column_p_differs"),
        plain("p_within", "effect.column_p_within"),
        plain("false_share", "effect.column_false_share"),
        Column::other(share),
        plain("strata_of_same_sign", "effect.column_same_sign"),
    ]);
    if found.exact.is_some() {
        columns.push(plain("p_exact", "effect.column_p_exact"));
    }
    let row = |arm: usize| {
        let contrast = found.arm(arm);
        let mut cells = axis_cells(contrast);
        cells.push(Cell::Estimate(contrast.mean));
        cells.extend(tested(found, contrast, verdict_of(found, arm)));
        if let Some(exact) = &found.exact {
            let own = exact.iter().find(|exact| exact.values == contrast.values);
            cells.push(own.map_or(Cell::Absent, |own| Cell::P(own.permutation)));
        }
        cells
    };
    let title = say("effect.title_arms");
    Table { name: "arms", title, columns, rows: (0..contrasts.arms.len()).map(row).collect(), is_brief: false }
}

fn axis_cells(contrast: &Contrast) -> Vec<Cell> {
    contrast.values.iter().map(|(_, value)| Cell::Value(value.clone())).collect()
}

/// The cells from the difference on; of the control they are empty.
fn tested(found: &EffectFound, contrast: &Contrast, verdict: Option<(Verdict, Certainty)>) -> Vec<Cell> {
    let p = |of: Option<f64>| of.map_or(Cell::Absent, Cell::P);
    let is_control = contrast.values == found.arm(found.contrasts.control).values;
    let difference = if is_control { Cell::Absent } else { Cell::Estimate(contrast.difference) };
    let [some, all] = [contrast.same_sign, contrast.strata].map(|count| count.to_string());
    let same = catalogue::text("effect.same_sign", &[("some", &some), ("all", &all)]);
    let same = if is_control { Cell::Absent } else { Cell::Name(same) };
    vec![
        difference,
        verdict.map_or(Cell::Absent, |(verdict, certainty)| Cell::Verdict(verdict, Some(certainty))),
        p(contrast.p.map(|p| p.differs)),
        p(contrast.p.map(|p| p.within)),
        p(contrast.false_share),
        contrast.changed.map_or(Cell::Absent, Cell::Estimate),
        same,
    ]
}

/// The verdict on an arm; none on the control.
pub(super) fn verdict_of(found: &EffectFound, arm: usize) -> Option<(Verdict, Certainty)> {
    (arm != found.contrasts.control).then(|| verdict(found.finding(arm)))
}

fn verdict(finding: ArmFinding) -> (Verdict, Certainty) {
    match finding {
        ArmFinding::Identity => (Verdict::Identical, Certainty::Clearly),
        ArmFinding::Effect(certainty) => (Verdict::Effect, certainty),
        ArmFinding::Within => (Verdict::DifferentWithinMargin, Certainty::Clearly),
        ArmFinding::None(certainty) => (Verdict::NoEffect, certainty),
        ArmFinding::NeverChanged | ArmFinding::Open => (Verdict::CannotTell, Certainty::CannotTell),
    }
}

/// The differences at each value of each other axis, and in each combination of them; none where there is no other.
pub(super) fn strata(found: &EffectFound) -> Option<Table> {
    let axes = &found.strata.axes;
    if axes.is_empty() {
        return None;
    }
    let others: Vec<Quantity> = axes.iter().map(|axis| found.key(&axis.key)).collect();
    let mut columns: Vec<Column> = found.keys.iter().chain(&others).cloned().map(Column::axis).collect();
    let measure = found.contrasts.measure.as_str();
    columns.push(
        Column::result(found.difference.clone(), measure, "difference", "paired, student-t")
            .headed(word("effect.head_difference")),
    );
    columns.extend([Column::verdict(), Column::other(Quantity::plain("p_differs", word("effect.column_p_differs")))]);
    let row = |contrast: &Contrast, at: Vec<Cell>| {
        let (verdict, certainty) = verdict(of_contrast(contrast, None));
        let p = contrast.p.map_or(Cell::Absent, |p| Cell::P(p.differs));
        let last = [Cell::Estimate(contrast.difference), Cell::Verdict(verdict, Some(certainty)), p];
        axis_cells(contrast).into_iter().chain(at).chain(last).collect::<Vec<Cell>>()
    };
    let mut rows = Vec::new();
    for arm in found.others() {
        for (number, axis) in axes.iter().enumerate() {
            for (value, contrasts) in axis.values.iter().zip(&axis.contrasts) {
                let mut at = vec![Cell::Absent; axes.len()];
                at[number] = Cell::Value(value.clone());
                rows.push(row(&contrasts[arm], at));
            }
        }
        for combination in &found.strata.combinations {
            let value = |axis: &Quantity| combination.values.iter().find(|(key, _)| *key == axis.name);
            let cell = |axis: &Quantity| value(axis).map_or(Cell::Absent, |(_, value)| Cell::Value(value.clone()));
            rows.push(row(&combination.contrasts[arm], others.iter().map(cell).collect()));
        }
    }
    let title = say("effect.title_strata");
    Some(Table { name: "strata", title, columns, rows, is_brief: false })
}
