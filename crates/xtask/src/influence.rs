//! What moves the results of each study, measured: `cargo xtask influence`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::report::Report;
use crate::scenarios;

/// What is played of a study.
struct Base {
    study: &'static str,
    /// The scenario, below `scenarios/`, without its ending.
    scenario: &'static str,
    /// What is said over it.
    sets: &'static [&'static str],
    measure: &'static str,
    /// As many as fit an hour of one core, 4,096 at most.
    rows: u64,
    repeats: u64,
}

/// Matches are of cheap players, whose strokes the world moves as it moves those of others. Measures are such as differ
/// between equal sides.
const BASES: [Base; 7] = [
    Base {
        study: "tinsley-green/shot",
        scenario: "tinsley_green/opening_assumptions",
        sets: &[],
        measure: "marbles_off_count",
        rows: 4096,
        repeats: 2,
    },
    Base {
        study: "tinsley-green/match",
        scenario: "tinsley_green/first_play",
        sets: &["a.policy=hunter", "b.policy=hunter"],
        measure: "shot_count",
        rows: 256,
        repeats: 2,
    },
    Base {
        study: "cymbergaj/flick",
        scenario: "cymbergaj/coin_weight",
        sets: &[],
        measure: "goal",
        rows: 4096,
        repeats: 4,
    },
    Base {
        study: "cymbergaj/match",
        scenario: "cymbergaj/coin_match",
        sets: &["a.policy=direct", "b.policy=direct", "clock.half_s=150"],
        measure: "goal_count",
        rows: 1024,
        repeats: 2,
    },
    Base {
        study: "cymbergaj/shootout",
        scenario: "cymbergaj/cgq09_tie_break",
        sets: &["a.policy=direct", "b.policy=direct"],
        measure: "penalty_goal_share",
        rows: 4096,
        repeats: 2,
    },
    Base {
        study: "dice-football/match",
        scenario: "dice_football/one_match",
        sets: &["player_a.policy=greedy", "player_b.policy=greedy"],
        measure: "goal_count",
        rows: 32,
        repeats: 2,
    },
    Base {
        study: "dice-football/solve",
        scenario: "dice_football/which_faces_matter",
        sets: &[],
        measure: "goal_count_mean",
        rows: 48,
        repeats: 1,
    },
];

/// Roles of keys that an answer may depend on: what the world is like, and how well somebody plays.
const ROLES: [&str; 2] = ["ground", "skill"];
/// Keys that carry so much together are major.
const MAJOR: f64 = 0.9;
const FILE: &str = "crates/answers/src/influence.toml";
const HEAD: &str = "\
# Written by `cargo xtask influence`: which assumptions move the results of each study, as a Saltelli design over all of
# them shares out the variance of a measure. share: what would stay if all but this key were known, as a part of what all
# keys here carry; low and high: the 95 % interval of the same share of the whole variance; major: the keys that carry nine
# tenths together.
";

/// Plays the studies that are named, all where none is, with so many rows, and puts them into the file.
pub fn write(root: &Path, words: &[&str], profile: &str, report: &mut Report) {
    let (rows, studies) = match words {
        ["--rows", rows, studies @ ..] => match rows.parse::<u64>() {
            Ok(rows) => (Some(rows), studies),
            Err(error) => {
                report.note("--rows", Err(format!("{rows}: {error}")));
                return;
            }
        },
        studies => (None, studies),
    };
    let tolley = scenarios::built(root, profile, "tolley");
    for base in BASES.iter().filter(|base| studies.is_empty() || studies.contains(&base.study)) {
        let text = played(root, &tolley, base, rows);
        report.note(&format!("influence {}", base.study), text.and_then(|text| put(root, base.study, &text)));
    }
}

/// Plays a study and says which of its keys matter.
fn played(root: &Path, tolley: &Path, base: &Base, rows: Option<u64>) -> Result<String, String> {
    let rows = rows.unwrap_or(base.rows);
    let folder = scenarios::target(root).join("xtask/influence").join(base.study.replace('/', "-"));
    // a dataset of other rows is another dataset
    let folder = folder.with_extension(rows.to_string());
    let mut command = Command::new(tolley);
    command.current_dir(root).args(["ask", "depends"]).arg(format!("scenarios/{}.toml", base.scenario));
    command.args(["--assumed", "--quiet", "--json", "--measure", base.measure, "--set", "streams=independent"]);
    command.args(base.sets.iter().flat_map(|set| ["--set", set]));
    command.args(["--points", &rows.to_string(), "--repeats", &base.repeats.to_string(), "-o"]).arg(&folder);
    let output = command.output().map_err(|error| error.to_string())?;
    let told: Value =
        serde_json::from_slice(&output.stdout).map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let manifest = folder.join("manifest.json");
    let manifest = fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
    let manifest: Value = serde_json::from_str(&manifest).map_err(|error| error.to_string())?;
    let keys = keys(&told, &manifest);
    let shown = keys.iter().map(|key| format!("    {key},\n")).collect::<String>();
    Ok(format!(
        "[[study]]\nname = \"{}\"\nscenario = \"{}\"\nmeasure = \"{}\"\nrows = {rows}\nrepeats = {}\nphysics = {}\nkeys = [\n{shown}]\n",
        base.study, base.scenario, base.measure, base.repeats, manifest["physics_version"]
    ))
}

/// The keys that carry something, the strongest first, as lines of TOML.
fn keys(told: &Value, manifest: &Value) -> Vec<String> {
    let rows = told["tables"]["shares"]["rows"].as_array().map_or(&[][..], Vec::as_slice);
    let share_of = |row: &Value| row.as_object()?.values().find(|cell| cell["value"].is_number()).cloned();
    let mut found: Vec<(String, f64, Value)> = rows
        .iter()
        .filter_map(|row| {
            let (key, share) = (row["key"].as_str()?, share_of(row)?);
            Some((key.to_owned(), share["value"].as_f64()?, share))
        })
        .filter(|(key, share, _)| *share > 0.0 && ROLES.contains(&role(manifest, key)))
        .collect();
    found.sort_by(|one, other| other.1.total_cmp(&one.1));
    let whole: f64 = found.iter().map(|(_, share, _)| share).sum();
    let mut before = 0.0;
    let line = |(key, share, estimate): (String, f64, Value)| {
        let part = share / whole;
        let is_major = before < MAJOR;
        before += part;
        let end = |name: &str| estimate[name].as_f64().map_or(String::new(), |end| format!(", {name} = {end:.4}"));
        format!("{{ key = \"{key}\", share = {part:.4}, major = {is_major}{}{} }}", end("low"), end("high"))
    };
    found.into_iter().map(line).collect()
}

/// The role of a key, as the dataset has it.
fn role<'m>(manifest: &'m Value, key: &str) -> &'m str {
    let keys = manifest["keys"].as_array().map_or(&[][..], Vec::as_slice);
    let at = keys.iter().position(|known| known == key);
    // the first column of the points is their number
    at.and_then(|at| manifest["points"]["columns"][at + 1]["role"].as_str()).unwrap_or_default()
}

/// Puts what is said of a study in the place of what was.
fn put(root: &Path, study: &str, text: &str) -> Result<(), String> {
    let path = root.join(FILE);
    let told = fs::read_to_string(&path).unwrap_or_default();
    let is_other = |part: &&str| !part.starts_with(&format!("\nname = \"{study}\"\n"));
    let others = told.split("[[study]]").skip(1).filter(is_other).map(|part| format!("[[study]]{}\n", part.trim_end()));
    let mut all: Vec<String> = others.chain([text.to_owned()]).collect();
    let place = |part: &String| BASES.iter().position(|base| part.contains(&format!("name = \"{}\"", base.study)));
    all.sort_by_key(place);
    fs::write(&path, format!("{HEAD}\n{}", all.join("\n"))).map_err(|error| format!("{}: {error}", path.display()))
}
