//! How a shot is handled: fudged, cabbaged, dropped, TG-6c, TG-7a and TG-7b.

use glam::{DVec2, DVec3};

use super::placement::Placement;
use super::situation::Situation;

/// A shot that is dropped or misfires, TG-6c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfire {
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Polar angle of its direction, rad.
    pub azimuth_rad: f64,
}

impl Misfire {
    /// Unit vector along its direction.
    pub fn direction(&self) -> DVec2 {
        let (sine, cosine) = libm::sincos(self.azimuth_rad);
        DVec2::new(cosine, sine)
    }
}

/// What a player does amiss in a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handling {
    /// The hand went forward, TG-7a.
    pub is_fudged: bool,
    /// The player knuckles down elsewhere than where his toley lay, TG-7b.
    pub is_cabbaged: bool,
    /// Whether there is a shot at all: cabbaging may be stopped before.
    pub is_released: bool,
    /// How far the hand goes forward from where he knuckled down, m.
    pub ahead_m: f64,
    /// What fudging adds to the speed, m/s.
    pub extra_speed_m_s: f64,
    /// The shot misfires: level, from where he knuckled down, with this speed and direction instead of those meant.
    pub misfire: Option<Misfire>,
}

impl Default for Handling {
    /// A fair shot.
    fn default() -> Handling {
        Handling {
            is_fudged: false,
            is_cabbaged: false,
            is_released: true,
            ahead_m: 0.0,
            extra_speed_m_s: 0.0,
            misfire: None,
        }
    }
}

impl Handling {
    /// Where the toley is released: as far ahead as wanted, or as there is room on the ring before it would touch a
    /// ball.
    pub fn release_m(&self, situation: &Situation, placement: &Placement) -> DVec2 {
        if self.ahead_m == 0.0 || self.misfire.is_some() {
            return placement.release_m;
        }
        let others = situation.others().map(|ball| (ball.at_m, ball.radius_m));
        let ahead = Ahead {
            wanted_m: self.ahead_m,
            radius_m: situation.radius_m(),
            height_m: situation.radius_m() + situation.laws.shot.release_height_m,
            ring_m: situation.laws.ring.radius_m(),
        };
        ahead.release_m(placement.release_m, placement.direction, others)
    }
}

/// A hand that goes forward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    /// How far it would, m.
    pub wanted_m: f64,
    /// Of the toley, m.
    pub radius_m: f64,
    /// Of the toley's centre above the sand, m.
    pub height_m: f64,
    /// Of the ring, m.
    pub ring_m: f64,
}

impl Ahead {
    /// Where the toley is released: ahead as far as wanted, within the ring, and not into a ball, each by its centre
    /// and radius.
    pub fn release_m(&self, from_m: DVec2, along: DVec2, others: impl Iterator<Item = (DVec3, f64)>) -> DVec2 {
        // the edge ahead: |from + s along| = ring
        let ahead = from_m.dot(along);
        let inside = (ahead * ahead - from_m.length_squared() + self.ring_m * self.ring_m).max(0.0);
        let mut room_m = self.wanted_m.min((inside.sqrt() - ahead).max(0.0));
        for (at_m, radius_m) in others {
            let to_m = at_m.truncate() - from_m;
            let (reach_m, rise_m) = (radius_m + self.radius_m, self.height_m - at_m.z);
            let (near, beside2) = (to_m.dot(along), to_m.length_squared());
            let chord2 = near * near - beside2 - rise_m * rise_m + reach_m * reach_m;
            if chord2 > 0.0 && near > 0.0 {
                room_m = room_m.min((near - chord2.sqrt()).max(0.0));
            }
        }
        from_m + along * room_m
    }
}
