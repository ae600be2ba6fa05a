//! What each axis does to a measure: paired differences from its first value, corrected together.

use serde_json::{Value as Json, json};
use tolley_analysis::AnalysisError;
use tolley_analysis::contrasts::{Asked, Contrast, Contrasts, contrasts};
use tolley_analysis::dataset::Method;
use tolley_answers::number;
use tolley_answers::tidy::Row;
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::table::MeasureKind;
use tolley_report::Figure;

use super::cube::{Cube, estimate, titled, where_asked};

/// Trials whose values are held at once: some 25 bytes each, so that a report stays below 500 MB.
pub const MOST_TRIALS: u64 = 12_000_000;
/// Axes that are compared.
const MOST_AXES: usize = 12;
/// Values of an axis beyond its first.
const MOST_ARMS: usize = 12;

/// Differences along one axis.
pub struct AlongAxis {
    pub axis: usize,
    pub found: Contrasts,
}

/// Paired differences of a measure along each axis; none where points are not paired.
pub fn along_axes(cube: &Cube<'_>, measure: usize) -> Result<Vec<AlongAxis>, AnalysisError> {
    let plan = &cube.dataset.manifest().plan;
    let is_paired = plan.streams == StreamsMode::Common
        && plan.stop.is_none()
        && plan.grid.repeats > 1
        && plan.grid.is_full_grid()
        && plan.grid.trials() <= MOST_TRIALS;
    if !is_paired {
        return Ok(Vec::new());
    }
    let info = &cube.facts.measures[measure];
    // of a mean nobody said up to which difference nothing hangs on: no verdict is shown
    let margin = (info.kind == MeasureKind::Mean).then_some(f64::MIN_POSITIVE);
    let compared = |axis: usize| {
        let over = [(cube.axes[axis].key.as_str(), None)];
        let asked = Asked { over: &over, measure: Some(&info.column), margin, has_pairs: false };
        let found = where_asked(contrasts(cube.dataset, &asked)).transpose()?;
        Some(found.map(|found| AlongAxis { axis, found }))
    };
    let is_short = |axis: &usize| cube.axes[*axis].values.len() <= MOST_ARMS + 1;
    cube.wide_axes().into_iter().filter(is_short).take(MOST_AXES).filter_map(compared).collect()
}

/// Whether a corrected test finds that an arm differs, and what is said of its size.
fn mark(arm: &Contrast, has_margin: bool) -> &'static str {
    const LEVEL: f64 = 0.05;
    match arm.p {
        Some(_) if has_margin => arm.says().unwrap_or("-"),
        Some(p) if p.differs < LEVEL => "differs",
        Some(_) => "not resolved",
        None => "-",
    }
}

/// The forest plot.
pub fn figure(cube: &Cube<'_>, measure: usize, all: &[AlongAxis]) -> Option<Figure> {
    let shown = cube.shown(measure);
    let has_margin = cube.facts.measures[measure].kind != MeasureKind::Mean;
    let mut rows: Vec<Json> = Vec::new();
    for AlongAxis { axis, found } in all {
        let axis = &cube.axes[*axis];
        let control = number::value(&found.arms[found.control].values[0].1, axis.shown.factor);
        for arm in found.arms.iter().enumerate().filter(|(at, _)| *at != found.control).map(|(_, arm)| arm) {
            let mut row = estimate(&arm.difference, shown.factor);
            let to = number::value(&arm.values[0].1, axis.shown.factor);
            row.insert("label".to_owned(), json!(format!("{to} instead of {control}")));
            row.insert("group".to_owned(), json!(axis.title()));
            row.insert("mark".to_owned(), json!(mark(arm, has_margin)));
            rows.push(Json::Object(row));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let margin = all.first().map(|along| along.found.margin).filter(|_| has_margin);
    let n = rows.iter().filter_map(|row| row["n"].as_u64()).max().unwrap_or(0);
    let about_margin = match margin {
        Some(margin) => format!(" The band is the margin of {margin}, an assumption."),
        None => String::new(),
    };
    Some(Figure {
        kind: "forest",
        title: format!("What each axis does to {}.", titled(&shown)),
        caption: format!(
            "Mean difference from the first value of the axis, all other axes averaged over, on the same random numbers, with \
             its 95 % interval (Student's t); n = {n} repeats, seed {}. Marks are of tests corrected for all values of an axis \
             together (Holm).{about_margin}",
            cube.facts.seed
        ),
        data: json!({
            "v": { "title": format!("difference of {}", titled(&shown)) },
            "margin": margin.map(|margin| margin * shown.factor), "rows": rows,
        }),
    })
}

/// The same as tidy rows.
pub fn rows(cube: &Cube<'_>, measure: usize, all: &[AlongAxis]) -> Vec<Row> {
    let column = &cube.facts.measures[measure].column;
    let mut rows = Vec::new();
    for AlongAxis { axis, found } in all {
        let key = &cube.axes[*axis].key;
        let control = &found.arms[found.control].values[0].1;
        for arm in found.arms.iter().enumerate().filter(|(at, _)| *at != found.control).map(|(_, arm)| arm) {
            let term = format!("{column}: {key} {} less {control}", arm.values[0].1);
            let method = format!("paired difference, {}", Method::StudentT.name());
            rows.push(Row::of(term, arm.difference, method));
        }
    }
    rows
}
