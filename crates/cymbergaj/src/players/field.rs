//! What a player sees and knows when he chooses: the field in his own frame, in which he attacks along +x.

use glam::{DVec2, dvec2};

use super::skill::Skill;
use crate::laws::{Match, Piece, Pitch, Seat};
use crate::pieces::{BALL, STRIKER};
use crate::play::{Ground, Stand};

/// Sizes and what he knows of physics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Where the ball's centre is as it leaves play: ahead, and to the left, m.
    pub out_m: DVec2,
    /// x of the end-lines and y of the side-lines, m.
    pub lines_m: DVec2,
    /// Half the width of a goal, m.
    pub half_goal_m: f64,
    /// How far a goal area reaches into the field, m.
    pub area_depth_m: f64,
    /// Half the width of a goal area, m.
    pub half_area_m: f64,
    /// Radius of the centre circle, m.
    pub circle_m: f64,
    /// Radius of his coin, m.
    pub own_m: f64,
    /// Radius of the other player's coin, m.
    pub other_m: f64,
    /// Radius of the ball, m.
    pub ball_m: f64,
    /// Deceleration of a coin that slides without spin, m/s^2.
    pub slowing_m_s2: f64,
    /// Speed of the ball over that of his coin in a straight hit.
    pub transfer_ratio: f64,
    /// His skill, which he knows.
    pub skill: Skill,
}

impl Field {
    /// As `seat` sees it.
    pub fn new(pitch: &Pitch, seat: Seat, ground: &Ground, skill: Skill) -> Field {
        let physics = &ground.physics;
        let (own, ball) = (&physics.coins[STRIKER], &physics.coins[BALL]);
        let rebound = 1.0 + physics.contact.restitution_ratio;
        Field {
            out_m: pitch.out_m(),
            lines_m: pitch.lines_m(),
            half_goal_m: pitch.half_goal_m,
            area_depth_m: pitch.area_depth_m,
            half_area_m: pitch.half_area_m,
            circle_m: pitch.circle_m,
            own_m: pitch.radius(Piece::Coin(seat)),
            other_m: pitch.radius(Piece::Coin(seat.other())),
            ball_m: pitch.radius(Piece::Ball),
            slowing_m_s2: own.friction_ratio * physics.gravity_m_s2,
            transfer_ratio: rebound * own.mass_kg / (own.mass_kg + ball.mass_kg),
            skill,
        }
    }

    /// Distance of the centres of his coin and the ball in touch, m.
    pub fn reach_m(&self) -> f64 {
        self.own_m + self.ball_m
    }

    /// A place on the far goal line.
    pub fn goal_m(&self, left_m: f64) -> DVec2 {
        dvec2(self.out_m.x, left_m)
    }

    /// How far a ball at `from_m` may go along the unit vector `direction` before it leaves play, m.
    pub fn room_m(&self, from_m: DVec2, direction: DVec2) -> f64 {
        let way = |half: f64, at: f64, along: f64| {
            if along == 0.0 { f64::INFINITY } else { (half - at * along.signum()).max(0.0) / along.abs() }
        };
        way(self.out_m.x, from_m.x, direction.x).min(way(self.out_m.y, from_m.y, direction.y))
    }
}

/// One decision to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the coins stand.
    pub stand: Stand,
    /// Whether a goal counts now.
    pub goal_counts: bool,
    /// Moves to come in this turn, this one included.
    pub moves_left: u32,
}

impl View {
    /// As the player whose turn it is sees it.
    pub fn of(game: &Match) -> View {
        let stand = Stand::of(&game.layout, game.turn.seat, game.ends);
        View { stand, goal_counts: game.turn.goal_counts(), moves_left: game.turn.moves_left }
    }
}

/// Distance of a point from a straight way, m.
pub fn off_way_m(point_m: DVec2, from_m: DVec2, to_m: DVec2) -> f64 {
    let way = to_m - from_m;
    let square = way.dot(way);
    let share = if square > 0.0 { ((point_m - from_m).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
    point_m.distance(from_m + way * share)
}
