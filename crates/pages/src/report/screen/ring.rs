//! The ring from above with its rack at true size: from where, how far off the middle, how hard and with what spin.

use serde_json::{Value as Json, json};
use tolley_answers::answer::{Answer, Cell, Table};
use tolley_answers::number;
use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::random::Streams;
use tolley_report::Figure;
use tolley_tinsley_green::shot::ShotKeys;
use tolley_tinsley_green::shot::rack::RackSites;

use super::rows::{self, Fill};
use crate::report::ring;

const STUDY: &str = "tinsley-green/shot";
const POSITION: &str = "shot.position_rad";
const AIM: &str = "shot.aim_offset_m";
const SPEED: &str = "shot.speed_m_s";
/// How the keys of what a player may choose begin.
const CHOICES: &str = "shot.";
/// Rows among which the one in the middle of the best is looked for.
const MOST_OF_SET: usize = 1_000;

/// What is drawn whatever the answer is, lengths in metres.
pub struct RingPlan {
    radius_m: f64,
    release_m: f64,
    toley_m: f64,
    spread_rad: f64,
    marbles: Vec<[f64; 3]>,
    is_sixfold: bool,
}

impl RingPlan {
    /// Of the first design point of a plan; `None` of another game or study.
    pub fn of(plan: &Plan) -> Option<RingPlan> {
        (plan.study.name == STUDY).then(|| RingPlan::laid(&ShotKeys::read(&plan.point(0)), &plan.streams_of(0)))
    }

    /// Of keys.
    pub fn laid(keys: &ShotKeys, streams: &Streams) -> RingPlan {
        let sites = RackSites::new(&keys.rack, &keys.marble);
        RingPlan {
            radius_m: keys.ring.radius_m(),
            release_m: keys.ring.radius_m() - keys.ring.release_inset_m,
            toley_m: keys.toley.diameter_m / 2.0,
            spread_rad: keys.player.aim_sd_rad,
            marbles: ring::marbles(&sites, streams),
            is_sixfold: sites.has_image(ring::turned),
        }
    }
}

/// The picture, where an answer judges places of the edge.
pub fn picture(answer: &Answer, ground: &RingPlan) -> Option<Figure> {
    let whole = rows::values(answer)?;
    let named =
        |table: &Table, key: &str| rows::axes(table).into_iter().find(|at| table.columns[*at].quantity.name == key);
    named(whole, POSITION)?;
    let (table, held) = of_one_hand(whole);
    let position = named(&table, POSITION)?;
    let places = rows::filled(&table, position);
    let at_rad: Vec<f64> = places.iter().map(|(value, _)| rows::number(value)).collect();
    let half_rad = half_step(&at_rad)?;
    let extent_rad = at_rad.last()? - at_rad.first()? + 2.0 * half_rad;
    let copies = if ground.is_sixfold && extent_rad <= ring::SIXTH_RAD + 1e-6 { 6 } else { 1 };
    let arcs = cells(&at_rad, half_rad, &places);
    let offset = named(&table, AIM);
    let offsets = offset.map_or_else(Vec::new, |at| {
        let cases = rows::filled(&table, at);
        let at_m: Vec<f64> = cases.iter().map(|(value, _)| rows::number(value)).collect();
        half_step(&at_m).map_or_else(Vec::new, |half_m| cells(&at_m, half_m, &cases))
    });
    let advice = middle_of_best(&table, position, copies);
    let is_anywhere = places.iter().all(|(_, fill)| *fill == Fill::Good);
    let axis = &table.columns[position].quantity;
    let (mut aim, mut kneel) = (Json::Null, Vec::new());
    if let Some(row) = advice {
        let of = |at: Option<usize>| at.and_then(|at| rows::value(row, at)).map_or(0.0, rows::number);
        let (at_rad, off_m) = (of(Some(position)), of(offset));
        let how = named(&table, SPEED).and_then(|at| Some(table.columns[at].quantity.value(rows::value(row, at)?)));
        let turn_rad = libm::asin((off_m / ground.release_m).clamp(-1.0, 1.0));
        aim = json!({ "position": at_rad, "offset": off_m, "turn": turn_rad, "how": how });
        let place = format!("{}\u{b0}", number::short(at_rad * axis.factor));
        kneel = if is_anywhere {
            vec!["kneel anywhere,".to_owned(), format!("here at {place}")]
        } else {
            vec!["kneel here,".to_owned(), place]
        };
    }
    let others = rows::axes(&table).into_iter().filter(|at| *at != position);
    let strips: Vec<Json> = others.map(|at| strip(&table, at)).collect();
    let data = json!({
        "says": answer.headline.sentence.text(), "radius": ground.radius_m, "release": ground.release_m,
        "toley": ground.toley_m, "spread": ground.spread_rad, "marbles": ground.marbles, "copies": copies, "arcs": arcs,
        "offsets": offsets, "aim": aim, "kneel": kneel, "strips": strips, "names": rows::names(answer.about.kind),
    });
    let caption = if held.is_empty() { String::new() } else { format!("For {held}; the table has the others.") };
    Some(Figure { kind: "answer-ring", title: "The ring from above.".to_owned(), caption, data })
}

/// The rows of the first hand and ground of a table, with what these are where there are others.
fn of_one_hand(table: &Table) -> (Table, String) {
    let is_given = |at: &usize| !table.columns[*at].quantity.name.starts_with(CHOICES);
    let given: Vec<usize> = rows::axes(table).into_iter().filter(is_given).collect();
    let Some(first) = table.rows.first() else { return (table.clone(), String::new()) };
    let is_first = |row: &&Vec<Cell>| given.iter().all(|at| row.get(*at) == first.get(*at));
    let kept = table.rows.iter().filter(is_first).cloned().collect();
    let told = given.iter().filter_map(|at| {
        let quantity = &table.columns[*at].quantity;
        Some(format!("{} {}", quantity.label, quantity.value(rows::value(first, *at)?)))
    });
    (Table { rows: kept, ..table.clone() }, told.collect::<Vec<_>>().join(", "))
}

/// A row of cells, one a value of an axis.
pub fn strip(table: &Table, at: usize) -> Json {
    let quantity = &table.columns[at].quantity;
    let name = |value| {
        if rows::is_number(value) {
            number::short(rows::number(value) * quantity.factor)
        } else {
            number::value(value, 1.0)
        }
    };
    let filled = rows::filled(table, at);
    let cells = filled.iter().map(|(value, fill)| json!({ "name": name(value), "fill": fill.name() }));
    let unit = if quantity.unit == "deg" { "degrees" } else { &quantity.unit };
    json!({ "title": quantity.label, "unit": unit, "cells": cells.collect::<Vec<_>>() })
}

/// Half the least distance of neighbours; `None` of fewer than two.
fn half_step(at: &[f64]) -> Option<f64> {
    let least = at.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    (least.is_finite() && least > 0.0).then_some(least / 2.0)
}

fn cells(at: &[f64], half: f64, filled: &[(&tolley_experiment::value::Value, Fill)]) -> Vec<Json> {
    let cell = |(at, (_, fill)): (&f64, &(_, Fill))| json!({ "from": at - half, "to": at + half, "fill": fill.name() });
    at.iter().zip(filled).map(cell).collect()
}

/// The row of the set of the best that is nearest to all others of it: no luck decides which is shown.
fn middle_of_best(table: &Table, position: usize, copies: usize) -> Option<&Vec<Cell>> {
    let set: Vec<&Vec<Cell>> =
        table.rows.iter().filter(|row| rows::fill(row) == Some(Fill::Good)).take(MOST_OF_SET).collect();
    let axes: Vec<(usize, f64)> = rows::axes(table)
        .into_iter()
        .filter_map(|at| {
            let values: Vec<f64> = rows::distinct(table, at).into_iter().map(rows::number).collect();
            Some((at, values.last()? - values.first()?)).filter(|(_, extent)| *extent > 0.0)
        })
        .collect();
    let turn_rad = core::f64::consts::TAU / copies as f64;
    let apart = |one: &[Cell], other: &[Cell]| {
        let of = |(at, extent): &(usize, f64)| {
            let (Some(a), Some(b)) = (rows::value(one, *at), rows::value(other, *at)) else { return 0.0 };
            let far = (rows::number(a) - rows::number(b)).abs();
            let far = if *at == position { far.min((turn_rad - far).abs()) } else { far };
            (far / extent) * (far / extent)
        };
        axes.iter().map(of).sum::<f64>()
    };
    let total = |row: &Vec<Cell>| set.iter().map(|other| apart(row, other)).sum::<f64>();
    set.iter().map(|row| (total(row), *row)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, row)| row)
}
