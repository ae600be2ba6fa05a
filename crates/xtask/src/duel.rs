//! How fast this tree is beside another commit: both linked into one process in which they take turns, because a
//! machine may change its speed from second to second; and how many instructions each needs, which no load changes.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cargo;
use crate::report::Report;

/// What is played where nothing is named, and shots or rounds of trials for a count of instructions.
const WORKS: [(&str, u32); 8] = [
    ("A", 20),
    ("A-hertz", 20),
    ("M", 400),
    ("M-hertz", 400),
    ("B", 2000),
    ("C", 2000),
    ("coin_weight", 2),
    ("knuckling_down", 1),
];
/// Those of them that need more crates than physics, and so a longer build.
const TRIALS: [&str; 2] = ["coin_weight", "knuckling_down"];
/// The only crates that a commit is measured by; with the units of code that a release has.
const MEASURED: [(&str, u32); 4] =
    [("tolley-physics", 1), ("tolley-experiment", 4), ("tolley-tinsley-green", 4), ("tolley-cymbergaj", 4)];
const OLD_VERSION: &str = "0.0.0";

/// Builds both into one, and lets them play some works, all where none is named.
pub fn duel(root: &Path, commit: &str, works: &[&str], report: &mut Report) {
    let [old, new, folder] = ["old", "new", "both"].map(|name| root.join("target/duel").join(name));
    let written =
        check_out(root, commit, &old).and_then(|()| link(root, &new)).and_then(|()| write([&old, &new], &folder));
    if !report.note("the two sides", written.map_err(|error| error.to_string())) {
        return;
    }
    let [manifest, target] = ["Cargo.toml", "target"].map(|name| folder.join(name).display().to_string());
    let wanted: Vec<_> = WORKS.iter().filter(|(work, _)| works.is_empty() || works.contains(work)).collect();
    let mut built = vec!["build", "--release", "--manifest-path", &manifest, "--target-dir", &target];
    if wanted.iter().any(|(work, _)| TRIALS.contains(work)) {
        built.extend(["--features", "trials"]);
    }
    if !report.step("build both", &mut cargo(root, &built)) {
        return;
    }
    let binary = folder.join("target/release/duel");
    report.step("duel", Command::new(&binary).args(wanted.iter().map(|(work, _)| work)));
    for &&(work, shots) in &wanted {
        let counts = ["old", "new"].map(|side| instructions(&binary, &folder, side, work, shots));
        match counts {
            [Some(old), Some(new)] => {
                println!("{work:16} {old:12.0} -> {new:12.0} instructions, {:.3}", old / new);
            }
            _ => return println!("no instructions are counted: that takes valgrind"),
        }
    }
}

/// The files of a commit, in a fresh folder; its crates have a version of their own, by which cargo tells them apart.
fn check_out(root: &Path, commit: &str, tree: &Path) -> io::Result<()> {
    match fs::remove_dir_all(tree) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir_all(tree)?,
    }
    let mut archive = Command::new("git")
        .current_dir(root)
        .args(["archive", "--format=tar", commit])
        .stdout(Stdio::piped())
        .spawn()?;
    // as files of now (-m): by those of the commit, cargo would keep what it built of another one
    let packed = archive.stdout.take().ok_or_else(|| io::Error::other("git has no output"))?;
    let unpacked = Command::new("tar").arg("-xmf").arg("-").arg("-C").arg(tree).stdin(packed).status()?;
    if !(archive.wait()?.success() && unpacked.success()) {
        return Err(io::Error::other(format!("{commit} cannot be checked out")));
    }
    let manifest = tree.join("Cargo.toml");
    let own = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    let text = fs::read_to_string(&manifest)?.replace(&own, &format!("version = \"{OLD_VERSION}\""));
    fs::write(manifest, text)
}

/// This tree, beside the other: cargo would take a workspace above the other one for that of both.
fn link(root: &Path, tree: &Path) -> io::Result<()> {
    fs::create_dir_all(tree)?;
    for name in ["Cargo.toml", "crates", "benches", "scenarios"] {
        match std::os::unix::fs::symlink(root.join(name), tree.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// The sources of the one process.
fn write(trees: [&Path; 2], folder: &Path) -> io::Result<()> {
    let unit = |version: &str, (name, units): &(&str, u32)| {
        format!("[profile.release.package.\"{name}@{version}\"]\ncodegen-units = {units}\n")
    };
    let versions = [env!("CARGO_PKG_VERSION"), OLD_VERSION];
    let units: String = versions.iter().flat_map(|version| MEASURED.iter().map(|of| unit(version, of))).collect();
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), include_str!("../duel/Cargo.toml.in").replace("@UNITS@", &units))?;
    fs::write(folder.join("src/main.rs"), include_str!("../duel/main.rs.in"))?;
    for (side, tree) in ["old", "new"].into_iter().zip(trees) {
        let fill = |text: &str| text.replace("@SIDE@", side).replace("@TREE@", &tree.display().to_string());
        fs::create_dir_all(folder.join(side))?;
        fs::write(folder.join(side).join("Cargo.toml"), fill(include_str!("../duel/side.toml.in")))?;
        fs::write(folder.join(side).join("lib.rs"), fill(include_str!("../duel/side.rs.in")))?;
        fs::write(folder.join(side).join("trials.rs"), fill(include_str!("../duel/trials.rs.in")))?;
    }
    Ok(())
}

/// Instructions of a shot or a round of trials, by the difference of two counts of them.
fn instructions(binary: &Path, folder: &Path, side: &str, work: &str, shots: u32) -> Option<f64> {
    let total = |shots: u32| {
        let file = folder.join(format!("callgrind.{side}.{work}"));
        let told = Command::new("valgrind")
            .arg("--tool=callgrind")
            .arg(format!("--callgrind-out-file={}", file.display()))
            .arg(binary)
            .args([side, work, &shots.to_string()])
            .output()
            .ok()?;
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        let line = text.lines().find_map(|line| line.split_once("Collected : "))?;
        line.1.trim().parse::<f64>().ok()
    };
    Some((total(2 * shots)? - total(shots)?) / f64::from(shots))
}
