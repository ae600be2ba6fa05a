//! Is one side stronger by so many Elo points? Wald's test on the matches of every design point, by trial or by pairs
//! of trials, as far as a dataset goes.

use serde_json::{Map, Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::value::Value;
use tolley_statistics::elo::{Draw, EloLook, EloTest, EloWatch, Strength, Taken, ToGo};
use tolley_statistics::sequential::{Bounds, LOOK};

use crate::alike::{are_alike, holds_a_pair};
use crate::arms::Arms;
use crate::error::AnalysisError;
use crate::fair::measure;
use crate::missing::Missing;
use crate::summary::HALF;
use crate::values::{Values, values_of};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloQuestion<'q> {
    /// The share of a side; the first that is one half between equals where none is named.
    pub measure: Option<&'q str>,
    /// Axis of two values at which the two matches of a pair are played.
    pub pair: Option<&'q str>,
    /// Normalised Elo of both hypotheses, the lesser first.
    pub elo: [f64; 2],
    /// Chance of taking the greater where the lesser holds.
    pub alpha: f64,
    /// Chance of the reverse.
    pub beta: f64,
    /// Of intervals.
    pub confidence: f64,
}

/// One design point, or two of which one has the first match of each pair and the other the second.
#[derive(Clone, Debug, PartialEq)]
pub struct EloPoint {
    /// Its number, or that of the first.
    pub point: u64,
    /// Column and value of each axis but that of pairs, SI.
    pub values: Vec<(String, Value)>,
    /// The test, with its part of the errors.
    pub test: EloTest,
    /// Draws that there are, those after the verdict too.
    pub there: u64,
    /// Both sides have the same by the plan, and nothing ever differed: equal by construction, which is no evidence.
    pub is_identity: bool,
    /// Every look, up to the one that decided; none of an identity.
    pub looks: Vec<EloLook>,
    /// Normalised Elo at each look; `None` before draws differ.
    pub strengths: Vec<Option<Strength>>,
}

impl EloPoint {
    /// What the last look saw: all that is told of the point.
    pub fn last(&self) -> Option<(&EloLook, Option<Strength>)> {
        Some((self.looks.last()?, *self.strengths.last()?))
    }

    /// What is known.
    pub fn taken(&self) -> Taken {
        self.looks.last().map_or(Taken::Open, |look| look.taken)
    }

    /// Draws that are still to come, where nothing is decided.
    pub fn to_go(&self) -> Option<ToGo> {
        let open = self.looks.last().filter(|look| look.taken == Taken::Open)?;
        Some(self.test.to_go(open.llr, &open.counts))
    }
}

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct EloFound {
    /// The column.
    pub measure: String,
    /// What it means.
    pub about: String,
    /// Normalised Elo of both hypotheses.
    pub elo: [f64; 2],
    /// Chances of either error, of all points together.
    pub errors: [f64; 2],
    /// Of intervals.
    pub confidence: f64,
    /// In the order of the design.
    pub points: Vec<EloPoint>,
    /// Points that are tested: each errs so many times more rarely (Bonferroni).
    pub family: usize,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// The test on all points of a dataset, as far as it goes.
pub fn strengths(dataset: &Dataset, question: &EloQuestion<'_>) -> Result<EloFound, AnalysisError> {
    let manifest = dataset.manifest();
    let places = places(manifest, question)?;
    let measure = measure(manifest, question.measure)?;
    let table = &manifest.tables[0];
    let about = table.index(&measure.column).map_or_else(String::new, |index| table.columns[index].about.clone());
    let Values { of_trials, missing } = values_of(dataset, &measure.column)?;
    let draws: Vec<Vec<f64>> = places.iter().map(|place| place.draws(manifest, &of_trials)).collect();
    let identities: Vec<bool> = places.iter().zip(&draws).map(|(place, draws)| place.is_identity(draws)).collect();
    let family = identities.iter().filter(|is_identity| !**is_identity).count();
    let points = places.into_iter().zip(draws).zip(identities).map(|((place, draws), is_identity)| {
        let [alpha, beta] = [question.alpha, question.beta].map(|error| error / family.max(1) as f64);
        let test = EloTest { elo: question.elo, alpha, beta, draw: place.draw };
        let looks = if is_identity { Vec::new() } else { looks(test, &draws, &measure.column)? };
        let strengths = looks.iter().map(|look| test.strength(&look.counts, question.confidence)).collect();
        let (Place { points, values, .. }, there) = (place, draws.len() as u64);
        Ok(EloPoint { point: points[0], values, test, there, is_identity, looks, strengths })
    });
    Ok(EloFound {
        points: points.collect::<Result<_, AnalysisError>>()?,
        measure: measure.column.clone(),
        about,
        elo: question.elo,
        errors: [question.alpha, question.beta],
        confidence: question.confidence,
        family,
        missing,
    })
}

/// Refuses a question that a dataset of this manifest does not answer, whatever its rows are.
pub fn check(manifest: &Manifest, question: &EloQuestion<'_>) -> Result<(), AnalysisError> {
    measure(manifest, question.measure)?;
    places(manifest, question).map(|_| ())
}

fn looks(test: EloTest, draws: &[f64], measure: &str) -> Result<Vec<EloLook>, AnalysisError> {
    let mut watch = EloWatch::new(test);
    match draws.iter().find(|draw| !watch.hear(**draw)) {
        None => Ok(watch.looks()),
        Some(draw) => {
            let known = test.draw.scores().iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
            let message = format!(
                "{measure} is {draw} once; the test is of matches, or of pairs of them, that are lost, shared or won: {known}"
            );
            Err(AnalysisError::Question(message))
        }
    }
}

/// Where the draws of one test are played.
struct Place {
    /// One point, or one for each match of a pair.
    points: Vec<u64>,
    values: Vec<(String, Value)>,
    draw: Draw,
    are_alike: bool,
}

impl Place {
    /// The scores, in the order of the repeats; those without a value are left out.
    fn draws(&self, manifest: &Manifest, of_trials: &[f64]) -> Vec<f64> {
        let grid = &manifest.plan.grid;
        let of = |point: &u64, repeat: u64| of_trials[grid.trial(*point, repeat) as usize];
        let mean =
            |repeat: u64| self.points.iter().map(|point| of(point, repeat)).sum::<f64>() / self.points.len() as f64;
        (0..grid.repeats).map(mean).filter(|score| !score.is_nan()).collect()
    }

    fn is_identity(&self, draws: &[f64]) -> bool {
        self.are_alike && !draws.is_empty() && draws.iter().all(|draw| *draw == HALF)
    }
}

fn places(manifest: &Manifest, question: &EloQuestion<'_>) -> Result<Vec<Place>, AnalysisError> {
    let grid = &manifest.plan.grid;
    let column = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let of = |points: Vec<u64>, axes: &mut dyn Iterator<Item = usize>, draw: Draw| {
        let value = |axis: usize| (column(&grid.axes[axis].key), grid.axis_value(axis, points[0]).into_owned());
        let are_alike = points.iter().all(|point| are_alike(manifest, *point));
        Place { values: axes.map(value).collect(), points, draw, are_alike }
    };
    let draw = |point| if holds_a_pair(manifest, point) { Draw::Pair } else { Draw::Match };
    let Some(key) = question.pair else {
        let place = |point| of(vec![point], &mut (0..grid.axes.len()), draw(point));
        return Ok((0..grid.points()).map(place).collect());
    };
    if (0..grid.points()).any(|point| holds_a_pair(manifest, point)) {
        let message = format!("a trial is a pair of matches with exchanged seats already: {key} makes none of them");
        return Err(AnalysisError::Question(message));
    }
    let arms = Arms::of(manifest, &[(key, None)])?;
    if !grid.is_full_grid() || arms.count() != 2 {
        let message = format!("{key} has no two values in a grid, one for each match of a pair");
        return Err(AnalysisError::Question(message));
    }
    let place = |stratum: usize| {
        let points = [0, 1].map(|arm| grid.locate(arms.trial(arm, stratum, 0) as u64).0).to_vec();
        let others = arms.stratum(stratum);
        of(points, &mut others.iter().map(|(axis, _)| *axis), Draw::Pair)
    };
    Ok((0..arms.strata()).map(place).collect())
}

impl EloFound {
    /// Whether every point that is tested has a verdict.
    pub fn is_decided(&self) -> bool {
        self.points.iter().all(|point| point.is_identity || point.taken() != Taken::Open)
    }

    /// Full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        json!({
            "measure": self.measure, "about": self.about, "elo0": self.elo[0], "elo1": self.elo[1],
            "alpha": self.errors[0], "beta": self.errors[1], "confidence": self.confidence, "look_trials": LOOK,
            "corrected_for": self.family, "correction": "bonferroni",
            "points": self.points.iter().map(point_json).collect::<Vec<_>>(),
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

fn point_json(point: &EloPoint) -> Json {
    let values: Map<String, Json> = point.values.iter().map(|(column, value)| (column.clone(), json!(value))).collect();
    let Bounds { lower, upper } = point.test.bounds();
    let last = point.last().map(|(look, strength)| {
        json!({
            "n": look.counts.iter().sum::<u64>(), "counts": look.counts, "llr": look.llr, "says": look.taken.name(),
            "elo": strength.map(|strength| strength.elo), "low": strength.map(|strength| strength.interval[0]),
            "high": strength.map(|strength| strength.interval[1]),
        })
    });
    let to_go = point
        .to_go()
        .map(|to_go| json!({ "if_elo0": to_go.if_elo0, "if_elo1": to_go.if_elo1, "as_seen": to_go.as_seen }));
    json!({
        "point": point.point, "values": values, "identical": point.is_identity, "matches": point.test.draw.matches(),
        "there": point.there, "bounds": [lower, upper], "last_look": last, "still_needed": to_go,
    })
}
