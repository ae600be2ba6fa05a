//! Do groups lie at other heights, whatever their shape? By ranks.

use crate::distributions::{chi_square_tail, normal_tail};
use crate::multiplicity::holm;

/// Values that differ by less than so much of their size are alike: means of the same numbers differ by rounding.
const ALIKE: f64 = 1e-12;

/// Two groups beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Numbers of the groups.
    pub groups: [usize; 2],
    /// Mean rank of the first less that of the second, in standard deviations.
    pub z: f64,
    /// Two-sided, corrected by Holm for all pairs.
    pub p: f64,
}

/// Groups beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Mean rank of each group, from 1.
    pub means: Vec<f64>,
    /// Kruskal and Wallis's H, ties taken into account.
    pub h: f64,
    /// The chance of so large an H where all groups are alike.
    pub p: f64,
    /// All pairs of groups.
    pub pairs: Vec<Pair>,
}

/// The test of W. H. Kruskal and W. A. Wallis (J. Am. Stat. Assoc. 47 (1952) 583,
/// <https://doi.org/10.1080/01621459.1952.10483441>), and after it that of O. J. Dunn (Technometrics 6 (1964) 241,
/// <https://doi.org/10.1080/00401706.1964.10490181>) for all pairs. `None` of fewer than two groups, of an empty one,
/// or where all values are alike.
pub fn kruskal_wallis(groups: &[Vec<f64>]) -> Option<Ranked> {
    if groups.len() < 2 || groups.iter().any(Vec::is_empty) {
        return None;
    }
    let mut all: Vec<(f64, usize)> =
        groups.iter().enumerate().flat_map(|(group, values)| values.iter().map(move |value| (*value, group))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = all.len() as f64;
    let mut sums = vec![0.0; groups.len()];
    let (mut ties, mut before) = (0.0, 0.0);
    for alike in all.chunk_by(|a, b| b.0 - a.0 <= ALIKE * (a.0.abs() + b.0.abs())) {
        let size = alike.len() as f64;
        // the mean of the ranks that they share
        alike.iter().for_each(|(_, group)| sums[*group] += before + (size + 1.0) / 2.0);
        ties += size * size * size - size;
        before += size;
    }
    let sizes: Vec<f64> = groups.iter().map(|values| values.len() as f64).collect();
    let squares: f64 = sums.iter().zip(&sizes).map(|(sum, size)| sum * sum / size).sum();
    let h = (12.0 / (n * (n + 1.0)) * squares - 3.0 * (n + 1.0)) / (1.0 - ties / (n * n * n - n));
    if !h.is_finite() {
        return None;
    }
    let means: Vec<f64> = sums.iter().zip(&sizes).map(|(sum, size)| sum / size).collect();
    let variance = (n * (n + 1.0) - ties / (n - 1.0)) / 12.0;
    let mut pairs = Vec::new();
    for one in 0..groups.len() {
        for other in one + 1..groups.len() {
            let z = (means[one] - means[other]) / (variance * (1.0 / sizes[one] + 1.0 / sizes[other])).sqrt();
            pairs.push(Pair { groups: [one, other], z, p: 2.0 * normal_tail(z.abs()) });
        }
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>());
    pairs.iter_mut().zip(corrected).for_each(|(pair, p)| pair.p = p);
    let p = chi_square_tail(groups.len() as f64 - 1.0, h)?;
    Some(Ranked { means, h, p, pairs })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-14
    }

    #[test]
    fn groups_are_told_apart_as_by_scipy() {
        // scipy.stats.kruskal
        let plain = [vec![2.9, 3.0, 2.5, 2.6, 3.2], vec![3.8, 2.7, 4.0, 2.4], vec![2.8, 3.4, 3.7, 2.2, 2.0]];
        let found = kruskal_wallis(&plain).expect("ranks");
        assert!(is_near(found.h, 0.771_428_571_428_572_2) && is_near(found.p, 0.679_964_773_578_893_6), "{found:?}");
        let tied = [
            vec![3.0, 5.0, 5.0, 8.0, 9.0, 9.0],
            vec![5.0, 6.0, 7.0, 7.0, 10.0],
            vec![9.0, 11.0, 12.0, 12.0, 12.0, 15.0, 3.0],
        ];
        let found = kruskal_wallis(&tied).expect("ranks");
        assert!(is_near(found.h, 5.696_207_928_197_455) && is_near(found.p, 0.057_954_099_823_428_25), "{found:?}");
        // scikit_posthocs.posthoc_dunn, as they are; Holm's by three, two and one
        let alone = [0.791_115_148_294_569_3, 0.028_353_735_344_996_404, 0.070_426_987_620_948_04];
        let wanted = [alone[0], 3.0 * alone[1], 2.0 * alone[2]];
        for (pair, p) in found.pairs.iter().zip(wanted) {
            assert!(is_near(pair.p, p), "{pair:?}, {p}");
        }
        assert!(found.pairs[1].z < 0.0, "the third group lies higher");
    }

    #[test]
    fn rounding_breaks_no_tie() {
        let groups = |three: f64| [vec![0.1, three, 0.5], vec![0.2, 0.3, 0.6]];
        assert_ne!(0.1 + 0.2, 0.3);
        let [one, other] = [0.3, 0.1 + 0.2].map(|three| kruskal_wallis(&groups(three)).expect("ranks").h);
        assert_eq!(one, other);
    }

    #[test]
    fn nothing_is_told_of_what_is_alike_or_empty() {
        assert_eq!(kruskal_wallis(&[vec![1.0, 1.0], vec![1.0]]), None);
        assert_eq!(kruskal_wallis(&[vec![1.0, 2.0]]), None);
        assert_eq!(kruskal_wallis(&[vec![1.0, 2.0], Vec::new()]), None);
    }
}
