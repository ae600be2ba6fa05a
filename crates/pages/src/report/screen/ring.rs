//! The ring from above with its rack at true size: from where, how far off the middle, how hard and with what spin.

use serde_json::{Value as Json, json};
use tolley_answers::answer::{Answer, Cell, Table};
use tolley_answers::number;
use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::random::Streams;
use tolley_experiment::value::Value;
use tolley_report::Figure;
use tolley_tinsley_green::keys::shot::Layout;
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
    is_in_line: bool,
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
            is_in_line: is_in_line(keys),
        }
    }
}

/// Whether a row of marbles through the middle of the rack points to 0 degrees.
fn is_in_line(keys: &ShotKeys) -> bool {
    let turned_rad = keys.rack.fixed_phase_rad().map(|turned_rad| turned_rad.rem_euclid(ring::SIXTH_RAD));
    let is_row = turned_rad.is_some_and(|turned_rad| turned_rad.min(ring::SIXTH_RAD - turned_rad) < 1e-6);
    is_row && keys.start.layout == Layout::Opening
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
    let advice = advised(&table, position, copies);
    let of = |at: Option<usize>| advice.iter().find(|(axis, _)| Some(*axis) == at).map(|(_, value)| value);
    let (mut aim, mut kneel) = (Json::Null, Vec::new());
    if let Some(at_rad) = of(Some(position)).map(rows::number) {
        let off_m = of(offset).map_or(0.0, rows::number);
        let speed = named(&table, SPEED);
        let how = speed.and_then(|at| Some(table.columns[at].quantity.value(of(speed)?)));
        let turn_rad = libm::asin((off_m / ground.release_m).clamp(-1.0, 1.0));
        aim = json!({ "position": at_rad, "offset": off_m, "turn": turn_rad, "how": how });
        let worst = places.iter().map(|(_, fill)| *fill).min();
        let where_to = match worst {
            Some(Fill::Good) => "kneel anywhere, as",
            Some(Fill::Open) => "for example",
            _ => "kneel here,",
        };
        let degrees = number::short(at_rad * table.columns[position].quantity.factor);
        kneel = vec![where_to.to_owned(), format!("at {degrees}\u{b0}")];
    }
    let others = rows::axes(&table).into_iter().filter(|at| *at != position);
    let strips: Vec<Json> = others.map(|at| strip(&table, at)).collect();
    let zero = if ground.is_in_line { "0\u{b0}: along a row of marbles" } else { "" };
    let data = json!({
        "says": answer.headline.text(), "radius": ground.radius_m, "release": ground.release_m,
        "toley": ground.toley_m, "spread": ground.spread_rad, "marbles": ground.marbles, "copies": copies, "arcs": arcs,
        "offsets": offsets, "aim": aim, "kneel": kneel, "strips": strips, "names": rows::names(answer.about.kind), "zero": zero,
    });
    let held = if held.is_empty() { String::new() } else { format!("For {held}; the table has the others.") };
    let caption = zeros(answer).into_iter().chain([held]).filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ");
    Some(Figure { kind: "answer-ring", title: "The ring from above.".to_owned(), caption, data })
}

/// Where zero lies of the places, as the answer says.
fn zeros(answer: &Answer) -> Vec<String> {
    answer.directions().map(|note| note.sentence.text()).collect()
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
        Some(format!("{} {}", quantity.label, quantity.value(&rows::value(first, *at)?)))
    });
    (Table { rows: kept, ..table.clone() }, told.collect::<Vec<_>>().join(", "))
}

/// A row of cells, one a value of an axis.
pub fn strip(table: &Table, at: usize) -> Json {
    let quantity = &table.columns[at].quantity;
    let cell = |(value, fill): &(Value, Fill)| json!({ "name": rows::word(value, quantity), "fill": fill.name() });
    let cells: Vec<Json> = rows::filled(table, at).iter().map(cell).collect();
    json!({ "title": quantity.label, "unit": rows::unit(quantity), "cells": cells })
}

/// Half the least distance of neighbours; `None` of fewer than two.
fn half_step(at: &[f64]) -> Option<f64> {
    let least = at.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    (least.is_finite() && least > 0.0).then_some(least / 2.0)
}

fn cells(at: &[f64], half: f64, filled: &[(Value, Fill)]) -> Vec<Json> {
    let cell = |(at, (_, fill)): (&f64, &(_, Fill))| json!({ "from": at - half, "to": at + half, "fill": fill.name() });
    at.iter().zip(filled).map(cell).collect()
}

/// A value of each axis that is as good as the best: where a table judges whole choices, of the choice in the middle of
/// them; where it judges one axis at a time, of each the one in the middle.
fn advised(table: &Table, position: usize, copies: usize) -> Vec<(usize, Value)> {
    let axes = rows::axes(table);
    if !rows::is_one_by_one(table) {
        let row = middle_of_best(table, position, copies);
        return axes.into_iter().filter_map(|at| Some((at, rows::value(row?, at)?))).collect();
    }
    let middle = |at: usize| {
        let mut good: Vec<_> = rows::filled(table, at).into_iter().filter(|(_, fill)| *fill == Fill::Good).collect();
        let half = good.len() / 2;
        (half < good.len()).then(|| (at, good.swap_remove(half).0))
    };
    axes.into_iter().filter_map(middle).collect()
}

/// The row of the set of the best that is nearest to all others of it: no luck decides which is shown.
fn middle_of_best(table: &Table, position: usize, copies: usize) -> Option<&Vec<Cell>> {
    let axes: Vec<(usize, f64)> = rows::axes(table)
        .into_iter()
        .filter_map(|at| {
            let values: Vec<f64> = rows::distinct(table, at).iter().map(rows::number).collect();
            Some((at, values.last()? - values.first()?)).filter(|(_, extent)| *extent > 0.0)
        })
        .collect();
    let best = table.rows.iter().filter(|row| rows::fill(row) == Some(Fill::Good)).take(MOST_OF_SET);
    let places =
        |row: &Vec<Cell>| axes.iter().map(|(at, _)| rows::value(row, *at).map(|value| rows::number(&value))).collect();
    let set: Vec<(Vec<Option<f64>>, &Vec<Cell>)> = best.map(|row| (places(row), row)).collect();
    let turn_rad = core::f64::consts::TAU / copies as f64;
    let apart = |one: &[Option<f64>], other: &[Option<f64>]| {
        let parts = axes.iter().zip(one.iter().zip(other)).map(|((at, extent), (a, b))| {
            let far = a.zip(*b).map_or(0.0, |(a, b)| (a - b).abs());
            let far = if *at == position { far.min((turn_rad - far).abs()) } else { far };
            (far / extent) * (far / extent)
        });
        parts.sum::<f64>()
    };
    let total = |(one, _): &(Vec<Option<f64>>, _)| set.iter().map(|(other, _)| apart(one, other)).sum::<f64>();
    set.iter().map(|row| (total(row), row.1)).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, row)| row)
}
