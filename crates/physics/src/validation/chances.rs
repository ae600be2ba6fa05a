//! Chances of a shot with a scattering aim, and what no impact may change.

use glam::{DVec3, dvec3};

use super::row::{Row, Tolerance, places, row};
use super::stage::{self, MARBLE_M, TOLEY_M, Thrown, contact, free, ground, marble, play, still, toley};
use crate::kernel::Kind;
use crate::spheres::{Ball, Body, Setup};

const AIM: &str = "geometry, asin(D / 0.9144 m), and the normal distribution with a standard deviation of 1 degree";
const KEPT: &str = "mechanics: elastic impacts without friction keep energy, momentum and angular momentum";
const TURNED: &str = "mechanics: no direction is special";

/// Half the angle in which a rolling toley hits a marble at 0.9144 m, degrees.
fn half_angle_deg() -> f64 {
    let setup = Setup::new(vec![toley(), marble()], ground(), contact(0.95, 0.1, 0.0), None);
    stage::turning_point(2.0, 0.5, |aim_deg| {
        let (sin, cos) = libm::sincos(aim_deg.to_radians());
        let roll = dvec3(-sin, cos, 0.0) * (2.0 / TOLEY_M);
        let start = [dvec3(-0.9144, 0.0, TOLEY_M), dvec3(cos, sin, 0.0) * 2.0, roll];
        let played = play(&setup, &[start, still(dvec3(0.0, 0.0, MARBLE_M))], 1.0);
        played.first(Kind::Pair, 0, |moment| moment.event.time_s).is_finite()
    })
}

/// Six balls that fly at each other without a ground, elastic and smooth.
fn crowd() -> (Setup, Vec<Thrown>) {
    let balls = (0..6).map(|i| if i % 2 == 0 { toley() } else { marble() }).collect();
    let places = [[0.0, 0.001, 0.002], [0.031, -0.004, 0.007], [0.058, 0.006, -0.003]];
    let far = [[0.093, -0.002, 0.004], [0.121, 0.005, -0.006], [0.148, 0.0, 0.001]];
    let thrown = places.into_iter().chain(far).enumerate().map(|(i, at)| {
        let (at_m, i) = (DVec3::from_array(at), i as f64);
        [at_m, at_m * -8.0 + dvec3(0.6, 0.0, 0.0), dvec3(20.0 - 7.0 * i, 5.0 * i, -3.0 * i)]
    });
    (Setup::new(balls, free(), contact(1.0, 0.0, 0.0), None), thrown.collect())
}

/// What bodies hold together: momentum, kg m/s, angular momentum, kg m2/s, and energy, J.
fn sums(balls: &[Ball], bodies: &[Body]) -> (DVec3, DVec3, f64) {
    let (mut p, mut l, mut e) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    for (body, ball) in bodies.iter().zip(balls) {
        p += body.velocity_m_s * ball.mass_kg;
        l += body.position_m.cross(body.velocity_m_s) * ball.mass_kg + body.spin_rad_s * ball.inertia_kg_m2();
        e += body.kinetic_energy_j(ball);
    }
    (p, l, e)
}

/// How much the crowd's energy, momentum and angular momentum change in its impacts, each over its start.
fn changes() -> [f64; 3] {
    let (setup, thrown) = crowd();
    let before = sums(setup.balls(), &play(&setup, &thrown, 0.0).bodies);
    let played = play(&setup, &thrown, 1.0);
    // a crowd that does not meet shows nothing
    if played.moments.len() < 4 {
        return [f64::NAN; 3];
    }
    let after = sums(setup.balls(), &played.bodies);
    let share = |after: DVec3, before: DVec3| (after - before).length() / before.length();
    [(after.2 - before.2).abs() / before.2, share(after.0, before.0), share(after.1, before.1)]
}

/// How far the crowd's end is from the image of the end of its image, m.
fn image_error_m(vector: fn(DVec3) -> DVec3, axial: fn(DVec3) -> DVec3) -> f64 {
    let (setup, thrown) = crowd();
    let image: Vec<Thrown> = thrown.iter().map(|&[x, v, w]| [vector(x), vector(v), axial(w)]).collect();
    let (one, two) = (play(&setup, &thrown, 0.3), play(&setup, &image, 0.3));
    let errors = one.bodies.iter().zip(&two.bodies).map(|(a, b)| (vector(a.position_m) - b.position_m).length());
    errors.fold(0.0, f64::max)
}

fn mirror_error_m() -> f64 {
    image_error_m(|v| dvec3(v.x, -v.y, v.z), |w| dvec3(-w.x, w.y, -w.z))
}

/// A turn about an axis that is none of the world's: sines and cosines 3/5 and 4/5, about z and then about x.
fn turned(v: DVec3) -> DVec3 {
    let v = dvec3(0.8 * v.x - 0.6 * v.y, 0.6 * v.x + 0.8 * v.y, v.z);
    dvec3(v.x, 0.8 * v.y - 0.6 * v.z, 0.6 * v.y + 0.8 * v.z)
}

const SMALL: Tolerance = Tolerance::Absolute(1e-9);

pub(super) const ROWS: &[Row] = &[
    row("D33", "half angle of a hit at 0.9144 m, deg", AIM, 0.97467, places(5), half_angle_deg),
    row("D33", "chance of a hit, aim scattering by 1 deg", AIM, 0.67028, places(5), || {
        libm::erf(half_angle_deg() / std::f64::consts::SQRT_2)
    }),
    row("D34", "six elastic balls: change of energy, share", KEPT, 0.0, SMALL, || changes()[0]),
    row("D34", "change of momentum, share", KEPT, 0.0, SMALL, || changes()[1]),
    row("D34", "change of angular momentum, share", KEPT, 0.0, SMALL, || changes()[2]),
    row("D34", "mirrored: difference, m", TURNED, 0.0, Tolerance::Band, mirror_error_m),
    row("D34", "turned about an oblique axis: difference, m", TURNED, 0.0, SMALL, || image_error_m(turned, turned)),
];
