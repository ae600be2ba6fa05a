//! Plays every scenario and scene, small, and compares datasets byte by byte.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use crate::report::Report;

/// Trials a point: enough that every column has values.
const REPEATS: &str = "2";

/// An empty folder of that name below `target/xtask`.
pub fn fresh_folder(root: &Path, name: &str) -> PathBuf {
    let folder = target(root).join("xtask").join(name);
    // what is not there need not go; what cannot go shows when the runs are refused
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Cargo's target folder.
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir))
}

/// A program that cargo has built in a folder below the target folder.
pub fn built(root: &Path, folder: &str, name: &str) -> PathBuf {
    target(root).join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Every TOML file below `scenarios/`, in order of path.
pub fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.join("scenarios")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn is_scene(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("scenes"))
}

fn run(root: &Path, profile: &str, scenario: &Path, into: &Path) -> Command {
    let mut command = Command::new(built(root, profile, "tolley"));
    command.current_dir(root).arg("run").arg(scenario.strip_prefix(root).unwrap_or(scenario));
    command.args(["--repeats", REPEATS, "--quiet", "-o"]).arg(into).stdout(Stdio::null());
    command
}

/// Plays every scenario with few repeats, and every scene; the datasets that came of it, beside each of which stands
/// what was printed. Solutions of dice football, which mostly take one core, are sought beside the others.
pub fn play_all(root: &Path, profile: &str, runs: &Path, report: &mut Report) -> Vec<PathBuf> {
    let begun = Instant::now();
    // what cannot be made shows when the first file is written into it
    let _ = fs::create_dir_all(runs);
    let is_of_dice = |file: &PathBuf| file.parent().is_some_and(|folder| folder.ends_with("dice_football"));
    let (of_dice, others): (Vec<PathBuf>, Vec<PathBuf>) = files(root).into_iter().partition(is_of_dice);
    let mut beside = Report::default();
    let mut datasets = thread::scope(|scope| {
        let solving = scope.spawn(|| play_each(root, profile, runs, &of_dice, &mut beside));
        let mut datasets = play_each(root, profile, runs, &others, report);
        match solving.join() {
            Ok(more) => datasets.extend(more),
            Err(_) => drop(report.note("scenarios of dice football", Err("a thread panicked".to_owned()))),
        }
        datasets
    });
    datasets.sort();
    report.add(beside);
    report.took("all scenarios and scenes", begun);
    report.note("scenarios", if datasets.is_empty() { Err("none could be played".to_owned()) } else { Ok(()) });
    datasets
}

fn play_each(root: &Path, profile: &str, runs: &Path, files: &[PathBuf], report: &mut Report) -> Vec<PathBuf> {
    let mut datasets = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        let dataset = runs.join(file.file_stem().unwrap_or_default());
        let mut command = if is_scene(file) {
            let mut command = Command::new(built(root, profile, "tolley"));
            command.current_dir(root).args(["scene", "--json", &name]);
            command
        } else {
            run(root, profile, file, &dataset)
        };
        if let Err(error) = printed_beside(&mut command, &dataset) {
            report.note(&name, Err(error));
            continue;
        }
        let is_played = report.step(&name, &mut command);
        eprint!("{}", fs::read_to_string(dataset.with_extension("stderr")).unwrap_or_default());
        if is_played && !is_scene(file) {
            datasets.push(dataset);
        }
    }
    datasets
}

/// What a command prints goes into files beside its dataset, which the freeze reads.
fn printed_beside(command: &mut Command, dataset: &Path) -> Result<(), String> {
    let file = |end: &str| {
        let path = dataset.with_extension(end);
        File::create(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    command.stdout(file("stdout")?).stderr(file("stderr")?);
    // lines are as long as COLUMNS says
    command.env("COLUMNS", "100").env("NO_COLOR", "1");
    Ok(())
}

/// Plays every scenario with the debug and the release build: their datasets must be the same, byte by byte.
pub fn compare_profiles(root: &Path, report: &mut Report) {
    let folders = ["debug", "release"].map(|profile| fresh_folder(root, profile));
    for file in files(root).into_iter().filter(|file| !is_scene(file)) {
        let stem = file.file_stem().unwrap_or_default();
        let datasets = folders.each_ref().map(|folder| folder.join(stem));
        let name = stem.to_string_lossy();
        let played = ["debug", "release"].iter().zip(&datasets).all(|(profile, dataset)| {
            report.step(&format!("{name}, {profile}"), &mut run(root, profile, &file, dataset))
        });
        if played {
            report.note(&format!("{name}, debug against release"), same_bytes(&datasets[0], &datasets[1]));
        }
    }
}

fn same_bytes(one: &Path, two: &Path) -> Result<(), String> {
    let (in_one, in_two) = (tree(one)?, tree(two)?);
    if in_one != in_two || in_one.is_empty() {
        return Err(format!("the files differ: {in_one:?} and {in_two:?}"));
    }
    for file in in_one {
        let read = |dataset: &Path| fs::read(dataset.join(&file)).map_err(|error| error.to_string());
        if read(one)? != read(two)? {
            return Err(format!("{} differs", file.display()));
        }
    }
    Ok(())
}

/// The files below a folder, relative to it.
fn tree(folder: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).map_err(|error| format!("{}: {error}", next.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap_or(&path).to_path_buf());
            }
        }
    }
    Ok(found)
}
