//! Predictions: the next event of every body by itself, and its next impact with another.
//!
//! A prediction is made from the motion of the bodies in it and from nothing else, and motion changes only at events
//! that touch the body; what is touched is predicted anew at once. So no prediction is ever stale when it is executed,
//! and a fresh [`Scratch`] finds the same events.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::motion::Next;
use super::pair_time::{Free, Relative, first_crossing};
use super::setup::Setup;
use super::state::{Body, Mode, State};
use crate::kernel::{Event, Kind};

const NOBODY: u16 = u16::MAX;

/// A circle that holds the whole current piece of a body's path, seen from above, and the body's outline.
#[derive(Clone, Copy, Debug)]
struct Bound {
    x: f64,
    y: f64,
    /// Radius, m; not a number for a body that nothing can meet.
    reach: f64,
}

/// Predictions, to be thrown away at will; all memory is taken at the start.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// Bodies to be predicted anew.
    stale: Vec<u16>,
    is_stale: Vec<bool>,
    bounds: Vec<Bound>,
    own_s: Vec<f64>,
    own_kind: Vec<Kind>,
    /// Time of the impact of every ordered pair, row by row; infinite for never.
    pair_s: Vec<f64>,
    /// The earliest of each row, and with whom.
    first_s: Vec<f64>,
    first_with: Vec<u16>,
    /// Bodies whose earliest partner turned away.
    jilted: Vec<u16>,
}

impl Scratch {
    /// Knows nothing yet.
    pub fn new(setup: &Setup) -> Scratch {
        let n = setup.balls.len();
        let mut scratch = Scratch {
            stale: Vec::with_capacity(n),
            is_stale: vec![false; n],
            bounds: vec![Bound { x: 0.0, y: 0.0, reach: f64::NAN }; n],
            own_s: vec![f64::INFINITY; n],
            own_kind: vec![Kind::Mode; n],
            pair_s: vec![f64::INFINITY; n * n],
            first_s: vec![f64::INFINITY; n],
            first_with: vec![NOBODY; n],
            jilted: Vec::with_capacity(n),
        };
        scratch.clear();
        scratch
    }

    /// Forgets everything, as is needed before another trial.
    pub fn clear(&mut self) {
        self.stale.clear();
        self.stale.extend(0..self.is_stale.len() as u16);
        self.is_stale.fill(true);
    }

    /// Forgets what is predicted of one body.
    pub(super) fn forget(&mut self, body: usize) {
        if !self.is_stale[body] {
            self.is_stale[body] = true;
            self.stale.push(body as u16);
        }
    }

    /// Predicts what was forgotten.
    pub(super) fn refresh(&mut self, setup: &Setup, state: &State) {
        for k in 0..self.stale.len() {
            self.predict_own(setup, state, self.stale[k] as usize);
        }
        for k in 0..self.stale.len() {
            self.predict_pairs(setup, state, self.stale[k] as usize);
        }
        for k in 0..self.jilted.len() {
            self.choose_first(self.jilted[k] as usize);
        }
        for k in 0..self.stale.len() {
            self.choose_first(self.stale[k] as usize);
            self.is_stale[self.stale[k] as usize] = false;
        }
        self.stale.clear();
        self.jilted.clear();
    }

    /// The end of a body's piece of motion, or the crossing of the edge before that.
    fn predict_own(&mut self, setup: &Setup, state: &State, i: usize) {
        let body = &state.bodies[i];
        let kind = if body.path.next == Next::Land { Kind::Ground } else { Kind::Mode };
        let mut own = Event::of_body(body.time_s + body.path.left_s, kind, i as u16);
        let mut left_s = body.path.left_s;
        if let Some(edge_s) = edge_time(setup, body) {
            let edge = Event::of_body(body.time_s + edge_s, Kind::Edge, i as u16);
            if edge.precedes(&own) {
                (own, left_s) = (edge, edge_s);
            }
        }
        (self.own_s[i], self.own_kind[i]) = (own.time_s, own.kind);
        self.bounds[i] = bound(body, setup.balls[i].radius_m, left_s);
    }

    /// All impacts of one body.
    fn predict_pairs(&mut self, setup: &Setup, state: &State, i: usize) {
        let n = self.is_stale.len();
        let here = self.bounds[i];
        let travels = state.bodies[i].mode.travels();
        for j in 0..n {
            // of two that are both out of date the higher number finds the work done
            if j == i || (j < i && self.is_stale[j]) {
                continue;
            }
            let there = self.bounds[j];
            let (dx, dy, reach) = (here.x - there.x, here.y - there.y, here.reach + there.reach);
            let mut time_s = f64::INFINITY;
            if dx * dx + dy * dy <= reach * reach && (travels || state.bodies[j].mode.travels()) {
                time_s = self.impact_time(setup, state, [i, j]);
            }
            self.note_pair(i, j, time_s);
        }
    }

    /// Keeps the time of a pair, and the earliest impact of the second body.
    fn note_pair(&mut self, i: usize, j: usize, time_s: f64) {
        let n = self.is_stale.len();
        if self.pair_s[i * n + j] == time_s {
            return;
        }
        (self.pair_s[i * n + j], self.pair_s[j * n + i]) = (time_s, time_s);
        if self.is_stale[j] {
            return;
        }
        let (first_s, with) = (self.first_s[j], self.first_with[j]);
        if (time_s, i as u16) < (first_s, with) {
            (self.first_s[j], self.first_with[j]) = (time_s, i as u16);
        } else if with == i as u16 {
            self.jilted.push(j as u16);
        }
    }

    /// Finds the earliest impact in a row; of equals the lowest partner.
    fn choose_first(&mut self, i: usize) {
        let n = self.is_stale.len();
        let (mut first_s, mut with) = (f64::INFINITY, NOBODY);
        for (j, &time_s) in self.pair_s[i * n..(i + 1) * n].iter().enumerate() {
            if time_s < first_s {
                (first_s, with) = (time_s, j as u16);
            }
        }
        (self.first_s[i], self.first_with[i]) = (first_s, with);
    }

    /// When two bodies meet, before either changes its motion.
    fn impact_time(&self, setup: &Setup, state: &State, pair: [usize; 2]) -> f64 {
        let [one, two] = pair.map(|i| &state.bodies[i]);
        let now_s = one.time_s.max(two.time_s);
        let horizon_s = self.own_s[pair[0]].min(self.own_s[pair[1]]) - now_s;
        let [ri, rj] = pair.map(|i| setup.balls[i].radius_m);
        let grounded = one.mode.is_grounded() && two.mode.is_grounded();
        let mut motion = Relative {
            position_m: one.position_at_m(now_s) - two.position_at_m(now_s),
            velocity_m_s: one.velocity_at_m_s(now_s) - two.velocity_at_m_s(now_s),
            acceleration_m_s2: one.path.acceleration_m_s2 - two.path.acceleration_m_s2,
        };
        let distance_m = if grounded {
            motion.position_m.z = 0.0;
            2.0 * (ri * rj).sqrt()
        } else {
            ri + rj
        };
        match first_crossing(&motion, distance_m, horizon_s, Free::Outside) {
            Some(t) => now_s + t,
            None => f64::INFINITY,
        }
    }

    /// The earliest event of all.
    pub(super) fn first(&self) -> Option<Event> {
        let mut first: Option<Event> = None;
        let mut consider = |event: Event| {
            if event.time_s < f64::INFINITY && first.is_none_or(|f| event.precedes(&f)) {
                first = Some(event);
            }
        };
        for i in 0..self.own_s.len() {
            consider(Event::of_body(self.own_s[i], self.own_kind[i], i as u16));
            if self.first_with[i] != NOBODY {
                consider(Event::of_pair(self.first_s[i], i as u16, self.first_with[i]));
            }
        }
        first
    }
}

/// Time until the centre leaves the ring in its current piece of motion, s.
fn edge_time(setup: &Setup, body: &Body) -> Option<f64> {
    let ring_m = setup.ring_radius_m?;
    if !body.mode.travels() {
        return None;
    }
    let level = |a: DVec3| DVec3::new(a.x, a.y, 0.0);
    let motion = Relative {
        position_m: level(body.position_m),
        velocity_m_s: level(body.velocity_m_s),
        acceleration_m_s2: level(body.path.acceleration_m_s2),
    };
    first_crossing(&motion, ring_m, body.path.left_s, Free::Inside)
}

/// The circle round a piece of path: a parabola lies within the triangle of its ends and the meeting point of their
/// tangents.
fn bound(body: &Body, radius_m: f64, left_s: f64) -> Bound {
    let here = body.position_m.xy();
    if body.mode == Mode::Off {
        return Bound { x: here.x, y: here.y, reach: f64::NAN };
    }
    if !body.mode.travels() {
        return Bound { x: here.x, y: here.y, reach: radius_m };
    }
    if left_s == f64::INFINITY {
        return Bound { x: here.x, y: here.y, reach: f64::INFINITY };
    }
    // offsets from the start, so that rounding stays small
    let corner: DVec2 = body.velocity_m_s.xy() * (0.5 * left_s);
    let end = corner * 2.0 + body.path.acceleration_m_s2.xy() * (0.5 * left_s * left_s);
    let middle = end * 0.5;
    let reach = middle.length_squared().max((corner - middle).length_squared()).sqrt();
    let centre = here + middle;
    // a little more than the outline, for the rounding of all this
    Bound { x: centre.x, y: centre.y, reach: (radius_m + reach) * (1.0 + 1.0 / (1u64 << 30) as f64) }
}
