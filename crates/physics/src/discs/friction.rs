//! The mean friction force and torque of a disc, a ring or an annulus that slides and spins at once.
//!
//! With slip speed ratio `eps = v / (R |w|)` and uniform pressure, Coulomb friction brakes the slide with
//! `mu m g F(eps)` and the spin with `mu m g R T(eps)` (Farkas, Bartels, Unger & Wolf, PRL 90, 248302, 2003;
//! Goyal, Ruina & Papadopoulos, Wear 143, 331, 1991). Both are derivatives of the mean slip speed,
//! `A(v, u) = v F + u T`. The closed forms are in complete elliptic integrals of parameter `m = k^2`.

use std::f64::consts::PI;

/// Mean force and torque, as shares of `mu m g` and of `mu m g R`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// Share of the full sliding friction, `F`.
    pub force_ratio: f64,
    /// Torque over full sliding friction times outer radius, `T`.
    pub torque_ratio: f64,
}

/// Complete elliptic integrals `(K, E)` of complementary parameter `m1 = 1 - m`, by the arithmetic-geometric mean.
fn elliptic(m1: f64) -> (f64, f64) {
    let (mut a, mut b) = (1.0, m1.sqrt());
    let (mut sum, mut weight) = (0.5 * (1.0 - m1), 0.5);
    while a - b > 1e-9 {
        let c = 0.5 * (a - b);
        weight *= 2.0;
        sum += weight * c * c;
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    // one last half-step: the next c is below 1e-19
    let c = 0.5 * (a - b);
    sum += 2.0 * weight * c * c;
    let k = PI / (a + b);
    (k, k * (1.0 - sum))
}

/// Uniform disc of radius 1; `eps` from 0 to infinity.
pub fn disc(eps: f64) -> Drag {
    if eps <= 0.5 {
        disc_slow(eps)
    } else if eps >= 2.0 {
        disc_fast(eps)
    } else if (eps - 1.0).abs() < 1e-12 {
        Drag { force_ratio: 8.0 / (3.0 * PI), torque_ratio: 8.0 / (9.0 * PI) }
    } else {
        disc_closed(eps)
    }
}

/// The closed forms, for `eps` of the order of 1.
fn disc_closed(eps: f64) -> Drag {
    let (force, torque) = (4.0 / (3.0 * PI), 4.0 / (9.0 * PI));
    if eps < 1.0 {
        let (m, m1) = (eps * eps, (1.0 - eps) * (1.0 + eps));
        let (k, e) = elliptic(m1);
        Drag {
            force_ratio: force * ((1.0 + m) * e - m1 * k) / eps,
            torque_ratio: torque * ((4.0 - 2.0 * m) * e - m1 * k),
        }
    } else {
        let (square, beyond) = (eps * eps, (eps - 1.0) * (eps + 1.0));
        let (k, e) = elliptic(beyond / square);
        Drag {
            force_ratio: force * ((square + 1.0) * e - beyond * k),
            torque_ratio: torque * eps * ((4.0 - 2.0 * square) * e + (2.0 * square - 3.0) * beyond / square * k),
        }
    }
}

/// Power series of slow sliding, where the closed form cancels.
fn disc_slow(eps: f64) -> Drag {
    let square = eps * eps;
    let (mut c, mut n) = (0.25, 1.0);
    let (mut below, mut power) = (1.0, square);
    let (mut force, mut torque) = (0.0, 2.0 / 3.0);
    while c * below > 1e-18 && n < 60.0 {
        let share = 2.0 * c / (3.0 - 2.0 * n);
        force += 2.0 * n * share * below;
        torque += (1.0 - 2.0 * n) * share * power;
        let ratio = (n - 0.5) / (n + 1.0);
        (c, n, below, power) = (c * ratio * ratio, n + 1.0, power, power * square);
    }
    Drag { force_ratio: force * eps, torque_ratio: torque }
}

/// Power series of fast sliding, where the closed form cancels.
fn disc_fast(eps: f64) -> Drag {
    let square = 1.0 / (eps * eps);
    let (mut c, mut power, mut n) = (1.0, 1.0, 0.0);
    let (mut force, mut torque) = (0.0, 0.0);
    while n < 2.0 || (c * power > 1e-18 * square && n < 60.0) {
        let share = c * power / (n + 1.0);
        force += (1.0 - 2.0 * n) * share;
        torque += 2.0 * n * share;
        let ratio = (n - 0.5) / (n + 1.0);
        (c, power, n) = (c * ratio * ratio, power * square, n + 1.0);
    }
    Drag { force_ratio: force, torque_ratio: torque * eps }
}

/// Thin ring of radius 1.
pub fn ring(eps: f64) -> Drag {
    if eps == 0.0 {
        return Drag { force_ratio: 0.0, torque_ratio: 1.0 };
    }
    let ratio = (1.0 - eps) / (1.0 + eps);
    if ratio.abs() < 1e-12 {
        return Drag { force_ratio: 2.0 / PI, torque_ratio: 2.0 / PI };
    }
    let (k, e) = elliptic(ratio * ratio);
    Drag {
        force_ratio: ((1.0 + eps) * e + (eps - 1.0) * k) / (PI * eps),
        torque_ratio: ((1.0 + eps) * e + (1.0 - eps) * k) / PI,
    }
}

/// Annulus of outer radius 1 and inner radius `rim_ratio`; 0 is the disc, 1 the ring, just below 1 digits are lost.
pub fn annulus(rim_ratio: f64, eps: f64) -> Drag {
    if rim_ratio == 1.0 {
        return ring(eps);
    }
    let whole = disc(eps);
    if rim_ratio == 0.0 {
        return whole;
    }
    let hole = disc(eps / rim_ratio);
    let area = rim_ratio * rim_ratio;
    Drag {
        force_ratio: (whole.force_ratio - area * hole.force_ratio) / (1.0 - area),
        torque_ratio: (whole.torque_ratio - area * rim_ratio * hole.torque_ratio) / (1.0 - area),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_meet_their_series() {
        for eps in [0.5, 2.0] {
            let (near, series) = (disc_closed(eps), disc(eps));
            assert!((near.force_ratio - series.force_ratio).abs() < 1e-14, "{near:?} {series:?}");
            assert!((near.torque_ratio - series.torque_ratio).abs() < 1e-14, "{near:?} {series:?}");
        }
        let near = disc_closed(1.0 + 1e-9);
        assert!((near.force_ratio - disc(1.0).force_ratio).abs() < 1e-9);
    }

    #[test]
    fn limits_of_slow_and_fast_sliding() {
        assert_eq!(disc(0.0).force_ratio, 0.0);
        assert!((disc(0.0).torque_ratio - 2.0 / 3.0).abs() < 1e-16);
        assert!((disc(1e-9).force_ratio / 1e-9 - 1.0).abs() < 1e-15);
        assert!((disc(1e9).torque_ratio * 4e9 - 1.0).abs() < 1e-15);
        assert!((ring(0.0).torque_ratio - 1.0).abs() < 1e-16);
    }
}
