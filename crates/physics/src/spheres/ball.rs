//! A ball: a solid sphere.

/// A solid sphere: its moment of inertia is `2/5 m R^2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Radius, m.
    pub radius_m: f64,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Coulomb friction of a sliding contact with the ground; 0 slides for ever.
    pub sliding_friction_ratio: f64,
    /// Deceleration of the rolling centre over gravity (not the couple, which is 1.4 times this); 0 rolls for ever.
    pub rolling_friction_ratio: f64,
}

impl Ball {
    /// A ball of uniform density, kg/m3.
    pub fn solid(radius_m: f64, density_kg_m3: f64, sliding_friction_ratio: f64, rolling_friction_ratio: f64) -> Ball {
        let volume_m3 = 4.0 / 3.0 * std::f64::consts::PI * (radius_m * radius_m * radius_m);
        Ball { radius_m, mass_kg: density_kg_m3 * volume_m3, sliding_friction_ratio, rolling_friction_ratio }
    }

    /// Moment of inertia about the centre, kg m2.
    pub fn inertia_kg_m2(&self) -> f64 {
        0.4 * self.mass_kg * (self.radius_m * self.radius_m)
    }
}
