//! A match as its rows tell it.

use tolley_analysis::AnalysisError;
use tolley_analysis::statistics::race::{At, Course, Place, Step};
use tolley_dataset::{Batch, ColumnData, Dataset};
use tolley_experiment::table::ColumnKind;

/// Matches of a point whose ends are kept.
pub const MOST_REPEATS: u64 = 1_000_000;
/// Shots of a match beyond which it is left out.
const MOST_STEPS: usize = 20_000;

/// A shot of a match.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Where the match stood before it.
    pub at: At,
    /// What came of it.
    pub step: Step,
    /// Whose it was, 0 or 1.
    pub side: usize,
    /// Points before it.
    pub score: [u32; 2],
    /// When it was, as it is told.
    pub when: String,
}

/// A whole match.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// Number of its trial.
    pub trial: u64,
    /// Number of the repeat, which matches share that were played with the same random numbers.
    pub repeat: u64,
    /// What it is called.
    pub name: String,
    /// In order.
    pub shots: Vec<Shot>,
    /// Breaks of the course at which it began anew, and the situations.
    pub openings: Vec<(usize, usize)>,
    /// What the first side had in the end: 1, 0, or one half of a draw.
    pub result: f64,
    /// Whether lead and rest left it level, so that something else decided.
    pub is_level: bool,
}

impl Match {
    /// What the chain counts of it.
    pub fn steps(&self) -> Vec<(At, Step)> {
        self.shots.iter().map(|shot| (shot.at, shot.step)).collect()
    }

    /// Where a shot led.
    pub fn after(&self, shot: usize) -> Place {
        match self.shots.get(shot + 1) {
            Some(next) => Place::At(next.at),
            None if self.is_level => Place::Level,
            None => Place::End(self.result),
        }
    }
}

/// A game that is told shot by shot.
pub trait Game: Course {
    /// Both sides.
    fn sides(&self) -> [&'static str; 2];

    /// What is won.
    fn won(&self) -> &'static str;

    /// What the chain knows before a shot, as text.
    fn knows(&self) -> &'static str;

    /// Matches of the point, one after the other.
    fn each(&self, dataset: &Dataset, take: &mut dyn FnMut(&Match)) -> Result<(), AnalysisError>;
}

/// Numbers of the names that a column of a dataset has.
pub fn names<'d>(dataset: &'d Dataset, table: &str, column: &str) -> &'d [String] {
    let table = dataset.manifest().tables.iter().find(|entry| entry.name == table);
    match table.and_then(|table| Some(&table.columns[table.index(column)?].kind)) {
        Some(ColumnKind::Name { names }) => names,
        _ => &[],
    }
}

/// A number of a batch; NaN where there is none.
pub fn number(batch: &Batch, column: usize, row: usize) -> f64 {
    match batch.column(column) {
        ColumnData::F64(values) => values[row],
        ColumnData::U64(values) => values[row] as f64,
        ColumnData::Bool(values) => f64::from(u8::from(values[row])),
        ColumnData::Name(values) => f64::from(values[row]),
    }
}

/// Rows of a table of one point, put together by match: those of the same trial and number follow each other.
pub fn by_match<R>(
    dataset: &Dataset,
    table: &str,
    columns: &[&str],
    point: u64,
    row: impl Fn(&Batch, usize) -> Option<R>,
    take: &mut dyn FnMut([u64; 3], &[R]),
) -> Result<(), AnalysisError> {
    let names: Vec<&str> = ["trial", "point", "repeat"].iter().chain(columns).copied().collect();
    let (mut of, mut rows): (Option<[u64; 3]>, Vec<R>) = (None, Vec::new());
    dataset.scan(table, &names, |batch| {
        let (trials, points, repeats, numbers) = (batch.u64(0), batch.u64(1), batch.u64(2), batch.u64(3));
        for at in (0..batch.len()).filter(|at| points[*at] == point && repeats[*at] < MOST_REPEATS) {
            let own = [trials[at], repeats[at], numbers[at]];
            if of != Some(own) {
                if let Some(of) = of.filter(|_| rows.len() <= MOST_STEPS) {
                    take(of, &rows);
                }
                (of, rows) = (Some(own), Vec::new());
            }
            if rows.len() <= MOST_STEPS {
                rows.extend(row(batch, at));
            }
        }
    })?;
    if let Some(of) = of.filter(|_| rows.len() <= MOST_STEPS) {
        take(of, &rows);
    }
    Ok(())
}
