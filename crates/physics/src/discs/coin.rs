//! A coin.

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
