//! Two hypotheses of normalised Elo, told apart while matches are played: the question, what is said of it, and kept.

use indicatif::HumanCount;
use serde_json::json;
use tolley_analysis::Estimate;
use tolley_analysis::elo::{EloFound, EloPoint, EloQuestion, strengths};
use tolley_analysis::statistics::elo::{Draw, EloLook, Strength, Taken, ToGo};
use tolley_analysis::statistics::sequential::Bounds;
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;
use tolley_session::play::Failed;

use super::ENDING;
use super::looks::{self, Looks};
use super::sides;
use super::text::percent;
use crate::columns::{self, TextColumn};
use crate::exit::Stop;
use crate::needed::{corrected, rounded};
use crate::point_columns::{axis_columns, headed};
use crate::report::tidy::{Row, Tidy};
use crate::run;
use crate::summary::number;
use crate::written::{self, Written};
use crate::{args, output};

/// Decimals of an Elo.
const DECIMALS: usize = 1;
const IDENTICAL: &str =
    "identical: both sides have the same, and nothing ever differed: equal by construction, which is no evidence.\n";
const METHOD: &str = "Wald's test of normalised Elo, Bonferroni";

/// Trials a point by which it is worth to go on, half of what is likely still to come; `None` where all is decided.
/// What is known so far is said, unless nothing is to be said.
pub(super) fn open(dataset: &Dataset, question: &EloQuestion<'_>, is_quiet: bool) -> Result<Option<u64>, Stop> {
    let found = strengths(dataset, question)?;
    if !is_quiet {
        output::say(&line(&found));
    }
    let to_come = found.points.iter().filter_map(|point| point.to_go()?.as_seen).fold(0.0, f64::max);
    Ok((!found.is_decided()).then_some((to_come / 2.0) as u64))
}

/// Says and keeps what a dataset answers.
pub(super) fn tell(
    (dataset, failed): (&Dataset, Failed),
    question: &EloQuestion<'_>,
    args: &args::Fair,
) -> Result<u8, Stop> {
    let found = strengths(dataset, question)?;
    let place = dataset.dir().display().to_string();
    let mut object = found.to_json();
    object["dataset"] = json!(place);
    object["complete"] = json!(dataset.is_complete());
    object["sides_differ"] = sides::json(dataset);
    written::say_made(&mut object, dataset)?;
    let tidy = Tidy::of(None, dataset, found.points.iter().flat_map(rows_of).collect());
    let written = Written { dataset, ending: ENDING, object, tidy, has_csv: args.csv };
    written.tell(args.flags.json, || sides::text(dataset) + &text(dataset, &found, &place))?;
    looks::keep(dataset, Some(&Looks::of_elo(&found)), args.csv)?;
    if found.points.iter().all(|point| point.there == 0) {
        output::say(&format!("warning: no trial has a value of {}: nothing is judged", found.measure));
    }
    Ok(run::judged(dataset, &found.missing, failed))
}

/// `LLR +1.23 of [-2.94, +2.94] after 1,200 pairs, normalised Elo 3.1 [-2.0, 8.2]; 2 of 3 points not decided`.
fn line(found: &EloFound) -> String {
    let open = || found.points.iter().filter(|point| !point.is_identity && point.taken() == Taken::Open);
    let shown = open().next().or_else(|| found.points.iter().find(|point| !point.is_identity));
    let told = shown.and_then(|point| Some((point, point.last()?))).map(|(point, (look, strength))| {
        let n = n_of(look);
        format!("LLR {:+.2} of {} after {n}, normalised Elo {}", look.llr, bounds(point), elo(strength, look))
    });
    let told = told.unwrap_or_else(|| "no look yet".to_owned());
    format!("{told}; {} of {} points not decided", open().count(), found.points.len())
}

fn n_of(look: &EloLook) -> String {
    let n = HumanCount(look.counts.iter().sum());
    let is_of_pairs = look.counts.len() == Draw::Pair.scores().len();
    format!("{n} {}", if is_of_pairs { "pairs" } else { "matches" })
}

fn bounds(point: &EloPoint) -> String {
    let Bounds { lower, upper } = point.test.bounds();
    format!("[{lower:+.2}, {upper:+.2}]")
}

fn estimate(strength: Option<Strength>, look: &EloLook) -> Estimate {
    let n = look.counts.iter().sum();
    Estimate {
        n,
        value: strength.map(|strength| strength.elo),
        interval: strength.map(|strength| strength.interval),
        ..Estimate::default()
    }
}

fn elo(strength: Option<Strength>, look: &EloLook) -> String {
    number::estimate(&estimate(strength, look), 1.0, DECIMALS)
}

/// Everything that is answered.
fn text(dataset: &Dataset, found: &EloFound, place: &str) -> String {
    let (plan, [zero, one]) = (&dataset.manifest().plan, found.elo);
    let state = if dataset.is_complete() { "" } else { "PARTIAL: " };
    let [alpha, beta] = found.errors.map(percent);
    format!(
        "{}: is it stronger? {}\n{state}{}, seed {}; H0: at most {zero}, H1: at least {one} of normalised Elo, with its {} \
         interval\n\n{}\n{}looked at after every 4, later after one in 256 of those so far; H0 or H1 as soon as the logarithm of how \
         much likelier H1 is (LLR) reaches\na bound: H1 falsely in about {alpha} of runs at {zero}, H0 in {beta} at {one}{}; \
         between the two either may be said.\nNormalised Elo: 347.4 a standard deviation of a match above one half. Its \
         interval covers at all looks together.\ndataset: {place}\n",
        plan.study,
        found.about,
        found.measure,
        plan.seed,
        percent(found.confidence),
        columns::indented(&columns::rows(&table(found))),
        if found.points.iter().any(|point| point.is_identity) { IDENTICAL } else { "" },
        corrected(", c", found.family, "points together (Bonferroni)"),
    )
}

fn table(found: &EloFound) -> Vec<TextColumn> {
    let rows: Vec<&[(String, Value)]> = found.points.iter().map(|point| point.values.as_slice()).collect();
    let mut columns = axis_columns(&rows);
    let is_of_pairs = found.points.iter().any(|point| point.test.draw == Draw::Pair);
    let seen = |of: &dyn Fn(&EloPoint, &EloLook) -> String| -> Vec<String> {
        let cell = |point: &EloPoint| point.looks.last().map_or("-".to_owned(), |look| of(point, look));
        found.points.iter().map(cell).collect()
    };
    let mut add = |name: &str, unit: &str, cells: Vec<String>| columns.push(headed(name, unit, cells.into_iter()));
    add("normalised Elo", "", seen(&|point, look| elo(point.last().and_then(|(_, strength)| strength), look)));
    add("LLR", "", seen(&|_, look| format!("{:+.3}", look.llr)));
    add("bounds", "", seen(&|point, _| bounds(point)));
    add("after", "", seen(&|_, look| n_of(look)));
    let points = if is_of_pairs { "0 1/2 1 3/2 2 points" } else { "lost drawn won" };
    add("of them", points, seen(&|_, look| look.counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")));
    let mut verdicts = headed("verdict", "", found.points.iter().map(|point| said(point, found.elo)));
    verdicts.is_left = true;
    columns.push(verdicts);
    columns
}

fn said(point: &EloPoint, [zero, one]: [f64; 2]) -> String {
    match (point.is_identity, point.taken(), point.to_go()) {
        (true, ..) => "identical".to_owned(),
        (_, Taken::AtMost, _) => format!("H0: at most {zero}"),
        (_, Taken::AtLeast, _) => format!("H1: at least {one}"),
        (_, Taken::Open, Some(ToGo { if_elo0, if_elo1, as_seen })) => {
            let shown = |n: f64| HumanCount(rounded(n.ceil() as u64)).to_string();
            let as_seen = as_seen.map_or_else(String::new, |n| format!(", {} as seen", shown(n)));
            format!("not decided, about {} more if H0, {} if H1{as_seen}", shown(if_elo0), shown(if_elo1))
        }
        _ => "too few to look".to_owned(),
    }
}

/// One estimate, count or bound a row.
fn rows_of(point: &EloPoint) -> Vec<Row> {
    let row = |term: &str, estimate: Estimate| Row::at_point(term, estimate, METHOD, point.point);
    let Some((look, strength)) = point.last() else {
        let identical = point.is_identity.then(|| row("says identical", plain(1.0, point.there)));
        return identical.into_iter().collect();
    };
    let n = look.counts.iter().sum();
    let Bounds { lower, upper } = point.test.bounds();
    let mut rows = vec![
        row("normalised Elo", estimate(strength, look)),
        row("logarithm of the ratio of H1 to H0", plain(look.llr, n)),
        row("lower bound of the logarithm", plain(lower, n)),
        row("upper bound of the logarithm", plain(upper, n)),
    ];
    let what = if point.test.draw == Draw::Pair { "pairs" } else { "matches" };
    for (score, count) in point.test.draw.scores().iter().zip(&look.counts) {
        let points = score * point.test.draw.matches() as f64;
        rows.push(row(&format!("{what} of {points} points"), plain(*count as f64, n)));
    }
    if let Some(ToGo { if_elo0, if_elo1, as_seen }) = point.to_go() {
        rows.push(row(&format!("{what} to come if H0"), plain(if_elo0, n)));
        rows.push(row(&format!("{what} to come if H1"), plain(if_elo1, n)));
        rows.extend(as_seen.map(|as_seen| row(&format!("{what} to come as seen"), plain(as_seen, n))));
    }
    rows.push(row(&format!("says {}", look.taken.name()), plain(1.0, n)));
    rows
}

/// A number that has no interval.
fn plain(value: f64, n: u64) -> Estimate {
    Estimate { n, value: Some(value), ..Estimate::default() }
}
