//! The tests that need Python: other people's readers and designs, a judge of the marbles game, the package `tolley`,
//! and the notebooks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::pages::succeed;
use crate::report::Report;
use crate::scenarios;

const ADVICE: &str = "install Python 3.11 or newer with its venv module (on Debian: python3 and python3-venv), \
                      or skip the readers and notebooks with `cargo xtask test --rust-only`";

/// What mypy reads: the package, and a program that uses it.
const TYPED: [&str; 2] = ["crates/python/python/tolley", "tests/python/typed.py"];

/// Reads the datasets with DuckDB, polars and pyarrow, judges the matches anew, compares designs with those of scipy
/// and SALib, tests the package, checks its types, and executes the notebooks.
pub fn check(root: &Path, datasets: &[PathBuf], report: &mut Report) {
    let bin = match environment(root) {
        Ok(bin) => bin,
        Err(error) => {
            report.note("Python", Err(error));
            return;
        }
    };
    let mut readers = Command::new(bin.join("python"));
    report.step("readers", readers.current_dir(root).arg("tests/readers.py").args(datasets));
    let mut judge = Command::new(bin.join("python"));
    report.step("judge", judge.current_dir(root).arg("tests/marbles_judge.py").args(datasets));
    let mut designs = Command::new(bin.join("python"));
    designs.current_dir(root).arg("tests/designs.py").arg(scenarios::built(root, "release", "tolley"));
    report.step("designs", &mut designs);
    let mut extras = Command::new(bin.join("python"));
    report.step("extras", extras.current_dir(root).arg("tests/extras.py"));
    let package = match package(root) {
        Ok(package) => package,
        Err(error) => {
            report.note("package", Err(error));
            return;
        }
    };
    let mut tests = Command::new(bin.join("python"));
    tests.current_dir(root).args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/python"]);
    tests.env("PYTHONPATH", &package).env("TOLLEY_BINARY", scenarios::built(root, "release", "tolley"));
    report.step("package", &mut tests);
    // strictly, as pyproject.toml says; with a program as people write it
    let mut types = Command::new(bin.join("python"));
    types.current_dir(root).args(["-m", "mypy", "--cache-dir", "target/xtask/mypy"]).args(TYPED);
    report.step("types", &mut types);
    // what the stubs promise of the library is what it has
    let mut stubs = Command::new(bin.join("python"));
    stubs.current_dir(root).args(["-m", "mypy.stubtest", "--mypy-config-file", "pyproject.toml"]);
    stubs.args(["--ignore-missing-stub", "--ignore-disjoint-bases", "tolley._native"]);
    stubs.env("PYTHONPATH", &package).env("MYPYPATH", &package);
    report.step("stubs", &mut stubs);
    for notebook in notebooks(root) {
        let mut execute = Command::new(bin.join("python"));
        execute.current_dir(root).arg("tests/notebook.py").arg(&notebook).env("PYTHONPATH", &package);
        if let Some(dataset) = datasets.iter().find(|path| path.ends_with("knuckling_down")) {
            execute.env("TOLLEY_DATASET", dataset);
        }
        report.step("notebook", &mut execute);
    }
}

/// A folder with the package `tolley`, its library being that of the build: what `pip install .` installs, without
/// compiling everything once more.
fn package(root: &Path) -> Result<PathBuf, String> {
    let folder = scenarios::fresh_folder(root, "python");
    copy(&root.join("crates/python/python"), &folder)?;
    let (built, name) = if cfg!(windows) {
        ("_native.dll", "_native.pyd")
    } else if cfg!(target_os = "macos") {
        ("lib_native.dylib", "_native.abi3.so")
    } else {
        ("lib_native.so", "_native.abi3.so")
    };
    let library = scenarios::target(root).join("release").join(built);
    let into = folder.join("tolley").join(name);
    fs::copy(&library, into).map_err(|error| format!("{}: {error}", library.display()))?;
    Ok(folder)
}

/// Copies the files of Python in a folder and below.
fn copy(from: &Path, into: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(into).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let place = into.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &place)?;
        } else if path.extension().is_some_and(|extension| ["py", "pyi", "typed"].iter().any(|of| extension == *of)) {
            fs::copy(&path, place).map_err(failed)?;
        }
    }
    Ok(())
}

/// `.venv/bin` with the pinned packages; made anew when the pins change.
fn environment(root: &Path) -> Result<PathBuf, String> {
    let venv = root.join(".venv");
    let bin = venv.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let pins = fs::read_to_string(root.join("tests/requirements.txt")).map_err(|error| error.to_string())?;
    let stamp = venv.join("installed-requirements.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == pins) {
        return Ok(bin);
    }
    let python = interpreter().ok_or_else(|| ADVICE.to_owned())?;
    println!("\n== Python packages into .venv (once)");
    // --clear: what an interrupted installation left must not stay
    succeed(Command::new(python).args(["-m", "venv", "--clear"]).arg(&venv))
        .map_err(|error| format!("{error}; {ADVICE}"))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "tests/requirements.txt"];
    succeed(Command::new(bin.join("python")).current_dir(root).args(install))?;
    fs::write(&stamp, pins).map_err(|error| error.to_string())?;
    Ok(bin)
}

/// A Python of 3.11 or newer.
fn interpreter() -> Option<&'static str> {
    let new_enough = |python: &&str| {
        let check = "import sys; sys.exit(sys.version_info < (3, 11))";
        let mut command = Command::new(python);
        command.args(["-c", check]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"].into_iter().find(new_enough)
}

fn notebooks(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join("notebooks")).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "ipynb"));
    found.sort();
    found
}
