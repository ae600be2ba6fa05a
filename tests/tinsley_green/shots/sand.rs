//! The options of sand, rack and launch as a scenario sets them, through the study.

use tolley_tinsley_green::shot::ShotStudy;

use crate::tinsley_green::played::{self, Played};

fn played(keys: &str) -> Played {
    played::played::<ShotStudy>(keys, 11, 60)
}

const OPTIONS: [&str; 9] = [
    "",
    "[contact]\nlaw = \"pairwise\"",
    "[contact]\nlaw = \"pairwise\"\nground_reaction = \"simultaneous\"",
    "[surface]\nresistance = \"plough\"\nspeed_term = \"quadratic\"",
    "[surface]\nrolling_while_sliding = true\nspeed_term = \"quadratic\"\nvariation = \"shot\"",
    "[surface]\nsize_law = \"none\"\nlayer_law = \"exponential\"\npreset = \"fast\"",
    "[surface]\nlanding = \"deep\"\n[shot]\nelevation_rad = \"20 deg\"",
    "[rack]\npacking = \"hexagon-plus\"\nphase = \"random\"\n[marble]\ndiameter_sd_m = \"0.15 mm\"",
    "[rack]\ncount = 13\n[shot]\nspin_ratio = -1.4\nside_spin_rad_s = 50.0\nrelease_height_m = 0.0",
];

#[test]
fn every_joule_of_every_shot_is_in_a_column() {
    for keys in OPTIONS {
        let rows = played(keys);
        let parts = ["impact_loss_j", "friction_work_j", "left_energy_j", "remaining_energy_j"];
        let launch = rows.numbers("shots", "launch_energy_j");
        for (i, launch_j) in launch.iter().enumerate() {
            let spent_j: f64 = parts.iter().map(|part| rows.numbers("shots", part)[i]).sum();
            assert!((spent_j / launch_j - 1.0).abs() <= 1e-12, "{keys}: {spent_j} of {launch_j}");
            assert!(rows.numbers("shots", "energy_error_ratio")[i].abs() <= 1e-12, "{keys}");
        }
        for (i, launch_j) in launch.iter().enumerate() {
            let [impact_j, friction_j, left_j, remaining_j] = parts.map(|part| rows.numbers("shots", part)[i]);
            assert!(impact_j >= 0.0 && friction_j >= 0.0, "{keys}");
            // what a hit drove into the sand lies a little lower than on it
            let drop_j = if keys.contains("pairwise") { 0.0 } else { 1e-3 * launch_j };
            assert!(left_j >= -drop_j && remaining_j >= -drop_j, "{keys}: {left_j} {remaining_j}");
        }
    }
}

#[test]
fn a_small_toley_that_slips_far_through_sand_that_drags_ends_within_its_budget() {
    // backspin, none, topspin: it slips on for seconds where friction and drag are equal
    for spin_ratio in [-1.5, 0.0, 1.5] {
        let keys = format!(
            "[ring]\ndiameter_m = 3.1\n[toley]\ndiameter_m = \"7.2 mm\"\n[start]\nlayout = \"mid-game\"\n\
             marbles_left_count = 1\n[player]\nspeed_max_m_s = 30.0\nspin_max_ratio = 1.5\n[shot]\nspeed_m_s = 29.0\n\
             spin_ratio = {spin_ratio:?}\n[surface]\nspeed_term = \"quadratic\"\nsinkage_m = \"1 mm\"\n\
             rolling_friction_ratio = 0.06\nsliding_friction_ratio = 0.13"
        );
        let rows = played::played::<ShotStudy>(&keys, 7, 4);
        assert_eq!(rows.rows.status.len(), 4);
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
        assert_ne!(plain.numbers("shots", "toley_x_m"), played(keys).numbers("shots", "toley_x_m"), "{keys}");
    }
}

#[test]
fn sand_laid_anew_differs_from_shot_to_shot_and_else_does_not() {
    let fixed = played("");
    assert!(fixed.numbers("shots", "sand_rolling_friction_ratio").iter().all(|&ratio| ratio == 0.10));
    let mut varied = played("[surface]\nvariation = \"shot\"").numbers("shots", "sand_rolling_friction_ratio").to_vec();
    varied.sort_by(f64::total_cmp);
    assert!(varied.is_sorted_by(|a, b| a < b) && varied[0] < 0.08 && varied[59] > 0.12, "{varied:?}");
}

#[test]
fn the_gaps_of_the_rack_are_told() {
    let told = |rack: &str| played(&format!("[rows]\nracks = true\n[rack]\n{rack}"));
    let rows = told("gap_law = \"even\"\ngap_mean_m = \"60 um\"");
    let gaps = ["least", "tenth", "median", "nine_tenths", "greatest"];
    for i in 0..60 {
        let ascending: Vec<f64> = gaps.iter().map(|gap| rows.numbers("racks", &format!("gap_{gap}_m"))[i]).collect();
        assert!(ascending.is_sorted() && ascending[0] > 0.0 && ascending[4] < 120e-6, "{ascending:?}");
    }
    // by the law of the document some pairs touch, and few lie far apart
    let rows = told("gap_mean_m = \"60 um\"");
    let of = |name: &str| rows.numbers("racks", name).iter().sum::<f64>() / 60.0;
    assert!(of("gap_least_m") < 1e-8 && (150e-6..600e-6).contains(&of("gap_greatest_m")));
    let tight = told("gap_mean_m = 0.0");
    assert!(tight.numbers("racks", "gap_close_share").iter().all(|&share| share == 1.0));
    assert!(played("").table("racks").trial.is_empty(), "they are told to who asks");
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
        let told = played::read::<ShotStudy>(keys, 11, 60).map(|_| ()).expect_err(keys);
        assert!(told.contains(path), "{told}");
    }
}
