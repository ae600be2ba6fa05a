//! Runs steps, says what it runs, and counts what passed and failed.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// What passed and failed so far.
#[derive(Debug, Default)]
pub struct Report {
    passed: u64,
    failed: u64,
    failures: Vec<String>,
    /// What took long, and how long, s.
    slow: Vec<(String, u64)>,
}

/// What takes longer is told at the end, s.
const SLOW_S: u64 = 20;

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
        let (failed_before, begun) = (self.failed, Instant::now());
        let counted = self.count_tests(command);
        self.took(name, begun);
        match counted {
            // a test binary that does not build or dies reports no failed test
            Ok(false) if self.failed == failed_before => drop(self.note(name, Err("cargo test failed".to_owned()))),
            Ok(false) => self.failures.push(format!("{name}: {} failed", self.failed - failed_before)),
            Ok(true) => {}
            Err(error) => drop(self.note(name, Err(error.to_string()))),
        }
    }

    fn count_tests(&mut self, command: &mut Command) -> std::io::Result<bool> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).lines() {
                let line = line?;
                println!("{line}");
                if let Some((passed, failed)) = tests_of(&line) {
                    self.passed += passed;
                    self.failed += failed;
                }
            }
        }
        Ok(child.wait()?.success())
    }

    /// Adds what passed and failed in another.
    pub fn add(&mut self, other: Report) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.failures.extend(other.failures);
        self.slow.extend(other.slow);
    }

    /// Notes when it took long.
    pub fn took(&mut self, name: &str, begun: Instant) {
        let seconds = begun.elapsed().as_secs();
        if seconds >= SLOW_S {
            self.slow.push((name.to_owned(), seconds));
        }
    }

    /// Prints what took long, what failed, and the last line.
    pub fn finish(self) -> ExitCode {
        println!();
        for (name, seconds) in &self.slow {
            println!("{seconds:>5} s  {name}");
        }
        for failure in &self.failures {
            println!("FAILED {failure}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
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

#[cfg(test)]
mod tests {
    use super::tests_of;

    #[test]
    fn a_result_line_is_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s";
        assert_eq!(tests_of(line), Some((12, 3)));
        assert_eq!(tests_of("test physics::falls ... ok"), None);
    }
}
