//! `tolley ask best` from outside.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tool::{Ran, folder_with, ran, tolley};
use serde_json::Value;
use tempfile::TempDir;

/// A player before the goal: small enough for a second.
const FLICK: &str = "study = \"cymbergaj/flick\"\nseed = 5\n\
    [opponent]\nangle_rad = 1.0\n\
    [best]\nobjective = \"goal\"\nskills = [\"club\", \"exact\"]\nshots = 4000\n\
    [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n\"strike.position_rad\" = { min = -0.5, max = 0.5 }\n";

/// The answer to a scenario flick.toml, in the folder that holds both.
pub fn asked(text: &str, arguments: &[&str]) -> (TempDir, Ran) {
    let here = folder_with("flick.toml", text);
    let told = ran(here.path(), &[&["ask", "best", "flick.toml", "--quiet"], arguments].concat());
    (here, told)
}

fn bytes(folder: &Path, name: &str) -> Vec<u8> {
    std::fs::read(folder.join("runs/flick-best").join(name)).expect("a file of the answer")
}

#[test]
fn the_answer_is_told_written_and_the_same_on_any_number_of_threads() {
    let (one, told) = asked(FLICK, &["--threads", "1", "--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.starts_with("For club, choose ") && told.stdout.lines().count() <= 13, "{}", told.stdout);
    let (two, again) = asked(FLICK, &["--threads", "2", "--csv", "--json"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    for name in ["answer.parquet", "answer.json", "answer.csv", "best.json", "choices.csv"] {
        assert!(bytes(one.path(), name) == bytes(two.path(), name), "{name}");
    }
    let object: Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!((object["kind"].as_str(), object["headline"]["verdict"].as_str()), (Some("best"), Some("best")));
    assert_eq!(object["again"].as_array().map(Vec::len), Some(4), "{}", object["again"]);
    let club = &object["best"]["strata"][0]["skills"][0];
    let [low, value, high] = ["low", "value", "high"].map(|end| club["value"][end].as_f64().expect("a number"));
    assert!(low < value && value < high && club["value"]["n"].as_u64() > Some(20), "{club}");
    // the table of the answer and the tidy file have the same value
    let row = &object["tables"]["skills"]["rows"][0];
    assert_eq!((row["skill"].as_str(), row["goal value"]["value"].as_f64()), (Some("club"), Some(value)), "{row}");
    let csv = String::from_utf8(bytes(one.path(), "answer.csv")).expect("text");
    assert!(csv.starts_with("measure,quantity,skill,choice,estimate,std_error,conf_low,conf_high,n,"), "{csv}");
    assert!(csv.contains(&format!("goal,value,club,,{value:?},")), "{csv}");
    assert!(club["images"][0]["differs_because"].is_string(), "{club}");
}

#[test]
fn each_point_of_a_sweep_has_an_answer_and_the_line_says_over_the_file() {
    let text = FLICK.replace("[opponent]", "[sweep.axes]\n\"striker.mass_ratio\" = [1.0, 1.1]\n[opponent]");
    let (_here, told) = asked(&text, &["--json", "--skill", "misses 5 mm at 20 cm", "--shots", "2000"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!(object["best"]["strata"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["best"]["strata"][1]["skills"].as_array().map(Vec::len), Some(1));
    assert_eq!(object["best"]["shots"], 2000);
    // what was asked is in the command that asks it again
    let again: Vec<&str> = object["again"].as_array().expect("words").iter().filter_map(Value::as_str).collect();
    assert!(again.windows(2).any(|pair| pair == ["--skill", "misses 5 mm at 20 cm"]), "{again:?}");
}

#[test]
fn what_cannot_be_asked_is_refused_with_its_place() {
    let aims = |aims: &str| {
        let head = FLICK.split("[best.aims]").next().expect("a head");
        format!("{head}[best.aims]\n{aims}\n")
    };
    let cases = [
        (FLICK.replace("\"goal\"", "\"goals\""), "flick.toml:6:13: error: best.objective: \"goals\" is no column"),
        (
            FLICK.replace("\"exact\"]", "\"exacd\"]"),
            "best.skills: \"exacd\" is not one of: club, novice, expert, exact",
        ),
        (FLICK.replace("\"exact\"]", "\"misses 3 kg at 1 m\"]"), "flick.toml:7:19: error: best.skills: "),
        (
            FLICK.replace("\"exact\"]", "\"misses 5 km at 1 m\"]"),
            "best.skills: \"misses 5 km at 1 m\" makes player.offset_sd_ratio 4.799; allowed: 0 to 1, reached by \"misses 33 cm at 1 m\"",
        ),
        (
            FLICK.replace("\"exact\"]", "\"misses 30 cm at 1 m\"]"),
            "error: skill \"misses 30 cm at 1 m\" errs too widely: wherever he aims, more than 1 in 10 shots would lie beyond",
        ),
        (FLICK.replace("\"exact\"]", "\"club\"]"), "best.skills: \"club\" is given twice"),
        (
            FLICK.replace("\"exact\"]", "\"misses 3 cm at 1 m\", \"misses 30 mm at 1 m\"]"),
            "best.skills: \"misses 30 mm at 1 m\" is \"misses 3 cm at 1 m\"",
        ),
        (FLICK.replace("4000", "3"), "flick.toml:8:9: error: best.shots: 3 is not a whole number from 1000"),
        (FLICK.replace("shots = 4000", "budget = 4000"), "flick.toml:8:1: error: best.budget: unknown key"),
        (aims("\"strike.sped_m_s\" = { min = 1, max = 3 }"), "did you mean strike.speed_m_s?"),
        (aims("\"striker.mass_ratio\" = { min = 1, max = 3 }"), "is not chosen by the player, who chooses "),
        (
            aims("\"strike.speed_m_s\" = { min = 1 }"),
            "flick.toml:10:22: error: best.aims.strike.speed_m_s: max is missing",
        ),
        (aims("\"strike.speed_m_s\" = { min = 3, max = 1 }"), "min 3 is not below max 1"),
        (aims("\"strike.speed_m_s\" = { min = 1, max = 99 }"), "max: 99 m/s is impossible; allowed: 0.01 to 30"),
        (aims("\"strike.speed_m_s\" = [1, 2]"), "a range is a table with min and max, not an array of 2"),
        (FLICK.replace("[best]", "[strike]\nspeed_m_s = 2\n[best]"), "is set too, and what is decided over cannot be"),
        (FLICK.replace("[best]", "[player]\naim_sd_rad = 0.1\n[best]"), "the skills set player.aim_sd_rad, and the sc"),
        (FLICK.replace("[best]", "[sweep.axes]\n\"strike.speed_m_s\" = [1]\n[best]"), "is an axis of [sweep] too"),
        ("study = \"cymbergaj/match\"\n[best]\n".to_owned(), "in cymbergaj/match nobody chooses a number"),
        ("study = \"cymbergaj/flick\"\n".to_owned(), "the scenario has no table [best]"),
    ];
    for (text, said) in cases {
        let (_here, told) = asked(&text, &[]);
        assert!(told.code == 2 && told.stderr.contains(said), "{said}: {}: {}", told.code, told.stderr);
    }
    for (arguments, said) in [
        (&["--skill", "champion"][..], "--skill: \"champion\" is not one of: "),
        (&["--shots", "9"], "--shots: 9 is not from 1000 to 20000000"),
        (&["--objective", "nothing"], "--objective: \"nothing\" is no column of this study; for instance: goal"),
    ] {
        let (_here, told) = asked(FLICK, arguments);
        assert!(told.code == 2 && told.stderr.contains(said), "{said}: {}: {}", told.code, told.stderr);
    }
}

/// Of a marbles shot to which a limit of the hand belongs.
#[test]
fn the_hand_ends_a_range_and_a_break_needs_a_policy() {
    let shot = "study = \"tinsley-green/shot\"\n[rack]\ncount = 1\n[best]\nobjective = \"OBJECTIVE\"\n\
                skills = [\"club\"]\nshots = 1000\n[best.aims]\n\"shot.speed_m_s\" = { min = 1 }\n";
    let (_here, told) =
        asked(&shot.replace("{ min = 1 }", "{ min = 1, max = 6 }").replace("OBJECTIVE", "toley_stays"), &[]);
    let said = "6 is beyond what the hand can do: player.speed_max_m_s is 5";
    assert!(told.code == 2 && told.stderr.contains(said), "{}", told.stderr);
    let (_here, told) = asked(&shot.replace("OBJECTIVE", "break_points_count"), &[]);
    assert!(told.code == 2 && told.stderr.contains("have a value of break_points_count"), "{}", told.stderr);
    let (_here, told) = asked(&shot.replace("OBJECTIVE", "marbles_off_count"), &[]);
    assert_eq!(told.code, 0, "{}", told.stderr);
}

/// Later shots of a break would have the limits of the hand that are lifted for the first one, and spin that grinds for
/// minutes; to leave them out moves nothing that is told.
#[test]
fn what_hangs_on_one_shot_alone_is_found_without_the_break() {
    let shot = "study = \"tinsley-green/shot\"\nseed = 9\n[break]\npolicy = \"POLICY\"\n[rack]\ncount = 7\n\
                [best]\nobjective = \"marbles_off_count\"\nskills = [\"club\"]\nshots = 1000\n\
                [best.aims]\n\"shot.speed_m_s\" = { min = 1 }\n\"shot.spin_ratio\" = {}\n";
    let found = |policy: &str| {
        let (here, told) = asked(&shot.replace("POLICY", policy), &[]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        bytes(here.path(), "choices.csv")
    };
    assert!(found("none") == found("nearest"));
}

/// A limit of the hand was said not to be looked beyond; the zone of the sweep went down to speeds that bring nothing.
#[test]
fn a_break_is_looked_at_beyond_the_limit_of_the_hand_and_along_its_speed() {
    let text = "study = \"tinsley-green/shot\"\nseed = 1\n[break]\npolicy = \"nearest\"\n[rack]\ncount = 7\n\
                [player]\nspeed_max_m_s = 4\n[best]\nobjective = \"break_points_count\"\nskills = [\"exact\"]\n\
                shots = 1000\n[best.aims]\n\"shot.speed_m_s\" = { min = 1 }\n";
    let (here, told) = asked(text, &["--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_slice(&bytes(here.path(), "best.json")).expect("JSON");
    let exact = &object["strata"][0]["skills"][0];
    assert_eq!(exact["edges"][0]["lifted_for"], "all shots", "{exact}");
    // with the limit in force it would be the same shot
    assert!(exact["edges"][0]["gain"]["std_error"].as_f64() > Some(0.0), "{exact}");
    assert!(exact["zone"]["from"]["shot.speed_m_s"].as_f64() > Some(2.0), "{}", exact["zone"]);
    assert_eq!(exact["zone"]["to"]["shot.speed_m_s"], 4.0, "{}", exact["zone"]);
}

/// Along a number that nobody errs in a sweep has shots on one side alone at an end: it put the best of 3 of these 4
/// there, where another place is worth 0.18 to 0.22 more of all flicks, and called it the best.
#[test]
fn a_place_that_is_better_is_the_choice() {
    let text = "study = \"cymbergaj/flick\"\nseed = 6\n[best]\nobjective = \"goal\"\nskills = [\"club\", \"exact\"]\n\
                shots = 8000\n[best.aims]\n\"strike.position_rad\" = { min = \"0 deg\", max = \"60 deg\" }\n\
                \"strike.aim_offset_m\" = { min = \"-12 mm\", max = \"12 mm\" }\n\
                \"strike.speed_m_s\" = { min = 0.5, max = 3.5 }\n";
    let mut refuted = 0;
    for seed in ["6", "7", "8", "9"] {
        let (_here, told) = asked(text, &["--seed", seed, "--json"]);
        let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let skills = object["best"]["strata"][0]["skills"].as_array().expect("skills");
        refuted += skills.iter().filter(|skill| skill["may_be_the_best"] == false).count();
        for skill in skills {
            // what is said of the best agrees with what is said of places
            let losses = skill["places"][0]["at"].as_array().expect("places").iter().map(|at| &at["loss"]);
            let is_beaten = losses.filter_map(|loss| loss["high"].as_f64()).any(|high| high < -0.1);
            assert!(!is_beaten || skill["may_be_the_best"] == false, "{seed}: {skill}");
            assert_eq!(skill["before_it"].is_null(), skill["may_be_the_best"] == true, "{seed}: {skill}");
        }
    }
    assert!(refuted <= 1, "{refuted} of 8");
}

/// More choices than a column of names has ended in a panic, all shots lost.
#[test]
fn long_lists_have_rows_of_their_own() {
    let text = "study = \"tinsley-green/shot\"\nseed = 1\n[break]\npolicy = \"nearest\"\n[rack]\ncount = 7\n\
                [best]\nobjective = \"break_points_count\"\nskills = [\"club\"]\nshots = 1000\nchoices = 40\n\
                [best.aims]\n\"shot.position_rad\" = { min = 0, max = 1 }\n\"shot.speed_m_s\" = { min = 1 }\n\
                \"shot.aim_offset_m\" = { min = -0.02, max = 0.02 }\n\"shot.spin_ratio\" = { min = -1, max = 1 }\n";
    let (here, told) = asked(text, &["--csv"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = String::from_utf8(bytes(here.path(), "answer.csv")).expect("text");
    let of = |start: &str| csv.lines().filter(|line| line.starts_with(start)).count();
    assert!(of("break_points_count,loss,club,candidate ") > 20, "{csv}");
    assert_eq!(of("break_points_count,value,club,"), 1, "{csv}");
}

/// An easy marble near by, or two far ones that an exact shot takes at once.
const NEAR_OR_FAR: &str = "study = \"tinsley-green/shot\"\nseed = 1\n\
    [start]\nlayout = \"given\"\ngiven_count = 3\nmarble_1_x_m = 0.5\nmarble_1_y_m = 0.15\n\
    marble_2_x_m = -0.8\nmarble_2_y_m = -0.2\nmarble_3_x_m = -0.8\nmarble_3_y_m = -0.2135\n\
    [shot]\nspeed_m_s = 5\n\
    [best]\nobjective = \"marbles_off_count\"\nskills = [\"novice\", \"misses 3 mm at 1 m\", \"club\"]\nshots = 8000\n\
    [best.aims]\n\"shot.aim_offset_m\" = { min = -0.45, max = 0.45 }\n";

/// It was said to jump between neighbours of the list, however that was ordered, and not where.
#[test]
fn a_jump_is_told_from_the_best_hand_down_with_where_it_is() {
    let (here, told) = asked(NEAR_OR_FAR, &[]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_slice(&bytes(here.path(), "best.json")).expect("JSON");
    let jumps = object["strata"][0]["jumps"].as_array().expect("jumps");
    assert!(!jumps.is_empty(), "{object}");
    for jump in jumps {
        let pair = [&jump["from_skill"], &jump["to_skill"]].map(|name| name.as_str().expect("a name"));
        assert!([["misses 3 mm at 1 m", "club"], ["club", "novice"]].contains(&pair), "{jump}");
        assert_eq!(jump["share_of_the_way"].is_null(), jump["at_skill"].is_null(), "{jump}");
    }
    // what fresh shots do not show may jump
    let answer: Value = serde_json::from_slice(&bytes(here.path(), "answer.json")).expect("JSON");
    let notes: Vec<&str> =
        answer["notes"].as_array().expect("notes").iter().filter_map(|note| note["text"].as_str()).collect();
    let said = |words: &str| notes.iter().filter(|note| note.contains(words)).count();
    let shown = jumps.iter().filter(|jump| jump["is_shown_by_fresh_shots"] == true).count();
    let counted = ["the best choice jumps from ", "the best choice may jump from "].map(said);
    assert_eq!(counted, [shown, jumps.len() - shown], "{notes:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_the_same_command_goes_on_from_its_shots() {
    // so many that it is stopped before it ends
    let here = folder_with("flick.toml", &FLICK.replace("4000", "40000"));
    let mut command = tolley(here.path(), &["ask", "best", "flick.toml"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut said = BufReader::new(child.stderr.take().expect("stderr"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line");
    assert!(line.starts_with("40,000 shots"), "{line}");
    let folder = here.path().join("runs/flick-best");
    let start = std::time::Instant::now();
    while !folder.exists() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    let rest: String = said.lines().map(|line| line.expect("text") + "\n").collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{rest}");
    let told = "of 40,000 shots are kept in runs/flick-best; the same command continues";
    assert!(rest.contains("interrupted: ") && rest.contains(told), "{rest}");
    let shots = |path: &Path| {
        let files = std::fs::read_dir(path.join("runs/flick-best")).expect("a folder").flatten();
        files.filter(|file| file.file_name().to_string_lossy().starts_with("shots-")).count()
    };
    assert!(shots(here.path()) > 0);
    // an answer that went on is the answer, and needs no shots
    let whole = folder_with("flick.toml", &FLICK.replace("4000", "40000"));
    for folder in [here.path(), whole.path()] {
        assert_eq!(ran(folder, &["ask", "best", "flick.toml", "-q"]).code, 0);
        assert_eq!(shots(folder), 0);
    }
    for file in ["best.json", "answer.json"] {
        assert_eq!(bytes(here.path(), file), bytes(whole.path(), file), "{file}");
    }
}

/// Who opens a match so that he wins it, of the shortest match there is.
const OPENING: &str = "study = \"tinsley-green/match\"\nseed = 7\n[match]\nkind = \"challenge\"\nfirst_play = \"fixed\"\n\
    [a]\npolicy = \"nearest\"\n[b]\npolicy = \"nearest\"\n\
    [opening]\nby = \"as-aimed\"\nspeed_m_s = 5\n\
    [best]\nobjective = \"first_wins\"\nskills = [\"club\"]\nshots = 1000\n\
    [best.aims]\n\"opening.aim_offset_m\" = { min = \"-60 mm\", max = \"60 mm\" }\n";

#[test]
fn the_opening_that_wins_matches_is_found_like_any_other_choice() {
    let (_here, told) = asked(OPENING, &["--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let club = &object["best"]["strata"][0]["skills"][0];
    let [low, value, high] = ["low", "value", "high"].map(|end| club["value"][end].as_f64().expect("a number"));
    assert!(0.0 <= low && low < value && value < high && high <= 1.0, "{club}");
    let refused = [
        (OPENING.replace("by = \"as-aimed\"\n", ""), "in tinsley-green/match nobody chooses a number"),
        (
            OPENING
                .replace("aim_offset_m\" = { min = \"-60 mm\", max = \"60 mm\" }", "speed_m_s\" = { min = 1, max = 6 }")
                .replace("speed_m_s = 5\n", ""),
            "6 is beyond what the hand can do: player.speed_max_m_s is 5",
        ),
        (OPENING.replace("\"first_wins\"", "\"a_policy\""), "\"a_policy\" is no column of this study"),
    ];
    for (text, said) in refused {
        let (_here, told) = asked(&text, &[]);
        assert!(told.code == 2 && told.stderr.contains(said), "{said}: {}: {}", told.code, told.stderr);
    }
}

/// Which openings gain most could only be asked of a list that was written by hand.
#[test]
fn choices_are_a_list_that_is_compared_with_what_is_chosen_without_them() {
    let points = OPENING
        .replace("first_wins", "a_points_count")
        .replace("shots = 1000\n", "shots = 1000\nchoices = 10\n")
        .replace("[best.aims]\n", "[best.aims]\n\"opening.position_rad\" = { min = 0, max = \"60 deg\" }\n")
        .replace("first_play = \"fixed\"\n", "first_play = \"fixed\"\nturns_most_count = 1\n");
    let (here, told) = asked(&points, &["--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let club = &object["best"]["strata"][0]["skills"][0];
    let others = club["others"].as_array().expect("other choices");
    // of ten that are asked for as many as there are hills and neighbours of their tops
    assert!((3..10).contains(&others.len()), "{club}");
    let list = std::fs::read_to_string(here.path().join("runs/flick-best/choices.csv")).expect("a list");
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines[..2], ["opening.by,opening.position_rad,opening.aim_offset_m", "policy,0,0"], "{list}");
    let at = |key: &str| club["at"][key].as_f64().expect("a number");
    assert_eq!(lines[2], format!("as-aimed,{},{}", at("opening.position_rad"), at("opening.aim_offset_m")), "{list}");
    assert_eq!(lines.len(), 3 + others.len(), "{list}");
    // whole matches of them beside what the policy chooses, in the scenario without the limit of turns
    let matches = OPENING.split("[best]").next().expect("keys");
    std::fs::write(here.path().join("matches.toml"), format!("{matches}[sweep.axes]\n\"rack.count\" = [7]\n"))
        .expect("a scenario");
    let compare =
        ["ask", "effect", "matches.toml", "--list", "runs/flick-best/choices.csv", "--repeats", "2", "-q", "--json"];
    let over = ["--over", "opening.by", "--vs", "policy"];
    let told = ran(here.path(), &[&compare[..], &over].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let rows = object["tables"]["arms"]["rows"].as_array().map(Vec::len);
    assert_eq!(rows, Some(2 + others.len()), "{object}");
}

#[test]
fn an_answer_goes_to_no_file_and_into_no_dataset() {
    let here = folder_with("flick.toml", FLICK);
    std::fs::write(here.path().join("file"), "mine").expect("a file");
    std::fs::create_dir_all(here.path().join("data")).expect("a folder");
    std::fs::write(here.path().join("data/manifest.json"), "{}").expect("a manifest");
    for (folder, said) in [("file", "is a file"), ("data", "is a dataset")] {
        let told = ran(here.path(), &["ask", "best", "flick.toml", "-o", folder]);
        assert!(told.code == 2 && told.stderr.contains(said), "{}", told.stderr);
        // refused before anything is played
        assert!(!told.stderr.contains("shots for"), "{}", told.stderr);
    }
    assert_eq!(std::fs::read_dir(here.path().join("data")).expect("a folder").count(), 1);
}

/// One marble in the middle of the ring, driven off from the edge; best is a line through its centre.
const MARBLE: &str = "study = \"tinsley-green/shot\"\nseed = 3\n[start]\nlayout = \"given\"\n\
    [player]\naim_bias_rad = BIAS\n\
    [best]\nobjective = \"marbles_off_count\"\nskills = [\"misses 5 mm at 1 m\"]\nshots = 4000\n\
    [best.aims]\n\"shot.aim_offset_m\" = { min = \"-60 mm\", max = \"60 mm\" }\n";

#[test]
fn a_hand_that_errs_to_the_left_aims_to_the_right_by_as_much() {
    let found = |bias: &str| {
        let (_here, told) = asked(&MARBLE.replace("BIAS", bias), &["--json"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let skill = object["best"]["strata"][0]["skills"][0].clone();
        let number = |value: &Value| value.as_f64().expect("a number");
        let [worth, seen] = [number(&skill["value"]["value"]), number(&skill["seen_by_the_sweep"])];
        (number(&skill["at"]["shot.aim_offset_m"]), worth, seen, skill)
    };
    let ((even_m, even, ..), (left_m, left, seen, skill)) = (found("0"), found("\"2 deg\""));
    // 2 degrees at the radius of the ring, 0.9144 m: 31.9 mm
    assert!(even_m.abs() < 0.008 && (left_m + 0.0319).abs() < 0.008, "{even_m} {left_m} {skill}");
    // he loses nothing by it, and the sweep has seen what fresh shots tell
    assert!((left - even).abs() < 0.1 && (seen - left).abs() < 0.15, "{even} {left} {seen} {skill}");
}

#[test]
fn wild_shots_are_in_what_a_choice_is_worth() {
    let worth = |wild: &str| {
        let (_here, told) = asked(&MARBLE.replace("aim_bias_rad = BIAS", wild), &["--json"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let skill = object["best"]["strata"][0]["skills"][0].clone();
        skill["value"]["value"].as_f64().expect("a number")
    };
    let [tame, wild] = [worth("wild_share = 0"), worth("wild_share = 0.2\nwild_ratio = 5")];
    // of a fifth of the shots about half pass beside the marble, 17.5 mm, by a deviation of 23 mm, and some over it
    assert!((tame - 0.2..tame - 0.07).contains(&wild), "{tame} {wild}");
}

/// A marble lies in the middle; the nearer the toley, the surer it is driven off.
#[test]
fn where_the_toley_lies_in_the_ring_is_decided_over() {
    let text = "study = \"tinsley-green/shot\"\nseed = 3\n[start]\nlayout = \"given\"\nfrom = \"ring\"\n\
                [best]\nobjective = \"marbles_off_count\"\nskills = [\"novice\"]\nshots = 4000\n\
                [best.aims]\n\"start.toley_x_m\" = { min = 0.1, max = MAX }\n\
                \"shot.azimuth_rad\" = { min = \"170 deg\", max = \"190 deg\" }\n";
    let (_here, told) = asked(&text.replace("MAX", "0.6"), &["--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let skill = &object["best"]["strata"][0]["skills"][0];
    let x_m = skill["at"]["start.toley_x_m"].as_f64().expect("a number");
    assert!(x_m < 0.3, "{skill}");
    // all of the square is on the ring
    let (_here, told) = asked(&text.replace("MAX", "0.7"), &[]);
    let said = "best.aims.start.toley_x_m: 0.1 to 0.7 is more than can be played";
    assert!(told.code == 2 && told.stderr.contains(said), "{}", told.stderr);
    // in the hand it lies nowhere
    let (_here, told) = asked(&text.replace("from = \"ring\"\n", "").replace("MAX", "0.6"), &[]);
    assert!(told.code == 2 && told.stderr.contains("start.toley_x_m: is not chosen by the player"), "{}", told.stderr);
}
