//! Predictions: the next event of every body by itself, and its next impact with another.
//!
//! A prediction is made from the motion of the bodies in it and from nothing else, and motion changes only at events
//! that touch the body; what is touched is predicted anew at once. So no prediction is ever stale when it is executed,
//! and fresh ones find the same events.

use glam::DVec3;

use super::bits::{BitRows, numbers};
use super::body::Body;
use super::circles::{Circle, Circles, FEW};
use super::pair_time::{Free, Relative, first_crossing, stays_apart};
use super::path::Next;
use super::setup::Setup;
use super::state::State;
use super::touch::along_ground_m;
use crate::contact::Pairs;
use crate::kernel::{Due, Kind};
use crate::order::{greater, least, lesser};

const NOBODY: u16 = u16::MAX;

/// The next impact of a body.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Impact {
    /// Infinite for never.
    time_s: f64,
    /// Of equals the lowest partner comes first.
    with: u16,
}

/// Bodies that are looked through at once.
const BLOCK: usize = 8;

const NEVER: Impact = Impact { time_s: f64::INFINITY, with: NOBODY };

/// Predictions, to be thrown away at will; all memory is taken at the start.
#[derive(Clone, Debug)]
pub(super) struct Predictions {
    /// Bodies to be predicted anew.
    stale: Vec<u16>,
    is_stale: Vec<bool>,
    /// Bodies that were forgotten since all was; one row.
    touched: BitRows,
    circles: Circles,
    /// Bodies that travel, where they are not few; one row.
    travelling: BitRows,
    /// End of each body's own piece of motion, and what happens then.
    own_s: Vec<f64>,
    own_kind: Vec<Kind>,
    /// Pairs that meet, each in the rows of both.
    meets: BitRows,
    /// Time of the impact of every ordered pair that meets, row by row.
    pair_s: Vec<f64>,
    /// The earliest of each row.
    first: Vec<Impact>,
    /// The earliest event of each body.
    when_s: Vec<f64>,
    /// Bodies whose earliest partner turned away.
    orphaned: Vec<u16>,
    /// Bodies near enough for a closer look; one row.
    near: BitRows,
}

impl Predictions {
    /// Knows nothing yet.
    pub(super) fn new(setup: &Setup) -> Predictions {
        let n = setup.balls.len();
        let mut predictions = Predictions {
            stale: Vec::with_capacity(n),
            is_stale: vec![false; n],
            touched: BitRows::new(1, n),
            circles: Circles::new(n),
            travelling: BitRows::new(1, n),
            own_s: vec![f64::INFINITY; n],
            own_kind: vec![Kind::Mode; n],
            meets: BitRows::new(n, n),
            pair_s: vec![f64::INFINITY; n * n],
            first: vec![NEVER; n],
            when_s: vec![f64::INFINITY; n],
            orphaned: Vec::with_capacity(n),
            near: BitRows::new(1, n),
        };
        predictions.clear();
        predictions
    }

    /// Forgets everything, as is needed before another trial.
    pub(super) fn clear(&mut self) {
        self.stale.clear();
        self.stale.extend(0..self.is_stale.len() as u16);
        self.is_stale.fill(true);
        self.touched.clear();
        self.meets.clear();
        self.first.fill(NEVER);
    }

    /// Whether another one predicts the same.
    pub(super) fn agrees(&self, that: &Predictions) -> bool {
        let n = self.is_stale.len();
        let all = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let same_time = |(i, j)| !self.meets.has(i, j) || self.pair_s[i * n + j] == that.pair_s[i * n + j];
        let own = self.own_s == that.own_s && self.own_kind == that.own_kind;
        own && self.meets == that.meets && { all }.all(same_time)
    }

    /// Forgets what is predicted of the bodies that were forgotten since all was, as is needed where all move as they
    /// did then.
    pub(super) fn forget_touched(&mut self) {
        for word in 0..self.touched.words_per_row() {
            for i in numbers(word, self.touched.row(0)[word]) {
                self.forget(i);
            }
        }
        self.touched.clear();
    }

    /// Forgets what is predicted of one body.
    pub(super) fn forget(&mut self, body: usize) {
        if !self.is_stale[body] {
            self.is_stale[body] = true;
            self.touched.insert(0, body);
            self.stale.push(body as u16);
        }
    }

    /// Predicts what was forgotten.
    #[inline(never)]
    pub(super) fn refresh(&mut self, setup: &Setup, state: &State) {
        for k in 0..self.stale.len() {
            let i = self.stale[k] as usize;
            self.predict_own(setup, state, i);
            self.clear_row(i);
        }
        for k in 0..self.orphaned.len() {
            self.choose_first(self.orphaned[k] as usize);
        }
        self.orphaned.clear();
        for k in 0..self.stale.len() {
            let i = self.stale[k] as usize;
            match self.is_stale.len() <= FEW {
                true => self.predict_few(setup, state, i),
                false => self.predict_pairs(setup, state, i),
            }
        }
        for k in 0..self.stale.len() {
            let i = self.stale[k] as usize;
            self.is_stale[i] = false;
            self.note_when(i);
        }
        self.stale.clear();
    }

    /// The end of a body's piece of motion, or the crossing of the edge before that.
    fn predict_own(&mut self, setup: &Setup, state: &State, i: usize) {
        let body = &state.bodies[i];
        let kind = if body.path.next == Next::Land { Kind::Ground } else { Kind::Mode };
        let mut own = Due::of_body(body.time_s + body.path.left_s, kind, i as u16);
        let mut circle = Circle::round(body, setup.balls[i].radius_m, body.path.left_s);
        if let Some(edge_s) = edge_time(setup, body, &circle) {
            let edge = Due::of_body(body.time_s + edge_s, Kind::Edge, i as u16);
            if edge.precedes(&own) {
                own = edge;
                circle = Circle::round(body, setup.balls[i].radius_m, edge_s);
            }
        }
        (self.own_s[i], self.own_kind[i]) = (own.time_s, own.kind);
        self.circles.set(i, circle);
        if self.is_stale.len() > FEW {
            match body.mode.travels() {
                true => self.travelling.insert(0, i),
                false => self.travelling.remove(0, i),
            }
        }
    }

    /// Takes all impacts of one body back.
    fn clear_row(&mut self, i: usize) {
        if self.first[i].with == NOBODY {
            return;
        }
        self.first[i] = NEVER;
        for word in 0..self.meets.words_per_row() {
            for j in numbers(word, std::mem::take(&mut self.meets.row_mut(i)[word])) {
                self.meets.remove(j, i);
                if self.first[j].with == i as u16 && !self.is_stale[j] {
                    self.first[j] = NEVER;
                    self.orphaned.push(j as u16);
                }
            }
        }
    }

    /// Finds the earliest impact in a row.
    fn choose_first(&mut self, i: usize) {
        let n = self.is_stale.len();
        let mut first = NEVER;
        for (word, &bits) in self.meets.row(i).iter().enumerate() {
            for j in numbers(word, bits) {
                let time_s = self.pair_s[i * n + j];
                if time_s < first.time_s {
                    first = Impact { time_s, with: j as u16 };
                }
            }
        }
        self.first[i] = first;
        self.note_when(i);
    }

    fn note_when(&mut self, i: usize) {
        self.when_s[i] = lesser(self.own_s[i], self.first[i].time_s);
    }

    /// All impacts of one body.
    fn predict_pairs(&mut self, setup: &Setup, state: &State, i: usize) {
        self.circles.near(i, self.near.row_mut(0));
        self.near.remove(0, i);
        let travels = self.travelling.has(0, i);
        for word in 0..self.near.words_per_row() {
            let movers = if travels { u64::MAX } else { self.travelling.row(0)[word] };
            for j in numbers(word, self.near.row(0)[word] & movers) {
                // of two that are both out of date the lower number does the work
                if j < i && self.is_stale[j] {
                    continue;
                }
                if let Some(time_s) = self.impact_time(setup, state, [i, j]) {
                    self.note_pair(i, j, time_s);
                }
            }
        }
    }

    /// The same among few bodies.
    fn predict_few(&mut self, setup: &Setup, state: &State, i: usize) {
        let travels = state.bodies[i].mode.travels();
        for j in 0..self.is_stale.len() {
            let is_done = j == i || (j < i && self.is_stale[j]);
            if is_done || !(travels || state.bodies[j].mode.travels()) || !self.circles.meet(i, j) {
                continue;
            }
            if let Some(time_s) = self.impact_time(setup, state, [i, j]) {
                self.note_pair(i, j, time_s);
            }
        }
    }

    /// Keeps the time of a pair, and the earliest impact of both.
    fn note_pair(&mut self, i: usize, j: usize, time_s: f64) {
        let n = self.is_stale.len();
        (self.pair_s[i * n + j], self.pair_s[j * n + i]) = (time_s, time_s);
        self.meets.insert(i, j);
        self.meets.insert(j, i);
        for (one, other) in [(i, j), (j, i)] {
            let impact = Impact { time_s, with: other as u16 };
            if impact < self.first[one] {
                self.first[one] = impact;
                self.note_when(one);
            }
        }
    }

    /// When two bodies meet, before either changes its motion.
    fn impact_time(&self, setup: &Setup, state: &State, pair: [usize; 2]) -> Option<f64> {
        let [one, two] = pair.map(|i| &state.bodies[i]);
        if state.presses(pair) {
            return None;
        }
        let now_s = greater(one.time_s, two.time_s);
        let horizon_s = lesser(self.own_s[pair[0]], self.own_s[pair[1]]) - now_s;
        let balls = pair.map(|i| &setup.balls[i]);
        if self.is_stale.len() > FEW && stays_apart([one, two], now_s, horizon_s, balls[0].radius_m + balls[1].radius_m)
        {
            return None;
        }
        let mut motion = Relative {
            position_m: one.position_at_m(now_s) - two.position_at_m(now_s),
            velocity_m_s: one.velocity_at_m_s(now_s) - two.velocity_at_m_s(now_s),
            acceleration_m_s2: one.path.acceleration_m_s2 - two.path.acceleration_m_s2,
        };
        let mut distance_m = balls[0].radius_m + balls[1].radius_m;
        if let Some((along_m, _)) = along_ground_m(balls, one, two) {
            motion.position_m.z = 0.0;
            distance_m = along_m;
        }
        first_crossing(&motion, distance_m, horizon_s, Free::Outside).map(|t| now_s + t)
    }

    /// Whether nothing happens before then, but for what two bodies may do to each other or to others.
    #[inline]
    pub(super) fn is_quiet(&self, until_s: f64, pair: [usize; 2]) -> bool {
        let is_soon = |(i, when_s): (usize, &f64)| *when_s < until_s && !pair.contains(&i);
        pair.iter().all(|&i| self.own_s[i] >= until_s) && !self.when_s.iter().enumerate().any(is_soon)
    }

    /// Whether more than two bodies have events until then.
    #[inline]
    pub(super) fn is_crowded(&self, last_s: f64) -> bool {
        self.when_s.iter().filter(|&&when_s| when_s <= last_s).count() > 2
    }

    /// Lists the pairs that meet until then; tells whether they are several.
    #[cold]
    pub(super) fn gather(&self, last_s: f64, pairs: &mut Pairs) -> bool {
        let n = self.is_stale.len();
        pairs.clear();
        for i in (0..n).filter(|&i| self.first[i].time_s <= last_s) {
            for j in (i + 1..n).filter(|&j| self.meets.has(i, j) && self.pair_s[i * n + j] <= last_s) {
                pairs.push([i as u16, j as u16]);
            }
        }
        pairs.all().len() > 1
    }

    /// The earliest event of all.
    #[inline(never)]
    pub(super) fn first(&self) -> Option<Due> {
        // the blocks in which the least stands, so that others are not looked through twice
        let (mut time_s, mut from, mut to) = (f64::INFINITY, 0, 0);
        for (block, whens_s) in self.when_s.chunks(BLOCK).enumerate() {
            let least_s = least(whens_s);
            if least_s < time_s {
                (time_s, from) = (least_s, block);
            }
            to = if least_s <= time_s { block } else { to };
        }
        if time_s == f64::INFINITY {
            return None;
        }
        let mut first: Option<Due> = None;
        let mut consider = |event: Due| {
            if event.time_s == time_s && first.is_none_or(|f| event.precedes(&f)) {
                first = Some(event);
            }
        };
        for i in (from * BLOCK..self.when_s.len().min((to + 1) * BLOCK)).filter(|&i| self.when_s[i] == time_s) {
            consider(Due::of_body(self.own_s[i], self.own_kind[i], i as u16));
            if self.first[i].with != NOBODY {
                consider(Due::of_pair(self.first[i].time_s, i as u16, self.first[i].with));
            }
        }
        first
    }
}

/// Time until the centre leaves the ring in its current piece of motion, which a circle holds, s.
fn edge_time(setup: &Setup, body: &Body, circle: &Circle) -> Option<f64> {
    let ring_m = setup.ring_radius_m?;
    if !body.mode.travels() || circle.is_within(ring_m) {
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
