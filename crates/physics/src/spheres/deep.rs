//! The vertical impact of a ball into sand that is deeper than the ball goes.
//!
//! `z'' = g - (k/m) z - z'^2 / d1`: inertial drag, and a friction that grows with depth, summed. Right after contact
//! the force depends on speed, later on depth, so the sum is an approximation. There is no rebound.
//!
//! H. Katsuragi and D. J. Durian, "Unified force law for granular impact cratering", Nature Phys. 3, 420 (2007).

use super::ball::Ball;

/// The two constants of the law for one ball in one sand, and gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepSand {
    /// Gravity, m/s2.
    pub gravity_m_s2: f64,
    /// Length over which inertial drag acts, `d1 = m / (0.8 rho_g D^2)`, m.
    pub drag_length_m: f64,
    /// Growth of the resistance with depth per mass, `k / m = 16.6 mu rho_g g D^2 / m`, 1/s2.
    pub stiffness_per_s2: f64,
}

/// What a bed is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bed {
    /// Density of the loose bed, kg/m3.
    pub density_kg_m3: f64,
    /// Internal friction of the grains, tangent of the angle of repose.
    pub friction_ratio: f64,
}

impl DeepSand {
    /// The law for a ball in a bed. The constant 16.6 is the one that gives the measured `k/m = 1040 / s2` of a 25.4 mm
    /// steel ball in glass beads.
    pub fn of(ball: &Ball, bed: Bed, gravity_m_s2: f64) -> DeepSand {
        let diameter_m = 2.0 * ball.radius_m;
        let pushed_kg_m = bed.density_kg_m3 * (diameter_m * diameter_m);
        DeepSand {
            gravity_m_s2,
            drag_length_m: ball.mass_kg / (0.8 * pushed_kg_m),
            stiffness_per_s2: 16.6 * bed.friction_ratio * pushed_kg_m * gravity_m_s2 / ball.mass_kg,
        }
    }

    /// Square of the speed at a depth, m2/s2: the law is linear in it,
    /// `v^2 = (v0^2 - a) exp(-2 z / d1) + a - (k/m) d1 z` with `a = d1 (g + (k/m) d1 / 2)`. Negative beyond the
    /// greatest depth.
    fn speed2(&self, speed_m_s: f64, depth_m: f64) -> f64 {
        let (d1, k) = (self.drag_length_m, self.stiffness_per_s2);
        let fall = d1 * (self.gravity_m_s2 + 0.5 * (k * d1));
        let lost = -libm::expm1(-2.0 * depth_m / d1);
        let kept = speed_m_s * speed_m_s * (1.0 - lost);
        kept + fall * lost - k * d1 * depth_m
    }

    /// Speed at a depth of a ball that entered with `speed_m_s`, m/s; 0 at and beyond the greatest depth.
    pub fn speed_at_m_s(&self, speed_m_s: f64, depth_m: f64) -> f64 {
        self.speed2(speed_m_s, depth_m).max(0.0).sqrt()
    }

    /// The greatest depth of a ball that enters with `speed_m_s`, m.
    pub fn depth_m(&self, speed_m_s: f64) -> f64 {
        let (d1, k, g) = (self.drag_length_m, self.stiffness_per_s2, self.gravity_m_s2);
        // without drag it would sink to the positive root of v0^2 + 2 g z - k z^2; with drag never that far
        let (mut low, mut high) = (0.0, (g + (g * g + k * (speed_m_s * speed_m_s)).sqrt()) / k);
        // the speed squared has one zero beyond its maximum, and the maximum lies before the static depth
        let mut depth_m: f64 = high;
        for _ in 0..200 {
            let v2 = self.speed2(speed_m_s, depth_m);
            (low, high) = if v2 > 0.0 { (depth_m, high) } else { (low, depth_m) };
            let slope = 2.0 * (g - k * depth_m) - 2.0 * v2 / d1;
            let newton = depth_m - v2 / slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - depth_m).abs() <= 2.0 * f64::EPSILON * depth_m || next == low || next == high {
                return next;
            }
            depth_m = next;
        }
        depth_m
    }

    /// Time from the entry to the greatest depth, s.
    ///
    /// `t` is the integral of `dz / v`; `z = Z s^2 (3 - 2 s)` lifts the root at the end and softens the one before a
    /// slow start, and Gauss's rule on short pieces of `s` does the rest.
    pub fn time_s(&self, speed_m_s: f64) -> f64 {
        const PIECES: u32 = 64;
        const ABSCISSA: [f64; 3] = [0.0, 0.538_469_310_105_683, 0.906_179_845_938_664];
        const WEIGHT: [f64; 3] = [0.568_888_888_888_888_9, 0.478_628_670_499_366_47, 0.236_926_885_056_189_08];
        let depth_m = self.depth_m(speed_m_s);
        let slowness = |s: f64| {
            let way = 6.0 * depth_m * s * (1.0 - s);
            way / self.speed_at_m_s(speed_m_s, depth_m * (s * s * (3.0 - 2.0 * s)))
        };
        let half = 0.5 / f64::from(PIECES);
        let mut time_s = 0.0;
        for piece in 0..PIECES {
            let middle = (2.0 * f64::from(piece) + 1.0) * half;
            time_s += half * WEIGHT[0] * slowness(middle);
            for (abscissa, weight) in ABSCISSA.into_iter().zip(WEIGHT).skip(1) {
                time_s += half * weight * (slowness(middle - half * abscissa) + slowness(middle + half * abscissa));
            }
        }
        time_s
    }
}

/// Depth of the hole of a ball that falls by `fall_m` on a deep bed, m:
/// `d = (0.14 / mu) (rho_b / rho_g)^(1/2) D^(2/3) H^(1/3)`, where the drop `H = fall + d` counts the hole itself.
///
/// J. S. Uehara, M. A. Ambroso, R. P. Ojha and D. J. Durian, "Low-speed impact craters in loose granular media", Phys.
/// Rev. Lett. 90, 194301 (2003).
pub fn hole_depth_m(diameter_m: f64, ball_density_kg_m3: f64, bed: Bed, fall_m: f64) -> f64 {
    let size_m = libm::cbrt(diameter_m * diameter_m);
    let scale = 0.14 / bed.friction_ratio * (ball_density_kg_m3 / bed.density_kg_m3).sqrt() * size_m;
    // d^3 = scale^3 (fall + d): a contraction near its root
    let mut depth_m = scale * libm::cbrt(fall_m + scale * scale.sqrt());
    for _ in 0..100 {
        let next = scale * libm::cbrt(fall_m + depth_m);
        if (next - depth_m).abs() <= 2.0 * f64::EPSILON * next {
            return next;
        }
        depth_m = next;
    }
    depth_m
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEEL: DeepSand = DeepSand { gravity_m_s2: 9.81, drag_length_m: 0.087, stiffness_per_s2: 1040.0 };
    const BEADS: Bed = Bed { density_kg_m3: 1520.0, friction_ratio: 0.45 };

    fn near(got: f64, expected: f64, tolerance: f64) {
        assert!((got - expected).abs() <= tolerance, "{got} is not {expected}");
    }

    #[test]
    fn constants_of_the_measured_ball_follow_from_its_size() {
        let steel =
            Ball { radius_m: 0.0127, mass_kg: 0.0692, sliding_friction_ratio: 0.3, rolling_friction_ratio: 0.4 };
        let law = DeepSand::of(&steel, BEADS, 9.81);
        near(law.drag_length_m, 0.087, 0.007);
        near(law.stiffness_per_s2, 1040.0, 10.0);
    }

    #[test]
    fn a_glass_toley_set_down_gently_sinks_by_nearly_half_its_radius() {
        let toley = Ball::solid(0.009525, 2500.0, 0.3, 0.1);
        let depth_m = DeepSand::of(&toley, BEADS, 9.81).depth_m(0.0);
        assert!((0.0036..0.0048).contains(&depth_m), "{depth_m}");
    }

    #[test]
    fn small_steps_agree() {
        for speed_m_s in [0.01, 0.5, 2.0, 4.0] {
            let (mut z, mut v, mut t, dt) = (0.0f64, speed_m_s, 0.0, 1e-6);
            let pull = |z: f64, v: f64| 9.81 - 1040.0 * z - v * v / 0.087;
            while v > 0.0 {
                let half = v + 0.5 * dt * pull(z, v);
                let middle = pull(z + 0.5 * dt * v, half);
                (z, v, t) = (z + dt * half, v + dt * middle, t + dt);
            }
            near(STEEL.depth_m(speed_m_s), z, 1e-8);
            near(STEEL.time_s(speed_m_s), t, 2e-6);
        }
    }

    #[test]
    fn a_hole_counts_its_own_depth_as_drop() {
        let depth_m = hole_depth_m(0.0254, 7800.0, BEADS, 0.2);
        let scale = 0.14 / 0.45 * (7800.0f64 / 1520.0).sqrt() * 0.0254f64.cbrt() * 0.0254f64.cbrt();
        near((depth_m / scale) * (depth_m / scale) * (depth_m / scale), 0.2 + depth_m, 1e-14);
    }
}
