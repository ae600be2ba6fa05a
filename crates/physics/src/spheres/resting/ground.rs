//! The ground among resting contacts.

use glam::DVec3;

use crate::contact::{Body as Motion, Constraint, Other};
use crate::kernel::NONE;
use crate::spheres::resistance::COUPLE_PER_DECELERATION;
use crate::spheres::setup::Setup;

/// A ball on the ground, whose couples grow with the force as those of its own weight are.
pub(super) fn below(setup: &Setup, slot: usize, i: usize, height_m: f64) -> Constraint {
    let (ball, rates) = (&setup.balls[i], &setup.rates[i]);
    let weight_n = ball.mass_kg * setup.ground.gravity_m_s2;
    let radii_m = [ball.radius_m, 0.0];
    Constraint::new(slot, Other::Fixed(NONE), -DVec3::Z, radii_m, ball.sliding_friction_ratio)
        .with_gap(height_m.max(0.0))
        .with_couples(
            COUPLE_PER_DECELERATION * ball.rolling_friction_ratio * ball.radius_m,
            rates.drilling_rad_s2 * ball.inertia_kg_m2() / weight_n,
        )
}

/// Keeps on the ground what it bears, and above it what it does not.
pub(super) fn flatten(motions: &mut [Motion], contacts: &[Constraint]) {
    for contact in contacts {
        let Some(slot) = contact.grounded() else { continue };
        let motion = &mut motions[slot];
        let allowed_m_s = contact.allowed_m_s();
        motion.next_m_s.z = match allowed_m_s == 0.0 && contact.presses() && motion.velocity_m_s.z == 0.0 {
            true => 0.0,
            false => motion.next_m_s.z.max(-allowed_m_s),
        };
    }
}
