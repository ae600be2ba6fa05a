//! The laws clause by clause: each clause has the cases that the table of clauses lists for it.

mod attack;
mod champion;
mod defence;
mod movement;
mod restarts;
mod setting;
mod shots;

use tolley_experiment::key::{Point, Value};

use super::*;
use crate::keys;

/// Clause, number of the case, the case.
type Case = (&'static str, u8, fn());

/// How many cases the table lists for each clause.
const LISTED: &[(&str, u8)] = &[
    ("DF-parts", 2),
    ("DF-roles", 2),
    ("DF-read", 2),
    ("DF-setup-champion", 2),
    ("DF-setup-kickoff", 2),
    ("DF-time-halves", 2),
    ("DF-time-second-half", 2),
    ("DF-time-end", 3),
    ("DF-time-tournament", 3),
    ("DF-goal", 2),
    ("DF-att-turn", 2),
    ("DF-att-first-control", 2),
    ("DF-att-no-repeat", 3),
    ("DF-att-reset", 2),
    ("DF-att-restart-dice", 2),
    ("DF-move-arrow", 4),
    ("DF-move-X", 2),
    ("DF-move-Q", 2),
    ("DF-move-out-end", 3),
    ("DF-move-out-side", 3),
    ("DF-move-out-own", 4),
    ("DF-move-reverse", 4),
    ("DF-shot-zone", 3),
    ("DF-shot-box-on", 2),
    ("DF-shot-box-perfect", 3),
    ("DF-shot-box-post", 2),
    ("DF-shot-box-bar", 3),
    ("DF-shot-box-wide", 1),
    ("DF-shot-out-on", 4),
    ("DF-shot-out-perfect", 3),
    ("DF-shot-out-other", 2),
    ("DF-def-when", 2),
    ("DF-def-intercept", 1),
    ("DF-def-miss", 2),
    ("DF-def-own-goal", 2),
    ("DF-def-clear", 2),
    ("DF-def-clear-own-end", 3),
    ("DF-def-foul", 4),
    ("DF-def-redcard", 3),
    ("DF-keep-when", 1),
    ("DF-keep-saved", 1),
    ("DF-keep-conceded", 1),
    ("DF-keep-punched", 1),
    ("DF-keep-corner", 1),
    ("DF-goalkick", 4),
    ("DF-corner", 4),
    ("DF-dfk", 3),
    ("DF-pen-results", 4),
    ("DF-boskov", 3),
    ("DF-champ-cycle", 2),
    ("DF-champ-bomb", 2),
    ("DF-champ-assist", 3),
    ("DF-champ-perfect", 3),
    ("DF-champ-great-save", 2),
    ("DF-champ-recovery", 3),
    ("DF-champ-foul", 4),
    ("DF-fallback", 1),
];

fn cases() -> impl Iterator<Item = &'static Case> {
    [setting::CASES, attack::CASES, movement::CASES, shots::CASES, defence::CASES, restarts::CASES, champion::CASES]
        .into_iter()
        .flatten()
}

#[test]
fn every_clause_has_its_listed_cases_and_they_hold() {
    let listed: Vec<&str> = LISTED.iter().map(|(clause, _)| *clause).collect();
    assert_eq!(listed, Clause::NAMES, "each clause once, in the order of the table");
    for (clause, count) in LISTED {
        let mut numbers: Vec<u8> = cases().filter(|case| case.0 == *clause).map(|case| case.1).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=*count).collect::<Vec<u8>>(), "cases of {clause}");
    }
    assert_eq!(cases().count(), 140);
    let failed = cases().filter(|(_, _, case)| std::panic::catch_unwind(case).is_err());
    let failed: Vec<String> = failed.map(|(clause, number, _)| format!("{clause} T{number}")).collect();
    assert!(failed.is_empty(), "these fail: {failed:?}");
}

#[test]
#[ignore = "a million matches"]
fn a_million_random_matches_meet_nothing_unforeseen() {
    setting::play(&Rules { folds: true, ..rules() }, 1_000_000, |_, _, _, mark| {
        assert!(mark.clause != Clause::Fallback);
    });
}

/// Every variant of the laws alone, and all of them together.
#[test]
fn no_variant_of_the_laws_leaves_a_position_without_a_step() {
    let variants: &[(&str, Value)] = &[
        ("laws.boskov", Value::Flag(true)),
        ("laws.after_goal_first_die", Value::Choice("any")),
        ("laws.first_die_rule", Value::Flag(false)),
        ("laws.control_max_run_count", Value::Count(2)),
        ("laws.restart_dice", Value::Choice("start_only")),
        ("laws.own_line", Value::Choice("only_named_cases")),
        ("laws.reverse_rows", Value::Choice("none")),
        ("laws.double_allowed", Value::Flag(false)),
        ("laws.arrow_can_score", Value::Flag(true)),
        ("laws.defend_optional", Value::Flag(false)),
        ("laws.foul_location", Value::Choice("shot_origin")),
        ("laws.red_card_streak_count", Value::Count(3)),
        ("laws.dfk_allow_arrow", Value::Flag(false)),
        ("laws.save_on_penalty", Value::Flag(true)),
        ("laws.chain_after_bomb", Value::Flag(false)),
        ("laws.bomb_min_row", Value::Count(4)),
        ("laws.p_misread", Value::Number(0.2)),
        ("time.count", Value::Choice("attack_rolls")),
        ("time.corner_ends", Value::Flag(false)),
    ];
    let alone = variants.iter().map(std::slice::from_ref);
    for sets in alone.chain([variants]) {
        let rules = Rules { folds: true, ..rules_with(sets) };
        for position in &crate::game::Compiled::new(&rules).positions {
            let Following { owner, steps, .. } = rules.following(position);
            let sum: f64 = steps.iter().map(|step| step.effect.probability).sum();
            assert!(
                !steps.is_empty() && (owner != Owner::Chance || (sum - 1.0).abs() < 1e-13),
                "{sets:?} {position:?}"
            );
        }
    }
}

fn rules_with(sets: &[(&str, Value)]) -> Rules {
    let mut point = Point::default_of(keys::rules_schema());
    for (path, value) in sets {
        let index = point.schema.index(path).unwrap_or_else(|| panic!("{path} is a key"));
        point.values[index] = *value;
    }
    Rules { folds: false, ..Rules::new(&point).unwrap_or_else(|faults| panic!("{faults:?}")) }
}

fn rules() -> Rules {
    rules_with(&[])
}

fn field(row: u8, column: u8) -> Field {
    Field::new(row, column)
}

fn open(row: u8, column: u8, permission: Permission) -> Ball {
    Ball::Open(field(row, column), permission)
}

fn at(play: Play) -> Position {
    Position { play, white: White::Off, fouls: 0 }
}

fn turn(ball: Ball) -> Position {
    at(Play::Turn(ball))
}

fn holding(white: White, play: Play) -> Position {
    Position { white, ..at(play) }
}

fn acts(rules: &Rules, position: &Position) -> Vec<Act> {
    rules.following(position).steps.iter().map(|step| step.mark.act).collect()
}

/// The one step with this act.
fn step(rules: &Rules, position: &Position, act: Act) -> Step {
    let steps = rules.following(position).steps;
    let mut found = steps.iter().filter(|step| step.mark.act == act);
    let one = *found.next().unwrap_or_else(|| panic!("{position:?} has no {act:?}"));
    assert!(found.next().is_none(), "{position:?} has several {act:?}");
    one
}

/// Throws a face, whatever stands on the dice; side 0 is left.
fn throw(rules: &Rules, from: (u8, u8), kick: Kick, reversed: bool, face: &str, side: usize) -> Step {
    let face = Face::parse(face).unwrap_or_else(|| panic!("{face} is a face"));
    let throw = Throw { from: field(from.0, from.1), kick, reversed, next: Permission::Any };
    let position = at(Play::ArrowRoll(ArrowDie::Pass, throw));
    let step = rules.read(&position, throw, face);
    match step.to.play {
        Play::Aim(throw, arrow, number, symbol) => rules.aim(&step.to, throw, Face { arrow, number, symbol })[side],
        _ => step,
    }
}

fn plain(from: (u8, u8), face: &str, side: usize) -> Step {
    throw(&rules(), from, Kick::Plain, false, face, side)
}

/// The ball after a step that leads to a turn, or to the window before it.
fn ball(step: &Step) -> Ball {
    match step.to.play {
        Play::Turn(ball) | Play::Window(ball) => ball,
        other => panic!("{other:?} is no turn"),
    }
}

fn is_goal(step: &Step) -> bool {
    step.effect.reward == 1 && step.effect.swaps && step.effect.closes
}

#[track_caller]
fn keeps(step: &Step, expected: Ball) {
    assert_eq!((step.effect.swaps, step.effect.reward, ball(step)), (false, 0, expected));
}

#[track_caller]
fn loses(step: &Step, expected: Ball) {
    assert_eq!((step.effect.swaps, step.effect.reward, ball(step)), (true, 0, expected));
    assert!(step.effect.closes, "a change of attacker ends a half whose time is up");
}
