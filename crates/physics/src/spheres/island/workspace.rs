//! The memory of islands: who is in one, and who is watched.

use glam::DVec3;

use super::alone::catch_up;
use crate::kernel::{Event, Hit};
use crate::spheres::bits::BitRows;
use crate::spheres::body::{Body, Mode};
use crate::spheres::circles::Circles;
use crate::spheres::hertz::Hertz;
use crate::spheres::setup::Setup;
use crate::spheres::soft_spheres::{Friction, Particle, SoftSpheres};
use crate::spheres::state::State;
use crate::spheres::told::{Knot, Told};

/// A body as it joined, its place in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) body: Body,
    pub(super) is_grounded: bool,
    /// Whether it has been followed to the moment when something pushed it.
    pub(super) is_pushed: bool,
    /// Height of its centre at that moment, m.
    pub(super) pushed_m: f64,
    /// Mechanical energy as it joined, J.
    pub(super) energy_j: f64,
    pub(super) start_m: DVec3,
}

/// Two bodies of which at least one may reach the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) bodies: [u16; 2],
    /// They cannot touch before this, in the island's time, s.
    pub(super) due_s: f64,
}

/// Where a body is now, from the island's origin, how fast, and how long its motion stays what it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    pub(super) at_m: DVec3,
    pub(super) velocity_m_s: DVec3,
    /// How that changes if nothing pushes it, m/s2.
    pub(super) own_m_s2: DVec3,
    /// Infinite for a particle, whose own changes do not matter to who looks, s.
    pub(super) steady_s: f64,
}

/// The slot of a body that is not in the island.
pub(super) const OUT: u16 = u16::MAX;

/// The working memory of islands, and the contacts of the last one.
#[derive(Clone, Debug, Default)]
pub(in crate::spheres) struct Workspace {
    pub(super) soft: SoftSpheres,
    /// As the particles of `soft`.
    pub(super) members: Vec<Member>,
    /// Place of each body among the members, or [`OUT`].
    pub(super) slots: Vec<u16>,
    /// Bodies out of the island whose motion has changed since it began, as they are now.
    pub(super) changed: Vec<Option<Body>>,
    pub(super) watched: Vec<Watch>,
    /// Pairs that need no look for a while.
    pub(super) later: Vec<Watch>,
    /// Pairs that need no look before one of the two joins.
    pub(super) idle: Vec<[u16; 2]>,
    /// Pairs that are to touch now.
    pub(super) ready: Vec<[u16; 2]>,
    /// Bodies that move otherwise than was thought at the last look.
    pub(super) is_stirred: Vec<bool>,
    pub(super) stirs: bool,
    pub(super) places_m: Vec<DVec3>,
    /// Round these places.
    pub(super) circles: Circles,
    /// Bodies near one; one row.
    pub(super) near: BitRows,
    pub(in crate::spheres) hits: Vec<Hit>,
    /// Bodies that were pushed, and where they were before.
    pub(in crate::spheres) struck: Vec<(u16, DVec3)>,
    /// Whether each step is told.
    pub(in crate::spheres) is_filmed: bool,
    /// The steps of a film.
    pub(in crate::spheres) told: Vec<Told>,
    pub(super) origin_m: DVec3,
    pub(super) start_s: f64,
    pub(super) now_s: f64,
    /// When the trial is cut off, s.
    pub(in crate::spheres) until_s: f64,
    pub(super) step_s: f64,
    /// The step that the last one gives hope for, s.
    pub(super) hoped_s: f64,
    /// Of all bodies in play, and of the lightest of them, kg.
    pub(super) mass_kg: f64,
    pub(super) least_kg: f64,
    /// No two bodies can close faster: as the island begins, and until the list is made again, m/s.
    pub(super) fastest_at_first_m_s: f64,
    pub(super) fastest_m_s: f64,
    /// The largest closing speed of two that were let touch, m/s.
    pub(super) briskest_m_s: f64,
    /// Pairs with a gap below this are watched, m.
    pub(super) reach_m: f64,
    /// For how long the list of watched pairs holds, s.
    pub(super) listed_s: f64,
    pub(super) relist_s: f64,
    pub(super) look_s: f64,
    pub(super) later_s: f64,
    pub(super) loss_j: f64,
    /// Kinetic energy of all bodies at the start, J.
    pub(super) energy_j: f64,
    /// What the contacts that are over have given, less what they took, J.
    pub(super) gained_j: f64,
    /// Steps of all islands so far, each as many times as there are contacts.
    pub(in crate::spheres) effort: u64,
}

/// No island may gain more than this share of the energy that was there.
const GAIN: f64 = 1e-9;

impl Workspace {
    /// Where the steps of a film are told; nowhere where none is made.
    pub(in crate::spheres) fn film(&mut self) -> Option<&mut Vec<Told>> {
        self.is_filmed.then_some(&mut self.told)
    }

    pub(in crate::spheres) fn for_bodies(n: usize) -> Workspace {
        let mut work = Workspace::default();
        work.soft.particles.reserve(n);
        work.soft.pairs.reserve(6 * n);
        work.soft.floors.reserve(n);
        work.members.reserve(n);
        work.slots.resize(n, OUT);
        work.changed.resize(n, None);
        work.is_stirred.resize(n, false);
        work.watched.reserve(6 * n);
        work.later.reserve(6 * n);
        work.idle.reserve(6 * n);
        work.ready.reserve(6 * n);
        work.places_m.reserve(n);
        (work.circles, work.near) = (Circles::new(n), BitRows::new(1, n));
        work.until_s = f64::INFINITY;
        work.hits.reserve(6 * n);
        work.struck.reserve(n);
        work
    }

    /// Empties all for the island of an event.
    pub(super) fn begin(&mut self, setup: &Setup, state: &State, event: &Event, hertz: &Hertz, duration_s: f64) {
        self.members.clear();
        self.hits.clear();
        self.struck.clear();
        self.changed.fill(None);
        self.is_stirred.fill(false);
        self.stirs = false;
        // between all that begin, so that no number counts
        let begins = || self.ready.iter().flatten().map(|&i| state.bodies[usize::from(i)].position_m);
        let (low_m, high_m) = (begins().reduce(DVec3::min), begins().reduce(DVec3::max));
        self.origin_m = low_m.zip(high_m).map_or(DVec3::ZERO, |(low_m, high_m)| (low_m + high_m) * 0.5);
        (self.start_s, self.now_s, self.loss_j) = (event.time_s, 0.0, 0.0);
        (self.step_s, self.hoped_s, self.briskest_m_s) = (f64::INFINITY, f64::INFINITY, 0.0);
        let (mut energy_j, mut mass_kg, mut least_kg) = (0.0, 0.0, f64::INFINITY);
        for (ball, body) in setup.balls.iter().zip(&state.bodies) {
            if body.mode != Mode::Off {
                energy_j += body.kinetic_energy_j(ball);
                mass_kg += ball.mass_kg;
                least_kg = ball.mass_kg.min(least_kg);
            }
        }
        (self.energy_j, self.gained_j) = (energy_j, 0.0);
        let contact = &setup.contact;
        let restitution_ratio = contact.tangential_restitution_ratio;
        let friction = Friction::new(contact.friction_ratio, restitution_ratio, hertz.poisson_ratio);
        self.soft.begin(friction, hertz.dissipation_s, energy_j, least_kg);
        self.fastest_at_first_m_s = (4.0 * energy_j / least_kg).sqrt();
        (self.mass_kg, self.least_kg) = (mass_kg, least_kg);
        self.listed_s = 4.0 * duration_s;
    }

    /// Where a body is now, from the island's origin, and how fast.
    pub(super) fn place(&self, setup: &Setup, state: &State, i: usize) -> (DVec3, DVec3) {
        match self.soft.particles.get(usize::from(self.slots[i])) {
            Some(particle) => (particle.position_m, particle.velocity_m_s),
            None => self.own_place(setup, state, i, 0.0),
        }
    }

    /// Where a body is now, after it was followed through the changes of its motion.
    #[inline]
    pub(super) fn look_up(&mut self, setup: &Setup, state: &State, i: usize) -> Now {
        if let Some(particle) = self.soft.particles.get(usize::from(self.slots[i])) {
            let Particle { position_m, velocity_m_s, own_m_s2, .. } = *particle;
            return Now { at_m: position_m, velocity_m_s, own_m_s2, steady_s: f64::INFINITY };
        }
        let still = self.own_motion(state, i);
        if !still.mode.travels() {
            let (at_m, none) = (still.position_m - self.origin_m, DVec3::ZERO);
            return Now { at_m, velocity_m_s: none, own_m_s2: none, steady_s: f64::INFINITY };
        }
        self.keep_up(setup, state, i);
        let (body, time_s) = (self.own_motion(state, i), self.start_s + self.now_s);
        Now {
            at_m: body.position_at_m(time_s) - self.origin_m,
            velocity_m_s: body.velocity_at_m_s(time_s),
            own_m_s2: body.path.acceleration_m_s2,
            steady_s: body.time_s + body.path.left_s - time_s,
        }
    }

    /// Where a body that is left to itself is some time from now, and how fast.
    pub(super) fn own_place(&self, setup: &Setup, state: &State, i: usize, ahead_s: f64) -> (DVec3, DVec3) {
        let (body, time_s) = (self.own_motion(state, i), self.start_s + self.now_s + ahead_s);
        if body.time_s + body.path.left_s < time_s {
            let mut changed = *body;
            catch_up(setup, i, &mut changed, time_s, |_| {});
            return (changed.position_m - self.origin_m, changed.velocity_m_s);
        }
        (body.position_at_m(time_s) - self.origin_m, body.velocity_at_m_s(time_s))
    }

    /// A body that is left to itself, in the piece of motion that it is in now.
    pub(super) fn own_motion<'a>(&'a self, state: &'a State, i: usize) -> &'a Body {
        self.changed[i].as_ref().unwrap_or(&state.bodies[i])
    }

    /// Follows a body that is left to itself through the changes of its motion up to now.
    #[inline]
    pub(super) fn keep_up(&mut self, setup: &Setup, state: &State, i: usize) {
        let (body, now_s) = (self.own_motion(state, i), self.start_s + self.now_s);
        if body.time_s + body.path.left_s < now_s && self.slots[i] == OUT {
            let mut changed = *body;
            catch_up(setup, i, &mut changed, now_s, |_| {});
            self.changed[i] = Some(changed);
        }
    }

    /// The length of the next step and the island's time after it, s: at most up to where a particle that nothing has
    /// pushed yet changes its motion by itself.
    fn next_step_s(&self) -> (f64, f64) {
        let changes_s = self.soft.particles.iter().map(|particle| particle.changes_s);
        let change_s = changes_s.filter(|&s| s > self.now_s).fold(f64::INFINITY, f64::min);
        let step_s = self.step_s.min(self.hoped_s);
        if change_s < self.now_s + step_s { (change_s - self.now_s, change_s) } else { (step_s, self.now_s + step_s) }
    }

    /// When the trial is cut off, in the island's time, s.
    fn end_s(&self) -> f64 {
        self.until_s - self.start_s
    }

    /// Whether the trial is cut off now.
    pub(super) fn is_cut(&self) -> bool {
        self.now_s >= self.end_s()
    }

    /// Moves on by one step; tells whether its forces were found. A step beyond the end of the trial is taken too, and
    /// then cut: a shorter one would find other forces.
    pub(super) fn go_on(&mut self) -> bool {
        let (dt_s, then_s) = self.next_step_s();
        let end_s = self.end_s();
        let before = if self.is_filmed || then_s > end_s { self.soft.particles.clone() } else { Vec::new() };
        let (from_s, begin_s) = (self.time_s(), self.now_s);
        let Some(taken_s) = self.soft.step(dt_s, self.step_s, self.now_s) else { return false };
        self.now_s = if taken_s == dt_s { then_s } else { self.now_s + taken_s };
        self.hoped_s = if taken_s < dt_s { taken_s } else { 2.0 * self.hoped_s };
        if self.now_s > end_s {
            let share = (end_s - begin_s) / taken_s;
            self.soft.particles.iter_mut().zip(&before).for_each(|(is, was)| is.cut(was, share, taken_s));
            self.now_s = end_s;
        }
        self.tell(&before, from_s);
        true
    }

    /// Tells where the particles are that a step has pushed, and where they were before the first push.
    fn tell(&mut self, before: &[Particle], from_s: f64) {
        let to_s = self.time_s();
        let knot = |particle: &Particle, time_s: f64| {
            let Particle { position_m, velocity_m_s, spin_rad_s, .. } = *particle;
            let position_m = self.origin_m + position_m;
            Told::Pushed(particle.body, Knot { time_s, position_m, velocity_m_s, spin_rad_s })
        };
        let pushed = before.iter().zip(&self.soft.particles).filter(|(_, particle)| particle.is_struck);
        self.told.extend(pushed.flat_map(|(was, is)| {
            let first = (!was.is_struck).then(|| knot(was, from_s));
            first.into_iter().chain([knot(is, to_s)])
        }));
    }

    /// Whether its contacts have kept the energy that there was; not so for what is not a number.
    pub(super) fn is_balanced(&self) -> bool {
        self.gained_j <= GAIN * self.energy_j
    }

    /// The time, as that of the trial, s.
    pub(in crate::spheres) fn time_s(&self) -> f64 {
        self.start_s + self.now_s
    }
}
