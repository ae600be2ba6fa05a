//! When two balls meet: what the rows D26 to D28 of the validation tables do not say of it.

use super::*;

/// Distance along the ground at which a toley touches a marble, m.
fn apart_m() -> f64 {
    2.0 * (TOLEY_M * MARBLE_M).sqrt()
}

#[test]
fn the_float_before_a_contact_is_its_time() {
    let (dr, dv, da) = (dvec3(0.5, 0.012, 0.0), dvec3(-2.3, -0.02, 0.0), dvec3(3.643, 0.05, 0.0));
    let t = contact_time_s(dr, dv, da, apart_m(), 10.0).expect("they must meet");
    let gap_m = |t: f64| (dr + (dv + da * (0.5 * t)) * t).length() - apart_m();
    assert!(gap_m(t) >= 0.0 && gap_m(t + 1e-14) < 0.0, "{:e} {:e}", gap_m(t), gap_m(t + 1e-14));
    assert_eq!(contact_time_s(dr, dv, da, apart_m(), 0.9999 * t), None);
}

#[test]
fn no_acceleration_at_all_is_the_limit_of_ever_less() {
    let (dr, dv) = (dvec3(0.3, 0.01, 0.0), dvec3(-1.2, 0.0, 0.0));
    let plain = contact_time_s(dr, dv, DVec3::ZERO, apart_m(), 1.0).expect("they must meet");
    assert_eq!(contact_time_s(dr, dv, DVec3::ZERO, apart_m(), f64::INFINITY), Some(plain));
    // the switch between degrees: accelerations from nothing to noticeable change nothing suddenly
    for power in 4..60 {
        let da = dvec3(1.0, 1.0, 0.0) * 0.25f64.powi(power);
        let t = contact_time_s(dr, dv, da, apart_m(), 1.0).expect("they must meet");
        near(t, plain, 0.1 * da.x + 4e-16);
    }
}

#[test]
fn pressed_together_from_rest() {
    // no relative velocity at all, only a closing acceleration; then touching, which must not let the clock stand
    let (dr, da) = (dvec3(1.0, 0.0, 0.0), dvec3(-2.0, 0.0, 0.0));
    let Some(t) = contact_time_s(dr, DVec3::ZERO, da, 0.75, 1.0) else { panic!("they must meet") };
    near(t, 0.5, 1e-15);
    let Some(t) = contact_time_s(dr, DVec3::ZERO, da, 1.0, 1.0) else { panic!("they must meet") };
    assert!(t > 1e-7 && t < 1e-5, "{t:e}");
    assert_eq!(contact_time_s(dr, DVec3::ZERO, -da, 1.0, 1.0), None);
}
