//! Bodies and their contacts, and what impulses at the contacts make of the bodies.

use glam::DVec3;

use crate::order::greater;

/// Two balls that are deeper in each other than this share of the larger radius are pushed back within a time step.
pub(crate) const ROOM: f64 = 1.0 / (1u64 << 25) as f64;
/// Time steps end before two overlap by more than this many times as much,
const DEEP: f64 = 3.0;
/// but may always let them sink by this share of it, else they would get ever shorter;
const LEAST: f64 = 1.0 / 4.0;
/// so that two may overlap by so many times as much.
pub(crate) const MOST: f64 = 4.0;
/// Contacts may close by more than this share of the fastest, or not at all: contacts that hold each other would never
/// agree on what is rounding.
pub(super) const LITTLE: f64 = 1.0 / (1u64 << 26) as f64;

/// A body of a contact problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// Its number in the world.
    pub(crate) id: u16,
    /// `1/m`, 1/kg, and `1/I`, 1/(kg m2).
    pub(crate) inverse_mass_per_kg: f64,
    pub(crate) inverse_inertia: f64,
    /// The longest arm of its contacts, and how high it is, m.
    pub(crate) radius_m: f64,
    pub(crate) height_m: f64,
    /// Before the impulses that are looked for.
    pub(crate) velocity_m_s: DVec3,
    pub(crate) spin_rad_s: DVec3,
    /// With gravity alone.
    pub(crate) free_m_s: DVec3,
    /// With the impulses.
    pub(crate) next_m_s: DVec3,
    pub(crate) next_rad_s: DVec3,
    /// Sums of impulses and couples, N s and N m s.
    pub(super) push_n_s: DVec3,
    pub(super) turn_n_m_s: DVec3,
    /// Contacts, and what turns it.
    pub(super) push_count: f64,
    pub(super) turn_count: f64,
}

impl Body {
    pub(crate) fn new(id: u16, mass_kg: f64, inertia_kg_m2: f64, velocity_m_s: DVec3, spin_rad_s: DVec3) -> Body {
        Body {
            id,
            inverse_mass_per_kg: 1.0 / mass_kg,
            inverse_inertia: 1.0 / inertia_kg_m2,
            radius_m: 0.0,
            height_m: 0.0,
            velocity_m_s,
            spin_rad_s,
            free_m_s: velocity_m_s,
            next_m_s: velocity_m_s,
            next_rad_s: spin_rad_s,
            push_n_s: DVec3::ZERO,
            turn_n_m_s: DVec3::ZERO,
            push_count: 0.0,
            turn_count: 0.0,
        }
    }

    /// The same of a ball at a height.
    pub(crate) fn of_ball(self, radius_m: f64, height_m: f64) -> Body {
        Body { radius_m, height_m, ..self }
    }

    /// Begins a search with what gravity changes by itself.
    pub(crate) fn begin(&mut self, fall_m_s: DVec3) {
        self.free_m_s = self.velocity_m_s + fall_m_s;
    }

    /// Goes on from where the impulses have brought it.
    pub(crate) fn adopt(&mut self) {
        (self.velocity_m_s, self.spin_rad_s) = (self.next_m_s, self.next_rad_s);
    }

    /// The fastest that any point of it goes, m/s.
    pub(super) fn reach_m_s(&self) -> f64 {
        self.free_m_s.length().max(self.velocity_m_s.length()) + self.radius_m * self.spin_rad_s.length()
    }
}

/// What the first body of a contact meets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Other {
    /// A body of the problem, by its place.
    Body(usize),
    /// What never moves, by its number in the world.
    Fixed(u16),
}

/// A contact of two bodies, or of one and what never moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    pub(super) first: usize,
    /// None for what never moves.
    pub(super) second: Option<usize>,
    fixed_id: u16,
    /// Unit vector from the first to the second.
    pub(crate) normal: DVec3,
    pub(super) radii_m: [f64; 2],
    pub(super) friction_ratio: f64,
    /// Couple of the ground against rolling and against spin about the vertical, over the force along the normal, m.
    pub(super) rolling_m: f64,
    pub(super) drilling_m: f64,
    pub(super) gap_m: f64,
    /// How fast it closes at the begin, and more than is allowed at the end, by rounding, m/s.
    excess_m_s: [f64; 2],
    /// Speed at which the two may close at the end, m/s; negative where they have to part.
    pub(super) allowed_m_s: f64,
    /// At how much two that hit have to part at the least, m/s.
    pub(super) wanted_m_s: f64,
    /// Most that friction may give where that is known beforehand, N s.
    pub(super) bound_n_s: f64,
    /// How easily it yields along and across if each body is split evenly among its contacts, no less than it does,
    /// and across if friction is at its bound, all 1/kg; and how easily it turns, 1/(kg m2).
    pub(super) along_per_kg: f64,
    pub(super) across_per_kg: f64,
    pub(super) bound_per_kg: f64,
    pub(super) turning_ease: f64,
    /// One over the radius of the first, 1/m.
    pub(super) per_radius: f64,
    /// Velocity of the first contact point against the second at the begin, and turning of the first.
    pub(super) before_m_s: DVec3,
    pub(super) before_rad_s: DVec3,
    /// Impulse on the second, N s, and couple on the first, N m s: found so far, and where the next step begins.
    pub(super) push_n_s: DVec3,
    pub(super) turn_n_m_s: DVec3,
    pub(super) ahead_n_s: DVec3,
    pub(super) ahead_n_m_s: DVec3,
    /// What a hit has given, N s.
    pub(crate) impulse_n_s: DVec3,
    /// Velocity of the first body against the other when they met, m/s; spins are not in it.
    met_m_s: DVec3,
}

impl Constraint {
    /// A contact without couples; `normal` is the unit vector from the first to what it meets.
    pub(crate) fn new(first: usize, other: Other, normal: DVec3, radii_m: [f64; 2], friction_ratio: f64) -> Constraint {
        let (second, fixed_id) = match other {
            Other::Body(second) => (Some(second), 0),
            Other::Fixed(id) => (None, id),
        };
        Constraint {
            first,
            second,
            fixed_id,
            normal,
            radii_m,
            friction_ratio,
            rolling_m: 0.0,
            drilling_m: 0.0,
            gap_m: 0.0,
            excess_m_s: [0.0; 2],
            allowed_m_s: 0.0,
            wanted_m_s: 0.0,
            bound_n_s: 0.0,
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
            impulse_n_s: DVec3::ZERO,
            met_m_s: DVec3::ZERO,
        }
    }

    /// The same of a hit, whose closing speed is noted.
    pub(super) fn meeting(self, bodies: &[Body]) -> Constraint {
        let two_m_s = self.second.map_or(DVec3::ZERO, |second| bodies[second].velocity_m_s);
        Constraint { met_m_s: bodies[self.first].velocity_m_s - two_m_s, ..self }
    }

    /// Speed at which the two of a hit closed, m/s.
    pub(crate) fn closing_m_s(&self) -> f64 {
        self.met_m_s.dot(self.normal)
    }

    /// The share of the velocity of the two of a hit against each other that was along the normal.
    pub(crate) fn cos_phi(&self) -> f64 {
        self.closing_m_s() / self.met_m_s.length()
    }

    /// The same with what is left between the two, m.
    pub(crate) fn with_gap(self, gap_m: f64) -> Constraint {
        Constraint { gap_m, ..self }
    }

    /// The same with couples against rolling and drilling, over the force along the normal, m.
    pub(crate) fn with_couples(self, rolling_m: f64, drilling_m: f64) -> Constraint {
        Constraint { rolling_m, drilling_m, ..self }
    }

    /// The same where the two have to part at the least so fast, m/s.
    pub(crate) fn parting(self, wanted_m_s: f64) -> Constraint {
        Constraint { wanted_m_s, ..self }
    }

    /// Numbers of the two in the world.
    pub(crate) fn ids(&self, bodies: &[Body]) -> [u16; 2] {
        [bodies[self.first].id, self.second.map_or(self.fixed_id, |second| bodies[second].id)]
    }

    /// By which contacts are put in order: of those that a body is the first of, what never moves comes last.
    pub(super) fn rank(&self) -> (usize, usize, u16, u64) {
        let second = self.second.unwrap_or(usize::MAX);
        (self.first.min(second), self.first.max(second), self.fixed_id, self.wanted_m_s.to_bits())
    }

    /// Its body, or the first of two.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    /// Its bodies, where both move.
    pub(crate) fn both(&self) -> Option<[usize; 2]> {
        self.second.map(|second| [self.first, second])
    }

    /// Its body, where the other never moves.
    pub(crate) fn grounded(&self) -> Option<usize> {
        self.second.is_none().then_some(self.first)
    }

    /// Whether couples act at it.
    pub(super) fn has_couples(&self) -> bool {
        self.second.is_none() && self.rolling_m + self.drilling_m > 0.0
    }

    /// Begins a search; a time step of 0 s is a hit.
    pub(crate) fn begin(&mut self, bodies: &[Body], time_step_s: f64, fastest_m_s: f64) {
        self.before_m_s = self.velocity_m_s(bodies, |body| (body.velocity_m_s, body.spin_rad_s));
        self.before_rad_s = bodies[self.first].spin_rad_s;
        if time_step_s == 0.0 {
            self.allowed_m_s = -self.wanted_m_s;
            return;
        }
        let opening_m_s = -self.before_m_s.dot(self.normal);
        // what is deeper than rounding leaves is pushed back in the time step
        let gap_m = self.gap_m.max((self.gap_m + ROOM * greater(self.radii_m[0], self.radii_m[1])).min(0.0));
        let allowed_m_s = opening_m_s.max(0.0) + 2.0 * gap_m / time_step_s;
        self.allowed_m_s = if allowed_m_s.abs() > LITTLE * fastest_m_s { allowed_m_s } else { 0.0 };
    }

    /// Begins the search with a multiple of what was found last.
    pub(crate) fn guess(&mut self, share: f64) {
        (self.push_n_s, self.turn_n_m_s) = (self.push_n_s * share, self.turn_n_m_s * share);
        self.rest();
    }

    /// Begins the next step where the last has ended.
    pub(super) fn rest(&mut self) {
        (self.ahead_n_s, self.ahead_n_m_s) = (self.push_n_s, self.turn_n_m_s);
    }

    /// Notes that the impulse found is given.
    pub(crate) fn give(&mut self) {
        self.impulse_n_s += self.push_n_s;
    }

    /// Notes how fast it closes now, which it must not.
    pub(crate) fn note_excess(&mut self, bodies: &[Body], at_end: bool) {
        let closing_m_s = self.after_m_s(bodies).dot(self.normal) - self.allowed_m_s;
        self.excess_m_s[usize::from(at_end)] = closing_m_s.max(0.0);
    }

    /// How long a time step may go on so that its balls sink no deeper than [`DEEP`] of the smallest radius, s: half of
    /// what is left to them by what closes at the begin, half by what closes at the end.
    pub(crate) fn left_s(&self, smallest_m: f64, time_step_s: f64) -> f64 {
        let room_m = ROOM * smallest_m;
        let left_m = (DEEP * room_m + self.gap_m.min(0.0)).max(LEAST * room_m);
        let [before_m_s, after_m_s] = self.excess_m_s;
        (0.5 * left_m / before_m_s).min((left_m * time_step_s / after_m_s).sqrt())
    }

    /// Speed at which the two may close at the end, m/s.
    pub(crate) fn allowed_m_s(&self) -> f64 {
        self.allowed_m_s
    }

    pub(crate) fn presses(&self) -> bool {
        self.push_n_s.dot(self.normal) > 0.0
    }

    /// Where it is, for the centres of its balls, m.
    pub(crate) fn place_m(&self, one: DVec3, two: DVec3) -> DVec3 {
        ((one + self.normal * self.radii_m[0]) + (two - self.normal * self.radii_m[1])) * 0.5
    }
}

/// Which impulses are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Those along the normals; contacts do not rub.
    Frictionless,
    /// Those across the normals, within bounds that are given.
    Friction,
    /// Both; friction acts against the slip at the end.
    End,
    /// Both; friction acts against the mean slip of begin and end.
    Mean,
}

impl Rule {
    /// Whether contacts rub.
    pub(super) fn rubs(self) -> bool {
        self != Rule::Frictionless
    }
}
