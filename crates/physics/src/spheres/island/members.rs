//! Who joins an island, and which contacts begin.

use std::cmp::Ordering;

use super::alone::{catch_up, energy_j};
use super::workspace::{Member, OUT, Workspace};
use crate::order::greater;
use crate::spheres::contact::GroundReaction;
use crate::spheres::hertz::Hertz;
use crate::spheres::setup::Setup;
use crate::spheres::soft_spheres::{Floor, Friction, Particle};
use crate::spheres::state::State;
use crate::spheres::told::Told;
use crate::spheres::{motion, touch};

/// Who is deeper in the ground than this share of its radius is pushed by it: 3 micrometres for marbles.
const DEEP: f64 = 1.0 / 2048.0;

impl Workspace {
    /// Lets the pairs that are ready touch: all of one moment at once, and in an order that has nothing to do with
    /// their numbers.
    pub(super) fn arm(&mut self, setup: &Setup, state: &State, hertz: &Hertz) {
        let mut pairs = std::mem::take(&mut self.ready);
        pairs.sort_unstable_by(|&one, &two| {
            let [one, two] = [one, two].map(|pair| self.rank(setup, state, pair));
            let orders = one.iter().zip(&two).map(|(a, b)| a.total_cmp(b));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        let before_m_s = self.briskest_m_s;
        for &pair in &pairs {
            let particles = pair.map(|i| self.join(setup, state, usize::from(i)));
            let [one, two] = particles.map(|slot| &self.soft.particles[usize::from(slot)]);
            let span_m = two.position_m - one.position_m;
            let closing_m_s = (one.velocity_m_s - two.velocity_m_s).dot(span_m) / span_m.length();
            if closing_m_s > 0.0 {
                let duration_s = hertz.course(pair.map(|i| &setup.balls[usize::from(i)]), closing_m_s).duration_s;
                self.step_s = self.step_s.min(duration_s / f64::from(hertz.step_count));
                self.briskest_m_s = greater(self.briskest_m_s, closing_m_s);
            }
        }
        if self.briskest_m_s > before_m_s {
            // others were watched as if no push were so hard
            self.stir_pushed();
        }
        for &pair in &pairs {
            let balls = pair.map(|i| &setup.balls[usize::from(i)]);
            let particles = pair.map(|i| self.slots[usize::from(i)]);
            let stiffness = hertz.stiffness(balls);
            let touch_m = balls[0].radius_m + balls[1].radius_m;
            let duration_s = hertz.course(balls, self.briskest_m_s).duration_s;
            let own_s = duration_s / f64::from(hertz.step_count);
            if setup.has_ground() {
                self.lay(setup, hertz, particles, duration_s);
            }
            let material = [stiffness, hertz.dissipation_s * stiffness];
            self.soft.join(particles, touch_m, material, [self.now_s, self.step_s.min(2.0 * own_s)]);
        }
        pairs.clear();
        self.ready = pairs;
    }

    /// What pairs are put in order by: no mirror, no exchange of x and y and no number changes it.
    fn rank(&self, setup: &Setup, state: &State, pair: [u16; 2]) -> [f64; 5] {
        let [(one_m, one_m_s), (two_m, two_m_s)] = pair.map(|i| self.place(setup, state, usize::from(i)));
        let (span_m, relative_m_s) = (two_m - one_m, two_m_s - one_m_s);
        let [x, y, z] = span_m.abs().to_array();
        [relative_m_s.dot(span_m), relative_m_s.length_squared(), z, x.min(y), x.max(y)]
    }

    /// Takes a body into the island, at the island's time; its place there.
    fn join(&mut self, setup: &Setup, state: &State, i: usize) -> u16 {
        if self.slots[i] != OUT {
            return self.slots[i];
        }
        let ball = &setup.balls[i];
        let mut body = state.bodies[i];
        // one that has just come out of a hit is where it will be then, and changes its motion later still
        let ahead_s = (body.time_s - (self.start_s + self.now_s)).max(0.0);
        let (is_filmed, told) = (self.is_filmed, &mut self.told);
        let lost_j = catch_up(setup, i, &mut body, self.start_s + self.now_s, |changed| {
            if is_filmed {
                told.push(Told::Free(i as u16, *changed));
            }
        });
        let slot = self.soft.particles.len() as u16;
        self.slots[i] = slot;
        let at_m = body.position_m - self.origin_m;
        // others were watched as if it went on alone
        self.stir(i as u16);
        let mut particle = Particle::new(i as u16, ball, at_m, [body.velocity_m_s, body.spin_rad_s]);
        (particle.own_m_s2, particle.own_rad_s2) = (body.path.acceleration_m_s2, motion::own_rad_s2(ball, &body));
        particle.changes_s = body.time_s + body.path.left_s + ahead_s - self.start_s;
        self.soft.particles.push(particle);
        self.members.push(Member {
            body,
            is_grounded: body.is_grounded(ball),
            is_pushed: false,
            pushed_m: body.position_m.z,
            energy_j: energy_j(setup, i, &body) + lost_j,
            start_m: body.position_m,
        });
        slot
    }

    /// Lets the ground below the lower of two push it too, if the other drives it down and it may get there.
    fn lay(&mut self, setup: &Setup, hertz: &Hertz, particles: [u16; 2], duration_s: f64) {
        let [one, two] = particles.map(|slot| &self.soft.particles[usize::from(slot)]);
        let span_m = two.position_m - one.position_m;
        let slot = particles[usize::from(span_m.z < 0.0)];
        let particle = &self.soft.particles[usize::from(slot)];
        let (radius_m, at_m) = (setup.balls[usize::from(particle.body)].radius_m, particle.position_m.z);
        let rest_m = radius_m - self.origin_m.z;
        let way_m = 4.0 * duration_s * (self.briskest_m_s + particle.velocity_m_s.z.abs());
        if touch::presses(span_m.z / span_m.length(), at_m - rest_m, way_m) {
            self.support(setup, hertz, slot);
        }
    }

    /// Lets the ground push every particle that is deeper in it than [`DEEP`].
    pub(super) fn support_deep(&mut self, setup: &Setup, hertz: &Hertz) {
        for slot in 0..self.soft.particles.len() {
            let particle = &self.soft.particles[slot];
            let radius_m = setup.balls[usize::from(particle.body)].radius_m;
            if radius_m - (self.origin_m.z + particle.position_m.z) > DEEP * radius_m {
                self.support(setup, hertz, slot as u16);
            }
        }
    }

    /// Lets the ground below a particle push it, unless it does; deep sand does not.
    fn support(&mut self, setup: &Setup, hertz: &Hertz, slot: u16) {
        let particle = &self.soft.particles[usize::from(slot)];
        let is_deep = setup.rates[usize::from(particle.body)].hole.is_some();
        if is_deep || self.soft.floors.iter().any(|floor| floor.particle == slot) {
            return;
        }
        let (ball, at_m) = (&setup.balls[usize::from(particle.body)], particle.position_m.z);
        let rest_m = ball.radius_m - self.origin_m.z;
        let rubs = match setup.contact.ground_reaction {
            GroundReaction::After | GroundReaction::Simultaneous => ball.sliding_friction_ratio,
            GroundReaction::None => 0.0,
        };
        let (stiffness, heights_m) = (hertz.stiffness_on_plane(ball), [at_m, rest_m, ball.radius_m]);
        let friction = Friction::new(rubs, 0.0, hertz.poisson_ratio);
        self.soft.floors.push(Floor::new(slot, heights_m, stiffness, setup.damping_ratio, ball.mass_kg, friction));
    }

    /// Follows particles that have just been pushed to this moment: until now they turned and rubbed by themselves.
    pub(super) fn push_off(&mut self, setup: &Setup) {
        for (particle, member) in self.soft.particles.iter().zip(&mut self.members) {
            if particle.is_struck && !member.is_pushed {
                let i = usize::from(particle.body);
                let before_j = energy_j(setup, i, &member.body);
                motion::bring(&setup.balls[i], &mut member.body, self.start_s + self.now_s);
                member.energy_j += energy_j(setup, i, &member.body) - before_j;
                (member.is_pushed, member.pushed_m) = (true, member.body.position_m.z);
            }
        }
    }
}
