//! The search for the impulses of all contacts at once.

use super::mixing::Mixing;
use super::operator::{apply, works_j};
use super::problem::{Body, Constraint, LITTLE, Rule};
use super::rules::Pace;

/// Steps that are made at the most; what still closes after a hit then is a hit of the same instant, and resting forces
/// hold for a shorter time step.
const MOST_STEPS: usize = 1024;
/// A change of an impulse below this share of the largest momentum is rounding.
const ROUNDING: f64 = 1.0 / (1u64 << 50) as f64;

/// How close a search comes to the solution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Accuracy {
    /// A solution is found when nothing closes faster than is allowed by more than this share of the fastest.
    found: f64,
    /// What else is off counts by this share: forces of contacts that hold each other may be off for long without
    /// moving anything.
    slack: f64,
    /// What friction holds creeps by this share of the speed that it keeps away, else contacts that hold each other
    /// would not agree on their forces.
    pub(crate) creep: f64,
}

impl Accuracy {
    /// Of hits: to rounding.
    pub(crate) const HITS: Accuracy = Accuracy { found: 1.0 / (1u64 << 48) as f64, slack: 1.0, creep: 0.0 };
    /// Of resting contacts.
    pub(crate) const RESTING: Accuracy =
        Accuracy { found: 1.0 / (1u64 << 27) as f64, slack: 1.0 / (1u64 << 10) as f64, creep: 1.0 / 1024.0 };
    /// Of what only tells how long forces hold.
    pub(crate) const ROUGH: Accuracy = Accuracy { found: 1.0 / (1u64 << 12) as f64, ..Accuracy::RESTING };
    /// Of what hardly moves: it must not creep on where friction would hold it.
    pub(crate) const FINE: Accuracy = Accuracy { creep: 1.0 / (1u64 << 16) as f64, ..Accuracy::RESTING };
}

/// Finds the impulses of all contacts, by projected gradients: every contact makes its step at the same time, as long
/// as is safe if bodies are split evenly among their contacts (R. Tonge, F. Benevolenski and A. Voroshilov, "Mass
/// splitting for jitter-free parallel rigid body simulation", ACM Trans. Graph. 31, 105 (2012)), and the next begins
/// ahead of it ([`Mixing`]). No sweep goes from contact to contact: their order tells in rounding only. The impulse
/// along the normal that bounds friction is that of the same step. Gives the steps that it took, each as many times as
/// there are contacts.
pub(crate) fn solve(
    bodies: &mut [Body],
    contacts: &mut [Constraint],
    past: &mut Mixing,
    rule: Rule,
    accuracy: Accuracy,
) -> u64 {
    let Accuracy { found, slack, creep } = accuracy;
    let pace =
        Pace { rule, creep, least_m_s: found * fastest_m_s(bodies), least_n_s: ROUNDING * momentum_n_s(bodies), slack };
    let (mut steps, mut is_plain) = (0, true);
    past.begin(contacts);
    while steps < MOST_STEPS {
        steps += 1;
        apply(bodies, contacts, rule);
        let mut is_near = true;
        for contact in contacts.iter_mut() {
            is_near = contact.step(bodies, &pace, is_near);
        }
        // one step from where nothing leads ahead tells
        if is_near && is_plain {
            break;
        }
        if is_near {
            is_plain = true;
            contacts.iter_mut().for_each(Constraint::rest);
        } else {
            is_plain = !past.lead(contacts);
        }
    }
    put(bodies, contacts, rule);
    (steps * contacts.len()) as u64
}

/// Lets the bodies have the impulses that were found.
fn put(bodies: &mut [Body], contacts: &mut [Constraint], rule: Rule) {
    contacts.iter_mut().for_each(Constraint::rest);
    apply(bodies, contacts, rule);
}

/// Leaves out the impulses that change no speed by more than this.
pub(crate) fn drop_small_impulses(bodies: &mut [Body], contacts: &mut [Constraint], rule: Rule, least_m_s: f64) {
    for contact in contacts.iter_mut() {
        if contact.most_m_s(bodies) <= least_m_s {
            contact.guess(0.0);
        }
    }
    put(bodies, contacts, rule);
}

/// Gives only a share of the impulses.
pub(crate) fn scale_impulses(bodies: &mut [Body], contacts: &mut [Constraint], rule: Rule, share: f64) {
    contacts.iter_mut().for_each(|contact| contact.guess(share));
    put(bodies, contacts, rule);
}

/// Which share of the impulses of a hit leaves the bodies with no more energy than they had: all, or less if that
/// would give some.
pub(crate) fn energy_safe_share(bodies: &[Body], contacts: &[Constraint]) -> f64 {
    let (taken_j, held_j) = works_j(bodies, contacts);
    if taken_j < 0.5 * held_j { (taken_j / held_j).max(0.0) } else { 1.0 }
}

/// The fastest that anything goes, m/s.
pub(crate) fn fastest_m_s(bodies: &[Body]) -> f64 {
    bodies.iter().map(Body::reach_m_s).fold(0.0, f64::max)
}

/// The largest momentum of a body as fast as its fastest point, N s.
fn momentum_n_s(bodies: &[Body]) -> f64 {
    bodies.iter().map(|body| body.reach_m_s() / body.inverse_mass_per_kg).fold(0.0, f64::max)
}

/// Whether the impulses give the bodies energy in a time step, by more than rounding.
pub(crate) fn gain(bodies: &[Body], contacts: &[Constraint]) -> bool {
    let (mut work_j, mut size_n_s) = (0.0, 0.0);
    for contact in contacts {
        let mean_m_s = (contact.before_m_s + contact.after_m_s(bodies)) * 0.5;
        let mean_rad_s = (contact.before_rad_s + bodies[contact.first].next_rad_s) * 0.5;
        work_j += contact.turn_n_m_s.dot(mean_rad_s) - contact.push_n_s.dot(mean_m_s);
        size_n_s += contact.push_n_s.length();
    }
    work_j > LITTLE * fastest_m_s(bodies) * size_n_s
}
