//! What `tolley ask best` left, on the plan of the table or of the ring.

use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_answers::number::{self, Shown};
use tolley_report::Figure;

use super::cube::{self, titled};
use super::{maps, ring, sweeps};

/// An answer, as far as plans need it.
pub struct Plans<'a> {
    pub object: &'a Json,
    /// What is to be great.
    pub shown: Shown,
    /// n and seed.
    pub footing: String,
    /// The numbers of a choice, as text.
    pub told_at: &'a dyn Fn(&Json) -> String,
}

/// The entries of a list; none of anything else.
pub fn list(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text; empty where it is none.
pub fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

/// The values of a stratum's axes, as text; empty where there is none.
pub fn stratum_name(stratum: &Json) -> String {
    let values = stratum["values"].as_object().into_iter().flatten();
    let value = |(column, value): (&String, &Json)| {
        let shown = Shown::of_column(column);
        let told = value.as_f64().map_or_else(|| text(value).to_owned(), |value| number::short(value * shown.factor));
        format!("{} {told} {}", cube::plain(&shown.name), shown.unit).trim_end().to_owned()
    };
    values.map(value).collect::<Vec<_>>().join(", ")
}

/// An estimate as it stands in the answer.
pub fn estimate(value: &Json) -> Estimate {
    let interval = value["low"].as_f64().zip(value["high"].as_f64()).map(|(low, high)| [low, high]);
    Estimate {
        n: value["n"].as_u64().unwrap_or(0),
        value: value["value"].as_f64(),
        std_error: value["std_error"].as_f64(),
        interval,
    }
}

impl Plans<'_> {
    /// What the best choice is worth by the place of the ball, for the first skill.
    pub fn places(&self) -> Option<Figure> {
        let at = |stratum: &Json, axis: &str| stratum["values"][format!("layout_ball_{axis}_m")].as_f64();
        let places: Vec<(f64, f64, &Json)> = list(&self.object["strata"])
            .iter()
            .filter_map(|stratum| Some((at(stratum, "x")?, at(stratum, "y")?, list(&stratum["skills"]).first()?)))
            .collect();
        let ends = |of: fn(&(f64, f64, &Json)) -> f64| {
            let mut all: Vec<f64> = places.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all.dedup();
            sweeps::between(&all)
        };
        let (columns, lines) = (ends(|place| place.0), ends(|place| place.1));
        if columns.len() < 3 || lines.len() < 3 {
            return None;
        }
        let cell = |bounds: &[f64], at: f64| {
            bounds.windows(2).find(|ends| ends[0] <= at && at <= ends[1]).map(<[f64]>::to_vec)
        };
        let shown = &self.shown;
        let rows: Vec<Json> = places
            .iter()
            .filter_map(|(x, y, skill)| {
                let (x, y) = (cell(&columns, *x)?, cell(&lines, *y)?);
                let value = skill["value"]["value"].as_f64()? * shown.factor;
                Some(json!({ "x": x[0], "x2": x[1], "y": y[0], "y2": y[1], "v": value, "n": skill["value"]["n"] }))
            })
            .collect();
        let side = columns[1] - columns[0];
        let cells = [&columns, &lines].map(|bounds| (bounds[bounds.len() - 1] - bounds[0]) / side);
        let table = maps::table_lines(|key| self.object["ground"][key].as_f64());
        let (low, cells, outline, about) = match table {
            Some((half, outline)) => {
                (half.map(|half| -half), half.map(|half| 2.0 * half / side), outline, " The attack goes to the right.")
            }
            None => ([columns[0], lines[0]], cells, json!([]), ""),
        };
        Some(Figure {
            kind: "map",
            title: format!("{} of the best choice by the place of the ball.", titled(shown)),
            caption: format!("For {}.{about} Coordinates in metres. {}", text(&places[0].2["skill"]), self.footing),
            data: json!({
                "v": { "title": titled(shown), "share": false }, "low": low, "side": side, "cells": cells,
                "lines": outline, "rows": rows,
            }),
        })
    }

    /// The plan of the ring with the best choice of each place of the edge, where those are told apart.
    pub fn ring(&self) -> Option<Figure> {
        let ground = |key: &str| self.object["ground"][key].as_f64();
        let radius_m = ground("ring.diameter_m")? / 2.0;
        let inset_m = ground("ring.release_inset_m")?;
        let shown = &self.shown;
        // of each skill its places, and their choices
        let mut panels: Vec<(&str, Vec<(f64, &Json)>)> = Vec::new();
        for stratum in list(&self.object["strata"]) {
            let of_stratum = stratum["values"]["shot_position_rad"].as_f64();
            for skill in list(&stratum["skills"]) {
                let position_rad = of_stratum.or_else(|| skill["at"]["shot.position_rad"].as_f64())?;
                let name = text(&skill["skill"]);
                match panels.iter_mut().find(|(other, _)| *other == name) {
                    Some((_, places)) => places.push((position_rad, skill)),
                    None => panels.push((name, vec![(position_rad, skill)])),
                }
            }
        }
        let value = |skill: &Json| skill["value"]["value"].as_f64().map(|value| value * shown.factor);
        let drawn: Vec<Json> = panels
            .iter_mut()
            .take(12)
            .map(|(name, places)| {
                places.sort_by(|a, b| a.0.total_cmp(&b.0));
                let bounds = sweeps::between(&places.iter().map(|place| place.0).collect::<Vec<_>>());
                let half =
                    |at: usize| if places.len() > 1 { [bounds[at], bounds[at + 1]] } else { ring::about(places[0].0) };
                let arc = |(at, (_, skill)): (usize, &(f64, &Json))| {
                    let mut row = cube::estimate(&estimate(&skill["value"]), shown.factor);
                    row.insert("from".to_owned(), json!(half(at)[0]));
                    row.insert("to".to_owned(), json!(half(at)[1]));
                    row.insert("at".to_owned(), json!((self.told_at)(skill)));
                    Json::Object(row)
                };
                let arcs: Vec<Json> = places.iter().enumerate().map(arc).collect();
                let best = places.iter().filter(|place| value(place.1).is_some());
                let best = best.max_by(|a, b| value(a.1).partial_cmp(&value(b.1)).unwrap_or(std::cmp::Ordering::Equal));
                let aim = best.and_then(|(position_rad, skill)| {
                    let offset_m = skill["at"]["shot.aim_offset_m"].as_f64().unwrap_or(0.0);
                    let [from, to] = ring::line(*position_rad, offset_m, radius_m - inset_m)?;
                    Some(json!({ "from": from, "to": to, "at": (self.told_at)(skill), "v": value(skill) }))
                });
                json!({ "name": name, "arcs": arcs, "aim": aim })
            })
            .collect();
        Some(Figure {
            kind: "ring",
            title: format!("{} of the best choice from each place of the edge.", titled(shown)),
            caption: format!("The line is the best aim of each panel; lengths in metres. {}", self.footing),
            data: json!({
                "radius": radius_m, "marbles": [], "copies": 1, "panels": drawn,
                "v": { "title": titled(shown), "share": false },
            }),
        })
    }
}
