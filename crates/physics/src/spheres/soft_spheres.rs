//! Soft spheres: balls that touch, followed through time by their forces.
//!
//! A step is implicit and keeps energy, momentum and angular momentum of elastic contacts to the last bits whatever its
//! length: the force of a contact is the change of its elastic energy over the change of its compression, along the
//! mean of its direction before and after (O. Gonzalez, "Time integration and discrete Hamiltonian systems", J.
//! Nonlinear Sci. 6, 449 (1996); J. C. Simo and N. Tarnow, ZAMP 43, 757 (1992)). The viscous part is that of the law
//! integrated over the step. So energy can only fall, and the error of a step is one of timing alone, of second order.

use glam::DVec3;

/// A ball that is followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Particle {
    /// Its number among all bodies.
    pub(super) body: u16,
    /// One over its mass, 1/kg.
    inverse_mass_per_kg: f64,
    /// Centre, from the island's origin, m.
    pub(super) position_m: DVec3,
    pub(super) velocity_m_s: DVec3,
    /// Of its own motion, which it keeps until it is pushed, m/s2.
    pub(super) own_m_s2: DVec3,
    /// When it changes its own motion, in the island's time; infinite once it is pushed, s.
    pub(super) changes_s: f64,
    /// Contacts that it is in, those about to begin among them.
    pub(super) contact_count: u16,
    /// Whether any has pushed it.
    pub(super) is_struck: bool,
    /// At the end of the step that is tried.
    next_m: DVec3,
    next_m_s: DVec3,
    push_n: DVec3,
}

impl Particle {
    pub(super) fn new(body: u16, mass_kg: f64, position_m: DVec3, velocity_m_s: DVec3) -> Particle {
        Particle {
            own_m_s2: DVec3::ZERO,
            changes_s: f64::INFINITY,
            body,
            inverse_mass_per_kg: 1.0 / mass_kg,
            position_m,
            velocity_m_s,
            contact_count: 0,
            is_struck: false,
            next_m: position_m,
            next_m_s: velocity_m_s,
            push_n: DVec3::ZERO,
        }
    }
}

/// How far two particles overlap at one end of a step.
#[derive(Clone, Copy, Debug)]
struct Overlap {
    /// From the first centre to the second, m.
    span_m: DVec3,
    length_m: f64,
    /// Compression, m; below 0 is a gap.
    depth_m: f64,
    /// Square root of the compression, or 0.
    root: f64,
}

impl Overlap {
    fn of(span_m: DVec3, rest_m: f64) -> Overlap {
        let length_m = span_m.length();
        let depth_m = rest_m - length_m;
        Overlap { span_m, length_m, depth_m, root: depth_m.max(0.0).sqrt() }
    }
}

/// Two particles that touch, or are about to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// Their places in the list; the first has the lower body number.
    pub(super) particles: [u16; 2],
    /// Distance of the centres at which they just touch, m.
    rest_m: f64,
    /// `K`, N/m^1.5.
    stiffness: f64,
    /// `A K`.
    loss: f64,
    /// `1 / m*`, 1/kg.
    inverse_mass_per_kg: f64,
    now: Overlap,
    then: Overlap,
    direction: DVec3,
    force_n: f64,
    before_n: [f64; 2],
    /// When they first touched, in the island's time, s.
    pub(super) since_s: f64,
    /// Impulse along the normal so far, N s.
    pub(super) impulse_n_s: f64,
    /// The largest compression so far, m.
    pub(super) deepest_m: f64,
    /// The largest force so far, N.
    pub(super) strongest_n: f64,
}

impl Pair {
    /// The unit vector from the first to the second.
    pub(super) fn direction(&self) -> DVec3 {
        self.now.span_m / self.now.length_m
    }

    pub(super) fn depth_m(&self) -> f64 {
        self.now.depth_m
    }

    /// The mean force over a step of `dt_s`, `1 / per_s`, that ends with the overlap `then`, N, and what one more
    /// newton would change in it.
    fn force_n(&self, dt_s: f64, per_s: f64) -> (f64, f64) {
        let (a, b) = (&self.now, &self.then);
        let root = 0.4 * self.stiffness;
        // (2/5) K (db^(5/2) - da^(5/2)) / (db - da), without the cancellation
        let elastic = match (a.root > 0.0, b.root > 0.0) {
            (true, true) => {
                let product = a.root * b.root;
                let (da, db) = (a.depth_m, b.depth_m);
                root * (da * da + db * db + product * (da + db + product)) / (a.root + b.root)
            }
            (true, false) => root * (a.depth_m * a.depth_m * a.root) / (a.depth_m - b.depth_m),
            (false, true) => root * (b.depth_m * b.depth_m * b.root) / (b.depth_m - a.depth_m),
            (false, false) => return (0.0, 0.0),
        };
        let viscous = self.loss * (b.depth_m * b.root - a.depth_m * a.root) * per_s;
        let steepness = (0.75 * self.stiffness + 1.5 * self.loss * per_s) * b.root;
        ((elastic + viscous).max(0.0), steepness * (0.5 * dt_s * dt_s) * self.inverse_mass_per_kg)
    }
}

/// Particles and their contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct SoftSpheres {
    pub(super) particles: Vec<Particle>,
    pub(super) pairs: Vec<Pair>,
}

/// Forces agree to this share of the largest of them before a step is taken.
const AGREEMENT: f64 = 1.0 / (1u64 << 30) as f64;
/// Rounds that a step may take; about three are needed.
const ROUNDS: usize = 32;

impl SoftSpheres {
    pub(super) fn clear(&mut self) {
        self.particles.clear();
        self.pairs.clear();
    }

    /// Lets two particles touch at `rest_m`, or nearer where they are nearer already.
    pub(super) fn join(&mut self, particles: [u16; 2], rest_m: f64, stiffness: f64, loss: f64, now_s: f64) {
        let [one, two] = particles.map(|slot| &self.particles[usize::from(slot)]);
        let inverse_mass_per_kg = one.inverse_mass_per_kg + two.inverse_mass_per_kg;
        let span_m = two.position_m - one.position_m;
        let rest_m = rest_m.min(span_m.length());
        let now = Overlap::of(span_m, rest_m);
        let direction = now.span_m / now.length_m;
        for slot in particles {
            self.particles[usize::from(slot)].contact_count += 1;
        }
        self.pairs.push(Pair {
            particles,
            rest_m,
            stiffness,
            loss,
            inverse_mass_per_kg,
            now,
            then: now,
            direction,
            force_n: 0.0,
            before_n: [0.0; 2],
            since_s: now_s,
            impulse_n_s: 0.0,
            deepest_m: 0.0,
            strongest_n: 0.0,
        });
    }

    /// Moves all particles on by one step.
    pub(super) fn step(&mut self, dt_s: f64, now_s: f64) {
        for pair in &mut self.pairs {
            let [one_n, two_n, three_n] = [pair.force_n, pair.before_n[0], pair.before_n[1]];
            pair.before_n = [one_n, two_n];
            pair.force_n = (3.0 * (one_n - two_n) + three_n).max(0.0);
            pair.direction = pair.now.span_m / pair.now.length_m;
        }
        for _ in 0..ROUNDS {
            self.push(dt_s);
            if self.meet(dt_s) {
                break;
            }
        }
        self.commit(dt_s, now_s);
    }

    /// Where the particles are after a step with the forces as they are thought to be.
    fn push(&mut self, dt_s: f64) {
        for pair in &self.pairs {
            let push_n = pair.direction * pair.force_n;
            self.particles[usize::from(pair.particles[0])].push_n -= push_n;
            self.particles[usize::from(pair.particles[1])].push_n += push_n;
        }
        for particle in &mut self.particles {
            particle.next_m_s =
                particle.velocity_m_s + (particle.push_n * particle.inverse_mass_per_kg + particle.own_m_s2) * dt_s;
            particle.next_m = particle.position_m + (particle.velocity_m_s + particle.next_m_s) * (0.5 * dt_s);
            particle.push_n = DVec3::ZERO;
        }
    }

    /// The forces that would have taken them there; tells whether they are those that did.
    fn meet(&mut self, dt_s: f64) -> bool {
        let per_s = 1.0 / dt_s;
        let (mut largest_n, mut off_n) = (0.0_f64, 0.0_f64);
        for pair in &mut self.pairs {
            let [one, two] = pair.particles.map(|slot| &self.particles[usize::from(slot)]);
            pair.then = Overlap::of(two.next_m - one.next_m, pair.rest_m);
            let (force_n, steepness) = pair.force_n(dt_s, per_s);
            let change_n = force_n - pair.force_n;
            (largest_n, off_n) = (largest_n.max(force_n), off_n.max(change_n.abs()));
            pair.direction = (pair.now.span_m + pair.then.span_m) * (1.0 / (pair.now.length_m + pair.then.length_m));
            pair.force_n += change_n * (1.0 - steepness);
        }
        off_n <= AGREEMENT * largest_n
    }

    fn commit(&mut self, dt_s: f64, now_s: f64) {
        for particle in &mut self.particles {
            (particle.position_m, particle.velocity_m_s) = (particle.next_m, particle.next_m_s);
        }
        for pair in &mut self.pairs {
            if pair.impulse_n_s == 0.0 && pair.force_n > 0.0 {
                pair.since_s = now_s;
                for slot in pair.particles {
                    let particle = &mut self.particles[usize::from(slot)];
                    (particle.is_struck, particle.own_m_s2, particle.changes_s) = (true, DVec3::ZERO, f64::INFINITY);
                }
            }
            pair.now = pair.then;
            pair.impulse_n_s += pair.force_n * dt_s;
            pair.deepest_m = pair.deepest_m.max(pair.now.depth_m);
            pair.strongest_n = pair.strongest_n.max(pair.force_n);
        }
    }
}
