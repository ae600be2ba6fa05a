//! A ball that is followed.

use glam::DVec3;

use crate::spheres::ball::Ball;

/// A ball that is followed.
#[derive(Clone, Copy, Debug)]
pub(in crate::spheres) struct Particle {
    /// Its number among all bodies.
    pub(in crate::spheres) body: u16,
    mass_kg: f64,
    inertia_kg_m2: f64,
    inverse_mass_per_kg: f64,
    inverse_inertia_per_kg_m2: f64,
    pub(super) radius_m: f64,
    /// Centre, from the island's origin, m.
    pub(in crate::spheres) position_m: DVec3,
    pub(in crate::spheres) velocity_m_s: DVec3,
    pub(in crate::spheres) spin_rad_s: DVec3,
    /// Of its own motion, which it keeps until it is pushed, m/s2 and rad/s2.
    pub(in crate::spheres) own_m_s2: DVec3,
    pub(in crate::spheres) own_rad_s2: DVec3,
    /// When it changes its own motion, in the island's time; infinite once it is pushed, s.
    pub(in crate::spheres) changes_s: f64,
    /// Contacts that it is in, those about to begin among them.
    pub(in crate::spheres) contact_count: u16,
    /// Whether any has pushed it.
    pub(in crate::spheres) is_struck: bool,
    /// What contacts had of it when they first pushed it, with the work of its own motion in that step, J.
    pub(in crate::spheres) brought_j: f64,
    /// At the end of the step that is tried.
    pub(super) next_m: DVec3,
    next_m_s: DVec3,
    next_rad_s: DVec3,
    /// Spin in the middle of the step that is tried, rad/s.
    pub(super) mean_rad_s: DVec3,
    push_n: DVec3,
    turn_n_m: DVec3,
    /// How elastic forces would change its velocity in a step, at both ends of the one that is tried, m/s.
    pub(super) lean_m_s: DVec3,
    pub(super) next_lean_m_s: DVec3,
}

impl Particle {
    pub(in crate::spheres) fn new(
        body: u16,
        ball: &Ball,
        position_m: DVec3,
        [velocity_m_s, spin_rad_s]: [DVec3; 2],
    ) -> Particle {
        let inertia_kg_m2 = ball.inertia_kg_m2();
        Particle {
            body,
            mass_kg: ball.mass_kg,
            inertia_kg_m2,
            inverse_mass_per_kg: 1.0 / ball.mass_kg,
            inverse_inertia_per_kg_m2: 1.0 / inertia_kg_m2,
            radius_m: ball.radius_m,
            position_m,
            velocity_m_s,
            spin_rad_s,
            own_m_s2: DVec3::ZERO,
            own_rad_s2: DVec3::ZERO,
            changes_s: f64::INFINITY,
            contact_count: 0,
            is_struck: false,
            brought_j: 0.0,
            next_m: position_m,
            next_m_s: velocity_m_s,
            next_rad_s: spin_rad_s,
            mean_rad_s: spin_rad_s,
            push_n: DVec3::ZERO,
            turn_n_m: DVec3::ZERO,
            lean_m_s: DVec3::ZERO,
            next_lean_m_s: DVec3::ZERO,
        }
    }

    pub(super) fn inverse_mass_per_kg(&self) -> f64 {
        self.inverse_mass_per_kg
    }

    /// Kinetic energy of translation and rotation, J.
    pub(in crate::spheres) fn energy_j(&self) -> f64 {
        0.5 * (self.mass_kg * self.velocity_m_s.length_squared()
            + self.inertia_kg_m2 * self.spin_rad_s.length_squared())
    }

    /// Notes a force that acts in the step, and a couple that acts against its turning.
    #[inline]
    pub(super) fn push(&mut self, push_n: DVec3, against_n_m: DVec3) {
        self.push_n += push_n;
        self.turn_n_m -= against_n_m;
    }

    /// Follows the pushes of a step that is tried.
    pub(super) fn go(&mut self, dt_s: f64) {
        self.next_m_s = self.velocity_m_s + (self.push_n * self.inverse_mass_per_kg + self.own_m_s2) * dt_s;
        self.next_m = self.position_m + (self.velocity_m_s + self.next_m_s) * (0.5 * dt_s);
        self.next_rad_s = self.spin_rad_s + (self.turn_n_m * self.inverse_inertia_per_kg_m2 + self.own_rad_s2) * dt_s;
        self.mean_rad_s = (self.spin_rad_s + self.next_rad_s) * 0.5;
        (self.push_n, self.turn_n_m, self.next_lean_m_s) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
    }

    /// Turns by a couple that acted in the step, against its turning.
    pub(super) fn turn(&mut self, against_n_m: DVec3, dt_s: f64) {
        self.next_rad_s -= against_n_m * (self.inverse_inertia_per_kg_m2 * dt_s);
    }

    /// Notes an elastic force of the step, times a time.
    pub(super) fn lean(&mut self, leaning_n_s: DVec3) {
        self.next_lean_m_s += leaning_n_s * self.inverse_mass_per_kg;
    }

    /// Is pushed in the step that is about to be taken; the first time its own motion ends with that step.
    pub(super) fn strike(&mut self, dt_s: f64) {
        if self.is_struck {
            return;
        }
        let along = self.mass_kg * self.own_m_s2.dot(self.velocity_m_s + self.next_m_s);
        let round = self.inertia_kg_m2 * self.own_rad_s2.dot(self.spin_rad_s + self.next_rad_s);
        self.brought_j = self.energy_j() + (along + round) * (0.5 * dt_s);
        (self.is_struck, self.changes_s) = (true, f64::INFINITY);
        (self.own_m_s2, self.own_rad_s2) = (DVec3::ZERO, DVec3::ZERO);
    }

    pub(super) fn commit(&mut self) {
        (self.position_m, self.velocity_m_s) = (self.next_m, self.next_m_s);
        (self.spin_rad_s, self.lean_m_s) = (self.next_rad_s, self.next_lean_m_s);
    }

    /// Goes back to a share of the step of `taken_s` that it has taken, between what it was and is.
    pub(in crate::spheres) fn cut(&mut self, was: &Particle, share: f64, taken_s: f64) {
        let gained_m_s = (self.velocity_m_s - was.velocity_m_s) * share;
        self.velocity_m_s = was.velocity_m_s + gained_m_s;
        self.position_m = was.position_m + (was.velocity_m_s + gained_m_s * 0.5) * (share * taken_s);
        self.spin_rad_s = was.spin_rad_s.lerp(self.spin_rad_s, share);
    }
}
