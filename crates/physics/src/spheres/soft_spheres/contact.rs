//! Two particles that touch: the force along their normal, and what the contact remembers.

use glam::DVec3;

use super::friction::{Friction, Rubbing};
use super::particle::Particle;
use crate::order::{greater, lesser};

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
pub(in crate::spheres) struct Pair {
    /// Their places in the list; the first has the lower body number.
    pub(in crate::spheres) particles: [u16; 2],
    /// Distances from the centres to the contact, over the distance of the centres.
    arm_ratios: [f64; 2],
    /// Distance of the centres at which they just touch, m.
    rest_m: f64,
    /// `K`, N/m^1.5.
    stiffness: f64,
    /// `A K`.
    loss: f64,
    /// `1 / m*`, 1/kg.
    inverse_mass_per_kg: f64,
    /// The direction as they joined, times the step that was meant for them then, s.
    lean_s: DVec3,
    now: Overlap,
    then: Overlap,
    direction: DVec3,
    /// The span in the middle of the step that is tried, m.
    mean_span_m: DVec3,
    /// The force on the second that acts in the step that is tried, N, and the span times friction that turns both, N
    /// m.
    push_n: DVec3,
    turn_n_m: DVec3,
    /// `h^2 a` at the beginning of the step, m; see [`Pair::force`].
    now_lean_m: f64,
    /// The force along the normal that acts in the step that is tried, and the one that was found for the next round.
    force_n: f64,
    next_n: f64,
    /// The force that the step would have had, N.
    wanted_n: f64,
    /// Those of the last five steps, the latest first, N.
    before_n: [f64; 5],
    rubbing: Rubbing,
    /// When they first touched, in the island's time, s.
    pub(in crate::spheres) since_s: f64,
    /// Impulse along the normal so far, N s.
    pub(in crate::spheres) impulse_n_s: f64,
    /// The largest compression so far, m.
    pub(in crate::spheres) deepest_m: f64,
    /// The largest force so far, N.
    pub(in crate::spheres) strongest_n: f64,
}

impl Pair {
    pub(super) fn new(
        particles: [u16; 2],
        [one, two]: [&Particle; 2],
        rest_m: f64,
        [stiffness, loss]: [f64; 2],
        friction: &Friction,
        [now_s, step_s]: [f64; 2],
    ) -> Pair {
        let inverse_mass_per_kg = one.inverse_mass_per_kg() + two.inverse_mass_per_kg();
        let span_m = two.position_m - one.position_m;
        let rest_m = rest_m.min(span_m.length());
        let now = Overlap::of(span_m, rest_m);
        let reach_m = one.radius_m + two.radius_m;
        Pair {
            particles,
            arm_ratios: [one.radius_m / reach_m, two.radius_m / reach_m],
            rest_m,
            stiffness,
            loss,
            inverse_mass_per_kg,
            lean_s: now.span_m * (step_s / now.length_m),
            now,
            then: now,
            direction: now.span_m / now.length_m,
            mean_span_m: now.span_m,
            push_n: DVec3::ZERO,
            turn_n_m: DVec3::ZERO,
            now_lean_m: 0.0,
            force_n: 0.0,
            next_n: 0.0,
            wanted_n: 0.0,
            before_n: [0.0; 5],
            rubbing: Rubbing::new(friction, stiffness, inverse_mass_per_kg),
            since_s: now_s,
            impulse_n_s: 0.0,
            deepest_m: 0.0,
            strongest_n: 0.0,
        }
    }

    /// The unit vector from the first to the second.
    pub(in crate::spheres) fn direction(&self) -> DVec3 {
        self.now.span_m / self.now.length_m
    }

    pub(in crate::spheres) fn depth_m(&self) -> f64 {
        self.now.depth_m
    }

    /// Impulse of friction on the second so far, N s.
    pub(in crate::spheres) fn rubbed_n_s(&self) -> DVec3 {
        self.rubbing.impulse_n_s
    }

    /// Thinks the forces of the steps before on to the next one.
    pub(super) fn begin(&mut self, [one, two]: [&Particle; 2]) {
        let [one_n, two_n, three_n, four_n, five_n] = self.before_n;
        // by a parabola at first, as a force begins with a root that nothing higher follows
        self.next_n = match five_n > 0.0 {
            true => (5.0 * (one_n - four_n) - 10.0 * (two_n - three_n) + five_n).max(0.0),
            false => (3.0 * (one_n - two_n) + three_n).max(0.0),
        };
        self.rubbing.begin(self.next_n);
        self.direction = self.now.span_m / self.now.length_m;
        self.then = self.now;
        self.mean_span_m = self.now.span_m;
        self.now_lean_m = self.lean_s.dot(two.lean_m_s - one.lean_m_s);
    }

    /// Lets the forces that were found last act: the one on the second, N, and the span times friction, which turns the
    /// two, each by the share of its arm, N m.
    pub(super) fn adopt(&mut self) -> [DVec3; 2] {
        self.force_n = self.next_n;
        let rubbing_n = self.rubbing.adopt();
        let (push_n, turn_n_m) = (self.direction * self.force_n + rubbing_n, self.mean_span_m.cross(rubbing_n));
        (self.push_n, self.turn_n_m) = (push_n, turn_n_m);
        [push_n, turn_n_m]
    }

    /// The couple that is missing to the angular momentum of the two, N m: forces act along the span of the round
    /// before, from which that of the step differs by what forces agree to.
    pub(super) fn missing_n_m(&self) -> DVec3 {
        self.mean_span_m.cross(self.push_n) - self.turn_n_m
    }

    /// The place of each particle in the list, and its arm.
    pub(super) fn ends(&self) -> [(usize, f64); 2] {
        let [one, two] = self.particles.map(usize::from);
        [(one, self.arm_ratios[0]), (two, self.arm_ratios[1])]
    }

    pub(super) fn wanted_n(&self) -> f64 {
        self.wanted_n
    }

    pub(super) fn change_n(&self) -> f64 {
        (self.wanted_n - self.force_n).abs()
    }

    pub(super) fn friction_change_n2(&self) -> f64 {
        self.rubbing.change_n2()
    }

    /// How far the elastic contact turns in a step of its own, `(w dt / 2)^2` with `w^2 = 1.5 K sqrt(d) / m*`.
    pub(super) fn turning(&self, dt_s: f64) -> f64 {
        0.375 * self.stiffness * self.then.root * self.inverse_mass_per_kg * (dt_s * dt_s)
    }

    /// How far they would overlap after the step.
    pub(super) fn compress(&mut self, one: &Particle, two: &Particle) {
        self.then = Overlap::of(two.next_m - one.next_m, self.rest_m);
        let span_m = self.now.span_m + self.then.span_m;
        self.mean_span_m = span_m * 0.5;
        self.direction = span_m * (1.0 / (self.now.length_m + self.then.length_m));
    }

    /// The elastic force at the end of the step, along [`Pair::lean_s`], N s.
    pub(super) fn leaning_n_s(&self) -> DVec3 {
        self.lean_s * (self.stiffness * (self.then.depth_m * self.then.root))
    }

    /// The force along the normal for where the two would be after the step, of `dt_s` and with it `1 / dt_s`.
    pub(super) fn weigh(&mut self, one: &Particle, two: &Particle, [dt_s, per_s]: [f64; 2]) {
        let then_m = self.lean_s.dot(two.next_lean_m_s - one.next_lean_m_s);
        let (wanted_n, steepness) = self.force([self.now_lean_m, then_m], dt_s, per_s);
        self.wanted_n = wanted_n;
        self.next_n = self.force_n + (wanted_n - self.force_n) / (1.0 + steepness);
    }

    /// Friction for how the two would slip over each other in the step.
    pub(super) fn rub(&mut self, friction: &Friction, [one, two]: [&Particle; 2], [dt_s, per_s]: [f64; 2]) {
        if self.wanted_n <= 0.0 {
            return self.rubbing.let_go();
        }
        let way_m = self.now.span_m - self.then.span_m;
        let turning_rad_s = one.mean_rad_s * self.arm_ratios[0] + two.mean_rad_s * self.arm_ratios[1];
        let slip_m = way_m + turning_rad_s.cross(self.mean_span_m) * dt_s;
        let root = 0.5 * (self.now.root + self.then.root);
        self.rubbing.slip(friction, self.direction, slip_m, root, self.wanted_n, [dt_s, per_s]);
    }

    /// Whether friction would have given back more than it took after this step.
    pub(super) fn owes(&self, least_j: f64) -> bool {
        self.rubbing.owes(least_j)
    }

    /// Has friction forget what it might give back.
    pub(super) fn forget(&mut self) {
        self.rubbing.forget();
    }

    /// Takes the step; tells whether it is the first in which the two push each other.
    pub(super) fn commit(&mut self, dt_s: f64, now_s: f64) -> bool {
        let begins = self.impulse_n_s == 0.0 && self.force_n != 0.0;
        if begins {
            self.since_s = now_s;
        }
        let [one_n, two_n, three_n, four_n, _] = self.before_n;
        self.before_n = [self.force_n, one_n, two_n, three_n, four_n];
        self.rubbing.commit(self.force_n, dt_s);
        self.now = self.then;
        self.impulse_n_s += self.force_n * dt_s;
        self.deepest_m = greater(self.deepest_m, self.now.depth_m);
        self.strongest_n = greater(self.strongest_n, self.force_n);
        begins
    }

    /// The mean force over a step of `dt_s`, `1 / per_s`, that ends with the overlap `then`, N, and what one more
    /// newton would change in it; `h^2 a`, by which elastic forces part the two, is given for both its ends, m.
    fn force(&self, [now_m, then_m]: [f64; 2], dt_s: f64, per_s: f64) -> (f64, f64) {
        let (a, b) = (&self.now, &self.then);
        let (da, db) = (a.depth_m, b.depth_m);
        // (2/5) (db^(5/2) - da^(5/2)) / (db - da) and (db^(3/2) - da^(3/2)) / (db - da), without the cancellation
        let (mean, slope) = match (a.root > 0.0, b.root > 0.0) {
            (true, true) => {
                let product = a.root * b.root;
                let sum = da + db + product;
                let per_root = 1.0 / (a.root + b.root);
                (0.4 * (da * da + db * db + product * sum) * per_root, sum * per_root)
            }
            (true, false) => {
                let per_m = 1.0 / (da - db);
                (0.4 * (da * da * a.root) * per_m, da * a.root * per_m)
            }
            (false, true) => {
                let per_m = 1.0 / (db - da);
                (0.4 * (db * db * b.root) * per_m, db * b.root * per_m)
            }
            (false, false) => return (0.0, 0.0),
        };
        let elastic = self.stiffness * (mean + slope * ((now_m + then_m) * (1.0 / 12.0)));
        let plain = db * b.root - da * a.root;
        // no more than half of it, so that it always takes
        let most = 0.5 * plain.abs();
        let more = lesser(greater(-most, 0.375 * (b.root * then_m - a.root * now_m)), most);
        let viscous = self.loss * (plain + more) * per_s;
        let steepness = (0.75 * self.stiffness + 1.5 * self.loss * per_s) * b.root;
        // glass does not pull
        (greater(elastic.min(0.0), elastic + viscous), steepness * (0.5 * dt_s * dt_s) * self.inverse_mass_per_kg)
    }
}
