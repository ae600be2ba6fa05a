//! What hits at one instant make of bodies that share them: one impulse solution, for balls and coins.
//!
//! Pair by pair the outcome would depend on who comes first, and so on the numbering of bodies. Instead all contacts
//! that close at an instant are reflected together, and what closes after that comes next, at the same time: the
//! generalised reflections of B. Smith, D. M. Kaufman, E. Vouga, R. Tamstorf and E. Grinspun, "Reflections on
//! simultaneous impact", ACM Trans. Graph. 31, 106 (2012). A striker between two touching bodies treats both alike,
//! while in a row of touching bodies one contact closes after the other, and the last one leaves (Newton's cradle).
//!
//! Along the normals the impulses `L >= 0` with `w = g - A L <= 0`, `L . w = 0` take all closing speeds `g` away (J. J.
//! Moreau's inelastic impact); `(1 + e) L` is given. Then friction: of all impulses across the normals within Coulomb's
//! bound for `(1 + e) L` those that leave the least energy, times `1 + b0`. Both are convex programs that hold for a
//! single contact what the law of two bodies has. With `L . g = L . A L` the energy changes by `-(1 - e^2) L . g / 2`,
//! and friction can take only; one `e` for all contacts is needed for that.

use glam::DVec3;

use super::mixing::Mixing;
use super::operator::works_j;
use super::order::{Canon, put_in_order};
use super::problem::{Body, Constraint, Rule};
use super::solver::{self, Accuracy};

/// Pairs that meet within this are hits of one instant, s.
pub(crate) const INSTANT_S: f64 = 1e-12;
/// A share of the energy that its rounding hides.
const HIDDEN: f64 = 1.0 / (1u64 << 60) as f64;

/// Restitution along the normal, and across it of a contact that sticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restitution {
    pub(crate) along_ratio: f64,
    pub(crate) across_ratio: f64,
}

/// Contacts that close at one instant and share bodies; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) bodies: Vec<Body>,
    pub(crate) contacts: Vec<Constraint>,
    canon: Canon,
    past: Mixing,
}

impl Group {
    pub(crate) fn for_bodies(n: usize) -> Group {
        Group {
            bodies: Vec::with_capacity(n),
            contacts: Vec::with_capacity(6 * n),
            canon: Canon::for_bodies(n),
            past: Mixing::for_contacts(6 * n, 0),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.contacts.clear();
    }

    /// Takes a body in, unless it is there; gives its place.
    pub(crate) fn body(&mut self, id: u16, make: impl FnOnce() -> Body) -> usize {
        self.bodies.iter().position(|body| body.id == id).unwrap_or_else(|| {
            self.bodies.push(make());
            self.bodies.len() - 1
        })
    }

    /// Whether one of the contacts is with what never moves.
    pub(crate) fn has_fixed(&self) -> bool {
        self.contacts.iter().any(|contact| contact.second.is_none())
    }

    /// The contact of two bodies, or of one and what never moves, by their numbers.
    pub(crate) fn contact_of(&self, ids: [u16; 2]) -> Option<&Constraint> {
        self.contacts.iter().find(|contact| contact.ids(&self.bodies) == ids)
    }

    /// Takes a contact in.
    pub(crate) fn meet(&mut self, contact: Constraint) {
        self.contacts.push(contact.meeting(&self.bodies));
    }

    /// The fastest closing speed, m/s.
    pub(crate) fn fastest_m_s(&self) -> f64 {
        self.contacts.iter().map(Constraint::closing_m_s).fold(0.0, f64::max)
    }

    /// Whether all contacts close slower than their limits, m/s.
    pub(crate) fn is_slow(&self, limit_m_s: impl Fn([u16; 2]) -> f64) -> bool {
        self.contacts.iter().all(|contact| contact.closing_m_s() < limit_m_s(contact.ids(&self.bodies)))
    }

    /// Lets the bodies part as fast as is wanted, and pays for it with their common motion, of whose energy it takes a
    /// share at the most: the energy of all stays as it is.
    pub(crate) fn part(&mut self, most_share: f64) {
        put_in_order(&mut self.bodies, &mut self.contacts, &mut self.canon);
        let mass_kg: f64 = self.bodies.iter().map(|body| 1.0 / body.inverse_mass_per_kg).sum();
        let momentum: DVec3 = self.bodies.iter().map(|body| body.velocity_m_s / body.inverse_mass_per_kg).sum();
        let common_m_s = momentum / mass_kg;
        let common_j = 0.5 * mass_kg * common_m_s.length_squared();
        // impulses do the work P . v, and P . A P / 2 on what they move themselves
        let (closing_j, held_j) = self.solve(Rule::Frictionless);
        let wanted_j = 0.5 * held_j - closing_j;
        let all_j = |body: &Body| 0.5 * body.velocity_m_s.length_squared() / body.inverse_mass_per_kg;
        // what rounding hides costs nothing
        let most_j = (most_share * common_j).max(HIDDEN * self.bodies.iter().map(all_j).sum::<f64>());
        let affordable = |most_j: f64| (closing_j + (closing_j * closing_j + 2.0 * held_j * most_j).sqrt()) / held_j;
        let share = if wanted_j > most_j { affordable(most_j).clamp(0.0, 1.0) } else { 1.0 };
        self.give(Rule::Frictionless, share);
        let taken_j = share * (0.5 * share * held_j - closing_j);
        if taken_j > 0.0 && common_j > taken_j {
            let slower = common_m_s * ((1.0 - taken_j / common_j).sqrt() - 1.0);
            self.bodies.iter_mut().for_each(|body| body.velocity_m_s += slower);
        }
    }

    /// Gives all bodies their impulses; energy that is lost, J.
    pub(crate) fn strike(&mut self, e: Restitution) -> f64 {
        put_in_order(&mut self.bodies, &mut self.contacts, &mut self.canon);
        let (taken_j, held_j) = self.solve(Rule::Frictionless);
        let share = if held_j > 0.0 { taken_j / held_j } else { 0.0 };
        self.give(Rule::Frictionless, share * (1.0 + e.along_ratio));
        let along_j = 0.5 * (1.0 - e.along_ratio * e.along_ratio) * share * taken_j;
        for contact in &mut self.contacts {
            let along_n_s = contact.impulse_n_s.dot(contact.normal);
            contact.bound_n_s = contact.friction_ratio * along_n_s / (1.0 + e.across_ratio);
        }
        let (taken_j, held_j) = self.solve(Rule::Friction);
        let share = if held_j > taken_j { taken_j / held_j } else { 1.0 };
        let given = share * (1.0 + e.across_ratio);
        self.give(Rule::Friction, given);
        along_j + given * (taken_j - 0.5 * given * held_j)
    }

    /// Finds the impulses `P` of a rule; gives `P . g` and `P . A P` for the contact velocities `g` before, J.
    fn solve(&mut self, rule: Rule) -> (f64, f64) {
        let Group { bodies, contacts, past, .. } = self;
        bodies.iter_mut().for_each(|body| body.begin(DVec3::ZERO));
        for contact in contacts.iter_mut() {
            contact.begin(bodies, 0.0, 0.0);
            contact.guess(0.0);
        }
        solver::solve(bodies, contacts, past, rule, Accuracy::HITS);
        works_j(bodies, contacts)
    }

    /// Moves the bodies by a multiple of what was found.
    fn give(&mut self, rule: Rule, share: f64) {
        solver::scale_impulses(&mut self.bodies, &mut self.contacts, rule, share);
        self.contacts.iter_mut().for_each(Constraint::give);
        self.bodies.iter_mut().for_each(Body::adopt);
    }
}
