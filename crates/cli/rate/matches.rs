//! Who beat whom, match by match, and who played first.

use tolley_analysis::{AnalysisError, Missing};
use tolley_dataset::{Batch, ColumnData, Dataset, DatasetError};
use tolley_experiment::study::{Study, StudyInfo};
use tolley_experiment::table::ColumnKind;

/// Who plays first, where that is not known.
const UNKNOWN: u8 = 2;

/// What is to be known of the matches of a study.
pub struct Game {
    /// Tables of the keys of both sides.
    pub sides: [&'static str; 2],
    /// What it is to play first.
    pub first: &'static str,
    rows: Rows,
}

#[derive(Clone, Copy)]
enum Rows {
    Marbles,
    Coins,
    Dice,
}

/// One match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// The design point.
    pub point: u64,
    /// Matches of one number share their random numbers.
    pub repeat: u64,
    /// Whether the first side plays first.
    pub a_is_first: bool,
    /// Whether the first side won; `None` of a tie.
    pub a_won: Option<bool>,
}

impl Game {
    /// The matches of a study of matches between two sides.
    pub fn of_study(study: &StudyInfo) -> Option<Game> {
        let (first, rows) = match study.name {
            tolley_tinsley_green::matches::MatchStudy::NAME => ("who plays first in the first game", Rows::Marbles),
            tolley_cymbergaj::matches::MatchStudy::NAME => ("who kicks off", Rows::Coins),
            tolley_cymbergaj::matches::ShootoutStudy::NAME => ("who kicks first", Rows::Coins),
            tolley_dice_football::matches::MatchStudy::NAME => {
                ("who kicks off, while the winner of the draw has the champion die", Rows::Dice)
            }
            _ => return None,
        };
        Some(Game { sides: study.schema.sides()?, first, rows })
    }

    /// Columns of the first table that are read.
    pub fn columns(&self) -> &'static [&'static str] {
        match self.rows {
            Rows::Marbles => &["a_wins", "is_drawn"],
            Rows::Coins => &[],
            Rows::Dice => &["a_wins", "is_draw", "a_won_draw"],
        }
    }

    /// All matches that can be trusted, and what is missing.
    pub fn matches(&self, dataset: &Dataset) -> Result<(Vec<Match>, Missing), AnalysisError> {
        match self.rows {
            Rows::Marbles => marbles(dataset, self.columns()),
            Rows::Coins => coins(dataset, self.columns()),
            Rows::Dice => dice(dataset, self.columns()),
        }
    }
}

fn marbles(dataset: &Dataset, columns: &[&str]) -> Result<(Vec<Match>, Missing), AnalysisError> {
    let mut first_side = vec![UNKNOWN; dataset.manifest().plan.grid.trials() as usize];
    dataset.scan("games", &["trial", "game", "first_side"], |batch| {
        for row in (0..batch.len()).filter(|row| batch.u64(1)[*row] == 0) {
            if let Some(first) = first_side.get_mut(batch.u64(0)[row] as usize) {
                *first = batch.u64(2)[row].min(u64::from(UNKNOWN)) as u8;
            }
        }
    })?;
    let (mut matches, mut is_unknown) = (Vec::new(), false);
    let missing = trusted(dataset, columns, |trial, point, repeat, batch, row| {
        let first = first_side[trial];
        is_unknown |= first == UNKNOWN;
        let a_won = (!flag(batch, 1, row)).then(|| flag(batch, 0, row));
        matches.push(Match { point, repeat, a_is_first: first == 0, a_won });
    })?;
    if is_unknown {
        let message = "a match has no game whose first side is known, or has more than two sides";
        return Err(AnalysisError::Question(message.to_owned()));
    }
    Ok((matches, missing))
}

fn dice(dataset: &Dataset, columns: &[&str]) -> Result<(Vec<Match>, Missing), AnalysisError> {
    let mut matches = Vec::new();
    let missing = trusted(dataset, columns, |_, point, repeat, batch, row| {
        let a_won = (!flag(batch, 1, row)).then(|| flag(batch, 0, row));
        matches.push(Match { point, repeat, a_is_first: !flag(batch, 2, row), a_won });
    })?;
    Ok((matches, missing))
}

/// Which has a row a trial, and in another table one of each of its matches.
fn coins(dataset: &Dataset, columns: &[&str]) -> Result<(Vec<Match>, Missing), AnalysisError> {
    let mut is_ok = vec![false; dataset.manifest().plan.grid.trials() as usize];
    let missing = trusted(dataset, columns, |trial, _, _, _, _| is_ok[trial] = true)?;
    let of = |column: &str, name: &str| names(dataset, "matches", column).iter().position(|known| known == name);
    let [a_wins, b_wins, a_starts] =
        [of("winner", "a"), of("winner", "b"), of("starter", "a")].map(|name| name.map(|name| name as u8));
    let mut matches = Vec::new();
    dataset.scan("matches", &["trial", "point", "repeat", "winner", "starter"], |batch| {
        let (trials, points, repeats) = (batch.u64(0), batch.u64(1), batch.u64(2));
        for row in (0..batch.len()).filter(|row| is_ok.get(trials[*row] as usize) == Some(&true)) {
            let (winner, starter) = (Some(batch.names(3)[row]), Some(batch.names(4)[row]));
            let a_won = if winner == a_wins { Some(true) } else { (winner == b_wins).then_some(false) };
            matches.push(Match { point: points[row], repeat: repeats[row], a_is_first: starter == a_starts, a_won });
        }
    })?;
    Ok((matches, missing))
}

/// Rows of the first table whose trial can be trusted, with its number, point and repeat.
fn trusted(
    dataset: &Dataset,
    columns: &[&str],
    mut take: impl FnMut(usize, u64, u64, &Batch, usize),
) -> Result<Missing, DatasetError> {
    let manifest = dataset.manifest();
    let table = manifest.tables[0].name.as_str();
    let (points, repeats) = (manifest.plan.grid.points(), manifest.plan.grid.repeats);
    let statuses = names(dataset, table, "status");
    let mut by_status = vec![0; statuses.len()];
    let wanted: Vec<&str> = columns.iter().copied().chain(["trial", "point", "repeat", "status"]).collect();
    let at = columns.len();
    dataset.scan(table, &wanted, |batch| {
        for row in 0..batch.len() {
            let (trial, point, repeat) = (batch.u64(at)[row], batch.u64(at + 1)[row], batch.u64(at + 2)[row]);
            let status = usize::from(batch.names(at + 3)[row]);
            by_status[status] += 1;
            if statuses[status] == "ok" && point < points && repeat < repeats && trial < manifest.plan.grid.trials() {
                take(trial as usize, point, repeat, batch, row);
            }
        }
    })?;
    let by_status: Vec<(String, u64)> = statuses.iter().cloned().zip(by_status).collect();
    Ok(Missing::of(&by_status))
}

fn flag(batch: &Batch, column: usize, row: usize) -> bool {
    matches!(batch.column(column), ColumnData::Bool(flags) if flags[row])
}

fn names<'d>(dataset: &'d Dataset, table: &str, column: &str) -> &'d [String] {
    let table = dataset.manifest().tables.iter().find(|entry| entry.name == table);
    match table.and_then(|table| Some(&table.columns[table.index(column)?].kind)) {
        Some(ColumnKind::Name { names }) => names,
        _ => &[],
    }
}
