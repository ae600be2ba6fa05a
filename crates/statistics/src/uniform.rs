//! Are counts spread evenly?

use crate::distributions::chi_square_tail;

/// The chance of counts as uneven as these where each is as likely as any other: Pearson's chi-square (K. Pearson,
/// Phil. Mag. (5) 50 (1900) 157). `None` of fewer than two kinds, or where fewer than five of each are expected, too
/// few for it (W. G. Cochran, Biometrics 10 (1954) 417).
pub fn chi_square(counts: &[u64]) -> Option<f64> {
    let (kinds, all) = (counts.len() as f64, counts.iter().sum::<u64>() as f64);
    let expected = all / kinds;
    if counts.len() < 2 || expected < 5.0 {
        return None;
    }
    let distance: f64 = counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum();
    chi_square_tail(kinds - 1.0, distance)
}

/// The chance of counts as far as these from those expected, of which so many numbers follow from others or were fitted
/// (Pearson's chi-square, as above; a fitted number takes a degree of freedom: R. A. Fisher, J. R. Stat. Soc. 87 (1924)
/// 442). `None` where nothing is left over to test.
pub fn chi_square_beside(counts: &[(u64, f64)], fitted: u64) -> Option<f64> {
    let freedom = (counts.len() as u64).checked_sub(fitted).filter(|freedom| *freedom > 0)?;
    let distance: f64 = counts.iter().map(|(count, expected)| (*count as f64 - expected).powi(2) / expected).sum();
    chi_square_tail(freedom as f64, distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_matches_scipy() {
        // scipy.stats.chisquare
        for (counts, p) in [
            (&[16, 18, 16, 14, 12, 12][..], 0.849_145_036_084_609_6),
            (&[30, 20], 0.157_299_207_050_285_13),
            (&[100, 100, 100], 1.0),
            (&[200, 150, 100], 5.777_748_519_419_128e-8),
        ] {
            let got = chi_square(counts).expect("enough");
            assert!((got - p).abs() < 1e-9, "{counts:?}: {got} is not {p}");
        }
        assert_eq!(chi_square(&[4, 3]), None);
        assert_eq!(chi_square(&[70]), None);
    }

    #[test]
    fn counts_beside_those_of_a_fit_lose_a_degree_of_freedom() {
        // scipy.stats.chisquare with ddof: distance 3, chi-square of 1 and of 2 degrees
        let counts = [(13, 10.0), (7, 10.0), (11, 10.0), (9, 10.0), (10, 10.0)];
        for (fitted, p) in [(4, 0.157_299_207_050_285_1), (3, 0.367_879_441_171_442_33)] {
            let got = chi_square_beside(&counts, fitted).expect("freedom");
            assert!((got - p).abs() < 1e-12, "{fitted}: {got} is not {p}");
        }
        assert_eq!(chi_square_beside(&counts, 5), None);
    }
}
