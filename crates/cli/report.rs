//! `tolley show --page`: one page that answers, and its numbers beside it.

use serde_json::json;
use tolley_dataset::Dataset;
use tolley_pages::{DatasetPage, Known, ReportFiles};
use tolley_session::studies;

use crate::args;
use crate::exit::{self, Stop};
use crate::{html, known, notice, output, summary};
use tolley_session::place::VERSIONS;

/// Writes the page and its numbers.
pub fn run(args: &args::Report) -> Result<u8, Stop> {
    let files = ReportFiles::of(&args.dataset, args.output.as_deref())?;
    let (document, tidy, code) = if tolley_pages::is_best(&args.dataset) {
        let (document, tidy) = tolley_pages::best_page(&args.dataset)?;
        (document, tidy, exit::DONE)
    } else {
        let dataset = studies::load(&args.dataset)?;
        let DatasetPage { document, tidy, missing } = tolley_pages::dataset_page(&dataset, &known_of(&dataset))?;
        let code = summary::doubts(&missing);
        (document, tidy, if dataset.is_complete() { code } else { exit::INCOMPLETE })
    };
    files.write(&document, &tidy, VERSIONS)?;
    let [page, csv, parquet] = files.paths();
    let [shown_page, csv, parquet] = [&page, &csv, &parquet].map(|path| path.display().to_string());
    if args.json {
        output::json(&json!({
            "question": document.question, "answer": document.answer, "doubts": document.doubts,
            "dataset": args.dataset.display().to_string(), "page": shown_page, "csv": csv, "parquet": parquet,
            "estimates": tidy.json(),
        }))?;
    } else {
        let told: String = document.answer.iter().map(|sentence| format!("{sentence}\n")).collect();
        let text = format!("{}\n{told}report: {shown_page}\nnumbers: {csv}, {parquet}\n", document.question);
        output::result(&text)?;
    }
    if args.open {
        html::open(&page);
    }
    Ok(code)
}

fn known_of(dataset: &Dataset) -> Known {
    let notice = notice::of(&dataset.manifest().plan);
    Known { plan: known::plan_of(dataset), studies: known::studies(), notice }
}
