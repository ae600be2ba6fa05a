//! Points of the Halton sequence, each by its number, plain or scrambled.

use crate::random::{Purpose, Streams};

/// Dimensions, whose bases are the first primes; in more of them the sequence is a poor one.
pub(super) const MOST_DIMENSIONS: usize = 100;
/// The greatest number below 1.
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

/// The sequence in some dimensions (Halton 1960, Numer. Math. 2, 84).
#[derive(Clone, Debug)]
pub(crate) struct Halton {
    bases: Vec<Base>,
}

#[derive(Clone, Debug)]
struct Base {
    base: u64,
    /// What each digit becomes, by its place, the first behind the point first; none where nothing is scrambled.
    digits: Vec<Vec<u16>>,
}

impl Halton {
    /// In so many dimensions, scrambled by a seed: a random permutation for each digit of each dimension (Owen 2017,
    /// arXiv:1706.02808).
    ///
    /// # Panics
    /// With more than [`MOST_DIMENSIONS`].
    pub(super) fn new(dimensions: usize, seed: Option<u64>) -> Halton {
        assert!(dimensions <= MOST_DIMENSIONS, "{dimensions} dimensions");
        let base = |(dimension, base)| Base {
            base,
            digits: seed.map_or_else(Vec::new, |seed| permutations(base, &Streams::of_design(seed, dimension))),
        };
        Halton { bases: (0..).zip(primes().take(dimensions)).map(base).collect() }
    }

    /// A coordinate of a point: in [0, 1), or in (0, 1) where it is scrambled.
    pub(super) fn at(&self, point: u64, dimension: usize) -> f64 {
        let Base { base, digits } = &self.bases[dimension];
        let (mut rest, mut sum, mut place) = (point, 0.0, 1.0 / *base as f64);
        if digits.is_empty() {
            // so far as a digit can be told from none
            while rest > 0 && 1.0 - place < 1.0 {
                sum += (rest % base) as f64 * place;
                place /= *base as f64;
                rest /= base;
            }
            return sum.min(BELOW_ONE);
        }
        for permuted in digits {
            sum += f64::from(permuted[(rest % base) as usize]) * place;
            place /= *base as f64;
            rest /= base;
        }
        // in the middle of the interval that the digits leave
        (sum + 0.5 * place * *base as f64).min(BELOW_ONE)
    }
}

/// A permutation for each digit that a number of 53 bits has behind its point.
fn permutations(base: u64, streams: &Streams) -> Vec<Vec<u16>> {
    let mut stream = streams.open(Purpose::named("halton"));
    let count = (1..).take_while(|digits| u128::from(base).pow(*digits) <= 1 << 53).count().max(1);
    let mut permutation = || {
        let mut digits: Vec<u16> = (0..base as u16).collect();
        // Fisher and Yates
        for last in (1..digits.len()).rev() {
            digits.swap(last, stream.below(last as u64 + 1) as usize);
        }
        digits
    };
    (0..count).map(|_| permutation()).collect()
}

fn primes() -> impl Iterator<Item = u64> {
    (2..).filter(|number: &u64| {
        (2..).take_while(|factor| factor * factor <= *number).all(|factor| !number.is_multiple_of(factor))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_the_first_primes() {
        let primes: Vec<u64> = primes().take(MOST_DIMENSIONS).collect();
        assert_eq!((&primes[..5], primes[99]), ([2, 3, 5, 7, 11].as_slice(), 541));
    }
}
