//! The answer to a question about a dataset, in a folder beside it: the dataset holds its own files alone.

use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tolley_dataset::{Versions, sheet};

use crate::AnswerError;
use crate::tidy::Tidy;

/// Keeps an answer in a folder, which is made if it is not there.
pub fn keep(
    folder: &Path,
    object: &Json,
    tidy: &Tidy,
    has_csv: bool,
    versions: Versions<'_>,
) -> Result<(), AnswerError> {
    may_hold(folder)?;
    sheet::make_folder(folder)?;
    sheet::write_text(folder, "answer.json", &format!("{object:#}\n"))?;
    if has_csv {
        sheet::write_text(folder, "answer.csv", &tidy.csv())?;
    } else {
        sheet::forget(folder, "answer.csv")?;
    }
    Ok(tidy.write(folder, "answer.parquet", versions)?)
}

/// Refuses a file, and a dataset, in the place of the folder of an answer.
pub fn may_hold(folder: &Path) -> Result<(), AnswerError> {
    let bad = |what: &str| Err(AnswerError::Refused(format!("{}: {what}", folder.display())));
    if folder.join("manifest.json").exists() {
        return bad("is a dataset, which holds its own files alone; choose another folder for the answer");
    }
    if folder.exists() && !folder.is_dir() {
        return bad("is a file; the answer is a folder");
    }
    Ok(())
}

/// Beside a dataset, whose folder holds nothing but what its records speak of: its name with an ending.
pub fn beside(dataset: &Path, ending: &str) -> Result<PathBuf, AnswerError> {
    let failed = |error| AnswerError::Refused(format!("{}: {error}", dataset.display()));
    let whole = dataset.canonicalize().map_err(failed)?;
    let no_name = || AnswerError::Refused("a folder without a name: say -o FILE".to_owned());
    let name = whole.file_name().ok_or_else(no_name)?;
    let folder = match dataset.parent().filter(|_| dataset.file_name() == Some(name)) {
        Some(parent) => parent.to_path_buf(),
        None => whole.parent().map_or_else(PathBuf::new, Path::to_path_buf),
    };
    Ok(folder.join(format!("{}{ending}", name.to_string_lossy())))
}
