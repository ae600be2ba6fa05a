//! Every look of a sequential test as a table, in the folder of the verdicts.

use std::path::Path;

use tolley_analysis::elo::EloFound;
use tolley_analysis::fair::Fairness;
use tolley_dataset::sheet::Cells;
use tolley_dataset::{DatasetError, Versions, sheet};
use tolley_experiment::row::Values;
use tolley_experiment::table::{Column, ColumnKind, Table};

/// The looks of a test, and what two of its columns mean.
pub struct Looks {
    llr: &'static str,
    estimate: &'static str,
    rows: Vec<Look>,
}

/// One of them.
struct Look {
    point: u64,
    n: u64,
    llr: f64,
    estimate: f64,
    /// NaN, which is null in a table, where there is none.
    interval: [f64; 2],
    verdict: &'static str,
}

impl Looks {
    /// Of equality and margin; none where the test was of a fixed number.
    pub fn of_fairness(found: &Fairness) -> Option<Looks> {
        let courses = found.courses.as_ref()?;
        let rows = found.points.iter().zip(courses).flat_map(|(point, course)| {
            course.iter().flat_map(|course| &course.looks).map(|seen| Look {
                point: point.point,
                n: seen.n,
                llr: seen.llr,
                estimate: seen.share,
                interval: seen.interval.unwrap_or([f64::NAN; 2]),
                verdict: seen.verdict.name(),
            })
        });
        Some(Looks {
            llr: "Logarithm of how much likelier the margin was than equality.",
            estimate: "Share of those trials; its interval covers at all looks together.",
            rows: rows.collect(),
        })
    }

    /// Of two Elos.
    pub fn of_elo(found: &EloFound) -> Looks {
        let rows = found.points.iter().flat_map(|point| {
            point.looks.iter().zip(&point.strengths).map(|(look, strength)| Look {
                point: point.point,
                n: look.counts.iter().sum(),
                llr: look.llr,
                estimate: strength.map_or(f64::NAN, |strength| strength.elo),
                interval: strength.map_or([f64::NAN; 2], |strength| strength.interval),
                verdict: look.taken.name(),
            })
        });
        Looks {
            llr: "Logarithm of how much likelier H1 was than H0.",
            estimate: "Normalised Elo by them; its interval covers at all looks together.",
            rows: rows.collect(),
        }
    }

    fn csv(&self) -> String {
        let number = |x: f64| if x.is_nan() { String::new() } else { format!("{x:?}") };
        let line = |look: &Look| {
            let [low, high] = look.interval.map(number);
            let Look { point, n, llr, estimate, verdict, .. } = look;
            format!("{point},{n},{llr:?},{},{low},{high},\"{verdict}\"\n", number(*estimate))
        };
        std::iter::once("point,n,llr,estimate,conf_low,conf_high,verdict\n".to_owned())
            .chain(self.rows.iter().map(line))
            .collect()
    }

    fn table(&self) -> (Table, Vec<Cells>) {
        let measured = |name: &str, about: &str| Column::measured(name, ColumnKind::F64, about);
        let columns = vec![
            Column::always("point", ColumnKind::U64, "Number of the design point."),
            Column::always("n", ColumnKind::U64, "Trials of the point, or pairs of them, that the look saw."),
            measured("llr", self.llr),
            measured("estimate", self.estimate),
            measured("conf_low", "Lower end of the interval."),
            measured("conf_high", "Its upper end."),
            Column::always("verdict", ColumnKind::of_names(&[]), "What was known then."),
        ];
        let numbers = |of: fn(&Look) -> f64| Cells::Values(Values::F64(self.rows.iter().map(of).collect()));
        let counts = |of: fn(&Look) -> u64| Cells::Values(Values::U64(self.rows.iter().map(of).collect()));
        let cells = vec![
            counts(|look| look.point),
            counts(|look| look.n),
            numbers(|look| look.llr),
            numbers(|look| look.estimate),
            numbers(|look| look.interval[0]),
            numbers(|look| look.interval[1]),
            Cells::Texts(self.rows.iter().map(|look| look.verdict.to_owned()).collect()),
        ];
        (Table { name: "looks".to_owned(), about: "one look of a sequential test".to_owned(), columns }, cells)
    }

    /// Writes `looks.parquet`, a row a look in the order of points; `looks.csv` if asked. Where no test was sequential
    /// there are no looks, and those of an earlier one go.
    pub fn keep(
        looks: Option<&Looks>,
        folder: &Path,
        has_csv: bool,
        versions: Versions<'_>,
    ) -> Result<(), DatasetError> {
        let Some(looks) = looks else {
            return ["looks.parquet", "looks.csv"].iter().try_for_each(|name| sheet::forget(folder, name));
        };
        if has_csv {
            sheet::write_text(folder, "looks.csv", &looks.csv())?;
        } else {
            sheet::forget(folder, "looks.csv")?;
        }
        let (table, cells) = looks.table();
        sheet::write_cells(folder, "looks.parquet", &table, cells, versions)
    }
}
