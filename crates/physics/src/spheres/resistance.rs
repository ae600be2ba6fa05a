//! How much a bed or a layer of sand resists a rolling ball: numbers for [`Ball`] and [`Sand`](super::Sand)
//! from what can be measured of the sand.
//!
//! Two numbers go by the name of rolling friction, and they differ by 40 %. A ball that rolls without slip under a
//! couple or a force of `c m g` slows by `(5/7) c g`, since a solid sphere rolls with an inertia of `7/5 m`. Everything
//! here, and `rolling_friction_ratio` everywhere, is the deceleration over gravity `mu_r = (5/7) c`.

use super::ball::Ball;

/// The couple (over `m g R`) or the force through the centre (over `m g`) of a rolling deceleration over gravity.
pub const COUPLE_PER_DECELERATION: f64 = 1.4;

/// Rolling deceleration over gravity in a layer of sand on hard ground: from the value of a thin sprinkling to that of
/// a deep bed, `mu = thin + (deep - thin) (1 - exp(-h / h0))` with `h0` a share of the radius.
///
/// The shape is an assumption, its ends are not: rough planes below, deep beds above (see [`deep_bed_ratio`]).
pub fn layer_ratio(thin_ratio: f64, deep_ratio: f64, layer_depth_m: f64, scale_m: f64) -> f64 {
    thin_ratio - (deep_ratio - thin_ratio) * libm::expm1(-layer_depth_m / scale_m)
}

/// Rolling deceleration over gravity of a ball of another size on the same sand, `mu (R_ref / R)^p`.
///
/// Friction falls with size on loose sand (F. V. De Blasio and M.-B. Saeter, Phys. Rev. E 79, 022301 (2009)); on rough
/// planes the viscous constant goes as the power -1.5. The power for a thin layer is an assumption.
pub fn size_ratio(reference_ratio: f64, reference_radius_m: f64, radius_m: f64, exponent: f64) -> f64 {
    reference_ratio * libm::pow(reference_radius_m / radius_m, exponent)
}

/// Rolling deceleration over gravity on a deep loose bed at a sinkage `d`: `0.41 d / R + 0.32`, the line measured with
/// 12.7 mm spheres on 0.8 mm beads, where the deceleration does not depend on the speed.
///
/// Fukumoto, Ebata, Sharma and Katsuragi, arXiv:2602.01652 (2026).
pub fn deep_bed_ratio(sinkage_m: f64, radius_m: f64) -> f64 {
    0.41 * (sinkage_m / radius_m) + 0.32
}

/// Drag per mass and speed squared of the cap that a rolling ball pushes through the sand, 1/m: `C rho A / m` with the
/// area `A = (4/3) d sqrt(2 R d)` of the cap seen from ahead and `C = 0.8`, the inertial constant of vertical impacts.
///
/// H. Katsuragi and D. J. Durian, "Unified force law for granular impact cratering", Nature Phys. 3, 420 (2007).
pub fn drag_per_m(ball: &Ball, sinkage_m: f64, sand_density_kg_m3: f64) -> f64 {
    let cap_m2 = 4.0 / 3.0 * sinkage_m * (2.0 * ball.radius_m * sinkage_m).sqrt();
    0.8 * sand_density_kg_m3 * cap_m2 / ball.mass_kg
}

/// The slope, as a tangent, up to which grains hold a ball that rests in the hollow between them: `r_g / (R + r_g)`.
pub fn hold_slope_ratio(radius_m: f64, grain_radius_m: f64) -> f64 {
    grain_radius_m / (radius_m + grain_radius_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLEY_M: f64 = 0.009525;

    fn near(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() <= tolerance, "{got} is not {expected}");
    }

    #[test]
    fn a_layer_goes_from_the_thin_to_the_deep_value() {
        assert_eq!(layer_ratio(0.10, 0.45, 0.0, 0.35 * TOLEY_M), 0.10);
        near(layer_ratio(0.10, 0.45, 1.0, 0.35 * TOLEY_M), 0.45, 1e-15);
        // at one scale 1 - 1/e of the way
        near(layer_ratio(0.10, 0.45, 0.003, 0.003), 0.321242, 1e-6);
    }

    #[test]
    fn a_target_rolls_harder_than_the_toley() {
        assert_eq!(size_ratio(0.10, TOLEY_M, TOLEY_M, 0.5), 0.10);
        near(size_ratio(0.10, TOLEY_M, 0.00635, 0.5), 0.10 * 1.5f64.sqrt(), 1e-15);
        assert_eq!(size_ratio(0.10, TOLEY_M, 0.00635, 0.0), 0.10);
    }

    #[test]
    fn a_ball_as_small_as_the_grains_is_held_on_a_slope_of_a_half() {
        near(hold_slope_ratio(0.6e-3, 0.6e-3), 0.5, 1e-15);
        near(hold_slope_ratio(TOLEY_M, 0.6e-3), 0.0593, 1e-4);
    }
}
