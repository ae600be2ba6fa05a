//! The freeze: what commands print and write today, kept under `tests/golden`, so that a change shows what it moves.

mod diff;
mod golden;
mod list;
mod mask;
mod play;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::report::Report;
use crate::scenarios;
use golden::Entry;
use list::Group;

/// Where the golden files and the list of commands are.
const FOLDER: &str = "tests/golden";
/// The golden file of all scenarios.
const SCENARIOS: &str = "scenarios";
const ADVICE: &str = "A change on purpose is accepted by `cargo xtask freeze`; commit tests/golden with a message that \
                      says why it moved.";

/// Where the commands come from and go to.
#[derive(Clone, Copy, Debug)]
pub struct Freeze<'r> {
    /// The workspace.
    pub root: &'r Path,
    /// Folder below the target folder that has the program: `release` or `work`.
    pub profile: &'r str,
    /// Names of groups; all where there are none.
    pub groups: &'r [&'r str],
}

impl Freeze<'_> {
    /// Plays what is wanted, the scenarios too, and then compares, or writes anew.
    pub fn play(self, is_check: bool, report: &mut Report) {
        let mut runs = PathBuf::new();
        if self.is_wanted(SCENARIOS) {
            runs = scenarios::fresh_folder(self.root, "frozen");
            scenarios::play_all(self.root, self.profile, &runs, report);
        }
        if is_check { self.check(&runs, report) } else { self.accept(&runs, report) }
    }

    fn is_wanted(self, group: &str) -> bool {
        self.groups.is_empty() || self.groups.contains(&group)
    }

    /// Compares what is played now with the golden files; the datasets of the scenarios are played already.
    pub fn check(self, runs: &Path, report: &mut Report) {
        let Some(played) = self.played(runs, report) else { return };
        let kept = self.root.join(FOLDER);
        let mut is_moved = false;
        for (name, entries) in &played {
            let file = format!("{FOLDER}/{name}.txt");
            let moved = match read(&kept.join(format!("{name}.txt"))) {
                Ok(text) => golden::moved(&golden::parsed(&text), entries),
                Err(error) => vec![error],
            };
            moved.iter().for_each(|difference| eprintln!("--- {file}\n+++ played now\n{difference}"));
            is_moved |= !moved.is_empty();
            let said = format!("{} of {} commands moved", moved.len(), entries.len());
            report.note(&file, if moved.is_empty() { Ok(()) } else { Err(said) });
        }
        for stray in self.stray(&played) {
            is_moved = true;
            report.note(&format!("{FOLDER}/{stray}"), Err("no group of this name is played".to_owned()));
        }
        if is_moved {
            eprintln!("{ADVICE}");
        }
    }

    /// Writes the golden files anew.
    pub fn accept(self, runs: &Path, report: &mut Report) {
        let Some(played) = self.played(runs, report) else { return };
        let kept = self.root.join(FOLDER);
        for (name, entries) in &played {
            let file = kept.join(format!("{name}.txt"));
            let written = fs::write(&file, golden::text(entries));
            report.note(name, written.map_err(|error| format!("{}: {error}", file.display())));
        }
        for stray in self.stray(&played) {
            let removed = fs::remove_file(kept.join(&stray));
            report.note(&stray, removed.map_err(|error| format!("{stray}: {error}")));
        }
    }

    /// What each group gives, by its name, the scenarios being one; nothing where the list cannot be read.
    fn played(self, runs: &Path, report: &mut Report) -> Option<BTreeMap<String, Vec<Entry>>> {
        let begun = Instant::now();
        let commands = self.root.join(FOLDER).join("commands.txt");
        let groups = read(&commands).and_then(|text| list::parsed(&text));
        let groups: Vec<Group> = match groups {
            Ok(groups) => groups.into_iter().filter(|group| self.is_wanted(&group.name)).collect(),
            Err(error) => {
                report.note("tests/golden/commands.txt", Err(error));
                return None;
            }
        };
        let folder = scenarios::fresh_folder(self.root, "freeze");
        let program = scenarios::built(self.root, self.profile, "tolley");
        let player = play::Player { program: &program, inputs: &self.root.join(FOLDER).join("inputs"), into: &folder };
        let mut played = BTreeMap::new();
        for (group, outcome) in player.all(&groups) {
            match outcome {
                Ok(entries) => drop(played.insert(group, entries)),
                Err(error) => drop(report.note(&format!("freeze of {group}"), Err(error))),
            }
        }
        if self.is_wanted(SCENARIOS) {
            match self.scenarios(runs) {
                Ok(entries) => drop(played.insert(SCENARIOS.to_owned(), entries)),
                Err(error) => drop(report.note("freeze of scenarios", Err(error))),
            }
        }
        report.took("freeze", begun);
        let wanted = groups.len() + usize::from(self.is_wanted(SCENARIOS));
        if wanted == 0 {
            report.note("freeze", Err("no group is named so".to_owned()));
        }
        // what could not be played would count as gone
        (played.len() == wanted).then_some(played)
    }

    /// An entry a scenario or scene, of what `scenarios::play_all` left.
    fn scenarios(self, runs: &Path) -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        for scenario in scenarios::files(self.root) {
            let name = scenario.strip_prefix(self.root).unwrap_or(&scenario).display().to_string();
            let dataset = runs.join(scenario.file_stem().unwrap_or_default());
            let [stdout, stderr] = ["stdout", "stderr"].map(|end| read(&dataset.with_extension(end)));
            let files = if dataset.is_dir() { play::files(&dataset)? } else { BTreeMap::new() };
            let masked = |text: String| mask::masked(&text, runs);
            entries.push(Entry::hashed(&name, "0", [masked(stdout?), masked(stderr?)], &files));
        }
        Ok(entries)
    }

    /// Golden files of groups that are no more, where all are played.
    fn stray(self, played: &BTreeMap<String, Vec<Entry>>) -> Vec<String> {
        if !self.groups.is_empty() {
            return Vec::new();
        }
        let files = fs::read_dir(self.root.join(FOLDER)).into_iter().flatten().flatten().map(|file| file.path());
        let texts = files.filter(|path| path.extension().is_some_and(|end| end == "txt"));
        let names = texts.filter_map(|path| path.file_stem().map(|name| name.display().to_string()));
        let mut stray: Vec<String> = names
            .filter(|name| name != "commands" && !played.contains_key(name))
            .map(|name| format!("{name}.txt"))
            .collect();
        stray.sort();
        stray
    }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}
