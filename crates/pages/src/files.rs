//! Pages as files: written whole or not at all, and never over what is not ours.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tolley_answers::tidy::Tidy;
use tolley_answers::written;
use tolley_dataset::{Versions, sheet};
use tolley_experiment::file;
use tolley_report::Document;

use crate::PageError;

/// Writes a page into a file that is not there yet.
pub fn write_new(path: &Path, page: &str) -> Result<(), PageError> {
    let failed = |error: io::Error| PageError::Unwritten { path: path.to_owned(), error };
    let mut file = File::create_new(path).map_err(failed)?;
    let written = file.write_all(page.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // half a page must not be taken for one
        let _ = fs::remove_file(path);
    }
    written.map_err(failed)
}

/// Where the page of a report and its numbers go.
pub struct ReportFiles {
    folder: PathBuf,
    page: PathBuf,
    stem: String,
}

impl ReportFiles {
    /// In the file that is named, else beside the dataset, whose folder holds nothing but what its records speak of.
    pub fn of(dataset: &Path, output: Option<&Path>) -> Result<ReportFiles, PageError> {
        let page = match output {
            Some(file) => file.to_owned(),
            None => written::beside(dataset, "-report.html")?,
        };
        if page.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("html")) {
            return Err(PageError::Refused(format!("{}: the name of a page ends in .html", page.display())));
        }
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = match page.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        if folder.join("manifest.json").is_file() {
            let message = format!("{}: a dataset holds its own files alone; say another place", folder.display());
            return Err(PageError::Refused(message));
        }
        Ok(ReportFiles { folder, page, stem })
    }

    /// The page, its numbers as text, and the same as Parquet.
    pub fn paths(&self) -> [PathBuf; 3] {
        let beside = |ending: &str| self.folder.join(format!("{}.{ending}", self.stem));
        [self.page.clone(), beside("csv"), beside("parquet")]
    }

    /// Replaces a report of ours with its numbers, and nothing else: neither another file nor a page that shows motion.
    pub fn write(&self, document: &Document, tidy: &Tidy, versions: Versions<'_>) -> Result<(), PageError> {
        let is_ours = file::read_text(&self.page).is_ok_and(|page| Document::is_made(&page));
        if let Some(other) = self.paths().iter().find(|path| path.symlink_metadata().is_ok()).filter(|_| !is_ours) {
            let message = format!("{}: is there, and no report of ours; say -o FILE", other.display());
            return Err(PageError::Refused(message));
        }
        let [_, csv, parquet] = self.paths();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        sheet::make_folder(&self.folder)?;
        sheet::write_text(&self.folder, &name(&csv), &tidy.csv())?;
        tidy.write(&self.folder, &name(&parquet), versions)?;
        let html = document.html()?;
        Ok(sheet::write_text(&self.folder, &name(&self.page), &html)?)
    }
}
