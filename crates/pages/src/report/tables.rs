//! The estimates and what they leave out, as tables.

use tolley_analysis::{Facts, PointSummary, Summary, is_quarantine};
use tolley_answers::number::{self, Shown};
use tolley_answers::tidy::Row;
use tolley_report::{Markup, Section, document};

use super::cube::shown_text;

/// Points that are told on the page, the best ones.
pub const MOST_ROWS: usize = 60;
/// Columns of a table.
const MOST_COLUMNS: usize = 10;
/// Estimates of a page that are written beside it.
const MOST_ESTIMATES: usize = 200_000;

/// Points whose estimates are written beside the page, at the most.
pub fn points_written(facts: &Facts) -> usize {
    (MOST_ESTIMATES / facts.measures.len().max(1)).max(1)
}

/// The estimates of so many points, the best ones first.
pub fn estimate_rows(summary: &Summary) -> Vec<Row> {
    let facts = &summary.facts;
    let row = |point: &PointSummary| {
        let rows = facts.measures.iter().zip(&point.estimates).filter(|(_, estimate)| estimate.n > 0);
        let rows = rows.map(|(measure, estimate)| {
            Row::at_point(measure.column.as_str(), *estimate, summary.method(measure.kind).name(), point.point)
        });
        rows.collect::<Vec<_>>()
    };
    summary.points().take(points_written(facts)).flat_map(|point| row(&point)).collect()
}

/// The best points with every measure that has a value.
pub fn estimates(summary: &Summary) -> Section {
    let facts = &summary.facts;
    let points: Vec<PointSummary> = summary.points().take(MOST_ROWS).collect();
    let told: Vec<usize> = (0..facts.measures.len())
        .filter(|measure| points.iter().any(|point| point.estimates[*measure].n > 0))
        .collect();
    let axes: Vec<Shown> = facts.axes.iter().map(|axis| Shown::of(&axis.column, &axis.unit)).collect();
    let measures: Vec<(usize, Shown, usize)> = told.iter().map(|measure| shown(facts, *measure, &points)).collect();
    let tables = match points.as_slice() {
        [point] if axes.is_empty() => of_one(summary, point, &measures),
        _ => {
            // so few columns that a sheet of paper has them
            let each = (MOST_COLUMNS.saturating_sub(axes.len()) / 2).max(1);
            let parts = measures.chunks(each).map(|part| of_points(summary, &points, &axes, part));
            parts.fold(Markup::new(), |markup, part| markup.with(&part))
        }
    };
    let which = if facts.point_count > points.len() as u64 {
        let headline = facts.headline().map_or("", |measure| measure.column.as_str());
        format!(
            "The best {} of {} points by {}; the files next to the page have {}.",
            points.len(),
            facts.point_count,
            headline,
            if summary.is_smoothed(facts.headline) { "all means as they are" } else { "more" }
        )
    } else {
        "All points.".to_owned()
    };
    let about = format!("{which} Each value with its 95 % interval, and how that is found.");
    Section::of("Estimates", Markup::new().element("p", &about).with(&tables))
}

/// Some measures of points, side by side.
fn of_points(summary: &Summary, points: &[PointSummary], axes: &[Shown], measures: &[(usize, Shown, usize)]) -> Markup {
    let mut head: Vec<(String, String)> = axes.iter().map(named).collect();
    for (measure, shown, _) in measures {
        let (name, unit) = named(shown);
        let method = match summary.is_smoothed(*measure) {
            true => "smoothed over all points",
            false => summary.method(summary.facts.measures[*measure].kind).name(),
        };
        let unit = if unit.is_empty() { method.to_owned() } else { format!("{unit}, {method}") };
        head.extend([(name, unit), ("n".to_owned(), String::new())]);
    }
    let row = |point: &PointSummary| {
        let values = axes.iter().zip(&point.values).map(|(shown, value)| shown_text(value, shown.factor));
        let mut row: Vec<String> = values.collect();
        for (measure, shown, decimals) in measures {
            let estimate = &point.estimates[*measure];
            row.extend([number::estimate(estimate, shown.factor, *decimals), estimate.n.to_string()]);
        }
        row
    };
    let rows: Vec<Vec<String>> = points.iter().map(row).collect();
    document::table(&head, &rows, 0)
}

/// The measures of the only point, one below the other.
fn of_one(summary: &Summary, point: &PointSummary, measures: &[(usize, Shown, usize)]) -> Markup {
    let head = ["measure", "unit", "value", "n", "method"].map(|name| (name.to_owned(), String::new()));
    let row = |(measure, shown, decimals): &(usize, Shown, usize)| {
        let estimate = &point.estimates[*measure];
        let (name, unit) = named(shown);
        let method = summary.method(summary.facts.measures[*measure].kind).name();
        let value = number::estimate(estimate, shown.factor, *decimals);
        vec![name, unit, value, estimate.n.to_string(), method.to_owned()]
    };
    let rows: Vec<Vec<String>> = measures.iter().map(row).collect();
    document::table(&head, &rows, 2)
}

fn named(shown: &Shown) -> (String, String) {
    (shown.name.replace('_', " "), shown.unit.clone())
}

fn shown(facts: &Facts, measure: usize, points: &[PointSummary]) -> (usize, Shown, usize) {
    let info = &facts.measures[measure];
    let shown = Shown::of(&info.column, &info.unit);
    let decimals = points.iter().filter_map(|point| number::decimals(&point.estimates[measure], shown.factor)).max();
    (measure, shown, decimals.unwrap_or(3))
}

/// Trials that no estimate has.
pub fn quarantine(facts: &Facts) -> Section {
    let missing = facts.missing();
    let head = ["status", "trials"].map(|name| (name.to_owned(), String::new()));
    let rows: Vec<Vec<String>> = facts
        .status
        .iter()
        .filter(|(name, count)| *count > 0 || name == "ok")
        .map(|(name, count)| vec![name.clone(), count.to_string()])
        .collect();
    let reasons = facts.status.iter().filter(|(name, count)| is_quarantine(name) && *count > 0).count();
    let about = match (missing.quarantined, missing.failed) {
        (0, 0) => format!("Nothing: all {} trials were brought to an end that can be trusted.", missing.trials),
        (quarantined, failed) => format!(
            "{quarantined} of {} trials ({}) were quarantined for {reasons} reasons and {failed} failed; no estimate has them.",
            missing.trials,
            number::percent(missing.quarantined_share())
        ),
    };
    Section::of("What was quarantined", Markup::new().element("p", &about).with(&document::table(&head, &rows, 1)))
}
