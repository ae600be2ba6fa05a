//! `[[ask]]` and `tolley ask`: what is read, refused, asked where nobody says what, and played.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use tolley_answers::kinds::common::is_assumed;
use tolley_answers::kinds::{Context, check, default_asks};
use tolley_dataset::Manifest;
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::plan::Plan;
use tolley_experiment::scenario::{self, Overrides};
use tolley_session::place::VERSIONS;
use tolley_session::shipped::Shipped;
use tolley_session::studies;

use crate::tool::{files, folder_with, ran};

const PAIRS: &str = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 40\n[clock]\nhalf_s = 60\n\
                     [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                     \"a.mass_ratio\" = [0.9, 1.0, 1.1]\n\"surface.sliding_friction_ratio\" = [0.15, 0.25]\n";

fn plan(text: &str) -> Plan {
    let (plan, _) = scenario::parse("a.toml", text, &studies::infos(), Overrides::default()).expect("a plan");
    plan
}

fn manifest(text: &str) -> Manifest {
    Manifest::of(&plan(text), VERSIONS).expect("a manifest")
}

#[test]
fn what_cannot_be_asked_is_told_with_its_place() {
    for (ask, said) in [
        ("over = \"a.mass_ratio\"\n", "ask[1].kind: the key is missing; it is one of: best, fair, effect, limit"),
        ("kind = \"efect\"\n", "pairs.toml:14:8: error: ask[1].kind: \"efect\" is not one of: "),
        (
            "kind = \"effect\"\novr = \"a.mass_ratio\"\n",
            "pairs.toml:15:1: error: ask[1].ovr: unknown key; did you mean over?",
        ),
        (
            "kind = \"effect\"\nover = [\"a.mass_rati\"]\n",
            "pairs.toml:15:9: error: ask[1].over: \"a.mass_rati\" is no axis of [sweep.axes]; did you mean a.mass_ratio?",
        ),
        (
            "kind = \"effect\"\nover = \"a.mass_ratio\"\ncontrol = 0.95\n",
            "0.95 is no value of a.mass_ratio; it has 0.9, 1, 1.1",
        ),
        ("kind = \"effect\"\nover = \"a.mass_ratio\"\ncontrol = [0.9, 1.0]\n", "ask[1].control: 2 values for 1 axes"),
        ("kind = \"effect\"\nmeasure = \"goal_cuont\"\n", "ask[1].measure: \"goal_cuont\" is not one of: "),
        (
            "kind = \"effect\"\nmeasure = \"mathces.winner=a\"\n",
            "ask[1].measure: mathces.winner=a: \"mathces\" is not one of: ",
        ),
        ("kind = \"limit\"\nequal = 1.0\n", "ask[1].equal: the value at which nothing is off is one of along"),
        ("kind = \"limit\"\nalong = \"a.mass_ratio\"\nwithin = [3.0, 1.0]\n", "ask[1].within: 3 is not below 1"),
        ("kind = \"limit\"\nalong = [\"a.mass_ratio\"]\n", "ask[1].along: one axis, not an array of them"),
        ("kind = \"effect\"\nagainst = \"a.mass_ratio\"\n", "ask[1].against: it is for kind response, not for effect"),
        ("kind = \"response\"\nover = \"a.mass_ratio\"\n", "ask[1].against: the key is missing"),
        (
            "kind = \"effect\"\nover = \"a.mass_ratio\"\nstrata = \"a.mass_ratio\"\n",
            "\"a.mass_ratio\" stands there twice",
        ),
        (
            "kind = \"effect\"\njudged = { table = \"matches\", inputs = [\"wnner\"], outcomes = [\"winner\"] }\n",
            "has no column wnner; did you mean winner?",
        ),
        ("kind = \"effect\"\nrepeats = 0\n", "ask[1].repeats: 0 is not a whole number from 1 on"),
        ("kind = \"fair\"\nelo = [0, 5]\n", "ask[1].elo: two hypotheses are told apart by the sequential test"),
    ] {
        let here = folder_with("pairs.toml", &format!("{PAIRS}[[ask]]\n{ask}"));
        for command in ["run", "ask"] {
            let told = ran(here.path(), &[command, "pairs.toml", "--dry-run"]);
            assert!(told.code == 2 && told.stderr.contains(said), "{ask}: {} {}", told.code, told.stderr);
        }
    }
    let here = folder_with("pairs.toml", &format!("{PAIRS}[fair]\nmargin = 0.02\n"));
    let told = ran(here.path(), &["run", "pairs.toml", "--dry-run"]);
    assert!(told.stderr.contains("fair: the table is written [[ask]] with kind = \"fair\" now"), "{}", told.stderr);
}

#[test]
fn one_axis_or_several_are_read_alike_and_units_are_those_of_the_key() {
    let asks = "[[ask]]\nkind = \"limit\"\nalong = \"a.diameter_m\"\nequal = \"21.5 mm\"\nstrata = \"a.mass_ratio\"\n\
                [[ask]]\nkind = \"effect\"\nover = [\"a.diameter_m\", \"a.mass_ratio\"]\ncontrol = [\"22 mm\", 1]\n";
    let axes = "[sweep.axes]\n\"a.diameter_m\" = [0.0215, 0.022]\n\"a.mass_ratio\" = [1.0, 1.1]\n";
    let plan = plan(&format!("study = \"cymbergaj/match\"\nrepeats = 2\n{axes}{asks}"));
    let [limit, effect] = &plan.asks[..] else { panic!("{:?}", plan.asks) };
    assert_eq!((limit.equal, limit.strata.as_slice()), (Some(0.0215), &["a.mass_ratio".to_owned()][..]));
    assert_eq!(effect.control, ["0.022", "1"]);
    let kept = serde_json::to_string(&effect).expect("JSON");
    assert_eq!(serde_json::from_str::<Ask>(&kept).expect("an ask"), *effect);
    assert!(!kept.contains("null") && !kept.contains("sequential"), "{kept}");
}

/// The scenarios of each question, all that they ask.
fn shipped() -> BTreeMap<String, Vec<(Shipped, Plan)>> {
    let mut all: BTreeMap<String, Vec<(Shipped, Plan)>> = BTreeMap::new();
    for scenario in Shipped::all().iter().filter(|shipped| !shipped.is_scene()) {
        for id in scenario.questions().into_iter().collect::<BTreeSet<String>>() {
            all.entry(id).or_default().push((*scenario, plan(scenario.text)));
        }
    }
    all
}

#[test]
fn all_questions_are_asked_by_scenarios_that_come_along_and_can_be_asked() {
    let all = shipped();
    let expected = (1..=12).flat_map(|number| [format!("TGQ{number}"), format!("CGQ{number}")]);
    assert_eq!(all.keys().cloned().collect::<BTreeSet<_>>(), expected.collect());
    for (scenario, plan) in all.values().flatten() {
        let name = scenario.name();
        assert!((1..=4).contains(&plan.asks.len()), "{name} asks {}", plan.asks.len());
        assert!(plan.asks[0].repeats.is_some(), "{name}: how many trials has an answer of record?");
        let manifest = Manifest::of(plan, VERSIONS).expect("a manifest");
        assert_eq!(manifest.asks, plan.asks);
        for ask in plan.asks.iter().filter(|_| plan.best.is_none()) {
            check(ask, &manifest).unwrap_or_else(|error| panic!("{name}: {}: {error}", ask.kind.name()));
        }
    }
    let kinds: BTreeSet<AskKind> =
        all.values().flatten().flat_map(|(_, plan)| plan.asks.iter().map(|ask| ask.kind)).collect();
    let without = [AskKind::Depends];
    assert_eq!(kinds, AskKind::ALL.iter().copied().filter(|kind| !without.contains(kind)).collect());
}

#[test]
fn questions_are_listed_with_their_scenarios() {
    let told = ran(Path::new("."), &["ask"]);
    assert!(told.code == 0 && told.stdout.contains("TGQ4   foul_limit  "), "{}", told.stdout);
    let order: Vec<&str> =
        told.stdout.lines().filter_map(|line| line.split(' ').next()).filter(|id| !id.is_empty()).collect();
    assert_eq!((order.len(), order[0], order[11], order[13]), (24, "CGQ1", "CGQ12", "TGQ2"));
    let told = ran(Path::new("."), &["ask", "TGQ44"]);
    assert!(told.code == 2 && told.stderr.contains("did you mean TGQ4?"), "{}", told.stderr);
    let told = ran(Path::new("."), &["ask", "fare", "toss"]);
    assert!(told.code == 2 && told.stderr.contains("\"fare\" is not one of: best, fair"), "{}", told.stderr);
    let told = ran(Path::new("."), &["ask", "fair"]);
    assert!(told.code == 2 && told.stderr.contains("which scenario or dataset?"), "{}", told.stderr);
}

#[test]
fn what_asks_nothing_is_asked_what_fits_its_axes() {
    let kinds = |text: &str| {
        let asks = default_asks(&manifest(text));
        asks.into_iter()
            .map(|ask| (ask.kind.name(), ask.over.into_iter().chain(ask.along).collect::<Vec<_>>().join(" ")))
            .collect::<Vec<_>>()
    };
    let told =
        |kinds: &[(&'static str, &str)]| kinds.iter().map(|(kind, of)| (*kind, (*of).to_owned())).collect::<Vec<_>>();
    assert_eq!(kinds(PAIRS), told(&[("fair", ""), ("limit", "a.mass_ratio")]));
    let alike = "study = \"cymbergaj/match\"\nrepeats = 2\n";
    assert_eq!(kinds(alike), told(&[("fair", "")]));
    let unlike = "study = \"cymbergaj/match\"\nrepeats = 2\n[b]\nerror_ratio = 2.0\n";
    assert_eq!(kinds(unlike), told(&[("best", "")]));
    let law =
        "[sweep.axes]\n\"surface.sliding_friction_ratio\" = [0.2, 0.3]\n\"laws.text\" = [\"english\", \"polish\"]\n";
    assert_eq!(kinds(&format!("{unlike}{law}")), told(&[("effect", "laws.text")]));
    let both = "[sweep.axes]\n\"a.policy\" = [\"direct\", \"cautious\"]\n\"b.policy\" = [\"direct\", \"cautious\"]\n";
    assert_eq!(kinds(&format!("{alike}{both}")), told(&[("rank", "")]));
    let shot = "study = \"tinsley-green/shot\"\nrepeats = 2\n";
    let choices = "[sweep.axes]\n\"shot.speed_m_s\" = [3.0, 4.0]\n\"shot.elevation_rad\" = [0.0, 0.1]\n";
    assert_eq!(kinds(&format!("{shot}{choices}")), told(&[("best", "shot.speed_m_s shot.elevation_rad")]));
    let drawn = |design: &str| {
        format!(
            "{shot}[sweep]\ndesign = \"{design}\"\npoints = 16\n[sweep.axes]\n\"shot.speed_m_s\" = {{ min = 3.0, max = 4.0 }}\n"
        )
    };
    assert_eq!(kinds(&drawn("saltelli")), told(&[("depends", "shot.speed_m_s")]));
    assert_eq!(kinds(&drawn("sobol")), told(&[("map", "shot.speed_m_s")]));
}

#[test]
fn before_anything_is_played_it_is_said_what_is_asked_and_how_long_it_takes() {
    let ask = "[[ask]]\nkind = \"effect\"\nover = \"a.mass_ratio\"\ncontrol = 1.0\nmeasure = \"goal_count\"\n";
    let here = folder_with("pairs.toml", &format!("{PAIRS}{ask}"));
    let dry = |flags: &[&str]| {
        let told = ran(here.path(), &[&["ask"], flags, &["--dry-run"]].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(!here.path().join("runs").exists());
        told.stdout
    };
    let told = dry(&["pairs.toml"]);
    assert!(told.contains("asks    effect of goal_count over a.mass_ratio vs 1\n"), "{told}");
    assert!(told.contains("plays   240 trials (40 at each of 6 points)\n") && told.contains("takes   "), "{told}");
    let object: Value = serde_json::from_str(&dry(&["pairs.toml", "--json"])).expect("JSON");
    let strata = object[0]["strata"].as_array().expect("strata");
    assert!((2..=6).contains(&strata.len()), "{strata:?}");
    let repeats = strata.iter().map(|case| case["repeats"].as_u64().expect("a count")).sum::<u64>();
    assert!((2..=20).contains(&repeats), "half as many together: {repeats}");
    let object: Value =
        serde_json::from_str(&dry(&["pairs.toml", "--json", "--no-strata", "--minutes", "0.00001"])).expect("JSON");
    assert_eq!((&object[0]["strata"], &object[0]["repeats"]), (&serde_json::json!([]), &2.into()));
    // flags make another question of it
    let told = dry(&["limit", "pairs.toml", "--along", "mass_ratio", "--margin", "0.02", "--no-strata"]);
    assert!(told.contains("asks    limit of a_win_share along a.mass_ratio margin 0.02\n"), "{told}");
    let told = dry(&["pairs.toml", "--over", "sliding", "--vs", "0.25"]);
    assert!(told.contains("over surface.sliding_friction_ratio vs 0.25"), "{told}");
}

#[test]
fn what_flags_take_away_is_not_asked_and_an_axis_must_be_one() {
    let asks = "[[ask]]\nkind = \"effect\"\nover = \"a.mass_ratio\"\nstrata = \"surface.sliding_friction_ratio\"\n\
                [[ask]]\nkind = \"effect\"\nover = \"surface.sliding_friction_ratio\"\n";
    let here = folder_with("pairs.toml", &format!("{PAIRS}{asks}"));
    let told = ran(
        here.path(),
        &["ask", "pairs.toml", "--dry-run", "--no-strata", "--set", "surface.sliding_friction_ratio=0.2"],
    );
    assert!(told.stdout.contains("effect over a.mass_ratio\n"), "{} {}", told.stdout, told.stderr);
    assert!(told.stderr.contains("not asked: effect over surface.sliding_friction_ratio"), "{}", told.stderr);
    let told = ran(here.path(), &["ask", "pairs.toml", "--dry-run", "--over", "b.mass_ratio"]);
    assert!(
        told.code == 2 && told.stderr.contains("--over: b.mass_ratio is no axis of this dataset"),
        "{}",
        told.stderr
    );
}

#[test]
fn a_dataset_keeps_what_its_scenario_asks_and_is_asked_as_it_stands() {
    let ask = "[[ask]]\nkind = \"fair\"\nmargin = 0.2\n";
    let here = folder_with("pairs.toml", &format!("{PAIRS}{ask}"));
    assert_eq!(ran(here.path(), &["run", "pairs.toml", "--quiet", "--repeats", "2"]).code, 0);
    let text = std::fs::read_to_string(here.path().join("runs/pairs/manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(manifest["asks"], serde_json::json!([{ "kind": "fair", "margin": 0.2 }]));
    let told = ran(here.path(), &["ask", "runs/pairs", "--minutes", "3"]);
    assert!(told.code == 2 && told.stderr.contains("a dataset is asked as it stands"), "{}", told.stderr);
}

#[test]
fn what_is_searched_for_can_be_asked_again_in_fewer_minutes() {
    let here = TempDir::new().expect("a temporary folder");
    for _ in 0..2 {
        let told = ran(here.path(), &["ask", "best_flick", "--quiet", "--minutes", "0.00001"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
    }
}

#[test]
fn a_command_that_is_told_for_a_dataset_has_no_repeats() {
    let here = folder_with("pairs.toml", &format!("{PAIRS}[[ask]]\nkind = \"fair\"\n"));
    assert_eq!(ran(here.path(), &["run", "pairs.toml", "--quiet", "--repeats", "2"]).code, 0);
    let object = |arguments: &[&str]| -> Value {
        let told = ran(here.path(), arguments);
        serde_json::from_str(&told.stdout).unwrap_or_else(|error| panic!("{error}: {}", told.stderr))
    };
    let words = |words: &Value| serde_json::from_value::<Vec<String>>(words.clone()).expect("words");
    let answer = object(&["ask", "runs/pairs", "--json"]);
    assert_eq!(words(&answer["again"]), ["tolley", "ask", "runs/pairs"]);
    let next = answer["next"].as_array().expect("what is next");
    assert!(!next.is_empty() && next.iter().all(|next| words(&next["command"]).is_empty()), "{next:?}");
    // what is told can be typed
    let again = words(&answer["again"]);
    assert_eq!(ran(here.path(), &again[1..].iter().map(String::as_str).collect::<Vec<_>>()).code, 0);
    // of the scenario it has, and what else was typed
    let typed = ["pairs.toml", "--repeats", "2", "--no-strata", "--set", "a.aim_sd_rad=2 deg", "-o", "runs/other"];
    let answer = object(&[&["ask"], &typed[..], &["--json", "--quiet"]].concat());
    let again = words(&answer["again"]);
    assert!(again.windows(2).any(|two| two == ["--repeats", "2"]), "{again:?}");
    assert!(again.contains(&"--no-strata".to_owned()), "{again:?}");
    let told = ran(here.path(), &[&["ask"], &typed[..], &["--details", "--quiet"]].concat());
    assert!(told.stdout.contains("--set 'a.aim_sd_rad=2 deg'"), "{}", told.stdout);
    let told = ran(here.path(), &[&["ask"], &typed[..], &["--markdown", "--quiet"]].concat());
    assert!(told.stdout.contains("--set 'a.aim_sd_rad=2 deg'"), "{}", told.stdout);
}

#[test]
fn a_dataset_that_cannot_be_read_is_no_empty_one() {
    let here = folder_with("pairs.toml", &format!("{PAIRS}[[ask]]\nkind = \"fair\"\n"));
    assert_eq!(ran(here.path(), &["run", "pairs.toml", "--quiet", "--repeats", "2"]).code, 0);
    std::fs::write(here.path().join("runs/pairs/manifest.json"), "{").expect("a manifest");
    let told = ran(here.path(), &["ask", "pairs.toml", "--dry-run", "--no-strata"]);
    assert!(told.code != 0 && told.stderr.contains("manifest.json"), "{} {}", told.code, told.stderr);
}

#[test]
fn only_what_is_an_assumption_in_its_study_is_one() {
    let plan = plan(PAIRS);
    let context = Context { plan: Some(&plan), ..Context::default() };
    for (key, is) in [("a.error_ratio", false), ("surface.sliding_friction_ratio", true), ("no.such_key", false)] {
        assert_eq!(is_assumed(&context, key), is, "{key}");
    }
    assert!(plan.study.schema.index("a.error_ratio").is_some());
    assert!(!is_assumed(&Context::default(), "surface.sliding_friction_ratio"), "nobody knows its study");
}

/// A scenario is played, and what nobody has measured at two values, by half as many trials together.
#[test]
fn a_scenario_is_played_with_what_nobody_measured_and_asked_again_nothing_is() {
    let scenario = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 40\n[clock]\nhalf_s = 60\n\
                     [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                    \"a.mass_ratio\" = [0.9, 1.0, 1.1]\n[[ask]]\nkind = \"effect\"\nover = \"a.mass_ratio\"\n\
                    control = 1.0\nmeasure = \"goal_count\"\nmargin = 3.0\n";
    let here = folder_with("pairs.toml", scenario);
    let asked = ["ask", "pairs.toml", "--quiet"];
    let told = ran(here.path(), &asked);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.starts_with("No value of the mass of player A's coin"), "{}", told.stdout);
    let written = files(here.path());
    let of = |ending: &str| written.keys().filter(|path| path.ends_with(ending)).collect::<Vec<_>>();
    assert!(of("pairs/manifest.json").len() == 1 && of("pairs-answer/answer.json").len() == 1);
    let is_case = |path: &&&std::path::PathBuf| path.starts_with("runs/pairs-strata");
    let manifests = of("manifest.json");
    let cases: Vec<_> = manifests.iter().filter(is_case).collect();
    assert!((2..=4).contains(&cases.len()), "{cases:?}");
    let repeats = |path: &std::path::PathBuf| {
        let manifest: Value = serde_json::from_slice(&written[path]).expect("JSON");
        manifest["plan"]["repeats"].as_u64().expect("repeats")
    };
    let all: u64 = cases.iter().map(|path| repeats(path)).sum();
    assert!((18..=20).contains(&all), "{all}");
    let again = ran(here.path(), &asked);
    assert_eq!((again.code, &again.stdout), (0, &told.stdout));
    assert!(files(here.path()) == written, "nothing is played twice");
}

/// What is solved has effects without repeats, called exact, and decisions; nothing of it is estimated.
#[test]
fn an_exact_study_is_answered_exactly() {
    let text = "study = \"dice-football/solve\"\nrepeats = 1\n[solve]\nscore_limit_count = 2\ncertify = false\n\
                rolls_step_count = 75\nscore_span_count = 0\n[laws]\nchampion_die = false\n[sweep.axes]\n\
                \"dice.defend_weight_4\" = [0.5, 4.0]\n";
    let here = folder_with("solved.toml", text);
    let said = |arguments: &[&str]| ran(here.path(), &[arguments, &["--quiet"]].concat()).stdout;
    let goals = ["ask", "effect", "solved.toml", "--over", "dice.defend_weight_4", "--measure", "goal_count_mean"];
    let raised = said(&goals);
    assert!(raised.starts_with("A weight of face 4 of the defend die of 4 raises the expected goals"), "{raised}");
    assert!(raised.contains(", exactly\n") && !raised.contains("Next:"), "{raised}");
    // compared with the other value it is the other way round
    let lowered = said(&[&goals[..], &["--vs", "4"]].concat());
    assert!(lowered.starts_with("A weight of face 4 of the defend die of 0.5 lowers the expected goals"), "{lowered}");
    // the share of who won the draw moves by less than the margin
    let share = said(&["ask", "solved.toml"]);
    let hardly = "It changes by at most 1 percentage point: the share of points of who won the draw.\n";
    assert!(share.starts_with(hardly) && share.contains(", exactly\n"), "{share}");
    let bar = said(&["ask", "best", "solved.toml", "--measure", "policy.best[phase=bar]"]);
    assert!(bar.starts_with("The best decision is defend while the weight"), "{bar}");
    let wrong = ran(here.path(), &["ask", "best", "solved.toml", "--measure", "policy.best[phase=baz]", "--quiet"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("baz is none of its names"), "{}", wrong.stderr);
}
