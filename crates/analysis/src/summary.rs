//! What a dataset says, design point by design point.

use serde_json::{Map, Value, json};
use tolley_dataset::{Batch, ColumnData, Dataset, Manifest};
use tolley_experiment::table::{ColumnKind, Measure, MeasureKind};
use tolley_experiment::value;
use tolley_statistics::equivalence::{Comparison, LEVEL};
use tolley_statistics::estimates::{CONFIDENCE, Estimate, Means, Moments, share};
use tolley_statistics::shares::{Pool, Shares};

use crate::error::AnalysisError;

/// The status of trials whose numbers can be trusted.
const OK: &str = "ok";
/// Of a trial that panicked.
const PANIC: &str = "panic";

/// How far from one half is still fair.
pub const MARGIN: f64 = 0.01;
/// Why that margin is an assumption.
pub const MARGIN_ASSUMPTION: &str = "no laws say how unequal a fair match may be; one point in a hundred is a choice";
/// The share of equals.
pub(crate) const HALF: f64 = 0.5;
/// The most that the share of a trial can differ from it.
pub const MOST_DIFFERENCE: f64 = 0.5;

/// A swept key.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisInfo {
    /// Its path in the scenario.
    pub key: String,
    /// Its column.
    pub column: String,
    /// Unit as text, `""` for none.
    pub unit: String,
}

/// A column that is summed up.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureInfo {
    /// Its name.
    pub column: String,
    /// Unit as text, `""` for none.
    pub unit: String,
    /// What it means.
    pub about: String,
    /// Share or mean.
    pub kind: MeasureKind,
    /// Of a pooled share the columns that count how often and of how many.
    pub counts: Option<[String; 2]>,
}

/// One design point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSummary {
    /// Its number.
    pub point: u64,
    /// The value of each axis, SI.
    pub values: Vec<value::Value>,
    /// In the order of the measures.
    pub estimates: Vec<Estimate>,
    /// Beside one half, for measures that ask for it.
    pub fairness: Vec<Option<Comparison>>,
    /// Its trials, failed ones included.
    pub trial_count: u64,
    /// Its trials with another status than ok, which are left out of the estimates.
    pub left_out_count: u64,
}

/// What a dataset says.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Name of the study.
    pub study: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Trials planned a point.
    pub repeats: u64,
    /// Blocks done and blocks planned.
    pub blocks: [u64; 2],
    /// Trials done and trials planned.
    pub trials: [u64; 2],
    /// How many trials have each status.
    pub status: Vec<(String, u64)>,
    /// The swept keys.
    pub axes: Vec<AxisInfo>,
    /// The columns that are summed up; the first that has values is the headline.
    pub measures: Vec<MeasureInfo>,
    /// Greatest headline first, ties by number.
    pub points: Vec<PointSummary>,
}

/// Sums up a dataset, whole or in part.
pub fn summary(dataset: &Dataset) -> Result<Summary, AnalysisError> {
    let manifest = dataset.manifest();
    let measures: Vec<MeasureInfo> =
        manifest.measures.iter().map(|entry| measure_info(manifest, entry)).collect::<Result<_, _>>()?;
    let tallies = Tallies::of(dataset, &measures)?;
    let grid = &manifest.plan.grid;
    Ok(Summary {
        study: manifest.plan.study.clone(),
        seed: manifest.plan.seed,
        repeats: grid.repeats,
        blocks: [dataset.done_count(), dataset.schedule().blocks()],
        trials: [tallies.status.iter().sum(), grid.trials()],
        status: tallies.status_names.iter().cloned().zip(tallies.status.iter().copied()).collect(),
        axes: grid.axes.iter().filter_map(|axis| axis_info(manifest, &axis.key)).collect(),
        points: tallies.points(manifest),
        measures,
    })
}

fn axis_info(manifest: &Manifest, key: &str) -> Option<AxisInfo> {
    let column = manifest.key_column(key)?;
    Some(AxisInfo { key: key.to_owned(), column: column.name.clone(), unit: column.unit.clone() })
}

fn measure_info(manifest: &Manifest, entry: &Measure) -> Result<MeasureInfo, AnalysisError> {
    let table = &manifest.tables[0];
    let refuse = |why: &str| AnalysisError::Measure(format!("measure {} of table {}: {why}", entry.column, table.name));
    let index = table.index(&entry.column).ok_or_else(|| refuse("there is no such column"))?;
    let column = &table.columns[index];
    let counts = |name: &String| {
        let kind = table.index(name).map(|index| &table.columns[index].kind);
        matches!(kind, Some(ColumnKind::U32 | ColumnKind::U64))
    };
    match (entry.kind, &column.kind) {
        (MeasureKind::Share, ColumnKind::Bool) => {}
        (MeasureKind::Share, _) => return Err(refuse("a share needs a column of flags")),
        (MeasureKind::Fair, ColumnKind::F64) => {}
        (MeasureKind::Fair, _) => return Err(refuse("a share of each trial needs a column of numbers")),
        (MeasureKind::Mean, ColumnKind::F64 | ColumnKind::U32 | ColumnKind::U64) => {}
        (MeasureKind::Mean, _) => return Err(refuse("a mean needs a column of numbers")),
        (MeasureKind::Pooled, _) if entry.counts.as_ref().is_some_and(|names| names.iter().all(counts)) => {}
        (MeasureKind::Pooled, _) => return Err(refuse("a pooled share needs two columns of counts")),
    }
    Ok(MeasureInfo {
        column: column.name.clone(),
        unit: column.unit.clone(),
        about: column.about.clone(),
        kind: entry.kind,
        counts: entry.counts.clone(),
    })
}

/// Rows of one measure at one point.
#[derive(Clone, Copy)]
enum Tally {
    Share { true_count: u64, flag_count: u64 },
    Mean(Moments),
    Fair(Shares),
    Pooled(Pool),
}

impl Tally {
    fn new(kind: MeasureKind) -> Tally {
        match kind {
            MeasureKind::Share => Tally::Share { true_count: 0, flag_count: 0 },
            MeasureKind::Mean => Tally::Mean(Moments::default()),
            MeasureKind::Fair => Tally::Fair(Shares::default()),
            MeasureKind::Pooled => Tally::Pooled(Pool::default()),
        }
    }

    fn estimate(&self, means: &mut Means) -> Estimate {
        match self {
            Tally::Share { true_count, flag_count } => share(*true_count, *flag_count),
            Tally::Mean(moments) => means.estimate(moments),
            Tally::Fair(shares) => shares.estimate(),
            Tally::Pooled(pool) => pool.estimate(),
        }
    }

    fn fairness(&self) -> Option<Comparison> {
        if let Tally::Fair(shares) = self {
            Comparison::new(&shares.moments, HALF, MOST_DIFFERENCE, MARGIN)
        } else {
            None
        }
    }
}

/// Everything that is counted while the rows pass by.
struct Tallies {
    /// For each measure the number of its column among those that are read, and of its counts' second one.
    columns: Vec<[usize; 2]>,
    /// Whether a row counts more of something than there is.
    is_overfull: bool,
    status_names: Vec<String>,
    status: Vec<u64>,
    /// For each point its trials, and those that are not ok.
    trials: Vec<[u64; 2]>,
    /// For each point its measures.
    tallies: Vec<Tally>,
}

impl Tallies {
    fn of(dataset: &Dataset, measures: &[MeasureInfo]) -> Result<Tallies, AnalysisError> {
        let manifest = dataset.manifest();
        let table = &manifest.tables[0];
        let names = status_names(manifest)?.to_vec();
        let ok = Summary::ok_of(manifest)?;
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
        let blank = measures.iter().map(|measure| Tally::new(measure.kind)).cycle();
        let mut tallies = Tallies {
            columns: places,
            is_overfull: false,
            status: vec![0; names.len()],
            status_names: names,
            trials: vec![[0; 2]; points],
            tallies: blank.take(points * measures.len()).collect(),
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
        for measure in 0..self.columns.len() {
            self.add_measure(batch, measure, ok);
        }
    }

    fn add_measure(&mut self, batch: &Batch, measure: usize, ok: u8) {
        let (points, status, [column, second]) = (batch.u64(0), batch.names(1), self.columns[measure]);
        let measures = self.columns.len();
        let has_all = |row: usize| batch.has_value(column, row) && batch.has_value(second, row);
        for row in (0..batch.len()).filter(|&row| status[row] == ok && has_all(row)) {
            let tally = &mut self.tallies[points[row] as usize * measures + measure];
            match (tally, batch.column(column), batch.column(second)) {
                (Tally::Mean(moments), ColumnData::F64(values), _) => moments.add(values[row]),
                (Tally::Mean(moments), ColumnData::U64(values), _) => moments.add(values[row] as f64),
                (Tally::Fair(shares), ColumnData::F64(values), _) => shares.add(values[row]),
                (Tally::Pooled(pool), ColumnData::U64(yes), ColumnData::U64(of)) => {
                    self.is_overfull |= yes[row] > of[row];
                    pool.add(yes[row], of[row]);
                }
                (Tally::Share { true_count, flag_count }, ColumnData::Bool(values), _) => {
                    *flag_count += 1;
                    *true_count += u64::from(values[row]);
                }
                _ => unreachable!("a measure fits its columns"),
            }
        }
    }

    fn points(&self, manifest: &Manifest) -> Vec<PointSummary> {
        let (mut means, grid) = (Means::default(), &manifest.plan.grid);
        let measures = self.columns.len();
        let tallies = |point: usize| &self.tallies[point * measures..(point + 1) * measures];
        let mut points: Vec<PointSummary> = (0..self.trials.len())
            .map(|point| PointSummary {
                point: point as u64,
                values: (0..grid.axes.len()).map(|axis| grid.axis_value(axis, point as u64).into_owned()).collect(),
                estimates: tallies(point).iter().map(|tally| tally.estimate(&mut means)).collect(),
                fairness: tallies(point).iter().map(Tally::fairness).collect(),
                trial_count: self.trials[point][0],
                left_out_count: self.trials[point][1],
            })
            .collect();
        // stable, so that ties stay in the order of their numbers; a point without a value comes last
        let at = headline(&points);
        let headline = |point: &PointSummary| {
            point.estimates.get(at).and_then(|headline| headline.value).unwrap_or(f64::NEG_INFINITY)
        };
        points.sort_by(|a, b| headline(b).total_cmp(&headline(a)));
        points
    }
}

/// The names of the statuses of trials.
fn status_names(manifest: &Manifest) -> Result<&[String], AnalysisError> {
    let table = &manifest.tables[0];
    match table.index("status").map(|index| &table.columns[index].kind) {
        Some(ColumnKind::Name { names }) => Ok(names),
        _ => Err(AnalysisError::Measure(format!("table {} has no column of statuses", table.name))),
    }
}

/// Number of the first measure that has a value at any point; of the first where none has.
fn headline(points: &[PointSummary]) -> usize {
    let has_value = |at: &usize| points.iter().any(|point| point.estimates[*at].value.is_some());
    let count = points.first().map_or(0, |point| point.estimates.len());
    (0..count).find(has_value).unwrap_or(0)
}

impl Summary {
    /// Number of the status of trials that can be trusted.
    pub(crate) fn ok_of(manifest: &Manifest) -> Result<u8, AnalysisError> {
        let ok = status_names(manifest)?.iter().position(|name| name == OK);
        ok.map(|ok| ok as u8).ok_or_else(|| AnalysisError::Measure("no status is named ok".to_owned()))
    }

    /// The measure by which points are sorted: the first that has a value at any point.
    pub fn headline(&self) -> Option<&MeasureInfo> {
        self.measures.get(headline(&self.points))
    }

    /// Whether every block is done.
    pub fn is_complete(&self) -> bool {
        self.blocks[0] == self.blocks[1]
    }

    /// Trials that could not be brought to an end; they are left out of the estimates.
    pub fn quarantined_count(&self) -> u64 {
        self.status.iter().filter(|(name, _)| is_quarantine(name)).map(|(_, count)| count).sum()
    }

    /// Trials that panicked, a bug; they are left out of the estimates.
    pub fn failed_count(&self) -> u64 {
        self.status.iter().filter(|(name, _)| name == PANIC).map(|(_, count)| count).sum()
    }

    /// Their share of the trials done; 0 when there are none.
    pub fn quarantined_share(&self) -> f64 {
        if self.trials[0] == 0 { 0.0 } else { self.quarantined_count() as f64 / self.trials[0] as f64 }
    }

    /// All points, SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Value {
        let status: Map<String, Value> = self.status.iter().map(|(name, count)| (name.clone(), json!(count))).collect();
        let axis = |axis: &AxisInfo| json!({ "key": axis.key, "column": axis.column, "unit": axis.unit });
        let measure = |measure: &MeasureInfo| {
            let (kind, interval) = match measure.kind {
                MeasureKind::Share => ("share", "wilson"),
                MeasureKind::Mean => ("mean", "student-t"),
                MeasureKind::Fair => ("fair", "wilson of the effective n"),
                MeasureKind::Pooled => ("pooled", "wilson of the effective n"),
            };
            let MeasureInfo { column, unit, about, counts, .. } = measure;
            json!({ "column": column, "unit": unit, "about": about, "kind": kind, "interval": interval, "counts": counts })
        };
        json!({
            "study": self.study,
            "seed": self.seed,
            "repeats": self.repeats,
            "complete": self.is_complete(),
            "blocks": { "done": self.blocks[0], "planned": self.blocks[1] },
            "trials": { "done": self.trials[0], "planned": self.trials[1] },
            "status": status,
            "quarantined_count": self.quarantined_count(),
            "failed_count": self.failed_count(),
            "quarantined_share": self.quarantined_share(),
            "confidence": CONFIDENCE,
            "axes": self.axes.iter().map(axis).collect::<Vec<_>>(),
            "measures": self.measures.iter().map(measure).collect::<Vec<_>>(),
            "points": self.points.iter().map(|point| self.point_json(point)).collect::<Vec<_>>(),
        })
    }

    fn point_json(&self, point: &PointSummary) -> Value {
        let values: Map<String, Value> =
            self.axes.iter().zip(&point.values).map(|(axis, value)| (axis.column.clone(), json!(value))).collect();
        let estimates: Map<String, Value> = self
            .measures
            .iter()
            .zip(point.estimates.iter().zip(&point.fairness))
            .map(|(measure, (estimate, fairness))| {
                let [low, high] = estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
                let mut estimate = json!({ "n": estimate.n, "value": estimate.value, "low": low, "high": high });
                if let Some(fairness) = fairness {
                    estimate["fairness"] = json!({
                        "says": fairness.verdict().name(), "needed": fairness.needed(LEVEL),
                        "margin": MARGIN, "margin_assumption": MARGIN_ASSUMPTION,
                    });
                }
                (measure.column.clone(), estimate)
            })
            .collect();
        json!({
            "point": point.point,
            "values": values,
            "trial_count": point.trial_count,
            "left_out_count": point.left_out_count,
            "estimates": estimates,
        })
    }
}

/// Whether a status says that a trial could not be brought to an end.
pub fn is_quarantine(status: &str) -> bool {
    status != OK && status != PANIC
}
