//! The two universal orbits of a body that slides and spins at once.
//!
//! With `x` the deceleration `a = mu g` times the time left, slide and rim speed obey `dv/dx = F(v/u)` and
//! `du/dx = T(v/u) / k2`. The equations know no scale, and there is one slip speed ratio `eps*` whose ray runs straight
//! into rest. Hence every motion with `eps` above `eps*` is a scaled piece of one orbit, every motion below it a
//! piece of another one, and both are integrated once, outward from the ray, where any error dies out.

use super::friction;
use super::table::{NODES_AN_OCTAVE, Node, Table, grid};

/// How far from `eps*`, relative, an orbit is first told from the ray.
const FIRST_DEVIATION: f64 = 1e-11;
/// Slip speed ratios beyond `LAST_RATIO` and below its inverse follow power laws, exact to `ln(eps) / eps^2`.
const LAST_RATIO: f64 = 1_048_576.0;
/// Relative error allowed in the tabulated orbit.
const ALLOWED: f64 = 1e-12;
/// Enough for every contact that [`Ray::find`] accepts; an orbit longer than this is refused.
const MOST_OCTAVES: usize = 450;

/// Path, slide speed, rim speed and turned arc against the time left, all with `a = 1`.
pub(super) type Point = [f64; 4];

/// Friction law and inertia, and the ray along which slide and spin die together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    rim_ratio: f64,
    inertia_ratio: f64,
    /// The slip speed ratio of the ray.
    pub eps: f64,
    /// Slide deceleration on the ray, in `a`.
    pub force: f64,
    /// Rim deceleration on the ray, in `a`.
    pub torque: f64,
    /// Growth exponent of a deviation with the time left.
    growth: f64,
    force_slope: f64,
    torque_slope: f64,
}

impl Ray {
    /// Bisects for the one zero of `h = F - eps T / k2`; `None` if it does not lie between 1/50 and 50.
    pub fn find(rim_ratio: f64, inertia_ratio: f64) -> Option<Ray> {
        let mut ray = Ray {
            rim_ratio,
            inertia_ratio,
            eps: 1.0,
            force: 0.0,
            torque: 0.0,
            growth: 0.0,
            force_slope: 0.0,
            torque_slope: 0.0,
        };
        let drift = |eps: f64| {
            let [force, torque] = ray.brakes(eps);
            force - eps * torque
        };
        let (mut low, mut high) = (0.02, 50.0);
        if !(drift(low) < 0.0 && drift(high) > 0.0) {
            return None;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if drift(middle) < 0.0 { low = middle } else { high = middle }
        }
        ray.eps = 0.5 * (low + high);
        ray.linearize();
        Some(ray)
    }

    /// Deceleration of slide and of rim speed, in `a`.
    pub fn brakes(&self, eps: f64) -> [f64; 2] {
        let drag = friction::annulus(self.rim_ratio, eps);
        [drag.force_ratio, drag.torque_ratio / self.inertia_ratio]
    }

    fn linearize(&mut self) {
        [self.force, self.torque] = self.brakes(self.eps);
        let step = 1e-5 * self.eps;
        let (above, below) = (self.brakes(self.eps + step), self.brakes(self.eps - step));
        self.force_slope = (above[0] - below[0]) / (2.0 * step);
        self.torque_slope = (above[1] - below[1]) / (2.0 * step);
        self.growth = (self.force_slope - self.torque - self.eps * self.torque_slope) / self.torque;
    }

    /// The point with time left `x` on the ray itself.
    #[inline]
    pub fn point(&self, x: f64) -> Point {
        let half = 0.5 * x * x;
        [half * self.force, x * self.force, x * self.torque, half * self.torque]
    }

    /// A point close to the ray, off by `deviation` in `eps`.
    fn beside(&self, x: f64, deviation: f64) -> Point {
        let force = self.force_slope * deviation / (1.0 + self.growth);
        let torque = self.torque_slope * deviation / (1.0 + self.growth);
        let (square, second) = (x * x, 2.0 + self.growth);
        [
            square * (0.5 * self.force + force / second),
            x * (self.force + force),
            x * (self.torque + torque),
            square * (0.5 * self.torque + torque / second),
        ]
    }

    fn slope(&self, y: &Point) -> Point {
        let [force, torque] = self.brakes(y[1] / y[2]);
        [y[1], force, torque, y[2]]
    }

    /// One classical Runge-Kutta step.
    fn step(&self, y: &Point, h: f64) -> Point {
        let along = |k: &Point, h: f64| std::array::from_fn(|n| y[n] + h * k[n]);
        let k1 = self.slope(y);
        let k2 = self.slope(&along(&k1, 0.5 * h));
        let k3 = self.slope(&along(&k2, 0.5 * h));
        let k4 = self.slope(&along(&k3, h));
        std::array::from_fn(|n| y[n] + h / 6.0 * (k1[n] + 2.0 * (k2[n] + k3[n]) + k4[n]))
    }
}

/// Which side of the ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    /// Spin outweighs slide.
    Below,
    /// Slide outweighs spin.
    Above,
}

/// One universal orbit at its grid nodes.
pub(super) struct Orbit {
    pub exponent: i32,
    pub points: Vec<Point>,
}

impl Orbit {
    /// The orbit in whole octaves; `None` if it is too long to tabulate.
    pub fn integrate(ray: &Ray, side: Side) -> Option<Orbit> {
        let Some(knot) = side.knot(ray) else {
            return Orbit::from(ray, side, 0, FIRST_DEVIATION, |eps| side.past(eps, side.last()));
        };
        let rough = Orbit::from(ray, side, 0, FIRST_DEVIATION, |eps| side.past(eps, knot))?;
        // the friction law is not smooth where the slip speed vanishes on the rim: let that be at x = 1, between two cells
        let at = rough.reaches(side, knot);
        let exponent = -super::table::exponent_of(at);
        let deviation = FIRST_DEVIATION * libm::pow(at * grid(exponent, 0), ray.growth);
        Orbit::from(ray, side, exponent, deviation, |eps| side.past(eps, side.last()))
    }

    fn from(ray: &Ray, side: Side, exponent: i32, relative: f64, done: impl Fn(f64) -> bool) -> Option<Orbit> {
        let sign = if side == Side::Above { 1.0 } else { -1.0 };
        let mut points = vec![ray.beside(grid(exponent, 0), sign * relative * ray.eps)];
        loop {
            let (k, y) = (points.len() - 1, points[points.len() - 1]);
            if k % NODES_AN_OCTAVE == 0 && k > 0 && done(y[1] / y[2]) {
                return Some(Orbit { exponent, points });
            }
            if k > MOST_OCTAVES * NODES_AN_OCTAVE {
                return None;
            }
            points.push(ray.step(&y, grid(exponent, k + 1) - grid(exponent, k)));
        }
    }

    /// About where the orbit reaches a slip speed ratio.
    fn reaches(&self, side: Side, eps: f64) -> f64 {
        let ratio = |k: usize| self.points[k][1] / self.points[k][2];
        let k = (1..self.points.len()).find(|&k| side.past(ratio(k), eps)).unwrap_or(1);
        let share = (eps - ratio(k - 1)) / (ratio(k) - ratio(k - 1));
        let (low, high) = (grid(self.exponent, k - 1), grid(self.exponent, k));
        low + share * (high - low)
    }

    /// The orbit as a table.
    pub fn table(&self, ray: &Ray) -> Table<4> {
        let node = |y: &Point| Node { value: *y, slope: ray.slope(y), allowed: y.map(|v| ALLOWED * v) };
        Table::fit(self.exponent, &self.points.iter().map(node).collect::<Vec<_>>())
    }
}

impl Side {
    fn past(self, eps: f64, mark: f64) -> bool {
        match self {
            Side::Below => eps <= mark,
            Side::Above => eps >= mark,
        }
    }

    fn last(self) -> f64 {
        match self {
            Side::Below => 1.0 / LAST_RATIO,
            Side::Above => LAST_RATIO,
        }
    }

    /// The slip speed ratio on this side at which the friction law is not smooth: on the outer rim, else on the inner.
    fn knot(self, ray: &Ray) -> Option<f64> {
        let here = |eps: f64| eps > 0.0 && (eps - ray.eps).abs() > 1e-3 * ray.eps && self.past(eps, ray.eps);
        [1.0, ray.rim_ratio].into_iter().find(|&eps| here(eps))
    }
}
