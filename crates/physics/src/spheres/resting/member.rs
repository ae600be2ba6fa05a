//! A ball whose contacts last.

use glam::{DVec3, Vec3Swizzles};

use crate::contact::Body as Motion;
use crate::spheres::body::Body;
use crate::spheres::path::{Next, Path};

/// A speed below this share of others is rounding.
const ROUNDING: f64 = 1.0 / (1u64 << 30) as f64;

/// A ball in touch with others; what impulses do to it stands in the [`Motion`] of the same place.
#[derive(Clone, Copy, Debug)]
pub(in crate::spheres) struct Member {
    pub(super) id: u16,
    /// As it came.
    pub(super) body: Body,
    /// Whether another ball presses on it.
    pub(super) is_pressed: bool,
    /// Whether it moves by the forces that are found.
    pub(super) is_held: bool,
    /// Whether the ground bears it.
    pub(super) is_borne: bool,
}

impl Member {
    pub(super) fn new(id: u16, body: Body) -> Member {
        Member { id, body, is_pressed: false, is_held: false, is_borne: false }
    }

    /// As the impulses of a hit have left it.
    pub(super) fn moved(&self, motion: &Motion) -> Body {
        Body { velocity_m_s: motion.velocity_m_s, spin_rad_s: motion.spin_rad_s, ..self.body }
    }

    /// Whether its contacts have changed its motion already.
    pub(super) fn is_changed(&self, motion: &Motion) -> bool {
        motion.velocity_m_s != self.body.velocity_m_s || motion.spin_rad_s != self.body.spin_rad_s
    }
}

pub(super) fn acceleration_m_s2(motion: &Motion, time_step_s: f64) -> DVec3 {
    (motion.next_m_s - motion.velocity_m_s) / time_step_s
}

/// Its motion while the forces last; whether it has been laid on the ground is told.
pub(super) fn path(motion: &Motion, time_step_s: f64, left_s: f64, is_laid: bool) -> Path {
    let mut acceleration_m_s2 = acceleration_m_s2(motion, time_step_s);
    let mut push_m_s2 = (motion.next_m_s - motion.free_m_s) / time_step_s;
    if !rises(motion, is_laid) && motion.velocity_m_s.z == 0.0 {
        (acceleration_m_s2.z, push_m_s2.z) = (0.0, 0.0);
    }
    let turning_rad_s2 = (motion.next_rad_s - motion.spin_rad_s) / time_step_s;
    Path {
        acceleration_m_s2,
        push_m_s2,
        given_j: 0.0,
        turning_rad_s2: turning_rad_s2.xy(),
        drilling_rad_s2: turning_rad_s2.z,
        left_s,
        next: Next::Press,
    }
}

/// Whether it moves, or is about to, by more than rounding beside a speed.
pub(super) fn moves(motion: &Motion, speed_m_s: f64) -> bool {
    let fastest_m_s = motion.velocity_m_s.length().max(motion.next_m_s.length());
    fastest_m_s.max(turned_m_s(motion)) > ROUNDING * speed_m_s
}

/// Whether its contacts lift it off the ground, or let it come down unless it has been laid there.
pub(super) fn rises(motion: &Motion, is_laid: bool) -> bool {
    if is_laid && motion.next_m_s.z < 0.0 {
        return false;
    }
    let fastest_m_s = motion.next_m_s.length().max(motion.free_m_s.distance(motion.velocity_m_s));
    motion.next_m_s.z.abs() > ROUNDING * fastest_m_s
}

/// How fast its surface goes otherwise after the time step than before, m/s.
pub(super) fn turned_m_s(motion: &Motion) -> f64 {
    motion.next_rad_s.distance(motion.spin_rad_s) * motion.radius_m
}
