//! The laws as a pure state machine: no physics, no random numbers.
//!
//! A game goes from [`Phase`] to [`Phase`]. At the start of a turn the referee's calls are due
//! ([`Laws::start_turn`]); then the player, who sees a [`Situation`], knuckles down where [`check`] lets him
//! ([`is_playable`], else [`Laws::judge_unplayable`]); physics plays the shot and leaves [`ShotEvents`];
//! [`Laws::judge`] makes a [`Verdict`] of them and of the referee's [`Calls`], and [`Laws::next`] the game after it.
//! What happened stands in the [`Log`] of each step, note by note, each with the clause it comes from. A [`Match`]
//! says which game comes next. What is left to chance comes in as data: [`Calls`], [`TurnCalls`], [`Handling`], drops
//! and racks.
//!
//! ```
//! use tolley_tinsley_green::keys::balls::Spec;
//! use tolley_tinsley_green::laws::{Calls, Form, Game, Laws, PlayerState, ShotEvents, TurnCalls};
//!
//! let toley = Spec { radius_m: 0.009525, density_kg_m3: 2500.0 };
//! let players = vec![PlayerState::new(0, toley), PlayerState::new(1, toley)];
//! let laws = Laws::default();
//! let game = laws.start_turn(&Game::new(Form::Team, players, Vec::new(), vec![0, 1], 25), TurnCalls::default());
//! // a shot that meets nothing, after which the toley is not on the ring
//! let mut events = ShotEvents::still(&game);
//! events.toleys[0] = Some(tolley_tinsley_green::laws::Lie::fallen(glam::DVec3::new(0.92, 0.0, 0.0)));
//! let verdict = laws.judge(&game, &events, &Calls::default());
//! assert!(verdict.own_off && verdict.points == 0);
//! ```

mod after_shot;
pub mod amendments;
mod breakage;
mod calls;
pub mod choices;
mod clause;
mod edge;
mod events;
mod format;
mod foul;
mod free_spot;
mod game;
mod handling;
mod judge;
mod log;
mod matches;
mod next;
mod placement;
pub mod rules;
mod situation;
mod turn;
mod verdict;
mod winning;

pub use calls::{Breakage, Calls, TurnCalls};
pub use clause::Clause;
pub use events::{Ball, Exit, Hit, Lie, ShotEvents};
pub use free_spot::{Obstacle, nearest_free};
pub use game::{Ending, Form, Game, MOST_PLAYERS, Marble, Phase, PlayerState, Reason, Status, Toley, bits};
pub use handling::{Ahead, Handling, Misfire};
pub use log::{Log, Moment, Note, What};
pub use matches::{Coming, Fixture, Match, Outcome};
pub use placement::{
    Placement, Refusal, check, grid_direction, is_playable, knuckle_down, legal_directions, note_limited,
};
pub use rules::Laws;
pub use situation::{BallOnRing, Score, Situation, Stance};
pub use verdict::{Then, Verdict};
