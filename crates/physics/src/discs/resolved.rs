//! A coin with what follows from it and the table.

use std::sync::Arc;

use glam::DVec2;

use super::coin::Coin;
use super::curl::Curl;
use super::curves::Curves;

/// A coin with what follows from it and the table.
#[derive(Clone, Debug)]
pub(super) struct Resolved {
    pub radius_m: f64,
    pub mass_kg: f64,
    pub inertia_kg_m2: f64,
    /// `a = mu g`, the deceleration of a slide without spin.
    pub slowing_m_s2: f64,
    pub curves: Arc<Curves>,
    pub spin_brake_ratio: f64,
    pub spin_exponent: f64,
    pub slide_exponent: f64,
    pub gravity_m_s2: f64,
    pub curl: Option<Curl>,
}

impl Resolved {
    pub fn new(coin: &Coin, gravity_m_s2: f64, curves: Arc<Curves>) -> Resolved {
        Resolved {
            radius_m: coin.radius_m,
            mass_kg: coin.mass_kg,
            inertia_kg_m2: coin.inertia_ratio * coin.mass_kg * (coin.radius_m * coin.radius_m),
            slowing_m_s2: coin.friction_ratio * gravity_m_s2,
            spin_brake_ratio: curves.spin_brake(),
            spin_exponent: curves.spin_exponent(),
            slide_exponent: curves.slide_exponent(),
            gravity_m_s2,
            curl: None,
            curves,
        }
    }

    /// Becomes another coin of the same inertia ratio; its curl is set by who knows its thickness.
    pub fn become_coin(&mut self, coin: &Coin) {
        self.radius_m = coin.radius_m;
        self.slowing_m_s2 = coin.friction_ratio * self.gravity_m_s2;
        self.weigh(coin);
    }

    /// The same, of one that has become it already.
    #[inline]
    pub fn become_like(&mut self, other: &Resolved) {
        (self.radius_m, self.slowing_m_s2) = (other.radius_m, other.slowing_m_s2);
        (self.mass_kg, self.inertia_kg_m2) = (other.mass_kg, other.inertia_kg_m2);
    }

    pub fn weigh(&mut self, coin: &Coin) {
        self.mass_kg = coin.mass_kg;
        self.inertia_kg_m2 = coin.inertia_ratio * coin.mass_kg * (coin.radius_m * coin.radius_m);
    }

    pub fn energy_j(&self, velocity_m_s: DVec2, spin_rad_s: f64) -> f64 {
        0.5 * (self.mass_kg * velocity_m_s.dot(velocity_m_s) + self.inertia_kg_m2 * (spin_rad_s * spin_rad_s))
    }
}
