//! Balls in touch, and what their contacts do to them.

use glam::DVec3;

use super::ground;
use super::member::{self, Member};
use crate::contact::problem::{MOST, ROOM};
use crate::contact::solver::{self, Accuracy};
use crate::contact::{self, Body as Motion, Canon, Constraint, Mixing, Other, Rule};
use crate::spheres::body::Mode;
use crate::spheres::motion;
use crate::spheres::setup::Setup;
use crate::spheres::state::State;
use crate::spheres::touch;

/// A gap below this share of the distance is a touch.
const TOUCH: f64 = 1.0 / (1u64 << 12) as f64;
/// What is deeper than this share of its radius has been driven into the ground.
pub(super) const DRIVEN: f64 = MOST * ROOM;
/// A change of speed below this share of the fastest is none.
const NOISE: f64 = 1.0 / (1u64 << 32) as f64;
/// Share of the time to a landing that a time step may last.
const BEFORE_LANDING: f64 = 63.0 / 64.0;

/// Balls that hang together by their contacts; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(in crate::spheres) struct RestingGroup {
    members: Vec<Member>,
    /// What impulses do to the members, each at the place of its member.
    motions: Vec<Motion>,
    contacts: Vec<Constraint>,
    canon: Canon,
    past: Mixing,
    time_step_s: f64,
    smallest_m: f64,
    /// Energy that was taken where time steps were cut short, J.
    pub(super) cut_j: f64,
    /// Steps of all searches for forces in this trial, each as many times as there were contacts.
    pub(in crate::spheres) effort: u64,
}

impl RestingGroup {
    pub(in crate::spheres) fn for_bodies(n: usize) -> RestingGroup {
        RestingGroup {
            members: Vec::with_capacity(n),
            motions: Vec::with_capacity(n),
            contacts: Vec::with_capacity(7 * n),
            canon: Canon::for_bodies(n),
            past: Mixing::for_contacts(6 * n, n),
            ..RestingGroup::default()
        }
    }

    /// Energy that was taken where time steps were cut short since this was asked last, J.
    pub(in crate::spheres) fn taken_j(&mut self) -> f64 {
        std::mem::take(&mut self.cut_j)
    }

    /// Finds all that hangs together with some bodies by touching slower than a limit; not where one of them has been
    /// driven into the ground.
    pub(super) fn gather(&mut self, setup: &Setup, state: &State, ids: &[usize], time_s: f64, limit_m_s: f64) -> bool {
        self.members.clear();
        self.motions.clear();
        self.contacts.clear();
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
                self.contacts.push(ground::below(setup, k, i, height_m));
            }
        }
        contact::put_in_order(&mut self.motions, &mut self.contacts, &mut self.canon);
        for k in 0..self.motions.len() {
            let of = (k..self.members.len()).find(|&at| self.members[at].id == self.motions[k].id);
            self.members.swap(k, of.unwrap_or(k));
        }
        self.smallest_m = self.motions.iter().map(|motion| motion.radius_m).fold(f64::INFINITY, f64::min);
        true
    }

    /// Takes a body in, as it is at that time.
    fn take_in(&mut self, setup: &Setup, state: &State, i: usize, time_s: f64) {
        let mut body = state.bodies[i];
        motion::bring(&setup.balls[i], &mut body, time_s);
        self.motions.push(touch::motion_of(&setup.balls[i], &body, i));
        self.members.push(Member::new(i as u16, body));
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
            let contact = Constraint::new(ends[0], Other::Body(ends[1]), normal, radii_m, setup.contact.friction_ratio);
            self.contacts.push(contact.with_gap(gap_m));
        } else if known.is_none() {
            self.members.pop();
            self.motions.pop();
        }
    }

    /// The smallest radius, m.
    pub(super) fn smallest_m(&self) -> f64 {
        self.smallest_m
    }

    /// Takes away the speeds at which contacts close; tells whether that was possible.
    pub(super) fn meet(&mut self) -> bool {
        self.time_step_s = 0.0;
        let fastest_m_s = self.begin(0.0, DVec3::ZERO, 0.0);
        let Some(mut rule) = self.solve(Accuracy::RESTING) else { return false };
        let RestingGroup { motions, contacts, .. } = self;
        solver::drop_small_impulses(motions, contacts, rule, NOISE * fastest_m_s);
        if solver::energy_safe_share(motions, contacts) < 1.0 {
            rule = Rule::Frictionless;
            contacts.iter_mut().for_each(|contact| contact.guess(0.0));
            self.search(rule, Accuracy::RESTING);
            let RestingGroup { motions, contacts, .. } = self;
            solver::drop_small_impulses(motions, contacts, rule, NOISE * fastest_m_s);
            let share = solver::energy_safe_share(motions, contacts);
            if share < 1.0 {
                solver::scale_impulses(motions, contacts, rule, share);
            }
        }
        let RestingGroup { motions, contacts, .. } = self;
        motions.iter_mut().for_each(Motion::adopt);
        for contact in contacts.iter() {
            let Some(slot) = contact.grounded() else { continue };
            let motion = &mut motions[slot];
            if contact.presses() || motion.velocity_m_s.z < 0.0 {
                (motion.velocity_m_s.z, motion.next_m_s.z) = (0.0, 0.0);
            }
        }
        for contact in contacts.iter_mut() {
            contact.give();
            contact.note_excess(motions, false);
        }
        true
    }

    /// Begins a search for a time step in which gravity changes velocities so, with a share of what was found last;
    /// the fastest that anything goes, m/s.
    fn begin(&mut self, time_step_s: f64, fall_m_s: DVec3, share: f64) -> f64 {
        let RestingGroup { motions, contacts, .. } = self;
        motions.iter_mut().for_each(|motion| motion.begin(fall_m_s));
        let fastest_m_s = solver::fastest_m_s(motions);
        for contact in contacts.iter_mut() {
            contact.begin(motions, time_step_s, fastest_m_s);
            contact.guess(share);
        }
        fastest_m_s
    }

    /// Finds the forces for a time step, roughly where no accuracy is told; tells whether that was possible.
    pub(super) fn load(&mut self, gravity_m_s2: f64, time_step_s: f64, accuracy: Option<Accuracy>) -> bool {
        let share = if self.time_step_s > 0.0 { time_step_s / self.time_step_s } else { 0.0 };
        self.time_step_s = time_step_s;
        self.begin(time_step_s, DVec3::new(0.0, 0.0, -gravity_m_s2 * time_step_s), share);
        match accuracy {
            None => self.search(Rule::End, Accuracy::ROUGH),
            Some(accuracy) => {
                if self.solve(accuracy).is_none() {
                    return false;
                }
                let RestingGroup { motions, contacts, .. } = self;
                contacts.iter_mut().for_each(|contact| contact.note_excess(motions, true));
            }
        }
        for (member, motion) in self.members.iter_mut().zip(&self.motions) {
            member.is_borne = false;
            (member.is_pressed, member.is_held) = (false, member::moves(motion, gravity_m_s2 * time_step_s));
        }
        for contact in self.contacts.iter().filter(|contact| contact.presses()) {
            if let Some(ends) = contact.both() {
                for slot in ends {
                    (self.members[slot].is_pressed, self.members[slot].is_held) = (true, true);
                }
            } else if let Some(slot) = contact.grounded() {
                self.members[slot].is_borne = self.motions[slot].velocity_m_s.z == 0.0;
            }
        }
        true
    }

    /// Impulses of all contacts; of friction against the slip at the end, or against the mean slip where that would
    /// give energy. Gives the rule; none where both would.
    fn solve(&mut self, accuracy: Accuracy) -> Option<Rule> {
        [Rule::End, Rule::Mean].into_iter().find(|&rule| {
            self.search(rule, accuracy);
            !solver::gain(&self.motions, &self.contacts)
        })
    }

    fn search(&mut self, rule: Rule, accuracy: Accuracy) {
        let RestingGroup { motions, contacts, past, .. } = self;
        self.effort += solver::solve(motions, contacts, past, rule, accuracy);
        ground::flatten(motions, contacts);
    }

    /// How long the forces will hold if they are as those of the time step before; unknown if it did not hold some.
    pub(super) fn predicted_step_s(&self, way_m: f64, longest_s: f64) -> Option<f64> {
        let mut least_s = longest_s;
        for (member, motion) in self.members.iter().zip(&self.motions) {
            if !member.body.is_held() {
                return None;
            }
            let (speed_m_s, gain_m_s2) = (motion.velocity_m_s.length(), member.body.path.acceleration_m_s2.length());
            least_s = least_s.min(way_s(speed_m_s, gain_m_s2, way_m));
        }
        Some(least_s)
    }

    /// How long the forces hold at the most: as long as no ball goes too far, nor reaches the ground.
    pub(super) fn max_step_s(&self, way_m: f64) -> f64 {
        let time_step_s = self.time_step_s;
        let mut most_s = time_step_s;
        for (k, motion) in self.held() {
            let (v, a) = (motion.velocity_m_s, member::acceleration_m_s2(motion, time_step_s));
            let (speed_m_s, gain_m_s2) = (v.length(), a.length());
            // in a quarter more than the way is allowed, so that few tries are needed
            let gone_m = (v + a * (0.5 * time_step_s)).length() * time_step_s;
            if gone_m > 1.25 * way_m {
                most_s = most_s.min(way_s(speed_m_s, gain_m_s2, way_m));
            }
            let has_ground = self.contacts.iter().any(|contact| contact.grounded() == Some(k));
            let height_m = motion.height_m - motion.radius_m;
            if !has_ground && height_m + (v.z + 0.5 * a.z * time_step_s) * time_step_s <= 0.0 {
                let root = (v.z * v.z - 2.0 * a.z * height_m).max(0.0).sqrt();
                let lands_s = if v.z < 0.0 { 2.0 * height_m / (root - v.z) } else { (v.z + root) / -a.z };
                most_s = most_s.min(BEFORE_LANDING * lands_s);
            }
        }
        most_s
    }

    /// Places and motions of those that move by the forces that were found.
    fn held(&self) -> impl Iterator<Item = (usize, &Motion)> {
        self.motions.iter().enumerate().filter(|&(k, _)| self.members[k].is_held)
    }

    /// What the forces have given at the most within the time step, over the energy of the motion at its begin: of
    /// `a f + b f^2 / 2` at the share `f` of it.
    pub(super) fn given_share(&self) -> f64 {
        let (mut a_j, mut b_j, mut moving_j) = (0.0, 0.0, 0.0);
        for (_, motion) in self.held() {
            let (v, w) = (motion.velocity_m_s, motion.spin_rad_s);
            let (push_m_s, turn_rad_s) = (motion.next_m_s - motion.free_m_s, motion.next_rad_s - w);
            let (per_kg, inertia) = (motion.inverse_mass_per_kg, motion.inverse_inertia);
            a_j += push_m_s.dot(v) / per_kg + turn_rad_s.dot(w) / inertia;
            b_j += push_m_s.dot(motion.next_m_s - v) / per_kg + turn_rad_s.length_squared() / inertia;
            moving_j += 0.5 * (v.length_squared() / per_kg + w.length_squared() / inertia);
        }
        if a_j > 0.0 && b_j < 0.0 { 0.5 * a_j * a_j / (-b_j * moving_j) } else { 0.0 }
    }

    /// Whether all that is held lies still: it is no faster than an acceleration would make it in the time step, nor
    /// gains more than that.
    pub(super) fn is_still(&self, still_m_s2: f64) -> bool {
        let most_m_s = still_m_s2 * self.time_step_s;
        self.held().all(|(_, motion)| {
            motion.velocity_m_s.length() <= most_m_s
                && motion.next_m_s.length() <= most_m_s
                && member::turned_m_s(motion) <= most_m_s
        })
    }

    pub(super) fn time_step_s(&self) -> f64 {
        self.time_step_s
    }

    /// How long the motion goes on: what still closes must not overlap by more than rounding.
    pub(super) fn left_s(&self) -> f64 {
        let left_s = |contact: &Constraint| contact.left_s(self.smallest_m, self.time_step_s);
        let both = |contact: &&Constraint| contact.both().is_some();
        self.contacts.iter().filter(both).map(left_s).fold(self.time_step_s, f64::min)
    }

    /// All members, with what impulses do to them.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Member, &Motion)> {
        self.members.iter().zip(&self.motions)
    }

    /// The contact of two bodies.
    fn contact_of(&self, ids: [usize; 2]) -> Option<&Constraint> {
        let is_meant = |contact: &&Constraint| contact.ids(&self.motions).map(usize::from) == ids;
        self.contacts.iter().find(is_meant)
    }

    pub(super) fn touches(&self, ids: [usize; 2]) -> bool {
        self.contact_of(ids).is_some()
    }

    /// Whether two bodies are pressed together.
    pub(super) fn presses(&self, ids: [usize; 2]) -> bool {
        self.contact_of(ids).is_some_and(Constraint::presses)
    }

    /// Whether two bodies both move by the forces that were found.
    pub(super) fn holds(&self, ids: [usize; 2]) -> bool {
        let ends = self.contact_of(ids).and_then(Constraint::both);
        ends.is_some_and(|ends| ends.into_iter().all(|slot| self.members[slot].is_held))
    }

    /// Whether resting contacts have held some of the bodies before.
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
        let found = self.contact_of(ids).and_then(|contact| Some((contact, contact.both()?)));
        found.map_or((DVec3::ZERO, 0.0), |(contact, [one, two])| {
            let [one, two] = [one, two].map(|slot| self.members[slot].body.position_m);
            (contact.place_m(one, two), contact.impulse_n_s.length())
        })
    }

    /// The pairs that touch.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        let both = |contact: &&Constraint| contact.both().is_some();
        self.contacts.iter().filter(both).map(|contact| contact.ids(&self.motions))
    }

    /// The contacts that push bodies that move by the forces that were found: two of them, or one and
    /// [`NONE`](crate::kernel::NONE) for the ground.
    pub(super) fn bearing(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        let pushes = |contact: &&Constraint| contact.presses() && self.members[contact.first()].is_held;
        self.contacts.iter().filter(pushes).map(|contact| contact.ids(&self.motions))
    }

    /// The pairs that cannot meet while the forces last, as these keep them apart.
    pub(super) fn held_pairs(&self) -> impl Iterator<Item = [u16; 2]> + '_ {
        let held = |contact: &&Constraint| {
            contact.both().is_some_and(|ends| ends.iter().all(|&slot| self.members[slot].is_held))
        };
        self.contacts.iter().filter(held).map(|contact| contact.ids(&self.motions))
    }
}

/// How long a way takes that begins with a speed, as it grows, s.
fn way_s(speed_m_s: f64, gain_m_s2: f64, way_m: f64) -> f64 {
    2.0 * way_m / (speed_m_s + (speed_m_s * speed_m_s + 2.0 * gain_m_s2 * way_m).sqrt())
}
