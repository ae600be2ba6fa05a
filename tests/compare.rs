//! `tolley ask effect` from outside.

use crate::tool::{Ran, folder_with, ran};
use serde_json::Value;
use tempfile::TempDir;
use tolley_answers::kinds::{self, Context};
use tolley_experiment::ask::{Ask, Judged};

const RULES: &str = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 40\n[contest]\nseats = \"a-x\"\n\
                     [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                     \"laws.kickoff_moves\" = [1, 2]\n\"laws.kickoff_goal_from_move\" = [1, 2]\n";

fn compared(arguments: &[&str]) -> (TempDir, Ran) {
    let here = folder_with("rules.toml", RULES);
    let told = ran(here.path(), &[&["ask", "effect", "rules.toml", "--quiet"], arguments].concat());
    (here, told)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The rows of the table of all values.
fn arms(answer: &Value) -> Vec<Value> {
    answer["tables"]["arms"]["rows"].as_array().expect("rows").clone()
}

/// Of each value.
fn means(answer: &Value, measure: &str) -> Vec<f64> {
    let mean = format!("{measure} mean");
    arms(answer).iter().map(|arm| arm[&mean]["value"].as_f64().expect("a mean")).collect()
}

#[test]
fn differences_are_those_of_the_effects() {
    let (here, told) = compared(&["--over", "laws.kickoff_moves", "--vs", "2", "--measure", "goal_count", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    assert_eq!((&found["kind"], &found["seed"]), (&"effect".into(), &3.into()));
    assert!(here.path().join("runs/rules-answer/answer.parquet").is_file());
    let effects = ran(here.path(), &["show", "runs/rules", "--effects", "--json"]);
    let effects = json(&effects.stdout);
    let is_it = |effect: &&Value| effect["key"] == "laws.kickoff_moves" && effect["measure"] == "goal_count";
    let effect = effects["effects"].as_array().expect("effects").iter().find(is_it).expect("of this axis");
    // from 1 to 2 there, from 2 to 1 here
    let [there, here] = [&effect["difference"], &arms(&found)[0]["goal_count difference"]["value"]]
        .map(|v| v.as_f64().expect("a number"));
    assert!((there + here).abs() < 1e-12, "{there} and {here}");
}

#[test]
fn the_answer_is_a_card_and_the_same_from_the_files_alone() {
    let asked = ["--over", "laws.kickoff_moves", "--measure", "kick_off_goal_share"];
    let (here, told) = compared(&asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let lines: Vec<&str> = told.stdout.lines().collect();
    assert!(lines.len() <= 12, "{}", told.stdout);
    assert_eq!(lines.last(), Some(&"More: --details"));
    let details = ran(here.path(), &[&["ask", "effect", "runs/rules", "--details"][..], &asked].concat());
    assert_eq!(details.code, 0, "{}", details.stderr);
    assert!(details.stdout.starts_with(lines[0]), "{}", details.stdout);
    for said in ["Method", "Words", "Again", "One value is tested"] {
        assert!(details.stdout.contains(said), "{said}: {}", details.stdout);
    }
}

/// With one Move of a kick-off no goal can count from the second on.
#[test]
fn what_was_never_seen_is_bounded_by_all_the_kick_offs() {
    let over = ["--over", "laws.kickoff_moves", "--vs", "2", "--over", "laws.kickoff_goal_from_move", "--vs", "2"];
    let (_, told) = compared(&[&over[..], &["--measure", "kick_off_goal_share", "--json"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    let rows = arms(&found);
    assert_eq!((rows.len(), rows.iter().filter(|row| row["kick_off_goal_share difference"].is_null()).count()), (4, 1));
    let is_never = |row: &&Value| row["laws.kickoff_moves"] == 1 && row["laws.kickoff_goal_from_move"] == 2;
    let never = &rows.iter().find(is_never).expect("the row")["kick_off_goal_share mean"];
    let [value, low, high] = ["value", "low", "high"].map(|key| never[key].as_f64().expect("a share"));
    // of some 300 kick-offs, not of 40 repeats
    assert_eq!(format!("{value:.3} [{low:.3}, {high:.3}]"), "0.000 [0.000, 0.013]");
    assert!(never["n"].as_u64().is_some_and(|n| (280..=330).contains(&n)), "{never}");
    // of several axes each value has its name
    let first = found["findings"][0]["subject"].as_str();
    assert_eq!(first, Some("Moves of a kick-off 1, Move from which a kick-off may score 1"));
    let said: Vec<&str> = found["notes"].as_array().expect("notes").iter().filter_map(|n| n["text"].as_str()).collect();
    assert!(said.iter().any(|text| text.starts_with("Tests of 3 values are corrected together (Holm)")), "{said:?}");
}

/// Six flicks told "none is more than 0 above the control, with 95 %" where none of six had ever ended otherwise.
#[test]
fn how_far_arms_are_above_the_control_is_not_known_where_one_never_differed() {
    let text = "study = \"cymbergaj/flick\"\nseed = 5\n[opponent]\nangle_rad = 1.0\n[player]\npreset = \"novice\"\n\
        [strike]\noffset_ratio = -0.2\n[sweep.axes]\n\"strike.speed_m_s\" = [2.0, 2.2, 2.4, 2.6, 2.8, 3.0]\n";
    let here = folder_with("many.toml", text);
    let over = ["ask", "effect", "runs/many", "--over", "strike.speed_m_s", "--vs", "2", "--measure", "goal", "--json"];
    // of six up to three may have gone unseen, and more for five comparisons; 2 of 400 ended otherwise
    for (repeats, is_known, bound) in [("6", false, 0.5..1.0), ("400", true, 0.005..0.03)] {
        assert_eq!(ran(here.path(), &["run", "many.toml", "--quiet", "--repeats", repeats]).code, 0);
        let told = ran(here.path(), &over);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let found = json(&told.stdout);
        assert_eq!(found["headline"]["verdict"], "cannot tell yet", "{found}");
        let never = |finding: &Value| finding["says"] == "The same result every time";
        assert_eq!(found["findings"].as_array().expect("findings").iter().all(never), !is_known, "{found}");
        let off = |arm: &Value| arm["goal difference"]["high"].as_f64();
        let most = arms(&found).iter().filter_map(off).fold(0.0, f64::max);
        assert!(bound.contains(&most), "{repeats}: {most}");
    }
}

#[test]
fn a_measure_may_be_of_the_rows_of_another_table() {
    let over = [
        "ask",
        "effect",
        "runs/openings",
        "--over",
        "opening.by",
        "--vs",
        "policy",
        "--margin",
        "0.5",
        "--json",
        "--measure",
    ];
    let here = folder_with("openings.toml", OPENINGS);
    assert_eq!(ran(here.path(), &["run", "openings.toml", "--quiet"]).code, 0);
    let of_arms = |measure: &str| {
        let told = ran(here.path(), &[&over[..], &[measure]].concat());
        assert_eq!(told.code, 0, "{measure}: {}", told.stderr);
        means(&json(&told.stdout), measure)
    };
    let rows = |table: &str| {
        let told = ran(here.path(), &["data", "export", "runs/openings", table, "--json"]);
        told.stdout.lines().map(json).collect::<Vec<Value>>()
    };
    let (matches, turns) = (rows("matches"), rows("turns"));
    // of each row of the list, in the order of the rows: the mean of what counts
    let expected = |rows: &[Value], value: &dyn Fn(&Value) -> Option<f64>| {
        let of_point = |point: u64| {
            let values: Vec<f64> = rows.iter().filter(|row| row["point"] == point).filter_map(value).collect();
            values.iter().sum::<f64>() / values.len() as f64
        };
        (0..6).map(of_point).collect::<Vec<f64>>()
    };
    let number = |row: &Value, column: &str| row[column].as_f64();
    let flag = |is: bool| Some(f64::from(u8::from(is)));
    let cases: [(&str, Vec<f64>); 6] = [
        ("turns.points_count", expected(&turns, &|row| number(row, "points_count"))),
        (
            "turns.points_count[side=0]",
            expected(&turns, &|row| number(row, "points_count").filter(|_| row["side"] == 0)),
        ),
        ("turns.toley_stays", expected(&turns, &|row| flag(row["toley_stays"] == true))),
        ("turns.start=edge", expected(&turns, &|row| flag(row["start"] == "edge"))),
        // a match that nobody won has no value
        ("winner_side=0", expected(&matches, &|row| flag(number(row, "winner_side")? == 0.0))),
        (
            "a_points_count-b_points_count",
            expected(&matches, &|row| Some(number(row, "a_points_count")? - number(row, "b_points_count")?)),
        ),
    ];
    for (measure, expected) in cases {
        let found = of_arms(measure);
        let is_near = found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() < 1e-12);
        assert!(is_near, "{measure}: {found:?} and from the rows {expected:?}");
        assert!(expected.iter().any(|mean| *mean != expected[0]), "{measure}: every row of the list is alike");
    }
    for (measure, said) in [
        ("breaks.points_count", "there is no table breaks; the tables are matches, games, turns"),
        ("turns.points", "points is no column of the table turns"),
        ("turns.start", "start of the table turns is no number; start=VALUE may ask for "),
        ("turns.start=ring.", "start=ring.: ring. is none of its names, which are "),
        ("turns.toley_stays=1", "toley_stays=1: 1 is neither true nor false"),
        ("turns.points_count[side]", "turns.points_count[side]: a measure is COLUMN, TABLE.COLUMN, either with "),
        ("turns.points_count[side=x]", "side=x: x is no number, and no column"),
        ("turns.points_count[start=side]", "start=side: side is a column of another kind of the table turns"),
    ] {
        let told = ran(here.path(), &[&over[..], &[measure]].concat());
        assert!(told.code == 2 && told.stderr.contains(said), "{measure}: {}: {}", told.code, told.stderr);
    }
}

#[test]
fn a_column_may_be_compared_with_another() {
    let (here, told) = compared(&["--over", "laws.kickoff_moves", "--measure", "starter_win_share", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let winner = "matches.winner=starter";
    let arguments = ["ask", "effect", "runs/rules", "--over", "laws.kickoff_moves", "--measure", winner, "--json"];
    let beside = ran(here.path(), &arguments);
    let [these, those] = [means(&json(&told.stdout), "starter_win_share"), means(&json(&beside.stdout), winner)];
    assert!(these.iter().zip(&those).all(|(one, other)| (one - other).abs() < 1e-12), "{these:?} and {those:?}");
}

#[test]
fn what_cannot_be_compared_is_refused_with_what_could_be() {
    for (arguments, said) in [
        (&["--over", "laws.nothing"][..], "laws.nothing is no axis of this dataset; its axes are laws.kickoff_moves, "),
        (
            &["--over", "laws.kickoff_moves", "--vs", "7"],
            "7 is no value of the axis laws.kickoff_moves; they are 1, 2, in SI",
        ),
        (
            &["--over", "laws.kickoff_moves", "--measure", "goals"],
            "goals is no number of this study; --measure may name ",
        ),
        (&["--over", "laws.kickoff_moves", "--margin", "0"], "a margin is a number above 0"),
        (&["--over", "laws.kickoff_moves", "--margin", "inf"], "--margin \"inf\": a quantity begins with a number"),
        (
            &["--over", "laws.kickoff_moves", "--over", "laws.kickoff_moves"],
            "the axis laws.kickoff_moves is named twice",
        ),
    ] {
        let (here, told) = compared(arguments);
        assert!(told.code == 2 && told.stderr.contains(said), "{arguments:?}: {} {}", told.code, told.stderr);
        assert!(!here.path().join("runs").exists(), "{arguments:?}: nothing is played");
        let told = compared(&[arguments, &["--dry-run"]].concat()).1;
        assert!(told.code == 2 && told.stderr.contains(said), "{arguments:?}: {} {}", told.code, told.stderr);
    }
}

#[test]
fn what_has_no_value_is_said_and_tables_are_tidy() {
    let asked =
        ["ask", "effect", "rules.toml", "--quiet", "--over", "laws.kickoff_moves", "--vs", "1", "--csv", "--measure"];
    let here = folder_with("rules.toml", RULES);
    let of = |measure: &str| ran(here.path(), &[&asked[..], &[measure]].concat());
    let told = of("goal_count");
    assert!(told.code == 0 && !told.stderr.contains("no trial has a value"), "{}", told.stderr);
    let table = std::fs::read_to_string(here.path().join("runs/rules-answer/answer.csv")).expect("a table");
    let head = "measure,quantity,laws.kickoff_moves,laws.kickoff_goal_from_move,estimate,std_error,conf_low,conf_high,n,method,verdict,seed,point\n";
    assert!(table.starts_with(head), "{table}");
    assert!(table.lines().any(|line| line.starts_with("goal_count,difference,2,,")), "{table}");
    assert!(table.lines().any(|line| line.starts_with("goal_count,difference,2,1,")), "a stratum: {table}");
    let told = of("goal_count[repeat=999]");
    let none = told.stderr.contains("warning: no trial has a value of goal_count[repeat=999]: nothing is compared");
    assert!(told.code == 0 && none && told.stdout.starts_with("Cannot tell yet"), "{told:?}");
}

/// Openings of the shortest match there is, row by row.
const OPENINGS: &str = "study = \"tinsley-green/match\"\nseed = 3\nrepeats = 40\n[match]\nkind = \"challenge\"\n\
    first_play = \"fixed\"\n[a]\npolicy = \"nearest\"\n[b]\npolicy = \"nearest\"\n[sweep]\ndesign = \"list\"\nrows = [\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 1 },\n\
    { \"opening.by\" = \"policy\", \"opening.speed_m_s\" = 2 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 2 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 3 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 4 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 5 },\n]\n";

#[test]
fn every_row_of_a_list_is_compared() {
    let here = folder_with("openings.toml", OPENINGS);
    let asked = ["ask", "effect", "openings.toml", "--quiet", "--json", "--over", "opening.by", "--vs", "policy"];
    let told = ran(here.path(), &[&asked[..], &["--measure", "a_points_count"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    let arms = arms(&found);
    let control = arms.iter().position(|arm| arm["a_points_count difference"].is_null());
    assert_eq!((arms.len(), control), (6, Some(1)));
    assert!(found["tables"]["strata"].is_null(), "each row is a value: {}", found["tables"]);
}

/// Without pressure both orders of a tie-break are the same series, with it they are not.
#[test]
fn strata_in_which_nothing_differs_are_told() {
    let scenario = "study = \"cymbergaj/shootout\"\nseed = 9\nrepeats = 200\n\
                    [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                    \"laws.series_order\" = [\"ABAB\", \"ABBA\"]\n\"contest.pressure_ratio\" = [1.0, 1.5]\n";
    let here = folder_with("orders.toml", scenario);
    let asked = ["--over", "laws.series_order", "--measure", "first_kicker_win_share", "--json"];
    let told = json(&ran(here.path(), &[&["ask", "effect", "orders.toml", "--quiet"][..], &asked].concat()).stdout);
    let rows = told["tables"]["strata"]["rows"].as_array().expect("rows").clone();
    let off = |row: &Value| row["first_kicker_win_share difference"]["value"].as_f64().expect("a difference");
    assert_eq!((rows.len(), off(&rows[0])), (2, 0.0), "{rows:?}");
    assert_ne!(off(&rows[1]), 0.0, "{rows:?}");
}

/// Paired matches are the same until a Move is judged differently.
#[test]
fn the_same_moves_are_decided_differently_as_often_as_it_is_said() {
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/cymbergaj/cgq12_moves.toml");
    let here = folder_with("none.toml", "");
    let told = ran(here.path(), &["run", scenario, "--quiet", "--repeats", "4", "-o", "runs/moves"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let dataset = tolley_session::studies::load(&here.path().join("runs/moves")).expect("a dataset");
    let asked = |over: &str, outcomes: &[&str]| {
        let names = |of: &[&str]| of.iter().map(|name| (*name).to_owned()).collect();
        let judged = Judged {
            table: "moves".to_owned(),
            inputs: names(&["period", "mover", "ball_x_m", "ball_y_m", "launch_rad", "launch_speed_m_s"]),
            outcomes: names(outcomes),
        };
        let ask = Ask { over: vec![over.to_owned()], judged: Some(judged), ..Ask::default() };
        kinds::check(&ask, dataset.manifest())?;
        kinds::answer(&ask, &dataset, &Context::default())
    };
    let found = asked("laws.out_criterion", &["call", "given_to"]).expect("an answer");
    let sentence = found.headline.sentence.text();
    assert!(sentence.is_ascii() && found.headline.sentence.is_short(), "{sentence}");
    assert!(sentence.contains("of the same moves differently"), "{sentence}");
    assert_eq!(found.findings.len(), 2);
    let refused = asked("laws.out_criterion", &["nothing"]);
    assert!(refused.is_err_and(|error| error.to_string().contains("nothing is no column of the table moves")));
}

/// A coin that is heavier helps at equal speed and hurts at equal push: the mean of both is in no sentence.
#[test]
fn where_the_sign_turns_both_cases_are_said() {
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/cymbergaj/coin_weight.toml");
    let asked =
        ["--over", "striker.mass_ratio", "--vs", "1", "--measure", "ball_speed_m_s", "--repeats", "60", "--json"];
    let here = folder_with("none.toml", "");
    let told = ran(here.path(), &[&["ask", "effect", scenario, "--quiet", "-o", "runs/w"][..], &asked].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    let headline = &found["headline"];
    let sentence = headline["sentence"].as_str().expect("a sentence");
    // both cases are too long for one sentence: the table has them
    assert!(sentence.starts_with("Which way ") && sentence.contains("depends on what the comb gives"), "{sentence}");
    assert!(!sentence.bytes().any(|byte| byte.is_ascii_digit()), "no mean of both: {sentence}");
    assert_eq!((&headline["verdict"], &headline["depends_on"][0]["turns"]), (&"effect".into(), &true.into()));
    assert_eq!(found["tables"]["cases"]["rows"].as_array().map(Vec::len), Some(3));
}

#[test]
fn what_was_typed_is_told_as_a_shell_takes_it() {
    let typed = ["--over", "laws.kickoff_moves", "--set", "a.aim_sd_rad=2 deg", "--repeats", "3", "-o", "runs/a b"];
    let (here, told) = compared(&[&typed[..], &["--details"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let again =
        "tolley ask effect rules.toml --over laws.kickoff_moves --set 'a.aim_sd_rad=2 deg' -o 'runs/a b' --repeats 3\n";
    assert!(told.stdout.contains(again), "{}", told.stdout);
    let told = ran(here.path(), &[&["ask", "effect", "rules.toml", "--quiet", "--json"], &typed[..]].concat());
    let again = json(&told.stdout)["again"].as_array().expect("words").clone();
    assert!(again.contains(&"a.aim_sd_rad=2 deg".into()), "words are not quoted: {again:?}");
}
