//! Runs steps, says what it runs, and counts what passed and failed.

use std::io::{BufRead, BufReader};
use std::process::{ChildStderr, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

/// What passed and failed so far.
#[derive(Debug, Default)]
pub struct Report {
    passed: u64,
    failed: u64,
    failures: Vec<String>,
    /// How long each part took, s.
    took: Vec<(String, f64)>,
}

/// The slowest parts, which are told at the end.
const SLOWEST: usize = 10;

impl Report {
    /// Runs a command as one step; whether it succeeded.
    pub fn step(&mut self, name: &str, command: &mut Command) -> bool {
        announce(name, command);
        let begun = Instant::now();
        let status = command.status();
        self.took(name, begun);
        let outcome = match status {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(status.to_string()),
            Err(error) => Err(format!("{}: {error}", command.get_program().display())),
        };
        self.note(name, outcome)
    }

    /// Counts a check that is already made; whether it succeeded.
    pub fn note(&mut self, name: &str, outcome: Result<(), String>) -> bool {
        match &outcome {
            Ok(()) => self.passed += 1,
            Err(error) => {
                eprintln!("FAILED {name}: {error}");
                self.failed += 1;
                self.failures.push(format!("{name}: {error}"));
            }
        }
        outcome.is_ok()
    }

    /// Runs `cargo test`, passes its output on, and counts its tests one by one.
    pub fn rust_tests(&mut self, name: &str, command: &mut Command) {
        announce(name, command);
        let failed_before = self.failed;
        match self.count_tests(command) {
            // a test binary that does not build or dies reports no failed test
            Ok(false) if self.failed == failed_before => drop(self.note(name, Err("cargo test failed".to_owned()))),
            Ok(false) => self.failures.push(format!("{name}: {} failed", self.failed - failed_before)),
            Ok(true) => {}
            Err(error) => drop(self.note(name, Err(error.to_string()))),
        }
    }

    fn count_tests(&mut self, command: &mut Command) -> std::io::Result<bool> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let phases = Mutex::new(Phases::new());
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let counted = thread::scope(|scope| {
            let said = scope.spawn(|| stderr.map_or(Ok(()), |stderr| phases_said(stderr, &phases)));
            for line in stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
                let line = line?;
                println!("{line}");
                if let Some((passed, failed)) = tests_of(&line) {
                    self.passed += passed;
                    self.failed += failed;
                }
            }
            said.join().unwrap_or(Ok(()))
        });
        let succeeded = child.wait()?.success();
        let phases = phases.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        self.took.extend(phases.ended());
        counted.map(|()| succeeded)
    }

    /// Adds what passed and failed in another.
    pub fn add(&mut self, other: Report) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        self.took.extend(other.took);
    }

    /// Notes how long a part took.
    pub fn took(&mut self, name: &str, begun: Instant) {
        self.took.push((name.to_owned(), begun.elapsed().as_secs_f64()));
    }

    /// The parts that took longest, the longest first.
    fn slowest(&self) -> Vec<&(String, f64)> {
        let mut parts: Vec<_> = self.took.iter().collect();
        parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        parts.truncate(SLOWEST);
        parts
    }

    /// Prints what took longest, what failed, and the last line.
    pub fn finish(self) -> ExitCode {
        println!("\nThe slowest parts:");
        for (name, seconds) in self.slowest() {
            println!("{seconds:>7.1} s  {name}");
        }
        for failure in &self.failures {
            println!("FAILED {failure}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// What `cargo test` does in turn: it builds, then runs one test binary after the other.
#[derive(Debug)]
struct Phases {
    /// The package whose tests run, as its library is called.
    package: String,
    /// What is done now, and since when.
    now: (String, Instant),
    took: Vec<(String, f64)>,
}

impl Phases {
    fn new() -> Phases {
        Phases { package: String::new(), now: ("build of the Rust tests".to_owned(), Instant::now()), took: Vec::new() }
    }

    /// A line that cargo says; one that begins a test binary ends what was done before.
    fn said(&mut self, line: &str) {
        match binary_of(line) {
            Some(Binary::Library(name)) => {
                self.package.clone_from(&name);
                self.next(format!("tests in {name}"));
            }
            Some(Binary::Tests(file)) => self.next(format!("{file} of {}", self.package)),
            Some(Binary::Docs(name)) => self.next(format!("doc tests of {name}")),
            None => {}
        }
    }

    fn next(&mut self, name: String) {
        let (before, begun) = std::mem::replace(&mut self.now, (name, Instant::now()));
        self.took.push((before, begun.elapsed().as_secs_f64()));
    }

    fn ended(mut self) -> Vec<(String, f64)> {
        self.next(String::new());
        self.took
    }
}

/// Passes on what cargo says, and notes when a test binary begins.
fn phases_said(stderr: ChildStderr, phases: &Mutex<Phases>) -> std::io::Result<()> {
    for line in BufReader::new(stderr).lines() {
        let line = line?;
        eprintln!("{line}");
        phases.lock().unwrap_or_else(std::sync::PoisonError::into_inner).said(&line);
    }
    Ok(())
}

/// A test binary.
#[derive(Debug, PartialEq)]
enum Binary {
    /// Tests in a library or program itself, by its name.
    Library(String),
    /// Tests from outside, by their file.
    Tests(String),
    /// Examples in the documentation of a library.
    Docs(String),
}

/// The test binary that a line of cargo begins: `Running unittests src/lib.rs (target/release/deps/NAME-HASH)`,
/// `Running tests/main.rs (...)`, `Doc-tests NAME`.
fn binary_of(line: &str) -> Option<Binary> {
    let line = line.trim_start();
    if let Some(name) = line.strip_prefix("Doc-tests ") {
        return Some(Binary::Docs(name.to_owned()));
    }
    let (source, file) = line.strip_prefix("Running ")?.strip_suffix(')')?.split_once(" (")?;
    if !source.starts_with("unittests ") {
        return Some(Binary::Tests(source.to_owned()));
    }
    let name = file.rsplit(['/', '\\']).next()?;
    Some(Binary::Library(name.rsplit_once('-').map_or(name, |(name, _)| name).to_owned()))
}

fn announce(name: &str, command: &Command) {
    let words: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
    let program = std::path::Path::new(command.get_program());
    let program = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    println!("\n== {name}: {program} {}", words.join(" "));
}

/// Passed and failed of a line such as `test result: ok. 12 passed; 0 failed; 1 ignored; ...`.
fn tests_of(line: &str) -> Option<(u64, u64)> {
    let counts = line.strip_prefix("test result: ")?.split_once(". ")?.1;
    let count = |name: &str| {
        let part = counts.split("; ").find(|part| part.ends_with(name))?;
        part.split(' ').next()?.parse().ok()
    };
    Some((count(" passed")?, count(" failed")?))
}

/// CPU time of all children that have ended, in seconds, where the system says so: fields 16 and 17 of
/// `/proc/self/stat`, in hundredths (proc(5)).
pub fn cpu_seconds_of_children() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // the name before, in brackets, may hold spaces
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    Some((ticks(16)? + ticks(17)?) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::{Phases, Report, binary_of, tests_of};

    #[test]
    fn a_result_line_is_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s";
        assert_eq!(tests_of(line), Some((12, 3)));
        assert_eq!(tests_of("test physics::falls ... ok"), None);
    }

    #[test]
    fn the_time_of_each_test_binary_is_noted() {
        let mut phases = Phases::new();
        for line in [
            "   Compiling tolley v0.1.0 (/a)",
            "     Running unittests src/lib.rs (target/release/deps/tolley_physics-0a1b)",
            "     Running tests/main.rs (target/release/deps/tests-0a1b)",
            "   Doc-tests tolley_physics",
        ] {
            phases.said(line);
        }
        let names: Vec<String> = phases.ended().into_iter().map(|(name, _)| name).collect();
        let expected = [
            "build of the Rust tests",
            "tests in tolley_physics",
            "tests/main.rs of tolley_physics",
            "doc tests of tolley_physics",
        ];
        assert_eq!(names, expected);
        assert_eq!(binary_of("Running"), None);
    }

    #[test]
    fn the_ten_slowest_are_told_the_slowest_first() {
        let report =
            Report { took: (0..12).map(|i| (i.to_string(), f64::from(i * 5 % 12))).collect(), ..Report::default() };
        let seconds: Vec<f64> = report.slowest().iter().map(|(_, seconds)| *seconds).collect();
        assert_eq!(seconds, [11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0]);
    }
}
