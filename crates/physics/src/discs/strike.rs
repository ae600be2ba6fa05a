//! A flat comb strikes a coin: an impulse along a line that may pass beside its centre.
//!
//! `v = J/m d`, `w = J b / (k2 m R^2)` with offset `b`, positive for positive spin, so `eps = k2 R / |b|`.

use super::coin::Coin;
use glam::DVec2;

/// Velocity and spin of a coin struck along the unit vector `direction` so that it leaves with `speed_m_s`.
///
/// `offset_ratio` is `b/R`.
pub fn strike(coin: &Coin, direction: DVec2, speed_m_s: f64, offset_ratio: f64) -> (DVec2, f64) {
    (direction * speed_m_s, speed_m_s * offset_ratio / (coin.inertia_ratio * coin.radius_m))
}

/// The speed that an impulse gives, m/s.
pub fn speed_m_s(coin: &Coin, impulse_n_s: f64) -> f64 {
    impulse_n_s / coin.mass_kg
}

/// The largest `|b|/R` of a comb with friction `comb_friction_ratio` on the coin: the line of action stays inside the
/// friction cone.
pub fn offset_limit_ratio(comb_friction_ratio: f64) -> f64 {
    comb_friction_ratio / (1.0 + comb_friction_ratio * comb_friction_ratio).sqrt()
}
