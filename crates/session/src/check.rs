//! Whether the files of a dataset are those that were written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tolley_dataset::{Dataset, Finding, Report};
use tolley_experiment::run::where_possible;

use crate::error::{ErrorKind, SessionError};
use crate::panics::without_panics;

/// What was found about the files of a dataset.
pub struct Checked {
    /// The dataset.
    pub dataset: Dataset,
    /// What was found.
    pub report: Report,
}

/// Looks at every file of the dataset in a folder; `is_deep` reads every column of each to its end too.
pub fn check(folder: &Path, is_deep: bool) -> Result<Checked, SessionError> {
    let dataset = Dataset::load(folder)?;
    let mut report = where_possible(None, || dataset.check())?;
    if is_deep {
        let known: BTreeSet<PathBuf> = report.findings.iter().map(|finding| finding.path.clone()).collect();
        let deep = without_panics(|| where_possible(None, || dataset.check_deep()));
        report.findings.extend(deep.into_iter().filter(|finding| !known.contains(&finding.path)));
    }
    Ok(Checked { dataset, report })
}

impl Checked {
    /// Whether all is there.
    pub fn is_complete(&self) -> bool {
        self.report.gaps.is_empty() && self.report.is_sealed
    }

    /// What is wrong with the dataset, if anything is.
    pub fn fault(&self) -> Option<ErrorKind> {
        match self.report.findings.is_empty() {
            false if self.report.findings.iter().all(Finding::is_unread) => Some(ErrorKind::Io),
            false => Some(ErrorKind::Mismatch),
            true => (!self.is_complete()).then_some(ErrorKind::Incomplete),
        }
    }
}
