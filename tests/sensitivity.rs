//! `tolley ask depends` from outside.

use crate::tool::{folder_with, ran};
use serde_json::Value;

const FLICKS: &str = "study = \"cymbergaj/flick\"\nseed = 5\nrepeats = 6\n[sweep.axes]\n\
                      \"strike.speed_m_s\" = { min = 0.5, max = 1.5, num = 2 }\n\
                      \"player.speed_sd_ratio\" = [0.0, 0.02]\n";

/// Keys with their shares, the strongest first.
fn shares(json: &Value) -> &[Value] {
    json["tables"]["shares"]["rows"].as_array().expect("rows")
}

/// The share of a key with others, or alone: `"total"`, `"first"`.
fn share<'j>(row: &'j Value, measure: &str, which: &str) -> &'j Value {
    &row[format!("{measure} {which} share")]
}

fn value(estimate: &Value) -> f64 {
    estimate["value"].as_f64().expect("a value")
}

/// What stands below the tables.
fn notes(json: &Value) -> Vec<&str> {
    json["notes"].as_array().expect("notes").iter().filter_map(|note| note["text"].as_str()).collect()
}

#[test]
fn what_matters_comes_first_and_what_does_not_has_no_share() {
    let here = folder_with("flicks.toml", FLICKS);
    let asked =
        ["ask", "depends", "flicks.toml", "--quiet", "--json", "--points", "256", "--measure", "ball_speed_m_s"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let of = |row: usize, which| value(share(&shares(&json)[row], "ball_speed_m_s", which));
    assert_eq!(shares(&json)[0]["key"], "strike.speed_m_s", "{json}");
    assert!(of(0, "total") > 0.8 && of(0, "first") > 0.8, "{json}");
    assert!(of(1, "total").abs() < 0.1 && of(1, "first").abs() < 0.15, "{json}");
    let mean = |end: usize| value(&json["tables"]["ends"]["rows"][end]["ball_speed_m_s mean"]);
    assert!(mean(1) > 2.0 * mean(0), "{json}");
    assert_eq!(
        (&json["headline"]["verdict"], &json["headline"]["certainty"]),
        (&"described".into(), &"clearly".into())
    );
    assert_eq!((&json["dataset"], &json["seed"]), (&"runs/flicks-sensitivity".into(), &5.into()));
    assert!(here.path().join("runs/flicks-sensitivity-indices/answer.parquet").is_file());
    // the dataset is judged as it stands
    let again =
        ran(here.path(), &["ask", "depends", "runs/flicks-sensitivity", "--json", "--measure", "ball_speed_m_s"]);
    let same: Value = serde_json::from_str(&again.stdout).expect("JSON");
    assert_eq!((again.code, &same["headline"], &same["tables"]), (0, &json["headline"], &json["tables"]));
}

/// One of some hundred shots of a row that missed the ball, whose speed there is none of, left the row out.
#[test]
fn a_trial_without_a_value_does_not_leave_its_row_out() {
    let wide = FLICKS.replace("[0.0, 0.02]\n", "[0.0, 0.02]\n\"player.aim_sd_rad\" = [0.02, 0.2]\n");
    let here = folder_with("flicks.toml", &wide);
    let asked = ["ask", "depends", "flicks.toml", "--quiet", "--json", "--points", "64", "--repeats", "16"];
    let told = ran(here.path(), &[&asked[..], &["--measure", "ball_speed_m_s"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    // a few have a point that hardly anybody hits from
    let first = &shares(&json)[0];
    assert!(share(first, "ball_speed_m_s", "total")["n"].as_u64().is_some_and(|rows| rows > 50), "{json}");
    assert_eq!(first["key"], "strike.speed_m_s", "{json}");
    // with one trial a point chance is in all shares, which stood below the table alone
    let told = ran(here.path(), &[&asked[..7], &["--repeats", "1", "--measure", "goal", "-o", "one"]].concat());
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert!(notes(&json).iter().any(|note| note.contains("of those too that do nothing")), "{json}");
}

/// Keys and ranges stood in the middle of a text alone, and without indices keys stood in the order of the scenario.
#[test]
fn a_table_names_keys_and_their_parts_and_without_indices_the_widest_span_stands_first() {
    let of = "[sweep.axes]\n";
    let spread = "\"player.speed_sd_ratio\" = [0.0, 0.02]\n";
    let text = FLICKS.replace(spread, "").replace(of, &format!("{of}{spread}"));
    let here = folder_with("flicks.toml", &text);
    // one trial a point tells no chance from what matters
    let asked =
        ["ask", "depends", "flicks.toml", "--quiet", "--csv", "--points", "16", "--repeats", "1", "--measure", "goal"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let csv = std::fs::read_to_string(here.path().join("runs/flicks-sensitivity-indices/answer.csv")).expect("a table");
    let head: Vec<&str> = csv.lines().next().expect("a head").split(',').collect();
    let column = |name: &str| head.iter().position(|other| *other == name).expect("a column");
    let cells =
        |line: &str| ["key", "from", "to"].map(|name| line.split(',').nth(column(name)).unwrap_or("").to_owned());
    let rows: Vec<[String; 3]> = csv.lines().skip(1).map(cells).collect();
    let ends: Vec<&[String; 3]> = rows.iter().filter(|[_, from, _]| !from.is_empty()).collect();
    assert!(ends[0][0] == "strike.speed_m_s" && ends[3] == &["player.speed_sd_ratio", "0.02", "0.02"], "{csv}");
    let speeds = rows.iter().filter(|[key, from, to]| {
        let value = |text: &String| text.parse::<f64>().is_ok_and(|x| (0.5..=1.5).contains(&x));
        key == "strike.speed_m_s" && value(from) && value(to)
    });
    assert_eq!(speeds.count(), 2, "{csv}");
}

#[test]
fn ranges_without_steps_are_axes_like_others() {
    let text = FLICKS.replace("min = 0.5, max = 1.5, num = 2", "min = 0.5, max = 1.5");
    let here = folder_with("flicks.toml", &text);
    for more in [&[][..], &["--design", "saltelli"]] {
        let told =
            ran(here.path(), &[&["ask", "depends", "flicks.toml", "--points", "16", "--dry-run"], more].concat());
        assert_eq!(told.code, 0, "{more:?}: {}", told.stderr);
    }
    // what is wrong is said of the file as it stands
    let here = folder_with("flicks.toml", &text.replace("0.02", "\"fast\""));
    let told = ran(here.path(), &["ask", "depends", "flicks.toml", "--points", "16", "--dry-run"]);
    assert!(told.code == 2 && told.stderr.starts_with("flicks.toml:"), "{}", told.stderr);
    assert!(told.stderr.contains("fast") && !told.stderr.contains("step"), "{}", told.stderr);
}

#[test]
fn assumptions_and_clauses_that_the_scenario_does_not_set_are_added() {
    let here =
        folder_with("shot.toml", "study = \"tinsley-green/shot\"\nrepeats = 1\n[player]\nspeed_sd_ratio = 0.1\n");
    let nothing = ran(here.path(), &["ask", "depends", "shot.toml", "--dry-run"]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.stderr.starts_with("error: nothing is swept: --assumed, "), "{}", nothing.stderr);
    let told = ran(here.path(), &["ask", "depends", "shot.toml", "--assumed", "--dry-run", "--points", "16"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let swept = ran(here.path(), &["ask", "depends", "shot.toml", "--assumed", "--quiet", "--json", "--points", "16"]);
    let json: Value = serde_json::from_str(&swept.stdout).expect("JSON");
    let keys: Vec<&str> = shares(&json).iter().filter_map(|row| row["key"].as_str()).collect();
    for (key, is_there) in
        [("surface.rolling_friction_ratio", true), ("player.aim_sd_rad", true), ("player.speed_sd_ratio", false)]
    {
        assert_eq!(keys.contains(&key), is_there, "{key}: {keys:?}");
    }
}

#[test]
fn every_assumption_and_clause_is_ranked_or_left_out_by_name() {
    let here =
        folder_with("shot.toml", "study = \"tinsley-green/shot\"\nrepeats = 1\n[player]\nspeed_sd_ratio = 0.1\n");
    let asked = ["ask", "depends", "shot.toml", "--assumed", "--clauses", "--quiet", "--json", "--points", "16"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let named = |list: &str| -> Vec<String> {
        let all = json["tables"][list]["rows"].as_array().expect("keys").iter();
        all.map(|one| one["key"].as_str().expect("a key").to_owned()).collect()
    };
    let (ranked, left) = (named("shares"), named("left_out"));
    let keys: Value =
        serde_json::from_str(&ran(here.path(), &["list", "tinsley-green/shot", "--json"]).stdout).expect("JSON");
    let mut asked = 0;
    for key in keys["keys"].as_array().expect("keys") {
        let name = key["key"].as_str().expect("a key").to_owned();
        let is_asked = key["assumption"].is_string() || key["clause"].is_string();
        if is_asked && name != "player.speed_sd_ratio" {
            asked += 1;
            assert!(ranked.contains(&name) != left.contains(&name), "{name}: {ranked:?} {left:?}");
        }
    }
    assert!(asked > 40 && ranked.len() + left.len() == asked, "{asked}: {ranked:?} {left:?}");
    // a choice, a number of which no value is unusual, and one that means something with one choice alone
    for name in ["rack.gap_law", "planner.candidate_count", "player.noise_dof"] {
        assert!(ranked.iter().any(|key| key == name), "{name}: {left:?}");
    }
    let reason = |name: &str| {
        let all = json["tables"]["left_out"]["rows"].as_array().expect("keys").iter();
        all.filter(|one| one["key"] == name)
            .map(|one| one["reason"].as_str().expect("why").to_owned())
            .collect::<String>()
    };
    for (key, said) in [
        ("surface.resistance", "surface.rolling_while_sliding: a plough has no couple"),
        ("surface.preset", "a preset, whose keys are drawn each by itself"),
    ] {
        assert!(reason(key).starts_with(said), "{key}: {}", reason(key));
    }
}

/// Who has the choice and the limit of time were the two parameters of the laws of marbles that were never ranked, and
/// all faces and fields of dice football.
#[test]
fn of_the_laws_nothing_is_left_out_that_could_be_drawn() {
    let left_out = |study: &str, more: &str| {
        let here = folder_with("match.toml", &format!("study = \"{study}\"\n{more}"));
        let asked = ["ask", "depends", "match.toml", "--assumed", "--clauses", "--points", "16", "--repeats", "1"];
        let told = ran(here.path(), &[&asked[..], &["--dry-run"]].concat());
        assert_eq!(told.code, 0, "{study}: {}", told.stderr);
        let left = told.stderr.lines().filter_map(|line| line.strip_prefix("left out: "));
        let is_preset = |line: &&str| line.ends_with(": a preset, whose keys are drawn each by itself");
        left.filter(|line| !is_preset(line)).map(str::to_owned).collect::<Vec<String>>()
    };
    let marbles = left_out("tinsley-green/match", "");
    // the third choice of match.first_choice is not drawn, so that games beforehand mean nothing
    let names: Vec<&str> = marbles.iter().filter_map(|line| line.split_once(": ")).map(|(name, _)| name).collect();
    let expected = [
        "match.first_choice_games_count",
        "opening.position_rad",
        "opening.speed_m_s",
        "contact.ground_reaction",
        "a.order",
        "surface.resistance",
    ];
    assert_eq!(names, expected, "{marbles:?}");
    let greedy = "[player_a]\npolicy = \"greedy\"\n[player_b]\npolicy = \"greedy\"\n";
    let dice = left_out("dice-football/match", greedy);
    assert_eq!(dice.len(), 23, "{dice:?}");
    assert!(dice.iter().all(|line| line.contains("(N") || line.starts_with("board.area_to: ")), "{dice:?}");
}

#[test]
fn what_cannot_be_drawn_together_is_left_out_by_name() {
    let here = tempfile::tempdir().expect("a folder");
    let scenario = |name: &str| format!("{}/scenarios/cymbergaj/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let all_assumed = |name: &str, more: &[&str]| {
        let asked = ["ask", "depends", &scenario(name), "--assumed", "--points", "16", "--repeats", "1", "--quiet"];
        let told = ran(here.path(), &[&asked[..], more].concat());
        assert_eq!(told.code, 0, "{name}: {}", told.stderr);
        // an end of 0 is drawn as 1e-17, which nobody typed
        assert!(!told.stderr.contains("is unusual: not 0"), "{name}: {}", told.stderr);
        told
    };
    for name in ["coin_match", "best_flick", "goal_map"] {
        let told = all_assumed(name, &["--dry-run", "-o", name]);
        assert!(told.stderr.contains("left out: "), "{name}: {}", told.stderr);
    }
    let told = all_assumed("goal_map", &["--dry-run"]).stderr;
    assert!(told.contains("left out: player.aim_sd_rad: [best] of the scenario says what it is"), "{told}");

    let json: Value = serde_json::from_str(&all_assumed("open_play_shot", &["--json"]).stdout).expect("JSON");
    let left = json["tables"]["left_out"]["rows"].as_array().expect("keys that are left out");
    for (key, said) in [
        ("events.p_hop", "table.tilt_rad: tilt: coins curl and hop on a level table only"),
        ("player.aim_sd_rad", "a preset that is swept says what it is"),
    ] {
        assert!(left.iter().any(|left| left["key"] == key && left["reason"] == said), "{key}: {json}");
    }
    let swept = shares(&json);
    assert!(swept.len() > 10 && swept.iter().all(|input| left.iter().all(|left| left["key"] != input["key"])));
}

/// Flicks at a ball: whether one hits is for the most part chance.
const AIMED: &str = "study = \"cymbergaj/flick\"\nrepeats = 8\n[player]\nspeed_sd_ratio = 0.1\n[sweep.axes]\n\
                     \"player.aim_sd_rad\" = { min = \"0 deg\", max = \"6 deg\", num = 2 }\n\
                     \"ball.mass_kg\" = { min = \"2 g\", max = \"2.5 g\", num = 2 }\n";

fn indices_of(text: &str, flags: &[&str]) -> Value {
    let here = folder_with("asked.toml", text);
    let told = ran(here.path(), &[&["ask", "depends", "asked.toml", "--quiet", "--json"], flags].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    serde_json::from_str(&told.stdout).expect("JSON")
}

#[test]
fn seeds_agree_within_their_intervals() {
    let ends = |estimate: &Value| [&estimate["low"], &estimate["high"]].map(|end| end.as_f64().expect("an end"));
    let seeds = ["1", "2", "3", "4"];
    let flags = |seed| ["--measure", "goal", "--points", "128", "--seed", seed];
    let found: Vec<Value> = seeds.iter().map(|seed| indices_of(AIMED, &flags(seed))).collect();
    let said = "All points share the same 8 draws of chance (streams = \"common\")";
    let is_said = |json: &Value| notes(json).iter().any(|note| note.starts_with(said));
    let aim = |json: &'_ Value| share(&shares(json)[0], "goal", "total").clone();
    for one in &found {
        assert!(!is_said(one), "{one}");
        assert_eq!(shares(one)[0]["key"], "player.aim_sd_rad", "{one}");
        for other in &found {
            let ([low, _], [_, high]) = (ends(&aim(one)), ends(&aim(other)));
            assert!(low <= high, "{one} and {other}");
        }
    }
    // what all points share is in no interval, which is said
    let shared = indices_of(&format!("streams = \"common\"\n{AIMED}"), &flags("1"));
    assert!(is_said(&shared), "{shared}");
}

#[test]
fn shipped_designs_have_chance_of_their_own_at_each_point() {
    let shipped = |game: &str| std::fs::read_dir(format!("{}/scenarios/{game}", env!("CARGO_MANIFEST_DIR")));
    let files =
        ["tinsley_green", "cymbergaj", "dice_football"].into_iter().flat_map(|game| shipped(game).expect("a folder"));
    let texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"));
    let designs: Vec<String> = texts.filter(|text| text.contains("design = \"saltelli\"")).collect();
    assert!(designs.len() >= 2);
    assert!(designs.iter().all(|text| text.contains("\nstreams = \"independent\"")), "{designs:?}");
}

#[test]
fn what_does_not_vary_is_said_in_a_line() {
    let here = tempfile::tempdir().expect("a folder");
    let file = format!("{}/scenarios/cymbergaj/match_clauses.toml", env!("CARGO_MANIFEST_DIR"));
    let few = ["ask", "depends", &file, "--points", "16", "--repeats", "2", "--set", "clock.half_s=30", "--quiet"];
    let told = ran(here.path(), &[&few[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    // the scenario names a measure that can vary
    let measure = &json["tables"]["shares"]["columns"][1]["measure"];
    assert_eq!((told.code, measure), (0, &Value::from("goal_count")), "{}", told.stderr);
    // exchanged seats share out each pair of matches
    let told = ran(here.path(), &[&few[..], &["--measure", "a_win_share", "--json"]].concat());
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!((told.code, &json["headline"]["verdict"]), (0, &Value::from("no effect")), "{json}");
    assert!(notes(&json).iter().any(|note| note.contains("--measure may name ")), "{json}");
}

#[test]
fn what_is_not_resolved_has_no_numbers() {
    // a ball 0.2 % heavier goes in as often
    let text = "study = \"cymbergaj/flick\"\nseed = 3\nrepeats = 2\n[player]\naim_sd_rad = \"5 deg\"\n[sweep.axes]\n\
                \"ball.mass_kg\" = { min = \"5 g\", max = \"5.01 g\", num = 2 }\n";
    let json = indices_of(text, &["--measure", "goal", "--points", "32"]);
    assert!(share(&shares(&json)[0], "goal", "total").is_null(), "{json}");
    assert_eq!(json["headline"]["verdict"], "cannot tell yet");
    assert!(notes(&json).iter().any(|note| note.contains("cannot be told from chance")), "{json}");
}

#[test]
fn what_has_no_answer_is_refused() {
    let here = folder_with("flicks.toml", FLICKS);
    assert_eq!(ran(here.path(), &["ask", "depends", "flicks.toml", "--quiet", "--points", "16"]).code, 0);
    for arguments in [
        &["ask", "depends", "flicks.toml", "--measure", "luck", "--quiet", "--points", "16"][..],
        &["ask", "depends", "flicks.toml", "--shard", "0/2"],
        &["ask", "depends", "flicks.toml", "--points", "1", "-o", "few"],
        &["ask", "depends", "flicks.toml", "--points", "8", "--dry-run"],
        &["ask", "depends", "-"],
        &["ask", "depends", "runs/flicks-sensitivity", "--assumed"],
    ] {
        assert_eq!(ran(here.path(), arguments).code, 2, "{arguments:?}");
    }
    // no name of a folder follows from this one, as for a run
    std::fs::write(here.path().join("a;b.toml"), FLICKS).expect("a file");
    let told = ran(here.path(), &["ask", "depends", "a;b.toml", "--quiet", "--points", "16"]);
    assert!(told.code == 2 && told.stderr.contains("choose one with -o"), "{}", told.stderr);
    assert_eq!(ran(here.path(), &["run", "flicks.toml", "--quiet"]).code, 0);
    let told = ran(here.path(), &["ask", "depends", "runs/flicks"]);
    assert!(told.code == 2 && told.stderr.contains("sensitivity is of a saltelli design"), "{}", told.stderr);
}
