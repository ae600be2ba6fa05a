//! What a match was.

use crate::keys::faces::Champion;
use crate::laws::Act;

/// What is counted by what a step is, since its act alone does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Nothing.
    None,
    /// A penalty is taken.
    Penalty,
    /// A penalty is taken, and a corner won by it.
    PenaltyCorner,
    /// A corner is won otherwise: by a save, or by a ball over the own goal line.
    Corner,
    /// The dark-blue die rolls.
    Defence,
}

impl Tally {
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// What a match was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Goals of the draw's winner and of the other.
    pub goals: [u32; 2],
    /// Of them in the first half.
    pub first_half_goals: [u32; 2],
    /// Rolls, counted or not by the clock, overtime included; the opening roll of the champion die too.
    pub roll_count: u32,
    /// Of them when the time was up.
    pub overtime_roll_count: u32,
    /// How often each act happened, by act.
    pub acts: [u32; Act::ALL.len()],
    /// Rolls by third of the pitch; the first number is that of rolls without a place.
    pub thirds: [u32; 4],
    /// How often the roles changed.
    pub change_count: u32,
    /// Steps that are counted by what they are, by [`Tally`].
    pub tallies: [u32; Tally::COUNT],
    /// The face with which the match opened.
    pub face: Option<Champion>,
    /// Whether it came to its end; play that goes round without one is stopped after a million rolls.
    pub is_over: bool,
}

impl Played {
    /// Of a match that has not begun.
    pub fn nothing() -> Played {
        Played {
            goals: [0; 2],
            first_half_goals: [0; 2],
            roll_count: 0,
            overtime_roll_count: 0,
            acts: [0; Act::ALL.len()],
            thirds: [0; 4],
            change_count: 0,
            tallies: [0; Tally::COUNT],
            face: None,
            is_over: false,
        }
    }

    /// How often something was counted.
    pub fn tally(&self, tally: Tally) -> u32 {
        self.tallies[tally as usize]
    }

    /// How often an act happened.
    pub fn count(&self, act: Act) -> u32 {
        self.acts[act as usize]
    }

    /// How often any of these happened.
    pub fn count_of(&self, acts: &[Act]) -> u32 {
        acts.iter().map(|act| self.count(*act)).sum()
    }
}
