//! Hits of rigid bodies at one instant that share bodies: one impulse solution for all of them, for balls and coins.
//!
//! Pair by pair the outcome would depend on who comes first, and so on the numbering of bodies. Instead all contacts
//! that close at an instant are reflected together, and what closes after that comes next, at the same time: the
//! generalised reflections of B. Smith, D. M. Kaufman, E. Vouga, R. Tamstorf and E. Grinspun, "Reflections on
//! simultaneous impact", ACM Trans. Graph. 31, 106 (2012). A striker between two touching bodies treats both alike,
//! while in a row of touching bodies one contact closes after the other, and the last one leaves (Newton's cradle).
//!
//! Along the normals the impulses `L >= 0` with `w = g - A L <= 0`, `L . w = 0` take all closing speeds `g` away (J. J.
//! Moreau's inelastic impact); `(1 + e) L` is given. Then friction: of all impulses across the normals within Coulomb's
//! bound for `(1 + e) L` those that leave the least energy, times `1 + b0`. Both are convex programs that hold for a
//! single contact what the law of two bodies has. With `L . g = L . A L` the energy changes by `-(1 - e^2) L . g / 2`,
//! and friction can take only; one `e` for all contacts is needed for that.
//!
//! They are solved by projected gradients, every contact at the same time, with a step for each that bounds the
//! coupling (bodies split evenly among their contacts: R. Tonge, F. Benevolenski and A. Voroshilov, "Mass splitting for
//! jitter-free parallel rigid body simulation", ACM Trans. Graph. 31, 105 (2012)) and the momentum of Y. Nesterov,
//! restarted (H. Mazhar, T. Heyn, D. Negrut and A. Tasora, ACM Trans. Graph. 34, 32 (2015)). No sweep goes from contact
//! to contact: their order tells in rounding only, and follows from what they are ([`crate::canon`]).

mod pairs;

use glam::DVec3;

use crate::canon::{self, Canon};
pub(crate) use pairs::Pairs;

/// Pairs that meet within this are hits of one instant, s.
pub(crate) const INSTANT_S: f64 = 1e-12;
/// Steps that are made at the most; what still closes then is a hit of the same instant.
const MOST_STEPS: usize = 4096;
/// The solution is found when no impulse changes by more than this share of the largest, or of the largest momentum,
/// whose rounding hides the rest.
const FOUND: f64 = 1.0 / (1u64 << 50) as f64;

/// A share of the energy that its rounding hides.
const HIDDEN: f64 = 1.0 / (1u64 << 60) as f64;

/// A body of a group of hits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Its number in the world.
    pub(crate) body: u16,
    /// `1/m`, 1/kg.
    pub(crate) ease_per_kg: f64,
    /// `1/I`, 1/(kg m2).
    pub(crate) turning_ease: f64,
    pub(crate) velocity_m_s: DVec3,
    pub(crate) spin_rad_s: DVec3,
    touch_count: f64,
    push_n_s: DVec3,
    turn_n_m_s: DVec3,
}

impl Piece {
    pub(crate) fn new(body: u16, mass_kg: f64, inertia_kg_m2: f64, velocity_m_s: DVec3, spin_rad_s: DVec3) -> Piece {
        Piece {
            body,
            ease_per_kg: 1.0 / mass_kg,
            turning_ease: 1.0 / inertia_kg_m2,
            velocity_m_s,
            spin_rad_s,
            touch_count: 0.0,
            push_n_s: DVec3::ZERO,
            turn_n_m_s: DVec3::ZERO,
        }
    }
}

impl Piece {
    /// What never moves.
    pub(crate) fn fixed(body: u16) -> Piece {
        Piece::new(body, f64::INFINITY, f64::INFINITY, DVec3::ZERO, DVec3::ZERO)
    }

    pub(crate) fn is_fixed(&self) -> bool {
        self.ease_per_kg == 0.0
    }
}

/// A contact that closes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pieces: [usize; 2],
    /// Unit vector from the first to the second.
    pub(crate) normal: DVec3,
    radii_m: [f64; 2],
    friction_ratio: f64,
    /// Speed at which it closed, and of the two against each other, m/s.
    closing_m_s: f64,
    relative_m_s: f64,
    /// Impulse on the second so far, N s.
    pub(crate) impulse_n_s: DVec3,
    /// Of the step: the impulse, and where the next step begins.
    now_n_s: DVec3,
    ahead_n_s: DVec3,
    bound_n_s: f64,
    /// Speed at which the two are to part at the least, m/s.
    wanted_m_s: f64,
}

/// Restitution along the normal, and across it of a contact that sticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Restitution {
    pub(crate) along_ratio: f64,
    pub(crate) across_ratio: f64,
}

/// Which impulses are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Along,
    Across,
}

/// Contacts that close at one instant and share bodies; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) touches: Vec<Touch>,
    canon: Canon,
}

impl Group {
    pub(crate) fn for_bodies(n: usize) -> Group {
        Group { pieces: Vec::with_capacity(n), touches: Vec::with_capacity(6 * n), canon: Canon::for_bodies(n) }
    }

    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.touches.clear();
    }

    /// Takes a body in, unless it is there; gives its place.
    pub(crate) fn piece(&mut self, body: u16, make: impl FnOnce() -> Piece) -> usize {
        self.pieces.iter().position(|piece| piece.body == body).unwrap_or_else(|| {
            self.pieces.push(make());
            self.pieces.len() - 1
        })
    }

    /// Takes a contact in; `normal` is the unit vector from the first to the second.
    pub(crate) fn touch(&mut self, pieces: [usize; 2], normal: DVec3, radii_m: [f64; 2], friction_ratio: f64) {
        let [one, two] = pieces.map(|slot| self.pieces[slot].velocity_m_s);
        pieces.into_iter().for_each(|slot| self.pieces[slot].touch_count += 1.0);
        let (closing_m_s, relative_m_s) = ((one - two).dot(normal), one.distance(two));
        let none = DVec3::ZERO;
        self.touches.push(Touch {
            pieces,
            normal,
            radii_m,
            friction_ratio,
            closing_m_s,
            relative_m_s,
            impulse_n_s: none,
            now_n_s: none,
            ahead_n_s: none,
            bound_n_s: 0.0,
            wanted_m_s: 0.0,
        });
    }

    /// Takes a contact in whose bodies are to part at this speed at the least, m/s.
    pub(crate) fn want(&mut self, pieces: [usize; 2], normal: DVec3, wanted_m_s: f64) {
        self.touch(pieces, normal, [0.0; 2], 0.0);
        if let Some(touch) = self.touches.last_mut() {
            touch.wanted_m_s = wanted_m_s;
        }
    }

    /// Lets the bodies part as fast as is wanted, and pays for it with their common motion, of whose energy it takes a
    /// share at the most: the energy of all stays as it is.
    pub(crate) fn part(&mut self, most_share: f64) {
        self.put_in_order();
        let free = |piece: &&Piece| !piece.is_fixed();
        let mass_kg: f64 = self.pieces.iter().filter(free).map(|piece| 1.0 / piece.ease_per_kg).sum();
        let momentum: DVec3 = self.pieces.iter().filter(free).map(|piece| piece.velocity_m_s / piece.ease_per_kg).sum();
        let common_m_s = momentum / mass_kg;
        let common_j = 0.5 * mass_kg * common_m_s.length_squared();
        // impulses do the work P . v, and P . A P / 2 on what they move themselves
        let (closing_j, held_j) = self.solve(Stage::Along);
        let wanted_j = 0.5 * held_j - closing_j;
        let all_j = |piece: &Piece| 0.5 * piece.velocity_m_s.length_squared() / piece.ease_per_kg;
        // what rounding hides costs nothing
        let most_j = (most_share * common_j).max(HIDDEN * self.pieces.iter().filter(free).map(all_j).sum::<f64>());
        let affordable = |most_j: f64| (closing_j + (closing_j * closing_j + 2.0 * held_j * most_j).sqrt()) / held_j;
        let share = if wanted_j > most_j { affordable(most_j).clamp(0.0, 1.0) } else { 1.0 };
        self.give(Stage::Along, share);
        let taken_j = share * (0.5 * share * held_j - closing_j);
        if taken_j > 0.0 && common_j > taken_j {
            let slower = common_m_s * ((1.0 - taken_j / common_j).sqrt() - 1.0);
            self.pieces.iter_mut().filter(|piece| !piece.is_fixed()).for_each(|piece| piece.velocity_m_s += slower);
        }
    }

    /// Puts bodies and contacts in an order that has nothing to do with their numbers.
    fn put_in_order(&mut self) {
        let Group { pieces, touches, canon } = self;
        canon.clear();
        for piece in pieces.iter() {
            let (v, w) = (piece.velocity_m_s, piece.spin_rad_s);
            let moving = [v.length_squared(), v.z, w.length_squared(), w.z.abs()];
            canon.body([piece.ease_per_kg, piece.turning_ease, 0.0, moving[0], moving[1], moving[2], moving[3]]);
        }
        for touch in touches.iter() {
            let own = [touch.friction_ratio, touch.wanted_m_s];
            canon.touch(touch.pieces.map(Some), touch.normal, touch.before_m_s(pieces), own);
        }
        let places = canon.places(|slot| pieces[slot].body);
        touches.iter_mut().for_each(|touch| touch.pieces = touch.pieces.map(|slot| places[slot]));
        touches.sort_unstable_by_key(|touch| {
            let [one, two] = touch.pieces;
            (one.min(two), one.max(two), touch.wanted_m_s.to_bits())
        });
        canon::put(pieces, places);
    }

    /// The contact of two bodies.
    pub(crate) fn touch_of(&self, pair: [u16; 2]) -> Option<&Touch> {
        self.touches.iter().find(|touch| touch.bodies(&self.pieces) == pair)
    }

    /// The fastest closing speed, m/s.
    pub(crate) fn fastest_m_s(&self) -> f64 {
        self.touches.iter().map(|touch| touch.closing_m_s).fold(0.0, f64::max)
    }

    /// Whether all contacts close slower than their limits, m/s.
    pub(crate) fn is_slow(&self, limit_m_s: impl Fn([u16; 2]) -> f64) -> bool {
        self.touches.iter().all(|touch| touch.closing_m_s < limit_m_s(touch.bodies(&self.pieces)))
    }

    /// Gives all bodies their impulses; energy that is lost, J.
    pub(crate) fn strike(&mut self, e: Restitution) -> f64 {
        self.put_in_order();
        let (taken_j, held_j) = self.solve(Stage::Along);
        let share = if held_j > 0.0 { taken_j / held_j } else { 0.0 };
        self.give(Stage::Along, share * (1.0 + e.along_ratio));
        let along_j = 0.5 * (1.0 - e.along_ratio * e.along_ratio) * share * taken_j;
        for touch in &mut self.touches {
            touch.bound_n_s = touch.friction_ratio * touch.impulse_n_s.dot(touch.normal) / (1.0 + e.across_ratio);
        }
        let (taken_j, held_j) = self.solve(Stage::Across);
        let share = if held_j > taken_j { taken_j / held_j } else { 1.0 };
        let given = share * (1.0 + e.across_ratio);
        self.give(Stage::Across, given);
        along_j + given * (taken_j - 0.5 * given * held_j)
    }

    /// Finds the impulses `P` of a stage; gives `P . g` and `P . A P` for the contact velocities `g` before, J.
    fn solve(&mut self, stage: Stage) -> (f64, f64) {
        for touch in &mut self.touches {
            (touch.now_n_s, touch.ahead_n_s) = (DVec3::ZERO, DVec3::ZERO);
        }
        let (mut lead, least_n_s) = (1.0f64, self.momentum_n_s(stage));
        for _ in 0..MOST_STEPS {
            self.load(stage);
            let (mut uphill, mut change_n_s, mut largest_n_s) = (0.0, 0.0f64, least_n_s * least_n_s);
            let next_lead = 0.5 * (1.0 + (1.0 + 4.0 * lead * lead).sqrt());
            let ahead = (lead - 1.0) / next_lead;
            for touch in &mut self.touches {
                let next_n_s = touch.step(stage, &self.pieces);
                let way_n_s = next_n_s - touch.now_n_s;
                uphill += (touch.ahead_n_s - next_n_s).dot(way_n_s) * touch.ease_per_kg(stage, &self.pieces);
                change_n_s = change_n_s.max(way_n_s.length_squared());
                largest_n_s = largest_n_s.max(next_n_s.length_squared());
                (touch.now_n_s, touch.ahead_n_s) = (next_n_s, next_n_s + way_n_s * ahead);
            }
            if change_n_s <= FOUND * FOUND * largest_n_s {
                break;
            }
            lead = next_lead;
            if uphill > 0.0 {
                lead = 1.0;
                self.touches.iter_mut().for_each(|touch| touch.ahead_n_s = touch.now_n_s);
            }
        }
        self.touches.iter_mut().for_each(|touch| touch.ahead_n_s = touch.now_n_s);
        self.load(stage);
        let taken_j = self.touches.iter().map(|touch| touch.now_n_s.dot(touch.before_m_s(&self.pieces))).sum();
        let held = |piece: &Piece| {
            piece.ease_per_kg * piece.push_n_s.length_squared() + piece.turning_ease * piece.turn_n_m_s.length_squared()
        };
        (taken_j, self.pieces.iter().map(held).sum())
    }

    /// The largest momentum of a body, that of its spin at the arm of a contact included, N s.
    fn momentum_n_s(&self, stage: Stage) -> f64 {
        let of = |touch: &Touch, k: usize| {
            let piece = &self.pieces[touch.pieces[k]];
            let turning_m_s = piece.spin_rad_s.length() * touch.radii_m[k];
            (piece.velocity_m_s.length() + turning_m_s) / touch.ease_per_kg(stage, &self.pieces)
        };
        self.touches.iter().flat_map(|touch| [of(touch, 0), of(touch, 1)]).fold(0.0, f64::max)
    }

    /// Sums up for each body what the steps begin with.
    fn load(&mut self, stage: Stage) {
        for piece in &mut self.pieces {
            (piece.push_n_s, piece.turn_n_m_s) = (DVec3::ZERO, DVec3::ZERO);
        }
        for touch in &self.touches {
            let [one, two] = touch.pieces;
            self.pieces[one].push_n_s -= touch.ahead_n_s;
            self.pieces[two].push_n_s += touch.ahead_n_s;
            if stage == Stage::Across {
                let turn = touch.normal.cross(touch.ahead_n_s);
                self.pieces[one].turn_n_m_s -= turn * touch.radii_m[0];
                self.pieces[two].turn_n_m_s -= turn * touch.radii_m[1];
            }
        }
    }

    /// Moves the bodies by a multiple of what was found.
    fn give(&mut self, stage: Stage, share: f64) {
        for touch in &mut self.touches {
            touch.ahead_n_s = touch.now_n_s * share;
            touch.impulse_n_s += touch.ahead_n_s;
        }
        self.load(stage);
        for piece in &mut self.pieces {
            piece.velocity_m_s += piece.push_n_s * piece.ease_per_kg;
            piece.spin_rad_s += piece.turn_n_m_s * piece.turning_ease;
        }
    }
}

impl Touch {
    /// The bodies that meet, the lower number first.
    pub(crate) fn bodies(&self, pieces: &[Piece]) -> [u16; 2] {
        self.pieces.map(|slot| pieces[slot].body)
    }

    /// The share of the velocity of the two against each other that was along the normal.
    pub(crate) fn cos_phi(&self) -> f64 {
        self.closing_m_s / self.relative_m_s
    }

    /// How fast the two part now, m/s.
    pub(crate) fn parting_m_s(&self, pieces: &[Piece]) -> f64 {
        let [one, two] = self.pieces.map(|slot| pieces[slot].velocity_m_s);
        (two - one).dot(self.normal)
    }

    /// Velocity of the first contact point against the second, before the impulses that are looked for, m/s.
    fn before_m_s(&self, pieces: &[Piece]) -> DVec3 {
        let [one, two] = self.pieces.map(|slot| &pieces[slot]);
        let turning_m_s = one.spin_rad_s * self.radii_m[0] + two.spin_rad_s * self.radii_m[1];
        (one.velocity_m_s - two.velocity_m_s) + turning_m_s.cross(self.normal)
    }

    /// The same with the impulses so far.
    fn after_m_s(&self, pieces: &[Piece]) -> DVec3 {
        let [one, two] = self.pieces.map(|slot| &pieces[slot]);
        let velocity = |piece: &Piece| piece.velocity_m_s + piece.push_n_s * piece.ease_per_kg;
        let spin = |piece: &Piece| piece.spin_rad_s + piece.turn_n_m_s * piece.turning_ease;
        let turning_m_s = spin(one) * self.radii_m[0] + spin(two) * self.radii_m[1];
        (velocity(one) - velocity(two)) + turning_m_s.cross(self.normal)
    }

    /// How easily the contact yields if each body is split evenly among its contacts, 1/kg: no less than it does.
    fn ease_per_kg(&self, stage: Stage, pieces: &[Piece]) -> f64 {
        let ease = |k: usize| {
            let piece = &pieces[self.pieces[k]];
            let arm_m = if stage == Stage::Across { self.radii_m[k] } else { 0.0 };
            piece.touch_count * (piece.ease_per_kg + arm_m * arm_m * piece.turning_ease)
        };
        ease(0) + ease(1)
    }

    /// The impulse after a step.
    fn step(&self, stage: Stage, pieces: &[Piece]) -> DVec3 {
        let wanted_n_s = self.ahead_n_s + self.after_m_s(pieces) / self.ease_per_kg(stage, pieces);
        let along_n_s = wanted_n_s.dot(self.normal);
        if stage == Stage::Along {
            let parting_n_s = self.wanted_m_s / self.ease_per_kg(stage, pieces);
            return self.normal * (along_n_s + parting_n_s).max(0.0);
        }
        let across_n_s = wanted_n_s - self.normal * along_n_s;
        let length_n_s = across_n_s.length();
        if length_n_s > self.bound_n_s { across_n_s * (self.bound_n_s / length_n_s) } else { across_n_s }
    }
}
