//! Whole games as a scenario sets them, through the study.

use tolley_analysis::statistics::estimates::share;
use tolley_tinsley_green::laws::{Clause, Form, Reason, What};
use tolley_tinsley_green::matches::MatchStudy;

use super::played;
use crate::tinsley_green::played::{Played, played_of, read};

/// What joins the rows of a table: trial, game, and turn and shot where it has them.
fn keys(rows: &Played, table: &str, parts: &[&str]) -> Vec<Vec<u64>> {
    let trials = &rows.table(table).trial;
    let part = |name: &&str, i: usize| u64::from(rows.counts(table, name)[i]);
    (0..trials.len()).map(|i| [trials[i]].into_iter().chain(parts.iter().map(|name| part(name, i))).collect()).collect()
}

#[test]
fn the_tables_join_and_their_sums_agree() {
    let rows = played("[laws]\npreset = \"human\"\n[match]\ngame_count = 2", 12);
    let games = keys(&rows, "games", &["game"]);
    let turns = keys(&rows, "turns", &["game", "turn"]);
    let shots = keys(&rows, "shots", &["game", "turn", "shot"]);
    for unique in [&games, &turns, &shots] {
        assert!(unique.is_sorted_by(|a, b| a < b));
    }
    assert!(shots.iter().all(|shot| turns.binary_search(&shot[..3].to_vec()).is_ok()));
    assert!(turns.iter().all(|turn| games.binary_search(&turn[..2].to_vec()).is_ok()));
    for event in keys(&rows, "events", &["game", "turn", "shot"]) {
        assert!(games.binary_search(&event[..2].to_vec()).is_ok());
    }
    let sum = |table, name| rows.counts(table, name).iter().sum::<u32>();
    assert_eq!(sum("shots", "points_count"), sum("turns", "points_count"));
    assert_eq!(sum("turns", "points_count"), sum("games", "a_points_count") + sum("games", "b_points_count"));
    // points of tie-breaks are not those of the match
    let tie_breaks = rows.names("games", "form").iter().map(|form| *form == Form::TieBreak as u8);
    let points = |name| rows.counts("games", name).iter().zip(tie_breaks.clone());
    let of_match = |name| points(name).filter(|(_, is_tie_break)| !is_tie_break).map(|(points, _)| points).sum::<u32>();
    assert_eq!(of_match("a_points_count"), sum("matches", "a_points_count"));
    assert_eq!(of_match("b_points_count"), sum("matches", "b_points_count"));
    assert_eq!(shots.len() as u32, sum("matches", "shot_count"));
    assert_eq!(sum("turns", "shot_count"), sum("games", "shot_count"));
    for i in 0..shots.len() {
        let rest = rows.counts("shots", "rest_of_break_points_count");
        let next = shots.get(i + 1).filter(|next| next[..3] == shots[i][..3]).map_or(0, |_| rest[i + 1]);
        assert_eq!(rest[i], rows.counts("shots", "points_count")[i] + next);
    }
}

/// Trial, game and shot.
type Place = (u64, u32, u32);

#[test]
fn nobody_plays_once_he_is_out_of_the_game() {
    let rows = played("[laws]\npreset = \"human\"\n[a]\npolicy = \"hunter\"\n[planner]\ncandidate_count = 4", 30);
    let place = |trial: u64, game: u32, shot: u32| (trial, game, shot);
    let mut out = Vec::new();
    let trials = &rows.table("events").trial;
    for (i, event) in rows.names("events", "event").iter().enumerate() {
        if What::ALL[usize::from(*event)] == What::Eliminated {
            let player = rows.numbers("events", "player")[i];
            let at = place(trials[i], rows.counts("events", "game")[i], rows.counts("events", "shot")[i]);
            out.push((player, at));
        }
    }
    assert!(out.len() > 10, "{}", out.len());
    let trials = &rows.table("shots").trial;
    for (i, trial) in trials.iter().enumerate() {
        let player = f64::from(rows.counts("shots", "player")[i]);
        let at = place(*trial, rows.counts("shots", "game")[i], rows.counts("shots", "shot")[i]);
        let was_out = |(who, when): &(f64, Place)| *who == player && when.0 == at.0 && when.1 == at.1 && when.2 < at.2;
        assert!(!out.iter().any(was_out), "player {player} at {at:?}");
    }
}

#[test]
fn the_fate_of_a_toley_left_on_the_ring_is_told() {
    let rows = played("", 40);
    let (fates, stays) = (rows.names("turns", "fate"), rows.flags("turns", "toley_stays"));
    let lost = rows.numbers("turns", "lost_share");
    let exposed = rows.counts("turns", "exposed_turn_count");
    for i in 0..fates.len() {
        assert_eq!(fates[i] != 0, stays[i]);
        assert_eq!(lost[i].is_nan(), fates[i] == 0 || fates[i] == 3);
        assert!((fates[i] != 2 || exposed[i] > 0) && exposed[i] <= 12, "{}", exposed[i]);
    }
    // every kind of fate occurs
    assert!((0..4).all(|fate| fates.contains(&fate)), "{fates:?}");
    let eliminated: u32 = rows.counts("matches", "eliminated_count").iter().sum();
    assert_eq!(fates.iter().filter(|fate| **fate == 2).count() as u32, eliminated);
}

#[test]
fn one_game_of_a_dataset_can_be_played_alone() {
    let plan = read::<MatchStudy>("[a]\npolicy = \"sampled\"", 3, 6).expect("a plan");
    let (all, alone) = (played_of::<MatchStudy>(&plan, 0..6), played_of::<MatchStudy>(&plan, 4..5));
    let points = |rows: &Played, trial: u64| {
        let trials = &rows.table("shots").trial;
        let of = trials.iter().zip(rows.numbers("shots", "toley_x_m")).filter(|(other, _)| **other == trial);
        of.map(|(_, x_m)| x_m.to_bits()).collect::<Vec<_>>()
    };
    assert!(points(&all, 4).len() > 10 && points(&all, 4) == points(&alone, 4));
}

#[test]
fn sampled_beats_nearest_in_paired_games() {
    // each pair: the same random numbers with the sides changed
    let pairs = 30;
    let won = |keys, as_a| {
        let rows = played(keys, pairs);
        rows.flags("matches", "a_wins").iter().filter(|a_wins| **a_wins == as_a).count() as u64
    };
    let wins = won("[a]\npolicy = \"sampled\"", true) + won("[b]\npolicy = \"sampled\"", false);
    let estimate = share(wins, 2 * pairs);
    assert!(estimate.interval.is_some_and(|[low, _]| low > 0.60), "{estimate:?}");
}

#[test]
fn every_kind_of_match_comes_to_its_end() {
    let kinds = [
        "kind = \"international\"",
        "kind = \"individual\"\nplayer_count = 3",
        "kind = \"individual\"\nplayer_count = 12",
        "kind = \"challenge\"",
        "game_count = 3\nwin = \"total-points\"",
        "first_choice = \"second\"\n[a]\norder = \"random\"",
    ];
    for kind in kinds {
        let rows = played(&format!("[match]\n{kind}"), 8);
        assert!(!rows.flags("matches", "is_truncated").contains(&true), "{kind}");
        let clauses = rows.names("events", "clause_id");
        assert!(clauses.contains(&(Clause::Tg13 as u8)) && clauses.contains(&(Clause::Tg5a as u8)), "{kind}");
    }
}

#[test]
fn every_turn_that_begins_is_counted_has_a_row_and_is_told_to_the_scorer() {
    let ends = [
        // a side is disqualified in mid-break, or before somebody could shoot
        "[fouls]\np_block_other = 0.2\np_warning = 0.05\nwarning_limit_count = 2",
        // the last opponent goes out by a shot that earns another, or by his third foul
        "[match]\nteam_size_count = 1\non_wipeout = \"opponents-win\"\n[fouls]\np_block_other = 0.2\nlimit_count = 1\n\
         block_by_other = \"replay\"\nwarning_limit_count = 0",
        "[accidents]\np_substitution = 0.1\np_substitution_approved = 0.5\nunapproved_substitution_is_foul = true",
    ];
    let mut without_shot = [0; 2];
    for keys in ends {
        let rows = played(keys, 20);
        let (games, turns) = (keys_of_games(&rows, "games"), keys_of_games(&rows, "turns"));
        let events = keys_of_games(&rows, "events");
        let mut cut_short = 0;
        for (i, game) in games.iter().enumerate() {
            let own = (0..turns.len()).filter(|turn| turns[*turn] == *game);
            let begun = (0..events.len()).filter(|row| events[*row] == *game);
            let begun = begun.filter(|row| rows.names("events", "event")[*row] == What::Turn as u8).count();
            assert_eq!(
                [own.clone().count(), begun],
                [rows.counts("games", "turn_count")[i] as usize; 2],
                "{keys} {game:?}"
            );
            for turn in own {
                let [points, told] = ["points_count", "told_count"].map(|name| rows.counts("turns", name)[turn]);
                assert_eq!(points, told, "{keys} {game:?}");
                if rows.counts("turns", "shot_count")[turn] == 0 {
                    let clause = rows.names("turns", "clause_id")[turn];
                    without_shot[0] += u32::from(clause == Clause::Tg4c as u8);
                    without_shot[1] += u32::from(clause == Clause::Tg9d as u8);
                }
            }
            cut_short += u32::from(rows.names("games", "ending")[i] >= Reason::WipedOut as u8);
        }
        assert!(cut_short > 0 || keys.contains("substitution"), "{keys}");
        // a swap without leave is a foul shot without a shot
        let fouls = rows.flags("shots", "is_foul").iter().filter(|is_foul| **is_foul).count();
        let swaps = rows.names("turns", "clause_id").iter().filter(|clause| **clause == Clause::Tg4c as u8).count();
        assert_eq!(rows.counts("matches", "foul_count").iter().sum::<u32>() as usize, fouls + swaps, "{keys}");
    }
    assert!(without_shot.iter().all(|count| *count > 0), "{without_shot:?}");
}

fn keys_of_games(rows: &Played, table: &str) -> Vec<Vec<u64>> {
    keys(rows, table, &["game"])
}

#[test]
fn whoever_blocks_is_named_whether_he_was_seen_or_not_and_a_side_that_is_warned_is_too() {
    let rows = played("[fouls]\np_block_other = 0.3\np_warning = 0.05\n[referee]\np_detect_foul = 0.5", 6);
    let (clauses, events) = (rows.names("events", "clause_id"), rows.names("events", "event"));
    let (players, sides) = (rows.numbers("events", "player"), rows.numbers("events", "side"));
    let of = |what: What| (0..events.len()).filter(move |row| events[*row] == what as u8);
    let stopped: Vec<f64> = of(What::Stopped).map(|row| players[row]).collect();
    let called = |row: usize| [What::Unseen, What::BlockedByOther].iter().any(|what| events[row] == *what as u8);
    let blockers = (0..events.len()).filter(|row| clauses[*row] == Clause::Tg7c as u8 && called(*row));
    let (mut named, mut expected) = (blockers.map(|row| players[row]).collect::<Vec<_>>(), stopped);
    named.sort_by(f64::total_cmp);
    expected.sort_by(f64::total_cmp);
    assert!(named.len() > 20 && named == expected, "{named:?} {expected:?}");
    assert!(of(What::Warning).count() > 3 && of(What::Warning).all(|row| [0.0, 1.0].contains(&sides[row])));
    // a match is won by a side, not by the player of its number
    let winners = rows.numbers("matches", "winner_side");
    assert!(of(What::MatchEnds).zip(winners).all(|(row, winner)| sides[row] == *winner && players[row].is_nan()));
}
