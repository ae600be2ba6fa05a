//! What a player sees when it is his to shoot: TG-5c and TG-6 say from where.

use glam::{DVec2, DVec3};

use super::choices::OnWipeout;
use super::events::Ball;
use super::game::{Game, MOST_PLAYERS, Toley, bits};
use super::rules::Laws;

/// From where the player has to shoot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stance {
    /// From off the ring, anywhere round it, TG-5c and TG-6a.
    Edge,
    /// From where his toley lies, TG-6b1.
    InRing(DVec2),
}

/// A ball on the ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallOnRing {
    /// Which.
    pub ball: Ball,
    /// Centre, m.
    pub at_m: DVec3,
    /// Radius, m.
    pub radius_m: f64,
}

/// The score of a game that is to be won, as the shooter sees it.
#[derive(Clone, Copy, Debug)]
pub struct Score<'a> {
    /// Points of each side, by number.
    pub points: &'a [u32; MOST_PLAYERS],
    /// Number of the shooter's side.
    pub side: u8,
    /// A bit for each side that has anybody left.
    pub playing: u16,
    /// Players of all other sides who are left.
    pub others_count: u32,
    /// Points that win.
    pub target: u32,
    /// Shots that may still follow this one in the break, TG-5d4.
    pub shots_left: u32,
}

impl Score<'_> {
    /// Points that a side still needs to win.
    pub fn needed(&self, side: u8) -> u32 {
        self.target.saturating_sub(self.points[usize::from(side)])
    }

    /// The other sides that have anybody left.
    pub fn others(&self) -> impl Iterator<Item = u8> + use<> {
        bits(self.playing & !(1 << self.side))
    }
}

impl Laws {
    /// Whether who puts the last player of all other sides out has won by it, TG-X2.
    pub fn wins_alone(&self, score: &Score) -> bool {
        self.format.on_wipeout == OnWipeout::OpponentsWin && score.others_count == 1
    }
}

/// The game as a player sees it; the noise to come is not in it.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its laws.
    pub laws: &'a Laws,
}

impl<'a> Situation<'a> {
    /// Of the player whose turn it is.
    pub fn of(game: &'a Game, laws: &'a Laws) -> Situation<'a> {
        Situation { game, laws }
    }

    /// Who is to shoot.
    pub fn shooter(&self) -> u8 {
        self.game.shooter
    }

    /// From where.
    pub fn stance(&self) -> Stance {
        match self.game.player().toley {
            Toley::InHand => Stance::Edge,
            Toley::OnRing(at_m) => Stance::InRing(at_m.truncate()),
        }
    }

    /// The points of every side, and how many win, TG-9g; none once a side has reached them.
    pub fn score(&self) -> Option<Score<'a>> {
        let (game, side) = (self.game, self.game.side_of(self.game.shooter));
        let others = game.players.iter().filter(|player| player.is_active() && player.side != side);
        let (points, playing, target) = (&game.points, game.sides_left(), game.target);
        let shots_left = self.laws.continuation.shots_per_break_most_count.saturating_sub(game.break_shots + 1);
        let score = Score { points, side, playing, others_count: others.count() as u32, target, shots_left };
        game.reached.is_none().then_some(score)
    }

    /// Radius of his toley, m.
    pub fn radius_m(&self) -> f64 {
        self.game.player().spec.radius_m
    }

    /// Whether a player is on the shooter's side; in an individual match nobody else is.
    pub fn is_mate(&self, player: u8) -> bool {
        player != self.game.shooter && self.game.side_of(player) == self.game.side_of(self.game.shooter)
    }

    /// The balls on the ring, his own toley aside: marbles by number, then toleys by player.
    pub fn others(&self) -> impl Iterator<Item = BallOnRing> + use<'a> {
        let game = self.game;
        let marbles = game.marbles.iter().enumerate().filter(|(_, marble)| marble.is_on).map(|(i, marble)| {
            BallOnRing { ball: Ball::Marble(i as u8), at_m: marble.at_m, radius_m: marble.radius_m }
        });
        let toleys = game.players.iter().enumerate().filter_map(move |(i, player)| match player.toley {
            Toley::OnRing(at_m) if i != usize::from(game.shooter) => {
                Some(BallOnRing { ball: Ball::Toley(i as u8), at_m, radius_m: player.spec.radius_m })
            }
            _ => None,
        });
        marbles.chain(toleys)
    }
}
