//! Who joins an island, and who leaves it again.

use super::alone::{catch_up, energy_j};
use super::workspace::{Member, OUT, Workspace};
use crate::spheres::body::Body;
use crate::spheres::hertz::Hertz;
use crate::spheres::path::{Next, Path};
use crate::spheres::setup::Setup;
use crate::spheres::soft_spheres::Particle;
use crate::spheres::state::State;
use crate::spheres::told::Told;
use crate::spheres::{impact, landing, motion};

impl Workspace {
    /// Lets two bodies touch.
    pub(super) fn arm(&mut self, setup: &Setup, state: &State, hertz: &Hertz, pair: [u16; 2]) {
        let particles = pair.map(|i| self.join(setup, state, usize::from(i)));
        let [one, two] = particles.map(|slot| &self.soft.particles[usize::from(slot)]);
        let span_m = two.position_m - one.position_m;
        let closing_m_s = (one.velocity_m_s - two.velocity_m_s).dot(span_m) / span_m.length();
        let balls = pair.map(|i| &setup.balls[usize::from(i)]);
        if closing_m_s > 0.0 {
            let duration_s = hertz.course(balls, closing_m_s).duration_s;
            self.step_s = self.step_s.min(duration_s / f64::from(hertz.step_count));
            if closing_m_s > self.briskest_m_s {
                self.briskest_m_s = closing_m_s;
                // others were watched as if no push were so hard
                self.stir_pushed();
            }
        }
        let stiffness = hertz.stiffness(balls);
        let touch_m = balls[0].radius_m + balls[1].radius_m;
        let own_s = hertz.course(balls, self.briskest_m_s).duration_s / f64::from(hertz.step_count);
        let material = [stiffness, hertz.dissipation_s * stiffness];
        self.soft.join(particles, touch_m, material, [self.now_s, self.step_s.min(2.0 * own_s)]);
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
            energy_j: energy_j(setup, i, &body) + lost_j,
            start_m: body.position_m,
        });
        slot
    }

    /// Follows particles that have just been pushed to this moment: until now they turned and rubbed by themselves.
    pub(super) fn push_off(&mut self, setup: &Setup) {
        for (particle, member) in self.soft.particles.iter().zip(&mut self.members) {
            if particle.is_struck && !member.is_pushed {
                let i = usize::from(particle.body);
                let before_j = energy_j(setup, i, &member.body);
                motion::bring(&setup.balls[i], &mut member.body, self.start_s + self.now_s);
                member.energy_j += energy_j(setup, i, &member.body) - before_j;
                member.is_pushed = true;
            }
        }
    }

    /// Lets go of the particles that nothing touches.
    pub(super) fn release(&mut self, setup: &Setup, state: &mut State) {
        for slot in (0..self.soft.particles.len()).rev() {
            if self.soft.particles[slot].contact_count == 0 {
                self.leave(setup, state, slot);
            }
        }
    }

    /// Gives all back as they are, in contacts that go on after the end of the trial.
    pub(super) fn hold(&mut self, setup: &Setup, state: &mut State) {
        for particle in &mut self.soft.particles {
            // less than it is, by what still presses them together
            self.gained_j += if particle.is_struck { particle.energy_j() - particle.brought_j } else { 0.0 };
            particle.is_struck = true;
        }
        self.push_off(setup);
        for (particle, member) in self.soft.particles.iter().zip(&self.members) {
            let i = usize::from(particle.body);
            let mut body = self.moved(particle, &member.body);
            let mut moving = body;
            motion::enter(setup, i, &mut moving);
            (body.mode, body.path) = (moving.mode, Path { next: Next::Held, ..Path::STILL });
            body.time_s = self.until_s;
            self.slots[i] = OUT;
            self.loss_j += member.energy_j - energy_j(setup, i, &body);
            state.bodies[i] = body;
            self.struck.push((particle.body, member.start_m));
        }
    }

    /// A body as its particle is now.
    fn moved(&self, particle: &Particle, body: &Body) -> Body {
        Body {
            position_m: self.origin_m + particle.position_m,
            velocity_m_s: particle.velocity_m_s,
            spin_rad_s: particle.spin_rad_s,
            time_s: self.start_s + self.now_s,
            ..*body
        }
    }

    /// Gives one particle back to the world, unless nothing has happened to it.
    fn leave(&mut self, setup: &Setup, state: &mut State, slot: usize) {
        let particle = self.soft.particles.swap_remove(slot);
        let member = self.members.swap_remove(slot);
        let i = usize::from(particle.body);
        self.slots[i] = OUT;
        if let Some(moved) = self.soft.particles.get(slot) {
            let from = self.soft.particles.len() as u16;
            self.slots[usize::from(moved.body)] = slot as u16;
            for pair in &mut self.soft.pairs {
                pair.particles = pair.particles.map(|of| if of == from { slot as u16 } else { of });
            }
        }
        if !particle.is_struck {
            return;
        }
        let mut body = self.moved(&particle, &member.body);
        self.gained_j += particle.energy_j() - particle.brought_j;
        body.note_hit(body.time_s, false);
        impact::follow(setup, i, &mut body, member.is_grounded);
        // what was driven into the ground hits it before anything else touches it
        if body.path.next == Next::Land && body.path.left_s == 0.0 {
            landing::land(setup, i, &mut body);
        }
        self.loss_j += member.energy_j - energy_j(setup, i, &body);
        if self.is_filmed {
            self.told.push(Told::Free(particle.body, body));
        }
        state.bodies[i] = body;
        self.changed[i] = None;
        // nor any answer of the ground
        self.stir(particle.body);
        if !self.struck.iter().any(|&(known, _)| known == particle.body) {
            self.struck.push((particle.body, member.start_m));
        }
    }

    /// Notes how deep those are in each other whom the end of the island parts while they are pressed together; tells
    /// whether there are any.
    fn note_left(&self, state: &mut State) -> bool {
        let mut is_pressed = false;
        for pair in self.soft.pairs.iter().filter(|pair| pair.depth_m() > 0.0) {
            let [one, two] = pair.particles.map(|slot| self.soft.particles[usize::from(slot)].body);
            state.note_lain([one.min(two), one.max(two)], pair.depth_m());
            is_pressed = true;
        }
        is_pressed
    }

    /// Ends what is left, and lets go of everybody.
    pub(super) fn dissolve(&mut self, setup: &Setup, state: &mut State) {
        let is_cut = self.is_cut();
        if is_cut {
            self.hold(setup, state);
        }
        let is_pressed = !is_cut && self.note_left(state);
        for k in (0..self.soft.pairs.len()).rev() {
            self.end(setup, k);
        }
        if is_cut {
            return;
        }
        self.release(setup, state);
        if is_pressed {
            state.forget_apart(setup, self.time_s());
        }
    }
}
