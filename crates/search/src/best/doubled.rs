//! A difference of two choices of which one has more shots: regression estimate of double sampling.

use tolley_statistics::estimates::Moments;

/// Pairs from which on a slope can be found.
const LEAST: usize = 10;
/// What is left of a sum when all but nothing is taken from it.
const ROUNDING: f64 = 1e-12;

/// How much more the first of these pairs is worth than the second, and the standard error of that: what shots of the
/// first alone, the rest, say of it counts for the other as far as the two go together (W. G. Cochran, Sampling
/// Techniques, 3rd ed., 1977, ch. 12). The error is that of the jackknife over the pairs (R. R. Sitter, J. Am. Stat.
/// Assoc. 92 (1997) 780): the residuals that the plain formula takes are too small where a few large values make the
/// slope, so that of breaks four of five intervals held what they should. `None` of fewer than ten, of less
/// than two of the rest, or where all but one of either are alike.
pub(super) fn regressed(pairs: &[(f64, f64)], rest: &Moments) -> Option<(f64, f64)> {
    if pairs.len() < LEAST || rest.n() < 2 {
        return None;
    }
    let m = pairs.len() as f64;
    let (x, y) = (mean(pairs.iter().map(|pair| pair.0), m), mean(pairs.iter().map(|pair| pair.1), m));
    let from_means: Vec<[f64; 2]> = pairs.iter().map(|(a, b)| [a - x, b - y]).collect();
    let sum = |of: fn(&[f64; 2]) -> f64| from_means.iter().map(of).sum::<f64>();
    let [xx, xy, yy] = [sum(|[a, _]| a * a), sum(|[a, b]| a * b), sum(|[_, b]| b * b)];
    let is_level = |sum: f64, mean: f64| sum <= m * (ROUNDING * mean) * (ROUNDING * mean);
    if is_level(xx, x) || is_level(yy, y) {
        return None;
    }
    let value = |left: [f64; 2], sums: [f64; 2], m: f64| {
        // the mean of the others, from the mean of all
        let [x, y] = [x - left[0] / m, y - left[1] / m];
        let (slope, n) = (sums[1] / sums[0], m + rest.n() as f64);
        let own = slope + (1.0 - slope) * m / n;
        ((own * x - y) + (1.0 - own) * rest.mean(), own)
    };
    let (told, own) = value([0.0, 0.0], [xx, xy], m);
    let scale = m / (m - 1.0);
    let without = |at: &[f64; 2]| {
        let [a, b] = *at;
        // sums about the mean of the others
        let left = [xx - scale * a * a, xy - scale * a * b, yy - scale * b * b];
        let varies = left[0] > ROUNDING * xx && left[2] > ROUNDING * yy;
        varies.then(|| value(*at, [left[0], left[1]], m - 1.0).0)
    };
    let others: Vec<f64> = from_means.iter().map(without).collect::<Option<_>>()?;
    let centre = mean(others.iter().copied(), m);
    let variance = others.iter().map(|other| (other - centre) * (other - centre)).sum::<f64>() / scale;
    Some((told, libm::hypot(variance.sqrt(), (1.0 - own) * rest.standard_error())))
}

fn mean(values: impl Iterator<Item = f64>, n: f64) -> f64 {
    values.sum::<f64>() / n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.add(*value));
        moments
    }

    /// Cochran's estimate, its sums written out.
    fn plainly(pairs: &[(f64, f64)], rest: &[f64]) -> f64 {
        let m = pairs.len() as f64;
        let mean = |values: &mut dyn Iterator<Item = f64>, n: f64| values.sum::<f64>() / n;
        let (x, y) = (mean(&mut pairs.iter().map(|pair| pair.0), m), mean(&mut pairs.iter().map(|pair| pair.1), m));
        let along: f64 = pairs.iter().map(|(a, b)| (a - x) * (b - y)).sum();
        let slope = along / pairs.iter().map(|(a, _)| (a - x) * (a - x)).sum::<f64>();
        let all = pairs.iter().map(|pair| pair.0).chain(rest.iter().copied());
        let first = mean(&mut all.clone(), m + rest.len() as f64);
        first - (y + slope * (first - x))
    }

    #[test]
    fn the_error_is_that_of_all_but_one_pair_each() {
        let pairs: Vec<(f64, f64)> = (0..14).map(|k| (f64::from(k * k % 11), f64::from(k * 3 % 7) + 0.4)).collect();
        let rest = [2.0, 9.0, 4.0, 4.5, 0.0];
        let (value, error) = regressed(&pairs, &moments(&rest)).expect("enough");
        assert!((value - plainly(&pairs, &rest)).abs() < 1e-12, "{value}");
        let without = |k: usize| {
            let others: Vec<(f64, f64)> =
                pairs.iter().enumerate().filter(|(at, _)| *at != k).map(|(_, pair)| *pair).collect();
            plainly(&others, &rest)
        };
        let others = moments(&(0..pairs.len()).map(without).collect::<Vec<_>>());
        let m = pairs.len() as f64;
        let jackknife = (m - 1.0) / m * (m - 1.0) * (others.standard_error().powi(2) * m);
        // the rest by itself, with its part of the estimate
        let moved: Vec<f64> = rest.iter().map(|x| x + 1.0).collect();
        let part = plainly(&pairs, &moved) - plainly(&pairs, &rest);
        let expected = libm::hypot(jackknife.sqrt(), part * moments(&rest).standard_error());
        assert!((error - expected).abs() < 1e-12 * expected, "{error} {expected}");
    }

    #[test]
    fn where_a_slope_hangs_on_one_pair_there_is_none() {
        let rest = moments(&[1.0, 2.0, 3.0]);
        let pairs = |x: fn(i32) -> f64, y: fn(i32) -> f64, n: i32| (0..n).map(|k| (x(k), y(k))).collect::<Vec<_>>();
        let rising = |k: i32| f64::from(k);
        let but_one = |k: i32| if k == 3 { 7.0 } else { 0.1 };
        assert!(regressed(&pairs(rising, rising, 10), &rest).is_some());
        assert!(regressed(&pairs(rising, rising, 9), &rest).is_none());
        assert!(regressed(&pairs(rising, rising, 10), &moments(&[1.0])).is_none());
        assert!(regressed(&pairs(but_one, rising, 12), &rest).is_none());
        assert!(regressed(&pairs(rising, but_one, 12), &rest).is_none());
        assert!(regressed(&pairs(|_| 0.1, rising, 12), &rest).is_none());
    }
}
