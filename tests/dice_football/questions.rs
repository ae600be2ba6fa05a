//! What the scenarios of the questions have to have so that they are answered.

use std::path::Path;

use tolley_dice_football::solve::SolveStudy;
use tolley_experiment::scenario::{Overrides, read};
use tolley_experiment::study::StudyInfo;
use tolley_experiment::value::Value;

use crate::tool::{folder_with, ran};

fn shipped(name: &str) -> String {
    format!("{}/scenarios/dice_football/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

/// Of a line of `--effects` that names all of these: difference, low and high.
fn effect(told: &str, names: [&str; 2]) -> Option<[f64; 3]> {
    let line = told.lines().find(|line| names.iter().all(|name| line.split_whitespace().any(|word| word == *name)))?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == names[1])?;
    Some([1, 2, 3].map(|next| words[at + next].parse().unwrap_or(f64::NAN)))
}

#[test]
fn the_match_is_solved_over_sixty_sets_of_faces_with_the_die_on() {
    let studies = [StudyInfo::of::<SolveStudy>().into()];
    let (plan, _) = read(shipped("random_faces").as_ref(), &studies, Overrides::default()).expect("a scenario");
    assert!(plan.grid.repeats >= 60, "{}", plan.grid.repeats);
    assert!(
        plan.grid.axes.iter().any(|axis| axis.key == "laws.champion_die" && axis.values.contains(&Value::Flag(true)))
    );
}

/// The interval of the referee's roll is that of differences match by match, not of two means.
#[test]
fn goals_with_and_without_the_referees_roll_are_paired() {
    let scenario = "study = \"dice-football/match\"\nseed = 5\nrepeats = 300\n[player_a]\npolicy = \"random\"\n[player_b]\n\
                    policy = \"random\"\n[sweep.axes]\n\"laws.boskov\" = [false, true]\n";
    let here = folder_with("b.toml", scenario);
    let run = ran(here.path(), &["run", "b.toml", "-q", "-o", "out"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = ran(here.path(), &["show", "out", "--effects"]).stdout;
    let [difference, low, high] = effect(&told, ["laws.boskov", "goal_count"]).expect("a line");
    let rows = ran(here.path(), &["data", "export", "out", "matches", "--csv"]).stdout;
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let column = |name: &str| head.iter().position(|column| *column == name).expect("a column");
    let [repeat, boskov, goals] = ["repeat", "laws_boskov", "goal_count"].map(column);
    let mut differences = vec![0.0; 300];
    for line in lines {
        let sign = if line[boskov] == "true" { 1.0 } else { -1.0 };
        differences[line[repeat].parse::<usize>().expect("a number")] +=
            sign * line[goals].parse::<f64>().expect("goals");
    }
    let mean = differences.iter().sum::<f64>() / 300.0;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / 299.0;
    // Student's t of 299 degrees of freedom at 97.5 %
    let half = 1.967_93 * (variance / 300.0).sqrt();
    assert!((difference - mean).abs() < 1e-5 && (0.5 * (high - low) - half).abs() < 1e-4, "{mean} {half}: {told}");
    assert!(low < difference && difference < high);
}

/// The scenario itself with halves of ten rolls.
#[test]
fn main_effects_of_faces_have_intervals_of_the_bootstrap() {
    let here = folder_with("unused.toml", "");
    let scenario = shipped("which_faces_matter");
    let short = ["--set", "time.half_s=60", "--set", "solve.score_limit_count=2", "-q", "-o", "out"];
    let run = ran(here.path(), &[&["run", Path::new(&scenario).to_str().expect("a path")], &short[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = ran(here.path(), &["show", "out", "--effects"]).stdout;
    let goals = |key: &str| effect(&told, [key, "goal_count_mean"]).unwrap_or_else(|| panic!("{key}: {told}"));
    for (key, sign) in [
        ("dice.shot_weight_3", 1.0),
        ("dice.penalty_weight_1", 1.0),
        ("dice.pass_weight_6", 0.0),
        ("dice.control_weight_3", 0.0),
        ("dice.cross_weight_4", 0.0),
        ("dice.defend_weight_1", -1.0),
        ("dice.keeper_weight_1", -1.0),
    ] {
        let [difference, low, high] = goals(key);
        assert!(low <= difference && difference <= high, "{key}: {told}");
        assert!(sign == 0.0 || sign * low > 0.0 && sign * high > 0.0, "{key}: {low} {high}");
    }
    let lines: Vec<&str> = told.lines().filter(|line| line.contains("goal_count_mean  ")).collect();
    assert!(lines.iter().filter(|line| line.ends_with("bootstrap")).count() == 7, "{told}");
}
