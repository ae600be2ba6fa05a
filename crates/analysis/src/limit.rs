//! How far along an axis does a measure stay within a margin? One curve that can bend, through what each repeat shows
//! at all values of the axis, with a band that covers all of it at once: up to where the band stays within the margin
//! is shown, and where the band may leave it is said with it. At every combination of the other axes by itself.

use serde_json::{Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::table::MeasureKind;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::equivalence::Comparison;
use tolley_statistics::estimates::{Means, Moments};

use crate::alike::are_alike;
use crate::arms::{Arms, axis};
use crate::error::AnalysisError;
use crate::fit_of_limit::fitted;
pub use crate::fit_of_limit::{LimitFit, LimitSide};
use crate::measured::{self, Measured, is_share, measured};
use crate::missing::Missing;
use crate::solved::is_exact;
use crate::summary::{HALF, MARGIN, MOST_DIFFERENCE};
use crate::told;
use crate::tolerances::whole;
use crate::verdict::level_of;
use start::{is_between, middle, numbers};

mod start;
pub use start::{FEWEST, axis_of_limit, start_of_limit};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitQuestion<'q> {
    /// Path of the axis.
    pub along: &'q str,
    /// Its value from which the limit is looked for; where none is given that at which both sides are alike, else 1 of
    /// a ratio, else the middle one of a share beside one half, else the first.
    pub from: Option<f64>,
    /// What is measured, as a short text says; a share that is one half between equals where none is given.
    pub measure: Option<&'q str>,
    /// How far the measure may lie from one half, or from what it is at `from`; where none is given a hundredth of a
    /// share, and a tenth of what anything else is there.
    pub margin: Option<f64>,
    /// Between which values the measure is as wanted, instead.
    pub within: Option<[f64; 2]>,
    /// Of the bands.
    pub confidence: f64,
}

/// What the measure is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimitReference {
    /// One half.
    Half,
    /// The measure where the limit is looked for from.
    Start,
    /// The middle of the range in which it is as wanted.
    Range([f64; 2]),
}

/// All limits along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// What is measured.
    pub measure: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// Path and column of the axis.
    pub along: [String; 2],
    /// Its value from which the limit is looked for.
    pub from: f64,
    /// What the measure is compared with.
    pub reference: LimitReference,
    /// How far from that it may lie.
    pub margin: f64,
    /// Of the bands.
    pub confidence: f64,
    /// What a ratio of 1 stands for, column and value, where there is such a key.
    pub whole: Option<(String, f64)>,
    /// One at each combination of the other axes, in the order of the design.
    pub strata: Vec<LimitStratum>,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// The limits at one combination of the other axes.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitStratum {
    /// Path and value of each other axis, SI.
    pub values: Vec<(String, Value)>,
    /// Repeats that have a value everywhere.
    pub n: u64,
    /// The curve; absent where the values do not determine one.
    pub fit: Option<LimitFit>,
    /// Below and above the start.
    pub sides: [LimitSide; 2],
    /// Every value of the axis in rising order.
    pub places: Vec<LimitPlace>,
}

/// One value of the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitPlace {
    /// The value, SI.
    pub at: f64,
    /// By how much the measure is off there, as played.
    pub seen: Estimate,
    /// By the curve, with its band.
    pub curve: Option<Estimate>,
}

/// The limits of a dataset, as far as it goes.
pub fn limits(dataset: &Dataset, question: &LimitQuestion<'_>) -> Result<Limits, AnalysisError> {
    let manifest = dataset.manifest();
    let mut asked = Design::of(manifest, question)?;
    let Measured { name, missing, trials, is_share, .. } = measured(dataset, Some(&asked.measure))?;
    let arms = Arms::of(manifest, &[(question.along, None)])?;
    let worth = |arm: usize, stratum: usize| trials.worth_in(&arms, arm, stratum);
    let has_own_margin = question.margin.is_some() || asked.reference != LimitReference::Start;
    if let (false, None, Some(start)) = (has_own_margin, asked.bound(is_share), asked.start()) {
        let at_start: Vec<f64> = (0..arms.strata()).flat_map(|stratum| worth(start, stratum)).collect();
        asked.margin = usual_margin(&at_start).unwrap_or(asked.margin);
    }
    let strata = (0..arms.strata()).map(|stratum| {
        let shares: Vec<Vec<f64>> = (0..arms.count()).map(|arm| worth(arm, stratum)).collect();
        let points: Vec<u64> = (0..arms.count()).map(|arm| arms.points(arm)[stratum]).collect();
        let name = |(axis, value): (usize, Value)| (manifest.plan.grid.axes[axis].key.clone(), value);
        let is_alike = |arm: usize| are_alike(manifest, points[arm]);
        let values = arms.stratum(stratum).into_iter().map(name).collect();
        asked.stratum(values, &shares, is_share, is_alike)
    });
    let strata = strata.collect();
    let column =
        manifest.key_column(question.along).map_or_else(|| question.along.to_owned(), |column| column.name.clone());
    let (from, reference, margin) = (asked.from, asked.reference, asked.margin);
    let (confidence, whole) = (question.confidence, whole(dataset, &column)?);
    let along = [question.along.to_owned(), column];
    Ok(Limits { measure: name, is_share, along, from, reference, margin, confidence, whole, strata, missing })
}

/// A tenth of the mean of values, by its first digit.
fn usual_margin(values: &[f64]) -> Option<f64> {
    let known = || values.iter().filter(|value| !value.is_nan());
    let mean = known().sum::<f64>() / known().count() as f64;
    format!("{:.0e}", (mean / 10.0).abs()).parse().ok().filter(|margin: &f64| *margin > 0.0 && margin.is_finite())
}

/// Refuses what a dataset of this manifest has no limit for, whatever its rows are.
pub fn check(manifest: &Manifest, question: &LimitQuestion<'_>) -> Result<(), AnalysisError> {
    Design::of(manifest, question).map(|_| ())
}

/// A question that fits its dataset.
struct Design {
    measure: String,
    values: Vec<f64>,
    from: f64,
    reference: LimitReference,
    margin: f64,
    confidence: f64,
    /// Combinations of the other axes.
    strata: usize,
}

impl Design {
    fn of(manifest: &Manifest, question: &LimitQuestion<'_>) -> Result<Design, AnalysisError> {
        let refuse = |message: String| Err(AnalysisError::Question(message));
        let (grid, key) = (&manifest.plan.grid, question.along);
        let axis = axis(grid, key)?;
        if !grid.is_full_grid() {
            return refuse(
                "a limit needs a grid, all of whose combinations are there; this design is another".to_owned(),
            );
        }
        if is_exact(manifest) {
            return refuse(format!("what is computed exactly has no band around a curve; ask effect --over {key}"));
        }
        if grid.repeats < 2 {
            return refuse("one trial a point has no spread; play --repeats 2 or more".to_owned());
        }
        let Some(values) = numbers(&grid.axes[axis].values).filter(|values| values.len() >= FEWEST) else {
            return refuse(format!("{key} needs at least {FEWEST} numbers for a curve"));
        };
        let fair = manifest.measures.iter().find(|measure| measure.kind == MeasureKind::Fair);
        let measure = question.measure.or(fair.map(|measure| measure.column.as_str()));
        let measure = match measure {
            Some(named) => named.to_owned(),
            None => measured::measure(manifest, None)?.column,
        };
        measured::check(manifest, Some(&measure))?;
        let is_fair = manifest.measures.iter().any(|of| of.column == measure && of.kind == MeasureKind::Fair);
        let known = question.from.or_else(|| start_of_limit(manifest, key));
        // a share that is not known to be even anywhere may be off to either side
        let from = known.unwrap_or(if is_fair && question.within.is_none() { middle(&values) } else { values[0] });
        if !is_between(&values, from) {
            return refuse(format!("{from} lies beyond the values of {key}, from which a limit is looked for"));
        }
        let margin = question.margin.unwrap_or(MARGIN);
        let (reference, margin) = match question.within {
            Some([low, high]) if low < high => (LimitReference::Range([low, high]), (high - low) / 2.0),
            Some([low, high]) => return refuse(format!("{low} to {high} is no range: the lesser end stands first")),
            None if is_fair => (LimitReference::Half, margin),
            None => (LimitReference::Start, margin),
        };
        if !(margin > 0.0 && margin.is_finite()) {
            return refuse(format!("a margin of {margin} is none: how far may the measure be off?"));
        }
        if reference == LimitReference::Start && !values.contains(&from) {
            return refuse(format!(
                "{from} is no value of {key} that was played; a measure is compared with what it is there"
            ));
        }
        is_share(manifest, Some(&measure))?;
        let strata = grid.points() as usize / values.len();
        Ok(Design { measure, values, from, reference, margin, confidence: question.confidence, strata })
    }

    /// Which value the limit is looked for from, if it was played.
    fn start(&self) -> Option<usize> {
        self.values.iter().position(|value| *value == self.from)
    }

    /// The limits of one stratum, of what each value of the axis was worth in each repeat.
    fn stratum(
        &self,
        values: Vec<(String, Value)>,
        worth: &[Vec<f64>],
        is_share: bool,
        is_alike: impl Fn(usize) -> bool,
    ) -> LimitStratum {
        let start = self.start();
        let rows = self.rows(worth, start);
        // where both sides are alike and nothing differs, and where a value is compared with itself, nothing is off
        let is_known = |arm: usize| match self.reference {
            LimitReference::Start => Some(arm) == start,
            LimitReference::Half => is_alike(arm) && rows.iter().all(|row| row[arm] == 0.0),
            LimitReference::Range(_) => false,
        };
        let others: Vec<usize> = (0..self.values.len()).filter(|arm| !is_known(*arm)).collect();
        let offs: Vec<f64> = others.iter().map(|arm| self.values[*arm] - self.from).collect();
        let effects: Vec<Vec<f64>> =
            rows.iter().map(|row| others.iter().map(|arm| row[*arm]).collect::<Vec<f64>>()).collect();
        let bound = self.bound(is_share);
        // where nothing ever differed, one that went unseen may leave the margin
        let least = self.margin * rows.len() as f64;
        let reach = bound.or_else(|| most_seen(&effects, worth)).unwrap_or(least);
        let possible = |of: Estimate| bound.map_or(of, |most| of.within([-most, most]));
        let is_through_origin = start.is_some_and(is_known);
        let fit = fitted(&offs, reach, &effects, is_through_origin, (self.confidence, self.strata));
        let sides = [-1.0, 1.0].map(|sign| self.side(fit.as_ref(), &self.tried(&rows, sign, reach)));
        let place = |(arm, at): (usize, &f64)| LimitPlace {
            at: *at,
            seen: possible(Means::default().estimate(&moments(&rows, arm))),
            curve: fit.as_ref().map(|fit| possible(fit.estimate(at - self.from, rows.len() as u64))),
        };
        let mut places: Vec<LimitPlace> = self.values.iter().enumerate().map(place).collect();
        places.sort_by(|one, other| one.at.total_cmp(&other.at));
        LimitStratum { values, n: rows.len() as u64, fit, sides, places }
    }

    /// By how much the measure is off at every value of the axis, in each repeat that has all of them.
    fn rows(&self, worth: &[Vec<f64>], start: Option<usize>) -> Vec<Vec<f64>> {
        let reference = |repeat: usize| match (self.reference, start) {
            (LimitReference::Half, _) => HALF,
            (LimitReference::Range([low, high]), _) => (low + high) / 2.0,
            (LimitReference::Start, Some(start)) => worth[start][repeat],
            (LimitReference::Start, None) => f64::NAN,
        };
        (0..worth.first().map_or(0, Vec::len))
            .map(|repeat| worth.iter().map(|of| of[repeat] - reference(repeat)).collect::<Vec<f64>>())
            .filter(|row| row.iter().all(|effect| !effect.is_nan()))
            .collect()
    }

    /// The values that were tried on one side, the nearest first, each with what is seen there.
    fn tried(&self, rows: &[Vec<f64>], sign: f64, reach: f64) -> Vec<(f64, Option<Comparison>)> {
        let mut side: Vec<(f64, Option<Comparison>)> = (0..self.values.len())
            .map(|arm| (self.values[arm] - self.from, arm))
            .filter(|(off, _)| off * sign > 0.0)
            .map(|(off, arm)| (off, Comparison::new(&moments(rows, arm), 0.0, reach, self.margin)))
            .collect();
        side.sort_by(|(a, _), (b, _)| a.abs().total_cmp(&b.abs()));
        side
    }

    /// The most by which one repeat can differ; absent of what is no share.
    fn bound(&self, is_share: bool) -> Option<f64> {
        match self.reference {
            LimitReference::Half => Some(MOST_DIFFERENCE),
            _ => (is_share || self.measure.ends_with("_share")).then_some(1.0),
        }
    }

    /// One side, the nearest value first.
    fn side(&self, fit: Option<&LimitFit>, tried: &[(f64, Option<Comparison>)]) -> LimitSide {
        let (Some((nearest, _)), Some((furthest, _))) = (tried.first(), tried.last()) else {
            return LimitSide::default();
        };
        if let Some(fit) = fit.filter(|fit| fit.fits()) {
            return fit.side([*nearest, *furthest], self.margin);
        }
        let level = level_of(self.confidence);
        let is_within = |(_, seen): &&(f64, Option<Comparison>)| {
            seen.is_some_and(|comparison| comparison.p_values().within <= level)
        };
        let shown = tried.iter().take_while(is_within).last().map(|(off, _)| *off);
        LimitSide { furthest: Some(*furthest), shown, is_by_values: true, ..LimitSide::default() }
    }
}

/// The most by which anything differs of all that was seen, if anything does.
fn most_seen(effects: &[Vec<f64>], worth: &[Vec<f64>]) -> Option<f64> {
    let known = || worth.iter().flatten().copied().filter(|value| !value.is_nan());
    let range = known().fold(f64::NEG_INFINITY, f64::max) - known().fold(f64::INFINITY, f64::min);
    let most = effects.iter().flatten().fold(range.max(0.0), |most, effect| most.max(effect.abs()));
    (most > 0.0).then_some(most)
}

fn moments(rows: &[Vec<f64>], arm: usize) -> Moments {
    let mut moments = Moments::default();
    rows.iter().for_each(|row| moments.add(row[arm]));
    moments
}

impl Limits {
    /// Below and above: shown in every stratum at once, since each is with the confidence; `None` where one has none.
    pub fn robust(&self) -> [Option<f64>; 2] {
        [0, 1].map(|side| {
            let smaller = |a: f64, b: f64| if a.abs() <= b.abs() { a } else { b };
            let shown = self.strata.iter().map(|stratum| stratum.sides[side].shown);
            shown.collect::<Option<Vec<f64>>>()?.into_iter().reduce(smaller)
        })
    }

    /// Below and above: whether a value was tried there.
    pub fn is_tried(&self) -> [bool; 2] {
        [0, 1].map(|side| self.strata.iter().any(|stratum| stratum.sides[side].furthest.is_some()))
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let [below, above] = self.robust();
        json!({
            "measure": self.measure, "along": self.along[0], "from": self.from, "margin": self.margin,
            "confidence": self.confidence, "below": below, "above": above,
            "strata": self.strata.iter().map(stratum_json).collect::<Vec<_>>(),
        })
    }
}

fn stratum_json(stratum: &LimitStratum) -> Json {
    let side = |side: &LimitSide| json!({ "furthest": side.furthest, "shown": side.shown, "by_values": side.is_by_values, "leaves": side.leaves, "outside": side.outside });
    json!({
        "values": told::values(&stratum.values), "n": stratum.n, "degree": stratum.fit.as_ref().map(|fit| fit.degree),
        "p_fit": stratum.fit.as_ref().and_then(LimitFit::p_fit), "below": side(&stratum.sides[0]), "above": side(&stratum.sides[1]),
    })
}

#[cfg(test)]
mod tests;
