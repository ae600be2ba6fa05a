//! Does one normal error explain hits at several targets?

use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_statistics::uniform::chi_square_beside;

use super::{Top, Tries, log_likelihood, looked_at};

/// Fewer hits or misses than so many that are expected make a chi-square doubtful (W. G. Cochran, Biometrics 10 (1954)
/// 417).
const FEW: f64 = 5.0;
/// Draws where it is: the smallest chance that they can tell is one in a thousand.
const DRAWS: u64 = 999;
/// Values of a deviation at which the likelihood of a draw is looked at first.
const LOOKS: usize = 40;
/// A part of a deviance that is rounding.
const ROUNDING: f64 = 1e-9;
/// A mean up to which a binomial number is drawn by its chances one after the other; above it is normal to a hundredth.
const COUNTED: f64 = 500.0;

/// How well one normal error explains hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// The chance of hits and misses that are as far from those of the error.
    pub p: f64,
    /// So many draws told it by the deviance, since few hits or misses are expected somewhere; `None` where Pearson's
    /// chi-square did.
    pub draws: Option<u64>,
}

/// The chance of hits and misses as far as these from those of a normal error of this standard deviation, the likeliest
/// in a range; `None` of one row.
///
/// Where fewer than five hits or misses of a row are expected it is told by draws of the fitted chances, each fitted
/// anew (B. Efron, R. J. Tibshirani, An Introduction to the Bootstrap (1993), ch. 16); rows of one target are put
/// together there, unless there is no other.
pub fn fit_of_hits(tries: &[Tries], sd: f64, range: [f64; 2]) -> Option<Misfit> {
    let beside = |at: &Tries| {
        let (n, [hit, missed]) = (at.n as f64, chances(at, sd));
        [(at.hits, n * hit), (at.n - at.hits, n * missed)]
    };
    let counts: Vec<(u64, f64)> = tries.iter().flat_map(beside).collect();
    if counts.iter().all(|(_, expected)| *expected >= FEW) {
        // of hits and misses one follows from the other
        let p = chi_square_beside(&counts, tries.len() as u64 + 1)?;
        return Some(Misfit { p, draws: None });
    }
    let targets = together(tries);
    let rows = if targets.len() > 1 { targets } else { tries.to_vec() };
    (rows.len() > 1).then(|| Misfit { p: by_draws(&rows, sd, range), draws: Some(DRAWS) })
}

/// The chances of a hit and of a miss.
fn chances(at: &Tries, sd: f64) -> [f64; 2] {
    let z = at.half_width / (sd * core::f64::consts::SQRT_2);
    [libm::erf(z), libm::erfc(z)]
}

/// Rows of one target in one.
fn together(tries: &[Tries]) -> Vec<Tries> {
    let mut sorted = tries.to_vec();
    sorted.sort_by(|one, other| one.half_width.total_cmp(&other.half_width));
    let mut rows: Vec<Tries> = Vec::new();
    for at in sorted {
        match rows.last_mut() {
            Some(row) if row.half_width == at.half_width => {
                (row.hits, row.n) = (row.hits + at.hits, row.n + at.n);
            }
            _ => rows.push(at),
        }
    }
    rows
}

/// The share of draws, these hits among them, that are as far from the error that is likeliest by them.
fn by_draws(rows: &[Tries], sd: f64, range: [f64; 2]) -> f64 {
    let seen = deviance(rows, range);
    let mut stream = Streams::new(0, 0, None).open(Purpose::named("misfit"));
    let mut is_as_far = || {
        let drawn: Vec<Tries> =
            rows.iter().map(|at| Tries { hits: binomial(at.n, chances(at, sd), &mut stream), ..*at }).collect();
        deviance(&drawn, range) >= seen - ROUNDING * (1.0 + seen)
    };
    let far = (0..DRAWS).filter(|_| is_as_far()).count();
    (far + 1) as f64 / (DRAWS + 1) as f64
}

/// Twice the logarithm of how much likelier hits are by their own shares than by the likeliest error.
fn deviance(rows: &[Tries], range: [f64; 2]) -> f64 {
    // rows of one target are as likely in one
    let targets = together(rows);
    let of = |log_sd: f64| log_likelihood(&targets, libm::exp(log_sd));
    let likeliest = Top::of(looked_at(rows, range), LOOKS, of).map_or(f64::NEG_INFINITY, |found| of(found.top));
    let own = |count: u64, n: u64| if count > 0 { count as f64 * libm::log(count as f64 / n as f64) } else { 0.0 };
    let saturated: f64 = rows.iter().map(|at| own(at.hits, at.n) + own(at.n - at.hits, at.n)).sum();
    2.0 * (saturated - likeliest)
}

/// So many hits of `n` by the chances of a hit and of a miss (V. Kachitvichyanukul, B. W. Schmeiser, Commun. ACM 31
/// (1988) 216, by inversion).
fn binomial(n: u64, [hit, missed]: [f64; 2], stream: &mut Stream) -> u64 {
    if hit > missed {
        return n - binomial(n, [missed, hit], stream);
    }
    let mean = n as f64 * hit;
    if mean > COUNTED {
        return (mean + (mean * missed).sqrt() * stream.normal()).round().clamp(0.0, n as f64) as u64;
    }
    let (mut place, mut hits) = (stream.uniform(), 0);
    let mut chance = libm::exp(n as f64 * libm::log1p(-hit));
    while place > chance && hits < n {
        place -= chance;
        hits += 1;
        chance *= (n - hits + 1) as f64 / hits as f64 * hit / missed;
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skill::{from_hits, half_angle_rad};

    const RANGE: [f64; 2] = [1e-5, core::f64::consts::FRAC_PI_2];

    fn tries(rows: &[(f64, u64, u64)]) -> Vec<Tries> {
        let row = |&(m, hits, n): &(f64, u64, u64)| Tries { half_width: half_angle_rad(0.016, m), hits, n };
        rows.iter().map(row).collect()
    }

    fn misfit(tries: &[Tries]) -> Option<Misfit> {
        fit_of_hits(tries, from_hits(tries, RANGE).expect("tries").sd, RANGE)
    }

    #[test]
    fn where_few_are_expected_draws_tell_the_misfit() {
        // whose deviances are 61.3 and 43.8 on one degree of freedom
        for (rows, wanted) in [([(0.3, 6, 20), (2.0, 16, 20)], 61.3), ([(0.2, 20, 30), (0.4, 30, 30)], 43.8)] {
            let seen = tries(&rows);
            assert!((deviance(&seen, RANGE) - wanted).abs() < 0.1, "{}", deviance(&seen, RANGE));
            let told = misfit(&seen).expect("two targets");
            assert!(told.p == 0.001 && told.draws == Some(DRAWS), "{told:?}");
            // the same hits try by try
            let single: Vec<Tries> = seen
                .iter()
                .flat_map(|at| (0..at.n).map(|k| Tries { hits: u64::from(k < at.hits), n: 1, ..*at }))
                .collect();
            assert_eq!(misfit(&single), Some(told));
        }
        assert_eq!(misfit(&tries(&[(0.3, 1, 3)])), None);
        assert_eq!(misfit(&tries(&[(0.3, 20, 20), (0.6, 20, 20)])).map(|told| told.p), Some(1.0), "all hit by any");
        // a target so near that few of the deviations looked at ever miss it
        let near = misfit(&tries(&[(0.0161, 3, 8), (2.0, 8, 8)])).expect("two targets");
        assert!(near.p <= 0.002, "{near:?}");
        // one target on two days
        let days = misfit(&tries(&[(1.0, 0, 9), (1.0, 9, 9)])).expect("two rows");
        assert!(days.p <= 0.002, "{days:?}");
    }

    #[test]
    fn few_hits_of_one_error_are_refused_as_rarely_as_the_level_says() {
        let mut refused = 0;
        for number in 0..300 {
            let mut stream = Streams::new(number, 0, None).open(Purpose::named("hits"));
            let mut seen = tries(&[(0.3, 0, 12), (0.6, 0, 12), (2.0, 0, 12)]);
            seen.iter_mut().for_each(|at| at.hits = binomial(at.n, chances(at, 0.03), &mut stream));
            let told = misfit(&seen).expect("three targets");
            assert!(told.draws.is_some(), "{seen:?}");
            refused += u32::from(told.p <= 0.05);
        }
        // 5 % of 300, within four standard errors; numbers this small leave steps in p, below the level
        assert!((1..=30).contains(&refused), "{refused} of 300");
    }

    #[test]
    fn drawn_numbers_of_hits_have_the_mean_and_the_spread_of_a_binomial() {
        let mut stream = Streams::new(1, 0, None).open(Purpose::named("hits"));
        for (n, hit) in [(12, 0.3), (40, 0.97), (100_000, 0.004), (10_000_000, 0.4)] {
            let draws = 4000;
            let drawn: Vec<f64> = (0..draws).map(|_| binomial(n, [hit, 1.0 - hit], &mut stream) as f64).collect();
            let mean = drawn.iter().sum::<f64>() / f64::from(draws);
            let square = drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(draws);
            let (wanted, variance) = (n as f64 * hit, n as f64 * hit * (1.0 - hit));
            assert!((mean - wanted).abs() < 4.0 * (variance / f64::from(draws)).sqrt(), "{n}: {mean}");
            // a variance from 4,000 numbers errs by 2.2 to 3 %
            assert!((square / variance - 1.0).abs() < 0.12, "{n}: {square} {variance}");
        }
    }
}
