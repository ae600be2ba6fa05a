//! What a goal is worth: the chance to win by score and clock.

use core::f64::consts::SQRT_2;

use super::prospect::Prospect;
use crate::laws::{Clock, Laws, Match, Period, Seat};

/// Goals of both players a Move; measured in matches of this policy at club skill.
const GOALS_A_MOVE: f64 = 0.08;
/// Restarts a Move, of which the clock hears: a guess.
const RESTARTS_A_MOVE: f64 = 0.15;
/// What comes later comes within about so many Moves: a guess.
const LATER_MOVES: f64 = 8.0;
/// What a goal of a shootout adds to the chance to win: a guess.
const SHOOTOUT_GOAL: f64 = 0.15;

/// Score and clock, as one player sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Goals ahead.
    pub lead: i64,
    /// Chance to win at a lead of -3 to 3 more than now, once this Move is over.
    wins: [f64; 7],
    /// Moves to come in this half after this one.
    half_moves: f64,
}

impl Standing {
    /// Of a player, before his Move.
    pub fn of(laws: &Laws, game: &Match, seat: Seat) -> Standing {
        let lead = game.lead(seat);
        let [half_moves, more_moves] = moves_left(laws, game);
        let wins = core::array::from_fn(|index| {
            let lead = lead + index as i64 - 3;
            if game.period.is_shootout() {
                0.5 + SHOOTOUT_GOAL * (index as f64 - 3.0)
            } else {
                win(lead, half_moves + more_moves)
            }
        });
        Standing { lead, wins, half_moves }
    }

    /// Chance to win at a lead.
    pub fn settled(&self, lead: i64) -> f64 {
        self.wins[(lead - self.lead + 3).clamp(0, 6) as usize]
    }

    /// Chance to win at a lead with what a place promises.
    pub fn hoped(&self, lead: i64, prospect: &Prospect) -> f64 {
        let now = self.settled(lead);
        let (gain, loss) = (self.settled(lead + 1) - now, now - self.settled(lead - 1));
        let Prospect { own, other, is_turned, later } = *prospect;
        // who moves second may not come to it
        let [first, second] = [1.0, 2.0].map(|number| (self.half_moves - number + 1.0).clamp(0.0, 1.0));
        let (own_moves, other_moves) = if is_turned { (second, first) } else { (first, second) };
        let (own_first, other_first) = if is_turned { (1.0 - other, 1.0) } else { (1.0, 1.0 - own) };
        let rest = 1.0 - libm::exp(-(self.half_moves - 2.0).max(0.0) / LATER_MOVES);
        let open = (1.0 - own) * (1.0 - other) * rest;
        now + gain * (own * own_first * own_moves + open * later.max(0.0))
            - loss * (other * other_first * other_moves + open * (-later).max(0.0))
    }
}

/// Moves to come after this one: in this half, and in those after it.
fn moves_left(laws: &Laws, game: &Match) -> [f64; 2] {
    let Clock { move_s, restart_s, half_s, extra_half_s, .. } = laws.clock;
    let a_move_s = move_s + RESTARTS_A_MOVE * restart_s;
    // nobody knows what will be added
    let added_s = if game.period.is_extra() { 0.0 } else { 0.5 * Clock::MOST_ADDED_S };
    let left_s = (game.half_s + added_s - game.clock_s - move_s).max(0.0);
    let after_s = match game.period {
        Period::FirstHalf => half_s + added_s,
        Period::FirstExtra => extra_half_s,
        _ => 0.0,
    };
    [(left_s / a_move_s).min(1e3), after_s / a_move_s]
}

/// Chance to win at a lead with so many Moves to come, a draw as half: the difference of two Poisson counts (Skellam,
/// J. R. Stat. Soc. 109 (1946) 296) as a normal one of the same variance, corrected for whole goals.
fn win(lead: i64, moves: f64) -> f64 {
    let sd = (GOALS_A_MOVE * moves).sqrt().max(0.05);
    let beyond = |goals: f64| 0.5 * libm::erfc(-goals / (sd * SQRT_2));
    0.5 * (beyond(lead as f64 + 0.5) + beyond(lead as f64 - 0.5))
}
