//! The fairness sheet: effects with intervals, the band of the margin, verdicts, tolerances.

use serde_json::{Value as Json, json};
use tolley_analysis::fair::{Fairness, fairness};
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::tolerances::{Stratum, Tolerances};
use tolley_analysis::verdict::{PointVerdict, Question};
use tolley_analysis::{AnalysisError, MARGIN, MARGIN_ASSUMPTION};
use tolley_answers::fairness as fair;
use tolley_answers::needed;
use tolley_answers::number::Shown;
use tolley_answers::tidy::Row;
use tolley_dataset::Dataset;
use tolley_experiment::table::MeasureKind;
use tolley_report::{Figure, Markup};

use super::cube::{Cube, estimate, plain, shown_text, shown_value, where_asked};
use super::forest::MOST_TRIALS;

/// The verdicts of a dataset that has a share which is one half between equals.
pub fn found(cube: &Cube<'_>) -> Result<Option<Fairness>, AnalysisError> {
    let manifest = cube.dataset.manifest();
    let is_asked = cube.facts.measures.iter().any(|measure| measure.kind == MeasureKind::Fair);
    let fits = manifest.plan.grid.is_full_grid()
        && manifest.plan.grid.trials() <= MOST_TRIALS
        && manifest.plan.grid.repeats > 1
        && manifest.plan.stop.is_none();
    if !is_asked || !fits {
        return Ok(None);
    }
    let question =
        Question { measure: None, margin: MARGIN, over: None, equal: None, sequential: false, confidence: CONFIDENCE };
    where_asked(fairness(cube.dataset, &question))
}

/// How many points have which verdict, as a sentence.
pub fn sentence(found: &Fairness) -> String {
    let all = [Verdict::Fair, Verdict::Different, Verdict::Unequal, Verdict::Unfair, Verdict::NotResolved];
    let count = |verdict: Verdict| found.points.iter().filter(|point| point.verdict == Some(verdict)).count();
    let mut told: Vec<String> = all
        .iter()
        .map(|verdict| (count(*verdict), verdict.name()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let identical = found.points.iter().filter(|point| point.is_identity).count();
    if identical > 0 {
        told.push(format!("{identical} identical by construction, which is no evidence"));
    }
    told.extend(fair::never_differed(found));
    let points = if found.points.len() == 1 { "point" } else { "points" };
    format!(
        "{} compared with one half, of {} {points}: {} (margin {}{}).",
        plain(&found.measure),
        found.points.len(),
        told.join(", "),
        found.margin,
        needed::corrected(", c", found.family, "tests together")
    )
}

/// How far the quantity may be off, as a sentence.
pub fn tolerance(found: &Fairness) -> Option<String> {
    let tolerances = found.tolerances.as_ref()?;
    let everywhere = fair::everywhere(tolerances);
    let Tolerances { key, equal, .. } = tolerances;
    let is_untested = tolerances.strata.iter().any(Stratum::is_untested);
    let untested = if is_untested { " That its curve is right between the values tried is assumed." } else { "" };
    Some(format!(
        "How far {key} may be from {equal} with the match still fair, in every stratum at once with 95 % confidence, by \
         curves if they are right, and by the furthest value that was tried with all nearer ones, whatever the curves: \
         {everywhere}.{untested}"
    ))
}

/// The sheet as a chart.
pub fn figure(cube: &Cube<'_>, found: &Fairness) -> Option<Figure> {
    let tolerances = found.tolerances.as_ref();
    let axis =
        tolerances.and_then(|tolerances| cube.axis(&tolerances.key)).or_else(|| cube.wide_axes().first().copied());
    let used: Vec<usize> = axis.into_iter().collect();
    let slice = cube.slice(&used, cube.facts.headline);
    let shown: Vec<usize> = cube.panels(&slice).into_iter().flat_map(|(_, points)| points).collect();
    let rows: Vec<Json> = shown.iter().map(|point| row(cube, axis, &found.points[*point])).collect();
    let equal = tolerances.map(|tolerances| tolerances.equal);
    let x = axis.map_or("all".to_owned(), |axis| cube.axes[axis].title());
    let numeric = axis.is_some_and(|axis| cube.axes[axis].is_numeric);
    // what a difference of the ratio is in milligrams
    let whole = tolerances.and_then(|tolerances| tolerances.whole.as_ref());
    let whole = whole.map(|(column, value)| {
        let shown = Shown::of_column(column);
        let (unit, factor) = if shown.unit == "g" { ("mg".to_owned(), 1000.0) } else { (shown.unit.clone(), 1.0) };
        json!({ "unit": unit, "factor": value * shown.factor * factor })
    });
    let least = found.points.iter().map(|point| point.estimate.n).min().unwrap_or(0);
    Some(Figure {
        kind: "fair",
        title: format!("{} compared with one half.", found.measure.replace('_', " ")),
        caption: format!(
            "{} Bars are 95 % intervals, the band is the margin of {} ({MARGIN_ASSUMPTION}), n = {least} or more a point, seed \
             {}.{}{}",
            found.about,
            found.margin,
            cube.facts.seed,
            needed::corrected(" Verdicts are c", found.family, "tests together (Holm)."),
            cube.held(&slice)
        ),
        data: json!({
            "x": { "title": x, "numeric": numeric, "equal": equal, "whole": whole },
            "margin": found.margin, "rows": rows,
        }),
    })
}

fn row(cube: &Cube<'_>, axis: Option<usize>, point: &PointVerdict) -> Json {
    let mut row = estimate(&point.estimate, 1.0);
    let value = |axis: usize| &point.values[axis].1;
    row.insert(
        "x".to_owned(),
        axis.map_or(json!("all"), |axis| shown_value(value(axis), cube.axes[axis].shown.factor)),
    );
    let others = cube.wide_axes().into_iter().filter(|other| Some(*other) != axis);
    let name = |other: usize| {
        let axis = &cube.axes[other];
        format!("{} {} {}", axis.shown.name, shown_text(value(other), axis.shown.factor), axis.shown.unit)
    };
    let names: Vec<String> = others.map(|other| name(other).trim_end().replace('_', " ")).collect();
    row.insert("s".to_owned(), json!(names.join(", ")));
    let said = if point.is_identity { "identical" } else { point.verdict.map_or("-", Verdict::name) };
    row.insert("mark".to_owned(), json!(said));
    row.insert("needed".to_owned(), json!(point.needed.map(|needed| needed::told(needed, "trials"))));
    Json::Object(row)
}

/// What the fairness sheet says in words.
pub fn markup(dataset: &Dataset, found: &Fairness) -> Markup {
    let mut markup = Markup::new().element("p", &sentence(found));
    if let Some(grown) = fair::grown(dataset) {
        markup = markup.element("p", &grown);
    }
    if let Some(tolerance) = tolerance(found) {
        markup = markup.element("p", &tolerance);
    }
    markup
}

/// Tolerances as tidy rows.
pub fn rows(found: &Fairness) -> Vec<Row> {
    found.tolerances.as_ref().map_or_else(Vec::new, fair::tolerance_rows)
}
