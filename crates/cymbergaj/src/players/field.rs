//! What a player sees and knows when he chooses: the field in his own frame, in which he attacks along +x.

use glam::{DVec2, dvec2};
use tolley_experiment::random::Stream;
use tolley_physics::discs::{self, Rectangle};

use crate::keys::Table;
use crate::laws::{Piece, Seat};
use crate::shot::{BALL, Hand, Intent, Launch, STRIKER, StrokeSetup};

/// Sizes and what he knows of physics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Where the ball's centre is as it leaves play.
    pub out: Rectangle,
    /// The marks on the table.
    pub table: Table,
    /// Half the width of a goal, m.
    pub half_goal_m: f64,
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
    /// Speed that his coin keeps of that along the line of centres in a hit of the ball, over it.
    pub keep_ratio: f64,
    /// Friction of his coin and the ball where they slide on each other: the most that a cut throws the ball aside.
    pub friction_ratio: f64,
    /// Impulse across the line of centres over that along it where they stick, over the tangent of the cut's angle.
    pub stick_ratio: f64,
    /// Fastest start that he means to give his coin, m/s.
    pub speed_max_m_s: f64,
    /// Shortest way of his coin that he means if he leaves the ball alone, so that it is no time wasting, m, CG-1.10a.
    pub least_m: f64,
    /// His hand, which he knows.
    pub hand: Hand,
    /// Three strokes that stand for all: speed made over speed meant, with its weight, the one as meant first.
    pub speeds: [(f64, f64); 3],
}

/// Standard deviations and weights of three errors that stand for all (Gauss-Hermite, W. Gautschi, Orthogonal
/// Polynomials, 2004, sec. 1.4).
const ERRORS: [(f64, f64); 3] =
    [(0.0, 2.0 / 3.0), (1.732_050_807_568_877_2, 1.0 / 6.0), (-1.732_050_807_568_877_2, 1.0 / 6.0)];

/// So many times the least way are meant: struck with 0.6 of the speed meant, a coin still goes far enough.
const LEAST: f64 = 3.0;

impl Field {
    /// As `seat` sees it, whose strokes are played on `setup`.
    pub fn new(setup: &StrokeSetup, seat: Seat, hand: Hand, speed_max_m_s: f64, least_stroke_m: f64) -> Field {
        let StrokeSetup { physics, out, pitch, .. } = setup;
        let (own, ball) = (&physics.coins()[STRIKER], &physics.coins()[BALL]);
        let discs::Contact { restitution_ratio, friction_ratio, tangential_restitution_ratio, .. } = *physics.contact();
        let both_kg = own.mass_kg + ball.mass_kg;
        let reeded = physics.extras().reeded.as_ref().filter(|reeded| reeded.coins[STRIKER] && reeded.coins[BALL]);
        let inertia_ratio = own.inertia_ratio / (1.0 + own.inertia_ratio);
        Field {
            out: *out,
            table: pitch.table,
            half_goal_m: pitch.table.half_goal_m(),
            own_m: pitch.radius(Piece::Coin(seat)),
            other_m: pitch.radius(Piece::Coin(seat.other())),
            ball_m: pitch.radius(Piece::Ball),
            slowing_m_s2: own.friction_ratio * physics.gravity_m_s2(),
            transfer_ratio: (1.0 + restitution_ratio) * own.mass_kg / both_kg,
            keep_ratio: (own.mass_kg - restitution_ratio * ball.mass_kg) / both_kg,
            friction_ratio: reeded.map_or(friction_ratio, |reeded| reeded.friction_ratio),
            stick_ratio: (1.0 + tangential_restitution_ratio) / (1.0 + restitution_ratio) * inertia_ratio,
            speed_max_m_s,
            least_m: (LEAST * least_stroke_m).max(pitch.radius(Piece::Coin(seat))),
            hand,
            speeds: ERRORS.map(|(sds, weight)| (libm::exp(hand.skill.speed_sd_ratio * sds), weight)),
        }
    }

    /// Distance of the centres of his coin and the ball in touch, m.
    pub fn reach_m(&self) -> f64 {
        self.own_m + self.ball_m
    }

    /// A place on the far goal line.
    pub fn goal_m(&self, left_m: f64) -> DVec2 {
        dvec2(self.out.half_length_m, left_m)
    }

    /// How far a ball at `from_m` may go along the unit vector `direction` before it leaves play, m.
    pub fn room_m(&self, from_m: DVec2, direction: DVec2) -> f64 {
        self.out.path_out(from_m, direction)
    }

    /// A stroke through the coin's centre that gives it this speed, as he takes it.
    pub fn stroke(&self, direction: DVec2, coin_m_s: f64) -> Intent {
        Intent::straight(direction, coin_m_s / self.hand.speed_ratio())
    }

    /// Speed that a stroke gives his coin, without an error, m/s.
    pub fn coin_m_s(&self, intent: &Intent) -> f64 {
        (intent.speed_m_s * self.hand.speed_ratio()).min(self.speed_max_m_s)
    }

    /// A stroke as he dares to make it.
    pub fn dared(&self, intent: &Intent) -> Intent {
        Intent { speed_m_s: intent.speed_m_s.min(self.speed_max_m_s / self.hand.speed_ratio()), ..*intent }
    }

    /// A stroke with errors from one stream: what he imagines.
    pub fn imagine(&self, intent: &Intent, stream: &mut Stream) -> Launch {
        self.hand.imagine(&self.dared(intent), stream)
    }
}

/// Distance of a point from a straight way, m.
pub fn off_way_m(point_m: DVec2, from_m: DVec2, to_m: DVec2) -> f64 {
    let way = to_m - from_m;
    let square = way.dot(way);
    let share = if square > 0.0 { ((point_m - from_m).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
    point_m.distance(from_m + way * share)
}
