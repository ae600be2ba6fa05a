//! How the answer to a question about a dataset is said and kept.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tolley_answers::tidy::Tidy;
use tolley_answers::{limited, written};
use tolley_dataset::Dataset;
use tolley_session::place::VERSIONS;

use crate::exit::Stop;
use crate::known;
use crate::output;

/// How an answer is said and kept.
pub struct Written<'a> {
    pub dataset: &'a Dataset,
    /// What the folder is called after the dataset.
    pub ending: &'static str,
    /// SI, all digits.
    pub object: Json,
    /// One estimate a row.
    pub tidy: Tidy,
    pub has_csv: bool,
}

impl Written<'_> {
    /// Prints it, as an object or for people, and then keeps it, so that what cannot be written has been seen.
    pub fn tell(&self, is_json: bool, text: impl FnOnce() -> String) -> Result<(), Stop> {
        let folder = self.folder()?;
        if is_json {
            output::json(&self.object)?;
        } else {
            let limited = limited::lines(self.dataset, known::plan_of(self.dataset).as_ref(), output::width())?;
            output::result(&format!("{limited}{}answer: {}\n", text(), folder.display()))?;
        }
        self.keep(&folder)
    }

    /// Where it goes.
    pub fn folder(&self) -> Result<PathBuf, Stop> {
        Ok(written::beside(self.dataset.dir(), self.ending)?)
    }

    /// Keeps it in a folder.
    pub fn keep(&self, folder: &Path) -> Result<(), Stop> {
        Ok(written::keep(folder, &self.object, &self.tidy, self.has_csv, VERSIONS)?)
    }
}

/// Says of an object how its dataset was made: by which seed, with how many trials at each point, and where the nearest
/// was played of what was asked.
pub fn say_made(object: &mut Json, dataset: &Dataset) -> Result<(), Stop> {
    let plan = &dataset.manifest().plan;
    (object["seed"], object["repeats"]) = (plan.seed.into(), plan.grid.repeats.into());
    if dataset.manifest().limited.is_some() {
        object["limited"] = limited::object(dataset, known::plan_of(dataset).as_ref())?;
    }
    Ok(())
}
