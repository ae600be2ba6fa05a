//! Every look of a sequential test as a table, in the folder of the verdicts.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use tolley_analysis::course::Seen;
use tolley_analysis::fair::Fairness;
use tolley_dataset::sheet::Cells;
use tolley_dataset::{Dataset, sheet};
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column, ColumnKind, Table};

use super::ENDING;
use crate::exit::{self, Stop};
use crate::place::{self, VERSIONS};

/// Writes `looks.parquet`, a row a look in the order of points, where the test was sequential; `looks.csv` if asked.
pub(super) fn keep(dataset: &Dataset, found: &Fairness, has_csv: bool) -> Result<(), Stop> {
    let folder = place::beside(dataset.dir(), ENDING)?;
    let Some(courses) = &found.courses else { return forget(&folder) };
    let looks: Vec<(u64, &Seen)> = { found.points.iter().zip(courses) }
        .flat_map(|(point, course)| course.iter().flat_map(|course| &course.looks).map(|seen| (point.point, seen)))
        .collect();
    if has_csv {
        sheet::write_text(&folder, "looks.csv", &csv(&looks))?;
    }
    let numbers = |of: fn(&Seen) -> f64| Cells::Values(Values::F64(looks.iter().map(|(_, seen)| of(seen)).collect()));
    let counts = |of: fn(&(u64, &Seen)) -> u64| Cells::Values(Values::U64(looks.iter().map(of).collect()));
    let says = Cells::Texts(looks.iter().map(|(_, seen)| seen.verdict.name().to_owned()).collect());
    let measured = |name: &str, about: &str| Column::measured(name, ColumnKind::F64, about);
    let columns = vec![
        Column::always("point", ColumnKind::U64, "Number of the design point."),
        Column::always("n", ColumnKind::U64, "Trials of the point that the look saw."),
        measured("llr", "Logarithm of how much likelier the margin was than equality."),
        measured("estimate", "Share of those trials."),
        measured("conf_low", "Lower end of the interval that covers the share at all looks together."),
        measured("conf_high", "Its upper end."),
        Column::always("verdict", ColumnKind::of_names(&[]), "What was known then."),
    ];
    let cells = vec![
        counts(|(point, _)| *point),
        counts(|(_, seen)| seen.n),
        numbers(|seen| seen.llr),
        numbers(|seen| seen.share),
        numbers(|seen| end(seen, 0)),
        numbers(|seen| end(seen, 1)),
        says,
    ];
    let table = Table { name: "looks".to_owned(), about: "one look of a sequential test".to_owned(), columns };
    Ok(sheet::write_cells(&folder, "looks.parquet", &table, cells, VERSIONS)?)
}

/// Those of a test before are none of this one.
fn forget(folder: &Path) -> Result<(), Stop> {
    for path in ["looks.parquet", "looks.csv"].map(|name| folder.join(name)) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Stop::new(exit::FAILURE, format!("error: {}: {error}", path.display())));
            }
            _ => {}
        }
    }
    Ok(())
}

/// One end of the interval; NaN, which is null in a table, where there is none.
fn end(seen: &Seen, end: usize) -> f64 {
    seen.interval.map_or(f64::NAN, |ends| ends[end])
}

fn csv(looks: &[(u64, &Seen)]) -> String {
    let line = |(point, seen): &(u64, &Seen)| {
        let [low, high] = seen.interval.map_or_else(Default::default, |ends| ends.map(|end| format!("{end:?}")));
        let Seen { n, llr, share, verdict, .. } = seen;
        format!("{point},{n},{llr:?},{share:?},{low},{high},\"{}\"\n", verdict.name())
    };
    std::iter::once("point,n,llr,estimate,conf_low,conf_high,verdict\n".to_owned())
        .chain(looks.iter().map(line))
        .collect()
}
