//! Smooth surfaces over the axes of a design: how well they tell what was not played, where their tops are, which axes
//! they hang on, and in which part of the box that the design spans the measures are as wanted.

use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::design::sobol::Sobol;
use tolley_experiment::plan::StreamsMode;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::estimates::{Means, Moments, normal_quantile_at};
use tolley_statistics::gaussian_process::{Known, Surface, cross_validated};
use tolley_statistics::indices::{self, Row};

use crate::arms::{self, Arms};
use crate::error::AnalysisError;
use crate::measured::{is_share, measure};
use crate::missing::Missing;
use crate::paired::Trials;
use crate::region::{Bound, Side};

mod json;
mod place;
mod played;
mod top;
pub use place::Place;
use place::in_si;
use played::{Played, Unseen, floored, mean_of, together};

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
    /// Whether the surface is wanted at every place that was played.
    pub has_map: bool,
}

/// One measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Surfaced {
    /// Share of the variance that surfaces through four fifths of the points predict in the last.
    pub r2: Option<f64>,
    /// The same of what is not chance; absent where points share their random numbers.
    pub r2_without_chance: Option<Estimate>,
    /// ST of each axis: the share of the surface's variance that would stay if all others were known; empty where the
    /// points do not fill the box.
    pub totals: Vec<f64>,
    /// The highest place, in SI, and the surface there with its pointwise interval.
    pub top: (Vec<f64>, Estimate),
    /// Every place that was played, if that is wanted.
    pub map: Vec<Place>,
    /// Of a map of two axes whose places are no grid: the surface at places that are one.
    pub lattice: Vec<Place>,
}

impl Surfaced {
    /// How much it tells of what was not seen; chance aside where that is known, and then as much as it surely does.
    pub fn told(&self) -> Option<f64> {
        self.r2_without_chance.map_or(self.r2, |estimate| estimate.interval.map(|[low, _]| low))
    }

    /// Whether it tells enough to be read.
    pub fn is_read(&self) -> bool {
        self.told().is_some_and(|told| told >= LEAST_R2)
    }
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
    /// Places of the design at which the first measure has no value, as of an unfinished run.
    pub unplayed: usize,
    /// In the order of the measures; absent where a measure does not differ.
    pub surfaces: Vec<Option<Surfaced>>,
    /// The means of the first measure themselves, place by place, if a map is wanted.
    pub means: Vec<Place>,
    /// Of all places those inside, outside and open; absent where nothing is bounded, or a measure that is has
    /// no surface that is to be read.
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

/// What is asked of every stratum.
struct Wanted {
    bounds: Vec<(String, [f64; 2])>,
    over: Vec<(String, [f64; 2])>,
    has_map: bool,
    /// Whether points share their chance.
    is_common: bool,
    /// Whether points fill the box.
    is_whole: bool,
    /// Whether points are a grid.
    is_grid: bool,
}

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
    let keys: Vec<&str> = asked.over.iter().chain(asked.strata).copied().collect();
    let arms = Arms::of_points(manifest, &keys)?;
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
    let plan = &manifest.plan;
    let wanted = Wanted {
        bounds,
        over,
        has_map: asked.has_map,
        is_common: plan.streams == StreamsMode::Common,
        is_whole: plan.grid.exclude.is_empty(),
        is_grid: plan.grid.is_full_grid(),
    };
    let are_shares: Vec<bool> =
        asked.bounds.iter().map(|(name, ..)| is_share(manifest, Some(name))).collect::<Result<_, _>>()?;
    let stratum = |(values, of): (Named, Vec<usize>)| {
        let played = |(measure, is_share): (&Vec<Estimate>, &bool)| {
            let played = of.iter().filter_map(|arm| played_at(&arms, &wanted.over, *arm, &measure[*arm]));
            together(played.collect(), *is_share)
        };
        let played: Vec<Vec<Played>> = measured.iter().zip(&are_shares).map(played).collect();
        let unplayed = of.len() - played.first().map_or(0, Vec::len);
        stratum((values, unplayed), &played, &wanted)
    };
    let strata = strata.into_iter().map(stratum).collect();
    Ok(Smooth { strata, bounds: wanted.bounds, over: wanted.over, missing })
}

/// The column of an axis of numbers, and its least and greatest value.
fn box_of(manifest: &Manifest, key: &str) -> Result<(String, [f64; 2]), AnalysisError> {
    let grid = &manifest.plan.grid;
    let axis = arms::axis(grid, key)?;
    let values: Option<Vec<f64>> = (0..grid.points()).map(|point| number(&grid.axis_value(axis, point))).collect();
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

fn played_at(arms: &Arms<'_>, over: &[(String, [f64; 2])], arm: usize, estimate: &Estimate) -> Option<Played> {
    let values = arms.values(arm);
    let share = |((_, value), (_, [low, high])): (&(String, Value), &(String, [f64; 2]))| {
        Some((number(value)? - low) / (high - low))
    };
    let at: Option<Vec<f64>> = values.iter().zip(over).map(share).collect();
    let freedom = estimate.n.saturating_sub(1) as f64;
    let known = Known { at: at?, mean: estimate.value?, variance: estimate.std_error?.powi(2), freedom };
    Some(Played { point: arms.only_point(arm), n: estimate.n, known, unseen: Unseen::default() })
}

/// Of what is known of each measure.
fn stratum((values, unplayed): (Named, usize), played: &[Vec<Played>], wanted: &Wanted) -> Stratum {
    let Wanted { bounds, over, .. } = wanted;
    let places = Places { sobol: Sobol::new(2 * over.len(), Some(SEED)), inputs: over.len() };
    let known: Vec<Vec<Known>> =
        played.iter().map(|played| played.iter().map(|played| played.known.clone()).collect()).collect();
    let surfaces: Vec<Option<Surface>> = known.iter().map(|known| Surface::through(known)).collect();
    let surfaced = surfaces.iter().zip(&known).zip(played).map(|((surface, known), played)| {
        let surface = surface.as_ref()?;
        let told = cross_validated(known);
        Some(Surfaced {
            r2: told.map(|told| told.r2),
            r2_without_chance: told.filter(|_| !wanted.is_common).map(|told| told.r2_without_chance),
            totals: if wanted.is_whole { totals(surface, &places) } else { Vec::new() },
            top: top::top(surface, known, &places, wanted),
            map: if wanted.has_map { map(surface, played, over) } else { Vec::new() },
            lattice: if wanted.has_map && !wanted.is_grid { lattice(surface, played, over) } else { Vec::new() },
        })
    });
    let surfaced: Vec<Option<Surfaced>> = surfaced.collect();
    let all = bounding(&surfaces, &surfaced, bounds).filter(|all| !all.is_empty());
    let sides: Option<Vec<(Vec<f64>, Side)>> = all.map(|all| {
        let side = |number| {
            let [at, _] = places.at(number);
            let side = side(&all, &at);
            (at, side)
        };
        (0..PLACES).map(side).collect()
    });
    let parts = sides.as_deref().map_or_else(Vec::new, |sides| parts(sides, over));
    let first = played.first().filter(|_| wanted.has_map);
    let means = first.map_or_else(Vec::new, |played| played.iter().map(|of| mean_of(of, over)).collect());
    Stratum { values, unplayed, means, surfaces: surfaced, shares: sides.map(|sides| shares(sides.iter())), parts }
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

/// The surface at every place that was played.
fn map(surface: &Surface, played: &[Played], over: &[(String, [f64; 2])]) -> Vec<Place> {
    let place = |of: &Played| Place {
        point: of.point,
        at: in_si(&of.known.at, over),
        estimate: floored(surface.at(&of.known.at), of),
    };
    played.iter().map(place).collect()
}

/// The surface of two axes at places that are a grid; each stands on the trials of the nearest one that was played.
fn lattice(surface: &Surface, played: &[Played], over: &[(String, [f64; 2])]) -> Vec<Place> {
    if over.len() != 2 {
        return Vec::new();
    }
    let share = |part: usize| part as f64 / PARTS as f64;
    let place = |at: Vec<f64>| {
        let off = |of: &&Played| of.known.at.iter().zip(&at).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        let near = played.iter().min_by(|one, other| off(one).total_cmp(&off(other)))?;
        Some(Place { point: None, at: in_si(&at, over), estimate: floored(surface.at(&at), near) })
    };
    let ends = || 0..=PARTS;
    ends().flat_map(|x| ends().map(move |y| vec![share(x), share(y)])).filter_map(place).collect()
}

/// The surface at one place, with its interval.
fn estimate(surface: &Surface, at: &[f64], n: u64) -> Estimate {
    let [mean, error] = surface.at(at);
    let half = normal() * error;
    let interval = Some([mean - half, mean + half]);
    Estimate { n, value: Some(mean), std_error: Some(error), interval }
}

/// 97.5 % of the normal distribution.
fn normal() -> f64 {
    normal_quantile_at(0.975)
}

/// Surfaces with the least and most that is wanted of each.
type Bounded<'s> = Vec<(&'s Surface, [f64; 2])>;

/// The surfaces of the measures that are bounded, each with its bounds; `None` where one is not there or not to be
/// read.
fn bounding<'s>(
    surfaces: &'s [Option<Surface>],
    surfaced: &[Option<Surfaced>],
    bounds: &[(String, [f64; 2])],
) -> Option<Bounded<'s>> {
    let mut found = Vec::new();
    for ((surface, surfaced), (_, ends)) in surfaces.iter().zip(surfaced).zip(bounds) {
        if ends.iter().any(|end| end.is_finite()) {
            let is_read = surfaced.as_ref().is_some_and(Surfaced::is_read);
            found.push((surface.as_ref().filter(|_| is_read)?, *ends));
        }
    }
    Some(found)
}

/// Whether all measures are as wanted at a place, one is not, or neither is known.
fn side(surfaces: &[(&Surface, [f64; 2])], at: &[f64]) -> Side {
    surfaces.iter().fold(Side::Inside, |side, (surface, [least, most])| {
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

#[cfg(test)]
mod tests;
