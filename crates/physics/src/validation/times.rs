//! When two bodies meet whose relative motion has constant acceleration.

use glam::{DVec3, dvec3};

use super::row::{Row, Tolerance, row};
use super::stage::{MARBLE_M, TOLEY_M, contact, ground, marble, play, still, toley};
use crate::kernel::Kind;
use crate::spheres::{Setup, contact_time_s};

const QUARTIC: &str = "first root of the quartic, by an independent program";
const ROLL_UP: &str = "root of a quadratic, closed form";

/// Horizontal distance at which a toley touches a marble on the ground, m.
const APART_M: f64 = 15.5543e-3;

fn meeting_s(dr: DVec3, dv: DVec3, da: DVec3, horizon_s: f64) -> f64 {
    contact_time_s(dr, dv, da, APART_M, horizon_s).unwrap_or(f64::NAN)
}

fn quartic_s() -> f64 {
    meeting_s(dvec3(0.5, 0.012, 0.0), dvec3(-2.3, -0.02, 0.0), dvec3(3.643, 0.05, 0.0), 10.0)
}

fn roll_up_s(away_m: f64) -> f64 {
    meeting_s(dvec3(away_m, 0.0, 0.0), dvec3(-1.0, 0.0, 0.0), dvec3(0.981, 0.0, 0.0), 1.0 / 0.981)
}

/// The time at which a toley that rolls at 1 m/s hits a marble so far away; not a number where it stops before.
fn on_the_ground_s(away_m: f64) -> f64 {
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.1, 0.0), None);
    let roll = [dvec3(-away_m, 0.0, TOLEY_M), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0 / TOLEY_M, 0.0)];
    let played = play(&setup, &[roll, still(dvec3(0.0, 0.0, MARBLE_M))], f64::INFINITY);
    played.first(Kind::Pair, 0, |moment| moment.event.time_s)
}

/// 1 where something happens, 0 where it does not.
fn happens(time_s: f64) -> f64 {
    f64::from(u8::from(time_s.is_finite()))
}

pub(super) const ROWS: &[Row] = &[
    row("D26", "two decelerating bodies: contact, s", QUARTIC, 0.269025, Tolerance::Absolute(1e-6), quartic_s),
    row("D27", "roll-up from 0.52 m: contact, s", ROLL_UP, 0.916027, Tolerance::Absolute(1e-6), || roll_up_s(0.52)),
    row("D27", "roll-up from 0.53 m: hits (1) or stops (0)", ROLL_UP, 0.0, Tolerance::Band, || {
        happens(roll_up_s(0.53))
    }),
    row("D27", "toley on the ground from 0.52 m: contact, s", ROLL_UP, 0.916027, Tolerance::Absolute(1e-6), || {
        on_the_ground_s(0.52)
    }),
    row("D27", "on the ground from 0.53 m: hits (1) or stops (0)", ROLL_UP, 0.0, Tolerance::Band, || {
        happens(on_the_ground_s(0.53))
    }),
    row("D28", "without acceleration: contact, s", ROLL_UP, 0.240072, Tolerance::Absolute(1e-6), || {
        meeting_s(dvec3(0.3, 0.01, 0.0), dvec3(-1.2, 0.0, 0.0), DVec3::ZERO, 1.0)
    }),
];
