//! Which bodies an island must keep an eye on: those that may touch one that is in it, or each other, while it lasts.

use glam::DVec3;

use super::super::hertz::{Course, Hertz};
use super::super::setup::Setup;
use super::super::state::{Body, Mode, State};
use super::{Island, OUT, catch_up};

/// Two bodies of which at least one may reach the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) bodies: [u16; 2],
    /// They cannot touch before this, in the window's time, s.
    pub(super) due_s: f64,
}

/// Whether another body would meet one of the two before their hit is over; `n` is the unit vector from the first to the
/// second.
///
/// Each of the two moves, until the hit is over, no farther towards a third than the larger of half its speed before
/// times the duration, half its speed after, and their mean; a tenth more for loss and turning.
pub(in crate::spheres) fn overlaps(
    setup: &Setup,
    state: &State,
    pair: [usize; 2],
    n: DVec3,
    closing_m_s: f64,
    course: &Course,
) -> bool {
    let time_s = state.bodies[pair[0]].time_s;
    let [mi, mj] = pair.map(|i| setup.balls[i].mass_kg);
    let kick_m_s = n * ((1.0 + course.restitution_ratio) * closing_m_s / (mi + mj));
    let room_s = 0.55 * course.duration_s;
    let hit = [(pair[0], kick_m_s * -mj), (pair[1], kick_m_s * mi)];
    let own_m_s = hit.map(|(i, jump_m_s)| state.bodies[i].velocity_m_s.length() + jump_m_s.length());
    let own_m_s = own_m_s[0].max(own_m_s[1]);
    for (k, other) in state.bodies.iter().enumerate() {
        if pair.contains(&k) || other.mode == Mode::Off {
            continue;
        }
        let is_still = !other.mode.travels();
        let at_m = if is_still { other.position_m } else { other.position_at_m(time_s) };
        for (i, jump_m_s) in hit {
            let one = &state.bodies[i];
            let span_m = at_m - one.position_m;
            let touch_m = setup.balls[i].radius_m + setup.balls[k].radius_m;
            let length2 = span_m.length_squared();
            let reach_m = touch_m + 2.0 * own_m_s * room_s;
            if is_still && length2 > reach_m * reach_m {
                continue;
            }
            let relative_m_s = one.velocity_m_s - other.velocity_at_m_s(time_s);
            let (before, after) = (relative_m_s.dot(span_m), (relative_m_s + jump_m_s).dot(span_m));
            let way = (before + after).max(before).max(after) * room_s;
            // length - touch <= way / length, a little more generous and without a root
            if way > 0.0 && length2 <= touch_m * touch_m + 2.0 * way + way * (way / (touch_m * touch_m)) {
                return true;
            }
        }
    }
    false
}

impl Island {
    /// Where a body is now, from the window's origin, and how fast.
    fn place(&self, setup: &Setup, state: &State, i: usize) -> (DVec3, DVec3) {
        match self.window.riders.get(usize::from(self.slots[i])) {
            Some(rider) => (rider.position_m, rider.velocity_m_s),
            None => self.own_place(setup, state, i, 0.0),
        }
    }

    /// Where a body that is left to itself is some time from now, and how fast.
    fn own_place(&self, setup: &Setup, state: &State, i: usize, ahead_s: f64) -> (DVec3, DVec3) {
        let (body, time_s) = (self.own_motion(state, i), self.start_s + self.now_s + ahead_s);
        if body.time_s + body.path.left_s < time_s {
            let mut changed = *body;
            catch_up(setup, i, &mut changed, time_s);
            return (changed.position_m - self.origin_m, changed.velocity_m_s);
        }
        (body.position_at_m(time_s) - self.origin_m, body.velocity_at_m_s(time_s))
    }

    /// A body that is left to itself, in the piece of motion that it is in now.
    fn own_motion<'a>(&'a self, state: &'a State, i: usize) -> &'a Body {
        self.changed[i].as_ref().unwrap_or(&state.bodies[i])
    }

    /// Follows a body that is left to itself through the changes of its motion up to now.
    fn keep_up(&mut self, setup: &Setup, state: &State, i: usize) {
        let (body, now_s) = (self.own_motion(state, i), self.start_s + self.now_s);
        if body.time_s + body.path.left_s < now_s && self.slots[i] == OUT {
            let mut changed = *body;
            catch_up(setup, i, &mut changed, now_s);
            self.changed[i] = Some(changed);
        }
    }

    /// Lists the pairs that may touch before the list is made again.
    pub(super) fn relist(&mut self, setup: &Setup, state: &State) {
        (0..state.bodies.len()).for_each(|i| self.keep_up(setup, state, i));
        let mut places_m = std::mem::take(&mut self.places_m);
        places_m.clear();
        places_m.extend((0..state.bodies.len()).map(|i| self.place(setup, state, i).0));
        let there = |i: &usize| state.bodies[*i].mode != Mode::Off;
        self.watched.clear();
        self.later.clear();
        self.idle.clear();
        for i in (0..places_m.len()).filter(there) {
            let (at_m, reach_m) = (places_m[i], setup.balls[i].radius_m + self.reach_m);
            for j in (i + 1..places_m.len()).filter(there) {
                let reach_m = reach_m + setup.balls[j].radius_m;
                let pair = [i as u16, j as u16];
                if at_m.distance_squared(places_m[j]) >= reach_m * reach_m || self.touches_already(pair) {
                    continue;
                }
                if [i, j].iter().all(|&k| self.slots[k] == OUT && !state.bodies[k].mode.travels()) {
                    self.idle.push(pair);
                } else {
                    self.watched.push(Watch { bodies: pair, due_s: self.now_s });
                }
            }
        }
        self.places_m = places_m;
        (self.look_s, self.later_s) = (self.now_s, self.now_s);
        self.relist_s = self.now_s + self.reach_m / self.fastest_m_s;
    }

    fn touches_already(&self, pair: [u16; 2]) -> bool {
        let slots = pair.map(|i| self.slots[usize::from(i)]);
        self.window.touches.iter().any(|touch| touch.riders == slots)
    }

    /// Looks at the pairs that are due: those that may touch within a step are let touch.
    pub(super) fn look(&mut self, setup: &Setup, state: &State, hertz: &Hertz) {
        if self.stirs {
            self.recall();
        }
        if self.now_s >= self.later_s {
            self.later_s = self.now_s + 16.0 * self.step_s;
            for k in (0..self.later.len()).rev() {
                if self.later[k].due_s <= self.later_s {
                    self.watched.push(self.later.swap_remove(k));
                }
            }
        }
        for k in (0..self.watched.len()).rev() {
            let Watch { bodies, due_s } = self.watched[k];
            if due_s > self.now_s {
                continue;
            }
            bodies.into_iter().for_each(|i| self.keep_up(setup, state, usize::from(i)));
            let due_s = self.now_s + self.wait_s(setup, state, bodies.map(usize::from));
            self.watched[k].due_s = due_s;
            if due_s > self.now_s && due_s <= self.later_s {
                continue;
            }
            self.watched.swap_remove(k);
            if due_s == f64::INFINITY {
                self.idle.push(bodies);
            } else if due_s > self.now_s {
                self.later.push(Watch { bodies, due_s });
            } else {
                self.arm(setup, state, hertz, bodies);
            }
        }
        let due_s = self.watched.iter().map(|watch| watch.due_s).fold(self.later_s, f64::min);
        self.look_s = if self.stirs { self.now_s } else { due_s };
    }

    /// Has all pairs of a body looked at now: it moves otherwise than was thought when they were looked at.
    pub(super) fn stir(&mut self, body: u16) {
        (self.is_stirred[usize::from(body)], self.stirs) = (true, true);
        self.look_s = self.now_s;
    }

    /// Has all pairs looked at now, but for those that nothing pushes before one of the two joins.
    pub(super) fn stir_all(&mut self) {
        self.watched.append(&mut self.later);
        self.watched.iter_mut().for_each(|watch| watch.due_s = watch.due_s.min(self.now_s));
        self.look_s = self.now_s;
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
    fn wait_s(&self, setup: &Setup, state: &State, [i, j]: [usize; 2]) -> f64 {
        let (one, two) = (self.place(setup, state, i), self.place(setup, state, j));
        let span_m = two.0 - one.0;
        let length_m = span_m.length();
        let touch_m = setup.balls[i].radius_m + setup.balls[j].radius_m;
        let gap_m = length_m - touch_m;
        let closing_m_s = (one.1 - two.1).dot(span_m) / length_m;
        let steady_s = self.steady_s(state, i).min(self.steady_s(state, j));
        // not beyond a change of motion
        let most_s = steady_s.max(1.5 * self.step_s) - self.step_s;
        if [i, j].iter().all(|&k| self.slots[k] == OUT) {
            if steady_s < 2.0 * self.step_s {
                let [one, two] = [i, j].map(|k| self.own_place(setup, state, k, 2.0 * self.step_s).0);
                if one.distance(two) < touch_m {
                    return 0.0;
                }
            }
            // nothing pushes them; a little faster, for what they may gain by themselves
            let closing_m_s = closing_m_s + self.fastest_m_s / 256.0;
            let wait_s = if closing_m_s > 0.0 { gap_m / closing_m_s - self.step_s } else { f64::INFINITY };
            return wait_s.min(most_s).max(0.0);
        }
        // a contact changes velocities by a quarter of its closing speed in a step, or less
        let push_m_s2 = 0.25 * self.briskest_m_s / self.step_s;
        if gap_m <= 1.5 * self.step_s * (closing_m_s + 0.5 * self.step_s * push_m_s2) {
            return 0.0;
        }
        // the gap closes no sooner than by (closing + push t) t
        let closing_m_s = closing_m_s.max(0.0);
        let some_s = 2.0 * gap_m / (closing_m_s + (closing_m_s * closing_m_s + 4.0 * push_m_s2 * gap_m).sqrt());
        (some_s.max(gap_m / self.fastest_m_s) - self.step_s).min(most_s).max(0.5 * self.step_s)
    }

    /// How long a body that is left to itself goes on from now without a change of its motion, s; a rider has none that matters
    /// here.
    fn steady_s(&self, state: &State, i: usize) -> f64 {
        if self.slots[i] != OUT {
            return f64::INFINITY;
        }
        let body = self.own_motion(state, i);
        body.time_s + body.path.left_s - (self.start_s + self.now_s)
    }
}
