//! Many tests at once: p-values corrected for how many there are.

/// Adjusted p-values of S. Holm (Scand. J. Stat. 6 (1979) 65): those at most `alpha` are the tests that may be rejected
/// together with at most `alpha` as the chance of any false rejection, however they depend on each other.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let mut adjusted = vec![1.0; p.len()];
    let mut so_far: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        so_far = so_far.max(((p.len() - rank) as f64 * p[index]).min(1.0));
        adjusted[index] = so_far;
    }
    adjusted
}

/// Adjusted p-values of Y. Benjamini and Y. Hochberg (J. R. Stat. Soc. B 57 (1995) 289,
/// <https://doi.org/10.1111/j.2517-6161.1995.tb02031.x>): of those at most `q` an expected share of `q` at most is
/// false, where the tests are independent or depend positively.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let mut adjusted = vec![1.0; p.len()];
    let mut so_far: f64 = 1.0;
    for (rank, &index) in order.iter().enumerate().rev() {
        so_far = so_far.min(p.len() as f64 / (rank + 1) as f64 * p[index]);
        adjusted[index] = so_far;
    }
    adjusted
}

/// Numbers of the p-values, smallest first, ties in their order.
fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T20: Benjamini and Hochberg's own example, 15 tests of thrombolysis.
    const P: [f64; 15] = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590,
        1.0,
    ];

    fn rejected(adjusted: &[f64]) -> usize {
        adjusted.iter().filter(|p| **p <= 0.05).count()
    }

    #[test]
    fn the_example_of_the_paper_is_rejected_as_often_as_the_paper_says() {
        assert_eq!(rejected(&benjamini_hochberg(&P)), 4);
        assert_eq!(rejected(&holm(&P)), 3);
        assert_eq!(P.iter().filter(|p| **p * 15.0 <= 0.05).count(), 3, "Bonferroni");
    }

    #[test]
    fn values_come_back_in_their_places() {
        // R: p.adjust(c(.03, .01, .04), "holm"), and "BH"
        let near = |got: &[f64], want: [f64; 3]| got.iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-15);
        assert!(near(&holm(&[0.03, 0.01, 0.04]), [0.06, 0.03, 0.06]));
        assert!(near(&benjamini_hochberg(&[0.03, 0.01, 0.04]), [0.04, 0.03, 0.04]));
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    }
}
