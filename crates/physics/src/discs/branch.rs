//! One universal orbit and its two inverses, tabulated.

use super::orbit::{Orbit, Point, Ray, Side};
use super::tabulated::{Node, Table, exponent_of, grid};

/// Relative error allowed in the slip speed ratio of a start.
const ALLOWED_START: f64 = 1e-12;
/// Relative error allowed in a first guess of when a path is done; one Newton step follows.
const ALLOWED_GUESS: f64 = 1e-9;

/// One orbit in windows, from the ray outward: one, but for orbits too long for the range of numbers.
#[derive(Debug)]
pub(super) struct Branch {
    first: Window,
    others: Vec<Window>,
}

/// A window of an orbit with its two inverses.
#[derive(Debug)]
pub(super) struct Window {
    ray: Ray,
    side: Side,
    orbit: Table<4>,
    /// Time left by distance from the ray: in `eps` above it, in `1/eps` below.
    start: Table<1>,
    /// Time left by path left.
    reach: Table<1>,
    /// Where the table begins, if that is not on the ray.
    first: Option<Point>,
}

impl Branch {
    pub fn compute(ray: Ray, side: Side) -> Option<Branch> {
        let nodes = Orbit::integrate(&ray, side)?;
        let window = |(number, nodes): (usize, &Orbit)| {
            let orbit = nodes.table(&ray);
            let start = start_table(&ray, side, nodes, &orbit);
            let reach = reach_table(nodes, &orbit);
            let first = (number > 0).then(|| orbit.read(orbit.from()));
            Window { ray, side, orbit, start, reach, first }
        };
        let mut windows = nodes.iter().enumerate().map(window);
        Some(Branch { first: windows.next()?, others: windows.collect() })
    }

    /// The windows, from the ray outward.
    pub fn windows(&self) -> impl Iterator<Item = &Window> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// A window by its number.
    #[inline]
    pub fn window(&self, number: u8) -> &Window {
        if number == 0 { &self.first } else { &self.others[usize::from(number) - 1] }
    }

    /// The number of a window and the time left in it at slip speed ratio `eps`; `None` beyond the tables.
    #[inline]
    pub fn start(&self, eps: f64) -> Option<(u8, f64)> {
        let first = self.first.start(eps);
        if first.is_some() || self.others.is_empty() {
            return first.map(|left| (0, left));
        }
        (1..).zip(&self.others).find_map(|(number, window)| Some((number, window.start(eps)?)))
    }
}

impl Window {
    /// The times left that are tabulated.
    pub fn range(&self) -> [f64; 2] {
        [self.orbit.from(), self.orbit.to()]
    }

    /// Path, slide speed, rim speed and arc with time left `x`.
    #[inline(always)]
    pub fn point(&self, x: f64) -> Point {
        if x < self.orbit.from() { self.before(x) } else { self.orbit.read(x) }
    }

    /// Path and slide speed with time left `x`.
    #[inline]
    pub fn path(&self, x: f64) -> [f64; 2] {
        if x < self.orbit.from() {
            let [path, speed, ..] = self.before(x);
            return [path, speed];
        }
        self.orbit.read(x)
    }

    /// What is left before the table: on the ray, or on the ray of the table's first point, which is exact to what is
    /// left of a motion after so many octaves.
    fn before(&self, x: f64) -> Point {
        let Some([path, speed, rim, turn]) = self.first else { return self.ray.point(x) };
        let share = x / self.orbit.from();
        [path * share * share, speed * share, rim * share, turn * share * share]
    }

    /// The time left at slip speed ratio `eps`; `None` beyond the table.
    #[inline]
    fn start(&self, eps: f64) -> Option<f64> {
        let distance = distance(&self.ray, self.side, eps);
        if distance < self.start.from() {
            return Some(0.5 * self.orbit.from());
        }
        let x = (distance < self.start.to()).then(|| self.start.read::<1>(distance)[0])?;
        Some(if self.ray.is_ring() { self.polished(x, eps) } else { x })
    }

    /// One Newton step: the friction of a ring is steep where its rim does not slip, and so is the table there.
    fn polished(&self, x: f64, eps: f64) -> f64 {
        let [_, speed, rim, _] = self.orbit.read(x);
        let [force, torque] = self.ray.brakes(eps);
        let there = speed / rim;
        x - (there - eps) * rim / (force - there * torque)
    }

    /// The time left when the path left is `path`.
    #[inline]
    pub fn reach(&self, path: f64) -> f64 {
        if path < self.reach.from() {
            return match self.first {
                None => (2.0 * path / self.ray.force).sqrt(),
                Some([first, ..]) => self.orbit.from() * (path / first).sqrt(),
            };
        }
        let [guess] = self.reach.read(path);
        let [there, speed] = self.path(guess);
        guess - (there - path) / speed
    }
}

fn distance(ray: &Ray, side: Side, eps: f64) -> f64 {
    match side {
        Side::Above => eps - ray.eps,
        Side::Below => 1.0 / eps - 1.0 / ray.eps,
    }
}

/// Inverts a rising function of the time left, known at the orbit's points; `read` gives value, slope, allowed error.
fn inverse(nodes: &Orbit, keys: &[f64], read: impl Fn(f64) -> [f64; 3]) -> Table<1> {
    let (first, last) = (exponent_of(keys[0]) + 1, exponent_of(keys[keys.len() - 1]));
    let solve = |k: usize| {
        let key = grid(first, k);
        let above = keys.partition_point(|&known| known < key).clamp(1, keys.len() - 1);
        let (low, high) = (nodes.time(above - 1), nodes.time(above));
        let mut x = low + (high - low) * (key - keys[above - 1]) / (keys[above] - keys[above - 1]);
        for _ in 0..3 {
            let [value, slope, _] = read(x);
            x = (x - (value - key) / slope).clamp(low, high);
        }
        let [_, slope, allowed] = read(x);
        Node { value: [x], slope: [1.0 / slope], allowed: [allowed] }
    };
    Table::fit(first, (last - first) as usize, solve)
}

fn start_table(ray: &Ray, side: Side, nodes: &Orbit, orbit: &Table<4>) -> Table<1> {
    let keys: Vec<f64> = nodes.points().map(|y| distance(ray, side, y[1] / y[2])).collect();
    inverse(nodes, &keys, |x| {
        let [_, speed, rim, _] = orbit.read(x);
        let eps = speed / rim;
        let [force, torque] = ray.brakes(eps);
        let slope = ((force - eps * torque) / rim).abs();
        let per_eps = if side == Side::Above { 1.0 } else { 1.0 / (eps * eps) };
        [distance(ray, side, eps), slope * per_eps, ALLOWED_START * eps / slope]
    })
}

fn reach_table(nodes: &Orbit, orbit: &Table<4>) -> Table<1> {
    let keys: Vec<f64> = nodes.points().map(|y| y[0]).collect();
    inverse(nodes, &keys, |x| {
        let [path, speed] = orbit.read(x);
        [path, speed, ALLOWED_GUESS * x]
    })
}
