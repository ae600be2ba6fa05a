//! What is measured of each trial, by a short text: `COLUMN` of the first table or `TABLE.COLUMN`, of either `=VALUE`,
//! how often it is that value or that of another column, or `-COLUMN`, by how much it is more than another; and
//! `[COLUMN=VALUE]` after it, for the rows that count. Of many rows a trial all together count, the trial as a cluster.

use tolley_dataset::{Batch, ColumnData, Dataset, Manifest};
use tolley_experiment::table::{ColumnKind, Measure, MeasureKind, Table};

use crate::error::AnalysisError;
use crate::missing::Missing;
use crate::paired::Trials;
use crate::values::values_of;

/// A measure, read.
pub(crate) struct Measured {
    /// As asked, or the column that is taken where nothing was.
    pub name: String,
    /// What it means.
    pub about: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// Trials that are left out.
    pub missing: Missing,
    /// The values.
    pub trials: Trials,
}

/// The text of a measure, taken apart.
#[derive(Debug, PartialEq)]
pub struct MeasureText<'t> {
    /// The table; the first one where none is named.
    pub table: Option<&'t str>,
    /// The column.
    pub column: &'t str,
    /// What the column is compared with.
    pub beside: Comparand<'t>,
    /// Column and value of the rows that count; all where nothing is said.
    pub only: Option<(&'t str, &'t str)>,
}

/// What a column is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparand<'t> {
    /// With nothing: it is measured as it is.
    Nothing,
    /// How often it is this value, or that of this column.
    Is(&'t str),
    /// By how much it is more than this column.
    Less(&'t str),
}

/// A test of a row: whether a column is a value, or another column.
pub(crate) struct Test {
    column: usize,
    wanted: Wanted,
}

pub(crate) enum Wanted {
    /// A number, or that of a name or a flag.
    Number(f64),
    /// A column, and of each number of the first its own of the same name; none for columns of numbers.
    Column(usize, Option<Vec<f64>>),
}

/// Reads what a text names; the first measure where there is none.
pub(crate) fn measured(dataset: &Dataset, named: Option<&str>) -> Result<Measured, AnalysisError> {
    let manifest = dataset.manifest();
    match named {
        Some(name) if !is_plain(name) => of_text(dataset, name),
        _ => {
            let measure = measure(manifest, named)?;
            let (missing, trials) = Trials::of(dataset, &measure)?;
            let about = manifest.tables[0].index(&measure.column);
            let about = about.map_or_else(String::new, |index| manifest.tables[0].columns[index].about.clone());
            let is_share = measure.kind != MeasureKind::Mean;
            Ok(Measured { name: measure.column, about, is_share, missing, trials })
        }
    }
}

/// A measure of the study, or any other number or flag of its first table; the first measure where nothing is named.
pub(crate) fn measure(manifest: &Manifest, named: Option<&str>) -> Result<Measure, AnalysisError> {
    let measures = &manifest.measures;
    let known = measures.iter().find(|measure| named.is_none_or(|name| measure.column == name));
    let other = || {
        let name = named?;
        let column = manifest.tables[0].columns.iter().find(|column| column.name == name)?;
        let kind = match column.kind {
            ColumnKind::Bool => MeasureKind::Share,
            ColumnKind::F64 | ColumnKind::U32 | ColumnKind::U64 => MeasureKind::Mean,
            ColumnKind::Name { .. } => return None,
        };
        Some(Measure { column: name.to_owned(), kind, counts: None, so_far: None })
    };
    known.cloned().or_else(other).ok_or_else(|| {
        let all: Vec<&str> = measures.iter().map(|measure| measure.column.as_str()).collect();
        let name = named.unwrap_or("it");
        let (which, all) = (of_those_kept(manifest), all.join(", "));
        AnalysisError::Question(format!(
            "{name} is no number of this study{which}; --measure may name {all} or any other"
        ))
    })
}

/// What a message says of a name that a study may have and a dataset not.
pub(crate) fn of_those_kept(manifest: &Manifest) -> &'static str {
    if manifest.plan.columns.is_some() { " that [output] keeps" } else { "" }
}

/// Refuses a text that names nothing in a dataset of this manifest.
pub(crate) fn check(manifest: &Manifest, named: Option<&str>) -> Result<(), AnalysisError> {
    match named {
        Some(name) if !is_plain(name) => Reading::of(manifest, name).map(|_| ()),
        _ => measure(manifest, named).map(|_| ()),
    }
}

/// Whether what a text names is a share in a dataset of this manifest.
pub fn is_share(manifest: &Manifest, named: Option<&str>) -> Result<bool, AnalysisError> {
    match named {
        Some(name) if !is_plain(name) => Reading::of(manifest, name).map(|reading| reading.is_share()),
        _ => measure(manifest, named).map(|measure| measure.kind != MeasureKind::Mean),
    }
}

/// Whether it is a column of the first table and nothing more.
pub(crate) fn is_plain(name: &str) -> bool {
    !name.contains(['.', '=', '-', '['])
}

/// Takes the text of a measure apart; `None` of what is none.
pub fn measure_text(name: &str) -> Option<MeasureText<'_>> {
    let (rest, only) = match name.strip_suffix(']') {
        Some(rest) => {
            let (rest, only) = rest.split_once('[')?;
            (rest, Some(only.split_once('=')?))
        }
        None => (name, None),
    };
    let (left, beside) = match (rest.split_once('='), rest.split_once('-')) {
        (Some((left, value)), _) => (left, Comparand::Is(value)),
        (None, Some((left, less))) => (left, Comparand::Less(less)),
        (None, None) => (rest, Comparand::Nothing),
    };
    let (table, column) = left.split_once('.').map_or((None, left), |(table, column)| (Some(table), column));
    Some(MeasureText { table, column, beside, only })
}

/// A text as columns of a table.
struct Reading<'m> {
    text: MeasureText<'m>,
    table: &'m Table,
    /// The columns that are read: the trial, that of the text, and what else it names.
    read: Vec<&'m str>,
    /// The place of what is taken off among them.
    less: Option<usize>,
    is: Option<Test>,
    only: Option<Test>,
    is_flag: bool,
}

impl<'m> Reading<'m> {
    fn of(manifest: &'m Manifest, name: &'m str) -> Result<Reading<'m>, AnalysisError> {
        let text = measure_text(name).ok_or_else(|| {
            AnalysisError::Question(format!(
                "{name}: a measure is COLUMN, TABLE.COLUMN, either with =VALUE or -COLUMN, and [COLUMN=VALUE] after it"
            ))
        })?;
        let table = table_of(manifest, text.table)?;
        let mut read = vec!["trial"];
        let column = column_of(table, text.column)?;
        read.push(text.column);
        let is_flag = matches!(table.columns[column].kind, ColumnKind::Bool);
        let less = match text.beside {
            Comparand::Less(less) => {
                number_of(table, column_of(table, less)?)?;
                read.push(less);
                Some(read.len() - 1)
            }
            _ => None,
        };
        let is = match text.beside {
            Comparand::Is(value) => Some(test(table, (text.column, value), &mut read)?),
            _ => {
                number_of(table, column)?;
                None
            }
        };
        let only = text.only.map(|only| test(table, only, &mut read)).transpose()?;
        Ok(Reading { text, table, read, less, is, only, is_flag })
    }

    fn is_share(&self) -> bool {
        self.is.is_some() || (self.is_flag && self.less.is_none())
    }
}

fn of_text(dataset: &Dataset, name: &str) -> Result<Measured, AnalysisError> {
    let manifest = dataset.manifest();
    let reading = Reading::of(manifest, name)?;
    let is_share = reading.is_share();
    let Reading { text, table, read, less, is, only, .. } = reading;
    let value = |batch: &Batch, row: usize| match (&is, less) {
        (Some(is), _) => holds(is, batch, row).map(|holds| f64::from(u8::from(holds))),
        (None, Some(less)) => Some(number(batch, 1, row)? - number(batch, less, row)?),
        (None, None) => number(batch, 1, row),
    };
    let counts = |batch: &Batch, row: usize| only.as_ref().is_none_or(|only| holds(only, batch, row) == Some(true));
    let (missing, trials) =
        summed(dataset, table, &read, |batch, row| if counts(batch, row) { value(batch, row) } else { None })?;
    Ok(Measured { name: name.to_owned(), about: about(table, &text, manifest), is_share, missing, trials })
}

/// Sums a value over the rows of each trial that have one; of trials with one row at most the value itself.
fn summed(
    dataset: &Dataset,
    table: &Table,
    read: &[&str],
    value: impl Fn(&Batch, usize) -> Option<f64>,
) -> Result<(Missing, Trials), AnalysisError> {
    // which trials are ok stands in the first table
    let there = values_of(dataset, "trial")?;
    let mut sums: Vec<f64> = there.of_trials.iter().map(|trial| if trial.is_nan() { *trial } else { 0.0 }).collect();
    let mut counts = sums.clone();
    let mut is_stray = false;
    dataset.scan(&table.name, read, |batch| {
        for (row, trial) in batch.u64(0).iter().enumerate() {
            let place = *trial as usize;
            match (sums.get_mut(place), counts.get_mut(place), value(batch, row)) {
                (Some(sum), Some(count), Some(value)) => (*sum, *count) = (*sum + value, *count + 1.0),
                (None, ..) => is_stray = true,
                _ => {}
            }
        }
    })?;
    if is_stray {
        return Err(AnalysisError::Measure("a row belongs to a trial that is not planned".to_owned()));
    }
    let is_single = counts.iter().all(|count| count.is_nan() || *count <= 1.0);
    let trials = if is_single {
        Trials::Each(sums.iter().zip(&counts).map(|(sum, count)| sum / count).collect())
    } else {
        Trials::Pooled(sums, counts)
    };
    Ok((there.missing, trials))
}

pub(crate) fn table_of<'m>(manifest: &'m Manifest, name: Option<&str>) -> Result<&'m Table, AnalysisError> {
    let Some(name) = name else { return Ok(&manifest.tables[0]) };
    manifest.tables.iter().find(|table| table.name == name).ok_or_else(|| {
        let names: Vec<&str> = manifest.tables.iter().map(|table| table.name.as_str()).collect();
        AnalysisError::Question(format!("there is no table {name}; the tables are {}", names.join(", ")))
    })
}

pub(crate) fn column_of(table: &Table, name: &str) -> Result<usize, AnalysisError> {
    table.index(name).ok_or_else(|| {
        AnalysisError::Question(format!(
            "{name} is no column of the table {} here; tolley list names them, [output] says which are kept",
            table.name
        ))
    })
}

fn number_of(table: &Table, column: usize) -> Result<(), AnalysisError> {
    let column = &table.columns[column];
    match &column.kind {
        ColumnKind::Name { names } => {
            let name = &column.name;
            let message = format!(
                "{name} of the table {} is no number; {name}=VALUE may ask for {}",
                table.name,
                names.join(", ")
            );
            Err(AnalysisError::Question(message))
        }
        _ => Ok(()),
    }
}

pub(crate) fn test<'t>(
    table: &Table,
    (name, value): (&'t str, &'t str),
    read: &mut Vec<&'t str>,
) -> Result<Test, AnalysisError> {
    let column = &table.columns[column_of(table, name)?];
    let place = |read: &mut Vec<&'t str>, name| {
        read.push(name);
        read.len() - 1
    };
    let refused = |allowed: String| AnalysisError::Question(format!("{name}={value}: {value} is {allowed}"));
    let other = table.index(value).map(|index| &table.columns[index]);
    let wanted = match (&column.kind, other.map(|other| &other.kind)) {
        (ColumnKind::Name { names }, Some(ColumnKind::Name { names: others })) => {
            let same = |name: &String| others.iter().position(|other| other == name).map_or(f64::NAN, |at| at as f64);
            let map = names.iter().map(same).collect();
            Wanted::Column(place(read, value), Some(map))
        }
        (ColumnKind::Name { .. }, Some(_)) | (_, Some(ColumnKind::Name { .. })) => {
            return Err(refused(format!("a column of another kind of the table {}", table.name)));
        }
        (_, Some(_)) => Wanted::Column(place(read, value), None),
        (ColumnKind::Name { names }, None) => {
            let at = names.iter().position(|name| name == value);
            let at = at.ok_or_else(|| refused(format!("none of its names, which are {}", names.join(", "))))?;
            Wanted::Number(at as f64)
        }
        (ColumnKind::Bool, None) => {
            let flag: bool = value.parse().map_err(|_| refused("neither true nor false".to_owned()))?;
            Wanted::Number(f64::from(u8::from(flag)))
        }
        (_, None) => Wanted::Number(value.parse().map_err(|_| refused("no number, and no column".to_owned()))?),
    };
    Ok(Test { column: place(read, name), wanted })
}

/// Whether a row is as wanted; `None` where it has no value.
pub(crate) fn holds(test: &Test, batch: &Batch, row: usize) -> Option<bool> {
    let value = number(batch, test.column, row)?;
    Some(match &test.wanted {
        Wanted::Number(wanted) => value == *wanted,
        Wanted::Column(other, names) => {
            let other = number(batch, *other, row)?;
            names.as_ref().map_or(value, |names| names[value as usize]) == other
        }
    })
}

/// The number of a cell, of a name its place among the names; `None` where it is empty.
fn number(batch: &Batch, column: usize, row: usize) -> Option<f64> {
    batch.has_value(column, row).then(|| match batch.column(column) {
        ColumnData::F64(values) => values[row],
        ColumnData::U64(values) => values[row] as f64,
        ColumnData::Bool(values) => f64::from(u8::from(values[row])),
        ColumnData::Name(values) => f64::from(values[row]),
    })
}

/// What it means, in sentences.
fn about(table: &Table, text: &MeasureText<'_>, manifest: &Manifest) -> String {
    let of = |name: &str| table.index(name).map_or("", |index| table.columns[index].about.as_str());
    let mut told = match text.beside {
        Comparand::Nothing => of(text.column).to_owned(),
        Comparand::Is(value) => format!("How often {} is {value}. {}", text.column, of(text.column)),
        Comparand::Less(less) => format!("{} less {less}. {} {}", text.column, of(text.column), of(less)),
    };
    if table.name != manifest.tables[0].name {
        told.push_str(&format!(" All rows of the table {} together.", table.name));
    }
    if let Some((column, value)) = text.only {
        told.push_str(&format!(" Of rows whose {column} is {value} alone."));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_measure_text() {
        let of = |name| measure_text(name).expect("a measure");
        let text = MeasureText { table: Some("turns"), column: "points_count", beside: Comparand::Nothing, only: None };
        assert_eq!(of("turns.points_count"), text);
        let (beside, only) = (Comparand::Is("1.25"), Some(("is_foul", "true")));
        assert_eq!(
            of("shots.a_ratio=1.25[is_foul=true]"),
            MeasureText { table: Some("shots"), column: "a_ratio", beside, only }
        );
        let beside = Comparand::Is("centre-past-edge");
        assert_eq!(of("off=centre-past-edge"), MeasureText { table: None, column: "off", beside, only: None });
        let beside = Comparand::Less("loser_count");
        assert_eq!(
            of("winner_count-loser_count"),
            MeasureText { table: None, column: "winner_count", beside, only: None }
        );
        assert_eq!(measure_text("points_count[side]"), None);
        assert!(["goal_count", "toley_stays"].into_iter().all(is_plain) && !is_plain("turns.points_count"));
    }
}
