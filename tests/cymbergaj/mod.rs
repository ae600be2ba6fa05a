//! Cymbergaj from outside: its laws, clause by clause, whole matches, flicks, and the catalogue of coins.

mod catalogue;
mod flicks;
mod laws;
mod matches;
mod second;

use tolley_cymbergaj::matches::{MatchKeys, MatchStudy, ShootoutStudy};
use tolley_cymbergaj::shot::FlickStudy;
use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};

/// The plan of a scenario of this study, whose first lines are given; what is wrong with it as text.
fn read<S: Shortcuts>(head: &str, keys: &str) -> Result<Plan, String> {
    let text = format!("study = \"{}\"\n{head}\n{keys}", S::NAME);
    let studies = [StudyInfo::of::<S>().into()];
    let read = parse("a.toml", &text, &studies, Overrides::default());
    read.map(|(plan, _)| plan).map_err(|problems| problems.to_string())
}

/// What is plausible alone is allowed together, in every study: inertia of a coin, and the ring on which it lies.
#[test]
fn plausible_inertias_lie_on_every_ring_that_is_allowed() {
    fn is_allowed<S: Shortcuts>(keys: &str) {
        let plan = read::<S>("repeats = 1", keys).unwrap_or_else(|problems| panic!("{keys}: {problems}"));
        assert_eq!(play::<S>(&plan).status, [Status::Ok], "{keys}");
    }
    for inertia_ratio in [0.48, 0.5, 0.52] {
        for rim_ratio in [0.0, 0.5, 0.9, 0.95] {
            let keys = format!("[coins]\ninertia_ratio = {inertia_ratio}\n[surface]\nrim_ratio = {rim_ratio}\n");
            is_allowed::<FlickStudy>(&keys);
            is_allowed::<MatchStudy>(&keys);
            is_allowed::<ShootoutStudy>(&keys);
        }
    }
}

/// The keys of a scenario of whole matches.
fn match_keys(keys: &str) -> MatchKeys {
    let plan = read::<MatchStudy>("seed = 3", keys).unwrap_or_else(|problems| panic!("{problems}"));
    MatchKeys::read(&plan.point(0))
}

/// Plays all trials of a plan.
fn play<S: Shortcuts>(plan: &Plan) -> Rows {
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
