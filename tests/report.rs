//! The page that answers, and the numbers beside it.

use serde_json::Value;
use tolley_analysis::places::{Asked, places};
use tolley_dataset::Dataset;
use tolley_experiment::run::Keep;
use tolley_experiment::status::Status;

use crate::tool::{files, folder_with, ran};
use crate::toy::{self, End, Shot, VERSIONS};

const SCENARIO: &str = "\
# Does a harder flick score more <b>often</b>?
study = \"cymbergaj/flick\"
seed = 7
repeats = 30
[player]
preset = \"expert\"
aim_sd_rad = \"1 deg\"
[sweep.axes]
\"strike.speed_m_s\" = [1.0, 2.0]
";

#[test]
fn what_is_the_same_everywhere_is_not_said_to_go_from_one_point_to_another() {
    let text = "study = \"tinsley-green/shot\"\nseed = 7\nrepeats = 2\n[rack]\ncount = 7\n[sweep.axes]\n\
                \"shot.speed_m_s\" = [0.3, 0.4]\n";
    let folder = folder_with("shot.toml", text);
    assert_eq!(ran(folder.path(), &["run", "shot.toml", "--quiet"]).code, 0);
    let told = ran(folder.path(), &["show", "runs/shot", "--page"]).stdout;
    assert!(told.contains("Cannot tell yet which"), "{told}");
}

#[test]
fn a_mean_of_one_trial_has_no_interval_and_its_report_claims_none() {
    let text = "study = \"tinsley-green/shot\"\nseed = 7\n[rack]\ncount = 7\n";
    let folder = folder_with("shot.toml", text);
    for (set, said) in [
        ("1.0", "Marbles knocked off: 0."),
        ("1.0,4.0", "Cannot tell yet which choice is best: one trial of each says little."),
    ] {
        let sweep = format!("shot.speed_m_s={set}");
        let run = ["run", "shot.toml", "--quiet", "--repeats", "1", "--sweep", &sweep, "-o", set];
        let ran_it = ran(folder.path(), &run);
        assert_eq!(ran_it.code, 0);
        // a mean of one trial stands alone, without an interval
        assert_eq!(ran_it.stdout.lines().next(), Some(said), "{}", ran_it.stdout);
        assert_eq!(ran(folder.path(), &["show", set, "--page", "-o", "page.html"]).code, 0);
        let page = std::fs::read_to_string(folder.path().join("page.html")).expect("the page");
        assert!(page.contains(said) && !page.contains("(95 % interval, n = 1)"), "{said}");
    }
}

#[test]
fn a_report_answers_and_stands_beside_its_dataset() {
    let folder = folder_with("flick.toml", SCENARIO);
    let at = folder.path();
    assert_eq!(ran(at, &["run", "flick.toml", "--quiet"]).code, 0);
    let before = files(&at.join("runs/flick"));
    let told = ran(at, &["show", "runs/flick", "--page", "--json"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let told: Value = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!(told["question"], "Does a harder flick score more <b>often</b>?");
    assert_eq!(files(&at.join("runs/flick")), before, "the dataset stays as it was");
    assert_eq!(ran(at, &["data", "check", "runs/flick"]).code, 0);

    let page = std::fs::read_to_string(at.join("runs/flick-report.html")).expect("the page");
    assert!(page.contains("Does a harder flick score more &lt;b&gt;often&lt;/b&gt;?") && !page.contains("<b>often"));
    assert!(page.contains("<td class=\"name\">player.aim_sd_rad</td>") && page.contains("NOT SWEPT"));
    // the same numbers as the dataset's own table
    let csv = std::fs::read_to_string(at.join("runs/flick-report.csv")).expect("the numbers");
    let own = ran(at, &["data", "export", "runs/flick", "estimates", "--csv"]).stdout;
    let head = csv.lines().next().expect("a head");
    assert_eq!(head, "term,estimate,std_error,conf_low,conf_high,n,method,seed,point,strike_speed_m_s");
    for line in own.lines().filter(|line| line.starts_with("0,goal,") || line.starts_with("1,goal,")) {
        let (point, rest) = line.split_once(',').expect("cells");
        let same = csv.lines().filter(|line| line.starts_with(&format!("{rest},7,{point},"))).count();
        assert_eq!(same, 1, "{line} in\n{csv}");
    }
    assert!(csv.contains("goal: strike.speed_m_s 2 less 1"), "{csv}");
    assert_eq!(told["estimates"].as_array().map_or(0, Vec::len), csv.lines().count() - 1);

    // the scenario on the page makes the same dataset
    let scenario = page.split("&lt;&lt;&#39;SCENARIO&#39;\n").nth(1).and_then(|rest| rest.split("\nSCENARIO").next());
    let scenario = scenario.expect("a scenario").replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    std::fs::write(at.join("again.toml"), scenario).expect("a file");
    assert_eq!(ran(at, &["run", "again.toml", "--quiet", "-o", "again"]).code, 0);
    assert_eq!(files(&at.join("again")), before);

    // a report is replaced, another file is not
    assert_eq!(ran(at, &["show", "runs/flick", "--page"]).code, 0);
    std::fs::write(at.join("mine.html"), "<p>mine</p>").expect("a file");
    // nor is a page that shows motion replaced
    assert_eq!(ran(at, &["show", "runs/flick", "--recording", "0", "-o", "motion.html"]).code, 0);
    let motion = std::fs::read(at.join("motion.html")).expect("a page");
    let refused = ran(at, &["show", "runs/flick", "--page", "-o", "motion.html"]);
    assert!(refused.code == 2 && refused.stderr.contains("motion.html: is there, and no report"), "{}", refused.stderr);
    assert!(std::fs::read(at.join("motion.html")).is_ok_and(|page| page == motion) && !at.join("motion.csv").exists());
    let refused = ran(at, &["show", "runs/flick", "--page", "-o", "mine.html"]);
    assert!(refused.code == 2 && refused.stderr.contains("no report of ours"), "{refused:?}");
    let refused = ran(at, &["show", "runs/flick", "--page", "-o", "runs/flick/page.html"]);
    assert!(refused.code == 2 && refused.stderr.contains("its own files alone"), "{refused:?}");
    assert_eq!(std::fs::read_to_string(at.join("mine.html")).expect("a file"), "<p>mine</p>");
}

const MATCHES: &str = "\
# Who wins, shot by shot?
study = \"cymbergaj/match\"
seed = 7
repeats = 30
[contest]
record = \"moves\"
[a]
error_ratio = 0.5
";

/// Of many points the best mean is the luckiest, so charts and the table of the best are smoothed; files are not.
#[test]
fn charts_of_many_choices_are_smoothed_and_files_are_not() {
    let folder = folder_with("flick.toml", SCENARIO);
    let at = folder.path();
    let sweeps = ["--sweep", "strike.speed_m_s=0.6:2.4:0.2", "--sweep", "strike.aim_offset_m=-3 mm:3 mm:1 mm"];
    assert_eq!(ran(at, &[&["run", "flick.toml", "--quiet", "--repeats", "4"], &sweeps[..]].concat()).code, 0);
    assert_eq!(ran(at, &["show", "runs/flick", "--page"]).code, 0);
    let page = std::fs::read_to_string(at.join("runs/flick-report.html")).expect("the page");
    // the table says so, and what stands below the map
    assert!(page.contains("smoothed over all points") && page.contains("Smoothed over all points."));
    let heat = figure(&page, "heat").expect("a map");
    let cells = heat["data"]["panels"][0]["rows"].as_array().expect("cells");
    // means of four flags are quarters
    let quarters = |value: f64| (value * 4.0 - (value * 4.0).round()).abs() < 1e-9;
    let drawn: Vec<f64> = cells.iter().filter_map(|cell| cell["v"].as_f64()).collect();
    assert!(drawn.len() == 70 && !drawn.iter().all(|value| quarters(*value)), "{drawn:?}");
    // four trials are not certain, wherever the surface leaves what is possible
    assert!(cells.iter().all(|cell| cell["hi"].as_f64() > cell["lo"].as_f64()), "{cells:?}");
    let written = std::fs::read_to_string(at.join("runs/flick-report.csv")).expect("the numbers");
    let means = written.lines().filter(|line| line.starts_with("goal,")).map(|line| line.split(',').nth(1));
    let means: Vec<f64> = means.filter_map(|mean| mean.and_then(|mean| mean.parse().ok())).collect();
    assert!(means.len() == 70 && means.iter().all(|value| quarters(*value)), "{means:?}");
}

/// The figure of this kind in a page.
pub fn figure(page: &str, kind: &str) -> Option<Value> {
    let data = page.split("id=\"data\">").nth(1)?.split("</script>").next()?;
    let data: Value = serde_json::from_str(data).ok()?;
    data["figures"].as_array()?.iter().find(|figure| figure["kind"] == kind).cloned()
}

#[test]
fn matches_are_told_shot_by_shot_with_what_each_was_worth() {
    let folder = folder_with("matches.toml", MATCHES);
    let at = folder.path();
    assert_eq!(ran(at, &["run", "matches.toml", "--quiet"]).code, 0);
    let told: Value =
        serde_json::from_str(&ran(at, &["show", "runs/matches", "--page", "--json"]).stdout).expect("JSON");
    let rows = told["estimates"].as_array().expect("rows");
    let value = |term: &str| {
        let row = rows.iter().find(|row| row["term"].as_str().is_some_and(|other| other.starts_with(term)));
        row.unwrap_or_else(|| panic!("no {term}")).clone()
    };
    let share = value("a_win_share")["estimate"].as_f64().expect("a share");
    let first = value("chance to win before it, of the player a: trial 0, match 0, shot 1,");
    let [chance, low, high] = ["estimate", "conf_low", "conf_high"].map(|name| first[name].as_f64().expect("a number"));
    // the first kick-off is somebody's, and worth little beside the share of all matches
    assert!((chance - share).abs() < 0.12 && low < chance && chance < high, "{first} beside {share}");
    assert_eq!(first["n"], 60);

    let page = std::fs::read_to_string(at.join("runs/matches-report.html")).expect("the page");
    let figure = figure(&page, "match").expect("the curves");
    for panel in figure["data"]["panels"].as_array().expect("matches") {
        let rows = panel["rows"].as_array().expect("shots");
        let number = |row: &Value, name: &str| row[name].as_f64();
        let end = number(&rows[rows.len() - 1], "v").expect("the end");
        assert!(end == 0.0 || end == 1.0, "{panel}");
        assert!(rows.iter().all(|row| number(row, "v").is_some_and(|v| (0.0..=1.0).contains(&v))), "{panel}");
        // what all shots were worth together led from the beginning to where the last of them left it
        let worth: f64 = rows.iter().filter_map(|row| number(row, "w")).sum();
        let shots = rows.iter().filter(|row| row["w"].is_number()).count();
        let last = number(&rows[shots], "v").expect("what came after");
        assert!((number(&rows[0], "v").expect("a start") + worth - last).abs() < 1e-9, "{panel}");
    }
    assert!(page.contains("tolley show runs/matches --recording 0"), "the way to see it");

    // too few matches are said to be too few
    let few = ["run", "matches.toml", "--quiet", "--repeats", "10", "-o", "few"];
    assert_eq!(ran(at, &few).code, 0);
    assert_eq!(ran(at, &["show", "few", "--page"]).code, 0);
    let page = std::fs::read_to_string(at.join("few-report.html")).expect("the page");
    assert!(self::figure(&page, "match").is_none() && page.contains("no design point has more than 20 matches"));
}

/// A chart whose table cannot be read was left out without a word.
#[test]
fn a_damaged_table_is_an_error_and_no_missing_chart() {
    let scenario = "# Does it report?\nstudy = \"tinsley-green/shot\"\nseed = 7\nrepeats = 4\n[rows]\nlies = true\n";
    let folder = folder_with("shots.toml", scenario);
    let at = folder.path();
    assert_eq!(ran(at, &["run", "shots.toml", "--quiet"]).code, 0);
    let whole = ran(at, &["show", "runs/shots", "--page"]);
    assert!(whole.code == 0 && whole.stderr.is_empty(), "{whole:?}");
    std::fs::remove_file(at.join("runs/shots-report.html")).expect("a page");
    let part = at.join("runs/shots/lies/part-00000.parquet");
    let mut bytes = std::fs::read(&part).expect("a part");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 0xff;
    std::fs::write(&part, bytes).expect("a part");
    let damaged = ran(at, &["show", "runs/shots", "--page"]);
    assert!(damaged.code != 0 && damaged.stderr.contains("part-00000.parquet"), "{damaged:?}");
    assert!(!at.join("runs/shots-report.html").exists());
}

/// The scenarios of the questions are only looked at: their warnings are not about this dataset.
#[test]
fn a_report_tells_no_warnings_of_shipped_scenarios() {
    let scenario = include_str!("../scenarios/cymbergaj/cgq07_exclusion_corner.toml");
    let folder = folder_with("corner.toml", scenario);
    assert_eq!(ran(folder.path(), &["run", "corner.toml", "--repeats", "2", "--quiet"]).code, 0);
    let told = ran(folder.path(), &["show", "runs/corner", "--page"]);
    assert!(told.code == 0 && told.stderr.is_empty(), "{told:?}");
    assert!(told.stdout.contains("Cannot tell yet how far the distance"), "{told:?}");
}

#[test]
fn rows_are_counted_in_the_cells_where_they_end() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut plan = toy::plan_with(&[2.0], &[]);
    plan.grid.repeats = 6;
    let dataset = Dataset::open(&folder.path().join("dataset"), &plan, VERSIONS).expect("a fresh folder");
    let ends = [0.5, 1.5, 1.6, 9.0, f64::NAN, 1.7];
    for block in 0..plan.schedule().blocks() {
        let mut rows = tolley_experiment::row::Rows::new(&plan.study.tables);
        for trial in plan.schedule().trials_of(block) {
            let repeat = plan.grid.locate(trial).1 as usize;
            let travel_m = ends[repeat];
            rows.push(
                toy::ToyTables::SHOTS,
                Shot { travel_m, off_count: 0, ticks_count: 0, stays: repeat % 2 == 1, ending: End::Rest },
            );
            if let Some(last) = rows.tables[0].trial.last_mut() {
                *last = trial;
            }
            rows.status.push(if repeat == 5 { Status::EventBudget } else { Status::Ok });
        }
        dataset.keep(block, rows).expect("a block");
    }
    let table = dataset.manifest().tables[0].name.clone();
    let asked = Asked {
        table: &table,
        at: ["travel_m", "travel_m"],
        flag: Some("stays"),
        only_flagged: false,
        low: [0.0, 0.0],
        side: 1.0,
        cells: [3, 2],
    };
    let found = places(&dataset, &asked).expect("places");
    // the quarantined one and the one without an end are no rows
    assert_eq!((found.n, found.beyond), (4, 1));
    assert_eq!(found.cells, [[1, 0], [0, 0], [0, 0], [0, 0], [2, 1], [0, 0]]);
    let stays = places(&dataset, &Asked { only_flagged: true, ..asked }).expect("places");
    assert_eq!((stays.n, stays.beyond, stays.cells[4]), (2, 1, [1, 1]));
}
