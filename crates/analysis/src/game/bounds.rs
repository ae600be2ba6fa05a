//! What is surely lost by keeping to a plan, and what may be at most: bounds that hold for every plan of every stratum
//! at once, since no plan is looked at but for what it seemed to lose.
//!
//! Any two cells have an interval of their difference, repeat by repeat, with what may have gone unseen. Of the cells
//! M the value v lies between the least that a mix x of rows leaves and the most that a mix y of columns yields (J. von
//! Neumann, Math. Ann. 100 (1928) 295), so that the loss of a column, its highest cell less v, lies between sums of
//! such differences.

use tolley_statistics::matrix_game::Solved;

use crate::contrasts::beside;
use crate::own::Own;

/// Of both tails of an interval together.
const MISSED: f64 = 0.05;

/// The cells of one stratum, rows by columns, columns first.
pub(super) struct Cells<'c> {
    pub(super) owns: &'c [Own],
    pub(super) plans: usize,
    pub(super) is_share: bool,
    pub(super) is_each: bool,
}

/// What is lost by keeping to a plan: the least and the most that the trials allow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LostBounds {
    /// For all plans and strata at once; absent where fewer than two trials say so.
    pub together: Option<[f64; 2]>,
    /// For each comparison of two cells alone.
    pub alone: Option<[f64; 2]>,
}

impl Cells<'_> {
    /// Of every plan of who loses, by what is best for both as far as the means say.
    pub(super) fn lost(&self, solved: &Solved, strata: usize) -> Vec<LostBounds> {
        let cells = self.owns.len();
        let pairs = (cells * cells.saturating_sub(1) / 2).max(1) * strata.max(1);
        let of = |plan: usize| LostBounds {
            together: self.lost_at(plan, solved, 0.5 * MISSED / pairs as f64),
            alone: self.lost_at(plan, solved, 0.5 * MISSED),
        };
        (0..self.plans).map(of).collect()
    }

    fn lost_at(&self, plan: usize, solved: &Solved, tail: f64) -> Option<[f64; 2]> {
        let best = self.highest(plan);
        // rows that are surely not the highest of the column
        let mut likely = Vec::new();
        for row in 0..self.rows() {
            if self.apart([best, plan], [row, plan], tail)?[0] <= 0.0 {
                likely.push(row);
            }
        }
        let mut most: f64 = 0.0;
        for row in likely {
            // v is no less than the least of this row, and than what the mix of rows leaves
            let (mut by_row, mut by_mix) = (0.0_f64, 0.0_f64);
            for other in 0..self.plans {
                by_row = by_row.max(self.apart([row, plan], [row, other], tail)?[1]);
                by_mix = by_mix.max(self.mixed(&solved.rows, |k| Some(self.apart([row, plan], [k, other], tail)?[1]))?);
            }
            most = most.max(by_row.min(by_mix));
        }
        let mut least = f64::INFINITY;
        for row in 0..self.rows() {
            let by_mix = |other| Some(self.apart([best, plan], [row, other], tail)?[0]);
            least = least.min(self.mixed(&solved.columns, by_mix)?);
        }
        Some([least.max(0.0).min(most), most])
    }

    fn rows(&self) -> usize {
        self.owns.len() / self.plans
    }

    fn mixed(&self, shares: &[f64], of: impl Fn(usize) -> Option<f64>) -> Option<f64> {
        let chosen = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
        chosen.map(|(plan, share)| Some(share * of(plan)?)).sum()
    }

    /// The row with the highest mean of a column.
    fn highest(&self, plan: usize) -> usize {
        let mean = |row: usize| mean(&self.owns[row * self.plans + plan].parts);
        (0..self.rows()).max_by(|one, other| mean(*one).total_cmp(&mean(*other))).unwrap_or(0)
    }

    /// The interval of one cell less another.
    fn apart(&self, one: [usize; 2], other: [usize; 2], tail: f64) -> Option<[f64; 2]> {
        if one == other {
            return Some([0.0; 2]);
        }
        let pair = [one, other].map(|[row, plan]| &self.owns[row * self.plans + plan]);
        beside(pair, self.is_share, self.is_each, 0.0).map(|comparison| comparison.interval(1.0 - tail))
    }

    /// By how much one trial that went unseen moves a repeat: of a share by one that is counted; of other numbers, only
    /// where a cell has no spread of its own, by as much as all are apart, or by one where they are not.
    pub(super) fn unseen_one(&self) -> f64 {
        if self.is_share {
            return self.owns.iter().map(|own| own.of_one.unwrap_or(1.0)).fold(0.0, f64::max);
        }
        let ends = |parts: &mut dyn Iterator<Item = f64>| {
            let known = parts.filter(|part| !part.is_nan());
            known.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], part| [low.min(part), high.max(part)])
        };
        let is_alike = |own: &Own| {
            let [low, high] = ends(&mut own.parts.iter().copied());
            low >= high
        };
        if !self.owns.iter().any(is_alike) {
            return 0.0;
        }
        let [low, high] = ends(&mut self.owns.iter().flat_map(|own| own.parts.iter().copied()));
        if high > low { high - low } else { 1.0 }
    }
}

fn mean(parts: &[f64]) -> f64 {
    let known = || parts.iter().filter(|part| !part.is_nan());
    known().sum::<f64>() / known().count() as f64
}
