//! What a match tells of itself as it is played.

use crate::laws::{CallKind, Layout, Match, MoveDraws, MoveEvents, Piece, Verdict};
use crate::shot::{Intent, Launch, Played};

/// What was done in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a match takes no memory, so nothing can be boxed")]
pub enum Step {
    /// A piece was put.
    Placed(Piece),
    /// A mistake decided before a stroke or throw.
    Ruled(Judged),
    /// The ball was thrown in.
    Thrown(Judged),
    /// A Move.
    Moved {
        /// The stroke as meant; `None` for a careless touch.
        intent: Option<Intent>,
        /// The stroke as made.
        launch: Launch,
        /// What physics made of it.
        played: Played,
        /// What the laws made of it.
        judged: Judged,
    },
}

/// A verdict with all that it was made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Where the pieces lay as it began.
    pub start: Layout,
    /// What happened; nothing when a mistake decided before.
    pub events: MoveEvents,
    /// What chance decided.
    pub draws: MoveDraws,
    /// The decision.
    pub verdict: Verdict,
}

impl Judged {
    /// Nothing to judge: a piece was put.
    pub fn nothing(before: &Match, after: &Match) -> Judged {
        let seat = before.turn.seat;
        let events = MoveEvents::new(seat, after.layout, [0.0; 2]);
        let verdict = Verdict::of(CallKind::Settled, seat, after.layout.ball(), after.layout);
        Judged { start: before.layout, events, draws: MoveDraws::NONE, verdict }
    }
}

impl Step {
    /// What was judged, unless a piece was put.
    pub fn judged(&self) -> Option<&Judged> {
        match self {
            Step::Placed(_) => None,
            Step::Ruled(judged) | Step::Thrown(judged) | Step::Moved { judged, .. } => Some(judged),
        }
    }
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
