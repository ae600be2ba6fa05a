//! An order of bodies in touch that no number, no mirror and no exchange of x and y changes.
//!
//! Sums are rounded, so that their last bits depend on their order. What belongs together is therefore put in order by
//! what bodies and contacts are, and not by their numbers: masses, speeds, heights, the slip of contacts and the angles
//! between them. Keys of bodies and of the ends of contacts are mixed with those of their neighbours until no more of
//! them differ (colour refinement: B. Weisfeiler and A. Leman, Nauchno-Tekhnicheskaya Informatsiya 2, 12 (1968)).
//! Bodies that are alike in all of this are taken to be images of each other under a mirror or an exchange of axes:
//! only between these do their numbers decide, and a sum of parts that are exchanged images may still tell in its last
//! bit.

use glam::DVec3;

use super::problem::{Body, Constraint};

/// No body: the other end of a contact with what never moves.
const NOBODY: usize = usize::MAX;

/// Numbers that say what a body is, and what a contact is.
type OfBody = [f64; 7];
type OfContact = [f64; 3];

/// A contact as one of its bodies sees it.
#[derive(Clone, Copy, Debug)]
struct End {
    body: usize,
    numbers: OfContact,
    /// Unit vector away from the body, and velocity of its contact point against the other, m/s.
    normal: DVec3,
    slip_m_s: DVec3,
    key: u64,
}

/// Keys and places of some bodies; memory to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canon {
    bodies: Vec<OfBody>,
    keys: Vec<u64>,
    /// Of contact `k` the ends are at `2 k` and the place after it.
    ends: Vec<End>,
    /// The keys of the ends after the next round.
    next: Vec<u64>,
    /// Numbers of ends, those of one body next to each other.
    by_body: Vec<usize>,
    seen: Vec<u64>,
    order: Vec<usize>,
    places: Vec<usize>,
}

impl Canon {
    pub(crate) fn for_bodies(n: usize) -> Canon {
        Canon {
            bodies: Vec::with_capacity(n),
            keys: Vec::with_capacity(n),
            ends: Vec::with_capacity(14 * n),
            next: Vec::with_capacity(14 * n),
            by_body: Vec::with_capacity(14 * n),
            seen: Vec::with_capacity(14 * n),
            order: Vec::with_capacity(n),
            places: Vec::with_capacity(n),
        }
    }

    fn clear(&mut self) {
        self.bodies.clear();
        self.ends.clear();
    }

    /// Takes in the next body.
    fn body(&mut self, numbers: OfBody) {
        self.bodies.push(numbers);
    }

    /// Takes in a contact of a body with another, or with none: `normal` is the unit vector from the first to the
    /// second, `slip_m_s` the velocity of the first contact point against the second.
    fn contact(&mut self, [one, two]: [Option<usize>; 2], normal: DVec3, slip_m_s: DVec3, numbers: OfContact) {
        for (body, sign) in [(one, 1.0), (two, -1.0)] {
            let (normal, slip_m_s) = (normal * sign, slip_m_s * sign);
            self.ends.push(End { body: body.unwrap_or(NOBODY), numbers, normal, slip_m_s, key: 0 });
        }
    }

    /// The first keys: of numbers that no power of two in their units changes.
    fn begin(&mut self) {
        let Canon { bodies, keys, ends, .. } = self;
        let of_bodies: OfBody = std::array::from_fn(|k| unit(bodies.iter().map(|numbers| numbers[k])));
        keys.clear();
        keys.extend(
            bodies.iter().map(|numbers| mixed(&std::array::from_fn::<f64, 7, _>(|k| numbers[k] * of_bodies[k]))),
        );
        let of_touches: OfContact = std::array::from_fn(|k| unit(ends.iter().map(|end| end.numbers[k])));
        let of_slip = unit(ends.iter().flat_map(|end| end.slip_m_s.to_array()));
        for end in ends {
            end.slip_m_s *= of_slip;
            let (to, slip) = (end.normal, end.slip_m_s);
            let own = [to.z, slip.dot(to), slip.length_squared(), slip.z];
            let numbers: OfContact = std::array::from_fn(|k| end.numbers[k] * of_touches[k]);
            end.key = mix(mix(mixed(&numbers), mixed(&own)), mix(mixed(&level(to)), mixed(&level(slip))));
        }
    }

    /// Finds the place of each body; those that are alike are in the order of their numbers.
    fn places(&mut self, number: impl Fn(usize) -> u16) -> &mut [usize] {
        self.begin();
        let mut known = 0;
        if self.ends.len() > 2 {
            self.by_body.clear();
            self.by_body.extend(0..self.ends.len());
            self.by_body.sort_unstable_by_key(|&end| self.ends[end].body);
            loop {
                let differing = self.differing();
                if differing == known {
                    break;
                }
                known = differing;
                self.refine();
            }
        }
        self.order.clear();
        self.order.extend(0..self.keys.len());
        self.order.sort_unstable_by_key(|&body| (self.keys[body], number(body)));
        self.places.clear();
        self.places.resize(self.keys.len(), 0);
        self.order.iter().enumerate().for_each(|(place, &body)| self.places[body] = place);
        &mut self.places
    }

    /// How many ends of contacts differ.
    fn differing(&mut self) -> usize {
        self.seen.clear();
        self.seen.extend(self.ends.iter().map(|end| end.key));
        self.seen.sort_unstable();
        self.seen.dedup();
        self.seen.len()
    }

    /// Mixes the keys of all ends and bodies with those of their neighbours. Sums of keys have no order.
    fn refine(&mut self) {
        let Canon { keys, ends, next, by_body, .. } = self;
        next.clear();
        next.resize(ends.len(), 0);
        for group in by_body.chunk_by(|&one, &two| ends[one].body == ends[two].body) {
            for &at in group {
                let End { body, normal, slip_m_s, key, .. } = ends[at];
                let is_beside = |&other: &usize| other != at && body != NOBODY;
                let angle = |other: usize| {
                    let End { normal: to, key, .. } = ends[other];
                    mix(key, mixed(&[normal.dot(to), slip_m_s.dot(to)]))
                };
                let around = group.iter().copied().filter(is_beside).map(angle).fold(0, u64::wrapping_add);
                let own = keys.get(body).copied().unwrap_or_default();
                next[at] = mix(mix(key, own), around);
            }
        }
        for (at, end) in ends.iter_mut().enumerate() {
            end.key = mix(next[at], next[at ^ 1]);
            if let Some(own) = keys.get_mut(end.body) {
                *own = own.wrapping_add(mix(end.key, 1));
            }
        }
    }
}

/// Puts bodies and contacts in an order that has nothing to do with their numbers, and finds out how easily contacts
/// yield.
pub(crate) fn put_in_order(bodies: &mut [Body], contacts: &mut [Constraint], canon: &mut Canon) {
    canon.clear();
    for body in bodies.iter() {
        let (v, w) = (body.velocity_m_s, body.spin_rad_s);
        let moving = [v.length_squared(), v.z, w.length_squared(), w.z.abs()];
        let own = [body.inverse_mass_per_kg, body.inverse_inertia, body.height_m];
        canon.body([own[0], own[1], own[2], moving[0], moving[1], moving[2], moving[3]]);
    }
    for contact in contacts.iter() {
        let slip_m_s = contact.velocity_m_s(bodies, |body| (body.velocity_m_s, body.spin_rad_s));
        let own = [contact.friction_ratio, contact.gap_m, contact.wanted_m_s];
        canon.contact([Some(contact.first), contact.second], contact.normal, slip_m_s, own);
    }
    let places = canon.places(|slot| bodies[slot].id);
    for contact in contacts.iter_mut() {
        (contact.first, contact.second) = (places[contact.first], contact.second.map(|slot| places[slot]));
    }
    contacts.sort_unstable_by_key(Constraint::rank);
    put(bodies, places);
    contacts.iter().for_each(|contact| contact.count(bodies));
    contacts.iter_mut().for_each(|contact| contact.weigh(bodies));
}

/// Puts things at their places, which become those of the things as they are then.
fn put<T>(things: &mut [T], places: &mut [usize]) {
    for at in 0..places.len() {
        while places[at] != at {
            let to = places[at];
            things.swap(at, to);
            places.swap(at, to);
        }
    }
}

/// The sizes of the components of a vector along the ground, which no mirror and no exchange of axes changes: they tell
/// apart what is otherwise equal but for rounding.
fn level(vector: DVec3) -> [f64; 2] {
    let [x, y] = [vector.x.abs(), vector.y.abs()];
    [x.min(y), x.max(y)]
}

/// A power of two that brings the largest of some numbers near 1; 1 of nothing.
fn unit(numbers: impl Iterator<Item = f64>) -> f64 {
    const BITS: u32 = f64::MANTISSA_DIGITS - 1;
    let exponent = numbers.map(|number| number.abs().to_bits() >> BITS).fold(0, u64::max);
    // those of 1 and of what is twice as far are 1023 and 2046
    if (1..2045).contains(&exponent) { f64::from_bits((2046 - exponent) << BITS) } else { 1.0 }
}

/// One key of two, which are not alike (the finaliser of S. Vigna's splitmix64).
fn mix(one: u64, two: u64) -> u64 {
    let mut key = one ^ two.wrapping_add(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

/// A key of some numbers; both zeros are one.
fn mixed(numbers: &[f64]) -> u64 {
    numbers.iter().fold(0, |key, number| mix(key, (number + 0.0).to_bits()))
}
