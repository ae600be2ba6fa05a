//! `tolley fit`: a player's errors from what he hit, from where his shots ended, or from how they left.

mod answer;
mod data;
mod told;

use std::f64::consts::FRAC_PI_2;

use std::path::Path;

use indicatif::HumanCount;
use serde_json::Value as Json;
use tolley_analysis::Estimate;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_answers::number;
use tolley_answers::render::{json, shell_line, text};
use tolley_answers::tidy::{Row, Tidy};
use tolley_answers::written;
use tolley_experiment::noise::NoiseKind;
use tolley_experiment::problem::escaped;
use tolley_experiment::value::Kind;
use tolley_search::skill::{Fitted, Landings, Misfit, Tails, Tries, fit_of_hits, from_hits, half_angle_rad};
use tolley_session::place::VERSIONS;
use tolley_session::studies;

use crate::answered;
use crate::args;
use crate::exit::{self, Stop};
use crate::host::Host;
use crate::output;
use data::{Data, Hits, Shots};
use told::{Told, can_be_had, correlation};

/// Standard deviations of an angle that are looked at, rad.
const ANGLES_RAD: [f64; 2] = [1e-5, FRAC_PI_2];
/// Fewer shots tell no deviation.
const LEAST_SHOTS: usize = 4;
/// From so many on tails are seldom hidden: of Student's t of four degrees of freedom 60 hide them from 4 in 10 tests.
const MANY_SHOTS: usize = 100;
/// Angles and logarithms of ratios that differ by less are the same but for rounding, which is beside 1.
const ALIKE: f64 = 1e-12;

/// Fits a file, and prints the table of the player.
pub fn run(args: &args::Fit) -> Result<u8, Stop> {
    let (data, passed_over) = data::read(&args.file)?;
    let errors = match data {
        Data::Hits(hits) => of_hits(&hits),
        Data::Shots(shots) => of_shots(&shots),
    };
    let others = (!passed_over.is_empty()).then(|| format!("columns that were skipped: {}", passed_over.join(", ")));
    let errors = errors.map(|errors| Errors { notes: errors.notes.into_iter().chain(others).collect(), ..errors });
    let errors = errors.map(|errors| errors.held().together()).map_err(|why| {
        Stop::new(exit::BAD_INPUT, format!("error: {}: {why}", escaped(&args.file.display().to_string())))
    })?;
    let answer = answer::answer(&errors, &args.file.display().to_string());
    answered::hand_over(std::slice::from_ref(&answer));
    let object = || {
        let mut object = errors.to_json();
        object["answer"] = json::object(&answer);
        object
    };
    let extent = text::Extent { width: output::width().saturating_sub(REMARK.len()), has_details: args.details };
    let told = remarks(&text::text(&answer, extent)) + &errors.text();
    if args.json {
        output::json(&object())?;
    } else {
        output::result(&told)?;
    }
    if let Some(path) = &args.profile {
        profile(path, &errors, &told)?;
    }
    if let Some(folder) = &args.output {
        written::keep(folder, &object(), &Tidy::alone(errors.rows()), args.csv, VERSIONS)?;
    }
    Ok(exit::DONE)
}

/// Writes what is printed as a profile, where it says anything.
fn profile(path: &Path, errors: &Errors, told: &str) -> Result<(), Stop> {
    if errors.law.is_none() && errors.keys.iter().all(|key| key.unsure.is_some()) {
        let why = "nothing is known of the player yet, so that a profile would be empty";
        return Err(Stop::new(exit::BAD_INPUT, format!("error: --profile: {why}; more shots would tell")));
    }
    tolley_pages::write_new(path, told)?;
    let path = path.display().to_string();
    if Host::current().is_none() {
        let example = shell_line(std::slice::from_ref(&path));
        output::say(&format!("wrote {path}; for example: tolley ask best best_shot --with {example}"));
    }
    Ok(())
}

/// Before a line that no scenario reads.
const REMARK: &str = "# ";

/// What people read, as remarks of a file that a scenario may hold.
fn remarks(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", format!("{REMARK}{line}").trim_end())).collect()
}

/// What is known of a player.
struct Errors {
    n: u64,
    /// The law of the errors, where they tell one; none of hits.
    law: Option<Law>,
    keys: Vec<Key>,
    notes: Vec<String>,
}

/// A key of `[player]` and its value.
struct Key {
    name: String,
    /// The two errors of a correlation.
    pair: Option<[usize; 2]>,
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
/// Why a mean or a correlation is none to paste.
const NOT_SEEN: &str = "may as well be 0";

/// What a key of [player] may hold in all studies that have it.
fn possible(name: &str) -> [f64; 2] {
    let infos = studies::infos();
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
        let [low, high] = possible(&self.name);
        if self.unsure != Some(NO_ESTIMATE) && !(low..=high).contains(&rounded(self.value)) {
            self.unsure = Some(if self.pair.is_some() { "one follows from the other" } else { NOT_HELD });
        }
        self
    }

    /// The value, where it is an estimate.
    fn told(&self) -> Option<f64> {
        (self.unsure != Some(NO_ESTIMATE)).then_some(self.value)
    }

    /// Whether it is the deviation of an error.
    fn is_deviation(&self) -> bool {
        told::ERRORS.iter().any(|error| error.sd == self.name)
    }

    /// Of a deviation.
    fn sd(name: &'static str, fitted: Fitted, method: &'static str) -> Key {
        // an estimate at an end of what was looked at is none
        let is_open = fitted.interval.iter().any(Option::is_none);
        let unsure = is_open.then_some(NO_ESTIMATE);
        Key { name: name.to_owned(), pair: None, value: fitted.sd, interval: fitted.interval, method, unsure }
    }

    /// Of a mean or a correlation, which is 0 unless the data say otherwise.
    fn beside_0(name: String, (value, [low, high]): (f64, [f64; 2]), method: &'static str) -> Key {
        let is_seen = low > 0.0 || high < 0.0;
        let unsure = (!is_seen).then_some(NOT_SEEN);
        Key { name, pair: None, value, interval: [Some(low), Some(high)], method, unsure }
    }

    /// A correlation as it is printed, where it is one of these.
    fn pasted(&self, is_pasted: impl Fn(&Key) -> bool) -> Option<([usize; 2], f64)> {
        self.pair.filter(|_| is_pasted(self)).map(|pair| (pair, rounded(self.value)))
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
            notes.push(
                "too few hits for any deviation of an angle, up to a quarter of a turn: none is given".to_owned(),
            );
        }
        [None, None] => notes.push("too few tries: how far the player misses is open to both sides".to_owned()),
        [_, None] => notes.push("too few hits: how far the player misses at most is open".to_owned()),
        [None, _] => notes.push("too few misses: how little the player misses at least is open".to_owned()),
        _ => {}
    }
    notes.extend(fit_of_hits(&tries, fitted.sd, ANGLES_RAD).filter(|fit| fit.p <= LEVEL).map(unlike));
    let keys = vec![Key::sd("aim_sd_rad", fitted, "maximum likelihood of hits")];
    Ok(Errors { n: tries.iter().map(|at| at.n).sum(), law: None, keys, notes })
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

fn of_shots(shots: &Shots) -> Result<Errors, String> {
    let Shots { told: all, errors, are_places } = shots;
    if errors.len() < LEAST_SHOTS {
        return Err("at least four shots are needed".to_owned());
    }
    let differs = |i: &usize| {
        let ends = errors
            .iter()
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], error| [low.min(error[*i]), high.max(error[*i])]);
        ends[1] - ends[0] > ALIKE
    };
    let (told, alike): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(differs);
    let alone: Vec<Vec<f64>> = errors.iter().map(|error| told.iter().map(|i| error[*i]).collect()).collect();
    let fitted = Landings::new(&alone).ok_or_else(|| all_alike(shots))?;
    let mut notes = Vec::new();
    if *are_places {
        notes.push(
            "a shot is taken to run as far as the square of its speed, as a ball that rolls to its end".to_owned(),
        );
    }
    notes.extend(alike.iter().map(|i| {
        let Told { sd, column, of, .. } = all[*i];
        format!("{column}: the errors of the {of} are all alike, from which no {sd} follows")
    }));
    notes.push("means and correlations that may as well be 0 are left out".to_owned());
    let tails = Tails::new(&alone, &fitted);
    let noise = tails.as_ref().map(law);
    notes.extend(untold(noise.as_ref(), errors.len()).map(str::to_owned));
    let told_tails = tails.as_ref().filter(|_| noise.as_ref().is_some_and(|law| law.noise == NoiseKind::StudentT));
    let told: Vec<Told> = told.iter().map(|i| all[*i]).collect();
    let keys = fitted_keys(&told, &fitted, told_tails);
    Ok(Errors { n: fitted.n, law: noise, keys, notes })
}

/// What errors are taken to be.
struct Law {
    noise: NoiseKind,
    /// That normal ones are as far from the likeliest for them.
    p: f64,
    why: &'static str,
}

/// The law of errors, as far as they tell.
fn law(tails: &Tails) -> Law {
    let (noise, why) = match (tails.p <= LEVEL, tails.is_beyond) {
        (false, _) => (NoiseKind::Normal, "Student's t does not fit better"),
        (true, false) => (NoiseKind::StudentT, "they are not normal"),
        (true, true) => {
            (NoiseKind::Normal, "they are not, nor of any noise_dof: player.wild_share may tell so many wild shots")
        }
    };
    Law { noise, p: tails.p, why }
}

/// What so many shots do not tell of the law.
fn untold(law: Option<&Law>, shots: usize) -> Option<&'static str> {
    match law {
        None => Some("whether errors are normal cannot be said: one follows from others, or most of one are the same"),
        Some(law) if law.noise == NoiseKind::Normal && law.p > LEVEL && shots < MANY_SHOTS => Some(
            "few shots hide wild ones: intervals of deviations are those of normal errors, too narrow if there are any",
        ),
        _ => None,
    }
}

/// What is said of shots of which no error differs.
fn all_alike(shots: &Shots) -> String {
    let columns = || shots.told.iter().map(|told| told.column);
    let (columns, how): (Vec<&str>, _) =
        if shots.are_places { (columns().rev().collect(), "end") } else { (columns().collect(), "are") };
    format!("{}: all shots {how} alike, from which no deviation follows", columns.join(", "))
}

/// Deviations, means and correlations of errors, and the degrees of freedom of those of Student's t.
fn fitted_keys(told: &[Told], fitted: &Landings, tails: Option<&Tails>) -> Vec<Key> {
    let (sds, spread) = match tails {
        Some(tails) => (&tails.sd, "maximum likelihood of Student's t"),
        None => (&fitted.sd, "restricted maximum likelihood of normal errors"),
    };
    let dof = tails.map(|Tails { dof: (value, interval), .. }| {
        let name = "noise_dof".to_owned();
        Key { name, pair: None, value: *value, interval: *interval, method: spread, unsure: None }
    });
    let deviations = dof.into_iter().chain(told.iter().zip(sds).map(|(told, sd)| Key::sd(told.sd, *sd, spread)));
    let bias = |(told, bias): (&Told, &_)| Key::beside_0(told.bias.to_owned(), *bias, "mean, Student's t");
    let biases = told.iter().zip(&fitted.bias).map(bias);
    // the lower triangle, row by row
    let pairs = (0..told.len()).flat_map(|i| (0..i).map(move |j| [j, i]));
    let correlations = pairs.zip(&fitted.correlation).map(|([j, i], found)| {
        let key = Key::beside_0(correlation(&told[j], &told[i]), *found, "Pearson, Fisher's z");
        Key { pair: Some([j, i]), ..key }
    });
    deviations.chain(biases).chain(correlations).collect()
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

    /// With correlations that errors can have together: of those that are told from 0 alone there may be none that do.
    fn together(mut self) -> Errors {
        let can_be = |of: &dyn Fn(&Key) -> bool| {
            can_be_had(&self.keys.iter().filter_map(|key| key.pasted(of)).collect::<Vec<_>>())
        };
        if can_be(&|key| key.unsure.is_none()) {
            return self;
        }
        let is_whole = |key: &Key| key.unsure.is_none() || key.unsure == Some(NOT_SEEN);
        let (unsure, note) = if can_be(&is_whole) {
            (None, "correlations that may as well be 0 are there too: without them no errors have the others")
        } else {
            (Some("no errors have all of them"), "no errors have all of these correlations: none is given")
        };
        for key in self.keys.iter_mut().filter(|key| key.pair.is_some() && is_whole(key)) {
            key.unsure = unsure;
        }
        self.notes.push(note.to_owned());
        self
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
        let noise = self.law.as_ref().map(|Law { noise, p, why }| {
            format!("noise = \"{}\"    # {why}, p {}, likelihood ratio\n", noise.name(), number::p_value(*p))
        });
        let noise = noise.unwrap_or_default();
        format!("{head}{notes}[player]\n{noise}{}", self.keys.iter().map(line).collect::<String>())
    }

    fn to_json(&self) -> Json {
        let key = |key: &Key| {
            let [low, high] = key.interval;
            serde_json::json!({ "term": key.name, "estimate": key.told(), "conf_low": low, "conf_high": high, "n": self.n,
                    "method": key.method, "is_pasted": key.unsure.is_none() })
        };
        let law = self.law.as_ref();
        serde_json::json!({ "noise": law.map(|law| law.noise.name()), "noise_p": law.map(|law| law.p), "noise_why": law.map(|law| law.why), "player": self.keys.iter().map(key).collect::<Vec<_>>(), "notes": self.notes })
    }

    /// An estimate a row.
    fn rows(&self) -> Vec<Row> {
        let key = |key: &Key| {
            let [low, high] = key.interval;
            let ends = [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)];
            let estimate = Estimate { value: key.told(), std_error: None, interval: Some(ends), n: self.n };
            Row::of(&key.name, estimate, key.method)
        };
        let law = self.law.as_ref().map(|law| {
            let estimate = Estimate { value: Some(law.p), n: self.n, ..Estimate::default() };
            Row::of("p of normal errors", estimate, "likelihood ratio")
        });
        law.into_iter().chain(self.keys.iter().map(key)).collect()
    }
}
