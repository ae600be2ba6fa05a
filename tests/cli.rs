//! The command from outside: exit codes, messages, what it writes and what it leaves alone.

use tolley_experiment::schema::Schema;

use crate::tool::{files, folder_with, ran, tolley};
use std::process::Stdio;

const SMALL: &str = "\
# What does one marble do?
study = \"tinsley-green/shot\"
seed = 7
repeats = 20
[rack]
count = 1
[sweep.axes]
\"shot.speed_m_s\" = [1.0, 2.0]
";

#[test]
fn wrong_usage_exits_with_2() {
    let here = folder_with("small.toml", SMALL);
    for arguments in [
        vec!["fly"],
        vec!["run", "small.toml", "--repeats", "0"],
        vec!["run", "small.toml", "--threads", "0"],
        vec!["run", "small.toml", "--seed", "-1"],
        vec!["run", "small.toml", "--fast"],
        vec!["run", "missing.toml"],
        vec!["run", "."],
        vec!["list", "tinsley-green/shoot"],
        vec!["show", "missing"],
        vec!["show", "."],
        vec!["show", "missing", "--top", "-1"],
        vec!["run", "small.toml", "--repeats", "-2"],
        vec!["list", "coins", "--pairs", "runs", "--wear", "nan"],
    ] {
        let ran = ran(here.path(), &arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stdout.is_empty() && !ran.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(files(here.path()).len(), 1, "nothing was written");
}

#[test]
fn the_command_alone_says_what_to_try_first_and_an_old_name_the_new_one() {
    let here = folder_with("small.toml", SMALL);
    let first = ran(here.path(), &[]);
    assert!(first.code == 0 && first.stdout.contains("tolley run knuckling_down"), "{first:?}");
    for (old, new) in [
        ("summary", "tolley show"),
        ("fair", "tolley ask fair"),
        ("gc", "tolley data clean"),
        ("best", "tolley ask best"),
        ("coins", "tolley list coins"),
    ] {
        let told = ran(here.path(), &[old, "small.toml"]);
        assert!(told.code == 2 && told.stderr.contains(&format!("is called `{new}`")), "{told:?}");
    }
}

#[test]
fn run_without_arguments_says_which_scenarios_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = ran(root, &["run"]);
    assert_eq!(ran.code, 0);
    let marbles = ran.stdout.lines().find(|line| line.contains(" knuckling_down "));
    assert!(marbles.is_some_and(|line| line.contains("  Where around the ring")), "{}", ran.stdout);
    assert!(ran.stdout.contains(" coin_weight "));
    assert!(ran.stdout.contains(" head_on "));
}

#[test]
fn list_of_a_study_names_every_key_with_its_default_and_assumption() {
    let here = folder_with("small.toml", SMALL);
    let ran = ran(here.path(), &["list", "tinsley-green/shot"]);
    assert_eq!(ran.code, 0);
    for key in Schema::of::<tolley_tinsley_green::shot::ShotKeys>().keys {
        assert!(ran.stdout.contains(&format!("\n  {}\n      {}", key.path, key.about)), "{}", key.path);
        assert!(key.assumption.is_none_or(|why| ran.stdout.contains(why)), "{}", key.path);
    }
    assert!(ran.stdout.contains("default 1.8288 m"));
    assert!(ran.stdout.contains("marbles_off_count"));
}

/// What `sensitivity --assumed --clauses` draws was told nowhere but in its refusals.
#[test]
fn list_says_what_is_drawn_of_each_key_or_why_nothing_is() {
    let here = folder_with("small.toml", SMALL);
    let told = ran(here.path(), &["list", "tinsley-green/match", "--json"]);
    let study: serde_json::Value = serde_json::from_str(&told.stdout).expect("JSON");
    let keys = study["keys"].as_array().expect("keys");
    assert!(keys.iter().all(|key| key["drawn"].is_string() != key["undrawn"].is_string()), "{keys:?}");
    let key = |name: &str| keys.iter().find(|key| key["key"] == name).expect("a key");
    assert_eq!(key("fouls.limit_count")["undrawn"], serde_json::Value::Null);
    // what another choice means is told, and not drawn
    assert_eq!(key("match.first_choice")["drawn"], "first,second");
    assert_eq!(key("match.time_limit_s")["drawn"], "0,600,1200,1800");
    let text = ran(here.path(), &["list", "tinsley-green/match", "first_choice"]).stdout;
    assert!(text.contains("; tolley ask depends draws \"first\", \"second\"\n"), "{text}");
}

#[test]
fn a_run_writes_a_dataset_and_prints_its_summary_again_when_repeated() {
    let here = folder_with("small.toml", SMALL);
    let first = ran(here.path(), &["run", "small.toml"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    let written = files(&here.path().join("runs/small"));
    assert!(written.contains_key(std::path::Path::new("shots/part-00000.parquet")), "{:?}", written.keys());
    let again = ran(here.path(), &["run", "small.toml", "--quiet"]);
    assert_eq!((again.code, &again.stdout), (0, &first.stdout));
    assert_eq!(again.stderr, "");
    assert_eq!(files(&here.path().join("runs/small")), written);
    let summary = ran(here.path(), &["show", "runs/small"]);
    // but for the scenario, which a dataset does not know
    let said =
        |text: &str| text.lines().filter(|line| !line.contains("tolley run")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!((summary.code, said(&summary.stdout)), (0, said(&first.stdout)));
    assert!(first.stdout.lines().count() <= 13 && first.stdout.ends_with("dataset: runs/small\n"), "{}", first.stdout);
}

#[test]
fn json_is_one_object_with_every_point_and_the_path() {
    let here = folder_with("small.toml", SMALL);
    let ran = ran(here.path(), &["run", "small.toml", "--json", "-o", "out"]);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    assert_eq!(object["dataset"], "out");
    assert_eq!(object["complete"], true);
    assert_eq!(object["points"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["trials"]["done"], 40);
}

#[test]
fn another_plan_is_refused() {
    let here = folder_with("small.toml", SMALL);
    assert_eq!(ran(here.path(), &["run", "small.toml", "-o", "out", "-q"]).code, 0);
    let before = files(&here.path().join("out"));
    for flag in ["--seed", "--repeats"] {
        assert_eq!(ran(here.path(), &["run", "small.toml", "-o", "out", flag, "19"]).code, 2, "{flag}");
    }
    let other = SMALL.replace("count = 1", "count = 2");
    std::fs::write(here.path().join("other.toml"), other).expect("a file");
    assert_eq!(ran(here.path(), &["run", "other.toml", "-o", "out"]).code, 2);
    assert_eq!(files(&here.path().join("out")), before, "nothing was changed");
}

#[test]
fn a_dry_run_tells_the_size_and_writes_nothing() {
    let here = folder_with("small.toml", SMALL);
    let ran = ran(here.path(), &["run", "small.toml", "--dry-run", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let object: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one JSON object");
    assert_eq!((&object["points"], &object["trials"], &object["blocks"]), (&2.into(), &40.into(), &40.into()));
    assert!(object["estimated_bytes"].as_f64().is_some_and(|bytes| bytes > 0.0));
    let [most, thread] =
        ["most_memory_bytes", "thread_memory_bytes"].map(|key| object[key].as_f64().expect("a number"));
    assert!(0.0 < thread && thread < 1e6 && thread < most && most < 1e8, "{thread} of {most}: 40 shots");
    assert_eq!(files(here.path()).len(), 1);
}

/// Bytes of a dataset of these keys, and those that a dry run tells.
fn bytes_told(keys: &str) -> [f64; 2] {
    let here = folder_with("s.toml", keys);
    let dry = ran(here.path(), &["run", "s.toml", "--dry-run", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&dry.stdout).expect("one JSON object");
    assert_eq!(ran(here.path(), &["run", "s.toml", "-q", "-o", "out"]).code, 0);
    let written: usize = files(&here.path().join("out")).values().map(Vec::len).sum();
    [object["estimated_bytes"].as_f64().expect("a number"), written as f64]
}

#[test]
fn the_bytes_that_a_dry_run_tells_are_those_of_the_run() {
    let flicks =
        "study = \"cymbergaj/flick\"\nseed = 3\nrepeats = 4000\n[sweep.axes]\n\"striker.mass_ratio\" = [0.9, 1, 1.1]\n";
    let shots = "study = \"tinsley-green/shot\"\nseed = 3\nrepeats = 300\n[rack]\ncount = 7\n[sweep.axes]\n\"shot.speed_m_s\" = [1, 2]\n";
    let drawn = "study = \"cymbergaj/flick\"\nseed = 3\n[sweep]\ndesign = \"sobol\"\npoints = 8192\n[sweep.axes]\n\"strike.speed_m_s\" = { min = 1, max = 2 }\n";
    let solved = "study = \"dice-football/solve\"\nrepeats = 3\n[time]\nhalf_s = 60\n[laws]\nchampion_die = false\n[solve]\n\
                  faces = \"random\"\nscore_limit_count = 3\nrolls_step_count = 2\ncertify = false\n";
    let matches = "study = \"cymbergaj/match\"\nseed = 3\nrepeats = 3000\n[clock]\nhalf_s = 20\n\
                   [a]\npolicy = \"direct\"\n[b]\npolicy = \"direct\"\n[sweep.axes]\n\
                   \"a.mass_ratio\" = [0.9, 1.1]\n";
    for keys in [flicks, shots, drawn, solved, matches] {
        let [told, written] = bytes_told(keys);
        assert!((told / written - 1.0).abs() < 0.15, "{told} for {written} of {keys}");
    }
}

#[test]
fn a_dry_run_refuses_what_a_run_refuses() {
    let here = folder_with("small.toml", SMALL);
    assert_eq!(ran(here.path(), &["run", "small.toml", "-q", "-o", "out"]).code, 0);
    for arguments in [
        vec!["run", "small.toml", "-o", "out", "--seed", "19"],
        vec!["run", "small.toml", "-o", "small.toml"],
        vec!["run", "small.toml", "--shard", "4/3"],
    ] {
        let refused = ran(here.path(), &arguments);
        let dry = ran(here.path(), &[&arguments[..], &["--dry-run"]].concat());
        assert_eq!((dry.code, &dry.stderr), (2, &refused.stderr), "{arguments:?}");
    }
}

#[test]
fn a_table_is_exported_row_by_row() {
    let here = folder_with("small.toml", SMALL);
    let told = ran(here.path(), &["run", "small.toml", "-q", "--json", "-o", "out"]);
    let summary: serde_json::Value = serde_json::from_str(&told.stdout).expect("one JSON object");
    let export = |table: &str, format: &str| {
        let ran = ran(here.path(), &["data", "export", "out", table, format]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        ran.stdout
    };
    let csv = export("shots", "--csv");
    let (head, rows) = csv.split_once('\n').expect("a line of names");
    assert!(head.starts_with("trial,point,repeat,") && head.ends_with(",status"), "{head}");
    let columns = head.split(',').count();
    assert!(rows.lines().count() == 40 && rows.lines().all(|row| row.split(',').count() == columns));
    let json = |table: &str| -> Vec<serde_json::Value> {
        export(table, "--json").lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
    };
    let objects = json("shots");
    for (row, object) in rows.lines().zip(&objects) {
        let mut cells = row.split(',');
        assert_eq!(cells.next(), Some(object["trial"].to_string().as_str()));
        assert_eq!(row.ends_with(",ok"), object["status"] == "ok");
    }
    // by point, then by measure, as the summary says
    let estimates = json("estimates");
    let points = summary["points"].as_array().expect("a list");
    assert_eq!(estimates.len(), points.len() * summary["measures"].as_array().map_or(0, Vec::len));
    for row in &estimates {
        let point = points.iter().find(|point| point["point"] == row["point"]).expect("a point");
        let told = &point["estimates"][row["term"].as_str().expect("a name")];
        for (name, column) in [("value", "estimate"), ("std_error", "std_error"), ("low", "conf_low"), ("n", "n")] {
            assert_eq!(told[name], row[column], "{row}");
        }
    }
    let file = ["data", "export", "out", "points", "--csv", "-o", "points.csv"];
    assert_eq!(ran(here.path(), &file).code, 0);
    let again = ran(here.path(), &file);
    assert_eq!((again.code, again.stderr.as_str()), (2, "error: points.csv is there already; name another file\n"));
    assert_eq!(ran(here.path(), &["data", "export", "out", "nothing", "--csv"]).code, 2);
    assert_eq!(ran(here.path(), &["data", "export", "out", "shots"]).code, 2);
}

/// Half a million numbers are told in 300 MB of addresses, of which the program itself is a part.
#[cfg(target_os = "linux")]
#[test]
fn the_summary_of_many_points_takes_little_memory() {
    let flicks = "study = \"cymbergaj/flick\"\n[sweep]\ndesign = \"sobol\"\npoints = 30000\n[sweep.axes]\n\"strike.speed_m_s\" = { min = 1, max = 2 }\n";
    let here = folder_with("s.toml", flicks);
    assert_eq!(ran(here.path(), &["run", "s.toml", "-q", "-o", "out"]).code, 0);
    let limited = format!("ulimit -v 300000; exec {} show out --json", env!("CARGO_BIN_EXE_tolley"));
    let told = std::process::Command::new("sh").current_dir(here.path()).args(["-c", &limited]).output().expect("sh");
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    assert!(told.stdout.len() > 30_000_000);
}

/// Files of saved blocks are read one after the other: 24 of them with at most 16 files open.
#[cfg(unix)]
#[test]
fn blocks_saved_in_many_files_are_summed_up() {
    let flicks = "study = \"cymbergaj/flick\"\nrepeats = 5120\n[sweep.axes]\n\"strike.speed_m_s\" = [1, 2]\n";
    let here = folder_with("s.toml", flicks);
    for block in 0..24 {
        let (blocks, run) = (format!("{block}-{block}"), ["run", "s.toml", "-q", "-o", "out", "--blocks"]);
        ran(here.path(), &[&run[..], &[blocks.as_str()]].concat());
    }
    assert_eq!(std::fs::read_dir(here.path().join("out/blocks")).expect("a folder").count(), 48);
    let limited = format!("ulimit -n 16; exec {} show out", env!("CARGO_BIN_EXE_tolley"));
    let told = std::process::Command::new("sh").current_dir(here.path()).args(["-c", &limited]).output().expect("sh");
    assert_eq!(told.status.code(), Some(3), "{}", String::from_utf8_lossy(&told.stderr));
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("3,840 of 10,240 trials"), "{told}");
}

#[test]
fn a_plan_of_10_to_the_12_trials_is_refused() {
    let here = folder_with("small.toml", SMALL);
    for (repeats, allow) in
        [("500000000000", ""), ("500000000000", "--allow-large"), ("18446744073709551615", "--allow-large")]
    {
        let mut arguments = vec!["run", "small.toml", "--repeats", repeats];
        arguments.extend(Some(allow).filter(|flag| !flag.is_empty()));
        assert_eq!(ran(here.path(), &arguments).code, 2, "{repeats}");
    }
    assert_eq!(files(here.path()).len(), 1);
}

#[test]
fn bad_output_places_are_refused_and_left_alone() {
    let here = folder_with("small.toml", SMALL);
    std::fs::create_dir(here.path().join("full")).expect("a folder");
    std::fs::write(here.path().join("full/letter.txt"), "dear").expect("a file");
    for place in ["small.toml", "full", "small.toml/below"] {
        let ran = ran(here.path(), &["run", "small.toml", "-o", place]);
        assert!([1, 2].contains(&ran.code), "{place}: {} {}", ran.code, ran.stderr);
        assert!(ran.stderr.contains(place), "{place}: {}", ran.stderr);
    }
    let left = files(here.path());
    assert_eq!(left.len(), 2, "{:?}", left.keys());
    assert_eq!(left[std::path::Path::new("small.toml")], SMALL.as_bytes());
}

#[test]
fn a_name_with_blanks_or_letters_of_any_language_is_that_of_a_folder() {
    for name in ["a b", "\u{17c}\u{f3}\u{142}w"] {
        let file = format!("{name}.toml");
        let here = folder_with(&file, SMALL);
        let told = ran(here.path(), &["run", &file, "--quiet"]);
        assert_eq!(told.code, 0, "{name}: {}", told.stderr);
        let told = ran(here.path(), &["show", name]);
        assert!(told.code == 0 && told.stdout.contains(&format!("dataset: runs/{name}")), "{name}: {told:?}");
    }
}

#[test]
fn a_name_that_is_none_of_a_folder_is_refused() {
    for name in ["...toml", " a.toml", "a;b.toml", "\u{1b}[2J.toml"] {
        let here = folder_with(name, SMALL);
        let refused = ran(here.path(), &["run", name]);
        assert_eq!(refused.code, 2, "{name:?}: {}", refused.stderr);
        assert!(
            refused.stderr.contains("choose one with -o") && !refused.stderr.contains('\u{1b}'),
            "{}",
            refused.stderr
        );
        assert_eq!(files(here.path()).len(), 1);
    }
}

/// Whoever keeps scenarios as links may; what is no file is not waited for. Inside a dataset no link is followed.
#[cfg(unix)]
#[test]
fn a_link_to_a_scenario_is_followed_and_what_is_no_file_is_refused() {
    use std::os::unix::fs::symlink;
    let here = folder_with("small.toml", SMALL);
    let at = |name: &str| here.path().join(name);
    symlink("small.toml", at("link.toml")).expect("a link");
    assert_eq!(ran(here.path(), &["run", "link.toml", "-q", "-o", "out"]).code, 0);
    assert_eq!(std::fs::read(at("small.toml")).expect("it stays"), SMALL.as_bytes());
    let made = std::process::Command::new("mkfifo").arg(at("pipe.toml")).status().expect("mkfifo");
    assert!(made.success());
    std::fs::create_dir(at("folder.toml")).expect("a folder");
    symlink("pipe.toml", at("to_pipe.toml")).expect("a link");
    symlink("circle.toml", at("circle.toml")).expect("a link");
    for (name, why) in [
        ("pipe.toml", "is a pipe; read a scenario from stdin instead: ... | tolley run - -o DIR"),
        ("to_pipe.toml", "is a pipe; read a scenario from stdin instead"),
        ("folder.toml", "is a folder; name the TOML file in it"),
        ("circle.toml", "cannot be read"),
    ] {
        let refused = ran(here.path(), &["run", name, "-o", "other"]);
        assert!(refused.code == 2 && refused.stderr.contains(&format!("{name}: error: {why}")), "{}", refused.stderr);
    }
    assert!(!at("other").exists());
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = tolley(root, &["list", "tinsley-green/shot"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
