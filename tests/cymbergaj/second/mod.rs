//! A second referee of whole matches: he reads the rows of the tables alone, asks the project's own laws what follows,
//! and finds every call, place, count and score again. What he cannot find is a column that is missing.

mod counts;
mod referee;

use tolley_cymbergaj::laws::{CallKind, Period};
use tolley_cymbergaj::matches::{
    Exit, FoulKind, MatchKeys, MatchStudy, Opening, ShootoutKeys, ShootoutStudy, StepKind, Whose,
};
use tolley_experiment::keys::KeySet;
use tolley_experiment::study::Study;
use tolley_experiment::table::Measure;

use self::referee::{EVENTS, MATCHES, MOVES, STEPS, judge};
use super::{play, read};
use crate::sheets::{Found, Sheet, unnoticed};

/// People and a referee who err in everything, far more often than people do.
const ERRORS: &str = "[human]\npreset = \"human\"\np_accident = 0.02\np_illegal_stroke = 0.02\np_touch_far = 0.02\n\
                      p_touch_near = 0.05\np_hand_touch = 0.02\np_extra_move = 0.03\np_bad_throw = 0.1\n\
                      touch_shift_m = \"20 mm\"\n";
/// What hops or rides is drawn by the laws, and the referee misreads lines.
const JUDGED: &str = "p_hop = 0.1\np_ride = 0.05\nride_impulse_n_s = 0.002\n[referee]\np_detect_foul = 0.7\n\
                      line_sd_m = \"2 mm\"\ndiscretion_band_m = \"3 mm\"\n[table]\nline_inset_m = \"10 mm\"\n";
/// What hops or rides is played, a ball near a line is a toss, and much is otherwise than the laws say.
const PLAYED: &str = "p_hop = 0\np_ride = 0\n[events]\np_hop = 0.1\np_ride = 0.05\n[referee]\np_detect_foul = 0.5\n\
                      discretion = \"probability\"\ndiscretion_band_m = \"5 mm\"\n[table]\nposts = \"physical\"\n\
                      [laws]\nstall_moves = 3\nadvantage = true\nbad_throw = \"retake\"\np_award_penalty = 0.5\n\
                      p_award_goal_kick = 0.5\nillegal_stroke = \"warn-replay\"\nplacement_order = \"taker-first\"\n\
                      corner_ball = \"fixed\"\nkickoff_spot = \"free\"\npenalty_spot = \"free\"\n\
                      [clock]\nextra_added_time = \"as-halves\"\nmove_sd_ratio = 0.3\n";
/// Neither errs.
const LITERAL: &str = "preset = \"literal\"\n";

fn head(seed: u64, repeats: u64) -> String {
    format!("seed = {seed}\nrepeats = {repeats}")
}

/// Tables of matches with these keys, and what they were played by.
fn matches(seed: u64, repeats: u64, keys: &str) -> (MatchKeys, Vec<Sheet>) {
    let keys = format!("[contest]\nrecord = \"events\"\n{keys}\n[a]\npolicy = \"random\"\n");
    let plan = read::<MatchStudy>(&head(seed, repeats), &keys).unwrap_or_else(|problems| panic!("{problems}"));
    (MatchKeys::read(&plan.point(0)), Sheet::all(&MatchStudy::tables(), &play::<MatchStudy>(&plan)))
}

/// Tables of shootouts.
fn shootouts(seed: u64, repeats: u64, keys: &str) -> (MatchKeys, Vec<Sheet>) {
    let keys = format!("[contest]\nrecord = \"events\"\n{keys}\n");
    let plan = read::<ShootoutStudy>(&head(seed, repeats), &keys).unwrap_or_else(|problems| panic!("{problems}"));
    let rows = play::<ShootoutStudy>(&plan);
    (ShootoutKeys::read(&plan.point(0)).into(), Sheet::all(&ShootoutStudy::tables(), &rows))
}

/// Those of both studies.
fn measures() -> Vec<Measure> {
    [MatchStudy::measures(), ShootoutStudy::measures()].concat()
}

/// Judges every match and adds up every trial.
fn judge_all(keys: &MatchKeys, opening: Opening, sheets: &[Sheet], what: &str) {
    let measures = measures();
    let found = (0..sheets[MATCHES].trial.len()).map(|row| judge(keys, opening, sheets, row));
    let sums = (0..sheets[0].trial.len()).map(|row| counts::contest(sheets, &measures, row));
    found.chain(sums).for_each(|found| assert_eq!(found, Ok(()), "{what}"));
}

#[test]
fn a_second_referee_finds_every_call_and_count_of_matches_by_the_laws() {
    let mut seen = [0; 8];
    for (seed, keys) in [LITERAL, JUDGED, PLAYED]
        .into_iter()
        .enumerate()
        .flat_map(|(at, keys)| [11, 12].map(|seed| (seed + 10 * at as u64, keys)))
    {
        let keys = if keys == LITERAL { format!("[human]\n{keys}") } else { format!("{ERRORS}{keys}") };
        let (read, sheets) = matches(seed, 12, &keys);
        judge_all(&read, Opening::Toss, &sheets, &format!("seed {seed}: {keys}"));
        let steps = &sheets[STEPS];
        for row in 0..steps.trial.len() {
            let is = |flag: &str| steps.is(row, flag);
            let is_foul = steps.name::<FoulKind>(row, "foul") != FoulKind::None;
            let of = [
                is_foul,
                steps.name::<Exit>(row, "exit") != Exit::None,
                !is("detected") && (is("touch") || is("hand_touch")),
                is("is_extra"),
                is("is_dropped"),
                steps.name::<CallKind>(row, "call") == CallKind::Penalty,
                steps.name::<Whose>(row, "lies") != Whose::None,
                moved_by_judge(steps, row) && !is_foul,
            ];
            seen.iter_mut().zip(of).for_each(|(count, of)| *count += u32::from(of));
        }
    }
    let what = "fouls, exits, unseen touches, extra Moves, dropped balls, penalties, stacks, judged hops of the ball";
    assert!(seen.iter().all(|count| *count > 3), "{what}: {seen:?}");
}

/// Whether the ball is put elsewhere than where it rests.
fn moved_by_judge(steps: &Sheet, row: usize) -> bool {
    ["x", "y"].iter().any(|axis| {
        steps.number(row, &format!("ball_after_{axis}_m")) != steps.number(row, &format!("ball_rest_{axis}_m"))
    })
}

#[test]
fn a_second_referee_finds_every_penalty_of_a_shootout_by_the_laws() {
    let mut kicks = [0; 2];
    for (seed, keys) in [(21, JUDGED), (22, PLAYED), (23, JUDGED)] {
        let keys = format!("{ERRORS}{keys}").replace("[laws]\n", "[laws]\nseries_order = \"ABBA\"\n");
        let (read, sheets) = shootouts(seed, 100, &keys);
        judge_all(&read, Opening::Series, &sheets, &format!("seed {seed}: {keys}"));
        for row in 0..sheets[STEPS].trial.len() {
            match sheets[STEPS].name(row, "period") {
                Period::Series => kicks[0] += 1,
                Period::CentreKicks => kicks[1] += 1,
                period => panic!("{period:?}"),
            }
        }
    }
    assert!(kicks.iter().all(|count| *count > 100), "{kicks:?}");
}

/// Columns that the laws decide, or that a step takes over from the one before.
const DECIDED: &[&str] = &[
    "step_no",
    "move_count",
    "turn_no",
    "period",
    "clock_s",
    "took_s",
    "limit_s",
    "step",
    "mover",
    "restart",
    "turn_move_no",
    "moves_left",
    "is_extra",
    "touched_before",
    "idle_count",
    "own_x_m",
    "own_y_m",
    "other_x_m",
    "other_y_m",
    "ball_x_m",
    "ball_y_m",
    "call",
    "given_to",
    "at_x_m",
    "at_y_m",
    "exit",
    "foul",
    "goal_to",
    "own_goal",
    "counts_for_scorer",
    "own_after_x_m",
    "own_after_y_m",
    "other_after_x_m",
    "other_after_y_m",
    "ball_after_x_m",
    "ball_after_y_m",
    "is_dropped",
    "next_turn",
    "next_restart",
    "next_period",
    "a_goal_count",
    "b_goal_count",
    "a_shootout_goal_count",
    "b_shootout_goal_count",
];

/// Judges the matches of a trial again, and adds them up.
fn judge_trial(keys: &MatchKeys, sheets: &[Sheet], trial: u64) -> Found {
    let of_trial = |row: &usize| sheets[MATCHES].trial[*row] == trial;
    let mut rows = (0..sheets[MATCHES].trial.len()).filter(of_trial);
    rows.try_for_each(|row| judge(keys, Opening::Toss, sheets, row))?;
    counts::contest(sheets, &measures(), trial as usize)
}

/// All rows of a table, or one of so many.
fn rows_of(sheets: &[Sheet], table: usize, every: usize) -> Vec<usize> {
    (0..sheets[table].trial.len()).step_by(every).collect()
}

#[test]
fn no_count_and_no_place_in_a_row_can_be_changed_unnoticed() {
    let (keys, mut sheets) = matches(31, 6, &format!("{ERRORS}{JUDGED}"));
    // what is decided: wherever it is changed, in steps, Moves, clauses, matches and contests
    let is_judged = |row: &usize| sheets[STEPS].name::<StepKind>(*row, "step") != StepKind::Placed;
    let judged: Vec<usize> = rows_of(&sheets, STEPS, 97).into_iter().filter(is_judged).collect();
    let trial = |sheets: &[Sheet], table: usize, row: usize| sheets[table].trial[row];
    let found = |sheets: &[Sheet], row: usize| judge_trial(&keys, sheets, trial(sheets, STEPS, row));
    assert_eq!(unnoticed(&mut sheets, (STEPS, DECIDED), &judged, true, found), [""; 0]);
    for (table, every) in [(0, 1), (MATCHES, 2), (MOVES, 211), (EVENTS, 501)] {
        let names: Vec<String> = sheets[table].names().to_vec();
        let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !ALONE.contains(name)).collect();
        let rows = rows_of(&sheets, table, every);
        let found = |sheets: &[Sheet], row: usize| judge_trial(&keys, sheets, trial(sheets, table, row));
        assert_eq!(unnoticed(&mut sheets, (table, &names), &rows, true, found), [""; 0], "table {table}");
    }
}

#[test]
fn whatever_else_a_step_says_decides_something() {
    let (keys, sheets) = matches(31, 6, &format!("{ERRORS}{JUDGED}"));
    let (other_keys, others) = matches(32, 6, &format!("{ERRORS}{PLAYED}"));
    let names: Vec<String> = sheets[STEPS].names().to_vec();
    let told = names.iter().map(String::as_str).filter(|name| !DECIDED.contains(name) && *name != "match_no");
    let mut told: Vec<String> = told.map(str::to_owned).collect();
    for (keys, mut sheets) in [(keys, sheets), (other_keys, others)] {
        // where something is called it is noticed sooner
        let mut rows = rows_of(&sheets, STEPS, 1);
        let is_foul = |row: usize| sheets[STEPS].name::<FoulKind>(row, "foul") != FoulKind::None;
        let is_settled = |row: usize| sheets[STEPS].name::<CallKind>(row, "call") == CallKind::Settled;
        rows.sort_by_key(|row| (!is_foul(*row), is_settled(*row)));
        let names: Vec<&str> = told.iter().map(String::as_str).collect();
        let found = |sheets: &[Sheet], row: usize| judge_trial(&keys, sheets, sheets[STEPS].trial[row]);
        told = unnoticed(&mut sheets, (STEPS, &names), &rows, false, found);
    }
    assert_eq!(told, [""; 0]);
}

/// What one table alone says, of strokes and of coins; and who sits where, which the laws do not care about.
const ALONE: [&str; 16] = [
    "match_no",
    "a_seat",
    "meant_rad",
    "meant_speed_m_s",
    "launch_rad",
    "launch_speed_m_s",
    "launch_offset_ratio",
    "hop_speed_m_s",
    "ball_speed_m_s",
    "motion_s",
    "a_weighed_kg",
    "b_weighed_kg",
    "ball_weighed_kg",
    "a_played_diameter_m",
    "b_played_diameter_m",
    "ball_played_diameter_m",
];
