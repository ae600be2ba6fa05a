//! The rows of a block become the bytes of a part.

use std::fs::File;
use std::sync::Arc;

use arrow_array::types::Int8Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int8Array, RecordBatch, StringArray, UInt32Array,
    UInt64Array,
};
use experiment::row::{TableRows, Values};
use experiment::status::Status;
use experiment::table::{ColumnKind, Table};
use experiment::value::{Field, Value};
use parquet::arrow::ArrowWriter;
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::manifest::Manifest;
use crate::schema::{FileNotes, arrow_schema, properties};

/// Columns before the axes: trial, point, repeat.
const ID_COLUMNS: usize = 3;

/// Writes the part of table number `table` to `file`; `status` belongs to the first table.
pub(crate) fn write_part(
    file: File,
    manifest: &Manifest,
    notes: FileNotes<'_>,
    table: usize,
    rows: TableRows,
    status: &[Status],
) -> Result<File, ParquetError> {
    let entry = &manifest.tables[table];
    let len = rows.trial.len();
    let runs = runs_of_points(&rows.trial, manifest.plan.grid.repeats);
    let mut columns = id_columns(rows.trial, manifest.plan.grid.repeats, &runs);
    columns.extend((0..manifest.plan.grid.axes.len()).map(|axis| axis_column(manifest, axis, &runs)));
    let axes = ID_COLUMNS..columns.len();
    for (values, column) in rows.columns.into_iter().zip(&entry.columns[axes.end..]) {
        columns.push(measured_column(values, &column.kind, &blank_mask(&rows.blank, len)));
    }
    if table == 0 {
        let names: Vec<String> = Status::NAMES.iter().map(|name| (*name).to_owned()).collect();
        columns.push(name_column(status.iter().map(|status| *status as i8).collect(), None, &names));
    }
    write_columns(file, notes, entry, axes, columns)
}

/// Writes columns in the order of the table's entry.
fn write_columns(
    file: File,
    notes: FileNotes<'_>,
    table: &Table,
    axes: std::ops::Range<usize>,
    columns: Vec<ArrayRef>,
) -> Result<File, ParquetError> {
    let schema = arrow_schema(table);
    let batch = RecordBatch::try_new(schema.clone(), columns)?;
    let mut writer = ArrowWriter::try_new(file, schema, Some(properties(notes, table, axes)?))?;
    writer.write(&batch)?;
    writer.into_inner()
}

/// Rows in a batch of the points table, which bounds the memory.
const POINT_ROWS: u64 = 16_384;

/// Writes the table of design points: `first` are the values of all keys at the first point, `point` those of the keys
/// that vary at any.
pub(crate) fn write_points(
    file: File,
    manifest: &Manifest,
    notes: FileNotes<'_>,
    first: &[Value],
    varying: &[usize],
    point: impl Fn(u64) -> Vec<Value>,
) -> Result<File, ParquetError> {
    let table = &manifest.points;
    let schema = arrow_schema(table);
    let properties = properties(notes, table, 1..table.columns.len())?;
    let mut writer = ArrowWriter::try_new(file, schema.clone(), Some(properties))?;
    let count = manifest.plan.grid.points();
    for start in (0..count).step_by(POINT_ROWS as usize) {
        let range = start..count.min(start + POINT_ROWS);
        let points: Vec<Vec<Value>> = range.clone().map(&point).collect();
        let mut columns: Vec<ArrayRef> = vec![Arc::new(range.map(|p| p as u32).collect::<UInt32Array>())];
        for (key, column) in table.columns[1..].iter().enumerate() {
            columns.push(match varying.iter().position(|varying| *varying == key) {
                Some(at) => value_column(points.iter().map(|point| (&point[at], 1)), &column.kind),
                None => value_column(std::iter::once((&first[key], points.len())), &column.kind),
            });
        }
        writer.write(&RecordBatch::try_new(schema.clone(), columns)?)?;
    }
    writer.into_inner()
}

/// Rows one after the other that belong to one point: its number and how many.
fn runs_of_points(trial: &[u64], repeats: u64) -> Vec<(u64, usize)> {
    let mut runs = Vec::new();
    let mut rest = trial;
    while let Some(first) = rest.first() {
        let point = first / repeats;
        let next = (point + 1) * repeats;
        let len = rest.partition_point(|&trial| trial < next);
        runs.push((point, len));
        rest = &rest[len..];
    }
    runs
}

fn id_columns(trial: Vec<u64>, repeats: u64, runs: &[(u64, usize)]) -> Vec<ArrayRef> {
    let mut point = Vec::with_capacity(trial.len());
    let mut repeat = Vec::with_capacity(trial.len());
    for &(number, len) in runs {
        let start = point.len();
        point.resize(start + len, number as u32);
        repeat.extend(trial[start..start + len].iter().map(|trial| (trial - number * repeats) as u32));
    }
    vec![Arc::new(UInt64Array::from(trial)), Arc::new(UInt32Array::from(point)), Arc::new(UInt32Array::from(repeat))]
}

fn axis_column(manifest: &Manifest, axis: usize, runs: &[(u64, usize)]) -> ArrayRef {
    let kind = &manifest.tables[0].columns[ID_COLUMNS + axis].kind;
    let value = |&(point, len): &(u64, usize)| (manifest.plan.grid.axis_value(axis, point), len);
    let values: Vec<_> = runs.iter().map(value).collect();
    value_column(values.iter().map(|(value, len)| (&**value, *len)), kind)
}

/// Values, each as often as said. The kind of a key is the kind of its values, or the manifest would not have passed.
fn value_column<'a>(values: impl Iterator<Item = (&'a Value, usize)>, kind: &ColumnKind) -> ArrayRef {
    fn repeated<'a, T: Clone>(
        values: impl Iterator<Item = (&'a Value, usize)>,
        of: impl Fn(&Value) -> Option<T>,
    ) -> Vec<T> {
        let mut repeated = Vec::new();
        for (value, count) in values {
            let of = of(value).unwrap_or_else(|| unreachable!("a key keeps its kind: {value}"));
            repeated.resize(repeated.len() + count, of);
        }
        repeated
    }
    match kind {
        ColumnKind::F64 => Arc::new(Float64Array::from(repeated(values, f64::of))),
        ColumnKind::U32 | ColumnKind::U64 => Arc::new(UInt64Array::from(repeated(values, u64::of))),
        ColumnKind::Bool => Arc::new(BooleanArray::from(repeated(values, bool::of))),
        ColumnKind::Name { names } => {
            let index = |value: &Value| match value {
                Value::Choice(choice) => names.iter().position(|name| name == choice).map(|index| index as i8),
                _ => None,
            };
            name_column(repeated(values, index), None, names)
        }
    }
}

/// Which rows have values; `None` when all have.
fn blank_mask(blank: &[usize], len: usize) -> Option<Vec<bool>> {
    let mut has_value = (!blank.is_empty()).then(|| vec![true; len])?;
    blank.iter().for_each(|&row| has_value[row] = false);
    Some(has_value)
}

fn measured_column(values: Values, kind: &ColumnKind, has_value: &Option<Vec<bool>>) -> ArrayRef {
    let mask = || has_value.clone().map(Into::into);
    match (values, kind) {
        (Values::F64(values), _) => {
            // a blank row holds NaN too
            let nulls =
                values.iter().any(|x| x.is_nan()).then(|| values.iter().map(|x| !x.is_nan()).collect::<Vec<_>>());
            Arc::new(Float64Array::new(values.into(), nulls.map(Into::into)))
        }
        (Values::U32(values), _) => Arc::new(UInt32Array::new(values.into(), mask())),
        (Values::U64(values), _) => Arc::new(UInt64Array::new(values.into(), mask())),
        (Values::Bool(values), _) => Arc::new(BooleanArray::new(values.into(), mask())),
        (Values::Name(values), ColumnKind::Name { names }) => {
            name_column(values.into_iter().map(|index| index as i8).collect(), has_value.clone(), names)
        }
        (Values::Name(_), kind) => unreachable!("a column keeps its kind: {kind:?}"),
    }
}

fn name_column(indices: Vec<i8>, has_value: Option<Vec<bool>>, names: &[String]) -> ArrayRef {
    let keys = Int8Array::new(indices.into(), has_value.map(Into::into));
    let names: StringArray = names.iter().map(Some).collect();
    let column = DictionaryArray::<Int8Type>::new(keys, Arc::new(names));
    debug_assert_eq!(column.null_count(), column.keys().null_count());
    Arc::new(column)
}
