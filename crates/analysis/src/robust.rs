//! Does a finding keep its sign in every stratum? What nobody has measured is a stratum, never averaged away.

use std::cmp::Ordering;

use tolley_statistics::Estimate;

/// A stratum beside the whole: on which side of no effect its estimate lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// On that of the whole.
    Same,
    /// On the other, but its interval holds no effect too.
    Opposite,
    /// On the other, with its whole interval.
    OppositeResolved,
    /// On neither: one of them lies where there is no effect.
    Neither,
    /// It has no estimate.
    Unknown,
}

impl Side {
    /// As it is called.
    pub fn name(self) -> &'static str {
        match self {
            Side::Same => "same",
            Side::Opposite => "opposite, not resolved",
            Side::OppositeResolved => "opposite, resolved",
            Side::Neither => "no sign",
            Side::Unknown => "not known",
        }
    }

    /// Whether the sign is the other one.
    pub fn is_opposite(self) -> bool {
        matches!(self, Side::Opposite | Side::OppositeResolved)
    }
}

/// Whether the interval lies beyond what no effect is, which is 0 of a difference, 1 of a ratio.
pub fn is_resolved(estimate: &Estimate, null: f64) -> bool {
    estimate.interval.is_some_and(|[low, high]| low > null || high < null)
}

/// Where a stratum lies beside the whole.
pub fn side(whole: &Estimate, stratum: &Estimate, null: f64) -> Side {
    let sign = |estimate: &Estimate| estimate.value.and_then(|value| value.partial_cmp(&null));
    let (Some(of_whole), Some(of_stratum)) = (sign(whole), sign(stratum)) else { return Side::Unknown };
    match (of_whole, of_stratum) {
        (Ordering::Equal, _) | (_, Ordering::Equal) => Side::Neither,
        (one, other) if one == other => Side::Same,
        _ if is_resolved(stratum, null) => Side::OppositeResolved,
        _ => Side::Opposite,
    }
}

/// Whether the sign is that of the whole in all strata.
pub fn is_robust(sides: &[Side]) -> bool {
    sides.iter().all(|side| *side == Side::Same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { n: 9, value: Some(value), std_error: None, interval: Some([low, high]) }
    }

    #[test]
    fn a_sign_is_kept_opposite_or_opposite_and_resolved() {
        let whole = of(0.2, 0.1, 0.3);
        let cases = [
            (of(0.1, -0.4, 0.6), Side::Same),
            (of(-0.1, -0.4, 0.2), Side::Opposite),
            (of(-0.1, -0.2, -0.05), Side::OppositeResolved),
            (of(0.0, 0.0, 0.0), Side::Neither),
            (Estimate::default(), Side::Unknown),
        ];
        for (stratum, expected) in cases {
            assert_eq!(side(&whole, &stratum, 0.0), expected, "{stratum:?}");
        }
        assert!(is_robust(&[Side::Same, Side::Same]) && !is_robust(&[Side::Same, Side::Opposite]));
        assert!(!is_robust(&[Side::Same, Side::Neither]) && !is_robust(&[Side::Unknown]));
    }

    #[test]
    fn ratios_have_their_sign_beside_one() {
        let whole = of(0.8, 0.7, 0.9);
        assert!(is_resolved(&whole, 1.0) && !is_resolved(&of(0.9, 0.7, 1.1), 1.0));
        let cases = [
            (of(0.9, 0.5, 1.6), Side::Same),
            (of(1.2, 0.9, 1.6), Side::Opposite),
            (of(1.2, 1.1, 1.3), Side::OppositeResolved),
        ];
        for (stratum, expected) in cases {
            assert_eq!(side(&whole, &stratum, 1.0), expected, "{stratum:?}");
        }
        // what has no interval is never resolved
        assert!(!is_resolved(&Estimate { value: Some(2.0), ..Estimate::default() }, 1.0));
    }
}
