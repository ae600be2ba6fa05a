//! The same scenario under other values of what nobody has measured, one at a time: whether the answer depends on it.

use std::path::{Path, PathBuf};

use tolley_answers::influence::influential;
use tolley_answers::kinds::Stratum;
use tolley_answers::kinds::depends_on::FEWEST_PAIRS;
use tolley_experiment::ask::plain;
use tolley_experiment::key::Key;
use tolley_experiment::plan::Plan;
use tolley_experiment::role::Role;
use tolley_experiment::value::Value;
use tolley_session::estimate::{Time, time};
use tolley_session::place;
use tolley_session::studies::AnyStudy;
use tolley_session::{ScenarioRequest, Source, Unwatched, scenario};

use crate::exit::Stop;
use crate::playing::{Playing, dataset_in};
use crate::{args, output};

/// Assumptions that are set otherwise, at most.
const MOST_KEYS: usize = 3;
/// Trials at each point of such a scenario, at least: by fewer nothing is clear.
pub const LEAST_REPEATS: u64 = FEWEST_PAIRS;

/// The scenario with one assumption set otherwise.
pub struct OtherCase {
    /// Path of the key.
    pub key: String,
    /// Its value.
    pub value: Value,
    plan: Plan,
    study: AnyStudy,
}

/// The cases that are played besides a scenario, a low and a high value of each assumption, all together by half as
/// many trials; fewer where these would be less than five at each point. What cannot be played is told.
pub fn cases(playing: &Playing, plan: &Plan, is_quiet: bool) -> Vec<OtherCase> {
    // a rule to stop by makes points unlike, and standard input cannot be read twice
    if plan.stop.is_some() || matches!(playing.scenario.source, Source::Stream { .. }) {
        return Vec::new();
    }
    let mut cases = Vec::new();
    for key in keys(plan).into_iter().take(MOST_KEYS) {
        let mut more = Vec::new();
        for value in ends(plan, key) {
            match case(playing, plan, key, value) {
                Ok(case) => more.push(case),
                Err(_) if is_quiet => {}
                Err(why) => output::say(&why),
            }
        }
        if LEAST_REPEATS * (cases.len() + more.len()) as u64 > plan.grid.repeats / 2 {
            break;
        }
        cases.extend(more);
    }
    let repeats = plan.grid.repeats / 2 / cases.len().max(1) as u64;
    cases.iter_mut().for_each(|case| case.plan.grid.change(|grid| grid.repeats = repeats.max(LEAST_REPEATS)));
    cases
}

impl OtherCase {
    /// Trials of all its points.
    pub fn trials(&self) -> u64 {
        self.plan.grid.trials()
    }

    /// How long all its trials take, from a sample that takes a part of the time of one.
    pub fn time(&self, threads: Option<usize>, part: f64) -> Result<Time, Stop> {
        Ok(time(&self.plan, self.study, threads, part)?)
    }

    /// Sets how many trials each point has.
    pub fn set_repeats(&mut self, repeats: u64) {
        self.plan.grid.change(|grid| grid.repeats = repeats.max(LEAST_REPEATS));
    }

    /// Its trials at each point.
    pub fn repeats(&self) -> u64 {
        self.plan.grid.repeats
    }

    /// Where its dataset goes, in a folder next to that of the scenario as it is.
    pub fn place(&self, folder: &Path) -> PathBuf {
        let name = format!("{}-strata", folder.file_name().unwrap_or_default().to_string_lossy());
        folder.with_file_name(name).join(format!("{}-{}", self.key, plain(&self.value)))
    }

    /// Plays it, as far as it is not.
    pub fn played(self, folder: &Path, args: &args::Ask) -> Result<Stratum, Stop> {
        let place = place::of_this_physics(self.place(folder), &Unwatched);
        let (dataset, _) = dataset_in(place.clone(), &self.plan, self.study, args.flags.threads, args.flags.quiet)?;
        Ok(Stratum { key: self.key, value: self.value, place, dataset })
    }
}

/// Numbers of the assumptions that matter, the most influential first: of those whose influence was not measured, what
/// the world is like before how well somebody plays.
fn keys(plan: &Plan) -> Vec<usize> {
    let schema = &plan.study.schema;
    let varying = plan.varying();
    let is_open = |key: &usize| {
        let described = &schema.keys[*key];
        let role = matches!(described.role, Role::Ground | Role::Skill);
        role && described.strata.is_some()
            && !plan.is_set(*key)
            // nor swept, by itself or by a preset
            && !varying.contains(key)
            && plan.is_in_force(described)
            && matters(plan, described)
    };
    let measured = influential(plan.study.name).iter().filter_map(|known| schema.index(&known.key)).filter(is_open);
    let mut keys: Vec<usize> = measured.collect();
    let mut others: Vec<usize> = (0..schema.keys.len()).filter(is_open).filter(|key| !keys.contains(key)).collect();
    others.sort_by_key(|key| schema.keys[*key].role != Role::Ground);
    keys.extend(others);
    keys
}

/// Whether the strata of a key matter beside the values of the first point, as far as they say so in the form
/// `KEY=CHOICE` or `KEY>NUMBER`, several joined by ` or `.
fn matters(plan: &Plan, key: &Key) -> bool {
    let Some(when) = key.strata_when() else { return true };
    let first = plan.point(0);
    let value = |path: &str| plan.study.schema.index(path).map(|key| &first[key]);
    let holds = |term: &str| match (term.split_once('='), term.split_once('>')) {
        (Some((path, wanted)), _) => value(path).is_none_or(|value| value.to_string() == wanted),
        (None, Some((path, least))) => match (value(path), least.parse::<f64>()) {
            (Some(Value::Number(number)), Ok(least)) => *number > least,
            (Some(Value::Count(count)), Ok(least)) => *count as f64 > least,
            _ => true,
        },
        (None, None) => true,
    };
    when.split(" or ").any(holds)
}

/// The lowest and the highest of the strata of a key, as far as they are not what the scenario has.
fn ends(plan: &Plan, key: usize) -> Vec<Value> {
    let own = plan.point(0)[key].clone();
    let strata = plan.study.schema.keys[key].strata.as_ref();
    let values = strata.map_or(&[][..], |strata| &strata.values);
    let mut ends: Vec<Value> = values.first().into_iter().chain(values.last()).cloned().collect();
    ends.dedup();
    ends.retain(|value| *value != own);
    ends
}

/// The scenario with one key set, or a note why that cannot be played.
fn case(playing: &Playing, plan: &Plan, key: usize, value: Value) -> Result<OtherCase, String> {
    let path = plan.study.schema.keys[key].path.to_string();
    let mut request: ScenarioRequest = playing.scenario.clone();
    request.overrides.set.push(format!("{path}={value}"));
    request.overrides.seed = Some(plan.seed);
    let refused = |error: &dyn std::fmt::Display| {
        let error = error.to_string();
        let why = error.lines().next().unwrap_or_default();
        format!("note: not played with {path} = {value}, which nobody has measured: {why}")
    };
    match scenario::plan(&request, &Unwatched) {
        Ok((other, study)) => Ok(OtherCase { key: path, value, plan: other, study }),
        Err(error) => Err(refused(&error)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::flags::Flags;

    #[test]
    fn what_cannot_be_played_is_told_with_its_reason() {
        let mut file = tempfile::NamedTempFile::with_suffix(".toml").expect("a file");
        file.write_all(b"study = \"cymbergaj/flick\"\nrepeats = 40\n").expect("text");
        let playing = Playing::new(file.path(), &Flags::default());
        let (plan, _) = playing.plan().expect("a plan");
        let key = plan.study.schema.index("surface.sliding_friction_ratio").expect("a key");
        let told = case(&playing, &plan, key, Value::Number(-5.0)).err().expect("no friction is below 0");
        assert!(told.starts_with("note: not played with surface.sliding_friction_ratio = -5"), "{told}");
        assert!(told.contains("allowed"), "{told}");
        assert!(case(&playing, &plan, key, Value::Number(0.2)).is_ok());
    }
}
