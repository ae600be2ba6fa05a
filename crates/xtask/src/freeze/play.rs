//! Plays groups of commands side by side, each in a folder of its own that holds the inputs.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::golden::{Entry, Files, Fingerprint};
use super::list::{Group, Step};
use super::mask;

/// What plays groups, and where.
#[derive(Clone, Copy, Debug)]
pub struct Player<'p> {
    pub program: &'p Path,
    /// Copied into the folder of each group.
    pub inputs: &'p Path,
    pub into: &'p Path,
}

/// Entries of a group, or what went wrong, by its name.
type Played = (String, Result<Vec<Entry>, String>);

impl Player<'_> {
    /// Plays all groups, as many at once as there are cores; in their order.
    pub fn all(self, groups: &[Group]) -> Vec<Played> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut played = Vec::new();
            while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                played.push((group.name.clone(), self.group(group)));
            }
            played
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        })
    }

    fn group(self, group: &Group) -> Result<Vec<Entry>, String> {
        let folder = self.into.join(&group.name);
        copy(self.inputs, &folder)?;
        let mut before = files(&folder)?;
        let mut entries = Vec::new();
        for step in &group.steps {
            match step {
                Step::Remove(name) => {
                    let path = folder.join(name);
                    fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                    before = files(&folder)?;
                }
                Step::Command { line, words, stdin, is_text } => {
                    let output = self.output(&folder, words, stdin.as_deref())?;
                    let after = files(&folder)?;
                    let code = output.status.code().map_or_else(|| output.status.to_string(), |code| code.to_string());
                    let printed = [&output.stdout, &output.stderr]
                        .map(|bytes| mask::masked(&String::from_utf8_lossy(bytes), &folder));
                    let written = changed(&before, &after);
                    let kept = if *is_text { Entry::shown } else { Entry::hashed };
                    entries.push(kept(line, &code, printed, &written));
                    before = after;
                }
            }
        }
        Ok(entries)
    }

    /// Runs a command with nothing of the environment that could change what it prints.
    fn output(self, folder: &Path, words: &[String], stdin: Option<&str>) -> Result<Output, String> {
        let stdin = match stdin {
            None => Stdio::null(),
            Some(name) => {
                let path = folder.join(name);
                File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?.into()
            }
        };
        let mut command = Command::new(self.program);
        command.current_dir(folder).args(words).stdin(stdin).env_clear();
        command.envs([("COLUMNS", "100"), ("LC_ALL", "C"), ("TZ", "UTC"), ("NO_COLOR", "1")]);
        // without it nothing starts on Windows
        command.envs(env::var_os("SystemRoot").map(|root| ("SystemRoot", root)));
        command.output().map_err(|error| format!("{}: {error}", self.program.display()))
    }
}

/// Files that are there now and were not, or were others; one that went has no bytes.
fn changed(before: &Files, after: &Files) -> Files {
    let gone = before.keys().filter(|path| !after.contains_key(*path));
    let gone = gone.map(|path| (path.clone(), Fingerprint { bytes: 0, hash: "removed".to_owned() }));
    let new = after.iter().filter(|(path, file)| before.get(*path) != Some(file));
    new.map(|(path, file)| (path.clone(), file.clone())).chain(gone).collect()
}

/// Every file below a folder, by path relative to it. What a run has saved before it makes a part is left out: its
/// files are named by chance, and are as many as time makes them.
pub fn files(folder: &Path) -> Result<Files, String> {
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut found = Files::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).map_err(|error| told(&next, error))? {
            let path = entry.map_err(|error| told(&next, error))?.path();
            if path.is_dir() {
                folders.extend(Some(path).filter(|path| !path.ends_with("blocks")));
                continue;
            }
            let content = fs::read(&path).map_err(|error| told(&path, error))?;
            let name: PathBuf = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
            found.insert(name, Fingerprint::of(&content));
        }
    }
    Ok(found)
}

/// Copies the files of a folder into one that is made.
fn copy(from: &Path, into: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{} into {}: {error}", from.display(), into.display());
    fs::create_dir_all(into).map_err(told)?;
    for entry in fs::read_dir(from).map_err(told)? {
        let path = entry.map_err(told)?.path();
        fs::copy(&path, into.join(path.file_name().unwrap_or_default())).map_err(told)?;
    }
    Ok(())
}
