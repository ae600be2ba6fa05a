//! `tolley fit` from outside.

use std::path::Path;

use crate::tool::{Ran, folder_with, ran};
use serde_json::Value;

#[test]
fn hits_at_distances_give_the_table_of_a_player() {
    // a player of 1.2 degrees would hit targets of 16 mm at 0.5, 1 and 2 m in 87, 55 and 30 % of tries
    let csv = "distance_m,radii_m,hit_count,try_count\n0.5,16 mm,87,100\n100 cm,0.016,55,100\n2,0.016,30,100\n";
    let here = folder_with("fit.csv", csv);
    let told = ran(here.path(), &["fit", "fit.csv", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let aim = &json["player"][0];
    let [low, sd, high] = ["conf_low", "estimate", "conf_high"].map(|name| aim[name].as_f64().expect("a number"));
    assert!(low < 0.0209 && 0.0209 < high && (sd - 0.0209).abs() < 0.0015 && high - low < 0.007, "{aim}");
    let text = ran(here.path(), &["fit", "fit.csv"]).stdout;
    assert!(text.contains("[player]\naim_sd_rad = 0.0"), "{text}");
    // what is printed is a table that a scenario may hold
    let scenario = format!("study = \"tinsley-green/shot\"\nrepeats = 1\n{text}");
    std::fs::write(here.path().join("shot.toml"), scenario).expect("a file");
    assert_eq!(ran(here.path(), &["run", "shot.toml", "--quiet"]).code, 0);
}

#[test]
fn what_is_no_estimate_is_not_pasted() {
    let head = "distance_m,radii_m,hit_count,try_count\n";
    for row in ["1,16 mm,20,20\n", "1,16 mm,0,20\n"] {
        let here = folder_with("fit.csv", &format!("{head}{row}"));
        let told = ran(here.path(), &["fit", "fit.csv"]);
        assert!(told.code == 0 && told.stdout.contains("\n# no estimate: aim_sd_rad = "), "{}", told.stdout);
        let json: Value = serde_json::from_str(&ran(here.path(), &["fit", "fit.csv", "--json"]).stdout).expect("JSON");
        assert_eq!(json["player"][0]["estimate"], Value::Null, "an end of what was looked at is no estimate");
    }
    // one that hits a needle has an error all the same
    let here = folder_with("fit.csv", &format!("{head}2,0.1 mm,50,100\n"));
    let told = ran(here.path(), &["fit", "fit.csv"]).stdout;
    assert!(told.contains("\naim_sd_rad = 0.0000741"), "{told}");
}

/// What is told of a file of some rows.
fn told_of(head: &str, rows: &str) -> Ran {
    let here = folder_with("fit.csv", &format!("{head}\n{rows}"));
    ran(here.path(), &["fit", "fit.csv"])
}

const HITS: &str = "distance_m,radii_m,hit_count,try_count";
const PLACES: &str = "distance_m,along_m,across_m";

#[test]
fn hits_that_few_are_expected_of_are_tested_too() {
    for rows in ["0.3,16 mm,6,20\n2.0,16 mm,16,20\n", "0.2,16 mm,20,30\n0.4,16 mm,30,30\n"] {
        let told = told_of(HITS, rows).stdout;
        assert!(told.contains("not those of one normal error (deviance; by 999 draws"), "{told}");
        assert!(told.contains("since few are expected, p 0.0010)"), "{told}");
    }
    let told = told_of(HITS, "0.3,16 mm,20,20\n2.0,16 mm,6,20\n").stdout;
    assert!(!told.contains("not those of one normal error"), "{told}");
    assert!(told.contains("no bias of the aim is assumed"), "{told}");
}

#[test]
fn an_end_of_what_was_looked_at_is_no_end_of_an_interval() {
    // half of two at a hair
    let told = told_of(HITS, "1,1e-12,1,2\n").stdout;
    assert!(told.contains("\naim_sd_rad = 0.000000000001483 ") && !told.contains("too few misses"), "{told}");
    let told = told_of(HITS, "1,16 mm,1,1000000\n").stdout;
    assert!(told.contains("# no estimate: aim_sd_rad = 1.571    # [open, open]"), "{told}");
    assert!(told.contains("too few hits for any deviation of an angle"), "{told}");
    assert!(told_of(HITS, "1,0.9,1,1\n").stdout.contains("too few tries: how far the player misses is open"));
}

#[test]
fn shots_that_differ_one_way_tell_that_one() {
    for (rows, named, kept) in [
        ("2,0.1,0\n2,0.2,0\n2,-0.1,0\n2,0.05,0\n", "# across_m: the errors of the aim are all alike", "speed_sd_ratio"),
        // on a circle about the start
        ("5,0,0\n5,-1,3\n5,-2,4\n5,-1,-3\n", "# along_m: the errors of the speed are all alike", "aim_sd_rad"),
    ] {
        let told = told_of(PLACES, rows);
        assert!(told.code == 0 && told.stdout.contains(named), "{} {}", told.stdout, told.stderr);
        let pasted: Vec<&str> =
            told.stdout.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).collect();
        assert!(pasted.len() == 2 && pasted[1].starts_with(kept), "{}", told.stdout);
    }
    // the same place in other units
    let told = told_of(PLACES, "0.3,0.1,0.1\n0.3,10 cm,0.1\n30 cm,100 mm,0.1\n0.3,0.1,10 cm\n0.3,0.1,0.1\n");
    assert!(told.code == 2 && told.stderr.contains("along_m, across_m: all shots end alike"), "{}", told.stderr);
}

#[test]
fn what_no_key_holds_is_not_pasted() {
    let told = told_of(PLACES, "2,-1.9,900\n2,-1.9,-900\n2,-1.9,1000\n2,-1.9,-800\n").stdout;
    assert!(told.contains("\n# no scenario takes it: aim_sd_rad = 1.814"), "{told}");
    assert!(told.contains("\n# no scenario takes it: speed_bias_ratio = 3.053"), "{told}");
    assert!(told.contains("\nspeed_sd_ratio = 0.045"), "{told}");
    let here = folder_with("shot.toml", &format!("study = \"tinsley-green/shot\"\nrepeats = 1\n{told}"));
    assert_eq!(ran(here.path(), &["run", "shot.toml", "--quiet"]).code, 0);
    let rows = "2,-1.9999999999,0\n2,0,0.1\n2,0,-0.1\n2,3,0.2\n";
    let told = told_of(PLACES, rows).stdout;
    assert!(told.contains("\n# no scenario takes it: speed_sd_ratio = "), "{told}");
}

/// Who hits more from farther away has no one error.
#[test]
fn hits_that_no_error_explains_are_remarked() {
    let told = |hits: [u32; 3]| {
        let rows: String =
            ["0.5", "1", "2"].iter().zip(hits).map(|(at, hits)| format!("{at},16 mm,{hits},100\n")).collect();
        let here = folder_with("fit.csv", &format!("distance_m,radii_m,hit_count,try_count\n{rows}"));
        ran(here.path(), &["fit", "fit.csv"]).stdout
    };
    assert!(!told([87, 55, 30]).contains("not those of one normal error"), "{}", told([87, 55, 30]));
    let worse_near = told([20, 90, 30]);
    assert!(worse_near.contains("not those of one normal error (Pearson's chi-square, p <0.0001)"), "{worse_near}");
}

#[test]
fn places_where_shots_ended_give_aim_and_speed() {
    let row = |k: i32| {
        // six rings of errors: aims of up to 0.05 rad, speeds of up to 10 %
        let (aim, faster) = (0.01 * f64::from(k % 11 - 5), 1.0 + 0.02 * f64::from(k % 9 - 4));
        let far = 2.0 * faster * faster;
        format!("2,{},{}\n", far * aim.cos() - 2.0, far * aim.sin())
    };
    let csv: String = "distance_m,along_m,across_m\n".to_owned() + &(0..99).map(row).collect::<String>();
    let here = folder_with("fit.csv", &csv);
    let json: Value = serde_json::from_str(&ran(here.path(), &["fit", "fit.csv", "--json"]).stdout).expect("JSON");
    let of = |number: usize| json["player"][number]["estimate"].as_f64().expect("a number");
    // sample deviations of -5..5 and of ln(1 + 0.02 k), each as often
    assert!((of(0) - 0.01 * 10.0_f64.sqrt() * (99.0_f64 / 98.0).sqrt()).abs() < 1e-9, "{json}");
    assert!((of(1) - 0.0522).abs() < 5e-4, "{json}");
    assert_eq!(json["player"][1]["term"], "speed_sd_ratio");
    assert_eq!(json["player"][1]["method"], "restricted maximum likelihood of normal errors");
}

#[test]
fn what_is_printed_is_kept_an_estimate_a_row() {
    let row = |k: i32| format!("2,{},{}\n", 0.02 * f64::from(k % 7 - 3), 0.03 * f64::from(k % 5 - 2));
    let here =
        folder_with("fit.csv", &("distance_m,along_m,across_m\n".to_owned() + &(0..35).map(row).collect::<String>()));
    let told = ran(here.path(), &["fit", "fit.csv", "-o", "kept", "--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = std::fs::read_to_string(here.path().join("kept/answer.csv")).expect("a table");
    let terms: Vec<&str> = csv.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
    let deviations = ["term", "p of normal errors", "aim_sd_rad", "speed_sd_ratio"];
    let others = ["aim_bias_rad", "speed_bias_ratio", "aim_speed_correlation_ratio"];
    assert_eq!(terms, [&deviations[..], &others].concat(), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.contains(",35,")), "n of every row: {csv}");
    for file in ["answer.json", "answer.parquet"] {
        assert!(here.path().join("kept").join(file).is_file(), "{file}");
    }
    // where nothing is kept no table can be asked for, and no file is taken for a folder
    assert_eq!(ran(here.path(), &["fit", "fit.csv", "--csv"]).code, 2);
    assert_eq!(ran(here.path(), &["fit", "fit.csv", "-o", "fit.csv"]).code, 2);
}

/// The columns of a table of some shots, as `export` writes them.
fn played<const N: usize>(here: &Path, columns: [&str; N]) -> Vec<[f64; N]> {
    let told = ran(here, &["run", "shot.toml", "--quiet", "-o", "shots"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = ran(here, &["data", "export", "shots", "shots", "--csv"]).stdout;
    std::fs::remove_dir_all(here.join("shots")).expect("a dataset");
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let at = columns.map(|column| names.iter().position(|name| *name == column).expect("a column"));
    let number = |line: &str, at: usize| line.split(',').nth(at).and_then(|cell| cell.parse().ok()).expect("a number");
    lines.map(|line| at.map(|at| number(line, at))).collect()
}

/// Means and deviations of numbers, and their correlations, the lower triangle row by row.
fn moments<const N: usize>(errors: &[[f64; N]]) -> Vec<f64> {
    let mean = |f: &dyn Fn(&[f64; N]) -> f64| errors.iter().map(f).sum::<f64>() / errors.len() as f64;
    let means: [f64; N] = std::array::from_fn(|i| mean(&|error| error[i]));
    let product = |i: usize, j: usize| mean(&|error| (error[i] - means[i]) * (error[j] - means[j]));
    let sds: [f64; N] = std::array::from_fn(|i| product(i, i).sqrt());
    let pairs = (0..N).flat_map(|i| (0..i).map(move |j| (i, j)));
    let correlations = pairs.map(|(i, j)| product(i, j) / (sds[i] * sds[j]));
    means.iter().chain(&sds).copied().chain(correlations).collect()
}

/// A player of a study, the columns in which his errors are, and those in which they are measured.
struct Known<const N: usize> {
    study: &'static str,
    strike: &'static str,
    player: &'static str,
    columns: [&'static str; N],
    measured: &'static str,
    biases: [f64; N],
    sds: [f64; N],
    correlations: &'static [f64],
}

/// Shots of a player are played, his errors are fitted to what was measured of them, and what is printed is pasted and
/// played: the same player. The first error is that of the aim, the second one the speed, of 2 m/s, and the others are
/// of what is meant as 0.
fn is_fitted_and_played<const N: usize>(known: &Known<N>, measured: impl Fn(&[f64; N]) -> String) {
    let Known { study, strike, player, columns, biases, sds, correlations, .. } = known;
    let scenario = |seed: u32, player: &str| {
        format!("study = \"{study}\"\nseed = {seed}\nrepeats = 1500\n{strike}speed_m_s = 2\n{player}")
    };
    let here = folder_with("fit.csv", "");
    let errors = |scenario: String| {
        std::fs::write(here.path().join("shot.toml"), scenario).expect("a file");
        let mut told = played(here.path(), *columns);
        told.iter_mut().for_each(|error| error[1] = (error[1] / 2.0).ln());
        told
    };
    let shots = errors(scenario(1, &format!("[player]\n{player}")));
    let csv = format!("{}\n{}", known.measured, shots.iter().map(measured).collect::<String>());
    std::fs::write(here.path().join("fit.csv"), csv).expect("a file");
    let pasted = ran(here.path(), &["fit", "fit.csv"]).stdout;
    let count = pasted.lines().filter(|line| line.contains(" = ") && !line.starts_with('#')).count();
    // the law of the errors too
    assert_eq!(count, 1 + 2 * N + N * (N - 1) / 2, "{pasted}");
    assert!(pasted.contains("\nnoise = \"normal\""), "{pasted}");
    let (first, again) = (moments(&shots), moments(&errors(scenario(2, &pasted))));
    let wanted = [&biases[..], &sds[..], correlations].concat();
    let sizes = [&sds[..], &sds[..], &vec![1.0; correlations.len()]].concat();
    for (told, errors) in [(first, 4.0), (again, 6.0)] {
        // four standard errors of 1500 shots, of both together a little less than six
        let is_near = |i: usize| (told[i] - wanted[i]).abs() < errors / 1500.0_f64.sqrt() * sizes[i];
        assert!((0..wanted.len()).all(is_near), "{study}: {told:?}\n{pasted}");
    }
}

/// By where his shots ended.
#[test]
fn a_player_who_is_fitted_is_played() {
    for (study, strike) in [("cymbergaj/flick", "[strike]\n"), ("tinsley-green/shot", "[shot]\n")] {
        let known = Known {
            study,
            strike,
            player: "aim_sd_rad = 0.02\nspeed_sd_ratio = 0.08\naim_bias_rad = 0.012\nspeed_bias_ratio = -0.05\n\
                     aim_speed_correlation_ratio = 0.6\n",
            columns: ["aim_error_rad", "launch_speed_m_s"],
            measured: "distance_m,along_m,across_m",
            biases: [0.012, -0.05],
            sds: [0.02, 0.08],
            correlations: &[0.6],
        };
        is_fitted_and_played(&known, |[aim_rad, speed_log]| {
            let far_m = (2.0 * speed_log).exp();
            format!("1,{},{}\n", far_m * aim_rad.cos() - 1.0, far_m * aim_rad.sin())
        });
    }
}

/// Errors with wild shots were fitted as normal ones, and played without them.
#[test]
fn a_player_whose_wild_shots_are_those_of_students_t_is_played() {
    let here = folder_with("fit.csv", "");
    let errors = |player: &str| {
        let head = "study = \"cymbergaj/flick\"\nrepeats = 800\n[strike]\nspeed_m_s = 2\n";
        std::fs::write(here.path().join("shot.toml"), format!("{head}{player}")).expect("a file");
        played(here.path(), ["aim_error_rad", "launch_speed_m_s"])
    };
    let fitted = |shots: &[[f64; 2]]| {
        let rows: String = shots.iter().map(|[aim, speed]| format!("{aim},{}\n", speed / 2.0)).collect();
        std::fs::write(here.path().join("fit.csv"), format!("aim_error_rad,speed_ratio\n{rows}")).expect("a file");
        ran(here.path(), &["fit", "fit.csv"]).stdout
    };
    let player = "[player]\naim_sd_rad = 0.02\nspeed_sd_ratio = 0.08\n";
    let pasted = fitted(&errors(&format!("{player}noise = \"student-t\"\nnoise_dof = 4\n")));
    let dof = |pasted: &str| {
        let line = pasted.lines().find_map(|line| line.strip_prefix("noise_dof = ")).expect("degrees of freedom");
        line.split(' ').next().and_then(|dof| dof.parse::<f64>().ok()).expect("a number")
    };
    assert!(pasted.contains("noise = \"student-t\"") && (3.0..5.5).contains(&dof(&pasted)), "{pasted}");
    let again = fitted(&errors(&pasted));
    assert!((3.0..5.5).contains(&dof(&again)), "{again}");
    let wild = fitted(&errors(&format!("{player}wild_share = 0.05\nwild_ratio = 12\n")));
    assert!(wild.contains("player.wild_share may tell") && !wild.contains("noise_dof ="), "{wild}");
}

/// By how they left the hand, all five errors and ten correlations of them.
#[test]
fn a_player_of_marbles_all_of_whose_errors_are_fitted_is_played() {
    let known = Known {
        study: "tinsley-green/shot",
        strike: "[shot]\nelevation_rad = 0\nspin_ratio = 0\nside_spin_rad_s = 0\n",
        player: "aim_sd_rad = 0.02\nspeed_sd_ratio = 0.08\nelevation_sd_rad = 0.03\nspin_sd_ratio = 0.4\n\
                 side_spin_sd_rad_s = 20\naim_bias_rad = 0.012\nspeed_bias_ratio = -0.05\n\
                 elevation_bias_rad = -0.01\nspin_bias_ratio = 0.1\nside_spin_bias_rad_s = 5\n\
                 aim_speed_correlation_ratio = 0.5\naim_elevation_correlation_ratio = -0.2\n\
                 aim_spin_correlation_ratio = 0.25\naim_side_spin_correlation_ratio = 0.4\n\
                 speed_elevation_correlation_ratio = 0.3\nspeed_spin_correlation_ratio = -0.3\n\
                 speed_side_spin_correlation_ratio = 0.2\nelevation_spin_correlation_ratio = -0.2\n\
                 elevation_side_spin_correlation_ratio = -0.3\nspin_side_spin_correlation_ratio = 0.25\n",
        columns: [
            "aim_error_rad",
            "launch_speed_m_s",
            "launch_elevation_rad",
            "launch_spin_ratio",
            "launch_side_spin_rad_s",
        ],
        measured: "aim_error_rad,speed_ratio,elevation_error_rad,spin_error_ratio,side_spin_error_rad_s",
        biases: [0.012, -0.05, -0.01, 0.1, 5.0],
        sds: [0.02, 0.08, 0.03, 0.4, 20.0],
        correlations: &[0.5, -0.2, 0.3, 0.25, -0.3, -0.2, 0.4, 0.2, -0.3, 0.25],
    };
    is_fitted_and_played(&known, |[aim_rad, speed_log, elevation_rad, spin_ratio, side_spin_rad_s]| {
        format!("{aim_rad},{},{elevation_rad},{spin_ratio},{side_spin_rad_s}\n", speed_log.exp())
    });
}

/// By where they ended and by what the coin did besides.
#[test]
fn a_player_of_coins_all_of_whose_errors_are_fitted_is_played() {
    let known = Known {
        study: "cymbergaj/flick",
        strike: "[strike]\ncomb_friction_ratio = 1\n",
        player: "aim_sd_rad = 0.02\nspeed_sd_ratio = 0.08\noffset_sd_ratio = 0.05\naim_bias_rad = 0.012\n\
                 speed_bias_ratio = -0.05\noffset_bias_ratio = 0.02\naim_speed_correlation_ratio = 0.6\n\
                 aim_offset_correlation_ratio = -0.3\nspeed_offset_correlation_ratio = 0.2\n",
        columns: ["aim_error_rad", "launch_speed_m_s", "launch_offset_ratio"],
        measured: "offset_error_ratio,distance_m,along_m,across_m",
        biases: [0.012, -0.05, 0.02],
        sds: [0.02, 0.08, 0.05],
        correlations: &[0.6, -0.3, 0.2],
    };
    is_fitted_and_played(&known, |[aim_rad, speed_log, offset_ratio]| {
        let far_m = (2.0 * speed_log).exp();
        format!("{offset_ratio},1,{},{}\n", far_m * aim_rad.cos() - 1.0, far_m * aim_rad.sin())
    });
}

/// A third error that is all but the sum of two, or all but the first of two that are the same.
#[test]
fn correlations_that_are_pasted_can_be_had_together() {
    let head = "aim_error_rad,elevation_error_rad,spin_error_ratio";
    let bent = |k: i32| f64::from((k * k + k) % 5);
    let sum = |k: i32| {
        let aim = f64::from(k % 7) - 3.0;
        let elevation = f64::from(k / 7) - 3.0 + 0.2 * aim;
        format!("{},{},{}\n", 0.01 * aim, 0.01 * elevation, 0.1 * (aim + elevation + 0.05 * bent(k)))
    };
    let same = |k: i32| format!("{0},{0},{1}\n", 0.01 * f64::from(k % 7), 0.1 * (f64::from(k % 7) + 0.2 * bent(k)));
    let row: [&dyn Fn(i32) -> String; 2] = [&sum, &same];
    for (row, said) in row.into_iter().zip([
        ["# correlations that may as well be 0 are there too", "\naim_elevation_correlation_ratio = 0.1961 "],
        ["# no errors have all of these correlations", "\n# no errors have all of them: aim_spin_correlation_ratio = "],
    ]) {
        let told = told_of(head, &(0..49).map(row).collect::<String>()).stdout;
        assert!(said.iter().all(|said| told.contains(said)), "{told}");
        let here = folder_with("shot.toml", &format!("study = \"tinsley-green/shot\"\nrepeats = 1\n{told}"));
        let played = ran(here.path(), &["run", "shot.toml", "--quiet"]);
        assert_eq!(played.code, 0, "{told}{}", played.stderr);
    }
}

#[test]
fn what_is_not_told_from_0_is_a_remark() {
    let row = |k: i32| format!("2,{},{}\n", 0.02 * f64::from(k % 7 - 3), 0.03 * f64::from(k % 5 - 2) + 0.1);
    let here =
        folder_with("fit.csv", &("distance_m,along_m,across_m\n".to_owned() + &(0..35).map(row).collect::<String>()));
    let told = ran(here.path(), &["fit", "fit.csv"]).stdout;
    // 0.1 m to the left at 2 m
    assert!(
        told.contains("\naim_bias_rad = 0.0499") && told.contains("\n# may as well be 0: speed_bias_ratio = "),
        "{told}"
    );
}

/// The aim was dropped without a word.
#[test]
fn a_column_that_is_not_read_is_told() {
    let rows = "1,0.02,1.1\n2,0.01,0.9\n3,-0.01,1.0\n4,0.0,1.05\n5,-0.02,0.97\n";
    let told = told_of("shot,aim_error_deg,speed_ratio\n", rows);
    assert!(told.code == 2 && told.stderr.contains("aim_error_deg: no column is called so"), "{}", told.stderr);
    assert!(told.stderr.contains("did you mean aim_error_rad?"), "{}", told.stderr);
    let told = told_of("shot,aim_error_rad,speed_ratio\n", rows);
    assert!(told.code == 0 && told.stdout.contains("# columns that were skipped: shot\n"), "{}", told.stdout);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (csv, said) in [
        ("a,b\n1,2\n", "fit.csv:1: the columns are distance_m, radii_m, hit_count, try_count, or distance_m, along_m"),
        ("distance_m,radii_m,hit_count,try_count\n1,0.016,5,4\n", "fit.csv:2: hit_count: 5 hits in 4 tries"),
        ("distance_m,radii_m,hit_count,try_count\n1,0.016,x,4\n", "fit.csv:2: hit_count: x is no count"),
        ("distance_m,radii_m,hit_count,try_count\n1 kg,0.016,1,4\n", "fit.csv:2: distance_m:"),
        ("distance_m,radii_m,hit_count,try_count\n", "there is no try"),
        ("distance_m,along_m,across_m\n1,0,0\n", "at least four shots"),
        (
            "distance_m,radii_m,hit_count,try_count,hit_count\n1,16 mm,5,10,7\n",
            "fit.csv:1: hit_count: columns 3 and 5 have",
        ),
        ("across_m,distance_m,along_m,across_m\n0,1,0,1\n", "fit.csv:1: across_m: columns 1 and 4 have this name"),
        (
            "distance_m,radii_m,hit_count,try_count,along_m,across_m\n1,16 mm,5,10,0,0\n",
            "fit.csv:1: there are the columns of two tables: of hits distance_m, radii_m, hit_count, try_count, of places",
        ),
        ("distance_m,along_m,across_m\n1,-2,0\n", "fit.csv:2: along_m: the shot ended behind its start"),
        ("aim_error_rad,speed_ratio\n0,1\n0,0\n", "fit.csv:3: speed_ratio: 0 is not above 0"),
        (
            "distance_m,along_m,across_m,speed_ratio\n1,0,0,1\n",
            "fit.csv:1: there are the columns of two tables: of hits distance_m, radii_m, hit_count, try_count, of places",
        ),
        (
            "offset_error_ratio,spin_error_ratio\n0,1\n",
            "fit.csv:1: spin_error_ratio is of marbles, offset_error_ratio of coins: nobody has both",
        ),
        (
            "spin_error_ratio,aim_error_rad\n0,1\n0,1\n0,1\n0,1\n",
            "aim_error_rad, spin_error_ratio: all shots are alike, from which no deviation follows",
        ),
    ] {
        let here = folder_with("fit.csv", csv);
        let told = ran(here.path(), &["fit", "fit.csv"]);
        assert!(told.code == 2 && told.stderr.contains(said), "{csv}: {}", told.stderr);
    }
    let here = folder_with("fit.csv", "");
    assert_eq!(ran(here.path(), &["fit", "none.csv"]).code, 2);
}
