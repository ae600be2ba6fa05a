//! What a dataset says, design point by design point.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};
use tolley_dataset::{Dataset, EstimateRow, Manifest, Method, NextStretch};
use tolley_experiment::grid::Grid;
use tolley_experiment::stop::StopRule;
use tolley_experiment::table::{ColumnKind, Measure, MeasureKind};
use tolley_experiment::value;
use tolley_statistics::equivalence::{Comparison, LEVEL};
use tolley_statistics::estimates::{CONFIDENCE, Estimate, Means, Moments};

use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::stop;
use crate::tally::{Tallies, is_mean_of_shares};
use crate::told;

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

/// What a dataset says, its points apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Name of the study.
    pub study: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Trials planned a point.
    pub repeats: u64,
    /// Number of design points.
    pub point_count: u64,
    /// When points end, if there is a rule for it.
    pub stop: Option<StopRule>,
    /// Blocks done and blocks planned; by a rule to stop by, those of the rounds so far.
    pub blocks: [u64; 2],
    /// Trials done and trials planned; likewise.
    pub trials: [u64; 2],
    /// What comes next by the rule to stop by, when all of that is done.
    pub next: Option<NextStretch>,
    /// How many trials have each status.
    pub status: Vec<(String, u64)>,
    /// The swept keys.
    pub axes: Vec<AxisInfo>,
    /// The columns that are summed up.
    pub measures: Vec<MeasureInfo>,
    /// Number of the measure by which points are sorted: the first that has a value at any point.
    pub headline: usize,
}

/// What a dataset says: some 100 bytes a point are held, and what is made of them is made point by point.
#[derive(Clone, Debug)]
pub struct Summary {
    /// All but the points.
    pub facts: Facts,
    grid: Grid,
    tallies: Tallies,
    /// Numbers of the points, greatest headline first, ties by number.
    order: Vec<u32>,
    /// What takes the place of the estimates of the headline.
    smoothed: Option<Vec<Estimate>>,
}

/// Sums up a dataset, whole or in part.
pub fn summary(dataset: &Dataset) -> Result<Summary, AnalysisError> {
    let manifest = dataset.manifest();
    let measures: Vec<MeasureInfo> =
        manifest.measures.iter().map(|entry| measure_info(manifest, entry)).collect::<Result<_, _>>()?;
    let tallies = Tallies::of(dataset, &manifest.measures)?;
    let grid = &manifest.plan.grid;
    let headline = tallies.headline();
    let facts = Facts {
        study: manifest.plan.study.clone(),
        seed: manifest.plan.seed,
        repeats: grid.repeats,
        point_count: grid.points(),
        blocks: [dataset.done_count(), dataset.schedule().blocks()],
        trials: [tallies.status.iter().sum(), dataset.schedule().trials()],
        stop: manifest.plan.stop.clone(),
        next: stop::next_stretch(dataset, &tallies),
        status: tallies.status_names.iter().cloned().zip(tallies.status.iter().copied()).collect(),
        axes: grid.axes.iter().filter_map(|axis| axis_info(manifest, &axis.key)).collect(),
        measures,
        headline,
    };
    Ok(Summary { facts, grid: grid.clone(), order: tallies.best_first(headline), tallies, smoothed: None })
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
        // a flag that no chance decides is told as 0 or 1
        (MeasureKind::Mean, ColumnKind::F64 | ColumnKind::U32 | ColumnKind::U64 | ColumnKind::Bool) => {}
        (MeasureKind::Mean, _) => return Err(refuse("a mean needs a column of numbers or flags")),
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

impl Summary {
    /// The points, greatest headline first, ties by number.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = PointSummary> + '_ {
        let mut means = Means::default();
        self.order.iter().map(move |&point| self.point(point as usize, &mut means))
    }

    /// Sorts the points by another measure, greatest first.
    pub fn sort_by(&mut self, measure: usize) {
        self.facts.headline = measure;
        self.order = self.tallies.best_first(measure);
    }

    /// The summary with other estimates of the headline, a value for each point, and sorted by those.
    #[must_use]
    pub fn with_headline(&self, smoothed: Vec<Estimate>) -> Summary {
        let mut order: Vec<u32> = (0..smoothed.len() as u32).collect();
        let value = |point: u32| smoothed[point as usize].value.unwrap_or(f64::NEG_INFINITY);
        order.sort_by(|a, b| value(*b).total_cmp(&value(*a)));
        Summary { order, smoothed: Some(smoothed), ..self.clone() }
    }

    /// Number of the measure of this name.
    pub fn measure(&self, name: &str) -> Result<usize, AnalysisError> {
        let measures = &self.facts.measures;
        measures.iter().position(|measure| measure.column == name).ok_or_else(|| {
            let all: Vec<&str> = measures.iter().map(|measure| measure.column.as_str()).collect();
            AnalysisError::Question(format!("{name} is no measure of this dataset; there are {}", all.join(", ")))
        })
    }

    /// The points, by number.
    pub fn by_number(&self) -> impl Iterator<Item = PointSummary> + '_ {
        let mut means = Means::default();
        (0..self.order.len()).map(move |point| self.point(point, &mut means))
    }

    /// Whether the values of a measure are smoothed over all points.
    pub fn is_smoothed(&self, measure: usize) -> bool {
        self.smoothed.is_some() && measure == self.facts.headline
    }

    /// How the intervals of measures of a kind are found.
    pub fn method(&self, kind: MeasureKind) -> Method {
        match kind {
            MeasureKind::Share => Method::Wilson,
            MeasureKind::Mean => Method::StudentT,
            MeasureKind::Fair | MeasureKind::Pooled => Method::WilsonEffectiveN,
        }
    }

    /// The rows of the table of estimates: by point, then by measure.
    pub fn estimates(&self) -> impl Iterator<Item = EstimateRow> + '_ {
        let (tallies, mut means) = (&self.tallies.tallies, Means::default());
        let terms = tallies.len() as u64;
        (0..self.order.len() as u64 * terms).map(move |row| {
            let (point, term) = (row / terms, (row % terms) as usize);
            let Estimate { value, std_error, interval, n } = tallies[term].estimate(point as usize, &mut means);
            let [conf_low, conf_high] = interval.unwrap_or([f64::NAN; 2]);
            let [estimate, std_error] = [value, std_error].map(|value| value.unwrap_or(f64::NAN));
            let method = self.method(self.facts.measures[term].kind);
            EstimateRow { point, term, estimate, std_error, conf_low, conf_high, n, method }
        })
    }

    fn point(&self, point: usize, means: &mut Means) -> PointSummary {
        let fairness = |shares: &Moments| Comparison::new(shares, HALF, MOST_DIFFERENCE, MARGIN);
        let (axes, tallies) = (0..self.grid.axes.len(), &self.tallies.tallies);
        let [trial_count, left_out_count] = self.tallies.trials[point];
        let mut estimates: Vec<Estimate> = tallies.iter().map(|tally| tally.estimate(point, means)).collect();
        if let Some((headline, smoothed)) = estimates.get_mut(self.facts.headline).zip(self.smoothed.as_ref()) {
            // how many trials a point has itself
            *headline = Estimate { n: headline.n, ..smoothed[point] };
        }
        PointSummary {
            point: point as u64,
            values: axes.map(|axis| self.grid.axis_value(axis, point as u64).into_owned()).collect(),
            estimates,
            fairness: tallies.iter().map(|tally| tally.shares_of(point).and_then(fairness)).collect(),
            trial_count,
            left_out_count,
        }
    }

    /// All points, SI, full digits; what is absent is null. `more` comes last. One point is made at a time.
    pub fn json(&self, more: Map<String, Value>) -> impl Serialize + '_ {
        Told { summary: self, more }
    }
}

/// A summary as JSON.
struct Told<'a> {
    summary: &'a Summary,
    more: Map<String, Value>,
}

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (name, value) in &self.summary.facts.to_json() {
            object.serialize_entry(name, value)?;
        }
        object.serialize_entry("points", &Points(self.summary))?;
        for (name, value) in &self.more {
            object.serialize_entry(name, value)?;
        }
        object.end()
    }
}

struct Points<'a>(&'a Summary);

impl Serialize for Points<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.points().map(|point| self.0.facts.point_json(&point)))
    }
}

impl Facts {
    /// The measure by which points are sorted.
    pub fn headline(&self) -> Option<&MeasureInfo> {
        self.measures.get(self.headline)
    }

    /// Whether every block is done, and none comes after.
    pub fn is_complete(&self) -> bool {
        self.blocks[0] == self.blocks[1] && self.next.is_none()
    }

    /// By which share intervals will be narrower when every trial is played, which is told of a part of them: widths
    /// fall with the root of the number of trials.
    pub fn narrower_share(&self) -> Option<f64> {
        let [done, planned] = self.trials;
        let is_part = self.stop.is_none() && 0 < done && done < planned;
        is_part.then(|| 1.0 - (done as f64 / planned as f64).sqrt())
    }

    /// Trials that the estimates leave out.
    pub fn missing(&self) -> Missing {
        Missing::of(&self.status)
    }

    fn to_json(&self) -> Map<String, Value> {
        let status: Map<String, Value> = self.status.iter().map(|(name, count)| (name.clone(), json!(count))).collect();
        let axis = |axis: &AxisInfo| json!({ "key": axis.key, "column": axis.column, "unit": axis.unit });
        let measure = |measure: &MeasureInfo| {
            let (kind, interval) = match measure.kind {
                MeasureKind::Share => ("share", "wilson"),
                kind if is_mean_of_shares(kind, &measure.column) => ("mean", "wilson of the effective n"),
                MeasureKind::Mean => ("mean", "student-t"),
                MeasureKind::Fair => ("fair", "wilson of the effective n"),
                MeasureKind::Pooled => ("pooled", "wilson of the effective n"),
            };
            let MeasureInfo { column, unit, about, counts, .. } = measure;
            json!({ "column": column, "unit": unit, "about": about, "kind": kind, "interval": interval, "counts": counts })
        };
        let object = json!({
            "study": self.study,
            "seed": self.seed,
            "repeats": self.repeats,
            "stop": self.stop.as_ref().map(|rule| json!({
                "metric": rule.metric, "half_width": rule.half_width, "confidence": rule.confidence,
                "min_repeats": rule.min_repeats, "max_repeats": self.repeats,
            })),
            "complete": self.is_complete(),
            "intervals_narrower_share": self.narrower_share(),
            "blocks": { "done": self.blocks[0], "planned": self.blocks[1] },
            "trials": { "done": self.trials[0], "planned": self.trials[1] },
            "status": status,
            "quarantined_count": self.missing().quarantined,
            "failed_count": self.missing().failed,
            "quarantined_share": self.missing().quarantined_share(),
            "confidence": CONFIDENCE,
            "axes": self.axes.iter().map(axis).collect::<Vec<_>>(),
            "measures": self.measures.iter().map(measure).collect::<Vec<_>>(),
        });
        if let Value::Object(object) = object { object } else { Map::new() }
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
                let mut estimate = json!({ "n": estimate.n, "value": estimate.value, "std_error": estimate.std_error, "low": low, "high": high });
                if let Some(fairness) = fairness {
                    estimate["fairness"] = json!({
                        "says": fairness.verdict().name(), "needed": told::needed(fairness.needed(LEVEL)),
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
