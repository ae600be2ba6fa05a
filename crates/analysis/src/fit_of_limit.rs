//! The curve of a limit: of as few powers as the effects allow, with a band that covers all of it at once.

use tolley_statistics::Estimate;
use tolley_statistics::tolerance::{Curve, Effects, Lowest, first};
use tolley_statistics::tube::errors_of_band;

/// Powers of a curve, the fewest first: the first that fits well is taken.
const DEGREES: [usize; 3] = [1, 2, 3];
/// A curve gets one power more where it fits worse than this share of true ones: a bend that is hardly seen moves where
/// the margin is met by more than the band is wide.
const GOOD_FIT: f64 = 0.25;
/// A curve that fits worse than this share of true ones, all strata together, shows nothing.
const WORST_FIT: f64 = 0.05;
/// Freedom of the errors, below which their spread is hardly known.
const LEAST_FREEDOM: f64 = 8.0;
/// A limit nearer to the start than this part of the way to the first value that was tried is none: nothing was tried
/// near it, and the curve alone would say it.
const NEAREST: f64 = 0.5;

/// How far on one side of the start; distances have the sign of the side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LimitSide {
    /// The furthest value that was tried; absent where none was.
    pub furthest: Option<f64>,
    /// Up to here the measure is shown to stay within the margin.
    pub shown: Option<f64>,
    /// Whether that is by the values that were tried alone, each by two one-sided tests, the nearest first, since no
    /// curve fits. In that order none needs a correction (B. L. Wiens, Pharm. Stat. 2 (2003) 211).
    pub is_by_values: bool,
    /// Where the curve leaves the margin; absent where it does not as far as was tried.
    pub leaves: Option<f64>,
    /// From here the band of the curve lies outside of the margin; absent where it does not as far as was tried. A
    /// hint: where a cubic bend is hardly seen it lay too near in some 10 of 100 simulated tables, else in under 5.
    pub outside: Option<f64>,
}

/// A curve through the effects along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitFit {
    /// Its highest power.
    pub degree: usize,
    /// Standard errors to either side of it that cover all of it at once.
    pub errors: f64,
    curve: Curve,
    /// Strata of which each has a curve.
    strata: usize,
    /// What a distance along the axis is divided by.
    scale: f64,
}

/// The first curve that fits well, or the last one where none does: of the effects of each repeat at so many distances,
/// and through the origin where nothing off is known to have no effect.
pub(crate) fn fitted(
    offs: &[f64],
    reach: f64,
    rows: &[Vec<f64>],
    is_through_origin: bool,
    (confidence, strata): (f64, usize),
) -> Option<LimitFit> {
    let scale = offs.iter().fold(0.0, |most: f64, off| most.max(off.abs()));
    let lowest = if is_through_origin { Lowest::Linear } else { Lowest::Constant };
    let scaled: Vec<f64> = offs.iter().map(|off| off / scale).collect();
    let ends = scaled.iter().fold([0.0_f64; 2], |[low, high], off| [low.min(*off), high.max(*off)]);
    let effects = Effects::of(scaled, reach, rows.iter().cloned())?;
    let mut last = None;
    for degree in DEGREES {
        let Some(mut curve) = effects.fit(degree, lowest) else { continue };
        // the covariance of the effects is seen, not known, which makes the curve look better than it is (C. R. Rao,
        // Biometrika 46 (1959) 49)
        let spare = (offs.len() - curve.coefficients.len()) as f64;
        let [all, freedom] = [rows.len() as f64 - 1.0, rows.len() as f64 - 1.0 - spare];
        if freedom < LEAST_FREEDOM {
            continue;
        }
        curve.covariance.scale(all / freedom);
        let Some(errors) = errors_of_band(&curve, ends, confidence, freedom) else { continue };
        let fit = LimitFit { degree, errors, curve, strata, scale };
        if fit.p_fit().is_none_or(|p| p >= GOOD_FIT) {
            return Some(fit);
        }
        last = Some(fit);
    }
    last
}

impl LimitFit {
    /// The chance of a worse fit if the curve is right; `None` where it has as many powers as there are values.
    pub fn p_fit(&self) -> Option<f64> {
        self.curve.p_fit
    }

    /// Whether the effects may well lie on the curve.
    pub fn fits(&self) -> bool {
        self.p_fit().is_none_or(|p| p >= WORST_FIT / self.strata as f64)
    }

    /// The effect at a distance, with its band, by so many repeats.
    pub fn estimate(&self, off: f64, n: u64) -> Estimate {
        let [value, error] = self.curve.at(off / self.scale);
        let half = self.errors * error;
        Estimate { n, value: Some(value), std_error: Some(error), interval: Some([value - half, value + half]) }
    }

    /// How far to one side, on which the nearest and the furthest value were tried.
    pub fn side(&self, [nearest, furthest]: [f64; 2], margin: f64) -> LimitSide {
        let place = |errors: f64| {
            let is_off = |off: f64| {
                let [value, error] = self.curve.at(off);
                value.abs() + errors * error > margin
            };
            first(furthest / self.scale, is_off).map(|off| off * self.scale)
        };
        LimitSide {
            furthest: Some(furthest),
            shown: place(self.errors)
                .map_or(Some(furthest), |off| (off.abs() >= NEAREST * nearest.abs()).then_some(off)),
            is_by_values: false,
            leaves: place(0.0),
            outside: place(-self.errors),
        }
    }
}
