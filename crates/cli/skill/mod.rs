//! `tolley skill`: a player's errors from what he hit, or from where his shots ended.

mod data;

use std::f64::consts::FRAC_PI_2;

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_experiment::problem::escaped;
use tolley_search::skill::{Fitted, Landings, Tries, fit_of_hits, from_hits, half_angle_rad};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::report::tidy::{Row, Tidy};
use crate::summary::number;
use crate::written;
use data::{Data, Hits, Landed};

/// Standard deviations of an angle that are looked at, rad.
const ANGLES_RAD: [f64; 2] = [1e-5, FRAC_PI_2];
/// Correlation that a key may hold at most.
const MOST_CORRELATED: f64 = 0.999;

/// Fits a file, and prints the table of the player.
pub fn run(args: &args::Skill) -> Result<u8, Stop> {
    let errors = match data::read(&args.file)? {
        Data::Hits(hits) => of_hits(&hits),
        Data::Landed(landed) => of_landed(&landed),
    };
    let errors = errors.map_err(|why| {
        Stop::new(exit::BAD_INPUT, format!("error: {}: {why}", escaped(&args.file.display().to_string())))
    })?;
    if args.json {
        output::json(&errors.to_json())?;
    } else {
        output::result(&errors.text())?;
    }
    if let Some(folder) = &args.output {
        written::keep(folder, &errors.to_json(), &Tidy::alone(errors.rows()), args.csv)?;
    }
    Ok(exit::DONE)
}

/// What is known of a player.
struct Errors {
    n: u64,
    keys: Vec<Key>,
    notes: Vec<String>,
}

/// A key of `[player]` and its value.
struct Key {
    name: &'static str,
    value: f64,
    /// 95 %; an open end is `None`.
    interval: [Option<f64>; 2],
    method: &'static str,
    /// Why no scenario should hold it, if so.
    unsure: Option<&'static str>,
}

/// Why an end of what was looked at is not told.
const NO_ESTIMATE: &str = "no estimate";

impl Key {
    /// The value, where it is an estimate.
    fn told(&self) -> Option<f64> {
        (self.unsure != Some(NO_ESTIMATE)).then_some(self.value)
    }

    /// Of a deviation.
    fn sd(name: &'static str, fitted: Fitted, method: &'static str) -> Key {
        // an estimate at an end of what was looked at is none
        let is_open = fitted.interval.iter().any(Option::is_none);
        Key { name, value: fitted.sd, interval: fitted.interval, method, unsure: is_open.then_some(NO_ESTIMATE) }
    }

    /// Of a mean or a correlation, which is 0 unless the data say otherwise.
    fn beside_0(name: &'static str, (value, [low, high]): (f64, [f64; 2]), method: &'static str) -> Key {
        let is_seen = low > 0.0 || high < 0.0;
        Key { name, value, interval: [Some(low), Some(high)], method, unsure: (!is_seen).then_some("not told from 0") }
    }
}

fn of_hits(hits: &[Hits]) -> Result<Errors, String> {
    let tries: Vec<Tries> = hits
        .iter()
        .map(|at| Tries { half_width: half_angle_rad(at.radii_m, at.distance_m), hits: at.hits, n: at.tries })
        .collect();
    let fitted = from_hits(&tries, ANGLES_RAD).ok_or("there is no try")?;
    let mut notes = vec!["a try hits when the error of the aim is below asin(radii / distance)".to_owned()];
    match fitted.interval {
        [_, None] => notes.push("too few hits: how far the player misses at most is open".to_owned()),
        [None, _] => notes.push("too few misses: how little the player misses at least is open".to_owned()),
        _ => {}
    }
    if let Some(p) = fit_of_hits(&tries, fitted.sd).filter(|p| *p <= LEVEL) {
        notes.push(format!(
            "hits at these distances are not those of one normal error (Pearson's chi-square, p {}): it is a mean over them",
            number::p_value(p)
        ));
    }
    let keys = vec![Key::sd("aim_sd_rad", fitted, "maximum likelihood of hits")];
    Ok(Errors { n: tries.iter().map(|at| at.n).sum(), keys, notes })
}

fn of_landed(landed: &[Landed]) -> Result<Errors, String> {
    // the aim as it was turned, and how much faster: a ball that rolls to its end comes as far as its speed squared
    let error = |shot: &Landed| {
        let reached_m = shot.distance_m + shot.along_m;
        let far_m = libm::hypot(reached_m, shot.across_m);
        vec![libm::atan2(shot.across_m, reached_m), 0.5 * libm::log(far_m / shot.distance_m)]
    };
    let errors: Vec<Vec<f64>> = landed.iter().map(error).collect();
    let fitted = Landings::new(&errors).ok_or("at least four shots are needed, that do not all end alike")?;
    let spread = "restricted maximum likelihood of normal errors";
    let mut correlation = Key::beside_0("aim_speed_correlation_ratio", fitted.correlation[0], "Pearson, Fisher's z");
    if correlation.value.abs() > MOST_CORRELATED {
        correlation.unsure = Some("one follows from the other");
    }
    let keys = vec![
        Key::sd("aim_sd_rad", fitted.sd[0], spread),
        Key::sd("speed_sd_ratio", fitted.sd[1], spread),
        Key::beside_0("aim_bias_rad", fitted.bias[0], "mean, Student's t"),
        Key::beside_0("speed_bias_ratio", fitted.bias[1], "mean, Student's t"),
        correlation,
    ];
    let notes = vec![
        "a shot is taken to run as far as the square of its speed, as a ball that rolls to its end".to_owned(),
        "means and correlation that are not told from 0 are left out".to_owned(),
    ];
    Ok(Errors { n: fitted.n, keys, notes })
}

/// Four significant digits.
fn digits(x: f64) -> String {
    let rounded: f64 = format!("{x:.3e}").parse().unwrap_or(x);
    format!("{rounded}")
}

impl Errors {
    fn text(&self) -> String {
        let end = |end: Option<f64>| end.map_or("open".to_owned(), digits);
        let line = |key: &Key| {
            let [low, high] = key.interval.map(end);
            let mark = key.unsure.map_or(String::new(), |why| format!("# {why}: "));
            format!("{mark}{} = {}    # [{low}, {high}], 95 %, {}\n", key.name, digits(key.value), key.method)
        };
        let head = format!("# errors of {} shots\n", HumanCount(self.n));
        let notes: String = self.notes.iter().map(|note| format!("# {note}\n")).collect();
        format!("{head}{notes}[player]\n{}", self.keys.iter().map(line).collect::<String>())
    }

    fn to_json(&self) -> Json {
        let key = |key: &Key| {
            let [low, high] = key.interval;
            json!({ "term": key.name, "estimate": key.told(), "conf_low": low, "conf_high": high, "n": self.n,
                    "method": key.method, "is_pasted": key.unsure.is_none() })
        };
        json!({ "player": self.keys.iter().map(key).collect::<Vec<_>>(), "notes": self.notes })
    }

    /// An estimate a row.
    fn rows(&self) -> Vec<Row> {
        let key = |key: &Key| {
            let [low, high] = key.interval;
            let ends = [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)];
            let estimate = Estimate { value: key.told(), std_error: None, interval: Some(ends), n: self.n };
            Row::of(key.name, estimate, key.method)
        };
        self.keys.iter().map(key).collect()
    }
}
