//! A series of penalties after a draw.

use tolley_experiment::random::Stream;

/// DF-time-tournament: a series of penalties, `count` each, then pairs until one leads; only "goal" counts. The winner,
/// and the goals of both in the first `count`.
pub fn series(goal_share: f64, count: u64, dice: &mut Stream) -> (usize, [u32; 2]) {
    let mut goals = [0; 2];
    for _ in 0..count {
        goals.iter_mut().for_each(|goals| *goals += u32::from(dice.uniform() < goal_share));
    }
    let counted = goals;
    while goals[0] == goals[1] {
        goals.iter_mut().for_each(|goals| *goals += u32::from(dice.uniform() < goal_share));
    }
    (usize::from(goals[1] > goals[0]), counted)
}
