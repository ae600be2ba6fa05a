//! `tolley coins --pairs` of a dataset that sweeps the kinds of both coins: how often two coins from a purse of many
//! kinds make a match unfair.

use indicatif::HumanCount;
use serde_json::{Map, Value as Json, json};
use tolley_analysis::Estimate;
use tolley_analysis::fair::{Fairness, fairness};
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::verdict::{PointVerdict, Question};
use tolley_answers::columns;
use tolley_answers::point_columns::{axis_columns, headed};
use tolley_answers::tidy::{Row, Tidy};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::args;
use crate::exit::Stop;
use crate::run;
use crate::written::Written;

/// The columns of the two kinds.
const KINDS: [&str; 2] = ["a.coin", "b.coin"];

/// The pairs of one stratum.
struct Found<'f> {
    /// Column and value of each other axis.
    values: Vec<(String, Value)>,
    pairs: Vec<&'f PointVerdict>,
}

impl<'f> Found<'f> {
    fn share(&self, is_so: impl Fn(&PointVerdict) -> bool) -> f64 {
        self.pairs.iter().filter(|pair| is_so(pair)).count() as f64 / self.pairs.len() as f64
    }

    /// Share of the pairs that are off by more; at least those that surely are, at most all that are not surely within.
    fn beyond(&self, more: f64) -> [f64; 3] {
        let is_within =
            |pair: &PointVerdict| pair.is_identity || matches!(pair.verdict, Some(Verdict::Fair | Verdict::Different));
        let sure = self.share(|pair| pair.verdict == Some(Verdict::Unfair));
        [sure, self.share(|pair| off(pair).abs() > more), 1.0 - self.share(is_within)]
    }

    fn mean_off(&self) -> f64 {
        self.pairs.iter().map(|pair| off(pair).abs()).sum::<f64>() / self.pairs.len() as f64
    }

    /// The pair that is off the most.
    fn worst(&self) -> Option<&'f PointVerdict> {
        self.pairs.iter().copied().max_by(|one, other| off(one).abs().total_cmp(&off(other).abs()))
    }
}

/// How far the share of wins is off one half; 0 where nothing ever differed, and where nothing is known.
fn off(pair: &PointVerdict) -> f64 {
    pair.estimate.value.map_or(0.0, |value| value - 0.5)
}

/// Whether both kinds of coins are axes of the dataset.
pub fn are_swept(dataset: &Dataset) -> bool {
    let axes = &dataset.manifest().plan.grid.axes;
    KINDS.iter().all(|kind| axes.iter().any(|axis| axis.key == *kind))
}

/// Answers from matches of pairs of kinds, each of which is as likely.
pub fn run(dataset: &Dataset, args: &args::Coins) -> Result<u8, Stop> {
    let question = Question {
        measure: None,
        margin: args.more,
        over: None,
        equal: None,
        sequential: false,
        confidence: CONFIDENCE,
    };
    let fairness = fairness(dataset, &question)?;
    let found = strata(dataset, &fairness);
    let told = Told { dataset, fairness: &fairness, found: &found };
    let written = Written { dataset, ending: "-pairs", object: told.json(), tidy: told.tidy(), has_csv: false };
    written.tell(args.json, || told.text())?;
    Ok(run::judged(dataset, &fairness.missing, None))
}

fn strata<'f>(dataset: &Dataset, fairness: &'f Fairness) -> Vec<Found<'f>> {
    let manifest = dataset.manifest();
    let kinds = KINDS.map(|kind| manifest.key_column(kind).map_or_else(String::new, |column| column.name.clone()));
    let mut found: Vec<Found<'_>> = Vec::new();
    for pair in &fairness.points {
        let values: Vec<(String, Value)> =
            pair.values.iter().filter(|(column, _)| !kinds.contains(column)).cloned().collect();
        match found.iter_mut().find(|found| found.values == values) {
            Some(found) => found.pairs.push(pair),
            None => found.push(Found { values, pairs: vec![pair] }),
        }
    }
    found
}

struct Told<'a> {
    dataset: &'a Dataset,
    fairness: &'a Fairness,
    found: &'a [Found<'a>],
}

impl Told<'_> {
    fn text(&self) -> String {
        let Fairness { margin: more, measure, .. } = self.fairness;
        let rows: Vec<&[(String, Value)]> = self.found.iter().map(|found| found.values.as_slice()).collect();
        let mut table = axis_columns(&rows);
        let cells = |of: &dyn Fn(&Found<'_>) -> String| self.found.iter().map(of).collect::<Vec<_>>().into_iter();
        table.push(headed("pairs of", "kinds", cells(&|found| HumanCount(found.pairs.len() as u64).to_string())));
        table.push(headed("off on", "the average", cells(&|found| format!("{:.4}", found.mean_off()))));
        let share = |found: &Found<'_>| {
            let [sure, share, most] = found.beyond(*more);
            format!("{share:.3} [{sure:.3}, {most:.3}]")
        };
        table.push(headed("pairs off by", &format!("more than {more}"), cells(&share)));
        let worst = |found: &Found<'_>| {
            let kinds = |pair: &PointVerdict| {
                let mut kinds = pair.values.iter().filter_map(|(_, value)| match value {
                    Value::Choice(kind) => Some(kind.to_string()),
                    _ => None,
                });
                [kinds.next().unwrap_or_default(), kinds.next().unwrap_or_default()].join(" beside ")
            };
            found.worst().map_or_else(String::new, |pair| format!("{:.3}, {}", 0.5 + off(pair), kinds(pair)))
        };
        table.push(headed("furthest", measure, cells(&worst)));
        let state = if self.dataset.is_complete() { "" } else { "PARTIAL: " };
        let grid = &self.dataset.manifest().plan.grid;
        format!(
            "how often do two coins of a purse make a match unfair? {state}{measure} off one half by more than {more}\n\n{}\n\
             {} pairs of matches a pair of kinds, seed {}. Of the share the least are the pairs that are surely off by more, the \
             most\nall that are not surely within: 95 %, all pairs at once (Holm). Each pair of the design is as likely, an \
             assumption;\nhow far coins of one kind differ is as coins.* of the scenario say.\ndataset: {}\n",
            columns::indented(&columns::rows(&table)),
            HumanCount(grid.repeats),
            self.dataset.manifest().plan.seed,
            self.dataset.dir().display()
        )
    }

    fn tidy(&self) -> Tidy {
        let mut rows = Vec::new();
        for found in self.found {
            let mut add = |what: &str, value: f64, interval: Option<[f64; 2]>, method: &str| {
                let estimate = Estimate { n: found.pairs.len() as u64, value: Some(value), std_error: None, interval };
                rows.push(Row::of(what, estimate, method).at(&found.values));
            };
            let [sure, share, most] = found.beyond(self.fairness.margin);
            let what = format!("share of pairs off by more than {}", self.fairness.margin);
            add(&what, share, Some([sure, most]), "surely off by more, not surely within (Holm)");
            let what = format!("{} off one half on the average", self.fairness.measure);
            add(&what, found.mean_off(), None, "mean over pairs");
        }
        for pair in &self.fairness.points {
            let term = self.fairness.measure.as_str();
            rows.push(Row::at_point(term, pair.estimate, "mean of pairs of matches, t", pair.point));
        }
        Tidy::of(None, self.dataset, rows)
    }

    fn json(&self) -> Json {
        let one = |found: &Found<'_>| {
            let values: Map<String, Json> =
                found.values.iter().map(|(column, value)| (column.clone(), json!(value))).collect();
            let [sure, share, most] = found.beyond(self.fairness.margin);
            json!({ "values": values, "share": share, "low": sure, "high": most, "mean_off": found.mean_off(),
                    "pairs": found.pairs.len() })
        };
        let plan = &self.dataset.manifest().plan;
        json!({
            "measure": self.fairness.measure, "more": self.fairness.margin, "strata": self.found.iter().map(one).collect::<Vec<_>>(),
            "points": self.fairness.to_json()["points"], "seed": plan.seed, "repeats": plan.grid.repeats,
            "dataset": self.dataset.dir().display().to_string(), "complete": self.dataset.is_complete(),
        })
    }
}
