//! Format, lints and the tests of what changed, in the profile for working: `cargo xtask quick`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo;
use crate::report::{Report, cpu_seconds_of_children};

/// Tests of `tests/main.rs` that look at pages of text.
const OF_PAGES: &str = "docs::";

/// What of the tree is tested.
#[derive(Debug, Default, PartialEq)]
struct Selection {
    /// Folders below `crates/`.
    crates: BTreeSet<String>,
    /// Which tests of `tests/main.rs` run: those whose names hold this.
    outside: Option<&'static str>,
}

impl Selection {
    /// Selects what these changed files belong to. What is in no crate, and every page, is looked at from outside.
    fn of_files<'p>(paths: impl IntoIterator<Item = &'p str>) -> Selection {
        let mut selection = Selection::default();
        for path in paths {
            let folder = path.strip_prefix("crates/").and_then(|rest| rest.split_once('/')).map(|(name, _)| name);
            match folder {
                _ if path.ends_with(".md") => selection.outside = selection.outside.or(Some(OF_PAGES)),
                Some(folder) => drop(selection.crates.insert(folder.to_owned())),
                None => selection.outside = Some(""),
            }
        }
        selection
    }

    /// Selects one crate by its name or folder, if there is one.
    fn of_crate(root: &Path, name: &str) -> Option<Selection> {
        let folder = if name == "tolley" { "cli" } else { name.trim_start_matches("tolley-") };
        let is_there = !folder.is_empty() && root.join("crates").join(folder).is_dir();
        is_there.then(|| Selection { crates: BTreeSet::from([folder.to_owned()]), outside: None })
    }

    /// Which tests of a test program run, by its main file below the root; `None` where it is not selected.
    fn filter(&self, source: &Path) -> Option<&'static str> {
        let mut parts = source.components().map(|part| part.as_os_str().to_string_lossy());
        match (parts.next().as_deref(), parts.next()) {
            (Some("crates"), Some(folder)) => self.crates.contains(folder.as_ref()).then_some(""),
            _ => self.outside,
        }
    }

    /// Whether programs of tests from outside are built: those of the root, of physics and of search have one name.
    fn has_outside(&self, root: &Path) -> bool {
        self.outside.is_some() || self.crates.iter().any(|name| root.join("crates").join(name).join("tests").is_dir())
    }
}

/// Checks a crate, or what differs from the last commit; whether there is such a crate.
pub fn run(root: &Path, name: Option<&str>, report: &mut Report) -> bool {
    let selection = match name {
        Some(name) => Selection::of_crate(root, name),
        None => match changed(root) {
            Ok(files) => Some(Selection::of_files(files.iter().map(String::as_str))),
            Err(why) => {
                report.note("git", Err(why));
                return true;
            }
        },
    };
    let Some(selection) = selection else { return false };
    report.step("format", &mut cargo(root, &["fmt", "--all", "--check"]));
    // a package alone has other features and compiles its dependencies again; examples bring those of tests
    let libraries: &[&str] = &["--lib", "--bins", "--examples"];
    let targets: &[&str] = if selection.outside == Some("") { &["--all-targets"] } else { libraries };
    let lints = [&["clippy", "--profile", "work", "--workspace", "--locked"], targets, &["--", "-D", "warnings"]];
    report.step("lints", &mut cargo(root, &lints.concat()));
    if selection != Selection::default() {
        tests(root, &selection, report);
    }
    if let Some(seconds) = cpu_seconds_of_children() {
        println!("\n{seconds:.1} CPU-seconds");
    }
    true
}

/// Files that differ from the last commit, and those that are not in it; why git does not say.
fn changed(root: &Path) -> Result<Vec<String>, String> {
    let listed = |arguments: &[&str]| -> Result<Vec<String>, String> {
        let output =
            Command::new("git").current_dir(root).args(arguments).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    };
    let new = listed(&["ls-files", "--others", "--exclude-standard"])?;
    Ok([listed(&["diff", "--name-only", "HEAD"])?, new].concat())
}

/// Builds the test programs of the workspace that are out of date, and runs those that are selected.
fn tests(root: &Path, selection: &Selection, report: &mut Report) {
    let outside: &[&str] = if selection.has_outside(root) { &["--test", "tests"] } else { &[] };
    let build = ["test", "--profile", "work", "--workspace", "--locked", "--no-run", "--lib", "--bins"];
    let json = ["--message-format", "json-render-diagnostics"];
    let mut build = cargo(root, &[&build, outside, &json].concat());
    let output = build.stderr(Stdio::inherit()).output();
    let outcome = match &output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(output.status.to_string()),
        Err(error) => Err(error.to_string()),
    };
    report.note("build of the tests", outcome);
    let messages = output.map(|output| output.stdout).unwrap_or_default();
    for program in String::from_utf8_lossy(&messages).lines().filter_map(|line| TestProgram::of_message(root, line)) {
        let Some(filter) = selection.filter(&program.source) else { continue };
        let folder = if program.source.starts_with("crates/cli") { root } else { &program.folder(root) };
        let mut command = Command::new(&program.executable);
        command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder).args((!filter.is_empty()).then_some(filter));
        report.rust_tests(&format!("tests of {}", program.source.display()), &mut command);
    }
}

/// A test program that cargo has built.
#[derive(Debug, PartialEq)]
struct TestProgram {
    /// Its main file, below the root.
    source: PathBuf,
    executable: PathBuf,
}

impl TestProgram {
    /// Reads a line of cargo's JSON; `None` where it tells of anything else.
    fn of_message(root: &Path, line: &str) -> Option<TestProgram> {
        let text = |name: &str| {
            let (_, rest) = line.split_once(&format!("\"{name}\":\""))?;
            Some(PathBuf::from(rest.split('"').next()?.replace("\\\\", "\\")))
        };
        let is_test = line.split_once("\"profile\":{").is_some_and(|(_, rest)| rest.contains("\"test\":true}"));
        let source = text("src_path")?.strip_prefix(root).ok()?.to_path_buf();
        is_test.then_some(TestProgram { source, executable: text("executable")? })
    }

    /// The folder of its package, in which tests run.
    fn folder(&self, root: &Path) -> PathBuf {
        match self.source.starts_with("crates") {
            true => root.join(self.source.iter().take(2).collect::<PathBuf>()),
            false => root.to_path_buf(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_files_select_their_crates_and_what_looks_from_outside() {
        let of = |paths: &[&str]| Selection::of_files(paths.iter().copied());
        let text = of(&["crates/cli/help.rs"]);
        assert_eq!((text.crates.len(), text.outside), (1, None));
        assert_eq!(text.filter(Path::new("crates/cli/lib.rs")), Some(""));
        assert_eq!(text.filter(Path::new("crates/scenes/src/lib.rs")), None);
        assert_eq!(of(&["docs/python.md", "crates/cli/README.md"]).outside, Some("docs::"));
        assert_eq!(of(&["docs/python.md", "tests/scene.rs", "README.md"]).outside, Some(""));
        assert_eq!(of(&[]), Selection::default());
    }

    #[test]
    fn test_programs_are_found_in_what_cargo_says() {
        let line = "{\"reason\":\"compiler-artifact\",\"target\":{\"kind\":[\"test\"],\"name\":\"tests\",\
                    \"src_path\":\"/a/tests/main.rs\",\"test\":true},\"profile\":{\"opt_level\":\"3\",\"test\":true},\
                    \"executable\":\"/a/target/work/deps/tests-1\",\"fresh\":true}";
        let program = TestProgram::of_message(Path::new("/a"), line).expect("a program");
        assert_eq!(
            (program.source.as_path(), program.folder(Path::new("/a"))),
            (Path::new("tests/main.rs"), "/a".into())
        );
        let library = line.replace("\"3\",\"test\":true", "\"3\",\"test\":false");
        assert_eq!(TestProgram::of_message(Path::new("/a"), &library), None);
    }
}
