//! `tolley skill` from outside.

use crate::tool::{folder_with, ran};
use serde_json::Value;

#[test]
fn hits_at_distances_give_the_table_of_a_player() {
    // a player of 1.2 degrees would hit targets of 16 mm at 0.5, 1 and 2 m in 87, 55 and 30 % of tries
    let csv = "distance_m,radii_m,hit_count,try_count\n0.5,16 mm,87,100\n100 cm,0.016,55,100\n2,0.016,30,100\n";
    let here = folder_with("fit.csv", csv);
    let told = ran(here.path(), &["skill", "fit.csv", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let aim = &json["player"][0];
    let [low, sd, high] = ["conf_low", "estimate", "conf_high"].map(|name| aim[name].as_f64().expect("a number"));
    assert!(low < 0.0209 && 0.0209 < high && (sd - 0.0209).abs() < 0.0015 && high - low < 0.007, "{aim}");
    let text = ran(here.path(), &["skill", "fit.csv"]).stdout;
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
        let told = ran(here.path(), &["skill", "fit.csv"]);
        assert!(told.code == 0 && told.stdout.contains("\n# no estimate: aim_sd_rad = "), "{}", told.stdout);
    }
    // one that hits a needle has an error all the same
    let here = folder_with("fit.csv", &format!("{head}2,0.1 mm,50,100\n"));
    let told = ran(here.path(), &["skill", "fit.csv"]).stdout;
    assert!(told.contains("\naim_sd_rad = 0.0000741"), "{told}");
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
    let json: Value = serde_json::from_str(&ran(here.path(), &["skill", "fit.csv", "--json"]).stdout).expect("JSON");
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
    let told = ran(here.path(), &["skill", "fit.csv", "-o", "kept", "--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = std::fs::read_to_string(here.path().join("kept/answer.csv")).expect("a table");
    let terms: Vec<&str> = csv.lines().map(|line| line.split(',').next().unwrap_or_default()).collect();
    let besides =
        ["\"bias of the aim", "bias of the logarithm of the speed", "correlation of aim and logarithm of the speed"];
    assert_eq!(terms, [&["term", "aim_sd_rad", "speed_sd_ratio"][..], &besides].concat(), "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.contains(",35,")), "n of every row: {csv}");
    for file in ["answer.json", "answer.parquet"] {
        assert!(here.path().join("kept").join(file).is_file(), "{file}");
    }
    // where nothing is kept no table can be asked for, and no file is taken for a folder
    assert_eq!(ran(here.path(), &["skill", "fit.csv", "--csv"]).code, 2);
    assert_eq!(ran(here.path(), &["skill", "fit.csv", "-o", "fit.csv"]).code, 2);
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
        ("distance_m,along_m,across_m\n1,-2,0\n", "fit.csv:2: along_m: the shot ended behind its start"),
    ] {
        let here = folder_with("fit.csv", csv);
        let told = ran(here.path(), &["skill", "fit.csv"]);
        assert!(told.code == 2 && told.stderr.contains(said), "{csv}: {}", told.stderr);
    }
    let here = folder_with("fit.csv", "");
    assert_eq!(ran(here.path(), &["skill", "none.csv"]).code, 2);
}
