//! What is counted while the rows of a dataset pass by: some 100 bytes a point.

use tolley_dataset::{Batch, ColumnData, Dataset};
use tolley_experiment::grid::Grid;
use tolley_experiment::run;
use tolley_experiment::table::{Measure, MeasureKind};
use tolley_statistics::estimates::{Estimate, Means, Moments, share, share_at, t_quantile_at};
use tolley_statistics::shares::{Pool, Shares};

use crate::column::{ok_of, status_names};
use crate::error::AnalysisError;
use crate::follows;

/// Parts into which measures are dealt, each of which reads its own columns.
const GROUPS: usize = 4;

/// One measure at every point.
#[derive(Clone, Debug)]
pub(crate) enum Tally {
    /// Of flags: how many are true, of how many.
    Share(Vec<[u64; 2]>),
    Mean(Vec<Moments>),
    /// Means of shares, which never leave 0 to 1.
    MeanShare(Vec<Shares>),
    Fair(Vec<Shares>),
    Pooled(Vec<Pool>),
}

impl Tally {
    fn new(measure: &Measure, points: usize) -> Tally {
        match measure.kind {
            _ if is_mean_of_shares(measure.kind, &measure.column) => Tally::MeanShare(vec![Shares::default(); points]),
            MeasureKind::Share => Tally::Share(vec![[0; 2]; points]),
            MeasureKind::Mean => Tally::Mean(vec![Moments::default(); points]),
            MeasureKind::Fair => Tally::Fair(vec![Shares::default(); points]),
            MeasureKind::Pooled => Tally::Pooled(vec![Pool::default(); points]),
        }
    }

    pub(crate) fn estimate(&self, point: usize, means: &mut Means) -> Estimate {
        match self {
            Tally::Share(counts) => share(counts[point][0], counts[point][1]),
            Tally::Mean(moments) => means.estimate(&moments[point]),
            Tally::Fair(shares) | Tally::MeanShare(shares) => shares[point].estimate(),
            Tally::Pooled(pools) => pools[point].estimate(),
        }
    }

    /// Half the width of the interval of any quantile; 0 of what never varied, so that a point without chance ends.
    pub(crate) fn half_width(&self, point: usize, upper: f64) -> Option<f64> {
        let half = |estimate: Estimate| estimate.interval.map(|[low, high]| (high - low) / 2.0);
        match self {
            Tally::Share(counts) => half(share_at(counts[point][0], counts[point][1], upper)),
            Tally::Mean(moments) => {
                let moments = &moments[point];
                (moments.n() > 1).then(|| t_quantile_at(moments.n() - 1, upper) * moments.standard_error())
            }
            Tally::Fair(shares) | Tally::MeanShare(shares) => half(shares[point].estimate_at(upper)),
            Tally::Pooled(pools) => half(pools[point].estimate_at(upper)),
        }
    }

    /// Of shares that are compared with one half: their moments.
    pub(crate) fn shares_of(&self, point: usize) -> Option<&Moments> {
        if let Tally::Fair(shares) = self { Some(&shares[point].moments) } else { None }
    }

    /// Takes a row that has a value; whether it counts more of something than there is.
    fn add(&mut self, point: usize, column: &ColumnData, second: &ColumnData, row: usize) -> bool {
        match (self, column, second) {
            (Tally::Mean(moments), ColumnData::F64(values), _) => moments[point].add(values[row]),
            (Tally::Mean(moments), ColumnData::U64(values), _) => moments[point].add(values[row] as f64),
            (Tally::Mean(moments), ColumnData::Bool(values), _) => moments[point].add(f64::from(u8::from(values[row]))),
            (Tally::Fair(shares) | Tally::MeanShare(shares), ColumnData::F64(values), _) => {
                shares[point].add(values[row])
            }
            (Tally::Pooled(pools), ColumnData::U64(yes), ColumnData::U64(of)) => {
                pools[point].add(yes[row], of[row]);
                return yes[row] > of[row];
            }
            (Tally::Share(counts), ColumnData::Bool(values), _) => {
                let [yes, of] = &mut counts[point];
                *of += 1;
                *yes += u64::from(values[row]);
            }
            _ => unreachable!("a measure fits its columns"),
        }
        false
    }
}

/// Everything that is counted while the rows pass by.
#[derive(Clone, Debug)]
pub(crate) struct Tallies {
    /// For each measure the number of its column among those that are read with it, and of its counts' second one.
    columns: Vec<[usize; 2]>,
    /// Whether a row counts more of something than there is.
    is_overfull: bool,
    pub(crate) status_names: Vec<String>,
    pub(crate) status: Vec<u64>,
    /// For each point its trials, and those that are not ok.
    pub(crate) trials: Vec<[u64; 2]>,
    /// In the order of the measures.
    pub(crate) tallies: Vec<Tally>,
}

impl Tallies {
    /// Of all measures, some of them at a time where workers are free.
    pub(crate) fn of(dataset: &Dataset, measures: &[Measure]) -> Result<Tallies, AnalysisError> {
        dataset.look_at(&dataset.manifest().tables[0].name)?;
        // one who reads alone reads once, and a dataset that is being written as it is at one moment
        let groups = if run::workers() > 1 { GROUPS } else { 1 };
        let groups: Vec<&[Measure]> = measures.chunks(measures.len().div_ceil(groups).max(1)).collect();
        let counted = run::each(&groups, |group| Tallies::of_some(dataset, group));
        let all = counted.into_iter().reduce(|all, more| {
            let (mut all, more) = (all?, more?);
            // trials are the same in each
            all.tallies.extend(more.tallies);
            Ok(all)
        });
        let mut all = all.unwrap_or_else(|| Tallies::of_some(dataset, &[]))?;
        for (measure, tally) in measures.iter().zip(&mut all.tallies) {
            if let (Tally::Mean(moments), Some(follows)) = (tally, follows::follows(dataset, &measure.column)?) {
                *moments = of_points(&dataset.manifest().plan.grid, &follows.pooled());
            }
        }
        Ok(all)
    }

    fn of_some(dataset: &Dataset, measures: &[Measure]) -> Result<Tallies, AnalysisError> {
        let manifest = dataset.manifest();
        let table = &manifest.tables[0];
        let names = status_names(manifest)?.to_vec();
        let ok = ok_of(manifest)?;
        let points = manifest.plan.grid.points() as usize;
        let (mut names_read, mut places) = (vec!["point", "status"], Vec::new());
        for measure in measures {
            let first = names_read.len();
            match &measure.counts {
                Some([count, all]) => names_read.extend([count.as_str(), all]),
                None => names_read.push(&measure.column),
            }
            places.push([first, names_read.len() - 1]);
        }
        let mut tallies = Tallies {
            columns: places,
            is_overfull: false,
            status: vec![0; names.len()],
            status_names: names,
            trials: vec![[0; 2]; points],
            tallies: measures.iter().map(|measure| Tally::new(measure, points)).collect(),
        };
        let mut stray = false;
        dataset.scan(&table.name, &names_read, |batch| {
            stray |= batch.u64(0).iter().any(|&point| point >= points as u64);
            if !stray {
                tallies.add(batch, ok);
            }
        })?;
        if tallies.is_overfull {
            Err(AnalysisError::Measure("a row counts more of a pooled share than there is of it".to_owned()))
        } else if stray {
            Err(AnalysisError::Measure("a row belongs to a point that is not planned".to_owned()))
        } else {
            Ok(tallies)
        }
    }

    fn add(&mut self, batch: &Batch, ok: u8) {
        let (points, status) = (batch.u64(0), batch.names(1));
        for (&point, &status) in points.iter().zip(status) {
            self.status[status as usize] += 1;
            let [trials, left_out] = &mut self.trials[point as usize];
            *trials += 1;
            *left_out += u64::from(status != ok);
        }
        for (tally, [column, second]) in self.tallies.iter_mut().zip(&self.columns) {
            let has_all = |row: usize| batch.has_value(*column, row) && batch.has_value(*second, row);
            let (first, other) = (batch.column(*column), batch.column(*second));
            for row in (0..batch.len()).filter(|&row| status[row] == ok && has_all(row)) {
                self.is_overfull |= tally.add(points[row] as usize, first, other, row);
            }
        }
    }

    /// Number of the first measure that has a value at any point; of the first where none has.
    pub(crate) fn headline(&self) -> usize {
        let (mut means, points) = (Means::default(), 0..self.trials.len());
        let mut has_value =
            |tally: &Tally| points.clone().any(|point| tally.estimate(point, &mut means).value.is_some());
        self.tallies.iter().position(&mut has_value).unwrap_or(0)
    }

    /// Numbers of the points, greatest headline first; a point without a value comes last.
    pub(crate) fn best_first(&self, headline: usize) -> Vec<u32> {
        let mut means = Means::default();
        let value = |point: usize, means: &mut Means| {
            let estimate = self.tallies.get(headline).map(|tally| tally.estimate(point, means));
            estimate.and_then(|estimate| estimate.value).unwrap_or(f64::NEG_INFINITY)
        };
        let values: Vec<f64> = (0..self.trials.len()).map(|point| value(point, &mut means)).collect();
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        // stable, so that ties stay in the order of their numbers
        order.sort_by(|a, b| values[*b as usize].total_cmp(&values[*a as usize]));
        order
    }
}

/// Moments of what trials count as, point by point.
fn of_points(grid: &Grid, values: &[f64]) -> Vec<Moments> {
    let mut moments = vec![Moments::default(); grid.points() as usize];
    for (trial, value) in values.iter().enumerate().filter(|(_, value)| !value.is_nan()) {
        moments[grid.locate(trial as u64).0 as usize].add(*value);
    }
    moments
}

/// Whether a mean is one of shares, as the end of its name says: it is told with an interval that never leaves 0 to 1.
pub(crate) fn is_mean_of_shares(kind: MeasureKind, column: &str) -> bool {
    kind == MeasureKind::Mean && column.ends_with("_share")
}
