//! `tolley skill`: a player's errors from what he hit, or from where his shots ended.

mod data;

use std::f64::consts::FRAC_PI_2;

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_experiment::problem::escaped;
use tolley_search::skill::{Fitted, Landings, Tries, from_hits, half_angle_rad};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::report::tidy::{Row, Tidy};
use crate::written;
use data::{Data, Hits, Landed};

/// Standard deviations of an angle that are looked at, rad.
const ANGLES_RAD: [f64; 2] = [1e-5, FRAC_PI_2];

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
    method: &'static str,
    keys: Vec<Key>,
    besides: Vec<Beside>,
    notes: Vec<String>,
}

/// A key of `[player]` and its value.
struct Key {
    name: &'static str,
    fitted: Fitted,
}

/// What else the data say, which no key holds, with its 95 % interval.
struct Beside {
    term: &'static str,
    value: f64,
    interval: [f64; 2],
    method: &'static str,
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
    let keys = vec![Key { name: "aim_sd_rad", fitted }];
    let n = tries.iter().map(|at| at.n).sum();
    Ok(Errors { n, method: "maximum likelihood of hits", keys, besides: Vec::new(), notes })
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
    let names = ["aim_sd_rad", "speed_sd_ratio"];
    let keys = names.into_iter().zip(&fitted.sd).map(|(name, fitted)| Key { name, fitted: *fitted }).collect();
    let bias = |number: usize, what: &str, unit: &str| {
        let (bias, [low, high]) = fitted.bias[number];
        let seen = if low > 0.0 || high < 0.0 { "; a bias, which the table leaves out" } else { "" };
        format!("{what} {bias:+.4} [{low:+.4}, {high:+.4}] {unit}on average{seen}")
    };
    let (correlation, [low, high]) = fitted.correlation[0];
    let notes = vec![
        "a shot is taken to run as far as the square of its speed, as a ball that rolls to its end".to_owned(),
        bias(0, "aim", "rad "),
        bias(1, "logarithm of the speed", ""),
        format!("correlation of both {correlation:+.2} [{low:+.2}, {high:+.2}]"),
    ];
    let beside = |term, (value, interval): (f64, [f64; 2]), method| Beside { term, value, interval, method };
    let besides = vec![
        beside("bias of the aim, rad", fitted.bias[0], "mean, t"),
        beside("bias of the logarithm of the speed", fitted.bias[1], "mean, t"),
        beside("correlation of aim and logarithm of the speed", fitted.correlation[0], "Pearson, Fisher's z"),
    ];
    Ok(Errors { n: fitted.n, method: "restricted maximum likelihood of normal errors", keys, besides, notes })
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
            let [low, high] = key.fitted.interval.map(end);
            // an estimate at an end of what was looked at is none that a scenario should hold
            let mark = if key.fitted.interval.iter().all(Option::is_some) { "" } else { "# no estimate: " };
            format!("{mark}{} = {}    # [{low}, {high}], 95 %\n", key.name, digits(key.fitted.sd))
        };
        let head = format!("# {} of {} shots; intervals from the likelihood ratio\n", self.method, HumanCount(self.n));
        let notes: String = self.notes.iter().map(|note| format!("# {note}\n")).collect();
        format!("{head}{notes}[player]\n{}", self.keys.iter().map(line).collect::<String>())
    }

    fn to_json(&self) -> Json {
        let key = |key: &Key| {
            let [low, high] = key.fitted.interval;
            json!({ "term": key.name, "estimate": key.fitted.sd, "conf_low": low, "conf_high": high, "n": self.n,
                    "method": self.method })
        };
        let beside = |beside: &Beside| {
            let [low, high] = beside.interval;
            json!({ "term": beside.term, "estimate": beside.value, "conf_low": low, "conf_high": high, "n": self.n,
                    "method": beside.method })
        };
        json!({
            "player": self.keys.iter().map(key).collect::<Vec<_>>(),
            "besides": self.besides.iter().map(beside).collect::<Vec<_>>(), "notes": self.notes,
        })
    }

    /// An estimate a row.
    fn rows(&self) -> Vec<Row> {
        let row = |term: &str, value: f64, interval: [f64; 2], method: &str| {
            let estimate = Estimate { value: Some(value), std_error: None, interval: Some(interval), n: self.n };
            Row::of(term, estimate, method)
        };
        let key = |key: &Key| {
            let [low, high] = key.fitted.interval;
            let ends = [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)];
            row(key.name, key.fitted.sd, ends, self.method)
        };
        let beside = |beside: &Beside| row(beside.term, beside.value, beside.interval, beside.method);
        self.keys.iter().map(key).chain(self.besides.iter().map(beside)).collect()
    }
}
