//! The random numbers of one match: those of the laws, and each seat's own.

use tolley_experiment::random::{Purpose, Stream, Streams};

use super::draws::MoveStreams;
use super::pairing::Pairing;
use crate::laws::Seat;
use crate::shot::{HandStreams, LiftStreams};

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
    /// Hops and rides.
    pub lift: LiftStreams,
}

/// Purposes of a seat's streams: aim, speed, offset, thought, throw.
const PURPOSES: [[Purpose; 5]; 2] = [
    [named("x/aim"), named("x/speed"), named("x/offset"), named("x/thought"), named("x/throw")],
    [named("y/aim"), named("y/speed"), named("y/offset"), named("y/thought"), named("y/throw")],
];

/// Purposes of which strokes of a seat are wild.
const WILD: [Purpose; 2] = [named("x/wild"), named("y/wild")];

/// Purposes of a seat's hops and rides.
const LIFTS: [[Purpose; 2]; 2] = [[named("x/hop"), named("x/ride")], [named("y/hop"), named("y/ride")]];

const fn named(name: &str) -> Purpose {
    Purpose::named(name)
}

impl MatchStreams {
    /// Of a match; `seats` says whose random numbers X and Y get.
    pub fn new(pairing: &Pairing, streams: &Streams, seats: [Seat; 2]) -> MatchStreams {
        let may_be_wild = [Seat::X, Seat::Y].iter().any(|seat| pairing.player(*seat).field.hand.skill.wild_share > 0.0);
        MatchStreams {
            moves: MoveStreams::new(&pairing.laws, streams),
            seats: seats.map(|seat| {
                let opened = PURPOSES[seat.index()].map(|purpose| streams.open(purpose));
                let [aim, speed, offset, thought, throw] = opened;
                let lift = LiftStreams::open(&pairing.events, streams, LIFTS[seat.index()]);
                let wild = may_be_wild.then(|| streams.open(WILD[seat.index()]));
                SeatStreams { hand: HandStreams { aim, speed, offset, wild }, thought, throw, lift }
            }),
        }
    }

    /// Those of a seat.
    pub fn seat(&mut self, seat: Seat) -> &mut SeatStreams {
        &mut self.seats[seat.index()]
    }
}
