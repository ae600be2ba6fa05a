//! What nobody has measured is a stratum, never averaged away: beside the scenario as it is, each is played by itself,
//! and everything is asked anew.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value as Json, json};
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::study::StudyInfo;
use tolley_experiment::value::Value;

use super::found::Answer;
use super::questions::{Question, read};
use crate::number::Shown;

/// A value, SI, and as it is told.
pub type Told = (f64, &'static str);

/// Keys that nobody has measured, each with what a finding should hold at, of a game whose scenarios lie in this
/// folder.
pub const UNMEASURED: [(&str, &str, [Told; 3]); 3] = [
    ("tinsley_green/", "surface.rolling_friction_ratio", [(0.06, "0.06"), (0.1, "0.1"), (0.2, "0.2")]),
    ("tinsley_green/", "rack.gap_mean_m", [(0.0, "0 um"), (60e-6, "60 um"), (200e-6, "200 um")]),
    ("cymbergaj/", "surface.sliding_friction_ratio", [(0.12, "0.12"), (0.2, "0.2"), (0.35, "0.35")]),
];

/// One value of one key, all others as in the scenario.
#[derive(Clone, Copy, Debug)]
pub struct Stratum {
    /// The key.
    pub key: &'static str,
    /// Its value.
    pub value: Told,
}

impl Stratum {
    /// As `--set` takes it.
    pub fn set(&self) -> String {
        format!("{}={}", self.key, self.value.0)
    }

    /// `rolling_friction`: the key without its table and its unit.
    pub fn head(&self) -> String {
        let name = self.key.rsplit('.').next().unwrap_or(self.key);
        Shown::of_column(name).name.trim_end_matches("_ratio").to_owned()
    }

    /// Of its key in a table.
    pub fn column(&self) -> String {
        self.key.replace('.', "_")
    }

    /// `gap_mean 200 um`.
    pub fn name(&self) -> String {
        format!("{} {}", self.head(), self.value.1)
    }

    /// Its dataset, below the folder of all of them.
    pub fn place(&self) -> String {
        format!("{}-{}", self.key, self.value.0)
    }
}

/// A key of a scenario.
pub enum Held {
    /// It has this value, and the others are strata.
    At(Value, Vec<Stratum>),
    /// It is an axis, of these values; of none where it is drawn from a range.
    Swept(Vec<Value>),
}

/// The keys that nobody has measured, as a plan of a scenario has them.
pub fn keys(scenario: &str, plan: &Plan) -> Vec<(&'static str, [Told; 3], Held)> {
    let base = plan.record().base;
    let held = |key: &'static str, values: [Told; 3]| {
        if let Some(axis) = plan.grid.axes.iter().find(|axis| axis.key == key) {
            return Some(Held::Swept(axis.values.clone()));
        }
        let own = base.get(key)?.clone();
        let others = values.into_iter().filter(|(value, _)| own != Value::Number(*value));
        let strata = others.map(|value| Stratum { key, value }).collect();
        Some(Held::At(own, strata))
    };
    let here = UNMEASURED.into_iter().filter(|(folder, ..)| scenario.starts_with(folder));
    here.filter_map(|(_, key, values)| Some((key, values, held(key, values)?))).collect()
}

/// All strata of a scenario.
pub fn of(scenario: &str, plan: &Plan) -> Vec<Stratum> {
    let strata = keys(scenario, plan).into_iter().map(|(_, _, held)| match held {
        Held::At(_, strata) => strata,
        Held::Swept(_) => Vec::new(),
    });
    strata.flatten().collect()
}

/// What the scenario has itself of what its strata change: `0.1, 60 um`.
pub fn own(scenario: &str, plan: &Plan) -> String {
    let told = |(_, values, held): (&str, [Told; 3], Held)| match held {
        Held::At(Value::Number(own), _) => {
            let known = values.into_iter().find(|(value, _)| *value == own);
            Some(known.map_or_else(|| own.to_string(), |(_, told)| told.to_owned()))
        }
        Held::At(own, _) => Some(own.to_string()),
        Held::Swept(_) => None,
    };
    keys(scenario, plan).into_iter().filter_map(told).collect::<Vec<_>>().join(", ")
}

/// Where the datasets of the strata go, beside that of the scenario as it is.
pub fn below(folder: &Path) -> PathBuf {
    folder.with_file_name(format!("{}-strata", folder.file_name().unwrap_or_default().to_string_lossy()))
}

/// What of the strata of a question stands in which scenario.
pub fn to_json(question: &Question, studies: &[Arc<StudyInfo>]) -> Result<Json, Problems> {
    let mut all = Vec::new();
    for part in question.parts {
        let (plan, _) = read(part, studies, None, None, Vec::new())?;
        for (key, _, held) in keys(part.scenario, &plan) {
            all.push(match held {
                Held::At(own, strata) => {
                    let values: Vec<f64> = strata.iter().map(|stratum| stratum.value.0).collect();
                    json!({ "scenario": part.scenario, "key": key, "own": own, "strata": values })
                }
                Held::Swept(values) => json!({ "scenario": part.scenario, "key": key, "swept": values }),
            });
        }
    }
    Ok(all.into())
}

/// What the document names and no dataset of a question has: all where strata are not played, else values that a
/// scenario sweeps otherwise.
pub fn left_out(question: &Question, studies: &[Arc<StudyInfo>], is_played: bool) -> Result<Vec<String>, Problems> {
    let mut all: Vec<String> = Vec::new();
    for part in question.parts {
        let (plan, _) = read(part, studies, None, None, Vec::new())?;
        for (key, values, held) in keys(part.scenario, &plan) {
            let missing = |has: &dyn Fn(f64) -> bool| {
                let left = values.iter().filter(|(value, _)| !has(*value)).map(|(_, told)| *told);
                left.collect::<Vec<_>>().join(", ")
            };
            let name = Path::new(part.scenario).file_stem().unwrap_or_default().to_string_lossy();
            match held {
                Held::At(..) if is_played => {}
                Held::At(own, _) => {
                    let left = missing(&|value| own == Value::Number(value));
                    all.push(format!("{key} at {left} ({name}, by --no-strata)"));
                }
                // a range has all that lies in it
                Held::Swept(axis) if axis.is_empty() => {
                    all.push(format!(
                        "{key} at each of {} by itself ({name} draws it from a range)",
                        missing(&|_| false)
                    ));
                }
                Held::Swept(axis) => {
                    let left = missing(&|value| axis.contains(&Value::Number(value)));
                    let swept: Vec<String> = axis.iter().map(ToString::to_string).collect();
                    if !left.is_empty() {
                        all.push(format!("{key} at {left} ({name} sweeps it at {})", swept.join(", ")));
                    }
                }
            }
        }
    }
    Ok(all)
}

/// A stratum that was played, and what is found in it, or why nothing is.
pub struct Played {
    /// Which one.
    pub stratum: Stratum,
    /// At each point; of a best choice shots.
    pub repeats: u64,
    /// Its dataset.
    pub place: PathBuf,
    /// In the order of what is asked.
    pub found: Vec<Result<Answer, String>>,
}
