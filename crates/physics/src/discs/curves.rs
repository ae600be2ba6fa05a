//! The universal curves: how long, how far and how much a sliding and spinning body still moves.
//!
//! `t_stop = (u/a) B(eps)`, `s_stop = (u^2/a) G(eps)`, `theta_stop = (u^2/(a R)) Q(eps)`, with rim speed `u = R |w|`,
//! `eps = v/u` and `a = mu g`. They are read off two universal orbits (module `orbit`), tabulated once for each pair of
//! rim ratio and inertia ratio and shared by all setups.
//!
//! Measured against direct integration of the equations of `B`, `G` and `Q`, for slip speed ratios from 1e-4 to 1e4, a
//! billionth next to `eps*` and at the knots among them: the relative error is below 4e-10 for full faces and rims up to
//! 0.95, and below 5e-9 for a thin ring, whose friction is steep where its rim does not slip. Outside that range power laws are exact to `ln(eps) / eps^2`.

use super::curl;
use super::orbit::{Orbit, Point, Ray, Side};
use super::table::{Node, Table, exponent_of, grid};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Tables kept for the next setup; more pairs than this in turn are computed anew.
const KEPT: usize = 64;
/// Relative error allowed in the slip speed ratio of a start.
const ALLOWED_START: f64 = 1e-12;
/// Relative error allowed in a first guess of when a path is done; one Newton step follows.
const ALLOWED_GUESS: f64 = 1e-9;

/// Largest exponents tabulated of `u ~ v^n` far above the ray and of `v ~ u^n` far below; the ray is lost at 1.
const LONGEST_EXPONENT: [f64; 2] = [0.955, 0.9];

/// One orbit with its two inverses.
#[derive(Debug)]
pub(super) struct Branch {
    ray: Ray,
    side: Side,
    orbit: Table<4>,
    /// Time left by distance from the ray: in `eps` above it, in `1/eps` below.
    start: Table<1>,
    /// Time left by path left.
    reach: Table<1>,
}

/// The curves of one rim ratio and one inertia ratio.
#[derive(Debug)]
pub struct Curves {
    pub(super) below: Branch,
    pub(super) above: Branch,
    ray: Ray,
    rim_ratio: f64,
    inertia_ratio: f64,
    /// Computed when first asked for.
    curl: OnceLock<Arc<[[f64; 2]]>>,
}

/// What is left of a motion, in units of the rim speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Left {
    /// `B = a t / u`.
    pub time_ratio: f64,
    /// `G = a s / u^2`.
    pub path_ratio: f64,
    /// `Q = a R theta / u^2`.
    pub turn_ratio: f64,
}

/// Says why a pair of rim ratio and inertia ratio has no curves, if so.
pub fn supports(rim_ratio: f64, inertia_ratio: f64) -> Result<(), String> {
    if !(0.0..=0.95).contains(&rim_ratio) && rim_ratio != 1.0 {
        return Err(format!("rim_ratio = {rim_ratio}: allowed 0 to 0.95, and 1, a thin ring"));
    }
    // beyond these slide or spin dies first: eps* is infinite or zero; close to them the orbits grow too long
    let least = (1.0 + rim_ratio * rim_ratio) / 4.0 / LONGEST_EXPONENT[0];
    let most = (2.0 / 3.0 * (1.0 + rim_ratio + rim_ratio * rim_ratio) * LONGEST_EXPONENT[1]).min(1.0);
    if !(least..=most).contains(&inertia_ratio) {
        let pair = format!("inertia_ratio = {inertia_ratio} with rim_ratio = {rim_ratio}");
        return Err(format!("{pair}: allowed {least:.4} to {most:.4}"));
    }
    Ok(())
}

impl Curves {
    /// The shared curves of a pair that [`supports`] accepts.
    ///
    /// # Panics
    /// If [`supports`] refuses the pair.
    pub fn shared(rim_ratio: f64, inertia_ratio: f64) -> Arc<Curves> {
        type Kept = Mutex<Vec<([u64; 2], Arc<Curves>)>>;
        static CURVES: OnceLock<Kept> = OnceLock::new();
        let key = [rim_ratio.to_bits(), inertia_ratio.to_bits()];
        let mut kept = CURVES.get_or_init(Kept::default).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, curves)) = kept.iter().find(|(k, _)| *k == key) {
            return curves.clone();
        }
        let curves = Arc::new(Curves::compute(rim_ratio, inertia_ratio).unwrap_or_else(|why| panic!("{why}")));
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((key, curves.clone()));
        curves
    }

    /// Computes the curves anew.
    pub fn compute(rim_ratio: f64, inertia_ratio: f64) -> Result<Curves, String> {
        supports(rim_ratio, inertia_ratio)?;
        let failed = || format!("no curves for rim_ratio = {rim_ratio}, inertia_ratio = {inertia_ratio}");
        let ray = Ray::find(rim_ratio, inertia_ratio).ok_or_else(failed)?;
        let below = Branch::compute(ray, Side::Below).ok_or_else(failed)?;
        let above = Branch::compute(ray, Side::Above).ok_or_else(failed)?;
        Ok(Curves { below, above, ray, rim_ratio, inertia_ratio, curl: OnceLock::new() })
    }

    /// The slip speed ratio `eps*` at which every coupled motion ends.
    pub fn last_slip_ratio(&self) -> f64 {
        self.ray.eps
    }

    /// Share of full sliding friction at the end, `F*`: the least brake of a motion with `eps` above `eps*`.
    pub fn last_force_ratio(&self) -> f64 {
        self.ray.force
    }

    /// How paths bend: see [`super::curl`].
    pub(super) fn curl(&self) -> Arc<[[f64; 2]]> {
        self.curl.get_or_init(|| curl::compute(self)).clone()
    }

    pub(super) fn rim_ratio(&self) -> f64 {
        self.rim_ratio
    }

    /// How the rim speed follows the slide speed where slide is all: `u ~ v^n`.
    pub(super) fn spin_exponent(&self) -> f64 {
        (1.0 + self.rim_ratio * self.rim_ratio) / (4.0 * self.inertia_ratio)
    }

    /// Rim deceleration without slide, in `a`.
    pub(super) fn spin_brake(&self) -> f64 {
        self.ray.brakes(0.0)[1]
    }

    /// How the slide speed follows the rim speed where spin is all: `v ~ u^n`.
    pub(super) fn slide_exponent(&self) -> f64 {
        1.0 / ((1.0 + self.rim_ratio) * self.spin_brake())
    }

    /// What is left at slip speed ratio `eps`; `None` beyond the tabulated range, where power laws hold.
    pub fn left(&self, eps: f64) -> Option<Left> {
        let branch = if eps > self.ray.eps { &self.above } else { &self.below };
        let x = branch.start(eps)?;
        let [path, _, rim, turn] = branch.point(x);
        Some(Left { time_ratio: x / rim, path_ratio: path / (rim * rim), turn_ratio: turn / (rim * rim) })
    }
}

impl Branch {
    fn compute(ray: Ray, side: Side) -> Option<Branch> {
        let nodes = Orbit::integrate(&ray, side)?;
        let orbit = nodes.table(&ray);
        let start = start_table(&ray, side, &nodes, &orbit);
        let reach = reach_table(&nodes, &orbit);
        Some(Branch { ray, side, orbit, start, reach })
    }

    /// The times left that are tabulated.
    pub fn range(&self) -> [f64; 2] {
        [self.orbit.from(), self.orbit.to()]
    }

    /// Path, slide speed, rim speed and arc with time left `x`.
    #[inline]
    pub fn point(&self, x: f64) -> Point {
        if x < self.orbit.from() { self.ray.point(x) } else { self.orbit.read(x) }
    }

    /// Path and slide speed with time left `x`.
    #[inline]
    pub fn path(&self, x: f64) -> [f64; 2] {
        if x < self.orbit.from() {
            let [path, speed, ..] = self.ray.point(x);
            return [path, speed];
        }
        self.orbit.read(x)
    }

    /// The time left at slip speed ratio `eps`; `None` beyond the table.
    #[inline]
    pub fn start(&self, eps: f64) -> Option<f64> {
        let distance = distance(&self.ray, self.side, eps);
        if distance < self.start.from() {
            return Some(0.5 * self.orbit.from());
        }
        let x = (distance < self.start.to()).then(|| self.start.read::<1>(distance)[0])?;
        Some(if self.ray.is_ring() { self.polished(x, eps) } else { x })
    }

    /// One Newton step: the friction of a ring is steep where its rim does not slip, and so is the table there.
    fn polished(&self, x: f64, eps: f64) -> f64 {
        let [_, speed, rim, _] = self.orbit.read(x);
        let [force, torque] = self.ray.brakes(eps);
        let there = speed / rim;
        x - (there - eps) * rim / (force - there * torque)
    }

    /// The time left when the path left is `path`.
    #[inline]
    pub fn reach(&self, path: f64) -> f64 {
        if path < self.reach.from() {
            return (2.0 * path / self.ray.force).sqrt();
        }
        let [guess] = self.reach.read(path);
        let [there, speed] = self.path(guess);
        guess - (there - path) / speed
    }
}

fn distance(ray: &Ray, side: Side, eps: f64) -> f64 {
    match side {
        Side::Above => eps - ray.eps,
        Side::Below => 1.0 / eps - 1.0 / ray.eps,
    }
}

/// Inverts a rising function of the time left, known at the orbit's points; `read` gives value, slope, allowed error.
fn inverse(nodes: &Orbit, keys: &[f64], read: impl Fn(f64) -> [f64; 3]) -> Table<1> {
    let (first, last) = (exponent_of(keys[0]) + 1, exponent_of(keys[keys.len() - 1]));
    let solve = |k: usize| {
        let key = grid(first, k);
        let above = keys.partition_point(|&known| known < key).clamp(1, keys.len() - 1);
        let (low, high) = (nodes.time(above - 1), nodes.time(above));
        let mut x = low + (high - low) * (key - keys[above - 1]) / (keys[above] - keys[above - 1]);
        for _ in 0..3 {
            let [value, slope, _] = read(x);
            x = (x - (value - key) / slope).clamp(low, high);
        }
        let [_, slope, allowed] = read(x);
        Node { value: [x], slope: [1.0 / slope], allowed: [allowed] }
    };
    Table::fit(first, (last - first) as usize, solve)
}

fn start_table(ray: &Ray, side: Side, nodes: &Orbit, orbit: &Table<4>) -> Table<1> {
    let keys: Vec<f64> = nodes.points().map(|y| distance(ray, side, y[1] / y[2])).collect();
    inverse(nodes, &keys, |x| {
        let [_, speed, rim, _] = orbit.read(x);
        let eps = speed / rim;
        let [force, torque] = ray.brakes(eps);
        let slope = ((force - eps * torque) / rim).abs();
        let per_eps = if side == Side::Above { 1.0 } else { 1.0 / (eps * eps) };
        [distance(ray, side, eps), slope * per_eps, ALLOWED_START * eps / slope]
    })
}

fn reach_table(nodes: &Orbit, orbit: &Table<4>) -> Table<1> {
    let keys: Vec<f64> = nodes.points().map(|y| y[0]).collect();
    inverse(nodes, &keys, |x| {
        let [path, speed] = orbit.read(x);
        [path, speed, ALLOWED_GUESS * x]
    })
}

#[cfg(test)]
#[path = "curves_accuracy.rs"]
mod accuracy;

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: [(f64, f64, f64); 7] = [
        (0.0, 0.5, 0.653001789206),
        (0.0, 0.3, 1.17678019544),
        (0.0, 0.6, 0.404382881235),
        (0.7, 0.5, 1.11686278811),
        (0.9, 0.5, 1.92379346733),
        (0.95, 0.5, 2.72831435215),
        (0.9, 0.905, 0.950828866836),
    ];

    fn branch(curves: &Curves, eps: f64) -> &Branch {
        if eps > curves.ray.eps { &curves.above } else { &curves.below }
    }

    /// Slides and spins on for `time` in many small steps of the equations themselves: path, slide speed, rim speed.
    fn step_by_step(ray: &Ray, slide: f64, rim: f64, time: f64) -> [f64; 3] {
        let steps = 4000;
        let h = time / steps as f64;
        let (mut path, mut v, mut u) = (0.0, slide, rim);
        for _ in 0..steps {
            let k1 = ray.brakes(v / u);
            let k2 = ray.brakes((v - 0.5 * h * k1[0]) / (u - 0.5 * h * k1[1]));
            let k3 = ray.brakes((v - 0.5 * h * k2[0]) / (u - 0.5 * h * k2[1]));
            let k4 = ray.brakes((v - h * k3[0]) / (u - h * k3[1]));
            path += h * v - h * h / 6.0 * (k1[0] + k2[0] + k3[0]);
            v -= h / 6.0 * (k1[0] + 2.0 * (k2[0] + k3[0]) + k4[0]);
            u -= h / 6.0 * (k1[1] + 2.0 * (k2[1] + k3[1]) + k4[1]);
        }
        [path, v, u]
    }

    #[test]
    fn tables_follow_the_equations_of_motion() {
        for (rim_ratio, inertia_ratio, last) in PAIRS {
            let curves = Curves::compute(rim_ratio, inertia_ratio).expect("a supported pair");
            assert!((curves.last_slip_ratio() / last - 1.0).abs() < 1e-11, "{rim_ratio} {inertia_ratio}");
            for eps in (0..40).map(|k| 0.2 * 1.1f64.powi(k)) {
                let branch = branch(&curves, eps);
                let whole = branch.start(eps).expect("within the table");
                let [path, slide, rim, _] = branch.point(whole);
                assert!((slide / rim / eps - 1.0).abs() < 1e-9, "{rim_ratio} {inertia_ratio} {eps}");
                let [done, slower, slower_rim] = step_by_step(&curves.ray, slide, rim, 0.3 * whole);
                let [left, there, rim_there, _] = branch.point(0.7 * whole);
                let errors = [(path - left) / done - 1.0, there / slower - 1.0, rim_there / slower_rim - 1.0];
                assert!(errors.iter().all(|e| e.abs() < 1e-9), "{rim_ratio} {inertia_ratio} {eps}: {errors:?}");
                assert!((branch.reach(left) / (0.7 * whole) - 1.0).abs() < 1e-14, "{rim_ratio} {inertia_ratio} {eps}");
            }
        }
    }

    #[test]
    fn every_start_is_found_and_the_ends_join() {
        let curves = Curves::compute(0.0, 0.5).expect("the disc");
        for eps in (0..4000).map(|k| 1e-5 * 1.0057f64.powi(k)) {
            let branch = branch(&curves, eps);
            let [_, slide, rim, _] = branch.point(branch.start(eps).expect("within the table"));
            assert!((slide / rim / eps - 1.0).abs() < 1e-10, "{eps}");
        }
        assert!(curves.left(1e-7).is_none() && curves.left(1e6).is_none());
        let [near, on] = [1.0 + 1e-9, 1.0].map(|f| curves.left(f * curves.last_slip_ratio()).expect("on the ray"));
        assert!((near.path_ratio / on.path_ratio - 1.0).abs() < 1e-8);
    }

    #[test]
    fn what_dies_first_is_refused() {
        assert!(supports(0.0, 0.25).is_err() && supports(0.0, 2.0 / 3.0).is_err());
        assert!(supports(0.9, 0.4).is_err() && supports(0.96, 0.5).is_err() && supports(f64::NAN, 0.5).is_err());
        assert!(supports(0.95, 0.5).is_ok() && supports(0.9, 0.48).is_ok());
    }

    #[test]
    fn what_is_supported_can_be_computed() {
        for rim_ratio in [0.0, 0.5, 0.95, 1.0] {
            let least = (1.0 + rim_ratio * rim_ratio) / 4.0 / LONGEST_EXPONENT[0] + 1e-9;
            let most = 2.0 / 3.0 * (1.0 + rim_ratio + rim_ratio * rim_ratio) * LONGEST_EXPONENT[1] - 1e-9;
            for inertia_ratio in [least, most.min(1.0)] {
                assert!(Curves::compute(rim_ratio, inertia_ratio).is_ok(), "{rim_ratio} {inertia_ratio}");
            }
        }
    }

    #[test]
    fn curves_are_shared_and_repeat_to_the_bit() {
        let (one, two) = (Curves::shared(0.3, 0.5), Curves::shared(0.3, 0.5));
        assert!(Arc::ptr_eq(&one, &two));
        let again = Curves::compute(0.3, 0.5).expect("a supported pair");
        assert_eq!(one.left(2.0), again.left(2.0));
    }
}
