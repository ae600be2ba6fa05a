//! Profiles: what a person says once of himself, his coins or his ground, and what is played of it.

use std::path::PathBuf;

use serde_json::Value as Json;
use tempfile::TempDir;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::value::Value;
use tolley_session::studies;

use crate::tool::{Ran, folder_with, ran};
use crate::toy::value;

const SHOT: &str = "study = \"tinsley-green/shot\"\nrepeats = 2\n";

/// A plan of a scenario with profiles, of which each is a text, and what flags set; its warnings.
fn read(scenario: &str, profiles: &[&str], set: &[&str]) -> Result<(Plan, String), Problems> {
    let folder = TempDir::new().expect("a folder");
    let write = |(number, text): (usize, &&str)| -> PathBuf {
        let path = folder.path().join(["me.toml", "other.toml"][number]);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let with: Vec<PathBuf> = profiles.iter().enumerate().map(write).collect();
    let set = set.iter().map(|text| (*text).to_owned()).collect();
    let overrides = Overrides { with, set, ..Overrides::default() };
    let (plan, warnings) = parse("a.toml", scenario, &studies::infos(), overrides)?;
    Ok((plan, warnings.to_string()))
}

/// The plan, of which nothing is told.
fn plan(scenario: &str, profile: &str) -> Plan {
    let (plan, warnings) = read(scenario, &[profile], &[]).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(warnings, "", "{profile}");
    plan
}

fn number(plan: &Plan, path: &str) -> f64 {
    match value(plan, 0, path) {
        Value::Number(number) => number,
        other => panic!("{path} is {other}"),
    }
}

/// What is told of a plan that is refused.
fn refused(scenario: &str, profiles: &[&str]) -> String {
    let problems = read(scenario, profiles, &[]).map(|(plan, _)| plan.profiles).expect_err("it is refused");
    let told = problems.to_string();
    assert_eq!(told.lines().count(), 1, "{told}");
    told
}

#[test]
fn words_of_a_player_of_marbles_stand_over_the_scenario() {
    let scenario = format!("{SHOT}[player]\npreset = \"novice\"\nspeed_sd_ratio = 0.2\n");
    let plan = plan(&scenario, "misses = \"3 cm at 1 m\"\nhardest = \"4 m/s\"\ntoley = \"17 mm\"\n");
    let aim_rad = 0.03_f64.atan();
    assert!((number(&plan, "player.aim_sd_rad") - aim_rad).abs() < 1e-15);
    // the others in the same ratio to those of the club
    assert!((number(&plan, "player.speed_sd_ratio") - 0.07 * aim_rad / 1.2_f64.to_radians()).abs() < 1e-15);
    assert_eq!(number(&plan, "player.speed_max_m_s"), 4.0);
    assert_eq!(number(&plan, "toley.diameter_m"), 0.017);
    let said = plan.profiles[0].sentence().expect("it is played");
    assert_eq!(said, "For me.toml: misses 3 cm at 1 m, hardest 4 m/s, toley 17 mm.");
}

#[test]
fn sand_is_a_kind_or_how_far_a_toley_rolls() {
    let scenario = format!("{SHOT}[surface]\nrolling_friction_ratio = 0.2\n");
    assert_eq!(number(&plan(&scenario, "sand = \"fast\"\n"), "surface.rolling_friction_ratio"), 0.05);
    let rolled = plan(&scenario, "sand = \"toley rolls 71 cm from 10 cm\"\n");
    assert!((number(&rolled, "surface.rolling_friction_ratio") - 5.0 / 49.7).abs() < 1e-12);
    let said = rolled.profiles[0].sentence();
    assert_eq!(said.as_deref(), Some("For me.toml: sand: toley rolls 71 cm from 10 cm."));
}

#[test]
fn coins_are_those_of_the_striker_or_of_both_sides() {
    let coins = "coins = [\"5.21 g\", \"EU-1e\"]\nball = \"3.1 g\"\n";
    let flick = plan("study = \"cymbergaj/flick\"\nrepeats = 2\n", coins);
    assert_eq!(number(&flick, "striker.mass_kg"), 0.00521);
    assert_eq!(number(&flick, "opponent.mass_kg"), 0.0075);
    assert_eq!(number(&flick, "ball.mass_kg"), 0.0031);
    // a kind is the whole coin, whatever the scenario says of its size
    let scenario = "study = \"cymbergaj/match\"\nrepeats = 2\n[laws]\nmatch_kind = \"friendly\"\n\
                    [b]\ndiameter_m = \"2 cm\"\nmass_kg = \"5 g\"\n";
    let (played, warnings) = read(scenario, &[coins], &[]).expect("a friendly");
    assert!(warnings.contains("of two denominations"), "{warnings}");
    assert_eq!([number(&played, "a.mass_kg"), number(&played, "b.mass_kg")], [0.00521, 0.0075]);
    assert_eq!(number(&played, "b.diameter_m"), 0.02325);
    assert_eq!(played.profiles[0].sentence().as_deref(), Some("For me.toml: coins 5.21 g and EU-1e, ball 3.1 g."),);
}

#[test]
fn a_player_is_both_sides_of_a_match_and_so_is_the_table_of_one() {
    let scenario = "study = \"cymbergaj/match\"\nrepeats = 2\n";
    let both = plan(scenario, "misses = \"3 cm at 1 m\"\n[player]\nspeed_sd_ratio = 0.05\n");
    for side in ["a", "b"] {
        assert!((number(&both, &format!("{side}.aim_sd_rad")) - 0.03_f64.atan()).abs() < 1e-15);
        assert_eq!(number(&both, &format!("{side}.speed_sd_ratio")), 0.05, "a key says more than a word");
    }
    let said = both.profiles[0].sentence().expect("it is played");
    assert!(said.starts_with("For me.toml: misses 3 cm at 1 m (both sides), "), "{said}");
}

#[test]
fn flags_win_over_profiles_and_presets_of_flags_too() {
    let profile = "misses = \"3 cm at 1 m\"\nhardest = 4\n";
    let set = |set: &[&str]| read(SHOT, &[profile], set).unwrap_or_else(|problems| panic!("{problems}")).0;
    let own = set(&["player.speed_max_m_s=3"]);
    assert_eq!(number(&own, "player.speed_max_m_s"), 3.0);
    assert_eq!(own.profiles[0].says, ["misses 3 cm at 1 m"]);
    let novice = set(&["player.preset=novice"]);
    assert_eq!(number(&novice, "player.speed_sd_ratio"), 0.15);
    assert_eq!(novice.profiles[0].says, ["hardest 4 m/s"]);
    let flags: Vec<&str> = novice.overridden.iter().map(|over| over.flag.split(' ').next().expect("a flag")).collect();
    assert_eq!(flags, ["--with", "--set"]);
}

#[test]
fn an_axis_that_a_profile_says_is_none_any_longer_but_what_a_question_compares_stays() {
    let swept = format!(
        "{SHOT}[sweep.axes]\n\"player.preset\" = [\"club\", \"novice\"]\n\"toley.diameter_m\" = [0.016, 0.019]\n"
    );
    let profile = "misses = \"3 cm at 1 m\"\ntoley = \"17 mm\"\n";
    let (plan, warnings) = read(&swept, &[profile], &[]).expect("a plan");
    assert!(plan.grid.axes.is_empty() && number(&plan, "toley.diameter_m") == 0.017);
    for told in [
        "me.toml:1:10: warning: misses: takes the place of the axis player.preset of the scenario",
        "me.toml:2:9: warning: toley: takes the place of the axis toley.diameter_m of the scenario",
    ] {
        assert!(warnings.contains(told), "{warnings}");
    }
    let asked = format!("{swept}[[ask]]\nkind = \"effect\"\nover = \"toley.diameter_m\"\n");
    let (plan, warnings) = read(&asked, &[profile], &[]).expect("a plan");
    assert_eq!(plan.grid.axes.len(), 1);
    assert_eq!(plan.profiles[0].says, ["misses 3 cm at 1 m"]);
    assert!(
        warnings.contains("2:9: warning: toley: not used: the scenario compares values of toley.diameter_m"),
        "{warnings}"
    );
}

#[test]
fn what_a_hand_cannot_do_is_left_out_and_told() {
    let swept =
        |speeds: &str| format!("{SHOT}[sweep.axes]\n\"shot.speed_m_s\" = {speeds}\n\"shot.spin_ratio\" = [0, 1]\n");
    let (plan, warnings) = read(&swept("[3.5, 4.0, 4.5, 5.0]"), &["hardest = \"4 m/s\"\n"], &[]).expect("a plan");
    assert_eq!(plan.grid.axes[0].values, [Value::Number(3.5), Value::Number(4.0)]);
    assert_eq!(plan.grid.points(), 4);
    assert!(
        warnings.starts_with("a.toml:4:20: warning: shot.speed_m_s: 4.5 and 5 m/s: left out, beyond hardest 4 m/s ("),
        "{warnings}"
    );
    let said = plan.profiles[0].sentence().expect("it is played");
    assert!(said.starts_with("For me.toml: hardest 4 m/s; left out: ") && said.ends_with("4.5 and 5 m/s."), "{said}");
    let told = refused(&swept("[4.5, 5.0]"), &["hardest = \"4 m/s\"\n"]);
    assert!(told.contains("shot.speed_m_s: 4.5 and 5 m/s: nothing is left, all is beyond hardest 4 m/s"), "{told}");
    // what is compared with a speed that is left out is compared with the nearest
    let asked = swept("[2.0, 3.5, 5.0]") + "[[ask]]\nkind = \"effect\"\nover = \"shot.speed_m_s\"\ncontrol = 5.0\n";
    let (plan, warnings) = read(&asked, &["hardest = 4\n"], &[]).expect("a plan");
    assert_eq!(plan.asks[0].control, ["3.5"]);
    assert!(warnings.contains("5 m/s is left out; what is compared is compared with 3.5 m/s"), "{warnings}");
    // a speed that is set is refused as ever
    let told = refused(&format!("{SHOT}[shot]\nspeed_m_s = 4.5\n"), &["hardest = \"4 m/s\"\n"]);
    assert!(told.contains("4.5 m/s is more than the hand can do: player.speed_max_m_s is 4 m/s"), "{told}");
}

const SEARCHED: &str = "study = \"tinsley-green/shot\"\n[best]\nobjective = \"marbles_off_count\"\n\
                        skills = [\"club\", \"novice\"]\nshots = 4000\n[best.aims]\n\
                        \"shot.aim_offset_m\" = { min = \"-3 cm\", max = \"3 cm\" }\n\
                        \"shot.speed_m_s\" = { min = 1, max = 5 }\n";

#[test]
fn a_search_is_for_the_player_of_the_profile_as_far_as_his_hand_goes() {
    let (plan, warnings) = read(SEARCHED, &["misses = \"3 cm at 1 m\"\nhardest = \"4 m/s\"\n"], &[]).expect("a plan");
    let best = plan.best.expect("a search");
    assert_eq!(best.skills.iter().map(|skill| skill.name.as_str()).collect::<Vec<_>>(), ["me"]);
    assert_eq!((best.shots, best.aims[1].ends), (2000, [Some(1.0), None]));
    assert!(warnings.contains("best.aims.shot.speed_m_s: 5 m/s is beyond hardest 4 m/s"), "{warnings}");
    // the hand alone says nothing of whose choice it is
    let (plan, _) = read(SEARCHED, &["hardest = \"6 m/s\"\n"], &[]).expect("a plan");
    let best = plan.best.expect("a search");
    assert_eq!((best.skills.len(), best.shots, best.aims[1].ends[1]), (2, 4000, Some(5.0)));
}

#[test]
fn a_scenario_that_describes_its_player_is_searched_for_him() {
    let player = "[player]\naim_sd_rad = 0.03\n";
    let (plan, _) = read(&format!("{}{player}", SEARCHED.replace("skills = [\"club\", \"novice\"]\n", "")), &[], &[])
        .expect("a plan");
    let best = plan.best.expect("a search");
    assert_eq!((best.skills.len(), best.skills[0].name.as_str()), (1, "player"));
    let told = refused(&format!("{SEARCHED}{player}"), &[]);
    assert!(told.contains("without skills the best choice is that of the player of the scenario"), "{told}");
}

#[test]
fn what_is_wrong_with_a_profile_is_one_line_with_its_place() {
    for (profile, why) in [
        ("", "me.toml:1:1: error: the profile says nothing: take the # away from a line, and fill it in"),
        ("# misses = \"3 cm at 1 m\"\n", "1:1: error: the profile says nothing"),
        ("\nhradest = \"4 m/s\"\n", "me.toml:2:1: error: hradest: a profile has no such word; did you mean hardest?"),
        (
            "speed = 4\n",
            "1:1: error: speed: a profile has no such word; it may say ball, coins, hardest, misses, sand, toley, and",
        ),
        (
            "hardest = \"4 kg\"\n",
            "1:11: error: player.speed_max_m_s: \"4 kg\": the unit \"kg\" does not fit; allowed: m/s",
        ),
        ("hardest = 400\n", "1:11: error: player.speed_max_m_s: 400 m/s is impossible; allowed: 0.01 to 30 m/s"),
        (
            "toley = 17\n",
            "1:9: error: toley.diameter_m: 17 m is impossible; allowed: 0.001 to 0.1 m; did you mean \"17 mm\"?",
        ),
        ("misses = 3\n", "1:10: error: misses: \"misses 3\" has no \" at \"; such as misses = \"3 cm at 1 m\""),
        (
            "misses = true\n",
            "1:10: error: misses: true is neither a text nor a number; such as misses = \"3 cm at 1 m\"",
        ),
        (
            "sand = \"fsat\"\n",
            "1:8: error: sand: \"fsat\" is neither one of default, fast, damp nor how far a ball rolls",
        ),
        ("[player]\naim_sd = 1\n", "2:1: error: player.aim_sd: no study has this key; did you mean player.aim_sd_rad?"),
        ("[player]\naim_sd_rad = 9\n", "2:14: error: player.aim_sd_rad: 9 rad is impossible; allowed: 0 to 1.6 rad"),
        (
            "misses = \"3 cm at 1 m\"\n[player]\naim_sd_rad = 0.1\n",
            "3:14: error: player.aim_sd_rad: player.aim_sd_rad is said twice, at ",
        ),
        ("study = \"cymbergaj/flick\"\n", "this is a scenario, not a profile"),
    ] {
        let told = refused(SHOT, &[profile]);
        assert!(told.contains(why), "{profile}: {told}");
    }
    let told = refused(SHOT, &["hardest = 4\n", "hardest = 5\n"]);
    assert!(told.contains("other.toml:1:11: error: hardest: player.speed_max_m_s is said twice, at "), "{told}");
    let told = refused("misses = \"3 cm at 1 m\"\n", &[]);
    assert!(told.contains("this is a profile, not a scenario: tolley run SCENARIO --with FILE takes it"), "{told}");
}

#[test]
fn what_is_for_another_game_is_said_once_and_not_used() {
    let profile = "hardest = 4\ncoins = \"5 g\"\n[striker]\nmass_ratio = 1.1\n";
    let (plan, warnings) = read(SHOT, &[profile], &[]).expect("a plan");
    assert!(
        warnings.ends_with("me.toml: warning: not for tinsley-green/shot, and not used: coins, striker.mass_ratio"),
        "{warnings}"
    );
    assert_eq!(plan.profiles[0].says, ["hardest 4 m/s"]);
    let (plan, warnings) = read(SHOT, &["coins = \"5 g\"\n"], &[]).expect("a plan");
    assert!(warnings.ends_with("warning: nothing of it is for tinsley-green/shot: coins"), "{warnings}");
    assert_eq!(plan.profiles[0].sentence(), None);
}

const LITTLE: &str = "study = \"cymbergaj/flick\"\nrepeats = 200\n[sweep.axes]\n\"strike.speed_m_s\" = [1.0, 1.5]\n";

fn is_done(told: &Ran) {
    assert_eq!(told.code, 0, "{}{}", told.stdout, told.stderr);
}

#[test]
fn an_answer_names_the_profile_and_its_folder_and_command_have_it_too() {
    let here = folder_with("little.toml", LITTLE);
    let coins = ran(here.path(), &["new", "coins", "-o", "ours.toml"]);
    is_done(&coins);
    assert!(coins.stdout.contains("tolley ask fair two_coins --with ours.toml"), "{}", coins.stdout);
    assert_eq!(ran(here.path(), &["new", "coins", "-o", "ours.toml"]).code, 2, "no file is overwritten");
    let text = std::fs::read_to_string(here.path().join("ours.toml")).expect("a profile");
    let untouched = ran(here.path(), &["run", "little.toml", "--with", "ours.toml"]);
    assert!(untouched.code == 2 && untouched.stderr.contains("take the # away"), "{}", untouched.stderr);
    let filled = text.replace("# coins = [\"5.21 g\", \"5.13 g\"]", "coins = [\"5.21 g\", \"5.13 g\"]");
    std::fs::write(here.path().join("ours.toml"), filled).expect("a profile");
    let said = "For ours.toml: coins 5.21 g and 5.13 g.";
    let dry = ran(here.path(), &["run", "little.toml", "--with", "ours.toml", "--dry-run"]);
    assert!(dry.code == 0 && dry.stdout.contains(said), "{}", dry.stdout);
    let told = ran(here.path(), &["run", "little.toml", "--with", "ours.toml", "--details"]);
    is_done(&told);
    assert!(told.stdout.contains(said), "{}", told.stdout);
    assert!(told.stdout.contains("little.toml --with ours.toml"), "{}", told.stdout);
    assert!(here.path().join("runs/little-ours/manifest.json").is_file());
    let shown = ran(here.path(), &["show", "little-ours"]);
    assert!(shown.stdout.contains(said), "{}{}", shown.stdout, shown.stderr);
    // as it stands, a dataset has its profiles in it
    let told = ran(here.path(), &["ask", "runs/little-ours", "--with", "ours.toml"]);
    assert!(told.code == 2 && told.stderr.contains("--with"), "{}", told.stderr);
}

#[test]
fn what_is_fitted_goes_in_as_it_is() {
    let csv = "distance_m,radii_m,hit_count,try_count\n0.5,16 mm,87,100\n1,0.016,55,100\n2,0.016,30,100\n";
    let here = folder_with("fit.csv", csv);
    let told = ran(here.path(), &["fit", "fit.csv", "--profile", "me.toml"]);
    is_done(&told);
    assert!(
        told.stderr.contains("wrote me.toml; for example: tolley ask best best_shot --with me.toml"),
        "{}",
        told.stderr
    );
    let written = std::fs::read_to_string(here.path().join("me.toml")).expect("a profile");
    assert_eq!(written, told.stdout, "what is printed is written");
    assert_eq!(ran(here.path(), &["fit", "fit.csv", "--profile", "me.toml"]).code, 2, "no file is overwritten");
    let arguments = ["ask", "best", "best_shot", "--with", "me.toml", "--shots", "2000", "--json"];
    let found = ran(here.path(), &arguments);
    is_done(&found);
    let answer: Json = serde_json::from_str(&found.stdout).expect("JSON");
    let skills = answer["best"]["strata"][0]["skills"].as_array().expect("skills");
    let names: Vec<&str> = skills.iter().filter_map(|skill| skill["skill"].as_str()).collect();
    assert_eq!(names, ["me"], "{}", found.stdout);
    let told = ran(here.path(), &[&arguments[..5], &["--skill", "club"]].concat());
    assert!(
        told.code == 2 && told.stderr.contains("--skill: me.toml says already whose best choice"),
        "{}",
        told.stderr
    );
    // nothing is known of who never misses
    std::fs::write(here.path().join("sure.csv"), "distance_m,radii_m,hit_count,try_count\n1,16 mm,20,20\n")
        .expect("a file");
    let told = ran(here.path(), &["fit", "sure.csv", "--profile", "sure.toml"]);
    assert!(told.code == 2 && !here.path().join("sure.toml").exists(), "{}", told.stderr);
}
