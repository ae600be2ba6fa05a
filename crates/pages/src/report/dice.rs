//! The board of dice football: the best decision on each field and what the others lose; how the worth of a position
//! moves with the rolls that are left.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use tolley_analysis::AnalysisError;
use tolley_dataset::{Batch, ColumnData, Dataset};
use tolley_experiment::table::ColumnKind;
use tolley_report::Figure;

use super::cube::Cube;

const ROLLS: [&str; 4] = ["control", "pass", "cross", "shoot"];
/// Positions that the curves are told of.
const MOST_MARKS: usize = 4_000;

/// The charts of solutions.
pub fn figures(cube: &Cube<'_>) -> Result<Vec<Figure>, AnalysisError> {
    if cube.facts.study != "dice-football/solve" {
        return Ok(Vec::new());
    }
    Ok([board(cube)?, curves(cube)?].into_iter().flatten().collect())
}

/// Of which point a chart is told, where there are several.
fn of_first(cube: &Cube<'_>) -> &'static str {
    if cube.points.len() > 1 { " Of design point 0 alone." } else { "" }
}

fn names<'d>(dataset: &'d Dataset, table: &str, column: &str) -> &'d [String] {
    let table = dataset.manifest().tables.iter().find(|entry| entry.name == table);
    match table.and_then(|table| Some(&table.columns[table.index(column)?].kind)) {
        Some(ColumnKind::Name { names }) => names,
        _ => &[],
    }
}

fn number(batch: &Batch, column: usize, row: usize) -> Option<f64> {
    if !batch.has_value(column, row) {
        return None;
    }
    match batch.column(column) {
        ColumnData::F64(values) => Some(values[row]),
        ColumnData::U64(values) => Some(values[row] as f64),
        ColumnData::Bool(values) => Some(f64::from(u8::from(values[row]))),
        ColumnData::Name(_) => None,
    }
}

/// The best roll on each field with all rolls open, at the start of the second half of a level match.
fn board(cube: &Cube<'_>) -> Result<Option<Figure>, AnalysisError> {
    let dataset = cube.dataset;
    let columns = [
        "point",
        "half",
        "rolls_left_count",
        "attacker_won_draw",
        "attacker_ahead",
        "foul_count",
        "ball_row",
        "ball_column",
        "phase",
        "may_roll",
        "best",
        "points_share",
        "margin_share",
        "control_loss_share",
        "pass_loss_share",
        "cross_loss_share",
        "shoot_loss_share",
    ];
    let of = |column: &str, name: &str| names(dataset, "policy", column).iter().position(|other| other == name);
    let names_of = of("phase", "open").zip(of("may_roll", "any"));
    let Some((open, any)) = names_of.filter(|_| cube.has("policy", &columns)) else { return Ok(None) };
    let decisions = names(dataset, "policy", "best");
    // of each field the position with the most rolls left
    let mut fields: BTreeMap<(u64, u64), (f64, Json)> = BTreeMap::new();
    dataset.scan("policy", &columns, |batch| {
        for row in 0..batch.len() {
            let at = |column| number(batch, column, row);
            let is_asked = at(0) == Some(0.0)
                && at(1) == Some(2.0)
                && at(3) == Some(1.0)
                && at(4) == Some(0.0)
                && at(5) == Some(0.0)
                && usize::from(batch.names(8)[row]) == open
                && usize::from(batch.names(9)[row]) == any;
            let (Some(left), Some(line), Some(column)) = (at(2), at(6), at(7)) else { continue };
            let place = (line as u64, column as u64);
            if !is_asked || line < 1.0 || fields.get(&place).is_some_and(|(most, _)| *most >= left) {
                continue;
            }
            let best = decisions.get(usize::from(batch.names(10)[row])).cloned().unwrap_or_default();
            let losses: Vec<Json> = ROLLS
                .iter()
                .zip(13..)
                .filter_map(|(roll, column)| Some(json!({ "roll": roll, "loss": at(column)? })))
                .collect();
            let field = json!({
                "row": line, "column": column, "best": best, "value": at(11), "margin": at(12), "losses": losses,
                "left": left,
            });
            fields.insert(place, (left, field));
        }
    })?;
    let left = fields.values().map(|(left, _)| *left).fold(0.0, f64::max);
    if fields.is_empty() {
        return Ok(None);
    }
    let rows: Vec<&Json> = fields.values().map(|(_, field)| field).collect();
    Ok(Some(Figure {
        kind: "board",
        title: "The board with the best roll on each field.".to_owned(),
        caption: format!(
            "Exact: no trials, so n is 1 and there is no interval; seed {}. Level match, second half, {left} rolls left, all \
             rolls open, the attacker won the draw, no fouls running. Colour and number: by how much the second best is worse, \
             in share of points (win 1, draw 1/2). Columns 1 to 3: mirror images are one; the attack goes upwards.{}",
            cube.facts.seed,
            of_first(cube)
        ),
        data: json!({ "rows": rows }),
    }))
}

/// Win probability and share of points of the attacker at the kick-off, by rolls left and lead.
fn curves(cube: &Cube<'_>) -> Result<Option<Figure>, AnalysisError> {
    let dataset = cube.dataset;
    let columns = [
        "point",
        "half",
        "rolls_left_count",
        "attacker_won_draw",
        "attacker_ahead",
        "foul_count",
        "ball_row",
        "ball_column",
        "phase",
        "may_roll",
        "points_share",
        "win_share",
        "draw_share",
    ];
    let of = |column: &str, name: &str| names(dataset, "positions", column).iter().position(|other| other == name);
    let names_of = of("phase", "open").zip(of("may_roll", "restart"));
    let Some((open, restart)) = names_of.filter(|_| cube.has("positions", &columns)) else { return Ok(None) };
    let mut marks: BTreeMap<(i64, u64, bool), Json> = BTreeMap::new();
    dataset
        .scan("positions", &columns, |batch| {
            for row in 0..batch.len() {
                let at = |column| number(batch, column, row);
                let is_asked = at(0) == Some(0.0)
                    && at(5) == Some(0.0)
                    && at(6) == Some(6.0)
                    && at(7) == Some(3.0)
                    && usize::from(batch.names(8)[row]) == open
                    && usize::from(batch.names(9)[row]) == restart;
                let (Some(half), Some(left), Some(ahead)) = (at(1), at(2), at(4)) else { continue };
                if !is_asked || half < 2.0 || marks.len() >= MOST_MARKS {
                    continue;
                }
                let key = (ahead as i64, left as u64, at(3) == Some(1.0));
                marks.entry(key).or_insert_with(|| {
                    json!({ "x": left, "v": at(11), "points": at(10), "draw": at(12), "s": format!("{ahead:+}"), "won": at(3) == Some(1.0) })
                });
            }
        })?;
    let rows: Vec<&Json> = marks.iter().filter(|((_, _, won), _)| *won).map(|(_, mark)| mark).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    Ok(Some(Figure {
        kind: "curves",
        title: "Win probability of the attacker at a kick-off in the second half, by his lead.".to_owned(),
        caption: format!(
            "Exact, both play to win: no interval; n is 1, seed {}. A goal is worth the distance to the next curve. The attacker \
             won the draw. Only the rolls left that the dataset keeps are marked.{}",
            cube.facts.seed,
            of_first(cube)
        ),
        data: json!({ "x": { "title": "rolls left in the half" }, "y": { "title": "share of matches won in normal time" }, "series": "goals ahead", "rows": rows }),
    }))
}
