//! The gap between two coins in flight, and when it first falls below a level.

use super::flight::Shape;
use glam::DVec2;

/// A coin in flight: a shape, scaled and placed.
#[derive(Clone)]
pub struct Mover<'a> {
    pub shape: &'a Shape,
    pub origin_m: DVec2,
    pub direction: DVec2,
    pub start_s: f64,
    /// `v + u` at the start, and `a = mu g`.
    pub scale_m_s: f64,
    pub slowing_m_s2: f64,
}

impl Mover<'_> {
    pub fn stop_s(&self) -> f64 {
        self.start_s + self.shape.stop * self.scale_m_s / self.slowing_m_s2
    }

    /// Place and velocity.
    pub fn at(&self, time_s: f64) -> (DVec2, DVec2) {
        let [path, slide, _] = self.shape.at((time_s - self.start_s) * self.slowing_m_s2 / self.scale_m_s);
        let path_m = path * (self.scale_m_s * self.scale_m_s / self.slowing_m_s2);
        (self.origin_m + self.direction * path_m, self.direction * (slide * self.scale_m_s))
    }
}

/// A coin at rest.
pub fn still() -> Shape {
    Shape { pieces: vec![], slide: 0.0, rim: 0.0, stop: 0.0, path: 0.0, turn: 0.0 }
}

/// Two coins whose centres are not to come closer than `reach_m`.
pub struct Pair<'a> {
    /// Place and velocity of each at a time.
    pub places: &'a dyn Fn(f64) -> [(DVec2, DVec2); 2],
    pub reach_m: f64,
    /// How much the gap can bend down: the sum of the brakes, m/s^2.
    pub bend_m_s2: f64,
}

/// Gap and its rate at a time.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub time_s: f64,
    pub gap_m: f64,
    pub opening_m_s: f64,
}

impl Pair<'_> {
    pub fn look(&self, time_s: f64) -> Look {
        let [(from, one), (to, two)] = (self.places)(time_s);
        let (relative, velocity) = (to - from, two - one);
        let distance = relative.dot(relative).sqrt();
        Look { time_s, gap_m: distance - self.reach_m, opening_m_s: velocity.dot(relative) / distance }
    }

    /// The first time between two looks at which the gap is below `level`, told by halving.
    pub fn first_below(&self, level: f64, low: Look, high: Look) -> Option<Look> {
        if low.gap_m < level {
            return Some(low);
        }
        let width = high.time_s - low.time_s;
        // the gap's second derivative is at least minus the brakes, so a parabola from either end bounds it
        let bend = 0.5 * self.bend_m_s2 * width * width;
        let left = low.gap_m.min(low.gap_m + low.opening_m_s * width - bend);
        let right = high.gap_m.min(high.gap_m - high.opening_m_s * width - bend);
        if left.max(right) >= level {
            return None;
        }
        let middle = self.look(0.5 * (low.time_s + high.time_s));
        if width < 1e-8 || middle.time_s <= low.time_s || middle.time_s >= high.time_s {
            // what may hide in so short a time is below rounding
            return [middle, high].into_iter().find(|look| look.gap_m < level);
        }
        self.first_below(level, low, middle).or_else(|| self.first_below(level, middle, high))
    }

    /// The least gap from now on, roughly: the best of many looks, then by ternary cuts around it.
    pub fn closest(&self, from_s: f64, to_s: f64) -> Look {
        let looks = 80;
        let at = |k: i32| from_s + (to_s - from_s) * f64::from(k) / f64::from(looks);
        let best = (0..=looks).min_by(|&a, &b| self.look(at(a)).gap_m.total_cmp(&self.look(at(b)).gap_m)).unwrap_or(0);
        let (mut low, mut high) = (at((best - 1).max(0)), at((best + 1).min(looks)));
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.look(middle).opening_m_s < 0.0 { low = middle } else { high = middle }
        }
        self.look(high)
    }
}
