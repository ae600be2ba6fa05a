//! How the lock treats files, so that it is one on every system: what is locked is never read, renamed or moved.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Mutex;

use tolley_dataset::disk::{Call, watched};
use tolley_dataset::{Claim, Dataset, DatasetError, Notice, OpenError, Share};
use tolley_experiment::run::Keep;

use super::{complete, place, relative};
use crate::toy::{self, VERSIONS};

/// What is done in a folder, as far as the rules of the lock go.
#[derive(Default)]
struct Seen {
    locked: BTreeSet<PathBuf>,
    locks: usize,
    renames: usize,
    faults: Vec<String>,
}

impl Seen {
    fn hear(&mut self, call: Call<'_>) {
        let told = format!("{call:?}");
        match call {
            Call::Lock(path) => {
                self.locks += 1;
                self.locked.insert(path.to_path_buf());
            }
            Call::Remove(path) => drop(self.locked.remove(path)),
            Call::Read(path) | Call::Write(path, _) | Call::Renew(path) if self.locked.contains(path) => {
                self.faults.push(told);
            }
            Call::Rename(from, to) => {
                self.renames += 1;
                let is_locked = |path: &Path| self.locked.iter().any(|locked| locked.starts_with(path));
                if from.is_dir() || is_locked(from) || is_locked(to) {
                    self.faults.push(told);
                }
            }
            _ => {}
        }
    }
}

/// Whatever is done with a dataset under its lock, or to get it.
#[test]
fn no_folder_is_renamed_and_no_locked_file_is_read() {
    let (_folder, dir) = place();
    let seen: Rc<RefCell<Seen>> = Rc::default();
    let hears = seen.clone();
    let watch = move |call: Call<'_>| {
        hears.borrow_mut().hear(call);
        Ok(usize::MAX)
    };
    let claim = Claim { take_over: true, ..Claim::default() };
    watched(watch, || {
        let share = Dataset::open_share(&dir, &toy::plan(), VERSIONS, Share::Every { number: 0, of: 2 }, &claim);
        let share = share.expect("a share");
        assert!(Dataset::open(&dir, &toy::plan(), VERSIONS).is_err(), "a share is played");
        share.keep(0, toy::rows(0)).expect("a block");
        share.save().expect("a place");
        drop(share);
        left(&dir, 100_000_000);
        let whole = Dataset::open_by(&dir, &toy::plan(), VERSIONS, &claim).expect("it was asked for");
        assert!(Dataset::open(&dir, &toy::plan(), VERSIONS).is_err(), "it is played");
        for block in 1..6 {
            whole.keep(block, toy::rows(block)).expect("a block");
        }
        whole.finish().expect("all is there");
        drop(whole);
        let mut plan = toy::plan();
        plan.grid.repeats += 1;
        drop(Dataset::open(&dir, &plan, VERSIONS).expect("it grows"));
        Dataset::remove_leftovers(&dir, &claim).expect("nobody is at it");
    });
    let seen = seen.borrow();
    assert_eq!(seen.faults, Vec::<String>::new());
    assert!(seen.locks >= 6 && seen.renames >= 2, "{} locks, {} renames", seen.locks, seen.renames);
}

/// The lock of a run on another machine.
fn left(dir: &Path, lease_ms: u64) {
    left_in(&dir.join("lock"), lease_ms);
}

fn left_in(lock: &Path, lease_ms: u64) {
    fs::create_dir_all(lock).expect("a folder");
    let owner = format!(
        "{{\"host\": \"elsewhere\", \"boot_id\": \"another\", \"pid\": 7, \"token\": \"{:032x}\", \"lease_ms\": {lease_ms}}}",
        lease_ms
    );
    fs::write(lock.join("owner.json"), owner).expect("a file");
    fs::write(lock.join("lease"), "0").expect("a file");
}

#[test]
fn leases_of_dead_machines_run_out_and_leave_no_byte() {
    let ((_a, whole), (_b, dir)) = (place(), place());
    drop(complete(&whole));
    let told = Mutex::new(Vec::new());
    let hear = |notice: &Notice| told.lock().expect("no panic").push(notice.to_string());
    let claim = Claim { take_over: false, told: &hear };
    let share = Dataset::open_share(&dir, &toy::plan(), VERSIONS, Share::Blocks(0..2), &claim).expect("a share");
    share.keep(0, toy::rows(0)).expect("a block");
    share.save().expect("a place");
    drop(share);
    // the whole, and two shares
    left(&dir, 300);
    left_in(&dir.join("shares/every-0-of-2"), 300);
    left_in(&dir.join("shares/every-1-of-2"), 300);
    let dataset = Dataset::open_by(&dir, &toy::plan(), VERSIONS, &claim).expect("nobody renews them");
    for block in 1..6 {
        dataset.keep(block, toy::rows(block)).expect("a block");
    }
    dataset.finish().expect("all is there");
    drop(dataset);
    let told = told.into_inner().expect("no panic");
    let took: Vec<&String> = told.iter().filter(|said| said.contains("took over")).collect();
    assert!(took.len() == 3 && took.iter().all(|said| said.ends_with("from process 7 on elsewhere")), "{told:?}");
    assert_eq!(relative(&dir), relative(&whole));
    assert_eq!(fs::read_dir(dir.join("shares")).expect("a folder").count(), 0);
}

/// The message names a folder that is there, whichever lock it is.
#[test]
fn the_folder_that_a_message_names_is_there() {
    let (_folder, dir) = place();
    let share = Dataset::open_share(&dir, &toy::plan(), VERSIONS, Share::Blocks(0..2), &Claim::default());
    let share = share.expect("a share");
    let named = |opened: Result<Dataset, OpenError>| match opened {
        Err(error @ OpenError::Locked { .. }) => {
            let said = error.to_string();
            let OpenError::Locked { lock, .. } = error else { unreachable!() };
            assert!(lock.join("owner.json").is_file() && said.starts_with(&*dir.to_string_lossy()), "{said}");
            lock
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(named(Dataset::open(&dir, &toy::plan(), VERSIONS)), dir.join("shares/blocks-0-to-2"));
    drop(share);
    let whole = Dataset::open(&dir, &toy::plan(), VERSIONS).expect("nobody is at it");
    let claim = Claim::default();
    assert_eq!(named(Dataset::open_share(&dir, &toy::plan(), VERSIONS, Share::Blocks(0..2), &claim)), dir.join("lock"));
    drop(whole);
}

/// A machine that was away for longer than its lease finds its dataset in other hands.
#[test]
fn a_run_that_lost_its_lease_publishes_nothing_more() {
    let (_folder, dir) = place();
    let dataset = Dataset::open(&dir, &toy::plan(), VERSIONS).expect("a fresh folder");
    dataset.keep(0, toy::rows(0)).expect("a block");
    dataset.save().expect("it is his");
    let before = relative(&dir.join("blocks"));
    left(&dir, 60_000);
    for block in 1..5 {
        dataset.keep(block, toy::rows(block)).expect("it stays in memory");
    }
    for lost in [dataset.save(), dataset.keep(5, toy::rows(5)), dataset.leave()] {
        let error = lost.expect_err("it is not his");
        assert!(matches!(&error, DatasetError::LockLost { .. }), "{error}");
        let said = error.to_string();
        assert!(said.contains("taken over by process 7 on elsewhere") && said.contains("publishes nothing"), "{said}");
    }
    drop(dataset);
    assert_eq!(relative(&dir.join("blocks")), before);
    assert!(!dir.join("shots/part-00000.parquet").exists() && dir.join("lock/owner.json").exists());
    assert_eq!(fs::read_dir(dir.join("work")).expect("a folder").count(), 0);
}
