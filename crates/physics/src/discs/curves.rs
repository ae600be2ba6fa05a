//! The universal curves: how long, how far and how much a sliding and spinning body still moves.
//!
//! `t_stop = (u/a) B(eps)`, `s_stop = (u^2/a) G(eps)`, `theta_stop = (u^2/(a R)) Q(eps)`, with rim speed `u = R |w|`,
//! `eps = v/u` and `a = mu g`. They are read off two universal orbits (module `orbit`), tabulated once for each pair of
//! rim ratio and inertia ratio and shared by all setups.
//!
//! Measured against direct integration of the equations of `B`, `G` and `Q`, for slip speed ratios from 1e-4 to 1e4, a
//! billionth next to `eps*` and at the knots among them: the relative error is below 5e-10 for full faces and rims up
//! to 0.95, and below 5e-9 for a thin ring, whose friction is steep where its rim does not slip. Outside that range
//! power laws are exact to `ln(eps) / eps^2`.

use super::branch::Branch;
use super::curl;
use super::orbit::{Ray, Side};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Tables kept for the next setup; more pairs than this in turn are computed anew.
const KEPT: usize = 64;

/// Largest exponents tabulated of `u ~ v^n` far above the ray and of `v ~ u^n` far below; the ray is lost at 1.
const LONGEST_EXPONENT: [f64; 2] = [0.992, 0.9];
/// The first of them for a thin ring, whose friction is steep.
const LONGEST_OF_RING: f64 = 0.955;

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
    let least = least_inertia_ratio(rim_ratio);
    let most = (2.0 / 3.0 * (1.0 + rim_ratio + rim_ratio * rim_ratio) * LONGEST_EXPONENT[1]).min(1.0);
    if !(least..=most).contains(&inertia_ratio) {
        let pair = format!("inertia_ratio = {inertia_ratio} with rim_ratio = {rim_ratio}");
        return Err(format!("{pair}: allowed {least:.4} to {most:.4}"));
    }
    Ok(())
}

fn least_inertia_ratio(rim_ratio: f64) -> f64 {
    let longest = if rim_ratio == 1.0 { LONGEST_OF_RING } else { LONGEST_EXPONENT[0] };
    (1.0 + rim_ratio * rim_ratio) / 4.0 / longest
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

    /// Share of full sliding friction at a slip speed ratio, `F`.
    pub(super) fn brake(&self, eps: f64) -> f64 {
        self.ray.brakes(eps)[0]
    }

    /// How paths bend: see [`super::curl`].
    pub(super) fn curl(&self) -> Arc<[[f64; 2]]> {
        self.curl.get_or_init(|| curl::compute(self.rim_ratio, &self.below, &self.above)).clone()
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
        let (window, x) = branch.start(eps)?;
        let [path, _, rim, turn] = branch.window(window).point(x);
        Some(Left { time_ratio: x / rim, path_ratio: path / (rim * rim), turn_ratio: turn / (rim * rim) })
    }
}

#[cfg(test)]
#[path = "curves_accuracy.rs"]
mod accuracy;

#[cfg(test)]
mod tests {
    use super::super::branch::Window;
    use super::*;

    /// Rim ratio, inertia ratio and `eps*`; that of a uniform disc is row C2 of the validation tables.
    const PAIRS: [(f64, f64, Option<f64>); 7] = [
        (0.0, 0.5, None),
        (0.0, 0.3, Some(1.17678019544)),
        (0.0, 0.6, Some(0.404382881235)),
        (0.7, 0.5, Some(1.11686278811)),
        (0.9, 0.5, Some(1.92379346733)),
        (0.95, 0.5, Some(2.72831435215)),
        (0.9, 0.905, Some(0.950828866836)),
    ];

    /// The window that holds a slip speed ratio, and the time left there.
    fn found(curves: &Curves, eps: f64) -> (&Window, f64) {
        let branch = if eps > curves.ray.eps { &curves.above } else { &curves.below };
        let (window, left) = branch.start(eps).expect("within the table");
        (branch.window(window), left)
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
            let off = last.map(|last| (curves.last_slip_ratio() / last - 1.0).abs());
            assert!(off.is_none_or(|off| off < 1e-11), "{rim_ratio} {inertia_ratio}");
            for eps in (0..40).map(|k| 0.2 * 1.1f64.powi(k)) {
                let (window, whole) = found(&curves, eps);
                let [path, slide, rim, _] = window.point(whole);
                assert!((slide / rim / eps - 1.0).abs() < 1e-9, "{rim_ratio} {inertia_ratio} {eps}");
                let [done, slower, slower_rim] = step_by_step(&curves.ray, slide, rim, 0.3 * whole);
                let [left, there, rim_there, _] = window.point(0.7 * whole);
                let errors = [(path - left) / done - 1.0, there / slower - 1.0, rim_there / slower_rim - 1.0];
                assert!(errors.iter().all(|e| e.abs() < 1e-9), "{rim_ratio} {inertia_ratio} {eps}: {errors:?}");
                assert!((window.reach(left) / (0.7 * whole) - 1.0).abs() < 1e-14, "{rim_ratio} {inertia_ratio} {eps}");
            }
        }
    }

    #[test]
    fn every_start_is_found_and_the_ends_join() {
        let curves = Curves::compute(0.0, 0.5).expect("the disc");
        for eps in (0..4000).map(|k| 1e-5 * 1.0057f64.powi(k)) {
            let (window, whole) = found(&curves, eps);
            let [_, slide, rim, _] = window.point(whole);
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
        // what is plausible alone is supported together
        assert!(supports(0.95, 0.48).is_ok());
    }

    /// Where the inertia is almost refused the orbits grow longest.
    #[test]
    fn what_is_supported_can_be_computed() {
        for rim_ratio in [0.0, 0.5, 0.95, 1.0] {
            let least = least_inertia_ratio(rim_ratio) + 1e-9;
            let most = 2.0 / 3.0 * (1.0 + rim_ratio + rim_ratio * rim_ratio) * LONGEST_EXPONENT[1] - 1e-9;
            for inertia_ratio in [least, most.min(1.0)] {
                let pair = format!("{rim_ratio} {inertia_ratio}");
                let curves = Curves::compute(rim_ratio, inertia_ratio).expect(&pair);
                // slide and spin die together where both brake in proportion to themselves
                let [force, torque] = curves.ray.brakes(curves.ray.eps);
                assert!((force - curves.ray.eps * torque).abs() < 1e-11, "{pair}");
                for eps in [0.02, 0.3, 1.0, 3.0, 50.0] {
                    let (window, whole) = found(&curves, eps);
                    let [path, slide, rim, _] = window.point(whole);
                    assert!((slide / rim / eps - 1.0).abs() < 1e-9, "{pair} {eps}");
                    let [done, slower, slower_rim] = step_by_step(&curves.ray, slide, rim, 0.3 * whole);
                    let [left, there, rim_there, _] = window.point(0.7 * whole);
                    let errors = [(path - left) / done - 1.0, there / slower - 1.0, rim_there / slower_rim - 1.0];
                    assert!(errors.iter().all(|e| e.abs() < 1e-8), "{pair} {eps}: {errors:?}");
                }
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
