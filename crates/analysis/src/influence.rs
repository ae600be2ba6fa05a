//! Which of several axes changes most: of each, beside its control, the value with which the most paired trials come
//! out otherwise; ranked by that.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;

use crate::contrasts::{self, contrasts};
use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::told;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// The axes, each with its value in the control.
    pub over: &'q [(&'q str, &'q str)],
    /// What comes out, a share or a count of each trial.
    pub measure: &'q str,
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Path of its key.
    pub key: String,
    /// Column and value with which the most changes, SI.
    pub value: (String, Value),
    /// Share of paired trials that come out otherwise than in the control, strata averaged over; `n` counts repeats.
    pub changed: Estimate,
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Influence {
    /// What comes out.
    pub measure: String,
    /// The one that changes most first.
    pub ranked: Vec<Ranked>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Ranks the axes of a dataset, as far as it goes.
pub fn influence(dataset: &Dataset, asked: &Asked<'_>) -> Result<Influence, AnalysisError> {
    let (mut ranked, mut missing, mut measure) = (Vec::new(), Missing::default(), asked.measure.to_owned());
    for (key, control) in asked.over {
        let over = [(*key, Some(*control))];
        // no margin is asked for, and none matters to what changes
        let question =
            contrasts::Asked { over: &over, measure: Some(asked.measure), margin: Some(1.0), has_pairs: false };
        let found = contrasts(dataset, &question)?;
        let arms = found.arms.into_iter().enumerate().filter(|(at, _)| *at != found.control);
        let changed = arms.filter_map(|(_, arm)| Some((arm.values.first()?.clone(), arm.changed?)));
        let share = |changed: &Estimate| changed.value.unwrap_or(0.0);
        let most = changed.max_by(|a, b| share(&a.1).total_cmp(&share(&b.1)));
        ranked.extend(most.map(|(value, changed)| Ranked { key: (*key).to_owned(), value, changed }));
        (missing, measure) = (found.missing, found.measure);
    }
    in_order(&mut ranked);
    Ok(Influence { measure, ranked, missing })
}

/// The one that changes most first, among equals as they were asked for.
fn in_order(ranked: &mut [Ranked]) {
    let share = |one: &Ranked| one.changed.value.unwrap_or(0.0);
    ranked.sort_by(|a, b| share(b).total_cmp(&share(a)));
}

impl Influence {
    /// Whether the interval of the axis at a place of the order lies wholly above that of the next.
    pub fn is_surely_above_next(&self, place: usize) -> bool {
        let ends = |place: usize| self.ranked.get(place).and_then(|one| one.changed.interval);
        matches!((ends(place), ends(place + 1)), (Some([low, _]), Some([_, high])) if low > high)
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let one = |(place, one): (usize, &Ranked)| {
            json!({
                "key": one.key, "values": told::values(std::slice::from_ref(&one.value)),
                "changed": told::estimate(&one.changed), "surely_above_next": self.is_surely_above_next(place),
            })
        };
        json!({
            "measure": self.measure, "places": self.ranked.iter().enumerate().map(one).collect::<Vec<_>>(),
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_shares_and_only_parted_intervals_are_sure() {
        let one = |key: &str, value: f64, interval: [f64; 2]| Ranked {
            key: key.to_owned(),
            value: (key.to_owned(), Value::Number(1.0)),
            changed: Estimate { n: 9, value: Some(value), std_error: None, interval: Some(interval) },
        };
        let mut ranked = vec![one("eye", 0.1, [0.0, 0.2]), one("line", 0.6, [0.5, 0.7]), one("last", 0.15, [0.1, 0.3])];
        in_order(&mut ranked);
        let found = Influence { measure: "goal_count".to_owned(), ranked, missing: Missing::default() };
        let keys: Vec<&str> = found.ranked.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(keys, ["line", "last", "eye"]);
        assert_eq!([0, 1, 2].map(|place| found.is_surely_above_next(place)), [true, false, false]);
    }
}
