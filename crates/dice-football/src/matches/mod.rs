//! Whole matches, as their study plays them: `dice-football/match`.

mod keys;
mod kind;
mod parts;
mod played;
mod prepared;
mod roll_sink;
mod rolls;
mod rows;
mod series;
mod simulator;
mod streams;
mod study;
mod tables;

pub use keys::{Format, MatchKeys};
pub use played::Played;
pub use prepared::{Games, Prepared, Wanted};
pub use rolls::{ArrowName, Decider, RollRow};
pub use rows::{Ending, MatchRow};
pub use series::{PenaltyRow, SeriesPenalty, series};
pub use simulator::{MatchSink, Simulator};
pub use streams::MatchStreams;
pub use study::{MatchStudy, Setup, Workspace};
