//! The random numbers of one match: those of the laws, and each seat's own.

use tolley_experiment::random::{Purpose, Stream, Streams};

use super::draws::MoveStreams;
use crate::laws::{Laws, Seat};
use crate::shot::HandStreams;

/// The random numbers of one match.
#[derive(Clone, Debug)]
pub struct MatchStreams {
    /// Of the laws.
    pub moves: MoveStreams,
    seats: [SeatStreams; 2],
}

/// The random numbers of one seat in one match.
#[derive(Clone, Debug)]
pub struct SeatStreams {
    /// Errors of the strokes.
    pub hand: HandStreams,
    /// Choices, and what he imagines.
    pub thought: Stream,
    /// Errors of the throws.
    pub throw: Stream,
}

/// Purposes of a seat's streams: aim, speed, offset, thought, throw.
const PURPOSES: [[Purpose; 5]; 2] = [
    [named("x/aim"), named("x/speed"), named("x/offset"), named("x/thought"), named("x/throw")],
    [named("y/aim"), named("y/speed"), named("y/offset"), named("y/thought"), named("y/throw")],
];

const fn named(name: &str) -> Purpose {
    Purpose::named(name)
}

impl MatchStreams {
    /// Of a match; `seats` says whose random numbers X and Y get.
    pub fn new(laws: &Laws, streams: &Streams, seats: [Seat; 2]) -> MatchStreams {
        MatchStreams {
            moves: MoveStreams::new(laws, streams),
            seats: seats.map(|seat| {
                let opened = PURPOSES[seat.index()].map(|purpose| streams.open(purpose));
                let [aim, speed, offset, thought, throw] = opened;
                SeatStreams { hand: HandStreams { aim, speed, offset }, thought, throw }
            }),
        }
    }

    /// Those of a seat.
    pub fn seat(&mut self, seat: Seat) -> &mut SeatStreams {
        &mut self.seats[seat.index()]
    }
}
