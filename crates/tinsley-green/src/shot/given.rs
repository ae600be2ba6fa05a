//! A layout that the scenario gives: a few marbles, each where it says.

use glam::DVec2;
use tolley_experiment::key::{Key, Point};

/// As many marbles as have keys.
pub const MOST: usize = 6;

/// The two keys of one marble.
macro_rules! place {
    ($number:literal, $x_m:literal) => {
        [
            Key::number(
                concat!("start.marble_", $number, "_x_m"),
                $x_m,
                [-10.0, 10.0],
                concat!("Where marble ", $number, " of a given layout lies: right of the centre"),
            )
            .only_with("start.layout", "given"),
            Key::number(
                concat!("start.marble_", $number, "_y_m"),
                0.0,
                [-10.0, 10.0],
                concat!("Where marble ", $number, " of a given layout lies: ahead of the centre"),
            )
            .only_with("start.layout", "given"),
        ]
    };
}

const PLACES: [[Key; 2]; MOST] =
    [place!(1, 0.0), place!(2, 0.1), place!(3, -0.1), place!(4, 0.2), place!(5, -0.2), place!(6, 0.3)];

const COUNT: Key = Key::count("start.given_count", 1, [1, MOST as u64], "Marbles of a given layout, the first so many")
    .only_with("start.layout", "given");

/// How many there are, and where.
pub const KEYS: &[Key] = &{
    let mut keys = [COUNT; 1 + 2 * MOST];
    let mut i = 0;
    while i < MOST {
        keys[1 + 2 * i] = PLACES[i][0];
        keys[2 + 2 * i] = PLACES[i][1];
        i += 1;
    }
    keys
};

/// Marbles at given places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given {
    places_m: [DVec2; MOST],
    count: usize,
}

impl Given {
    /// As the keys say.
    pub fn new(point: &Point) -> Given {
        let place_m = |keys: &[Key; 2]| DVec2::new(point.number(keys[0].path), point.number(keys[1].path));
        Given { places_m: PLACES.each_ref().map(place_m), count: point.count(COUNT.path) as usize }
    }

    /// Centres of the marbles, m.
    pub fn places_m(&self) -> &[DVec2] {
        &self.places_m[..self.count]
    }

    /// The key of a marble that is off the ring, or less than `apart_m` from one before it, with what is wrong.
    pub fn fault(&self, ring_m: f64, apart_m: f64) -> Option<(&'static str, String)> {
        let places_m = self.places_m();
        places_m.iter().enumerate().find_map(|(i, at_m)| {
            let key = PLACES[i][0].path;
            if at_m.length() > ring_m {
                return Some((key, format!("TG-X1: a marble further than {ring_m} m from the centre is off the ring")));
            }
            let other = places_m[..i].iter().position(|other_m| other_m.distance(*at_m) < apart_m)?;
            Some((key, format!("TG-9e: marbles {} and {} overlap; they are {apart_m} m wide", other + 1, i + 1)))
        })
    }
}
