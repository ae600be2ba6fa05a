use std::time::Duration;

use tolley_experiment::run::BlockEvent;
use tolley_experiment::schedule::Schedule;
use tolley_experiment::study::Pace;

use super::{Outlook, Work};

/// A run by one worker of trials whose cost follows from their point, by a clock of its own: after each block the time,
/// what was said, and how long it still took.
fn told(points: u64, repeats: u64, block_trials: u64, cost_s: &dyn Fn(u64) -> f64) -> Vec<(Outlook, f64)> {
    let schedule = Schedule::new(points, repeats, Pace { block_trials, round_repeats: 1 });
    let mut work = Work::of_blocks(&schedule, points, 1, |_| false);
    let block_s = |block| schedule.trials_of(block).map(|trial| cost_s(trial % points)).sum::<f64>();
    let all_s: f64 = (0..schedule.blocks()).map(block_s).sum();
    let (mut now_s, mut played, mut told) = (0.0, 0, Vec::new());
    for block in 0..schedule.blocks() {
        work.note(BlockEvent::Begun(block), now_s);
        let trials: Vec<u64> = schedule.trials_of(block).collect();
        for trial in &trials[..trials.len() - 1] {
            now_s += cost_s(trial % points);
            played += 1;
        }
        told.push((work.outlook(played, now_s), all_s - now_s));
        now_s += cost_s(trials[trials.len() - 1] % points);
        played += 1;
        work.note(BlockEvent::Kept(block, Duration::from_secs_f64(block_s(block))), now_s);
    }
    assert_eq!(work.outlook(played, now_s).share, 1.0);
    told
}

#[test]
fn the_last_points_may_be_a_hundred_times_as_dear_and_the_time_left_knows() {
    // in each round 30 cheap points come first, and 10 dear ones last
    let cost = |point: u64| if point < 30 { 0.01 } else { 1.0 };
    let all = told(40, 320, 100, &cost);
    let mut worst = 1.0_f64;
    for (outlook, left_s) in &all[all.len() / 4..all.len() - 1] {
        let told_s = outlook.left_s.expect("much was played");
        worst = worst.max(told_s / left_s).max(left_s / told_s);
        assert!(outlook.share < 1.0);
    }
    assert!(worst < 2.0, "{worst}");
}

#[test]
fn shares_grow_and_end_only_when_all_is_played() {
    let all = told(40, 64, 10, &|point| 0.001 * (1 + point) as f64);
    let shares: Vec<f64> = all.iter().map(|(outlook, _)| outlook.share).collect();
    assert!(shares.iter().all(|share| (0.0..1.0).contains(share)));
    let later = &shares[shares.len() / 8..];
    assert!(later.windows(2).all(|pair| pair[1] > pair[0] - 0.01), "{later:?}");
    let blocks: Vec<Option<u64>> = all.iter().map(|(outlook, _)| outlook.blocks_left).collect();
    assert!(blocks.iter().rev().zip(1..).all(|(left, expected)| *left == Some(expected)));
}

/// It said less than a second for as long as the last match took.
#[test]
fn a_last_trial_that_takes_long_is_not_told_to_be_over_at_once() {
    let schedule = Schedule::new(1, 20, Pace { block_trials: 1, round_repeats: 1 });
    let mut work = Work::of_blocks(&schedule, 1, 2, |_| false);
    for block in 0..19 {
        work.note(BlockEvent::Begun(block), 0.5 * block as f64);
        work.note(BlockEvent::Kept(block, Duration::from_secs(1)), 0.5 * (block + 1) as f64);
    }
    work.note(BlockEvent::Begun(19), 9.5);
    let left = |work: &mut Work, now_s| work.outlook(19, now_s).left_s.expect("much was played");
    let [soon, late, later] = [9.6, 30.0, 120.0].map(|now_s| left(&mut work, now_s));
    assert!(soon < 2.0 && late > 9.0 && later > 50.0, "{soon} {late} {later}");
    assert_eq!(work.outlook(19, 120.0).blocks_left, Some(1));
    assert!(work.outlook(19, 120.0).share < 0.96);
}

#[test]
fn nothing_is_known_at_first_and_kept_blocks_are_no_work() {
    let schedule = Schedule::new(4, 100, Pace { block_trials: 8, round_repeats: 1 });
    let mut work = Work::of_blocks(&schedule, 4, 2, |block| block % 2 == 0);
    let blocks = schedule.blocks();
    assert_eq!(work.outlook(0, 0.1), Outlook { share: 0.0, left_s: None, blocks_left: Some(blocks / 2) });
    let mut nothing = Work::of_blocks(&schedule, 4, 2, |_| true);
    assert_eq!((nothing.outlook(0, 0.1).share, nothing.trials), (1.0, 0));
}

#[test]
fn what_has_no_blocks_goes_on_as_it_did_lately() {
    let mut work = Work::of_trials(1000);
    // a hundred a second, then ten
    let mut now_s = 0.0;
    for played in 0..=800 {
        now_s += if played < 500 { 0.01 } else { 0.1 };
        work.outlook(played, now_s);
    }
    let outlook = work.outlook(800, now_s);
    assert_eq!((outlook.share, outlook.blocks_left), (0.8, None));
    assert!(outlook.left_s.is_some_and(|left_s| (18.0..22.0).contains(&left_s)), "{outlook:?}");
    assert_eq!(Work::of_trials(10).outlook(0, 3.0).left_s, None);
}
