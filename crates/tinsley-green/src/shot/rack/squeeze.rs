//! Marbles of different sizes, pushed together towards the centre until they hold each other.

use glam::DVec2;

/// Rounds of pushing; the steps shrink from round to round.
const ROUNDS: i32 = 48;
/// Length of the step of a round over that of the one before.
const SHRINK: f64 = 0.85;

/// Moves each marble towards the centre in ever smaller steps, straight or to one side, while a gap is kept to all
/// others.
///
/// Every position it passes keeps the gap, so that nothing can overlap in the end.
pub(super) fn together(centres_m: &mut [DVec2], radii_m: &[f64], gap_m: f64) {
    let widest_m = radii_m.iter().copied().fold(0.0, f64::max);
    let narrowest_m = radii_m.iter().copied().fold(f64::INFINITY, f64::min);
    let mut step_m = 2.0 * (widest_m - narrowest_m);
    for _ in 0..ROUNDS {
        for i in 0..centres_m.len() {
            push(centres_m, radii_m, gap_m, i, step_m);
        }
        step_m *= SHRINK;
    }
}

/// One step of one marble, if one is free.
fn push(centres_m: &mut [DVec2], radii_m: &[f64], gap_m: f64, i: usize, step_m: f64) {
    // straight ahead, and 45 degrees to either side
    const WAYS: [DVec2; 3] = [
        DVec2::new(1.0, 0.0),
        DVec2::new(core::f64::consts::FRAC_1_SQRT_2, core::f64::consts::FRAC_1_SQRT_2),
        DVec2::new(core::f64::consts::FRAC_1_SQRT_2, -core::f64::consts::FRAC_1_SQRT_2),
    ];
    let here_m = centres_m[i];
    let far_m = here_m.length();
    if far_m <= step_m {
        return;
    }
    let inwards = here_m * (-step_m / far_m);
    for way in WAYS {
        let there_m = here_m + way.rotate(inwards);
        if is_free(centres_m, radii_m, gap_m, i, there_m) {
            centres_m[i] = there_m;
            return;
        }
    }
}

/// Whether a marble at `there_m` keeps the gap to all others: two balls on one plane are `sqrt((Ri + Rj + gap)^2 -
/// (Ri - Rj)^2)` apart, seen from above.
fn is_free(centres_m: &[DVec2], radii_m: &[f64], gap_m: f64, i: usize, there_m: DVec2) -> bool {
    centres_m.iter().zip(radii_m).enumerate().all(|(j, (&other_m, &radius_m))| {
        let (sum_m, rise_m) = (radii_m[i] + radius_m + gap_m, radii_m[i] - radius_m);
        j == i || there_m.distance_squared(other_m) >= sum_m * sum_m - rise_m * rise_m
    })
}
