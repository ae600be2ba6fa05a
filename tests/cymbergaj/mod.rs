//! Cymbergaj from outside: its laws, clause by clause, whole matches, flicks, and the catalogue of coins.

mod catalogue;
mod flicks;
mod laws;
mod matches;

use tolley_cymbergaj::matches::{MatchKeys, MatchStudy};
use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::{Study, StudyInfo};

/// The plan of a scenario of this study, whose first lines are given; what is wrong with it as text.
fn read<S: Study>(head: &str, keys: &str) -> Result<Plan, String> {
    let text = format!("study = \"{}\"\n{head}\n{keys}", S::NAME);
    let studies = [StudyInfo::of::<S>().into()];
    let read = parse("a.toml", &text, &studies, Overrides::default());
    read.map(|(plan, _)| plan).map_err(|problems| problems.to_string())
}

/// The keys of a scenario of whole matches.
fn match_keys(keys: &str) -> MatchKeys {
    let plan = read::<MatchStudy>("seed = 3", keys).unwrap_or_else(|problems| panic!("{problems}"));
    MatchKeys::read(&plan.point(0))
}

/// Plays all trials of a plan.
fn play<S: Study>(plan: &Plan) -> Rows {
    play_some::<S>(plan, plan.grid.by_point()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A column of a table of a study.
fn column<'r, S: Study>(rows: &'r Rows, table: usize, name: &str) -> &'r Values {
    let index = S::tables()[table].index(name).unwrap_or_else(|| panic!("no column {name}"));
    &rows.tables[table].columns[index]
}

fn numbers<'r, S: Study>(rows: &'r Rows, table: usize, name: &str) -> &'r [f64] {
    if let Values::F64(values) = column::<S>(rows, table, name) { values } else { panic!("{name} holds no numbers") }
}

fn counts<'r, S: Study>(rows: &'r Rows, table: usize, name: &str) -> &'r [u32] {
    if let Values::U32(values) = column::<S>(rows, table, name) { values } else { panic!("{name} holds no counts") }
}

fn flags<'r, S: Study>(rows: &'r Rows, table: usize, name: &str) -> &'r [bool] {
    if let Values::Bool(values) = column::<S>(rows, table, name) { values } else { panic!("{name} holds no flags") }
}

fn names<'r, S: Study>(rows: &'r Rows, table: usize, name: &str) -> &'r [u8] {
    if let Values::Name(values) = column::<S>(rows, table, name) { values } else { panic!("{name} holds no names") }
}
