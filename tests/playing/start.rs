//! The study of shots from states other than the opening, and breaks.

use tolley_experiment::plan::Plan;
use tolley_experiment::row::{Row, Rows, Status, Values};
use tolley_experiment::run::play_some;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_tinsley_green::shot::{OpeningShot, Shot};

use crate::tool::{folder_with, ran};

fn read(keys: &str) -> Result<Plan, String> {
    let text = format!("study = \"tinsley-green/shot\"\nseed = 11\nrepeats = 30\n{keys}\n");
    let read = parse("a.toml", &text, &[StudyInfo::of::<OpeningShot>()], Overrides::default());
    read.map(|(plan, ..)| plan).map_err(|problems| problems.to_string())
}

fn played(keys: &str) -> Rows {
    let plan = read(keys).unwrap_or_else(|problems| panic!("{problems}"));
    let rows = play_some::<OpeningShot>(&plan, 0..30, || true).expect("a setup");
    assert!(rows.status.iter().all(|status| *status == Status::Ok), "{keys}");
    rows
}

fn column<'r>(rows: &'r Rows, name: &str) -> &'r Values {
    let index = Shot::COLUMNS.iter().position(|column| column.name == name).expect("a column");
    &rows.tables[0].columns[index]
}

fn numbers<'r>(rows: &'r Rows, name: &str) -> &'r [f64] {
    let Values::F64(numbers) = column(rows, name) else { panic!("{name} holds no numbers") };
    numbers
}

fn counts<'r>(rows: &'r Rows, name: &str) -> &'r [u32] {
    let Values::U32(counts) = column(rows, name) else { panic!("{name} holds no counts") };
    counts
}

#[test]
fn a_layout_in_mid_game_has_as_many_marbles_as_asked_for() {
    for count in [48, 20, 1] {
        let rows = played(&format!("[start]\nlayout = \"mid-game\"\nmarbles_left_count = {count}"));
        assert!(counts(&rows, "marbles_before_count").iter().all(|before| *before == count));
    }
}

#[test]
fn tg_6b1_t1_a_shot_from_the_ring_is_released_above_the_rest_point() {
    let keys = "[start]\nfrom = \"ring\"\ntoley_x_m = 0.3\ntoley_y_m = -0.2\n[shot]\nazimuth_rad = \"90 deg\"";
    let rows = played(keys);
    assert!(numbers(&rows, "release_x_m").iter().all(|x_m| *x_m == 0.3));
    assert!(numbers(&rows, "release_y_m").iter().all(|y_m| *y_m == -0.2));
    assert!(numbers(&rows, "azimuth_rad").iter().all(|azimuth| (azimuth - core::f64::consts::FRAC_PI_2).abs() < 1e-12));
}

#[test]
fn a_break_is_played_on_while_the_toley_stays_and_something_is_knocked_off() {
    let alone = played("[start]\nlayout = \"mid-game\"");
    assert!(numbers(&alone, "break_points_count").iter().all(|points| points.is_nan()));
    let rows = played("[start]\nlayout = \"mid-game\"\n[shot]\nby = \"nearest\"\n[break]\npolicy = \"nearest\"");
    let Values::Bool(again) = column(&rows, "shoots_again") else { panic!("flags") };
    let (points, shots) = (numbers(&rows, "break_points_count"), numbers(&rows, "break_shot_count"));
    for i in 0..30 {
        let first = f64::from(counts(&rows, "marbles_off_count")[i]);
        assert!(points[i] >= first && (again[i] || points[i] == first), "shot {i}");
        assert!(shots[i] >= 1.0 && (again[i] || shots[i] == 1.0), "shot {i}");
    }
    assert!(shots.iter().any(|shots| *shots > 1.0));
}

#[test]
fn starts_that_cannot_be_are_refused_with_line_and_clause() {
    let top = read("[start]\nfrom = \"ring\"\ntoley_x_m = 0.01").expect_err("on top of a marble");
    assert!(top.contains("TG-6b1") && top.contains("a.toml:6"), "{top}");
    let off = read("[start]\nfrom = \"ring\"\ntoley_x_m = 0.95").expect_err("off the ring");
    assert!(off.contains("TG-X1"), "{off}");
    let many =
        read("[rack]\ncount = 13\n[start]\nlayout = \"mid-game\"\nmarbles_left_count = 14").expect_err("too many");
    assert!(many.contains("TG-9e"), "{many}");
}

#[test]
fn one_trial_is_played_alone_by_the_command() {
    let text = "study = \"tinsley-green/game\"\nseed = 2\nrepeats = 5\n[match]\nkind = \"challenge\"\n";
    let folder = folder_with("a.toml", text);
    let played = ran(folder.path(), &["run", "a.toml", "--trial", "3"]);
    assert_eq!(played.code, 0, "{}", played.stderr);
    let shown: serde_json::Value = serde_json::from_str(&played.stdout).expect("JSON");
    let shots = shown["tables"]["shots"].as_array().expect("shots");
    assert_eq!(shown["trial"], 3);
    assert_eq!(shown["tables"]["matches"][0]["shot_count"], shots.len());
    assert_eq!(ran(folder.path(), &["run", "a.toml", "--trial", "5"]).code, 2);
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn a_given_layout_lies_where_the_keys_say() {
    let keys = "[start]\nlayout = \"given\"\ngiven_count = 2\nmarble_1_x_m = -0.3\nmarble_2_x_m = \"5 cm\"\nmarble_2_y_m = 0.1\n\
                from = \"ring\"\ntoley_x_m = -0.5\n[player]\npreset = \"exact\"";
    let rows = played(keys);
    assert!(counts(&rows, "marbles_before_count").iter().all(|before| *before == 2));
    // straight at the first, 0.2 m away at 2.5 m/s
    assert!(numbers(&rows, "first_hit_s").iter().all(|time_s| (0.06..0.11).contains(time_s)));
    assert!(counts(&rows, "marbles_off_count").iter().all(|off| *off == 1));
}

#[test]
fn given_marbles_that_overlap_or_are_off_the_ring_are_refused_with_their_clause() {
    let refused = |keys: &str| read(&format!("[start]\nlayout = \"given\"\n{keys}")).expect_err("refused");
    let overlap = refused("given_count = 3\nmarble_3_x_m = 0.111");
    assert!(overlap.contains("start.marble_3_x_m") && overlap.contains("TG-9e: marbles 2 and 3 overlap"), "{overlap}");
    assert!(refused("marble_1_x_m = 1.0").contains("TG-X1"));
    assert!(refused("from = \"ring\"\ntoley_x_m = 0.01").contains("TG-6b1"));
}
