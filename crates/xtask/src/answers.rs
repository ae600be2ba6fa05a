//! The answers of `docs/answers.md`: `cargo xtask answers`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::report::{Report, cpu_seconds_of_children};
use crate::scenarios;

/// What is said by hand stands above this line, what is said by the program below.
const MARK: &str = "<!-- below: `cargo xtask answers` -->";

/// Plays these questions, `TGQ4` or with other repeats `TGQ4:300`, all where "all" is asked for, and puts every answer
/// that was ever played into the page.
pub fn write(root: &Path, questions: &[&str], report: &mut Report) {
    let tolley = scenarios::built(root, "release", "tolley");
    for asked in asked(&tolley, questions) {
        let (id, repeats) = asked.split_once(':').map_or((asked.as_str(), None), |(id, n)| (id, Some(n)));
        let outcome = play(root, &tolley, id, repeats);
        report.note(&format!("answer {id}"), outcome);
    }
    report.note("docs/answers.md", page(root));
}

fn asked(tolley: &Path, questions: &[&str]) -> Vec<String> {
    if questions != ["all"] {
        return questions.iter().map(|id| (*id).to_owned()).collect();
    }
    let listed = Command::new(tolley).arg("answer").output().map(|output| output.stdout).unwrap_or_default();
    let listed = String::from_utf8_lossy(&listed).into_owned();
    listed.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

fn folder(root: &Path) -> PathBuf {
    root.join("docs/answers")
}

/// Plays a question and keeps what is printed, under a line that says when and how long; what was played before of the
/// same datasets counts too.
fn play(root: &Path, tolley: &Path, id: &str, repeats: Option<&str>) -> Result<(), String> {
    let runs = scenarios::target(root).join("xtask/answers").join(id);
    let mut command = Command::new(tolley);
    command.current_dir(root).args(["answer", id, "--quiet", "-o"]).arg(&runs);
    command.args(repeats.iter().flat_map(|repeats| ["--repeats", repeats]));
    let (begun, before) = (Instant::now(), cpu_seconds_of_children());
    let output = command.output().map_err(|error| error.to_string())?;
    if output.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let took = match (before, cpu_seconds_of_children()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed().as_secs_f64(),
    };
    let kept = runs.with_extension("seconds");
    let earlier = fs::read_to_string(&kept).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0.0);
    let seconds = earlier + took;
    fs::write(&kept, format!("{seconds:.1}\n")).map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stdout).replace(&runs.display().to_string(), &format!("runs/{id}"));
    let unit = if before.is_some() { "CPU-seconds" } else { "s" };
    let (day, version) = (line_of("date", &["-u", "+%F"]), line_of(&tolley.display().to_string(), &["--version"]));
    let head = format!("{day}, {version}, {seconds:.0} {unit}\n\n");
    fs::create_dir_all(folder(root)).map_err(|error| error.to_string())?;
    fs::write(folder(root).join(format!("{id}.txt")), head + &told).map_err(|error| error.to_string())
}

/// The first line that a command prints.
fn line_of(program: &str, arguments: &[&str]) -> String {
    let printed = Command::new(program).args(arguments).output().map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&printed).lines().next().unwrap_or_default().to_owned()
}

/// Writes the page: what is said by hand, and of every answer the question, the decisions and where all of it stands.
fn page(root: &Path) -> Result<(), String> {
    let path = root.join("docs/answers.md");
    let told = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let by_hand = told.split(MARK).next().unwrap_or_default();
    let mut files: Vec<PathBuf> = fs::read_dir(folder(root))
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort_by_key(|path| number(&name(path)));
    let entries: Vec<String> = files
        .iter()
        .map(|path| Ok(entry(&name(path), &fs::read_to_string(path)?)))
        .collect::<std::io::Result<_>>()
        .map_err(|error| error.to_string())?;
    fs::write(&path, format!("{by_hand}{MARK}\n\n{}", entries.join("\n"))).map_err(|error| error.to_string())
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Marbles before coins, then by number.
fn number(id: &str) -> (bool, u32) {
    (id.starts_with('C'), id.trim_start_matches(char::is_alphabetic).parse().unwrap_or(u32::MAX))
}

/// One answer: its question, its decisions, and the commands that were asked.
fn entry(id: &str, told: &str) -> String {
    let (played, told) = told.split_once("\n\n").unwrap_or(("", told));
    let mut lines = told.lines();
    let question = lines.next().unwrap_or_default();
    // what stands farther in goes on with what is above it
    let decision = |line: &str| {
        let lead = if line.starts_with("    ") { "  " } else { "- " };
        format!("{lead}{}\n", line.trim())
    };
    let decisions: String = lines.by_ref().take_while(|line| !line.is_empty()).map(decision).collect();
    let mut commands: Vec<String> =
        told.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("    {line}\n")).collect();
    // several tables of one command stand one below the other
    commands.dedup();
    let commands = commands.concat();
    let mut seeds: Vec<&str> = told.split("seed ").skip(1).filter_map(leading_number).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let seeds = seeds.join(" and ");
    let open = told.lines().find_map(|line| line.strip_prefix("not asked here: "));
    let open = open.map_or_else(String::new, |open| format!("\nNot asked: {open}.\n"));
    format!(
        "## {question}\n\n{decisions}{open}\n{commands}\n[All of it, with its assumptions](answers/{id}.txt); {played}, seed {seeds}.\n"
    )
}

fn leading_number(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_each_decision_with_what_its_strata_say() {
        let told = "2026-11-25, tolley 1, 9 CPU-seconds\n\nTGQ7: Does it?\n  a: no\n    robust: 1 of 1\n  b: yes\n\n\
                    > tolley one\n\ntable, seed 7, 95 %\n\n> tolley one\n\nnot asked here: more\n";
        assert_eq!(
            entry("TGQ7", told),
            "## TGQ7: Does it?\n\n- a: no\n  robust: 1 of 1\n- b: yes\n\nNot asked: more.\n\n    tolley one\n\n\
             [All of it, with its assumptions](answers/TGQ7.txt); 2026-11-25, tolley 1, 9 CPU-seconds, seed 7.\n"
        );
    }
}
