//! What a player sees when it is his to shoot.

use glam::DVec2;
use tolley_physics::spheres::Ball;

use super::errors::Erring;
use super::hand::Hand;
use crate::aim::Aim;
use crate::laws::{Ahead, Laws, Score, Stance};
use crate::simulator::PlacedBall;

/// Whose a ball is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A marble of the rack.
    Marble,
    /// A toley of the other side.
    Opponent,
    /// A toley of the own side.
    Mate,
}

/// What a player sees; the errors to come are not in it.
#[derive(Clone, Copy, Debug)]
pub struct PlayerView<'a> {
    /// His hand.
    pub hand: &'a Hand,
    /// His errors.
    pub skill: &'a Erring,
    /// His toley.
    pub toley: Ball,
    /// Where he may shoot from.
    pub stance: Stance,
    /// Every other ball on the ring.
    pub balls: &'a [PlacedBall],
    /// Whose each of them is.
    pub owners: &'a [Owner],
    /// The laws in force.
    pub laws: &'a Laws,
    /// The points of every side; none where there is no game to be won.
    pub score: Option<Score<'a>>,
    /// Whether he fudges the shot if that is the better one, TG-7a.
    pub may_fudge: bool,
}

impl PlayerView<'_> {
    /// Whether a shot is legal.
    pub fn allows(&self, release_m: DVec2, direction: DVec2) -> bool {
        self.hand.allows(self.stance, release_m, direction, self.toley.radius_m, self.balls)
    }

    /// The shot as his hand will play it: one that is fudged from further ahead, and faster.
    pub fn handled(&self, aim: Aim) -> Aim {
        if !aim.is_fudged {
            return aim;
        }
        let (laws, radius_m) = (self.laws, self.toley.radius_m);
        let ahead = Ahead {
            wanted_m: laws.fouls.fudge_reach_m,
            radius_m,
            height_m: radius_m + laws.shot.release_height_m,
            ring_m: laws.ring.radius_m(),
        };
        let others = self.balls.iter().map(|other| (other.at_m, other.ball.radius_m));
        let release_m = ahead.release_m(aim.release_m, aim.direction, others);
        Aim { release_m, speed_m_s: aim.speed_m_s + laws.fouls.fudge_speed_m_s, ..aim }
    }

    /// The marbles of the rack.
    pub fn marbles(&self) -> impl Iterator<Item = &PlacedBall> {
        let owned = self.balls.iter().zip(self.owners);
        owned.filter(|(_, owner)| **owner == Owner::Marble).map(|(ball, _)| ball)
    }

    /// How far apart his toley and a ball are that touch on the sand, seen from above, m: `2 sqrt(r R)` for radii r, R.
    pub fn touch_m(&self, radius_m: f64) -> f64 {
        2.0 * (self.toley.radius_m * radius_m).sqrt()
    }

    /// Release and direction of a shot through `target_m`, from a side of the edge, or the part of it nearest to there
    /// that is not barred, or from where the toley lies.
    pub fn towards(&self, target_m: DVec2, outward: DVec2) -> Option<(DVec2, DVec2)> {
        let outward = self.hand.nearest_place(outward);
        let start_m = match self.stance {
            Stance::Edge => self.hand.ring.radius_m() * outward,
            Stance::InRing(at_m) => at_m,
        };
        let direction = (target_m - start_m).try_normalize()?;
        let release_m = self.hand.release_m(self.stance, outward, direction);
        self.allows(release_m, direction).then_some((release_m, direction))
    }
}
