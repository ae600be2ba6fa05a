//! What a match tells of itself as it is played.

use crate::laws::{Match, Piece, Verdict};
use crate::shot::{Intent, Launch, Played};

/// What was done in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a match takes no memory, so nothing can be boxed")]
pub enum Step {
    /// A piece was put.
    Placed(Piece),
    /// A mistake decided before a stroke or throw.
    Ruled(Verdict),
    /// The ball was thrown in.
    Thrown(Verdict),
    /// A Move.
    Moved {
        /// The stroke as meant; `None` for a careless touch.
        intent: Option<Intent>,
        /// The stroke as made.
        launch: Launch,
        /// What physics made of it.
        played: Played,
        /// What the laws made of it.
        verdict: Verdict,
    },
}

/// Hears a match.
pub trait MatchSink {
    /// The match begins.
    fn begin(&mut self, game: &Match);
    /// A step was done: from `before` to `after`.
    fn step(&mut self, before: &Match, step: &Step, after: &Match);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl MatchSink for Silent {
    fn begin(&mut self, _: &Match) {}
    fn step(&mut self, _: &Match, _: &Step, _: &Match) {}
}
