//! What arms were worth, repeat by repeat, and how far two of them are apart.

use std::collections::BTreeMap;

use tolley_statistics::equivalence::Comparison;
use tolley_statistics::estimates::ALIKE;
use tolley_statistics::outlier::unseen_one;

use super::{apart, moments};
use crate::arms::Arms;
use crate::own::Own;
use crate::paired::Trials;

/// What each arm was worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// Repeat by repeat; nothing where not each arm has a value of each repeat, over the same strata.
    pub values: Vec<Vec<f64>>,
    /// Each arm beside each other one, over the strata in which both have a value; `None` of arms that have none in
    /// common, or one in a stratum.
    pub pairs: Vec<Vec<Option<Comparison>>>,
}

impl Worth {
    pub(super) fn of(arms: &Arms<'_>, trials: &Trials, is_share: bool, margin: f64) -> Worth {
        let alone: Vec<Vec<usize>> = (0..arms.count()).map(|arm| trials.common(arms, &[arm])).collect();
        let all: Vec<usize> = (0..arms.count()).collect();
        // what an arm was worth in those of its strata that another has too
        let mut own: BTreeMap<(usize, Vec<usize>), Own> = BTreeMap::new();
        let shared = |one: usize, other: usize| -> Vec<usize> {
            alone[one].iter().copied().filter(|stratum| alone[other].binary_search(stratum).is_ok()).collect()
        };
        for (one, other) in all.iter().flat_map(|one| all.iter().map(move |other| (*one, *other))) {
            own.entry((one, shared(one, other))).or_insert_with(|| trials.own(arms, one, &[one, other]));
        }
        let is_each = matches!(trials, Trials::Each(_));
        let comparison = |one: usize, other: usize| {
            let shared = shared(one, other);
            let pair = [&own[&(one, shared.clone())], &own[&(other, shared)]];
            beside(pair, is_share, is_each, margin)
        };
        let pairs = all.iter().map(|one| all.iter().map(|other| comparison(*one, *other)).collect()).collect();
        let is_whole = |own: &Own| own.known == arms.repeats() as u64 && own.parts.iter().all(|part| !part.is_nan());
        let values = match own.len() == arms.count() && own.values().all(is_whole) {
            true => own.into_values().map(|own| own.parts).collect(),
            false => vec![Vec::new(); arms.count()],
        };
        Worth { values, pairs }
    }
}

/// One arm beside another, by what each repeat adds to their means; `None` where fewer than two values say so.
pub(crate) fn beside(pair: [&Own; 2], is_share: bool, is_each: bool, margin: f64) -> Option<Comparison> {
    let differences: Vec<f64> = pair[0].parts.iter().zip(&pair[1].parts).map(apart).collect();
    let of_differences = moments(&differences);
    let known = pair[0].known.min(pair[1].known).min(of_differences.n());
    // one more that is counted moves a repeat by so much, a share of a trial differs by one at most
    let of_one = pair.iter().filter_map(|own| own.of_one).reduce(f64::max).filter(|_| is_share);
    let reach = of_one.unwrap_or(if is_share && is_each { 1.0 } else { 0.0 });
    let unseen = unseen(&differences, reach, pair.map(|own| own.parts.as_slice()), (is_share, known));
    Comparison::new(&of_differences, 0.0, reach, margin)
        .filter(|_| known > 1)
        .map(|comparison| Comparison { known, ..comparison.with_unseen(unseen.max(of_one.unwrap_or(0.0))) })
}

/// Changes of a difference from one stratum to another beside none, repeat by repeat; `None` where fewer than two
/// repeats say so.
pub fn of_changes(changes: &[f64]) -> Option<Comparison> {
    let known = changes.iter().filter(|change| !change.is_nan()).count() as u64;
    let unseen = unseen(changes, 0.0, [changes, changes], (false, known));
    Comparison::new(&moments(changes), 0.0, 0.0, 0.0).map(|comparison| comparison.with_unseen(unseen))
}

/// By how much one of the repeats of two arms differs that went unseen: of a share by as much as one did at most, of
/// what has no bound see [`unseen_one`]. Where no share differs, and all of what has no bound differ alike, by their
/// reach, or if that is none by as much as those of one arm are spread, as another draw would; and where they are all
/// alike too by as much as all do, or by one, as counts and shares can. Of few values among many trials each moves a
/// repeat by so much more.
fn unseen(differences: &[f64], reach: f64, arms: [&[f64]; 2], (is_share, known): (bool, u64)) -> f64 {
    let there = || differences.iter().copied().filter(|difference| !difference.is_nan());
    let largest = there().fold(0.0, |most: f64, difference| most.max(difference.abs()));
    // of values, from that of parts
    let deviation = |values: &[f64]| moments(values).standard_error() * (known as f64).sqrt();
    if is_share && largest > 0.0 {
        return largest;
    }
    if deviation(differences) > ALIKE * largest {
        return unseen_one(there(), known);
    }
    let weight = there().count() as f64 / known as f64;
    let of_arms = arms.map(|values| deviation(values) * weight);
    [reach, of_arms[0], of_arms[1], largest].into_iter().find(|most| *most > 0.0).unwrap_or(weight)
}
