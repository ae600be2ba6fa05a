//! What the command line says over a scenario: keys, axes, a scenario from stdin.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_experiment::value::Value;

use crate::tool::{files, folder_with, ran, tolley};
use crate::toy::value;

const FILE: &str = "study = \"tinsley-green/shot\"\nseed = 1\nrepeats = 5\n[rack]\ncount = 1\n[shot]\nspin_ratio = 0.5\n\
                    [sweep.axes]\n\"shot.speed_m_s\" = [1.0, 2.0]\n\"shot.aim_offset_m\" = [0.0, 0.01]\n";

fn read(set: &[&str], sweep: &[&str]) -> Result<(Plan, Problems), Problems> {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let overrides = Overrides { set: owned(set), sweep: owned(sweep), ..Overrides::default() };
    let studies = [Arc::new(StudyInfo::of::<tolley_tinsley_green::shot::ShotStudy>())];
    parse("a.toml", FILE, &studies, overrides)
}

fn plan(set: &[&str], sweep: &[&str]) -> Plan {
    let (plan, warnings) = read(set, sweep).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(warnings.to_string(), "");
    plan
}

fn axes(plan: &Plan) -> Vec<(&str, Vec<String>)> {
    let values = |values: &[Value]| values.iter().map(Value::to_string).collect();
    plan.grid.axes.iter().map(|axis| (axis.key.as_str(), values(&axis.values))).collect()
}

#[test]
fn a_key_set_wins_over_value_axis_and_default() {
    let plan = plan(
        &["shot.spin_ratio=-1", "shot.speed_m_s=300 cm/s", "surface.preset=damp", "ring.diameter_m=\"6 ft\"", "seed=7"],
        &[],
    );
    assert_eq!(value(&plan, 0, "shot.spin_ratio"), Value::Number(-1.0));
    assert_eq!(value(&plan, 0, "shot.speed_m_s"), Value::Number(3.0));
    assert_eq!(value(&plan, 0, "surface.preset"), Value::Choice("damp".into()));
    assert_eq!(value(&plan, 0, "surface.rolling_friction_ratio"), Value::Number(0.25));
    assert_eq!(value(&plan, 0, "ring.diameter_m"), Value::Number(1.8288));
    assert_eq!(plan.seed, 7);
    assert_eq!(axes(&plan), [("shot.aim_offset_m", vec!["0".to_owned(), "0.01".to_owned()])]);
}

#[test]
fn an_axis_swept_takes_the_place_of_the_axis_or_runs_fastest() {
    let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
    let plan = plan(
        &[],
        &[
            "shot.speed_m_s=1:2:0.25",
            "shot.spin_ratio=-1,1",
            "surface.preset=fast,damp",
            "rack.count={ min = 7, max = 13, num = 2 }",
        ],
    );
    let expected = [
        ("shot.speed_m_s", texts(&["1", "1.25", "1.5", "1.75", "2"])),
        ("shot.aim_offset_m", texts(&["0", "0.01"])),
        ("shot.spin_ratio", texts(&["-1", "1"])),
        ("surface.preset", texts(&["\"fast\"", "\"damp\""])),
        ("rack.count", texts(&["7", "13"])),
    ];
    assert_eq!(axes(&plan), expected);
    let was: Vec<Option<&str>> = plan.overridden.iter().map(|over| over.was.as_deref()).collect();
    assert_eq!(was, [Some("[1.0, 2.0]"), Some("0.5"), None, Some("1")]);
}

#[test]
fn what_is_wrong_with_a_flag_is_told_with_flag_key_value_and_what_is_allowed() {
    for (set, sweep, expected) in [
        (
            "shot.speed_m_s=99",
            "",
            "--set shot.speed_m_s=99: error: shot.speed_m_s: 99 m/s is impossible; allowed: 0.01 to 30 m/s",
        ),
        ("shot.sped_m_s=2", "", "--set shot.sped_m_s=2: error: shot.sped_m_s: unknown key; did you mean speed_m_s?"),
        ("shots.speed_m_s=2", "", "--set shots.speed_m_s=2: error: shots: unknown key; did you mean shot?"),
        (
            "surface.preset=dmap",
            "",
            "--set surface.preset=dmap: error: surface.preset: \"dmap\" is not one of: default, fast, damp; did you mean \"damp\"?",
        ),
        ("study=x", "", "--set study=x: error: study: the flag sets TABLE.KEY, seed, repeats, streams"),
        ("speed", "", "--set speed: error: is not KEY=VALUE, such as --set shot.speed_m_s=2"),
        ("rack.count=[1", "", "--set rack.count=[1: error: rack.count: [1: unclosed array, expected `]`"),
        ("", "shot.speed_m_s=", "--sweep shot.speed_m_s=: error: shot.speed_m_s: an axis is A,B,... or MIN:MAX:STEP"),
        (
            "",
            "shot.speed_m_s=1,99",
            "--sweep shot.speed_m_s=1,99: error: shot.speed_m_s: 99 m/s is impossible; allowed: 0.01 to 30 m/s",
        ),
        (
            "",
            "shot.speed_m_s=1:2",
            "--sweep shot.speed_m_s=1:2: error: shot.speed_m_s: an axis with min and max takes either step or num",
        ),
        ("", "speed=1,2", "--sweep speed=1,2: error: speed: an axis names a key of the study, such as"),
        (
            "rack.count=7",
            "rack.count=7,13",
            "--sweep rack.count=7,13: error: rack.count: the key is given by more than one flag",
        ),
    ] {
        let given = |text: &'static str| if text.is_empty() { Vec::new() } else { vec![text] };
        let found = read(&given(set), &given(sweep));
        let told = found.expect_err(expected).to_string();
        assert!(told.starts_with(expected), "{told}");
    }
}

#[test]
fn a_list_takes_the_place_of_the_sweep_and_of_what_it_names() {
    let here = folder_with("list.csv", "shot.speed_m_s,shot.spin_ratio\n2,-1\n300 cm/s,0\n");
    let studies = [Arc::new(StudyInfo::of::<tolley_tinsley_green::shot::ShotStudy>())];
    let read = |name: &str| {
        let overrides = Overrides { list: Some(here.path().join(name)), ..Overrides::default() };
        parse("a.toml", FILE, &studies, overrides)
    };
    let (plan, _) = read("list.csv").unwrap_or_else(|problems| panic!("{problems}"));
    let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
    assert_eq!(axes(&plan), [("shot.speed_m_s", texts(&["2", "3"])), ("shot.spin_ratio", texts(&["-1", "0"]))]);
    assert_eq!((plan.grid.points(), plan.overridden[0].flag.as_str()), (2, "--list"));
    for (text, said) in [
        ("shot.sped_m_s\n2\n", "shot.sped_m_s: an axis names a key of the study; did you mean shot.speed_m_s?"),
        ("shot.speed_m_s\n2\nfast\n", "wrong.csv:3: error: shot.speed_m_s: \"fast\": a quantity begins with a number"),
        ("shot.speed_m_s\n", "wrong.csv: error: has no row"),
        ("shot.speed_m_s,rack.count\n2\n", "found record with 1 fields"),
    ] {
        std::fs::write(here.path().join("wrong.csv"), text).expect("a file");
        let told = read("wrong.csv").expect_err(text).to_string();
        assert!(told.contains("--list ") && told.contains(said), "{told}");
    }
    assert!(read("none.csv").expect_err("no file").to_string().contains("cannot be read: "));
}

#[test]
fn the_dataset_keeps_what_was_overridden_and_the_same_plan_continues_it() {
    let here = folder_with("small.toml", FILE);
    let flags = ["run", "small.toml", "-q", "-o", "out", "--repeats", "2", "--set", "shot.speed_m_s=1.5"];
    assert_eq!(ran(here.path(), &flags).code, 0);
    let text = std::fs::read_to_string(here.path().join("out/manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let expected = serde_json::json!([
        {"flag": "--set", "key": "shot.speed_m_s", "value": "1.5", "was": "[1.0, 2.0]"},
        {"flag": "--repeats", "key": "repeats", "value": "2", "was": "5"},
    ]);
    assert_eq!(manifest["overridden"], expected);
    assert_eq!(manifest["plan"]["base"]["shot.speed_m_s"], 1.5);
    // the same plan, said in the file
    let before = files(&here.path().join("out"));
    let same = FILE.replace("\"shot.speed_m_s\" = [1.0, 2.0]\n", "").replace("[shot]\n", "[shot]\nspeed_m_s = 1.5\n");
    std::fs::write(here.path().join("same.toml"), same.replace("repeats = 5", "repeats = 2")).expect("a file");
    assert_eq!(ran(here.path(), &["run", "same.toml", "-q", "-o", "out"]).code, 0);
    assert_eq!(files(&here.path().join("out")), before);
}

#[test]
fn a_scenario_from_stdin_is_that_of_a_file() {
    let here = folder_with("small.toml", FILE);
    let piped = |command: &mut Command, text: &str| {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the command reads");
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    assert_eq!(piped(&mut tolley(here.path(), &["run", "-", "-q", "-o", "piped"]), FILE), (Some(0), String::new()));
    assert_eq!(ran(here.path(), &["run", "small.toml", "-q", "-o", "named"]).code, 0);
    assert_eq!(files(&here.path().join("piped")), files(&here.path().join("named")));
    let (code, told) = piped(&mut tolley(here.path(), &["run", "-"]), FILE);
    assert_eq!((code, told.contains("-o DIR")), (Some(2), true), "{told}");
    let (code, told) = piped(&mut tolley(here.path(), &["run", "-", "--dry-run"]), "study = 3\n");
    assert_eq!(code, Some(2));
    assert!(told.starts_with("stdin:1:9: error: study: 3 is not a string"), "{told}");
}
