//! The options of sand, rack and launch as a scenario sets them, through the study.

use tolley_experiment::plan::Plan;
use tolley_experiment::row::{Row, Rows, Status, Values};
use tolley_experiment::run::play_some;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_tinsley_green::shot::{OpeningShot, Shot};

use crate::tool::{folder_with, ran};

fn read(keys: &str) -> Result<Plan, String> {
    let text = format!("study = \"tinsley-green/shot\"\nseed = 11\nrepeats = 60\n{keys}\n");
    parse("a.toml", &text, &[StudyInfo::of::<OpeningShot>()], Overrides::default())
        .map(|(plan, ..)| plan)
        .map_err(|problems| problems.to_string())
}

fn played(keys: &str) -> Rows {
    let plan = read(keys).unwrap_or_else(|problems| panic!("{problems}"));
    play_some::<OpeningShot>(&plan, 0..60, || true).expect("a setup")
}

fn column<'r>(rows: &'r Rows, name: &str) -> &'r Values {
    let index = Shot::COLUMNS.iter().position(|column| column.name == name).expect("a column");
    &rows.tables[0].columns[index]
}

fn numbers<'r>(rows: &'r Rows, name: &str) -> &'r [f64] {
    match column(rows, name) {
        Values::F64(numbers) => numbers,
        _ => panic!("{name} holds no numbers"),
    }
}

const OPTIONS: [&str; 9] = [
    "",
    "[contact]\nlaw = \"pairwise\"",
    "[contact]\nlaw = \"pairwise\"\nground_reaction = \"simultaneous\"",
    "[surface]\nresistance = \"plough\"\nspeed_term = \"quadratic\"",
    "[surface]\nrolling_while_sliding = true\nspeed_term = \"quadratic\"\nvariation = \"shot\"",
    "[surface]\nsize_law = \"power\"\nlayer_law = \"exponential\"\npreset = \"fast\"",
    "[surface]\nlanding = \"deep\"\n[shot]\nelevation_rad = \"20 deg\"",
    "[rack]\npacking = \"hexagon-plus\"\nphase = \"random\"\n[marble]\ndiameter_sd_m = \"0.15 mm\"",
    "[rack]\ncount = 13\n[shot]\nspin_ratio = -1.4\nside_spin_rad_s = 50.0\nrelease_height_m = 0.0",
];

#[test]
fn every_joule_of_every_shot_is_in_a_column() {
    for keys in OPTIONS {
        let rows = played(keys);
        assert!(rows.status.iter().all(|status| *status == Status::Ok), "{keys}");
        let parts = ["impact_loss_j", "friction_work_j", "left_energy_j", "remaining_energy_j"];
        let launch = numbers(&rows, "launch_energy_j");
        for (i, launch_j) in launch.iter().enumerate() {
            let spent_j: f64 = parts.iter().map(|part| numbers(&rows, part)[i]).sum();
            assert!((spent_j / launch_j - 1.0).abs() <= 1e-12, "{keys}: {spent_j} of {launch_j}");
            assert!(numbers(&rows, "energy_error_ratio")[i].abs() <= 1e-12, "{keys}");
        }
        for (i, launch_j) in launch.iter().enumerate() {
            let [impact_j, friction_j, left_j, remaining_j] = parts.map(|part| numbers(&rows, part)[i]);
            assert!(impact_j >= 0.0 && friction_j >= 0.0, "{keys}");
            // what a hit drove into the sand lies a little lower than on it
            let drop_j = if keys.contains("pairwise") { 0.0 } else { 1e-3 * launch_j };
            assert!(left_j >= -drop_j && remaining_j >= -drop_j, "{keys}: {left_j} {remaining_j}");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_under_every_option() {
    for keys in OPTIONS {
        // as text, in which every digit counts and a missing value equals itself
        assert!(format!("{:?}", played(keys)) == format!("{:?}", played(keys)), "{keys}");
    }
}

#[test]
fn every_option_changes_the_shots() {
    let plain = played("");
    for keys in &OPTIONS[1..] {
        assert_ne!(numbers(&plain, "toley_x_m"), numbers(&played(keys), "toley_x_m"), "{keys}");
    }
}

#[test]
fn sand_laid_anew_differs_from_shot_to_shot_and_else_does_not() {
    let fixed = played("");
    assert!(numbers(&fixed, "laid_rolling_friction_ratio").iter().all(|&ratio| ratio == 0.10));
    let mut varied = numbers(&played("[surface]\nvariation = \"shot\""), "laid_rolling_friction_ratio").to_vec();
    varied.sort_by(f64::total_cmp);
    assert!(varied.is_sorted_by(|a, b| a < b) && varied[0] < 0.08 && varied[59] > 0.12, "{varied:?}");
}

#[test]
fn the_gaps_of_the_rack_are_told() {
    let rows = played("[rack]\ngap_mean_m = \"60 um\"");
    let gaps = ["least", "tenth", "median", "nine_tenths", "greatest"];
    for i in 0..60 {
        let ascending: Vec<f64> = gaps.iter().map(|gap| numbers(&rows, &format!("rack_gap_{gap}_m"))[i]).collect();
        assert!(ascending.is_sorted() && ascending[0] > 0.0 && ascending[4] < 120e-6, "{ascending:?}");
    }
    let tight = played("[rack]\ngap_mean_m = 0.0");
    assert!(numbers(&tight, "rack_close_share").iter().all(|&share| share == 1.0));
}

#[test]
fn options_that_exclude_each_other_are_refused_at_their_key() {
    let cases = [
        ("[surface]\nresistance = \"plough\"\nrolling_while_sliding = true", "surface.rolling_while_sliding"),
        (
            "[surface]\nspeed_term = \"quadratic\"\nrolling_friction_ratio = 0.0\ntrapping_speed_m_s = 0.0",
            "surface.speed_term",
        ),
        ("[player]\nspeed_min_m_s = 6.0", "player.speed_min_m_s"),
        ("[marble]\ndiameter_sd_m = 0.0013", "marble.diameter_sd_m"),
    ];
    for (keys, path) in cases {
        let told = read(keys).map(|_| ()).expect_err(keys);
        assert!(told.contains(path), "{told}");
    }
}

#[test]
fn the_shipped_stop_shot_stops() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = ran(root, &["scene", "--json", "scenarios/scenes/stop_shot.toml"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    let events = told["events"].as_array().expect("a list");
    let at_m = |kind: &str| {
        let is_it = |event: &&serde_json::Value| event["kind"] == kind && event["bodies"][0] == "toley";
        events.iter().rfind(is_it).and_then(|event| event["position_m"][0].as_f64()).expect("such an event")
    };
    // what it rolls from the end of sliding to rest
    assert!((at_m("stop") - at_m("mode")).abs() < 1e-4);
}

#[test]
fn a_scene_takes_the_laws_of_the_sand() {
    let scene = |laws: &str| {
        format!(
            "world = \"spheres\"\n[surface]\nsliding_friction_ratio = 0.3\nrolling_friction_ratio = 0.1\n{laws}\n\
             [[body]]\nname = \"toley\"\nradius_m = \"9.525 mm\"\ndensity_kg_m3 = 2500\nposition_m = [0.0, 0.0]\n\
             velocity_m_s = [2.0, 0.0]\n"
        )
    };
    let rest_m = |laws: &str| {
        let here = folder_with("scene.toml", &scene(laws));
        let ran = ran(here.path(), &["scene", "--json", "scene.toml"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
        told["bodies"][0]["position_m"][0].as_f64().expect("a number")
    };
    // v_roll = 2.5 mu_s v0 / (3.5 mu_s + c) after v0 / ((3.5 mu_s + c) g), then v^2 / (2 mu_r g)
    let (sum, g) = (3.5 * 0.3 + 0.14, 9.81);
    let v = 0.75 * 2.0 / sum;
    let ploughed_m = 0.5 * (2.0 + v) * (2.0 / (sum * g)) + v * v / (0.2 * g);
    assert!((rest_m("resistance = \"plough\"") - ploughed_m).abs() < 1e-12);
    assert!(rest_m("speed_term = \"quadratic\"") < rest_m(""));
    let here = folder_with("scene.toml", &scene("sand_friction_ratio = 0.5"));
    assert!(ran(here.path(), &["scene", "scene.toml"]).stderr.contains("sand_friction_ratio: has no effect"));
}
