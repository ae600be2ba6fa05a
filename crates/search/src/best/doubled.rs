//! A difference of two choices of which one has more shots: regression estimate of double sampling.

use tolley_statistics::estimates::Moments;

/// Pairs from which on a slope can be found.
const LEAST: usize = 10;

/// How much more the first of these pairs is worth than the second, and the standard error of that: what shots of the
/// first alone, the rest, say of it counts for the other as far as the two go together (W. G. Cochran, Sampling
/// Techniques, 3rd ed., 1977, ch. 12). The error is that of the jackknife over the pairs (R. R. Sitter, J. Am. Stat.
/// Assoc. 92 (1997) 780): the residuals that the plain formula takes are too small where a few large values make the
/// slope, so that of breaks nine of ten intervals or fewer held what they should. `None` of fewer than ten, or where
/// all but one of either are alike.
pub(super) fn regressed(pairs: &[(f64, f64)], rest: &Moments) -> Option<(f64, f64)> {
    if pairs.len() < LEAST || rest.n() < 2 {
        return None;
    }
    let m = pairs.len() as f64;
    let (x, y) = (mean(pairs.iter().map(|pair| pair.0), m), mean(pairs.iter().map(|pair| pair.1), m));
    let from_means: Vec<[f64; 2]> = pairs.iter().map(|(a, b)| [a - x, b - y]).collect();
    let sum = |of: fn(&[f64; 2]) -> f64| from_means.iter().map(of).sum::<f64>();
    let [xx, xy, yy] = [sum(|[a, _]| a * a), sum(|[a, b]| a * b), sum(|[_, b]| b * b)];
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
        let [xx, xy, yy] = [xx - scale * a * a, xy - scale * a * b, yy - scale * b * b];
        let varies = xx > f64::EPSILON * m * a * a && yy > f64::EPSILON * m * b * b;
        varies.then(|| value(*at, [xx, xy], m - 1.0).0)
    };
    let others: Vec<f64> = from_means.iter().map(without).collect::<Option<_>>()?;
    let centre = mean(others.iter().copied(), m);
    let variance = others.iter().map(|other| (other - centre) * (other - centre)).sum::<f64>() / scale;
    Some((told, variance.sqrt().hypot((1.0 - own) * rest.standard_error())))
}

fn mean(values: impl Iterator<Item = f64>, n: f64) -> f64 {
    values.sum::<f64>() / n
}
