//! The same scenario gives the same bytes: on any number of threads, and when a run was interrupted or killed.

use crate::tool::{files, folder_with, ran, tolley};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tolley_experiment::random::{Purpose, Streams};

/// Seven marbles, 4 points x 25,000 shots: 32 rounds of 49 blocks and less, 2 parts.
pub const MARBLES: &str = "\
study = \"tinsley-green/shot\"
seed = 20261121
repeats = 25000
[rack]
count = 7
[sweep.axes]
\"shot.position_rad\" = [\"0 deg\", \"30 deg\"]
\"shot.speed_m_s\" = [1.0, 2.0]
";

/// 4 points x 150,000 flicks: 64 blocks in one part.
const COINS: &str = "\
study = \"cymbergaj/flick\"
seed = 20261121
repeats = 150000
streams = \"independent\"
[sweep.axes]
\"striker.mass_ratio\" = [0.96, 1.04]
\"strike.by\" = [\"speed\", \"impulse\"]
";

pub type Files = BTreeMap<PathBuf, Vec<u8>>;

pub fn play(folder: &Path, into: &str, threads: &str) -> Files {
    let done = ran(folder, &["run", "s.toml", "-q", "-o", into, "--threads", threads]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    files(&folder.join(into))
}

pub fn same(one: &Files, two: &Files) {
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (path, bytes) in one {
        assert!(*bytes == two[path], "{} differs", path.display());
    }
}

/// Whether something was saved or finished.
fn has_blocks(folder: &Path) -> bool {
    let has = |name: &str| std::fs::read_dir(folder.join(name)).is_ok_and(|mut entries| entries.next().is_some());
    has("shots") || has("blocks")
}

fn is_done(folder: &Path) -> bool {
    folder.join("_SUCCESS.json").exists()
}

#[test]
fn threads_never_change_a_byte() {
    for text in [MARBLES, COINS] {
        let here = folder_with("s.toml", text);
        let one = play(here.path(), "one", "1");
        same(&one, &play(here.path(), "two", "2"));
        same(&one, &play(here.path(), "seven", "7"));
    }
}

/// Starts a run and waits until it has saved something, but not all.
pub fn begin(folder: &Path) -> Child {
    let mut command = tolley(folder, &["run", "s.toml", "-o", "cut", "--threads", "1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let start = Instant::now();
    while !has_blocks(&folder.join("cut")) {
        assert!(start.elapsed() < Duration::from_secs(300), "nothing came");
        assert!(child.try_wait().expect("its state").is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_continued_to_the_same_bytes() {
    let here = folder_with("s.toml", MARBLES);
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let child = begin(here.path());
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains("of 1,567 blocks are kept in cut; the same command continues"), "{said}");
        assert!(output.stdout.is_empty());
        assert!(!is_done(&here.path().join("cut")));
        let partial = ran(here.path(), &["show", "cut"]);
        assert_eq!(partial.code, 3, "{}", partial.stderr);
        let continued = play(here.path(), "cut", "2");
        same(&play(here.path(), "whole", "2"), &continued);
        std::fs::remove_dir_all(here.path().join("cut")).expect("it is ours");
    }
}

/// A solution of minutes, which nothing interrupts: what is finished is kept, and the lock is given back.
#[cfg(unix)]
#[test]
fn a_trial_of_minutes_does_not_hold_a_signal_up() {
    let here = tempfile::tempdir().expect("a folder");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/dice_football/full_match.toml");
    let child = tolley(here.path(), &["solve", scenario, "-o", "cut", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    while !here.path().join("cut/points/part-00000.parquet").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let told = Instant::now();
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert!(told.elapsed() < Duration::from_secs(3), "{:?}", told.elapsed());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("are kept in cut; the same command continues"), "{said}");
    assert!(!here.path().join("cut/lock").exists());
    let left: serde_json::Value =
        serde_json::from_str(&ran(here.path(), &["data", "status", "cut", "--json"]).stdout).expect("JSON");
    assert_eq!((&left["blocks"]["done"], &left["running"]), (&0.into(), &serde_json::json!([])));
}

#[cfg(unix)]
#[test]
fn a_killed_run_is_continued_to_the_same_bytes() {
    let here = folder_with("s.toml", MARBLES);
    let mut child = begin(here.path());
    child.kill().expect("SIGKILL");
    child.wait().expect("it ends");
    assert!(!is_done(&here.path().join("cut")));
    same(&play(here.path(), "whole", "2"), &play(here.path(), "cut", "2"));
}

/// Killed between the last table and its record: nothing is damaged, and the next run writes the same.
#[test]
fn estimates_without_their_record_are_of_a_killed_run() {
    let here = folder_with("s.toml", &MARBLES.replace("25000", "30"));
    let whole = play(here.path(), "cut", "1");
    for file in ["_SUCCESS.json", "commits/estimates.json"] {
        std::fs::remove_file(here.path().join("cut").join(file)).expect("a file");
    }
    let checked = ran(here.path(), &["data", "check", "cut", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&checked.stdout).expect("JSON");
    assert_eq!((checked.code, &report["findings"]), (3, &serde_json::json!([])), "{report}");
    same(&whole, &play(here.path(), "cut", "1"));
}

/// Two runs at once on one folder, killed wherever they are, 50 times: no part is torn, and the end is the same.
#[cfg(unix)]
#[test]
fn two_writers_killed_again_and_again_leave_whole_files() {
    let here = folder_with("s.toml", &MARBLES.replace("25000", "4000"));
    let start =
        || tolley(here.path(), &["run", "s.toml", "-q", "-o", "cut", "--threads", "1"]).spawn().expect("it starts");
    let mut stream = Streams::new(16, 0, None).open(Purpose::named("kills"));
    for round in 0..50 {
        let mut writers = [start(), start()];
        std::thread::sleep(Duration::from_millis(stream.below(if round % 5 == 0 { 1500 } else { 100 })));
        writers.iter_mut().for_each(|writer| writer.kill().expect("SIGKILL"));
        let codes = writers.map(|mut writer| writer.wait().expect("it ends").code());
        assert!(codes.iter().all(|code| matches!(code, None | Some(0 | 75))), "round {round}: {codes:?}");
        if here.path().join("cut/manifest.json").exists() {
            let checked = ran(here.path(), &["data", "check", "cut"]);
            assert!([0, 3].contains(&checked.code), "round {round}: {} {}", checked.stdout, checked.stderr);
        }
    }
    same(&play(here.path(), "whole", "2"), &play(here.path(), "cut", "2"));
}

/// Killed at random moments: what was saved is neither lost nor doubled. Tells how many kills met a run.
#[cfg(unix)]
fn ends_in_the_same_bytes(trials: &str, kills: u64, most_ms: u64) -> u64 {
    let here = folder_with("s.toml", &MARBLES.replace("25000", trials));
    let done = || -> u64 {
        let checked = ran(here.path(), &["data", "check", "cut", "--json"]);
        let report: serde_json::Value = serde_json::from_str(&checked.stdout).unwrap_or_default();
        assert_eq!(report["findings"].as_array().map_or(0, Vec::len), 0, "{report}");
        report["blocks"]["done"].as_u64().unwrap_or(0)
    };
    let mut stream = Streams::new(9, 0, None).open(Purpose::named("kills"));
    let (mut last, mut met) = (0, 0);
    for kill in 0..kills {
        let mut run = tolley(here.path(), &["run", "s.toml", "-q", "-o", "cut"])
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(stream.below(most_ms)));
        run.kill().expect("SIGKILL");
        met += u64::from(!run.wait().expect("it ends").success());
        let now = done();
        assert!(now >= last, "kill {kill}: {now} blocks after {last}");
        last = now;
    }
    same(&play(here.path(), "whole", "2"), &play(here.path(), "cut", "2"));
    met
}

#[cfg(unix)]
#[test]
fn a_run_killed_twenty_times_ends_in_the_same_bytes() {
    assert!(ends_in_the_same_bytes("8000", 20, 1500) > 0);
}

#[cfg(unix)]
#[test]
#[ignore = "minutes"]
fn a_run_killed_two_hundred_times_ends_in_the_same_bytes() {
    assert!(ends_in_the_same_bytes("150000", 200, 400) > 190);
}

/// Sixteen at once: one plays, the others say who does.
#[test]
fn of_many_runs_at_once_one_wins() {
    let here = folder_with("s.toml", &MARBLES.replace("25000", "8000"));
    let start = |_| {
        tolley(here.path(), &["run", "s.toml", "-q", "-o", "one"]).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let runs: Vec<Child> = (0..16).map(start).collect();
    let ended: Vec<_> = runs.into_iter().map(|run| run.wait_with_output().expect("it ends")).collect();
    let codes: Vec<Option<i32>> = ended.iter().map(|output| output.status.code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1, "{codes:?}");
    for output in ended.iter().filter(|output| output.status.code() != Some(0)) {
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(75), "{said}");
        assert!(said.contains("one is in use by process ") && said.contains(" on this machine ("), "{said}");
    }
}

/// A dataset that grows is that of a fresh run, but for where its parts end.
#[test]
fn more_repeats_play_only_what_is_new() {
    let here = folder_with("s.toml", &MARBLES.replace("25000", "30"));
    play(here.path(), "grown", "2");
    let before = files(&here.path().join("grown"));
    let grown = ran(here.path(), &["run", "s.toml", "-o", "grown", "--repeats", "40"]);
    assert_eq!(grown.code, 0, "{}", grown.stderr);
    assert!(grown.stderr.contains("160 trials at 4 points into grown, 120 are there already"), "{}", grown.stderr);
    let after = files(&here.path().join("grown"));
    // what all rows together say is made anew
    let is_part = |path: &Path| path.ends_with("part-00000.parquet") || path.ends_with("part-00000.json");
    let stay = |path: &Path| is_part(path) && !path.starts_with("estimates");
    assert!(before.iter().filter(|(path, _)| stay(path)).all(|(path, bytes)| after[path] == *bytes));
    let summary = ran(here.path(), &["show", "grown"]).stdout;
    assert_eq!(ran(here.path(), &["run", "s.toml", "-q", "-o", "fresh", "--repeats", "40"]).code, 0);
    assert_eq!(summary.replace("grown", "fresh"), ran(here.path(), &["show", "fresh"]).stdout);
    let shrunk = ran(here.path(), &["run", "s.toml", "-o", "grown", "--repeats", "39"]);
    assert!(shrunk.code == 2 && shrunk.stderr.contains("repeats: 40 in the dataset, 39 now"), "{}", shrunk.stderr);
    assert_eq!(ran(here.path(), &["data", "check", "grown"]).code, 0);
}

/// A part of which some blocks were saved and read, and the others were not, as in a run that takes some seconds. In
/// ten team matches no toley that is left on the ring has a known fate: what was read of nothing had a say in how that
/// column was coded.
#[test]
fn blocks_that_were_saved_change_no_byte() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/tinsley_green/rack_turn.toml"));
    let text = text.expect("the scenario");
    assert!(text.contains("repeats = 40 "), "{text}");
    let here = folder_with("s.toml", &text.replace("repeats = 40 ", "repeats = 1 "));
    let whole = play(here.path(), "whole", "2");
    let done = ran(here.path(), &["run", "s.toml", "-q", "-o", "mixed", "--shard", "0/2"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    same(&whole, &play(here.path(), "mixed", "2"));
}

/// Shares that were played into folders of their own make the files of one run.
#[test]
fn folders_of_several_machines_make_the_same_bytes() {
    let here = folder_with("s.toml", COINS);
    let whole = play(here.path(), "whole", "2");
    for share in ["0/2", "1/2"] {
        let into = format!("from-{}", &share[..1]);
        let done = ran(here.path(), &["run", "s.toml", "-q", "-o", &into, "--shard", share]);
        assert_eq!(done.code, 0, "{}", done.stderr);
    }
    let kept = files(&here.path().join("from-1"));
    assert_eq!(ran(here.path(), &["data", "merge", "joint", "from-0"]).code, 3, "half of it");
    // what is there already is harmless
    let done = ran(here.path(), &["data", "merge", "joint", "from-0", "from-1"]);
    assert!(!done.stdout.contains("written by"), "who merged is done: {}", done.stdout);
    assert_eq!(done.code, 0, "{}", done.stderr);
    same(&whole, &files(&here.path().join("joint")));
    assert_eq!(files(&here.path().join("from-1")), kept);
    // another plan, finished parts, and a file that was changed on the way
    let other = ran(here.path(), &["run", "s.toml", "-q", "-o", "other", "--seed", "2", "--repeats", "9"]);
    assert_eq!(other.code, 0, "{}", other.stderr);
    assert_eq!(ran(here.path(), &["data", "merge", "joint", "other"]).code, 2);
    assert_eq!(ran(here.path(), &["data", "merge", "again", "whole"]).code, 2);
    let name = kept.keys().find(|path| path.starts_with("blocks") && path.extension().is_some_and(|e| e == "parquet"));
    let path = here.path().join("from-1").join(name.expect("saved blocks"));
    let mut bytes = std::fs::read(&path).expect("a file");
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).expect("a change");
    let damaged = ran(here.path(), &["data", "merge", "again", "from-0", "from-1"]);
    assert_eq!(damaged.code, 4, "{}", damaged.stderr);
    assert!(damaged.stderr.contains("was changed"), "{}", damaged.stderr);
}

/// Shares played by several runs at once, one of them twice, make the files of one run.
#[test]
fn shares_make_the_same_bytes() {
    let here = folder_with("s.toml", &MARBLES.replace("25000", "2000"));
    let whole = play(here.path(), "whole", "2");
    let play_share = |share: [&str; 2]| {
        let arguments = ["run", "s.toml", "-q", "-o", "shared", "--threads", "1", share[0], share[1]];
        tolley(here.path(), &arguments).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let runs = [["--shard", "0/3"], ["--shard", "1/3"], ["--blocks", "0-20"]].map(play_share);
    let codes = runs.map(|run| run.wait_with_output().expect("it ends").status.code());
    assert_eq!(codes, [Some(0); 3]);
    let partial = ran(here.path(), &["data", "finalize", "shared", "--json"]);
    let status: serde_json::Value = serde_json::from_str(&partial.stdout).expect("JSON");
    assert_eq!((partial.code, &status["complete"]), (3, &false.into()), "{}", partial.stderr);
    let auto = tolley(here.path(), &["run", "s.toml", "-q", "-o", "shared", "--shard", "auto/3"])
        .env("JOB_COMPLETION_INDEX", "2")
        .status()
        .expect("it starts");
    assert!(auto.success());
    assert_eq!(ran(here.path(), &["data", "status", "shared"]).code, 3);
    let done = ran(here.path(), &["data", "finalize", "shared"]);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert_eq!(ran(here.path(), &["data", "check", "shared"]).code, 0);
    let shared: Files = files(&here.path().join("shared"));
    same(&whole, &shared);
    assert_eq!(ran(here.path(), &["run", "s.toml", "-o", "shared", "--shard", "3/3"]).code, 2);
}
