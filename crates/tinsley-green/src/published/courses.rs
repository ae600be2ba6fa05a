//! How simulated games stood after each turn, so that any clock can be put to them.

use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::player::{Player, Setups};
use tolley_experiment::problem::Fault;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::run::each;
use tolley_experiment::status::Status;
use tolley_experiment::study::Study;

use super::Score;
use crate::matches::{MatchKeys, MatchStudy};

/// Games that a worker plays in a row.
const SHARE: usize = 64;

/// The course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// Logarithms of the errors of both sides, and of the rolling friction of the sand.
    pub logs: [f64; 3],
    /// When each turn ended, s, and the points of both sides then.
    turns: Vec<(f64, [u32; 2])>,
}

impl Course {
    /// Of sides with such errors, on such sand, with what was there after each turn.
    pub(super) fn of(logs: [f64; 3], turns: Vec<(f64, [u32; 2])>) -> Course {
        Course { logs, turns }
    }

    /// Most points of a turn.
    pub fn longest_break(&self) -> u32 {
        let sums = self.turns.iter().map(|(_, [one, other])| one + other);
        let before = [0].into_iter().chain(sums.clone());
        sums.zip(before).map(|(sum, before)| sum - before).max().unwrap_or(0)
    }

    /// How it ends if it is stopped by a clock, at the end of the break in which the time is over.
    pub fn score(&self, clock_s: f64) -> Score {
        let ended = self.turns.iter().find(|(time_s, _)| *time_s >= clock_s).or(self.turns.last());
        Score::of(ended.map_or([0, 0], |(_, points)| *points))
    }
}

/// Plays every trial of a plan of matches of one game, on all workers, and gives the courses of those that have an end.
/// The errors of the sides are those of `[a]`, `[b]` and `[teams]`.
pub fn played(plan: &Plan) -> Result<Vec<Course>, Vec<Fault>> {
    let trials: Vec<u64> = plan.grid.by_point().collect();
    let shares: Vec<&[u64]> = trials.chunks(SHARE).collect();
    let courses = each(&shares, |share| share_of(plan, share));
    Ok(courses.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
}

fn share_of(plan: &Plan, trials: &[u64]) -> Result<Vec<Course>, Vec<Fault>> {
    let setups = Setups::<MatchStudy>::new(plan, &());
    let mut player = Player::new(plan, &setups);
    let mut courses = Vec::with_capacity(trials.len());
    for trial in trials {
        let rows = player.rows_of([*trial])?;
        if rows.status.iter().all(|status| *status == Status::Ok) {
            let keys = MatchKeys::read(&plan.point(plan.grid.locate(*trial).0));
            courses.push(course(&keys, &rows));
        }
    }
    Ok(courses)
}

/// The course of the first game of a match that left these rows.
pub fn course(keys: &MatchKeys, rows: &Rows) -> Course {
    let errors = [&keys.a, &keys.b].map(|side| libm::log(keys.teams.error_ratio * side.error_ratio));
    let logs = [errors[0], errors[1], libm::log(keys.surface.rolling_friction_ratio)];
    Course::of(logs, turns(keys, rows))
}

/// When each turn of the first game ended, and the points then.
fn turns(keys: &MatchKeys, rows: &Rows) -> Vec<(f64, [u32; 2])> {
    let of = |name| column(rows, "turns", name);
    let (games, sides, points, shots) = (of("game"), of("side"), of("points_count"), of("shot_count"));
    let (mut time_s, mut sums) = (0.0, [0, 0]);
    let mut turns = Vec::with_capacity(games.len());
    for turn in (0..games.len()).filter(|turn| games[*turn] == 0) {
        time_s += f64::from(shots[turn]) * keys.format.shot_s + keys.format.turn_change_s;
        sums[sides[turn].min(1) as usize] += points[turn];
        turns.push((time_s, sums));
    }
    turns
}

/// A column of counts; empty where there is none.
fn column<'r>(rows: &'r Rows, table: &str, name: &str) -> &'r [u32] {
    let tables = MatchStudy::tables();
    let at = tables.iter().position(|known| known.name == table);
    let values = at.and_then(|at| Some(&rows.tables[at].columns[tables[at].index(name)?]));
    match values {
        Some(Values::U32(counts)) => counts,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_stops_a_game_at_the_end_of_the_break() {
        let turns = vec![(30.0, [2, 0]), (100.0, [2, 5]), (200.0, [25, 5])];
        let course = Course::of([0.0; 3], turns);
        assert_eq!(course.longest_break(), 23);
        let ends = [0.0, 30.0, 31.0, 150.0, 1e9].map(|clock_s| course.score(clock_s));
        let of = |winner, loser| Score { winner, loser };
        assert_eq!(ends, [of(2, 0), of(2, 0), of(5, 2), of(25, 5), of(25, 5)]);
    }
}
