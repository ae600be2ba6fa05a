//! The same scenario gives the same bytes: on any number of threads, and when a run was interrupted or killed.

use crate::tool::{files, folder_with, ran, tolley};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Seven marbles, 4 points x 25,000 shots: 7 blocks of 16,384.
const MARBLES: &str = "\
study = \"tinsley-green/shot\"
seed = 20261121
repeats = 25000
[rack]
count = 7
[sweep.axes]
\"shot.position_rad\" = [\"0 deg\", \"30 deg\"]
\"shot.speed_m_s\" = [1.0, 2.0]
";

/// 4 points x 150,000 flicks: 3 blocks of 262,144.
const COINS: &str = "\
study = \"cymbergaj/flick\"
seed = 20261121
repeats = 150000
streams = \"independent\"
[sweep.axes]
\"striker.mass_ratio\" = [0.96, 1.04]
\"strike.by\" = [\"speed\", \"impulse\"]
";

type Files = BTreeMap<PathBuf, Vec<u8>>;

fn play(folder: &Path, into: &str, threads: &str) -> Files {
    let done = ran(folder, &["run", "s.toml", "-q", "-o", into, "--threads", threads]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    files(&folder.join(into))
}

fn same(one: &Files, two: &Files) {
    assert_eq!(one.keys().collect::<Vec<_>>(), two.keys().collect::<Vec<_>>());
    for (path, bytes) in one {
        assert!(*bytes == two[path], "{} differs", path.display());
    }
}

fn parts(folder: &Path) -> usize {
    std::fs::read_dir(folder.join("shots")).map_or(0, Iterator::count)
}

#[test]
fn threads_never_change_a_byte() {
    for text in [MARBLES, COINS] {
        let here = folder_with("s.toml", text);
        let one = play(here.path(), "one", "1");
        assert!(parts(&here.path().join("one")) >= 3, "several blocks");
        same(&one, &play(here.path(), "two", "2"));
        same(&one, &play(here.path(), "seven", "7"));
    }
}

/// Starts a run and waits until it has published a part, but not all.
fn begin(folder: &Path) -> Child {
    let mut command = tolley(folder, &["run", "s.toml", "-o", "cut", "--threads", "1"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let start = Instant::now();
    while parts(&folder.join("cut")) == 0 {
        assert!(start.elapsed() < Duration::from_secs(300), "no part came");
        assert!(child.try_wait().expect("its state").is_none(), "it ended early");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

fn signal(child: &Child, name: &str) {
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
        assert!(said.contains("of 7 blocks are kept in cut; the same command continues"), "{said}");
        assert!(output.stdout.is_empty());
        assert!((1..7).contains(&parts(&here.path().join("cut"))));
        let partial = ran(here.path(), &["summary", "cut"]);
        assert_eq!(partial.code, 3, "{}", partial.stderr);
        let continued = play(here.path(), "cut", "2");
        same(&play(here.path(), "whole", "2"), &continued);
        std::fs::remove_dir_all(here.path().join("cut")).expect("it is ours");
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_is_continued_to_the_same_bytes() {
    let here = folder_with("s.toml", MARBLES);
    let mut child = begin(here.path());
    child.kill().expect("SIGKILL");
    child.wait().expect("it ends");
    assert!((1..7).contains(&parts(&here.path().join("cut"))));
    same(&play(here.path(), "whole", "2"), &play(here.path(), "cut", "2"));
}
