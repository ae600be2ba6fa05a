//! What never changes in a trial: coins, table, contact law, edge and lines.

use super::curl::Curl;
use super::curves::{self, Curves};
use super::extras::Extras;
use glam::DVec2;
use std::sync::Arc;

/// A coin: a flat rigid disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coin {
    /// Radius, m.
    pub radius_m: f64,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Moment of inertia over `m R^2`; 0.5 is a uniform disc.
    pub inertia_ratio: f64,
    /// Coulomb friction on the table; 0 slides for ever.
    pub friction_ratio: f64,
}

/// How two coins hit each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Normal restitution `e`, 0 to 1.
    pub restitution_ratio: f64,
    /// Coulomb friction between the rims.
    pub friction_ratio: f64,
    /// Tangential restitution `beta_0` of a sticking contact, 0 to 1.
    pub tangential_restitution_ratio: f64,
    /// Closing slower than this is elastic (`e = 1`), m/s: the rule against collapse; 0 switches it off.
    pub slow_speed_m_s: f64,
}

/// The table's edge, centred on the origin, sides along the axes; a coin falls where its centre crosses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Half the length along x, m.
    pub half_length_m: f64,
    /// Half the width along y, m.
    pub half_width_m: f64,
}

impl Rectangle {
    /// Whether a place is on the table or on its edge.
    pub fn contains(&self, at_m: DVec2) -> bool {
        at_m.x.abs() <= self.half_length_m && at_m.y.abs() <= self.half_width_m
    }
}

/// A line on the table; a coin's centre crossing it is an event and changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end, which belongs to the line, m.
    pub from_m: DVec2,
    /// The other end, which does not, so that joined lines count a crossing once, m.
    pub to_m: DVec2,
}

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

/// One design point of coins on a table; read its fields, change it by making a new one.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The coins, by body number.
    pub coins: Vec<Coin>,
    /// Gravity, m/s^2; 0 slides for ever.
    pub gravity_m_s2: f64,
    /// Inner over outer radius of the contact with the table, `eta`: 0 uniform, 0.95 rim, 1 a thin ring.
    pub rim_ratio: f64,
    /// How two coins hit each other.
    pub contact: Contact,
    /// The table's edge, if it has one.
    pub edge: Option<Rectangle>,
    /// The lines on the table.
    pub lines: Vec<Line>,
    /// Posts, reeds, hops, curl.
    pub extras: Extras,
    pub(super) resolved: Vec<Resolved>,
}

impl Setup {
    /// Resolves a design point; the universal curves behind it are computed once a process and shared.
    ///
    /// # Panics
    /// If [`curves::supports`] refuses the rim ratio with the inertia ratio of a coin: check these first.
    pub fn new(
        coins: Vec<Coin>,
        gravity_m_s2: f64,
        rim_ratio: f64,
        contact: Contact,
        edge: Option<Rectangle>,
        lines: Vec<Line>,
    ) -> Setup {
        let mut resolved: Vec<Resolved> = Vec::with_capacity(coins.len());
        for coin in &coins {
            let known = coins.iter().zip(&resolved).find(|(c, _)| c.inertia_ratio == coin.inertia_ratio);
            let curves = match known {
                Some((_, r)) => r.curves.clone(),
                None => Curves::shared(rim_ratio, coin.inertia_ratio),
            };
            resolved.push(Resolved::new(coin, gravity_m_s2, curves));
        }
        let extras = Extras::default();
        Setup { coins, gravity_m_s2, rim_ratio, contact, edge, lines, extras, resolved }
    }

    /// Gives a coin another mass: what a worn coin, or one at the end of its tolerance, has instead of the nominal one.
    pub fn weigh(&mut self, body: usize, mass_kg: f64) {
        self.coins[body].mass_kg = mass_kg;
        self.resolved[body].weigh(&self.coins[body]);
    }

    /// Number of bodies.
    pub fn body_count(&self) -> usize {
        self.coins.len()
    }

    /// What [`curves::supports`] says of every coin.
    pub fn supports(coins: &[Coin], rim_ratio: f64) -> Result<(), String> {
        coins.iter().try_for_each(|coin| curves::supports(rim_ratio, coin.inertia_ratio))
    }
}

impl Resolved {
    fn new(coin: &Coin, gravity_m_s2: f64, curves: Arc<Curves>) -> Resolved {
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

    fn weigh(&mut self, coin: &Coin) {
        self.mass_kg = coin.mass_kg;
        self.inertia_kg_m2 = coin.inertia_ratio * coin.mass_kg * (coin.radius_m * coin.radius_m);
    }

    pub fn energy_j(&self, velocity_m_s: DVec2, spin_rad_s: f64) -> f64 {
        0.5 * (self.mass_kg * velocity_m_s.dot(velocity_m_s) + self.inertia_kg_m2 * (spin_rad_s * spin_rad_s))
    }
}
