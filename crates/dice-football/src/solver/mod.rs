//! Exact solutions of alternating Markov games: two players, perfect information, dice, zero sum.
//!
//! Knows no game: a [`Game`] says what can follow a state, [`Graph::explore`] lists what is reachable, [`steady`] finds
//! the value of play without a clock, [`clocked`] the value of play against one.
//!
//! A coin that is tossed until it shows heads, which wins a point for the player who tosses:
//!
//! ```
//! use tolley_dice_football::solver::{Effect, Expansion, Game, Graph, Owner, steady};
//!
//! struct Toss;
//!
//! impl Game for Toss {
//!     /// Whether it is over.
//!     type State = bool;
//!     fn expand(&self, over: &bool) -> Expansion<bool> {
//!         let half = Effect { probability: 0.5, reward: 0, swaps: true, closes: false };
//!         let won = Effect { reward: 1, swaps: false, ..half };
//!         let steps = if *over { Vec::new() } else { vec![(true, won), (false, half)] };
//!         Expansion { owner: Owner::Chance, ticks: false, steps }
//!     }
//! }
//!
//! let (graph, states) = Graph::explore(&Toss, [false]);
//! let solved = steady::solve(&graph, 1.0, 1e-15, 1000);
//! // 1/2 - 1/4 + 1/8 - ...: the other player's points count against the first
//! assert_eq!(states, [false, true]);
//! assert!((solved.values[0] - 1.0 / 3.0).abs() < 1e-15);
//! ```

mod backup;
pub mod clocked;
mod game;
mod graph;
mod layer;
mod order;
mod policy;
mod sketch;
pub mod steady;
mod task;

pub use game::{Effect, Expansion, Game, Owner};
pub use graph::{Graph, Step};
pub use layer::{Beyond, Layer, LayerSink, Scoring};
pub use policy::{Policy, Strategy};
pub use sketch::Sketch;
pub use task::{Match, Task, Unsolvable};
