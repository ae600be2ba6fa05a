//! Answers that come with the program, and the cards of `docs/answers.md`: `cargo xtask answers`.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::report::Report;
use crate::scenarios;

/// What is said by hand stands above this line, the cards below.
const MARK: &str = "<!-- below: `cargo xtask answers` -->";
/// CPU-minutes for all scenarios of a question, where nobody says otherwise.
const MINUTES: f64 = 3.0;
/// What stands above and below the list of the stored files.
const LIST: [&str; 2] = [
    "//! Written by `cargo xtask answers`: the questions whose answers come with the program, each with its file.

macro_rules! stored {
    ($($question:literal,)*) => {
        /// Questions, each with the text of its file.
        pub const STORED: &[(&str, &str)] =
            &[$(($question, include_str!(concat!(\"../../stored/\", $question, \".json\")))),*];
    };
}

stored! {
",
    "}
",
];

/// What is played, and how.
#[derive(Debug, PartialEq)]
pub struct Wanted<'a> {
    /// Whether what is stored and of today is left as it is.
    only_missing: bool,
    /// CPU-minutes for each question.
    minutes: f64,
    /// The profile of the program.
    profile: &'a str,
    /// Questions and scenarios; all research questions where none is named.
    questions: Vec<&'a str>,
}

impl<'a> Wanted<'a> {
    /// Reads `[--missing] [--minutes N] [--profile NAME] [QUESTION..]`.
    pub fn of(words: &[&'a str]) -> Option<Wanted<'a>> {
        let mut wanted = Wanted { only_missing: false, minutes: MINUTES, profile: "release", questions: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--missing" => wanted.only_missing = true,
                "--minutes" => {
                    wanted.minutes = words.next()?.parse().ok().filter(|minutes: &f64| *minutes > 0.0)?;
                }
                "--profile" => wanted.profile = words.next()?,
                flag if flag.starts_with('-') => return None,
                "all" => {}
                question => wanted.questions.push(question),
            }
        }
        Some(wanted)
    }
}

/// Plays questions, keeps the answer of each in a file as soon as it is there, and puts the cards of all that are
/// stored into the page.
pub fn write(root: &Path, wanted: &Wanted<'_>, report: &mut Report) {
    if !build(root, wanted.profile, report) {
        return;
    }
    let tolley = scenarios::built(root, wanted.profile, "tolley");
    let mut has_played = false;
    for id in asked(&tolley, wanted) {
        if wanted.only_missing && card(&tolley, &id).is_ok() {
            report.note(&format!("answer {id}, stored before"), Ok(()));
            continue;
        }
        let played = play(root, &tolley, &id, wanted.minutes).and_then(|()| list(root));
        has_played |= report.note(&format!("answer {id}"), played);
    }
    // the program has the files in it
    if !has_played || build(root, wanted.profile, report) {
        report.note("docs/answers.md", page(root, &tolley));
    }
}

/// Builds the program, in the profile of work together with the tests, as everywhere.
fn build(root: &Path, profile: &str, report: &mut Report) -> bool {
    let mut words = vec!["build", "--profile", profile, "--workspace", "--bins"];
    words.push(if profile == "release" { "--locked" } else { "--tests" });
    report.step(&format!("build, {profile}"), &mut crate::cargo(root, &words))
}

/// The questions that are named, else all that there are.
fn asked(tolley: &Path, wanted: &Wanted<'_>) -> Vec<String> {
    if !wanted.questions.is_empty() {
        return wanted.questions.iter().map(|id| (*id).to_owned()).collect();
    }
    let listed = Command::new(tolley).arg("ask").output().map(|output| output.stdout).unwrap_or_default();
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let ids = listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|id| is_research(id));
    ids.map(str::to_owned).collect()
}

/// Plays a question and stores its answer. What was played before an interruption is not played again.
fn play(root: &Path, tolley: &Path, id: &str, cpu_minutes: f64) -> Result<(), String> {
    let runs = scenarios::target(root).join("xtask/answers").join(id);
    fs::create_dir_all(&runs).map_err(|error| format!("{}: {error}", runs.display()))?;
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let minutes = (cpu_minutes / cores as f64).to_string();
    // in a folder of its own, so that commands name none
    let mut command = Command::new(tolley);
    command.current_dir(&runs).args(["ask", id, "--quiet", "--minutes", &minutes, "--store"]);
    command.arg(stored(root).join(format!("{id}.json")));
    output_of(&mut command).map(drop)
}

/// What a command prints; what it says where it fails.
fn output_of(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim_end().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The folder of the stored files.
fn stored(root: &Path) -> PathBuf {
    root.join("crates/answers/stored")
}

/// The questions that have a stored file.
fn questions(root: &Path) -> Result<Vec<String>, String> {
    let files = fs::read_dir(stored(root)).map_err(|error| error.to_string())?;
    let names = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
    let mut questions: Vec<String> = names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect();
    questions.sort_by_key(|id| order(id));
    Ok(questions)
}

/// Writes the list of the stored files, which the program includes.
fn list(root: &Path) -> Result<(), String> {
    let lines = questions(root)?.iter().map(|id| format!("    {id:?},\n")).collect::<String>();
    let path = root.join("crates/answers/src/stored/list.rs");
    fs::write(&path, LIST.join(&lines)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts the card of each stored answer into the page.
fn page(root: &Path, tolley: &Path) -> Result<(), String> {
    let path = root.join("docs/answers.md");
    let mut text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    for id in questions(root)?.iter().filter(|id| is_research(id)) {
        text = with_card(&text, id, &card(tolley, id)?);
    }
    fs::write(&path, text).map_err(|error| error.to_string())
}

/// The card of the stored answer to a question, under a heading with its number; why there is none that is of today.
fn card(tolley: &Path, id: &str) -> Result<String, String> {
    let card = output_of(Command::new(tolley).args(["ask", id, "--stored", "--markdown"]))?;
    let heading = card.strip_prefix("## ").ok_or_else(|| format!("{id}: no card: {card}"))?;
    let heading = heading.trim_start_matches(&format!("{id}: "));
    let mut letters = heading.chars();
    let capital = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    Ok(format!("## {id}: {capital}{}", letters.as_str()))
}

/// The page with this card in the place of the one of the same number, else in the order of numbers.
fn with_card(page: &str, id: &str, card: &str) -> String {
    let (by_hand, cards) = page.split_once(MARK).unwrap_or((page, ""));
    let mut all: Vec<(&str, &str)> =
        cards.split("\n## ").skip(1).filter_map(|text| Some((text.split_once(':')?.0, text))).collect();
    let card = card.trim_start_matches("## ");
    all.retain(|(known, _)| *known != id);
    all.push((id, card));
    all.sort_by_key(|(id, _)| order(id));
    let cards: String = all.iter().map(|(_, text)| format!("\n## {}\n", text.trim_end())).collect();
    format!("{by_hand}{MARK}\n{cards}")
}

/// Whether it is the number of a research question, and no scenario.
fn is_research(id: &str) -> bool {
    id.contains("GQ")
}

/// Marbles before coins, then by number; scenarios last.
fn order(id: &str) -> (bool, bool, u32, String) {
    let number = id.trim_start_matches(char::is_alphabetic).parse().unwrap_or(u32::MAX);
    (!is_research(id), id.starts_with('C'), number, id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_takes_the_place_of_the_one_before_and_stands_in_order() {
        let page = format!("# Answers\n\n{MARK}\n\n## TGQ2: Where?\n\nHere.\n\n## CGQ1: Fair?\n\nYes.\n");
        let page = with_card(&page, "TGQ10", "## TGQ10: Seats?\n\nFair.\n");
        let page = with_card(&page, "TGQ2", "## TGQ2: Where?\n\nThere.\n");
        let expected = "\n## TGQ2: Where?\n\nThere.\n\n## TGQ10: Seats?\n\nFair.\n\n## CGQ1: Fair?\n\nYes.\n";
        assert_eq!(page, format!("# Answers\n\n{MARK}\n{expected}"));
    }

    #[test]
    fn words_say_what_is_played() {
        let all = Wanted { only_missing: false, minutes: MINUTES, profile: "release", questions: Vec::new() };
        assert_eq!(Wanted::of(&[]), Some(all));
        let some = Wanted { only_missing: true, minutes: 0.5, profile: "work", questions: vec!["CGQ7", "best_die"] };
        let words = ["--missing", "--minutes", "0.5", "CGQ7", "--profile", "work", "best_die"];
        assert_eq!(Wanted::of(&words), Some(some));
        for wrong in [&["--minutes"][..], &["--minutes", "-1"], &["--profile"], &["--mising"]] {
            assert_eq!(Wanted::of(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_list_is_as_it_is_written() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let lines: String = questions(&root).expect("a folder").iter().map(|id| format!("    {id:?},\n")).collect();
        let known = fs::read_to_string(root.join("crates/answers/src/stored/list.rs")).expect("the list");
        assert_eq!(known, LIST.join(&lines), "every stored file is in the program: cargo xtask answers");
    }
}
