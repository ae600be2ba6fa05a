//! Runs that are killed, run on other machines, or lose what they hold: who may write, and what he is told.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::determinism::{MARBLES, begin, play, same};
use crate::tool::{Ran, files, folder_with, ran, tolley};

/// The lock of a run on another machine, as it would lie on a disk that both share.
fn hold(lock: &Path, lease_ms: u64) {
    fs::create_dir_all(lock).expect("a folder");
    let token = "0123456789abcdef0123456789abcdef";
    let owner = serde_json::json!({
        "host": "elsewhere", "boot_id": "another", "pid": 7, "token": token, "lease_ms": lease_ms,
    });
    fs::write(lock.join("other"), owner.to_string()).expect("a file");
    fs::rename(lock.join("other"), lock.join("owner.json")).expect("the same folder");
    fs::write(lock.join("lease"), "0").expect("a file");
}

fn small() -> tempfile::TempDir {
    let here = folder_with("s.toml", &MARBLES.replace("25000", "40"));
    let share = ran(here.path(), &["run", "s.toml", "-q", "-o", "cut", "--shard", "0/2"]);
    assert_eq!(share.code, 0, "{}", share.stderr);
    here
}

#[cfg(unix)]
#[test]
fn a_killed_owner_of_this_machine_is_succeeded_at_once() {
    let here = folder_with("s.toml", MARBLES);
    let mut child = begin(here.path());
    child.kill().expect("SIGKILL");
    child.wait().expect("it ends");
    assert!(here.path().join("cut/lock/owner.json").exists(), "it could not give its lock back");
    let next = ran(here.path(), &["run", "s.toml", "-o", "cut"]);
    assert_eq!(next.code, 0, "{}", next.stderr);
    assert!(!next.stderr.contains("is in use by") && !next.stderr.contains("took over"), "{}", next.stderr);
    assert!(!here.path().join("cut/lock").exists());
    same(&play(here.path(), "whole", "2"), &files(&here.path().join("cut")));
}

#[test]
fn a_lease_that_is_not_renewed_runs_out() {
    let here = small();
    hold(&here.path().join("cut/lock"), 700);
    let next = ran(here.path(), &["run", "s.toml", "-o", "cut"]);
    assert_eq!(next.code, 0, "{}", next.stderr);
    assert!(
        next.stderr.contains("note: cut is in use by process 7 on elsewhere. Waiting up to 0.7 s for a sign of life; "),
        "{}",
        next.stderr
    );
    assert!(
        next.stderr.contains("if there is none the run goes on. If that machine is dead, --take-over goes on at once"),
        "{}",
        next.stderr
    );
    assert!(next.stderr.contains("warning: took over cut/lock from process 7 on elsewhere"), "{}", next.stderr);
    let whole = ran(here.path(), &["run", "s.toml", "-q", "-o", "whole"]);
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    same(&files(&here.path().join("whole")), &files(&here.path().join("cut")));
}

/// Runs the command while another machine renews its lease.
fn ran_beside(here: &Path, lock: &Path, arguments: &[&str]) -> Ran {
    hold(lock, 60_000);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for number in 0.. {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                fs::write(lock.join("lease"), format!("{number}")).expect("a file");
                thread::sleep(Duration::from_millis(100));
            }
        });
        let done = ran(here, arguments);
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

#[test]
fn a_lease_that_is_renewed_keeps_others_out() {
    let here = small();
    let before = files(&here.path().join("cut"));
    for (lock, arguments) in [
        ("cut/lock", &["run", "s.toml", "-q", "-o", "cut"][..]),
        ("cut/lock", &["run", "s.toml", "-q", "-o", "cut", "--shard", "1/2"]),
        ("cut/shares/every-1-of-2", &["run", "s.toml", "-q", "-o", "cut"]),
        ("cut/shares/every-1-of-2", &["data", "finalize", "cut"]),
        ("cut/lock", &["data", "clean", "cut", "--yes"]),
    ] {
        let lock_path = here.path().join(lock);
        let start = Instant::now();
        let done = ran_beside(here.path(), &lock_path, arguments);
        assert_eq!(done.code, 75, "{arguments:?}: {}", done.stderr);
        assert!(start.elapsed() < Duration::from_secs(55), "it does not wait for the end of a lease that is renewed");
        let said = "cut is in use by process 7 on elsewhere (last sign of life 0 s ago). Wait, or stop it there.";
        assert!(done.stderr.contains(said), "{}", done.stderr);
        assert!(done.stderr.contains("--take-over") && lock_path.is_dir(), "{}", done.stderr);
        let status = ran(here.path(), &["data", "status", "cut"]).stdout;
        assert!(status.contains("process 7 on elsewhere") && status.contains("by a lease renewed"), "{status}");
        fs::remove_dir_all(&lock_path).expect("it is ours");
    }
    assert_eq!(before, files(&here.path().join("cut")));
}

/// Without waiting, by every command that writes.
#[test]
fn what_is_asked_for_is_taken_over_at_once() {
    let here = small();
    let (run, share) = (["run", "s.toml", "-q", "-o", "cut"], "cut/shares/every-1-of-2");
    for (lock, arguments, code) in [
        ("cut/lock", [&run[..], &["--blocks", "0-1"]].concat(), 0),
        (share, [&run[..], &["--shard", "1/2"]].concat(), 0),
        ("cut/lock", vec!["data", "clean", "cut", "--yes"], 0),
        (share, vec!["data", "clean", "cut", "--yes"], 0),
        ("two/lock", vec!["data", "merge", "two", "cut"], 0),
        (share, vec!["data", "finalize", "cut"], 0),
        ("cut/lock", [&run[..], &["--repeats", "44"]].concat(), 0),
    ] {
        hold(&here.path().join(lock), 80_000_000);
        let done = ran(here.path(), &[&arguments[..], &["--take-over"]].concat());
        assert_eq!(done.code, code, "{arguments:?}: {}", done.stderr);
        let said = format!("warning: took over {lock} from process 7 on elsewhere");
        assert!(done.stderr.contains(&said), "{arguments:?}: {}", done.stderr);
        if arguments[0] == "gc" {
            let removed = format!("{lock}: the lock taken over from process 7 on elsewhere\nremoved: 1 file, ");
            assert!(done.stdout.contains(&removed), "{arguments:?}: {}", done.stdout);
        }
        assert!(!here.path().join(lock).exists(), "{arguments:?}");
    }
}

#[test]
fn a_repair_takes_over_too() {
    let here = small();
    let whole = play(here.path(), "cut", "2");
    fs::remove_file(here.path().join("cut/commits/part-00000.json")).expect("its record");
    hold(&here.path().join("cut/lock"), 80_000_000);
    let refused = ran(here.path(), &["data", "repair", "cut"]);
    assert_eq!(refused.code, 75, "{}", refused.stderr);
    let done = ran(here.path(), &["data", "repair", "cut", "--yes", "--take-over"]);
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(done.stderr.contains("took over cut/lock from process 7 on elsewhere"), "{}", done.stderr);
    same(&whole, &files(&here.path().join("cut")));
}

/// Its machine was away for longer than its lease, and somebody has what it had.
#[test]
fn a_run_whose_lease_was_taken_stops() {
    let here = folder_with("s.toml", MARBLES);
    let child = begin(here.path());
    hold(&here.path().join("cut/lock"), 60_000);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(75), "{said}");
    assert!(said.contains("error: the lock of this run, cut/lock, was taken over by process 7 on elsewhere"), "{said}");
    assert!(said.contains("it publishes nothing more") && said.contains("the same command continues"), "{said}");
    let checked = ran(here.path(), &["data", "check", "cut", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&checked.stdout).expect("JSON");
    assert_eq!((checked.code, &report["findings"]), (3, &serde_json::json!([])), "{report}");
    assert!(here.path().join("cut/lock/owner.json").exists(), "that of another stays");
    let next = tolley(here.path(), &["run", "s.toml", "-q", "-o", "cut", "--take-over"]).status().expect("it starts");
    assert_eq!(next.code(), Some(0));
    same(&play(here.path(), "whole", "2"), &files(&here.path().join("cut")));
}
