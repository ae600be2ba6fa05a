//! Designs of scenarios: points by number, lists, exclusions, and what is refused. `tests/designs.py` compares them
//! with scipy and SALib.

use std::sync::Arc;

use tolley_cymbergaj::shot::FlickStudy;
use tolley_experiment::plan::Plan;
use tolley_experiment::player::{Player, Setups};
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{Overrides, parse, read};
use tolley_experiment::study::{Shortcuts, StudyInfo};
use tolley_experiment::value::Value;
use tolley_tinsley_green::shot::ShotStudy;

use crate::tool::{files, folder_with, ran};
use crate::toy::value;

const HEAD: &str = "study = \"tinsley-green/shot\"\nseed = 3\n[rack]\ncount = 1\n";

fn studies() -> [Arc<StudyInfo>; 1] {
    [Arc::new(StudyInfo::of::<ShotStudy>())]
}

fn parsed(sweep: &str) -> Result<(Plan, Problems), Problems> {
    parse("a.toml", &format!("{HEAD}{sweep}"), &studies(), Overrides::default())
}

fn plan(sweep: &str) -> Plan {
    parsed(sweep).unwrap_or_else(|problems| panic!("{problems}")).0
}

fn speeds(plan: &Plan) -> Vec<f64> {
    let number = |point| if let Value::Number(speed) = value(plan, point, "shot.speed_m_s") { speed } else { f64::NAN };
    (0..plan.grid.points()).map(number).collect()
}

#[test]
fn a_list_is_played_as_it_stands() {
    let inline = "[sweep]\ndesign = \"list\"\nrows = [\n{ \"shot.speed_m_s\" = 2, \"surface.preset\" = \"damp\" },\n\
                  { \"surface.preset\" = \"fast\", \"shot.speed_m_s\" = \"300 cm/s\" },\n\
                  { \"shot.speed_m_s\" = 2, \"surface.preset\" = \"damp\" },\n]\n";
    let listed = plan(inline);
    assert_eq!(speeds(&listed), [2.0, 3.0, 2.0]);
    assert_eq!(value(&listed, 1, "surface.rolling_friction_ratio"), Value::Number(0.05));
    let here = folder_with("points.csv", "shot.speed_m_s,surface.preset\n2,damp\n300 cm/s, fast\n2,damp\n");
    let file = here.path().join("a.toml");
    std::fs::write(&file, format!("{HEAD}[sweep]\ndesign = \"list\"\nfile = \"points.csv\"\n")).expect("a scenario");
    let (of_file, _) = read(&file, &studies(), Overrides::default()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(of_file.record(), listed.record());
}

#[test]
fn what_is_wrong_with_a_points_file_is_told_with_its_line() {
    let here = folder_with("points.csv", "shot.speed_m_s,rack.count\n2,7\nfast,49.5\n");
    let file = here.path().join("a.toml");
    let text = HEAD.replace("[rack]\ncount = 1\n", "[sweep]\ndesign = \"list\"\nfile = \"points.csv\"\n");
    std::fs::write(&file, text).expect("a scenario");
    let told = |points: &str| {
        std::fs::write(here.path().join("points.csv"), points).expect("a file");
        read(&file, &studies(), Overrides::default()).expect_err(points).to_string()
    };
    let both = told("shot.speed_m_s,rack.count\n2,7\nfast,49.5\n");
    assert!(both.contains("points.csv:3: shot.speed_m_s: \"fast\": a quantity begins with a number"), "{both}");
    assert!(both.contains("points.csv:3: rack.count: 49.5 is not a whole number"), "{both}");
    assert!(
        told("shot.sped_m_s\n2\n")
            .contains("column shot.sped_m_s is no key of the study; did you mean shot.speed_m_s?")
    );
    assert!(told("shot.speed_m_s\n").contains("has no row"));
    assert!(told("shot.speed_m_s,rack.count\n2\n").contains("points.csv"));
    std::fs::remove_file(here.path().join("points.csv")).expect("it is there");
    let told = read(&file, &studies(), Overrides::default()).expect_err("no file").to_string();
    assert!(told.contains("sweep.file") && told.contains("cannot be read: "), "{told}");
}

#[test]
fn points_for_which_an_exclusion_holds_are_none() {
    let axes = "[sweep.axes]\n\"shot.speed_m_s\" = [1, 2, 3]\n\"surface.preset\" = [\"fast\", \"default\", \"damp\"]\n";
    let excluded = plan(&format!(
        "{axes}[[sweep.exclude]]\n\"surface.preset\" = [\"damp\", \"fast\"]\n\"shot.speed_m_s\" = {{ max = \"200 cm/s\" }}\n\
         [[sweep.exclude]]\n\"shot.speed_m_s\" = 3\n\"surface.preset\" = \"default\"\n"
    ));
    let left: Vec<(f64, Value)> = speeds(&excluded)
        .into_iter()
        .enumerate()
        .map(|(i, speed)| (speed, value(&excluded, i as u64, "surface.preset")))
        .collect();
    let choice = |name: &'static str| Value::Choice(name.into());
    assert_eq!(
        left,
        [(1.0, choice("default")), (2.0, choice("default")), (3.0, choice("fast")), (3.0, choice("damp"))]
    );
    assert_eq!((excluded.grid.points(), excluded.grid.checked_points()), (4, Some(4)));
}

#[test]
fn a_million_points_are_a_matter_of_their_numbers() {
    let sobol = plan(
        "[sweep]\ndesign = \"sobol\"\npoints = 1048576\n[sweep.axes]\n\"shot.speed_m_s\" = { min = 1, max = 4 }\n\
         \"shot.aim_offset_m\" = { min = \"-50 mm\", max = \"50 mm\" }\n",
    );
    assert_eq!(sobol.grid.trials(), 1 << 20);
    let part = |point| if let Value::Number(speed) = value(&sobol, point, "shot.speed_m_s") { speed } else { f64::NAN };
    // 16 points that follow each other, anywhere, lie in 16 equal parts
    let mut parts: Vec<u32> = (0..16).map(|i| ((part(1_000_000 + i) - 1.0) / 3.0 * 16.0) as u32).collect();
    parts.sort_unstable();
    assert_eq!(parts, (0..16).collect::<Vec<_>>());
    // the plan is what it says, however many points it has
    assert!(serde_json::to_string(&sobol.record()).expect("JSON").len() < 10_000);
}

#[test]
fn a_drawn_design_is_the_same_again_and_another_with_another_seed() {
    let of = |seed| {
        let text = format!(
            "{HEAD}[sweep]\ndesign = \"random\"\npoints = 50\n[sweep.axes]\n\"shot.speed_m_s\" = {{ min = 1, max = 4 }}\n"
        );
        let overrides = Overrides { seed, ..Overrides::default() };
        speeds(&parse("a.toml", &text, &studies(), overrides).expect("a plan").0)
    };
    assert_eq!(of(None), of(Some(3)));
    assert!(of(Some(3)).iter().zip(of(Some(4))).all(|(a, b)| *a != b));
}

#[test]
fn what_a_design_cannot_be_is_refused() {
    let speed = "[sweep.axes]\n\"shot.speed_m_s\" = ";
    for (sweep, expected) in [
        (
            "[sweep]\ndesign = \"sobol\"\n",
            "a.toml:5:1: error: sweep.points: design = \"sobol\" needs the number of its points",
        ),
        (
            "[sweep]\ndesign = \"random\"\npoints = 0\n",
            "a.toml:7:10: error: sweep.points: 0 is not a whole number from 1 on",
        ),
        (
            "[sweep]\npoints = 8\n",
            "a.toml:6:10: error: sweep.points: is not for design = \"grid\", only for: random, latin-hypercube, halton, sobol, saltelli",
        ),
        (
            "[sweep]\ndesign = \"random\"\npoints = 4\nscramble = true\n",
            "a.toml:8:12: error: sweep.scramble: is not for design = \"random\", only for: halton, sobol, saltelli",
        ),
        (
            "[sweep]\ndesign = \"sobl\"\npoints = 4\n",
            "a.toml:6:10: error: sweep.design: \"sobl\" is not one of: grid, list, random, latin-hypercube, halton, sobol, saltelli; did you mean \"sobol\"?",
        ),
        (
            "[sweep]\ndesign = \"random\"\npoints = 4\n",
            "a.toml:5:1: error: sweep.axes: a design that draws its points needs axes",
        ),
        ("[sweep]\ndesign = \"list\"\n", "a.toml:5:1: error: sweep.rows: a list has either rows or a file"),
        ("[sweep]\nfile = \"points.csv\"\n", "a.toml:6:8: error: sweep.file: is for design = \"list\""),
        (
            "[sweep]\ndesign = \"list\"\nrows = [{ \"shot.speed_m_s\" = 2 }, { \"rack.count\" = 2 }]\n",
            "a.toml:7:35: error: sweep.rows: names rack.count; the first row names shot.speed_m_s",
        ),
        (
            "[sweep.axes]\n\"shot.speed_m_s\" = { distribution = \"normal\", mean = 2, sd = 1 }\n",
            "a.toml:6:22: error: shot.speed_m_s: distribution: is for a design that draws its points, such as design = \"sobol\"",
        ),
    ] {
        let told = parsed(sweep).expect_err(expected).to_string();
        assert!(told.starts_with(expected), "{told}");
    }
    for (axis, expected) in [
        ("{ distribution = \"normal\", mean = 2, sd = 1 }", "the distribution reaches from"),
        ("{ distribution = \"normal\", mean = 2 }", "sd is missing"),
        (
            "{ distribution = \"normal\", mean = 2, sd = 0.1, mode = 3 }",
            "mode does not go with mean, sd, min, max, distribution",
        ),
        (
            "{ distribution = \"gauss\", mean = 2, sd = 1 }",
            "distribution: \"gauss\" is not one of: uniform, log-uniform, normal, triangular",
        ),
        ("{ distribution = \"triangular\", min = 1, mode = 5, max = 3 }", "mode 5 is not between min 1 and max 3"),
        ("{ min = 3, max = 1 }", "min 3 is not below max 1"),
        ("{ min = 1, max = 99 }", "allowed: 0.01 m/s to 30 m/s"),
        ("{ values = [1, 2], weights = [1] }", "1 weights for 2 values"),
        ("{ values = [1, 2], weights = [1, 0] }", "weights: 0 is not a positive number"),
        ("{ min = 1, maxx = 2 }", "maxx: unknown key; did you mean max?"),
    ] {
        let sweep = format!("[sweep]\ndesign = \"random\"\npoints = 4\n{speed}{axis}\n");
        let told = parsed(&sweep).expect_err(axis).to_string();
        assert!(told.contains("error: shot.speed_m_s: ") && told.contains(expected), "{told}");
    }
    for (exclude, expected) in [
        ("\"shot.spin_ratio\" = 1", "shot.spin_ratio: an exclusion names swept keys"),
        ("\"shot.speed_m_s\" = 5", "shot.speed_m_s: the axis has no value 5 m/s; a range is { min, max }"),
        ("\"shot.speed_m_s\" = { from = 1 }", "shot.speed_m_s: from is not one of: min, max"),
        ("\"shot.speed_m_s\" = { min = 1 }", "sweep: the exclusions leave no point"),
        ("", "sweep: an exclusion names no axis"),
    ] {
        let told = parsed(&format!("{speed}[1, 2]\n[[sweep.exclude]]\n{exclude}\n")).expect_err(exclude).to_string();
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn a_dataset_of_any_design_is_continued_summed_up_and_told_from_another() {
    let here =
        folder_with("a.toml", &format!("{HEAD}[sweep.axes]\n\"shot.speed_m_s\" = {{ min = 1, max = 4, num = 4 }}\n"));
    let design = ["run", "a.toml", "-q", "-o", "out", "--design", "latin-hypercube", "--points", "32"];
    let first = ran(here.path(), &design);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let before = files(&here.path().join("out"));
    let again = ran(here.path(), &design);
    assert_eq!((again.code, &again.stdout), (0, &first.stdout));
    assert_eq!(files(&here.path().join("out")), before);
    let other = ran(here.path(), &["run", "a.toml", "-q", "-o", "out", "--design", "sobol", "--points", "32"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("design"), "{}", other.stderr);
    let effects = ran(here.path(), &["show", "out", "--effects"]);
    assert_ne!(effects.code, 0);
    assert!(effects.stderr.contains("effects are of grids"), "{}", effects.stderr);
}

#[test]
fn an_axis_that_changes_nothing_is_told() {
    // no shot of the literal rules draws a human event, and nothing asks how a rack that is not swept is chosen
    let here = folder_with(
        "a.toml",
        &format!("{HEAD}[sweep.axes]\n\"shot.speed_m_s\" = [1, 2]\n\"planner.trial_count\" = [1, 4, 16]\n"),
    );
    let warning = "warning: planner.trial_count: the axis changes nothing: ";
    // a dry run is refused where the run would be: into a folder of another plan
    for flags in [vec!["--dry-run"], vec!["-q"], vec!["--dry-run", "-o", "b", "--design", "sobol", "--points", "8"]] {
        let ran = ran(here.path(), &[vec!["run", "a.toml"], flags.clone()].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let told: Vec<&str> = ran.stderr.lines().filter(|line| line.contains("changes nothing")).collect();
        assert!(told.len() == 1 && told[0].starts_with(warning), "{flags:?}: {}", ran.stderr);
    }
}

#[test]
fn keys_set_by_axes_are_those_read_from_values() {
    use tolley_experiment::keys::KeySet;
    use tolley_experiment::point_keys::PointKeys;
    use tolley_tinsley_green::shot::ShotKeys;
    let axes = "\"shot.speed_m_s\" = [1, 2]\n\"rack.count\" = [7, 13]\n\"contact.ground_reaction\" = [\"none\", \"after\"]\n\
                \"surface.rolling_while_sliding\" = [false, true]\n";
    // with a preset that differs from point to point, and without one
    for preset in ["", "\"surface.preset\" = [\"fast\", \"damp\"]\n"] {
        let plan = plan(&format!("[sweep.axes]\n{axes}{preset}"));
        let keys = PointKeys::<ShotKeys>::of(&plan);
        for point in 0..plan.grid.points() {
            let all = plan.point(point);
            assert_eq!(keys.at(point), ShotKeys::read(&all));
            let varying = plan.varying();
            let expected: Vec<Value> = varying.iter().map(|key| all[*key].clone()).collect();
            assert_eq!(plan.values_of(&varying)(point), expected);
        }
    }
}

/// Points that differ in what is chosen alone are one setup that is changed: each is played as if it were the only one.
#[test]
fn points_of_choices_are_played_as_each_alone() {
    fn compared<S: Shortcuts>(text: &str) {
        let info = [Arc::new(StudyInfo::of::<S>())];
        let (plan, _) = parse("a.toml", text, &info, Overrides::default()).unwrap_or_else(|told| panic!("{told}"));
        let shared = S::Shared::default();
        let setups = Setups::<S>::new(&plan, &shared);
        let row = |player: &mut Player<'_, S>, trial: u64| {
            player.play(trial).expect("a good point");
            format!("{:?}", player.take().rows)
        };
        let player = &mut Player::new(&plan, &setups);
        for trial in [0, 5, 2, 7, 5, 1] {
            assert_eq!(row(player, trial), row(&mut Player::new(&plan, &setups), trial), "{trial} of {}", S::NAME);
        }
    }
    let sobol = "[sweep]\ndesign = \"sobol\"\npoints = 8\n[sweep.axes]\n";
    compared::<FlickStudy>(&format!(
        "study = \"cymbergaj/flick\"\n{sobol}\"strike.speed_m_s\" = {{ min = 1, max = 2 }}\n\
         \"strike.position_rad\" = {{ min = -0.5, max = 0.5 }}\n"
    ));
    compared::<ShotStudy>(&format!("{HEAD}{sobol}\"shot.speed_m_s\" = {{ min = 1, max = 2 }}\n"));
}

/// Who meets a point that cannot be played says which, and plays the next one.
#[test]
fn a_point_of_choices_that_is_refused_is_named() {
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<FlickStudy>()));
    let key = |path: &str| plan.study.schema.index(path).expect("a key");
    let [position, angle] = ["strike.position_rad", "opponent.angle_rad"].map(key);
    let quarter = std::f64::consts::FRAC_PI_2;
    plan.set(position, Value::Number(quarter));
    // at one end of the half circle stands the striker
    plan.sweep(angle, [0.0, quarter, -quarter].map(Value::Number).to_vec());
    let setups = Setups::<FlickStudy>::new(&plan, &());
    let player = &mut Player::new(&plan, &setups);
    let refused: Vec<u64> = [0, 1, 2, 0, 2, 1]
        .into_iter()
        .filter_map(|trial| {
            let refused = player.play(trial).err()?;
            assert!(refused.point == trial && refused.faults[0].message.contains("CG-3.1"), "{refused:?}");
            Some(trial)
        })
        .collect();
    assert!(refused == [1, 1] || refused == [2, 2], "{refused:?}");
}
