//! `tolley report`: one page that answers, and its numbers beside it.

mod assumed;
mod best;
mod best_map;
mod contour;
mod cube;
mod dice;
mod fairness;
mod forest;
mod maps;
mod plans;
mod remake;
mod ring;
mod sweeps;
mod tables;
pub mod tidy;
mod told;
mod wins;

use std::path::{Path, PathBuf};

use serde_json::json;
use tolley_dataset::sheet;
use tolley_experiment::file;
use tolley_report::Document;

use crate::args;
use crate::exit::{self, Stop};
use crate::html;
use crate::output;
use crate::place;
use crate::studies::AnyStudy;
use tidy::Tidy;

/// Writes the page and its numbers.
pub fn run(args: &args::Report) -> Result<u8, Stop> {
    let files = Files::of(args)?;
    let is_best = args.dataset.join(best::ANSWER).is_file() && !args.dataset.join("manifest.json").is_file();
    let (document, tidy, code) = if is_best {
        let (document, tidy) = best::told(&args.dataset)?;
        (document, tidy, exit::DONE)
    } else {
        told::page(&AnyStudy::load(&args.dataset)?)?
    };
    files.write(&document, &tidy)?;
    if args.json {
        let [page, csv, parquet] = files.paths().map(|path| path.display().to_string());
        output::json(&json!({
            "question": document.question, "answer": document.answer, "doubts": document.doubts,
            "dataset": args.dataset.display().to_string(), "page": page, "csv": csv, "parquet": parquet,
            "estimates": tidy.json(),
        }))?;
    } else {
        let told: String = document.answer.iter().map(|sentence| format!("{sentence}\n")).collect();
        let [page, csv, parquet] = files.paths().map(|path| path.display().to_string());
        output::result(&format!("{}\n{told}report: {page}\nnumbers: {csv}, {parquet}\n", document.question))?;
    }
    if args.open {
        html::open(&files.page);
    }
    Ok(code)
}

/// Where the page and its numbers go.
struct Files {
    folder: PathBuf,
    page: PathBuf,
    stem: String,
}

impl Files {
    /// Beside the dataset, whose folder holds nothing but what its records speak of.
    fn of(args: &args::Report) -> Result<Files, Stop> {
        let bad = |message: String| Stop::new(exit::BAD_INPUT, format!("error: {message}"));
        let page = match &args.output {
            Some(file) => file.clone(),
            None => place::beside(&args.dataset, "-report.html")?,
        };
        if page.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("html")) {
            return Err(bad(format!("{}: the name of a page ends in .html", page.display())));
        }
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let folder = match page.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        if folder.join("manifest.json").is_file() {
            return Err(bad(format!("{}: a dataset holds its own files alone; say another place", folder.display())));
        }
        Ok(Files { folder, page, stem })
    }

    fn paths(&self) -> [PathBuf; 3] {
        let beside = |ending: &str| self.folder.join(format!("{}.{ending}", self.stem));
        [self.page.clone(), beside("csv"), beside("parquet")]
    }

    /// Replaces a report of ours with its numbers, and nothing else: neither another file nor a page that shows motion.
    fn write(&self, document: &Document, tidy: &Tidy) -> Result<(), Stop> {
        let is_ours = file::read_text(&self.page).is_ok_and(|page| Document::is_made(&page));
        if let Some(other) = self.paths().iter().find(|path| path.symlink_metadata().is_ok()).filter(|_| !is_ours) {
            let message = format!("error: {}: is there, and no report of ours; say -o FILE", other.display());
            return Err(Stop::new(exit::BAD_INPUT, message));
        }
        let [_, csv, parquet] = self.paths();
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        sheet::make_folder(&self.folder)?;
        sheet::write_text(&self.folder, &name(&csv), &tidy.csv())?;
        tidy.write(&self.folder, &name(&parquet))?;
        let html = document.html().map_err(|error| Stop::new(exit::FAILURE, format!("error: {error}")))?;
        Ok(sheet::write_text(&self.folder, &name(&self.page), &html)?)
    }
}
