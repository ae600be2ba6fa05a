//! What an arm is worth by itself. Some trials have no value by their nature (the time of a first hit where nothing is
//! hit): a mean is of those that have one, strata averaged over, and a difference is one of such means, with the trials
//! that share their chance as pairs. Those pairs alone of which both have one are others than either mean is of.

use tolley_statistics::estimates::{Estimate, Moments, UPPER, share_at, t_quantile_at, wilson_at};
use tolley_statistics::shares::Pool;

use crate::arms::Arms;
use crate::paired::{Trials, mean_of};

/// What each repeat adds to the mean of an arm.
pub(crate) struct Own {
    /// Its linear part ([`Moments::part`]): their mean is that of the arm, and their spread that of the mean. Where all
    /// trials have a value what the repeat was worth.
    pub parts: Vec<f64>,
    /// Values on which the error stands: the fewest of a stratum.
    pub known: u64,
    /// How far one more that is counted moves a repeat's part, where not each repeat counts one.
    pub of_one: Option<f64>,
}

impl Trials {
    /// The parts of an arm, in the strata for which all of `beside` have a value at all.
    pub(crate) fn own(&self, arms: &Arms<'_>, arm: usize, beside: &[usize]) -> Own {
        let repeats = arms.repeats() as f64;
        let strata = self.common(arms, beside);
        let Trials::Each(values) = self else {
            let parts = self.worth(arms, arm, beside);
            let known = parts.iter().filter(|part| !part.is_nan()).count() as u64;
            let counted = self.pool(arms, arm, &strata).filter(|pool| pool.of() > 0);
            return Own { parts, known, of_one: counted.map(|pool| repeats / pool.of() as f64) };
        };
        let known: Vec<Moments> = strata.iter().map(|stratum| known_in(values, arms, arm, *stratum)).collect();
        let of_repeat = |repeat: usize| {
            let mut moments = Moments::default();
            for (stratum, known) in strata.iter().zip(&known) {
                moments.add(known.part(values[arms.trial(arm, *stratum, repeat)], arms.repeats() as u64));
            }
            if moments.n() == 0 { f64::NAN } else { moments.mean() }
        };
        let fewest = known.iter().map(Moments::n).min().unwrap_or(0);
        let is_whole = fewest as f64 == repeats;
        Own {
            parts: (0..arms.repeats()).map(of_repeat).collect(),
            known: fewest,
            of_one: (fewest > 0 && !is_whole).then(|| repeats / (fewest as f64 * strata.len() as f64)),
        }
    }

    /// What an arm is worth, strata averaged over; `n` counts repeats, and where trials count several or have no value
    /// what they count.
    pub(crate) fn mean(&self, arms: &Arms<'_>, arm: usize, is_share: bool) -> Estimate {
        let own = self.own(arms, arm, &[arm]);
        let is_each = matches!(self, Trials::Each(_));
        let is_counted = is_share && own.of_one.is_some() && (!is_each || arms.strata() == 1);
        let strata = || self.common(arms, &[arm]);
        if let Some(pool) = is_counted.then(|| self.pool(arms, arm, &strata())).flatten() {
            return pool.estimate();
        }
        match (self, own.of_one) {
            (Trials::Each(values), Some(_)) => of_some(values, arms, arm, &own, is_share),
            _ => mean_of(&own.parts, is_share),
        }
    }

    /// What the repeats of an arm count in these strata, yes of so many: of a pooled share, and of flags. Nothing of
    /// what does not count.
    fn pool(&self, arms: &Arms<'_>, arm: usize, strata: &[usize]) -> Option<Pool> {
        let mut pool = Pool::default();
        for repeat in 0..arms.repeats() {
            let mut counted = [0; 2];
            for stratum in strata {
                let [yes, of] = self.addends(arms.trial(arm, *stratum, repeat));
                // halves of a pair of matches are no counts, though those of two strata may be
                if yes.fract() != 0.0 || of.fract() != 0.0 || !(0.0..=of).contains(&yes) {
                    return None;
                }
                counted = [counted[0] + yes as u64, counted[1] + of as u64];
            }
            pool.add(counted[0], counted[1]);
        }
        Some(pool)
    }
}

/// The values that an arm has in a stratum.
fn known_in(values: &[f64], arms: &Arms<'_>, arm: usize, stratum: usize) -> Moments {
    let mut moments = Moments::default();
    let all = (0..arms.repeats()).map(|repeat| values[arms.trial(arm, stratum, repeat)]);
    all.filter(|value| !value.is_nan()).for_each(|value| moments.add(value));
    moments
}

/// The mean of an arm some of whose trials have no value; without an interval where a stratum has one value alone.
fn of_some(values: &[f64], arms: &Arms<'_>, arm: usize, own: &Own, is_share: bool) -> Estimate {
    let mut moments = Moments::default();
    own.parts.iter().for_each(|part| moments.add(*part));
    let (value, error) = (moments.mean(), moments.standard_error());
    let strata: Vec<u64> = (0..arms.strata()).map(|stratum| known_in(values, arms, arm, stratum).n()).collect();
    let there = || strata.iter().filter(|n| **n > 0);
    let quantile = || t_quantile_at(own.known - 1, UPPER);
    // of shares that are all alike as many may be others as none of each stratum's
    let unseen = || {
        let all: f64 = there().filter_map(|n| Some(share_at(0, *n, UPPER).interval?[1])).sum();
        all / there().count() as f64
    };
    let interval = (own.known > 1).then(|| match (is_share, error > 0.0) {
        (true, true) if 0.0 < value && value < 1.0 => {
            Some(wilson_at(value, value * (1.0 - value) / (error * error), quantile()))
        }
        (true, _) => Some([(value - unseen()).max(0.0), (value + unseen()).min(1.0)]),
        (false, true) => Some([value - quantile() * error, value + quantile() * error]),
        (false, false) => None,
    });
    let std_error = (own.known > 1).then_some(error);
    Estimate { n: there().sum(), value: Some(value), std_error, interval: interval.flatten() }
}
