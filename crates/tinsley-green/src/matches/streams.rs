//! The random streams of a match: each game, turn, shot and laying of the sand has its own.

use tolley_experiment::random::{Purpose, Streams};

const MATCH: Purpose = Purpose::named("match");
const GAMES: Purpose = Purpose::named("game");
const TURNS: Purpose = Purpose::named("turn");
const SHOTS: Purpose = Purpose::named("shot");
const SAND: Purpose = Purpose::named("sand of the game");

/// Streams of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchStreams(Streams);

/// Streams of one game of it.
#[derive(Clone, Copy, Debug)]
pub struct GameStreams(Streams);

/// Streams of part number `number` of something that has its own streams.
fn part(streams: &Streams, purpose: Purpose, number: u32) -> Streams {
    Streams::new(streams.open(purpose).bits(), u64::from(number), None)
}

impl MatchStreams {
    /// Of a trial.
    pub fn new(trial: &Streams) -> MatchStreams {
        MatchStreams(*trial)
    }

    /// Of what comes before the first game.
    pub fn opening(&self) -> Streams {
        part(&self.0, MATCH, 0)
    }

    /// Of a game.
    pub fn game(&self, number: u32) -> GameStreams {
        GameStreams(part(&self.0, GAMES, number))
    }

    /// Of a laying of the sand.
    pub fn sand(&self, laying: u32) -> Streams {
        part(&self.0, SAND, laying)
    }
}

impl GameStreams {
    /// Of what comes before the first turn.
    pub fn opening(&self) -> &Streams {
        &self.0
    }

    /// Of a turn.
    pub fn turn(&self, number: u32) -> Streams {
        part(&self.0, TURNS, number)
    }

    /// Of a shot.
    pub fn shot(&self, number: u32) -> Streams {
        part(&self.0, SHOTS, number)
    }
}
