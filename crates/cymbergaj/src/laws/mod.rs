//! The laws of the game as pure functions: they read what happened in a Move and know nothing of how coins move.
//!
//! A match goes round one loop, which [`Match::phase`] steers:
//!
//! - [`Phase::Place`]: [`Laws::to_place`] says who may put which piece where; [`Laws::place`] takes the answer.
//! - [`Phase::Throw`] and [`Phase::Stroke`]: [`Laws::before`] may decide without a stroke; else it is played, told as
//!   [`MoveEvents`], and [`Laws::judge`] gives a [`Verdict`]. [`Laws::next`] turns match and verdict into the match
//!   that goes on.
//! - [`Phase::Over`]: [`Match::winner`] has won.
//!
//! Chance comes in as data ([`MoveDraws`], [`MatchDraws`]). Each step says in [`Match::news`] which clauses it applied.
//! Source: the English Laws of the Game of CMBG (pykpyk.pl/zasady_en.html), whose clauses are numbered as [`Clause`];
//! where they are silent football decides, CG-5.10. Lengths are metres from the Centre Spot, x along the table. Nothing
//! prefers a seat, an end or a side: the mirrored match gives the mirrored result to the bit.

pub mod choices;
mod clause;
mod clock;
mod draws;
mod events;
mod faults;
mod fouls;
mod halves;
mod judge;
mod layout;
mod leaving;
mod parts;
mod people;
mod pitch;
mod placement;
mod places;
mod progress;
mod repair;
mod restarts;
mod rules;
mod seat;
mod series;
mod state;
mod verdict;

pub use clause::{Clause, Clauses};
pub use clock::Clock;
pub use draws::{MatchDraws, MoveDraws};
pub use events::{Moment, MoveEvents};
pub use faults::CoinSet;
pub use layout::Layout;
pub use parts::Laws;
pub use people::{Human, HumanPreset, Referee};
pub use pitch::{Clearance, Line, Pitch, TOUCH_RATIO};
pub use placement::{Placement, Refusal, Region};
pub use restarts::{Restart, Turn};
pub use rules::{CoinRules, Rules};
pub use seat::{Ends, Piece, Seat, turned};
pub use state::{KickCount, Match, Period, Phase, leader};
pub use verdict::{Call, CallKind, Goal, Verdict};
