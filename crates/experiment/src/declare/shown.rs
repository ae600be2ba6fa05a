//! The units in which people read keys and columns: that of an ending, unless the declaration says another.

use crate::declare::unit::{Dimension, Unit, unit_factor};

/// Radians in a turn.
const TURN_RAD: f64 = core::f64::consts::TAU;

/// The unit in which a key of this name is shown: `"mm"` for `gap_m`; `""` for none.
pub fn key_unit(name: &str) -> &'static str {
    let is_share = name.ends_with("_share") || name.starts_with("p_");
    Unit::of_name(name).map_or(if is_share { "%" } else { "" }, |unit| unit.shown)
}

/// The unit in which a column of this name is shown; a flag is shown as the share of those that are true.
pub fn column_unit(name: &str, is_flag: bool) -> &'static str {
    if is_flag { "%" } else { key_unit(name) }
}

/// What a value is multiplied by to be shown in a unit; `None` where the unit is not known or does not fit the name.
pub fn factor(name: &str, shown: &str) -> Option<f64> {
    match (Dimension::of_name(name), shown) {
        (dimension, "") => (dimension == Dimension::default()).then_some(1.0),
        // nobody writes turns in a scenario, but all read them
        (dimension, "turns/s") => (dimension.si() == "rad/s").then_some(1.0 / TURN_RAD),
        (dimension, shown) => unit_factor(shown, dimension),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_that_is_shown_has_a_factor() {
        for unit in crate::unit::UNITS {
            assert!(factor(unit.ending, unit.shown).is_some(), "{}", unit.ending);
        }
        let cases = [
            ("ring_m", "m", 1.0),
            ("length_m", "mm", 1e3),
            ("gap_m", "um", 1e6),
            ("speed_m_s", "m/s", 1.0),
            ("slow_m_s", "mm/s", 1e3),
            ("gravity_m_s2", "m/s2", 1.0),
            ("clock_s", "s", 1.0),
            ("clock_s", "min", 1.0 / 60.0),
            ("loss_s", "ns", 1e9),
            ("mass_kg", "g", 1e3),
            ("energy_j", "mJ", 1e3),
            ("stiffness_pa", "GPa", 1e-9),
            ("impulse_n_s", "mN s", 1e3),
            ("aim_rad", "deg", 180.0 / core::f64::consts::PI),
            ("density_kg_m3", "g/cm3", 1e-3),
            ("spin_rad_s", "turns/s", 1.0 / TURN_RAD),
            ("p_hop", "%", 100.0),
            ("spin_ratio", "", 1.0),
        ];
        for (name, shown, expected) in cases {
            let found = factor(name, shown).expect(name);
            assert!((found / expected - 1.0).abs() < 1e-15, "{name} in {shown}: {found}");
        }
        for (name, shown) in [("gap_m", ""), ("gap_m", "s"), ("spin_ratio", "mm"), ("gap_m", "turns/s")] {
            assert_eq!(factor(name, shown), None, "{name} in {shown}");
        }
    }
}
