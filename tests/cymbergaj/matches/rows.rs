//! The tables of a match: they join, and any trial is played alone.

use std::ops::Range;

use tolley_cymbergaj::laws::Clause;
use tolley_cymbergaj::matches::{MatchStudy, ShootoutStudy, Who};
use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::row::{Rows, Values};

use super::plan;
use crate::cymbergaj::{counts, names, numbers, play, read};

fn played(plan: &Plan, trials: impl IntoIterator<Item = u64>) -> Rows {
    play_some::<MatchStudy>(plan, trials).expect("a point that can be played")
}

/// Whether some rows of a table are the same, bit by bit.
fn same(one: &Rows, table: usize, rows: Range<usize>, other: &Rows, others: Range<usize>) -> bool {
    let alike = |(one, other): (&Values, &Values)| match (one, other) {
        (Values::F64(one), Values::F64(other)) => {
            let bits = |value: &f64| value.to_bits();
            one[rows.clone()].iter().map(bits).eq(other[others.clone()].iter().map(bits))
        }
        (Values::U32(one), Values::U32(other)) => one[rows.clone()] == other[others.clone()],
        (Values::Name(one), Values::Name(other)) => one[rows.clone()] == other[others.clone()],
        (Values::Bool(one), Values::Bool(other)) => one[rows.clone()] == other[others.clone()],
        _ => false,
    };
    one.tables[table].columns.iter().zip(&other.tables[table].columns).all(alike)
}

#[test]
fn moves_and_events_join_their_matches() {
    let plan = plan("repeats = 20\n[contest]\nrecord = \"events\"\n[human]\npreset = \"human\"\n");
    let rows = played(&plan, 0..20);
    let [contests, matches, moves, events, steps] = &rows.tables[..] else { panic!("five tables") };
    assert_eq!((contests.trial.len(), matches.trial.len()), (20, 40));
    let move_count: u32 = counts::<MatchStudy>(&rows, 1, "move_count").iter().sum();
    // a mistake before the stroke is no Move
    assert_eq!(moves.trial.len() as u32, move_count);
    assert_eq!(moves.trial.len() as u32, counts::<MatchStudy>(&rows, 0, "all_move_count").iter().sum::<u32>());
    let numbers = counts::<MatchStudy>(&rows, 2, "move_no");
    let match_no = counts::<MatchStudy>(&rows, 2, "match_no");
    for (row, pair) in numbers.windows(2).enumerate() {
        let same = moves.trial[row] == moves.trial[row + 1] && match_no[row] == match_no[row + 1];
        assert!(if same { pair[1] > pair[0] } else { pair[1] <= 3 }, "{pair:?}");
    }
    assert!(events.trial.is_sorted() && steps.trial.len() > moves.trial.len());
    let clauses = names::<MatchStudy>(&rows, 3, "clause");
    for clause in [Clause::Toss, Clause::StartPosition, Clause::Move, Clause::Turn, Clause::Halves, Clause::Winner] {
        assert!(clauses.contains(&(clause as u8)), "{}", clause.name());
    }
}

#[test]
fn a_match_that_ends_with_its_opening_is_the_first_turn_of_the_whole_one() {
    let keys = |opening: &str, until: &str| {
        let keys = format!("opening = \"{opening}\"\nuntil = \"{until}\"\nseats = \"a-x\"\nrecord = \"moves\"\n");
        played(&plan(&format!("repeats = 60\n[contest]\n{keys}")), 0..60)
    };
    for opening in ["kick-off", "free-kick", "goal-kick", "corner", "penalty"] {
        let [whole, short] = ["won", "opening"].map(|until| keys(opening, until));
        let first: Vec<usize> = (0..whole.tables[2].trial.len())
            .filter(|row| counts::<MatchStudy>(&whole, 2, "turn_no")[*row] == 1)
            .collect();
        assert_eq!(short.tables[2].trial.len(), first.len(), "{opening}");
        for (row, at) in first.into_iter().enumerate() {
            assert!(same(&short, 2, row..row + 1, &whole, at..at + 1), "{opening}: Move {row}");
        }
        let nobody = |winner: &u8| *winner == Who::Nobody as u8;
        assert!(names::<MatchStudy>(&short, 1, "winner").iter().all(nobody), "{opening}");
        let column = format!("{}_count", opening.replace('-', "_"));
        assert!(counts::<MatchStudy>(&short, 0, &column).iter().all(|turns| *turns == 1), "{opening}");
        for share in ["a_win_share", "starter_win_share", "level_share"] {
            assert!(numbers::<MatchStudy>(&short, 0, share).iter().all(|value| value.is_nan()), "{opening}: {share}");
        }
    }
}

#[test]
fn fewer_tables_are_the_same_matches() {
    let with = |record: &str| played(&plan(&format!("repeats = 10\n[contest]\nrecord = \"{record}\"\n")), 0..10);
    let [matches, moves, events] = ["matches", "moves", "events"].map(with);
    assert_eq!((matches.tables[2].trial.len(), moves.tables[3].trial.len()), (0, 0));
    assert!(moves.tables[2].trial.len() > 500 && events.tables[3].trial.len() > 1000);
    let whole = |rows: &Rows, table: usize| 0..rows.tables[table].trial.len();
    for (fewer, more, tables) in [(&matches, &moves, 2), (&moves, &events, 3)] {
        for table in 0..tables {
            assert!(same(fewer, table, whole(fewer, table), more, whole(more, table)), "table {table}");
        }
    }
}

#[test]
fn any_trial_is_played_alone() {
    let plan = plan("repeats = 12\n[contest]\nrecord = \"moves\"\n[sweep.axes]\n\"a.mass_ratio\" = [0.96, 1.0]\n");
    let all = played(&plan, 0..24);
    for trial in [3, 12, 17] {
        let alone = played(&plan, [trial]);
        let range =
            all.tables[2].trial.partition_point(|t| *t < trial)..all.tables[2].trial.partition_point(|t| *t <= trial);
        assert!(same(&alone, 2, 0..range.len(), &all, range));
    }
}

#[test]
fn a_shootout_begins_with_the_series() {
    let rows = play::<ShootoutStudy>(&read::<ShootoutStudy>("repeats = 50", "").expect("a plan"));
    let of = |name| counts::<ShootoutStudy>(&rows, 1, name);
    assert!(of("kick_off_count").iter().all(|count| *count == 0));
    assert!(of("penalty_count").iter().all(|count| (6..=10).contains(count)));
    assert!(of("round_count").iter().any(|count| *count > 0) && of("round_count").contains(&0));
}
