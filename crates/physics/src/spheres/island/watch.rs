//! Which bodies an island must keep an eye on: those that may touch one that is in it, or each other, while it lasts.

use glam::DVec3;

use super::workspace::{Now, OUT, Watch, Workspace};
use crate::order::{greater, lesser};
use crate::spheres::bits::numbers;
use crate::spheres::body::Mode;
use crate::spheres::circles::Circle;
use crate::spheres::hertz::Hertz;
use crate::spheres::setup::Setup;
use crate::spheres::state::State;

impl Workspace {
    /// Lists the pairs that may touch before the list is made again.
    pub(super) fn relist(&mut self, setup: &Setup, state: &State) {
        (0..state.bodies.len()).for_each(|i| self.keep_up(setup, state, i));
        self.bound_speeds(setup, state);
        self.places_m.clear();
        for i in 0..state.bodies.len() {
            let at_m = self.place(setup, state, i).0;
            self.places_m.push(at_m);
        }
        let there = |i: &usize| state.bodies[*i].mode != Mode::Off;
        self.watched.clear();
        self.later.clear();
        self.idle.clear();
        // half the reach for each of two, and a little more for rounding
        let half_m = 0.5 * self.reach_m;
        for (i, at_m) in self.places_m.iter().enumerate() {
            let reach = match there(&i) {
                true => (setup.balls[i].radius_m + half_m) * (1.0 + 1.0 / (1u64 << 30) as f64),
                false => -1.0,
            };
            self.circles.set(i, Circle { x: at_m.x, y: at_m.y, reach });
        }
        for i in (0..self.places_m.len()).filter(there) {
            let (at_m, reach_m) = (self.places_m[i], setup.balls[i].radius_m + self.reach_m);
            self.circles.near(i, self.near.row_mut(0));
            for word in 0..self.near.words_per_row() {
                for j in numbers(word, self.near.row(0)[word]) {
                    let reach_m = reach_m + setup.balls[j].radius_m;
                    let pair = [i as u16, j as u16];
                    let is_far = at_m.distance_squared(self.places_m[j]) >= reach_m * reach_m;
                    if j <= i || is_far || self.touches_already(pair) {
                        continue;
                    }
                    if [i, j].iter().all(|&k| self.slots[k] == OUT && !state.bodies[k].mode.travels()) {
                        self.idle.push(pair);
                    } else {
                        self.watched.push(Watch { bodies: pair, due_s: self.now_s });
                    }
                }
            }
        }
        (self.look_s, self.later_s) = (self.now_s, self.now_s);
        self.relist_s = self.now_s + self.listed_s;
    }

    /// Finds anew how fast two bodies can close until the list is made again: with all energy in two of the lightest,
    /// `2 sqrt(E/m)`. Bodies of mass `M` in all that nothing pushes gain it by accelerations `a` at most so fast that
    /// `sqrt(E)` grows by `a sqrt(M/2)`: an island of slow hits lasts long enough to fall in.
    fn bound_speeds(&mut self, setup: &Setup, state: &State) {
        let in_play = || (0..state.bodies.len()).filter(|&i| state.bodies[i].mode != Mode::Off);
        let own_m_s2 = in_play().map(|i| self.own_m_s2(state, i).length()).fold(setup.ground.gravity_m_s2, f64::max);
        let gain_m_s2 = own_m_s2 * (2.0 * self.mass_kg / self.least_kg).sqrt();
        self.fastest_m_s = self.fastest_at_first_m_s + gain_m_s2 * (self.now_s + self.listed_s);
        self.reach_m = self.fastest_m_s * self.listed_s;
    }

    fn touches_already(&self, pair: [u16; 2]) -> bool {
        let slots = pair.map(|i| self.slots[usize::from(i)]);
        self.soft.pairs.iter().any(|touch| touch.particles == slots)
    }

    /// Looks at the pairs that are due: those that may touch within a step are let touch.
    #[inline(never)]
    pub(super) fn look(&mut self, setup: &Setup, state: &State, hertz: &Hertz) {
        if self.stirs {
            self.recall();
        }
        if self.now_s >= self.later_s {
            self.later_s = self.now_s + 8.0 * self.step_s;
            for k in (0..self.later.len()).rev() {
                if self.later[k].due_s <= self.later_s {
                    self.watched.push(self.later.swap_remove(k));
                }
            }
        }
        let mut first_s = self.later_s;
        for k in (0..self.watched.len()).rev() {
            let Watch { bodies, due_s } = self.watched[k];
            if due_s > self.now_s {
                first_s = lesser(first_s, due_s);
                continue;
            }
            let pair = bodies.map(usize::from);
            let now = pair.map(|i| self.look_up(setup, state, i));
            let due_s = self.now_s + self.wait_s(setup, state, pair, now);
            self.watched[k].due_s = due_s;
            if due_s > self.now_s && due_s <= self.later_s {
                first_s = lesser(first_s, due_s);
                continue;
            }
            self.watched.swap_remove(k);
            if due_s == f64::INFINITY {
                self.idle.push(bodies);
            } else if due_s > self.now_s {
                self.later.push(Watch { bodies, due_s });
            } else {
                self.ready.push(bodies);
            }
        }
        self.arm(setup, state, hertz);
        self.look_s = if self.stirs { self.now_s } else { first_s };
    }

    /// Has all pairs of a body looked at now: it moves otherwise than was thought when they were looked at.
    pub(super) fn stir(&mut self, body: u16) {
        (self.is_stirred[usize::from(body)], self.stirs) = (true, true);
        self.look_s = self.now_s;
    }

    /// Has all pairs looked at now of which one may be pushed harder than was thought.
    pub(super) fn stir_pushed(&mut self) {
        let now_s = self.now_s;
        let is_pushed = |bodies: [u16; 2]| bodies.into_iter().any(|i| self.slots[usize::from(i)] != OUT);
        for watch in self.watched.iter_mut().filter(|watch| is_pushed(watch.bodies)) {
            watch.due_s = watch.due_s.min(now_s);
        }
        for k in (0..self.later.len()).rev() {
            if is_pushed(self.later[k].bodies) {
                self.watched.push(Watch { due_s: now_s, ..self.later.swap_remove(k) });
            }
        }
        (self.look_s, self.stirs) = (now_s, true);
    }

    fn recall(&mut self) {
        let now_s = self.now_s;
        let is_meant = |bodies: [u16; 2]| bodies.into_iter().any(|i| self.is_stirred[usize::from(i)]);
        for watch in self.watched.iter_mut().filter(|watch| is_meant(watch.bodies)) {
            watch.due_s = watch.due_s.min(now_s);
        }
        for k in (0..self.later.len()).rev() {
            if is_meant(self.later[k].bodies) {
                self.watched.push(Watch { due_s: now_s, ..self.later.swap_remove(k) });
            }
        }
        for k in (0..self.idle.len()).rev() {
            if is_meant(self.idle[k]) {
                self.watched.push(Watch { bodies: self.idle.swap_remove(k), due_s: now_s });
            }
        }
        self.is_stirred.fill(false);
        self.stirs = false;
    }

    /// How long two bodies need not be looked at, s; not above 0 when they may touch within a step.
    fn wait_s(&self, setup: &Setup, state: &State, [i, j]: [usize; 2], [one, two]: [Now; 2]) -> f64 {
        let span_m = two.at_m - one.at_m;
        let length_m = span_m.length();
        let touch_m = setup.balls[i].radius_m + setup.balls[j].radius_m;
        let gap_m = length_m - touch_m;
        let closing_m_s = (one.velocity_m_s - two.velocity_m_s).dot(span_m) / length_m;
        let steady_s = lesser(one.steady_s, two.steady_s);
        // not beyond a change of motion
        let most_s = greater(1.5 * self.step_s, steady_s) - self.step_s;
        // a contact changes velocities by a quarter of its closing speed in a step, or less
        let push_m_s2 = 0.25 * self.briskest_m_s / self.step_s;
        // who is out of the island is not pushed before it joins, and then is looked at
        let pushed_count = [i, j].iter().filter(|&&k| self.slots[k] != OUT).count();
        let is_alone = pushed_count == 0;
        if steady_s < 2.0 * self.step_s {
            // what lands in the next step may close faster after that
            let ahead_s = 2.0 * self.step_s;
            let [one, two] = [i, j].map(|k| self.place_ahead(setup, state, k, ahead_s));
            let pushed_m = if is_alone { 0.0 } else { 0.5 * push_m_s2 * ahead_s * ahead_s };
            if one.distance(two) < touch_m + pushed_m {
                return 0.0;
            }
        }
        let own_m_s2 = one.own_m_s2.distance(two.own_m_s2);
        if is_alone {
            // nothing pushes them
            let wait_s = if closing_m_s > 0.0 || own_m_s2 > 0.0 {
                closes_s(gap_m, closing_m_s, own_m_s2) - self.step_s
            } else {
                f64::INFINITY
            };
            return lesser(wait_s, most_s).max(0.0);
        }
        if gap_m <= 1.5 * self.step_s * (closing_m_s + 0.5 * self.step_s * push_m_s2) {
            return 0.0;
        }
        let some_s = closes_s(gap_m, closing_m_s, pushed_count as f64 * push_m_s2 + own_m_s2);
        greater(lesser(greater(some_s, gap_m / self.fastest_m_s) - self.step_s, most_s), 0.5 * self.step_s)
    }

    /// Where a body will be some time from now if nothing pushes it, from the island's origin.
    fn place_ahead(&self, setup: &Setup, state: &State, i: usize, ahead_s: f64) -> DVec3 {
        match self.soft.particles.get(usize::from(self.slots[i])) {
            Some(particle) => particle.position_m + particle.velocity_m_s * ahead_s,
            None => self.own_place(setup, state, i, ahead_s).0,
        }
    }

    /// How a body's velocity changes if nothing pushes it, m/s2.
    fn own_m_s2(&self, state: &State, i: usize) -> DVec3 {
        match self.soft.particles.get(usize::from(self.slots[i])) {
            Some(particle) => particle.own_m_s2,
            None => self.own_motion(state, i).path.acceleration_m_s2,
        }
    }
}

/// How long two bodies take at the least to close a gap, s: their distance shrinks no faster than it does now, but for
/// what they gain.
fn closes_s(gap_m: f64, closing_m_s: f64, gain_m_s2: f64) -> f64 {
    if gap_m <= 0.0 {
        return 0.0;
    }
    let closing_m_s = closing_m_s.max(0.0);
    2.0 * gap_m / (closing_m_s + (closing_m_s * closing_m_s + 2.0 * gain_m_s2 * gap_m).sqrt())
}
