//! The random streams of a match.

use tolley_experiment::random::{Purpose, Stream, Streams};

const DICE: Purpose = Purpose::named("dice");
const CHOICES: Purpose = Purpose::named("choices");

/// Random numbers of a match.
#[derive(Debug)]
pub struct MatchStreams {
    /// Of the dice.
    pub dice: Stream,
    /// Of the players.
    pub choices: Stream,
}

impl MatchStreams {
    /// Those of a trial.
    pub fn open(streams: &Streams) -> MatchStreams {
        MatchStreams { dice: streams.open(DICE), choices: streams.open(CHOICES) }
    }
}
