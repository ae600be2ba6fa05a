//! What a dataset says of itself: the plan, the versions and the tables; as a value and as the text of `manifest.json`.

use std::collections::{BTreeMap, BTreeSet};

use experiment::ask::Ask;
use experiment::overrides::Overridden;
use experiment::plan::{Plan, PlanRecord};
use experiment::profiled::ProfileRecord;
use experiment::role::Role;
use experiment::schedule::{Schedule, Stretch};
use experiment::status::Status;
use experiment::study::{Pace, StudyInfo};
use experiment::table::{Column, ColumnKind, Measure, Table};
use experiment::value::Value;
use serde::{Deserialize, Serialize};
use tolley_experiment as experiment;

use crate::error::OpenError;
use crate::layout::{ESTIMATES, FOLDERS};
use crate::schema::{Method, POINT, REPEAT, STATUS, TRIAL};
use crate::seal::{hash, is_whole, sealed};

/// What every manifest opens with.
const FORMAT: &str = "tolley-dataset";
/// Rises when an older reader could not understand the layout.
const FORMAT_VERSION: u64 = 4;
/// The oldest format that is still read; since 4 there is a second copy of the manifest.
const OLDEST_VERSION: u64 = 3;
/// Most points, and most repeats, since their numbers are columns of 32 bits.
const MOST: u64 = 1 << 32;
/// Most names of a column, since they are numbered by 8 bits with a sign.
const MOST_NAMES: usize = 128;

/// The versions that made a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions<'a> {
    /// Of the software.
    pub tolley: &'a str,
    /// Of the physics: rises when results change.
    pub physics: u32,
}

/// Everything that a reader needs to know of a dataset, and the writer too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    format: String,
    format_version: u64,
    /// Version of the software that made it.
    pub tolley_version: String,
    /// Version of the physics that made it.
    pub physics_version: u32,
    /// BLAKE3 of the plan as JSON, apart from the number of its repeats, which may grow.
    pub plan_blake3: String,
    /// The plan.
    pub plan: PlanRecord,
    /// How its repeats are cut into rounds, blocks and parts.
    pub stretches: Vec<Stretch>,
    /// What the command line said over the scenario when the dataset was made; the plan has it in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overridden: Vec<Overridden>,
    /// The profiles with which the dataset was made; the plan has what they say in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<ProfileRecord>,
    /// What is asked, as the scenario opened when the dataset was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What is asked of the rows, as the scenario did when the dataset was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Ask>,
    /// Paths of all keys; key `k` is column `k + 1` of the points.
    pub keys: Vec<String>,
    /// The table of design points.
    pub points: Table,
    /// The tables of trials; the first has one row a trial.
    pub tables: Vec<Table>,
    /// The table of what the measures are at each point.
    pub estimates: Table,
    /// What the summary shows; the first is the headline.
    pub measures: Vec<Measure>,
    /// Where the nearest may be played of what is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limited: Option<LimitedBy>,
    /// The columns of the keys as the study describes them today, where the manifest is older than that.
    #[serde(skip)]
    described: Vec<Column>,
}

/// By what more is asked than can be done, and which rows say so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitedBy {
    /// The key that lets the nearest be played.
    pub key: String,
    /// The column of flags in the first table.
    pub column: String,
}

/// What a plan with a rule to stop by plays next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStretch {
    /// Points that end here, as ranges: the first, and the one after the last.
    pub ended: Vec<[u64; 2]>,
    /// How many points go on.
    pub open: u64,
    /// Repeats that those have then.
    pub repeats: u64,
}

/// What can be said of a text before it is taken for a manifest of this version.
#[derive(Deserialize)]
struct Opening {
    format: Option<String>,
    format_version: Option<u64>,
    tolley_version: Option<String>,
    physics_version: Option<u32>,
}

/// The version of the physics that a text says, if it is the manifest of a dataset of any format.
pub(crate) fn physics_of(text: &[u8]) -> Option<u32> {
    let opening: Opening = serde_json::from_slice(text).ok()?;
    opening.physics_version.filter(|_| opening.format.as_deref() == Some(FORMAT))
}

impl Manifest {
    /// Describes a plan.
    pub fn of(plan: &Plan, versions: Versions<'_>) -> Result<Manifest, OpenError> {
        let study = &plan.study;
        let points = points_table(study.schema.keys.iter().map(Column::of_key));
        let swept = plan.grid.axes.iter().filter_map(|axis| study.schema.index(&axis.key));
        let axes: Vec<Column> = swept.map(|key| Column::of_key(&study.schema.keys[key])).collect();
        let table = |(index, table)| trial_table(table, &axes, index == 0);
        let record = plan.record();
        let terms: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            format_version: FORMAT_VERSION,
            tolley_version: versions.tolley.to_owned(),
            physics_version: versions.physics,
            plan_blake3: identity(&record),
            plan: record,
            overridden: plan.overridden.clone(),
            profiles: plan.profiles.clone(),
            question: plan.question.clone(),
            asks: plan.asks.clone(),
            stretches: plan.schedule().stretches().to_vec(),
            keys: study.schema.keys.iter().map(|key| key.path.to_string()).collect(),
            tables: study.tables.iter().enumerate().map(table).collect(),
            points,
            estimates: estimates_table(&terms),
            measures: study.measures.clone(),
            limited: study
                .limits
                .filter(|_| plan.plays_nearest())
                .map(|limits| LimitedBy { key: limits.by.to_string(), column: limits.column.to_owned() }),
            described: Vec::new(),
        };
        manifest.check().map_err(|message| OpenError::Unfit { message })?;
        Ok(manifest)
    }

    /// The manifest in the text of `manifest.json`, or what is wrong with it.
    pub(crate) fn parse(text: &[u8]) -> Result<Manifest, String> {
        let opening: Opening = serde_json::from_slice(text).map_err(|error| format!("is not JSON: {error}"))?;
        if opening.format.as_deref() != Some(FORMAT) {
            return Err(format!("is not the manifest of a dataset: \"format\" is not \"{FORMAT}\""));
        }
        match opening.format_version {
            Some(OLDEST_VERSION..=FORMAT_VERSION) => {}
            Some(other) => return Err(other_version(other, opening.tolley_version.as_deref())),
            None => return Err("has no \"format_version\"".to_owned()),
        }
        if !is_whole(text) {
            return Err("was changed: its hash does not fit".to_owned());
        }
        let manifest: Manifest =
            serde_json::from_slice(text).map_err(|error| format!("is not what this program writes: {error}"))?;
        manifest.check()?;
        if manifest.plan_blake3 != identity(&manifest.plan) {
            return Err("was changed: \"plan_blake3\" does not fit the plan".to_owned());
        }
        Ok(manifest)
    }

    /// The text of `manifest.json`.
    pub(crate) fn text(&self) -> String {
        sealed(self)
    }

    /// Whether its format has a second copy of it.
    pub(crate) fn has_copy(&self) -> bool {
        self.format_version > OLDEST_VERSION
    }

    /// How the trials are cut.
    pub(crate) fn schedule(&self) -> Result<Schedule, String> {
        let most = self.plan.grid.repeats;
        let repeats = match &self.plan.stop {
            None => most,
            // as far as it goes
            Some(_) => self.stretches.iter().fold(0_u64, |sum, stretch| sum.saturating_add(stretch.repeats)),
        };
        if repeats > most {
            return Err("the stretches have more repeats than the plan".to_owned());
        }
        Schedule::of(self.plan.grid.points(), repeats, self.stretches.clone())
    }

    /// The same with another stretch, without the points that ended.
    pub(crate) fn extended(&self, next: &NextStretch, pace: Pace) -> Result<Manifest, String> {
        let mut extended = self.clone();
        let grown = self.schedule()?.grown_without(next.ended.clone(), next.repeats, pace)?;
        extended.stretches = grown.stretches().to_vec();
        extended.check()?;
        Ok(extended)
    }

    /// The same with so many repeats; what is there stays as it was cut.
    pub(crate) fn grown(&self, repeats: u64, plan: &Plan) -> Result<Manifest, String> {
        let mut grown = self.clone();
        grown.stretches = self.schedule()?.grown(repeats, plan.study.pace).stretches().to_vec();
        grown.plan.grid.repeats = repeats;
        grown.check()?;
        Ok(grown)
    }

    /// The column of the key at this path, in every table that has it.
    pub fn key_column(&self, path: &str) -> Option<&Column> {
        self.points.columns.get(self.keys.iter().position(|key| key == path)? + 1)
    }

    /// The column of the key at this path, with its label and role where anybody knows them.
    pub fn described_key(&self, path: &str) -> Option<&Column> {
        let column = self.key_column(path)?;
        let today = || self.described.iter().find(|today| today.name == column.name);
        Some(if column.role.is_some() { column } else { today().unwrap_or(column) })
    }

    /// Takes what a study says of its keys today where the manifest, older than that, says nothing.
    pub(crate) fn describe(&mut self, study: &StudyInfo) {
        let is_older = self.keys.iter().any(|key| self.key_column(key).is_none_or(|column| column.role.is_none()));
        if is_older {
            self.described = study.schema.keys.iter().map(Column::of_key).collect();
        }
    }

    /// Refuses what the columns cannot hold, what a folder cannot be named, and what does not fit together.
    fn check(&self) -> Result<(), String> {
        let grid = &self.plan.grid;
        if self.tables.is_empty() || grid.repeats == 0 {
            return Err("has no table, or points without a trial".to_owned());
        }
        let terms: Vec<&str> = self.measures.iter().map(|measure| measure.column.as_str()).collect();
        if !has_columns_of(&self.estimates, &estimates_table(&terms)) {
            return Err("\"estimates\" and \"measures\" do not fit each other".to_owned());
        }
        self.check_values()?;
        if let Some(limited) = &self.limited {
            let flags = self.tables[0].index(&limited.column).map(|index| &self.tables[0].columns[index].kind);
            if flags != Some(&ColumnKind::Bool) {
                return Err(format!("\"limited\" names {}, which is no column of flags", limited.column));
            }
        }
        grid.check()?;
        let points = grid.checked_points().unwrap_or(u128::MAX);
        if points.checked_mul(u128::from(grid.repeats)).is_none_or(|trials| trials > u128::from(u64::MAX)) {
            return Err("the number of trials does not fit in 64 bits".to_owned());
        }
        if points > u128::from(MOST) || grid.repeats > MOST {
            return Err(format!("{points} points of {} repeats; at most 2^32 each", grid.repeats));
        }
        self.schedule()?;
        let mut folders = FOLDERS.to_vec();
        for table in self.tables.iter().chain([&self.points, &self.estimates]) {
            if folders.contains(&table.name.as_str()) {
                return Err(format!("two folders would be named {}", table.name));
            }
            folders.push(&table.name);
            let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if !(1..=64).contains(&table.name.len()) || !is_name(&table.name) {
                return Err(format!("{:?} cannot be the name of a folder", table.name));
            }
            check_columns(table)?;
        }
        Ok(())
    }

    /// Every value must be one that its key can have.
    fn check_values(&self) -> Result<(), String> {
        if self.points.columns.len() != self.keys.len() + 1 {
            return Err("\"points\" and \"keys\" do not fit each other".to_owned());
        }
        let numbers: BTreeMap<&str, usize> = self.keys.iter().map(String::as_str).zip(1..).collect();
        let check = |path: &String, value: &Value| {
            let column = numbers.get(path.as_str()).and_then(|number| self.points.columns.get(*number));
            let column = column.ok_or_else(|| format!("the plan names {path}, which is not a key"))?;
            let is_finite = !matches!(value, Value::Number(number) if !number.is_finite());
            if is_finite && column.kind.holds(value) { Ok(()) } else { Err(format!("{path} cannot be {value}")) }
        };
        self.plan.base.iter().try_for_each(|(path, value)| check(path, value))?;
        for axis in &self.plan.grid.axes {
            axis.values.iter().try_for_each(|value| check(&axis.key, value))?;
        }
        Ok(())
    }
}

/// Whether a table has the name and the columns of another; what is said of them may have been said otherwise.
fn has_columns_of(table: &Table, other: &Table) -> bool {
    let column = |column: &Column| (column.name.clone(), column.kind.clone(), column.nullable);
    table.name == other.name && table.columns.iter().map(column).eq(other.columns.iter().map(column))
}

fn check_columns(table: &Table) -> Result<(), String> {
    let mut names = BTreeSet::new();
    for column in &table.columns {
        if !names.insert(column.name.as_str()) {
            return Err(format!("table {} would have two columns named {}", table.name, column.name));
        }
        if matches!(&column.kind, ColumnKind::Name { names } if names.len() > MOST_NAMES) {
            return Err(format!("column {} has more than {MOST_NAMES} names", column.name));
        }
    }
    Ok(())
}

/// Hash of what decides the rows, apart from how many repeats there are.
fn identity(plan: &PlanRecord) -> String {
    let mut plan = plan.clone();
    plan.grid.repeats = 0;
    // what is ours always has a text: keys of maps are strings and numbers are finite or null
    let text = serde_json::to_string(&plan).unwrap_or_else(|error| unreachable!("a plan is JSON: {error}"));
    hash(text.as_bytes())
}

fn other_version(version: u64, tolley: Option<&str>) -> String {
    let tolley = tolley.unwrap_or("unknown");
    let of_time = if version > FORMAT_VERSION { "a later" } else { "an earlier" };
    let program = env!("CARGO_PKG_VERSION");
    format!(
        "is of {of_time} format, format_version {version} of tolley {tolley}; tolley {program} reads \
         {OLDEST_VERSION} to {FORMAT_VERSION}"
    )
}

fn points_table(keys: impl Iterator<Item = Column>) -> Table {
    let mut columns = vec![
        Column::always(POINT, ColumnKind::U32, "Number of the design point.")
            .labelled(Role::Bookkeeping, "number of the design point"),
    ];
    columns.extend(keys);
    Table { name: "points".to_owned(), about: "One design point.".to_owned(), columns }
}

/// `terms` are the columns that are summed up.
fn estimates_table(terms: &[&str]) -> Table {
    let columns = vec![
        Column::always(POINT, ColumnKind::U64, "Number of the design point, a row of the points.")
            .labelled(Role::Bookkeeping, "number of the design point"),
        Column::always("term", ColumnKind::of_names(terms), "The column that is summed up.")
            .labelled(Role::Bookkeeping, "column that is summed up"),
        Column::measured("estimate", ColumnKind::F64, "Its mean, or the share of true ones, in the column's unit.")
            .labelled(Role::Outcome, "estimate"),
        Column::measured("std_error", ColumnKind::F64, "Standard error of the estimate.")
            .labelled(Role::Outcome, "standard error of the estimate"),
        Column::measured("conf_low", ColumnKind::F64, "Lower end of the 95 % interval.")
            .labelled(Role::Outcome, "lower end of the 95 % interval"),
        Column::measured("conf_high", ColumnKind::F64, "Upper end of the 95 % interval.")
            .labelled(Role::Outcome, "upper end of the 95 % interval"),
        Column::always("n", ColumnKind::U64, "Of how many values it is made.")
            .labelled(Role::Bookkeeping, "number of values"),
        Column::always("method", ColumnKind::of_names(Method::NAMES), "How the interval is found.")
            .labelled(Role::Bookkeeping, "method of the interval"),
    ];
    Table { name: ESTIMATES.to_owned(), about: "One measure at one design point.".to_owned(), columns }
}

fn trial_table(table: &Table, axes: &[Column], is_first: bool) -> Table {
    let mut columns = vec![
        Column::always(TRIAL, ColumnKind::U64, "Number of the trial.")
            .labelled(Role::Bookkeeping, "number of the trial"),
        Column::always(POINT, ColumnKind::U32, "Number of the design point, a row of the points.")
            .labelled(Role::Bookkeeping, "number of the design point"),
        Column::always(REPEAT, ColumnKind::U32, "Number of the repeat within the design point.")
            .labelled(Role::Bookkeeping, "number of the repeat"),
    ];
    columns.extend(axes.iter().cloned());
    columns.extend(table.columns.iter().cloned());
    if is_first {
        columns.push(
            Column::always(STATUS, ColumnKind::of_names(Status::NAMES), "How the trial ended.")
                .labelled(Role::Bookkeeping, "how the trial ended"),
        );
    }
    Table { columns, ..table.clone() }
}
