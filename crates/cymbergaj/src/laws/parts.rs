//! What the laws of a design point consist of: parameters, table and people.

use super::clock::Clock;
use super::events::MoveEvents;
use super::people::{Human, Referee};
use super::pitch::Pitch;
use super::rules::Rules;
use super::state::Match;

/// The laws of one design point; the default are those of the document, on the assumed table, for people who make no
/// mistakes.
///
/// ```
/// use tolley_cymbergaj::laws::{Ends, Laws, MatchDraws, MoveDraws, Restart, Seat};
/// let laws = Laws::default();
/// let draws = MatchDraws {
///     toss: Seat::X,
///     extra_toss: Seat::X,
///     series_toss: Seat::X,
///     last_toss: Seat::X,
///     added_ratio: [0.0; 4],
/// };
/// // X kicks off, hits the ball, and all rests where it was
/// let game = laws.begin(Ends::FIRST, draws);
/// let mut events = laws.events(&game);
/// events.ball_hit(Seat::X, 0.1, 0.001);
/// let verdict = laws.judge(&game, &events, &MoveDraws::NONE);
/// let game = laws.next(&game, &verdict);
/// assert_eq!((game.turn.restart, game.turn.seat, game.turn.moves_left), (Restart::KickOff, Seat::X, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Laws {
    /// Parameters of the clauses.
    pub rules: Rules,
    /// How long things take.
    pub clock: Clock,
    /// The referee.
    pub referee: Referee,
    /// What people do wrong.
    pub human: Human,
    /// Table, marks and coins.
    pub pitch: Pitch,
}

impl Laws {
    /// An empty account of the Move or throw that comes.
    #[inline]
    pub fn events(&self, game: &Match) -> MoveEvents {
        let limits_n_s = [self.rules.foul_impulse_n_s, self.human.ride_impulse_n_s];
        MoveEvents::new(game.turn.seat, game.layout, limits_n_s)
    }
}
