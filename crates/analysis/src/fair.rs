//! Is it fair? A verdict on every design point of a share that is one half between equals.

use serde_json::{Map, Value as Json, json};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::grid::Grid;
use tolley_experiment::table::{Measure, MeasureKind};
use tolley_statistics::equivalence::Verdict;

use crate::alike::are_alike;
use crate::course::{self, Course, LOOK};
use crate::error::AnalysisError;
use crate::measured::of_those_kept;
use crate::missing::Missing;
use crate::summary::HALF;
use crate::told;
use crate::tolerances::{self, Tolerances};
use crate::values::{Values, values_of};
use crate::verdict::{PointVerdict, Question, correct, level_of, of_point};

/// What is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairness {
    /// The column.
    pub measure: String,
    /// What it means.
    pub about: String,
    /// How far from one half is still fair.
    pub margin: f64,
    /// Of intervals and tests.
    pub confidence: f64,
    /// In the order of the design.
    pub points: Vec<PointVerdict>,
    /// Verdicts for which the tests are corrected together.
    pub family: usize,
    /// How far one quantity may be off.
    pub tolerances: Option<Tolerances>,
    /// Trials that all this leaves out.
    pub missing: Missing,
    /// Of each point, where sequential verdicts are asked for; `None` of one that is identical or has too few trials.
    pub courses: Option<Vec<Option<Course>>>,
}

/// Verdicts on all points of a dataset, as far as it goes.
pub fn fairness(dataset: &Dataset, question: &Question<'_>) -> Result<Fairness, AnalysisError> {
    let manifest = dataset.manifest();
    check(manifest, question)?;
    let measure = measure(manifest, question.measure)?;
    let table = &manifest.tables[0];
    let about = table.index(&measure.column).map_or_else(String::new, |index| table.columns[index].about.clone());
    let Values { of_trials: values, missing } = values_of(dataset, &measure.column)?;
    let grid = &manifest.plan.grid;
    let column = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let mut points: Vec<PointVerdict> = (0..grid.points())
        .map(|point| {
            let axes = grid.axes.iter().enumerate();
            let names =
                axes.map(|(axis, entry)| (column(&entry.key), grid.axis_value(axis, point).into_owned())).collect();
            let trials = (0..grid.repeats).map(|repeat| values[grid.trial(point, repeat) as usize]);
            let are_alike = are_alike(manifest, point);
            of_point(point, names, (trials, are_alike), question.margin, question.confidence)
        })
        .collect();
    let family = correct(&mut points, question.confidence);
    let courses = question.sequential.then(|| courses(grid, &values, &points, question)).transpose()?;
    // tests of a fixed number do not hold of trials whose number hangs on what was seen
    let tolerances = match &courses {
        Some(courses) => {
            points.iter_mut().zip(courses).for_each(|(point, course)| as_looked_at(point, course.as_ref()));
            None
        }
        None => tolerances::of(dataset, question, &points, &values)?,
    };
    let (measure, margin) = (measure.column.clone(), question.margin);
    let confidence = question.confidence;
    Ok(Fairness { measure, about, margin, confidence, points, family, tolerances, missing, courses })
}

/// By how much the share of each repeat is off one half at a design point; NaN where it has none.
pub fn off_by_repeat(dataset: &Dataset, column: &str, point: u64) -> Result<Vec<f64>, AnalysisError> {
    let Values { of_trials, .. } = values_of(dataset, column)?;
    let grid = &dataset.manifest().plan.grid;
    Ok((0..grid.repeats).map(|repeat| of_trials[grid.trial(point, repeat) as usize] - HALF).collect())
}

/// The looks at each point; those that are identical are none of the family.
fn courses(
    grid: &Grid,
    values: &[f64],
    points: &[PointVerdict],
    question: &Question<'_>,
) -> Result<Vec<Option<Course>>, AnalysisError> {
    let shares = course::shares(values)?;
    let family = points.iter().filter(|point| !point.is_identity).count();
    let course = |point: &PointVerdict| {
        let trials = (0..grid.repeats).map(|repeat| values[grid.trial(point.point, repeat) as usize]);
        if point.is_identity {
            return None;
        }
        course::of_point(trials, &shares, question.margin, family, grid.repeats, question.confidence)
    };
    Ok(points.iter().map(course).collect())
}

/// A point of which its looks say all.
fn as_looked_at(point: &mut PointVerdict, course: Option<&Course>) {
    (point.p, point.needed, point.comparison) = (None, None, None);
    point.verdict = course.map(|course| course.verdict);
    point.estimate.interval = course.and_then(|course| course.interval);
}

/// Refuses a question on which a dataset of this manifest has no verdict, whatever its rows are.
pub fn check(manifest: &Manifest, question: &Question<'_>) -> Result<(), AnalysisError> {
    measure(manifest, question.measure)?;
    if manifest.plan.grid.repeats < 2 {
        let message = "one trial a point has no spread; play --repeats 2 or more";
        return Err(AnalysisError::Question(message.to_owned()));
    }
    tolerances::check(manifest, question)
}

/// The measure that is asked about.
pub(crate) fn measure<'m>(manifest: &'m Manifest, named: Option<&str>) -> Result<&'m Measure, AnalysisError> {
    let measures = &manifest.measures;
    let is_asked = |measure: &&Measure| match named {
        Some(name) => measure.column == name && matches!(measure.kind, MeasureKind::Fair | MeasureKind::Share),
        None => measure.kind == MeasureKind::Fair,
    };
    measures.iter().find(is_asked).ok_or_else(|| {
        let shares = measures.iter().filter(|measure| matches!(measure.kind, MeasureKind::Fair | MeasureKind::Share));
        let shares: Vec<&str> = shares.map(|measure| measure.column.as_str()).collect();
        let which = of_those_kept(manifest);
        let allowed = match shares.as_slice() {
            [] => "none is a share, of which alone it can be asked".to_owned(),
            shares => format!("--measure may name {}", shares.join(", ")),
        };
        AnalysisError::Question(match named {
            Some(name) => format!("{name} is no share{which}; {allowed}"),
            None => format!("no measure{which} is one half between equals; {allowed}"),
        })
    })
}

impl Fairness {
    /// Whether every point that is tested has a sequential verdict; `None` where none was asked for.
    pub fn is_decided(&self) -> Option<bool> {
        let courses = self.courses.as_ref()?;
        let is_done =
            |course: &Option<Course>| course.as_ref().is_some_and(|course| course.verdict != Verdict::NotResolved);
        Some(courses.iter().zip(&self.points).all(|(course, point)| point.is_identity || is_done(course)))
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let points: Vec<Json> = self.points.iter().map(point_json).collect();
        let sequential = self.courses.as_ref().map(|courses| {
            let courses: Vec<Option<Json>> = courses.iter().map(|course| course.as_ref().map(Course::to_json)).collect();
            json!({ "look_trials": LOOK, "error": level_of(self.confidence), "correction": "bonferroni", "points": courses })
        });
        json!({
            "sequential": sequential,
            "measure": self.measure, "about": self.about, "margin": self.margin, "confidence": self.confidence, "corrected_for": self.family,
            "correction": if self.courses.is_some() { "bonferroni" } else { "holm" }, "points": points,
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed, "tolerance": self.tolerances.as_ref().map(Tolerances::to_json),
        })
    }
}

fn point_json(point: &PointVerdict) -> Json {
    let values: Map<String, Json> = point.values.iter().map(|(column, value)| (column.clone(), json!(value))).collect();
    let [low, high] = point.estimate.interval.map_or([None, None], |[low, high]| [Some(low), Some(high)]);
    let p = point.p.map(|p| json!({ "within": p.within, "outside": p.outside, "differs": p.differs }));
    json!({
        "point": point.point, "values": values, "n": point.estimate.n, "value": point.estimate.value,
        "low": low, "high": high, "p_corrected": p, "identical": point.is_identity,
        "never_differed": point.never_differed,
        "says": point.verdict.map(Verdict::name), "needed": point.needed.map(told::needed),
    })
}
