//! Is the value that lies farthest out one that normal values have? Where it is not, values like it may have gone
//! unseen, and Student's interval says too little: of differences that are small but for one in twenty it holds 69 of
//! 100 times by 40 of them, with such a one as one more error 75, by 200 of them 87 and 95; of normal ones 95 by both.
//!
//! F. E. Grubbs, Ann. Math. Stat. 21 (1950) 27, <https://doi.org/10.1214/aoms/1177729885>; the limit by Student's t is
//! Bonferroni's, for either side: F. E. Grubbs, G. Beck, Technometrics 14 (1972) 847.

use crate::equivalence::LEVEL;
use crate::estimates::{Moments, t_quantile_at};

/// By how much one of these differences of what has no bound differs that went unseen. Where half of them and more are
/// none, as counts of what is rare, by the most that one does; else by how far one lies out ([`outlying`]).
pub fn unseen_one(differences: impl Iterator<Item = f64> + Clone, known: u64) -> f64 {
    let [none, all] =
        differences.clone().fold([0_u64; 2], |[none, all], difference| [none + u64::from(difference == 0.0), all + 1]);
    match 2 * none >= all {
        true => differences.fold(0.0, |most: f64, difference| most.max(difference.abs())),
        false => outlying(differences, known),
    }
}

/// How far the value farthest from the mean of these is from it, if it is farther than in 19 of 20 samples of as many
/// normal ones; else nothing. These may be linear parts ([`Moments::part`]) of `known` values, and differences of parts
/// that have their values in the same trials.
pub fn outlying(values: impl Iterator<Item = f64> + Clone, known: u64) -> f64 {
    let mut moments = Moments::default();
    values.clone().for_each(|value| moments.add(value));
    let farthest = values.fold(0.0, |most: f64, value| most.max((value - moments.mean()).abs()));
    let [known_n, all] = [known, moments.n()].map(|n| n as f64);
    // parts are spread as their mean is, by so many values, and each lies out by so much more than its value
    let deviation = moments.standard_error() * known_n.sqrt();
    let distance = farthest * (known_n * (known_n - 1.0) / (all * (all - 1.0))).sqrt();
    if known > 2 && distance > normal_limit(known) * deviation { farthest } else { 0.0 }
}

/// How many standard deviations the farthest of `n` normal values is from their mean at most, in 19 of 20 samples.
fn normal_limit(n: u64) -> f64 {
    let t = t_quantile_at(n - 2, 1.0 - LEVEL / (2.0 * n as f64));
    let n = n as f64;
    (n - 1.0) / n.sqrt() * (t * t / (n - 2.0 + t * t)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equivalence::unseen_error;
    use tolley_experiment::random::{Purpose, Stream, Streams};

    #[test]
    fn limits_are_those_of_the_table() {
        // by the formula elsewhere; one-sided the first is 1.1531
        for (n, limit) in [(3, 1.1543), (8, 2.1266), (10, 2.2900), (20, 2.7082), (100, 3.3841)] {
            assert!((normal_limit(n) - limit).abs() < 1e-4, "{n}: {}", normal_limit(n));
        }
        assert_eq!(outlying([0.0, 0.0, 0.0, 0.0, 5.0].into_iter(), 5), 4.0);
        assert_eq!(outlying([1.0, 2.0, 3.0, 4.0, 5.0].into_iter(), 5), 0.0);
        assert_eq!(outlying([0.0, 9.0].into_iter(), 2), 0.0, "two are as far from their mean as each other");
    }

    /// How often the interval of a mean of so many holds the truth, and how many times as wide as Student's it is.
    fn held(n: usize, truth: f64, mut draw: impl FnMut(&mut Stream) -> f64) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for seed in 0..2000 {
            let mut stream = Streams::new(seed, 0, None).open(Purpose::named("values"));
            let values: Vec<f64> = (0..n).map(|_| draw(&mut stream)).collect();
            let mut moments = Moments::default();
            values.iter().for_each(|value| moments.add(*value));
            let unseen = unseen_error(outlying(values.iter().copied(), n as u64), n as u64);
            let error = libm::hypot(moments.standard_error(), unseen);
            let half = t_quantile_at(n as u64 - 1, 0.975) * error;
            sums[0] += f64::from(u8::from((moments.mean() - truth).abs() <= half));
            sums[1] += error / moments.standard_error();
        }
        sums.map(|sum| sum / 2000.0)
    }

    #[test]
    fn intervals_of_normal_values_stay_and_those_of_wild_ones_hold_more_often() {
        for n in [10, 40, 200] {
            let [near, far] = [0.0, 10.0].map(|mean| held(n, mean, |stream| mean + stream.normal()));
            assert!((0.935..=0.97).contains(&near[0]) && near[1] < 1.05, "{n}: {near:?}");
            assert!((near[1] - far[1]).abs() < 1e-9, "a difference is as well known as none: {near:?} {far:?}");
        }
        let wild = |stream: &mut Stream| {
            let wild = if stream.uniform() < 0.05 { -libm::log(1.0 - stream.uniform()) } else { 0.0 };
            0.01 * stream.normal() + wild
        };
        let [held, width] = held(200, 0.05, wild);
        assert!(held > 0.93 && width > 1.4, "{held} {width}");
    }

    /// Parts of few values among many trials, in which the farthest of three always seemed to lie out.
    #[test]
    fn parts_of_few_values_lie_out_as_the_values_do() {
        for (n, all) in [(3, 50), (5, 1000), (20, 1000)] {
            let mut flagged = 0;
            for seed in 0..1000 {
                let mut stream = Streams::new(seed, 0, None).open(Purpose::named("values"));
                let values: Vec<f64> = (0..n).map(|_| stream.normal()).collect();
                let mut moments = Moments::default();
                values.iter().for_each(|value| moments.add(*value));
                let trials = values.iter().copied().chain(std::iter::repeat_n(f64::NAN, all - n));
                let parts: Vec<f64> = trials.map(|value| moments.part(value, all as u64)).collect();
                let [own, of_parts] = [&values, &parts].map(|of| outlying(of.iter().copied(), n as u64));
                assert_eq!(own > 0.0, of_parts > 0.0, "{n} of {all}: {values:?}");
                flagged += u32::from(own > 0.0);
                if own > 0.0 {
                    // a part is spread by n - 1
                    let [n, all] = [n, all].map(|n| n as f64);
                    let ratio = unseen_error(of_parts, all as u64) / unseen_error(own, n as u64);
                    assert!((ratio / (n * (all - 1.0) / ((n - 1.0) * all)).sqrt() - 1.0).abs() < 1e-9, "{ratio}");
                }
            }
            assert!((25..=80).contains(&flagged), "{n} of {all}: {flagged} of 1000");
        }
    }

    #[test]
    fn what_hardly_ever_differs_may_differ_unseen() {
        // eight of forty lie within what normal values do
        let few = (0..40).map(|at| f64::from(u8::from(at % 5 == 0)));
        assert_eq!((unseen_one(few.clone(), 40), outlying(few, 40)), (1.0, 0.0));
        assert_eq!(unseen_one((0..40).map(|at| f64::from(at % 7 + 1)), 40), 0.0);
    }
}
