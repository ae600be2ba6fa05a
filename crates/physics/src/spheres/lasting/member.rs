//! A ball whose contacts last.

use glam::{DVec3, Vec3Swizzles};

use crate::spheres::ball::Ball;
use crate::spheres::body::Body;
use crate::spheres::path::{Next, Path};

/// A speed below this share of others is rounding.
const ROUNDING: f64 = 1.0 / (1u64 << 30) as f64;

/// A ball in touch with others.
#[derive(Clone, Copy, Debug)]
pub(in crate::spheres) struct Member {
    pub(super) id: u16,
    /// As it came.
    pub(super) body: Body,
    pub(super) radius_m: f64,
    pub(super) ease_per_kg: f64,
    pub(super) turning_ease: f64,
    /// Contacts, and what turns it.
    pub(super) push_count: f64,
    pub(super) turn_count: f64,
    /// Before the impulses that are looked for.
    pub(super) velocity_m_s: DVec3,
    pub(super) spin_rad_s: DVec3,
    /// With gravity alone.
    pub(super) free_m_s: DVec3,
    /// With the impulses.
    pub(super) next_m_s: DVec3,
    pub(super) next_rad_s: DVec3,
    /// Whether another ball presses on it.
    pub(super) is_pressed: bool,
    /// Whether it moves by the forces that are found.
    pub(super) is_held: bool,
    /// Whether the ground bears it.
    pub(super) is_borne: bool,
}

impl Member {
    pub(super) fn new(id: u16, ball: &Ball, body: Body) -> Member {
        Member {
            id,
            body,
            radius_m: ball.radius_m,
            ease_per_kg: 1.0 / ball.mass_kg,
            turning_ease: 1.0 / ball.inertia_kg_m2(),
            push_count: 0.0,
            turn_count: 0.0,
            velocity_m_s: body.velocity_m_s,
            spin_rad_s: body.spin_rad_s,
            free_m_s: body.velocity_m_s,
            next_m_s: body.velocity_m_s,
            next_rad_s: body.spin_rad_s,
            is_pressed: false,
            is_held: false,
            is_borne: false,
        }
    }

    /// Begins a search with what gravity changes by itself.
    pub(super) fn begin(&mut self, fall_m_s: DVec3) {
        self.free_m_s = self.velocity_m_s + fall_m_s;
    }

    /// Goes on from where the impulses have brought it.
    pub(super) fn adopt(&mut self) {
        (self.velocity_m_s, self.spin_rad_s) = (self.next_m_s, self.next_rad_s);
    }

    /// Whether its contacts have changed its motion already.
    pub(super) fn is_changed(&self) -> bool {
        self.velocity_m_s != self.body.velocity_m_s || self.spin_rad_s != self.body.spin_rad_s
    }

    /// The fastest that any point of it goes, m/s.
    pub(super) fn reach_m_s(&self) -> f64 {
        self.free_m_s.length().max(self.velocity_m_s.length()) + self.radius_m * self.spin_rad_s.length()
    }

    pub(super) fn acceleration_m_s2(&self, while_s: f64) -> DVec3 {
        (self.next_m_s - self.velocity_m_s) / while_s
    }

    /// As it is now.
    pub(super) fn moved(&self) -> Body {
        Body { velocity_m_s: self.velocity_m_s, spin_rad_s: self.spin_rad_s, ..self.body }
    }

    /// Its motion while the forces last; whether it has been laid on the ground is told.
    pub(super) fn path(&self, while_s: f64, left_s: f64, is_laid: bool) -> Path {
        let mut acceleration_m_s2 = self.acceleration_m_s2(while_s);
        let mut push_m_s2 = (self.next_m_s - self.free_m_s) / while_s;
        if !self.rises(is_laid) && self.velocity_m_s.z == 0.0 {
            (acceleration_m_s2.z, push_m_s2.z) = (0.0, 0.0);
        }
        let turning_rad_s2 = (self.next_rad_s - self.spin_rad_s) / while_s;
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
    pub(super) fn moves(&self, speed_m_s: f64) -> bool {
        let fastest_m_s = self.velocity_m_s.length().max(self.next_m_s.length());
        fastest_m_s.max(self.turned_m_s()) > ROUNDING * speed_m_s
    }

    /// Whether its contacts lift it off the ground, or let it come down unless it has been laid there.
    pub(super) fn rises(&self, is_laid: bool) -> bool {
        if is_laid && self.next_m_s.z < 0.0 {
            return false;
        }
        let fastest_m_s = self.next_m_s.length().max(self.free_m_s.distance(self.velocity_m_s));
        self.next_m_s.z.abs() > ROUNDING * fastest_m_s
    }

    /// How fast its surface goes otherwise after the while than before, m/s.
    pub(super) fn turned_m_s(&self) -> f64 {
        self.next_rad_s.distance(self.spin_rad_s) * self.radius_m
    }
}
