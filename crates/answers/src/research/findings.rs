//! What an answer has found that is held beside its strata: estimates that have a sign, and numbers that have none.

use serde_json::Value as Json;
use tolley_analysis::Estimate;
use tolley_analysis::band::Band;
use tolley_analysis::bins::Bins;
use tolley_analysis::crossing::Crossings;
use tolley_analysis::exact::Exact;
use tolley_analysis::fair::Fairness;
use tolley_analysis::game::Game;
use tolley_analysis::influence::Influence;
use tolley_analysis::judged::Judged;
use tolley_analysis::ranks::Ranks;
use tolley_analysis::region::{Region, Side};
use tolley_analysis::regression::Regression;
use tolley_analysis::seats::Seats;
use tolley_analysis::smooth::Smooth;
use tolley_analysis::statistics::regression::Family;
use tolley_analysis::survival::Survival;
use tolley_analysis::tolerances::Tolerances;
use tolley_analysis::trend::Trended;
use tolley_analysis::within::Within;
use tolley_experiment::value::Value;

use super::compare::Compared;
use super::{influence as ranked_by, regression};
use crate::fair::everywhere;
use crate::number::{self, Shown};

/// Digits where no interval says how many.
const DIGITS: usize = 3;

/// An estimate that lies above or below no effect.
#[derive(Clone, Debug)]
pub struct Signed {
    /// The same in every stratum.
    pub name: String,
    /// SI.
    pub estimate: Estimate,
    /// Where it has no effect.
    pub null: f64,
    /// What it is multiplied by to be shown.
    pub factor: f64,
}

/// All that is held beside the strata.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// With a sign.
    pub signs: Vec<Signed>,
    /// Without: what it is, and what came of it.
    pub numbers: Vec<(String, String)>,
}

impl Findings {
    fn of_signs(signs: impl Iterator<Item = (String, Estimate, f64)>) -> Findings {
        let signed = |(name, estimate, null)| Signed { name, estimate, null, factor: 1.0 };
        Findings { signs: signs.map(signed).collect(), numbers: Vec::new() }
    }

    fn of_numbers(numbers: impl Iterator<Item = (String, String)>) -> Findings {
        Findings { signs: Vec::new(), numbers: numbers.collect() }
    }
}

/// An estimate, with as many digits as are known.
pub fn told(estimate: &Estimate, factor: f64) -> String {
    number::estimate(estimate, factor, number::decimals(estimate, factor).unwrap_or(DIGITS))
}

/// `rack_gap_mean 60 um, rack_count 49`.
fn named(values: &[(String, Value)]) -> String {
    let one = |(column, value): &(String, Value)| {
        let Shown { name, unit, factor } = Shown::of_column(column);
        format!("{name} {} {unit}", number::value(value, factor)).trim_end().to_owned()
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What it is, at these values; all together where there are none.
fn at(what: &str, values: &[(String, Value)]) -> String {
    match (what, named(values)) {
        ("", values) if values.is_empty() => "all".to_owned(),
        ("", values) => values,
        (what, values) if values.is_empty() => what.to_owned(),
        (what, values) => format!("{what} at {values}"),
    }
}

pub fn fair(found: &Fairness) -> Findings {
    let points = found.points.iter().filter(|point| !point.is_identity);
    let signs = Findings::of_signs(points.map(|point| (at("", &point.values), point.estimate, 0.5)));
    let far = |tolerances: &Tolerances| (format!("{} fair up to", tolerances.key), everywhere(tolerances));
    Findings { numbers: found.tolerances.iter().map(far).collect(), ..signs }
}

pub fn compared(found: &Compared) -> Findings {
    let found = &found.contrasts;
    let factor = Shown::of_column(found.measure.split('[').next().unwrap_or_default()).factor;
    let arms = found.arms.iter().enumerate().filter(|(number, _)| *number != found.control);
    let mut findings = Findings::of_signs(arms.map(|(_, arm)| (at("", &arm.values), arm.difference, 0.0)));
    findings.signs.iter_mut().for_each(|signed| signed.factor = factor);
    findings
}

pub fn seats(found: &Seats) -> Findings {
    let of_point = |point: &tolley_analysis::seats::SeatsOfPoint| {
        let even = 1.0 / point.shares.len() as f64;
        let seat = |(seat, share): (usize, &Estimate)| (at(&format!("seat {}", seat + 1), &point.values), *share, even);
        point.shares.iter().enumerate().map(seat).collect::<Vec<_>>()
    };
    Findings::of_signs(found.points.iter().flat_map(of_point))
}

pub fn crossings(found: &Crossings) -> Findings {
    Findings::of_signs(found.arms.iter().map(|arm| (at("gain", &arm.values), arm.gain, 0.0)))
}

pub fn band(found: &Band) -> Findings {
    let shown = Shown::of_column(&found.along);
    let of_band = |band: &tolley_analysis::band::BandOf| {
        let place = |place: &tolley_analysis::band::Place| {
            let here = format!("{} {} {}", shown.name, number::short(place.at * shown.factor), shown.unit);
            (at(here.trim_end(), &band.values), place.difference, 0.0)
        };
        band.places.iter().map(place).collect::<Vec<_>>()
    };
    Findings::of_signs(found.bands.iter().flat_map(of_band))
}

pub fn bins(found: &Bins) -> Findings {
    Findings::of_signs(found.strata.iter().map(|stratum| (at("slope", &stratum.values), stratum.slope, 0.0)))
}

pub fn survival(found: &Survival) -> Findings {
    Findings::of_signs(found.factors.iter().map(|(name, factor)| (format!("hazard over {name}"), *factor, 1.0)))
}

pub fn regressed(found: &Regression) -> Findings {
    let null = if found.family == Family::Mean { 0.0 } else { 1.0 };
    let terms = found.terms.iter();
    Findings::of_signs(terms.map(|term| (regression::name(found, term), found.shown(&term.slope), null)))
}

pub fn trended(found: &Trended) -> Findings {
    let slopes = found.strata.iter();
    Findings::of_signs(slopes.map(|stratum| (at("one place more", &stratum.values), stratum.slope, 0.0)))
}

pub fn exact(found: &Exact) -> Findings {
    Findings::of_signs(found.arms.iter().map(|arm| (at("", &arm.values), arm.difference, 0.0)))
}

pub fn ranked(found: &Ranks) -> Findings {
    let told = |ranked: &tolley_analysis::statistics::ranks::Ranked| {
        format!("{:.1} (p {})", ranked.h, number::p_value(ranked.p))
    };
    let of = found.ranked.as_ref().map_or_else(|| "all alike".to_owned(), told);
    Findings::of_numbers(std::iter::once(("Kruskal-Wallis H".to_owned(), of)))
}

pub fn game(found: &Game) -> Findings {
    let value = |stratum: &tolley_analysis::game::GameOfStratum| {
        (at("value of the game", &stratum.values), told(&stratum.value, 1.0))
    };
    Findings::of_numbers(found.strata.iter().map(value))
}

pub fn region(found: &Region) -> Findings {
    let all = [("points inside", Side::Inside), ("points outside", Side::Outside), ("points open", Side::Open)];
    Findings::of_numbers(all.into_iter().map(|(name, side)| (name.to_owned(), found.on(side).count().to_string())))
}

pub fn within(found: &Within) -> Findings {
    let shown = Shown::of_column(&found.column);
    let name = format!("smallest {} without a gap ({})", shown.name, shown.unit).replace(" ()", "");
    let ends = [found.shown().at, found.least()].map(|at| number::short(at * shown.factor));
    Findings::of_numbers(std::iter::once((name, format!("{} [{}, {}]", ends[0], ends[1], ends[0]))))
}

/// In a fixed order, that of their names, so that strata stand side by side.
pub fn influence(found: &Influence) -> Findings {
    let told = |(place, one): (usize, &tolley_analysis::influence::Ranked)| {
        (one.key.clone(), format!("{} ({})", ranked_by::share(one), place + 1))
    };
    let mut all: Vec<(String, String)> = found.ranked.iter().enumerate().map(told).collect();
    all.sort();
    Findings::of_numbers(all.into_iter())
}

pub fn judged(found: &Judged) -> Findings {
    Findings::of_numbers(found.arms.iter().map(|arm| (at("", &arm.values), told(&arm.share, 1.0))))
}

pub fn smooth(found: &Smooth) -> Findings {
    let mut numbers = Vec::new();
    for stratum in &found.strata {
        for (surface, (measure, _)) in stratum.surfaces.iter().zip(&found.bounds) {
            let top = surface.as_ref().map_or_else(|| "no surface".to_owned(), |one| told(&one.top.1, 1.0));
            numbers.push((at(&format!("top of {measure}"), &stratum.values), top));
            for ((column, _), place) in found.over.iter().zip(surface.iter().flat_map(|one| &one.top.0)) {
                let shown = Shown::of_column(column);
                let name = at(&format!("its {} ({})", shown.name, shown.unit), &stratum.values).replace(" ()", "");
                numbers.push((name, number::short(place * shown.factor)));
            }
        }
        if let Some([inside, ..]) = stratum.shares {
            numbers.push((at("share as wanted", &stratum.values), format!("{:.0} %", 100.0 * inside)));
        }
    }
    Findings { signs: Vec::new(), numbers }
}

/// Of a best choice, as its object says: what it is worth, and what is chosen.
pub fn best(object: &Json) -> Findings {
    let mut numbers = Vec::new();
    let all = |object: &Json, name: &str| object[name].as_array().cloned().unwrap_or_default();
    for stratum in all(object, "strata") {
        let values: Vec<String> = stratum["values"].as_object().into_iter().flatten().map(of_column).collect();
        let place = if values.is_empty() { String::new() } else { format!(" at {}", values.join(", ")) };
        for skill in all(&stratum, "skills") {
            let name = format!("{}{place}", skill["skill"].as_str().unwrap_or_default());
            let value = &skill["value"];
            let [mean, low, high] = ["value", "low", "high"].map(|field| value[field].as_f64());
            let interval = low.zip(high).map(|(low, high)| [low, high]);
            let n = value["n"].as_u64().unwrap_or(0);
            numbers
                .push((format!("{name}: worth"), told(&Estimate { n, value: mean, std_error: None, interval }, 1.0)));
            let chosen = skill["at"].as_object().into_iter().flatten();
            numbers.extend(chosen.map(|(path, number)| {
                let shown = Shown::of_column(&path.replace('.', "_"));
                let told = number.as_f64().map_or("-".to_owned(), |number| number::short(number * shown.factor));
                (format!("{name}: {} ({})", shown.name, shown.unit).replace(" ()", ""), told)
            }));
        }
    }
    Findings { signs: Vec::new(), numbers }
}

/// Of a race, as its object says: which values are left at the end, and how the first of them does.
pub fn race(object: &Json, key: &str) -> Findings {
    let column = key.replace('.', "_");
    let arms = object["last"]["arms"].as_array().cloned().unwrap_or_default();
    let worth = |arm: &Json| arm["difference"]["value"].as_f64();
    let mut left: Vec<(f64, String)> =
        arms.iter().filter_map(|arm| Some((worth(arm)?, arm["values"][&column].to_string()))).collect();
    left.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = left.first().map_or("-".to_owned(), |(worth, value)| format!("{value} by {worth:.3}"));
    let left: Vec<String> = left.into_iter().map(|(_, value)| value).collect();
    let numbers = [("left, the best first", left.join(" ")), ("the best beside the control", best)];
    Findings::of_numbers(numbers.into_iter().map(|(name, told)| (name.to_owned(), told)))
}

/// A column and its value in an object.
fn of_column((column, value): (&String, &Json)) -> String {
    let Shown { name, unit, factor } = Shown::of_column(column);
    let told = value.as_f64().map(|number| number::short(number * factor));
    let text = value.as_str().map(str::to_owned);
    format!("{name} {} {unit}", told.or(text).unwrap_or_else(|| value.to_string())).trim_end().to_owned()
}
