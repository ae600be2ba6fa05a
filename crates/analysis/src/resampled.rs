//! What a statistic of many means might have been: whole repeats drawn again, so that trials on the same random numbers
//! stay together (B. Efron, Ann. Stat. 7 (1979) 1; clusters: A. C. Davison, D. V. Hinkley, Bootstrap Methods and their
//! Application (1997), 3.8).

use tolley_experiment::random::{Purpose, Streams};
use tolley_statistics::equivalence::unseen_error;
use tolley_statistics::estimates::{Estimate, Moments};

use crate::arms::Arms;
use crate::paired::Trials;

/// Resamples.
const RESAMPLES: usize = 2000;
/// Of those so many lie beyond either end of the interval.
const OUTSIDE: usize = RESAMPLES / 40;

/// The means of some cells of a design, and what they would have been on other repeats.
pub(crate) struct Resampled {
    /// As played; NaN of a cell without a value.
    pub means: Vec<f64>,
    again: Vec<Vec<f64>>,
    repeats: u64,
    /// By how much one trial that went unseen moves a repeat.
    unseen_one: f64,
}

impl Resampled {
    /// Of one stratum, arm by arm.
    pub(crate) fn stratum(trials: &Trials, arms: &Arms<'_>, stratum: usize, seed: u64) -> Resampled {
        let cell = |arm: usize| -> Vec<[f64; 2]> {
            (0..arms.repeats()).map(|repeat| trials.addends(arms.trial(arm, stratum, repeat))).collect()
        };
        Resampled::of(&(0..arms.count()).map(cell).collect::<Vec<_>>(), seed)
    }

    /// Of cells of which each has its addends, repeat by repeat.
    pub(crate) fn of(cells: &[Vec<[f64; 2]>], seed: u64) -> Resampled {
        let repeats = cells.first().map_or(0, Vec::len);
        let mean = |cell: &Vec<[f64; 2]>, times: &[f64]| {
            let add =
                |[sum, of]: [f64; 2], (add, times): (&[f64; 2], &f64)| [sum + times * add[0], of + times * add[1]];
            let [sum, of] = cell.iter().zip(times).fold([0.0; 2], add);
            sum / of
        };
        let means = |times: &[f64]| cells.iter().map(|cell| mean(cell, times)).collect::<Vec<f64>>();
        let mut stream = Streams::new(seed, 0, None).open(Purpose::named("resamples"));
        let mut times = vec![0.0; repeats];
        let again = (0..RESAMPLES).map(|_| {
            times.fill(0.0);
            (0..repeats).for_each(|_| times[stream.below(repeats as u64) as usize] += 1.0);
            means(&times)
        });
        let again = again.collect();
        Resampled { means: means(&vec![1.0; repeats]), again, repeats: repeats as u64, unseen_one: 0.0 }
    }

    /// The same where one trial that went unseen moves a repeat by so much: what came out alike in each repeat does so
    /// in each resample too.
    pub(crate) fn with_unseen(self, unseen_one: f64) -> Resampled {
        Resampled { unseen_one, ..self }
    }

    /// A statistic of the means with the percentiles of its resamples, and in quadrature one in n / 3 that went unseen
    /// (the rule of three); without an interval from fewer than two repeats, or where one resample in forty has none.
    pub(crate) fn estimate(&self, statistic: impl Fn(&[f64]) -> Option<f64>) -> Estimate {
        let value = statistic(&self.means);
        let mut again: Vec<f64> = self.again.iter().filter_map(|means| statistic(means)).collect();
        again.sort_by(f64::total_cmp);
        let is_known = self.repeats > 1 && value.is_some() && again.len() + OUTSIDE > RESAMPLES;
        let interval = value.filter(|_| is_known).map(|value| {
            let outside = OUTSIDE * again.len() / RESAMPLES;
            let unseen = 3.0 * self.unseen_one / self.repeats as f64;
            // resamples of what is bent may all lie on one side
            let [low, high] = [again[outside].min(value), again[again.len() - 1 - outside].max(value)];
            [value - libm::hypot(value - low, unseen), value + libm::hypot(high - value, unseen)]
        });
        let std_error = is_known.then(|| {
            let mut moments = Moments::default();
            again.iter().for_each(|value| moments.add(*value));
            let error = moments.standard_error() * (again.len() as f64).sqrt();
            libm::hypot(error, unseen_error(self.unseen_one, self.repeats))
        });
        Estimate { n: self.repeats, value, std_error, interval }
    }
}
