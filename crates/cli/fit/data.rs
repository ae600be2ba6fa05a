//! What was measured of a player: a CSV file of hits at distances, of places where shots ended, or of the errors with
//! which they left.

use std::path::Path;

use tolley_experiment::file;
use tolley_experiment::problem::{escaped, shortened};
use tolley_experiment::unit::{Dimension, parse_quantity};

use super::told::{ERRORS, OF_PLACES, Of, Told};
use crate::exit::{self, Stop};

/// Columns of a file of hits, and of one of landings.
const HITS: [&str; 4] = ["distance_m", "radii_m", "hit_count", "try_count"];
const LANDED: [&str; 3] = ["distance_m", "along_m", "across_m"];

/// Rows of one kind.
pub enum Data {
    /// Of hits.
    Hits(Vec<Hits>),
    /// Of shots, by where they ended or by how they left.
    Shots(Shots),
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

/// What was measured of shots.
pub struct Shots {
    /// The errors that are told.
    pub told: Vec<Told>,
    /// Of each shot.
    pub errors: Vec<Vec<f64>>,
    /// Whether where they ended tells aim and speed.
    pub are_places: bool,
}

/// Which table a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Hits,
    Places,
    Errors,
}

/// A kind of table with the columns that are read of it, and where they are.
struct Columns {
    kind: Kind,
    names: Vec<&'static str>,
    places: Vec<usize>,
    /// Columns that nothing is read of.
    passed_over: Vec<String>,
}

/// Reads a file, and says which of its columns it does not; a message names file, line, column and value.
pub fn read(path: &Path) -> Result<(Data, Vec<String>), Stop> {
    let name = escaped(&path.display().to_string());
    let stop = |message: String| Stop::new(exit::BAD_INPUT, format!("error: {name}{message}"));
    let opened = file::open(path).map_err(|error| stop(format!(" {}", file::why(&error))))?;
    let failed = |error: csv::Error| stop(format!(": {}", escaped(&error.to_string())));
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(opened);
    let header = reader.headers().map_err(failed)?.clone();
    let line = header.position().map_or(1, csv::Position::line);
    let columns = columns(&header).map_err(|why| stop(format!(":{line}: {why}")))?;
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |(column, place): (&&str, &usize)| {
            number(column, record.get(*place).unwrap_or_default())
                .map_err(|why| stop(format!(":{line}: {column}: {why}")))
        };
        let row = columns.names.iter().zip(&columns.places).map(cell).collect::<Result<Vec<f64>, Stop>>()?;
        sound(&columns, &row).map_err(|why| stop(format!(":{line}: {why}")))?;
        rows.push(row);
    }
    Ok((columns.data(&rows), columns.passed_over))
}

impl Columns {
    fn data(&self, rows: &[Vec<f64>]) -> Data {
        let others = |from: usize| self.names[from..].iter().filter_map(|name| of_column(name));
        match self.kind {
            Kind::Hits => {
                let row = |row: &Vec<f64>| Hits {
                    distance_m: row[0],
                    radii_m: row[1],
                    hits: row[2] as u64,
                    tries: row[3] as u64,
                };
                Data::Hits(rows.iter().map(row).collect())
            }
            Kind::Places => {
                let row = |row: &Vec<f64>| [&of_place([row[0], row[1], row[2]])[..], &row[LANDED.len()..]].concat();
                let told = OF_PLACES.into_iter().chain(others(LANDED.len())).collect();
                Data::Shots(Shots { told, errors: rows.iter().map(row).collect(), are_places: true })
            }
            Kind::Errors => {
                // the error of the speed is that of its logarithm
                let cell = |(name, x): (&&str, &f64)| if *name == ERRORS[1].column { libm::log(*x) } else { *x };
                let row = |row: &Vec<f64>| self.names.iter().zip(row).map(cell).collect();
                Data::Shots(Shots {
                    told: others(0).collect(),
                    errors: rows.iter().map(row).collect(),
                    are_places: false,
                })
            }
        }
    }
}

/// The error that a column tells by itself.
fn of_column(name: &str) -> Option<Told> {
    ERRORS.into_iter().find(|told| told.column == name)
}

/// The errors of a shot by where it ended: the aim as it was turned, and how much faster; a ball that rolls to its end
/// comes as far as its speed squared.
fn of_place([distance_m, along_m, across_m]: [f64; 3]) -> [f64; 2] {
    let reached_m = distance_m + along_m;
    let far_m = libm::hypot(reached_m, across_m);
    [libm::atan2(across_m, reached_m), 0.5 * libm::log(far_m / distance_m)]
}

/// Which table it is, and where its columns are.
fn columns(header: &csv::StringRecord) -> Result<Columns, String> {
    let places = |name: &str| (0..header.len()).filter(|place| &header[*place] == name).collect::<Vec<_>>();
    let own = ERRORS.map(|told| told.column);
    if let Some(twice) = HITS.iter().chain(&LANDED).chain(&own).find(|name| places(name).len() > 1) {
        let at: Vec<String> = places(twice).iter().map(|place| (place + 1).to_string()).collect();
        return Err(format!("{twice}: columns {} have this name", at.join(" and ")));
    }
    let has_all = |names: &[&str]| names.iter().all(|name| !places(name).is_empty());
    let (is_of_hits, is_of_places) = (has_all(&HITS), has_all(&LANDED));
    let told: Vec<Told> = ERRORS.into_iter().filter(|told| !places(told.column).is_empty()).collect();
    let kind = match (is_of_hits, is_of_places) {
        (true, false) if told.is_empty() => Kind::Hits,
        (false, true) if told.iter().all(|told| told.player != Of::All) => Kind::Places,
        (false, false) if !told.is_empty() => Kind::Errors,
        (false, false) => {
            let (hits, landed, own) = (HITS.join(", "), LANDED.join(", "), own.join(", "));
            return Err(format!("the columns are {hits}, or {landed}, or some of {own}; here are {}", shown(header)));
        }
        _ => return Err(two_tables(&own)),
    };
    let of = |player: Of| told.iter().find(|told| told.player == player);
    if let (Some(marbles), Some(coins)) = (of(Of::Marbles), of(Of::Coins)) {
        return Err(format!("{} is of marbles, {} of coins: nobody has both", marbles.column, coins.column));
    }
    let first: &[&str] = match kind {
        Kind::Hits => &HITS,
        Kind::Places => &LANDED,
        Kind::Errors => &[],
    };
    let names: Vec<&'static str> = first.iter().copied().chain(told.iter().map(|told| told.column)).collect();
    let passed_over = passed_over(header, kind, &names)?;
    let places = names.iter().filter_map(|name| places(name).first().copied()).collect();
    Ok(Columns { kind, names, places, passed_over })
}

/// Columns that nothing is read of; one that is called as one of this table that is not there, but for its unit, is
/// refused.
fn passed_over(header: &csv::StringRecord, kind: Kind, read: &[&str]) -> Result<Vec<String>, String> {
    let may_stand = |told: &Told| match kind {
        Kind::Hits => false,
        Kind::Places => told.player != Of::All,
        Kind::Errors => true,
    };
    let absent: Vec<&str> = ERRORS
        .iter()
        .filter(|told| may_stand(told))
        .map(|told| told.column)
        .filter(|name| !read.contains(name))
        .collect();
    let is_meant = |other: &str, name: &str| {
        name.split_once("_error").is_some_and(|(stem, _)| other.starts_with(&format!("{stem}_error")))
    };
    let others: Vec<&str> = header.iter().filter(|column| !read.contains(column)).collect();
    for other in &others {
        if let Some(name) = absent.iter().find(|name| is_meant(other, name)) {
            return Err(format!("{}: no column is called so; did you mean {name}?", shortened(other)));
        }
    }
    Ok(others.into_iter().map(shortened).collect())
}

fn two_tables(own: &[&str]) -> String {
    let (hits, landed, own) = (HITS.join(", "), LANDED.join(", "), own.join(", "));
    format!(
        "there are the columns of two tables: of hits {hits}, of places {landed}, of errors {own}; which one is meant \
         is not told (those of errors from the third on may stand beside places)"
    )
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
fn sound(columns: &Columns, row: &[f64]) -> Result<(), String> {
    let below = columns.names.iter().zip(row).find(|(name, x)| **name == ERRORS[1].column && **x <= 0.0);
    if let Some((name, x)) = below {
        return Err(format!("{name}: {x} is not above 0"));
    }
    if columns.kind == Kind::Errors {
        return Ok(());
    }
    let distance_m = row[0];
    if distance_m <= 0.0 {
        return Err(format!("distance_m: {distance_m} is not above 0"));
    }
    if columns.kind == Kind::Places {
        let reached_m = distance_m + row[1];
        return if reached_m > 0.0 { Ok(()) } else { Err("along_m: the shot ended behind its start".to_owned()) };
    }
    let [radii_m, hits, tries] = [row[1], row[2], row[3]];
    if !(0.0 < radii_m && radii_m < distance_m) {
        return Err(format!("radii_m: {radii_m} is not between 0 and the distance, {distance_m}"));
    }
    if hits > tries { Err(format!("hit_count: {hits} hits in {tries} tries")) } else { Ok(()) }
}
