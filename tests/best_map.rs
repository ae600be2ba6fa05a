//! `tolley ask best --map`: what every choice is worth to each skill, from outside.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use tolley_dataset::sheet;

use crate::report::figure;
use crate::tool::{folder_with, ran};

/// A flick at the kick-off, from straight behind the ball.
const FLICK: &str = "study = \"cymbergaj/flick\"\nseed = 5\n[opponent]\nangle_rad = 1.0\n";
/// Values of each of the two numbers.
const VALUES: usize = 7;

/// A value, its standard error, and how many shots it stands on.
type Estimate = [f64; 3];

/// Of each skill by its name, cell by cell, the last number the fastest.
fn map(folder: &Path) -> BTreeMap<String, Vec<Estimate>> {
    let file = File::open(folder.join("map.parquet")).expect("a map");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file").build().expect("a reader");
    let mut skills: BTreeMap<String, Vec<Estimate>> = BTreeMap::new();
    for batch in reader {
        let batch = batch.expect("a batch");
        let number = |name: &str, row: usize| batch[name].as_primitive::<Float64Type>().value(row);
        let names = batch["skill"].as_dictionary::<Int8Type>();
        for row in 0..batch.num_rows() {
            let name = names.values().as_string::<i32>().value(names.keys().value(row) as usize);
            assert!((0.9..1.001).contains(&number("inside", row)) && number("shots", row) > 20.0, "{name} {row}");
            skills
                .entry(name.to_owned())
                .or_default()
                .push(["value", "std_error", "shots"].map(|name| number(name, row)));
        }
    }
    skills
}

/// The same of flicks with errors, played one point at a time.
fn played(text: &str, repeats: u64) -> Vec<Estimate> {
    let here = folder_with("flick.toml", text);
    let told = ran(here.path(), &["run", "flick.toml", "--json", "--quiet", "--repeats", &repeats.to_string()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let json: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let mut points: Vec<(u64, f64)> = json["points"].as_array().expect("points").iter().map(of_point).collect();
    points.sort_by_key(|(point, _)| *point);
    points.iter().map(|(_, share)| [*share, spread(*share, repeats as f64), repeats as f64]).collect()
}

/// Standard error of a share of so many, with one more, half of it a goal: none of them is no certainty.
fn spread(share: f64, n: f64) -> f64 {
    let share = (share * n + 0.5) / (n + 1.0);
    (share * (1.0 - share) / n).sqrt()
}

fn of_point(point: &Value) -> (u64, f64) {
    (point["point"].as_u64().expect("a point"), point["estimates"]["goal"]["value"].as_f64().expect("a share"))
}

/// T5: one sweep of exact flicks, smoothed by the errors of five skills, is a map of each, as flicks with their errors
/// say cell by cell: at most 1 in 100 beyond three standard errors, and one more, as so few cells may have by chance.
#[test]
fn one_sweep_is_a_map_of_all_choices_for_five_skills_as_brute_force_says() {
    let best = "[best]\nobjective = \"goal\"\nshots = 240000\nmap = 7\n\
        skills = [\"expert\", \"club\", \"novice\", \"misses 2 cm at 1 m\", \"misses 4 cm at 1 m\"]\n\
        [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n\"strike.offset_ratio\" = { min = -0.2, max = 0.2 }\n";
    let here = folder_with("flick.toml", &format!("{FLICK}{best}"));
    let told = ran(here.path(), &["ask", "best", "flick.toml", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let map = map(&here.path().join("runs/flick-best"));
    assert!(map.len() == 5 && map.values().all(|cells| cells.len() == VALUES * VALUES), "{map:?}");
    let (mut cells, mut beyond) = (0, Vec::new());
    let presets = ["expert", "club", "novice"].map(|skill| (skill, format!("preset = \"{skill}\"\n")));
    // whose other errors have the same ratio to those of the default preset, of 1.5 degrees, 0.12 and 0.08
    let missing = [("misses 2 cm at 1 m", 0.02_f64), ("misses 4 cm at 1 m", 0.04)].map(|(skill, off)| {
        let (aim, times) = (off.atan(), off.atan() / 1.5_f64.to_radians());
        let [speed, offset] = [0.12, 0.08].map(|sd| sd * times);
        (skill, format!("aim_sd_rad = {aim}\nspeed_sd_ratio = {speed}\noffset_sd_ratio = {offset}\n"))
    });
    for (skill, errors) in presets.into_iter().chain(missing) {
        let sweep = "[sweep.axes]\n\"strike.speed_m_s\" = { min = 1, max = 3, num = 7 }\n\
            \"strike.offset_ratio\" = { min = -0.2, max = 0.2, num = 7 }\n";
        let played = played(&format!("{FLICK}[player]\n{errors}{sweep}"), 4000);
        for (cell, (swept, played)) in map[skill].iter().zip(&played).enumerate() {
            cells += 1;
            // where next to none, or nearly all, of the shots near are goals their spread says too little
            let error = swept[1].max(spread(played[0], swept[2])).hypot(played[1]);
            if (swept[0] - played[0]).abs() > 3.0 * error {
                beyond.push((skill, cell, *swept, *played));
            }
        }
    }
    assert!(cells == 5 * VALUES * VALUES && beyond.len() <= cells / 100 + 1, "{} of {cells}: {beyond:?}", beyond.len());
    assert!(map["expert"] != map["novice"], "each skill has a map of its own");
}

/// What the page of an answer draws of this kind.
fn drawn(folder: &Path, kind: &str) -> Option<Value> {
    let told = ran(folder, &["show", "runs/flick-best", "--page"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let page = std::fs::read_to_string(folder.join("runs/flick-best-report.html")).expect("a page");
    figure(&page, kind)
}

/// The map was a table alone: nobody could look at it.
#[test]
fn the_page_of_an_answer_shows_its_map() {
    let best = "[best]\nobjective = \"goal\"\nskills = [\"club\", \"exact\", \"novice\"]\nshots = 6000\nmap = 6\n\
        [best.aims]\n\"strike.offset_ratio\" = { min = -0.2, max = 0.2 }\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n\
        \"strike.aim_offset_m\" = { min = \"-9 mm\", max = \"9 mm\" }\n";
    let here = folder_with("flick.toml", &format!("{FLICK}{best}"));
    assert_eq!(ran(here.path(), &["ask", "best", "flick.toml", "--quiet"]).code, 0);
    let folder = here.path().join("runs/flick-best");
    let picture = drawn(here.path(), "heat").expect("a map");
    let data = &picture["data"];
    assert_eq!((&data["x"]["title"], &data["y"]["title"]), (&"aim offset (mm)".into(), &"speed (m/s)".into()));
    let panels = data["panels"].as_array().expect("panels");
    // who errs in nothing has none
    assert_eq!(panels.iter().map(|panel| panel["name"].as_str()).collect::<Vec<_>>(), [Some("club"), Some("novice")]);
    // the value of a cell is that of the table: the third number is that of the map next to the best choice
    let answer = std::fs::read_to_string(folder.join("best.json")).expect("an answer");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let path = folder.join("map.parquet");
    let names = ["strike_offset_ratio", "strike_speed_m_s", "strike_aim_offset_m", "value"];
    let table = sheet::numbers(&path, &names).expect("readable").expect("a map");
    let best = answer["strata"][0]["skills"][2]["at"]["strike.offset_ratio"].as_f64().expect("a number");
    let held = (0..6).map(|k| 0.08 * f64::from(k) - 0.2).min_by(|a, b| (a - best).abs().total_cmp(&(b - best).abs()));
    let held = held.expect("six");
    let cells = panels[1]["rows"].as_array().expect("rows");
    assert_eq!(cells.len(), 36);
    for cell in cells {
        let [i, j] = ["i", "j"].map(|name| cell[name].as_f64().expect("a place"));
        let wanted = [held, 1.0 + 0.4 * j, 3.6e-3 * i - 9e-3];
        let is_there = |row: &usize| (0..3).all(|k| (table[k][*row] - wanted[k]).abs() < 1e-9);
        let row = (432..648).find(is_there).expect("a row of the third skill");
        assert!((table[3][row] - cell["v"].as_f64().expect("a share")).abs() < 1e-12, "{cell}");
    }
    // a file of something else is told, not drawn
    std::fs::copy(folder.join("answer.parquet"), &path).expect("a copy");
    let told = ran(here.path(), &["show", "runs/flick-best", "--page"]);
    assert!(told.code != 0 && told.stderr.contains("map.parquet: has no column"), "{} {}", told.code, told.stderr);
}

/// The thirteenth was dropped in silence.
#[test]
fn panels_that_are_not_drawn_are_named() {
    let best = "[best]\nobjective = \"goal\"\nskills = [\"club\"]\nshots = 13000\nmap = 2\n\
        [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n\"strike.offset_ratio\" = { min = -0.2, max = 0.2 }\n\
        [sweep.axes]\n\"surface.sliding_friction_ratio\" = { min = 0.1, max = 0.34, num = 13 }\n";
    let here = folder_with("flick.toml", &format!("{FLICK}{best}"));
    let told = ran(here.path(), &["ask", "best", "flick.toml", "--quiet"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let picture = drawn(here.path(), "heat").expect("a map");
    assert_eq!(picture["data"]["panels"].as_array().map(Vec::len), Some(12));
    let page = std::fs::read_to_string(here.path().join("runs/flick-best-report.html")).expect("a page");
    assert!(page.contains("The first 12 of 13 are drawn; all are in map.parquet."));
}

#[test]
fn a_map_of_one_number_is_a_line_a_skill() {
    let best = "[best]\nobjective = \"goal\"\nskills = [\"club\", \"novice\"]\nshots = 4000\nmap = 9\n\
        [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n";
    let here = folder_with("flick.toml", &format!("{FLICK}{best}"));
    assert_eq!(ran(here.path(), &["ask", "best", "flick.toml", "--quiet"]).code, 0);
    let picture = drawn(here.path(), "lines").expect("lines");
    assert_eq!(picture["data"]["rows"].as_array().map(Vec::len), Some(18));
    assert_eq!(ran(here.path(), &["ask", "best", "flick.toml", "--quiet", "--shots", "5000"]).code, 0);
    std::fs::remove_file(here.path().join("runs/flick-best/map.parquet")).expect("the map");
    assert!(drawn(here.path(), "lines").is_none(), "no map, no picture");
}

#[test]
fn a_map_that_is_too_fine_is_refused_where_it_is_asked_for() {
    let best = "[best]\nobjective = \"goal\"\nskills = [\"club\"]\nmap = 1001\n\
        [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n\"strike.offset_ratio\" = { min = -0.2, max = 0.2 }\n";
    let here = folder_with("flick.toml", &format!("{FLICK}{best}"));
    let told = ran(here.path(), &["ask", "best", "flick.toml", "--quiet"]);
    assert!(told.code == 2 && told.stderr.contains("flick.toml:8:7"), "{} {}", told.code, told.stderr);
    assert!(told.stderr.contains("best.map: 1001 is not a whole number from 2 to 1000"), "{}", told.stderr);
    let here = folder_with("flick.toml", &format!("{FLICK}{}", best.replace("map = 1001\n", "")));
    for (map, said) in
        [("1", "--map: 1 is not"), ("400", "2 numbers are more than 100000 choices"), ("1001", "1001 is not")]
    {
        let told = ran(here.path(), &["ask", "best", "flick.toml", "--quiet", "--map", map]);
        assert!(told.code == 2 && told.stderr.contains(said), "{map}: {} {}", told.code, told.stderr);
    }
}

/// The map of before, and its table as text, stood beside an answer that has none.
#[test]
fn what_an_earlier_answer_left_goes_with_the_next() {
    let best = "[best]\nobjective = \"goal\"\nskills = [\"club\"]\nshots = 4000\n\
        [best.aims]\n\"strike.speed_m_s\" = { min = 1, max = 3 }\n";
    let here = folder_with("flick.toml", &format!("{FLICK}{best}"));
    let files = || {
        let found = std::fs::read_dir(here.path().join("runs/flick-best")).expect("a folder");
        let mut names: Vec<_> = found.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    };
    for (flags, left) in [
        (
            &["--map", "3", "--csv"][..],
            &["answer.csv", "answer.json", "answer.parquet", "best.json", "choices.csv", "map.parquet"][..],
        ),
        (&[], &["answer.json", "answer.parquet", "best.json", "choices.csv"]),
    ] {
        let told = ran(here.path(), &[&["ask", "best", "flick.toml", "--quiet"], flags].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert_eq!(files(), left, "{flags:?}");
    }
}

/// An editor that reads the schema refused a key that the command takes.
#[test]
fn the_schema_of_a_study_knows_the_map() {
    let here = tempfile::tempdir().expect("a folder");
    let told = ran(here.path(), &["list", "schemas", "cymbergaj/flick"]);
    let schema: Value = serde_json::from_str(&told.stdout).expect("JSON");
    let map = &schema["properties"]["best"]["properties"]["map"];
    assert_eq!((&map["minimum"], &map["maximum"]), (&2.into(), &1000.into()), "{map}");
}
