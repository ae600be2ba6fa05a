//! Exact arithmetic for the time of a contact: the inputs are floats and so whole numbers times a power of two, and
//! every answer is a sign of a whole number. Nothing here is shared with the code that is tested.

use glam::DVec3;
use num_bigint::{BigInt, Sign};

/// A float as `mantissa * 2^exponent`.
fn parts(x: f64) -> (i64, i32) {
    assert!(x.is_finite());
    let bits = x.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, (bits & ((1 << 52) - 1)) as i64);
    let (mantissa, exponent) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    // whole numbers stay short
    let zeros = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
    let mantissa = mantissa >> zeros;
    (if x < 0.0 { -mantissa } else { mantissa }, exponent + zeros as i32)
}

/// A polynomial with whole coefficients, lowest degree first, without leading zeros.
#[derive(Clone, Debug)]
struct Poly(Vec<BigInt>);

impl Poly {
    fn new(mut coefficients: Vec<BigInt>) -> Poly {
        while coefficients.last().is_some_and(|c| c.sign() == Sign::NoSign) {
            coefficients.pop();
        }
        Poly(coefficients)
    }

    fn slope(&self) -> Poly {
        Poly::new(self.0.iter().enumerate().skip(1).map(|(i, c)| c * BigInt::from(i)).collect())
    }

    /// Minus the remainder of a division, times something positive.
    fn minus_remainder(&self, by: &Poly) -> Poly {
        let (mut rest, lead) = (self.0.clone(), by.0.last().expect("a divisor"));
        let positive = lead.sign() == Sign::Plus;
        while rest.len() >= by.0.len() {
            let top = rest.pop().expect("a leading coefficient");
            let shift = rest.len() + 1 - by.0.len();
            for c in &mut rest {
                *c *= lead;
            }
            for (i, c) in by.0[..by.0.len() - 1].iter().enumerate() {
                rest[shift + i] -= &top * c;
            }
            if !positive {
                rest.iter_mut().for_each(|c| *c = -&*c);
            }
        }
        let common = rest.iter().filter_map(BigInt::trailing_zeros).min().unwrap_or(0);
        Poly::new(rest.into_iter().map(|c| -(c >> common)).collect())
    }

    /// Its sign at a float.
    fn sign(&self, t: f64) -> Sign {
        let (mantissa, exponent) = parts(t);
        let (k, down) = (BigInt::from(mantissa) << exponent.max(0), (-exponent).max(0) as usize);
        let mut sum = BigInt::ZERO;
        for (above, c) in self.0.iter().rev().enumerate() {
            sum = sum * &k + (c << (down * above));
        }
        sum.sign()
    }
}

/// The exact square of the distance less the square of a limit, `|dr + dv t + da t^2 / 2|^2 - s^2`, as a function of
/// time.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    chain: Vec<Poly>,
}

impl Gap {
    pub(super) fn new(dr: DVec3, dv: DVec3, da: DVec3, limit_m: f64) -> Gap {
        let all: Vec<(i64, i32)> =
            [dr.to_array(), dv.to_array(), da.to_array()].concat().into_iter().chain([limit_m]).map(parts).collect();
        let least = all.iter().filter(|part| part.0 != 0).map(|part| part.1).min().unwrap_or(0);
        let whole = |i: usize| match all[i] {
            (0, _) => BigInt::ZERO,
            (mantissa, exponent) => BigInt::from(mantissa) << (exponent - least),
        };
        let vector = |first: usize, times: i32| -> [BigInt; 3] { [0, 1, 2].map(|i| whole(first + i) * times) };
        let dot = |a: &[BigInt; 3], b: &[BigInt; 3]| &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2];
        let (r, v, a) = (vector(0, 2), vector(3, 2), vector(6, 1));
        let limit = whole(9) * 2;
        let square = vec![
            dot(&r, &r) - &limit * &limit,
            dot(&r, &v) * 2,
            dot(&v, &v) + dot(&r, &a) * 2,
            dot(&v, &a) * 2,
            dot(&a, &a),
        ];
        Gap { chain: sturm(Poly::new(square)) }
    }

    /// Whether they are further apart than the limit (plus), nearer (minus) or exactly at it.
    pub(super) fn sign(&self, t: f64) -> Sign {
        self.chain.first().map_or(Sign::NoSign, |square| square.sign(t))
    }

    /// Whether the distance grows (plus) or shrinks (minus).
    pub(super) fn trend(&self, t: f64) -> Sign {
        self.chain.get(1).map_or(Sign::NoSign, |slope| slope.sign(t))
    }

    /// How often, all multiplicities once, the distance is exactly the limit after one time and up to another.
    pub(super) fn crossings(&self, after: f64, until: f64) -> usize {
        let changes = |t: f64| {
            let signs: Vec<Sign> = self.chain.iter().map(|p| p.sign(t)).filter(|&s| s != Sign::NoSign).collect();
            signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        changes(after) - changes(until)
    }
}

/// The chain of J. C. F. Sturm (1829): changes of sign along it count real roots.
fn sturm(square: Poly) -> Vec<Poly> {
    let mut chain = vec![square.slope(), square];
    chain.reverse();
    while let [.., one, two] = chain.as_slice() {
        if two.0.is_empty() {
            chain.pop();
            break;
        }
        let next = one.minus_remainder(two);
        chain.push(next);
    }
    chain
}

mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn floats_are_whole_numbers_times_a_power_of_two() {
        for x in [0.0, 1.0, -3.0, 0.1, 1e-300, -5e-324, 1e300] {
            let (mantissa, exponent) = parts(x);
            assert_eq!(mantissa as f64 * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2), x);
        }
    }

    #[test]
    fn roots_of_a_known_quartic() {
        // |(t - 2)(t - 3) / 2 * 2|^2 - 1: (t^2 - 5 t + 6)^2 = 1 at 5/2 (twice a minimum) and where it is +-1
        let gap = Gap::new(dvec3(6.0, 0.0, 0.0), dvec3(-5.0, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), 1.0);
        // t = (5 +- sqrt 5) / 2 for +1; t^2 - 5 t + 7 = 0 has no real root
        assert_eq!(gap.crossings(0.0, 10.0), 2);
        assert_eq!((gap.crossings(0.0, 1.38), gap.crossings(1.38, 1.39), gap.crossings(3.61, 3.62)), (0, 1, 1));
        assert_eq!((gap.sign(1.0), gap.sign(2.5), gap.sign(4.0)), (Sign::Plus, Sign::Minus, Sign::Plus));
        // a limit of exactly 1/4 touches at 5/2: a double root, counted once
        let graze = Gap::new(dvec3(6.0, 0.0, 0.0), dvec3(-5.0, 0.0, 0.0), dvec3(2.0, 0.0, 0.0), 0.25);
        assert_eq!((graze.sign(2.5), graze.trend(2.5)), (Sign::NoSign, Sign::NoSign));
        assert_eq!(graze.crossings(0.0, 10.0), 3);
        // two roots a part in 2^40 apart
        let (dr, dv) = (dvec3(-1.0, 1.0, 0.0), dvec3(1.0, 0.0, 0.0));
        let deep = 1.0 + 1.0 / (1u64 << 50) as f64;
        assert_eq!(Gap::new(dr, dv, DVec3::ZERO, deep).crossings(0.0, 2.0), 2);
        assert_eq!(Gap::new(dr, dv, DVec3::ZERO, 1.0).crossings(0.0, 2.0), 1);
        assert_eq!(Gap::new(dr, dv, DVec3::ZERO, 1.0f64.next_down()).crossings(0.0, 2.0), 0);
        // nothing moves
        assert_eq!(Gap::new(dr, DVec3::ZERO, DVec3::ZERO, 1.0).crossings(0.0, 2.0), 0);
    }
}
