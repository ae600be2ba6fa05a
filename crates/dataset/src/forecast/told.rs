//! What estimates take that are told in the end, judged by some that trials of a sample make.

use experiment::plan::Plan;
use experiment::random::Streams;
use experiment::row::{TableRows, Values};
use experiment::table::Measure;
use tolley_experiment as experiment;

use super::known::DIGITS;
use crate::estimates::EstimateRow;
use crate::schema::Method;

/// Trials of each point in the sample, and the rows of the first table, one a trial.
pub(super) struct Told<'a> {
    plan: &'a Plan,
    rows: &'a TableRows,
    /// Rows of each point.
    of_points: Vec<Vec<usize>>,
}

impl<'a> Told<'a> {
    pub(super) fn of(plan: &'a Plan, rows: &'a TableRows) -> Told<'a> {
        let mut by_point: Vec<(u64, usize)> =
            rows.trial.iter().enumerate().map(|(row, trial)| (plan.grid.locate(*trial).0, row)).collect();
        by_point.sort_unstable();
        let rows_of = |same: &[(u64, usize)]| same.iter().map(|(_, row)| *row).collect();
        let of_points = by_point.chunk_by(|a, b| a.0 == b.0).map(rows_of).collect();
        Told { plan, rows, of_points }
    }

    /// Points with trials.
    pub(super) fn points(&self) -> usize {
        self.of_points.len()
    }

    /// The estimates at the first so many of them. A point of which too few trials were played borrows others: what
    /// numbers come of so many trials counts here, not which.
    pub(super) fn rows(&self, points: usize) -> impl Iterator<Item = EstimateRow> {
        let measures = self.plan.study.measures.iter().enumerate();
        (0..points.min(self.points())).flat_map(move |point| {
            let rows = self.trials_of(point);
            measures.clone().map(move |(term, measure)| self.estimate(point as u64, term, measure, &rows))
        })
    }

    fn trials_of(&self, point: usize) -> Vec<usize> {
        let mut stream = Streams::new(0, point as u64, None).open(DIGITS);
        let mut other = || stream.below(self.rows.trial.len().max(1) as u64) as usize;
        let own = &self.of_points[point];
        let repeats = self.plan.grid.repeats as usize;
        (0..repeats).map(|repeat| own.get(repeat).copied().unwrap_or_else(&mut other)).collect()
    }

    /// A ratio of sums, or the mean of a column as one of sums over ones.
    fn estimate(&self, point: u64, term: usize, measure: &Measure, rows: &[usize]) -> EstimateRow {
        let column = |name: &str| {
            let number = self.plan.study.tables[0].columns.iter().position(|column| column.name == name);
            number.and_then(|number| self.rows.columns.get(number))
        };
        let (top, under) = match &measure.counts {
            Some([top, under]) => (column(top), Some(column(under))),
            None => (column(&measure.column), None),
        };
        let of_row = |row: &usize| {
            let is_blank = self.rows.blank.binary_search(row).is_ok();
            let top = value(top?, *row)?;
            (!is_blank).then_some([top, under.map_or(Some(1.0), |under| value(under?, *row))?])
        };
        let pairs: Vec<[f64; 2]> = rows.iter().filter_map(of_row).collect();
        let [top, under] = pairs.iter().fold([0.0; 2], |sum, pair| [sum[0] + pair[0], sum[1] + pair[1]]);
        let (estimate, count) = (top / under, pairs.len() as f64);
        let off: f64 = pairs.iter().map(|[top, under]| (top - estimate * under) * (top - estimate * under)).sum();
        let std_error = if count > 1.0 { (off * count / (count - 1.0)).sqrt() / under } else { f64::NAN };
        let [conf_low, conf_high] = [-2.0, 2.0].map(|times| estimate + times * std_error);
        let method = Method::StudentT;
        EstimateRow { point, term, estimate, std_error, conf_low, conf_high, n: under as u64, method }
    }
}

fn value(column: &Values, row: usize) -> Option<f64> {
    match column {
        Values::F64(values) => Some(values[row]).filter(|value| !value.is_nan()),
        Values::U32(values) => Some(f64::from(values[row])),
        Values::U64(values) => Some(values[row] as f64),
        Values::Bool(values) => Some(f64::from(u8::from(values[row]))),
        Values::Name(_) => None,
    }
}
