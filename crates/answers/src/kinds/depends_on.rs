//! On which assumptions a headline depends: the same figure under other values of what nobody has measured, trial by
//! trial by the same seed, so that the change itself has an interval.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::estimates::{Means, Moments};
use tolley_dataset::Dataset;

use super::{Context, Stratum};
use crate::AnswerError;
use crate::answer::{Dependence, Quantity};

/// The assumptions that move a figure, the strongest first. `per_repeat` gives the figure in each repeat of a dataset,
/// NaN where a repeat has none; `of` says what it is, with 0 for no effect where it has a sign.
pub fn depends_on(
    dataset: &Dataset,
    context: &Context<'_>,
    of: &Quantity,
    per_repeat: impl Fn(&Dataset) -> Result<Vec<f64>, AnswerError>,
) -> Result<Vec<Dependence>, AnswerError> {
    if context.strata.is_empty() {
        return Ok(Vec::new());
    }
    let whole = per_repeat(dataset)?;
    let mut found: Vec<(f64, Dependence)> = Vec::new();
    for stratum in context.strata {
        let there = per_repeat(&stratum.dataset)?;
        let changes: Vec<f64> = there.iter().zip(&whole).map(|(there, here)| there - here).collect();
        let change = mean(&changes);
        // all strata together are right with 95 %: the interval of one is as many times rarer wrong (Bonferroni)
        if !is_clear(&change, context.strata.len()) {
            continue;
        }
        let case = (stratum.value.clone(), mean(&there));
        let turns = turns(&mean(&whole), &case.1);
        let size = change.value.unwrap_or(0.0).abs();
        match found.iter_mut().find(|(_, known)| known.on.name == stratum.key) {
            Some((largest, known)) => {
                *largest = largest.max(size);
                known.cases.push(case);
                known.turns |= turns;
            }
            None => found.push((size, dependence(dataset, stratum, of, case, turns))),
        }
    }
    // what turns the sign is said before what only moves the size
    found.sort_by(|(one, a), (other, b)| b.turns.cmp(&a.turns).then(other.total_cmp(one)));
    Ok(found.into_iter().map(|(_, dependence)| dependence).collect())
}

fn dependence(
    dataset: &Dataset,
    stratum: &Stratum,
    of: &Quantity,
    case: (tolley_experiment::value::Value, Estimate),
    turns: bool,
) -> Dependence {
    let on = Quantity::of_key(dataset.manifest(), &stratum.key);
    Dependence { on, cases: vec![case], of: of.clone(), turns, is_assumed: true }
}

/// The mean of what has a value, with Student's interval.
fn mean(values: &[f64]) -> Estimate {
    let mut moments = Moments::default();
    values.iter().filter(|value| !value.is_nan()).for_each(|value| moments.add(*value));
    Means::default().estimate(&moments)
}

/// Whether a change is none by chance, with so many looked at together.
fn is_clear(change: &Estimate, together: usize) -> bool {
    let (Some(value), Some([low, high])) = (change.value, change.interval) else { return false };
    // the half-width of 1.96 errors becomes one of the quantile that so many together need
    let upper = 1.0 - 0.025 / together as f64;
    let wider = tolley_analysis::statistics::estimates::normal_quantile_at(upper) / 1.959_963_984_540_054;
    let half = (high - low) / 2.0 * wider;
    value.abs() > half
}

/// Whether both have a sign, and not the same.
fn turns(one: &Estimate, other: &Estimate) -> bool {
    let sign = |estimate: &Estimate| match estimate.interval {
        Some([low, _]) if low > 0.0 => 1,
        Some([_, high]) if high < 0.0 => -1,
        _ => 0,
    };
    sign(one) * sign(other) < 0
}
