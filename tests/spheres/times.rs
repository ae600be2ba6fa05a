//! Rows of the table on when two balls meet: D26 to D28.

use super::*;

#[test]
fn d26_first_root_of_the_quartic() {
    let (dr, dv, da) = (dvec3(0.5, 0.012, 0.0), dvec3(-2.3, -0.02, 0.0), dvec3(3.643, 0.05, 0.0));
    let Some(t) = contact_time_s(dr, dv, da, DISTANCE_M, 10.0) else { panic!("they must meet") };
    near(t, 0.269025, 1e-6);
    assert!((dr + (dv + da * (0.5 * t)) * t).length() >= DISTANCE_M);
    assert_eq!(contact_time_s(dr, dv, da, DISTANCE_M, 0.269), None);
}

#[test]
fn d27_rolls_up_or_stops_short() {
    let hit = |away: f64| {
        let (dr, dv, da) = (dvec3(away, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0), dvec3(0.981, 0.0, 0.0));
        contact_time_s(dr, dv, da, DISTANCE_M, 1.0 / 0.981)
    };
    let Some(t) = hit(0.52) else { panic!("it must arrive") };
    near(t, 0.916027, 1e-6);
    assert_eq!(hit(0.53), None);
}

#[test]
fn d27_through_the_ground() {
    for (away, hits) in [(0.52, true), (0.53, false)] {
        let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.1, 0.0), None);
        let roll = (dvec3(-away, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0 / TOLEY_M, 0.0));
        let mut state = start(&setup, &[roll, (dvec3(0.0, 0.0, MARBLE_M), DVec3::ZERO, DVec3::ZERO)]);
        let (_, events) = play(&setup, &mut state, f64::INFINITY);
        assert_eq!(events[0].kind == Kind::Pair, hits);
        if hits {
            near(events[0].time_s, 0.916027, 1e-6);
        }
    }
}

#[test]
fn d28_without_acceleration() {
    let (dr, dv) = (dvec3(0.3, 0.01, 0.0), dvec3(-1.2, 0.0, 0.0));
    for horizon in [1.0, f64::INFINITY] {
        let Some(t) = contact_time_s(dr, dv, DVec3::ZERO, DISTANCE_M, horizon) else { panic!("they must meet") };
        near(t, 0.240072, 1e-6);
    }
    // the switch between degrees: accelerations from nothing to noticeable change nothing suddenly
    let Some(plain) = contact_time_s(dr, dv, DVec3::ZERO, DISTANCE_M, 1.0) else { panic!("they must meet") };
    for power in 4..60 {
        let da = dvec3(1.0, 1.0, 0.0) * 0.25f64.powi(power);
        let Some(t) = contact_time_s(dr, dv, da, DISTANCE_M, 1.0) else { panic!("they must meet") };
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
