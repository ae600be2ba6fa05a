use tolley_experiment::grid::{Axis, Grid};
use tolley_experiment::plan::PlanRecord;
use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_statistics::estimates::t_quantile;

use super::*;
use crate::alike::has_alike;

/// Three values of x, two of y.
fn grid(repeats: u64) -> Grid {
    let axis = |key: &str, count: u64| Axis::of_values(key, (0..count).map(Value::Count).collect());
    Grid::new(repeats, vec![axis("a.x", 3), axis("a.y", 2)])
}

fn arms<'g>(grid: &'g Grid, control: Option<&str>) -> Arms<'g> {
    Arms::new(grid, &[("a.x", control)], str::to_owned).expect("an axis")
}

/// A value of each trial, of its x, y and repeat.
fn values(grid: &Grid, mut of: impl FnMut(usize, usize, u64) -> f64) -> Vec<f64> {
    let mut values = vec![f64::NAN; grid.trials() as usize];
    for repeat in 0..grid.repeats {
        for point in 0..grid.points() {
            let at = grid.axis_indices(point);
            values[grid.trial(point, repeat) as usize] = of(at[0], at[1], repeat);
        }
    }
    values
}

fn compared(arms: &Arms<'_>, trials: &Trials, is_share: bool, margin: f64) -> Vec<Contrast> {
    let mut found: Vec<Contrast> = (0..arms.count()).map(|arm| contrast(arms, arm, trials, is_share, margin)).collect();
    correct(&mut found);
    found
}

fn coins(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("coins"))
}

#[test]
fn what_all_points_share_cancels() {
    let grid = grid(50);
    let arms = arms(&grid, Some("1"));
    assert_eq!((arms.control(), arms.count(), arms.strata()), (1, 3, 2));
    // x = 2 adds 0.3 where y = 0 and nothing where y = 1; repeats differ by hundredths
    let of = |x: usize, y: usize, repeat: u64| repeat as f64 / 100.0 + if (x, y) == (2, 0) { 0.3 } else { 0.0 };
    let found = compared(&arms, &Trials::Each(values(&grid, of)), false, 0.1);
    let difference = |arm: usize| found[arm].difference.value;
    assert_eq!((difference(0), difference(1)), (Some(0.0), None));
    assert!((difference(2).expect("a difference") - 0.15).abs() < 1e-12);
    assert_eq!([0, 2].map(|arm| found[arm].says()), [Some("no effect"), Some("an effect")]);
    assert_eq!([0, 2].map(|arm| found[arm].same_sign), [0, 1], "strata in which the sign is that of the whole");
}

#[test]
fn few_repeats_that_are_alike_do_not_say_that_nothing_differs() {
    // none of a rare count, and counts that vary from repeat to repeat, are alike in both arms
    for (repeats, is_known) in [(2, false), (12, false), (1200, true)] {
        let grid = grid(repeats);
        let arms = arms(&grid, None);
        for varies in [0, 3] {
            let of = |_: usize, _: usize, repeat: u64| (varies * (repeat % 2)) as f64;
            let arm = compared(&arms, &Trials::Each(values(&grid, of)), false, 0.01).swap_remove(1);
            assert_eq!(arm.says(), Some(if is_known { "no effect" } else { "not resolved" }), "{repeats} {varies}");
            let [low, high] = arm.difference.interval.expect("two repeats");
            assert!(low < 0.0 && high > 0.0 && is_known == (high < 0.01), "{low} {high}");
        }
    }
}

#[test]
fn a_value_that_one_arm_alone_has_not_leaves_a_pair_out() {
    let grid = grid(60);
    let arms = arms(&grid, None);
    // where y = 1 all is worth 10 more; x = 1 adds 1 and has no value there in every second repeat
    let is_missing = |x: usize, y: usize, repeat: u64| x == 1 && y == 1 && repeat.is_multiple_of(2);
    let worth = |x: usize, y: usize| 10.0 * y as f64 + f64::from(u8::from(x == 1));
    let each = values(&grid, |x, y, repeat| if is_missing(x, y, repeat) { f64::NAN } else { worth(x, y) });
    let of = |trials: &Trials| compared(&arms, trials, false, 0.1)[1].difference.value.expect("a difference");
    assert!((of(&Trials::Each(each.clone())) - 1.0).abs() < 1e-12);
    // the same as a share pooled over ones
    let ones = each.iter().map(|value| value / value).collect();
    assert!((of(&Trials::Pooled(each.clone(), ones)) - 1.0).abs() < 1e-12);
}

/// 0.3 in one of two strata, nothing in the other: the mean of 0.15 is said to be one over a stratum that is alike.
#[test]
fn strata_in_which_nothing_differs_are_counted() {
    let grid = grid(50);
    let arms = arms(&grid, None);
    let of = |x: usize, y: usize, repeat: u64| repeat as f64 / 100.0 + if (x, y) == (2, 0) { 0.3 } else { 0.0 };
    let each = values(&grid, of);
    let alike = |trials: &Trials| compared(&arms, trials, false, 0.1).iter().map(|arm| arm.alike).collect::<Vec<_>>();
    assert_eq!(alike(&Trials::Each(each.clone())), [0, 2, 1], "none is told of the control");
    // of as many of one more each a share is alike where its counts are
    let more = values(&grid, |_, y, repeat| (1 + y as u64 + repeat) as f64);
    assert_eq!(alike(&Trials::Pooled(each.clone(), more)), [0, 2, 1]);
    assert_eq!(alike(&Trials::Pooled(each, vec![0.0; grid.trials() as usize])), [0, 0, 0], "nothing is known");
}

/// One goal of two corners in twenty repeats, none of two in the others: which arm is best nobody knows.
#[test]
fn one_that_counts_moves_a_repeat_by_as_much_as_it_is() {
    let grid = grid(20);
    let arms = arms(&grid, None);
    let corners = values(&grid, |_, y, repeat| f64::from(u8::from(y == 0 && repeat < 2)));
    let goals = values(&grid, |x, y, repeat| f64::from(u8::from((x, y, repeat) == (0, 0, 0))));
    let worth = Worth::of(&arms, &Trials::Pooled(goals, corners), true, 0.01);
    assert_eq!(worth.values.iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, 20]);
    let unseen = |worth: &Worth, other: usize| worth.pairs[0][other].map(|pair| pair.unseen_one);
    assert!([1, 2].iter().all(|other| unseen(&worth, *other) == Some(10.0)), "{worth:?}");
    // what has no bound as far as one lies out, one of 9 among those up to 2 and none among those up to 4
    let of = |x: usize, y: usize, repeat: u64| match (x, repeat) {
        (1, 7) => 9.0 * y as f64,
        _ => (x as u64 * (repeat % 3)) as f64,
    };
    let worth = Worth::of(&arms, &Trials::Each(values(&grid, of)), false, 0.01);
    let found = unseen(&worth, 1).expect("a pair");
    // 4.5 in the mean of both strata, less that of all
    assert!((found - (4.5 - (4.5 + 18.0) / 20.0)).abs() < 1e-12 && unseen(&worth, 2) == Some(0.0), "{worth:?}");
}

/// What one arm has in one of two strata alone left the other two out of those that may be the best by that one
/// stratum, beside differences of both; and of counts a stratum in which the control has none stayed in its
/// differences.
#[test]
fn arms_are_held_beside_each_other_in_the_strata_that_both_have() {
    let grid = grid(60);
    let arms = arms(&grid, None);
    // x = 1 is worth 1 more where y = 0 and 0.2 less where y = 1, x = 2 is there where y = 1 alone
    let of = |x: usize, y: usize, repeat: u64| {
        let own = [0.0, if y == 0 { 1.0 } else { -0.2 }, if y == 0 { f64::NAN } else { 3.0 }][x];
        own + (repeat % 7) as f64 / 10.0 + 10.0 * y as f64
    };
    let each = values(&grid, of);
    let ones: Vec<f64> = each.iter().map(|value| if value.is_nan() { 0.0 } else { 1.0 }).collect();
    let counted: Vec<f64> = each.iter().map(|value| if value.is_nan() { 0.0 } else { *value }).collect();
    for trials in [Trials::Each(each), Trials::Pooled(counted, ones)] {
        let found = compared(&arms, &trials, false, 0.1);
        let worth = Worth::of(&arms, &trials, false, 0.1);
        let off = |one: usize, other: usize| worth.pairs[one][other].expect("a pair").off;
        for arm in [1, 2] {
            let told = found[arm].difference.value.expect("a difference");
            assert!((off(arm, 0) - told).abs() < 1e-12 && (off(0, arm) + told).abs() < 1e-12, "{arm}");
        }
        assert!((off(1, 0) - 0.4).abs() < 1e-12 && (off(2, 0) - 3.0).abs() < 1e-12 && (off(2, 1) - 3.2).abs() < 1e-12);
        assert!(worth.values.iter().all(Vec::is_empty), "not all have the same");
    }
}

#[test]
fn a_change_from_stratum_to_stratum_needs_five_repeats() {
    let change = |repeats: u64| {
        let grid = grid(repeats);
        let arms = arms(&grid, None);
        // x = 1 is worth 1 more where y = 0 alone, the same in every repeat
        let of = |x: usize, y: usize, repeat: u64| f64::from(u8::from(x == 1 && y == 0)) + repeat as f64;
        strata::in_strata(&arms, &Trials::Each(values(&grid, of)), false, 0.1).axes[0].changes[1].clone()
    };
    assert_eq!([2, 4].map(change), [None, None]);
    let found = change(40).expect("a change");
    assert!(found.p < 0.05 && (found.difference.value.expect("a value") + 1.0).abs() < 1e-12, "{found:?}");
}

#[test]
fn what_changes_is_told_beside_what_it_changes() {
    let grid = grid(400);
    let arms = arms(&grid, None);
    // every fourth match is won by the other side, as often one way as the other
    let of =
        |x: usize, _: usize, repeat: u64| f64::from(u8::from(repeat.is_multiple_of(2) ^ (x == 1 && repeat % 8 < 2)));
    let found = compared(&arms, &Trials::Each(values(&grid, of)), true, 0.1);
    assert!(found[1].difference.value.expect("a difference").abs() < 1e-12);
    assert!((found[1].changed.and_then(|changed| changed.value).expect("a share") - 0.25).abs() < 1e-12);
    assert_eq!(found[2].changed.and_then(|changed| changed.value), Some(0.0));
}

#[test]
fn a_pooled_share_is_compared_as_one_sum_over_another() {
    let grid = grid(100);
    let arms = arms(&grid, None);
    // restarts are many where few score
    let of = values(&grid, |_, y, repeat| ((repeat * 7 + y as u64) % 5) as f64);
    let yes = values(&grid, |x, y, repeat| ((repeat * 7 + y as u64) % 5).min(1 + x as u64) as f64);
    let share = |x: usize| {
        let places = grid.by_point().filter(|trial| grid.axis_indices(grid.locate(*trial).0)[0] == x);
        let [a, b] = places.fold([0.0; 2], |[a, b], trial| [a + yes[trial as usize], b + of[trial as usize]]);
        a / b
    };
    let want = share(2) - share(0);
    let found = compared(&arms, &Trials::Pooled(yes.clone(), of.clone()), true, 0.01);
    let difference = found[2].difference.value.expect("a difference");
    assert!((difference - want).abs() < 1e-12, "{difference} is not {want}");
    assert_eq!(found[2].says(), Some("an effect"));
    // few trials and a share near one: its interval is that of a share
    let few = self::grid(4);
    let arms = self::arms(&few, None);
    let of = values(&few, |_, _, repeat| 10.0 + (repeat % 3) as f64);
    let yes = values(&few, |_, _, repeat| 10.0 + (repeat % 2) as f64 * (repeat % 3) as f64);
    let found = compared(&arms, &Trials::Pooled(yes, of), true, 0.01);
    let [low, high] = found[1].mean.interval.expect("an interval");
    assert!(0.0 <= low && high <= 1.0, "{:?}", found[1].mean);
}

#[test]
fn equal_arms_seldom_seem_to_differ() {
    // two arms beside a control, all alike: a family of two at 5 %
    let (grid, runs) = (grid(300), 400);
    let arms = arms(&grid, None);
    let mut finds = 0;
    for run in 0..runs {
        let mut stream = coins(run);
        let found = compared(&arms, &Trials::Each(values(&grid, |_, _, _| stream.uniform().round())), true, 0.01);
        finds += usize::from(found.iter().any(|arm| arm.p.is_some_and(|p| p.differs <= LEVEL)));
    }
    // 0.05 of 400 is 20, and 4 standard errors are 17
    assert!((4..=37).contains(&finds), "{finds} of {runs}");
}

#[test]
fn an_axis_and_a_value_that_are_not_there_are_named() {
    let grid = grid(2);
    let refused = |key: &str, value| {
        Arms::new(&grid, &[(key, value)], str::to_owned).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(refused("a.z", None), "a.z is no axis of this dataset; its axes are a.x, a.y");
    assert_eq!(refused("a.x", Some("7")), "7 is no value of the axis a.x; they are 0, 1, 2, in SI");
}

#[test]
fn intervals_of_shares_stay_shares_and_pairs_never_seen_to_differ_may() {
    let grid = grid(16);
    let arms = arms(&grid, None);
    // one repeat in sixteen is won, by both arms alike but for x = 1, which wins one more
    let of = |x: usize, _: usize, repeat: u64| f64::from(u8::from(repeat == 0 || (x == 1 && repeat == 1)));
    let found = compared(&arms, &Trials::Each(values(&grid, of)), true, 0.01);
    let told = found.iter().flat_map(|arm| [Some(arm.mean), arm.changed]).flatten();
    for [low, high] in told.map(|estimate| estimate.interval.expect("sixteen repeats")) {
        assert!((0.0..=1.0).contains(&low) && low < high && high <= 1.0, "{low} {high}");
    }
    // x = 2 never differs: of sixteen pairs three sixteenths may have gone unseen, one-sided (the rule of three)
    let half = 0.1875 * t_quantile(15) / 1.6448536269514722;
    let [low, high] = found[2].difference.interval.expect("sixteen pairs");
    assert!((low + half).abs() < 1e-12 && (high - half).abs() < 1e-12, "{low} {high}");
    assert_eq!(found[2].says(), Some("not resolved"));
}

#[test]
fn what_is_surely_more_but_perhaps_by_less_than_the_margin_is_told_so() {
    let grid = grid(360);
    let arms = arms(&grid, None);
    // one trial in twenty goes the other way with x = 1, and of those one in eight back
    let of = |x: usize, y: usize, repeat: u64| {
        let (at, turned) = (repeat + 7 * y as u64, x == 1 && repeat % 20 == 3);
        f64::from(u8::from(if turned { (at / 20) % 8 != 0 } else { at % 2 == 0 }))
    };
    let found = compared(&arms, &Trials::Each(values(&grid, of)), true, 0.02);
    let arm = &found[1];
    let p = arm.p.expect("tested");
    assert_eq!(arm.says(), Some("an effect, perhaps within the margin"), "{p:?} {:?}", arm.difference);
    let [low, high] = arm.difference.interval.expect("many");
    assert!(low > 0.0 && low < 0.02 && high > 0.02 && p.differs < 0.05, "{low} {high} {p:?}");
    assert!(
        arm.needed.and_then(|needed| needed.as_seen).is_some_and(|needed| needed > 360),
        "the margin takes more repeats"
    );
}

#[test]
fn sums_that_differ_by_rounding_are_pairs_never_seen_to_differ() {
    let grid = grid(4);
    let arms = arms(&grid, Some("0"));
    // a pair of strata whose mean rounds otherwise where x is not 0
    let of = |x: usize, y: usize, _: u64| if (x, y) == (1, 0) { 0.1 + 0.2 } else { 0.3 };
    let found = compared(&arms, &Trials::Each(values(&grid, of)), true, 0.1);
    let one = &found[1].difference;
    assert_eq!(one.value, Some(0.0));
    let [low, high] = one.interval.expect("of four repeats");
    assert!(high - low > 0.1, "{low} {high}");
}

/// One more that is counted moves a share of few by much: of 4 and 20 none was seen, and both were told within 0.019.
#[test]
fn a_share_of_few_that_none_has_is_not_known() {
    let grid = grid(200);
    let arms = arms(&grid, None);
    // 4, 20 and 400 are counted in all, of the last 120
    let of = values(&grid, |x, y, repeat| match x {
        0 => f64::from(u8::from(y == 0 && repeat % 50 == 0)),
        1 => f64::from(u8::from(y == 0 && repeat % 10 == 0)),
        _ => 1.0,
    });
    let yes = values(&grid, |x, _, repeat| f64::from(u8::from(x == 2 && repeat % 10 < 3)));
    let found = compared(&arms, &Trials::Pooled(yes, of), true, 0.02);
    let told = |arm: usize| (found[arm].mean.n, found[arm].mean.interval.expect("an interval"));
    let wilson = [0, 1].map(|arm| tolley_statistics::estimates::share(0, [4, 20][arm]).interval.expect("an interval"));
    assert_eq!([told(0), told(1)], [(4, wilson[0]), (20, wilson[1])]);
    assert!(found[1].says() == Some("not resolved") && found[2].says() == Some("not resolved"), "{found:?}");
    let [low, high] = found[1].difference.interval.expect("an interval");
    assert!(low < -0.3 && high > 0.3, "{low} {high}");
}

/// Two halves are one, but no count: each pair of matches is as it is.
#[test]
fn shares_of_pairs_that_some_trials_have_not_are_no_counts() {
    let grid = grid(100);
    let arms = arms(&grid, None);
    let all = values(&grid, |_, _, repeat| if repeat % 4 == 0 { f64::NAN } else { 0.5 });
    let mean = Trials::Each(all).mean(&arms, 0, true);
    assert_eq!((mean.value, mean.std_error, mean.n), (Some(0.5), Some(0.0), 150));
}

/// It was that of repeats in which both have a value alone, and not that of the means beside it.
#[test]
fn a_difference_is_that_of_the_means_where_some_trials_have_no_value() {
    let (runs, mut covered) = (200, 0);
    for seed in 0..runs {
        let (grid, mut stream) = (grid(300), coins(seed));
        let arms = arms(&grid, None);
        // what is high in both has no value in the first: means are 0.45 and 0.5
        let mut luck = 0.0;
        let all = values(&grid, |x, y, _| {
            if (x, y) == (0, 0) {
                luck = stream.uniform();
            }
            let value = luck + 0.1 * y as f64;
            if x == 0 && luck > 0.9 { f64::NAN } else { value }
        });
        let found = compared(&arms, &Trials::Each(all), false, 0.1);
        let [value, control] = [1, 0].map(|arm| found[arm].mean.value.expect("a mean"));
        let difference = found[1].difference;
        assert!((difference.value.expect("a difference") - (value - control)).abs() < 1e-12);
        assert!(found[0].mean.n < 600 && found[1].mean.n == 300, "{found:?}");
        covered += u32::from(difference.interval.is_some_and(|[low, high]| (low..=high).contains(&0.05)));
    }
    assert!((182..=200).contains(&covered), "{covered} of {runs}");
}

#[test]
fn equal_sides_beside_equal_sides_are_no_evidence() {
    let axis = |key: &str| json!({ "key": key, "values": [1.0, 2.0] });
    let text = json!({
        "study": "s", "seed": 1, "repeats": 400, "axes": [axis("ball.mass_ratio"), axis("b.error_ratio")],
        "streams": "common", "base": { "a.error_ratio": 1.0, "b.error_ratio": 1.0, "ball.mass_ratio": 1.0 }, "from_presets": [],
    });
    let plan: PlanRecord = serde_json::from_value(text).expect("a plan");
    let over = [("ball.mass_ratio", None), ("b.error_ratio", None)];
    let arms = Arms::new(&plan.grid, &over, str::to_owned).expect("axes");
    let mut each = vec![0.5; plan.grid.trials() as usize];
    // who errs twice as much loses more often
    for repeat in 0..plan.grid.repeats {
        for point in [1, 3] {
            each[plan.grid.trial(point, repeat) as usize] = if repeat % 3 == 0 { 0.5 } else { 1.0 };
        }
    }
    let trials = Trials::Each(each);
    let mut found: Vec<Contrast> = (0..4).map(|arm| contrast(&arms, arm, &trials, true, 0.01)).collect();
    leave_out_identities(|point| has_alike(&plan, point, ["a", "b"]), &arms, &mut found);
    assert_eq!(correct(&mut found), 2);
    assert_eq!([1, 2, 3].map(|arm| found[arm].says()), [Some("an effect"), Some("identical"), Some("an effect")]);
}

/// Errors stood on all repeats where few have a value: intervals of the mean held it in 75 % and of the difference in
/// 88.
#[test]
fn of_few_trials_that_have_a_value_little_is_known() {
    let (runs, mut held, mut told) = (400, [0, 0], 0);
    for seed in 0..runs {
        let (grid, mut stream) = (grid(40), coins(seed));
        let arms = arms(&grid, None);
        // one in ten has a value in the second arm, in one stratum alone
        let all = values(&grid, |x, y, _| match (x, y) {
            (_, 1) => f64::NAN,
            (1, _) if stream.uniform() < 0.9 => f64::NAN,
            _ => stream.normal(),
        });
        let found = compared(&arms, &Trials::Each(all), false, 0.5).swap_remove(1);
        let Some([low, high]) = found.mean.interval else {
            let says = (found.mean.n == 1).then_some("not resolved");
            assert!(found.mean.n < 2 && found.says() == says && found.difference.interval.is_none(), "{found:?}");
            continue;
        };
        told += 1;
        assert!(found.difference.n == found.mean.n && found.strata == 1, "{found:?}");
        let [least, most] = found.difference.interval.expect("an interval");
        held[0] += u32::from((low..=high).contains(&0.0));
        held[1] += u32::from((least..=most).contains(&0.0));
    }
    assert!(held.iter().all(|held| f64::from(*held) >= 0.92 * f64::from(told)), "{held:?} of {told}");
}

/// Strata were put together in the mean and averaged over in the difference, and one of few was known by the others.
#[test]
fn flags_that_some_trials_have_not_are_averaged_over_strata() {
    let grid = grid(400);
    let arms = arms(&grid, None);
    // of the second stratum one in thirteen is seen
    let all = values(&grid, |x, y, repeat| match y {
        0 => f64::from(u8::from(repeat % 10 < 2 + x as u64)),
        _ if repeat % 13 > 0 => f64::NAN,
        _ => f64::from(u8::from(x == 2)),
    });
    let found = compared(&arms, &Trials::Each(all), true, 0.1);
    let mean = |arm: usize| found[arm].mean.value.expect("a mean");
    assert!((mean(0) - 0.1).abs() < 1e-12 && (mean(1) - 0.15).abs() < 1e-12, "{found:?}");
    for arm in [1, 2] {
        let difference = found[arm].difference.value.expect("a difference");
        assert!((difference - (mean(arm) - mean(0))).abs() < 1e-12, "{found:?}");
    }
    // none of 31 alone may be a tenth, and half of it each arm's mean
    let [low, high] = found[1].difference.interval.expect("an interval");
    assert!(high - low > 0.1 && found[1].says() == Some("not resolved"), "{found:?}");
}
