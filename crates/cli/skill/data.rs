//! What was measured of a player: a CSV file of hits at distances, or of places where shots ended.

use std::path::Path;

use tolley_experiment::problem::{escaped, shortened};
use tolley_experiment::unit::{Dimension, parse_quantity};

use crate::exit::{self, Stop};

/// Columns of a file of hits, and of one of landings.
const HITS: [&str; 4] = ["distance_m", "radii_m", "hit_count", "try_count"];
const LANDED: [&str; 3] = ["distance_m", "along_m", "across_m"];

/// Rows of one kind.
pub enum Data {
    /// Of hits.
    Hits(Vec<Hits>),
    /// Of places.
    Landed(Vec<Landed>),
}

/// Tries at a target at one distance.
pub struct Hits {
    /// From where the shot begins to the centre of the target, m.
    pub distance_m: f64,
    /// Sum of the radii of what is shot and of the target, m.
    pub radii_m: f64,
    /// How often it was hit.
    pub hits: u64,
    /// In how many tries.
    pub tries: u64,
}

/// Where a shot ended.
pub struct Landed {
    /// From where it begins to where it was to end, m.
    pub distance_m: f64,
    /// How much further along the line of aim it came, m.
    pub along_m: f64,
    /// How far beside the line, m, to the left positive.
    pub across_m: f64,
}

/// Reads a file; a message names file, line, column and value.
pub fn read(path: &Path) -> Result<Data, Stop> {
    let name = escaped(&path.display().to_string());
    let stop = |message: String| Stop::new(exit::BAD_INPUT, format!("error: {name}{message}"));
    if !path.is_file() {
        return Err(stop(" is not a regular file, or cannot be read".to_owned()));
    }
    let failed = |error: csv::Error| stop(format!(": {}", escaped(&error.to_string())));
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path).map_err(failed)?;
    let header = reader.headers().map_err(failed)?.clone();
    let line = header.position().map_or(1, csv::Position::line);
    let (is_hits, places) = columns(&header).map_err(|why| stop(format!(":{line}: {why}")))?;
    let names = if is_hits { &HITS[..] } else { &LANDED[..] };
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |(column, place): (&&str, &usize)| {
            number(column, record.get(*place).unwrap_or_default())
                .map_err(|why| stop(format!(":{line}: {column}: {why}")))
        };
        let row = names.iter().zip(&places).map(cell).collect::<Result<Vec<f64>, Stop>>()?;
        sound(names, &row).map_err(|why| stop(format!(":{line}: {why}")))?;
        rows.push(row);
    }
    Ok(if is_hits {
        let row =
            |row: &Vec<f64>| Hits { distance_m: row[0], radii_m: row[1], hits: row[2] as u64, tries: row[3] as u64 };
        Data::Hits(rows.iter().map(row).collect())
    } else {
        let row = |row: &Vec<f64>| Landed { distance_m: row[0], along_m: row[1], across_m: row[2] };
        Data::Landed(rows.iter().map(row).collect())
    })
}

/// Whether a table is one of hits, and where its columns are.
fn columns(header: &csv::StringRecord) -> Result<(bool, Vec<usize>), String> {
    let places = |name: &str| (0..header.len()).filter(|place| &header[*place] == name).collect::<Vec<_>>();
    if let Some(twice) = HITS.iter().chain(&LANDED).find(|name| places(name).len() > 1) {
        let at: Vec<String> = places(twice).iter().map(|place| (place + 1).to_string()).collect();
        return Err(format!("{twice}: columns {} have this name", at.join(" and ")));
    }
    let of = |names: &[&str]| names.iter().map(|name| places(name).first().copied()).collect::<Option<Vec<_>>>();
    let (hits, landed) = (HITS.join(", "), LANDED.join(", "));
    match (of(&HITS), of(&LANDED)) {
        (Some(places), None) => Ok((true, places)),
        (None, Some(places)) => Ok((false, places)),
        (Some(_), Some(_)) => Err(format!(
            "there are the columns of two tables: of hits {hits}, of places {landed}; which one is meant is not told"
        )),
        (None, None) => Err(format!("the columns are {hits}, or {landed}; here are {}", shown(header))),
    }
}

fn shown(header: &csv::StringRecord) -> String {
    if header.is_empty() {
        return "none".to_owned();
    }
    header.iter().map(shortened).collect::<Vec<_>>().join(", ")
}

/// A number in the unit of its column, or with a unit of its own.
fn number(column: &str, cell: &str) -> Result<f64, String> {
    let is_count = column.ends_with("_count");
    let value = match cell.parse::<f64>() {
        Ok(value) => value,
        Err(_) if is_count => return Err(format!("{} is no count", shortened(cell))),
        Err(_) => parse_quantity(cell, Dimension::of_name(column)).map_err(|error| error.to_string())?,
    };
    match value {
        value if !value.is_finite() => Err(format!("{} is not finite", shortened(cell))),
        value if is_count && (value < 0.0 || value.fract() != 0.0 || value > 1e9) => {
            Err(format!("{} is no count up to 10^9", shortened(cell)))
        }
        value => Ok(value),
    }
}

/// What a row cannot be.
fn sound(names: &[&str], row: &[f64]) -> Result<(), String> {
    let distance_m = row[0];
    if distance_m <= 0.0 {
        return Err(format!("distance_m: {distance_m} is not above 0"));
    }
    if names == LANDED {
        let reached_m = distance_m + row[1];
        return if reached_m > 0.0 { Ok(()) } else { Err("along_m: the shot ended behind its start".to_owned()) };
    }
    let [radii_m, hits, tries] = [row[1], row[2], row[3]];
    if !(0.0 < radii_m && radii_m < distance_m) {
        return Err(format!("radii_m: {radii_m} is not between 0 and the distance, {distance_m}"));
    }
    if hits > tries { Err(format!("hit_count: {hits} hits in {tries} tries")) } else { Ok(()) }
}
