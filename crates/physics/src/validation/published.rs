//! Published measurements and benchmark cases.
//!
//! Values that could only be read as quoted by others are marked so.

use glam::{DVec3, dvec3};

use super::row::{Row, Tolerance, row};
use super::stage::{self, TOLEY_M, contact, ground, play, toley};
use crate::kernel::Kind;
use crate::spheres::{Ball, Ground, Setup};

const LOOSE_SAND: &str =
    "rolling friction on loose sand, De Blasio and Saeter, PRE 79, 022301 (2009), as quoted by others";
const OBLIQUE: &str = "Kharaz, Gorham and Salman, Powder Technol. 120, 281 (2001); test 4 of Chung and Ooi, \
     Granular Matter 13, 643 (2011), as quoted by others; rigid-body limit";

/// How far a toley of 0.9 m/s rolls, m.
fn rolled_m(rolling_friction_ratio: f64) -> f64 {
    let setup = Setup::new(vec![Ball { rolling_friction_ratio, ..toley() }], ground(), contact(0.95, 0.1, 0.0), None);
    let roll = [dvec3(0.0, 0.0, TOLEY_M), dvec3(0.9, 0.0, 0.0), dvec3(0.0, 0.9 / TOLEY_M, 0.0)];
    play(&setup, &[roll], f64::INFINITY).bodies[0].position_m.x
}

/// A ball of alumina of 2.5 mm radius on a plane of glass at 3.9 m/s, at an angle from the normal: velocity and spin
/// after.
fn oblique(angle_deg: f64) -> [DVec3; 2] {
    const RADIUS_M: f64 = 2.5e-3;
    let ball = Ball::solid(RADIUS_M, 4000.0, 0.092, 0.0);
    let plane = Ground { restitution_ratio: 0.98, settle_speed_m_s: 0.0, ..ground() };
    let setup = Setup::new(vec![ball], plane, contact(1.0, 0.0, 0.0), None);
    let (sin, cos) = libm::sincos(angle_deg.to_radians());
    let played = play(&setup, &[[dvec3(0.0, 0.0, RADIUS_M), dvec3(sin, 0.0, -cos) * 3.9, DVec3::ZERO]], 1e-9);
    let of = |number: fn(&stage::Moment) -> f64| played.first(Kind::Ground, 0, number);
    [
        dvec3(of(|moment| moment.bodies[0].velocity_m_s.x), 0.0, of(|moment| moment.bodies[0].velocity_m_s.z)),
        dvec3(0.0, of(|moment| moment.bodies[0].spin_rad_s.y), 0.0),
    ]
}

/// Speed along the plane after over before.
fn tangential_ratio() -> f64 {
    oblique(45.0)[0].x / (3.9 * libm::sin(45f64.to_radians()))
}

/// Angle above which the ball slides through the whole impact, degrees.
fn gross_slip_deg() -> f64 {
    stage::turning_point(10.0, 60.0, |angle_deg| {
        let [v, w] = oblique(angle_deg);
        v.x - 2.5e-3 * w.y > 1e-12
    })
}

/// Rows with published data.
pub const ROWS: &[Row] = &[
    row("D7", "roll from 0.9 m/s at mu_r 0.43: way, m", LOOSE_SAND, 96.0e-3, Tolerance::Relative(1e-3), || {
        rolled_m(0.43)
    }),
    row("D7", "at mu_r 0.50: way, m", LOOSE_SAND, 82.6e-3, Tolerance::Relative(1e-3), || rolled_m(0.50)),
    row("D7", "0.43 as a couple, mu_r = 0.43 / 1.4: way, m", LOOSE_SAND, 134.4e-3, Tolerance::Relative(1e-3), || {
        rolled_m(0.43 / 1.4)
    }),
    row("D7", "0.50 as a couple, mu_r = 0.50 / 1.4: way, m", LOOSE_SAND, 115.6e-3, Tolerance::Relative(1e-3), || {
        rolled_m(0.50 / 1.4)
    }),
    row(
        "D18",
        "alumina on glass at 45 deg: speed along, after over before",
        OBLIQUE,
        0.81784,
        Tolerance::Relative(5e-3),
        tangential_ratio,
    ),
    row("D18", "spin, rad/s", OBLIQUE, 502.35, Tolerance::Relative(5e-3), || oblique(45.0)[1].y),
    row("D18", "gross slip above, deg", OBLIQUE, 32.52, Tolerance::Relative(5e-3), gross_slip_deg),
];
