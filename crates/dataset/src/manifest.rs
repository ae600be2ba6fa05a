//! What a dataset says of itself: the plan, the versions and the tables.

use std::fmt;

use experiment::key::{Key, Kind, Value};
use experiment::plan::Plan;
use experiment::row::{Column, ColumnKind, Status, Table};
use experiment::study::{Measure, MeasureKind};
use tolley_experiment as experiment;

use crate::error::{Difference, OpenError};
use crate::json;
use crate::schema::{ColumnEntry, ColumnType, POINT, REPEAT, STATUS, TRIAL, TableEntry};

/// The versions that made a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions<'a> {
    /// Of the software.
    pub tolley: &'a str,
    /// Of the physics: rises when results change.
    pub physics: u32,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// SI.
    Number(f64),
    /// Whole.
    Count(u64),
    /// One of the key's choices.
    Choice(String),
    /// True or false.
    Flag(bool),
}

impl From<Value> for Scalar {
    fn from(value: Value) -> Scalar {
        match value {
            Value::Number(number) => Scalar::Number(number),
            Value::Count(count) => Scalar::Count(count),
            Value::Choice(choice) => Scalar::Choice(choice.to_owned()),
            Value::Flag(flag) => Scalar::Flag(flag),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Number(number) => write!(f, "{number:?}"),
            Scalar::Count(count) => write!(f, "{count}"),
            Scalar::Choice(choice) => write!(f, "\"{choice}\""),
            Scalar::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// A swept key.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Number of the key.
    pub key: usize,
    /// Its values, in order.
    pub values: Vec<Scalar>,
}

/// A key that is the same in the whole plan.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseValue {
    /// Number of the key.
    pub key: usize,
    /// Its value, presets applied.
    pub value: Scalar,
}

/// A key that a swept preset sets: its value differs from point to point, and the points have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Follower {
    /// Number of the key.
    pub key: usize,
    /// Number of the key that chooses the preset.
    pub preset: usize,
}

/// What the summary shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureEntry {
    /// Column of the first table.
    pub column: String,
    /// How it is summed up.
    pub kind: MeasureKind,
}

/// Everything that a reader needs to know of a dataset, and the writer too.
///
/// Trial `t` is repeat `t % repeats` of point `t / repeats`. A point is a number in mixed radix: the last axis runs fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// Version of the software that made it.
    pub tolley_version: String,
    /// Version of the physics that made it.
    pub physics_version: u32,
    /// Name of the study.
    pub study: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Trials a point.
    pub repeats: u64,
    /// `"common"` or `"independent"`.
    pub streams: String,
    /// Trials a block.
    pub block_trials: u64,
    /// Paths of all keys; key `k` is column `k + 1` of the points.
    pub keys: Vec<String>,
    /// The keys that are the same everywhere.
    pub base: Vec<BaseValue>,
    /// The keys that swept presets set.
    pub followers: Vec<Follower>,
    /// The swept keys, slowest first.
    pub axes: Vec<Axis>,
    /// The tables of trials; the first has one row a trial.
    pub tables: Vec<TableEntry>,
    /// The table of design points.
    pub points: TableEntry,
    /// What the summary shows; the first is the headline.
    pub measures: Vec<MeasureEntry>,
}

impl Manifest {
    /// Describes a plan.
    pub fn of(plan: &Plan, versions: Versions<'_>) -> Result<Manifest, OpenError> {
        let names = key_columns(plan.schema.keys, plan.tables);
        let axes: Vec<Axis> = plan.axes.iter().map(axis_of).collect();
        let followers = followers(plan);
        let varies = |key: usize| {
            axes.iter().any(|axis| axis.key == key) || followers.iter().any(|follower| follower.key == key)
        };
        // at the first point, so that a default and the same value in the file mean the same
        let first = plan.point(0).values;
        let base = first.iter().enumerate().filter(|(key, _)| !varies(*key));
        let points = points_table(plan.schema.keys, &names);
        let axis_columns: Vec<_> = axes.iter().map(|axis| points.columns[axis.key + 1].clone()).collect();
        let table = |(index, table)| trial_table(table, &axis_columns, index == 0);
        let manifest = Manifest {
            tolley_version: versions.tolley.to_owned(),
            physics_version: versions.physics,
            study: plan.study.to_owned(),
            seed: plan.seed,
            repeats: plan.repeats,
            streams: plan.streams.name().to_owned(),
            block_trials: plan.block_trials,
            keys: plan.schema.keys.iter().map(|key| key.path.to_owned()).collect(),
            base: base.map(|(key, value)| BaseValue { key, value: (*value).into() }).collect(),
            tables: plan.tables.iter().enumerate().map(table).collect(),
            axes,
            followers,
            points,
            measures: plan.measures.iter().map(measure_entry).collect(),
        };
        manifest.check()?;
        Ok(manifest)
    }

    /// Number of design points.
    pub fn point_count(&self) -> u64 {
        self.axes.iter().map(|axis| axis.values.len() as u64).product()
    }

    /// Number of trials.
    pub fn trial_count(&self) -> u64 {
        self.point_count() * self.repeats
    }

    /// Number of blocks, which is the number of parts of each table.
    pub fn block_count(&self) -> u64 {
        self.trial_count().div_ceil(self.block_trials)
    }

    /// The column of a key in every table that has it.
    pub fn key_column(&self, key: usize) -> &ColumnEntry {
        &self.points.columns[key + 1]
    }

    /// The value of axis number `axis` at a design point.
    pub fn axis_value(&self, axis: usize, point: u64) -> &Scalar {
        &self.axes[axis].values[self.axis_index(axis, point)]
    }

    pub(crate) fn axis_index(&self, axis: usize, point: u64) -> usize {
        let faster: u64 = self.axes[axis + 1..].iter().map(|axis| axis.values.len() as u64).product();
        (point / faster % self.axes[axis].values.len() as u64) as usize
    }

    /// The plan as JSON, always the same text for the same plan.
    pub fn plan_json(&self) -> String {
        json::plan(self).to_string()
    }

    /// BLAKE3 of [`Manifest::plan_json`].
    pub fn plan_hash(&self) -> String {
        blake3::hash(self.plan_json().as_bytes()).to_hex().to_string()
    }

    /// Where this manifest, of a dataset, and that of the plan at hand differ.
    pub fn differences(&self, plan: &Manifest) -> Vec<Difference> {
        let (ours, theirs) = (settings(self), settings(plan));
        let absent = || "absent".to_owned();
        let find = |list: &[(String, String)], name: &str| {
            list.iter().find(|(other, _)| other == name).map_or_else(absent, |(_, value)| value.clone())
        };
        let mut names: Vec<&String> = ours.iter().map(|(name, _)| name).collect();
        names.extend(theirs.iter().map(|(name, _)| name).filter(|name| !ours.iter().any(|(other, _)| other == *name)));
        let difference = |name: &String| {
            let (dataset, plan) = (find(&ours, name), find(&theirs, name));
            (dataset != plan).then(|| Difference { name: name.clone(), dataset, plan })
        };
        names.into_iter().filter_map(difference).collect()
    }

    /// Refuses what the columns cannot hold or a folder cannot be named.
    fn check(&self) -> Result<(), OpenError> {
        let unfit = |message: String| Err(OpenError::Unfit { message });
        let points = self.axes.iter().try_fold(1_u64, |product, axis| product.checked_mul(axis.values.len() as u64));
        if points.and_then(|points| points.checked_mul(self.repeats)).is_none() {
            return unfit("the number of trials does not fit in 64 bits".to_owned());
        }
        if self.point_count() > 1 << 32 || self.repeats > 1 << 32 {
            return unfit(format!("{} points of {} repeats; at most 2^32 each", self.point_count(), self.repeats));
        }
        let mut folders = vec!["work", self.points.name.as_str()];
        for table in &self.tables {
            if folders.contains(&table.name.as_str()) {
                return unfit(format!("two folders would be named {}", table.name));
            }
            folders.push(&table.name);
        }
        for table in self.tables.iter().chain([&self.points]) {
            for (index, column) in table.columns.iter().enumerate() {
                if table.index(&column.name) != Some(index) {
                    return unfit(format!("table {} would have two columns named {}", table.name, column.name));
                }
                if matches!(&column.kind, ColumnType::Name(names) if names.len() > 128) {
                    return unfit(format!("column {} has more than 128 names", column.name));
                }
            }
        }
        Ok(())
    }
}

/// The column of each key: its last segment, or `table_segment` where that is not unique, a column of a table has it, or
/// it is too short to say anything alone, as `by` of `strike.by`, which is a word of SQL besides.
fn key_columns(keys: &[Key], tables: &[Table]) -> Vec<String> {
    let is_taken = |name: &str| {
        name.len() < 3
            || [TRIAL, POINT, REPEAT, STATUS].contains(&name)
            || tables.iter().any(|table| table.columns.iter().any(|column| column.name == name))
            || keys.iter().filter(|key| key.name() == name).count() > 1
    };
    let column = |key: &Key| if is_taken(key.name()) { key.path.replace('.', "_") } else { key.name().to_owned() };
    keys.iter().map(column).collect()
}

/// The keys that presets set which are swept, themselves or through another preset.
fn followers(plan: &Plan) -> Vec<Follower> {
    let mut followers: Vec<Follower> = Vec::new();
    let is_swept = |key: usize| plan.axes.iter().any(|axis| axis.key == key);
    for preset in plan.schema.presets {
        let Some(chooser) = plan.schema.index(preset.path) else { continue };
        if !is_swept(chooser) && !followers.iter().any(|follower| follower.key == chooser) {
            continue;
        }
        for key in preset.options.iter().flat_map(|(_, sets)| *sets).filter_map(|(path, _)| plan.schema.index(path)) {
            if !plan.is_set[key] && !followers.iter().any(|follower| follower.key == key) {
                followers.push(Follower { key, preset: chooser });
            }
        }
    }
    followers
}

fn axis_of(axis: &experiment::plan::Axis) -> Axis {
    Axis { key: axis.key, values: axis.values.iter().map(|value| (*value).into()).collect() }
}

fn measure_entry(measure: &Measure) -> MeasureEntry {
    MeasureEntry { column: measure.column.to_owned(), kind: measure.kind }
}

fn id_column(name: &str, kind: ColumnType, about: &str) -> ColumnEntry {
    ColumnEntry { name: name.to_owned(), unit: String::new(), about: about.to_owned(), kind, nullable: false }
}

fn points_table(keys: &[Key], names: &[String]) -> TableEntry {
    let key_column = |(key, name): (&Key, &String)| ColumnEntry {
        name: name.clone(),
        unit: key.dimension().si().to_owned(),
        about: key.about.to_owned(),
        kind: match key.kind {
            Kind::Number { .. } => ColumnType::F64,
            Kind::Count { .. } => ColumnType::U64,
            Kind::Choice(choices) => ColumnType::Name(owned(choices)),
            Kind::Flag => ColumnType::Bool,
        },
        nullable: false,
    };
    let mut columns = vec![id_column(POINT, ColumnType::U32, "Number of the design point.")];
    columns.extend(keys.iter().zip(names).map(key_column));
    TableEntry { name: "points".to_owned(), about: "One design point.".to_owned(), columns }
}

fn trial_table(table: &Table, axes: &[ColumnEntry], is_first: bool) -> TableEntry {
    let mut columns = vec![
        id_column(TRIAL, ColumnType::U64, "Number of the trial."),
        id_column(POINT, ColumnType::U32, "Number of the design point, a row of the points."),
        id_column(REPEAT, ColumnType::U32, "Number of the repeat within the design point."),
    ];
    columns.extend(axes.iter().cloned());
    columns.extend(table.columns.iter().map(measured_column));
    if is_first {
        columns.push(id_column(STATUS, ColumnType::Name(owned(Status::NAMES)), "How the trial ended."));
    }
    TableEntry { name: table.name.to_owned(), about: table.about.to_owned(), columns }
}

fn measured_column(column: &Column) -> ColumnEntry {
    ColumnEntry {
        name: column.name.to_owned(),
        unit: column.unit.to_owned(),
        about: column.about.to_owned(),
        kind: match column.kind {
            ColumnKind::F64 => ColumnType::F64,
            ColumnKind::U32 => ColumnType::U32,
            ColumnKind::U64 => ColumnType::U64,
            ColumnKind::Bool => ColumnType::Bool,
            ColumnKind::Name(names) => ColumnType::Name(owned(names)),
        },
        nullable: true,
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Every setting by name, as text to compare and to show.
fn settings(manifest: &Manifest) -> Vec<(String, String)> {
    let mut settings = vec![
        ("study".to_owned(), manifest.study.clone()),
        ("seed".to_owned(), manifest.seed.to_string()),
        ("repeats".to_owned(), manifest.repeats.to_string()),
        ("streams".to_owned(), manifest.streams.clone()),
        ("block_trials".to_owned(), manifest.block_trials.to_string()),
    ];
    let axes: Vec<&str> = manifest.axes.iter().map(|axis| manifest.keys[axis.key].as_str()).collect();
    settings.push(("order of the axes".to_owned(), axes.join(", ")));
    for base in &manifest.base {
        settings.push((manifest.keys[base.key].clone(), base.value.to_string()));
    }
    for follower in &manifest.followers {
        let value = format!("as {} says", manifest.keys[follower.preset]);
        settings.push((manifest.keys[follower.key].clone(), value));
    }
    for axis in &manifest.axes {
        let values: Vec<String> = axis.values.iter().map(Scalar::to_string).collect();
        settings.push((manifest.keys[axis.key].clone(), format!("[{}]", values.join(", "))));
    }
    settings.push(("tolley_version".to_owned(), manifest.tolley_version.clone()));
    settings.push(("physics_version".to_owned(), manifest.physics_version.to_string()));
    for table in manifest.tables.iter().chain([&manifest.points]) {
        let columns: Vec<String> =
            table.columns.iter().map(|column| format!("{} {:?}", column.name, column.kind)).collect();
        settings.push((format!("columns of {}", table.name), columns.join(", ")));
    }
    settings
}
