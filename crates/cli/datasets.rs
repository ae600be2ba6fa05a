//! `tolley data`: what looks after datasets, and without a command which there are.

use std::fs;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use tolley_answers::render::shell_line;
use tolley_dataset::Dataset;

use crate::args::{self, DataCommand};
use crate::exit::{self, Stop};
use crate::kept::KeptAnswers;
use crate::{check, clean, export, headline, output, repair, status};

/// Datasets of more trials are not read for their first sentence.
const MOST_TRIALS: u64 = 200_000;

/// Does what is asked for, or lists the datasets of a folder.
pub fn run(args: &args::Data) -> Result<u8, Stop> {
    match &args.command {
        None => glance(args.folder.as_deref().unwrap_or(Path::new("runs")), args.json),
        Some(DataCommand::Status(args)) => status::run(args),
        Some(DataCommand::Check(args)) => check::run(args),
        Some(DataCommand::Repair(args)) => repair::run(args),
        Some(DataCommand::Merge(args)) => status::merge(args),
        Some(DataCommand::Finalize(args)) => status::finalize(args),
        Some(DataCommand::Clean(args)) => clean::run(args),
        Some(DataCommand::Export(args)) => export::run(args),
    }
}

/// A dataset as it is listed.
struct Glance {
    folder: PathBuf,
    question: String,
    trials: [u64; 2],
    says: Option<String>,
    /// Why it cannot be read, if so.
    broken: Option<String>,
    /// Whether it is an answer without a dataset of its own.
    is_answer: bool,
}

impl Glance {
    fn of(folder: PathBuf) -> Glance {
        if let Some(kept) = KeptAnswers::of(&folder) {
            let (question, says) = (kept.question(), Some(kept.says()));
            return Glance { folder, question, trials: [0, 0], says, broken: None, is_answer: true };
        }
        match Dataset::load(&folder) {
            Ok(dataset) => {
                let trials = [dataset.done_trials(), dataset.schedule().trials()];
                let question = dataset.manifest().question.clone();
                let question = question.unwrap_or_else(|| dataset.manifest().plan.study.clone());
                let says = (trials[0] <= MOST_TRIALS && trials[0] > 0).then(|| headline::text(&dataset)).flatten();
                Glance { folder, question, trials, says, broken: None, is_answer: false }
            }
            Err(error) => {
                let broken = Some(error.to_string().lines().next().unwrap_or_default().to_owned());
                Glance { folder, question: String::new(), trials: [0, 0], says: None, broken, is_answer: false }
            }
        }
    }

    fn is_complete(&self) -> bool {
        self.trials[0] == self.trials[1]
    }

    /// The command that goes on.
    fn next(&self) -> String {
        let folder = shell_line(&[self.folder.display().to_string()]);
        match (&self.broken, self.is_complete()) {
            (Some(_), _) => format!("tolley data repair {folder}"),
            (None, true) => format!("tolley show {folder}"),
            (None, false) => format!("tolley data status {folder}; the command that began it goes on"),
        }
    }

    fn text(&self, width: usize) -> String {
        let line = |text: &str| format!("  {}\n", output::wrapped(text, width.saturating_sub(4), "    "));
        let mut text = format!("{}\n", self.folder.display());
        match &self.broken {
            Some(broken) => text += &line(&format!("cannot be read: {broken}")),
            None => {
                text += &line(&self.question);
                let [done, planned] = self.trials.map(HumanCount);
                text += &if self.is_answer {
                    line("an answer")
                } else if self.is_complete() {
                    line(&format!("{planned} trials, complete"))
                } else {
                    line(&format!("{done} of {planned} trials"))
                };
                text.extend(self.says.iter().map(|says| line(says)));
            }
        }
        text + &line(&self.next())
    }

    fn json(&self) -> Json {
        let [done, planned] = self.trials;
        json!({
            "dataset": self.folder.display().to_string(), "question": self.question, "complete": self.broken.is_none() && self.is_complete(),
            "trials": { "done": done, "planned": planned }, "says": self.says, "broken": self.broken,
            "next": self.next(),
        })
    }
}

/// Whether a folder is a dataset, or an answer that has none: one that lies next to its dataset goes with that.
fn is_shown(folder: &Path) -> bool {
    folder.join("manifest.json").is_file() || folder.join("best.json").is_file()
}

/// Lists the datasets of a folder: question, how far, what it says, how to go on.
fn glance(folder: &Path, is_json: bool) -> Result<u8, Stop> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && folder == Path::new("runs") => {
            if is_json {
                output::json(&json!([]))?;
            } else {
                output::result(
                    "There is no folder runs/ here yet: tolley run knuckling_down makes the first dataset.",
                )?;
            }
            return Ok(exit::DONE);
        }
        Err(error) => return Err(Stop::new(exit::BAD_INPUT, format!("error: {}: {error}", folder.display()))),
    };
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| is_shown(path)).collect();
    folders.sort();
    let glances: Vec<Glance> = folders.into_iter().map(Glance::of).collect();
    if is_json {
        output::json(&glances.iter().map(Glance::json).collect::<Vec<_>>())?;
    } else if glances.is_empty() {
        output::result(&format!("There is no dataset in {}.", folder.display()))?;
    } else {
        let width = output::width();
        let texts: Vec<String> = glances.iter().map(|glance| glance.text(width)).collect();
        output::result(&texts.join("\n"))?;
    }
    Ok(exit::DONE)
}
