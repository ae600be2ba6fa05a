//! `tolley data repair` and `check --deep`: whatever is gone or broken is made again, to the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::tool::{Ran, files, folder_with, ran};

const SCENARIO: &str = "study = \"cymbergaj/shootout\"\nseed = 5\nrepeats = 2\n";
const FLICKS: &str = "\
study = \"cymbergaj/flick\"
seed = 20261121
repeats = 4000
[sweep.axes]
\"player.aim_sd_rad\" = [\"1 deg\", \"3 deg\"]
";

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Puts files where they were.
fn restore(dir: &Path, whole: &Files) {
    if dir.exists() {
        fs::remove_dir_all(dir).expect("a folder");
    }
    for (name, bytes) in whole {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

/// A complete dataset of two parts, in several tables.
fn complete(folder: &Path) -> Files {
    for repeats in ["2", "4"] {
        let told = ran(folder, &["run", "s.toml", "-o", "d", "-q", "--repeats", repeats]);
        assert_eq!(told.code, 0, "{}", told.stderr);
    }
    files(&folder.join("d"))
}

/// What happens to one file: it goes, a bit of it flips, it is cut, or it becomes what only looks like a file.
fn spoil(path: &Path, whole: &[u8], way: usize) {
    match way {
        0 => fs::remove_file(path),
        1 => {
            let mut bytes = whole.to_vec();
            let at = bytes.len() * 2 / 3;
            bytes[at] ^= 4;
            fs::write(path, bytes)
        }
        2 => fs::write(path, &whole[..whole.len() / 2]),
        _ => fs::write(path, "PAR1"),
    }
    .expect("a file");
}

/// Sealed again, as who forges one would.
fn forged(text: &str) -> String {
    let fields = text.split_once("\",\n").expect("a seal").1.strip_suffix('\n').expect("a line");
    format!("{{\n  \"blake3\": \"{}\",\n{fields}\n", blake3::hash(fields.as_bytes()).to_hex())
}

fn json(told: &Ran) -> Value {
    serde_json::from_str(&told.stdout).unwrap_or_else(|_| panic!("no JSON: {} {}", told.stdout, told.stderr))
}

/// Repairs a dataset of which some files are spoilt; what was there before is there again, and nothing else.
fn repairs(folder: &Path, whole: &Files, what: &str, names: &[&Path], code: i32) -> u64 {
    let dir = folder.join("d");
    let spoilt = files(&dir);
    let said = ran(folder, &["data", "repair", "d", "--json"]);
    assert_eq!(said.code, 3, "{what}: {} {}", said.stdout, said.stderr);
    assert_eq!(files(&dir), spoilt, "{what}: saying what would be done changes nothing");
    for name in names {
        let name = name.to_string_lossy();
        assert!(said.stdout.contains(&*name), "{what}: {name} is not named in {}", said.stdout);
    }
    let done = ran(folder, &["data", "repair", "d", "--yes", "--json", "-q"]);
    assert_eq!(done.code, code, "{what}: {} {}", done.stdout, done.stderr);
    let now = files(&dir);
    let differing: Vec<_> = whole.keys().chain(now.keys()).filter(|name| whole.get(*name) != now.get(*name)).collect();
    assert!(differing.is_empty(), "{what}: {differing:?} differ");
    assert!(!done.stderr.contains("panicked"), "{what}: {}", done.stderr);
    let again = ran(folder, &["data", "repair", "d"]);
    let told = match code {
        0 => "nothing to repair",
        _ => "nothing to repair; not complete: the same tolley run continues it",
    };
    assert_eq!((again.code, again.stdout.trim()), (0, told), "{what}");
    json(&said)["trials"].as_u64().expect("a count")
}

/// Every kind of file of a complete dataset, gone, changed by a bit, cut and replaced.
#[test]
fn every_file_of_a_complete_dataset_is_made_again_to_the_same_bytes() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("d"));
    let whole = complete(folder);
    assert_eq!(whole.len(), 13, "{:?}", whole.keys());
    for (name, bytes) in &whole {
        for way in 0..4 {
            spoil(&dir.join(name), bytes, way);
            let what = format!("{} spoilt by way {way}", name.display());
            let checked = ran(folder, &["data", "check", "d"]);
            let is_seal = name.ends_with("_SUCCESS.json") && way == 0;
            let told = format!("{}{}", checked.stdout, checked.stderr);
            assert!(is_seal || told.contains("`tolley data repair d`"), "{what}: {told}");
            let trials = repairs(folder, &whole, &what, &[name], 0);
            let is_of_part = name.starts_with("contests") || name.starts_with("matches");
            assert_eq!(trials, if is_of_part { 2 } else { 0 }, "{what}: only what is lost is played again");
            assert_eq!(ran(folder, &["data", "check", "d", "--deep"]).code, 0, "{what}");
        }
    }
}

#[test]
fn several_files_and_whole_folders_are_made_again() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("d"));
    let whole = complete(folder);
    let folders = ["commits", "points", "estimates", "contests", "matches"];
    for gone in folders {
        fs::remove_dir_all(dir.join(gone)).expect("a folder");
        repairs(folder, &whole, gone, &[Path::new(gone)], 0);
    }
    // all but what says what was played
    for gone in &folders[1..] {
        fs::remove_dir_all(dir.join(gone)).expect("a folder");
    }
    fs::remove_file(dir.join("_SUCCESS.json")).expect("a file");
    fs::remove_file(dir.join("manifest.json")).expect("a file");
    assert_eq!(repairs(folder, &whole, "all", &[], 0), 4);
    // a record that is gone with a file that is broken: nothing names its hash
    for (record, file) in [
        ("commits/part-00001.json", "matches/part-00001.parquet"),
        ("commits/points.json", "points/part-00000.parquet"),
        ("commits/estimates.json", "estimates/part-00000.parquet"),
    ] {
        fs::remove_file(dir.join(record)).expect("a file");
        spoil(&dir.join(file), &whole[Path::new(file)], 1);
        repairs(folder, &whole, record, &[Path::new(record)], 0);
    }
    // without both manifests nothing says what was played
    fs::remove_file(dir.join("manifest.json")).expect("a file");
    fs::write(dir.join("commits/manifest-copy.json"), "{}").expect("a file");
    let told = ran(folder, &["data", "repair", "d", "--yes"]);
    assert!(told.code == 2 && told.stderr.contains("play the scenario into a new folder"), "{}", told.stderr);
}

/// Blocks that wait for the others of their part, with their records.
#[test]
fn every_file_of_a_share_is_made_again_to_the_same_bytes() {
    let here = folder_with("s.toml", FLICKS);
    let (folder, dir) = (here.path(), here.path().join("d"));
    let told = ran(folder, &["run", "s.toml", "-o", "d", "-q", "--blocks", "1-2"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let whole = files(&dir);
    assert_eq!(whole.len(), 6, "{:?}", whole.keys());
    for (name, bytes) in &whole {
        for way in 0..4 {
            restore(&dir, &whole);
            spoil(&dir.join(name), bytes, way);
            let what = format!("{} spoilt by way {way}", name.display());
            repairs(folder, &whole, &what, &[name], 3);
        }
    }
    // and the run goes on from there
    let told = ran(folder, &["run", "s.toml", "-o", "d", "-q"]);
    assert_eq!((told.code, ran(folder, &["data", "check", "d", "--deep"]).code), (0, 0), "{}", told.stderr);
}

#[test]
fn trials_of_another_physics_are_not_played_again() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("d"));
    complete(folder);
    for name in ["manifest.json", "commits/manifest-copy.json"] {
        let text = fs::read_to_string(dir.join(name)).expect("a manifest");
        let line = text.lines().find(|line| line.contains("\"physics_version\"")).expect("a version");
        fs::write(dir.join(name), forged(&text.replace(line, "  \"physics_version\": 3,"))).expect("a file");
    }
    fs::remove_file(dir.join("_SUCCESS.json")).expect("a file");
    // what takes no playing is made again
    let told = ran(folder, &["data", "repair", "d", "--yes"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    fs::remove_file(dir.join("matches/part-00000.parquet")).expect("a file");
    let before = files(&dir);
    let told = ran(folder, &["data", "repair", "d", "--yes"]);
    assert!(told.code == 2 && told.stdout.is_empty(), "{}", told.stdout);
    let lost = "error: d: 1 file is lost, and its trials were played by physics 3; this tolley plays physics ";
    assert!(told.stderr.starts_with(lost), "{}", told.stderr);
    assert_eq!(ran(folder, &["data", "repair", "d"]).stdout, "", "what cannot be done is not offered");
    assert_eq!(files(&dir), before, "nothing is changed");
}

/// `check` sent to `repair`, which had nothing to do.
#[test]
fn a_file_that_is_not_of_the_dataset_is_left_alone_and_no_reason_to_repair() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("d"));
    complete(folder);
    for stray in ["matches/notes.txt", "matches/part-00007.parquet"] {
        fs::write(dir.join(stray), "hi").expect("a file");
    }
    let checked = ran(folder, &["data", "check", "d"]);
    assert!(checked.code == 4 && checked.stdout.contains("STRAY   d/matches/notes.txt"), "{}", checked.stdout);
    let told = "2 files do not belong to this dataset; move them away (nothing of tolley deletes them)\n";
    assert!(checked.stdout.ends_with(told) && !checked.stdout.contains("repair"), "{}", checked.stdout);
    assert_eq!(ran(folder, &["data", "repair", "d"]).stdout, "nothing to repair\n");
    fs::remove_file(dir.join("matches/part-00000.parquet")).expect("a file");
    let checked = ran(folder, &["data", "check", "d"]).stdout;
    assert!(checked.contains("1 file is not as it should be; `tolley data repair d`"), "{checked}");
    let done = ran(folder, &["data", "repair", "d", "--yes", "-q"]);
    assert!(done.code == 0 && done.stdout.ends_with("repaired: 1 file; trials played again: 2\n"), "{}", done.stdout);
    assert!(dir.join("matches/notes.txt").exists());
}

/// A file of four bytes whose hash is recorded passed.
#[test]
fn a_deep_check_reads_every_column_of_every_file() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("d"));
    complete(folder);
    let (file, record) = (dir.join("matches/part-00000.parquet"), dir.join("commits/part-00000.json"));
    let whole = fs::read(&file).expect("a file");
    let text = fs::read_to_string(&record).expect("a record");
    let replaced = |bytes: &[u8]| {
        let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
        let len = |bytes: &[u8]| format!("\"bytes\": {},", bytes.len());
        let forgery = text.replace(&hash(&whole), &hash(bytes)).replace(&len(&whole), &len(bytes));
        fs::write(&record, forged(&forgery)).expect("a file");
        fs::write(&file, bytes).expect("a file");
    };
    fs::remove_file(dir.join("_SUCCESS.json")).expect("a file");
    assert_eq!(ran(folder, &["data", "check", "d", "--deep"]).code, 3);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0x55;
    for bytes in
        [&b"PAR1"[..], &whole[..whole.len() - 9], &fs::read(dir.join("matches/part-00001.parquet")).expect("a file")]
    {
        replaced(bytes);
        assert_eq!(ran(folder, &["data", "check", "d"]).code, 3, "its hash fits");
        let deep = ran(folder, &["data", "check", "d", "--deep"]);
        assert!(deep.code == 4 && deep.stdout.contains("WRONG   d/matches/part-00000.parquet"), "{}", deep.stdout);
        assert!(!deep.stderr.contains("panicked"), "{}", deep.stderr);
    }
    replaced(&whole);
    // fewer rows than were recorded
    let line = text.lines().find(|line| line.contains("\"ok\"")).expect("a status");
    fs::write(&record, forged(&text.replace(line, &line.replace("ok", "panic")))).expect("a file");
    let deep = ran(folder, &["data", "check", "d", "--deep"]);
    assert!(deep.code == 4 && deep.stdout.contains("trials of each status"), "{}", deep.stdout);
}

/// A record that is sealed anew fits its file, but is not the one that the record of the whole names.
#[test]
fn forged_records_and_files_are_no_proof() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("d"));
    let whole = complete(folder);
    let name = Path::new("commits/part-00001.json");
    let text = String::from_utf8(whole[name].clone()).expect("a record");
    let file = Path::new("matches/part-00001.parquet");
    let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
    let mut flipped = whole[file].clone();
    flipped[100] ^= 1;
    let forgery = forged(&text.replace(&hash(&whole[file]), &hash(&flipped)));
    fs::write(dir.join(name), &forgery).expect("a file");
    assert_eq!(repairs(folder, &whole, "a record", &[name], 0), 0);
    fs::write(dir.join(name), &forgery).expect("a file");
    fs::write(dir.join(file), &flipped).expect("a file");
    assert_eq!(repairs(folder, &whole, "a record and its file", &[name], 0), 4, "nothing says which records are whole");
    // the record of the whole of another dataset
    let told = ran(folder, &["run", "s.toml", "-o", "other", "-q", "--seed", "6"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    fs::copy(folder.join("other/_SUCCESS.json"), dir.join("_SUCCESS.json")).expect("a file");
    assert_eq!(repairs(folder, &whole, "a seal", &[Path::new("_SUCCESS.json")], 0), 0);
}

/// Every command compares a file with its record before it reads it.
#[test]
fn no_command_reads_a_file_that_is_not_as_it_was_written() {
    let here = folder_with(
        "s.toml",
        "study = \"cymbergaj/shootout\"\nseed = 5\nrepeats = 2\n[sweep.axes]\n\"a.policy\" = [\"direct\", \"cautious\"]\n",
    );
    let (folder, dir) = (here.path(), here.path().join("d"));
    let told = ran(folder, &["run", "s.toml", "-o", "d", "-q"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    for name in ["contests/part-00000.parquet", "matches/part-00000.parquet"] {
        let whole = fs::read(dir.join(name)).expect("a file");
        for spoilt in (0..12).map(|i| whole.len() * i / 12).chain([whole.len() - 6]) {
            let mut bytes = whole.clone();
            bytes[spoilt] ^= 1 << (spoilt % 8);
            fs::write(dir.join(name), bytes).expect("a file");
            for command in [
                &["show", "d", "--recording", "1", "-o", "page.html"][..],
                &["run", "s.toml", "-o", "d", "--trial", "1"],
                &["ask", "rank", "d"],
                &["data", "export", "d", "--csv", name.split('/').next().expect("a table")],
            ] {
                let told = ran(folder, command);
                let _ = fs::remove_file(folder.join("page.html"));
                assert!(
                    told.code == 4 && told.stderr.contains("`tolley data repair d`"),
                    "{command:?}: {}",
                    told.stderr
                );
                assert!(!told.stderr.contains("panicked"), "{command:?}: {}", told.stderr);
            }
        }
        fs::write(dir.join(name), whole).expect("a file");
    }
}

/// Whoever puts an old manifest back must not lose the trials that were played since.
#[test]
fn of_two_manifests_that_nothing_names_the_one_that_plans_more_counts() {
    let here = folder_with("s.toml", SCENARIO);
    let dir = here.path().join("d");
    assert_eq!(ran(here.path(), &["run", "s.toml", "-o", "d", "-q"]).code, 0);
    let old = fs::read(dir.join("manifest.json")).expect("a manifest");
    let whole = complete(here.path());
    fs::write(dir.join("manifest.json"), old).expect("a file");
    fs::remove_file(dir.join("_SUCCESS.json")).expect("the seal");
    let told = ran(here.path(), &["data", "repair", "d", "--yes", "-q"]);
    assert_eq!(told.code, 0, "{}{}", told.stdout, told.stderr);
    assert!(files(&dir) == whole, "{}", told.stdout);
}
