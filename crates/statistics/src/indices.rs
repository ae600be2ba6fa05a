//! How much of the spread of an outcome is owed to each of its inputs: Sobol's indices.
//!
//! A design of A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259, <https://doi.org/10.1016/j.cpc.2009.09.018>:
//! each row holds the outcome at a random point A, at another B, and, for each input, at A with that input of B.

/// Resamples of the bootstrap.
const RESAMPLES: usize = 1000;
/// 2.5 % of them.
const OUTSIDE: usize = RESAMPLES / 40;

/// Outcomes of one row of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// At A.
    pub a: f64,
    /// At B.
    pub b: f64,
    /// At A with one input of B, for each input.
    pub ab: Vec<f64>,
}

/// An index with its 95 % interval, the percentiles of the bootstrap over rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Index {
    /// The estimate.
    pub value: f64,
    /// Low and high.
    pub interval: [f64; 2],
}

/// Of one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Indices {
    /// S1: the share of the variance that would go if this input alone were known.
    pub first: Index,
    /// ST: the share that would stay if all but this input were known.
    pub total: Index,
}

/// S1 by Saltelli's estimator, ST by Jansen's (M. J. W. Jansen, Comput. Phys. Commun. 117 (1999) 35), for each input.
///
/// `noise` is the variance that chance alone gives a single outcome, such as p (1 - p) / n of a share of n trials; it
/// is taken out of both, so that they speak of the inputs alone. It must be independent between the outcomes of a row.
/// `below` draws a number below another, for the bootstrap. `None` without rows or where nothing varies.
pub fn indices(rows: &[Row], noise: f64, mut below: impl FnMut(u64) -> u64) -> Option<Vec<Indices>> {
    let inputs = rows.first()?.ab.len();
    let all: Vec<usize> = (0..rows.len()).collect();
    let values: Vec<[f64; 2]> = (0..inputs).map(|input| of_rows(rows, &all, input, noise)).collect();
    if values.iter().flatten().any(|value| !value.is_finite()) {
        return None;
    }
    let mut resampled = vec![Vec::with_capacity(RESAMPLES); inputs];
    for _ in 0..RESAMPLES {
        let drawn: Vec<usize> = (0..rows.len()).map(|_| below(rows.len() as u64) as usize).collect();
        for (input, values) in resampled.iter_mut().enumerate() {
            values.push(of_rows(rows, &drawn, input, noise));
        }
    }
    let index = |input: usize, which: usize| {
        let mut sorted: Vec<f64> = resampled[input].iter().map(|values| values[which]).collect();
        sorted.sort_by(f64::total_cmp);
        Index { value: values[input][which], interval: [sorted[OUTSIDE], sorted[RESAMPLES - 1 - OUTSIDE]] }
    };
    Some((0..inputs).map(|input| Indices { first: index(input, 0), total: index(input, 1) }).collect())
}

/// S1 and ST of one input from some of the rows.
fn of_rows(rows: &[Row], drawn: &[usize], input: usize, noise: f64) -> [f64; 2] {
    let n = drawn.len() as f64;
    let mean = drawn.iter().map(|row| rows[*row].a + rows[*row].b).sum::<f64>() / (2.0 * n);
    let (mut variance, mut shared, mut apart) = (0.0, 0.0, 0.0);
    for row in drawn.iter().map(|row| &rows[*row]) {
        let (a, b, ab) = (row.a - mean, row.b - mean, row.ab[input] - mean);
        variance += a * a + b * b;
        shared += b * (ab - a);
        apart += (a - ab) * (a - ab);
    }
    let of_inputs = variance / (2.0 * n) - noise;
    [shared / n / of_inputs, (apart / (2.0 * n) - noise) / of_inputs]
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::PI;
    use tolley_experiment::random::{Purpose, Stream, Streams};

    fn stream() -> Stream {
        Streams::new(23, 0, None).open(Purpose::named("rows"))
    }

    fn rows(n: usize, inputs: usize, stream: &mut Stream, f: impl Fn(&[f64], &mut Stream) -> f64) -> Vec<Row> {
        (0..n)
            .map(|_| {
                let mut point = || (0..inputs).map(|_| stream.uniform()).collect::<Vec<f64>>();
                let (a, b) = (point(), point());
                let mixed = |input: usize| {
                    let mut mixed = a.clone();
                    mixed[input] = b[input];
                    mixed
                };
                let points: Vec<Vec<f64>> = (0..inputs).map(mixed).collect();
                let ab = points.iter().map(|point| f(point, stream)).collect();
                Row { a: f(&a, stream), b: f(&b, stream), ab }
            })
            .collect()
    }

    fn ishigami(u: &[f64]) -> f64 {
        let x: Vec<f64> = u.iter().map(|u| PI * (2.0 * u - 1.0)).collect();
        let (sin, square) = (libm::sin(x[0]), x[2] * x[2]);
        sin + 7.0 * libm::sin(x[1]) * libm::sin(x[1]) + 0.1 * square * square * sin
    }

    /// That of T. Ishigami and T. Homma (1990) with 7 and 0.1 (strategy test T22).
    const ISHIGAMI: [[f64; 2]; 3] = [[0.3139, 0.5576], [0.4424, 0.4424], [0.0, 0.2437]];

    #[test]
    fn the_indices_of_ishigami_lie_within_their_intervals() {
        let mut stream = stream();
        let rows = rows(1 << 16, 3, &mut stream, |u, _| ishigami(u));
        let found = indices(&rows[..4096], 0.0, |n| stream.below(n)).expect("it varies");
        for (input, [first, total]) in ISHIGAMI.into_iter().enumerate() {
            let all = of_rows(&rows, &(0..rows.len()).collect::<Vec<_>>(), input, 0.0);
            assert!((all[0] - first).abs() < 0.02 && (all[1] - total).abs() < 0.02, "{input}: {all:?}");
            for (index, truth) in [(found[input].first, first), (found[input].total, total)] {
                let [low, high] = index.interval;
                let slack = 0.5 * (high - low);
                assert!((low - slack..=high + slack).contains(&truth), "{input}: {index:?}, not {truth}");
                assert!(high - low < 0.15, "{index:?}");
            }
        }
    }

    #[test]
    fn the_noise_of_wins_is_taken_out() {
        // a win has the chance 0.2 + 0.4 u0 + 0.2 u1: S1 = ST = 0.8 and 0.2; u2 does nothing
        let mut stream = stream();
        let repeats = 20;
        let rows = rows(20_000, 3, &mut stream, |u, stream| {
            let p = 0.2 + 0.4 * u[0] + 0.2 * u[1];
            (0..repeats).filter(|_| stream.uniform() < p).count() as f64 / f64::from(repeats)
        });
        // the mean of p (1 - p) / n: p has the mean 0.5 and the variance 0.2 / 12
        let noise = (0.25 - 0.2 / 12.0) / f64::from(repeats);
        let all: Vec<usize> = (0..rows.len()).collect();
        for (input, truth) in [0.8, 0.2, 0.0].into_iter().enumerate() {
            let [first, total] = of_rows(&rows, &all, input, noise);
            assert!((first - truth).abs() < 0.03 && (total - truth).abs() < 0.03, "{input}: {first} {total}");
            let [_, raw] = of_rows(&rows, &all, input, 0.0);
            assert!(raw > truth * 0.55 + 0.3, "what noise would have said: {raw}");
        }
    }

    #[test]
    fn what_does_not_vary_has_no_indices() {
        let rows = vec![Row { a: 1.0, b: 1.0, ab: vec![1.0] }; 10];
        assert_eq!(indices(&rows, 0.0, |_| 0), None);
        assert_eq!(indices(&[], 0.0, |_| 0), None);
    }
}
