//! Scenarios of the two studies, played in memory, and their columns.

use std::sync::Arc;

use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::row::{Rows, TableRows, Values};
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, StudyInfo};
use tolley_experiment::table::Table;

/// The plan of a scenario with these keys, or what is said against it.
pub fn read<S: Shortcuts>(keys: &str, seed: u64, repeats: u64) -> Result<Plan, String> {
    let text = format!("study = \"{}\"\nseed = {seed}\nrepeats = {repeats}\n{keys}\n", S::NAME);
    let read = parse("a.toml", &text, &[Arc::new(StudyInfo::of::<S>())], Overrides::default());
    read.map(|(plan, _)| plan).map_err(|problems| problems.to_string())
}

/// The keys of a match with sides that shoot at the nearest marble where they say nothing else: the laws are the same
/// for all players, and these are played in a seventh of the time of those who think.
pub fn cheap(keys: &str) -> String {
    let mut cheap = keys.to_owned();
    for side in ["[a]\n", "[b]\n"] {
        let policy = format!("{side}policy = \"nearest\"\n");
        if !keys.contains(side) {
            cheap = format!("{cheap}\n{policy}");
        } else if !keys.contains(&format!("{side}policy")) {
            cheap = cheap.replace(side, &policy);
        }
    }
    cheap
}

/// Rows of a study, to be read by the names of tables and columns.
#[derive(Debug, PartialEq)]
pub struct Played {
    pub rows: Rows,
    tables: Vec<Table>,
}

/// Plays some trials of a plan.
pub fn played_of<S: Shortcuts>(plan: &Plan, trials: impl IntoIterator<Item = u64>) -> Played {
    let rows = play_some::<S>(plan, trials).unwrap_or_else(|faults| panic!("{faults:?}"));
    Played { rows, tables: S::tables() }
}

/// Plays all trials of a scenario, none of which fails.
pub fn played<S: Shortcuts>(keys: &str, seed: u64, repeats: u64) -> Played {
    let plan = read::<S>(keys, seed, repeats).unwrap_or_else(|problems| panic!("{problems}"));
    let played = played_of::<S>(&plan, plan.grid.by_point());
    assert!(played.rows.status.iter().all(|status| *status == Status::Ok), "{keys}: {:?}", played.rows.status);
    played
}

impl Played {
    fn index(&self, table: &str) -> usize {
        self.tables.iter().position(|known| known.name == table).unwrap_or_else(|| panic!("no table {table}"))
    }

    /// All tables as they are declared.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// A table.
    pub fn table(&self, table: &str) -> &TableRows {
        &self.rows.tables[self.index(table)]
    }

    /// A column of a table.
    pub fn column(&self, table: &str, name: &str) -> &Values {
        let index = self.index(table);
        let column = self.tables[index].index(name).unwrap_or_else(|| panic!("no column {table}.{name}"));
        &self.rows.tables[index].columns[column]
    }

    pub fn numbers(&self, table: &str, name: &str) -> &[f64] {
        let Values::F64(numbers) = self.column(table, name) else { panic!("{name} holds no numbers") };
        numbers
    }

    pub fn counts(&self, table: &str, name: &str) -> &[u32] {
        let Values::U32(counts) = self.column(table, name) else { panic!("{name} holds no counts") };
        counts
    }

    pub fn flags(&self, table: &str, name: &str) -> &[bool] {
        let Values::Bool(flags) = self.column(table, name) else { panic!("{name} holds no flags") };
        flags
    }

    pub fn names(&self, table: &str, name: &str) -> &[u8] {
        let Values::Name(names) = self.column(table, name) else { panic!("{name} holds no names") };
        names
    }
}
