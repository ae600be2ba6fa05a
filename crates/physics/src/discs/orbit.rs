//! The two universal orbits of a body that slides and spins at once.
//!
//! With `x` the deceleration `a = mu g` times the time left, slide and rim speed obey `dv/dx = F(v/u)` and
//! `du/dx = T(v/u) / k2`. The equations know no scale, and there is one slip speed ratio `eps*` whose ray runs straight
//! into rest. Hence every motion with `eps` above `eps*` is a scaled piece of one orbit, every motion below it a
//! piece of another one, and both are integrated once, outward from the ray, where any error dies out.

use super::friction;
use super::tabulated::{NODES_AN_OCTAVE, Node, Table, exponent_of, grid};

/// How far from `eps*`, relative, an orbit is first told from the ray.
const FIRST_DEVIATION: f64 = 1e-10;
/// Slip speed ratios beyond these follow power laws, exact to 1e-9. Far below, a trace of slide outlives the spin by up
/// to `eps^1.35` of its time (rim contact), which the law of pure spin does not know; far above all is exact to
/// `ln(eps) / eps^2`.
const LAST_RATIO: [f64; 2] = [1.0 / 4_194_304.0, 131_072.0];
/// Relative error allowed in the tabulated orbit.
const ALLOWED: f64 = 1e-12;
/// Octaves that one window holds: squares of them are numbers still.
const WINDOW_OCTAVES: usize = 900;
/// Octaves that a window repeats of the one before: what a motion does after so many is nothing.
pub(super) const REPEATED_OCTAVES: usize = 128;
/// Enough for every contact that [`super::curves::supports`] accepts.
const MOST_WINDOWS: usize = 8;
/// Where an orbit begins that has no knot to be aligned with, and each window but the first: low, so that a long one
/// does not overflow.
const FREE_EXPONENT: i32 = -450;
/// Table nodes between two integrated points.
const STRIDE: usize = 4;
/// Integrated points an octave.
const POINTS_AN_OCTAVE: usize = NODES_AN_OCTAVE / STRIDE;
/// Steps are divided by 16 where the slip speed ratio is this close, relative, to a knot of the friction law.
const NEAR_KNOT: f64 = 0.02;

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

    /// Whether the contact is a thin ring, whose friction law has a steep knot.
    #[inline]
    pub fn is_ring(&self) -> bool {
        self.rim_ratio == 1.0
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
    fn step(&self, y: &Point, k1: &Point, h: f64) -> Point {
        let along = |k: &Point, h: f64| std::array::from_fn(|n| y[n] + h * k[n]);
        let k2 = self.slope(&along(k1, 0.5 * h));
        let k3 = self.slope(&along(&k2, 0.5 * h));
        let k4 = self.slope(&along(&k3, h));
        std::array::from_fn(|n| y[n] + h / 6.0 * (k1[n] + 2.0 * (k2[n] + k3[n]) + k4[n]))
    }

    /// From one point of an orbit to the next, in short steps near the knots.
    fn go(&self, from: &Sample, h: f64) -> Sample {
        let eps = from.point[1] / from.point[2];
        let near = |knot: f64| (eps - knot).abs() < NEAR_KNOT * knot;
        let parts = if near(1.0) || near(self.rim_ratio) { 16 } else { 1 };
        let mut at = *from;
        for _ in 0..parts {
            at.point = self.step(&at.point, &at.slope, h / parts as f64);
            at.slope = self.slope(&at.point);
        }
        at
    }
}

/// A point of an orbit and its slope.
#[derive(Clone, Copy)]
struct Sample {
    point: Point,
    slope: Point,
}

/// Which side of the ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    /// Spin outweighs slide.
    Below,
    /// Slide outweighs spin.
    Above,
}

/// One universal orbit, or a window of a long one, integrated.
pub(super) struct Orbit {
    exponent: i32,
    samples: Vec<Sample>,
}

impl Orbit {
    /// The orbit in whole octaves, from the ray outward, in windows that each have a scale of their own; `None` if it
    /// is too long to tabulate.
    pub fn integrate(ray: &Ray, side: Side) -> Option<Vec<Orbit>> {
        let whole = |eps: f64| side.past(eps, side.last());
        let Some(knot) = side.knot(ray) else {
            return Orbit::from(ray, side, FREE_EXPONENT, FIRST_DEVIATION, whole);
        };
        let rough = Orbit::from(ray, side, 0, FIRST_DEVIATION, |eps| side.past(eps, knot))?;
        // the friction law is not smooth where a rim's slip vanishes: let that be at a power of two, between two cells
        let at = rough.last()?.reaches(side, knot);
        let exponent = if rough.len() == 1 { -exponent_of(at) } else { FREE_EXPONENT };
        let deviation = FIRST_DEVIATION * libm::pow(at * grid(-exponent_of(at), 0), ray.growth);
        Orbit::from(ray, side, exponent, deviation, whole)
    }

    fn from(ray: &Ray, side: Side, exponent: i32, relative: f64, done: impl Fn(f64) -> bool) -> Option<Vec<Orbit>> {
        let sign = if side == Side::Above { 1.0 } else { -1.0 };
        let point = ray.beside(grid(exponent, 0), sign * relative * ray.eps);
        let mut windows = vec![Orbit { exponent, samples: vec![Sample { point, slope: ray.slope(&point) }] }];
        while windows.len() <= MOST_WINDOWS {
            let last = windows.last_mut()?;
            if last.extend(ray, &done) {
                return Some(windows);
            }
            let next = last.next();
            windows.push(next);
        }
        None
    }

    /// Goes on until it is done, or the window is full; tells whether it is done.
    fn extend(&mut self, ray: &Ray, done: &impl Fn(f64) -> bool) -> bool {
        let Some(mut at) = self.samples.last().copied() else { return false };
        while self.samples.len() <= WINDOW_OCTAVES * POINTS_AN_OCTAVE {
            for _ in 0..POINTS_AN_OCTAVE {
                let k = self.samples.len();
                at = ray.go(&at, self.time(k) - self.time(k - 1));
                self.samples.push(at);
            }
            if done(at.point[1] / at.point[2]) {
                return true;
            }
        }
        false
    }

    /// The window that follows: it begins with the last octaves of this one, on a scale of its own. Scaling by powers
    /// of two is exact.
    fn next(&self) -> Orbit {
        let first = self.samples.len() - 1 - REPEATED_OCTAVES * POINTS_AN_OCTAVE;
        let scale = grid(FREE_EXPONENT, 0) / self.time(first);
        let scaled = |sample: &Sample| {
            let [path, speed, rim, turn] = sample.point;
            let [by_path, by_speed, by_rim, by_turn] = sample.slope;
            Sample {
                point: [path * scale * scale, speed * scale, rim * scale, turn * scale * scale],
                slope: [by_path * scale, by_speed, by_rim, by_turn * scale],
            }
        };
        Orbit { exponent: FREE_EXPONENT, samples: self.samples[first..].iter().map(scaled).collect() }
    }

    /// Time left at the `k`-th point.
    pub fn time(&self, k: usize) -> f64 {
        grid(self.exponent, k * STRIDE)
    }

    /// The points, from the ray outward.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        self.samples.iter().map(|sample| &sample.point)
    }

    /// About where the orbit reaches a slip speed ratio.
    fn reaches(&self, side: Side, eps: f64) -> f64 {
        let ratio = |k: usize| self.samples[k].point[1] / self.samples[k].point[2];
        let k = (1..self.samples.len()).find(|&k| side.past(ratio(k), eps)).unwrap_or(1);
        let share = (eps - ratio(k - 1)) / (ratio(k) - ratio(k - 1));
        self.time(k - 1) + share * (self.time(k) - self.time(k - 1))
    }

    /// The orbit as a table.
    pub fn table(&self, ray: &Ray) -> Table<4> {
        let node = |k: usize| {
            let whole = self.samples[k / STRIDE];
            let beyond = grid(self.exponent, k) - self.time(k / STRIDE);
            let Sample { point, slope } = if beyond > 0.0 { ray.go(&whole, beyond) } else { whole };
            Node { value: point, slope, allowed: point.map(|v| ALLOWED * v) }
        };
        Table::fit(self.exponent, (self.samples.len() - 1) / POINTS_AN_OCTAVE, node)
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
            Side::Below => LAST_RATIO[0],
            Side::Above => LAST_RATIO[1],
        }
    }

    /// The slip speed ratio on this side at which the friction law is not smooth: on the outer rim, else on the inner.
    fn knot(self, ray: &Ray) -> Option<f64> {
        let here = |eps: f64| eps > 0.0 && (eps - ray.eps).abs() > 1e-3 * ray.eps && self.past(eps, ray.eps);
        [1.0, ray.rim_ratio].into_iter().find(|&eps| here(eps))
    }
}
