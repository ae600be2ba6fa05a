//! The forces of contacts that last: impulses of all of them at once, as those of hits at one instant
//! ([`crate::simultaneous`]), but along and across the normals together.

mod ahead;
mod search;

use glam::DVec3;

use super::member::Member;
use crate::canon::Canon;
use crate::order::greater;
use crate::spheres::ball::Ball;
use crate::spheres::rates::Rates;
use crate::spheres::resistance::COUPLE_PER_DECELERATION;
pub(super) use ahead::Ahead;
pub(super) use search::{fastest_m_s, gain, lessen, solve, sound_share, temper};

/// Steps that are made at the most.
const MOST_STEPS: usize = 1024;
/// A solution is found when nothing closes faster than is allowed by more than this share of the fastest.
const FOUND: f64 = 1.0 / (1u64 << 30) as f64;
/// What else is off counts by this share: forces of contacts that hold each other may be off for long without moving
/// anything.
const SLACK: f64 = 1.0 / (1u64 << 10) as f64;
/// The same of a solution that only tells how long the forces hold.
const ROUGHLY: f64 = 1.0 / (1u64 << 12) as f64;
/// What friction holds creeps by this share of the speed that it keeps away, else contacts that hold each other would
/// not agree on their forces.
pub(super) const CREEP: f64 = 1.0 / 1024.0;
/// The same of what hardly moves: it must not creep on where friction would hold it.
pub(super) const FINE: f64 = 1.0 / (1u64 << 16) as f64;
/// Two balls that are deeper in each other than this share of the larger radius are pushed back.
pub(super) const ROOM: f64 = 1.0 / (1u64 << 25) as f64;
/// Whiles end before two overlap by more than this many times as much,
const DEEP: f64 = 3.0;
/// but may always let them sink by this share of it, else they would get ever shorter;
const LEAST: f64 = 1.0 / 4.0;
/// so that two may overlap by so many times as much.
pub(super) const MOST: f64 = 4.0;
/// Contacts may close by more than this share of the fastest, or not at all.
const LITTLE: f64 = 1.0 / (1u64 << 26) as f64;

/// The slip that friction acts against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// That at the end.
    End,
    /// The same, but only roughly.
    Rough,
    /// The mean of begin and end.
    Mean,
    /// None: contacts do not rub. So they take energy only, where all at once friction of some might give it.
    Bare,
}

/// A contact of two balls, or of one and the ground.
#[derive(Clone, Copy, Debug)]
pub(in crate::spheres) struct Touch {
    first: usize,
    /// None for the ground.
    second: Option<usize>,
    /// Unit vector from the first to the second.
    normal: DVec3,
    radii_m: [f64; 2],
    friction_ratio: f64,
    /// Couple of the ground against rolling and against spin about the vertical, over the force along the normal, m.
    rolling_m: f64,
    drilling_m: f64,
    gap_m: f64,
    /// How fast it closes at the begin, and more than is allowed at the end, by rounding, m/s.
    excess_m_s: [f64; 2],
    /// Speed at which the two may close at the end, m/s.
    allowed_m_s: f64,
    /// How easily it yields along and across if each body is split evenly among its contacts, no less than it does,
    /// and across if friction is at its bound, all 1/kg; and how easily it turns, 1/(kg m2).
    along_per_kg: f64,
    across_per_kg: f64,
    bound_per_kg: f64,
    turning_ease: f64,
    /// One over the radius of the first, 1/m.
    per_radius: f64,
    /// Velocity of the first contact point against the second at the begin, and turning of the first.
    before_m_s: DVec3,
    before_rad_s: DVec3,
    /// Impulse on the second, N s, and couple on the first, N m s: found so far, and where the next step begins.
    push_n_s: DVec3,
    turn_n_m_s: DVec3,
    ahead_n_s: DVec3,
    ahead_n_m_s: DVec3,
    /// The impulse that took the closing speed, N s.
    pub(super) met_n_s: DVec3,
}

impl Touch {
    pub(super) fn of_balls(
        ends: [usize; 2],
        normal: DVec3,
        radii_m: [f64; 2],
        friction_ratio: f64,
        gap_m: f64,
    ) -> Touch {
        Touch {
            first: ends[0],
            second: Some(ends[1]),
            normal,
            radii_m,
            friction_ratio,
            rolling_m: 0.0,
            drilling_m: 0.0,
            gap_m,
            excess_m_s: [0.0; 2],
            allowed_m_s: 0.0,
            along_per_kg: 0.0,
            across_per_kg: 0.0,
            bound_per_kg: 0.0,
            turning_ease: 0.0,
            per_radius: 1.0 / radii_m[0],
            before_m_s: DVec3::ZERO,
            before_rad_s: DVec3::ZERO,
            push_n_s: DVec3::ZERO,
            turn_n_m_s: DVec3::ZERO,
            ahead_n_s: DVec3::ZERO,
            ahead_n_m_s: DVec3::ZERO,
            met_n_s: DVec3::ZERO,
        }
    }

    /// A ball on the ground, whose couples grow with the force as those of its own weight are.
    pub(super) fn with_ground(slot: usize, ball: &Ball, rates: &Rates, gravity_m_s2: f64, height_m: f64) -> Touch {
        let radii_m = [ball.radius_m, 0.0];
        let weight_n = ball.mass_kg * gravity_m_s2;
        Touch {
            second: None,
            rolling_m: COUPLE_PER_DECELERATION * ball.rolling_friction_ratio * ball.radius_m,
            drilling_m: rates.drilling_rad_s2 * ball.inertia_kg_m2() / weight_n,
            ..Touch::of_balls([slot, slot], -DVec3::Z, radii_m, ball.sliding_friction_ratio, height_m.max(0.0))
        }
    }

    /// Tells what it is, so that it can be put in order.
    pub(super) fn tell(&self, members: &[Member], canon: &mut Canon) {
        let slip_m_s = self.velocity_m_s(members, |member| (member.velocity_m_s, member.spin_rad_s));
        canon.touch([Some(self.first), self.second], self.normal, slip_m_s, [self.gap_m, self.friction_ratio]);
    }

    /// Follows its members to their new places.
    pub(super) fn renumber(&mut self, places: &[usize]) {
        (self.first, self.second) = (places[self.first], self.second.map(|slot| places[slot]));
    }

    /// By which contacts are put in order: of those that a ball is the first of, the ground comes last.
    pub(super) fn rank(&self) -> [usize; 2] {
        let second = self.second.unwrap_or(usize::MAX);
        [self.first.min(second), self.first.max(second)]
    }

    /// Counts it at its members.
    pub(super) fn count(&self, members: &mut [Member]) {
        let turns = if self.second.is_some() { 1.0 } else { 2.0 };
        for slot in [Some(self.first), self.second].into_iter().flatten() {
            members[slot].push_count += 1.0;
            members[slot].turn_count += turns;
        }
    }

    /// Finds out how easily it yields, once it and all others are counted.
    pub(super) fn weigh(&mut self, members: &[Member]) {
        (self.along_per_kg, self.across_per_kg) = (0.0, 0.0);
        for (slot, radius_m) in [(Some(self.first), self.radii_m[0]), (self.second, self.radii_m[1])] {
            let Some(member) = slot.map(|slot| &members[slot]) else { continue };
            let along = member.push_count * member.ease_per_kg;
            self.along_per_kg += along;
            self.across_per_kg += along + member.turn_count * member.turning_ease * radius_m * radius_m;
        }
        self.turning_ease = members[self.first].turn_count * members[self.first].turning_ease;
        let level = self.friction_ratio + (self.rolling_m + self.drilling_m) / self.radii_m[0];
        self.bound_per_kg = level * self.across_per_kg;
    }

    /// Begins a search; 0 s for a hit.
    pub(super) fn begin(&mut self, members: &[Member], while_s: f64, fastest_m_s: f64) {
        self.before_m_s = self.velocity_m_s(members, |member| (member.velocity_m_s, member.spin_rad_s));
        self.before_rad_s = members[self.first].spin_rad_s;
        let opening_m_s = -self.before_m_s.dot(self.normal);
        // what is deeper than rounding leaves is pushed back in the while
        let gap_m = self.gap_m.max((self.gap_m + ROOM * greater(self.radii_m[0], self.radii_m[1])).min(0.0));
        let allowed_m_s = if while_s > 0.0 { opening_m_s.max(0.0) + 2.0 * gap_m / while_s } else { 0.0 };
        // contacts that hold each other would never agree on what is rounding
        self.allowed_m_s = if allowed_m_s.abs() > LITTLE * fastest_m_s { allowed_m_s } else { 0.0 };
    }

    /// Begins the search with a multiple of what was found last.
    pub(super) fn guess(&mut self, share: f64) {
        (self.push_n_s, self.turn_n_m_s) = (self.push_n_s * share, self.turn_n_m_s * share);
        (self.ahead_n_s, self.ahead_n_m_s) = (self.push_n_s, self.turn_n_m_s);
    }

    /// By how much its impulses change the speed of any point of its members at the most, m/s.
    fn most_m_s(&self, members: &[Member]) -> f64 {
        let change = |slot: usize, radius_m: f64| {
            let member = &members[slot];
            let turn = self.push_n_s.length() * radius_m + self.turn_n_m_s.length();
            self.push_n_s.length() * member.ease_per_kg + turn * radius_m * member.turning_ease
        };
        let two_m_s = self.second.map_or(0.0, |second| change(second, self.radii_m[1]));
        change(self.first, self.radii_m[0]).max(two_m_s)
    }

    pub(super) fn note(&mut self) {
        self.met_n_s = self.push_n_s;
    }

    /// Notes how fast it closes now, which it must not.
    pub(super) fn note_excess(&mut self, members: &[Member], at_end: bool) {
        let closing_m_s = self.after_m_s(members).dot(self.normal) - self.allowed_m_s;
        self.excess_m_s[usize::from(at_end)] = closing_m_s.max(0.0);
    }

    /// How long a while may go on so that its balls sink no deeper than [`DEEP`] of the smallest radius, s: half of
    /// what is left to them by what closes at the begin, half by what closes at the end.
    pub(super) fn left_s(&self, smallest_m: f64, while_s: f64) -> f64 {
        let room_m = ROOM * smallest_m;
        let left_m = (DEEP * room_m + self.gap_m.min(0.0)).max(LEAST * room_m);
        let [before_m_s, after_m_s] = self.excess_m_s;
        (0.5 * left_m / before_m_s).min((left_m * while_s / after_m_s).sqrt())
    }

    pub(super) fn presses(&self) -> bool {
        self.push_n_s.dot(self.normal) > 0.0
    }

    /// Its member, or the first of two.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Its members, of two balls.
    pub(super) fn balls(&self) -> Option<[usize; 2]> {
        self.second.map(|second| [self.first, second])
    }

    /// Its member, of one with the ground.
    pub(super) fn grounded(&self) -> Option<usize> {
        self.second.is_none().then_some(self.first)
    }

    pub(super) fn is_ground_of(&self, slot: usize) -> bool {
        self.second.is_none() && self.first == slot
    }

    /// Where it is, for the centres of its balls, m.
    pub(super) fn place_m(&self, one: DVec3, two: DVec3) -> DVec3 {
        ((one + self.normal * self.radii_m[0]) + (two - self.normal * self.radii_m[1])) * 0.5
    }

    /// Velocity of the first contact point against the second, m/s.
    fn velocity_m_s(&self, members: &[Member], of: impl Fn(&Member) -> (DVec3, DVec3)) -> DVec3 {
        let (v, w) = of(&members[self.first]);
        let (v2, w2) = self.second.map_or((DVec3::ZERO, DVec3::ZERO), |second| of(&members[second]));
        (v - v2) + (w * self.radii_m[0] + w2 * self.radii_m[1]).cross(self.normal)
    }

    fn after_m_s(&self, members: &[Member]) -> DVec3 {
        self.velocity_m_s(members, |member| (member.next_m_s, member.next_rad_s))
    }

    /// One step from where it begins; clears `is_near` where it is off by more than `least_m_s`.
    fn step(&mut self, members: &[Member], pace: &Pace, is_near: &mut bool) {
        let Pace { rule, creep, least_m_s } = *pace;
        let (along, across) = (self.along_per_kg, self.across_per_kg);
        let after_m_s = self.after_m_s(members);
        let mean = |before: DVec3, after: DVec3| if rule == Rule::Mean { (before + after) * 0.5 } else { after };
        let closing_m_s = after_m_s.dot(self.normal) - self.allowed_m_s;
        let was_along_n_s = self.ahead_n_s.dot(self.normal);
        let along_n_s = (was_along_n_s + closing_m_s / along).max(0.0);
        let wanted_n_s = self.ahead_n_s * (1.0 - creep) + mean(self.before_m_s, after_m_s) / across;
        let most_n_s = if rule == Rule::Bare { 0.0 } else { self.friction_ratio * along_n_s };
        let across_n_s = bounded(wanted_n_s - self.normal * wanted_n_s.dot(self.normal), most_n_s);
        self.push_n_s = self.normal * along_n_s + across_n_s;
        let excess_m_s = if along_n_s > 0.0 && self.second.is_none() { closing_m_s.abs() } else { closing_m_s };
        let is_off = |off_m_s: f64| off_m_s > least_m_s;
        // one that is off is enough
        if *is_near {
            let back_n_s = self.ahead_n_s - self.push_n_s;
            let unbound_m_s = self.bound_per_kg * (along_n_s - was_along_n_s).abs();
            *is_near =
                !(is_off(excess_m_s) || is_off(SLACK * unbound_m_s) || is_off(SLACK * (across * back_n_s.length())));
        }
        if self.second.is_none() && rule != Rule::Bare {
            self.turn(&members[self.first], mean, creep, along_n_s);
            if *is_near {
                let back_n_m_s = self.ahead_n_m_s - self.turn_n_m_s;
                let turned_m_s = self.turning_ease * members[self.first].radius_m * back_n_m_s.length();
                *is_near = !is_off(SLACK * turned_m_s);
            }
        }
    }

    /// The same of the couples of the ground.
    fn turn(&mut self, member: &Member, mean: impl Fn(DVec3, DVec3) -> DVec3, creep: f64, bound_n_s: f64) {
        let spin_rad_s = mean(self.before_rad_s, member.next_rad_s);
        let wanted = self.ahead_n_m_s * (1.0 - creep) - spin_rad_s / self.turning_ease;
        let level = bounded(DVec3::new(wanted.x, wanted.y, 0.0), self.rolling_m * bound_n_s);
        self.turn_n_m_s = level + bounded(DVec3::new(0.0, 0.0, wanted.z), self.drilling_m * bound_n_s);
    }
}

/// How all contacts make one step.
struct Pace {
    rule: Rule,
    creep: f64,
    /// What is off by less is found, m/s.
    least_m_s: f64,
}

#[inline(always)]
fn bounded(vector: DVec3, most: f64) -> DVec3 {
    // a square that is less by more than rounding has the lesser root: most contacts hold
    if vector.length_squared() < most * most.abs() * (1.0 - 1.0 / (1u64 << 50) as f64) {
        return vector;
    }
    let length = vector.length();
    if length > most { vector * (most / length) } else { vector }
}
