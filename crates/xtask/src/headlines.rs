//! The first sentences of all that a machine can ask of the datasets of all scenarios.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::report::Report;
use crate::scenarios;
use crate::sentences::wrong;

/// Asks each dataset what its scenario asks, and looks at what is said first.
pub fn check(root: &Path, datasets: &[PathBuf], report: &mut Report) {
    let tolley = scenarios::built(root, "release", "tolley");
    let faults: Vec<String> = datasets
        .iter()
        .flat_map(|dataset| {
            let name = dataset.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let said = said(&tolley, dataset).unwrap_or_else(|error| vec![error]);
            said.into_iter().flat_map(move |sentence| {
                let name = name.clone();
                wrong(&sentence).into_iter().map(move |fault| format!("{name}: {fault}: {sentence}"))
            })
        })
        .collect();
    let is_good = if faults.is_empty() && !datasets.is_empty() { Ok(()) } else { Err(faults.join("\n")) };
    report.note("first sentences", is_good);
}

/// The first sentences of the answers to all that is asked of a dataset.
fn said(tolley: &Path, dataset: &Path) -> Result<Vec<String>, String> {
    let output =
        Command::new(tolley).args(["ask", "--json"]).arg(dataset).output().map_err(|error| error.to_string())?;
    let told: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("no answer: {}", String::from_utf8_lossy(&output.stderr)))?;
    let answers = told.as_array().cloned().unwrap_or_else(|| vec![told]);
    let sentence = |answer: &Value| answer["headline"]["sentence"].as_str().unwrap_or("no sentence").to_owned();
    Ok(answers.iter().map(sentence).collect())
}
