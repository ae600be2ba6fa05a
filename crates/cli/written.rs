//! The answer to a question about a dataset, in a folder beside it: the dataset holds its own files alone.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tolley_dataset::{Dataset, sheet};
use tolley_session::place;

use crate::exit::{self, Stop};
use crate::limited;
use crate::output;
use crate::report::tidy::Tidy;

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
            let limited = limited::lines(self.dataset, output::width())?;
            output::result(&format!("{limited}{}answer: {}\n", text(), folder.display()))?;
        }
        self.keep(&folder)
    }

    /// Where it goes.
    pub fn folder(&self) -> Result<PathBuf, Stop> {
        Ok(place::beside(self.dataset.dir(), self.ending)?)
    }

    /// Keeps it in a folder.
    pub fn keep(&self, folder: &Path) -> Result<(), Stop> {
        keep(folder, &self.object, &self.tidy, self.has_csv)
    }
}

/// Says of an object how its dataset was made: by which seed, with how many trials at each point, and where the nearest
/// was played of what was asked.
pub fn say_made(object: &mut Json, dataset: &Dataset) -> Result<(), Stop> {
    let plan = &dataset.manifest().plan;
    (object["seed"], object["repeats"]) = (plan.seed.into(), plan.grid.repeats.into());
    if dataset.manifest().limited.is_some() {
        object["limited"] = limited::object(dataset)?;
    }
    Ok(())
}

/// Keeps an answer in a folder, which is made if it is not there.
pub fn keep(folder: &Path, object: &Json, tidy: &Tidy, has_csv: bool) -> Result<(), Stop> {
    may_hold(folder)?;
    sheet::make_folder(folder)?;
    sheet::write_text(folder, "answer.json", &format!("{object:#}\n"))?;
    if has_csv {
        sheet::write_text(folder, "answer.csv", &tidy.csv())?;
    } else {
        sheet::forget(folder, "answer.csv")?;
    }
    tidy.write(folder, "answer.parquet")
}

/// Refuses a file, and a dataset, in the place of the folder of an answer.
pub fn may_hold(folder: &Path) -> Result<(), Stop> {
    let bad = |what: &str| Err(Stop::new(exit::BAD_INPUT, format!("error: {}: {what}", folder.display())));
    if folder.join("manifest.json").exists() {
        return bad("is a dataset, which holds its own files alone; choose another folder for the answer");
    }
    if folder.exists() && !folder.is_dir() {
        return bad("is a file; the answer is a folder");
    }
    Ok(())
}
