//! `tolley data clean`: only what is no part of a dataset goes, and only while nobody writes.

use std::fs;
use std::path::{Path, PathBuf};

use tolley_dataset::{Claim, Dataset, OpenError};
use tolley_experiment::run::Keep;

use super::{complete, place, relative};
use crate::toy::{self, VERSIONS};

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

fn names(dir: &Path, found: Result<Vec<tolley_dataset::Leftover>, OpenError>) -> Vec<PathBuf> {
    let found = found.expect("nobody is at it");
    let mut names: Vec<PathBuf> =
        found.into_iter().map(|leftover| leftover.path.strip_prefix(dir).expect("inside").to_path_buf()).collect();
    names.sort();
    names
}

#[test]
fn what_dead_runs_left_goes_and_all_else_stays() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    let whole = relative(&dir);
    assert!(names(&dir, Dataset::leftovers(&dir)).is_empty());
    // killed while it wrote, with its lock, and with a part that has no record yet
    let left = [
        format!("work/part-00000.parquet.{TOKEN}.tmp"),
        format!("blocks/0-0-{TOKEN}-shots.parquet"),
        "hits/part-00000.parquet".to_owned(),
    ];
    fs::write(dir.join(&left[0]), "half").expect("a file");
    fs::write(dir.join(&left[1]), "half").expect("a file");
    fs::create_dir_all(dir.join(format!("work/lock.{TOKEN}.tmp"))).expect("a folder");
    // of a person
    fs::write(dir.join("work/notes.txt"), "mine").expect("a file");
    fs::write(dir.join("blocks/notes.txt"), "mine").expect("a file");
    let want: Vec<PathBuf> =
        vec![left[1].clone().into(), format!("work/lock.{TOKEN}.tmp").into(), left[0].clone().into()];
    assert_eq!(names(&dir, Dataset::leftovers(&dir)), want);
    assert!(want.iter().all(|path| dir.join(path).exists()), "listing removes nothing");
    assert_eq!(names(&dir, Dataset::remove_leftovers(&dir, &Claim::default())), want);
    assert!(want.iter().all(|path| !dir.join(path).exists()));
    fs::remove_file(dir.join("work/notes.txt")).expect("it stayed");
    fs::remove_file(dir.join("blocks/notes.txt")).expect("it stayed");
    assert_eq!(relative(&dir), whole);
    // a part whose record was not written is made again
    fs::remove_file(dir.join("_SUCCESS.json")).expect("a file");
    fs::remove_file(dir.join("commits/part-00000.json")).expect("a file");
    let parts: Vec<PathBuf> = vec![left[2].clone().into(), "shots/part-00000.parquet".into()];
    assert_eq!(names(&dir, Dataset::remove_leftovers(&dir, &Claim::default())), parts);
    drop(complete(&dir));
    assert_eq!(relative(&dir), whole);
}

#[test]
fn blocks_that_wait_and_files_of_the_living_stay() {
    let (_folder, dir) = place();
    let dataset = Dataset::open(&dir, &toy::plan(), VERSIONS).expect("a fresh folder");
    dataset.keep(1, toy::rows(1)).expect("a block");
    dataset.save().expect("a place");
    for found in [Dataset::leftovers(&dir), Dataset::remove_leftovers(&dir, &Claim::default())] {
        assert!(matches!(found, Err(OpenError::Locked { .. })));
    }
    drop(dataset);
    assert!(names(&dir, Dataset::remove_leftovers(&dir, &Claim::default())).is_empty());
    assert_eq!(Dataset::load(&dir).expect("a dataset").done_count(), 1);
    assert!(Dataset::leftovers(&dir.join("nowhere")).is_err());
}
