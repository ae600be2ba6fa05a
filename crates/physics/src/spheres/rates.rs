//! What follows from a ball, the ground and the sand: decelerations, and the hole that a landing digs.

use super::ball::Ball;
use super::ground::Ground;
use super::resistance::{COUPLE_PER_DECELERATION, drag_per_m};
use super::sand::{Hole, Resistance, Sand};

/// Rates of one ball's motion that follow from its friction with the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    /// Deceleration of a sliding centre, m/s2.
    pub(super) sliding_m_s2: f64,
    /// Deceleration of a rolling centre, m/s2.
    pub(super) rolling_m_s2: f64,
    /// Decay of the spin about the vertical, rad/s2.
    pub(super) drilling_rad_s2: f64,
    /// `mu_r g` where the rolling couple acts while the ball slides, else 0, m/s2.
    pub(super) couple_m_s2: f64,
    /// Deceleration of the centre by the plough, `1.4 mu_r g` or 0, m/s2.
    pub(super) plough_m_s2: f64,
    /// Deceleration of the centre by the drag over the square of its speed, 1/m.
    pub(super) drag_per_m: f64,
    /// What a landing digs, where the sand is deep.
    pub(super) hole: Option<Hole>,
}

impl Rates {
    /// The spin about z decays by `(5/3) mu_s g a_c / R^2`, where `a_c = sqrt(2 R d - d^2)` is the radius of the
    /// contact patch at sinkage `d`: the couple `(2/3) mu_s m g a_c` of a flat disc under uniform pressure (own
    /// derivation).
    pub(super) fn of(ball: &Ball, ground: &Ground, sand: &Sand) -> Rates {
        let (r, d) = (ball.radius_m, ground.sinkage_m);
        let patch_m = (d * (2.0 * r - d)).max(0.0).sqrt();
        let sliding_m_s2 = ball.sliding_friction_ratio * ground.gravity_m_s2;
        let rolling_m_s2 = ball.rolling_friction_ratio * ground.gravity_m_s2;
        let ploughs = sand.resistance == Resistance::Plough;
        Rates {
            sliding_m_s2,
            rolling_m_s2,
            drilling_rad_s2: 5.0 / 3.0 * sliding_m_s2 * patch_m / (r * r),
            couple_m_s2: if ground.rolling_while_sliding && !ploughs { rolling_m_s2 } else { 0.0 },
            plough_m_s2: if ploughs { COUPLE_PER_DECELERATION * rolling_m_s2 } else { 0.0 },
            drag_per_m: sand.speed_term.map_or(0.0, |term| drag_per_m(ball, term.sinkage_m, term.sand_density_kg_m3)),
            hole: sand.landing.hole(ball, ground),
        }
    }

    /// Whether nothing but the friction of the contact acts on a ball that slides.
    pub(super) fn slides_plainly(&self) -> bool {
        self.couple_m_s2 == 0.0 && self.plough_m_s2 == 0.0 && self.drag_per_m == 0.0
    }

    /// Whether the plough holds a centre that stands still against the friction of the contact.
    pub(super) fn stops_moving(&self) -> bool {
        self.plough_m_s2 > 0.0 && self.plough_m_s2 >= self.sliding_m_s2
    }

    /// Whether the couple holds a ball that does not turn against the friction of the contact.
    pub(super) fn stops_turning(&self) -> bool {
        self.couple_m_s2 > 0.0 && 3.5 * self.couple_m_s2 >= 2.5 * self.sliding_m_s2
    }

    /// What friction of the contact must do so that a ball rolls on, over its mass, m/s2: positive where a couple
    /// brakes the rotation, negative where a force brakes the centre.
    pub(super) fn grip_m_s2(&self, speed_m_s: f64) -> f64 {
        self.couple_m_s2 - 2.0 / 7.0 * (self.plough_m_s2 + self.drag_per_m * (speed_m_s * speed_m_s))
    }

    /// Whether the contact can do that: `(2/7) c <= mu_s` for a plough, `mu_r <= mu_s` for a couple.
    pub(super) fn holds_rolling(&self, speed_m_s: f64) -> bool {
        self.grip_m_s2(speed_m_s).abs() <= self.sliding_m_s2
    }
}
