//! What the choice is worth, beside all that it is compared with: shots on seeds that no choice has seen, the same for
//! all.

use tolley_statistics::Estimate;
use tolley_statistics::equivalence::unseen_error;
use tolley_statistics::estimates::{Means, Moments, share_at, t_quantile_at};
use tolley_statistics::outlier::unseen_one;
use tolley_statistics::shares::Shares;

use super::doubled;
use super::task::{Play, Shot, Task};
use crate::mcb::{Apart, against_best_by};

/// Fresh seeds begin here.
const FIRST_SEED: u64 = 1 << 40;
/// Of all comparisons with the best at once.
const CONFIDENCE: f64 = 0.95;

/// A mean of fresh shots.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fresh {
    /// With its 95 % interval.
    pub estimate: Estimate,
    /// Of the mean.
    pub std_error: f64,
}

/// A choice beside the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Against {
    /// What is aimed at.
    pub at: Vec<f64>,
    /// What it is worth.
    pub value: Fresh,
    /// How much more the best is worth, paired shot by shot.
    pub loss: Fresh,
    /// Whether it may be the best of those that it was compared with, all of them at once (Hsu).
    pub in_set: bool,
    /// Whether more than half of its shots have a value, without which none is chosen.
    pub is_candidate: bool,
}

/// A number of the best choice that lies on an end of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Which number.
    pub number: usize,
    /// Whether it is the upper end.
    pub is_high: bool,
    /// Where beyond it was looked.
    pub beyond: f64,
    /// How much more it is worth there.
    pub gain: Fresh,
}

/// The best choice at some values of a number that nobody errs in.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Which number.
    pub number: usize,
    /// At each value; those in the set may be the best of them.
    pub at: Vec<Against>,
    /// Shots among which that of a value was chosen, at most.
    pub tried: usize,
    /// How much the best of them is worth more than the worst, with an interval that holds for all pairs of them at
    /// once (Bonferroni): the best and the worst of several are told apart by luck more often than two named before.
    pub spread: Fresh,
    /// Whether that is surely more than a twentieth of the best: less may be that of other numbers not quite found.
    pub matters: bool,
}

/// Part of the best that choices are worth which are nearly as good.
pub const NEARLY: f64 = 0.95;

/// Values of several choices, shot by shot.
pub(super) struct Table {
    values: Vec<Vec<f64>>,
    /// Which seed of all the first shots have.
    from: u64,
    is_share: bool,
}

impl Table {
    /// Plays each choice as often, on the same seeds from one on; a choice is where it aims and whether a hand's limits
    /// hold.
    pub(super) fn play<E>(
        task: &Task,
        skill: usize,
        choices: &[(Vec<f64>, bool)],
        (from, times): (u64, u64),
        play: &mut Play<'_, E>,
    ) -> Result<Table, E> {
        let of = |(at, is_free): &(Vec<f64>, bool)| {
            let (at, is_free) = (task.settled(at), *is_free);
            let shot = move |at, seed| Shot { skill: Some(skill), of: skill, is_look: false, at, seed, is_free };
            (0..times).map(move |k| shot(at.clone(), FIRST_SEED + from + k))
        };
        let shots: Vec<Shot> = choices.iter().flat_map(of).collect();
        let told = play(&shots)?;
        let values = told.chunks(times.max(1) as usize).map(<[f64]>::to_vec).collect();
        Ok(Table { values, from, is_share: task.is_share })
    }

    /// What a choice is worth: a share with Wilson's interval, else a mean with Student's.
    pub(super) fn value(&self, choice: usize) -> Fresh {
        let values = || self.values[choice].iter().copied();
        if !self.is_share {
            return fresh(values());
        }
        let mut shares = Shares::default();
        values().filter(|value| value.is_finite()).for_each(|value| shares.add(value));
        Fresh { estimate: shares.estimate(), std_error: shares.moments.standard_error() }
    }

    /// Whether more than half of a choice's shots have a value.
    pub(super) fn has_values(&self, choice: usize) -> bool {
        2 * known(&self.values[choice]).n() > self.values[choice].len() as u64
    }

    /// How often each was played.
    pub(super) fn times(&self) -> u64 {
        self.values.first().map_or(0, |values| values.len() as u64)
    }

    /// How much more one is worth than another; `n` counts the shots with a value of that which has fewer.
    pub(super) fn difference(&self, one: usize, other: usize) -> Fresh {
        self.less(one, self, other)
    }

    /// How much more one is worth than one of a table that begins later, on the seeds that both were played on.
    pub(super) fn less(&self, one: usize, table: &Table, other: usize) -> Fresh {
        self.less_at(one, table, other, 0.5 + 0.5 * CONFIDENCE)
    }

    /// The same with an interval whose upper end is this quantile.
    fn less_at(&self, one: usize, table: &Table, other: usize, upper: f64) -> Fresh {
        let (a, b) = (&self.values[one][(table.from - self.from) as usize..], &*table.values[other]);
        let both = [&a[..a.len().min(b.len())], &b[..a.len().min(b.len())]];
        let [of_one, of_other] = both.map(parts);
        let mut fresh = fresh(of_one.iter().zip(of_other.iter()).map(|(a, b)| a - b));
        let Some(value) = fresh.estimate.value else { return fresh };
        let n = both.map(|values| known(values).n()).into_iter().min().unwrap_or(0);
        fresh.estimate.n = n;
        let half = if n > 1 { t_quantile_at(n - 1, upper) * fresh.std_error } else { 0.0 };
        if std::ptr::eq(a.as_ptr(), b.as_ptr()) {
            fresh.estimate.interval = Some([value; 2]);
        } else {
            fresh.estimate.interval = self.about(value, half, n, upper);
        }
        fresh
    }

    /// Half as wide as the spread says; of shares, in which pairs that differ may have gone unseen, with as many as
    /// none of n may be by Wilson, in quadrature. None where nothing varied.
    fn about(&self, value: f64, half: f64, n: u64, upper: f64) -> Option<[f64; 2]> {
        if !self.is_share {
            return (half > 0.0).then_some([value - half, value + half]);
        }
        let [_, unseen] = share_at(0, n, upper).interval?;
        let half = libm::hypot(half, unseen);
        Some([(value - half).max(-1.0), (value + half).min(1.0)])
    }

    /// How much more one is worth than one of a table that has some of its seeds alone: what the others of the first
    /// say of that one counts for the other as far as the two go together ([`doubled::regressed`]). Paired differences
    /// alone have the luck of one in common that few seeds have where the two do not.
    pub(super) fn regressed(&self, one: usize, table: &Table, other: usize) -> Fresh {
        if [&self.values[one], &table.values[other]].into_iter().flatten().any(|value| !value.is_finite()) {
            return self.less(one, table, other);
        }
        let from = (table.from - self.from) as usize;
        let (all, few) = (&self.values[one], &table.values[other]);
        let mut rest = Moments::default();
        let mut pairs = Vec::new();
        for (k, a) in all.iter().enumerate() {
            match k.checked_sub(from).and_then(|k| few.get(k)) {
                Some(b) => pairs.push((*a, *b)),
                None => rest.add(*a),
            }
        }
        let Some((value, std_error)) = doubled::regressed(&pairs, &rest) else {
            return self.less(one, table, other);
        };
        // one for the mean, one for the slope
        let (n, upper) = (pairs.len() as u64, 0.5 + 0.5 * CONFIDENCE);
        let value = if self.is_share { value.clamp(-1.0, 1.0) } else { value };
        let interval = self.about(value, t_quantile_at(n - 2, upper) * std_error, n, upper);
        let estimate = Estimate { n, value: Some(value), std_error: Some(std_error), interval };
        Fresh { estimate, std_error }
    }

    /// Which of these may be the best; not one without a value in most shots, unless all are so.
    pub(super) fn set(&self, choices: &[usize]) -> Vec<bool> {
        let compared: Vec<usize> = choices.iter().copied().filter(|choice| self.has_values(*choice)).collect();
        let values: Vec<Vec<f64>> = compared.iter().map(|choice| parts(&self.values[*choice])).collect();
        let known: Vec<u64> = compared.iter().map(|choice| known(&self.values[*choice]).n()).collect();
        let apart = |one: usize, other: usize| {
            let differences = || values[one].iter().zip(&values[other]).map(|(a, b)| a - b);
            let mut moments = Moments::default();
            differences().for_each(|difference| moments.add(difference));
            let known = known[one].min(known[other]);
            // a share differs by one at most
            let unseen = match self.is_share {
                true => unseen_error(1.0, known),
                false => unseen_error(unseen_one(differences(), known), moments.n()),
            };
            Some(Apart { off: moments.mean(), error: libm::hypot(moments.standard_error(), unseen), known })
        };
        let Some(set) = against_best_by(&values, &apart, CONFIDENCE) else {
            let is_known = |choice: &usize| compared.is_empty() || compared.contains(choice);
            return choices.iter().map(is_known).collect();
        };
        let may = |choice: &usize| compared.iter().position(|other| other == choice).is_some_and(|at| set[at].in_set);
        choices.iter().map(may).collect()
    }

    /// How much the best of these is worth more than the worst, all pairs of them at once.
    pub(super) fn spread(&self, choices: &[usize]) -> Fresh {
        let mean = |choice: &&usize| self.value(**choice).estimate.value.unwrap_or(f64::NAN);
        let order = |a: &&usize, b: &&usize| mean(a).total_cmp(&mean(b));
        let told = || choices.iter().filter(|choice| mean(choice).is_finite());
        let ends = told().max_by(order).zip(told().min_by(order));
        let Some((high, low)) = ends else { return Fresh::default() };
        let pairs = (choices.len() * choices.len().saturating_sub(1) / 2).max(1) as f64;
        self.less_at(*high, self, *low, 1.0 - 0.5 * (1.0 - CONFIDENCE) / pairs)
    }
}

/// Those that have a value.
fn known(values: &[f64]) -> Moments {
    let mut moments = Moments::default();
    values.iter().filter(|value| value.is_finite()).for_each(|value| moments.add(*value));
    moments
}

/// What each shot adds to the mean of those that have a value ([`Moments::part`]), so that a difference is one of
/// means, and not of those shots alone in which both have one.
fn parts(values: &[f64]) -> Vec<f64> {
    let known = known(values);
    values.iter().map(|value| known.part(*value, values.len() as u64)).collect()
}

fn fresh(values: impl Iterator<Item = f64>) -> Fresh {
    let mut moments = Moments::default();
    values.filter(|value| value.is_finite()).for_each(|value| moments.add(value));
    Fresh { estimate: Means::default().estimate(&moments), std_error: moments.standard_error() }
}

#[cfg(test)]
mod tests {
    use tolley_experiment::random::{Purpose, Streams};

    use super::*;

    /// The difference of those shots alone in which both have a value is -0.05, and was told; that of the means is 0.1.
    #[test]
    fn a_difference_is_that_of_the_means_where_some_shots_have_no_value() {
        let (runs, mut covered) = (200, 0);
        for seed in 0..runs {
            let mut stream = Streams::new(seed, 0, None).open(Purpose::named("values"));
            let all: Vec<f64> = (0..400).map(|_| stream.uniform()).collect();
            let some = |least: f64| all.iter().map(|x| if *x > least { f64::NAN } else { x + 0.05 }).collect();
            let table = Table { values: vec![all.clone(), some(0.7), some(0.3)], from: 0, is_share: false };
            let told = table.difference(0, 1);
            let means = [0, 1].map(|choice| table.value(choice).estimate.value.expect("a mean"));
            assert!((told.estimate.value.expect("a difference") - (means[0] - means[1])).abs() < 1e-12);
            let [low, high] = told.estimate.interval.expect("an interval");
            covered += u32::from((low..=high).contains(&0.1));
            assert_eq!(table.set(&[0, 1, 2]), [true, false, false]);
            assert_eq!(table.set(&[2, 0]), [false, true], "one alone is a candidate");
        }
        assert!((182..=200).contains(&covered), "{covered} of {runs}");
    }

    /// Wilson: none of n may be z^2 / (n + z^2); z is 2.394 for three pairs at once, 1.960 for one.
    #[test]
    fn shares_that_never_differ_may_do_so_by_more_where_more_are_compared() {
        let table = Table { values: vec![vec![1.0; 100]; 3], from: 0, is_share: true };
        let ends = |fresh: Fresh| fresh.estimate.interval.expect("an interval");
        for (told, z) in [(table.difference(0, 1), 1.959_964), (table.spread(&[0, 1, 2]), 2.393_980)] {
            let [low, high] = ends(told);
            let unseen = z * z / (100.0 + z * z);
            assert!((high - unseen).abs() < 1e-6 && (low + unseen).abs() < 1e-6, "{low} {high}, {unseen}");
        }
        assert_eq!(ends(table.difference(1, 1)), [0.0, 0.0]);
    }
}
