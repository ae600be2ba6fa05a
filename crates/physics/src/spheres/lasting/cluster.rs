//! Balls in touch, and what their contacts do to them.

use glam::DVec3;

use super::forces::{self, Ahead, Rule, Touch};
use super::member::Member;
use crate::canon::{self, Canon};
use crate::kernel::NONE;
use crate::spheres::body::Mode;
use crate::spheres::motion;
use crate::spheres::setup::Setup;
use crate::spheres::state::State;
use crate::spheres::touch;

/// A gap below this share of the distance is a touch.
const TOUCH: f64 = 1.0 / (1u64 << 12) as f64;
/// What is deeper than this share of its radius has been driven into the ground.
pub(super) const DRIVEN: f64 = forces::MOST * forces::ROOM;
/// A change of speed below this share of the fastest is none.
const NOISE: f64 = 1.0 / (1u64 << 32) as f64;
/// Share of the time to a landing that a while may last.
const BEFORE_LANDING: f64 = 63.0 / 64.0;

/// Balls that hang together by their contacts; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(in crate::spheres) struct Cluster {
    members: Vec<Member>,
    touches: Vec<Touch>,
    canon: Canon,
    past: Ahead,
    while_s: f64,
    smallest_m: f64,
    /// Energy that was taken where whiles were cut short, J.
    pub(super) cut_j: f64,
    /// Steps of all searches for forces in this trial, each as many times as there were contacts.
    pub(in crate::spheres) effort: u64,
}

impl Cluster {
    pub(in crate::spheres) fn for_bodies(n: usize) -> Cluster {
        Cluster {
            members: Vec::with_capacity(n),
            touches: Vec::with_capacity(7 * n),
            canon: Canon::for_bodies(n),
            past: Ahead::for_contacts(6 * n, n),
            ..Cluster::default()
        }
    }

    /// Energy that was taken where whiles were cut short since this was asked last, J.
    pub(in crate::spheres) fn taken_j(&mut self) -> f64 {
        std::mem::take(&mut self.cut_j)
    }

    /// Finds all that hangs together with some bodies by touching slower than a limit; not where one of them has been
    /// driven into the ground.
    pub(super) fn gather(&mut self, setup: &Setup, state: &State, ids: &[usize], time_s: f64, limit_m_s: f64) -> bool {
        self.members.clear();
        self.touches.clear();
        ids.iter().for_each(|&i| self.take_in(setup, state, i, time_s));
        let mut k = 0;
        while k < self.members.len() {
            for j in 0..state.bodies.len() {
                self.look(setup, state, k, j, time_s, limit_m_s);
            }
            k += 1;
        }
        for k in 0..self.members.len() {
            let (member, i) = (&self.members[k], usize::from(self.members[k].id));
            let radius_m = setup.balls[i].radius_m;
            let height_m = member.body.position_m.z - radius_m;
            if height_m < -DRIVEN * radius_m {
                return false;
            }
            if height_m <= TOUCH * radius_m && member.body.velocity_m_s.z.abs() < limit_m_s {
                let ground =
                    Touch::with_ground(k, &setup.balls[i], &setup.rates[i], setup.ground.gravity_m_s2, height_m);
                self.touches.push(ground);
            }
        }
        self.put_in_order();
        for touch in &self.touches {
            touch.count(&mut self.members);
        }
        self.touches.iter_mut().for_each(|touch| touch.weigh(&self.members));
        self.smallest_m = self.members.iter().map(|member| member.radius_m).fold(f64::INFINITY, f64::min);
        true
    }

    /// Puts members and contacts in an order that has nothing to do with their numbers.
    fn put_in_order(&mut self) {
        let Cluster { members, touches, canon, .. } = self;
        canon.clear();
        for member in members.iter() {
            let (v, w) = (member.velocity_m_s, member.spin_rad_s);
            let moving = [v.length_squared(), v.z, w.length_squared(), w.z.abs()];
            let [mass, radius_m] = [member.ease_per_kg, member.radius_m];
            canon.body([mass, radius_m, member.body.position_m.z, moving[0], moving[1], moving[2], moving[3]]);
        }
        touches.iter().for_each(|touch| touch.tell(members, canon));
        let places = canon.places(|slot| members[slot].id);
        touches.iter_mut().for_each(|touch| touch.renumber(places));
        touches.sort_unstable_by_key(Touch::rank);
        canon::put(members, places);
    }

    /// Takes a body in, as it is at that time.
    fn take_in(&mut self, setup: &Setup, state: &State, i: usize, time_s: f64) {
        let mut body = state.bodies[i];
        motion::bring(&setup.balls[i], &mut body, time_s);
        self.members.push(Member::new(i as u16, &setup.balls[i], body));
    }

    /// Looks whether a body touches member `k`.
    fn look(&mut self, setup: &Setup, state: &State, k: usize, j: usize, time_s: f64, limit_m_s: f64) {
        let i = usize::from(self.members[k].id);
        let body = &state.bodies[j];
        if body.mode == Mode::Off || body.time_s() > time_s {
            return;
        }
        let touch_m = setup.balls[i].radius_m + setup.balls[j].radius_m;
        let at_m = match body.mode.travels() {
            true => body.position_at_m(time_s),
            false => body.position_m,
        };
        let gap_m = at_m.distance(self.members[k].body.position_m) - touch_m;
        if gap_m > TOUCH * touch_m {
            return;
        }
        // of two members the first finds the contact
        let known = self.members.iter().position(|member| usize::from(member.id) == j);
        if known.is_some_and(|at| at <= k) {
            return;
        }
        let at = known.unwrap_or_else(|| {
            self.take_in(setup, state, j, time_s);
            self.members.len() - 1
        });
        let (ends, ids) = if i < j { ([k, at], [i, j]) } else { ([at, k], [j, i]) };
        let balls = ids.map(|i| &setup.balls[i]);
        let [one, two] = ends.map(|slot| &self.members[slot].body);
        let (normal, closing_m_s) = touch::normal(balls, one, two);
        if closing_m_s.abs() < limit_m_s {
            let radii_m = balls.map(|ball| ball.radius_m);
            self.touches.push(Touch::of_balls(ends, normal, radii_m, setup.contact.friction_ratio, gap_m));
        } else if known.is_none() {
            self.members.pop();
        }
    }

    /// The smallest radius, m.
    pub(super) fn smallest_m(&self) -> f64 {
        self.smallest_m
    }

    /// Takes away the speeds at which contacts close; tells whether that was possible.
    pub(super) fn meet(&mut self) -> bool {
        self.while_s = 0.0;
        self.members.iter_mut().for_each(|member| member.begin(DVec3::ZERO));
        let fastest_m_s = forces::fastest_m_s(&self.members);
        for touch in &mut self.touches {
            touch.begin(&self.members, 0.0, fastest_m_s);
            touch.guess(0.0);
        }
        if !self.solve(forces::CREEP) {
            return false;
        }
        forces::temper(&mut self.members, &mut self.touches, NOISE * fastest_m_s);
        if forces::sound_share(&self.members) < 1.0 {
            self.touches.iter_mut().for_each(|touch| touch.guess(0.0));
            self.search(Rule::Bare, forces::CREEP);
            forces::temper(&mut self.members, &mut self.touches, NOISE * fastest_m_s);
            let share = forces::sound_share(&self.members);
            if share < 1.0 {
                forces::lessen(&mut self.members, &mut self.touches, share);
            }
        }
        self.members.iter_mut().for_each(Member::adopt);
        for touch in &self.touches {
            let Some(slot) = touch.grounded() else { continue };
            let member = &mut self.members[slot];
            if touch.presses() || member.velocity_m_s.z < 0.0 {
                (member.velocity_m_s.z, member.next_m_s.z) = (0.0, 0.0);
            }
        }
        for touch in &mut self.touches {
            touch.note();
            touch.note_excess(&self.members, false);
        }
        true
    }

    /// Finds the forces for a while; tells whether that was possible.
    pub(super) fn load(&mut self, gravity_m_s2: f64, while_s: f64, roughly: bool, creep: f64) -> bool {
        let share = if self.while_s > 0.0 { while_s / self.while_s } else { 0.0 };
        self.while_s = while_s;
        let fall_m_s = DVec3::new(0.0, 0.0, -gravity_m_s2 * while_s);
        self.members.iter_mut().for_each(|member| member.begin(fall_m_s));
        let fastest_m_s = forces::fastest_m_s(&self.members);
        for touch in &mut self.touches {
            touch.begin(&self.members, while_s, fastest_m_s);
            touch.guess(share);
        }
        if roughly {
            self.search(Rule::Rough, forces::CREEP);
        } else if !self.solve(creep) {
            return false;
        }
        if !roughly {
            self.touches.iter_mut().for_each(|touch| touch.note_excess(&self.members, true));
        }
        for member in &mut self.members {
            member.is_borne = false;
            (member.is_pressed, member.is_held) = (false, member.moves(gravity_m_s2 * while_s));
        }
        for touch in self.touches.iter().filter(|touch| touch.presses()) {
            if let Some(ends) = touch.balls() {
                for slot in ends {
                    (self.members[slot].is_pressed, self.members[slot].is_held) = (true, true);
                }
            } else if let Some(slot) = touch.grounded() {
                self.members[slot].is_borne = self.members[slot].velocity_m_s.z == 0.0;
            }
        }
        true
    }

    /// Impulses of all contacts; of friction against the slip at the end, or against the mean slip where that would
    /// give energy.
    fn solve(&mut self, creep: f64) -> bool {
        [Rule::End, Rule::Mean].into_iter().any(|rule| {
            self.search(rule, creep);
            !forces::gain(&self.members, &self.touches)
        })
    }

    fn search(&mut self, rule: Rule, creep: f64) {
        self.effort += forces::solve(&mut self.members, &mut self.touches, &mut self.past, rule, creep);
    }

    /// How long the forces will hold if they are as those of the while before; unknown if it did not hold some of them.
    pub(super) fn foreseen_s(&self, way_m: f64, longest_s: f64) -> Option<f64> {
        let mut least_s = longest_s;
        for member in &self.members {
            if !member.body.is_held() {
                return None;
            }
            let (speed_m_s, gain_m_s2) = (member.velocity_m_s.length(), member.body.path.acceleration_m_s2.length());
            least_s = least_s.min(way_s(speed_m_s, gain_m_s2, way_m));
        }
        Some(least_s)
    }

    /// How long the forces hold at the most: as long as no ball goes too far, nor reaches the ground.
    pub(super) fn most_s(&self, setup: &Setup, way_m: f64, while_s: f64) -> f64 {
        let mut most_s = while_s;
        for (k, member) in self.members.iter().enumerate().filter(|(_, member)| member.is_held) {
            let (v, a) = (member.velocity_m_s, member.acceleration_m_s2(while_s));
            let (speed_m_s, gain_m_s2) = (v.length(), a.length());
            // in a quarter more than the way is allowed, so that few tries are needed
            let gone_m = (v + a * (0.5 * while_s)).length() * while_s;
            if gone_m > 1.25 * way_m {
                most_s = most_s.min(way_s(speed_m_s, gain_m_s2, way_m));
            }
            let has_ground = self.touches.iter().any(|touch| touch.is_ground_of(k));
            let height_m = member.body.position_m.z - setup.balls[usize::from(member.id)].radius_m;
            if !has_ground && height_m + (v.z + 0.5 * a.z * while_s) * while_s <= 0.0 {
                let root = (v.z * v.z - 2.0 * a.z * height_m).max(0.0).sqrt();
                let lands_s = if v.z < 0.0 { 2.0 * height_m / (root - v.z) } else { (v.z + root) / -a.z };
                most_s = most_s.min(BEFORE_LANDING * lands_s);
            }
        }
        most_s
    }

    /// What the forces have given at the most within the while, over the energy of the motion at its begin: of
    /// `a f + b f^2 / 2` at the share `f` of it.
    pub(super) fn given_share(&self) -> f64 {
        let (mut a_j, mut b_j, mut moving_j) = (0.0, 0.0, 0.0);
        for member in self.members.iter().filter(|member| member.is_held) {
            let (v, w) = (member.velocity_m_s, member.spin_rad_s);
            let (push_m_s, turn_rad_s) = (member.next_m_s - member.free_m_s, member.next_rad_s - w);
            a_j += push_m_s.dot(v) / member.ease_per_kg + turn_rad_s.dot(w) / member.turning_ease;
            b_j += push_m_s.dot(member.next_m_s - v) / member.ease_per_kg
                + turn_rad_s.length_squared() / member.turning_ease;
            moving_j += 0.5 * (v.length_squared() / member.ease_per_kg + w.length_squared() / member.turning_ease);
        }
        if a_j > 0.0 && b_j < 0.0 { 0.5 * a_j * a_j / (-b_j * moving_j) } else { 0.0 }
    }

    /// Whether all that is held lies still: it is no faster than an acceleration would make it in the while, nor
    /// gains more than that.
    pub(super) fn is_still(&self, still_m_s2: f64) -> bool {
        let most_m_s = still_m_s2 * self.while_s;
        let is_still = |member: &Member| {
            member.velocity_m_s.length() <= most_m_s
                && member.next_m_s.length() <= most_m_s
                && member.turned_m_s() <= most_m_s
        };
        self.members.iter().filter(|member| member.is_held).all(is_still)
    }

    pub(super) fn while_s(&self) -> f64 {
        self.while_s
    }

    /// How long the motion goes on: what still closes must not overlap by more than rounding.
    pub(super) fn left_s(&self) -> f64 {
        let left_s = |touch: &Touch| touch.left_s(self.smallest_m, self.while_s);
        self.touches.iter().filter(|touch| touch.balls().is_some()).map(left_s).fold(self.while_s, f64::min)
    }

    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    fn ids(&self, ends: [usize; 2]) -> [u16; 2] {
        ends.map(|slot| self.members[slot].id)
    }

    fn touch_of(&self, ids: [usize; 2]) -> Option<&Touch> {
        let is_meant = |touch: &&Touch| touch.balls().is_some_and(|ends| self.ids(ends).map(usize::from) == ids);
        self.touches.iter().find(is_meant)
    }

    pub(super) fn touches(&self, ids: [usize; 2]) -> bool {
        self.touch_of(ids).is_some()
    }

    /// Whether two bodies are pressed together.
    pub(super) fn presses(&self, ids: [usize; 2]) -> bool {
        self.touch_of(ids).is_some_and(Touch::presses)
    }

    /// Whether two bodies both move by the forces that were found.
    pub(super) fn holds(&self, ids: [usize; 2]) -> bool {
        let ends = self.touch_of(ids).and_then(Touch::balls);
        ends.is_some_and(|ends| ends.into_iter().all(|slot| self.members[slot].is_held))
    }

    /// Whether contacts that last have held some of the bodies before.
    pub(super) fn was_held(&self) -> bool {
        self.members.iter().any(|member| member.body.is_held())
    }

    /// Whether some body is pressed against another.
    pub(super) fn presses_some(&self) -> bool {
        self.members.iter().any(|member| member.is_pressed)
    }

    /// Whether a body is pressed against any other.
    pub(super) fn presses_any(&self, i: usize) -> bool {
        self.members.iter().any(|member| member.is_pressed && usize::from(member.id) == i)
    }

    /// Where two bodies have met, m, and the size of the impulse that took their closing speed, N s.
    pub(super) fn hit(&self, ids: [usize; 2]) -> (DVec3, f64) {
        let found = self.touch_of(ids).and_then(|touch| Some((touch, touch.balls()?)));
        found.map_or((DVec3::ZERO, 0.0), |(touch, [one, two])| {
            let [one, two] = [one, two].map(|slot| self.members[slot].body.position_m);
            (touch.place_m(one, two), touch.met_n_s.length())
        })
    }

    /// The pairs that touch.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        self.touches.iter().filter_map(Touch::balls).map(|ends| self.ids(ends))
    }

    /// The contacts that push bodies that move by the forces that were found: two of them, or one and [`NONE`] for the
    /// ground.
    pub(super) fn bearing(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        let pushes = |touch: &&Touch| touch.presses() && self.members[touch.first()].is_held;
        self.touches.iter().filter(pushes).map(|touch| match touch.balls() {
            Some(ends) => self.ids(ends),
            None => [self.members[touch.first()].id, NONE],
        })
    }

    /// The pairs that cannot meet while the forces last, as these keep them apart.
    pub(super) fn held_pairs(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        let both = |ends: &[usize; 2]| ends.iter().all(|&slot| self.members[slot].is_held);
        self.touches.iter().filter_map(Touch::balls).filter(both).map(|ends| self.ids(ends))
    }
}

/// How long a way takes that begins with a speed, as it grows, s.
fn way_s(speed_m_s: f64, gain_m_s2: f64, way_m: f64) -> f64 {
    2.0 * way_m / (speed_m_s + (speed_m_s * speed_m_s + 2.0 * gain_m_s2 * way_m).sqrt())
}
