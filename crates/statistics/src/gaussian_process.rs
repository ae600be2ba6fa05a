//! A smooth surface through means that are known with errors: regression by a Gaussian process, whose covariance falls
//! with distance as Matern's of order 5/2 with a length for each input (C. E. Rasmussen, C. K. I. Williams, Gaussian
//! Processes for Machine Learning (2006), eq. 4.17, 5.8 and 2.42: likelihood, and a constant whose error counts).

use crate::estimates::{Estimate, normal_quantile_at};
use crate::matrix::{Matrix, cholesky, solve, solve_half};

/// Lengths, as shares of an input's range, between which the likeliest is looked for.
const LENGTHS: [f64; 2] = [0.05, 10.0];
/// The first guess, the first step of its logarithm, and the last.
const START: f64 = 0.5;
const STEPS: [f64; 2] = [1.0, 0.05];
/// Of the variance of the surface: added to that of each mean, so that equal places do not make its matrix singular.
const JITTER: f64 = 1e-9;
/// Parts of which each in turn is predicted by the others.
const FOLDS: usize = 5;
/// Of more places than these, so many, spread over all, tell the variance and the lengths: the work of each guess at
/// those grows with the third power.
const SEARCHED: usize = 300;
/// Steps by so much around a circle never come near each other (the golden section).
const SPREAD: f64 = 0.618_033_988_749_894_9;

/// What is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Where, each input from 0 to 1.
    pub at: Vec<f64>,
    /// The mean there.
    pub mean: f64,
    /// The square of its standard error.
    pub variance: f64,
    /// Degrees of freedom by which that is known; infinite where it is certain.
    pub freedom: f64,
}

/// A surface.
#[derive(Clone, Debug)]
pub struct Surface {
    at: Vec<Vec<f64>>,
    shape: Shape,
    root: Matrix,
    /// Solutions for the means less the constant, and for ones.
    weights: Vec<f64>,
    of_ones: Vec<f64>,
    constant: f64,
    likelihood: f64,
}

/// Variance and lengths.
#[derive(Clone, Debug, PartialEq)]
struct Shape {
    variance: f64,
    lengths: Vec<f64>,
}

impl Shape {
    fn covariance(&self, one: &[f64], other: &[f64]) -> f64 {
        let square = |((a, b), length): ((&f64, &f64), &f64)| ((a - b) / length).powi(2);
        let r = (5.0 * one.iter().zip(other).zip(&self.lengths).map(square).sum::<f64>()).sqrt();
        self.variance * (1.0 + r + r * r / 3.0) * libm::exp(-r)
    }
}

impl Surface {
    /// The likeliest one; `None` with fewer than four means, or where they do not differ.
    pub fn through(known: &[Known]) -> Option<Surface> {
        if known.len() <= SEARCHED {
            return Surface::likeliest(known);
        }
        let share = SEARCHED as f64 / known.len() as f64;
        let some = known.iter().enumerate().filter(|(place, _)| (*place as f64 * SPREAD).fract() < share);
        let some: Vec<Known> = some.map(|(_, known)| known.clone()).collect();
        Surface::of(known, Surface::likeliest(&some)?.shape)
    }

    fn likeliest(known: &[Known]) -> Option<Surface> {
        let n = known.len() as f64;
        let mean = known.iter().map(|known| known.mean).sum::<f64>() / n;
        let variance = known.iter().map(|known| (known.mean - mean).powi(2)).sum::<f64>() / n;
        if known.len() < 4 || variance.is_nan() || variance <= 0.0 {
            return None;
        }
        let inputs = known[0].at.len();
        // logarithms of the variance and of the lengths
        let mut best = vec![libm::log(variance)];
        best.resize(1 + inputs, libm::log(START));
        let ends = LENGTHS.map(libm::log);
        let of = |logs: &[f64]| {
            let lengths = logs[1..].iter().map(|log| libm::exp(log.clamp(ends[0], ends[1]))).collect();
            Surface::of(known, Shape { variance: libm::exp(logs[0]), lengths })
        };
        let mut surface = of(&best)?;
        let mut step = STEPS[0];
        // compass search: T. G. Kolda, R. M. Lewis, V. Torczon, SIAM Review 45 (2003) 385
        while step > STEPS[1] {
            let mut is_better = false;
            for (input, sign) in (0..=inputs).flat_map(|input| [(input, 1.0), (input, -1.0)]) {
                let mut tried = best.clone();
                tried[input] += sign * step;
                if input > 0 {
                    tried[input] = tried[input].clamp(ends[0], ends[1]);
                }
                if let Some(found) = of(&tried).filter(|found| found.likelihood > surface.likelihood) {
                    (best, surface, is_better) = (tried, found, true);
                }
            }
            if !is_better {
                step *= 0.5;
            }
        }
        Some(surface)
    }

    fn of(known: &[Known], shape: Shape) -> Option<Surface> {
        let n = known.len();
        let jitter = JITTER * shape.variance;
        let matrix = Matrix::of(n, n, |i, j| {
            let own = if i == j { known[i].variance + jitter } else { 0.0 };
            shape.covariance(&known[i].at, &known[j].at) + own
        });
        let root = cholesky(&matrix)?;
        let of_ones = solve(&root, &vec![1.0; n]);
        let ones: f64 = of_ones.iter().sum();
        let constant = known.iter().zip(&of_ones).map(|(known, weight)| known.mean * weight).sum::<f64>() / ones;
        let off: Vec<f64> = known.iter().map(|known| known.mean - constant).collect();
        let weights = solve(&root, &off);
        let square: f64 = off.iter().zip(&weights).map(|(off, weight)| off * weight).sum();
        let logs: f64 = (0..n).map(|i| libm::log(root[(i, i)])).sum();
        let at = known.iter().map(|known| known.at.clone()).collect();
        Some(Surface { at, shape, root, weights, of_ones, constant, likelihood: -0.5 * square - logs })
    }

    /// The mean at a place, and its standard error.
    pub fn at(&self, place: &[f64]) -> [f64; 2] {
        let covariances = self.covariances(place);
        let mean = self.mean_by(&covariances);
        let explained: f64 = solve_half(&self.root, &covariances).iter().map(|half| half * half).sum();
        let ones: f64 = self.of_ones.iter().sum();
        let off = 1.0 - covariances.iter().zip(&self.of_ones).map(|(a, b)| a * b).sum::<f64>();
        let variance = self.shape.variance - explained + off * off / ones;
        [mean, variance.max(0.0).sqrt()]
    }

    /// The mean at a place.
    pub fn mean(&self, place: &[f64]) -> f64 {
        self.mean_by(&self.covariances(place))
    }

    fn covariances(&self, place: &[f64]) -> Vec<f64> {
        self.at.iter().map(|at| self.shape.covariance(at, place)).collect()
    }

    fn mean_by(&self, covariances: &[f64]) -> f64 {
        self.constant + covariances.iter().zip(&self.weights).map(|(a, b)| a * b).sum::<f64>()
    }

    /// The length of each input, as a share of its range.
    pub fn lengths(&self) -> &[f64] {
        &self.shape.lengths
    }
}

/// What surfaces through four fifths of the means tell of the last, each fifth in turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The share of the variance of the means; chance in them counts against it.
    pub r2: f64,
    /// The share of what of that variance is not chance, with its 95 % interval over places and over what is not known
    /// of the chance; it may lie beyond 0 and 1. Nothing where all may be chance, or for means that share their chance.
    pub r2_without_chance: Estimate,
}

/// How well surfaces tell means that they did not see; `None` where one has no surface.
pub fn cross_validated(known: &[Known]) -> Option<Told> {
    let mean = known.iter().map(|known| known.mean).sum::<f64>() / known.len() as f64;
    // square of what was missed, and of how far off the mean of all; the variance of the mean, and of that itself
    let mut squares: Vec<[f64; 4]> = Vec::new();
    for fold in 0..FOLDS {
        // places follow each other in rows: every fifth is far from none of the others
        let (left_out, others): (Vec<_>, Vec<_>) =
            known.iter().cloned().enumerate().partition(|(i, _)| i % FOLDS == fold);
        let others: Vec<Known> = others.into_iter().map(|(_, known)| known).collect();
        let surface = Surface::through(&others)?;
        squares.extend(left_out.iter().map(|(_, known)| {
            let of_variance = 2.0 * known.variance.powi(2) / known.freedom;
            [(known.mean - surface.mean(&known.at)).powi(2), (known.mean - mean).powi(2), known.variance, of_variance]
        }));
    }
    let sum = |k: usize| squares.iter().map(|of| of[k]).sum::<f64>();
    Some(Told { r2: 1.0 - sum(0) / sum(1), r2_without_chance: without_chance(&squares) })
}

/// One less the ratio of what was missed to what there is, the variance of each mean taken off both. The ratios that
/// are not refuted are those of E. C. Fieller, J. R. Stat. Soc. B 16 (1954) 175: misses less the ratio times what there
/// is come to nothing within their error, in which both count, and how badly the variances are known. Where any ratio
/// may be true, because all that there is may be chance, nothing is told.
fn without_chance(squares: &[[f64; 4]]) -> Estimate {
    let n = squares.len() as f64;
    let pairs = || squares.iter().map(|[miss, off, chance, _]| [miss - chance, off - chance]);
    let [missed, there] = pairs().fold([0.0; 2], |[a, b], [missed, there]| [a + missed, b + there]);
    let nothing = Estimate { n: squares.len() as u64, ..Estimate::default() };
    if there.is_nan() || there <= 0.0 {
        return nothing;
    }
    // what is not known of the variances is in both sums
    let of_variances: f64 = squares.iter().map(|of| of[3]).sum();
    let covariance = |i: usize, j: usize| {
        let means = [missed / n, there / n];
        let product = |pair: [f64; 2]| (pair[i] - means[i]) * (pair[j] - means[j]);
        pairs().map(product).sum::<f64>() * n / (n - 1.0) + of_variances
    };
    let z2 = normal_quantile_at(0.975).powi(2);
    let [a, b, c] = [
        there * there - z2 * covariance(1, 1),
        missed * there - z2 * covariance(0, 1),
        missed * missed - z2 * covariance(0, 0),
    ];
    if a <= 0.0 {
        return nothing;
    }
    let half = (b * b - a * c).max(0.0).sqrt();
    let ratio = missed / there;
    let error = (covariance(0, 0) - 2.0 * ratio * covariance(0, 1) + ratio * ratio * covariance(1, 1)).max(0.0).sqrt();
    Estimate {
        n: squares.len() as u64,
        value: Some(1.0 - ratio),
        std_error: Some(error / there),
        interval: Some([1.0 - (b + half) / a, 1.0 - (b - half) / a]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tolley_experiment::random::{Purpose, Stream, Streams};

    fn stream(seed: u64) -> Stream {
        Streams::new(seed, 0, None).open(Purpose::named("surface"))
    }

    /// A hill that does not mind its third input.
    fn hill(at: &[f64]) -> f64 {
        libm::exp(-4.0 * ((at[0] - 0.3).powi(2) + (at[1] - 0.6).powi(2))) + 0.5 * at[0]
    }

    fn known(stream: &mut Stream, n: usize, error: f64) -> Vec<Known> {
        let one = |_| {
            let at: Vec<f64> = (0..3).map(|_| stream.uniform()).collect();
            let mean = hill(&at) + error * stream.normal();
            Known { at, mean, variance: error * error, freedom: f64::INFINITY }
        };
        (0..n).map(one).collect()
    }

    #[test]
    fn a_surface_without_errors_goes_through_what_is_known_and_between() {
        let mut stream = stream(1);
        let known = known(&mut stream, 60, 0.0);
        let surface = Surface::through(&known).expect("they differ");
        for one in &known {
            let [mean, error] = surface.at(&one.at);
            assert!((mean - one.mean).abs() < 1e-5 && error < 1e-2, "{mean} {} {error}", one.mean);
        }
        let worst = (0..200)
            .map(|_| (0..3).map(|_| stream.uniform_in(0.1, 0.9)).collect::<Vec<f64>>())
            .map(|at| (surface.mean(&at) - hill(&at)).abs())
            .fold(0.0, f64::max);
        assert!(worst < 0.06, "{worst}");
        // what does not matter is longer than what does
        assert!(surface.lengths()[2] > 2.0 * surface.lengths()[0], "{:?}", surface.lengths());
        assert!(cross_validated(&known).expect("enough").r2 > 0.95);
    }

    #[test]
    fn intervals_of_places_between_cover_the_truth() {
        let mut stream = stream(2);
        let (mut covered, mut of) = (0, 0);
        for _ in 0..20 {
            let surface = Surface::through(&known(&mut stream, 60, 0.1)).expect("they differ");
            for _ in 0..50 {
                let at: Vec<f64> = (0..3).map(|_| stream.uniform()).collect();
                let [mean, error] = surface.at(&at);
                covered += u32::from((hill(&at) - mean).abs() <= 1.96 * error);
                of += 1;
            }
        }
        // places of one surface err together: 95 % by some six points in a hundred
        assert!((885..=995).contains(&covered), "{covered} of {of}");
    }

    #[test]
    fn of_many_places_a_surface_tells_what_is_not_chance() {
        // chance of four times the variance of the hill, at more places than tell the lengths
        let mut stream = stream(4);
        let known = known(&mut stream, 900, 0.5);
        let surface = Surface::through(&known).expect("they differ");
        let off = |place: &[f64]| {
            let [mean, error] = surface.at(place);
            [hill(place) - mean, error]
        };
        let offs: Vec<[f64; 2]> = known.iter().map(|known| off(&known.at)).collect();
        let covered = offs.iter().filter(|[off, error]| off.abs() <= 1.96 * error).count();
        assert!((810..=900).contains(&covered), "{covered} of 900");
        assert!(offs.iter().all(|[_, error]| *error < 0.25), "an interval that is told apart from that of one place");
    }

    #[test]
    fn places_left_out_are_told_but_for_chance() {
        // half of the variance is chance
        let told = (0..16).map(|seed| cross_validated(&known(&mut stream(100 + seed), 300, 0.25)).expect("enough"));
        let told: Vec<Told> = told.collect();
        assert!(told.iter().all(|told| told.r2 < 0.5), "{told:?}");
        let shares =
            told.iter().filter_map(|told| Some((told.r2_without_chance.value?, told.r2_without_chance.interval?)));
        let shares: Vec<(f64, [f64; 2])> = shares.collect();
        let mean = shares.iter().map(|(share, _)| share).sum::<f64>() / shares.len() as f64;
        let held = shares.iter().filter(|(_, [low, high])| *low < 0.95 && 0.95 < *high).count();
        assert!(shares.len() == 16 && (0.8..1.1).contains(&mean) && held >= 14, "{mean}, {held} of {}", shares.len());
    }

    /// What a hill's surfaces truly tell of the places left out, and the interval that is said of it, of means of so
    /// many trials each whose spread is only known by them.
    fn truly_told(stream: &mut Stream, places: usize, trials: u32, error: f64) -> (f64, Option<[f64; 2]>) {
        let freedom = f64::from(trials - 1);
        let known: Vec<Known> = known(stream, places, error)
            .into_iter()
            .map(|known| {
                let chi2: f64 = (1..trials).map(|_| stream.normal().powi(2)).sum();
                Known { variance: error * error * chi2 / freedom, freedom, ..known }
            })
            .collect();
        // as of neighbours together
        let variance = known.iter().map(|known| known.variance).sum::<f64>() / places as f64;
        let known: Vec<Known> = known.into_iter().map(|known| Known { variance, ..known }).collect();
        let mean = known.iter().map(|known| hill(&known.at)).sum::<f64>() / places as f64;
        let (mut missed, mut there) = (0.0, 0.0);
        for fold in 0..FOLDS {
            let others: Vec<Known> = (0..places).filter(|i| i % FOLDS != fold).map(|i| known[i].clone()).collect();
            let surface = Surface::through(&others).expect("they differ");
            for one in known.iter().skip(fold).step_by(FOLDS) {
                missed += (hill(&one.at) - surface.mean(&one.at)).powi(2);
                there += (hill(&one.at) - mean).powi(2);
            }
        }
        (1.0 - missed / there, cross_validated(&known).expect("enough").r2_without_chance.interval)
    }

    /// Of so many rows those whose interval holds what is truly told, and those without an interval.
    fn held(seed: u64, rows: u32, (places, trials, error): (usize, u32, f64)) -> [u32; 2] {
        let mut stream = stream(seed);
        let (mut held, mut silent) = (0, 0);
        for _ in 0..rows {
            match truly_told(&mut stream, places, trials, error) {
                (truth, Some([low, high])) => held += u32::from((low..=high).contains(&truth)),
                (_, None) => silent += 1,
            }
        }
        [held, silent]
    }

    #[test]
    #[ignore = "300 rows of surfaces; some minutes"]
    fn the_interval_of_what_is_told_but_for_chance_holds_where_most_is_chance_or_is_silent() {
        // one half, four fifths and more of the variance is chance; whose variance is known well and badly
        for case in [(100, 20, 0.25), (100, 20, 0.4), (100, 3, 0.25)] {
            let [held, silent] = held(7, 100, case);
            // all that is silent says nothing false; four standard errors below 95 %
            assert!(held + silent >= 87, "{case:?}: {held} held, {silent} silent of 100");
        }
    }

    #[test]
    fn the_interval_of_what_is_told_but_for_chance_is_silent_where_all_may_be_chance() {
        let [held, silent] = held(8, 10, (60, 3, 1.0));
        assert!(silent >= 5 && held + silent >= 9, "{held} held, {silent} silent of 10");
    }

    #[test]
    fn noise_alone_is_not_predicted() {
        let mut stream = stream(3);
        let noise = |_| Known {
            at: vec![stream.uniform(), stream.uniform()],
            mean: stream.normal(),
            variance: 1.0,
            freedom: f64::INFINITY,
        };
        let known: Vec<Known> = (0..50).map(noise).collect();
        let r2 = cross_validated(&known).expect("they differ").r2;
        assert!(r2 < 0.2, "{r2}");
        let [_, error] = Surface::through(&known).expect("they differ").at(&[0.5, 0.5]);
        assert!(error < 0.6, "{error}");
        assert!(Surface::through(&known[..3]).is_none());
        let same: Vec<Known> = known.iter().map(|known| Known { mean: 1.0, ..known.clone() }).collect();
        assert!(Surface::through(&same).is_none());
    }
}
