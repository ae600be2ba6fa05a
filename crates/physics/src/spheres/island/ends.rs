//! How contacts end: their friction, and what they leave to note.

use glam::{DVec2, DVec3};

use super::super::impact;
use super::super::setup::{Ball, Setup};
use super::watch::Watch;
use super::{Hit, Island};

impl Island {
    /// Ends contacts that are over, and those that have not begun of a rider that changes its motion.
    pub(super) fn part(&mut self, setup: &Setup) {
        for k in (0..self.window.touches.len()).rev() {
            let touch = self.window.touches[k];
            let changes = |&slot: &u16| self.window.riders[usize::from(slot)].changes_s <= self.now_s;
            let is_over = match touch.impulse_n_s > 0.0 {
                true => touch.depth_m() <= 0.0,
                false => -touch.depth_m() > self.fastest_m_s * self.step_s || touch.riders.iter().any(changes),
            };
            if is_over {
                let bodies = touch.riders.map(|slot| self.window.riders[usize::from(slot)].body);
                self.end(setup, k);
                self.watched.push(Watch { bodies, due_s: self.now_s });
                self.look_s = self.now_s;
            }
        }
    }

    /// Ends one contact, with the friction that it has saved up.
    pub(super) fn end(&mut self, setup: &Setup, k: usize) {
        let touch = self.window.touches.swap_remove(k);
        for slot in touch.riders {
            self.window.riders[usize::from(slot)].touch_count -= 1;
        }
        if touch.impulse_n_s == 0.0 {
            return;
        }
        let [a, b] = touch.riders.map(usize::from);
        let [i, j] = [a, b].map(|slot| self.window.riders[slot].body);
        let [one, two] = [a, b].map(|slot| {
            let mut body = self.passengers[slot].body;
            body.velocity_m_s = self.window.riders[slot].velocity_m_s;
            body
        });
        let balls = [i, j].map(|i| &setup.balls[usize::from(i)]);
        let n = touch.direction();
        self.grow([a, b], balls, n, touch.impulse_n_s);
        let (friction_n_s, torque) = impact::friction(&setup.contact, balls, &one, &two, n, touch.impulse_n_s);
        for (slot, ball, way) in [(a, balls[0], -1.0), (b, balls[1], 1.0)] {
            self.window.riders[slot].velocity_m_s += friction_n_s * (way / ball.mass_kg);
            self.passengers[slot].body.spin_rad_s -= torque * (2.5 / (ball.mass_kg * ball.radius_m));
        }
        // others were watched as if there were no friction
        [i, j].into_iter().for_each(|i| self.stir(i));
        let along = n * touch.impulse_n_s;
        let [from_m, to_m] = [a, b].map(|slot| self.window.riders[slot].position_m);
        let reach_m = balls.map(|ball| ball.radius_m);
        self.hits.push(Hit {
            time_s: self.start_s + touch.since_s,
            duration_s: self.now_s - touch.since_s,
            bodies: [i, j],
            // seen from both sides, so that numbering does not matter
            position_m: self.origin_m + ((from_m + n * reach_m[0]) + (to_m - n * reach_m[1])) * 0.5,
            impulse_n_s: (along + friction_n_s).length(),
            compression_m: touch.deepest_m,
            force_n: touch.strongest_n,
        });
    }

    /// Notes what a contact that is over makes of the errors of two riders. Half of what its impulse changed of their closing
    /// speed stands for that speed, since others push meanwhile.
    fn grow(&mut self, slots: [usize; 2], balls: [&Ball; 2], n: DVec3, impulse_n_s: f64) {
        let [one, two] = slots.map(|slot| self.window.riders[slot]);
        let velocity_m_s = one.velocity_m_s - two.velocity_m_s;
        let across_m_s = (velocity_m_s - n * velocity_m_s.dot(n)).length();
        let closing_m_s = 0.5 * impulse_n_s * (1.0 / balls[0].mass_kg + 1.0 / balls[1].mass_kg);
        let cos_phi = closing_m_s / DVec2::new(closing_m_s, across_m_s).length();
        let (low, high) = (slots[0].min(slots[1]), slots[0].max(slots[1]));
        let (before, after) = self.passengers.split_at_mut(high);
        let mut bodies = [&mut before[low].body, &mut after[0].body];
        if low != slots[0] {
            bodies.reverse();
        }
        for (body, rider) in bodies.iter_mut().zip([one, two]) {
            (body.position_m, body.velocity_m_s) = (self.origin_m + rider.position_m, rider.velocity_m_s);
        }
        impact::grow(balls, bodies, impulse_n_s, cos_phi);
    }
}
