//! Skill from data.

use tolley_experiment::random::{Purpose, Stream, Streams};
use tolley_search::execution::{Law, Noise};
use tolley_search::skill::{
    Landings, Tails, Tries, fit, from_hits, from_landings, half_angle_rad, hit_chance, of_counts,
};
use tolley_statistics::matrix::Matrix;

use crate::darts::{chances_at_bull, score};

fn stream(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("skill"))
}

/// Median, relative standard deviation, and the share of intervals that hold the truth.
fn judged(truth: f64, fits: &[(f64, [Option<f64>; 2])]) -> [f64; 3] {
    let mut sds: Vec<f64> = fits.iter().map(|(sd, _)| *sd).collect();
    sds.sort_by(f64::total_cmp);
    let n = sds.len() as f64;
    let mean = sds.iter().sum::<f64>() / n;
    let spread = (sds.iter().map(|sd| (sd - mean) * (sd - mean)).sum::<f64>() / (n - 1.0)).sqrt();
    let holds =
        |ends: &[Option<f64>; 2]| ends[0].is_none_or(|low| low <= truth) && ends[1].is_none_or(|high| truth <= high);
    let covered = fits.iter().filter(|(_, ends)| holds(ends)).count() as f64;
    [sds[sds.len() / 2], spread / truth, covered / n]
}

#[test]
fn a_hundred_scores_at_the_bull_tell_the_spread_and_landings_tell_it_twice_as_well() {
    // T2
    let (truth, noise) = (26.9, Noise::normal(&[26.9; 2]).expect("sds"));
    let mut scores = Vec::new();
    let mut landings = Vec::new();
    for seed in 0..1000 {
        let mut stream = stream(seed);
        let throws: Vec<Vec<f64>> = (0..100).map(|_| noise.draw(&[0.0; 2], &mut stream)).collect();
        let mut counts = [0; 61];
        throws.iter().for_each(|at| counts[score(at) as usize] += 1);
        let fitted = fit([2.0, 200.0], |sd| of_counts(&counts, &chances_at_bull(sd))).expect("a likelihood");
        scores.push((fitted.sd, fitted.interval));
        let fitted = from_landings(&throws).expect("throws");
        landings.push((fitted.sd, fitted.interval));
    }
    let [median, spread, covered] = judged(truth, &scores);
    let [_, spread_of_landings, covered_of_landings] = judged(truth, &landings);
    println!(
        "scores: median {median:.2} spread {spread:.4} covered {covered}; landings {spread_of_landings:.4} {covered_of_landings}"
    );
    assert!((median - truth).abs() < 0.5 && (spread - 0.118).abs() < 0.012, "{median} {spread}");
    assert!((0.93..=0.97).contains(&covered) && (0.93..=0.97).contains(&covered_of_landings));
    assert!(2.0 * spread_of_landings < spread);
}

/// Of a marble and a toley, in metres.
const RADII_M: f64 = 0.009_525 + 0.006_35;

#[test]
fn the_chance_of_a_hit_is_the_closed_form() {
    // T1: within 4 standard errors of a million shots
    let runs = 1_000_000;
    for (k, (sd_deg, distance, chance)) in
        [(1.0, 0.6, 0.8705), (1.0, 0.9, 0.6878), (2.0, 0.3, 0.8706), (3.0, 1.2, 0.1995)].into_iter().enumerate()
    {
        let sd = f64::to_radians(sd_deg);
        let got = hit_chance(half_angle_rad(RADII_M, distance), sd);
        assert!((got - chance).abs() < 6e-5, "{got}");
        let (mut stream, mut hits) = (stream(k as u64), 0);
        for _ in 0..runs {
            // the line of the shot passes the centre at this distance
            hits += u64::from(distance * libm::sin((sd * stream.normal()).abs()) <= RADII_M);
        }
        let error = (chance * (1.0 - chance) / runs as f64).sqrt();
        assert!((hits as f64 / runs as f64 - got).abs() < 4.0 * error, "{hits}");
    }
    for distance in [0.3, 0.6, 0.9, 1.2] {
        let angle = half_angle_rad(RADII_M, distance);
        let off = f64::to_radians(1e-6);
        assert!(distance * libm::sin(angle - off) < RADII_M && distance * libm::sin(angle + off) > RADII_M);
    }
}

#[test]
fn hits_at_distances_tell_the_spread() {
    let truth = f64::to_radians(2.0);
    let fits: Vec<_> = (0..1000)
        .map(|seed| {
            let mut stream = stream(seed);
            let tries: Vec<Tries> = [0.3, 0.6, 0.9, 1.2]
                .map(|distance| {
                    let half_width = half_angle_rad(RADII_M, distance);
                    let hits = (0..50).filter(|_| (truth * stream.normal()).abs() <= half_width).count() as u64;
                    Tries { half_width, hits, n: 50 }
                })
                .to_vec();
            let fitted = from_hits(&tries, [1e-4, 1.0]).expect("tries");
            (fitted.sd, fitted.interval)
        })
        .collect();
    let [median, spread, covered] = judged(truth, &fits);
    println!("hits: median {:.4} of {truth:.4}, spread {spread:.4}, covered {covered}", median);
    // the median within 4 of its standard errors, coverage within the stated 93 to 97 %
    assert!((median / truth - 1.0).abs() < 4.0 * 1.25 * spread / 1000.0_f64.sqrt());
    assert!((0.93..=0.97).contains(&covered), "{covered}");
}

#[test]
fn hits_alone_or_misses_alone_bound_the_spread_on_one_side() {
    let all = from_hits(&[Tries { half_width: 0.05, hits: 20, n: 20 }], [1e-4, 1.0]).expect("tries");
    assert!(all.interval[0].is_none() && all.interval[1].is_some_and(|high| high > 0.02 && high < 0.05), "{all:?}");
    let none = from_hits(&[Tries { half_width: 0.05, hits: 0, n: 20 }], [1e-4, 10.0]).expect("tries");
    assert!(none.interval[1].is_none() && none.interval[0].is_some_and(|low| low > 0.1), "{none:?}");
    assert!(from_hits(&[], [1e-4, 1.0]).is_none());
    assert!(!all.is_beyond && !none.is_beyond);
}

#[test]
fn what_is_likely_beyond_the_range_has_no_end_at_its_end() {
    // one of a million, of which an error of all directions would hit thousands
    let fitted = from_hits(&[Tries { half_width: 0.016, hits: 1, n: 1_000_000 }], [1e-5, 1.57]).expect("tries");
    assert!(fitted.is_beyond && fitted.interval == [None; 2], "{fitted:?}");
    // one of two at a hair has an error of its size, far below the range
    let fitted = from_hits(&[Tries { half_width: 1e-12, hits: 1, n: 2 }], [1e-5, 1.57]).expect("tries");
    // half hit within 0.6745 deviations
    assert!(!fitted.is_beyond && (fitted.sd * 0.674_489_75 / 1e-12 - 1.0).abs() < 1e-6, "{fitted:?}");
    // p (1 - p) is a quarter of exp(-1.9207) where p is 0.0381 and 0.9619, within 0.0477 and 2.073 deviations
    for (end, wanted) in fitted.interval.into_iter().zip([4.824e-13, 2.095e-11]) {
        assert!(end.is_some_and(|end| (end / wanted - 1.0).abs() < 0.01), "{end:?}, not {wanted}");
    }
}

#[test]
fn errors_that_differ_by_rounding_are_the_same() {
    let errors = |of: &dyn Fn(usize) -> f64| (0..9).map(|k| vec![of(k), k as f64]).collect::<Vec<_>>();
    // the last digit of a third
    assert!(Landings::new(&errors(&|k| 1.0 / 3.0 + 5.6e-17 * (k % 2) as f64)).is_none());
    // small errors are not rounding, as long as they differ by a part of their size
    assert!(Landings::new(&errors(&|k| 1e-17 * k as f64)).is_some());
}

/// Five numbers of every kind: each of 20 intervals holds what is true as often as it says.
#[test]
fn shots_of_known_errors_tell_all_means_deviations_and_correlations() {
    let (biases, sds) = ([0.01, -0.05, 0.0, 0.2, -5.0], [0.02, 0.08, 0.03, 0.4, 20.0]);
    let below = [&[][..], &[0.5], &[-0.2, 0.3], &[0.1, -0.5, -0.1], &[0.4, 0.2, -0.3, 0.25]];
    let correlation = |i: usize, j: usize| if i == j { 1.0 } else { below[i.max(j)][i.min(j)] };
    let covariance = Matrix::of(5, 5, |i, j| correlation(i, j) * sds[i] * sds[j]);
    let noise = Noise::new(Law::Normal, biases.to_vec(), &covariance).expect("a covariance");
    let truths = [&biases[..], &sds, &below.concat()].concat();
    let (runs, mut covered) = (1000, vec![0.0; truths.len()]);
    for seed in 0..runs {
        let mut stream = stream(7000 + seed);
        let errors: Vec<Vec<f64>> = (0..60).map(|_| noise.draw(&[0.0; 5], &mut stream)).collect();
        let fitted = Landings::new(&errors).expect("errors");
        let spreads = fitted.sd.iter().map(|sd| sd.interval.map(|end| end.expect("bounded")));
        let means = fitted.bias.iter().map(|bias| bias.1);
        let ends = means.chain(spreads).chain(fitted.correlation.iter().map(|found| found.1));
        for ((covered, [low, high]), truth) in covered.iter_mut().zip(ends).zip(&truths) {
            *covered += f64::from(u8::from(low <= *truth && *truth <= high)) / runs as f64;
        }
    }
    println!("five numbers: covered {covered:?}");
    // 4 standard errors of 95 % in 1,000: 2.8 points; of their mean less than 1
    assert!(covered.iter().all(|share| (share - 0.95).abs() < 0.028), "{covered:?}");
    let mean = covered.iter().sum::<f64>() / covered.len() as f64;
    assert!((mean - 0.95).abs() < 0.01, "{mean}");
}

#[test]
fn landings_tell_bias_spread_and_correlation() {
    let rows = [[4.0, -1.2], [-1.2, 9.0]];
    let noise = Noise::new(Law::Normal, vec![0.5, -1.0], &Matrix::of(2, 2, |i, j| rows[i][j])).expect("a covariance");
    let truths = [0.5, -1.0, 2.0, 3.0, -0.2];
    let mut covered = [0.0; 5];
    for seed in 0..1000 {
        let mut stream = stream(seed);
        let errors: Vec<Vec<f64>> = (0..50).map(|_| noise.draw(&[0.0; 2], &mut stream)).collect();
        let fitted = Landings::new(&errors).expect("errors");
        let closed = |ends: [Option<f64>; 2]| ends.map(|end| end.expect("bounded"));
        let intervals = [
            fitted.bias[0].1,
            fitted.bias[1].1,
            closed(fitted.sd[0].interval),
            closed(fitted.sd[1].interval),
            fitted.correlation[0].1,
        ];
        for (k, [low, high]) in intervals.into_iter().enumerate() {
            covered[k] += f64::from(u8::from(low <= truths[k] && truths[k] <= high)) / 1000.0;
        }
        assert!(fitted.noise().is_some());
    }
    println!("landings: covered {covered:?}");
    // 4 standard errors of 95 % in 1,000: 2.8 points
    assert!(covered.iter().all(|share| (share - 0.95).abs() < 0.028), "{covered:?}");
    assert!(Landings::new(&vec![vec![1.0, 2.0]; 9]).is_none());
}

/// Errors of this law, so many shots of two numbers: as if they were normal, and as they are.
fn tails(law: Law, correlation: f64, n: usize, seed: u64) -> (Landings, Tails) {
    let (sds, mut stream) = ([0.02, 0.1], stream(seed));
    let covariance = Matrix::of(2, 2, |i, j| sds[i] * sds[j] * if i == j { 1.0 } else { correlation });
    let noise = Noise::new(law, vec![0.01, 0.0], &covariance).expect("errors");
    let errors: Vec<Vec<f64>> = (0..n).map(|_| noise.draw(&[0.0; 2], &mut stream)).collect();
    let normal = Landings::new(&errors).expect("errors that differ");
    let tails = Tails::new(&errors, &normal).expect("two numbers");
    (normal, tails)
}

/// As if errors were normal, intervals of the first deviation held it in 66 %, and in 82 % of 60 shots.
#[test]
fn tails_of_students_t_are_told_from_normal_errors_with_their_deviation() {
    let runs = 200;
    for (dof, correlation, n, found) in [(4.0, 0.0, 200, 0.99), (4.0, 0.8, 200, 0.99), (5.0, 0.0, 60, 0.55)] {
        let (normal, all): (Vec<Landings>, Vec<Tails>) =
            (0..runs).map(|seed| tails(Law::StudentT { dof }, correlation, n, seed)).unzip();
        let share =
            |holds: &dyn Fn(&Tails) -> bool| all.iter().filter(|tails| holds(tails)).count() as f64 / runs as f64;
        let within = |ends: &[Option<f64>; 2], truth: f64| {
            ends[0].is_none_or(|low| low <= truth) && ends[1].is_none_or(|high| truth <= high)
        };
        let seen = share(&|tails| tails.p <= 0.05);
        let of_dof = share(&|tails| within(&tails.dof.1, dof));
        let of_sd = [0, 1].map(|i| share(&|tails| within(&tails.sd[i].interval, [0.02, 0.1][i])));
        let as_normal = normal.iter().filter(|normal| within(&normal.sd[0].interval, 0.02)).count();
        println!("dof {dof}, correlation {correlation}, {n} shots: seen {seen}, dof {of_dof}, deviations {of_sd:?}");
        println!("as if they were normal: {as_normal} of {runs}");
        assert!(as_normal as f64 <= 0.85 * runs as f64, "{as_normal}");
        // four standard errors of 0.95 are 0.06; correlated tails spread slopes more than was allowed for
        let least = if correlation > 0.0 { 0.84 } else { 0.89 };
        assert!(seen >= found && of_dof >= 0.89 && of_sd[0] >= 0.89 && of_sd[1] >= least);
    }
    for n in [20, 200] {
        let wrong = (0..2 * runs).filter(|seed| tails(Law::Normal, 0.3, n, *seed).1.p <= 0.05).count();
        println!("normal errors, {n} shots: {wrong} of {}", 2 * runs);
        assert!(wrong <= 2 * runs as usize * 9 / 100, "{wrong}");
    }
}

/// The likelihood has no bound where most errors are the same, and told a deviation of 4e-157; errors near the fewest
/// degrees of freedom were said to be of none.
#[test]
fn tails_that_are_not_told_are_none_and_heavy_ones_are_not_beyond_all() {
    let mut same = vec![vec![0.0]; 98];
    same.extend([vec![0.01], vec![-0.01]]);
    assert_eq!(Tails::new(&same, &Landings::new(&same).expect("errors that differ")), None);
    let beyond = (0..60).filter(|seed| tails(Law::StudentT { dof: 3.0 }, 0.0, 40, *seed).1.is_beyond).count();
    println!("beyond: {beyond} of 60");
    assert!(beyond <= 3, "{beyond}");
}
