//! The search for the impulses of all contacts at once.

use glam::DVec3;

use super::super::member::Member;
use super::{Ahead, FOUND, LITTLE, MOST_STEPS, Pace, ROUGHLY, Rule, Touch};

/// What the impulses make of the members.
fn apply(members: &mut [Member], touches: &[Touch]) {
    for member in members.iter_mut() {
        (member.next_m_s, member.next_rad_s) = (DVec3::ZERO, DVec3::ZERO);
    }
    for touch in touches {
        let turn = touch.normal.cross(touch.ahead_n_s);
        let one = &mut members[touch.first];
        one.next_m_s -= touch.ahead_n_s;
        one.next_rad_s += touch.ahead_n_m_s - turn * touch.radii_m[0];
        if let Some(second) = touch.second {
            let two = &mut members[second];
            two.next_m_s += touch.ahead_n_s;
            two.next_rad_s -= turn * touch.radii_m[1];
        }
    }
    for member in members {
        member.next_m_s = member.free_m_s + member.next_m_s * member.ease_per_kg;
        member.next_rad_s = member.spin_rad_s + member.next_rad_s * member.turning_ease;
    }
}

/// Finds the impulses of all contacts, by projected gradients that begin ahead of where the last step ended
/// ([`Ahead`]). The impulse along the normal that bounds friction is that of the same step. Gives the steps that it
/// took, each as many times as there are contacts.
pub(in crate::spheres::lasting) fn solve(
    members: &mut [Member],
    touches: &mut [Touch],
    past: &mut Ahead,
    rule: Rule,
    creep: f64,
) -> u64 {
    let found = if rule == Rule::Rough { ROUGHLY } else { FOUND };
    let (least_m_s, mut is_plain) = (found * fastest_m_s(members), true);
    let mut steps = 0;
    past.begin(touches);
    while steps < MOST_STEPS {
        steps += 1;
        apply(members, touches);
        let pace = Pace { rule, creep, least_m_s };
        let mut is_near = true;
        for touch in touches.iter_mut() {
            touch.step(members, &pace, &mut is_near);
        }
        // one step from where nothing leads ahead tells
        if is_near && is_plain {
            break;
        }
        if is_near {
            is_plain = true;
            rest(touches);
        } else {
            is_plain = !past.lead(touches);
        }
    }
    rest(touches);
    apply(members, touches);
    flatten(members, touches);
    (steps * touches.len()) as u64
}

/// Keeps on the ground what it bears, and above it what it does not.
fn flatten(members: &mut [Member], touches: &[Touch]) {
    for touch in touches.iter().filter(|touch| touch.second.is_none()) {
        let member = &mut members[touch.first];
        member.next_m_s.z = match touch.allowed_m_s == 0.0 && touch.presses() && member.velocity_m_s.z == 0.0 {
            true => 0.0,
            false => member.next_m_s.z.max(-touch.allowed_m_s),
        };
    }
}

/// Leaves out the impulses of a hit that change no speed by more than this.
pub(in crate::spheres::lasting) fn temper(members: &mut [Member], touches: &mut [Touch], least_m_s: f64) {
    for touch in touches.iter_mut() {
        if touch.most_m_s(members) <= least_m_s {
            (touch.push_n_s, touch.turn_n_m_s) = (DVec3::ZERO, DVec3::ZERO);
        }
    }
    rest(touches);
    apply(members, touches);
}

/// Which share of the impulses of a hit leaves the members with no more energy than they had: all, or less if that
/// would give some. They take what they do to the velocities before, less half of what they do to themselves.
pub(in crate::spheres::lasting) fn sound_share(members: &[Member]) -> f64 {
    let (mut taken_j, mut held_j) = (0.0, 0.0);
    for member in members {
        let (push_m_s, turn_rad_s) = (member.next_m_s - member.velocity_m_s, member.next_rad_s - member.spin_rad_s);
        taken_j -= member.velocity_m_s.dot(push_m_s) / member.ease_per_kg
            + member.spin_rad_s.dot(turn_rad_s) / member.turning_ease;
        held_j += push_m_s.length_squared() / member.ease_per_kg + turn_rad_s.length_squared() / member.turning_ease;
    }
    if taken_j < 0.5 * held_j { (taken_j / held_j).max(0.0) } else { 1.0 }
}

/// Gives only a share of the impulses.
pub(in crate::spheres::lasting) fn lessen(members: &mut [Member], touches: &mut [Touch], share: f64) {
    for touch in touches.iter_mut() {
        (touch.push_n_s, touch.turn_n_m_s) = (touch.push_n_s * share, touch.turn_n_m_s * share);
    }
    rest(touches);
    apply(members, touches);
}

/// The fastest that anything goes, m/s.
pub(in crate::spheres::lasting) fn fastest_m_s(members: &[Member]) -> f64 {
    members.iter().map(Member::reach_m_s).fold(0.0, f64::max)
}

/// Takes the momentum out of the search.
fn rest(touches: &mut [Touch]) {
    for touch in touches {
        (touch.ahead_n_s, touch.ahead_n_m_s) = (touch.push_n_s, touch.turn_n_m_s);
    }
}

/// Whether the impulses give the members energy, by more than rounding.
pub(in crate::spheres::lasting) fn gain(members: &[Member], touches: &[Touch]) -> bool {
    let (mut work_j, mut size_n_s) = (0.0, 0.0);
    for touch in touches {
        let mean_m_s = (touch.before_m_s + touch.after_m_s(members)) * 0.5;
        let mean_rad_s = (touch.before_rad_s + members[touch.first].next_rad_s) * 0.5;
        work_j += touch.turn_n_m_s.dot(mean_rad_s) - touch.push_n_s.dot(mean_m_s);
        size_n_s += touch.push_n_s.length();
    }
    work_j > LITTLE * fastest_m_s(members) * size_n_s
}
