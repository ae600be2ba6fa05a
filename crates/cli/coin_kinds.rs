//! `tolley list coins --pairs` of a dataset that sweeps the kinds of both coins: how often two coins from a purse of
//! many kinds make a match unfair.

use tolley_analysis::Estimate;
use tolley_analysis::fair::{Fairness, fairness};
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::verdict::{PointVerdict, Question};
use tolley_answers::answer::{Answer, Cell, Column, Form, Note, NoteHeading, Quantity, Sentence, Table};
use tolley_answers::kinds::Context;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::args;
use crate::exit::Stop;
use crate::pair_shares::{PairShare, about, context, pairs, percent, print};
use crate::run;

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
    print(answer(dataset, &fairness, &found, &context(args)), dataset, args)?;
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

/// The answer: the share of pairs in each stratum, and every pair of kinds.
fn answer(dataset: &Dataset, fairness: &Fairness, found: &[Found<'_>], context: &Context<'_>) -> Answer {
    let share = |found: &Found<'_>| {
        let [sure, share, most] = found.beyond(fairness.margin);
        let n = found.pairs.len() as u64;
        PairShare {
            values: found.values.clone(),
            share: Estimate { n, value: Some(share), std_error: None, interval: Some([sure, most]) },
            mean_off: found.mean_off(),
            p_fit: None,
        }
    };
    let about = about(dataset, context, fairness.missing);
    let shares: Vec<PairShare> = found.iter().map(share).collect();
    let mut answer = pairs(dataset, about, "coins from a purse", &shares, fairness.margin);
    answer.tables.push(each(dataset, fairness));
    let worst = found.iter().filter_map(Found::worst).max_by(|one, other| off(one).abs().total_cmp(&off(other).abs()));
    answer.headline.amount.extend(worst.map(furthest));
    answer.notes.push(Note {
        heading: NoteHeading::Method,
        sentence: Sentence::words(
            "Of a share the least are the pairs that are surely off by more, the most all that are not surely within: 95 %, \
             all pairs at once (Holm). Each pair of the design is as likely, an assumption.",
        ),
    });
    answer
}

/// `furthest off: PL-1gr-2013 with PL-5zl-1994, 31.2 %`.
fn furthest(pair: &PointVerdict) -> Sentence {
    let kinds = pair.values.iter().filter_map(|(_, value)| match value {
        Value::Choice(kind) => Some(kind.to_string()),
        _ => None,
    });
    let kinds: Vec<String> = kinds.take(2).collect();
    Sentence::words("furthest off: ").name(kinds.join(" with ")).and(", who wins ").estimate(
        pair.estimate,
        &percent("wins"),
        Form::WithInterval,
    )
}

/// What the first coin of every pair wins.
fn each(dataset: &Dataset, fairness: &Fairness) -> Table {
    let manifest = dataset.manifest();
    let axes = manifest.plan.grid.axes.iter().map(|axis| Column::axis(Quantity::of_key(manifest, &axis.key)));
    let result = Column::result(percent("wins"), &fairness.measure, "mean", "mean of pairs of matches, t");
    let row = |pair: &PointVerdict| {
        let values = pair.values.iter().map(|(_, value)| Cell::Value(value.clone()));
        values.chain([Cell::Estimate(pair.estimate)]).collect()
    };
    Table {
        name: "pairs",
        title: Sentence::words("what the first coin of each pair wins"),
        columns: axes.chain([result]).collect(),
        rows: fairness.points.iter().map(row).collect(),
        is_brief: false,
    }
}
