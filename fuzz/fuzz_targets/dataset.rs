//! Foreign datasets: one file of a small dataset is replaced, and it is loaded, checked and read.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tolley_cymbergaj::shot::FlickStudy;
use tolley_dataset::{Dataset, Versions};
use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::run::Keep;
use tolley_experiment::study::StudyInfo;

/// A dataset of 20 flicks, and its files.
static WHOLE: LazyLock<(TempDir, Vec<(PathBuf, Vec<u8>)>)> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a temporary folder");
    let dir = folder.path().join("dataset");
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<FlickStudy>()));
    plan.grid.repeats = 20;
    let dataset = Dataset::open(&dir, &plan, Versions { tolley: "0", physics: 0 }).expect("a fresh folder");
    for block in 0..dataset.schedule().blocks() {
        let rows = play_some::<FlickStudy>(&plan, dataset.schedule().trials_of(block)).expect("good keys");
        dataset.keep(block, rows).expect("a block");
    }
    dataset.finish().expect("all is there");
    // who writes has a lock, whose file goes with it
    drop(dataset);
    let mut files = Vec::new();
    list(&dir, &mut files);
    files.sort();
    (folder, files)
});

fn list(dir: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list(&path, files);
        } else {
            let bytes = fs::read(&path).expect("a file");
            files.push((path, bytes));
        }
    }
}

// the first byte says which file, the next two how much of its beginning stays
fuzz_target!(|bytes: &[u8]| {
    let [which, low, high, rest @ ..] = bytes else { return };
    let (folder, files) = &*WHOLE;
    let (path, whole) = &files[usize::from(*which) % files.len()];
    let kept = usize::from(u16::from_le_bytes([*low, *high])).min(whole.len());
    let changed: Vec<u8> =
        whole[..kept].iter().chain(rest).chain(whole.iter().skip(kept + rest.len())).copied().collect();
    fs::write(path, changed).expect("a file");
    if let Ok(dataset) = Dataset::load(&folder.path().join("dataset")) {
        let _ = dataset.check();
        for (table, key) in [("shots", "trial"), ("points", "point")] {
            let _ = dataset.scan(table, &[key], |_| ());
        }
    }
    fs::write(path, whole).expect("a file");
});
