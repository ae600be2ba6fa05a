use std::cell::Cell;
use std::collections::BTreeSet;

use super::{Budget, Costs, Cut, Sampled, place, sample, spread};

#[test]
fn points_that_are_played_apart_share_no_repeats_at_first() {
    for (points, rows) in [(2, 156), (6, 156), (7, 3), (1, 5)] {
        let turns = |at: u64| (0..rows).map(move |lap| place(lap * points + at, points, rows, true).0);
        assert!((0..points).all(|at| turns(at).collect::<BTreeSet<_>>().len() as u64 == rows), "each row once");
        let first: BTreeSet<_> = (0..points).filter_map(|at| turns(at).next()).collect();
        assert_eq!(first.len() as u64, points.min(rows));
    }
    assert_eq!([0, 1, 2].map(|step| place(step, 2, 156, false).0), [0, 0, 1]);
}

#[test]
fn steps_stay_in_range_and_spread() {
    let mut firsts: Vec<u64> = (0..10).map(|step| spread(step, 1000)).collect();
    firsts.sort_unstable();
    assert!(firsts.iter().all(|point| *point < 1000));
    assert!(firsts.windows(2).all(|pair| pair[1] - pair[0] > 40), "{firsts:?}");
    assert_eq!([spread(0, 1000), spread(1, 1000)], [0, 999]);
    assert_eq!(spread(0, 1), 0);
    for count in [2, 3, 4, 5, 6, 12, 997, 1000] {
        let all: BTreeSet<u64> = (0..count).map(|step| spread(step, count)).collect();
        assert_eq!((all.len() as u64, spread(1, count)), (count, count - 1), "each of {count} once");
    }
    assert!(spread((1 << 63) - 1, 1 << 63) < 1 << 63);
}

/// A number in (0, 1) that looks random, of a point and a repeat.
fn uniform(seed: u64, point: u64, repeat: u64) -> f64 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ point.wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ repeat;
    for _ in 0..3 {
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^= x >> 27;
    }
    ((x >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// Seconds of a trial: points differ 100-fold, and repeats of one have a heavy tail (Pareto, at most 100 times the
/// least).
fn cost_s(scale_s: f64, seed: u64, points: u64, point: u64, repeat: u64) -> f64 {
    let of_point = scale_s * 100_f64.powf(uniform(seed, point * 7 % points, u64::MAX));
    of_point * uniform(seed + 1, point, repeat).powf(-1.0 / 1.5).min(100.0)
}

/// A sample of such costs, by a clock that goes on by what is played.
fn sampled(cut: Cut, budget: Budget, cost_s: &dyn Fn(u64, u64) -> f64) -> (Sampled, f64) {
    let now = Cell::new(0.0);
    let mut play = |point, [first, end]: [u64; 2]| {
        now.set(now.get() + (first..end).map(|repeat| cost_s(point, repeat)).sum::<f64>());
        Ok::<f64, ()>(1.0)
    };
    let sampled = sample(cut, budget, &|| now.get(), &mut play, &|_| false).expect("nothing fails");
    (sampled, now.get())
}

#[test]
fn costs_with_heavy_tails_that_differ_100_fold_are_told_within_a_factor_of_2() {
    let budget = Budget { least_s: 1.0, most_s: 3.0, row_s: 0.03 };
    for seed in 0..40 {
        for (points, repeats, scale_s) in [(3, 400, 1e-4), (378, 200, 1e-4), (20_000, 10, 1e-5), (60, 100, 1e-5)] {
            let row = (repeats / 8).clamp(1, 128);
            let cut = Cut { points, rows: repeats / row, row, least: 1, is_apart: false };
            let cost = |point, repeat| cost_s(scale_s, seed, points, point, repeat);
            let (sampled, _) = sampled(cut, budget, &cost);
            let all: f64 = (0..points).flat_map(|point| (0..repeats).map(move |repeat| cost(point, repeat))).sum();
            let ratio = sampled.costs.mean() * (points * repeats) as f64 / all;
            assert!((0.5..2.0).contains(&ratio), "{points} points, seed {seed}: {ratio}");
        }
    }
}

#[test]
fn a_sample_ends_when_its_cost_is_known_and_goes_on_where_it_is_not() {
    let cut = Cut { points: 1000, rows: 100, row: 1, least: 1, is_apart: false };
    let budget = Budget { least_s: 1.0, most_s: 3.0, row_s: 0.03 };
    let (even, even_s) = sampled(cut, budget, &|_, _| 0.01);
    assert!((1.0..1.02).contains(&even_s) && even.costs.doubt(1000) < 1e-6, "{even_s}");
    let (uneven, uneven_s) = sampled(cut, budget, &|point, _| if point % 40 == 7 { 0.2 } else { 0.002 });
    assert!((2.9..3.3).contains(&uneven_s) && uneven.costs.doubt(1000) > 0.3, "{uneven_s}");
    // the first point and the last one are played whatever they take, and of few points all
    let (slow, _) = sampled(cut, budget, &|_, _| 60.0);
    let (few, _) = sampled(Cut { points: 3, ..cut }, budget, &|_, _| 60.0);
    assert_eq!([slow.trials, few.trials], [2, 3]);
}

#[test]
fn what_is_known_of_a_mean_says_what_points_and_rows_do() {
    let of = |rows: &[(u64, f64)]| {
        let mut costs = Costs::default();
        rows.iter().for_each(|(point, trial_s)| costs.note(*point, *trial_s));
        costs
    };
    // one dear point of two counts for half, however often the other one was played
    assert_eq!(of(&[(0, 1.0), (0, 1.0), (0, 1.0), (1, 9.0)]).mean(), 5.0);
    // both points were played, and each is the same again: nothing is open
    assert_eq!(of(&[(0, 1.0), (0, 1.0), (1, 9.0), (1, 9.0)]).error(2), Some(0.0));
    // of 200 points two say little
    assert!(of(&[(0, 1.0), (0, 1.0), (1, 9.0), (1, 9.0)]).error(200).is_some_and(|error| error > 3.9));
    assert_eq!((of(&[(0, 1.0)]).error(1), of(&[(0, 1.0), (0, 2.0)]).error(5)), (None, None));
    assert_eq!(of(&[(0, 1.0)]).doubt(1), 1.0);
    assert_eq!(of(&[(0, 0.0)]).doubt(1), 0.0);
}

/// It went on until a row took long, so that each row ended with a dear trial.
#[test]
fn dear_trials_count_for_no_more_than_their_share() {
    let cut = Cut { points: 500, rows: 10, row: 20, least: 1, is_apart: false };
    let budget = Budget { least_s: 60.0, most_s: 60.0, row_s: 0.03 };
    let cost = |point, repeat| if uniform(5, point, repeat) < 0.1 { 0.1 } else { 0.001 };
    let (sampled, _) = sampled(cut, budget, &cost);
    assert!((sampled.costs.mean() / 0.0109 - 1.0).abs() < 0.15, "{}", sampled.costs.mean());
}
