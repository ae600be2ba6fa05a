//! The laws clause by clause: each clause has the cases that the table of clauses lists for it.

mod attack;
mod champion;
mod defence;
mod movement;
mod restarts;
mod setting;
mod shots;
mod windows;

use tolley_dice_football::keys::dice::{ArrowDie, Die};
use tolley_dice_football::keys::faces::{Arrow, Champion, Face};
use tolley_dice_football::keys::field::Field;
use tolley_dice_football::laws::*;
use tolley_dice_football::solver::Owner;

use crate::cases::{cases, count_by_clause};

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

#[test]
fn every_clause_has_its_listed_cases() {
    let listed: Vec<&str> = LISTED.iter().map(|(clause, _)| *clause).collect();
    assert_eq!(listed, Clause::NAMES, "each clause once, in the order of the table");
    let files = [
        setting::CASES,
        attack::CASES,
        movement::CASES,
        shots::CASES,
        defence::CASES,
        restarts::CASES,
        champion::CASES,
    ];
    let counts = count_by_clause(&files);
    assert_eq!(counts.values().sum::<usize>(), 140);
    for (clause, count) in LISTED {
        assert_eq!(counts.get(clause), Some(&usize::from(*count)), "cases of {clause}");
        for number in 1..=*count {
            let case = format!("{clause}-T{number}");
            assert!(files.iter().any(|file| file.contains(&case.as_str())), "{case} is missing");
        }
    }
}

#[test]
#[ignore = "a million matches"]
fn a_million_random_matches_meet_nothing_unforeseen() {
    setting::play(&Laws { is_canonical: true, ..laws() }, 1_000_000, |_, position, event| {
        assert_ne!(event.clause, Clause::Fallback, "{position:?}");
    });
}

/// Every variant of the laws alone, and all of them together.
#[test]
fn no_variant_of_the_laws_leaves_a_position_without_a_step() {
    let variants: &[fn(&mut RuleKeys)] = &[
        |keys| keys.rules.boskov = true,
        |keys| keys.rules.champion_windows = ChampionWindows::Kicks,
        |keys| keys.rules.champion_windows = ChampionWindows::Open,
        |keys| keys.rules.after_goal_first_die = FirstDie::Any,
        |keys| keys.rules.first_die_rule = false,
        |keys| keys.rules.control_max_run_count = 2,
        |keys| keys.rules.restart_dice = RestartDice::StartOnly,
        |keys| keys.rules.own_line = OwnLine::OnlyNamedCases,
        |keys| keys.rules.reverse_rows = ReverseRows::Nowhere,
        |keys| keys.rules.double_allowed = false,
        |keys| keys.rules.arrow_can_score = true,
        |keys| keys.rules.defend_optional = false,
        |keys| keys.rules.foul_location = FoulLocation::ShotOrigin,
        |keys| keys.rules.red_card_streak_count = 3,
        |keys| keys.rules.dfk_allow_arrow = false,
        |keys| keys.rules.save_on_penalty = true,
        |keys| keys.rules.chain_after_bomb = false,
        |keys| keys.rules.bomb_min_row = 4,
        |keys| keys.rules.p_misread = 0.2,
        |keys| keys.clock.count = Counted::AttackRolls,
        |keys| keys.clock.corner_ends = false,
        |keys| keys.clock.last_roll_ends = false,
    ];
    for changes in variants.iter().map(std::slice::from_ref).chain([variants]) {
        let varied = laws_with(|keys| changes.iter().for_each(|change| change(keys)));
        let laws = Laws { is_canonical: true, ..varied };
        for position in &Compiled::new(&laws).positions {
            let Following { owner, steps, .. } = laws.next(position);
            let sum: f64 = steps.iter().map(|step| step.effect.probability).sum();
            let is_whole = !steps.is_empty() && (owner != Owner::Chance || (sum - 1.0).abs() < 1e-13);
            assert!(is_whole, "{:?} {:?} {position:?}: {} steps, {sum}", laws.rules, laws.clock, steps.len());
        }
    }
}

/// The default laws, but for these keys; mirror images are told apart.
fn laws_with(change: impl FnOnce(&mut RuleKeys)) -> Laws {
    Laws { is_canonical: false, ..super::laws(change) }
}

fn laws() -> Laws {
    laws_with(|_| ())
}

fn field(row: u8, column: u8) -> Field {
    Field::new(row, column)
}

fn open(row: u8, column: u8, permission: Permission) -> Ball {
    Ball::Open(field(row, column), permission)
}

fn at(play: Play) -> Position {
    Position { play, champion: None, fouls: 0 }
}

fn turn(ball: Ball) -> Position {
    at(Play::Turn(ball))
}

fn holding(champion: Option<Holder>, play: Play) -> Position {
    Position { champion, ..at(play) }
}

fn acts(laws: &Laws, position: &Position) -> Vec<Act> {
    laws.next(position).steps.iter().map(|step| step.event.act).collect()
}

/// The one step with this act.
fn step(laws: &Laws, position: &Position, act: Act) -> Step {
    let steps = laws.next(position).steps;
    let mut found = steps.iter().filter(|step| step.event.act == act);
    let one = *found.next().unwrap_or_else(|| panic!("{position:?} has no {act:?}"));
    assert!(found.next().is_none(), "{position:?} has several {act:?}");
    one
}

/// What the attacker, the defender or a die may do here has this act among it.
#[track_caller]
fn offers(laws: &Laws, position: &Position, act: Act) {
    let acts = acts(laws, position);
    assert!(acts.contains(&act), "{act:?} is not among {acts:?} of {position:?}");
}

/// It has not.
#[track_caller]
fn denies(laws: &Laws, position: &Position, act: Act) {
    let acts = acts(laws, position);
    assert!(!acts.contains(&act), "{act:?} is among {acts:?} of {position:?}");
}

/// Throws a face, whatever stands on the dice; side 0 is left.
fn throw(laws: &Laws, from: (u8, u8), kick: Kick, reversed: bool, face: &str, side: usize) -> Step {
    let mut laws = laws.clone();
    laws.dice.arrows[ArrowDie::Pass as usize] = Die::new([Face::of(face); 6], [1.0; 6]);
    let throw = Throw { from: field(from.0, from.1), kick, reversed, next: Permission::Any };
    let steps = laws.next(&at(Play::ArrowRoll(ArrowDie::Pass, throw))).steps;
    let [step] = steps.as_slice() else { panic!("one face, {steps:?}") };
    match step.to.play {
        Play::Aim(..) => laws.next(&step.to).steps[side],
        _ => *step,
    }
}

fn plain(from: (u8, u8), face: &str, side: usize) -> Step {
    throw(&laws(), from, Kick::Plain, false, face, side)
}

/// The ball after a step that leads to a turn, or to the window before it.
fn ball(step: &Step) -> Ball {
    match step.to.play {
        Play::Turn(ball) | Play::Window(ball) => ball,
        other => panic!("{other:?} is not a turn"),
    }
}

/// A goal of the attacker, after which the other player kicks off, and a half whose time is up ends.
#[track_caller]
fn scores(step: &Step) {
    assert_eq!((step.effect.reward, step.effect.swaps, step.effect.closes), (1, true, true), "{step:?}");
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
