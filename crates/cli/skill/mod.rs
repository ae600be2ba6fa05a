//! `tolley skill`: a player's errors from what he hit, or from where his shots ended.

mod data;

use std::f64::consts::FRAC_PI_2;

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_analysis::Estimate;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_experiment::problem::escaped;
use tolley_experiment::value::Kind;
use tolley_search::skill::{Fitted, Landings, Misfit, Tries, fit_of_hits, from_hits, half_angle_rad};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::report::tidy::{Row, Tidy};
use crate::studies::AnyStudy;
use crate::summary::number;
use crate::written;
use data::{Data, Hits, Landed};

/// Standard deviations of an angle that are looked at, rad.
const ANGLES_RAD: [f64; 2] = [1e-5, FRAC_PI_2];
/// Fewer shots tell no deviation.
const LEAST_SHOTS: usize = 4;
/// Angles and logarithms of ratios that differ by less are the same but for rounding, which is beside 1.
const ALIKE: f64 = 1e-12;

/// Fits a file, and prints the table of the player.
pub fn run(args: &args::Skill) -> Result<u8, Stop> {
    let errors = match data::read(&args.file)? {
        Data::Hits(hits) => of_hits(&hits),
        Data::Landed(landed) => of_landed(&landed),
    };
    let errors = errors.map(Errors::held).map_err(|why| {
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
/// Why a value is told that no key may hold.
const NOT_HELD: &str = "no scenario takes it";
/// The key of the correlation.
const CORRELATION: &str = "aim_speed_correlation_ratio";

/// What a key of [player] may hold in all studies that have it.
fn possible(name: &str) -> [f64; 2] {
    let infos = AnyStudy::infos();
    let keys = infos.iter().flat_map(|info| &info.schema.keys);
    let of = keys.filter(|key| key.path.table == "player" && key.path.name == name);
    of.fold([f64::NEG_INFINITY, f64::INFINITY], |[low, high], key| match key.kind {
        Kind::Number { possible, .. } => [low.max(possible[0]), high.min(possible[1])],
        _ => [low, high],
    })
}

impl Key {
    /// A value that no key may hold is none to paste, as it is printed.
    fn held(mut self) -> Key {
        let [low, high] = possible(self.name);
        if self.unsure != Some(NO_ESTIMATE) && !(low..=high).contains(&rounded(self.value)) {
            self.unsure = Some(if self.name == CORRELATION { "one follows from the other" } else { NOT_HELD });
        }
        self
    }

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
    let mut notes = vec![
        "a try hits when the error of the aim is below asin(radii / distance)".to_owned(),
        "no bias of the aim is assumed: one that all shots have would be taken for spread".to_owned(),
    ];
    match fitted.interval {
        _ if fitted.is_beyond => {
            notes
                .push("too few hits for any deviation of an angle, up to a quarter of a turn: none is told".to_owned());
        }
        [None, None] => notes.push("too few tries: how far the player misses is open to both sides".to_owned()),
        [_, None] => notes.push("too few hits: how far the player misses at most is open".to_owned()),
        [None, _] => notes.push("too few misses: how little the player misses at least is open".to_owned()),
        _ => {}
    }
    notes.extend(fit_of_hits(&tries, fitted.sd, ANGLES_RAD).filter(|fit| fit.p <= LEVEL).map(unlike));
    let keys = vec![Key::sd("aim_sd_rad", fitted, "maximum likelihood of hits")];
    Ok(Errors { n: tries.iter().map(|at| at.n).sum(), keys, notes })
}

/// What is said of hits that no error explains.
fn unlike(fit: Misfit) -> String {
    let p = number::p_value(fit.p);
    let test = match fit.draws {
        None => format!("Pearson's chi-square, p {p}"),
        Some(draws) => format!("deviance; by {draws} draws of the fitted error, since few are expected, p {p}"),
    };
    format!("hits at these distances are not those of one normal error ({test}): it is a mean over them")
}

/// The errors of shots: the aim as it was turned, and how much faster; a ball that rolls to its end comes as far as its
/// speed squared.
fn of_shot(shot: &Landed) -> [f64; 2] {
    let reached_m = shot.distance_m + shot.along_m;
    let far_m = libm::hypot(reached_m, shot.across_m);
    [libm::atan2(shot.across_m, reached_m), 0.5 * libm::log(far_m / shot.distance_m)]
}

/// Names of what places tell: the deviation, the mean, the column, and what it is an error of.
const TOLD: [[&str; 4]; 2] =
    [["aim_sd_rad", "aim_bias_rad", "across_m", "aim"], ["speed_sd_ratio", "speed_bias_ratio", "along_m", "speed"]];

fn of_landed(landed: &[Landed]) -> Result<Errors, String> {
    let errors: Vec<[f64; 2]> = landed.iter().map(of_shot).collect();
    if errors.len() < LEAST_SHOTS {
        return Err("at least four shots are needed".to_owned());
    }
    let ends = |i: usize| {
        errors
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], error| [low.min(error[i]), high.max(error[i])])
    };
    let (told, alike): (Vec<usize>, Vec<usize>) = (0..2).partition(|i| ends(*i)[1] - ends(*i)[0] > ALIKE);
    let alone: Vec<Vec<f64>> = errors.iter().map(|error| told.iter().map(|i| error[*i]).collect()).collect();
    let fitted = Landings::new(&alone).ok_or("along_m, across_m: all shots end alike, which tells no deviation")?;
    let mut notes =
        vec!["a shot is taken to run as far as the square of its speed, as a ball that rolls to its end".to_owned()];
    notes.extend(alike.iter().map(|i| {
        let [deviation, _, column, of] = TOLD[*i];
        format!("{column}: the errors of the {of} are all alike, which tells no {deviation}")
    }));
    notes.push("means and correlation that are not told from 0 are left out".to_owned());
    let spread = "restricted maximum likelihood of normal errors";
    let deviations = told.iter().zip(&fitted.sd).map(|(i, sd)| Key::sd(TOLD[*i][0], *sd, spread));
    let biases = told.iter().zip(&fitted.bias).map(|(i, bias)| Key::beside_0(TOLD[*i][1], *bias, "mean, Student's t"));
    let correlation = fitted.correlation.iter().map(|found| Key::beside_0(CORRELATION, *found, "Pearson, Fisher's z"));
    Ok(Errors { n: fitted.n, keys: deviations.chain(biases).chain(correlation).collect(), notes })
}

/// Four significant digits.
fn rounded(x: f64) -> f64 {
    format!("{x:.3e}").parse().unwrap_or(x)
}

fn digits(x: f64) -> String {
    rounded(x).to_string()
}

impl Errors {
    /// With a remark where no key may hold a value.
    fn held(self) -> Errors {
        Errors { keys: self.keys.into_iter().map(Key::held).collect(), ..self }
    }

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
