//! Cases of the literature: a measured motion, the rigid limit of a benchmark, measured coefficients put in.
//!
//! Values that could only be read as quoted by others are marked so.

use glam::{DVec3, dvec3};

use super::row::{Basis, Row, Tolerance, row};
use super::stage::{self, TOLEY_M, contact, ground, play, toley};
use crate::kernel::Kind;
use crate::spheres::{Ball, Ground, Setup};

const LOOSE_SAND: &str =
    "rolling friction on loose sand, De Blasio and Saeter, PRE 79, 022301 (2009), as quoted by others";
const OBLIQUE: &str = "Kharaz, Gorham and Salman, Powder Technol. 120, 281 (2001); test 4 of Chung and Ooi, \
     Granular Matter 13, 643 (2011), as quoted by others; rigid-body limit";

const REBOUND: &str = "alumina of 5 mm on glass at 3.9 m/s, measured: Kharaz, Gorham and Salman, Powder Technol. 120, \
     281 (2001), read off the figures of Chung and Ooi, Granular Matter 13, 643 (2011), by the Kratos project";

/// Reading the figure costs up to 0.5 deg, and 0.01 of the friction put in is 1.8 deg at 60 deg.
const ANGLE_DEG: Tolerance = Tolerance::Absolute(2.5);
/// Spin while sliding goes with the friction put in, of which 0.01 is 11 %.
const SPIN: Tolerance = Tolerance::Relative(0.08);

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

/// The way that the point of contact moves after the impact, from the normal, degrees.
fn rebound_deg(angle_deg: f64) -> f64 {
    let [v, w] = oblique(angle_deg);
    libm::atan2(v.x - 2.5e-3 * w.y, v.z).to_degrees()
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

const ROLLED: Tolerance = Tolerance::Relative(1e-3);
const SLID: Tolerance = Tolerance::Relative(5e-3);

/// Rows with published data.
pub const ROWS: &[Row] = &[
    coefficient("roll from 0.9 m/s at mu_r 0.43: way, m", 96.0e-3, || rolled_m(0.43)),
    coefficient("at mu_r 0.50: way, m", 82.6e-3, || rolled_m(0.50)),
    coefficient("0.43 as a couple, mu_r = 0.43 / 1.4: way, m", 134.4e-3, || rolled_m(0.43 / 1.4)),
    coefficient("0.50 as a couple, mu_r = 0.50 / 1.4: way, m", 115.6e-3, || rolled_m(0.50 / 1.4)),
    rigid("alumina on glass at 45 deg: speed along, after over before", 0.81784, tangential_ratio),
    rigid("spin, rad/s", 502.35, || oblique(45.0)[1].y),
    rigid("gross slip above, deg", 32.52, gross_slip_deg),
    measured("alumina on glass at 49.51 deg: angle of the contact point, deg", 30.02, ANGLE_DEG, || rebound_deg(49.51)),
    measured("at 59.90 deg", 49.95, ANGLE_DEG, || rebound_deg(59.90)),
    measured("at 70.46 deg", 66.90, ANGLE_DEG, || rebound_deg(70.46)),
    measured("at 78.86 deg", 78.87, ANGLE_DEG, || rebound_deg(78.86)),
    measured("at 84.78 deg", 85.68, ANGLE_DEG, || rebound_deg(84.78)),
    measured("at 50.24 deg: spin, rad/s", 449.5, SPIN, || oblique(50.24)[1].y),
    measured("at 60.10 deg", 375.7, SPIN, || oblique(60.10)[1].y),
    measured("at 69.96 deg", 243.0, SPIN, || oblique(69.96)[1].y),
    measured("at 78.56 deg", 142.4, SPIN, || oblique(78.56)[1].y),
    measured("at 84.32 deg", 70.6, SPIN, || oblique(84.32)[1].y),
];

const fn coefficient(quantity: &'static str, value: f64, got: fn() -> f64) -> Row {
    row("D7", quantity, LOOSE_SAND, value, ROLLED, got).on(Basis::Coefficient)
}

const fn rigid(quantity: &'static str, value: f64, got: fn() -> f64) -> Row {
    row("D18", quantity, OBLIQUE, value, SLID, got).on(Basis::RigidLimit)
}

const fn measured(quantity: &'static str, value: f64, tolerance: Tolerance, got: fn() -> f64) -> Row {
    row("D38", quantity, REBOUND, value, tolerance, got).on(Basis::Measured)
}
