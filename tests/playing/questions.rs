//! The twelve questions: each scenario leaves the columns that its question names, with values in every cell of its axes.

use std::path::Path;

use tolley_experiment::plan::Plan;
use tolley_experiment::row::{Rows, Status, Values};
use tolley_experiment::run::play_some;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::study::{Study, StudyInfo};
use tolley_tinsley_green::game::WholeGame;
use tolley_tinsley_green::shot::OpeningShot;

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
        "stay_on" => 12,
        _ => 1,
    }
}

fn plan(file: &str) -> (Plan, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/tinsley_green/{file}.toml"));
    let studies = [StudyInfo::of::<OpeningShot>(), StudyInfo::of::<WholeGame>()];
    let overrides = Overrides { repeats: Some(repeats(file)), ..Overrides::default() };
    let (plan, info, warnings) =
        read(&path, &studies, overrides).unwrap_or_else(|problems| panic!("{file}: {problems}"));
    assert!(warnings.0.is_empty(), "{file}: {warnings}");
    (plan, info.name.to_owned())
}

fn holds(rows: &Rows, tables: &[tolley_experiment::row::Table], plan: &Plan, file: &str, table: &str, name: &str) {
    let index = tables.iter().position(|known| known.name == table).expect("a table");
    let column = tables[index].columns.iter().position(|column| column.name == name).expect("a column");
    let mut cells = vec![0; plan.points() as usize];
    for (row, trial) in rows.tables[index].trial.iter().enumerate() {
        let has_value = match &rows.tables[index].columns[column] {
            Values::F64(numbers) => !numbers[row].is_nan(),
            _ => true,
        };
        cells[plan.locate(*trial).0 as usize] += u64::from(has_value);
    }
    let empty = cells.iter().position(|n| *n == 0);
    assert_eq!(empty, None, "{file}: {table}.{name} has a cell without a value");
}

fn answers<S: Study>(plan: &Plan, file: &str, columns: &[(&str, &str)]) {
    let rows = play_some::<S>(plan, 0..plan.trials(), || true).expect("a setup");
    assert!(rows.status.iter().all(|status| *status == Status::Ok), "{file}");
    for (table, name) in columns {
        holds(&rows, S::TABLES, plan, file, table, name);
    }
}

#[test]
fn every_question_has_its_columns_in_every_cell() {
    for (file, question, columns) in QUESTIONS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/tinsley_green/{file}.toml"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(text.starts_with(&format!("# {question}: ")), "{file} opens with its question");
        let (plan, study) = plan(file);
        match study.as_str() {
            OpeningShot::NAME => answers::<OpeningShot>(&plan, file, columns),
            _ => answers::<WholeGame>(&plan, file, columns),
        }
    }
}

#[test]
fn d37_scores_of_good_teams_lie_in_the_published_band() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/tinsley_green/published_scores.toml");
    let overrides = Overrides { repeats: Some(24), ..Overrides::default() };
    let (plan, ..) =
        read(&path, &[StudyInfo::of::<WholeGame>()], overrides).unwrap_or_else(|problems| panic!("{problems}"));
    let rows = play_some::<WholeGame>(&plan, 0..plan.trials(), || true).expect("a setup");
    // published means and the band asked for
    for (name, published) in [("winner_points_count", 26.0), ("loser_points_count", 13.1)] {
        let index = WholeGame::TABLES[0].columns.iter().position(|column| column.name == name).expect("a column");
        let Values::F64(points) = &rows.tables[0].columns[index] else { panic!("numbers") };
        for friction in points.chunks(24) {
            let mean = friction.iter().sum::<f64>() / 24.0;
            assert!((mean - published).abs() <= 4.0, "{name}: {mean}");
        }
    }
}
