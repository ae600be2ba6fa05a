//! One coin from its start to rest: collocation of order 20 in time, with everything in between.
//!
//! The equations know no scale, so a flight is kept for `a = 1` and `v + u = 1` at its start, and used for any.

use super::friction;
use super::gauss::{self, N};

/// Share of the time scale `v + u` that a step spans.
const STEP: f64 = 0.15;
/// Least step near a slip ratio where the friction law has a kink, in units of `v + u`.
const LEAST: f64 = 1e-6;
/// What is left of `v + u` at the end.
const END: f64 = 1e-14;

/// Butcher's matrix and the transform from values at the nodes to Legendre coefficients.
pub struct Method {
    inner: [[f64; N]; N],
    weights: [f64; N],
    transform: [[f64; N]; N],
}

impl Method {
    pub fn new() -> Method {
        let rule = gauss::rule();
        let transform = std::array::from_fn(|k| {
            std::array::from_fn(|j| (k as f64 + 0.5) * rule[j].1 * gauss::legendre(rule[j].0)[k])
        });
        let integral = |k: usize, x: f64| {
            let p = gauss::legendre(x);
            if k == 0 { x + 1.0 } else { (p[k + 1] - p[k - 1]) / (2 * k + 1) as f64 }
        };
        let inner = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let all: [[f64; N]; N] = transform;
                (0..N).map(|k| 0.5 * all[k][j] * integral(k, rule[i].0)).sum()
            })
        });
        Method { inner, weights: rule.map(|(_, weight)| 0.5 * weight), transform }
    }

    /// Legendre coefficients of the integral of a function given at the nodes, from `start`, over a step `h`.
    fn integrate(&self, values: &[f64; N], start: f64, h: f64) -> [f64; N + 1] {
        let c: [f64; N] = std::array::from_fn(|k| (0..N).map(|j| self.transform[k][j] * values[j]).sum());
        raise(&c, start, h)
    }
}

/// Coefficients of the integral of a Legendre series over a step `h`, `start` at its left end.
fn raise<const A: usize, const B: usize>(c: &[f64; A], start: f64, h: f64) -> [f64; B] {
    let mut out = [0.0; B];
    for (k, c) in c.iter().enumerate() {
        let part = 0.5 * h * c / (2 * k + 1) as f64;
        out[k + 1] += part;
        if k > 0 {
            out[k - 1] -= part;
        }
    }
    // the value at the left end, where every polynomial is 1 or -1
    let left: f64 = out.iter().enumerate().map(|(k, c)| if k % 2 == 0 { *c } else { -c }).sum();
    out[0] += start - left;
    out
}

/// One step: coefficients of slide speed, rim speed and path.
#[derive(Clone)]
pub(super) struct Piece {
    from: f64,
    h: f64,
    slide: [f64; N + 1],
    rim: [f64; N + 1],
    path: [f64; N + 2],
}

/// A motion to its rest, with `a = 1`.
#[derive(Clone)]
pub struct Shape {
    pub(super) pieces: Vec<Piece>,
    /// At the start.
    pub slide: f64,
    pub rim: f64,
    /// Until rest: time, path and arc.
    pub stop: f64,
    pub path: f64,
    pub turn: f64,
}

/// A contact with the table and an inertia.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub eta: f64,
    pub k2: f64,
}

impl Body {
    fn brakes(&self, slide: f64, rim: f64) -> [f64; 2] {
        if rim == 0.0 {
            return [1.0, 0.0];
        }
        let [force, torque] = friction::annulus(self.eta, slide / rim);
        [force, torque / self.k2]
    }

    /// A step from here that neither spans much of the motion nor comes too near a kink.
    fn step(&self, slide: f64, rim: f64) -> f64 {
        let whole = slide + rim;
        if rim == 0.0 {
            return STEP * whole;
        }
        let eps = slide / rim;
        let [force, torque] = self.brakes(slide, rim);
        let drift = (force - eps * torque).abs();
        let to = |knot: f64| {
            let time = if knot == 0.0 { f64::INFINITY } else { (eps - knot).abs() * rim / drift };
            (0.5 * time).max(LEAST * whole)
        };
        to(1.0).min(to(self.eta)).min(STEP * whole)
    }

    /// The motion with this ratio of slide to rim speed; infinite for no spin.
    pub fn shape(&self, method: &Method, eps: f64) -> Shape {
        let (slide, rim) = if eps.is_infinite() { (1.0, 0.0) } else { (eps / (1.0 + eps), 1.0 / (1.0 + eps)) };
        let mut shape = Shape { pieces: vec![], slide, rim, stop: 0.0, path: 0.0, turn: 0.0 };
        let (mut v, mut u) = (slide, rim);
        while v + u > END {
            (v, u) = self.go(method, &mut shape, v, u);
        }
        let [force, torque] = self.brakes(v, u);
        shape.stop += (v + u) / (force + torque);
        shape
    }

    fn go(&self, method: &Method, shape: &mut Shape, v: f64, u: f64) -> (f64, f64) {
        let h = self.step(v, u);
        let brakes = self.solve(method, v, u, h);
        let [force, torque]: [[f64; N]; 2] = [0, 1].map(|n| std::array::from_fn(|i| -brakes[i][n]));
        let slide = method.integrate(&force, v, h);
        let rim = method.integrate(&torque, u, h);
        let path: [f64; N + 2] = raise(&slide, shape.path, h);
        let turn: [f64; N + 2] = raise(&rim, shape.turn, h);
        shape.pieces.push(Piece { from: shape.stop, h, slide, rim, path });
        shape.stop += h;
        (shape.path, shape.turn) = (path.iter().sum(), turn.iter().sum());
        let end = |n: usize| h * (0..N).map(|i| method.weights[i] * brakes[i][n]).sum::<f64>();
        (v - end(0), u - end(1))
    }

    /// The brakes at the nodes of one step, by iteration until only rounding moves them.
    fn solve(&self, method: &Method, v: f64, u: f64, h: f64) -> [[f64; 2]; N] {
        let mut brakes = [self.brakes(v, u); N];
        let mut last = f64::INFINITY;
        loop {
            let there =
                |i: usize, n: usize| -> f64 { h * (0..N).map(|j| method.inner[i][j] * brakes[j][n]).sum::<f64>() };
            let new: [[f64; 2]; N] = std::array::from_fn(|i| self.brakes(v - there(i, 0), u - there(i, 1)));
            let moved = |n: usize| (0..N).map(|i| (new[i][n] / brakes[i][n] - 1.0).abs()).fold(0.0, f64::max);
            let now = moved(0).max(if u > 0.0 { moved(1) } else { 0.0 });
            brakes = new;
            if now < 1e-15 || (now < 1e-12 && now >= 0.5 * last) {
                return brakes;
            }
            assert!(now.is_finite() && now <= last.max(1.0), "the iteration does not settle");
            last = now;
        }
    }
}

impl Shape {
    /// Path, slide speed and rim speed at time `t`.
    pub fn at(&self, t: f64) -> [f64; 3] {
        if t >= self.stop {
            return [self.path, 0.0, 0.0];
        }
        let t = t.max(0.0);
        let piece = &self.pieces[self.pieces.partition_point(|piece| piece.from <= t) - 1];
        let x = (2.0 * (t - piece.from) / piece.h - 1.0).min(1.0);
        let p = gauss::legendre(x);
        let sum = |c: &[f64]| c.iter().zip(&p).map(|(c, p)| c * p).sum::<f64>();
        [sum(&piece.path), sum(&piece.slide), sum(&piece.rim)]
    }
}
