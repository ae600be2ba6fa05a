//! Verdicts and tolerances as aligned tables.

use tolley_analysis::course::{Course, LOOK};
use tolley_analysis::fair::Fairness;
use tolley_analysis::statistics::equivalence::{self, Verdict};
use tolley_analysis::statistics::needed as plans;
use tolley_analysis::statistics::sequential::FairnessTest;
use tolley_analysis::tolerances::{Stratum, Tolerances};
use tolley_analysis::verdict::{PointVerdict, level_of};
use tolley_analysis::{Estimate, MARGIN_ASSUMPTION, MOST_DIFFERENCE};
use tolley_dataset::Dataset;
use tolley_experiment::value::Value;

use crate::columns::{self, GAP, TextColumn};
use crate::needed;
use crate::number::{self, Shown};
use crate::point_columns::{axis_columns, headed};
use crate::words::GroupedCount;

/// The share of equals.
const HALF: f64 = 0.5;
/// What is said of points at which nothing differed.
const NEVER: &str = "never differed: in none of these trials, although the plan has not the same on both sides: what they have unlike does \
                     nothing there,\nor too little to be seen in so many.\n";
/// What is said of a curve without freedom.
const UNTESTED: &str = "\nnot tested: a curve of as many unknowns as there are values always meets them. That it is right between them is \
                        assumed,\nand each bound with it; one value more would test it.\n";
/// Digits of a share.
const DIGITS: usize = 4;

/// Everything that is answered.
pub fn text(dataset: &Dataset, found: &Fairness, place: &str) -> String {
    let plan = &dataset.manifest().plan;
    let state = if dataset.is_complete() { "" } else { "PARTIAL: " };
    let head = format!(
        "{}: is it fair? {}\n{state}{} beside one half, margin {}, seed {}; each share with its {} interval\n",
        plan.study,
        found.about,
        found.measure,
        found.margin,
        plan.seed,
        percent(found.confidence)
    );
    if let Some(courses) = &found.courses {
        let verdicts = columns::indented(&columns::rows(&course_columns(found, courses)));
        let is_open = courses.iter().flatten().any(|course| course.likely.is_some());
        let open = if is_open { needed::ABOUT_LIKELY } else { "" };
        return format!("{head}\n{verdicts}{}{open}dataset: {place}\n", about_courses(found));
    }
    let verdicts = columns::indented(&columns::rows(&verdict_columns(found)));
    let tests = format!(
        "\nfair: two one-sided tests at {2} put the share within {0} of one half; unfair: the {3} interval lies outside{1}. \
         The margin is an assumption: {MARGIN_ASSUMPTION}.\n",
        found.margin,
        needed::corrected(";\nc", found.family, "verdicts together (Holm)"),
        percent(level_of(found.confidence)),
        percent(found.confidence)
    );
    let identities = if found.points.iter().any(|point| point.is_identity) {
        "identical: both sides have the same, and nothing ever differed: equal by construction, which is no evidence.\n"
    } else {
        ""
    };
    let never = if found.points.iter().any(|point| point.never_differed) { NEVER } else { "" };
    let tolerances = found.tolerances.as_ref().map_or_else(String::new, |tolerances| of_tolerances(found, tolerances));
    let is_open = found.points.iter().any(|point| point.needed.is_some());
    let open = if is_open { needed::about("trials", found.family) } else { String::new() };
    let grown = grown(dataset).map_or_else(String::new, |grown| format!("{grown}\n"));
    format!("{head}\n{verdicts}{tests}{open}{grown}{identities}{never}{tolerances}dataset: {place}\n")
}

/// What these tests do not know of a dataset that grew.
pub fn grown(dataset: &Dataset) -> Option<String> {
    let steps = dataset.manifest().stretches.len();
    let told = || {
        format!(
            "The dataset grew in {steps} steps: these tests hold if what was seen did not say how far, else `tolley fair \
             --sequential` does."
        )
    };
    (steps > 1).then(told)
}

fn verdict_columns(found: &Fairness) -> Vec<TextColumn> {
    let rows: Vec<&[(String, Value)]> = found.points.iter().map(|point| point.values.as_slice()).collect();
    let mut columns = axis_columns(&rows);
    let share = |point: &PointVerdict| number::estimate(&point.estimate, 1.0, DIGITS);
    columns.push(headed(&found.measure, "", found.points.iter().map(share)));
    columns.push(headed("n", "", found.points.iter().map(|point| GroupedCount(point.estimate.n).to_string())));
    let mut verdicts = headed("verdict", "", found.points.iter().map(said));
    verdicts.is_left = true;
    columns.push(verdicts);
    columns
}

/// Each point with the look that decided it.
fn course_columns(found: &Fairness, courses: &[Option<Course>]) -> Vec<TextColumn> {
    let rows: Vec<&[(String, Value)]> = found.points.iter().map(|point| point.values.as_slice()).collect();
    let mut columns = axis_columns(&rows);
    let share = |(point, course): (&PointVerdict, &Option<Course>)| {
        let interval = course.as_ref().and_then(|course| course.interval);
        number::estimate(&Estimate { interval, ..point.estimate }, 1.0, DIGITS)
    };
    columns.push(headed(&found.measure, "", found.points.iter().zip(courses).map(share)));
    columns.push(headed("n", "", found.points.iter().map(|point| GroupedCount(point.estimate.n).to_string())));
    let said = |(point, course): (&PointVerdict, &Option<Course>)| {
        let never = if point.never_differed { ", never differed" } else { "" };
        match course {
            _ if point.is_identity => "identical".to_owned(),
            Some(Course { verdict: Verdict::NotResolved, llr, likely, .. }) => {
                // where nothing differs nothing tells how soon it will
                let likely = likely.filter(|_| !point.never_differed).map_or_else(String::new, needed::likely);
                format!("not resolved{never}, ln ratio {llr:+.1}{likely}")
            }
            Some(Course { verdict, n, llr, .. }) => {
                format!("{} after {}{never}, ln ratio {llr:+.1}", verdict.name(), GroupedCount(*n))
            }
            None => "too few trials to look".to_owned(),
        }
    };
    let mut verdicts = headed("verdict", "", found.points.iter().zip(courses).map(said));
    verdicts.is_left = true;
    columns.push(verdicts);
    columns
}

fn about_courses(found: &Fairness) -> String {
    let family = found.points.iter().filter(|point| !point.is_identity).count().max(1);
    let bound = FairnessTest { value: HALF, margin: found.margin, error: level_of(found.confidence) / family as f64 }
        .bounds()
        .upper;
    format!(
        "\nlooked at after every {LOOK} trials: fair when equality has become e^{bound:.1} times as likely as {0} off one half, \
         different when that has;\neach false in about {1} of runs, {family} points together (Bonferroni). Unfair: \
         different, and the interval for {family} points together lies\noutside of the margin. Intervals cover at all looks \
         together with {2}, and may reach beyond\nthe margin where it is fair, which the ratio alone says.\nThe margin is an assumption: {MARGIN_ASSUMPTION}.\n",
        found.margin,
        percent(level_of(found.confidence)),
        percent(found.confidence),
    )
}

fn said(point: &PointVerdict) -> String {
    let never = if point.never_differed { ", never differed" } else { "" };
    match (point.is_identity, point.verdict, point.needed) {
        (true, ..) => "identical".to_owned(),
        (_, Some(verdict), Some(needed)) => format!("{}{never}, {}", verdict.name(), needed::told(needed, "trials")),
        (_, verdict, _) => format!("{}{never}", verdict.map_or("-", Verdict::name)),
    }
}

fn of_tolerances(found: &Fairness, tolerances: &Tolerances) -> String {
    let Tolerances { key, equal, strata, confidence, .. } = tolerances;
    let rows: Vec<&[(String, Value)]> = strata.iter().map(|stratum| stratum.values.as_slice()).collect();
    let mut columns = axis_columns(&rows);
    for (side, name) in [(1, "above"), (0, "below")] {
        let meets = |stratum: &Stratum| {
            stratum.sides[side].map_or("-".to_owned(), |side| match side.value {
                Some(value) => signed(value),
                None => "beyond".to_owned(),
            })
        };
        let bound = |stratum: &Stratum| {
            let bound =
                stratum.sides[side].map(|side| side.bound.map_or("none".to_owned(), |bound| amount(tolerances, bound)));
            bound.unwrap_or("-".to_owned())
        };
        columns.push(headed(&format!("{name}: meets"), "the margin at", strata.iter().map(meets)));
        columns.push(headed("fair up to", &format!("({})", percent(*confidence)), strata.iter().map(bound)));
        let tried = |stratum: &Stratum| match stratum.tried[side] {
            Some(tried) => amount(tolerances, tried),
            None => if stratum.has_values[side] { "none" } else { "-" }.to_owned(),
        };
        columns.push(headed("by values", "alone", strata.iter().map(tried)));
    }
    let fit = |stratum: &Stratum| {
        let p = stratum.curve.as_ref().and_then(|curve| curve.p_fit);
        let power = stratum.degree;
        let doubt = if stratum.curve.is_some() && !stratum.fits() { ": does not fit" } else { "" };
        match (p, stratum.is_untested()) {
            (Some(p), _) => format!("power {power}, p {p:.2}{doubt}"),
            (None, true) => format!("power {power}, not tested"),
            (None, false) => "-".to_owned(),
        }
    };
    columns.push(headed("curve", "", strata.iter().map(fit)));
    let table = columns::indented(&columns::rows(&columns));
    let everywhere = everywhere(tolerances);
    let untested = if strata.iter().any(Stratum::is_untested) { UNTESTED } else { "" };
    format!(
        "\nHow far may {key} be from {equal}? Where a curve through all its values leaves the margin of {0}; \"fair up to\" \
         holds with {1} confidence, one-sided, if the curve is right.\nBy values alone: the furthest that was tried, where it \
         and all nearer ones are within the margin, each with {1} confidence, whatever the curve.\n\n{table}{untested}\nin every \
         stratum at once: {everywhere}\n",
        found.margin,
        percent(*confidence)
    )
}

/// How many of the points that are fair never differed, if any.
pub fn never_differed(found: &Fairness) -> Option<String> {
    let is_so = |point: &&PointVerdict| point.never_differed && point.verdict == Some(Verdict::Fair);
    let count = found.points.iter().filter(is_so).count();
    (count > 0).then(|| format!("{count} of those fair never differed in any trial"))
}

/// How far in all strata at once: by the curves, and by values alone.
pub fn everywhere(tolerances: &Tolerances) -> String {
    let told = |robust: [Option<f64>; 2]| {
        let side = |side: usize, name: &str| match robust[side] {
            Some(bound) => format!("{} {name}", amount(tolerances, bound)),
            None if tolerances.strata.iter().any(|stratum| !stratum.has_values[side]) => {
                format!("nothing tried {name}")
            }
            None => format!("none shown {name}"),
        };
        format!("{}, {}", side(1, "above"), side(0, "below"))
    };
    let [robust, tried] = [tolerances.robust(), tolerances.robust_tried()].map(told);
    format!("{robust}; by values alone: {tried}")
}

/// `95 %`, with the digits that there are.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", format!("{:.6}", share * 100.0).trim_end_matches('0').trim_end_matches('.'))
}

fn signed(off: f64) -> String {
    if off == 0.0 {
        return "0".to_owned();
    }
    format!("{:+.5}", off).trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// By how much a quantity is off, and what that is of the whole.
fn amount(tolerances: &Tolerances, off: f64) -> String {
    let plain = signed(off);
    match &tolerances.whole {
        Some((column, value)) => {
            let shown = Shown::of_column(column);
            // the smallest unit of a mass that people weigh coins in
            let (unit, factor) = if shown.unit == "g" { ("mg", 1000.0) } else { (shown.unit.as_str(), 1.0) };
            format!("{plain} ({:+.0} {unit})", off * value * shown.factor * factor)
        }
        None => plain,
    }
}

/// How many trials a verdict takes, of single matches and of trials like those found.
pub fn plan(margin: f64, found: Option<&Fairness>) -> String {
    let single = plans::single_matches_needed(margin);
    let mut text = format!(
        "margin {margin}: {} single matches of equals call a fair game fair in 90 % of runs (two one-sided tests at 5 %)\n",
        GroupedCount(single)
    );
    let tested = found.map_or(1, |found| found.family.max(1));
    let level = found.map_or(equivalence::LEVEL, |found| level_of(found.confidence)) / tested as f64;
    if tested > 1 {
        text += &format!("trials like those found, {tested} points tested together:\n");
    }
    for point in found.into_iter().flat_map(|found| &found.points).filter(|point| !point.is_identity) {
        let needed = plans::trials_needed(point.deviation, 0.0, MOST_DIFFERENCE, margin, level);
        let values = point.values.iter().map(|(column, value)| {
            let shown = Shown::of_column(column);
            format!("{} {} {}", shown.name, number::value(value, shown.factor), shown.unit).trim_end().to_owned()
        });
        let place = values.collect::<Vec<_>>().join(", ");
        let needed = needed.map_or("-".to_owned(), |needed| GroupedCount(needed).to_string());
        let (deviation, n) = (point.deviation, GroupedCount(point.estimate.n));
        text += &format!("{GAP}{place}: {needed} trials, standard deviation {deviation:.3} each, from {n}\n");
    }
    text
}
