//! Datasets of the format before this one are read as ever, and none of another physics is mixed with new trials.

use std::fs;
use std::path::Path;

use crate::tool::{files, folder_with, ran};

const SCENARIO: &str = "\
study = \"cymbergaj/flick\"
seed = 20261121
repeats = 6
[sweep.axes]
\"player.aim_sd_rad\" = [\"1 deg\", \"3 deg\"]
[output]
columns = [\"goal\", \"ball_exit\"]
";

/// A dataset of format 3, played by physics 15, as it was left by the program of its time.
fn copy(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format3");
    for (name, bytes) in files(&from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let told = ran(folder, arguments);
    assert_eq!(told.code, 0, "{arguments:?}: {}", told.stderr);
    told.stdout
}

#[test]
fn a_dataset_of_format_3_is_summed_up_reported_exported_and_checked() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("old"));
    copy(&dir);
    let whole = files(&dir);
    assert!(whole[Path::new("manifest.json")].windows(20).any(|bytes| bytes == b"\"format_version\": 3,"));
    let summary = done(folder, &["show", "old", "--details"]);
    assert!(summary.contains("complete: 12 trials"), "{summary}");
    assert_eq!(done(folder, &["data", "export", "old", "--csv", "shots"]).lines().count(), 13);
    assert_eq!(done(folder, &["data", "export", "old", "--csv", "points"]).lines().count(), 3);
    assert_eq!(done(folder, &["data", "export", "old", "--csv", "estimates"]).lines().count() % 2, 1);
    done(folder, &["show", "old", "--page", "-o", "page.html"]);
    for command in [
        &["data", "check", "old", "--deep"][..],
        &["data", "status", "old"],
        &["data", "repair", "old"],
        &["data", "finalize", "old"],
    ] {
        done(folder, command);
    }
    // a trial is played again where this version still knows its keys; other rows are said
    let replay = ran(folder, &["show", "old", "--recording", "1", "-o", "trial.html"]);
    assert!([0, 2, 4].contains(&replay.code) && !replay.stderr.contains("panicked"), "{}", replay.stderr);
    let is_refused = replay.stderr.contains("this version cannot play its trials again");
    assert_eq!(replay.code == 2, is_refused, "{}", replay.stderr);
    assert_eq!(files(&dir), whole, "nothing is changed");
}

/// A file of it is made again as of any other, which has no second copy of the manifest.
#[test]
fn a_dataset_of_format_3_keeps_its_format() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("old"));
    copy(&dir);
    let whole = files(&dir);
    for name in ["commits/part-00000.json", "_SUCCESS.json", "estimates/part-00000.parquet"] {
        fs::remove_file(dir.join(name)).expect("a file");
        let told = ran(folder, &["data", "repair", "old", "--yes"]);
        assert_eq!(told.code, 0, "{name}: {} {}", told.stdout, told.stderr);
        assert_eq!(files(&dir), whole, "{name}");
    }
}

/// Makes the dataset one of an older physics, as far as its manifest says.
fn age(dir: &Path) {
    let path = dir.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    let line = text.lines().find(|line| line.contains("\"physics_version\"")).expect("a version");
    let text = text.replace(line, "  \"physics_version\": 3,");
    let fields = text.split_once("\",\n").expect("a seal").1.strip_suffix('\n').expect("a line");
    let sealed = format!("{{\n  \"blake3\": \"{}\",\n{fields}\n", blake3::hash(fields.as_bytes()).to_hex());
    fs::write(path, sealed).expect("a file");
    fs::remove_file(dir.join("_SUCCESS.json")).expect("a file");
}

#[test]
fn a_run_of_another_physics_starts_a_new_folder_and_says_so() {
    let here = folder_with("s.toml", SCENARIO);
    let (folder, dir) = (here.path(), here.path().join("runs/s"));
    copy(&dir);
    age(&dir);
    let whole = files(&dir);
    let told = ran(folder, &["run", "s.toml"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let new = fs::read_dir(folder.join("runs")).expect("a folder").filter_map(|entry| {
        entry.expect("an entry").file_name().into_string().ok().filter(|name| name.starts_with("s-physics"))
    });
    let new: Vec<String> = new.collect();
    assert_eq!(new.len(), 1, "{new:?}");
    assert!(told.stderr.contains("runs/s was played by physics 3") && told.stderr.contains(&new[0]), "{}", told.stderr);
    assert_eq!(files(&dir), whole, "the old one stays as it is");
    // and the next run finds it
    let again = ran(folder, &["run", "s.toml"]);
    assert!(again.code == 0 && !again.stderr.contains("trials at"), "{}", again.stderr);

    // a folder that was asked for is no other
    let told = ran(folder, &["run", "s.toml", "-o", "runs/s"]);
    assert!(told.code == 2 && told.stderr.contains("choose a new folder with -o"), "{}", told.stderr);
    assert_eq!(files(&dir), whole, "nothing is changed");
}
