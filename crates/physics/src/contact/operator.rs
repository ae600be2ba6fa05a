//! The operator of the contact problem: how impulses change bodies, `M^-1 J'`, how bodies move at contacts, `J`, and
//! how easily contacts yield, a bound for `J M^-1 J'`.

use glam::DVec3;

use super::problem::{Body, Constraint, Rule};

impl Constraint {
    /// Counts it at its bodies.
    pub(super) fn count(&self, bodies: &mut [Body]) {
        let turns = if self.has_couples() { 2.0 } else { 1.0 };
        for (slot, radius_m) in [Some(self.first), self.second].into_iter().zip(self.radii_m) {
            let Some(body) = slot.map(|slot| &mut bodies[slot]) else { continue };
            body.push_count += 1.0;
            body.turn_count += turns;
            body.radius_m = body.radius_m.max(radius_m);
        }
    }

    /// Finds out how easily it yields, once it and all others are counted.
    pub(super) fn weigh(&mut self, bodies: &[Body]) {
        (self.along_per_kg, self.across_per_kg) = (0.0, 0.0);
        for (slot, radius_m) in [Some(self.first), self.second].into_iter().zip(self.radii_m) {
            let Some(body) = slot.map(|slot| &bodies[slot]) else { continue };
            let along = body.push_count * body.inverse_mass_per_kg;
            self.along_per_kg += along;
            self.across_per_kg += along + body.turn_count * body.inverse_inertia * radius_m * radius_m;
        }
        self.turning_ease = bodies[self.first].turn_count * bodies[self.first].inverse_inertia;
        let couples = if self.has_couples() { (self.rolling_m + self.drilling_m) / self.radii_m[0] } else { 0.0 };
        self.bound_per_kg = (self.friction_ratio + couples) * self.across_per_kg;
    }

    /// By how much its impulses change the speed of any point of its bodies at the most, m/s.
    pub(super) fn most_m_s(&self, bodies: &[Body]) -> f64 {
        let change = |slot: usize, radius_m: f64| {
            let body = &bodies[slot];
            let turn = self.push_n_s.length() * radius_m + self.turn_n_m_s.length();
            self.push_n_s.length() * body.inverse_mass_per_kg + turn * radius_m * body.inverse_inertia
        };
        let two_m_s = self.second.map_or(0.0, |second| change(second, self.radii_m[1]));
        change(self.first, self.radii_m[0]).max(two_m_s)
    }

    /// Velocity of the first contact point against the second, m/s.
    pub(super) fn velocity_m_s(&self, bodies: &[Body], of: impl Fn(&Body) -> (DVec3, DVec3)) -> DVec3 {
        let (v, w) = of(&bodies[self.first]);
        let (v2, w2) = self.second.map_or((DVec3::ZERO, DVec3::ZERO), |second| of(&bodies[second]));
        (v - v2) + (w * self.radii_m[0] + w2 * self.radii_m[1]).cross(self.normal)
    }

    /// The same with the impulses.
    pub(super) fn after_m_s(&self, bodies: &[Body]) -> DVec3 {
        self.velocity_m_s(bodies, |body| (body.next_m_s, body.next_rad_s))
    }

    /// How fast the two part, m/s.
    pub(crate) fn parting_m_s(&self, bodies: &[Body]) -> f64 {
        let two_m_s = self.second.map_or(DVec3::ZERO, |second| bodies[second].velocity_m_s);
        (two_m_s - bodies[self.first].velocity_m_s).dot(self.normal)
    }
}

/// What the impulses make of the bodies: `v + M^-1 J' P`.
pub(super) fn apply(bodies: &mut [Body], contacts: &[Constraint], rule: Rule) {
    for body in bodies.iter_mut() {
        (body.push_n_s, body.turn_n_m_s) = (DVec3::ZERO, DVec3::ZERO);
    }
    let rubs = rule.rubs();
    for contact in contacts {
        let turn = if rubs { contact.normal.cross(contact.ahead_n_s) } else { DVec3::ZERO };
        let one = &mut bodies[contact.first];
        one.push_n_s -= contact.ahead_n_s;
        one.turn_n_m_s += contact.ahead_n_m_s - turn * contact.radii_m[0];
        if let Some(second) = contact.second {
            let two = &mut bodies[second];
            two.push_n_s += contact.ahead_n_s;
            two.turn_n_m_s -= turn * contact.radii_m[1];
        }
    }
    for body in bodies {
        body.next_m_s = body.free_m_s + body.push_n_s * body.inverse_mass_per_kg;
        body.next_rad_s = body.spin_rad_s + body.turn_n_m_s * body.inverse_inertia;
    }
}

/// What the impulses take by the velocities before them, `P . u`, and what they hold themselves, `P . A P`, J: a
/// share `s` of them takes `s P . u - s^2 P . A P / 2` of the energy.
pub(super) fn works_j(bodies: &[Body], contacts: &[Constraint]) -> (f64, f64) {
    let taken = |c: &Constraint| c.push_n_s.dot(c.before_m_s) - c.turn_n_m_s.dot(c.before_rad_s);
    let held = |body: &Body| {
        body.inverse_mass_per_kg * body.push_n_s.length_squared()
            + body.inverse_inertia * body.turn_n_m_s.length_squared()
    };
    (contacts.iter().map(taken).sum(), bodies.iter().map(held).sum())
}
