//! Signals that ask the command to stop: those that come together are one, and a later one ends it at once.
#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::determinism::{MARBLES, begin, play, same, signal};
use crate::tool::{folder_with, ran, tolley};

/// As GNU timeout sends them: to the process, and to its group.
#[test]
fn signals_that_come_together_are_one() {
    let here = folder_with("s.toml", MARBLES);
    for (number, [first, second]) in
        [["TERM", "TERM"], ["INT", "INT"], ["TERM", "INT"], ["TERM", "TERM"]].iter().enumerate()
    {
        let child = begin(here.path());
        let (pid, pause) = (child.id(), ["0.001", "0.005", "0.02", "0.1"][number]);
        let script = format!("kill -{first} {pid}; sleep {pause}; kill -{second} {pid} 2> /dev/null; true");
        assert!(Command::new("sh").args(["-c", &script]).status().expect("a shell").success());
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(130 | 143)), "{:?} {said}", output.status);
        assert!(said.contains("of 1,567 blocks are kept in cut; the same command continues"), "{number}: {said}");
        assert!(!here.path().join("cut/lock").exists(), "{number}: the lock is given back");
        let status = ran(here.path(), &["data", "status", "cut", "--json"]).stdout;
        let status: serde_json::Value = serde_json::from_str(&status).expect("JSON");
        assert!(status["blocks"]["done"].as_u64() > Some(0) && status["running"] == serde_json::json!([]), "{status}");
        if number < 3 {
            std::fs::remove_dir_all(here.path().join("cut")).expect("it is ours");
        }
    }
    same(&play(here.path(), "whole", "2"), &play(here.path(), "cut", "2"));
}

/// A command that cannot say that it stops, since nobody reads what it says.
#[test]
fn a_later_signal_ends_at_once() {
    let here = folder_with("s.toml", MARBLES);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut filler = writer.try_clone().expect("its end");
    let full = thread::spawn(move || while filler.write_all(&[b' '; 512]).is_ok() {});
    let mut child = tolley(here.path(), &["run", "s.toml", "-q", "-o", "cut", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(writer)
        .spawn()
        .expect("the command starts");
    while !here.path().join("cut/points/part-00000.parquet").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(500));
    signal(&child, "-TERM");
    thread::sleep(Duration::from_millis(100));
    signal(&child, "-TERM");
    // it has stopped when its lock is gone, and waits for somebody who reads
    let start = Instant::now();
    while here.path().join("cut/lock").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "it does not stop");
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(2500));
    assert!(child.try_wait().expect("its state").is_none(), "two signals at once are one");
    signal(&child, "-TERM");
    let start = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "it does not end");
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().expect("it ended").code(), Some(143));
    drop(reader);
    full.join().expect("no panic");
}
