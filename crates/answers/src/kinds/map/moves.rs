//! Along which axes of a map a measure moves: an axis is tested by the places that differ in it alone, and by the means
//! over the other axis, and named only where two of those differ.

use tolley_analysis::Estimate;
use tolley_analysis::statistics::equivalence::unseen_error;
use tolley_analysis::statistics::estimates::{normal_quantile_at, t_quantile_at};

use super::drawn::{Drawn, Names, Spot};
use crate::answer::Certainty;

/// Places along one axis, in rising order: where on it, up to where, and what is known there.
pub type Line = Vec<(f64, Option<f64>, Estimate)>;

/// An axis along which two places differ.
pub struct Moved {
    pub axis: usize,
    pub certainty: Certainty,
    /// The line on which they differ the most surely, its best and its worst place, and by how much they differ.
    pub line: Line,
    pub best: usize,
    pub worst: usize,
    pub by: Estimate,
}

/// How sure a difference is that is looked at among others, and what counts.
pub struct Judge {
    /// The quantile for all differences of two places in a line, and of best and worst place, at once.
    pub together: f64,
    pub is_smallest: bool,
    pub margin: f64,
    /// How far all means are apart: what one trial may differ by where all of a place are alike.
    pub range: f64,
}

impl Judge {
    pub fn of(drawn: &Drawn, names: &Names, strata: usize) -> Judge {
        let axes = names.axes.len();
        let pairs = |count: usize| count * count.saturating_sub(1) / 2;
        let of_lines: usize = (0..axes).flat_map(|axis| lines(drawn, axis, axes)).map(|line| pairs(line.len())).sum();
        // of one axis its line is all there is
        let of_all = if axes > 1 { pairs(drawn.spots.len()) } else { 0 };
        let looked = (of_lines + of_all).max(1) * strata.max(1);
        let values = || drawn.spots.iter().filter_map(|spot| spot.estimate.value);
        let range = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        Judge {
            together: normal_quantile_at(1.0 - 0.025 / looked as f64),
            is_smallest: names.is_smallest,
            margin: names.margin,
            range: if range > 0.0 { range } else { 0.0 },
        }
    }

    /// By how much one is better than another, with the interval of all such differences at once.
    pub fn difference(&self, one: &Estimate, other: &Estimate) -> Option<Estimate> {
        let sign = if self.is_smallest { -1.0 } else { 1.0 };
        let off = sign * (one.value? - other.value?);
        let error = libm::hypot(self.error(one)?, self.error(other)?);
        let half = self.together * error;
        let interval = Some([(off - half).max(0.0), off + half]);
        Some(Estimate { n: one.n.min(other.n), value: Some(off), std_error: Some(error), interval })
    }

    /// How sure it is that such a difference is more than the margin.
    pub fn certainty(&self, of: &Estimate) -> Certainty {
        let (off, error) = (of.value.unwrap_or(0.0), of.std_error.unwrap_or(f64::INFINITY));
        match off {
            off if off - self.together * error > self.margin => Certainty::Clearly,
            off if off - normal_quantile_at(0.975) * error > self.margin => Certainty::Probably,
            _ => Certainty::CannotTell,
        }
    }

    /// The standard error; no less than its interval says, and where all trials of a place were alike that of one in
    /// n / 3 which went unseen.
    fn error(&self, of: &Estimate) -> Option<f64> {
        let by_interval = of.interval.map(|[low, high]| (high - low) / 2.0 / normal_quantile_at(0.975));
        let error = of.std_error.into_iter().chain(by_interval).reduce(f64::max)?;
        let n = of.n.max(2);
        // of few trials Student's t says how badly they tell it
        let wider = t_quantile_at(n - 1, 0.975) / normal_quantile_at(0.975);
        Some(if error > 0.0 { error } else { wider * unseen_error(self.range, n) })
    }

    fn is_better(&self, one: &Estimate, other: &Estimate) -> bool {
        match (one.value, other.value) {
            (Some(one), Some(other)) => (one > other) != self.is_smallest && one != other,
            (one, other) => one.is_some() && other.is_none(),
        }
    }

    /// The best of some and the worst, of those that have a value.
    pub fn ends<'e>(&self, all: impl Iterator<Item = &'e Estimate> + Clone) -> Option<[usize; 2]> {
        let known = || all.clone().enumerate().filter(|(_, of)| of.value.is_some());
        let best = known().reduce(|best, of| if self.is_better(of.1, best.1) { of } else { best })?;
        let worst = known().reduce(|worst, of| if self.is_better(worst.1, of.1) { of } else { worst })?;
        Some([best.0, worst.0])
    }

    /// Whether a place may be as good as the best.
    pub fn may_be_best(&self, best: &Estimate, of: &Estimate) -> bool {
        self.difference(best, of).is_some_and(|off| {
            let (off, error) = (off.value.unwrap_or(0.0), off.std_error.unwrap_or(f64::INFINITY));
            off - self.together * error <= 0.0
        })
    }

    /// What an axis moves; `None` where no two places of a line surely differ.
    pub fn moved(&self, drawn: &Drawn, axis: usize, axes: usize) -> Option<Moved> {
        let of_line = |line: Line| {
            let [best, worst] = self.ends(line.iter().map(|(.., estimate)| estimate))?;
            let by = self.difference(&line[best].2, &line[worst].2)?;
            Some(Moved { axis, certainty: self.certainty(&by), line, best, worst, by })
        };
        let least =
            |moved: &Moved| moved.by.value.unwrap_or(0.0) - self.together * moved.by.std_error.unwrap_or(f64::INFINITY);
        let found = lines(drawn, axis, axes).into_iter().filter_map(of_line);
        let found = found.filter(|moved| moved.certainty != Certainty::CannotTell);
        found.reduce(|most, of| {
            let is_surer =
                of.certainty < most.certainty || (of.certainty == most.certainty && least(&of) > least(&most));
            if is_surer { of } else { most }
        })
    }
}

/// The lines along an axis: of two axes the mean over the other first, whose error is no less than the mean of those
/// of its places, since neighbours of a surface err together; then one for each value of the other.
pub fn lines(drawn: &Drawn, axis: usize, axes: usize) -> Vec<Line> {
    let spots = if drawn.lattice.is_empty() { &drawn.spots } else { &drawn.lattice };
    let mut lines: Vec<(Vec<f64>, Vec<&Spot>)> = Vec::new();
    for spot in spots {
        let others: Vec<f64> = (0..axes).filter(|other| *other != axis).map(|other| spot.at[other]).collect();
        match lines.iter_mut().find(|(known, _)| *known == others) {
            Some((_, line)) => line.push(spot),
            None => lines.push((others, vec![spot])),
        }
    }
    let of = |line: &Vec<&Spot>| {
        let mut line: Line = line.iter().map(|spot| (spot.at[axis], spot.end, spot.estimate)).collect();
        line.sort_by(|one, other| one.0.total_cmp(&other.0));
        line
    };
    let lines: Vec<Line> = lines.iter().map(|(_, line)| of(line)).filter(|line| line.len() > 1).collect();
    let mean = averaged(&lines).filter(|_| lines.len() > 1);
    mean.into_iter().chain(lines).collect()
}

/// The mean of lines that have the same places.
fn averaged(lines: &[Line]) -> Option<Line> {
    let first = lines.first()?;
    let is_same =
        |line: &Line| line.len() == first.len() && line.iter().zip(first).all(|(one, other)| one.0 == other.0);
    if !lines.iter().all(is_same) {
        return None;
    }
    let mean = |of: &dyn Fn(&Estimate) -> Option<f64>, place: usize| {
        let all: Option<Vec<f64>> = lines.iter().map(|line| of(&line[place].2)).collect();
        all.map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    let place = |(number, (at, end, of)): (usize, &(f64, Option<f64>, Estimate))| {
        let ends = [0, 1].map(|end| mean(&|of: &Estimate| of.interval.map(|ends| ends[end]), number));
        let interval = ends[0].zip(ends[1]).map(|(low, high)| [low, high]);
        let (value, std_error) = (mean(&|of| of.value, number), mean(&|of| of.std_error, number));
        (*at, *end, Estimate { n: of.n, value, std_error, interval })
    };
    Some(first.iter().enumerate().map(place).collect())
}
