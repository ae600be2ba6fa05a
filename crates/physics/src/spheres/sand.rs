//! What sand may do beyond constant friction: options, none of which acts by default.

use super::ball::Ball;
use super::deep::{Bed, DeepSand};
use super::ground::Ground;

/// Laws of the sand beyond the friction that each ball carries.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Sand {
    /// What slows a rolling ball.
    pub resistance: Resistance,
    /// Resistance that grows with the square of the speed.
    pub speed_term: Option<SpeedTerm>,
    /// What a landing is like.
    pub landing: Landing,
}

/// What slows a rolling ball; both make it slow by `rolling_friction_ratio` times gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Resistance {
    /// A couple against the rotation, `c m g R` with `c = 1.4 mu_r`.
    #[default]
    Couple,
    /// A force against the motion of the centre, `c m g`, without couple, at all times: the ball pushes sand ahead of
    /// it.
    ///
    /// Where friction cannot turn the ball as fast as it is braked, `(2/7) c > mu_s`, it overspins, and may stop with
    /// its rotation going on: the stuck state seen by Fukumoto and others (EPJ Web Conf. 340, 02011 (2025)).
    Plough,
}

/// A force `k v^2 m` against the motion of the centre of a ball on the ground; `k` follows from the ball, see
/// [`drag_per_m`](super::resistance::drag_per_m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeedTerm {
    /// How deep a ball sinks while it rolls, m.
    pub sinkage_m: f64,
    /// Density of the sand, kg/m3.
    pub sand_density_kg_m3: f64,
}

/// What a landing is like.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Landing {
    /// On a thin layer: a rebound with the ground's restitution, and its friction.
    #[default]
    Rebound,
    /// Into sand that is deeper than the ball goes: no rebound; the ball pays the energy to climb out of its own hole,
    /// or stays in it.
    Deep {
        /// The sand.
        bed: Bed,
        /// Friction while the ball goes in, over its sliding friction: less, because the grains move.
        friction_share: f64,
    },
}

/// How deep landings go, for one ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hole {
    pub(super) law: DeepSand,
    /// Depth of a ball that is set down without speed, m.
    pub(super) still_m: f64,
    pub(super) friction_share: f64,
}

impl Landing {
    pub(super) fn hole(&self, ball: &Ball, ground: &Ground) -> Option<Hole> {
        match *self {
            Landing::Rebound => None,
            Landing::Deep { bed, friction_share } => {
                let law = DeepSand::of(ball, bed, ground.gravity_m_s2);
                Some(Hole { law, still_m: law.depth_m(0.0), friction_share })
            }
        }
    }
}
