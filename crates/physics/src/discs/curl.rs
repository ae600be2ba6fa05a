//! Curl: the path of a spinning coin bends, because friction acts at the table and not at the centre of mass.
//!
//! The brake `mu m g F(eps)` acts `h/2` below the centre of a coin of thickness `h` and tilts the pressure forward,
//! `p = p_0 (1 + 2 mu F (h/R) / (1 + eta^2) x/R)` over a rim of inner radius `eta R`; the front, which is pressed
//! harder, then pushes the coin aside: one that spins counter-clockwise curls to the right, opposite to a curling stone
//! (cf. Penner, Am. J. Phys. 69, 332, 2001). With `q = mu h/R` the sideways push is `mu m g q F C(eps)`, on a full face
//! `C = (1/pi) integral 2 x^2 / |slip| dA` (from 2/3 for slow slides to `1/(2 eps)`), and to first order in `q` the end
//! of the path is turned by the angle whose tangent is `q K`, `K = (1/G) integral_0^x F C (path left / speed) dx` along
//! the universal orbit.
//!
//! Size: for `mu = 0.2`, `h/R = 0.186` (2 zl) the angle is 0.09, 0.18, 0.34, 0.55 and 0.61 degrees at slip speed ratios
//! 8, 4, 2, 1 and 0.3 on a full face, and at most 0.40 degrees on a rim of 0.9: less than any player's aim. So it is
//! off by default, and where it is on, the whole path is laid along the chord to the turned end: a flight that is cut
//! short is bent somewhat too much.

use super::branch::{Branch, Window};
use super::coin::Coin;
use super::friction;
use super::orbit::REPEATED_OCTAVES;
use glam::DVec2;
use std::f64::consts::PI;
use std::sync::Arc;

/// Points of the mean over directions.
const DIRECTIONS: usize = 64;
/// Cells an octave of the time left.
const CELLS_AN_OCTAVE: usize = 8;

/// How one coin's paths bend.
#[derive(Clone, Debug)]
pub(super) struct Curl {
    /// Friction times thickness over radius.
    tilt_ratio: f64,
    /// Slip speed ratio, rising, and `K`; shared by all coins of these curves.
    nodes: Arc<[[f64; 2]]>,
}

/// Slip speed ratios, rising, and `K` at each of them.
pub(super) fn compute(rim_ratio: f64, below: &Branch, above: &Branch) -> Arc<[[f64; 2]]> {
    let sideways = |eps: f64| sideways(rim_ratio, eps) * friction::annulus(rim_ratio, eps).force_ratio;
    let mut all = nodes(below, &sideways);
    all.reverse();
    all.extend(nodes(above, &sideways));
    // close to the ray many nodes are the same number
    all.dedup_by(|next, kept| next[0] <= kept[0]);
    all.into()
}

impl Curl {
    /// Of a coin, with what [`compute`] says of its contact.
    pub fn new(nodes: Arc<[[f64; 2]]>, coin: Coin, thickness_m: f64) -> Curl {
        Curl { tilt_ratio: coin.friction_ratio * thickness_m / coin.radius_m, nodes }
    }

    /// The direction of the chord to the turned end; `rim_m_s` has the sign of the spin.
    pub fn bend(&self, direction: DVec2, speed_m_s: f64, rim_m_s: f64) -> DVec2 {
        if speed_m_s == 0.0 || rim_m_s == 0.0 {
            return direction;
        }
        let turn = self.tilt_ratio * self.turn(speed_m_s / rim_m_s.abs());
        (direction - direction.perp() * turn.copysign(rim_m_s)).normalize()
    }

    /// `K`; above the table it falls as the inverse of the slip speed ratio, below it stays.
    fn turn(&self, eps: f64) -> f64 {
        let last = self.nodes.len() - 1;
        let above = self.nodes.partition_point(|node| node[0] < eps);
        if above == 0 {
            return self.nodes[0][1];
        }
        if above > last {
            let [end, turn] = self.nodes[last];
            return turn * end / eps;
        }
        let ([low, from], [high, to]) = (self.nodes[above - 1], self.nodes[above]);
        from + (to - from) * (eps - low) / (high - low)
    }
}

/// `K` along one orbit, outward from the ray.
fn nodes(branch: &Branch, sideways: &impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let mut all = Vec::new();
    for (number, window) in branch.windows().enumerate() {
        // what a window repeats of the one before lets its own beginning be forgotten
        let repeated = if number > 0 { REPEATED_OCTAVES * CELLS_AN_OCTAVE } else { 0 };
        all.extend(nodes_of(window, sideways).into_iter().skip(repeated));
    }
    all
}

/// `K` along one window.
fn nodes_of(window: &Window, sideways: &impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let [from, to] = window.range();
    let rate = |x: f64| {
        let [path, speed, rim, _] = window.point(x);
        sideways(speed / rim) * path / speed
    };
    let mut x = from;
    // on the ray itself the rate is proportional to the time left
    let (mut sum, mut here) = (0.5 * rate(x) * x, rate(x));
    let mut nodes = Vec::new();
    while x < to {
        let octave = x;
        for cell in 1..=CELLS_AN_OCTAVE {
            let next = octave * (1.0 + cell as f64 / CELLS_AN_OCTAVE as f64);
            let there = rate(next.min(to));
            sum += (next - x) / 6.0 * (here + 4.0 * rate(0.5 * (x + next)) + there);
            (x, here) = (next, there);
            let [path, speed, rim, _] = window.point(x.min(to));
            nodes.push([speed / rim, sum / path]);
        }
    }
    nodes
}

/// The sideways push of a rim in units of `mu m g` and `mu h/R`.
fn sideways(rim_ratio: f64, eps: f64) -> f64 {
    if rim_ratio == 0.0 {
        return sideways_of_disc(eps);
    }
    if rim_ratio == 1.0 {
        return sideways_of_ring(eps);
    }
    let area = rim_ratio * rim_ratio;
    let hole = area * rim_ratio * sideways_of_disc(eps / rim_ratio);
    (sideways_of_disc(eps) - hole) / ((1.0 - area) * (1.0 + area))
}

/// The mean of the push around a thin ring.
fn sideways_of_ring(eps: f64) -> f64 {
    let push = |k: usize| {
        let (sine, cosine) = libm::sincos(2.0 * PI * (k as f64 + 0.5) / DIRECTIONS as f64);
        cosine * cosine / (1.0 + eps * eps - 2.0 * eps * sine).sqrt()
    };
    (0..DIRECTIONS).map(push).sum::<f64>() / DIRECTIONS as f64
}

/// `C` in polar coordinates around the point that does not slip, along which one integral is elementary.
fn sideways_of_disc(eps: f64) -> f64 {
    let mean = |f: &dyn Fn(f64, f64) -> f64, whole: f64| {
        let angle = |k: usize| libm::sincos(whole * (k as f64 + 0.5) / DIRECTIONS as f64);
        let sum: f64 = (0..DIRECTIONS).map(angle).map(|(sine, cosine)| f(sine, cosine)).sum();
        sum * whole / DIRECTIONS as f64
    };
    let (square, share) = (eps * eps, 2.0 / (3.0 * PI));
    if eps <= 1.0 {
        let inside = |sine: f64, cosine: f64| {
            let reach = (1.0 - square * cosine * cosine).max(0.0).sqrt() - eps * sine;
            cosine * cosine * (reach * reach * reach)
        };
        return share * mean(&inside, 2.0 * PI);
    }
    let outside = |sine: f64, cosine: f64| {
        let middle = (square - sine * sine).sqrt();
        let both = sine * sine * (cosine * cosine) / square;
        both * (6.0 * middle + 2.0 * cosine * cosine / middle)
    };
    share * mean(&outside, PI)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discs::orbit::{Ray, Side};

    fn degrees(rim_ratio: f64, eps: f64) -> f64 {
        degrees_of(rim_ratio, 0.5, eps)
    }

    fn degrees_of(rim_ratio: f64, inertia_ratio: f64, eps: f64) -> f64 {
        let ray = Ray::find(rim_ratio, inertia_ratio).expect("a ray");
        let [below, above] = [Side::Below, Side::Above].map(|side| Branch::compute(ray, side).expect("an orbit"));
        let coin = Coin { radius_m: 0.01075, mass_kg: 0.00521, inertia_ratio: 0.5, friction_ratio: 0.2 };
        let curl = Curl::new(compute(rim_ratio, &below, &above), coin, 0.186 * 0.01075);
        let bent = curl.bend(DVec2::X, eps, 1.0);
        assert!(bent.y < 0.0, "counter-clockwise curls to the right");
        libm::atan(-bent.y / bent.x) * 180.0 / PI
    }

    #[test]
    fn sizes_are_those_of_the_literature_notes() {
        for (eps, expected) in [(8.0, 0.09), (4.0, 0.18), (2.0, 0.34), (1.0, 0.55), (0.3, 0.61)] {
            assert!((degrees(0.0, eps) - expected).abs() < 0.006, "{eps}: {}", degrees(0.0, eps));
        }
        let rim = [4.0, 1.5, 1.0, 0.9, 0.3, 0.01].map(|eps| degrees(0.9, eps));
        assert!(rim.iter().all(|angle| *angle < 0.40) && rim[2] > 0.39, "{rim:?}");
    }

    /// An orbit in several windows bends as its neighbour in one does.
    #[test]
    fn long_orbits_bend_alike() {
        for eps in [0.3, 1.5, 4.0, 8.0, 100.0] {
            let (one, several) = (degrees_of(0.95, 0.5, eps), degrees_of(0.95, 0.48, eps));
            assert!((several / one - 1.0).abs() < 0.1, "{eps}: {one} {several}");
        }
    }

    #[test]
    fn the_push_has_its_limits() {
        assert!((sideways_of_disc(1e-9) - 2.0 / 3.0).abs() < 1e-8);
        assert!((sideways_of_disc(1e4) * 2e4 - 1.0).abs() < 1e-6);
        assert!((sideways(1.0, 0.5) - sideways(0.999, 0.5)).abs() < 1e-3);
        let (below, above) = (sideways_of_disc(1.0 - 1e-9), sideways_of_disc(1.0 + 1e-9));
        assert!((below - above).abs() < 1e-4, "{below} {above}");
    }
}
