use tolley_experiment::random::{Purpose, Streams};

use super::*;

/// Speeds, spins and places, each with noise of its own: speed adds one, backspin two, a place nothing.
fn noisy(seed: u64, repeats: usize, of: impl Fn(&[usize]) -> f64) -> Factorial {
    let mut stream = Streams::new(seed, 0, None).open(Purpose::named("noise"));
    let mut factorial = Factorial { shape: vec![3, 2, 4], worth: Vec::new(), is_share: false };
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
        let best = Factorial { shape: vec![count], worth, is_share }.best(1).expect("a best");
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
    let factorial = Factorial { shape: vec![2], worth: levels.into(), is_share: false };
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
    let best = Factorial { shape: vec![300], worth, is_share: false }.best(1).expect("a best");
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
