//! Points of the Sobol sequence, each by its number, plain or scrambled.

use crate::random::{Purpose, Streams, inside};

/// Direction numbers of Joe and Kuo (new-joe-kuo-6.21201) with their licence.
const JOE_KUO: &str = include_str!("joe_kuo.txt");
/// Dimensions that there are direction numbers for.
pub const MOST_DIMENSIONS: usize = 512;
/// Bits of a coordinate.
const BITS: usize = 53;
/// Bits of a number that are looked up together.
const TOGETHER: usize = 8;

/// The sequence in some dimensions.
#[derive(Clone, Debug)]
pub struct Sobol {
    /// What each eight bits of the Gray code of a point's number do to each coordinate.
    steps: Vec<[[u64; 1 << TOGETHER]; BITS.div_ceil(TOGETHER)]>,
    /// What each coordinate is shifted by; `None` where nothing is scrambled.
    shifts: Option<Vec<u64>>,
}

impl Sobol {
    /// In so many dimensions, scrambled by a seed: each direction number by a random lower triangular matrix, each
    /// point by a random shift (Matousek 1998, J. Complexity 14, 527), which has the variance of Owen's scrambling
    /// (Hickernell and Yue 2000, SIAM J. Numer. Anal. 38, 1089).
    ///
    /// # Panics
    /// With more than [`MOST_DIMENSIONS`].
    pub fn new(dimensions: usize, seed: Option<u64>) -> Sobol {
        assert!(dimensions <= MOST_DIMENSIONS, "{dimensions} dimensions");
        let mut directions = directions(dimensions);
        let shifts = seed.map(|seed| {
            let scramble = |(dimension, numbers): (usize, &mut [u64; BITS])| {
                scramble(numbers, &Streams::of_design(seed, dimension as u64))
            };
            directions.iter_mut().enumerate().map(scramble).collect()
        });
        Sobol { steps: directions.iter().map(steps).collect(), shifts }
    }

    /// A coordinate of a point: in [0, 1) and a multiple of 2^-53 unless scrambled, then in (0, 1).
    #[inline]
    pub fn at(&self, point: u64, dimension: usize) -> f64 {
        // in the order of Antonov and Saleev (1979), in which Joe and Kuo and all libraries number the points
        let mut gray = point ^ (point >> 1);
        let mut number = 0;
        for step in &self.steps[dimension] {
            if gray == 0 {
                break;
            }
            number ^= step[gray as usize % step.len()];
            gray >>= TOGETHER;
        }
        match &self.shifts {
            None => number as f64 * (1.0 / (1u64 << BITS) as f64),
            Some(shifts) => inside(number ^ shifts[dimension]),
        }
    }
}

/// Sums of direction numbers without carries, by which of eight that follow each other are in them.
fn steps(directions: &[u64; BITS]) -> [[u64; 1 << TOGETHER]; BITS.div_ceil(TOGETHER)] {
    let mut steps = [[0; 1 << TOGETHER]; BITS.div_ceil(TOGETHER)];
    for (step, numbers) in steps.iter_mut().zip(directions.chunks(TOGETHER)) {
        // beyond the last number no point has a bit
        for which in 1..1usize << numbers.len() {
            step[which] = step[which & (which - 1)] ^ numbers[which.trailing_zeros() as usize];
        }
    }
    steps
}

/// Direction numbers, as integers of 53 bits (Joe and Kuo 2008, equations 2 and 3).
fn directions(dimensions: usize) -> Vec<[u64; BITS]> {
    let first = std::array::from_fn(|bit| 1 << (BITS - 1 - bit));
    let rows = JOE_KUO.lines().skip_while(|line| !line.starts_with("d s a m_i")).skip(1);
    let others = rows.map(|line| {
        let mut row =
            line.split_whitespace().map(|text| text.parse::<u64>().unwrap_or_else(|_| unreachable!("{line}")));
        let mut next = || row.next().unwrap_or_else(|| unreachable!("{line}"));
        let (_, degree, coefficients) = (next(), next() as usize, next());
        let mut numbers = [0; BITS];
        for bit in 0..BITS {
            numbers[bit] = if bit < degree {
                next() << (BITS - 1 - bit)
            } else {
                let mut number = numbers[bit - degree] ^ (numbers[bit - degree] >> degree);
                for k in 1..degree {
                    number ^= (coefficients >> (degree - 1 - k) & 1) * numbers[bit - k];
                }
                number
            };
        }
        numbers
    });
    std::iter::once(first).chain(others).take(dimensions).collect()
}

/// Scrambles the direction numbers of a dimension; its shift.
fn scramble(numbers: &mut [u64; BITS], streams: &Streams) -> u64 {
    let mut stream = streams.open(Purpose::named("sobol"));
    let shift = stream.bits() >> (64 - BITS);
    // row `i` makes the bit 2^-(i+1): that bit itself, and any of those above it
    let rows: [u64; BITS] = std::array::from_fn(|i| {
        let diagonal = 1 << (BITS - 1 - i);
        let above = ((1 << BITS) - 1) & !(2 * diagonal - 1);
        diagonal | (stream.bits() & above)
    });
    for number in numbers {
        let bit = |(i, row): (usize, &u64)| u64::from((row & *number).count_ones() & 1) << (BITS - 1 - i);
        *number = rows.iter().enumerate().map(bit).sum();
    }
    shift
}
