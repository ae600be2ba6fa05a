//! The law of contact of two coins.

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
