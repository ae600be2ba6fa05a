//! One stroke: from where it begins and how it is struck, through physics, to where the coins end.
//!
//! A flick is the study of a single one; in a match every Move is one.

mod bodies;
mod chosen;
mod draws;
mod flick;
mod flick_keys;
mod pieces;
mod row;
mod setup;
mod sink;
mod start;
mod stroke;
mod throw;
mod view;
mod workspace;

pub use bodies::{BALL, OPPONENT, STRIKER};
pub use draws::{Events, EventsPreset, LiftStreams};
pub use flick::{FlickScratch, FlickSetup, FlickStudy};
pub use flick_keys::FlickKeys;
pub use pieces::Pieces;
pub use row::{Exit, FlickRow, LastTouch};
pub use setup::StrokeSetup;
pub use sink::StrokeRecord;
pub use start::{AimAt, FlickLayout, OpponentPlace, StartFrom};
pub use stroke::{Hand, HandStreams, Intent, Launch, Lifted};
pub use throw::Thrower;
pub use view::PlayerView;
pub use workspace::{FilmedStroke, Played, Workspace};
