//! The ground below a ball that others push: one more contact, hard and damped.
//!
//! `F = K d^1.5 + c d^0.25 d'`, never below 0, for the depth `d`. With `y = (4/5) d^(5/4)` and `v = d'` the motion is
//! that of a linear spring and dashpot, `m v dv/dy = -(5/4) K y - c v`, so that restitution does not depend on speed
//! until the ground is rigid: D. Antypov and J. A. Elliott, "On an analytical solution for the damped Hertzian spring",
//! EPL 94, 50004 (2011); where the force ends before the depth does, T. Schwager and T. Poeschel, "Coefficient of
//! restitution and linear-dashpot model revisited", Granular Matter 9, 465 (2007).
//!
//! The ground is as hard as the balls (assumed: a thin layer of sand lies on hard ground).

use glam::DVec3;

use super::friction::{Friction, Rubbing};
use super::particle::Particle;

/// The share of critical damping is sought up to here; a restitution of 0.001 has 16.
const MOST_DAMPED: f64 = 64.0;

/// The share of critical damping by which a contact has a restitution. The solution of Schwager and Poeschel falls from
/// 1 to 0 as damping grows, so that halving finds it.
pub(in crate::spheres) fn damping(restitution_ratio: f64) -> f64 {
    let rebound = |z: f64| {
        if z < 1.0 {
            let root = (1.0 - z * z).sqrt();
            libm::exp(-z / root * libm::atan2(2.0 * z * root, 2.0 * z * z - 1.0))
        } else {
            let root = (z * z - 1.0).sqrt().max(f64::EPSILON);
            libm::exp(-z / root * libm::log((z + root) / (z - root)))
        }
    };
    let (mut low, mut high) = (0.0, MOST_DAMPED);
    for _ in 0..52 {
        let middle = 0.5 * (low + high);
        if rebound(middle) > restitution_ratio {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// At this depth below the first contact, over the radius, the ground is rigid: 12 micrometres for marbles.
const MOST_DEPTH: f64 = 1.0 / 512.0;

/// The ground below one particle.
#[derive(Clone, Copy, Debug)]
pub(in crate::spheres) struct Floor {
    /// Its place in the list.
    pub(in crate::spheres) particle: u16,
    radius_m: f64,
    /// Height of the centre at which the two just touch, from the island's origin, m.
    rest_m: f64,
    /// `K`, N/m^1.5.
    stiffness: f64,
    /// `c`, kg/(s m^0.25).
    loss: f64,
    inverse_mass_per_kg: f64,
    friction: Friction,
    rubbing: Rubbing,
    /// Whether it pushes: from the step after the first push by another ball.
    acts: bool,
    /// Depth at both ends of the step that is tried, m, and its square root, or 0.
    now_m: f64,
    now_root: f64,
    then_m: f64,
    then_root: f64,
    /// The force that acts in the step that is tried, the one that was found for the next round, and the one that the
    /// step would have had, N.
    force_n: f64,
    next_n: f64,
    wanted_n: f64,
    /// The part of them that is the rigid ground's: found for the next round.
    stop_n: f64,
    /// Those of the last steps, the latest first, N.
    before_n: [f64; 3],
}

impl Floor {
    /// The ground below a ball that touches it where its centre is at `rest_m`, or lower where it is lower already.
    pub(in crate::spheres) fn new(
        particle: u16,
        [at_m, rest_m, radius_m]: [f64; 3],
        stiffness: f64,
        damping_ratio: f64,
        mass_kg: f64,
        friction: Friction,
    ) -> Floor {
        let (inverse_mass_per_kg, rest_m) = (1.0 / mass_kg, rest_m.min(at_m));
        Floor {
            particle,
            radius_m,
            rest_m,
            stiffness,
            loss: 2.0 * damping_ratio * (1.25 * stiffness * mass_kg).sqrt(),
            inverse_mass_per_kg,
            friction,
            rubbing: Rubbing::new(&friction, stiffness, inverse_mass_per_kg),
            acts: false,
            now_m: rest_m - at_m,
            now_root: 0.0,
            then_m: rest_m - at_m,
            then_root: 0.0,
            force_n: 0.0,
            next_n: 0.0,
            wanted_n: 0.0,
            stop_n: 0.0,
            before_n: [0.0; 3],
        }
    }

    /// Whether the ball is in it at either end of the step.
    fn touches(&self) -> bool {
        self.now_m > 0.0 || self.then_m > 0.0
    }

    /// How fast a ball comes out of it that nothing else touches and that goes down so fast now, m/s. It follows the
    /// linear motion in `y`, with `z` the share of critical damping, to where the force ends (own derivation); nothing
    /// where it has ended.
    pub(in crate::spheres) fn rebound_m_s(&self, down_m_s: f64) -> Option<f64> {
        let frequency = (1.25 * self.stiffness * self.inverse_mass_per_kg).sqrt();
        let z = 0.5 * self.loss * self.inverse_mass_per_kg / frequency;
        let (y, v) = (0.8 * self.now_m.max(0.0) * self.now_root.sqrt(), down_m_s / frequency);
        if !self.acts || y + 2.0 * z * v <= 0.0 {
            return None;
        }
        let lean = v + z * y;
        let turned = if z < 1.0 {
            let root = (1.0 - z * z).sqrt();
            (libm::atan2(0.5 / z - z, root) - libm::atan2(-lean, root * y)) / root
        } else {
            let root = (z * z - 1.0).sqrt().max(f64::EPSILON);
            (libm::atanh(root / (z - 0.5 / z)) - libm::atanh(root * y / lean)) / root
        };
        Some(frequency * (v * v + 2.0 * z * v * y + y * y).sqrt() * libm::exp(-z * turned))
    }

    /// Thinks the forces of the steps before on to the next one.
    pub(super) fn begin(&mut self) {
        if !self.acts {
            return;
        }
        let [one_n, two_n, three_n] = self.before_n;
        self.next_n = (3.0 * (one_n - two_n) + three_n).max(0.0);
        (self.then_m, self.then_root) = (self.now_m, self.now_root);
        self.rubbing.begin(self.next_n);
    }

    /// From the centre down to where the two touch in the middle of the step, m.
    fn arm_m(&self) -> DVec3 {
        DVec3::new(0.0, 0.0, 0.5 * (self.now_m + self.then_m).max(0.0) - self.radius_m)
    }

    /// Lets the forces that were found last act.
    pub(super) fn push(&mut self, particles: &mut [Particle]) {
        if !self.acts {
            return;
        }
        self.force_n = self.next_n;
        let rubbing_n = self.rubbing.adopt();
        let push_n = DVec3::new(0.0, 0.0, self.force_n) - rubbing_n;
        particles[usize::from(self.particle)].push(push_n, self.arm_m().cross(rubbing_n));
    }

    /// The forces for where the ball would be after the step.
    pub(super) fn meet(&mut self, particles: &[Particle], step: [f64; 2]) {
        if !self.acts {
            return;
        }
        let particle = &particles[usize::from(self.particle)];
        self.then_m = self.rest_m - particle.next_m.z;
        self.then_root = self.then_m.max(0.0).sqrt();
        if !self.touches() {
            (self.wanted_n, self.next_n, self.stop_n) = (0.0, 0.0, 0.0);
            return self.rubbing.let_go();
        }
        let (law_n, steepness) = self.force(step);
        // a place that is too deep by so much wants so much more force
        let per_m = 2.0 * step[1] * step[1] / self.inverse_mass_per_kg;
        let stop_n = (self.stop_n + (self.then_m - MOST_DEPTH * self.radius_m) * per_m).max(0.0);
        let was_law_n = self.force_n - self.stop_n;
        self.wanted_n = law_n + stop_n;
        self.next_n = stop_n + (was_law_n + (law_n - was_law_n) / (1.0 + steepness)).max(0.0);
        self.stop_n = stop_n;
        if self.wanted_n <= 0.0 || !self.friction.acts() {
            return self.rubbing.let_go();
        }
        let way_m = particle.next_m - particle.position_m;
        let slip_m = way_m + particle.mean_rad_s.cross(self.arm_m()) * step[0];
        let root = 0.5 * (self.now_root + self.then_root);
        self.rubbing.slip(&self.friction, -DVec3::Z, slip_m, root, self.wanted_n, step);
    }

    /// The mean force over a step, N, and what one more newton would change in it: the elastic one is the change of the
    /// energy `(2/5) K d^2.5` over that of the depth, the viscous one that of the law integrated over the step.
    fn force(&self, [dt_s, per_s]: [f64; 2]) -> (f64, f64) {
        let (da, db) = (self.now_m.max(0.0), self.then_m.max(0.0));
        let (ra, rb) = (self.now_root, self.then_root);
        let elastic = match (ra > 0.0, rb > 0.0) {
            // without the cancellation
            (true, true) => 0.4 * (da * da + db * db + ra * rb * (da + db + ra * rb)) / (ra + rb),
            _ => 0.4 * (db * db * rb - da * da * ra) / (self.then_m - self.now_m),
        };
        let viscous = 0.8 * self.loss * (db * rb.sqrt() - da * ra.sqrt()) * per_s;
        let steepness = 0.75 * self.stiffness * rb + self.loss * rb.sqrt() * per_s;
        let force_n = self.stiffness * elastic + viscous;
        (force_n.max(0.0), steepness * (0.5 * dt_s * dt_s) * self.inverse_mass_per_kg)
    }

    pub(super) fn wanted_n(&self) -> f64 {
        self.wanted_n
    }

    pub(super) fn change_n(&self) -> f64 {
        (self.wanted_n - self.force_n).abs()
    }

    pub(super) fn friction_change_n2(&self) -> f64 {
        self.rubbing.change_n2()
    }

    /// How far the elastic contact turns in a step of its own, `(w dt / 2)^2`.
    pub(super) fn turning(&self, dt_s: f64) -> f64 {
        0.375 * self.stiffness * self.then_root * self.inverse_mass_per_kg * (dt_s * dt_s)
    }

    pub(super) fn owes(&self, least_j: f64) -> bool {
        self.rubbing.owes(least_j)
    }

    pub(super) fn forget(&mut self) {
        self.rubbing.forget();
    }

    /// Takes the step. Until another ball pushes, it follows: from where the ball is then it touches, if it is that
    /// deep.
    pub(super) fn commit(&mut self, particles: &[Particle], dt_s: f64) {
        let particle = &particles[usize::from(self.particle)];
        if self.acts {
            let [one_n, two_n, _] = self.before_n;
            self.before_n = [self.force_n, one_n, two_n];
            if self.touches() {
                self.rubbing.commit(self.force_n, dt_s);
            }
            (self.now_m, self.now_root) = (self.then_m, self.then_root);
            return;
        }
        self.rest_m = self.rest_m.min(particle.next_m.z);
        self.now_m = self.rest_m - particle.next_m.z;
        (self.then_m, self.acts) = (self.now_m, particle.is_struck);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::spheres::ball::Ball;

    /// A ball that comes down on the ground alone, followed in steps, and what is thought of it halfway; both over the
    /// speed with which it came.
    fn rebound(restitution_ratio: f64, down_m_s: f64) -> [f64; 2] {
        let ball = Ball::solid(0.006, 2500.0, 0.0, 0.0);
        let mut particles = [Particle::new(0, &ball, DVec3::ZERO, [DVec3::Z * -down_m_s, DVec3::ZERO])];
        let (mass_kg, damping_ratio) = (ball.mass_kg, damping(restitution_ratio));
        let mut floor = Floor::new(0, [0.0, 0.0, 0.006], 4.0e9, damping_ratio, mass_kg, Friction::default());
        (floor.acts, particles[0].is_struck) = (true, true);
        let (dt_s, mut halfway) = (2e-7, None);
        for _ in 0..100_000 {
            floor.begin();
            for _ in 0..60 {
                floor.push(&mut particles);
                particles[0].go(dt_s);
                floor.meet(&particles, [dt_s, 1.0 / dt_s]);
            }
            floor.commit(&particles, dt_s);
            particles[0].commit();
            let up_m_s = particles[0].velocity_m_s.z;
            if halfway.is_none() && up_m_s > -0.5 * down_m_s {
                halfway = floor.rebound_m_s(-up_m_s);
            }
            if floor.rebound_m_s(-up_m_s).is_none() {
                return [up_m_s / down_m_s, halfway.unwrap_or_default() / down_m_s];
            }
        }
        panic!("it stays");
    }

    #[test]
    fn a_ball_comes_back_by_the_restitution_of_the_ground_at_any_speed() {
        for restitution_ratio in [0.02, 0.1, 0.15, 0.4, 0.8, 1.0] {
            for down_m_s in [0.01, 0.1, 0.3] {
                for found in rebound(restitution_ratio, down_m_s) {
                    let off = (found - restitution_ratio).abs();
                    assert!(off < 4e-3, "{found} for {restitution_ratio} at {down_m_s} m/s");
                }
            }
        }
    }
}
