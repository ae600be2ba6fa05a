//! The nearest curve that never rises.
//!
//! R. E. Barlow, D. J. Bartholomew, J. M. Bremner, H. D. Brunk, Statistical Inference under Order Restrictions (1972),
//! chapter 1: neighbours that rise are pooled.

/// Of numbers in their order the least squares fit that never rises.
pub fn never_rising(values: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::with_capacity(values.len());
    for value in values {
        let mut pool = (*value, 1);
        while let Some((mean, n)) = pools.last().copied().filter(|(mean, _)| *mean < pool.0) {
            pools.pop();
            pool = ((mean * n as f64 + pool.0 * pool.1 as f64) / (n + pool.1) as f64, n + pool.1);
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, n)| core::iter::repeat_n(mean, n)).collect()
}

/// How much of the spread of numbers in their order the nearest curve that never rises explains, and how much the one
/// that never falls: the sum of squares about the mean, which a constant explains nothing of (chapter 3, the test of
/// homogeneity against an order).
pub fn explained(values: &[f64]) -> [f64; 2] {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = |fit: Vec<f64>| fit.iter().map(|value| (value - mean).powi(2)).sum();
    let turned: Vec<f64> = values.iter().map(|value| -value).collect();
    let rising = never_rising(&turned).iter().map(|value| -value).collect();
    [squares(never_rising(values)), squares(rising)]
}

/// Where a curve through points, straight between them and never rising, comes down to 0: the first place if it is not
/// above 0 there, `None` if it is above 0 to the last.
pub fn comes_to_nothing(at: &[f64], values: &[f64]) -> Option<f64> {
    let down = never_rising(values);
    let place = down.iter().position(|value| *value <= 0.0)?;
    if place == 0 {
        return at.first().copied();
    }
    let ([from, to], [above, below]) = ([at[place - 1], at[place]], [down[place - 1], down[place]]);
    Some(from + (to - from) * above / (above - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_rise_are_pooled() {
        assert_eq!(never_rising(&[3.0, 1.0, 2.0, 0.0]), [3.0, 1.5, 1.5, 0.0]);
        assert_eq!(never_rising(&[1.0, 2.0, 3.0]), [2.0, 2.0, 2.0]);
        assert_eq!(never_rising(&[5.0, 4.0, 1.0]), [5.0, 4.0, 1.0]);
        assert!(never_rising(&[]).is_empty());
    }

    #[test]
    fn what_either_order_explains_is_that_of_scikit_learn() {
        // sklearn.isotonic.IsotonicRegression, both ways
        let [falling, rising] = explained(&[3.0, 1.0, 2.0, 2.5, 5.0, 4.0]);
        assert!((falling - 0.008_333_333_333_333_349).abs() < 1e-12, "{falling}");
        assert!((rising - 7.708_333_333_333_334).abs() < 1e-12, "{rising}");
    }

    #[test]
    fn the_way_down_ends_between_two_places() {
        let at = [0.0, 0.1, 0.5, 1.0];
        let is_near = |place: Option<f64>, at: f64| place.is_some_and(|place| (place - at).abs() < 1e-12);
        assert!(is_near(comes_to_nothing(&at, &[2.0, 1.0, -1.0, -4.0]), 0.3));
        assert_eq!(comes_to_nothing(&at, &[-1.0, -2.0, -3.0, -4.0]), Some(0.0));
        assert_eq!(comes_to_nothing(&at, &[4.0, 3.0, 2.0, 1.0]), None);
        // noise that rises again is no second crossing
        assert!(is_near(comes_to_nothing(&at, &[1.0, -1.0, 0.5, -1.0]), 0.08));
    }
}
