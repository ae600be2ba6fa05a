//! What coins and tables may do besides the usual: curl, hops, coins of their own for each match, a table not level.

use tolley_cymbergaj::laws::CallKind;
use tolley_cymbergaj::matches::{MatchStudy, StepKind, Whose};
use tolley_experiment::names::Named;
use tolley_experiment::row::Rows;
use tolley_experiment::study::Study;

use super::{plain, plan, read};
use crate::cymbergaj::{match_keys, names, numbers, play};

fn played(keys: &str) -> Rows {
    play::<MatchStudy>(&plan(&plain(keys)))
}

fn column<'r>(rows: &'r Rows, table: usize, name: &str) -> &'r [f64] {
    numbers::<MatchStudy>(rows, table, name)
}

/// Shares of Moves, of a match each, in which a coin hops, and steps in which physics laid one on another.
fn lifted(rows: &Rows) -> (f64, usize) {
    let hops = column(rows, 2, "hop_speed_m_s");
    let hopped = hops.iter().filter(|speed| !speed.is_nan()).count();
    let (kinds, lies) = (names::<MatchStudy>(rows, 4, "step"), names::<MatchStudy>(rows, 4, "lies"));
    let stacks = kinds.iter().zip(lies).filter(|(kind, lies)| {
        StepKind::at(usize::from(**kind)) == Some(StepKind::Moved)
            && Whose::at(usize::from(**lies)) != Some(Whose::None)
    });
    (hopped as f64 / hops.len() as f64, stacks.count())
}

#[test]
fn coins_hop_and_ride_in_matches_and_the_referee_puts_them_in_order() {
    let keys = |events: &str| format!("repeats = 20\n[contest]\nrecord = \"steps\"\n[events]\n{events}");
    let rows = played(&keys("p_hop = 0.2\nhop_sd_ratio = 0.3\np_ride = 0.2\n"));
    let (hopped, stacks) = lifted(&rows);
    assert!((hopped - 0.2).abs() < 0.03 && stacks > 20, "{hopped} {stacks}");
    assert_eq!(lifted(&played(&keys("p_hop = 0.0\n"))), (0.0, 0));
    // nothing lies on another piece once a Move is judged after which play goes on
    let at = |name: &str, row: usize| ["x", "y"].map(|axis| column(&rows, 4, &format!("{name}_after_{axis}_m"))[row]);
    let calls = names::<MatchStudy>(&rows, 4, "call");
    let kinds = names::<MatchStudy>(&rows, 4, "step");
    let goes_on = |row: &usize| {
        let (kind, call) = (StepKind::at(usize::from(kinds[*row])), CallKind::at(usize::from(calls[*row])));
        kind == Some(StepKind::Moved) && call == Some(CallKind::Settled)
    };
    for row in (0..calls.len()).filter(goes_on) {
        let ([x, y], [u, v]) = (at("own", row), at("other", row));
        assert!((x - u).hypot(y - v) > 0.0215 * (1.0 - 1e-6), "{row}");
    }
}

#[test]
fn hops_are_played_or_judged_but_not_both() {
    let refusal = read("[events]\np_hop = 0.1\n[human]\np_hop = 0.1\n").expect_err("both");
    assert!(refusal.contains("CG-5.9: "), "{refusal}");
}

#[test]
fn paths_bend_in_matches_too() {
    let ends = |keys: &str| {
        let rows = played(&format!("repeats = 2\n[contest]\nrecord = \"moves\"\n{keys}"));
        (0..5).map(|row| column(&rows, 2, "ball_end_y_m")[row]).collect::<Vec<_>>()
    };
    assert_ne!(ends("[surface]\ncurl = true\n"), ends(""));
}

#[test]
fn each_pair_of_matches_has_coins_of_its_own() {
    let rows =
        played("repeats = 200\n[coins]\nmass_sd_ratio = 0.007\nwear_max_ratio = 0.02\ndiameter_sd_ratio = 0.002\n");
    let moments = |name: &str, nominal: f64| {
        let ratios: Vec<f64> = column(&rows, 0, name).iter().map(|value| value / nominal).collect();
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        (mean, (ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / ratios.len() as f64).sqrt())
    };
    for (who, kg, diameter_m) in [("a", 0.00521, 0.0215), ("b", 0.00521, 0.0215), ("ball", 0.00322, 0.0185)] {
        // 1 % of wear in the mean, spread like sqrt(0.007^2 + 0.02^2 / 12)
        let (mean, sd) = moments(&format!("{who}_weighed_kg"), kg);
        assert!((mean - 0.99).abs() < 0.003 && (sd - 0.0091).abs() < 0.0015, "{who}: {mean} {sd}");
        let (mean, sd) = moments(&format!("{who}_played_diameter_m"), diameter_m);
        assert!((mean - 1.0).abs() < 0.0006 && (sd - 0.002).abs() < 0.0004, "{who}: {mean} {sd}");
    }
    let usual = played("repeats = 2\n");
    assert_eq!(column(&usual, 0, "a_weighed_kg"), [0.00521; 2]);
    // the ball may not be drawn as heavy as a player's coin
    let refusal = read("[ball]\nmass_kg = 0.0052\n[coins]\nmass_sd_ratio = 0.007\n").expect_err("as heavy");
    assert!(refusal.contains("CG-1.4a: "), "{refusal}");
}

#[test]
fn the_ball_is_weighed_against_coins_as_they_are_played_with() {
    let heavy = "[b]\nmass_ratio = 0.92\n[ball]\nmass_by = \"ratio\"\nmass_ratio = 0.79\n";
    for (keys, told) in [
        ("", 0),
        ("[a]\nmass_ratio = 0.9\n", 0),
        ("[b]\nmass_ratio = 0.75\n", 1),
        ("[b]\nmass_kg = 0.0039075\n", 1),
        (heavy, 1),
    ] {
        let remarks = MatchStudy::remarks(&match_keys(keys));
        assert_eq!(remarks.len(), told, "{keys}: {remarks:?}");
        assert!(remarks.iter().all(|remark| remark.message.starts_with("CG-1.4a: ")), "{remarks:?}");
    }
}

#[test]
fn who_plays_downhill_scores_more() {
    // downhill is the way that X attacks in the first half; ends stay
    let rows =
        played("repeats = 800\n[contest]\nseats = \"a-x\"\n[laws]\nswap_ends = false\n[table]\ntilt_rad = \"2 deg\"\n");
    let share = column(&rows, 0, "a_win_share").iter().sum::<f64>() / 800.0;
    // 0.55 [0.53, 0.57] in 2,000 matches; by chance alone it would be above this in 1 of 44 runs
    assert!(share > 0.5 + 2.0 * 0.5 / 800.0_f64.sqrt(), "{share}");
    let refusal = read("[table]\ntilt_rad = 0.05\n[surface]\ncurl = true\n").expect_err("both");
    assert!(refusal.contains("table.tilt_rad: tilt: "), "{refusal}");
}

#[test]
fn a_tilted_table_keeps_the_books_of_a_flick() {
    let plan = crate::cymbergaj::read::<tolley_cymbergaj::shot::FlickStudy>(
        "seed = 3\nrepeats = 300",
        "[table]\ntilt_rad = \"1 deg\"\ntilt_direction_rad = \"90 deg\"\n",
    )
    .unwrap_or_else(|problems| panic!("{problems}"));
    let rows = play::<tolley_cymbergaj::shot::FlickStudy>(&plan);
    let of = |name: &str| numbers::<tolley_cymbergaj::shot::FlickStudy>(&rows, 0, name).to_vec();
    assert!(of("energy_error_ratio").iter().all(|error| error.abs() < 1e-9));
    assert!(of("ball_y_m").iter().sum::<f64>() / 300.0 > 0.01, "downhill is left");
}
