//! What arms do in the strata: at each value of each other axis of the design, and how much that changes from value to
//! value, trials paired by their random numbers.

use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::estimates::{Estimate, Means};
use tolley_statistics::multiplicity::holm;

use super::{Asked, Contrast, apart, arms_of, contrast, correct, margin_of, moments, parts};
use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::paired::Trials;

/// Combinations of the other axes that are looked at one by one.
const MOST_COMBINATIONS: usize = 64;
/// Values of an axis of which each two are held against each other.
const MOST_VALUES: usize = 12;
/// Repeats that say how far a change is spread, at least: of fewer that happen to agree none is clear.
const FEWEST_CHANGES: u64 = 5;

/// What arms do in the strata of a design.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContrastStrata {
    /// Each other axis with more than one value, the rest averaged over.
    pub axes: Vec<AxisStrata>,
    /// Each combination of the other axes; empty where there are very many, or one other axis alone.
    pub combinations: Vec<StratumContrasts>,
}

/// What arms do at each value of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisStrata {
    /// Path of the key.
    pub key: String,
    /// Its values.
    pub values: Vec<Value>,
    /// Of each value each arm, corrected together by Holm over all arms, values and axes.
    pub contrasts: Vec<Vec<Contrast>>,
    /// Of each arm how its difference changes most clearly; `None` of the control, and where nothing is known.
    pub changes: Vec<Option<StrataChange>>,
}

/// How a difference changes from one value of another axis to a second one.
#[derive(Clone, Debug, PartialEq)]
pub struct StrataChange {
    /// The places of both values.
    pub between: [usize; 2],
    /// The difference at the second less that at the first.
    pub difference: Estimate,
    /// Chance of such a change if there is none, corrected by Holm over all that are looked at.
    pub p: f64,
}

/// What arms do in one combination of the other axes.
#[derive(Clone, Debug, PartialEq)]
pub struct StratumContrasts {
    /// Key and value of each other axis.
    pub values: Vec<(String, Value)>,
    /// The arms, corrected together over all combinations.
    pub contrasts: Vec<Contrast>,
}

/// What the arms of a dataset do in its strata, as far as it goes.
pub fn strata(dataset: &Dataset, asked: &Asked<'_>) -> Result<ContrastStrata, AnalysisError> {
    let arms = arms_of(dataset.manifest(), asked)?;
    let Measured { name, is_share, trials, .. } = measured(dataset, asked.measure)?;
    let margin = margin_of(asked, &arms, &name, is_share);
    Ok(in_strata(&arms, &trials, is_share, margin))
}

pub(super) fn in_strata(arms: &Arms<'_>, trials: &Trials, is_share: bool, margin: f64) -> ContrastStrata {
    let others: Vec<usize> = arms.other_axes().into_iter().filter(|axis| arms.axis(*axis).1.len() > 1).collect();
    let mut axes: Vec<AxisStrata> = others.iter().map(|axis| of_axis(arms, *axis, trials, is_share, margin)).collect();
    correct_together(axes.iter_mut().flat_map(|axis| axis.contrasts.iter_mut()));
    correct_changes(&mut axes);
    let has_combinations = others.len() > 1 && arms.strata() <= MOST_COMBINATIONS;
    let mut combinations: Vec<StratumContrasts> = if has_combinations {
        (0..arms.strata()).map(|stratum| of_combination(arms, stratum, trials, is_share, margin)).collect()
    } else {
        Vec::new()
    };
    correct_together(combinations.iter_mut().map(|of| &mut of.contrasts));
    ContrastStrata { axes, combinations }
}

fn of_axis(arms: &Arms<'_>, axis: usize, trials: &Trials, is_share: bool, margin: f64) -> AxisStrata {
    let (key, values) = arms.axis(axis);
    let within: Vec<Arms<'_>> =
        (0..values.len()).map(|place| arms.within(|stratum| arms.place_of_stratum(stratum, axis) == place)).collect();
    let of_arms = |arms: &Arms<'_>| -> Vec<Contrast> {
        (0..arms.count()).map(|arm| contrast(arms, arm, trials, is_share, margin)).collect()
    };
    let change = |arm: usize| if arm == arms.control() { None } else { largest_change(&within, arm, trials) };
    AxisStrata {
        key: key.to_owned(),
        values: values.to_vec(),
        contrasts: within.iter().map(of_arms).collect(),
        changes: (0..arms.count()).map(change).collect(),
    }
}

/// The change between two values that is largest against its error; of an axis of very many values those of its first
/// one alone are looked at. Its p-value is corrected for the pairs of this arm (Bonferroni).
fn largest_change(within: &[Arms<'_>], arm: usize, trials: &Trials) -> Option<StrataChange> {
    let series: Vec<Vec<f64>> = within.iter().map(|arms| parts(arms, arm, trials)).collect();
    let firsts = if within.len() > MOST_VALUES { 1 } else { within.len() };
    let pairs: Vec<[usize; 2]> =
        (0..firsts).flat_map(|from| (from + 1..within.len()).map(move |to| [from, to])).collect();
    let looked_at = pairs.len() as f64;
    let change = |between: [usize; 2]| {
        let [from, to] = between.map(|place| &series[place]);
        let changes: Vec<f64> = to.iter().zip(from).map(apart).collect();
        let of_changes = moments(&changes);
        let comparison = super::worth::of_changes(&changes).filter(|found| found.known >= FEWEST_CHANGES)?;
        let p = (comparison.p_values().differs * looked_at).min(1.0);
        Some(StrataChange { between, difference: Means::default().estimate(&of_changes), p })
    };
    pairs.into_iter().filter_map(change).min_by(|one, other| {
        let size = |change: &StrataChange| -change.difference.value.unwrap_or(0.0).abs();
        one.p.total_cmp(&other.p).then(size(one).total_cmp(&size(other)))
    })
}

fn of_combination(arms: &Arms<'_>, stratum: usize, trials: &Trials, is_share: bool, margin: f64) -> StratumContrasts {
    let alone = arms.within(|other| other == stratum);
    let values = arms.stratum(stratum).into_iter().map(|(axis, value)| (arms.axis(axis).0.to_owned(), value));
    let contrasts = (0..arms.count()).map(|arm| contrast(&alone, arm, trials, is_share, margin)).collect();
    StratumContrasts { values: values.collect(), contrasts }
}

/// Corrects the tests of all of them for how many there are.
fn correct_together<'c>(groups: impl Iterator<Item = &'c mut Vec<Contrast>>) {
    let groups: Vec<&mut Vec<Contrast>> = groups.collect();
    let mut all: Vec<Contrast> = groups.iter().flat_map(|group| group.iter().cloned()).collect();
    correct(&mut all);
    let mut all = all.into_iter();
    for group in groups {
        for (contrast, corrected) in group.iter_mut().zip(all.by_ref()) {
            *contrast = corrected;
        }
    }
}

/// Corrects the changes of all arms along all axes together.
fn correct_changes(axes: &mut [AxisStrata]) {
    let mut changes: Vec<&mut StrataChange> =
        axes.iter_mut().flat_map(|axis| axis.changes.iter_mut().flatten()).collect();
    let corrected = holm(&changes.iter().map(|change| change.p).collect::<Vec<f64>>());
    for (change, p) in changes.iter_mut().zip(corrected) {
        change.p = p;
    }
}
