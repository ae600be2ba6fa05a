//! An answer in a folder of its own: `answer.json`, `answer.parquet`, and `answer.csv` where that is asked for.

use std::path::Path;

use tolley_dataset::{Versions, sheet};

use super::{json, tidy::TidyTable};
use crate::AnswerError;
use crate::answer::Answer;
use crate::written::may_hold;

/// Keeps one answer, or several to one question, in a folder, which is made if it is not there.
pub fn keep(folder: &Path, answers: &[Answer], has_csv: bool, versions: Versions<'_>) -> Result<(), AnswerError> {
    may_hold(folder)?;
    sheet::make_folder(folder)?;
    let objects: Vec<serde_json::Value> = answers.iter().map(json::object).collect();
    let whole = if let [one] = &objects[..] { one.clone() } else { objects.into() };
    sheet::write_text(folder, "answer.json", &format!("{whole:#}\n"))?;
    let tidy = joined(answers);
    if has_csv {
        let failed = |error: csv::Error| AnswerError::Refused(format!("{}: {error}", folder.display()));
        sheet::write_text(folder, "answer.csv", &tidy.csv().map_err(failed)?)?;
    } else {
        sheet::forget(folder, "answer.csv")?;
    }
    Ok(tidy.write(folder, "answer.parquet", versions)?)
}

/// The estimates of all, one under the other; an axis that an answer does not have is empty in its rows.
fn joined(answers: &[Answer]) -> TidyTable {
    let mut all = TidyTable::default();
    for of in answers.iter().map(TidyTable::from_answer) {
        for axis in &of.axes {
            if !all.axes.iter().any(|known| known.name == axis.name) {
                all.axes.push(axis.clone());
                all.rows.iter_mut().for_each(|row| row.values.push(None));
            }
        }
        all.seed = all.seed.or(of.seed);
        for row in of.rows {
            let at = |axis: &crate::answer::Quantity| of.axes.iter().position(|own| own.name == axis.name);
            let values = all.axes.iter().map(|axis| at(axis).and_then(|at| row.values[at].clone())).collect();
            all.rows.push(super::tidy::TidyRow { values, ..row });
        }
    }
    all
}
