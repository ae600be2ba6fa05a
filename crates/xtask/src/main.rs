//! The one command that people and CI run: `cargo xtask test`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

mod answers;
mod batch;
mod duel;
mod freeze;
mod headlines;
mod influence;
mod pages;
mod pictures;
mod python;
mod quick;
mod report;
mod scenarios;
mod sentences;
mod value;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use freeze::Freeze;
use report::Report;

const HELP: &str = "\
cargo xtask test [--rust-only | --no-browser]
                                 format, lints, every Rust test, example and scenario; then, with Python 3.11 or newer,
                                 the readers (DuckDB, polars, pyarrow), the designs (scipy, SALib), the package tolley and
                                 the notebooks, in .venv; and, with node and Chromium, which apt-get installs where they
                                 are missing, the pages, and four shares of a run by GNU parallel. --rust-only leaves out
                                 all that is not in Rust, --no-browser the pages
cargo xtask quick [CRATE]        while working: format, lints, and the tests of a crate or of what differs from the last
                                 commit, in the profile `work`; tests/main.rs where anything outside of crates does;
                                 says how many CPU-seconds that took
cargo xtask freeze [--check] [--profile NAME] [GROUP..]
                                 plays the commands of tests/golden/commands.txt and every scenario, and keeps what they
                                 print and hashes of their files in tests/golden; --check compares instead, as the test
                                 command does; `--profile work` takes the program built in that profile as it is; of
                                 groups that are named, only these (`scenarios` is one)
cargo xtask long                 the long tests, and debug against release builds, byte by byte
cargo xtask duel COMMIT [WORK..] how fast this tree is beside a commit, and the instructions of both where valgrind is
cargo xtask answers [--missing] [--minutes N] [--profile NAME] [QUESTION..]
                                 plays research questions or scenarios, N CPU-minutes each (3), stores each answer in
                                 crates/answers/stored as soon as it is there, and writes docs/answers.md of what is
                                 stored; --missing plays only what is not stored, or was by another version
cargo xtask influence [--profile NAME] [--rows N] [STUDY..]
                                 measures which assumptions move the results of each study, an hour of one core each at
                                 most, and writes crates/answers/src/influence.toml
cargo xtask value [--profile NAME] [DATASET]
                                 learns what the rest of a break of marbles is worth from a dataset of
                                 scenarios/tinsley_green/break_value.toml, which it plays where none is named, and writes
                                 crates/tinsley-green/src/players/learnt.rs
cargo xtask pictures             the pictures of README.md and docs anew, from what is played and drawn for them

The last line is `N passed, N failed`; a Rust test counts as one, so does every other step.
Exit code: 0 when nothing failed, 1 when something did, 2 for bad usage.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    match arguments.as_slice() {
        ["test"] => test(&root, Others { python: true, pages: true }),
        ["test", "--no-browser"] => test(&root, Others { python: true, pages: false }),
        ["test", "--rust-only"] => test(&root, Others { python: false, pages: false }),
        ["quick"] => quick(&root, None),
        ["quick", name] if !name.starts_with('-') => quick(&root, Some(name)),
        ["long"] => long(&root),
        ["pictures"] => pictures(&root),
        ["answers", questions @ ..] => {
            let Some(wanted) = answers::Wanted::of(questions) else { return bad_usage() };
            let mut report = Report::default();
            answers::write(&root, &wanted, &mut report);
            report.finish()
        }
        ["influence", "--profile", profile, words @ ..] => {
            let mut report = Report::default();
            influence::write(&root, words, profile, &mut report);
            report.finish()
        }
        ["influence", words @ ..] => {
            let mut report = Report::default();
            if report.step("build", &mut cargo(&root, &["build", "--release", "--workspace", "--bins", "--locked"])) {
                influence::write(&root, words, "release", &mut report);
            }
            report.finish()
        }
        ["value", "--profile", profile, words @ ..] if words.len() < 2 => {
            let mut report = Report::default();
            value::write(&root, profile, words.first().copied(), &mut report);
            report.finish()
        }
        ["value", words @ ..] if words.len() < 2 => {
            let mut report = Report::default();
            if report.step("build", &mut cargo(&root, &["build", "--release", "--workspace", "--bins", "--locked"])) {
                value::write(&root, "release", words.first().copied(), &mut report);
            }
            report.finish()
        }
        ["freeze", flags @ ..] => frozen(&root, flags),
        ["duel", commit, works @ ..] => {
            let mut report = Report::default();
            duel::duel(&root, commit, works, &mut report);
            report.finish()
        }
        ["help" | "-h" | "--help"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => bad_usage(),
    }
}

fn bad_usage() -> ExitCode {
    eprintln!("{HELP}");
    ExitCode::from(2)
}

/// The workspace: two folders above this crate, as cargo says at run time.
fn root() -> PathBuf {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = manifest.as_deref().and_then(|crate_dir| crate_dir.ancestors().nth(2).map(Path::to_path_buf));
    root.unwrap_or_else(|| PathBuf::from("."))
}

/// A cargo command at the root; the lock file is never changed by a test.
fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(arguments);
    command
}

/// `quick`, of one crate or of what changed.
fn quick(root: &Path, name: Option<&str>) -> ExitCode {
    let mut report = Report::default();
    if quick::run(root, name, &mut report) { report.finish() } else { bad_usage() }
}

/// The tests that are not in Rust.
#[derive(Clone, Copy, Debug)]
struct Others {
    python: bool,
    pages: bool,
}

fn test(root: &Path, others: Others) -> ExitCode {
    let mut report = Report::default();
    report.step("format", &mut cargo(root, &["fmt", "--all", "--check"]));
    let lints = ["clippy", "--release", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    report.step("lints", &mut cargo(root, &lints));
    report.rust_tests(
        "Rust tests",
        &mut cargo(root, &["test", "--release", "--workspace", "--locked", "--no-fail-fast"]),
    );
    // with the features of the tests: a build of a package alone would compile the dependencies again
    let built = ["build", "--release", "--workspace", "--lib", "--bins", "--examples", "--locked"];
    if report.step("build", &mut cargo(root, &built)) {
        for example in examples(root) {
            let mut run = Command::new(scenarios::built(root, "release/examples", &example));
            report.step(&format!("example {example}"), run.current_dir(root));
        }
        let runs = scenarios::fresh_folder(root, "test");
        let datasets = scenarios::play_all(root, "release", &runs, &mut report);
        Freeze { root, profile: "release", groups: &[] }.check(&runs, &mut report);
        headlines::check(root, &datasets, &mut report);
        read_by_others(root, &datasets, others, &mut report);
    }
    report.finish()
}

/// The pages, and beside them what needs Python; then what both would call apt-get for at once.
fn read_by_others(root: &Path, datasets: &[PathBuf], others: Others, report: &mut Report) {
    let mut beside = Report::default();
    thread::scope(|scope| {
        let pages = others.pages.then(|| scope.spawn(|| pages::check(root, datasets, &mut beside)));
        if others.python {
            python::check(root, datasets, report);
        }
        if pages.is_some_and(|pages| pages.join().is_err()) {
            report.note("pages", Err("a thread panicked".to_owned()));
        }
    });
    report.add(beside);
    if others.python || others.pages {
        batch::check(root, report);
    }
}

/// `freeze`, of all groups or of those that are named; the program is built, or that of a profile is taken as it is.
fn frozen(root: &Path, words: &[&str]) -> ExitCode {
    let (mut is_check, mut profile, mut groups) = (false, None, Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--check" => is_check = true,
            "--profile" => match words.next() {
                Some(name) => profile = Some(*name),
                None => return bad_usage(),
            },
            flag if flag.starts_with('-') => return bad_usage(),
            group => groups.push(group),
        }
    }
    let mut report = Report::default();
    let built = ["build", "--release", "--workspace", "--bins", "--locked"];
    if profile.is_some() || report.step("build", &mut cargo(root, &built)) {
        let freeze = Freeze { root, profile: profile.unwrap_or("release"), groups: &groups };
        freeze.play(is_check, &mut report);
    }
    report.finish()
}

/// Name of every example of a library crate.
fn examples(root: &Path) -> Vec<String> {
    let folders = fs::read_dir(root.join("crates")).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = folders.flat_map(|folder| fs::read_dir(folder.join("examples")).into_iter().flatten().flatten());
    let mut found: Vec<String> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| path.file_stem().map(|name| name.display().to_string()))
        .collect();
    found.sort();
    found
}

fn pictures(root: &Path) -> ExitCode {
    let mut report = Report::default();
    let built = ["build", "--release", "--workspace", "--bins", "--examples", "--locked"];
    if report.step("build", &mut cargo(root, &built)) {
        pictures::draw(root, &mut report);
    }
    report.finish()
}

fn long(root: &Path) -> ExitCode {
    let mut report = Report::default();
    let ignored = ["test", "--release", "--workspace", "--locked", "--no-fail-fast", "--", "--ignored"];
    report.rust_tests("long tests", &mut cargo(root, &ignored));
    let release = report.step("build, release", &mut cargo(root, &["build", "--release", "--locked"]));
    let debug = report.step("build, debug", &mut cargo(root, &["build", "--locked"]));
    if release && debug {
        scenarios::compare_profiles(root, &mut report);
    }
    report.finish()
}
