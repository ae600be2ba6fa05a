//! As what a step of a match counts.

use super::played::{Played, Tally};
use crate::keys::Field;
use crate::laws::{Act, Ball, Play};
use crate::solver::Owner;

/// As what a step counts, whatever the time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    act: Act,
    is_roll: bool,
    /// 1 to 3 for the third of the pitch, where a die rolls and the ball has a place; else 0.
    third: u8,
    tally: Tally,
    swaps: bool,
}

impl Kind {
    /// Of a step from one position to another.
    pub fn of(act: Act, owner: Owner, swaps: bool, [from, to]: [&Play; 2]) -> Kind {
        Kind { act, is_roll: owner == Owner::Chance, third: third(from), tally: tally(from, to), swaps }
    }

    /// Counts a step that was made so many times.
    pub fn count(&self, times: u32, played: &mut Played) {
        played.acts[self.act as usize] += times;
        played.thirds[usize::from(self.third)] += u32::from(self.is_roll) * times;
        played.tallies[self.tally as usize] += times;
        played.change_count += u32::from(self.swaps) * times;
    }
}

/// As what a step from one position to another counts.
fn tally(from: &Play, to: &Play) -> Tally {
    let is_corner = matches!(to, Play::Turn(Ball::Corner(_)) | Play::Window(Ball::Corner(_)));
    match from {
        Play::PenaltyRoll if is_corner => Tally::PenaltyCorner,
        Play::PenaltyRoll => Tally::Penalty,
        Play::DefendRoll(..) => Tally::Defence,
        // it was won before the window
        Play::Window(_) => Tally::None,
        _ if is_corner => Tally::Corner,
        _ => Tally::None,
    }
}

/// Rows 1 to 4, 5 to 7, 8 to 11; where a shot and what follows it ends is before the goal.
fn third(play: &Play) -> u8 {
    match play {
        Play::ArrowRoll(_, throw) => third_of(throw.from),
        Play::DefendRoll(_, field) => third_of(*field),
        Play::OwnKeeperRoll => 1,
        Play::ShotRoll(_) | Play::KeeperRoll(_) | Play::RefereeRoll(_) | Play::PenaltyRoll => 3,
        _ => 0,
    }
}

fn third_of(field: Field) -> u8 {
    match field.row() {
        1..=4 => 1,
        5..=7 => 2,
        _ => 3,
    }
}
