//! Players: a skill, habits, and a policy for Moves and placements; one file a policy, all in the player's own frame.

pub mod cautious;
pub mod dead_ball;
pub mod direct;
pub mod field;
pub mod random;
pub mod sampled;
pub mod shot;
pub mod skill;

pub use dead_ball::{CornerDefence, Habits, Scene, Which};
pub use field::{Field, View};
pub use sampled::Budget;
pub use skill::{Hand, Intent, Launch, Skill};

use glam::DVec2;
use tolley_experiment::random::{Purpose, Stream, Streams};

use crate::contest::Pairing;
use crate::laws::{Match, Seat};
use crate::play::{Bench, Stand};
use crate::throw_in::Thrower;

tolley_experiment::names! {
    /// How a player decides.
    pub enum Policy {
        /// Plain geometry.
        Direct = "direct",
        /// Anything.
        Random = "random",
        /// Tries strokes in his head.
        Sampled = "sampled",
        /// Plain geometry without the foul of CG-5.1d.
        Cautious = "cautious",
    }
}

impl Policy {
    /// The policy of one of [`Policy::NAMES`]; `direct` for any other name.
    pub fn named(name: &str) -> Policy {
        let index = Policy::NAMES.iter().position(|known| *known == name).unwrap_or(0);
        Policy::ALL[index]
    }
}

/// A player at a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    /// How he decides.
    pub policy: Policy,
    /// What he sees and knows; his skill stands in it.
    pub field: Field,
    /// Where he puts things.
    pub habits: Habits,
    /// How he throws in.
    pub thrower: Thrower,
    /// How much he tries in his head.
    pub budget: Budget,
    /// What his errors are multiplied by in a shootout in which he is behind.
    pub pressure_ratio: f64,
}

/// The random numbers of one seat in one match.
#[derive(Clone, Debug)]
pub struct Mind {
    /// Errors of the strokes.
    pub hand: Hand,
    /// Choices, and what he imagines.
    pub thought: Stream,
    /// Errors of the throws.
    pub throw: Stream,
}

/// Purposes of a seat's streams: aim, speed, offset, thought, throw.
const PURPOSES: [[Purpose; 5]; 2] = [
    [
        Purpose::named("x/aim"),
        Purpose::named("x/speed"),
        Purpose::named("x/offset"),
        Purpose::named("x/thought"),
        Purpose::named("x/throw"),
    ],
    [
        Purpose::named("y/aim"),
        Purpose::named("y/speed"),
        Purpose::named("y/offset"),
        Purpose::named("y/thought"),
        Purpose::named("y/throw"),
    ],
];

impl Mind {
    /// With the streams of a seat.
    pub fn new(streams: &Streams, seat: Seat) -> Mind {
        let [aim, speed, offset, thought, throw] = PURPOSES[seat.index()].map(|purpose| streams.open(purpose));
        Mind { hand: Hand { aim, speed, offset }, thought, throw }
    }
}

/// Whether the player whose turn it is has fewer goals in the shootout.
fn is_behind(game: &Match) -> bool {
    let (me, other) = (game.turn.seat.index(), game.turn.seat.other().index());
    let goals = |seat: usize| game.series[seat].goals + game.centre_kicks[seat].goals;
    game.period.is_shootout() && goals(me) < goals(other)
}

impl Player {
    /// The stroke he means to make now.
    pub fn stroke(&self, pairing: &Pairing, game: &Match, bench: &mut Bench, thought: &mut Stream) -> Intent {
        let view = View::of(game);
        match self.policy {
            Policy::Random => random::stroke(&self.field, &view, thought),
            Policy::Direct => direct::stroke(&self.field, &view),
            Policy::Cautious => cautious::stroke(&self.field, &view),
            Policy::Sampled => sampled::stroke(self, pairing, game, bench, thought),
        }
    }

    /// His skill now: under pressure he errs more.
    pub fn skill(&self, game: &Match) -> Skill {
        let skill = self.field.skill;
        if self.pressure_ratio != 1.0 && is_behind(game) { skill.with_errors(self.pressure_ratio) } else { skill }
    }

    /// Where he wants to put what he is asked for.
    pub fn wish(&self, scene: &Scene, thought: &mut Stream) -> DVec2 {
        match self.policy {
            Policy::Random => random::place(&self.field, thought),
            _ => dead_ball::wish(&self.field, &self.habits, scene),
        }
    }

    /// Where he wants to throw the ball from `stand.ball_m`: a unit vector.
    pub fn throw_aim(&self, stand: &Stand, thought: &mut Stream) -> DVec2 {
        match self.policy {
            Policy::Random => random::throw_aim(stand.ball_m, thought),
            _ => dead_ball::throw_aim(&self.field, stand.ball_m),
        }
    }
}
