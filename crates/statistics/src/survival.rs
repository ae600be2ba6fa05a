//! How long things last that may be lost, in turns that are counted: Kaplan and Meier's curve (E. L. Kaplan, P. Meier,
//! J. Am. Stat. Assoc. 53 (1958) 457) and Cox's model of what makes their loss likelier.
//!
//! Where time is counted in turns, a turn's hazard h of Cox's model is the chance 1 - exp(-h) of being lost in it, and
//! the likelihood is exact however many are lost in the same turn (R. L. Prentice, L. A. Gloeckler, Biometrics 34
//! (1978) 57). Each stratum has a hazard of its own in each turn; covariates multiply all of them. Cases of a group may
//! have anything in common: leaving out one group after the other gives standard errors (the delete-a-group jackknife:
//! P. S. Kott, J. Off. Stat. 17 (2001) 521).

use std::collections::BTreeMap;

use crate::estimates::{Estimate, t_quantile};
use crate::matrix::{Matrix, cholesky, solve};

/// Groups that are left out in turn.
pub const GROUPS: u64 = 20;
/// Rounds of Newton's method, and the largest step after which it is done.
const ROUNDS: usize = 60;
const DONE: f64 = 1e-9;
/// The longest step of one coefficient or logarithm of a hazard in a round.
const LONGEST: f64 = 2.0;

/// One thing that may be lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Turns that it was seen in: it was lost in the last of them, or none knows of it after.
    pub turns: u32,
    /// Whether it was lost.
    pub is_lost: bool,
    /// Which hazards it has.
    pub stratum: usize,
    /// Below [`GROUPS`]; cases of one group may hang together.
    pub group: u64,
    /// What multiplies its hazards by exp(coefficient) a unit.
    pub covariates: Vec<f64>,
}

/// One turn of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Counted from 1.
    pub turn: u32,
    /// Cases that were still there when it began, and seen in it.
    pub at_risk: u64,
    /// Of them lost in it.
    pub lost: u64,
    /// The share that lasts beyond it.
    pub lasts: Estimate,
}

/// Kaplan and Meier's curve, turn by turn as far as the last loss; intervals are of the logarithm of the hazard.
pub fn curve(cases: &[Case]) -> Vec<Step> {
    let counts = |left_out: Option<u64>| {
        let mut turns: BTreeMap<u32, [u64; 2]> = BTreeMap::new();
        for case in cases.iter().filter(|case| case.turns > 0 && Some(case.group) != left_out) {
            let [seen, lost] = turns.entry(case.turns).or_default();
            *seen += 1;
            *lost += u64::from(case.is_lost);
        }
        turns
    };
    // turn, at risk, lost, share that lasts
    let steps = |turns: &BTreeMap<u32, [u64; 2]>| {
        let mut at_risk: u64 = turns.values().map(|[seen, _]| seen).sum();
        let mut lasts = 1.0;
        let mut steps = BTreeMap::new();
        for (turn, [seen, lost]) in turns {
            lasts *= 1.0 - *lost as f64 / at_risk as f64;
            steps.insert(*turn, (at_risk, *lost, lasts));
            at_risk -= seen;
        }
        steps
    };
    let left: Vec<_> = groups(cases).into_iter().map(|group| steps(&counts(Some(group)))).collect();
    let hazard = |lasts: f64| libm::log(-libm::log(lasts));
    let estimate = |turn: u32, at_risk: u64, lasts: f64| {
        // before its first case a curve stands at one
        let of_left = left.iter().map(|steps| steps.range(..=turn).next_back().map_or(1.0, |(_, step)| step.2));
        let error = error(&of_left.map(hazard).collect::<Vec<_>>());
        let half = error.map(|error| error * t_quantile(left.len() as u64 - 1));
        let at = |by: f64| libm::exp(-libm::exp(hazard(lasts) + by));
        let interval = half.filter(|half| half.is_finite()).map(|half| [at(half), at(-half)]);
        // of the share itself, to first order
        let std_error = error.map(|error| error * -lasts * libm::log(lasts)).filter(|error| error.is_finite());
        Estimate { n: at_risk, value: Some(lasts), std_error, interval }
    };
    let whole = steps(&counts(None));
    let turns = whole.iter().filter(|(_, (_, lost, _))| *lost > 0);
    turns
        .map(|(turn, (at_risk, lost, lasts))| Step {
            turn: *turn,
            at_risk: *at_risk,
            lost: *lost,
            lasts: estimate(*turn, *at_risk, *lasts),
        })
        .collect()
}

/// Logarithms of the factors by which hazards rise with one more of each covariate; `None` where no turn has both lost
/// and kept cases, or where one covariate tells the lost from the others.
pub fn cox(cases: &[Case]) -> Option<Vec<Estimate>> {
    let count = cases.first()?.covariates.len();
    let whole = fit(cases, None, &vec![0.0; count])?;
    let groups = groups(cases);
    let left: Option<Vec<Vec<f64>>> = groups.iter().map(|group| fit(cases, Some(*group), &whole)).collect();
    let n = cases.len() as u64;
    let estimate = |k: usize| {
        let value = whole[k];
        let error = left.as_ref().and_then(|left| error(&left.iter().map(|of| of[k]).collect::<Vec<_>>()));
        let half = error.map(|error| error * t_quantile(groups.len() as u64 - 1));
        Estimate { n, value: Some(value), std_error: error, interval: half.map(|half| [value - half, value + half]) }
    };
    Some((0..count).map(estimate).collect())
}

fn groups(cases: &[Case]) -> Vec<u64> {
    (0..GROUPS).filter(|group| cases.iter().any(|case| case.group == *group)).collect()
}

/// Of a number found without each group.
fn error(left_out: &[f64]) -> Option<f64> {
    let groups = left_out.len() as f64;
    let mean = left_out.iter().sum::<f64>() / groups;
    let squares: f64 = left_out.iter().map(|value| (value - mean).powi(2)).sum();
    let error = ((groups - 1.0) / groups * squares).sqrt();
    (groups > 1.0 && error.is_finite()).then_some(error)
}

/// Cases at risk in one turn of a stratum, by number, and whether each is lost in it.
type Cell = Vec<(usize, bool)>;

/// Newton's method for the coefficients and the logarithms of all hazards, which are eliminated cell by cell.
fn fit(cases: &[Case], left_out: Option<u64>, start: &[f64]) -> Option<Vec<f64>> {
    let cells = cells(cases, left_out);
    let count = start.len();
    let mut beta = start.to_vec();
    // where all factors are one
    let chance = |cell: &Cell| cell.iter().filter(|(_, is_lost)| *is_lost).count() as f64 / cell.len() as f64;
    let mut alphas: Vec<f64> = cells.iter().map(|cell| libm::log(-libm::log1p(-chance(cell)))).collect();
    for _ in 0..ROUNDS {
        let mut slope = vec![0.0; count];
        let mut curved = Matrix::zero(count, count);
        let mut eliminated = Vec::with_capacity(cells.len());
        for (cell, alpha) in cells.iter().zip(&alphas) {
            let (mut of_alpha, mut curved_alpha, mut mixed) = (0.0, 0.0, vec![0.0; count]);
            for (number, is_lost) in cell {
                let x = &cases[*number].covariates;
                let hazard = libm::exp(alpha + x.iter().zip(&beta).map(|(x, beta)| x * beta).sum::<f64>());
                let [first, second] = derivatives(hazard, *is_lost);
                of_alpha += first;
                curved_alpha -= second;
                for i in 0..count {
                    slope[i] += first * x[i];
                    mixed[i] -= second * x[i];
                    (0..count).for_each(|j| curved[(i, j)] -= second * x[i] * x[j]);
                }
            }
            for i in 0..count {
                slope[i] -= mixed[i] * of_alpha / curved_alpha;
                (0..count).for_each(|j| curved[(i, j)] -= mixed[i] * mixed[j] / curved_alpha);
            }
            eliminated.push((of_alpha, curved_alpha, mixed));
        }
        let step = solve(&cholesky(&curved)?, &slope);
        // shortened as a whole, so that its direction stays
        let shorten = step.iter().fold(1.0_f64, |least, step| least.min(LONGEST / step.abs()));
        let mut largest = 0.0_f64;
        for (beta, step) in beta.iter_mut().zip(&step) {
            *beta += shorten * step;
            largest = largest.max(step.abs());
        }
        for (alpha, (of_alpha, curved_alpha, mixed)) in alphas.iter_mut().zip(&eliminated) {
            let moved: f64 = mixed.iter().zip(&step).map(|(mixed, step)| mixed * shorten * step).sum();
            let own = ((of_alpha - moved) / curved_alpha).clamp(-LONGEST, LONGEST);
            *alpha += own;
            largest = largest.max(own.abs());
        }
        if largest.is_nan() {
            return None;
        }
        if largest < DONE {
            return Some(beta);
        }
    }
    None
}

/// Of the log-likelihood of one case in one turn by the logarithm of its hazard.
fn derivatives(hazard: f64, is_lost: bool) -> [f64; 2] {
    if !is_lost {
        return [-hazard; 2];
    }
    // log(1 - exp(-h))
    let odds = hazard / libm::expm1(hazard);
    let first = if hazard > 0.0 { odds } else { 1.0 };
    [first, first * (1.0 - hazard - first)]
}

/// All turns of all strata in which some are lost and some are not; others say nothing of the covariates.
fn cells(cases: &[Case], left_out: Option<u64>) -> Vec<Cell> {
    let mut cells: BTreeMap<(usize, u32), Cell> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate().filter(|(_, case)| Some(case.group) != left_out) {
        for turn in 1..=case.turns {
            let is_lost = case.is_lost && turn == case.turns;
            cells.entry((case.stratum, turn)).or_default().push((number, is_lost));
        }
    }
    let says = |cell: &Cell| cell.iter().any(|(_, lost)| *lost) && cell.iter().any(|(_, lost)| !lost);
    cells.into_values().filter(says).collect()
}

#[cfg(test)]
mod tests;
