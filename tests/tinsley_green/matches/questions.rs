//! The twelve questions: each scenario leaves the columns that its question names, with values in every cell of its
//! axes.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::row::Values;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};
use tolley_experiment::value::Value;
use tolley_tinsley_green::keys::policy::Policy;
use tolley_tinsley_green::keys::ring::SandReset;
use tolley_tinsley_green::matches::{MatchKeys, MatchStudy};
use tolley_tinsley_green::shot::{ShotKeys, ShotStudy};

use crate::tinsley_green::played::{Played, played_of};

/// Table and column.
type Columns = &'static [(&'static str, &'static str)];

/// File, question, and the columns that are measured.
const QUESTIONS: [(&str, &str, Columns); 15] = [
    ("first_shot", "TGQ1", &[("shots", "break_points_count"), ("shots", "shoots_again")]),
    ("rest_point", "TGQ2", &[("shots", "break_points_count"), ("shots", "marbles_before_count")]),
    ("first_play", "TGQ3", &[("matches", "first_wins")]),
    ("first_choice", "TGQ3", &[("matches", "chooser_wins")]),
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
    ("rack_turn", "TGQ9", &[("turns", "points_count"), ("matches", "turn_count"), ("matches", "first_wins")]),
    ("seats", "TGQ10", &[("matches", "winner_seat")]),
    ("order", "TGQ11", &[("matches", "a_wins")]),
    ("order_inversions", "TGQ11", &[("matches", "a_wins")]),
    ("edge", "TGQ12", &[("matches", "winner_side"), ("shots", "marbles_off_count"), ("shots", "toley_stays")]),
];

/// The plan of a scenario; without a number with its own repeats.
fn plan(file: &str, repeats: Option<u64>) -> Plan {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/tinsley_green/{file}.toml"));
    let studies = [StudyInfo::of::<ShotStudy>(), StudyInfo::of::<MatchStudy>()].map(Arc::new);
    let overrides = Overrides { repeats, ..Overrides::default() };
    let (plan, warnings) = read(&path, &studies, overrides).unwrap_or_else(|problems| panic!("{file}: {problems}"));
    assert!(warnings.0.is_empty(), "{file}: {warnings}");
    plan
}

/// Takes the points where a column has a value from those that still want one.
fn strike_out(wanting: &mut BTreeSet<u64>, played: &Played, plan: &Plan, table: &str, name: &str) {
    for (row, trial) in played.table(table).trial.iter().enumerate() {
        let has_value = match played.column(table, name) {
            Values::F64(numbers) => !numbers[row].is_nan(),
            _ => true,
        };
        if has_value {
            wanting.remove(&plan.grid.locate(*trial).0);
        }
    }
}

/// Every column gets a value in every cell within the scenario's own repeats; where the first trial leaves none, the
/// next is played.
fn answers<S: Shortcuts>(plan: &Plan, file: &str, columns: &[(&str, &str)]) {
    let mut wanting = vec![(0..plan.grid.points()).collect::<BTreeSet<u64>>(); columns.len()];
    for repeat in 0..plan.grid.repeats {
        let points: BTreeSet<u64> = wanting.iter().flatten().copied().collect();
        if points.is_empty() {
            break;
        }
        let played = played_of::<S>(plan, points.iter().map(|point| plan.grid.trial(*point, repeat)));
        assert!(played.rows.status.iter().all(|status| *status == Status::Ok), "{file}");
        for (wanting, (table, name)) in wanting.iter_mut().zip(columns) {
            strike_out(wanting, &played, plan, table, name);
        }
    }
    for (wanting, (table, name)) in wanting.iter().zip(columns) {
        assert!(wanting.is_empty(), "{file}: {table}.{name} has no value at the points {wanting:?}");
    }
}

/// Whether at every point everybody thinks before he shoots, and at some both sides play for points.
fn is_played_well(plan: &Plan) -> bool {
    let for_points = |policy| matches!(policy, Policy::Valued | Policy::Sampled);
    let thinks = |policy| for_points(policy) || matches!(policy, Policy::Safe | Policy::Hunter | Policy::StopShort);
    let (mut some, mut all) = (false, true);
    for point in (0..plan.grid.points()).map(|point| plan.point(point)) {
        if plan.study.name == ShotStudy::NAME {
            let keys = ShotKeys::read(&point);
            // the first shot may be that of the keys, or of either policy as strata
            some |= keys.shot.by.0.is_none_or(for_points);
            all &= keys.play_on.policy.0.is_some_and(for_points);
        } else {
            let MatchKeys { a, b, .. } = MatchKeys::read(&point);
            some |= for_points(a.policy) && for_points(b.policy);
            all &= thinks(a.policy) && thinks(b.policy);
        }
    }
    some && all
}

/// The text of a scenario.
fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/tinsley_green/{file}.toml"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_height_of_the_hand_is_a_stratum_of_three_questions() {
    for (file, _, _) in QUESTIONS.iter().filter(|(_, question, _)| ["TGQ1", "TGQ2", "TGQ6"].contains(question)) {
        let plan = plan(file, None);
        let heights: BTreeSet<u64> = (0..plan.grid.points())
            .map(|point| plan.point(point))
            .map(|point| match plan.study.name {
                ShotStudy::NAME => ShotKeys::read(&point).shot.release_height_m,
                _ => MatchKeys::read(&point).shot.release_height_m,
            })
            .map(|height_m| (1e6 * height_m).round() as u64)
            .collect();
        assert_eq!(heights.into_iter().collect::<Vec<_>>(), [10_000, 25_000, 40_000], "{file}, um");
    }
}

#[test]
fn tg_1c_varies_in_a_scenario_of_several_games_whose_layings_differ() {
    let plan = plan("sand_laying", None);
    let points: Vec<MatchKeys> = (0..plan.grid.points()).map(|point| MatchKeys::read(&plan.point(point))).collect();
    let laid: Vec<SandReset> = points.iter().map(|keys| keys.ring.sand).collect();
    assert_eq!(laid, [SandReset::PerGame, SandReset::PerMatch, SandReset::Never]);
    assert!(points.iter().all(|keys| keys.surface.varies() && keys.format.game_count == 3));
    assert!(is_played_well(&plan) && text("sand_laying").contains("matches of three games"));
}

/// What the user is told of the main question, where he meets it: in the scenario, the questions and the notebook.
#[test]
fn the_main_scenario_says_what_its_answer_depends_on() {
    let plan = plan("knuckling_down", None);
    let points: Vec<ShotKeys> = (0..plan.grid.points()).map(|point| ShotKeys::read(&plan.point(point))).collect();
    let limit_m_s = points[0].player.speed_max_m_s;
    let fastest_m_s = points.iter().map(|keys| keys.shot.speed_m_s).fold(0.0, f64::max);
    assert!(fastest_m_s == limit_m_s && points.iter().any(|keys| keys.shot.spin_ratio < 0.0));
    assert!(is_played_well(&plan));
    let read = |file: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file);
    let notebook = read("notebooks/01_knuckling_down.ipynb");
    let told = |text: &str| text.replace("\n# ", " ").replace("\n  ", " ");
    for text in [told(&text("knuckling_down")), told(&read("docs/questions.md")), notebook] {
        for said in ["player.speed_max_m_s", "10 and 50 degrees", "six of the twelve sites", "by skill", "depends on"] {
            assert!(text.contains(said), "nothing is said of {said}");
        }
    }
    // by points of a break first, both where a run is summed up and where the best is asked
    assert_eq!(plan.study.measures[0].column, "break_points_count");
}

#[test]
fn a_shot_of_the_main_scenario_seldom_scores_nothing() {
    let mut plan = plan("knuckling_down", Some(30));
    let policy = plan.study.schema.keys.iter().position(|key| key.path.is("break.policy")).expect("a key");
    plan.set(policy, Value::Choice("none".into()));
    // on the sand of which the text has its figures
    let size_law = plan.study.schema.keys.iter().position(|key| key.path.is("surface.size_law")).expect("a key");
    plan.set(size_law, Value::Choice("none".into()));
    // some points of each value of each axis
    let points = (0..plan.grid.points()).step_by(11);
    let played = played_of::<ShotStudy>(
        &plan,
        points
            .flat_map(|point| (0..30).map(move |repeat| (point, repeat)))
            .map(|(point, repeat)| plan.grid.trial(point, repeat)),
    );
    let marbles = played.counts("shots", "marbles_off_count");
    let nothing = marbles.iter().filter(|count| **count == 0).count() as f64 / marbles.len() as f64;
    // the text says one in four or five; a third is asked for at the most
    assert!((0.13..0.28).contains(&nothing), "{nothing} of the shots score nothing");
}

#[test]
fn every_question_has_its_columns_in_every_cell() {
    for (file, question, columns) in QUESTIONS {
        assert!(text(file).starts_with(&format!("# {question}: ")), "{file} opens with its question");
        let plan = plan(file, None);
        assert!(is_played_well(&plan), "{file} is played by sampled");
        match plan.study.name {
            ShotStudy::NAME => answers::<ShotStudy>(&plan, file, columns),
            _ => answers::<MatchStudy>(&plan, file, columns),
        }
    }
}

#[test]
fn d37_scores_of_good_teams_lie_in_the_published_band() {
    let plan = plan("published_scores", Some(24));
    let played = played_of::<MatchStudy>(&plan, plan.grid.by_point());
    // published means and the band asked for
    for (name, published) in [("winner_points_count", 26.0), ("loser_points_count", 13.1)] {
        for friction in played.numbers("matches", name).chunks(24) {
            let mean = friction.iter().sum::<f64>() / 24.0;
            let variance = friction.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / 23.0;
            // beyond the band by no more than chance does to the mean of 24 (of 120: losers 16.7, 14.3, 15.1)
            let chance = 2.0 * (variance / 24.0).sqrt();
            assert!((mean - published).abs() <= 4.0 + chance, "{name}: {mean} +- {chance}");
        }
    }
}
