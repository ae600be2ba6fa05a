//! How contacts end, and what they leave to note.

use glam::{DVec2, DVec3};

use super::workspace::{Watch, Workspace};
use crate::kernel::Hit;
use crate::spheres::ball::Ball;
use crate::spheres::impact;
use crate::spheres::setup::Setup;

impl Workspace {
    /// Ends contacts that are over, and those that have not begun of a particle that changes its motion.
    pub(super) fn part(&mut self, setup: &Setup) {
        for k in (0..self.soft.pairs.len()).rev() {
            let pair = self.soft.pairs[k];
            let changes = |&slot: &u16| self.soft.particles[usize::from(slot)].changes_s <= self.now_s;
            let is_over = match pair.impulse_n_s > 0.0 {
                true => pair.depth_m() <= 0.0,
                false => -pair.depth_m() > self.fastest_m_s * self.step_s || pair.particles.iter().any(changes),
            };
            if is_over {
                let bodies = pair.particles.map(|slot| self.soft.particles[usize::from(slot)].body);
                self.end(setup, k);
                self.watched.push(Watch { bodies, due_s: self.now_s });
                self.look_s = self.now_s;
            }
        }
    }

    /// Ends one contact.
    pub(super) fn end(&mut self, setup: &Setup, k: usize) {
        let pair = self.soft.pairs.swap_remove(k);
        for slot in pair.particles {
            self.soft.particles[usize::from(slot)].contact_count -= 1;
        }
        // where others push the two it may pull a little before it pushes
        if pair.impulse_n_s <= 0.0 {
            return;
        }
        let [a, b] = pair.particles.map(usize::from);
        let [i, j] = [a, b].map(|slot| self.soft.particles[slot].body);
        let balls = [i, j].map(|i| &setup.balls[usize::from(i)]);
        let n = pair.direction();
        self.grow([a, b], balls, n, pair.impulse_n_s);
        let [from_m, to_m] = [a, b].map(|slot| self.soft.particles[slot].position_m);
        let reach_m = balls.map(|ball| ball.radius_m);
        self.hits.push(Hit {
            time_s: self.start_s + pair.since_s,
            duration_s: self.now_s - pair.since_s,
            bodies: [i, j],
            // seen from both sides, so that numbering does not matter
            position_m: self.origin_m + ((from_m + n * reach_m[0]) + (to_m - n * reach_m[1])) * 0.5,
            impulse_n_s: (n * pair.impulse_n_s + pair.rubbed_n_s()).length(),
            compression_m: pair.deepest_m,
            force_n: pair.strongest_n,
        });
    }

    /// Notes what a contact that is over makes of the errors of two particles. Half of what its impulse changed of
    /// their closing speed stands for that speed, since others push meanwhile.
    fn grow(&mut self, slots: [usize; 2], balls: [&Ball; 2], n: DVec3, impulse_n_s: f64) {
        let [one, two] = slots.map(|slot| self.soft.particles[slot]);
        let velocity_m_s = one.velocity_m_s - two.velocity_m_s;
        let across_m_s = (velocity_m_s - n * velocity_m_s.dot(n)).length();
        let closing_m_s = 0.5 * impulse_n_s * (1.0 / balls[0].mass_kg + 1.0 / balls[1].mass_kg);
        let cos_phi = closing_m_s / DVec2::new(closing_m_s, across_m_s).length();
        let (low, high) = (slots[0].min(slots[1]), slots[0].max(slots[1]));
        let (before, after) = self.members.split_at_mut(high);
        let mut bodies = [&mut before[low].body, &mut after[0].body];
        if low != slots[0] {
            bodies.reverse();
        }
        for (body, particle) in bodies.iter_mut().zip([one, two]) {
            (body.position_m, body.velocity_m_s) = (self.origin_m + particle.position_m, particle.velocity_m_s);
        }
        impact::grow(balls, bodies, impulse_n_s, cos_phi);
    }
}
