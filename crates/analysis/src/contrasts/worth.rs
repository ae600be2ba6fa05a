//! What arms were worth, repeat by repeat, and by how much repeats of two of them may differ.

use super::{apart, moments};
use crate::arms::Arms;
use crate::own::Own;
use crate::paired::Trials;

/// What each arm was worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// Repeat by repeat, over the strata for which all have a value; nothing of those that have fewer than two in one
    /// of theirs.
    pub values: Vec<Vec<f64>>,
    /// Values on which the spread of each arm stands that has any: the fewest of all of them.
    pub known: u64,
    /// By how much one repeat of two arms may differ: a row an arm, of those that have values.
    pub most: Vec<Vec<f64>>,
}

impl Worth {
    pub(super) fn of(arms: &Arms<'_>, trials: &Trials, is_share: bool) -> Worth {
        // of fewer than two values in a stratum nothing is known of the spread
        let known: Vec<usize> = (0..arms.count()).filter(|arm| trials.own(arms, *arm, &[*arm]).known > 1).collect();
        let own: Vec<Own> = known.iter().map(|arm| trials.own(arms, *arm, &known)).collect();
        let is_whole = |repeat: &usize| own.iter().all(|own| !own.parts[*repeat].is_nan());
        let whole: Vec<usize> = (0..arms.repeats()).filter(is_whole).collect();
        let of_whole = |own: &Own| whole.iter().map(|repeat| own.parts[*repeat]).collect::<Vec<f64>>();
        let mut values = vec![Vec::new(); arms.count()];
        known.iter().zip(&own).for_each(|(arm, own)| values[*arm] = of_whole(own));
        let is_each = matches!(trials, Trials::Each(_));
        let most_of = |one: &Own, other: &Own| {
            let differences: Vec<f64> = one.parts.iter().zip(&other.parts).map(apart).collect();
            reach(&differences, [one, other], is_share, is_each).1
        };
        let most = own.iter().map(|one| own.iter().map(|other| most_of(one, other)).collect()).collect();
        let fewest = own.iter().map(|own| own.known).min().unwrap_or(0);
        Worth { values, known: fewest.min(whole.len() as u64), most }
    }
}

/// By how much repeats of two arms can differ at most, and by how much they do as far as seen: one more that is counted
/// moves a repeat by so much, a share of a trial differs by one at most, and of an unbounded value nobody knows.
pub(super) fn reach(differences: &[f64], pair: [&Own; 2], is_share: bool, is_each: bool) -> (f64, f64) {
    let of_one = pair.iter().filter_map(|own| own.of_one).reduce(f64::max).filter(|_| is_share);
    let reach = of_one.unwrap_or(if is_share && is_each { 1.0 } else { 0.0 });
    let most_seen = most_seen(differences, reach, pair.map(|own| own.parts.as_slice()));
    (reach, most_seen.max(of_one.unwrap_or(0.0)))
}

/// By how much repeats of two arms differ at most. Where none does: by their reach, or if that is none by as much as
/// those of one arm are spread, as another draw would; and where they are all alike too by one, as counts and shares
/// can.
fn most_seen(differences: &[f64], reach: f64, arms: [&[f64]; 2]) -> f64 {
    // NaN is passed over
    let largest = differences.iter().fold(0.0, |most: f64, difference| most.max(difference.abs()));
    let spread = arms.map(|values| {
        let of_arm = moments(values);
        of_arm.standard_error() * (of_arm.n() as f64).sqrt()
    });
    [largest, reach, spread[0], spread[1]].into_iter().find(|most| *most > 0.0).unwrap_or(1.0)
}
