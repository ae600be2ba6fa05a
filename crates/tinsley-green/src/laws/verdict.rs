//! What the referee decides about a shot.

use super::clause::Clause;
use super::events::Ball;
use super::free_spot::Obstacle;
use super::game::{Ending, Game, MOST_PLAYERS, Marble, PlayerState, Toley};
use super::log::Log;

/// What the shooter does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// He shoots again, TG-5d4.
    ShootsAgain,
    /// The same shot is taken again, TG-7c.
    Replay,
    /// His turn has ended.
    TurnEnds,
}

/// A verdict: everything that changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The clause that settles the shot: one of TG-5d1 to 5d4, TG-7score, TG-6b2, TG-7c.
    pub clause: Clause,
    /// The breach, if it was called a foul.
    pub foul: Option<Clause>,
    /// Points of the shot.
    pub points: u32,
    /// Marbles knocked off, those put back after a foul included.
    pub marbles_knocked: u32,
    /// Toleys of other players knocked off.
    pub toleys_knocked: u32,
    /// Whether the shooter's own toley left the ring.
    pub own_off: bool,
    /// Whether it went over the edge itself: one that shattered, or that an erring eye sees off, is taken up where it
    /// lies.
    pub own_left: bool,
    /// What the shooter does next.
    pub then: Then,
    /// Whether a shot was made; not so where knuckling down was impossible or a swap without leave ended the turn.
    pub is_shot: bool,
    /// A side that earns a warning.
    pub warned: Option<u8>,
    /// What the scorer is told too much, marbles.
    pub miscount: i32,
    /// The marbles after it.
    pub marbles: Vec<Marble>,
    /// The players after it.
    pub players: Vec<PlayerState>,
    /// The side that has reached the target, once one has.
    pub reached: Option<u8>,
    /// Whether the game is over in mid-break.
    pub ending: Option<Ending>,
    /// What happened.
    pub log: Log,
    /// Numbers of the marbles that this shot knocked off.
    pub(super) off: Vec<u8>,
    /// A bit for each player whose toley left the ring, the shooter's own aside.
    pub(super) toleys_off: u16,
}

impl Verdict {
    /// One that changes nothing.
    pub(super) fn of(game: &Game) -> Verdict {
        Verdict {
            clause: Clause::Tg5d1,
            foul: None,
            points: 0,
            marbles_knocked: 0,
            toleys_knocked: 0,
            own_off: false,
            own_left: false,
            then: Then::TurnEnds,
            is_shot: true,
            warned: None,
            miscount: 0,
            marbles: game.marbles.clone(),
            players: game.players.clone(),
            reached: game.reached,
            ending: None,
            log: Log::at(game.moment()),
            off: Vec::new(),
            toleys_off: 0,
        }
    }

    /// The players whose toley was knocked off, the shooter aside.
    pub(super) fn knocked_toleys(&self) -> impl Iterator<Item = u8> + use<> {
        let bits = self.toleys_off;
        (0..MOST_PLAYERS as u8).filter(move |player| bits >> player & 1 == 1)
    }

    /// Every ball on the ring as it would be after the verdict so far, but for one.
    pub(super) fn obstacles(&self, but: Option<Ball>) -> Vec<Obstacle> {
        let marbles = self.marbles.iter().enumerate().filter(|(_, marble)| marble.is_on);
        let marbles = marbles.map(|(i, marble)| (Ball::Marble(i as u8), marble.at_m, marble.radius_m));
        let toleys = self.players.iter().enumerate().filter_map(|(i, player)| match player.toley {
            Toley::OnRing(at_m) => Some((Ball::Toley(i as u8), at_m, player.spec.radius_m)),
            Toley::InHand => None,
        });
        let balls = marbles.chain(toleys).filter(|(ball, ..)| Some(*ball) != but);
        balls.map(|(_, at_m, radius_m)| Obstacle { at_m, radius_m }).collect()
    }
}
