//! Follows balls that touch through time, by their forces.
//!
//! A step is implicit and keeps energy, momentum and angular momentum of elastic contacts to the last bits whatever its
//! length: the force of a contact is the change of its elastic energy over the change of its compression, along the mean
//! of its direction before and after (O. Gonzalez, "Time integration and discrete Hamiltonian systems", J. Nonlinear
//! Sci. 6, 449 (1996); J. C. Simo and N. Tarnow, ZAMP 43, 757 (1992)). The viscous part is that of the law integrated
//! over the step. So energy can only fall, and the error of a step is one of timing alone, of second order.

use glam::DVec3;

/// A ball in the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rider {
    /// Its number among all bodies.
    pub(super) body: u16,
    /// One over its mass, 1/kg.
    ease_per_kg: f64,
    /// Centre, from the window's origin, m.
    pub(super) position_m: DVec3,
    pub(super) velocity_m_s: DVec3,
    /// Of its own motion, which it keeps until it is pushed, m/s2.
    pub(super) own_m_s2: DVec3,
    /// When it changes its own motion, in the window's time; infinite once it is pushed, s.
    pub(super) changes_s: f64,
    /// Contacts that it is in.
    pub(super) touch_count: u16,
    /// Whether any has pushed it.
    pub(super) is_struck: bool,
    /// At the end of the step that is tried.
    next_m: DVec3,
    next_m_s: DVec3,
    push_n: DVec3,
}

impl Rider {
    pub(super) fn new(body: u16, mass_kg: f64, position_m: DVec3, velocity_m_s: DVec3) -> Rider {
        Rider {
            own_m_s2: DVec3::ZERO,
            changes_s: f64::INFINITY,
            body,
            ease_per_kg: 1.0 / mass_kg,
            position_m,
            velocity_m_s,
            touch_count: 0,
            is_struck: false,
            next_m: position_m,
            next_m_s: velocity_m_s,
            push_n: DVec3::ZERO,
        }
    }
}

/// How a contact stands at one end of a step.
#[derive(Clone, Copy, Debug)]
struct Stand {
    /// From the first centre to the second, m.
    span_m: DVec3,
    length_m: f64,
    /// Compression, m; below 0 is a gap.
    depth_m: f64,
    /// Square root of the compression, or 0.
    root: f64,
}

impl Stand {
    fn of(span_m: DVec3, rest_m: f64) -> Stand {
        let length_m = span_m.length();
        let depth_m = rest_m - length_m;
        Stand { span_m, length_m, depth_m, root: depth_m.max(0.0).sqrt() }
    }
}

/// Two riders that touch, or are about to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Their places in the window; the first has the lower body number.
    pub(super) riders: [u16; 2],
    /// Distance of the centres at which they just touch, m.
    rest_m: f64,
    /// `K`, N/m^1.5.
    stiffness: f64,
    /// `A K`.
    loss: f64,
    /// `1 / m*`, 1/kg.
    ease_per_kg: f64,
    now: Stand,
    then: Stand,
    direction: DVec3,
    force_n: f64,
    before_n: [f64; 2],
    /// When they first touched, in the window's time, s.
    pub(super) since_s: f64,
    /// Impulse along the normal so far, N s.
    pub(super) impulse_n_s: f64,
    /// The largest compression so far, m.
    pub(super) deepest_m: f64,
    /// The largest force so far, N.
    pub(super) strongest_n: f64,
}

impl Touch {
    /// The unit vector from the first to the second.
    pub(super) fn direction(&self) -> DVec3 {
        self.now.span_m / self.now.length_m
    }

    pub(super) fn depth_m(&self) -> f64 {
        self.now.depth_m
    }

    /// The mean force over a step of `dt_s`, `1 / per_s`, that ends with the stand `then`, N, and what one more newton would change in
    /// it.
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
        ((elastic + viscous).max(0.0), steepness * (0.5 * dt_s * dt_s) * self.ease_per_kg)
    }
}

/// The riders and their contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    pub(super) riders: Vec<Rider>,
    pub(super) touches: Vec<Touch>,
}

/// Forces agree to this share of the largest of them before a step is taken.
const AGREEMENT: f64 = 1.0 / (1u64 << 30) as f64;
/// Rounds that a step may take; about three are needed.
const ROUNDS: usize = 32;

impl Window {
    pub(super) fn clear(&mut self) {
        self.riders.clear();
        self.touches.clear();
    }

    /// Lets two riders touch at `rest_m`, or nearer where they are nearer already.
    pub(super) fn touch(&mut self, riders: [u16; 2], rest_m: f64, stiffness: f64, loss: f64, now_s: f64) {
        let [one, two] = riders.map(|slot| &self.riders[usize::from(slot)]);
        let ease_per_kg = one.ease_per_kg + two.ease_per_kg;
        let span_m = two.position_m - one.position_m;
        let rest_m = rest_m.min(span_m.length());
        let now = Stand::of(span_m, rest_m);
        let direction = now.span_m / now.length_m;
        for slot in riders {
            self.riders[usize::from(slot)].touch_count += 1;
        }
        self.touches.push(Touch {
            riders,
            rest_m,
            stiffness,
            loss,
            ease_per_kg,
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

    /// Moves all riders on by one step.
    pub(super) fn step(&mut self, dt_s: f64, now_s: f64) {
        for touch in &mut self.touches {
            let [one_n, two_n, three_n] = [touch.force_n, touch.before_n[0], touch.before_n[1]];
            touch.before_n = [one_n, two_n];
            touch.force_n = (3.0 * (one_n - two_n) + three_n).max(0.0);
            touch.direction = touch.now.span_m / touch.now.length_m;
        }
        for _ in 0..ROUNDS {
            self.push(dt_s);
            if self.meet(dt_s) {
                break;
            }
        }
        self.commit(dt_s, now_s);
    }

    /// Where the riders are after a step with the forces as they are thought to be.
    fn push(&mut self, dt_s: f64) {
        for touch in &self.touches {
            let push_n = touch.direction * touch.force_n;
            self.riders[usize::from(touch.riders[0])].push_n -= push_n;
            self.riders[usize::from(touch.riders[1])].push_n += push_n;
        }
        for rider in &mut self.riders {
            rider.next_m_s = rider.velocity_m_s + (rider.push_n * rider.ease_per_kg + rider.own_m_s2) * dt_s;
            rider.next_m = rider.position_m + (rider.velocity_m_s + rider.next_m_s) * (0.5 * dt_s);
            rider.push_n = DVec3::ZERO;
        }
    }

    /// The forces that would have taken them there; tells whether they are those that did.
    fn meet(&mut self, dt_s: f64) -> bool {
        let per_s = 1.0 / dt_s;
        let (mut largest_n, mut off_n) = (0.0_f64, 0.0_f64);
        for touch in &mut self.touches {
            let [one, two] = touch.riders.map(|slot| &self.riders[usize::from(slot)]);
            touch.then = Stand::of(two.next_m - one.next_m, touch.rest_m);
            let (force_n, steepness) = touch.force_n(dt_s, per_s);
            let change_n = force_n - touch.force_n;
            (largest_n, off_n) = (largest_n.max(force_n), off_n.max(change_n.abs()));
            touch.direction =
                (touch.now.span_m + touch.then.span_m) * (1.0 / (touch.now.length_m + touch.then.length_m));
            touch.force_n += change_n * (1.0 - steepness);
        }
        off_n <= AGREEMENT * largest_n
    }

    fn commit(&mut self, dt_s: f64, now_s: f64) {
        for rider in &mut self.riders {
            (rider.position_m, rider.velocity_m_s) = (rider.next_m, rider.next_m_s);
        }
        for touch in &mut self.touches {
            if touch.impulse_n_s == 0.0 && touch.force_n > 0.0 {
                touch.since_s = now_s;
                for slot in touch.riders {
                    let rider = &mut self.riders[usize::from(slot)];
                    (rider.is_struck, rider.own_m_s2, rider.changes_s) = (true, DVec3::ZERO, f64::INFINITY);
                }
            }
            touch.now = touch.then;
            touch.impulse_n_s += touch.force_n * dt_s;
            touch.deepest_m = touch.deepest_m.max(touch.now.depth_m);
            touch.strongest_n = touch.strongest_n.max(touch.force_n);
        }
    }
}
