use super::*;

const PACE: Pace = Pace { block_trials: 100, round_repeats: 3 };

fn all(schedule: &Schedule) -> Vec<u64> {
    (0..schedule.blocks()).flat_map(|block| schedule.trials_of(block)).collect()
}

#[test]
fn every_trial_is_played_once_whatever_the_sizes() {
    for points in [1, 2, 7, 150, 1000] {
        for repeats in [1, 2, 5, 64, 333] {
            let schedule = Schedule::new(points, repeats, PACE).grown(repeats + 3, PACE).grown(repeats + 4, PACE);
            let mut trials = all(&schedule);
            let blocks = schedule.blocks();
            assert!((0..blocks).all(|block| (1..=100).contains(&schedule.block_len(block))), "{schedule:?}");
            trials.sort_unstable();
            assert_eq!(trials, (0..points * (repeats + 4)).collect::<Vec<_>>(), "{points} {repeats}");
            let parts: Vec<u64> = (0..schedule.parts()).flat_map(|part| schedule.blocks_of(part)).collect();
            assert_eq!(parts, (0..blocks).collect::<Vec<_>>());
            assert!(
                (0..schedule.parts()).all(|part| schedule.blocks_of(part).all(|block| schedule.part_of(block) == part))
            );
            let stored = Schedule::of(points, repeats + 4, schedule.stretches().to_vec());
            assert_eq!(stored, Ok(schedule));
        }
    }
}

#[test]
fn a_run_stopped_anywhere_says_about_as_much_of_every_point() {
    let schedule = Schedule::new(50, 320, PACE);
    let mut played = [0_u64; 50];
    for block in 0..schedule.blocks() {
        schedule.trials_of(block).for_each(|trial| played[trial as usize % 50] += 1);
        let (least, most) = (played.iter().min().expect("some"), played.iter().max().expect("some"));
        assert!(most - least <= 320 / 32, "after block {block}: {least} to {most}");
    }
}

#[test]
fn small_jobs_have_blocks_for_many_cores_and_large_ones_whole_blocks() {
    assert_eq!(Schedule::new(1, 640, PACE).blocks(), 64);
    assert_eq!(Schedule::new(1, 32, PACE).blocks(), 21, "3 repeats in a row, blocks of 2");
    let large = Schedule::new(1000, 1000, PACE);
    assert_eq!((large.blocks(), large.parts()), (10_000, 10));
}

#[test]
fn what_was_planned_before_stays_when_a_plan_grows() {
    let before = Schedule::new(7, 30, PACE);
    let after = before.grown(40, PACE);
    assert_eq!(all(&after)[..210], all(&before));
    assert!(all(&after)[210..].iter().all(|trial| (30..40).contains(&(trial / 7))));
}

#[test]
fn stretches_that_cannot_be_are_refused() {
    let ended = Vec::new();
    let good = Stretch { ended, first_repeat: 0, repeats: 4, round_repeats: 2, block_trials: 3, part_blocks: 5 };
    assert!(Schedule::of(3, 4, vec![good.clone()]).is_ok());
    for (points, repeats, stretch) in [
        (3, 5, good.clone()),
        (0, 4, good.clone()),
        (3, 4, Stretch { block_trials: 0, ..good.clone() }),
        (3, 4, Stretch { first_repeat: 1, ..good.clone() }),
        (3, 4, Stretch { repeats: u64::MAX, ..good.clone() }),
        (3, 4, Stretch { round_repeats: u64::MAX, ..good.clone() }),
        (3, 4, Stretch { ended: vec![[0, 3]], ..good.clone() }),
        (3, 4, Stretch { ended: vec![[2, 2]], ..good.clone() }),
        (3, 4, Stretch { ended: vec![[1, 2], [0, 1]], ..good.clone() }),
        (3, 4, Stretch { ended: vec![[2, 4]], ..good.clone() }),
        (3, 4, Stretch { ended: vec![[7, 8]], ..good.clone() }),
        (u64::MAX, 4, good),
    ] {
        assert!(Schedule::of(points, repeats, vec![stretch.clone()]).is_err(), "{points} {repeats} {stretch:?}");
    }
    assert!(Schedule::of(3, 4, Vec::new()).is_err());
}

#[test]
fn points_that_ended_play_no_more() {
    let first = Schedule::new(10, 8, PACE);
    let second = first.grown_without(vec![[0, 2], [5, 6], [9, 10]], 12, PACE).expect("some go on");
    let third = second.grown_without(vec![[3, 4], [6, 8]], 20, PACE).expect("some go on");
    assert_eq!(third.open_points().collect::<Vec<_>>(), [2, 4, 8]);
    let mut played = all(&third);
    played.sort_unstable();
    let of = |point: u64| match point {
        2 | 4 | 8 => 20,
        3 | 6 | 7 => 12,
        _ => 8,
    };
    let mut planned: Vec<u64> =
        (0..10).flat_map(|point| (0..of(point)).map(move |repeat| repeat * 10 + point)).collect();
    planned.sort_unstable();
    assert_eq!(played, planned);
    assert_eq!(third.trials(), planned.len() as u64);
    assert_eq!((0..third.parts()).map(|part| third.part_len(part)).sum::<u64>(), third.trials());
    assert_eq!(Schedule::of(10, 20, third.stretches().to_vec()), Ok(third.clone()));
    assert_eq!(all(&third)[..80], all(&first), "what was played stays");
    for block in 0..third.blocks() {
        assert!(third.trials_of(block).all(|trial| third.block_of(trial) == Some(block)), "{block}");
    }
    assert_eq!(third.block_of(8 * 10), None, "point 0 ended after 8 repeats");
    assert_eq!(third.block_of(20 * 10), None, "no such repeat");
    assert!(second.grown_without(vec![[0, 1]], 20, PACE).is_err(), "it ended before");
    assert!(second.grown_without(vec![[2, 5], [6, 9]], 20, PACE).is_err(), "all ended");
}

#[test]
fn blocks_know_how_many_trials_they_have_of_neighbouring_points() {
    for (points, repeats, groups) in [(1, 9, 1), (7, 40, 7), (40, 3, 7), (1000, 5, 256), (300, 64, 256)] {
        let schedule = Schedule::new(points, repeats, Pace { block_trials: 50, round_repeats: 1 });
        for block in 0..schedule.blocks() {
            let mut counted = std::collections::BTreeMap::<u64, u64>::new();
            for trial in schedule.trials_of(block) {
                *counted.entry(trial % points * groups / points).or_default() += 1;
            }
            let told: Vec<(u64, u64)> = schedule.groups_of(block, groups).collect();
            assert_eq!(told, counted.into_iter().collect::<Vec<_>>(), "{points} {repeats} {block}");
        }
    }
}
