//! Smooth surfaces over the axes of a design: how well they tell what was not played, where their tops are, which axes
//! they hang on, and in which part of the box that the design spans the measures are as wanted.

use serde_json::{Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::design::sobol::Sobol;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments, normal_quantile_at};
use tolley_statistics::gaussian_process::{Known, Surface, cross_validated};
use tolley_statistics::indices::{self, Row};

use crate::arms::{self, Arms};
use crate::error::AnalysisError;
use crate::measured::measure;
use crate::missing::Missing;
use crate::paired::Trials;
use crate::region::{Bound, Side};
use crate::told;

/// Places between those that were played, a Sobol sequence over the box.
const PLACES: u64 = 2048;
/// Parts of each axis in which places are counted.
pub const PARTS: usize = 4;
/// Seed of the sequence.
const SEED: u64 = 8;
/// A surface that predicts a smaller share of the variance of what it did not see is not to be read.
pub const LEAST_R2: f64 = 0.9;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// Measures, each with the least and most that is wanted; infinite where nothing is.
    pub bounds: &'q [Bound<'q>],
    /// The axes of the surface, of numbers.
    pub over: &'q [&'q str],
    /// Axes whose values are kept apart; all others are averaged over.
    pub strata: &'q [&'q str],
}

/// One measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Surfaced {
    /// Share of the variance that surfaces through four fifths of the points predict in the last.
    pub r2: Option<f64>,
    /// ST of each axis: the share of the surface's variance that would stay if all others were known.
    pub totals: Vec<f64>,
    /// The highest place, in SI, and the surface there with its pointwise interval.
    pub top: (Vec<f64>, Estimate),
}

/// A part of one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Which axis.
    pub axis: usize,
    /// From where to where, SI.
    pub range: [f64; 2],
    /// Of its places those inside, outside and open.
    pub shares: [f64; 3],
}

/// One stratum.
#[derive(Clone, Debug, PartialEq)]
pub struct Stratum {
    /// Column and value of each axis that is kept apart, SI.
    pub values: Vec<(String, Value)>,
    /// In the order of the measures; absent where a measure does not differ.
    pub surfaces: Vec<Option<Surfaced>>,
    /// Of all places those inside, outside and open; absent where nothing is bounded or a measure has no surface.
    pub shares: Option<[f64; 3]>,
    /// The same of parts of each axis.
    pub parts: Vec<Part>,
}

/// All strata.
#[derive(Clone, Debug, PartialEq)]
pub struct Smooth {
    /// The measures with their bounds.
    pub bounds: Vec<(String, [f64; 2])>,
    /// Columns of the axes of the surface, and the box.
    pub over: Vec<(String, [f64; 2])>,
    /// In the order of the design.
    pub strata: Vec<Stratum>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Column and value of axes.
type Named = Vec<(String, Value)>;

/// The places that are looked at, each axis from 0 to 1.
struct Places {
    sobol: Sobol,
    inputs: usize,
}

impl Places {
    fn at(&self, number: u64) -> [Vec<f64>; 2] {
        let of = |first: usize| (first..first + self.inputs).map(|axis| self.sobol.at(number, axis)).collect();
        [of(0), of(self.inputs)]
    }
}

/// Lays surfaces through the points of a grid.
pub fn smooth(dataset: &Dataset, asked: &Asked<'_>) -> Result<Smooth, AnalysisError> {
    let manifest = dataset.manifest();
    let over: Vec<(String, [f64; 2])> = asked.over.iter().map(|key| box_of(manifest, key)).collect::<Result<_, _>>()?;
    let keys: Vec<(&str, Option<&str>)> = asked.over.iter().chain(asked.strata).map(|key| (*key, None)).collect();
    let arms = Arms::of(manifest, &keys)?;
    let mut missing = Missing::default();
    let mut measured: Vec<Vec<Estimate>> = Vec::new();
    for (name, ..) in asked.bounds {
        let (left_out, trials) = Trials::of(dataset, &measure(manifest, Some(name))?)?;
        missing = left_out;
        let estimate = |arm: usize| {
            let mut moments = Moments::default();
            trials.worth(&arms, arm, &[arm]).into_iter().filter(|value| !value.is_nan()).for_each(|v| moments.add(v));
            Means::default().estimate(&moments)
        };
        measured.push((0..arms.count()).map(estimate).collect());
    }
    // arms of a stratum together, in the order in which strata come first
    let mut strata: Vec<(Named, Vec<usize>)> = Vec::new();
    for arm in 0..arms.count() {
        let values = arms.values(arm).split_off(over.len());
        match strata.iter_mut().find(|(known, _)| *known == values) {
            Some((_, of)) => of.push(arm),
            None => strata.push((values, vec![arm])),
        }
    }
    let bounds: Vec<(String, [f64; 2])> =
        asked.bounds.iter().map(|(measure, low, high)| ((*measure).to_owned(), [*low, *high])).collect();
    let stratum = |(values, of): (Named, Vec<usize>)| {
        let known = |measure: &Vec<Estimate>| {
            of.iter().filter_map(|arm| known_of(&arms, &over, *arm, &measure[*arm])).collect::<Vec<_>>()
        };
        stratum(values, &measured.iter().map(known).collect::<Vec<_>>(), &bounds, &over)
    };
    Ok(Smooth { strata: strata.into_iter().map(stratum).collect(), bounds, over, missing })
}

/// The column of an axis of numbers, and its least and greatest value.
fn box_of(manifest: &Manifest, key: &str) -> Result<(String, [f64; 2]), AnalysisError> {
    let grid = &manifest.plan.grid;
    let values: Option<Vec<f64>> = grid.axes[arms::axis(grid, key)?].values.iter().map(number).collect();
    let values = values.ok_or_else(|| AnalysisError::Question(format!("{key} is not of numbers")))?;
    let ends = [f64::min as fn(f64, f64) -> f64, f64::max].map(|of| values.iter().copied().fold(values[0], of));
    let name = manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    Ok((name, ends))
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        Value::Flag(_) | Value::Choice(_) => None,
    }
}

fn known_of(arms: &Arms<'_>, over: &[(String, [f64; 2])], arm: usize, estimate: &Estimate) -> Option<Known> {
    let values = arms.values(arm);
    let share = |((_, value), (_, [low, high])): (&(String, Value), &(String, [f64; 2]))| {
        Some((number(value)? - low) / (high - low))
    };
    let at: Option<Vec<f64>> = values.iter().zip(over).map(share).collect();
    Some(Known { at: at?, mean: estimate.value?, variance: estimate.std_error?.powi(2) })
}

/// Of what is known of each measure.
fn stratum(
    values: Vec<(String, Value)>,
    known: &[Vec<Known>],
    bounds: &[(String, [f64; 2])],
    over: &[(String, [f64; 2])],
) -> Stratum {
    let places = Places { sobol: Sobol::new(2 * over.len(), Some(SEED)), inputs: over.len() };
    let surfaces: Vec<Option<Surface>> = known.iter().map(|known| Surface::through(known)).collect();
    let surfaced = surfaces.iter().zip(known).map(|(surface, known)| {
        let surface = surface.as_ref()?;
        Some(Surfaced {
            r2: cross_validated(known),
            totals: totals(surface, &places),
            top: top(surface, known, &places, over),
        })
    });
    let surfaced = surfaced.collect();
    let all: Option<Vec<&Surface>> = surfaces.iter().map(Option::as_ref).collect();
    let is_bounded = bounds.iter().any(|(_, ends)| ends.iter().any(|end| end.is_finite()));
    let sides: Option<Vec<(Vec<f64>, Side)>> = all.filter(|_| is_bounded).map(|all| {
        let side = |number| {
            let [at, _] = places.at(number);
            let side = side(&all, bounds, &at);
            (at, side)
        };
        (0..PLACES).map(side).collect()
    });
    let parts = sides.as_deref().map_or_else(Vec::new, |sides| parts(sides, over));
    Stratum { values, surfaces: surfaced, shares: sides.map(|sides| shares(sides.iter())), parts }
}

/// ST of each axis, of the surface itself.
fn totals(surface: &Surface, places: &Places) -> Vec<f64> {
    let row = |number| {
        let [a, b] = places.at(number);
        let mixed = |input: usize| {
            let mut mixed = a.clone();
            mixed[input] = b[input];
            vec![surface.mean(&mixed)]
        };
        let mixed: Vec<Vec<f64>> = (0..places.inputs).map(mixed).collect();
        Row::of(&[surface.mean(&a)], &[surface.mean(&b)], &mixed)
    };
    let rows: Vec<Row> = (0..PLACES).map(row).collect();
    indices::totals(&rows)
}

/// The highest of all places, those that were played among them.
fn top(surface: &Surface, known: &[Known], places: &Places, over: &[(String, [f64; 2])]) -> (Vec<f64>, Estimate) {
    let between = (0..PLACES).map(|number| places.at(number)[0].clone());
    let all = between.chain(known.iter().map(|known| known.at.clone()));
    let best = all.map(|at| (surface.mean(&at), at)).max_by(|a, b| a.0.total_cmp(&b.0));
    let at = best.map_or_else(Vec::new, |(_, at)| at);
    let place = at.iter().zip(over).map(|(share, (_, [low, high]))| low + share * (high - low)).collect();
    let [mean, error] = surface.at(&at);
    let half = normal() * error;
    let interval = Some([mean - half, mean + half]);
    (place, Estimate { n: known.len() as u64, value: Some(mean), std_error: Some(error), interval })
}

/// 97.5 % of the normal distribution.
fn normal() -> f64 {
    normal_quantile_at(0.975)
}

/// Whether all measures are as wanted at a place, one is not, or neither is known.
fn side(surfaces: &[&Surface], bounds: &[(String, [f64; 2])], at: &[f64]) -> Side {
    surfaces.iter().zip(bounds).fold(Side::Inside, |side, (surface, (_, [least, most]))| {
        let [mean, error] = surface.at(at);
        let [low, high] = [mean - normal() * error, mean + normal() * error];
        match side {
            _ if high < *least || low > *most => Side::Outside,
            Side::Inside if low >= *least && high <= *most => Side::Inside,
            Side::Outside => Side::Outside,
            _ => Side::Open,
        }
    })
}

fn shares<'s>(sides: impl Iterator<Item = &'s (Vec<f64>, Side)> + Clone) -> [f64; 3] {
    let n = sides.clone().count() as f64;
    [Side::Inside, Side::Outside, Side::Open]
        .map(|wanted| sides.clone().filter(|(_, side)| *side == wanted).count() as f64 / n)
}

fn parts(sides: &[(Vec<f64>, Side)], over: &[(String, [f64; 2])]) -> Vec<Part> {
    let of = |(axis, part): (usize, usize)| {
        let ends = [part, part + 1].map(|end| end as f64 / PARTS as f64);
        let [low, high] = over[axis].1;
        let within = sides.iter().filter(|(at, _)| at[axis] >= ends[0] && at[axis] < ends[1]);
        Part { axis, range: ends.map(|end| low + end * (high - low)), shares: shares(within) }
    };
    (0..over.len()).flat_map(|axis| (0..PARTS).map(move |part| (axis, part))).map(of).collect()
}

impl Smooth {
    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let bound =
            |(measure, [low, high]): &(String, [f64; 2])| json!({ "measure": measure, "low": low, "high": high });
        let columns: Vec<&str> = self.over.iter().map(|(column, _)| column.as_str()).collect();
        let three = |[inside, outside, open]: [f64; 3]| json!({ "inside": inside, "outside": outside, "open": open });
        let surfaced = |surfaced: &Option<Surfaced>| {
            surfaced.as_ref().map(|found| {
                let by_axis = |values: &[f64]| {
                    columns
                        .iter()
                        .zip(values)
                        .map(|(name, value)| ((*name).to_owned(), json!(value)))
                        .collect::<serde_json::Map<_, _>>()
                };
                json!({
                    "r2_cross_validated": found.r2, "ST": by_axis(&found.totals), "top_at": by_axis(&found.top.0),
                    "top": told::estimate(&found.top.1),
                })
            })
        };
        let part = |part: &Part| json!({ "axis": columns[part.axis], "from": part.range[0], "to": part.range[1], "shares": three(part.shares) });
        let stratum = |stratum: &Stratum| {
            json!({
                "values": told::values(&stratum.values),
                "surfaces": stratum.surfaces.iter().map(surfaced).collect::<Vec<_>>(),
                "shares": stratum.shares.map(three), "parts": stratum.parts.iter().map(part).collect::<Vec<_>>(),
            })
        };
        json!({
            "bounds": self.bounds.iter().map(bound).collect::<Vec<_>>(), "over": columns,
            "method": "gaussian process, matern 5/2", "strata": self.strata.iter().map(stratum).collect::<Vec<_>>(),
        })
    }
}
