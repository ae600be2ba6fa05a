//! What is not the dataset of the plan at hand is refused, and left as it is.

use std::fs;
use std::path::Path;

use tolley_dataset::{Dataset, OpenError};

use super::{bytes_of, complete, forged, message, place};
use crate::toy::{self, VERSIONS, Value};

#[test]
fn another_plan_is_refused_by_the_names_of_its_keys() {
    let (_folder, dir) = place();
    complete(&dir);
    let before = bytes_of(&dir);
    let refused = |change: &dyn Fn(&mut toy::Plan)| {
        let mut plan = toy::plan();
        change(&mut plan);
        match Dataset::open(&dir, &plan, VERSIONS).expect_err("another plan") {
            OpenError::OtherPlan { differences, .. } => {
                differences.into_iter().map(|d| format!("{}: {} -> {}", d.name, d.dataset, d.plan)).collect::<Vec<_>>()
            }
            other => panic!("{other}"),
        }
    };
    assert_eq!(refused(&|plan| plan.seed = 2), ["seed: 1 -> 2"]);
    assert_eq!(refused(&|plan| plan.grid.repeats = 3), ["repeats: 4 -> 3"]);
    let heavier = refused(&|plan| plan.set(toy::key(plan, "toley.mass_kg"), Value::Number(0.01)));
    assert_eq!(heavier, ["toley.mass_kg: 0.005 -> 0.01"]);
    let faster = refused(&|plan| *plan = toy::plan_with(&[2.0, 3.0, 5.0], &["speed", "impulse"]));
    assert_eq!(faster, ["shot.speed_m_s: [2, 3, 4.5] -> [2, 3, 5]"]);
    let unswept = refused(&|plan| *plan = toy::plan_with(&[2.0, 3.0, 4.5], &[]));
    assert!(unswept.contains(&"strike.by: [\"speed\", \"impulse\"] -> \"speed\"".to_owned()), "{unswept:?}");
    let versions = tolley_dataset::Versions { physics: 8, ..VERSIONS };
    let error = Dataset::open(&dir, &toy::plan(), versions).expect_err("another version");
    assert!(message(&error).contains("physics_version: 7 in the dataset, 8 now"), "{error}");
    assert_eq!(before, bytes_of(&dir));
}

#[test]
fn what_is_not_a_dataset_is_refused_and_left_alone() {
    let (folder, dir) = place();
    let refuse = |path: &Path, words: &str| {
        let error = Dataset::open(path, &toy::plan(), VERSIONS).expect_err(words);
        let text = message(&error);
        assert!(text.contains(words) && text.contains("dataset"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    };
    fs::write(&dir, "a file").expect("a file");
    refuse(&dir, "is not a folder");
    refuse(&dir.join("inside"), "Not a directory");
    fs::remove_file(&dir).expect("the file");

    fs::create_dir(&dir).expect("a folder");
    fs::write(dir.join("thesis.tex"), "years").expect("a file");
    refuse(&dir, "has no manifest.json");
    fs::write(dir.join("manifest.json"), "{}").expect("a file");
    refuse(&dir, "is not the manifest of a dataset");
    fs::write(dir.join("manifest.json"), "\u{0}").expect("a file");
    refuse(&dir, "is not JSON");
    assert_eq!(bytes_of(folder.path()).len(), 2);
    assert_eq!(fs::read(dir.join("thesis.tex")).expect("the file"), b"years");
}

#[test]
fn a_manifest_that_was_changed_is_refused() {
    let (_folder, dir) = place();
    complete(&dir);
    let path = dir.join("manifest.json");
    let text = fs::read_to_string(&path).expect("the manifest");
    fs::write(&path, text.replace("\"seed\": 1,", "\"seed\": 2,")).expect("a change");
    let error = Dataset::load(&dir).expect_err("a change");
    assert!(message(&error).contains("was changed"), "{error}");
}

/// Every field of the text is read, so that a mistake in any of them is told.
#[test]
fn a_manifest_that_does_not_fit_together_is_refused() {
    let (_folder, dir) = place();
    complete(&dir);
    let path = dir.join("manifest.json");
    let text = fs::read_to_string(&path).expect("the manifest");
    let changes = [
        ("\"format_version\": 4", "\"format_version\": 5", "is of a later format, format_version 5 of tolley 0.0.1"),
        ("\"toley.mass_kg\",\n", "", "do not fit each other"),
        ("\"kind\": \"f64\"", "\"kind\": \"f65\"", "unknown variant `f65`"),
        ("\"name\": \"hits\"", "\"name\": \"shots\"", "two folders would be named shots"),
        ("\"name\": \"travel_m\"", "\"name\": \"stays\"", "two columns named stays"),
        ("\"measures\"", "\"measured\"", "missing field `measures`"),
    ];
    for (from, to, words) in changes {
        assert!(text.contains(from), "{from}");
        fs::write(&path, forged(&text.replacen(from, to, 1))).expect("a change");
        let error = Dataset::load(&dir).expect_err(words);
        assert!(message(&error).contains(words), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn links_inside_are_refused() {
    let (folder, dir) = place();
    complete(&dir);
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(dir.join("hits"), &elsewhere).expect("a move");
    std::os::unix::fs::symlink(&elsewhere, dir.join("hits")).expect("a link");
    let error = Dataset::open(&dir, &toy::plan(), VERSIONS).expect_err("a link");
    assert!(message(&error).contains("hits is a symbolic link"), "{error}");
}

/// What is no file where one should be is told at once: who opens a pipe waits for ever.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_never_waited_for() {
    let (folder, whole) = place();
    complete(&whole);
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let names = ["_SUCCESS.json", "manifest.json", "commits/part-00000.json", "hits/part-00000.parquet"];
    for name in names.into_iter().chain(["points/part-00000.parquet"]) {
        let (at, aside) = (whole.join(name), folder.path().join("aside"));
        fs::rename(&at, &aside).expect("a move");
        for link in [false, true] {
            let put = |to: &Path| if link { std::os::unix::fs::symlink(&aside, to) } else { fs::hard_link(&pipe, to) };
            put(&at).expect("a link");
            let opened = Dataset::open(&whole, &toy::plan(), VERSIONS);
            let is_found = opened.is_err() || opened.is_ok_and(|dataset| dataset.finish().is_err());
            let is_told = Dataset::load(&whole)
                .map_or(true, |dataset| dataset.check().map_or(true, |report| !report.findings.is_empty()));
            assert!(is_found && is_told, "{name}, link {link}");
            fs::remove_file(&at).expect("it is ours");
        }
        fs::rename(&aside, &at).expect("back");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_gives_the_systems_message() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, dir) = place();
    let mode = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).expect("permissions");
    mode(0o555);
    // a superuser may write everywhere: then there is nothing to see
    let may_write = fs::write(folder.path().join("probe"), "").is_ok();
    let opened = Dataset::open(&dir, &toy::plan(), VERSIONS);
    mode(0o755);
    match opened {
        Err(OpenError::Failed(error)) => assert!(error.to_string().contains("dataset: Permission denied"), "{error}"),
        Err(other) => panic!("{other}"),
        Ok(_) => assert!(may_write),
    }
}
