use tolley_experiment::random::{Purpose, Streams};

use super::*;

/// Where combinations lie whose values are numbers in their order, names on the last axis.
fn places(shape: &[usize]) -> Places {
    let blank = Factorial { shape: shape.to_vec(), worth: Vec::new(), is_share: false, places: Places::default() };
    let at = (0..shape.iter().product()).map(|point| blank.levels(point).iter().map(|at| *at as f64).collect());
    Places::of(at.collect(), (0..shape.len()).map(|axis| axis + 1 == shape.len()).collect())
}

/// Speeds, spins and places, each with noise of its own: speed adds one, backspin two, a place nothing.
fn noisy(seed: u64, repeats: usize, of: impl Fn(&[usize]) -> f64) -> Factorial {
    let mut stream = Streams::new(seed, 0, None).open(Purpose::named("noise"));
    let shape = vec![3, 2, 4];
    let mut factorial = Factorial { places: places(&shape), shape, worth: Vec::new(), is_share: false };
    for point in 0..24 {
        let mean = of(&factorial.levels(point));
        factorial.worth.push((0..repeats).map(|_| mean + 2.0 * stream.normal()).collect());
    }
    factorial
}

#[test]
fn the_set_holds_the_truth_whatever_the_seed() {
    for seed in 0..20 {
        let best = noisy(seed, 40, |at| at[0] as f64 + 2.0 * at[1] as f64).best(1).expect("a best");
        let may_be = |axis: usize| -> Vec<bool> { best.axes[axis].levels.iter().map(|of| of.may_be_best).collect() };
        assert!(may_be(0)[2] && !may_be(0)[0], "{seed}");
        assert_eq!(may_be(1), [false, true], "{seed}");
        assert!(may_be(2).iter().filter(|may_be| **may_be).count() > 1, "{seed}: a place is no matter");
        assert_eq!(best.turn, None, "{seed}");
    }
}

#[test]
fn what_the_set_is_worth_is_not_flattered_by_the_choice() {
    let excess = |seed: u64| {
        let best = noisy(seed, 10, |_| 5.0).best(1).expect("a best");
        moments(&best.value).mean() - 5.0
    };
    let all: f64 = (0..50).map(excess).sum::<f64>() / 50.0;
    assert!(all.abs() < 0.1, "{all}");
}

#[test]
fn noise_alone_leaves_every_value_in_the_set() {
    let clear = (0..40).filter(|seed| {
        let best = noisy(*seed, 20, |_| 0.0).best(1).expect("a best");
        best.axes.iter().any(|axis| axis.levels.iter().any(|level| !level.may_be_best))
    });
    let wrong = clear.count();
    assert!(wrong <= 5, "one answer in twenty may err: {wrong}");
}

#[test]
fn a_place_that_is_no_matter_stays_in_the_set() {
    let wrong = (0..100).filter(|seed| {
        let best = noisy(*seed, 100, |at| at[0] as f64 + 4.0 * at[1] as f64).best(1).expect("a best");
        best.axes[2].levels.iter().any(|level| !level.may_be_best)
    });
    let wrong = wrong.count();
    assert!(wrong <= 4, "{wrong} of 100");
}

#[test]
fn a_best_value_that_depends_on_another_axis_is_found() {
    let best = noisy(3, 60, |at| if (at[0] == 2) == (at[1] == 1) { 4.0 } else { 0.0 }).best(1).expect("a best");
    let turn = best.turn.expect("a turn");
    assert!(turn.axis < 2 && turn.by < 2 && turn.gain > 2.0, "{turn:?}");
}

/// Values of one axis that are all as good: chance alone is to exclude one in few runs, by the comparison of the axis
/// by itself too, however many values there are and however few trials of a flag.
#[test]
fn chance_excludes_none_of_equal_values_even_alone() {
    let excluded = |count: usize, repeats: usize, is_share: bool, seed: u64| {
        let mut stream = Streams::new(seed, 1, None).open(Purpose::named("equal"));
        let mut trial = || if is_share { f64::from(u8::from(stream.uniform() < 0.5)) } else { stream.normal() };
        let worth = (0..count).map(|_| (0..repeats).map(|_| trial()).collect()).collect();
        let best = Factorial { shape: vec![count], worth, is_share, places: places(&[count]) }.best(1).expect("a best");
        best.axes[0].levels.iter().any(|level| !level.may_be_best_alone)
    };
    for (count, repeats, is_share, seeds) in
        [(4, 20, false, 200), (11, 72, false, 60), (720, 2, true, 5), (720, 5, true, 5), (12, 5, true, 100)]
    {
        let wrong = (0..seeds).filter(|seed| excluded(count, repeats, is_share, *seed)).count();
        assert!(wrong as f64 <= 0.08 * seeds as f64, "{count} values, {repeats} trials: {wrong} of {seeds}");
    }
}

/// Two ways of playing, what each brought in each repeat.
fn two(levels: [Vec<f64>; 2]) -> AxisWorth {
    let factorial = Factorial { shape: vec![2], worth: levels.into(), is_share: false, places: places(&[2]) };
    factorial.best(1).expect("a best").axes.remove(0)
}

#[test]
fn a_value_without_data_may_be_the_best() {
    let played: Vec<f64> = (0..40).map(|repeat| 5.0 + 0.1 * f64::from(repeat % 3)).collect();
    let worse: Vec<f64> = played.iter().map(|value| value - 3.0).collect();
    let may_be = |axis: &AxisWorth| -> Vec<bool> { axis.levels.iter().map(|of| of.may_be_best).collect() };
    assert_eq!(may_be(&two([played.clone(), worse])), [true, false]);
    for axis in [two([played.clone(), vec![f64::NAN; 40]]), two([vec![f64::NAN; 40], played])] {
        assert_eq!((may_be(&axis), axis.at_most), (vec![true; 2], f64::INFINITY));
        assert!(axis.levels.iter().all(|of| of.may_be_best_alone));
    }
    let computed = two([vec![5.0], vec![f64::NAN]]);
    assert_eq!((may_be(&computed), computed.at_most), (vec![true; 2], f64::INFINITY));
}

#[test]
fn of_many_values_one_without_data_may_be_the_best() {
    let mut worth: Vec<Vec<f64>> =
        (0..300).map(|level| (0..30).map(|at| f64::from(level % 2) + 0.01 * f64::from(at % 3)).collect()).collect();
    worth[7] = vec![f64::NAN; 30];
    let best = Factorial { shape: vec![300], worth, is_share: false, places: places(&[300]) }.best(1).expect("a best");
    let levels = &best.axes[0].levels;
    assert!(levels[7].may_be_best && best.in_set[7] && !levels[6].may_be_best && levels[9].may_be_best);
}

/// A dataset that was interrupted so that each combination lacks some repeats still has a best.
#[test]
fn where_each_combination_lacks_a_repeat_the_others_count() {
    let of = |mean: f64, gap: usize| -> Vec<f64> {
        (0..30).map(|at| if at == gap { f64::NAN } else { mean + 0.1 * (at % 3) as f64 }).collect()
    };
    let axis = two([of(1.0, 3), of(4.0, 8)]);
    assert_eq!((axis.best, axis.levels[0].may_be_best), (1, false));
}

/// Aims, speeds, spins and kinds of sand: what each is truly worth, and what it was in each repeat: chance is larger
/// with one speed than with another, and in part common to all.
fn shots(seed: u64, repeats: usize) -> (Factorial, Vec<f64>) {
    let shape = vec![3, 3, 3, 3];
    let mut stream = Streams::new(seed, 0, None).open(Purpose::named("worlds"));
    let scale = libm::exp(stream.uniform_in(-1.5, 1.5));
    let normals: Vec<f64> = (0..16).map(|_| scale * stream.normal()).collect();
    let mut factorial = Factorial { places: places(&shape), shape, worth: Vec::new(), is_share: false };
    let truth: Vec<f64> = (0..81)
        .map(|point| {
            let at = factorial.levels(point);
            let x: Vec<f64> = at.iter().map(|level| *level as f64 / 2.0 - 0.5).collect();
            let mains: f64 = (0..3).map(|axis| normals[axis] * x[axis] + normals[3 + axis] * x[axis] * x[axis]).sum();
            let pairs = normals[6] * x[0] * x[1] + normals[7] * x[1] * x[2];
            mains + pairs + 0.5 * normals[8 + at[3]] + normals[11 + at[3]] * x[0] + 0.05 * scale * stream.normal()
        })
        .collect();
    factorial.worth = vec![Vec::new(); 81];
    for _ in 0..repeats {
        let common = stream.normal();
        for (point, worth) in factorial.worth.iter_mut().enumerate() {
            let spread = [0.6, 1.0, 1.6][point / 9 % 3];
            worth.push(truth[point] + common + spread * stream.normal());
        }
    }
    (factorial, truth)
}

/// Whether the interval of what the best set is worth holds, and how many of those of what other values cost.
fn held(seed: u64, repeats: usize) -> [f64; 2] {
    let (factorial, truth) = shots(seed, repeats);
    let best = factorial.best(1).expect("a best");
    let within = |found: &Estimate, truth: f64| {
        f64::from(u8::from(found.interval.is_some_and(|[low, high]| (low..=high).contains(&truth))))
    };
    let of_folds = |of: &dyn Fn(usize) -> f64| {
        let all = (0..repeats).map(|repeat| mean(best.of_fold[repeat % best.of_fold.len()].iter().map(|at| of(*at))));
        mean(all)
    };
    let value = within(&Means::default().estimate(&moments(&best.value)), of_folds(&|point| truth[point]));
    let costs = best.axes.iter().enumerate().flat_map(|(axis, of)| {
        let truth = &truth;
        let factorial = &factorial;
        let level = move |level: usize| of_folds(&|point| truth[factorial.moved(point, axis, level)]);
        let others = (0..of.levels.len()).filter(move |other| *other != of.best);
        others.map(move |other| within(&of.levels[other].cost, level(of.best) - level(other)))
    });
    [value, mean(costs)]
}

/// The shares of the intervals that hold the truth, over worlds.
fn shares_held(worlds: u64, repeats: &[usize]) -> [f64; 2] {
    let all: Vec<[f64; 2]> = (0..worlds).map(|seed| held(seed, repeats[seed as usize % repeats.len()])).collect();
    [0, 1].map(|part| mean(all.iter().map(|held| held[part])))
}

#[test]
fn intervals_of_the_best_and_of_what_others_cost_hold() {
    let held = shares_held(240, &[4, 8, 20]);
    assert!(held.iter().all(|share| (0.92..=0.98).contains(share)), "{held:?}");
}

#[test]
#[ignore = "a minute: hundreds of worlds of each number of repeats"]
fn intervals_of_the_best_hold_in_many_worlds() {
    for repeats in [4, 6, 8, 12, 20] {
        let held = shares_held(600, &[repeats]);
        assert!(held.iter().all(|share| (0.93..=0.97).contains(share)), "{repeats}: {held:?}");
    }
}
