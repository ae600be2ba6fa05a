//! The smallest value of an axis with which a measure is still as good as at a known one: two one-sided tests of every
//! value beside it, corrected together, all other axes averaged over.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::equivalence::Verdict;

use crate::contrasts::{self, Contrast, contrasts};
use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::told;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// An axis of numbers, and the value that is known.
    pub along: (&'q str, &'q str),
    /// What is measured, as a short text says.
    pub measure: &'q str,
    /// Up to which difference it is as good.
    pub margin: f64,
}

/// One value of the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// SI.
    pub at: f64,
    /// The measure less that at the known value; nothing of the known one itself.
    pub difference: Estimate,
    /// Of the tests, corrected by Holm for all values.
    pub verdict: Option<Verdict>,
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Within {
    /// What is measured.
    pub measure: String,
    /// Column of the axis.
    pub column: String,
    /// The known value, SI.
    pub known: f64,
    /// Up to which difference it is as good.
    pub margin: f64,
    /// Repeats.
    pub repeats: u64,
    /// The known value and those below it, from it downwards.
    pub steps: Vec<Step>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Compares the values of the axis of a dataset, as far as it goes.
pub fn within(dataset: &Dataset, asked: &Asked<'_>) -> Result<Within, AnalysisError> {
    let (key, known) = asked.along;
    let over = [(key, Some(known))];
    let question =
        contrasts::Asked { over: &over, measure: Some(asked.measure), margin: Some(asked.margin), has_pairs: false };
    let found = contrasts(dataset, &question)?;
    let number = |arm: &Contrast| match arm.values.first() {
        Some((_, Value::Number(number))) => Ok(*number),
        _ => Err(AnalysisError::Question(format!("{key} is not of numbers"))),
    };
    let known = number(&found.arms[found.control])?;
    let column = found.arms[found.control].values[0].0.clone();
    let step = |arm: &Contrast| {
        number(arm).map(|at| Step { at, difference: arm.difference, verdict: arm.verdict.filter(|_| at != known) })
    };
    let mut steps = found.arms.iter().map(step).collect::<Result<Vec<Step>, _>>()?;
    steps.retain(|step| step.at <= known);
    steps.sort_by(|a, b| b.at.total_cmp(&a.at));
    Ok(Within {
        measure: found.measure,
        column,
        known,
        margin: found.margin,
        repeats: dataset.manifest().plan.grid.repeats,
        steps,
        missing: found.missing,
    })
}

fn is_within(step: &Step) -> bool {
    matches!(step.verdict, Some(Verdict::Fair | Verdict::Different))
}

impl Within {
    /// The smallest value that is shown to be as good, with all between it and the known one; that itself if none is.
    pub fn shown(&self) -> &Step {
        let is_good = |step: &&Step| step.at == self.known || is_within(step);
        self.steps.iter().take_while(is_good).last().unwrap_or(&self.steps[0])
    }

    /// Those below that one that are shown to be as good too, past one that is not.
    pub fn past(&self) -> impl Iterator<Item = &Step> {
        let least = self.shown().at;
        self.steps.iter().filter(move |step| step.at < least && is_within(step))
    }

    /// The smallest that may be, since nothing from the known one down to it is shown to be worse or better by more.
    pub fn least(&self) -> f64 {
        let may_be = |step: &&Step| step.verdict != Some(Verdict::Unfair);
        self.steps.iter().take_while(may_be).last().map_or(self.known, |step| step.at)
    }

    /// The value, its interval from what may be to what is shown; SI.
    pub fn estimate(&self) -> Estimate {
        let shown = self.shown().at;
        Estimate { n: self.repeats, value: Some(shown), std_error: None, interval: Some([self.least(), shown]) }
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let step = |step: &Step| {
            let says = step.verdict.map(Verdict::name);
            json!({ "value": step.at, "difference": told::estimate(&step.difference), "says": says })
        };
        let past: Vec<f64> = self.past().map(|step| step.at).collect();
        json!({
            "measure": self.measure, "along": self.column, "known": self.known, "margin": self.margin,
            "smallest": told::estimate(&self.estimate()), "within_past_one_that_is_not": past, "places": self.steps.iter().map(step).collect::<Vec<_>>(),
            "correction": "holm", "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(verdicts: &[Option<Verdict>]) -> Within {
        let step = |(at, verdict): (usize, &Option<Verdict>)| Step {
            at: 0.1 - 0.01 * at as f64,
            difference: Estimate::default(),
            verdict: *verdict,
        };
        Within {
            measure: "share".to_owned(),
            column: "exclusion_m".to_owned(),
            known: 0.1,
            margin: 0.01,
            repeats: 8,
            steps: verdicts.iter().enumerate().map(step).collect(),
            missing: Missing::default(),
        }
    }

    #[test]
    fn what_is_shown_ends_at_the_first_that_is_not_and_what_may_be_at_the_first_that_is_off() {
        const OPEN: Option<Verdict> = Some(Verdict::NotResolved);
        const FAIR: Option<Verdict> = Some(Verdict::Fair);
        let ends = |verdicts: &[Option<Verdict>]| {
            let found = of(verdicts).estimate();
            let [least, shown] = found.interval.expect("an interval");
            assert_eq!(found.value, Some(shown));
            [shown, least].map(|at| (1000.0 * at).round() as u32)
        };
        assert_eq!(ends(&[None, FAIR, Some(Verdict::Different), OPEN, FAIR, Some(Verdict::Unfair), FAIR]), [80, 60]);
        // different, perhaps within the margin, is not shown to be, and may be
        assert_eq!(ends(&[None, Some(Verdict::Unequal)]), [100, 90]);
        assert_eq!(ends(&[None, Some(Verdict::Unfair), FAIR]), [100, 100]);
        assert_eq!(ends(&[None]), [100, 100]);
    }
}
