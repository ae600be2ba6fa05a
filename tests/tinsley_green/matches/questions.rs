//! The twelve questions: each scenario leaves the columns that its question names, with values in every cell of its
//! axes.

use std::path::Path;
use std::sync::Arc;

use tolley_experiment::plan::Plan;
use tolley_experiment::row::Values;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Study, StudyInfo};
use tolley_tinsley_green::matches::MatchStudy;
use tolley_tinsley_green::shot::ShotStudy;

use crate::tinsley_green::played::{Played, played_of};

/// Table and column.
type Columns = &'static [(&'static str, &'static str)];

/// File, question, and the columns that are measured.
const QUESTIONS: [(&str, &str, Columns); 12] = [
    ("first_shot", "TGQ1", &[("shots", "break_points_count"), ("shots", "shoots_again")]),
    ("rest_point", "TGQ2", &[("shots", "break_points_count"), ("shots", "marbles_before_count")]),
    ("first_play", "TGQ3", &[("matches", "first_wins"), ("matches", "a_wins")]),
    (
        "foul_limit",
        "TGQ4",
        &[("matches", "eliminated_count"), ("matches", "a_wins"), ("shots", "marbles_off_count"), ("shots", "is_foul")],
    ),
    ("fudging", "TGQ5", &[("shots", "points_count"), ("shots", "is_fudged"), ("matches", "a_wins")]),
    ("stay_on", "TGQ6", &[("turns", "lost_share"), ("turns", "rest_radius_m"), ("matches", "a_wins")]),
    (
        "extra_shot",
        "TGQ7",
        &[("turns", "shot_count"), ("matches", "comeback"), ("matches", "first_wins"), ("matches", "turn_count")],
    ),
    ("toley_size", "TGQ8", &[("shots", "break_points_count"), ("shots", "toley_stays")]),
    (
        "rack_size",
        "TGQ9",
        &[
            ("matches", "first_wins"),
            ("matches", "turn_count"),
            ("matches", "marbles_left_count"),
            ("matches", "winner_points_count"),
            ("matches", "loser_points_count"),
        ],
    ),
    ("seats", "TGQ10", &[("matches", "winner_seat")]),
    ("order", "TGQ11", &[("matches", "a_wins")]),
    ("edge", "TGQ12", &[("matches", "winner_side"), ("shots", "marbles_off_count"), ("shots", "toley_stays")]),
];

/// Enough that what happens in some games only happens in every cell.
fn repeats(file: &str) -> u64 {
    match file {
        "stay_on" => 30,
        _ => 1,
    }
}

fn plan(file: &str, repeats: u64) -> Plan {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/tinsley_green/{file}.toml"));
    let studies = [StudyInfo::of::<ShotStudy>(), StudyInfo::of::<MatchStudy>()].map(Arc::new);
    let overrides = Overrides { repeats: Some(repeats), ..Overrides::default() };
    let (plan, warnings) = read(&path, &studies, overrides).unwrap_or_else(|problems| panic!("{file}: {problems}"));
    assert!(warnings.0.is_empty(), "{file}: {warnings}");
    plan
}

fn holds(played: &Played, plan: &Plan, file: &str, table: &str, name: &str) {
    let mut cells = vec![0; plan.grid.points() as usize];
    for (row, trial) in played.table(table).trial.iter().enumerate() {
        let has_value = match played.column(table, name) {
            Values::F64(numbers) => !numbers[row].is_nan(),
            _ => true,
        };
        cells[plan.grid.locate(*trial).0 as usize] += u64::from(has_value);
    }
    let empty = cells.iter().position(|n| *n == 0);
    assert_eq!(empty, None, "{file}: {table}.{name} has a cell without a value");
}

fn answers<S: Study>(plan: &Plan, file: &str, columns: &[(&str, &str)]) {
    let played = played_of::<S>(plan, 0..plan.grid.trials());
    assert!(played.rows.status.iter().all(|status| *status == Status::Ok), "{file}");
    for (table, name) in columns {
        holds(&played, plan, file, table, name);
    }
}

#[test]
fn every_question_has_its_columns_in_every_cell() {
    for (file, question, columns) in QUESTIONS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/tinsley_green/{file}.toml"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(text.starts_with(&format!("# {question}: ")), "{file} opens with its question");
        let plan = plan(file, repeats(file));
        match plan.study.name {
            ShotStudy::NAME => answers::<ShotStudy>(&plan, file, columns),
            _ => answers::<MatchStudy>(&plan, file, columns),
        }
    }
}

#[test]
fn d37_scores_of_good_teams_lie_in_the_published_band() {
    let plan = plan("published_scores", 24);
    let played = played_of::<MatchStudy>(&plan, 0..plan.grid.trials());
    // published means and the band asked for
    for (name, published) in [("winner_points_count", 26.0), ("loser_points_count", 13.1)] {
        for friction in played.numbers("matches", name).chunks(24) {
            let mean = friction.iter().sum::<f64>() / 24.0;
            assert!((mean - published).abs() <= 4.0, "{name}: {mean}");
        }
    }
}
