//! The dice game "Super Goal!": board, dice, laws, the exact solution, matches.
//!
//! The rule book is paraphrased in 57 clauses whose ids stand in the code and in the rows ([`laws::Clause`]). Needs no
//! physics. The laws say what can follow a position; a match draws one of the possibilities after the other:
//!
//! ```
//! use tolley_dice_football::laws::{Compiled, Laws, RuleKeys};
//! use tolley_dice_football::matches::{MatchStreams, Simulator};
//! use tolley_dice_football::players::Player;
//! use tolley_experiment::random::Streams;
//!
//! let laws = Laws::new(&RuleKeys::default()).expect("the defaults are sound");
//! let simulator = Simulator::new(Compiled::new(&laws), &laws);
//! let mut streams = MatchStreams::open(&Streams::new(1, 0, None));
//! let played = simulator.play([Player::Random; 2], &mut streams, &mut ());
//! assert!(played.is_over);
//! ```

pub mod keys;
pub mod laws;
pub mod matches;
pub mod players;
pub mod solve;
pub mod solver;

use tolley_experiment::playable::{Of, Playable};

/// The studies of the game.
pub static STUDIES: [&dyn Playable; 2] = [&Of::<matches::MatchStudy>::NEW, &Of::<solve::SolveStudy>::NEW];

/// The study that solves, whose runs fill these sheets.
pub fn solving(sheets: &solve::Sheets) -> Box<dyn Playable> {
    Box::new(Of::<solve::SolveStudy>::sharing(sheets.clone()))
}
