//! How far apart marbles lie.

use glam::DVec2;

/// Distance between the surfaces of two marbles that lie on one plane, m.
pub(super) fn gap_m(centres_m: &[DVec2], radii_m: &[f64], i: usize, j: usize) -> f64 {
    let rise_m = radii_m[i] - radii_m[j];
    let between_m = (centres_m[i].distance_squared(centres_m[j]) + rise_m * rise_m).sqrt();
    between_m - (radii_m[i] + radii_m[j])
}

/// Whether no two marbles of one diameter overlap: beside wide gaps such as are no neighbours may come together.
pub(super) fn are_apart(centres_m: &[DVec2], diameter_m: f64) -> bool {
    let is_apart = |(i, one): (usize, &DVec2)| {
        centres_m[..i].iter().all(|two| one.distance_squared(*two) >= diameter_m * diameter_m)
    };
    centres_m.iter().enumerate().all(is_apart)
}
