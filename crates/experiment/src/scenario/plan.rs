//! A plan: a study over design points, and its description as a dataset keeps it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::declare::key::Key;
use crate::declare::limits::BeyondLimit;
use crate::declare::study::StudyInfo;
use crate::declare::value::Value;
use crate::design::Design;
use crate::design::grid::{Axis, Grid};
use crate::design::schedule::Schedule;
use crate::random::Streams;
use crate::scenario::ask::Ask;
use crate::scenario::asked;
use crate::scenario::best::Best;
use crate::scenario::overrides::Overridden;
use crate::scenario::profiled::{OfProfiles, ProfileRecord, of_records};
use crate::scenario::stop::StopRule;

/// How often keys are compared with a description: a preset that is set may set others.
const LOOKS: usize = 3;

/// Whether design points share their random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StreamsMode {
    /// All points do, so that differences between points are paired.
    Common,
    /// None do.
    Independent,
}

impl StreamsMode {
    /// As written in a scenario.
    pub fn name(self) -> &'static str {
        match self {
            StreamsMode::Common => "common",
            StreamsMode::Independent => "independent",
        }
    }
}

/// A study over design points with repeats.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The study.
    pub study: Arc<StudyInfo>,
    /// Seed of the experiment.
    pub seed: u64,
    /// Whether points share their random numbers.
    pub streams: StreamsMode,
    /// Whether the scenario or a flag says so, not the default.
    pub is_streams_said: bool,
    /// Axes and repeats; axes are added by [`Plan::sweep`].
    pub grid: Grid,
    /// What the command line said over the scenario; the rest of the plan has it in it.
    pub overridden: Vec<Overridden>,
    /// The profiles with which it is played; the rest of the plan has what they say in it.
    pub profiles: Vec<ProfileRecord>,
    /// What is asked, as the scenario opens; decides nothing.
    pub question: Option<String>,
    /// What is asked of it besides its rows.
    pub best: Option<Best>,
    /// What is asked of its rows.
    pub asks: Vec<Ask>,
    /// What `tolley ask depends` is asked of it.
    pub sensitivity: Option<asked::Sensitivity>,
    /// When a point ends before it has all repeats of the grid.
    pub stop: Option<StopRule>,
    /// Names of the columns that are kept, in their order; all where nobody chose.
    columns: Option<Vec<String>>,
    /// Which profile says each of the keys that profiles say, and in which line.
    of_profiles: OfProfiles,
    /// Number of the key of each axis of which a profile leaves values out, and these.
    left_out: Vec<(usize, Vec<Value>)>,
    /// Number of the key of each axis.
    axis_keys: Vec<usize>,
    /// Value of every key before axes and presets.
    base: Vec<Value>,
    /// Whether the scenario set the key, by value or by axis, so that no preset may.
    is_set: Vec<bool>,
}

impl Plan {
    /// A plan with every key at its default, no axis, and one repeat.
    pub fn of_study(study: Arc<StudyInfo>) -> Plan {
        Plan {
            seed: 0,
            streams: StreamsMode::Common,
            is_streams_said: false,
            grid: Grid::new(1, Vec::new()),
            overridden: Vec::new(),
            profiles: Vec::new(),
            of_profiles: OfProfiles::new(),
            left_out: Vec::new(),
            question: None,
            best: None,
            asks: Vec::new(),
            sensitivity: None,
            stop: None,
            columns: None,
            axis_keys: Vec::new(),
            base: study.schema.defaults(),
            is_set: vec![false; study.schema.keys.len()],
            study,
        }
    }

    /// The plan of a description, as far as this version of the study still knows it; what its defaults and presets
    /// say too counts as not set.
    pub fn of_record(study: Arc<StudyInfo>, record: &PlanRecord) -> Result<Plan, String> {
        let mut plan = Plan { seed: record.seed, streams: record.streams, ..Plan::of_study(study.clone()) };
        let key_of = |path: &str, values: &[Value]| {
            let key = study.schema.index(path).ok_or_else(|| format!("{} has no key {path}", study.name))?;
            let unfit = values.iter().find(|value| !study.schema.keys[key].kind.fits(value));
            unfit.map_or(Ok(key), |value| Err(format!("{path} cannot be {value}")))
        };
        for axis in &record.grid.axes {
            plan.sweep_axis(key_of(&axis.key, &axis.values)?, axis.clone());
        }
        (plan.grid, plan.stop) = (record.grid.clone(), record.stop.clone());
        if let Some(columns) = &record.columns {
            let first = &study.tables[0];
            if let Some(unknown) = columns.iter().find(|column| first.index(column).is_none()) {
                return Err(format!("{} has no column {unknown} in {}", study.name, first.name));
            }
            plan.keep(columns);
        }
        // a preset may say otherwise than a key has it, so that one look is not enough
        for _ in 0..LOOKS {
            let now = plan.point(0);
            for (path, value) in &record.base {
                let key = key_of(path, std::slice::from_ref(value))?;
                if now[key] != *value {
                    plan.set(key, value.clone());
                }
            }
        }
        if plan.record() == *record {
            return Ok(plan);
        }
        let known = plan.record();
        let missing = known.base.keys().find(|path| !record.base.contains_key(*path));
        Err(missing
            .map_or_else(|| "its presets are others today".to_owned(), |path| format!("it says nothing of {path}")))
    }

    /// Keeps these columns of the first table alone; names that it has not are left out.
    pub fn keep(&mut self, names: &[String]) {
        let of_table = self.study.tables[0].columns.iter().map(|column| column.name.clone());
        self.columns = Some(of_table.filter(|name| names.contains(name)).collect());
        self.study = Arc::new(self.study.keeping(names));
    }

    /// Sets key number `key`; no preset changes it then.
    ///
    /// # Panics
    /// When the value is not of the key's kind; its range is the caller's to check.
    pub fn set(&mut self, key: usize, value: Value) {
        let described = &self.study.schema.keys[key];
        assert!(described.kind.fits(&value), "{} cannot be {value}", described.path);
        (self.base[key], self.is_set[key]) = (value, true);
    }

    /// Sweeps key number `key` over values, each once, faster than the axes before; panics like [`Plan::set`].
    pub fn sweep(&mut self, key: usize, values: Vec<Value>) {
        let path = self.study.schema.keys[key].path.to_string();
        self.sweep_axis(key, Axis::of_values(&path, values));
    }

    /// As [`Plan::sweep`], over an axis of any design.
    pub fn sweep_axis(&mut self, key: usize, axis: Axis) {
        // the axis wins over what stands here
        axis.values.iter().rev().for_each(|value| self.set(key, value.clone()));
        self.is_set[key] = true;
        self.axis_keys.push(key);
        self.grid.change(|grid| grid.axes.push(axis));
    }

    /// Says what of profiles is played.
    pub(super) fn take_profiles(&mut self, (profiles, keys): (Vec<ProfileRecord>, OfProfiles)) {
        (self.profiles, self.of_profiles) = (profiles, keys);
    }

    /// The line of a profile that says a key, and the number of the profile.
    pub fn profile_line(&self, key: usize) -> Option<(usize, &str)> {
        self.of_profiles.get(&key).map(|said| (said.profile, said.line.as_str()))
    }

    /// The plan of a dataset that these profiles were played with.
    #[must_use]
    pub fn with_profiles(self, profiles: &[ProfileRecord]) -> Plan {
        Plan { of_profiles: of_records(profiles, &self.study.schema), profiles: profiles.to_vec(), ..self }
    }

    /// Whether nobody has measured a key: neither whoever declared it, nor whose profile is played.
    pub fn is_assumed(&self, key: usize) -> bool {
        let is_measured = self.of_profiles.get(&key).is_some_and(|said| !said.is_derived);
        self.study.schema.keys[key].assumption.is_some() && !is_measured
    }

    /// Whether a profile leaves a value of a swept key out.
    pub(super) fn is_left_out(&self, key: usize, value: &Value) -> bool {
        self.left_out.iter().any(|(of, values)| *of == key && values.contains(value))
    }

    /// Leaves values of an axis out.
    pub(super) fn leave_out(&mut self, axis: usize, beyond: Vec<Value>) {
        self.grid.change(|grid| grid.axes[axis].values.retain(|value| !beyond.contains(value)));
        self.left_out.push((self.axis_keys[axis], beyond));
        if let Some(first) = self.grid.axes[axis].values.first().cloned() {
            self.set(self.axis_keys[axis], first);
        }
    }

    /// Whether the scenario set the key, by value or by axis.
    pub fn is_set(&self, key: usize) -> bool {
        self.is_set[key]
    }

    /// Whether the nearest is played somewhere of what cannot be done.
    pub fn plays_nearest(&self) -> bool {
        let Some(by) = self.study.limits.and_then(|limits| self.study.schema.find(limits.by)) else { return false };
        let is_nearest = |value: &Value| matches!(value, Value::Choice(name) if name == BeyondLimit::Nearest.name());
        self.axis_of(by).map_or_else(|| is_nearest(&self.base[by]), |axis| axis.values.iter().any(is_nearest))
    }

    /// Whether a key means something beside the values of the first point.
    pub fn is_in_force(&self, key: &Key) -> bool {
        key.only_with.is_none_or(|condition| {
            let number = self.study.schema.keys.iter().position(|other| other.path == condition.key);
            number.is_some_and(
                |number| matches!(&self.point(0)[number], Value::Choice(name) if *name == condition.choice),
            )
        })
    }

    /// The axis that sweeps key number `key`.
    pub fn axis_of(&self, key: usize) -> Option<&Axis> {
        self.axis_keys.iter().position(|swept| *swept == key).map(|axis| &self.grid.axes[axis])
    }

    /// The values of every key at a point: axis, else file, else preset, else default.
    pub fn point(&self, point: u64) -> Vec<Value> {
        let mut values = self.base.clone();
        for (axis, key) in self.axis_keys.iter().enumerate() {
            values[*key] = self.grid.axis_value(axis, point).into_owned();
        }
        self.study.schema.apply_presets(&mut values, |key| self.is_set[key]);
        values
    }

    /// In which order and pieces its trials are played; with a rule to stop by, those before anybody may.
    pub fn schedule(&self) -> Schedule {
        let most = self.grid.repeats;
        let repeats = self.stop.as_ref().map_or(most, |rule| rule.min_repeats.min(most));
        Schedule::new(self.grid.points(), repeats, self.study.pace)
    }

    /// The keys that differ from point to point, in order: those of the axes, and those that presets there set.
    pub fn varying(&self) -> Vec<usize> {
        let followers = self.followers().into_iter().map(|(key, _)| key);
        let keys: BTreeSet<usize> = self.axis_keys.iter().copied().chain(followers).collect();
        keys.into_iter().collect()
    }

    /// What tells the values of some of the [varying](Plan::varying) keys at a point.
    pub fn values_of<'p>(&'p self, keys: &'p [usize]) -> impl Fn(u64) -> Vec<Value> + 'p {
        let of_axis = |key: &usize| self.axis_keys.iter().position(|swept| swept == key);
        let axes: Option<Vec<usize>> = keys.iter().map(of_axis).collect();
        move |point| match &axes {
            Some(axes) => axes.iter().map(|axis| self.grid.axis_value(*axis, point).into_owned()).collect(),
            None => {
                let all = self.point(point);
                keys.iter().map(|key| all[*key].clone()).collect()
            }
        }
    }

    /// The same plan with this axis alone, of these values; the others stand as at a point.
    pub fn of_axis(&self, axis: usize, point: u64, values: Vec<Value>) -> Plan {
        let mut plan = self.clone();
        plan.axis_keys.clear();
        plan.grid = Grid::new(self.grid.repeats, Vec::new());
        for (other, key) in self.axis_keys.iter().enumerate().filter(|(other, _)| *other != axis) {
            plan.set(*key, self.grid.axis_value(other, point).into_owned());
        }
        plan.sweep(self.axis_keys[axis], values);
        plan
    }

    /// A list of points, each with values of some keys; all else stands as at a point of this plan.
    pub fn of_list(&self, point: u64, keys: &[usize], points: &[Vec<Value>]) -> Plan {
        let mut plan = Plan { seed: self.seed, ..Plan::of_study(self.study.clone()) };
        self.point(point).into_iter().enumerate().for_each(|(key, value)| plan.set(key, value));
        for (at, key) in keys.iter().enumerate() {
            let path = self.study.schema.keys[*key].path.to_string();
            plan.sweep_axis(*key, Axis::of_values(&path, points.iter().map(|point| point[at].clone()).collect()));
        }
        plan.grid.change(|grid| grid.design = Design::List);
        plan
    }

    /// Number of the key of each axis.
    pub fn axis_keys(&self) -> &[usize] {
        &self.axis_keys
    }

    /// The random streams of a trial.
    pub fn streams_of(&self, trial: u64) -> Streams {
        let (point, repeat) = self.grid.locate(trial);
        let point = (self.streams == StreamsMode::Independent).then_some(point);
        Streams::new(self.seed, repeat, point)
    }

    /// Its description.
    pub fn record(&self) -> PlanRecord {
        let path = |key: usize| self.study.schema.keys[key].path.to_string();
        let followers = self.followers();
        let varies = |key: usize| self.axis_of(key).is_some() || followers.iter().any(|(follower, _)| *follower == key);
        // at the first point, so that a default and the same value in the file mean the same
        let base = self.point(0).into_iter().enumerate().filter(|(key, _)| !varies(*key));
        PlanRecord {
            study: self.study.name.to_owned(),
            seed: self.seed,
            grid: self.grid.clone(),
            streams: self.streams,
            stop: self.stop.clone(),
            columns: self.columns.clone(),
            base: base.map(|(key, value)| (path(key), value)).collect(),
            from_presets: followers
                .iter()
                .map(|(key, preset)| Follower { key: path(*key), preset: path(*preset) })
                .collect(),
        }
    }

    /// The keys that presets set which are swept, themselves or through another preset; each with its preset's key.
    pub(super) fn followers(&self) -> Vec<(usize, usize)> {
        let mut followers: Vec<(usize, usize)> = Vec::new();
        for preset in &self.study.schema.presets {
            let follows = |key: usize| followers.iter().any(|(follower, _)| *follower == key);
            if self.axis_of(preset.chooser).is_none() && !follows(preset.chooser) {
                continue;
            }
            for key in preset.targets() {
                if !self.is_set[key] && !followers.iter().any(|(follower, _)| *follower == key) {
                    followers.push((key, preset.chooser));
                }
            }
        }
        followers
    }
}

/// A key that a swept preset sets: its value differs from point to point, and the points have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follower {
    /// Path of the key.
    pub key: String,
    /// Path of the key that chooses the preset.
    pub preset: String,
}

/// The description of a plan: what decides the rows, apart from the versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Name of the study.
    pub study: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Axes and repeats.
    #[serde(flatten)]
    pub grid: Grid,
    /// Whether points share their random numbers.
    pub streams: StreamsMode,
    /// When a point ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopRule>,
    /// The columns of the first table that are kept, where not all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    /// The keys that are the same everywhere, presets applied, by path.
    pub base: BTreeMap<String, Value>,
    /// The keys that swept presets set.
    pub from_presets: Vec<Follower>,
}
