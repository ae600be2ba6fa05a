//! Distributions of the values of an axis, by their quantiles, so that a design of the unit cube becomes one of keys.

use serde::{Deserialize, Serialize};

use crate::random::normal_quantile;

/// How the values of an axis are spread; numbers in SI.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Distribution {
    /// Every number between the ends is as likely.
    Uniform {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// The logarithm is uniform.
    LogUniform {
        /// Least value, above 0.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// Normal, cut off at ends that it may have.
    Normal {
        /// Of the uncut distribution.
        mean: f64,
        /// Standard deviation of the uncut distribution.
        sd: f64,
        /// Least value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<f64>,
        /// Greatest value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<f64>,
    },
    /// The density rises from `min` to `mode` and falls to `max`.
    Triangular {
        /// Least value.
        min: f64,
        /// Likeliest value.
        mode: f64,
        /// Greatest value.
        max: f64,
    },
    /// Every whole number between the ends is as likely.
    Whole {
        /// Least value.
        min: u64,
        /// Greatest value.
        max: u64,
    },
}

impl Distribution {
    /// What is wrong with its parameters.
    pub fn check(&self) -> Result<(), String> {
        let ends = |min: f64, max: f64| match min < max && min.is_finite() && max.is_finite() {
            true => Ok(()),
            false => Err(format!("min {min} is not below max {max}")),
        };
        match *self {
            Distribution::Uniform { min, max } => ends(min, max),
            Distribution::LogUniform { min, max } if min > 0.0 => ends(min, max),
            Distribution::LogUniform { min, .. } => Err(format!("log-uniform needs a positive min, not {min}")),
            Distribution::Normal { mean, sd, min, max } => {
                if !(sd > 0.0 && sd.is_finite() && mean.is_finite()) {
                    return Err(format!("sd {sd} is not positive"));
                }
                let (low, high) = (min.unwrap_or(f64::MIN), max.unwrap_or(f64::MAX));
                ends(low, high)?;
                // beyond that no number between the ends has a probability that f64 can tell from 0
                let is_near = (low - mean) / sd < FARTHEST_SD && (mean - high) / sd < FARTHEST_SD;
                if is_near { Ok(()) } else { Err(format!("min and max are more than {FARTHEST_SD} sd from the mean")) }
            }
            Distribution::Triangular { min, mode, max } => {
                ends(min, max)?;
                let is_between = (min..=max).contains(&mode);
                if is_between { Ok(()) } else { Err(format!("mode {mode} is not between min {min} and max {max}")) }
            }
            Distribution::Whole { min, max } if min < max => Ok(()),
            Distribution::Whole { min, max } => Err(format!("min {min} is not below max {max}")),
        }
    }

    /// Least and greatest value that it can have, with numbers of [0, 1) where `from_zero`, else of (0, 1).
    pub fn reach(&self, from_zero: bool) -> [f64; 2] {
        let quantile = Quantile::of(self);
        let step = (1u64 << 53) as f64;
        let least = if from_zero { 0.0 } else { 0.5 / step };
        [quantile.at(least), quantile.at(1.0 - 1.0 / step)]
    }
}

/// A cut-off farther from the mean than this, in sd, is refused.
const FARTHEST_SD: f64 = 8.0;

/// A distribution made ready: what does not change from value to value is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quantile {
    Uniform { min: f64, max: f64 },
    LogUniform { min: f64, max: f64, log_min: f64, log_max: f64 },
    Normal { mean: f64, sd: f64, cut: Option<Cut> },
    Triangular { min: f64, mode: f64, max: f64 },
    Whole { min: u64, max: u64 },
}

/// The ends of a truncated normal distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cut {
    ends: [f64; 2],
    /// 1 or -1: the distribution is mirrored where most of it lies above the mean, so that no digits are lost.
    sign: f64,
    /// Probabilities below the ends of the standard distribution, mirrored.
    below: [f64; 2],
}

impl Quantile {
    pub(crate) fn of(distribution: &Distribution) -> Quantile {
        match *distribution {
            Distribution::Uniform { min, max } => Quantile::Uniform { min, max },
            Distribution::LogUniform { min, max } => {
                Quantile::LogUniform { min, max, log_min: libm::log(min), log_max: libm::log(max) }
            }
            Distribution::Normal { mean, sd, min: None, max: None } => Quantile::Normal { mean, sd, cut: None },
            Distribution::Normal { mean, sd, min, max } => {
                let ends = [min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY)];
                let standard = ends.map(|end| (end - mean) / sd);
                let is_mirrored = standard[0] + standard[1] > 0.0;
                let below =
                    if is_mirrored { [-standard[1], -standard[0]] } else { standard }.map(standard_normal_below);
                let sign = if is_mirrored { -1.0 } else { 1.0 };
                Quantile::Normal { mean, sd, cut: Some(Cut { ends, sign, below }) }
            }
            Distribution::Triangular { min, mode, max } => Quantile::Triangular { min, mode, max },
            Distribution::Whole { min, max } => Quantile::Whole { min, max },
        }
    }

    /// Whether it has whole numbers alone.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self, Quantile::Whole { .. })
    }

    /// The number below which a share `u` of all values lies, 0 <= u < 1.
    #[inline]
    pub(crate) fn at(&self, u: f64) -> f64 {
        match *self {
            // the sum may round to beyond an end
            Quantile::Uniform { min, max } => (u * (max - min) + min).clamp(min, max),
            Quantile::LogUniform { min, max, log_min, log_max } => {
                libm::exp(u * (log_max - log_min) + log_min).clamp(min, max)
            }
            Quantile::Normal { mean, sd, cut: None } => mean + sd * normal_quantile(u),
            Quantile::Normal { mean, sd, cut: Some(Cut { ends: [min, max], sign, below: [low, high] }) } => {
                let u = if sign < 0.0 { 1.0 - u } else { u };
                (mean + sd * (sign * normal_quantile(u * (high - low) + low))).clamp(min, max)
            }
            Quantile::Triangular { min, mode, max } => {
                let rising = (mode - min) / (max - min);
                let value = if u < rising {
                    min + ((max - min) * (mode - min) * u).sqrt()
                } else {
                    max - ((max - min) * (max - mode) * (1.0 - u)).sqrt()
                };
                value.clamp(min, max)
            }
            Quantile::Whole { min, max } => {
                let count = (max - min) as f64 + 1.0;
                min as f64 + (u * count).floor().min(count - 1.0)
            }
        }
    }
}

/// The share of the standard normal distribution below `x`, to full relative precision below 0.
fn standard_normal_below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * core::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(distribution: &Distribution, shares: &[f64]) -> Vec<f64> {
        shares.iter().map(|u| Quantile::of(distribution).at(*u)).collect()
    }

    /// Values of `scipy.stats` 1.17.1: `uniform`, `loguniform`, `norm`, `truncnorm` and `triang` `.ppf`.
    #[test]
    fn quantiles_are_those_of_scipy() {
        let truncated = |min, max| Distribution::Normal { mean: 0.45, sd: 0.05, min, max };
        let cases: Vec<(Distribution, [f64; 3])> = vec![
            (Distribution::Uniform { min: 1.0, max: 4.0 }, [1.03, 2.5, 3.925]),
            (
                Distribution::LogUniform { min: 0.01, max: 100.0 },
                [0.01096478196143185, 1.0000000000000009, 79.43282347242818],
            ),
            (truncated(None, None), [0.333682606297958, 0.45, 0.5479981992270027]),
            (truncated(Some(0.4), Some(0.52)), [0.40154770311621424, 0.454889351580519, 0.5141427725551495]),
            (truncated(Some(0.55), None), [0.5502115780269434, 0.5638802419404729, 0.6127051960468259]),
            (truncated(None, Some(0.3)), [0.24012927811971646, 0.2897422539700533, 0.2996148420689591]),
            (
                Distribution::Triangular { min: 1.0, mode: 1.5, max: 4.0 },
                [1.122474487139159, 2.0635083268962915, 3.5669872981077804],
            ),
        ];
        for (distribution, expected) in cases {
            let found = at(&distribution, &[0.01, 0.5, 0.975]);
            for (found, expected) in found.iter().zip(expected) {
                assert!((found - expected).abs() <= 1e-14 * expected.abs(), "{distribution:?}: {found} {expected}");
            }
        }
    }

    #[test]
    fn values_stay_within_their_ends() {
        let last = 1.0 - f64::EPSILON / 2.0;
        for (distribution, [low, high]) in [
            (Distribution::Uniform { min: 0.1, max: 0.3 }, [0.1, 0.3]),
            (Distribution::LogUniform { min: 0.1, max: 0.7 }, [0.1, 0.7]),
            (Distribution::Normal { mean: 0.0, sd: 1.0, min: Some(5.0), max: Some(6.0) }, [5.0, 6.0]),
            (Distribution::Normal { mean: 0.0, sd: 1.0, min: Some(-7.0), max: Some(-6.5) }, [-7.0, -6.5]),
            (Distribution::Triangular { min: 0.1, mode: 0.3, max: 0.3 }, [0.1, 0.3]),
            (Distribution::Whole { min: 3, max: 7 }, [3.0, 7.0]),
        ] {
            let found = at(&distribution, &[0.0, last]);
            assert!((found[0] - low).abs() < 1e-12 && found[0] >= low, "{distribution:?}: {found:?}");
            assert!((found[1] - high).abs() < 1e-12 && found[1] <= high, "{distribution:?}: {found:?}");
            assert!(distribution.check().is_ok());
        }
        assert_eq!(
            at(&Distribution::Whole { min: 3, max: 7 }, &[0.0, 0.199, 0.2, 0.5, 0.99]),
            [3.0, 3.0, 4.0, 5.0, 7.0]
        );
    }

    #[test]
    fn what_no_value_can_have_is_refused() {
        for (distribution, expected) in [
            (Distribution::Uniform { min: 2.0, max: 2.0 }, "min 2 is not below max 2"),
            (Distribution::LogUniform { min: 0.0, max: 2.0 }, "log-uniform needs a positive min, not 0"),
            (Distribution::Normal { mean: 0.0, sd: 0.0, min: None, max: None }, "sd 0 is not positive"),
            (
                Distribution::Normal { mean: 0.0, sd: 1.0, min: Some(9.0), max: None },
                "min and max are more than 8 sd from the mean",
            ),
            (Distribution::Triangular { min: 0.0, mode: 2.0, max: 1.0 }, "mode 2 is not between min 0 and max 1"),
            (Distribution::Uniform { min: f64::NAN, max: 2.0 }, "min NaN is not below max 2"),
        ] {
            assert_eq!(distribution.check(), Err(expected.to_owned()));
        }
    }
}
