//! `tolley show`: what was played, as text, as a page, as a table or as a recording.

use std::path::Path;

use tolley_answers::columns::{self, TextColumn};

use crate::args::{self, Export, Replay, Report, Summary, Text};
use crate::exit::{self, Stop};
use crate::export::FirstRows;
use crate::kept::{self, KeptAnswers};
use crate::{export, output, replay, report, sheet, summary};

/// Rows of a table that are shown, where nobody says how many.
const ROWS: u32 = 20;

/// Shows a dataset in the form that is asked for.
pub fn run(args: &args::Show) -> Result<u8, Stop> {
    let args::Show { dataset, output, open, json, text, .. } = args;
    let (dataset, output, open, json) = (dataset.clone(), output.clone(), *open, *json);
    if !args.page && args.recording.is_none() {
        let of_pages = [("--output", output.is_some()), ("--open", open)];
        let given: Vec<&str> = of_pages.iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| *flag).collect();
        exit::refuse(&given, "it is of a page: add --page, or --recording TRIAL")?;
    }
    if let Some(trial) = args.recording {
        refuse_text(text, &[], "of a recording")?;
        return replay::run(&Replay { scenario: dataset, trial, output, open });
    }
    if args.page {
        refuse_text(text, &[], "of a page")?;
        return report::run(&Report { dataset, output, open, json });
    }
    if args.sheet {
        refuse_text(text, &[], "of a sheet")?;
        return sheet::run(&dataset);
    }
    if let Some(name) = &args.table {
        refuse_text(text, &["--top", "--csv"], "of a table")?;
        return table(&dataset, name, text, json);
    }
    if let Some(kept) = KeptAnswers::of(&dataset) {
        refuse_text(text, &[], "of an answer that was kept")?;
        return kept::show(&dataset, &kept, json);
    }
    summary::run(&Summary { dataset, json, text: text.clone() })
}

/// Refuses flags that say how a text is shown, but for some, where none is.
fn refuse_text(text: &Text, allowed: &[&str], what: &str) -> Result<(), Stop> {
    let given = [
        ("--details", text.details),
        ("--raw", text.raw),
        ("--effects", text.effects),
        ("--by", text.by.is_some()),
        ("--each", text.each.is_some()),
        ("--vs", text.vs.is_some()),
        ("--top", text.top.is_some()),
        ("--csv", text.csv),
    ];
    let given = given.iter().filter(|(flag, is_given)| *is_given && !allowed.contains(flag)).map(|(flag, _)| *flag);
    exit::refuse(&given.collect::<Vec<_>>(), &format!("it is of the text, and not {what}"))
}

/// Prints the first rows of a table; as CSV or JSON all of them, unless it is said how many.
fn table(dataset: &Path, name: &str, text: &Text, json: bool) -> Result<u8, Stop> {
    if text.csv || json {
        let most = text.top.map_or(usize::MAX, |top| top as usize);
        let table =
            Export { dataset: dataset.to_path_buf(), table: name.to_owned(), csv: text.csv, json, output: None };
        return export::first_rows(&table, most);
    }
    let FirstRows { titles, rows, code } = export::cells(dataset, name, text.top.unwrap_or(ROWS) as usize)?;
    let of_column = |at: usize| {
        let cells = rows.iter().map(|row| row[at].clone());
        TextColumn::right(std::iter::once(titles[at].clone()).chain(cells))
    };
    let columns: Vec<TextColumn> = (0..titles.len()).map(of_column).collect();
    output::result(&columns::rows(&columns).iter().map(|line| format!("{}\n", line.trim_end())).collect::<String>())?;
    Ok(code)
}
