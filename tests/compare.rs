//! `tolley compare` from outside.

use crate::tool::{Ran, folder_with, ran};
use serde_json::Value;
use tempfile::TempDir;

const RULES: &str = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 40\n[contest]\nseats = \"a-x\"\n[sweep.axes]\n\
                     \"laws.kickoff_moves\" = [1, 2]\n\"laws.kickoff_goal_from_move\" = [1, 2]\n";

fn compared(arguments: &[&str]) -> (TempDir, Ran) {
    let here = folder_with("rules.toml", RULES);
    let told = ran(here.path(), &[&["compare", "rules.toml", "--quiet"], arguments].concat());
    (here, told)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn differences_of_arms_are_those_of_the_effects() {
    let (here, told) =
        compared(&["--over", "laws.kickoff_moves=2", "--measure", "goal_count", "--margin", "0.5", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    assert_eq!((&found["strata"], &found["control"], &found["corrected_for"]), (&2.into(), &1.into(), &1.into()));
    assert!(here.path().join("runs/rules-contrasts/answer.parquet").is_file());
    assert_eq!((&found["seed"], &found["repeats"]), (&3.into(), &40.into()));
    let effects = ran(here.path(), &["summary", "runs/rules", "--effects", "--json"]);
    let effects = json(&effects.stdout);
    let is_it = |effect: &&Value| effect["key"] == "laws.kickoff_moves" && effect["measure"] == "goal_count";
    let effect = effects["effects"].as_array().expect("effects").iter().find(is_it).expect("of this axis");
    // from 1 to 2 there, from 2 to 1 here
    let [there, here] =
        [&effect["difference"], &found["arms"][0]["difference"]["value"]].map(|v| v.as_f64().expect("a number"));
    assert!((there + here).abs() < 1e-12, "{there} and {here}");
}

#[test]
fn who_is_told_the_axes_sees_all_arms_and_the_best() {
    let (here, told) = compared(&[
        "--over",
        "laws.kickoff_moves=2",
        "--over",
        "laws.kickoff_goal_from_move=2",
        "--measure",
        "kick_off_goal_share",
        "--best",
        "largest",
    ]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let lines = told.stdout.lines().filter(|line| line.contains("may be best") || line.contains("the control")).count();
    assert!(lines >= 2, "{}", told.stdout);
    assert!(told.stdout.contains("corrected for 3 arms together (Holm)"), "{}", told.stdout);
    // with one Move no goal can count from the second on
    let is_never = |line: &&str| line.split_whitespace().take(2).eq(["1", "2"]);
    let never = told.stdout.lines().find(is_never);
    // of some 270 kick-offs, not of 40 repeats
    assert!(never.is_some_and(|line| line.contains("0.000 [0.000, 0.014]")), "{}", told.stdout);
    let again = ran(
        here.path(),
        &[
            "compare",
            "runs/rules",
            "--over",
            "laws.kickoff_moves=2",
            "--over",
            "laws.kickoff_goal_from_move=2",
            "--measure",
            "kick_off_goal_share",
            "--best",
            "largest",
        ],
    );
    assert_eq!((again.code, again.stdout), (0, told.stdout), "from the files alone, the same");
}

/// Six flicks told "none is more than 0 above the control, with 95 %" where none of six had ever ended otherwise.
#[test]
fn how_far_arms_are_above_the_control_is_not_known_where_one_never_differed() {
    let text = "study = \"cymbergaj/flick\"\nseed = 5\n[opponent]\nangle_rad = 1.0\n[player]\npreset = \"novice\"\n\
        [strike]\noffset_ratio = -0.2\n[sweep.axes]\n\"strike.speed_m_s\" = [2.0, 2.2, 2.4, 2.6, 2.8, 3.0]\n";
    let here = folder_with("many.toml", text);
    let over = ["compare", "runs/many", "--over", "strike.speed_m_s=2", "--measure", "goal", "--best", "largest"];
    for (repeats, is_known) in [("6", false), ("400", true)] {
        assert_eq!(ran(here.path(), &["run", "many.toml", "--quiet", "--repeats", repeats]).code, 0);
        let told = ran(here.path(), &over);
        assert_eq!(told.stdout.contains("above the control, with 95 %."), is_known, "{}", told.stdout);
        let object = json(&ran(here.path(), &[&over[..], &["--json"]].concat()).stdout);
        let most = object["most_beyond_control"].as_f64();
        // 2 of 400 ended otherwise
        assert_eq!(most.map(|most| (0.005..0.03).contains(&most)), is_known.then_some(true), "{most:?}");
    }
}

#[test]
fn a_measure_may_be_of_the_rows_of_another_table() {
    let over = ["compare", "runs/openings", "--over", "opening.by=policy", "--margin", "0.5", "--json", "--measure"];
    let here = folder_with("openings.toml", OPENINGS);
    assert_eq!(ran(here.path(), &["run", "openings.toml", "--quiet"]).code, 0);
    let means = |measure: &str| {
        let told = ran(here.path(), &[&over[..], &[measure]].concat());
        assert_eq!(told.code, 0, "{measure}: {}", told.stderr);
        let arms = json(&told.stdout)["arms"].as_array().expect("arms").clone();
        arms.iter().map(|arm| arm["mean"]["value"].as_f64().expect("a mean")).collect::<Vec<f64>>()
    };
    let rows = |table: &str| {
        let told = ran(here.path(), &["export", "runs/openings", table, "--json"]);
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
        let found = means(measure);
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
fn a_column_may_be_held_beside_another() {
    let (here, told) = compared(&["--over", "laws.kickoff_moves", "--measure", "starter_win_share", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let arguments =
        ["compare", "runs/rules", "--over", "laws.kickoff_moves", "--measure", "matches.winner=starter", "--json"];
    let beside = ran(here.path(), &arguments);
    let means = |told: &Ran| json(&told.stdout)["arms"].as_array().expect("arms").clone();
    for (one, other) in means(&told).iter().zip(&means(&beside)) {
        let [one, other] = [one, other].map(|arm| arm["mean"]["value"].as_f64().expect("a share"));
        assert!((one - other).abs() < 1e-12, "{one} and {other}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused_with_what_could_be() {
    for (arguments, said) in [
        (&["--over", "laws.nothing"][..], "laws.nothing is no axis of this dataset; its axes are laws.kickoff_moves, "),
        (&["--over", "laws.kickoff_moves=7"], "7 is no value of the axis laws.kickoff_moves; they are 1, 2, in SI"),
        (
            &["--over", "laws.kickoff_moves", "--measure", "goals"],
            "goals is no number of this study; --measure may name ",
        ),
        (&["--over", "laws.kickoff_moves", "--measure", "goal_count"], "--margin says so"),
        (&["--over", "laws.kickoff_moves", "--margin", "0"], "a margin is a number above 0"),
        (&["--over", "laws.kickoff_moves", "--margin", "-0.1"], "--margin -0.1: a margin is a number above 0"),
        (&["--over", "laws.kickoff_moves", "--margin", "inf"], "invalid value 'inf' for '--margin <NUMBER>'"),
        (
            &["--over", "laws.kickoff_moves", "--over", "laws.kickoff_moves"],
            "the axis laws.kickoff_moves is named twice",
        ),
        (&["--over", "laws.kickoff_moves", "--predictor", "goal_count"], "needs 4 arms beside the control or more"),
    ] {
        let (here, told) = compared(arguments);
        assert!(told.code == 2 && told.stderr.contains(said), "{arguments:?}: {} {}", told.code, told.stderr);
        assert!(!here.path().join("runs").exists(), "{arguments:?}: nothing is played");
        let told = compared(&[arguments, &["--dry-run"]].concat()).1;
        assert!(told.code == 2 && told.stderr.contains(said), "{arguments:?}: {} {}", told.code, told.stderr);
    }
}

#[test]
fn what_has_no_value_is_said_and_means_are_called_what_they_are() {
    let by_side = ["--over", "laws.kickoff_moves", "--margin", "0.5", "--csv", "--measure"];
    let (here, told) = compared(&[&by_side[..], &["goal_count"]].concat());
    assert!(told.code == 0 && !told.stderr.contains("no trial has a value"), "{}", told.stderr);
    let csv = || std::fs::read_to_string(here.path().join("runs/rules-contrasts/answer.csv")).expect("a table");
    assert!(csv().contains("\"mean over strata, t\""), "{}", csv());
    let table = csv();
    let head = "term,estimate,std_error,conf_low,conf_high,n,method,seed,point,laws_kickoff_moves,laws_kickoff_goal_from_move\n";
    assert!(table.starts_with(head), "{table}");
    // the arm stands in the column of its axis
    let row = table.lines().find(|line| line.starts_with("goal_count less that of laws_kickoff_moves 1,"));
    assert!(row.is_some_and(|row| row.ends_with(",40,\"paired difference, t\",3,,2,")), "{table}");
    assert!(told.stdout.contains("strata: 2, "), "{}", told.stdout);
    let asked = |measure: &str| ran(here.path(), &[&["compare", "runs/rules"], &by_side[..], &[measure]].concat());
    assert_eq!(asked("starter_win_share").code, 0);
    assert!(csv().contains("Wilson") && !csv().contains("\"mean over strata, t\""), "{}", csv());
    let told = asked("goal_count[repeat=999]");
    let none = told.stderr.contains("warning: no trial has a value of goal_count[repeat=999]: nothing is compared");
    assert!(told.code == 0 && none && told.stdout.contains("strata: 2 (0 with all arms)"), "{told:?}");
}

/// Openings of the shortest match there is, row by row.
const OPENINGS: &str = "study = \"tinsley-green/match\"\nseed = 3\nrepeats = 40\n[match]\nkind = \"challenge\"\n\
    first_play = \"fixed\"\n[sweep]\ndesign = \"list\"\nrows = [\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 1 },\n\
    { \"opening.by\" = \"policy\", \"opening.speed_m_s\" = 2 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 2 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 3 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 4 },\n\
    { \"opening.by\" = \"as-aimed\", \"opening.speed_m_s\" = 5 },\n]\n";

#[test]
fn every_row_of_a_list_is_compared_and_predicted_from_another_table() {
    let here = folder_with("openings.toml", OPENINGS);
    let asked = |more: &[&str]| {
        ran(here.path(), &[&["compare", "openings.toml", "--quiet", "--over", "opening.by=policy"], more].concat())
    };
    let told =
        asked(&["--measure", "a_points_count", "--margin", "0.5", "--predictor", "turns.points_count", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found = json(&told.stdout);
    assert_eq!((&found["strata"], &found["control"], &found["corrected_for"]), (&1.into(), &1.into(), &5.into()));
    let prediction = &found["prediction"];
    assert_eq!((&prediction["arms"], &prediction["repeats"]), (&5.into(), &40.into()));
    // from the rows: the first turn of each match
    let turns = ran(here.path(), &["export", "runs/openings", "turns", "--json"]);
    let (mut last, mut sums) = (u64::MAX, [0.0; 6]);
    for line in turns.stdout.lines().map(json) {
        let [trial, points] = ["trial", "points_count"].map(|column| line[column].as_u64().expect("a count"));
        if trial != last {
            sums[trial as usize % 6] += points as f64;
        }
        last = trial;
    }
    for (row, sum) in sums.iter().enumerate() {
        let mean = prediction["means"][row].as_f64().expect("a mean");
        assert!((mean - sum / 40.0).abs() < 1e-12, "row {row}: {mean} and {sum} / 40: {prediction}");
    }
    let told = asked(&["--predictor", "turns.points_count"]).stdout;
    for said in ["How well does turns.points_count predict it? Points.", "of arms like these", "over 5 arms without"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    for (more, said) in [
        (&["--predictor", "breaks.points_count"][..], "there is no table breaks; the tables are matches, games, turns"),
        (&["--predictor", "turns.start"], "start is no number of the table turns, by which something could be"),
        (&["--predictor", "points"], "points is no number of the table matches"),
    ] {
        let told = asked(more);
        assert!(told.code == 2 && told.stderr.contains(said), "{said}: {}: {}", told.code, told.stderr);
    }
    let few = compared(&["--over", "laws.kickoff_moves", "--predictor", "goal_count"]).1;
    assert!(
        few.code == 2 && few.stderr.contains("needs 4 arms beside the control or more; 1 are here"),
        "{}",
        few.stderr
    );
}

/// Of two corners an arm one was a goal, which left the two other arms out of those that may be best, beside "not
/// resolved".
#[test]
fn one_goal_of_two_corners_makes_no_arm_the_best() {
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/cymbergaj/cgq04_two_moves.toml");
    let set = ["laws.kickoff_moves=2", "laws.kickoff_goal_from_move=2", "laws.freekick_goal_from_move=1"];
    let mut arguments = vec!["compare", scenario, "--quiet", "--repeats", "20", "--seed", "3"];
    set.iter().for_each(|set| arguments.extend(["--set", set]));
    arguments.extend(["--over", "laws.freekick_moves", "--measure", "corner_goal_share", "--best", "largest"]);
    let here = folder_with("none.toml", "");
    let told = ran(here.path(), &[&arguments[..], &["-o", "runs/corners"]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
    let open = told.stdout.lines().filter(|line| line.contains("not resolved"));
    assert!(open.clone().count() == 2 && open.clone().all(|line| line.ends_with("may be best")), "{}", told.stdout);
    assert!(open.clone().all(|line| line.contains(" -0.5 ")), "{}", told.stdout);
}

/// Without pressure both orders of a tie-break are the same series: a difference over both was told as a mean, with
/// nothing said of the half of its strata in which there is none.
#[test]
fn strata_in_which_nothing_differs_are_told() {
    let scenario = "study = \"cymbergaj/shootout\"\nseed = 9\nrepeats = 200\n[sweep.axes]\n\
                    \"laws.series_order\" = [\"ABAB\", \"ABBA\"]\n\"contest.pressure_ratio\" = [1.0, 1.5]\n";
    let here = folder_with("orders.toml", scenario);
    let asked = ["--over", "laws.series_order", "--measure", "first_kicker_win_share"];
    let told = ran(here.path(), &[&["compare", "orders.toml", "--quiet"][..], &asked].concat());
    assert!(told.stdout.contains("1/2, 1 alike") && told.stdout.contains("alike: strata in which no"), "{told:?}");
    let json = json(&ran(here.path(), &[&["compare", "runs/orders", "--json"][..], &asked].concat()).stdout);
    assert_eq!(json["arms"][1]["strata_alike"], 1, "{json}");
}

/// A stratum in which one arm alone has no value: the set of those that may be best was of the other stratum alone, and
/// left out the control, to which the arm that it kept was surely inferior.
#[test]
fn the_best_is_of_the_strata_that_two_arms_have() {
    let scenario = "study = \"tinsley-green/shot\"\nseed = 5\nrepeats = 100\n[player]\npreset = \"club\"\n\
                    aim_sd_rad = \"0.02 deg\"\nspeed_sd_ratio = 0.002\nelevation_sd_rad = \"0.02 deg\"\n\
                    [shot]\nspeed_m_s = 3\nposition_rad = \"20 deg\"\n[sweep.axes]\n\"rack.count\" = [1, 49]\n\
                    \"shot.aim_offset_m\" = [0.0, 0.008, 0.045]\n";
    let here = folder_with("aside.toml", scenario);
    let asked = ["--over", "shot.aim_offset_m", "--measure", "first_hit_s", "--margin", "1e-5", "--best", "smallest"];
    let told = ran(here.path(), &[&["compare", "aside.toml", "--quiet", "--json"][..], &asked].concat());
    let json = json(&told.stdout);
    assert_eq!((&json["strata"], &json["strata_with_values"]), (&2.into(), &1.into()), "{json}");
    let arms = json["arms"].as_array().expect("arms");
    let set: Vec<&Value> = arms.iter().map(|arm| &arm["may_be_best"]).collect();
    assert_eq!(set, [true, false, false], "{json}");
    assert_eq!([1, 2].map(|arm| &arms[arm]["says"]), ["an effect"; 2], "{json}");
    let text = ran(here.path(), &[&["compare", "runs/aside"][..], &asked].concat()).stdout;
    assert!(text.contains("strata: 2 (1 with all arms)") && text.contains("Not all arms have a value"), "{text}");
}
