//! A hit of two balls alone that takes time, in closed form: along which normal it acts, and where it leaves them.
//!
//! While the two touch, the line of their centres turns by `vt t / (Ri + Rj)`, `vt` the velocity across it of one
//! centre against the other. A force that is as strong before as after its middle acts as if along the normal of the
//! middle, `n' ~ (Ri + Rj) n - vt T / 2`; along that they close more slowly than along the first one, by
//! `c T / 2` with `c = vt^2 / (Ri + Rj)`, what the turning drives them apart meanwhile (own derivation).
//!
//! When the hit is over the centre of mass has moved on by `T` and the two touch still, along the image of the first
//! normal in that of the middle, less what friction has taken from `vt`. In the air what that leaves of the angular
//! momentum, some 1e-5 of it, goes into their spins where the hit loses enough energy for it, and both have fallen
//! meanwhile. Balls on the ground do not leave its plane: it answers at the end. A hit takes no time, and acts along
//! its first normal, where one of two alone is on the ground and is not pressed into it, where balls lie on others,
//! where contacts last or have lasted between balls that nobody has seen apart since, and where anything else happens
//! before it is over or at the same instant.

use glam::DVec3;

use super::ball::Ball;
use super::body::Body;
use super::hertz::Course;
use super::setup::Setup;
use super::told::{Knot, Told};
use super::touch::along_ground_m;

/// How long an elastic hit lasts that begins with unit speed: `x'' = -x^1.5`.
const LASTING_UNITS: f64 = 3.218_065_322_8;

/// How two that hit each other alone part again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lone {
    /// Speed of separation over closing speed.
    pub(super) restitution_ratio: f64,
    /// How long it takes, s; 0 where it is instantaneous.
    pub(super) duration_s: f64,
}

impl Lone {
    pub(super) fn instantaneous(restitution_ratio: f64) -> Lone {
        Lone { restitution_ratio, duration_s: 0.0 }
    }

    /// By the course of a hit without any turning, `n` the normal as it begins.
    pub(super) fn new(balls: [&Ball; 2], bodies: [&Body; 2], n: DVec3, closing_m_s: f64, course: &Course) -> Lone {
        let across_m_s = across(bodies, n);
        let apart_m_s2 = across_m_s.length_squared() / (balls[0].radius_m + balls[1].radius_m);
        let unit_s = course.duration_s / LASTING_UNITS;
        let duration_s = unit_s * lasting(apart_m_s2 * unit_s / closing_m_s);
        Lone { restitution_ratio: course.restitution_ratio, duration_s }
    }

    /// The normal of the middle, and the speed at which two close along it, m/s.
    pub(super) fn middle(&self, balls: [&Ball; 2], [one, two]: [&Body; 2], n: DVec3, closing_m_s: f64) -> (DVec3, f64) {
        if self.duration_s == 0.0 {
            return (n, closing_m_s);
        }
        let touch_m = balls[0].radius_m + balls[1].radius_m;
        let middle = (n * touch_m - across([one, two], n) * (0.5 * self.duration_s)).normalize();
        (middle, (one.velocity_m_s - two.velocity_m_s).dot(middle))
    }

    /// Brings two to the end of their hit, of which `first` and `middle` were the normals, and whose velocities are
    /// those after it and were `before_m_s`; gives the height that they have gained, as energy, J.
    pub(super) fn end(
        &self,
        setup: &Setup,
        balls: [&Ball; 2],
        [one, two]: [&mut Body; 2],
        before_m_s: [DVec3; 2],
        [first, middle]: [DVec3; 2],
    ) -> f64 {
        let along_m = along_ground_m(balls, one, two).map(|(along_m, _)| along_m);
        let level = |v: DVec3| if along_m.is_some() { DVec3::new(v.x, v.y, 0.0) } else { v };
        let masses_kg = balls.map(|ball| ball.mass_kg);
        let shares = masses_kg.map(|kg| kg / (masses_kg[0] + masses_kg[1]));
        let changes_m_s = [one.velocity_m_s - before_m_s[0], two.velocity_m_s - before_m_s[1]];
        let parted_m_s = changes_m_s[1] - changes_m_s[0];
        let rubbed_m_s = parted_m_s - middle * parted_m_s.dot(middle);
        let touch_m = along_m.unwrap_or(balls[0].radius_m + balls[1].radius_m);
        // the image of the first normal, turned by what friction has taken; of unlike balls on the ground that part,
        // some 1e-3 of a turn, is too large by (Ri + Rj) / 2 sqrt(Ri Rj)
        let last = middle * (2.0 * middle.dot(first)) - first + rubbed_m_s * (0.5 * self.duration_s / touch_m);
        let last = level(last).normalize();
        if along_m.is_none() {
            let relative_m_s = [before_m_s[1] - before_m_s[0], two.velocity_m_s - one.velocity_m_s];
            let along_kg = masses_kg[0] * shares[1];
            // what the place at the end and friction at the middle leave of the angular momentum
            let kept_m_s = first.cross(relative_m_s[0]) + middle.cross(rubbed_m_s) - last.cross(relative_m_s[1]);
            let [before, after] = relative_m_s.map(|relative_m_s| relative_m_s.dot(middle));
            let lost_m2_s2 = before * before - after * after;
            turn(balls, [&mut *one, &mut *two], kept_m_s * (along_kg * touch_m), 0.5 * along_kg * lost_m2_s2);
        }
        let moved_m = last * touch_m - level(two.position_m - one.position_m);
        let both_m_s = level(before_m_s[0] * shares[0] + before_m_s[1] * shares[1]);
        let fallen_m_s = if along_m.is_some() { 0.0 } else { setup.ground.gravity_m_s2 * self.duration_s };
        let both_m = (both_m_s - DVec3::Z * (0.5 * fallen_m_s)) * self.duration_s;
        let (first_m, second_m) = (both_m - moved_m * shares[1], both_m + moved_m * shares[0]);
        one.position_m += first_m;
        two.position_m += second_m;
        for body in [one, two] {
            body.velocity_m_s.z -= fallen_m_s;
            body.time_s += self.duration_s;
        }
        setup.ground.gravity_m_s2 * (masses_kg[0] * first_m.z + masses_kg[1] * second_m.z)
    }

    /// Tells who films how two came to the end of their hit.
    #[cold]
    pub(super) fn tell(&self, ids: [usize; 2], before: &[Body; 2], after: [&Body; 2], told: &mut Vec<Told>) {
        for ((i, was), is) in ids.into_iter().zip(before).zip(after) {
            let knot = |body: &Body, velocity_m_s| {
                let Body { position_m, spin_rad_s, time_s, .. } = *body;
                Told::Pushed(i as u16, Knot { time_s, position_m, velocity_m_s, spin_rad_s })
            };
            told.extend([knot(was, was.velocity_m_s), knot(is, is.velocity_m_s), Told::Free(i as u16, *is)]);
        }
    }
}

/// Gives two balls an angular momentum, kg m2/s, by equal changes of their spins, unless that took more energy than
/// there is to spend, J.
fn turn(balls: [&Ball; 2], bodies: [&mut Body; 2], momentum: DVec3, most_j: f64) {
    let inertias = balls.map(Ball::inertia_kg_m2);
    let rad_s = momentum / (inertias[0] + inertias[1]);
    let spins = bodies.each_ref().map(|body| body.spin_rad_s);
    let work_j = 0.5 * momentum.dot(rad_s) + inertias[0] * spins[0].dot(rad_s) + inertias[1] * spins[1].dot(rad_s);
    if work_j <= most_j {
        bodies.into_iter().for_each(|body| body.spin_rad_s += rad_s);
    }
}

/// The velocity of the first centre against the second, across a normal, m/s.
fn across([one, two]: [&Body; 2], n: DVec3) -> DVec3 {
    let relative_m_s = one.velocity_m_s - two.velocity_m_s;
    relative_m_s - n * relative_m_s.dot(n)
}

/// How long a hit `x'' = -x^1.5 - k` lasts that begins with `x = 0`, `x' = 1`: `1 / (k/2 + u)`, where `u` falls from
/// its value without `k` with the known slope there and as `k^-1.5` in the end. Within 1.5 % of integration, and below
/// `2 / k`, so that the two close along the normal of the middle too.
fn lasting(k: f64) -> f64 {
    let base = 1.0 + k * (0.8 + 1.14 * (k / (k + 1.2)));
    1.0 / (0.5 * k + 1.0 / (LASTING_UNITS * (base * base.sqrt())))
}
