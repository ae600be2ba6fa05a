//! The laws as a pure state machine: no physics, no random numbers.
//!
//! A game goes from [`Phase`] to [`Phase`]. At the start of a turn the referee's calls are due ([`start_turn`]); then the
//! player, who sees a [`Situation`], knuckles down where [`check`] lets him ([`is_playable`], else [`judge_unplayable`]);
//! physics plays the shot and leaves [`ShotEvents`]; [`judge`] makes a [`Verdict`] of them and of the referee's [`Calls`], and
//! [`next`] makes the game after it. What happened stands in the [`Log`], note by note, each with the clause it comes from.

mod after_shot;
mod breakage;
mod calls;
mod clause;
mod contest;
mod edge;
mod events;
mod format;
mod foul;
mod free_spot;
mod game;
mod handling;
mod judge;
pub mod keys;
mod log;
mod params;
mod placement;
mod referee;
mod rules;
mod situation;
mod turns;
mod verdict;
mod winning;

pub use calls::{Breakage, Calls, TurnCalls};
pub use clause::Clause;
pub use contest::{Coming, Contest, Fixture, Outcome};
pub use edge::{is_off, physics_radius_m};
pub use events::{Ball, Exit, Hit, Lie, ShotEvents};
pub use format::{Choice, FirstPlay, Format, MatchKind, MatchWin, OrderPolicy, SandReset};
pub use free_spot::{Obstacle, nearest_free};
pub use game::{Ending, Form, Game, MOST_PLAYERS, Marble, Phase, Player, Reason, Spec, Status, Toley};
pub use handling::{Handling, Misfire};
pub use judge::{judge, judge_unplayable};
pub use log::{Log, NOBODY, Note, What};
pub use params::{Params, amended};
pub use placement::{
    Placement, Refusal, check, grid_direction, is_playable, knuckle_down, legal_directions, note_limited,
};
pub use referee::Referee;
pub use rules::{
    BlockByOther, EliminatedBy, EliminationGap, EndOnTarget, FoulRestore, KnockContinues, NobodyLeft, OffCriterion,
    OnWipeout, Rules, Unplayable,
};
pub use situation::{Lying, Situation, Stance};
pub use turns::{next, start_turn};
pub use verdict::{Then, Verdict};
