//! Where balls and coins end, on a plan of the ring or of the table; what places of the ball are worth.

use serde_json::{Value as Json, json};
use tolley_analysis::AnalysisError;
use tolley_analysis::places::{Asked, Places, places};
use tolley_experiment::value::Value;
use tolley_report::Figure;

use super::cube::{Cube, titled};
use super::ring::key_number;
use super::sweeps;

/// Cells along the longer side of a map.
const CELLS: usize = 48;
/// The same where a share is told in each cell.
const CELLS_OF_SHARES: usize = 24;
/// Marks of a circle.
const ROUND: usize = 96;
const BALL: [&str; 2] = ["layout.ball_x_m", "layout.ball_y_m"];

/// The maps that the rows of a dataset have.
pub fn figures(cube: &Cube<'_>) -> Result<Vec<Figure>, AnalysisError> {
    let found = match cube.facts.study.as_str() {
        "tinsley-green/shot" => vec![toleys(cube, "where the toley of the shot comes to rest")?, lies(cube)?],
        "tinsley-green/match" => vec![toleys(cube, "where toleys come to rest after shots")?, lies(cube)?],
        "cymbergaj/flick" => vec![ball_places(cube), ball_starts(cube)?, landings(cube)?],
        _ => Vec::new(),
    };
    Ok(found.into_iter().flatten().collect())
}

/// The marks of a circle about the centre.
fn circle(radius_m: f64) -> Vec<[f64; 2]> {
    let mark = |mark: usize| {
        let (sine, cosine) = libm::sincos(core::f64::consts::TAU * mark as f64 / ROUND as f64);
        [radius_m * cosine, radius_m * sine]
    };
    (0..=ROUND).map(mark).collect()
}

/// A plane that is cut into cells.
struct Plane {
    low: [f64; 2],
    side: f64,
    cells: [usize; 2],
    lines: Json,
}

impl Plane {
    fn of(half: [f64; 2], cells: usize, lines: Json) -> Plane {
        let side = 2.0 * half[0].max(half[1]) / cells as f64;
        let cells = half.map(|half| (2.0 * half / side).ceil() as usize);
        Plane { low: half.map(|half| -half), side, cells, lines }
    }

    fn asked<'q>(&self, table: &'q str, at: [&'q str; 2], flag: Option<&'q str>, only_flagged: bool) -> Asked<'q> {
        Asked { table, at, flag, only_flagged, low: self.low, side: self.side, cells: self.cells }
    }

    /// The cells that have a row.
    fn rows(&self, found: &Places, value: impl Fn([u64; 2]) -> Option<f64>) -> Vec<Json> {
        let row = |(cell, counts): (usize, &[u64; 2])| {
            let (x, y) = (cell % self.cells[0], cell / self.cells[0]);
            let at = |axis: usize, cell: usize| self.low[axis] + cell as f64 * self.side;
            let value = value(*counts)?;
            Some(json!({
                "x": at(0, x), "x2": at(0, x + 1), "y": at(1, y), "y2": at(1, y + 1), "v": value, "n": counts[0],
            }))
        };
        found.cells.iter().enumerate().filter(|(_, counts)| counts[0] > 0).filter_map(row).collect()
    }
}

fn ring(cube: &Cube<'_>) -> Option<Plane> {
    let radius_m = key_number(cube, 0, "ring.diameter_m")? / 2.0;
    Some(Plane::of([radius_m * 1.05; 2], CELLS, json!([circle(radius_m)])))
}

fn table(cube: &Cube<'_>, cells: usize) -> Option<Plane> {
    let (half, lines) = table_lines(|key| key_number(cube, 0, key))?;
    Some(Plane::of(half, cells, lines))
}

/// Half the lengths of what is drawn of a table, and its lines.
pub fn table_lines(key: impl Fn(&str) -> Option<f64>) -> Option<([f64; 2], Json)> {
    let half = [key("table.length_m")? / 2.0, key("table.width_m")? / 2.0];
    let (goal, inset, circle_m) =
        (key("table.goal_width_m")? / 2.0, key("table.line_inset_m")?, key("table.circle_radius_m")?);
    let [x, y] = half.map(|half| half - inset);
    let frame = |x: f64, y: f64| vec![[-x, -y], [x, -y], [x, y], [-x, y], [-x, -y]];
    let behind = 0.04 * half[0];
    let goal = |side: f64| {
        vec![[side * x, -goal], [side * (x + behind), -goal], [side * (x + behind), goal], [side * x, goal]]
    };
    let lines =
        json!([frame(half[0], half[1]), frame(x, y), [[0.0, -y], [0.0, y]], circle(circle_m), goal(1.0), goal(-1.0)]);
    Some(([half[0] + behind, half[1]], lines))
}

fn toleys(cube: &Cube<'_>, what: &str) -> Result<Option<Figure>, AnalysisError> {
    let (at, stays) = (["toley_x_m", "toley_y_m"], "toley_stays");
    let Some(plane) = ring(cube).filter(|_| cube.has("shots", &[at[0], at[1], stays])) else { return Ok(None) };
    let found = places(cube.dataset, &plane.asked("shots", at, Some(stays), true))?;
    Ok(density(cube, &plane, &found, format!("Outcome map: {what}."), "that stay on the ring"))
}

/// Where balls lie before shots, of datasets that have those rows.
fn lies(cube: &Cube<'_>) -> Result<Option<Figure>, AnalysisError> {
    let at = ["x_m", "y_m"];
    let Some(plane) = ring(cube).filter(|_| cube.has("lies", &at)) else { return Ok(None) };
    let found = places(cube.dataset, &plane.asked("lies", at, None, false))?;
    let title = "Outcome map: where balls lie before later shots.".to_owned();
    Ok(density(cube, &plane, &found, title, "of balls, toleys too"))
}

/// What a dataset would have to keep for a map that it has not.
pub fn missing(cube: &Cube<'_>) -> Option<&'static str> {
    let has = |key: &str| cube.key(0, key) == Some(Value::Flag(true));
    let is_marbles = matches!(cube.facts.study.as_str(), "tinsley-green/shot" | "tinsley-green/match");
    (is_marbles && !has("rows.lies")).then_some(
        "Where marbles lie after shots is not drawn: rows.lies = true keeps the rows that it needs (about 50 a shot).",
    )
}

/// How many rows end in each cell, all points together.
fn density(cube: &Cube<'_>, plane: &Plane, found: &Places, title: String, which: &str) -> Option<Figure> {
    if found.n == 0 {
        return None;
    }
    let share = |counts: [u64; 2]| Some(counts[0] as f64 / found.n as f64 / (plane.side * plane.side));
    Some(Figure {
        kind: "map",
        title,
        caption: format!(
            "Density per square metre of the {} {which}, all design points together; n = {}, seed {}. Cells of {:.0} mm, \
             coordinates in metres.",
            if found.n == 1 { "one" } else { "ends" },
            found.n,
            cube.facts.seed,
            plane.side * 1000.0
        ),
        data: json!({
            "v": { "title": "density (1/m\u{b2})", "share": false, "log": true }, "low": plane.low, "side": plane.side,
            "cells": plane.cells, "lines": plane.lines, "rows": plane.rows(found, share),
        }),
    })
}

fn landings(cube: &Cube<'_>) -> Result<Option<Figure>, AnalysisError> {
    let at = ["ball_x_m", "ball_y_m"];
    let Some(plane) = table(cube, CELLS).filter(|_| cube.has("shots", &at)) else { return Ok(None) };
    let found = places(cube.dataset, &plane.asked("shots", at, None, false))?;
    let title = "Landing density: where the ball ends or leaves play.".to_owned();
    Ok(density(cube, &plane, &found, title, "of the ball"))
}

/// Goal share by where the ball lay, where that is drawn anew for each flick.
fn ball_starts(cube: &Cube<'_>) -> Result<Option<Figure>, AnalysisError> {
    let from = cube.dataset.manifest().plan.base.get("layout.from");
    let is_drawn = matches!(from, Some(Value::Choice(from)) if from == "drawn");
    let (at, goal) = (["ball_start_x_m", "ball_start_y_m"], "goal");
    let is_there = is_drawn && cube.has("shots", &[at[0], at[1], goal]);
    let Some(plane) = table(cube, CELLS_OF_SHARES).filter(|_| is_there) else { return Ok(None) };
    let found = places(cube.dataset, &plane.asked("shots", at, Some(goal), false))?;
    Ok(goal_shares(cube, &plane, &found))
}

fn goal_shares(cube: &Cube<'_>, plane: &Plane, found: &Places) -> Option<Figure> {
    let share = |[count, goals]: [u64; 2]| Some(goals as f64 / count as f64);
    let least = found.cells.iter().map(|counts| counts[0]).filter(|count| *count > 0).min()?;
    Some(Figure {
        kind: "map",
        title: "Table plan: share of goals by the place of the ball.".to_owned(),
        caption: format!(
            "All design points together; n = {} flicks, {least} or more a cell, seed {}. The attack goes to the right; \
             coordinates in metres.",
            found.n, cube.facts.seed
        ),
        data: json!({
            "v": { "title": "share of goals", "share": true }, "low": plane.low, "side": plane.side, "cells": plane.cells,
            "lines": plane.lines, "rows": plane.rows(found, share),
        }),
    })
}

/// The headline by the place of the ball, where that is swept.
fn ball_places(cube: &Cube<'_>) -> Option<Figure> {
    let [x, y] = BALL.map(|key| cube.axis(key).filter(|axis| cube.is_grid() && cube.axes[*axis].values.len() > 1));
    let (x, y) = (x?, y?);
    let measure = cube.facts.headline;
    let slice = cube.slice(&[x, y], measure);
    let (_, points) = cube.panels(&slice).into_iter().next()?;
    let plane = table(cube, CELLS)?;
    let metres =
        |axis: usize| sweeps::bounds(cube, axis).into_iter().map(move |end| end / cube.axes[axis].shown.factor);
    let (columns, lines): (Vec<f64>, Vec<f64>) = (metres(x).collect(), metres(y).collect());
    let shown = cube.shown(measure);
    let row = |point: &usize| {
        let key = |axis: usize| cube.axes[axis].json(&cube.points[*point].values[axis]).as_f64();
        let at = |axis: usize| key(axis).map(|value| value / cube.axes[axis].shown.factor);
        let (at_x, at_y) = (at(x)?, at(y)?);
        let cell = |bounds: &[f64], at: f64| {
            bounds.windows(2).find(|ends| ends[0] <= at && at <= ends[1]).map(<[f64]>::to_vec)
        };
        let (cx, cy) = (cell(&columns, at_x)?, cell(&lines, at_y)?);
        let estimate = &cube.points[*point].estimates[measure];
        Some(json!({
            "x": cx[0], "x2": cx[1], "y": cy[0], "y2": cy[1], "v": estimate.value? * shown.factor, "n": estimate.n,
        }))
    };
    let rows: Vec<Json> = points.iter().filter_map(row).collect();
    Some(Figure {
        kind: "map",
        title: format!("Table plan: {} by the place of the ball.", titled(&shown)),
        caption: format!(
            "{}{} The attack goes to the right; coordinates in metres.",
            cube.footing(measure, points.iter().copied()),
            cube.held(&slice)
        ),
        data: json!({
            "v": { "title": titled(&shown), "share": cube.is_share(measure) }, "low": plane.low, "side": plane.side,
            "cells": plane.cells, "lines": plane.lines, "rows": rows,
        }),
    })
}
