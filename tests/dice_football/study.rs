//! The studies of dice football: what a scenario of theirs leaves.

use std::collections::BTreeSet;
use std::sync::Arc;

use tolley_dice_football::keys::DiceKeys;
use tolley_dice_football::keys::faces::Face;
use tolley_dice_football::keys::{FacesSource, checks, data};
use tolley_dice_football::laws::columns::Phase;
use tolley_dice_football::laws::{Act, Clause};
use tolley_dice_football::matches::{MatchRow, MatchStudy};
use tolley_dice_football::solve::{Sheets, SolveStudy, random_dice};
use tolley_experiment::plan::Plan;
use tolley_experiment::player::{Player, Setups, play_some};
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Values};
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};

use super::game;

fn plan<S: Shortcuts>(text: &str) -> Plan {
    let read = scenario::parse("test.toml", text, &[Arc::new(StudyInfo::of::<S>())], Overrides::default());
    read.unwrap_or_else(|problems| panic!("{problems}")).0
}

fn played<S: Shortcuts>(text: &str) -> (Plan, Rows) {
    let plan = plan::<S>(text);
    let rows = play_some::<S>(&plan, plan.grid.by_point()).expect("good points");
    assert!(rows.status.iter().all(|status| *status == Status::Ok));
    (plan, rows)
}

fn column<'r>(plan: &Plan, rows: &'r Rows, table: usize, name: &str) -> &'r Values {
    let index = plan.study.tables[table].index(name).unwrap_or_else(|| panic!("{name} is not a column"));
    &rows.tables[table].columns[index]
}

fn numbers(values: &Values) -> Vec<f64> {
    match values {
        Values::F64(values) => values.clone(),
        Values::U32(values) => values.iter().map(|value| f64::from(*value)).collect(),
        Values::Bool(values) => values.iter().map(|value| f64::from(u8::from(*value))).collect(),
        other => panic!("{other:?} is not a number"),
    }
}

#[test]
fn steps_of_a_match_add_up_to_its_row() {
    let (plan, rows) = played::<MatchStudy>(
        "study = \"dice-football/match\"\nrepeats = 40\n[match]\nrolls = true\n\
         [player_a]\npolicy = \"random\"\n[player_b]\npolicy = \"greedy\"\n[laws]\nboskov = true\n",
    );
    let get = |table, name| numbers(column(&plan, &rows, table, name));
    let (attacker_goals, a_attacks) = (get(1, "attacker_goals"), get(1, "a_attacks"));
    let (a_goals, b_goals, change) = (get(0, "a_goal_count"), get(0, "b_goal_count"), get(0, "change_count"));
    let changes = get(1, "changes_attacker");
    for trial in 0..40 {
        let steps: Vec<usize> = (0..attacker_goals.len()).filter(|i| rows.tables[1].trial[*i] == trial).collect();
        let goals = |a: f64| -> f64 {
            let of = |i: usize| match attacker_goals[i] {
                0.0 => 0.0,
                goal if (goal > 0.0) == (a_attacks[i] == a) => 1.0,
                _ => 0.0,
            };
            steps.iter().map(|i| of(*i)).sum()
        };
        let trial = trial as usize;
        assert_eq!((goals(1.0), goals(0.0)), (a_goals[trial], b_goals[trial]), "trial {trial}");
        assert_eq!(steps.iter().map(|i| changes[*i]).sum::<f64>(), change[trial]);
    }
}

#[test]
fn a_tournament_has_no_draws_and_points_are_halves() {
    let text = |allowed: bool| {
        format!(
            "study = \"dice-football/match\"\nrepeats = 400\n[match]\ndraw_allowed = {allowed}\n[time]\nhalf_s = 60\n\
             [player_a]\npolicy = \"random\"\n[player_b]\npolicy = \"random\"\n"
        )
    };
    let (plan, rows) = played::<MatchStudy>(&text(false));
    assert!(numbers(column(&plan, &rows, 0, "is_draw")).iter().all(|drawn| *drawn == 0.0));
    assert!(numbers(column(&plan, &rows, 0, "is_series")).iter().sum::<f64>() > 50.0);
    let (plan, rows) = played::<MatchStudy>(&text(true));
    let (points, drawn) = (column(&plan, &rows, 0, "a_points_share"), column(&plan, &rows, 0, "is_draw"));
    assert!(numbers(points).iter().zip(numbers(drawn)).all(|(points, drawn)| (*points == 0.5) == (drawn == 1.0)));
}

#[test]
fn every_clause_shows_in_a_step_or_in_a_field() {
    let (game, laws) = game(|keys| (keys.rules.boskov, keys.rules.p_misread) = (true, 0.1));
    let stepped: BTreeSet<Clause> = game.events(&laws).into_iter().map(|event| event.clause).collect();
    // clauses that no single step stands for, and the column that shows them
    let fields = [
        (Clause::Parts, "faces_source"),
        (Clause::Roles, "changes_attacker"),
        (Clause::SetupChampion, "opening_face"),
        (Clause::SetupKickOff, "a_won_draw"),
        (Clause::TimeHalves, "half"),
        (Clause::TimeSecondHalf, "a_attacks"),
        (Clause::TimeEnd, "overtime_roll_count"),
        (Clause::TimeTournament, "is_series"),
        (Clause::Goal, "attacker_goals"),
        (Clause::Reset, "may_roll"),
        (Clause::Fallback, "clause_id"),
    ];
    let tables = MatchStudy::tables();
    for (clause, name) in fields {
        assert!(tables.iter().any(|table| table.index(name).is_some()), "{clause:?}: {name} is not a column");
        assert!(!stepped.contains(&clause), "{clause:?} has a step");
    }
    let missing: Vec<&Clause> = Clause::ALL
        .iter()
        .filter(|clause| !stepped.contains(clause) && !fields.iter().any(|(shown, _)| shown == *clause))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_solution_leaves_values_and_decisions() {
    let (plan, rows) = played::<SolveStudy>(
        "study = \"dice-football/solve\"\n[solve]\nrolls_step_count = 5\nscore_limit_count = 4\n\
         opponent = \"epsilon\"\nopponent_random_share = 0.5\n[time]\nhalf_s = 60\n[laws]\nchampion_die = false\n",
    );
    let points = numbers(column(&plan, &rows, 0, "points_share"))[0];
    assert!(points > 0.4 && points < 0.6);
    assert!(numbers(column(&plan, &rows, 0, "points_against_opponent_share"))[0] > 0.5);
    let (margins, values) = (column(&plan, &rows, 2, "margin_share"), column(&plan, &rows, 1, "points_share"));
    // 220 turns x 2 sides x 3 scores x 2 halves x 3 times left
    assert_eq!(numbers(values).len(), 220 * 2 * 3 * 2 * 3);
    assert!(numbers(margins).iter().all(|margin| *margin >= 0.0));
    assert!(numbers(values).iter().all(|value| (0.0..=1.0).contains(value)));
}

#[test]
fn a_solution_says_of_each_decision_what_every_die_loses_and_of_each_value_how_it_is_made() {
    let (plan, rows) = played::<SolveStudy>(
        "study = \"dice-football/solve\"\n[solve]\nrolls_step_count = 3\nscore_limit_count = 3\n[time]\nhalf_s = 36\n\
         [laws]\nchampion_die = false\n",
    );
    let get = |table, name: &str| numbers(column(&plan, &rows, table, name));
    let names = |name| match column(&plan, &rows, 2, name) {
        Values::Name(names) => names.iter().map(|at| Act::ALL[usize::from(*at)]).collect::<Vec<_>>(),
        other => panic!("{other:?} is not a name"),
    };
    let (best, second, margin) = (names("best"), names("second"), get(2, "margin_share"));
    let dice = [(Act::Control, "control"), (Act::Pass, "pass"), (Act::Cross, "cross"), (Act::Shoot, "shoot")];
    for (act, name) in dice {
        let loss = get(2, &format!("{name}_loss_share"));
        for at in 0..best.len() {
            assert!(loss[at].is_nan() || loss[at] >= 0.0);
            assert!(best[at] != act || loss[at] == 0.0, "{name}");
            assert!(second[at] != act || loss[at] == margin[at], "{name}");
        }
        assert!(loss.iter().any(|loss| *loss > 0.0), "{name}");
    }
    assert!(get(2, "margin_goals").iter().all(|margin| *margin >= 0.0));
    assert!(get(2, "rolls_left_count").contains(&0.0), "the last moments too");
    let (points, win, draw) = (get(1, "points_share"), get(1, "win_share"), get(1, "draw_share"));
    for at in 0..points.len() {
        assert!((win[at] + 0.5 * draw[at] - points[at]).abs() < 1e-14);
        assert!((-1e-14..=1.0).contains(&win[at]) && (0.0..=1.0).contains(&draw[at]));
    }
    let (half, left, ahead) = (get(1, "half"), get(1, "rolls_left_count"), get(1, "attacker_ahead"));
    let late = (0..points.len()).filter(|at| half[*at] == 2.0 && left[*at] == 0.0);
    // who is ahead, attacks, and has no time left wins, unless he scores against himself
    assert!(late.filter(|at| ahead[*at] == 1.0).all(|at| points[at] > 0.9));
}

#[test]
fn every_table_says_where_the_faces_come_from() {
    for table in MatchStudy::tables().iter().chain(&SolveStudy::tables()) {
        assert!(table.index("faces_source").is_some(), "{}", table.name);
    }
    let source = |dice: &str| {
        let (plan, rows) = played::<MatchStudy>(&format!(
            "study = \"dice-football/match\"\n[match]\nrolls = true\n[player_a]\npolicy = \"random\"\n[player_b]\n\
             policy = \"random\"\n{dice}"
        ));
        [0, 1].map(|table| match column(&plan, &rows, table, "faces_source") {
            Values::Name(names) => names[0],
            other => panic!("{other:?} is not a name"),
        })
    };
    assert_eq!(source(""), [FacesSource::Assumed as u8; 2]);
    assert_eq!(source("[dice]\nkeeper_6 = \"saved\"\n"), [FacesSource::Varied as u8; 2]);
    assert_eq!(source("[dice]\nkeeper_weight_6 = 2\n"), [FacesSource::Varied as u8; 2], "still assumed faces");
}

#[test]
fn thirds_losses_and_handed_dice_of_matches_add_up() {
    let (plan, rows) = played::<MatchStudy>(
        "study = \"dice-football/match\"\nrepeats = 300\n[player_a]\npolicy = \"random\"\n[player_b]\n\
         policy = \"random\"\n[dice]\ndefend_weight_6 = 4\n",
    );
    let get = |name| numbers(column(&plan, &rows, 0, name));
    let thirds = ["own_third_share", "middle_third_share", "last_third_share"].map(get);
    let (cards, handed) = (get("red_card_count"), get("die_handed_over_count"));
    for at in 0..300 {
        assert!((thirds.iter().map(|third| third[at]).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(handed[at] <= cards[at]);
    }
    assert!(handed.iter().sum::<f64>() > 0.0 && handed.iter().sum::<f64>() < cards.iter().sum());
    let (rolls, changes) = (get("roll_count"), get("change_count"));
    assert!((get("loss_share")[0] - changes[0] / rolls[0]).abs() < 1e-15);
    assert!((get("rolls_per_possession")[0] - rolls[0] / (changes[0] + 1.0)).abs() < 1e-12);
}

#[test]
fn corners_and_dark_blue_dice_are_those_of_the_steps() {
    let (plan, rows) = played::<MatchStudy>(
        "study = \"dice-football/match\"\nrepeats = 400\n[match]\nrolls = true\n\
         [player_a]\npolicy = \"random\"\n[player_b]\npolicy = \"random\"\n[laws]\nchampion_die = false\n",
    );
    let names = |name| match column(&plan, &rows, 1, name) {
        Values::Name(names) => names.clone(),
        other => panic!("{other:?} is not a name"),
    };
    let (acts, phases) = (names("act"), names("phase"));
    let recount = |holds: &dyn Fn(Act, Phase) -> bool| {
        let mut counts = vec![0.0; 400];
        for (trial, (act, phase)) in rows.tables[1].trial.iter().zip(acts.iter().zip(&phases)) {
            let (act, phase) = (Act::ALL[usize::from(*act)], Phase::ALL[usize::from(*phase)]);
            counts[*trial as usize] += f64::from(u8::from(holds(act, phase)));
        }
        counts
    };
    let corners = recount(&|act, _| matches!(act, Act::ToCorner | Act::OverOwn));
    assert_eq!(numbers(column(&plan, &rows, 0, "corner_count")), corners);
    // after a bar the defender says twice that he acts, and rolls once
    let defences = recount(&|act, phase| act == Act::Defend && phase == Phase::Defence);
    assert_eq!(numbers(column(&plan, &rows, 0, "defence_count")), defences);
    let mean = |counts: &[f64]| counts.iter().sum::<f64>() / 400.0;
    // another program that plays the same laws by a loop of its own has 0.944 +- 0.003 and 11.984 +- 0.010; 12.044
    // where of all losses by the last counted roll those by a diagonal or sideways arrow alone end the half
    assert!((mean(&corners) - 0.944).abs() < 0.2, "{}", mean(&corners));
    assert!((mean(&defences) - 11.984).abs() < 0.6, "{}", mean(&defences));
}

#[test]
fn points_that_share_rules_and_policies_prepare_one_game() {
    let plan = plan::<MatchStudy>(
        "study = \"dice-football/match\"\n[sweep.axes]\n\"laws.boskov\" = [false, true]\n\
         \"player_a.policy\" = [\"optimal\", \"champion-at-once\", \"greedy\"]\n",
    );
    let names: Vec<Option<String>> = (0..6).map(|point| (plan.study.preparation)(&plan.point(point))).collect();
    assert!(names[0].is_some() && names[0] == names[1] && names[3] == names[4]);
    let all: BTreeSet<&Option<String>> = names.iter().collect();
    assert_eq!(all.len(), 4, "two rules, for the greedy one a policy more: {names:?}");
}

#[test]
fn a_constraint_is_told_once_however_often_it_is_broken() {
    let plain = data::DICE.replace("F4X", "F4").replace("S3X", "S3").replace("F4?", "F4").replace("D3?", "D3");
    let (_, warnings) = data::parse_dice("dice.toml", &plain).expect("it can be played");
    assert_eq!(warnings.to_string().matches("N4: ").count(), 1, "{warnings}");
    // both of what N4 expects, in a file and in a scenario
    let plain = data::DICE
        .replace("D3?", "D2")
        .replace("D3", "D2")
        .replace("F4X", "F4")
        .replace("S3X", "S3")
        .replace("F4?", "F4");
    let (_, warnings) = data::parse_dice("dice.toml", &plain).expect("it can be played");
    assert_eq!(warnings.to_string().matches("N4: ").count(), 1, "{warnings}");
    assert!(warnings.to_string().contains("diagonal 3; the cross die has"), "{warnings}");
    let keys =
        DiceKeys { cross_2: Face::of("D2"), cross_4: Face::of("D2"), control_5: Face::of("B1"), ..DiceKeys::default() };
    let told: Vec<String> =
        checks::remarks(&keys).iter().map(|fault| format!("{} {}", fault.path, &fault.message[..3])).collect();
    assert_eq!(told, ["dice.cross_1 N4:", "dice.control_1 N5:"], "{told:?}");
    assert_eq!(checks::remarks(&DiceKeys::default()), []);
    let (plan, rows) = played::<SolveStudy>(
        "study = \"dice-football/solve\"\n[solve]\nscore_limit_count = 1\ncertify = false\nstates = false\n\
         [time]\nhalf_s = 12\n[laws]\nchampion_die = false\n[dice]\ncontrol_1 = \"B1\"\ncross_1 = \"B3\"\n",
    );
    assert_eq!(numbers(column(&plan, &rows, 0, "broken_constraint_count")), [1.0], "N5 of two dice");
}

#[test]
fn random_faces_meet_every_constraint_and_differ() {
    let dice: Vec<_> =
        (0..50).map(|repeat| random_dice(&mut Streams::new(3, repeat, None).open(Purpose::named("faces")))).collect();
    assert!(dice.iter().all(|dice| checks::violations(dice).is_empty()));
    assert!(dice.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn columns_of_a_table_have_different_names() {
    for table in MatchStudy::tables().iter().chain(&SolveStudy::tables()) {
        let names: BTreeSet<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names.len(), table.columns.len(), "{}", table.name);
    }
    assert_eq!(MatchRow::columns(), MatchStudy::tables()[0].columns);
}

#[test]
fn a_sheet_is_that_of_the_trial_that_it_is_asked_for() {
    let plan = plan::<SolveStudy>(
        "study = \"dice-football/solve\"\nrepeats = 2\n[time]\nhalf_s = 24\n[laws]\nchampion_die = false\n\
         [solve]\nscore_limit_count = 2\ncertify = false\nstates = false\nfaces = \"random\"\n",
    );
    let sheet = |trial: u64, played: std::ops::Range<u64>| {
        let sheets = Sheets::of_trial(&plan.point(0), plan.streams_of(trial));
        Player::<SolveStudy>::new(&plan, &Setups::new(&plan, &sheets)).rows_of(played).expect("good points");
        sheets.take()
    };
    let [first, second] = [0, 1].map(|trial| sheet(trial, 0..2).expect("the trial was played"));
    assert!(first.contains("Faces of the dice: random") && first.contains("Winner of the draw"), "{first}");
    assert_ne!(first, second, "each trial has faces of its own");
    assert_eq!(sheet(1, 1..2).as_ref(), Some(&second), "whatever else is played");
    assert_eq!(sheet(0, 1..2), None, "another trial was played");
}

#[test]
fn names_of_earlier_versions_are_hinted_at() {
    let read = |text: &str| {
        let studies = [Arc::new(StudyInfo::of::<SolveStudy>())];
        scenario::parse("test.toml", text, &studies, Overrides::default()).expect_err("a former name").to_string()
    };
    for (key, value) in [("rival", "\"greedy\""), ("rival_random_share", "0.2")] {
        let told = read(&format!("study = \"dice-football/solve\"\n[solve]\n{key} = {value}\n"));
        let today = key.replace("rival", "opponent");
        assert!(told.contains(&format!("solve.{key}")) && told.contains(&format!("solve.{today}")), "{told}");
    }
}
