//! Scenarios: what is understood, and what is refused with which words.

use std::sync::Arc;

use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;
use tolley_experiment::value::Value;

use crate::toy::value;

fn studies() -> [Arc<StudyInfo>; 2] {
    [
        Arc::new(StudyInfo::of::<tolley_tinsley_green::shot::ShotStudy>()),
        Arc::new(StudyInfo::of::<tolley_cymbergaj::shot::FlickStudy>()),
    ]
}

fn read(text: &str) -> Result<(Plan, Problems), Problems> {
    parse("a.toml", text, &studies(), Overrides::default())
}

fn plan(text: &str) -> Plan {
    read(text).unwrap_or_else(|problems| panic!("{problems}")).0
}

fn refused(text: &str) -> String {
    read(text).expect_err(text).to_string()
}

const SHOT: &str = "study = \"tinsley-green/shot\"\n";

/// Who goes with both of two has them go together.
#[test]
fn correlations_that_no_errors_have_are_refused_with_a_key_of_the_player() {
    let matches = || Arc::new(StudyInfo::of::<tolley_cymbergaj::matches::MatchStudy>());
    let shootouts = || Arc::new(StudyInfo::of::<tolley_cymbergaj::matches::ShootoutStudy>());
    let marbles = || Arc::new(StudyInfo::of::<tolley_tinsley_green::matches::MatchStudy>());
    let all = [&studies()[..], &[matches(), shootouts(), marbles()]].concat();
    for (study, table, third) in [
        ("tinsley-green/shot", "player", "elevation"),
        ("tinsley-green/match", "player", "side_spin"),
        ("cymbergaj/flick", "player", "offset"),
        ("cymbergaj/match", "a", "offset"),
        ("cymbergaj/match", "b", "offset"),
        ("cymbergaj/shootout", "b", "offset"),
    ] {
        let of = |last: &str| {
            let text = format!(
                "study = \"{study}\"\n[{table}]\naim_speed_correlation_ratio = 0.8\n\
                 aim_{third}_correlation_ratio = 0.7\nspeed_{third}_correlation_ratio = {last}\n"
            );
            parse("a.toml", &text, &all, Overrides::default())
        };
        let said = of("-0.75").expect_err("no errors").to_string();
        let wanted = format!(
            "a.toml:5:{}: error: {table}.speed_{third}_correlation_ratio: -0.75 cannot be beside the other correlations",
            format!("speed_{third}_correlation_ratio = ").len() + 1
        );
        assert!(said.contains(&wanted), "{study}: {said}");
        assert!(of("0.75").is_ok(), "{study}");
    }
}

#[test]
fn the_main_job_has_the_trials_it_says() {
    let plan = plan(include_str!("../scenarios/tinsley_green/knuckling_down.toml"));
    assert_eq!((plan.grid.points(), plan.grid.repeats, plan.grid.trials()), (378, 40, 15_120));
    let schedule = plan.schedule();
    assert_eq!((schedule.rounds(), schedule.blocks(), schedule.parts()), (5, 240, 1));
    let flicks = read(include_str!("../scenarios/cymbergaj/coin_weight.toml")).expect("flicks").0;
    assert_eq!((flicks.grid.points(), flicks.grid.trials()), (15, 1_050_000));
}

#[test]
fn an_axis_by_step_meets_its_ends_and_is_symmetric() {
    let text = format!(
        "{SHOT}[sweep.axes]\n\"shot.position_rad\" = {{ min = \"0 deg\", max = \"60 deg\", step = \"5 deg\" }}\n\
         \"shot.aim_offset_m\" = {{ min = \"-60 mm\", max = \"60 mm\", step = \"6 mm\" }}\n"
    );
    let plan = plan(&text);
    let numbers = |axis: usize| -> Vec<f64> {
        let number = |value: &Value| if let Value::Number(number) = value { *number } else { f64::NAN };
        plan.grid.axes[axis].values.iter().map(number).collect()
    };
    let positions = numbers(0);
    assert_eq!(positions.len(), 13);
    assert_eq!((positions[0], positions[12]), (0.0, 60.0 * core::f64::consts::PI / 180.0));
    let offsets = numbers(1);
    assert_eq!((offsets.len(), offsets[0], offsets[10], offsets[20]), (21, -0.06, 0.0, 0.06));
    assert!(offsets.iter().zip(offsets.iter().rev()).all(|(a, b)| *a == -*b));
    // as people would type them
    assert_eq!((offsets[9], offsets[1], offsets[12]), (-0.006, -0.054, 0.012));
    assert!(positions.iter().enumerate().all(|(i, angle)| *angle == 5.0 * i as f64 * core::f64::consts::PI / 180.0));
}

#[test]
fn trials_points_and_blocks_are_arithmetic_with_the_last_axis_fastest() {
    let text = format!(
        "{SHOT}repeats = 10\n[sweep.axes]\n\"shot.speed_m_s\" = [2, 3]\n\"contact.ground_reaction\" = [\"none\", \"after\"]\n\
         \"surface.rolling_while_sliding\" = [false, true]\n\"rack.count\" = {{ min = 7, max = 19, step = 6 }}\n"
    );
    let plan = plan(&text);
    assert_eq!((plan.grid.points(), plan.grid.trials()), (24, 240));
    assert_eq!(plan.grid.locate(24 * 3 + 15), (15, 3));
    let at = |path| value(&plan, 15, path);
    assert_eq!(at("shot.speed_m_s"), Value::Number(3.0));
    assert_eq!(at("contact.ground_reaction"), Value::Choice("none".into()));
    assert_eq!(at("surface.rolling_while_sliding"), Value::Flag(true));
    assert_eq!(at("rack.count"), Value::Count(7));
    assert_eq!((0..plan.schedule().blocks()).map(|block| plan.schedule().block_len(block)).sum::<u64>(), 240);
}

#[test]
fn a_preset_sets_what_neither_file_nor_axis_sets() {
    let rolling = |plan: &Plan, point| value(plan, point, "surface.rolling_friction_ratio");
    let damp = plan(&format!("{SHOT}[surface]\npreset = \"damp\"\n"));
    assert_eq!(rolling(&damp, 0), Value::Number(0.25));
    let text = format!("{SHOT}[surface]\npreset = \"damp\"\nrolling_friction_ratio = 0.12\n");
    assert_eq!(rolling(&plan(&text), 0), Value::Number(0.12));
    let swept = plan(&format!("{SHOT}[sweep.axes]\n\"surface.preset\" = [\"fast\", \"default\", \"damp\"]\n"));
    assert_eq!([0, 1, 2].map(|point| rolling(&swept, point)), [0.05, 0.10, 0.25].map(Value::Number));
    let coins = "study = \"cymbergaj/flick\"\n[sweep.axes]\n\"ball.coin\" = [\"PL-20gr-1990\", \"PL-1zl-1990\"]\n";
    assert_eq!(value(&plan(coins), 1, "ball.mass_kg"), Value::Number(0.005));
}

#[test]
fn every_bad_value_is_told_with_its_place_and_what_is_allowed() {
    let cases: &[(&str, &str)] = &[
        ("[shot]\nsped_m_s = 2\n", "a.toml:3:1: error: shot.sped_m_s: unknown key; did you mean speed_m_s?"),
        ("[shots]\nspeed_m_s = 2\n", "a.toml:2:2: error: shots: unknown key; did you mean shot?"),
        // former names of tables are answered where they stand, and offered to nobody
        ("[mind]\ntrial_count = 2\n", "a.toml:3:1: error: mind.trial_count: the key is named planner.trial_count now"),
        (
            "[limits]\nmost = 1\n",
            "a.toml:2:2: error: limits: unknown key; known here: study, output, seed, repeats, stop, streams, break, contact, hand, \
             marble, planner, player, rack, ring, rows, shot, start, surface, toley, sweep, best, ask, sensitivity",
        ),
        (
            "[shot]\nspeed_m_s = \"2 kg\"\n",
            "a.toml:3:13: error: shot.speed_m_s: \"2 kg\": the unit \"kg\" does not fit; allowed: m/s, cm/s, mm/s, km/h",
        ),
        (
            "[shot]\nspeed_m_s = -2\n",
            "a.toml:3:13: error: shot.speed_m_s: -2 m/s is impossible; allowed: 0.01 to 30 m/s",
        ),
        ("[shot]\nspeed_m_s = nan\n", "a.toml:3:13: error: shot.speed_m_s: nan is not a finite number"),
        ("[shot]\nspeed_m_s = true\n", "a.toml:3:13: error: shot.speed_m_s: true is not a number"),
        ("[rack]\ncount = 49.5\n", "a.toml:3:9: error: rack.count: 49.5 is not a whole number"),
        ("[rack]\ncount = 0\n", "a.toml:3:9: error: rack.count: 0 is impossible; allowed: 1 to 61"),
        (
            "[surface]\npreset = \"dmap\"\n",
            "a.toml:3:10: error: surface.preset: \"dmap\" is not one of: default, fast, damp; did you mean \"damp\"?",
        ),
        (
            "[surface]\nrolling_while_sliding = 1\n",
            "a.toml:3:25: error: surface.rolling_while_sliding: 1 is neither true nor false",
        ),
        ("seed = -1\n", "a.toml:2:8: error: seed: -1 is not a whole number from 0 on"),
        ("repeats = 0\n", "a.toml:2:11: error: repeats: 0 is not a whole number from 1 on"),
        ("streams = \"shared\"\n", "a.toml:2:11: error: streams: \"shared\" is not one of: common, independent"),
        (
            "[sweep]\ndesign = \"sobol\"\n",
            "a.toml:2:1: error: sweep.points: design = \"sobol\" needs the number of its points",
        ),
        ("[sweep.axes]\n\"shot.speed_m_s\" = []\n", "a.toml:3:20: error: shot.speed_m_s: the axis has no value"),
        (
            "[sweep.axes]\n\"shot.speed_m_s\" = [2, 2.0]\n",
            "a.toml:3:24: error: shot.speed_m_s: the axis has 2 m/s twice",
        ),
        (
            "[sweep.axes]\n\"player.noise_dof\" = [3, 5]\n",
            "a.toml:3:22: error: player.noise_dof: has no effect without player.noise = \"student-t\"",
        ),
        (
            "[sweep.axes]\n\"colour\" = [3, 5]\n",
            "a.toml:3:1: error: colour: an axis names a key of the study, such as \"ring.diameter_m\"",
        ),
        (
            "[sweep.axes]\n\"shot.speed_m_s\" = { min = 1, max = 2 }\n",
            "a.toml:3:20: error: shot.speed_m_s: an axis with min and max takes either step or num",
        ),
        (
            "[sweep.axes]\n\"shot.speed_m_s\" = { min = 3, max = 2, num = 3 }\n",
            "a.toml:3:20: error: shot.speed_m_s: min 3 is not below max 2",
        ),
        (
            "[sweep.axes]\n\"shot.speed_m_s\" = { min = 1, max = 2, step = 1e-12 }\n",
            "a.toml:3:20: error: shot.speed_m_s: about 1.000e12 values; an axis has at most 1000000",
        ),
        (
            "[sweep.axes]\n\"surface.preset\" = { min = 1, max = 2, num = 2 }\n",
            "a.toml:3:20: error: surface.preset: a choice or flag has no range; list its values",
        ),
        (
            "[toley]\ndiameter_m = \"19.1 mm\"\n",
            "a.toml:3:14: warning: toley.diameter_m: 0.0191 m is unusual; plausible: 0.0127 to 0.01905 m\n\
             a.toml:3:14: error: toley.diameter_m: TG-4a: a toley measures at most 19.05 mm",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&format!("{SHOT}{text}")), *expected);
    }
    assert_eq!(
        refused("study = \"tinsley-green/shots\"\n"),
        "a.toml:1:9: error: study: \"tinsley-green/shots\" is not one of: tinsley-green/shot, cymbergaj/flick; \
         did you mean \"tinsley-green/shot\"?"
    );
    assert_eq!(
        refused("seed = 1\n"),
        "a.toml:1:1: error: study: the key is missing; it is one of: tinsley-green/shot, cymbergaj/flick"
    );
}

#[test]
fn all_problems_are_told_at_once_in_the_order_of_the_file() {
    let message = refused(&format!("{SHOT}[shot]\nspeed_m_s = -1\nelevation_rad = \"x\"\n[rack]\ncount = 99\n"));
    let places: Vec<&str> = message.lines().map(|line| &line[..11]).collect();
    assert_eq!(places, ["a.toml:3:13", "a.toml:4:17", "a.toml:6:9:"], "{message}");
}

#[test]
fn an_impossible_corner_of_the_sweep_is_found() {
    let message = refused(&format!("{SHOT}[sweep.axes]\n\"toley.diameter_m\" = [0.016, 0.02]\n"));
    assert!(message.contains("3:22: error: toley.diameter_m: TG-4a"), "{message}");
    assert!(message.contains("(at toley.diameter_m = 0.02 m)"), "{message}");
}

/// The main job written out: two keys have a value that an axis replaces.
#[test]
fn the_main_job_written_out_is_the_shipped_one() {
    let text = r#"# Where around the ring should the first shot be taken, how aimed, how hard, with what spin?
study   = "tinsley-green/shot"
seed    = 20261121
repeats = 200                        # trials a point
streams = "common"                   # or "independent"

[ring]
diameter_m = "6 ft"
[rack]
count = 49
gap_mean_m = "60 um"                 # assumption: nobody has measured it
[surface]
preset = "default"                   # fast | default | damp; single keys below a preset override it
[toley]
diameter_m = "19.05 mm"
[player]
aim_sd_rad = "1.2 deg"               # preset "club": an assumption
speed_sd_ratio = 0.07
noise = "normal"                     # or "student-t" with noise_dof = 5
[shot]
speed_m_s = 2.5
aim_offset_m = 0.0                   # where the aimed line passes the ring's centre, left positive
[break]
policy = "valued"
played_share = 0.2                   # the others count the mean of what follows
[sweep]
design = "grid"
[sweep.axes]
"shot.position_rad" = { min = "0 deg", max = "50 deg", step = "10 deg" }
"shot.aim_offset_m" = { min = "-36 mm", max = "36 mm", step = "12 mm" }
"shot.speed_m_s"    = [4.0, 4.5, 5.0]
"shot.spin_ratio"   = [-1.0, 0.0, 1.0]
"#;
    let (plan, warnings) = read(text).expect("a plan");
    assert_eq!((plan.grid.points(), plan.grid.trials()), (378, 75_600));
    assert_eq!(
        warnings.to_string(),
        "a.toml:22:16: warning: shot.aim_offset_m: the value is not used: an axis sweeps the key\n\
         a.toml:21:13: warning: shot.speed_m_s: the value is not used: an axis sweeps the key"
            .lines()
            .rev()
            .collect::<Vec<_>>()
            .join("\n")
    );
    let shipped = std::fs::read_to_string("scenarios/tinsley_green/knuckling_down.toml").expect("the main job");
    let (shipped, _) = read(&shipped).expect("a plan");
    assert_eq!(shipped.grid.axes, plan.grid.axes);
    let differ = |point: u64| shipped.point(point) != plan.point(point);
    assert!(!(0..plan.grid.points()).any(differ));
}

#[test]
fn an_unusual_value_is_a_warning_in_si() {
    let (_, warnings) =
        read(&format!("{SHOT}repeats = 2\n[shot]\nspeed_m_s = \"2000 cm/s\"\n[player]\nbeyond_limit = \"nearest\"\n"))
            .expect("a plan");
    assert_eq!(
        warnings.to_string(),
        "a.toml:4:13: warning: shot.speed_m_s: 20 m/s is unusual; plausible: 0.3 to 5 m/s"
    );
    // degrees taken for radians, where no error at all is usual
    let (_, warnings) = read(&format!("{SHOT}repeats = 2\n[player]\naim_sd_rad = \"0.02 deg\"\n")).expect("a plan");
    let told = warnings.to_string();
    let expected = "is unusual: not 0, and less than a fortieth of the default 0.0209";
    assert!(told.contains("player.aim_sd_rad: 0.000349") && told.contains(expected), "{told}");
    let (_, warnings) = read(&format!("{SHOT}repeats = 2\n[player]\naim_sd_rad = 0.0\n")).expect("a plan");
    assert!(!warnings.to_string().contains("unusual"), "{warnings}");
}

#[test]
fn a_plan_of_too_many_trials_is_refused_before_anything_is_made() {
    let large = "[sweep.axes]\n\"shot.speed_m_s\" = { min = 1, max = 2, num = 1000000 }\n";
    let text = format!("{SHOT}repeats = 1000000\n{large}");
    assert!(
        refused(&text).contains("repeats: the plan has 1000000000000 trials; allowed: 10^9; more needs --allow-large")
    );
    let allow = Overrides { allow_large: true, ..Overrides::default() };
    let message = parse("a.toml", &text, &studies(), allow).expect_err("10^12").to_string();
    assert!(message.contains("fewer than 10^12"), "{message}");
    assert!(read(&format!("{SHOT}repeats = 1000000000\n")).is_ok());
    assert!(read(&format!("{SHOT}repeats = 1000000001\n")).is_err());
}

#[test]
fn syntax_errors_depth_and_odd_bytes_are_refused_with_a_place() {
    assert!(refused("study = \n").starts_with("a.toml:1:"));
    assert!(refused(&"[".repeat(20_000)).starts_with("a.toml:1:"));
    assert!(refused(&format!("x = {}", "[".repeat(20_000))).starts_with("a.toml:1:"));
    assert_eq!(plan(&format!("\u{feff}{}", SHOT.replace('\n', "\r\n"))).study.name, "tinsley-green/shot");
    assert!(refused(&format!("{SHOT}\"a\\u001b[31m\" = 1\n")).contains("\\u{1b}[31m"));
}

#[test]
fn overrides_win_over_the_file() {
    let overrides = Overrides { repeats: Some(3), seed: Some(9), ..Overrides::default() };
    let (plan, ..) = parse("a.toml", &format!("{SHOT}seed = 1\nrepeats = 5\n"), &studies(), overrides).expect("a plan");
    assert_eq!((plan.seed, plan.grid.repeats), (9, 3));
}
