//! `tolley ask best`: ranges that differ between design points, and shots that have no value.

use serde_json::Value;

use crate::best::asked;
use crate::tool::ran;

/// A hand of 4 m/s was told to shoot at the limit of the first one, of 6 m/s.
#[test]
fn a_limit_of_the_hand_is_that_of_each_point() {
    let shot = |limits: &str, max: &str| {
        format!(
            "study = \"tinsley-green/shot\"\nseed = 1\n[rack]\ncount = 7\n[sweep.axes]\n\"player.speed_max_m_s\" = {limits}\n\
             [best]\nobjective = \"marbles_off_count\"\nskills = [\"club\", \"novice\"]\nshots = 6000\nmap = 3\n[best.aims]\n\
             \"shot.aim_offset_m\" = {{ min = \"-60 mm\", max = \"60 mm\" }}\n\"shot.speed_m_s\" = {{ min = \"1 m/s\"{max} }}\n"
        )
    };
    let (here, told) = asked(&shot("[6.0, 4.0]", ""), &["--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let answer: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let mut ends = 0;
    for (stratum, limit) in answer["best"]["strata"].as_array().expect("strata").iter().zip([6.0, 4.0]) {
        for skill in stratum["skills"].as_array().expect("skills") {
            let speed = skill["at"]["shot.speed_m_s"].as_f64().expect("a speed");
            assert!(speed <= limit, "{stratum}");
            for edge in skill["edges"].as_array().expect("ends") {
                ends += 1;
                assert!(speed == limit && edge["limit_of"] == "player.speed_max_m_s", "{edge}");
                assert!(edge["beyond"].as_f64().is_some_and(|beyond| beyond > limit && beyond < limit + 0.5), "{edge}");
            }
        }
    }
    assert!(ends > 0, "{answer}");
    // each has a map of its own range
    assert_eq!(ran(here.path(), &["show", "runs/flick-best", "--page"]).code, 0);
    let page = std::fs::read_to_string(here.path().join("runs/flick-best-report.html")).expect("a page");
    assert_eq!(page.matches("of every choice, over").count(), 4, "two figures, each told in the page and in its data");
    for (limits, place) in [("[6.0, 4.0]", " (design point 1)"), ("[4.0, 6.0]", "")] {
        let (_, told) = asked(&shot(limits, ", max = \"5 m/s\""), &[]);
        let said = format!("5 is beyond what the hand can do: player.speed_max_m_s is 4{place}");
        assert!(told.code == 2 && told.stderr.contains("flick.toml:14:"), "{}", told.stderr);
        assert!(told.stderr.contains(&said), "{}", told.stderr);
    }
}

/// The time of the first hit, of which shots that hit nothing have none: a choice none of whose shots has a value was
/// best.
#[test]
fn a_choice_of_which_most_shots_have_no_value_is_not_the_best() {
    let text = "study = \"tinsley-green/shot\"\nseed = 1\n[start]\nlayout = \"given\"\n\
        [best]\nobjective = \"first_hit_s\"\nskills = [\"novice\"]\nshots = 6000\n[best.aims]\n\
        \"shot.aim_offset_m\" = { min = \"-600 mm\", max = \"600 mm\" }\n\"shot.speed_m_s\" = { min = \"1 m/s\" }\n";
    for seed in ["1", "2", "3"] {
        let (_, told) = asked(text, &["--json", "--seed", seed, "--skill", "misses 5 mm at 1 m"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let answer: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let value = &answer["best"]["strata"][0]["skills"][0]["value"];
        assert!(value["n"].as_u64().is_some_and(|n| n > 50) && value["value"].is_number(), "{value}");
    }
    // wherever a novice aims, most of his shots hit nothing
    let (_, told) = asked(text, &[]);
    let said = "no choice is found of which half of the shots or more have a value of first_hit_s";
    assert!(told.code == 2 && told.stderr.contains(said), "{} {}", told.stdout, told.stderr);
}

/// The range ends before the limit, which was lifted without a word.
#[test]
fn a_limit_beyond_the_end_of_a_range_is_not_lifted_in_silence() {
    // the seeds are of sand on which marbles roll as a toley does
    let text = "study = \"tinsley-green/shot\"\nseed = 2\n[surface]\nsize_law = \"none\"\n[break]\npolicy = \"POLICY\"\n\
                [rack]\ncount = 7\n\
                [player]\nspeed_max_m_s = 4\n[best]\nobjective = \"marbles_off_count\"\nskills = [\"exact\"]\n\
                shots = 1000\n[best.aims]\n\"shot.speed_m_s\" = { min = 1, max = 3.9 }\n";
    let exact = |text: &str| {
        let (_here, told) = asked(text, &["--json"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let answer: Value = serde_json::from_str(&told.stdout).expect("JSON");
        answer["best"]["strata"][0]["skills"][0].clone()
    };
    let lifted = |text: &str| exact(text)["edges"][0]["lifted_for"].as_str().map(str::to_owned);
    let single = text.replace("POLICY", "none");
    assert_eq!(lifted(&single).as_deref(), Some("this shot"));
    assert_eq!(lifted(&single.replace("speed_max_m_s = 4", "speed_max_m_s = 4.5")), None);
    let of_break = text.replace("POLICY", "nearest").replace("marbles_off_count", "break_points_count");
    assert_eq!(lifted(&of_break.replace("seed = 2", "seed = 1")).as_deref(), Some("all shots"));
    // two neighbours at the end of the range are one choice
    let of_shots = of_break.replace("break_points_count", "break_shot_count");
    let found = exact(&of_shots.replace("seed = 2", "seed = 7"));
    let others = found["others"].as_array().expect("other choices");
    let speeds: Vec<f64> = others.iter().filter_map(|other| other["at"]["shot.speed_m_s"].as_f64()).collect();
    assert!(speeds.contains(&3.9), "{found}");
    assert_eq!(speeds.iter().filter(|speed| **speed == 3.9).count(), 1, "{found}");
}

/// Who errs in nothing gained 0.1759 in each shot, of which no interval is known, and that was "not seen to rise".
#[test]
fn who_errs_in_nothing_gains_as_much_in_each_shot() {
    let here = tempfile::tempdir().expect("a folder");
    let file = format!("{}/scenarios/cymbergaj/best_flick.toml", env!("CARGO_MANIFEST_DIR"));
    let arguments = ["ask", "best", &file, "--shots", "6000", "--objective", "ball_speed_m_s", "--quiet", "--json"];
    let answer: Value = serde_json::from_str(&ran(here.path(), &arguments).stdout).expect("JSON");
    let skills = answer["best"]["strata"][0]["skills"].as_array().expect("skills");
    let exact = skills.iter().find(|skill| skill["skill"] == "exact").expect("who errs in nothing");
    let gain = exact["edges"][0]["gain"]["value"].as_f64().expect("a gain");
    assert!((gain - 0.1759).abs() < 1e-4, "{exact}");
}
