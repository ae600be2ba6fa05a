//! Latin hypercubes: each axis has one point in each of as many equal parts as there are points.

use crate::random::{Purpose, Stream, Streams, bit_of};

/// The order of the parts along each axis, none of it listed.
#[derive(Clone, Debug)]
pub(crate) struct Latin {
    points: u64,
    axes: Vec<Shuffle>,
}

impl Latin {
    /// With so many points, one purpose an axis (McKay, Beckman and Conover 1979, Technometrics 21, 239).
    pub(super) fn new(points: u64, seed: u64, purposes: &[Purpose]) -> Latin {
        let streams = Streams::of_design(seed, u64::MAX);
        Latin { points, axes: purposes.iter().map(|purpose| Shuffle::new(points, streams.open(*purpose))).collect() }
    }

    /// The coordinate of a point; `within` in (0, 1) says where in its part.
    pub(super) fn at(&self, point: u64, axis: usize, within: f64) -> f64 {
        let part = self.axes[axis].at(point) as f64;
        ((part + within) / self.points as f64).min(1.0 - f64::EPSILON / 2.0)
    }
}

/// A random order of the numbers below a count, each looked up by itself: the swap-or-not shuffle (Hoang, Morris and
/// Rogaway 2012, CRYPTO, LNCS 7417, 1), for any count and with no table.
#[derive(Clone, Debug)]
struct Shuffle {
    count: u64,
    /// Of each round the sum of two partners, and the key of the coin that swaps them.
    rounds: Vec<(u64, u64)>,
}

impl Shuffle {
    fn new(count: u64, mut stream: Stream) -> Shuffle {
        // six rounds a bit are what its authors ask for; a few numbers need more than their bits say
        let rounds = 24 + 6 * (u64::BITS - count.leading_zeros());
        Shuffle { count, rounds: (0..rounds).map(|_| (stream.below(count), stream.bits())).collect() }
    }

    fn at(&self, number: u64) -> u64 {
        let mut at = number;
        for (sum, key) in &self.rounds {
            let partner = if *sum >= at { sum - at } else { sum + self.count - at };
            if bit_of(key ^ at.max(partner)) {
                at = partner;
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffle(count: u64, seed: u64) -> Vec<u64> {
        let shuffle = Shuffle::new(count, Streams::new(seed, 0, None).open(Purpose::named("test")));
        (0..count).map(|number| shuffle.at(number)).collect()
    }

    #[test]
    fn a_shuffle_has_every_number_once() {
        for count in [1, 2, 3, 5, 100, 1000, 4097] {
            let mut numbers = shuffle(count, 3);
            assert_ne!((numbers.clone(), count > 3), ((0..count).collect(), true));
            numbers.sort_unstable();
            assert_eq!(numbers, (0..count).collect::<Vec<_>>());
        }
    }

    /// Of 4 numbers there are 24 orders: each comes about as often, chi square with 23 degrees of freedom below its
    /// quantile of 1 - 1e-6, 72.2.
    #[test]
    fn all_orders_are_equally_likely() {
        let seeds = 24_000;
        let mut counts = std::collections::BTreeMap::new();
        (0..seeds).for_each(|seed| *counts.entry(shuffle(4, seed)).or_insert(0u32) += 1);
        assert_eq!(counts.len(), 24);
        let expected = f64::from(seeds as u32) / 24.0;
        let chi_square: f64 = counts
            .values()
            .map(|&count| {
                let difference = f64::from(count) - expected;
                difference * difference / expected
            })
            .sum();
        assert!(chi_square < 72.2, "{chi_square}");
    }
}
