//! Every question of the coin game is answered by a scenario: the columns that it names have values at every point.

use std::collections::BTreeMap;

use tolley_analysis::statistics::needed::trials_needed;
use tolley_cymbergaj::matches::{MatchStudy, ShootoutStudy};
use tolley_experiment::plan::Plan;
use tolley_experiment::row::Rows;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::study::{Study, StudyInfo};

use crate::cymbergaj::{numbers, play};

/// Scenario, repeats that are enough for every cell, the columns that answer it.
const QUESTIONS: [(&str, u64, &[&str]); 24] = [
    ("coin_weight_match", 8, &["a_win_share", "goal_count", "foul_count"]),
    ("coin_weight_match_sampled", 1, &["a_win_share"]),
    ("cgq01_coin_weight", 4, &["a_win_share"]),
    ("cgq01_coin_weight_sampled", 2, &["a_win_share"]),
    ("cgq02_ball_weight", 12, &["goal_count", "open_goal_share", "level_share", "a_win_share"]),
    ("cgq02_ball_coins", 12, &["goal_count", "open_goal_share", "level_share", "a_win_share"]),
    ("cgq03_toss", 8, &["starter_win_share", "starter_lead_count"]),
    ("cgq03_toss_sampled", 2, &["starter_win_share"]),
    ("cgq04_two_moves", 30, &["kick_off_goal_share", "free_kick_goal_share", "starter_win_share"]),
    ("cgq04_two_moves_at_the_ends", 40, &["goal_kick_goal_share", "corner_goal_share", "starter_win_share"]),
    ("cgq05_extra_time", 40, &["extra_decides_share", "extra_a_win_share"]),
    ("cgq06_coin_before_ball", 40, &["foul_count", "foul_goal_count", "refused_share", "a_win_share"]),
    ("cgq07_exclusion", 2, &["free_kick_goal_share"]),
    ("cgq07_exclusion_corner", 2, &["corner_goal_share"]),
    ("cgq08_table", 4, &["goal_count", "level_share", "exit_share", "move_count"]),
    ("cgq08_table_sobol", 4, &["goal_count", "level_share"]),
    ("cgq09_tie_break", 20, &["first_kicker_win_share"]),
    ("cgq09_tie_break_sampled", 4, &["first_kicker_win_share"]),
    ("cgq10_penalty", 2, &["a_penalty_goal_share"]),
    ("cgq10_penalty_angle", 2, &["a_penalty_goal_share"]),
    ("cgq10_penalty_ball", 2, &["a_penalty_goal_share"]),
    ("cgq11_clock", 20, &["leader_win_share", "goal_count", "starter_win_share"]),
    ("cgq12_lines", 8, &["goal_count", "a_win_share", "exit_share"]),
    ("cgq12_moves", 8, &["goal_count", "a_win_share", "exit_share"]),
];

/// Plain geometry for both where a scenario names no players: what columns have values is a matter of the laws.
fn simple(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a scenario");
    if text.contains("policy") { Vec::new() } else { ["a", "b"].map(|side| format!("{side}.policy=direct")).to_vec() }
}

fn plan(name: &str, repeats: impl Into<Option<u64>>) -> Plan {
    let path = format!("{}/scenarios/cymbergaj/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let studies = [StudyInfo::of::<MatchStudy>().into(), StudyInfo::of::<ShootoutStudy>().into()];
    let overrides = Overrides { repeats: repeats.into(), set: simple(&path), ..Overrides::default() };
    read(path.as_ref(), &studies, overrides).unwrap_or_else(|problems| panic!("{problems}")).0
}

/// How many values a column of the first table has at each point.
fn values_at(plan: &Plan, rows: &Rows, column: &str) -> BTreeMap<u64, u64> {
    let mut count: BTreeMap<u64, u64> = (0..plan.grid.points()).map(|point| (point, 0)).collect();
    // both studies have the same tables
    for (trial, value) in rows.tables[0].trial.iter().zip(numbers::<MatchStudy>(rows, 0, column)) {
        *count.entry(plan.grid.locate(*trial).0).or_default() += u64::from(!value.is_nan());
    }
    count
}

#[test]
fn every_cell_of_every_question_has_values() {
    for (name, repeats, columns) in QUESTIONS {
        let plan = plan(name, repeats);
        let rows =
            if plan.study.name == MatchStudy::NAME { play::<MatchStudy>(&plan) } else { play::<ShootoutStudy>(&plan) };
        for column in columns {
            let empty: Vec<_> = values_at(&plan, &rows, column).into_iter().filter(|(_, count)| *count == 0).collect();
            assert!(empty.is_empty(), "{name}: {column} has no value at {empty:?}");
        }
    }
}

/// Each scenario that asks for verdicts, the standard deviation of a trial (as seen; wins of a pair or of a match), and
/// how many verdicts are corrected together.
const VERDICTS: [(&str, f64, u32); 7] = [
    ("coin_weight_match", 0.34, 21),
    ("coin_weight_match_sampled", 0.37, 4),
    ("cgq01_coin_weight", 0.23, 44),
    ("cgq01_coin_weight_sampled", 0.37, 3),
    ("cgq03_toss", 0.5, 18),
    ("cgq03_toss_sampled", 0.5, 2),
    ("cgq09_tie_break", 0.5, 24),
];

#[test]
fn what_is_fair_is_called_so_in_nine_of_ten_runs() {
    for (name, deviation, verdicts) in VERDICTS {
        let needed = trials_needed(deviation, 0.0, 0.0, 0.01, 0.05 / f64::from(verdicts)).expect("inside the margin");
        let repeats = plan(name, None).grid.repeats;
        assert!(repeats >= needed, "{name}: {repeats} repeats, {needed} needed");
    }
}

#[test]
fn no_question_is_forgotten() {
    for number in 1..=12 {
        let start = format!("cgq{number:02}");
        assert!(QUESTIONS.iter().any(|(name, ..)| name.starts_with(&start)), "{start}");
    }
    let folder = format!("{}/scenarios/cymbergaj", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).expect("scenarios") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let is_listed = QUESTIONS.iter().any(|(known, ..)| name == format!("{known}.toml"));
        assert!(is_listed || !name.starts_with("cgq"), "{name}");
    }
}
