//! How well one quantity of some arms predicts another, where both are known with errors alone: the regression of the
//! one on the other over the arms, the errors of both taken out.
//!
//! Arms are played on the same repeats. What both quantities of an arm in a repeat have beyond the means of the arm and
//! of the repeat is error, and its mean squares and products are taken from those of the means of the arms, so that
//! components of variance and covariance between arms are left (C. R. Henderson, Biometrics 9 (1953) 226; W. A. Fuller,
//! Measurement Error Models (1987), 2.2 for the slope). A plain regression is too flat by the errors of the one and its
//! correlation too small by those of both; errors that both share tilt it. Intervals are those of the jackknife: over
//! groups of repeats, of these arms alone, and over arms, of arms like these (R. G. Miller, Biometrika 61 (1974) 1).

use crate::estimates::t_quantile;

/// Fewer arms have no line worth telling.
pub const LEAST_ARMS: usize = 4;
/// Groups of repeats that are left out in turn.
const GROUPS: usize = 40;

/// A number with two intervals of 95 %; an interval is absent where leaving something out leaves no number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The number.
    pub value: f64,
    /// For these arms: what other repeats would change.
    pub of_these: Option<[f64; 2]>,
    /// For arms like these: what other arms would change.
    pub of_such: Option<[f64; 2]>,
}

/// What is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Arms.
    pub arms: usize,
    /// Repeats in which all of them have both.
    pub repeats: usize,
    /// Of the one on the other.
    pub slope: Told,
    /// Between the two; absent where what is predicted does not differ beyond its errors. By chance it may be beyond 1.
    pub correlation: Option<Told>,
}

/// Predicts `of` by `by`, both arm by arm and then repeat by repeat, all there; `None` with too few arms or repeats, or
/// where arms differ by no more in `by` than their errors.
pub fn predict(by: &[Vec<f64>], of: &[Vec<f64>]) -> Option<Prediction> {
    let (arms, repeats) = (by.len(), by.first().map_or(0, Vec::len));
    if arms < LEAST_ARMS || repeats < 2 {
        return None;
    }
    let groups = GROUPS.min(repeats);
    let all: Vec<usize> = (0..arms).collect();
    let whole = Between::of(by, of, &all, |_| true);
    let by_group: Vec<Between> =
        (0..groups).map(|group| Between::of(by, of, &all, |repeat| repeat % groups != group)).collect();
    let by_arm: Vec<Between> = (0..arms)
        .map(|arm| {
            let others: Vec<usize> = all.iter().copied().filter(|other| *other != arm).collect();
            Between::of(by, of, &others, |_| true)
        })
        .collect();
    let told = |number: fn(&Between) -> Option<f64>| {
        let value = number(&whole)?;
        let interval = |left_out: &[Between]| {
            let numbers: Option<Vec<f64>> = left_out.iter().map(number).collect();
            jackknife(value, &numbers?)
        };
        Some(Told { value, of_these: interval(&by_group), of_such: interval(&by_arm) })
    };
    let (slope, correlation) = (told(Between::slope)?, told(Between::correlation));
    Some(Prediction { arms, repeats, slope, correlation })
}

/// The interval of Student's t about the whole, by what is left without each part in turn.
fn jackknife(whole: f64, left_out: &[f64]) -> Option<[f64; 2]> {
    let count = left_out.len() as f64;
    let mean = left_out.iter().sum::<f64>() / count;
    let squares: f64 = left_out.iter().map(|one| (one - mean) * (one - mean)).sum();
    let half = t_quantile(left_out.len() as u64 - 1) * ((count - 1.0) / count * squares).sqrt();
    half.is_finite().then_some([whole - half, whole + half])
}

/// Components between arms: the variance of the one, the covariance, and the variance of the other.
struct Between {
    by: f64,
    both: f64,
    of: f64,
}

impl Between {
    /// Of some arms on the repeats that are kept.
    fn of(by: &[Vec<f64>], of: &[Vec<f64>], arms: &[usize], keeps: impl Fn(usize) -> bool) -> Between {
        let kept: Vec<usize> = (0..by[0].len()).filter(|repeat| keeps(*repeat)).collect();
        let [by, of] = [by, of].map(|values| Centred::of(values, arms, &kept));
        Between { by: by.component(&by), both: by.component(&of), of: of.component(&of) }
    }

    fn slope(&self) -> Option<f64> {
        (self.by > 0.0).then(|| self.both / self.by)
    }

    fn correlation(&self) -> Option<f64> {
        (self.by > 0.0 && self.of > 0.0).then(|| self.both / (self.by * self.of).sqrt())
    }
}

/// A quantity without the means of the repeats: what is left of the mean of each arm, and of each arm in each repeat.
struct Centred {
    arms: Vec<f64>,
    rest: Vec<f64>,
    repeats: f64,
}

impl Centred {
    fn of(values: &[Vec<f64>], arms: &[usize], kept: &[usize]) -> Centred {
        let mut rest = Vec::with_capacity(arms.len() * kept.len());
        for repeat in kept {
            let mean = arms.iter().map(|arm| values[*arm][*repeat]).sum::<f64>() / arms.len() as f64;
            rest.extend(arms.iter().map(|arm| values[*arm][*repeat] - mean));
        }
        let repeats = kept.len() as f64;
        let of_arm = |arm: usize| rest.iter().skip(arm).step_by(arms.len()).sum::<f64>() / repeats;
        let of_arms: Vec<f64> = (0..arms.len()).map(of_arm).collect();
        rest.chunks_mut(arms.len()).for_each(|row| row.iter_mut().zip(&of_arms).for_each(|(one, mean)| *one -= mean));
        Centred { arms: of_arms, rest, repeats }
    }

    /// Of two quantities: mean product of the means of arms, less that of their errors.
    fn component(&self, other: &Centred) -> f64 {
        let product = |one: &[f64], two: &[f64]| one.iter().zip(two).map(|(a, b)| a * b).sum::<f64>();
        let dof = self.arms.len() as f64 - 1.0;
        let of_means = product(&self.arms, &other.arms) / dof;
        let of_errors = product(&self.rest, &other.rest) / (dof * (self.repeats - 1.0));
        of_means - of_errors / self.repeats
    }
}

#[cfg(test)]
mod tests;
