//! How errors grow from impact to impact: what two right programs that differ in rounding alone may disagree by.
//!
//! Two convex bodies scatter like a convex mirror (Ya. G. Sinai, "Dynamical systems with elastic reflections", Russ.
//! Math. Surv. 25, 137 (1970)). An error `x` of the place turns the line of centres by `x / (s cos phi)`, with the sum
//! of radii `s` and the angle `phi` between the relative velocity and that line; with it turns what the impact changes
//! in the velocity of each body, `J / (m cos phi)` in size for an impulse `J` along the line. Over a free path `L` at
//! the speed `v` after the impact the error grows to `x (1 + k L / (s cos phi))` with the kick `k = J / (m v cos phi)`:
//! 2 for a body that a heavy one throws back, `1 / cos phi` for an equal target at rest. An error passes on to both;
//! the growth of a body is the product along the impacts that led to it.
//!
//! It is an estimate, good to a decade among a few bodies. What the direction was off before an impact, friction, and
//! what happens within a contact that lasts are left out; soft hits that repeat in a pack make it too large by decades.

use glam::DVec3;

/// The error of one body, for an error of 1 at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// Of the place, at the last impact.
    place: f64,
    /// Of the place, more for each metre of the way since then, 1/m.
    per_m: f64,
    since_m: DVec3,
}

impl Growth {
    /// Before the first impact.
    pub(crate) fn from_start(position_m: DVec3) -> Growth {
        Growth { place: 1.0, per_m: 0.0, since_m: position_m }
    }

    /// Of the place, now that the body is here.
    pub(crate) fn at(&self, position_m: DVec3) -> f64 {
        self.place + self.per_m * position_m.distance(self.since_m)
    }

    /// After an impact of two bodies here: the error of its place turns the line of centres by `turn_per_m`, and with
    /// it what the impact changed in the velocity of each, which is as large as `kicks` times its velocity now.
    pub(crate) fn meet(pair: [&mut Growth; 2], places_m: [DVec3; 2], turn_per_m: f64, kicks: [f64; 2]) {
        let place = pair[0].at(places_m[0]).max(pair[1].at(places_m[1]));
        for ((growth, since_m), kick) in pair.into_iter().zip(places_m).zip(kicks) {
            // finite, so that no way at all adds nothing
            let per_m = (place * turn_per_m * kick).min(f64::MAX);
            *growth = Growth { place, per_m, since_m };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_head_on_hits_multiplies_by_its_free_paths() {
        const TURN_PER_M: f64 = 1.0 / 0.02;
        let mut balls = [Growth::from_start(DVec3::ZERO); 3];
        let hit = |balls: &mut [Growth; 3], i: usize, x: f64| {
            let (low, high) = balls.split_at_mut(i + 1);
            Growth::meet([&mut low[i], &mut high[0]], [DVec3::X * x, DVec3::X * (x + 0.02)], TURN_PER_M, [0.0, 1.0]);
        };
        hit(&mut balls, 0, 0.5);
        // no growth before the first impact; then 1 + L / s
        assert!((balls[1].at(DVec3::X * 0.82) - 16.0).abs() < 1e-12);
        hit(&mut balls, 1, 0.82);
        assert!((balls[2].at(DVec3::X * 1.04) - 16.0 * (1.0 + 0.2 / 0.02)).abs() < 1e-9);
        assert_eq!(balls[0].at(DVec3::X * 9.0), 1.0, "the first ball stopped, and has no part in the second impact");
    }

    #[test]
    fn grazes_grow_beyond_bounds_and_never_to_no_number() {
        let mut balls = [Growth::from_start(DVec3::ZERO); 2];
        for k in 0..400 {
            let place_m = DVec3::X * f64::from(k % 2);
            let [one, two] = &mut balls;
            Growth::meet([one, two], [place_m; 2], 1e300, [1.0, 1e20]);
            assert!(!balls[0].at(place_m).is_nan() && !balls[0].at(DVec3::ZERO).is_nan());
        }
        assert_eq!(balls[0].at(DVec3::Y), f64::INFINITY);
    }
}
