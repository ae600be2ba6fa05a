//! On which assumptions a headline depends: the same figure under other values of what nobody has measured, trial by
//! trial by the same seed, so that the change itself has an interval.

use tolley_analysis::Estimate;
use tolley_analysis::contrasts::of_changes;
use tolley_analysis::statistics::equivalence::Comparison;
use tolley_analysis::statistics::estimates::{CONFIDENCE, Means, Moments, UPPER, t_quantile_at};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use super::{Context, common};
use crate::AnswerError;
use crate::answer::{Dependence, Quantity};

/// Pairs of repeats that say how far a change is spread, at least: of fewer none is clear.
pub const FEWEST_PAIRS: u64 = 5;

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
    let series = |stratum: &super::Stratum| {
        let values = per_repeat(&stratum.dataset)?;
        Ok(SeriesOfStratum { key: stratum.key.clone(), value: stratum.value.clone(), values })
    };
    let strata: Vec<SeriesOfStratum> = context.strata.iter().map(series).collect::<Result<_, AnswerError>>()?;
    let on = |key: &str| (Quantity::of_key(dataset.manifest(), key), common::is_assumed(context, key));
    Ok(moved(&whole, &strata, of, on))
}

/// What turns the sign before what only moves the size, and of either kind what moves it more.
pub fn strongest_first(dependences: &mut [Dependence]) {
    let spread = |dependence: &Dependence| {
        let values = || dependence.cases.iter().filter_map(|(_, case)| case.value);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    dependences.sort_by(|one, other| other.turns.cmp(&one.turns).then(spread(other).total_cmp(&spread(one))));
}

/// A figure in each repeat, with one assumption set otherwise.
struct SeriesOfStratum {
    key: String,
    value: Value,
    values: Vec<f64>,
}

/// The assumptions under which the figure clearly changes, paired repeat by repeat; `on` says what a key is called, and
/// whether nobody has measured it. All strata are right together with
/// 95 %, so that each interval is as many times rarer wrong (Bonferroni).
fn moved(
    whole: &[f64],
    strata: &[SeriesOfStratum],
    of: &Quantity,
    on: impl Fn(&str) -> (Quantity, bool),
) -> Vec<Dependence> {
    let together = strata.len();
    let mut found: Vec<(f64, Dependence)> = Vec::new();
    for stratum in strata {
        // strata may have fewer repeats: those that both have are paired
        let changes: Vec<f64> = stratum.values.iter().zip(whole).map(|(there, here)| there - here).collect();
        let Some(change) = of_changes(&changes).filter(|change| sign(change, together) != 0) else { continue };
        let there = of_changes(&stratum.values);
        let sign_of = |of: Option<Comparison>| of.map_or(0, |of| sign(&of, together));
        let turns = sign_of(there) * sign_of(of_changes(whole)) < 0;
        let interval = there.map(|there| there.interval(UPPER));
        let estimate = Estimate { interval, ..Means::default().estimate(&moments(&stratum.values)) };
        let case = (stratum.value.clone(), estimate);
        let size = change.off.abs();
        match found.iter_mut().find(|(_, known)| known.on.name == stratum.key) {
            Some((largest, known)) => {
                *largest = largest.max(size);
                known.cases.push(case);
                known.turns |= turns;
            }
            None => {
                let ((on, is_assumed), of) = (on(&stratum.key), of.clone());
                found.push((size, Dependence { on, cases: vec![case], of, turns, is_assumed }));
            }
        }
    }
    found.sort_by(|(one, a), (other, b)| b.turns.cmp(&a.turns).then(other.total_cmp(one)));
    found.into_iter().map(|(_, dependence)| dependence).collect()
}

fn moments(values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().filter(|value| !value.is_nan()).for_each(|value| moments.add(*value));
    moments
}

/// The sign of a mean that is none by chance with so many looked at together, nor by what was not seen: values that are
/// all alike have no spread, but the next may differ. 0 where it may be.
fn sign(of: &Comparison, together: usize) -> i8 {
    if of.known < FEWEST_PAIRS {
        return 0;
    }
    let outside = (1.0 - CONFIDENCE) / 2.0 / together.max(1) as f64;
    let half = t_quantile_at(of.known - 1, 1.0 - outside) * of.error();
    match of.off {
        mean if mean > half => 1,
        mean if mean < -half => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stratum(key: &str, value: f64, values: Vec<f64>) -> SeriesOfStratum {
        SeriesOfStratum { key: key.to_owned(), value: Value::Number(value), values }
    }

    fn mean(values: &[f64]) -> Estimate {
        Means::default().estimate(&moments(values))
    }

    fn found(whole: &[f64], strata: &[SeriesOfStratum]) -> Vec<Dependence> {
        let of = Quantity::plain("effect", "effect");
        moved(whole, strata, &of, |key| (Quantity::plain(key, key), true))
    }

    /// From -1 to 1, the same in each series, so that it cancels where repeats are paired.
    fn noise(repeat: usize) -> f64 {
        (repeat * 37 % 41) as f64 / 20.0 - 1.0
    }

    fn series(repeats: usize, mean: f64, own: f64) -> Vec<f64> {
        // what a series has of its own has the mean 0 and another order
        (0..repeats).map(|repeat| mean + noise(repeat) + own * noise(repeat * 3 + 7)).collect()
    }

    #[test]
    fn a_change_is_seen_by_pairing_that_no_two_intervals_show() {
        let whole = series(82, 0.3, 0.0);
        let there = series(82, 0.4, 0.02);
        let [a, b] = [mean(&whole), mean(&there)].map(|estimate| estimate.interval.expect("an interval"));
        assert!(a[1] > b[0], "they overlap: {a:?} {b:?}");
        let dependences = found(&whole, &[stratum("sand", 2.0, there)]);
        assert_eq!(dependences.len(), 1);
        assert!(!dependences[0].turns && dependences[0].is_assumed, "{dependences:?}");
        assert!(found(&whole, &[stratum("sand", 2.0, series(82, 0.3, 0.02))]).is_empty(), "nothing changes");
        // of other random numbers the same change is lost in the noise
        let unpaired: Vec<f64> = (0..82).map(|repeat| 0.4 + noise(repeat + 13)).collect();
        assert!(found(&whole, &[stratum("sand", 2.0, unpaired)]).is_empty());
    }

    #[test]
    fn a_sign_that_turns_comes_first_however_small() {
        let whole = series(82, 0.5, 0.0);
        let strata = [
            stratum("speed", 1.0, series(82, 3.0, 0.1)),
            stratum("sand", 1.0, series(82, 0.4, 0.1)),
            stratum("sand", 2.0, series(82, -0.5, 0.1)),
        ];
        let dependences = found(&whole, &strata);
        let said: Vec<(&str, bool, usize)> =
            dependences.iter().map(|on| (on.on.name.as_str(), on.turns, on.cases.len())).collect();
        assert_eq!(said, [("sand", true, 2), ("speed", false, 1)]);
        // what is not clearly below nothing does not turn, although it changes
        let dependences = found(&whole, &[stratum("sand", 2.0, series(82, -0.05, 0.1))]);
        assert!(dependences.len() == 1 && !dependences[0].turns, "{dependences:?}");
    }

    #[test]
    fn many_that_are_looked_at_need_more_each() {
        let whole = series(41, 0.5, 0.0);
        // about 2.5 standard errors
        let change = |values: Vec<f64>| values;
        let slight = change(series(41, 0.5 + 2.5 * 0.092 * 0.2, 0.2 / 1.28));
        assert_eq!(found(&whole, &[stratum("a", 1.0, slight.clone())]).len(), 1);
        let many: Vec<SeriesOfStratum> =
            (0..20).map(|number| stratum(&format!("k{number}"), 1.0, slight.clone())).collect();
        assert!(found(&whole, &many).is_empty(), "Bonferroni");
    }

    #[test]
    fn fewer_repeats_are_paired_as_far_as_they_go_and_one_says_nothing() {
        let mut whole = series(82, 0.5, 0.0);
        let there = series(41, 0.9, 0.05);
        assert_eq!(found(&whole, &[stratum("sand", 1.0, there.clone())]).len(), 1);
        whole[..40].fill(f64::NAN);
        assert!(found(&whole, &[stratum("sand", 1.0, there)]).is_empty(), "one pair is left");
    }

    #[test]
    fn changes_that_are_all_alike_are_not_certain() {
        let at = |repeats: usize, change: f64| {
            let whole = series(repeats, 0.5, 0.0);
            let there = whole.iter().map(|value| value + change).collect();
            found(&whole, &[stratum("sand", 1.0, there)])
        };
        // no spread at all
        assert!(at(2, 1.0).is_empty() && at(4, 1.0).is_empty(), "fewer than five pairs");
        assert_eq!(at(40, 1.0).len(), 1);
        // one of 40 changed, by a lot; as many again might all be as they were
        let whole = vec![0.0; 40];
        let mut there = whole.clone();
        there[7] = 1.0;
        assert!(found(&whole, &[stratum("sand", 1.0, there)]).is_empty());
        // a sign does not turn where a side of it has no spread and few repeats
        let whole: Vec<f64> = (0..5).map(|repeat| -0.5 + 0.01 * noise(repeat)).collect();
        let strata: Vec<SeriesOfStratum> =
            (0..6).map(|number| stratum(&format!("k{number}"), 1.0, vec![0.5; 5])).collect();
        assert!(found(&whole, &strata).iter().all(|dependence| !dependence.turns), "six were looked at");
    }

    #[test]
    fn only_an_assumption_is_said_not_to_be_measured() {
        let (whole, there) = (series(82, 0.3, 0.0), series(82, 0.4, 0.02));
        let strata = [stratum("errors", 2.0, there)];
        let of = Quantity::plain("effect", "effect");
        let found = moved(&whole, &strata, &of, |key| (Quantity::plain(key, key), false));
        assert!(found.len() == 1 && !found[0].is_assumed, "{found:?}");
    }
}
