//! The charts that any sweep has: lines with intervals over one axis, maps over two, points over none.

use serde_json::{Value as Json, json};
use tolley_experiment::table::MeasureKind;
use tolley_report::Figure;

use super::contour;
use super::cube::{Cube, estimate, shown_text, titled};

/// Measures of which each has a chart.
const MOST_MEASURES: usize = 4;
/// Lines of one colour each.
const MOST_SERIES: usize = 8;
/// Values of an axis from which on two of them make a map.
const FEWEST_OF_MAP: usize = 3;

/// The charts of a dataset.
pub fn figures(cube: &Cube<'_>) -> Vec<Figure> {
    let varies = |measure: &usize| {
        let mut values = cube.points.iter().filter_map(|point| point.estimates[*measure].value);
        let first = values.next();
        *measure == cube.facts.headline || values.any(|value| Some(value) != first)
    };
    let measures: Vec<usize> = cube.measures().into_iter().filter(varies).take(MOST_MEASURES).collect();
    if cube.wide_axes().is_empty() {
        return all_measures(cube).into_iter().collect();
    }
    measures.into_iter().filter_map(|measure| figure(cube, measure)).collect()
}

fn figure(cube: &Cube<'_>, measure: usize) -> Option<Figure> {
    if !cube.is_grid() {
        return Some(scatter(cube, measure));
    }
    if let Some([x, y]) = map_axes(cube) {
        return Some(map(cube, measure, x, y));
    }
    lines(cube, measure)
}

/// Aim and speed where both are swept, else the two numbers of most values; none where few values make no map.
fn map_axes(cube: &Cube<'_>) -> Option<[usize; 2]> {
    let fits = |axis: &usize| cube.axes[*axis].is_numeric && cube.axes[*axis].values.len() >= FEWEST_OF_MAP;
    let mut wide: Vec<usize> = cube.wide_axes().into_iter().filter(fits).collect();
    for table in ["shot", "strike"] {
        let pair = ["aim_offset_m", "speed_m_s"].map(|name| cube.axis(&format!("{table}.{name}")));
        if let [Some(aim), Some(speed)] = pair
            && wide.contains(&aim)
            && wide.contains(&speed)
        {
            return Some([aim, speed]);
        }
    }
    wide.sort_by_key(|axis| std::cmp::Reverse(cube.axes[*axis].values.len()));
    // a skill is told by lines, one for each
    wide.retain(|axis| !cube.axes[*axis].key.starts_with("player."));
    (wide.len() >= 2).then(|| [wide[0], wide[1]])
}

/// Every measure of one point.
fn all_measures(cube: &Cube<'_>) -> Option<Figure> {
    let point = cube.points.first()?;
    let counts = || cube.measures().into_iter().map(|measure| point.estimates[measure].n);
    let (least, most) = (counts().min().unwrap_or(0), counts().max().unwrap_or(0));
    let n = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let rows: Vec<Json> = cube
        .measures()
        .into_iter()
        .map(|measure| {
            let info = &cube.facts.measures[measure];
            let shown = cube.shown(measure);
            let mut row = estimate(&point.estimates[measure], shown.factor);
            row.insert("x".to_owned(), json!(titled(&shown)));
            row.insert("share".to_owned(), json!(info.kind != MeasureKind::Mean));
            Json::Object(row)
        })
        .collect();
    Some(Figure {
        kind: "measures",
        title: "Every measure with its 95 % interval.".to_owned(),
        caption: format!("n = {n}, seed {}; how each interval is found stands in the table.", cube.facts.seed),
        data: json!({ "rows": rows }),
    })
}

fn lines(cube: &Cube<'_>, measure: usize) -> Option<Figure> {
    let mut wide = cube.wide_axes();
    // the axis along which is read: numbers before names, many values before few
    wide.sort_by_key(|axis| (!cube.axes[*axis].is_numeric, std::cmp::Reverse(cube.axes[*axis].values.len()), *axis));
    let x = *wide.first()?;
    let series = wide[1..].iter().copied().filter(|axis| cube.axes[*axis].values.len() <= MOST_SERIES).min();
    let used: Vec<usize> = std::iter::once(x).chain(series).collect();
    let slice = cube.slice(&used, measure);
    let shown = cube.shown(measure);
    let panels = cube.panels(&slice);
    let mut rows = Vec::new();
    for (panel, points) in &panels {
        for point in points {
            let mut row = estimate(&cube.points[*point].estimates[measure], shown.factor);
            row.insert("p".to_owned(), json!(panel));
            row.insert("x".to_owned(), cube.axes[x].json(&cube.points[*point].values[x]));
            if let Some(series) = series {
                let value = &cube.axes[series].values[cube.place(*point, series)];
                row.insert("s".to_owned(), json!(shown_text(value, cube.axes[series].shown.factor)));
            }
            rows.push(Json::Object(row));
        }
    }
    let points = panels.iter().flat_map(|(_, points)| points.iter().copied());
    let order = |axis: usize| {
        let axis = &cube.axes[axis];
        axis.values.iter().map(|value| shown_text(value, axis.shown.factor)).collect::<Vec<_>>()
    };
    Some(Figure {
        kind: "lines",
        title: format!("{} over {}.", titled(&shown), cube.axes[x].title()),
        caption: format!("{}{} Bars are 95 % intervals.", cube.footing(measure, points), cube.held(&slice)),
        data: json!({
            "x": { "title": cube.axes[x].title(), "numeric": cube.axes[x].is_numeric, "order": order(x) },
            "y": { "title": titled(&shown), "share": cube.is_share(measure) },
            "series": series.map(|axis| json!({ "title": cube.axes[axis].title(), "order": order(axis) })),
            "panels": panels.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            "rows": rows,
        }),
    })
}

/// A map over two numbers, with the best place of each panel, the player's errors there, and the edge of what is within
/// 95 % of it.
fn map(cube: &Cube<'_>, measure: usize, x: usize, y: usize) -> Figure {
    let shown = cube.shown(measure);
    let slice = cube.slice(&[x, y], measure);
    let panels = cube.panels(&slice);
    let cells = |axis: usize| bounds(cube, axis);
    let (columns, lines) = (cells(x), cells(y));
    let drawn: Vec<Json> = panels.iter().map(|(name, points)| panel(cube, measure, [x, y], name, points)).collect();
    let points = panels.iter().flat_map(|(_, points)| points.iter().copied());
    let has_ellipse = drawn.iter().any(|panel| !panel["ellipse"].is_null());
    let ellipse = if has_ellipse { ", the ellipse one standard deviation of the player's errors" } else { "" };
    Figure {
        kind: "heat",
        title: format!("{} over {} and {}.", titled(&shown), cube.axes[x].title(), cube.axes[y].title()),
        caption: format!(
            "{}{} The cross is the greatest value of each panel, the line bounds what is within 95 % of it (between places by straight lines){ellipse}.{}",
            cube.footing(measure, points),
            cube.held(&slice),
            if cube.is_smoothed(measure) { "" } else { " The greatest of many is partly the luckiest." }
        ),
        data: json!({
            "x": { "title": cube.axes[x].title(), "bounds": columns },
            "y": { "title": cube.axes[y].title(), "bounds": lines },
            "v": { "title": titled(&shown), "share": cube.is_share(measure) },
            "panels": drawn,
        }),
    }
}

/// The bounds of the cells of an axis, as they are shown.
pub fn bounds(cube: &Cube<'_>, axis: usize) -> Vec<f64> {
    let axis = &cube.axes[axis];
    let numbers: Vec<f64> = axis.values.iter().filter_map(|value| axis.json(value).as_f64()).collect();
    let mut sorted = numbers;
    sorted.sort_by(f64::total_cmp);
    between(&sorted)
}

/// Half way between neighbours of ascending numbers, and as far beyond the ends.
pub fn between(sorted: &[f64]) -> Vec<f64> {
    let middle: Vec<f64> = sorted.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    let (first, last) = (sorted.first().copied().unwrap_or(0.0), sorted.last().copied().unwrap_or(0.0));
    let before = middle.first().map_or(first - 0.5, |next| 2.0 * first - next);
    let after = middle.last().map_or(last + 0.5, |next| 2.0 * last - next);
    std::iter::once(before).chain(middle).chain([after]).collect()
}

fn panel(cube: &Cube<'_>, measure: usize, [x, y]: [usize; 2], name: &str, points: &[usize]) -> Json {
    let shown = cube.shown(measure);
    let [columns, lines] = [x, y].map(|axis| ranks(cube, axis));
    let mut rows = Vec::new();
    for point in points {
        let mut row = estimate(&cube.points[*point].estimates[measure], shown.factor);
        row.insert("i".to_owned(), json!(columns[cube.place(*point, x)]));
        row.insert("j".to_owned(), json!(lines[cube.place(*point, y)]));
        rows.push(Json::Object(row));
    }
    let best = cube.best_of(measure, points.iter().copied());
    let at = |point: usize, axis: usize| cube.axes[axis].json(&cube.points[point].values[axis]);
    let cross = best.map(|point| json!({ "x": at(point, x), "y": at(point, y) }));
    let value = |point: usize| cube.points[point].estimates[measure].value;
    let limit = best.and_then(value).filter(|best| *best > 0.0).map(|best| 0.95 * best);
    let near = limit.map_or_else(Vec::new, |limit| within(cube, measure, [x, y], points, limit));
    let ellipse = best.and_then(|best| super::ring::errors(cube, best, [x, y]));
    json!({ "name": name, "rows": rows, "best": cross, "near": near, "ellipse": ellipse })
}

/// The line round what is worth so much.
fn within(cube: &Cube<'_>, measure: usize, axes: [usize; 2], points: &[usize], limit: f64) -> Vec<[[f64; 2]; 2]> {
    let sorted = axes.map(|axis| {
        let numbers = cube.axes[axis].values.iter().filter_map(|value| cube.axes[axis].json(value).as_f64());
        let mut numbers: Vec<f64> = numbers.collect();
        numbers.sort_by(f64::total_cmp);
        numbers
    });
    let ranks = axes.map(|axis| ranks(cube, axis));
    let mut values = vec![None; sorted[0].len() * sorted[1].len()];
    for point in points {
        let [i, j] = [0, 1].map(|at| ranks[at][cube.place(*point, axes[at])]);
        values[j * sorted[0].len() + i] = cube.points[*point].estimates[measure].value;
    }
    let ends = axes.map(|axis| {
        let bounds = bounds(cube, axis);
        [bounds[0], bounds[bounds.len() - 1]]
    });
    contour::line([&sorted[0], &sorted[1]], ends, limit, |i, j| values[j * sorted[0].len() + i])
}

/// Which cell each value of an axis lies in, in the order of its numbers.
fn ranks(cube: &Cube<'_>, axis: usize) -> Vec<usize> {
    let axis = &cube.axes[axis];
    let numbers: Vec<f64> = axis.values.iter().map(|value| axis.json(value).as_f64().unwrap_or(f64::NAN)).collect();
    numbers.iter().map(|own| numbers.iter().filter(|number| *number < own).count()).collect()
}

/// A point of a design that is no grid, over each axis in turn.
fn scatter(cube: &Cube<'_>, measure: usize) -> Figure {
    /// Marks in one panel.
    const MOST_MARKS: usize = 300;
    let shown = cube.shown(measure);
    let step = cube.points.len().div_ceil(MOST_MARKS).max(1);
    let marks = || (0..cube.points.len()).step_by(step);
    let panels: Vec<Json> = cube
        .axes
        .iter()
        .enumerate()
        .take(12)
        .map(|(number, axis)| {
            let rows: Vec<Json> = marks()
                .map(|point| {
                    let mut row = estimate(&cube.points[point].estimates[measure], shown.factor);
                    row.insert("x".to_owned(), axis.json(&cube.points[point].values[number]));
                    Json::Object(row)
                })
                .collect();
            json!({ "title": axis.title(), "numeric": axis.is_numeric, "rows": rows })
        })
        .collect();
    let thinned = if step > 1 { format!(" One point in {step} is drawn.") } else { String::new() };
    Figure {
        kind: "scatter",
        title: format!("{} over each axis, all others varying with it.", titled(&shown)),
        caption: format!("{}{thinned}", cube.footing(measure, 0..cube.points.len())),
        data: json!({ "y": { "title": titled(&shown), "share": cube.is_share(measure) }, "panels": panels }),
    }
}
