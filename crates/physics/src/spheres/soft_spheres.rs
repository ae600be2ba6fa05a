//! Soft spheres: balls that touch, followed through time by their forces.
//!
//! A step is implicit. Whatever its length, it keeps the momentum of elastic contacts to the last bits, and their
//! energy and angular momentum as well as its forces agree: the force of a contact is the change of its elastic energy
//! over the change of its compression, along the mean of its direction before and after (O. Gonzalez, "Time integration
//! and discrete Hamiltonian systems", J. Nonlinear Sci. 6, 449 (1996); J. C. Simo and N. Tarnow, ZAMP 43, 757 (1992)).
//! The viscous part is that of the law integrated over the step. Friction acts at the same time, by the slip in the
//! middle of the step, and gives back no more than it took. So energy can only fall, and the error of a step is one of
//! timing alone.
//!
//! By itself that error is of second order. A step `h` of this kind moves by `V - (h^2 / 12) V' V' / m` where it should
//! by `V`, so that the energy of the contacts is taken as `V + (h^2 / 12) V' V' / m`, the sum over all contacts that
//! share a ball, which makes it one of fourth (own derivation; the term is that of M. Takahashi and M. Imada, J. Phys.
//! Soc. Jpn. 53, 3765 (1984)): each contact pushes as if it were deeper by `(h^2 / 6) a`, where elastic forces part the
//! two with an acceleration `a`, and its viscous force is that of `(h^2 / 4) a`. With `h` and the directions as they
//! were when contacts began the sum is a function of places alone, which the step keeps as well as it kept `V`, and
//! `V` itself where nothing touches.
//!
//! The forces of all contacts are one function of where the particles would be after the step and how they would move
//! then; they are found in rounds, all of them anew from those of the round before, so that no order of contacts shows.

mod contact;
mod floor;
mod friction;
mod particle;

pub(super) use contact::Pair;
pub(super) use floor::{Floor, damping};
pub(super) use friction::Friction;
pub(super) use particle::Particle;

use crate::order::greater;

/// Particles and their contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct SoftSpheres {
    pub(super) particles: Vec<Particle>,
    pub(super) pairs: Vec<Pair>,
    /// The ground below those that others press on it.
    pub(super) floors: Vec<Floor>,
    pub(super) friction: Friction,
    /// The constant `A` of the loss, s.
    dissipation_s: f64,
    /// Energy below which nothing is gained or lost, J.
    pub(super) least_j: f64,
    /// Impulse below which none matters, N s.
    pub(super) least_n_s: f64,
}

/// Forces agree to this share of the largest of them before a step is taken: without loss, so that energy is kept.
const CLOSELY: f64 = 1.0 / (1u64 << 30) as f64;
/// With loss: at the most, and over the ratio of viscous forces to elastic ones, which take far more.
const ROUGHLY: f64 = 1.0 / (1u64 << 22) as f64;
const PER_LOSS: f64 = 1.0 / (1u64 << 19) as f64;
/// The same for friction, whose energy is booked as it acts.
const OF_FRICTION: f64 = 1.0 / (1u64 << 18) as f64;
/// Rounds that a step may take; about four are needed.
const ROUNDS: usize = 24;
/// The finest step, over the whole one.
const FINEST: f64 = 1.0 / 512.0;
/// A step in which a contact would turn by more than this, `(w dt / 2)^2`, is too long; a contact of two alone has a
/// tenth of it.
const STIFFEST: f64 = 1.0 / 64.0;

/// The share of the energy that there is below which one contact neither gives nor takes.
const NOTHING: f64 = 1.0 / (1u64 << 40) as f64;

/// The longest step, over the whole one, at whose end some friction is told to give back no more than it took.
const OWING: f64 = 1.0 / 16.0;

/// What became of a step that was tried.
enum Trial {
    Good,
    /// Some friction would give back more than it took, and has been told not to.
    Again,
    TooLong,
}

impl SoftSpheres {
    /// Empties it; contacts to come have this friction and this constant `A` of the loss.
    pub(super) fn begin(&mut self, friction: Friction, dissipation_s: f64, energy_j: f64, lightest_kg: f64) {
        self.particles.clear();
        self.pairs.clear();
        self.floors.clear();
        (self.friction, self.dissipation_s) = (friction, dissipation_s);
        self.least_j = NOTHING * energy_j;
        // a push of which 100 change the energy of the lightest ball, if it has all, by that
        self.least_n_s = 0.01 * NOTHING * (energy_j * lightest_kg).sqrt();
    }

    /// Lets two particles touch at `rest_m`, or nearer where they are nearer already.
    pub(super) fn join(&mut self, particles: [u16; 2], rest_m: f64, [stiffness, loss]: [f64; 2], times_s: [f64; 2]) {
        let touching = particles.map(|slot| &self.particles[usize::from(slot)]);
        let pair = Pair::new(particles, touching, rest_m, [stiffness, loss], &self.friction, times_s);
        self.pairs.push(pair);
        for slot in particles {
            self.particles[usize::from(slot)].contact_count += 1;
        }
    }

    /// Takes a particle out that is in no contact, and the ground below it; the last one takes its place.
    pub(super) fn take(&mut self, slot: usize) -> (Particle, Option<Floor>) {
        let particle = self.particles.swap_remove(slot);
        let (from, to) = (self.particles.len() as u16, slot as u16);
        let at = self.floors.iter().position(|floor| floor.particle == to);
        let floor = at.map(|at| self.floors.swap_remove(at));
        for pair in &mut self.pairs {
            pair.particles = pair.particles.map(|of| if of == from { to } else { of });
        }
        self.floors.iter_mut().filter(|floor| floor.particle == from).for_each(|floor| floor.particle = to);
        (particle, floor)
    }

    /// Moves all particles on by one step of `dt_s`, or by the largest of its halves, quarters and so on, down to a
    /// 256th of `whole_s`, for which the forces agree; tells how long it was, or nothing where none did.
    pub(super) fn step(&mut self, dt_s: f64, whole_s: f64, now_s: f64) -> Option<f64> {
        let mut dt_s = dt_s;
        while !self.try_step(dt_s, whole_s) {
            dt_s *= 0.5;
            if dt_s < FINEST * whole_s {
                return None;
            }
        }
        self.commit(dt_s, now_s);
        Some(dt_s)
    }

    fn try_step(&mut self, dt_s: f64, whole_s: f64) -> bool {
        // each contact can be told twice
        for _ in 0..=2 * (self.pairs.len() + self.floors.len()) {
            match self.agree(dt_s, whole_s) {
                Trial::Good => return true,
                Trial::Again => {}
                Trial::TooLong => return false,
            }
        }
        false
    }

    /// Finds the forces of a step.
    #[inline(never)]
    fn agree(&mut self, dt_s: f64, whole_s: f64) -> Trial {
        for pair in &mut self.pairs {
            pair.begin(pair.particles.map(|slot| &self.particles[usize::from(slot)]));
        }
        self.floors.iter_mut().for_each(Floor::begin);
        for round in 0..ROUNDS {
            self.push(dt_s);
            // the first round pushes along the directions of before: forces may agree, angular momentum would not stay
            if self.meet(dt_s) && round > 0 {
                let is_too_stiff = self.pairs.iter().any(|pair| pair.turning(dt_s) > STIFFEST)
                    || self.floors.iter().any(|floor| floor.turning(dt_s) > STIFFEST);
                // when friction forgets is found to a sixteenth of a step
                let owes = || {
                    self.pairs.iter().any(|pair| pair.owes(self.least_j))
                        || self.floors.iter().any(|floor| floor.owes(self.least_j))
                };
                let is_rough = dt_s > OWING * whole_s && owes();
                return if is_too_stiff || is_rough { Trial::TooLong } else { self.check_books() };
            }
        }
        Trial::TooLong
    }

    fn check_books(&mut self) -> Trial {
        let least_j = self.least_j;
        let told = self.pairs.iter_mut().filter_map(|pair| pair.owes(least_j).then(|| pair.forget())).count();
        let told =
            told + self.floors.iter_mut().filter_map(|floor| floor.owes(least_j).then(|| floor.forget())).count();
        if told == 0 { Trial::Good } else { Trial::Again }
    }

    /// Where the particles are after a step with the forces as they are thought to be.
    fn push(&mut self, dt_s: f64) {
        for pair in &mut self.pairs {
            let [push_n, turn_n_m] = pair.adopt();
            let [(one, one_arm_ratio), (two, two_arm_ratio)] = pair.ends();
            self.particles[one].push(-push_n, turn_n_m * one_arm_ratio);
            self.particles[two].push(push_n, turn_n_m * two_arm_ratio);
        }
        self.floors.iter_mut().for_each(|floor| floor.push(&mut self.particles));
        self.particles.iter_mut().for_each(|particle| particle.go(dt_s));
    }

    /// The forces that would have taken them there; tells whether they are those that did.
    fn meet(&mut self, dt_s: f64) -> bool {
        let (mut largest_n, mut off_n, mut off_n2) = (0.0_f64, 0.0_f64, 0.0_f64);
        let step = [dt_s, 1.0 / dt_s];
        for pair in &mut self.pairs {
            let [one, two] = pair.particles.map(|slot| &self.particles[usize::from(slot)]);
            pair.compress(one, two);
            let leaning_n_s = pair.leaning_n_s();
            let [(one, _), (two, _)] = pair.ends();
            self.particles[one].lean(-leaning_n_s);
            self.particles[two].lean(leaning_n_s);
        }
        for pair in &mut self.pairs {
            let [one, two] = pair.particles.map(|slot| &self.particles[usize::from(slot)]);
            pair.weigh(one, two, step);
            if self.friction.acts() {
                pair.rub(&self.friction, [one, two], step);
                off_n2 = greater(off_n2, pair.friction_change_n2());
            }
            (largest_n, off_n) = (greater(largest_n, pair.wanted_n()), greater(off_n, pair.change_n()));
        }
        for floor in &mut self.floors {
            floor.meet(&self.particles, step);
            off_n2 = greater(off_n2, floor.friction_change_n2());
            (largest_n, off_n) = (greater(largest_n, floor.wanted_n()), greater(off_n, floor.change_n()));
        }
        let least_n = self.least_n_s / dt_s;
        let share = (PER_LOSS * self.dissipation_s * step[1]).clamp(CLOSELY, ROUGHLY);
        off_n <= least_n.max(share * largest_n) && off_n2.sqrt() <= least_n.max(OF_FRICTION * largest_n)
    }

    fn commit(&mut self, dt_s: f64, now_s: f64) {
        for pair in &mut self.pairs {
            let missing_n_m = pair.missing_n_m();
            for (slot, arm_ratio) in pair.ends() {
                self.particles[slot].turn(missing_n_m * arm_ratio, dt_s);
            }
            if pair.commit(dt_s, now_s) {
                for slot in pair.particles {
                    self.particles[usize::from(slot)].strike(dt_s);
                }
            }
        }
        self.floors.iter_mut().for_each(|floor| floor.commit(&self.particles, dt_s));
        self.particles.iter_mut().for_each(Particle::commit);
    }
}
