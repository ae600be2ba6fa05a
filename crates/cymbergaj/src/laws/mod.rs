//! The laws of the game as pure functions: they read what happened in a Move and know nothing of how coins move.
//!
//! A match goes round one loop, which [`Match::phase`] steers:
//!
//! - [`Phase::Place`]: [`Laws::to_place`] says who may put which piece where; [`Laws::place`] takes the answer.
//! - [`Phase::Throw`] and [`Phase::Stroke`]: draw the [`Luck`] of the Move; [`Laws::before`] may decide without a
//!   stroke; else play it, tell the [`MoveEvents`], and [`Laws::judge`] gives a [`Verdict`]. [`Laws::next`] turns match and
//!   verdict into the match that goes on.
//! - [`Phase::Over`]: [`Match::winner`] has won.
//!
//! Chance comes in as data ([`Luck`], [`Draws`]). Each step says in [`Match::news`] which clauses it applied. Source: the
//! English Laws of the Game of CMBG (pykpyk.pl/zasady_en.html), whose clauses are numbered as [`Clause`]; where they are
//! silent football decides, CG-5.10. Lengths are metres from the Centre Spot, x along the table. Nothing prefers a seat,
//! an end or a side: the mirrored match gives the mirrored result to the bit.

pub mod ask;
pub mod clause;
pub mod events;
pub mod faults;
pub mod fouls;
pub mod game;
pub mod halves;
pub mod human;
pub mod judge;
pub mod keys;
pub mod layout;
pub mod leaving;
pub mod luck;
pub mod options;
pub mod pitch;
pub mod places;
pub mod progress;
pub mod read;
pub mod repair;
pub mod restarts;
pub mod rules;
pub mod seat;
pub mod series;

pub use ask::{Ask, Refusal, Region};
pub use clause::{Clause, Clauses};
pub use events::{Moment, MoveEvents};
pub use faults::CoinSet;
pub use game::{Match, Period, Phase};
pub use human::Human;
pub use judge::{Call, Goal, Verdict};
pub use layout::Layout;
pub use luck::{Chances, Draws, Luck};
pub use pitch::Pitch;
pub use restarts::{Restart, Turn};
pub use rules::Rules;
pub use seat::{Ends, Piece, Seat};

/// The laws of one design point: parameters, table and people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laws {
    /// Parameters of the clauses.
    pub rules: Rules,
    /// Sizes of table, marks and coins.
    pub pitch: Pitch,
    /// What people do wrong.
    pub human: Human,
}

impl Laws {
    /// The document's laws on the assumed table, applied to people who make no mistakes.
    pub fn literal() -> Laws {
        Laws { rules: Rules::default(), pitch: Pitch::DEFAULT, human: Human::LITERAL }
    }

    /// An empty account of the Move or throw that comes.
    #[inline]
    pub fn events(&self, game: &Match) -> MoveEvents {
        MoveEvents::new(game.turn.seat, game.layout, self.rules.foul_impulse_n_s, self.human.ride_impulse_n_s)
    }
}
