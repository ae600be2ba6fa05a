//! What physics tells the laws of a shot.

use glam::DVec3;

use super::game::{Game, PlayerState, Toley};

/// A ball of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ball {
    /// By its number in [`Game::marbles`].
    Marble(u8),
    /// By its player's number in [`Game::players`].
    Toley(u8),
}

impl Ball {
    /// Whose it is; a marble is nobody's.
    pub fn player(self) -> Option<u8> {
        match self {
            Ball::Marble(_) => None,
            Ball::Toley(player) => Some(player),
        }
    }
}

/// A hit between two balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Since the release, s.
    pub time_s: f64,
    /// Who.
    pub balls: [Ball; 2],
    /// Normal impulse, N s.
    pub impulse_n_s: f64,
}

/// A ball crosses the edge for good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// Since the release, s.
    pub time_s: f64,
    /// Which.
    pub ball: Ball,
    /// Its centre, m.
    pub at_m: DVec3,
}

/// Where a ball lies when everything rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lie {
    /// Centre, m; where it went over the edge if it fell.
    pub at_m: DVec3,
    /// Whether it has gone over the edge that physics knows: then it is off for good, TG-1b.
    pub fell: bool,
}

impl Lie {
    /// At rest.
    pub fn at(at_m: DVec3) -> Lie {
        Lie { at_m, fell: false }
    }

    /// Over the edge.
    pub fn fallen(at_m: DVec3) -> Lie {
        Lie { at_m, fell: true }
    }
}

/// A shot as physics played it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotEvents {
    /// Hits between balls, in the order of time.
    pub hits: Vec<Hit>,
    /// Balls that went over the edge, in the order of time.
    pub exits: Vec<Exit>,
    /// Each marble by number at rest; what stands here of one that was off before is not read.
    pub marbles: Vec<Lie>,
    /// The toley of each player at rest; `None` where it was not on the ring, except the shooter's, which always lies
    /// somewhere.
    pub toleys: Vec<Option<Lie>>,
}

impl ShotEvents {
    /// Of a shot that has just begun: nothing has happened, every ball lies where it lay.
    pub fn still(game: &Game) -> ShotEvents {
        let toley = |player: &PlayerState| match player.toley {
            Toley::OnRing(at_m) => Some(Lie::at(at_m)),
            Toley::InHand => None,
        };
        ShotEvents {
            hits: Vec::new(),
            exits: Vec::new(),
            marbles: game.marbles.iter().map(|marble| Lie::at(marble.at_m)).collect(),
            toleys: game.players.iter().map(toley).collect(),
        }
    }

    /// Where a ball lies.
    pub fn lie(&self, ball: Ball) -> Option<Lie> {
        match ball {
            Ball::Marble(i) => self.marbles.get(usize::from(i)).copied(),
            Ball::Toley(i) => self.toleys.get(usize::from(i)).copied().flatten(),
        }
    }

    /// The balls that do not lie where they lay, marbles first; the shooter's toley always moves.
    pub fn moved<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Ball> + Clone + 'a {
        let marbles = self.marbles.iter().zip(&game.marbles).enumerate();
        let marbles = marbles.filter(|(_, (lie, marble))| marble.is_on && lie.at_m != marble.at_m);
        let toleys = self.toleys.iter().zip(&game.players).enumerate();
        let toleys = toleys.filter(|(_, (lie, player))| match (lie, player.toley) {
            (Some(lie), Toley::OnRing(at_m)) => lie.at_m != at_m,
            (Some(_), Toley::InHand) => true,
            (None, _) => false,
        });
        marbles.map(|(i, _)| Ball::Marble(i as u8)).chain(toleys.map(|(i, _)| Ball::Toley(i as u8)))
    }
}
