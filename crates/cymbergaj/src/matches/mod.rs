//! Two players, a table and the laws: whole matches, from the toss to a winner.

mod coins;
mod draws;
mod keys;
mod numbers;
mod pairing;
mod play;
mod record;
mod row_sink;
mod rows;
mod setup;
mod sink;
mod step_names;
mod step_row;
mod streams;
mod study;
mod sums;
mod tables;
mod words;

pub use draws::{MoveStreams, match_draws};
pub use keys::{Contest, MatchKeys, OpeningRestart, RecordLevel, Seats, ShootoutKeys, Until};
pub use numbers::{SEEN, seen};
pub use pairing::{Opening, Pairing};
pub use play::{Course, Image, play};
pub use record::MatchRecord;
pub use rows::{ContestRow, EventRow, MatchRow, MoveRow, Who};
pub use setup::{opening, pairing};
pub use sink::{Judged, MatchSink, Silent, Step};
pub use step_names::{Exit, FoulKind, StepKind, Whose};
pub use step_row::StepRow;
pub use study::{ContestSetup, MatchStudy, ShootoutStudy};
