//! The use cases: what a command or another program asks for, without arguments, printing or exit codes.
//!
//! A [`request`] says what is wanted, a [`monitor::Monitor`] hears how far it is and may stop it, and what goes wrong
//! is an [`error::SessionError`] that knows its place.

mod array;
pub mod check;
mod cost;
mod dice_files;
pub mod error;
pub mod estimate;
pub mod grow;
mod idle_axes;
pub mod monitor;
mod outlook;
mod panics;
pub mod place;
pub mod play;
pub mod repair;
pub mod request;
pub mod scenario;
pub mod schema;
mod share;
pub mod shares;
pub mod shipped;
pub mod solve;
pub mod starter;
pub mod studies;
pub mod sweep;
pub mod trial;
pub mod verify;
pub mod watch;
mod words;

pub use error::{ErrorKind, Kept, SessionError};
pub use monitor::{Closing, Monitor, Note, Progress, Unwatched};
pub use outlook::Outlook;
pub use panics::quiet_panics;
pub use request::{PlayRequest, ScenarioRequest, ShareRequest, Source};
pub use share::share;
pub use words::doubt;

#[cfg(test)]
mod tests;
