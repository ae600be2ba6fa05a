//! A second referee: the project's own laws, fed from the rows of a match and not from physics, find every call, count
//! and score of it again; and where a row is changed by one, he objects.

mod game;
mod sheet;
mod told;

use std::collections::{BTreeMap, BTreeSet};

use tolley_experiment::keys::KeySet;
use tolley_experiment::names::Named;
use tolley_experiment::status::Status;
use tolley_experiment::table::ColumnKind;
use tolley_tinsley_green::laws::What;
use tolley_tinsley_green::matches::{MatchKeys, MatchStudy};

use self::game::Referee;
use self::sheet::{Found, Sheet};
use crate::tinsley_green::played::{cheap, played_of, read};

/// What physics and the players do, which a referee cannot find again.
const INPUTS: [(&str, &[&str]); 4] = [
    (
        "shots",
        &[
            "knuckle_x_m",
            "knuckle_y_m",
            "release_x_m",
            "release_y_m",
            "azimuth_rad",
            "speed_m_s",
            "elevation_rad",
            "spin_ratio",
            "aim_error_rad",
            "launch_speed_m_s",
            "is_fudged",
            "is_cabbaged",
            "is_misfired",
            "first_hit_s",
            "duration_s",
            "collision_count",
            "event_count",
            "digits_left_count",
        ],
    ),
    ("matches", &["opening_limited"]),
    ("turns", &["error_ratio", "miscount_count"]),
    ("games", &["sand_sliding_friction_ratio", "sand_rolling_friction_ratio", "sand_restitution_ratio"]),
];

/// Everything that people do amiss, often.
const HUMAN: &str = "[laws]\npreset = \"human\"\n[rows]\nlies = true\n\
    [fouls]\np_fudge = 0.1\np_cabbage = 0.2\np_block_shooter = 0.04\np_block_other = 0.06\np_warning = 0.01\n\
    [accidents]\np_misfire = 0.05\np_break_marble = 0.05\np_break_toley = 0.05\nbreak_impulse_n_s = 0.002\np_shatter = 0.3\n\
    p_toley_refused = 0.2\np_substitution = 0.1\np_substitution_approved = 0.5\np_redrop = 0.3\np_miscount = 0.3\n";
const EYES: &str = "[referee]\nedge_sd_m = \"8 mm\"\np_detect_foul = 0.7\np_false_foul = 0.03\n";

/// Kinds of match and readings of the laws, with a seed and a number of matches.
fn scenarios() -> Vec<(String, u64, u64)> {
    let with = |fouls: &str, accidents: &str, rest: &str| {
        let human = HUMAN.replace("[accidents]\n", &format!("{fouls}\n[accidents]\n{accidents}\n"));
        format!("{human}{EYES}{rest}")
    };
    let swaps = "unapproved_substitution_is_foul = true";
    let team = "[match]\ngame_count = 2\n";
    vec![
        (with("", "", team), 3, 4),
        (with("", "", team), 4, 4),
        (
            with(
                "block_by_other = \"replay\"\nrestore = \"full-rollback\"",
                swaps,
                "[match]\nend_on_target = \"break\"\n\
            elimination_gap = \"keep-alternating\"\nfirst_choice = \"second\"\n[a]\norder = \"random\"\n\
            [continuation]\nunplayable = \"eliminate\"\ntoley_knock = \"none\"\npoints_per_marble_count = 2\n",
            ),
            5,
            6,
        ),
        (
            with(
                "limit_count = 1\nwarning_limit_count = 2\nblock_by_other = \"replay\"",
                swaps,
                "[match]\nteam_size_count = 2\n\
            on_wipeout = \"opponents-win\"\nfirst_play = \"coin\"\n",
            ),
            6,
            20,
        ),
        (
            with(
                "limit_count = 2\ncabbage_before_release = true",
                "",
                "[match]\nkind = \"individual\"\nplayer_count = 5\n\
            nobody_left = \"points\"\n[continuation]\neliminated_by = \"opponents-only\"\nshots_per_break_most_count = 3\n",
            ),
            7,
            8,
        ),
        (
            with(
                "limit_count = 1",
                swaps,
                "[match]\nkind = \"individual\"\nplayer_count = 12\nend_on_target = \"all-marbles\"\n\
            turns_most_count = 20\ngroove_width_m = \"4 cm\"\n",
            ),
            8,
            8,
        ),
        (
            with(
                "",
                swaps,
                "[match]\nkind = \"challenge\"\nfirst_play = \"fixed\"\n[ring]\noff = \"whole-ball-past-edge\"\n",
            ),
            9,
            12,
        ),
        (
            with(
                "",
                "",
                "[match]\nkind = \"international\"\nfirst_choice = \"optimal\"\nfirst_choice_games_count = 2\n\
            time_limit_s = 900\n[a]\norder = \"best-first\"\n[b]\norder = \"best-last\"\n\
            breaches = \"none\"\n",
            ),
            10,
            4,
        ),
    ]
}

/// The sheets of the matches of a scenario, with the keys that they were played by.
fn sheets(keys: &str, seed: u64, repeats: u64) -> (MatchKeys, Vec<Sheet>) {
    let plan = read::<MatchStudy>(&cheap(keys), seed, repeats).unwrap_or_else(|problems| panic!("{problems}"));
    let played = played_of::<MatchStudy>(&plan, plan.grid.by_point());
    assert!(played.rows.status.iter().all(|status| *status == Status::Ok), "{keys}: {:?}", played.rows.status);
    (MatchKeys::read(&plan.point(0)), (0..repeats).map(|trial| Sheet::of(&played, trial)).collect())
}

/// Every column is found, or is one of those that nobody can find.
fn covers(found: &Found, sheet: &Sheet) {
    let inputs: BTreeMap<&str, &[&str]> = INPUTS.into_iter().collect();
    for (table, rows) in &found.0 {
        let Some(row) = rows.first() else { continue };
        let mut known: BTreeSet<&str> = row.iter().map(|(name, _)| *name).collect();
        known.extend(inputs.get(table).copied().unwrap_or_default());
        let columns: BTreeSet<&str> = sheet.part(table).columns.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(known, columns, "{table}");
    }
}

#[test]
fn a_second_referee_finds_every_call_count_and_score_again_from_the_rows() {
    let (mut seen, mut shots) = (BTreeSet::new(), 0);
    for (keys, seed, repeats) in scenarios() {
        let (own, sheets) = sheets(&keys, seed, repeats);
        for (trial, sheet) in sheets.iter().enumerate() {
            let found = Referee::judge(&own, sheet).unwrap_or_else(|told| panic!("{keys} trial {trial}: {told}"));
            covers(&found, sheet);
            shots += found.count("shots");
            let events = sheet.part("events");
            seen.extend((0..events.rows.len()).map(|row| events.at(row, "event").expect("a row") as usize));
        }
    }
    // what a hand and a mind that keep to the laws never do
    let never = [What::Refused, What::Limited];
    let unseen = What::ALL.iter().filter(|what| !seen.contains(&what.index()) && !never.contains(what));
    let unseen: Vec<&What> = unseen.collect();
    assert!(unseen.is_empty() && shots > 1000, "{shots} shots without {unseen:?}");
}

/// By one more, or the other way, or the next name.
fn changed(kind: &ColumnKind, value: f64) -> Option<f64> {
    match kind {
        ColumnKind::Bool => Some(1.0 - value),
        ColumnKind::U32 | ColumnKind::U64 | ColumnKind::Name { .. } => Some(value + 1.0),
        ColumnKind::F64 => (!value.is_nan()).then_some(value + 1.0),
    }
}

#[test]
fn the_second_referee_objects_to_each_count_that_is_changed_by_one() {
    let inputs: BTreeMap<&str, &[&str]> = INPUTS.into_iter().collect();
    let mut spoiled = 0;
    let all = scenarios();
    // two teams, five players for themselves, a challenge
    for (keys, seed, _) in [&all[3], &all[4], &all[6]] {
        let (own, sheets) = sheets(keys, *seed, 2);
        let sheet = &sheets[1];
        assert!(Referee::judge(&own, sheet).is_ok());
        for (table, part) in sheet.parts.iter().filter(|(table, part)| *table != "rests" && !part.rows.is_empty()) {
            for (column, (name, kind)) in part.columns.iter().enumerate() {
                if inputs.get(table.as_str()).is_some_and(|inputs| inputs.contains(&name.as_str())) {
                    continue;
                }
                for row in [0, part.rows.len() / 2, part.rows.len() - 1] {
                    // what chance decides before play, and where the rack lies, is only read
                    let is_before = (table == "events" && name == "value" && row == 0) || (table == "lies" && row == 0);
                    let Some(value) = changed(kind, part.rows[row][column]).filter(|_| !is_before) else { continue };
                    let mut other = sheet.clone();
                    other.parts.get_mut(table).expect("the same tables").rows[row][column] = value;
                    assert!(
                        Referee::judge(&own, &other).is_err(),
                        "{keys}: nobody objects to {table} {row} {name} {value}"
                    );
                    spoiled += 1;
                }
            }
            let mut short = sheet.clone();
            short.parts.get_mut(table).expect("the same tables").rows.pop();
            assert!(Referee::judge(&own, &short).is_err(), "{keys}: nobody misses the last row of {table}");
        }
    }
    assert!(spoiled > 300, "{spoiled}");
}
