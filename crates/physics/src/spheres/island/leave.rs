//! Who leaves an island, and how its balls go on.

use super::alone::energy_j;
use super::workspace::{OUT, Workspace};
use crate::spheres::body::{Body, Mode};
use crate::spheres::contact::GroundReaction;
use crate::spheres::path::{Next, Path};
use crate::spheres::setup::Setup;
use crate::spheres::soft_spheres::Particle;
use crate::spheres::state::State;
use crate::spheres::told::Told;
use crate::spheres::{impact, landing, motion};

impl Workspace {
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
        let (particle, floor) = self.soft.take(slot);
        let member = self.members.swap_remove(slot);
        let i = usize::from(particle.body);
        self.slots[i] = OUT;
        if let Some(moved) = self.soft.particles.get(slot) {
            self.slots[usize::from(moved.body)] = slot as u16;
        }
        if !particle.is_struck {
            return;
        }
        let mut body = self.moved(&particle, &member.body);
        self.gained_j += particle.energy_j() - particle.brought_j;
        body.note_hit(body.time_s, false);
        pay_for_height(setup, member.pushed_m, &mut body);
        if let Some(up_m_s) = floor.and_then(|floor| floor.rebound_m_s(-body.velocity_m_s.z)) {
            rebound(setup, i, &mut body, up_m_s);
        }
        self.come_up(setup, state, i, &mut body);
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
        // others were watched as if it were still in contact
        self.stir(particle.body);
        if !self.struck.iter().any(|&(known, _)| known == particle.body) {
            self.struck.push((particle.body, member.start_m));
        }
    }

    /// What is below the ground comes back up to it. How deep it is then in those above it, which are about to part
    /// from it, is noted.
    fn come_up(&self, setup: &Setup, state: &mut State, i: usize, body: &mut Body) {
        let radius_m = setup.balls[i].radius_m;
        if body.position_m.z >= radius_m || !setup.has_ground() || setup.rates[i].hole.is_some() {
            return;
        }
        body.position_m.z = radius_m;
        for k in 0..state.bodies.len() {
            if k == i || state.bodies[k].mode == Mode::Off {
                continue;
            }
            let apart_m = (self.place(setup, state, k).0 + self.origin_m).distance(body.position_m);
            let room_m = radius_m + setup.balls[k].radius_m - apart_m;
            if room_m > 0.0 {
                state.note_lain([i.min(k) as u16, i.max(k) as u16], room_m);
            }
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

/// The ground ends its contact with a ball that nothing else touches any more: it comes up so fast, m/s, or stays down
/// as after a landing, and is rubbed by the change.
fn rebound(setup: &Setup, i: usize, body: &mut Body, up_m_s: f64) {
    let change_m_s = up_m_s - body.velocity_m_s.z;
    if setup.contact.ground_reaction != GroundReaction::None {
        landing::rub(setup, i, body, setup.balls[i].sliding_friction_ratio * change_m_s);
    }
    let settles = up_m_s < setup.ground.settle_speed_m_s || setup.contact.ground_reaction == GroundReaction::None;
    body.velocity_m_s.z = if settles { 0.0 } else { up_m_s };
}

/// Contacts know no gravity, so that a ball that leaves them pays for its rise since it was first pushed: with its
/// speed upwards, or with all of its speed where that is too little.
fn pay_for_height(setup: &Setup, pushed_m: f64, body: &mut Body) {
    let price_m2_s2 = 2.0 * setup.ground.gravity_m_s2 * (body.position_m.z - pushed_m);
    if price_m2_s2 <= 0.0 {
        return;
    }
    let up_m_s = body.velocity_m_s.z;
    if up_m_s > 0.0 && up_m_s * up_m_s >= price_m2_s2 {
        body.velocity_m_s.z = (up_m_s * up_m_s - price_m2_s2).sqrt();
    } else {
        let left = 1.0 - price_m2_s2 / body.velocity_m_s.length_squared();
        body.velocity_m_s *= left.max(0.0).sqrt();
    }
}
