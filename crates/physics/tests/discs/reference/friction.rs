//! Mean friction of a disc and an annulus, by Carlson's symmetric integrals.

use std::f64::consts::PI;

/// Share of full sliding friction, and torque over that times the outer radius.
pub type Drag = [f64; 2];

/// `R_F(0, y, 1)` and `R_D(0, y, 1)` by duplication (Carlson, Numer. Algorithms 10, 13, 1995).
fn carlson(y: f64) -> [f64; 2] {
    let (mut x, mut y, mut z) = (0.0, y, 1.0f64);
    let (mut sum, mut weight) = (0.0, 1.0);
    loop {
        let mean = (x + y + z) / 3.0;
        if (x - mean).abs().max((y - mean).abs()).max((z - mean).abs()) < 7e-4 * mean {
            return [first_kind(x, y, z), 3.0 * sum + weight * second_kind(x, y, z)];
        }
        let [p, q, r] = [x, y, z].map(f64::sqrt);
        let shift = p * q + q * r + r * p;
        sum += weight / (r * (z + shift));
        weight *= 0.25;
        (x, y, z) = (0.25 * (x + shift), 0.25 * (y + shift), 0.25 * (z + shift));
    }
}

/// `R_F` of nearly equal arguments.
fn first_kind(x: f64, y: f64, z: f64) -> f64 {
    let mean = (x + y + z) / 3.0;
    let [a, b, c] = [x, y, z].map(|part| 1.0 - part / mean);
    let (two, three) = (a * b - c * c, a * b * c);
    (1.0 - two / 10.0 + three / 14.0 + two * two / 24.0 - 3.0 * two * three / 44.0) / mean.sqrt()
}

/// `R_D` of nearly equal arguments.
fn second_kind(x: f64, y: f64, z: f64) -> f64 {
    let mean = (x + y + 3.0 * z) / 5.0;
    let [a, b] = [x, y].map(|part| 1.0 - part / mean);
    let c = -(a + b) / 3.0;
    let (ab, cc) = (a * b, c * c);
    let [two, three, four, five] = [ab - 6.0 * cc, (3.0 * ab - 8.0 * cc) * c, 3.0 * (ab - cc) * cc, ab * cc * c];
    let fourth = 9.0 / 88.0 * two * two - 3.0 / 22.0 * four;
    let fifth = 3.0 / 26.0 * five - 9.0 / 52.0 * two * three;
    (1.0 - 3.0 / 14.0 * two + three / 6.0 + fourth + fifth) / (mean * mean.sqrt())
}

/// `B`, `D` and `C` of parameter `m`: the integrals from 0 to a quarter turn of `cos^2/w`, `sin^2/w` and
/// `sin^2 cos^2/w^3` with `w^2 = 1 - m sin^2` (Bulirsch; Jahnke & Emde).
fn integrals(m: f64, rest: f64) -> [f64; 3] {
    if rest == 0.0 {
        // B = E = 1; D is infinite, but stands in no result without a factor of 0
        return [1.0, 0.0, -1.0];
    }
    let [k, triple] = carlson(rest);
    let d = triple / 3.0;
    let b = if m < 0.5 { k - d } else { (k - m * d - rest * k) / m };
    if m > 0.25 {
        return [b, d, (d - b) / m];
    }
    // the trapezoidal rule over a period errs by the nodes' number to the power of the strip's width: 1e-18 here
    let nodes = 16;
    let c: f64 = (0..nodes).map(|n| swing(m, PI * f64::from(n) / f64::from(nodes))).sum();
    [b, d, 0.5 * PI * c / f64::from(nodes)]
}

fn swing(m: f64, angle: f64) -> f64 {
    let (sin, cos) = libm::sincos(angle);
    let square = 1.0 - m * sin * sin;
    sin * sin * cos * cos / (square * square.sqrt())
}

/// Uniform disc of radius 1 with slip speed ratio `eps`.
pub fn disc(eps: f64) -> Drag {
    let (force, torque) = (4.0 / (3.0 * PI), 4.0 / (9.0 * PI));
    if eps <= 1.0 {
        let (m, rest) = (eps * eps, (1.0 - eps) * (1.0 + eps));
        let [b, d, _] = integrals(m, rest);
        let e = b + rest * d;
        return [force * eps * (e + b), torque * ((4.0 - 2.0 * m) * e - rest * (b + d))];
    }
    let (m, rest) = (1.0 / (eps * eps), (eps - 1.0) * (eps + 1.0) / (eps * eps));
    let [b, d, c] = integrals(m, rest);
    [force * (2.0 * b + rest * d), torque * (c + 3.0 * b - d) / eps]
}

/// Annulus of outer radius 1.
pub fn annulus(eta: f64, eps: f64) -> Drag {
    let whole = disc(eps);
    if eta == 0.0 {
        return whole;
    }
    let hole = disc(eps / eta);
    [(whole[0] - eta * eta * hole[0]) / (1.0 - eta * eta), (whole[1] - eta * eta * eta * hole[1]) / (1.0 - eta * eta)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discs::reference::gauss::graded;
    use tolley_physics::discs::friction as program;

    /// The mean over all points of the contact, point by point.
    fn point_by_point(eta: f64, eps: f64) -> Drag {
        let mut sum = [0.0; 2];
        let mut ring = |radius: f64, weight: f64| {
            graded(0.0, PI, 0.0, &mut |angle: f64, share: f64| {
                let (sin, cos) = libm::sincos(0.5 * angle);
                // slip of a point at `angle` from where the rim moves back, without cancellation
                let slip = ((eps - radius) * (eps - radius) + 4.0 * eps * radius * sin * sin).sqrt();
                let ahead = eps - radius + 2.0 * radius * sin * sin;
                let around = radius - eps + 2.0 * eps * sin * sin;
                let weight = weight * share * radius * 2.0 / PI / (1.0 - eta * eta);
                let _ = cos;
                sum[0] += weight * ahead / slip;
                sum[1] += weight * radius * around / slip;
            });
        };
        let cut = eps.clamp(eta, 1.0);
        graded(eta, cut, cut, &mut ring);
        graded(cut, 1.0, cut, &mut ring);
        sum
    }

    #[test]
    fn both_friction_laws_are_the_mean_over_all_points() {
        for (eta, eps) in [(0.0, 0.02), (0.0, 0.4), (0.0, 0.97), (0.0, 1.3), (0.0, 30.0), (0.5, 0.7), (0.9, 0.93)] {
            let (mean, here) = (point_by_point(eta, eps), annulus(eta, eps));
            let there = program::annulus(eta, eps);
            for (got, mean) in
                here.into_iter().chain([there.force_ratio, there.torque_ratio]).zip(mean.into_iter().cycle())
            {
                assert!((got / mean - 1.0).abs() < 1e-11, "{eta} {eps}: {got} {mean}");
            }
        }
    }

    #[test]
    fn both_friction_laws_agree_everywhere() {
        let mut worst: (f64, f64) = (0.0, 0.0);
        for k in -3000..3000 {
            let eps = libm::exp(f64::from(k) / 200.0);
            let there = program::disc(eps);
            let [force, torque] = disc(eps);
            let error = (there.force_ratio / force - 1.0).abs().max((there.torque_ratio / torque - 1.0).abs());
            worst = if error > worst.0 { (error, eps) } else { worst };
        }
        println!("friction of a disc: worst relative difference {:.1e} at {}", worst.0, worst.1);
        assert!(worst.0 < 2e-14, "{worst:?}");
    }
}
