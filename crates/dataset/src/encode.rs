//! The rows of blocks become the bytes of a part.

use std::io::Write;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int8Array, Int64Array, RecordBatch, StringArray,
};
use arrow_schema::{DataType, SchemaRef};
use experiment::row::{TableRows, Values};
use experiment::status::Status;
use experiment::table::{Column, ColumnKind, Table};
use experiment::value::{Field, Value};
use parquet::errors::ParquetError;
use tolley_experiment as experiment;

use crate::concat;
use crate::manifest::Manifest;
use crate::schema::{Coding, FileNotes, WRITE_ROWS, arrow_schema};
use crate::table_file::TableFile;

/// Columns before the axes: trial, point, repeat.
const ID_COLUMNS: usize = 3;
/// Rows that are written at once, which memory bounds: a whole number of the rows after which a page may end.
pub(crate) const CHUNK_ROWS: usize = 2 * WRITE_ROWS;

/// What the batches of a table share: a block may have few rows, and must not hold more in names and units than in
/// them.
#[derive(Debug)]
pub(crate) struct Form {
    schema: SchemaRef,
    /// Of each column of names.
    names: Vec<Option<ArrayRef>>,
}

impl Form {
    /// Of each table of trials.
    pub(crate) fn all(manifest: &Manifest) -> Vec<Form> {
        manifest.tables.iter().map(Form::of).collect()
    }

    fn of(table: &Table) -> Form {
        let names = |column: &Column| match &column.kind {
            ColumnKind::Name { names } => Some(name_array(names)),
            _ => None,
        };
        Form { schema: arrow_schema(table), names: table.columns.iter().map(names).collect() }
    }

    fn column(&self, index: usize, values: Values, kind: &ColumnKind, has_value: &Option<Vec<bool>>) -> ArrayRef {
        match (values, &self.names[index]) {
            (Values::Name(values), Some(names)) => {
                named(values.into_iter().map(|index| index as i8).collect(), has_value.clone(), names)
            }
            (values, _) => measured_column(values, kind, has_value),
        }
    }
}

/// The rows of a block in table number `table`, as they stand in a file; `status` belongs to the first table.
pub(crate) fn batch(
    manifest: &Manifest,
    form: &Form,
    table: usize,
    rows: TableRows,
    status: &[Status],
) -> Result<RecordBatch, ParquetError> {
    let entry = &manifest.tables[table];
    let len = rows.trial.len();
    let grid = &manifest.plan.grid;
    let runs = runs_of_points(&rows.trial, grid.points());
    let mut columns = id_columns(&rows.trial, grid.points(), &runs);
    columns.extend((0..grid.axes.len()).map(|axis| axis_column(manifest, axis, &runs)));
    let has_value = blank_mask(&rows.blank, len);
    for (values, (index, column)) in
        rows.columns.into_iter().zip(entry.columns.iter().enumerate().skip(axes(manifest).end))
    {
        columns.push(form.column(index, values, &column.kind, &has_value));
    }
    if table == 0 {
        let status = status.iter().map(|status| *status as u8).collect();
        columns.push(form.column(columns.len(), Values::Name(status), &entry.columns[columns.len()].kind, &None));
    }
    Ok(RecordBatch::try_new(Arc::clone(&form.schema), columns)?)
}

/// Numbers of the columns of swept keys, in every table of trials.
fn axes(manifest: &Manifest) -> std::ops::Range<usize> {
    ID_COLUMNS..ID_COLUMNS + manifest.plan.grid.axes.len()
}

/// How the values of a swept key are written: those that a design draws are all different.
fn coding_of_axis(manifest: &Manifest, axis: usize) -> Coding {
    let is_drawn = manifest.plan.grid.axes[axis].distribution.is_some();
    if is_drawn { Coding::Split } else { Coding::Sought }
}

/// Whether what is summed up is a ratio of counts of one trial.
pub(crate) fn is_of_counts(manifest: &Manifest, column: &Column) -> bool {
    ["_share", "_count"].iter().any(|end| column.name.ends_with(end))
        && manifest.measures.iter().any(|measure| measure.column == column.name)
}

/// Writes rows of a table; its bytes follow from the rows alone, however they come.
pub(crate) struct Writer<'m, W: Write + Send> {
    manifest: &'m Manifest,
    notes: FileNotes<'m>,
    table: usize,
    /// Until the first rows are there, which say how columns are written.
    new: Option<W>,
    begun: Option<TableFile<W>>,
    pending: Vec<RecordBatch>,
    pending_rows: usize,
    rows: u64,
}

impl<'m, W: Write + Send> Writer<'m, W> {
    /// To a new file.
    pub(crate) fn new(out: W, manifest: &'m Manifest, notes: FileNotes<'m>, table: usize) -> Writer<'m, W> {
        Writer { manifest, notes, table, new: Some(out), begun: None, pending: Vec::new(), pending_rows: 0, rows: 0 }
    }

    fn begun(&mut self, first: &RecordBatch) -> Result<&mut TableFile<W>, ParquetError> {
        if let Some(out) = self.new.take() {
            self.begun = Some(self.begin(out, first)?);
        }
        self.begun.as_mut().ok_or_else(|| ParquetError::General("it could not be begun".to_owned()))
    }

    fn begin(&self, out: W, first: &RecordBatch) -> Result<TableFile<W>, ParquetError> {
        let entry = &self.manifest.tables[self.table];
        let axes = axes(self.manifest);
        let coding = |column: usize| match axes.contains(&column) {
            true => coding_of_axis(self.manifest, column - axes.start),
            false if column < axes.start => Coding::Sought,
            false if is_of_counts(self.manifest, &entry.columns[column]) => Coding::Ratio,
            false if changes_seldom(first.column(column)) => Coding::Plain,
            false => Coding::Split,
        };
        TableFile::new(out, entry, self.notes, coding)
    }

    /// Appends rows.
    pub(crate) fn push(&mut self, mut batch: RecordBatch) -> Result<(), ParquetError> {
        self.rows += batch.num_rows() as u64;
        while self.pending_rows + batch.num_rows() >= CHUNK_ROWS {
            let head = CHUNK_ROWS - self.pending_rows;
            self.pending.push(batch.slice(0, head));
            self.write()?;
            batch = batch.slice(head, batch.num_rows() - head);
        }
        if batch.num_rows() > 0 {
            self.pending_rows += batch.num_rows();
            self.pending.push(batch);
        }
        Ok(())
    }

    /// Pages end where a write does, so that all writes but the last have the same size.
    fn write(&mut self) -> Result<(), ParquetError> {
        self.pending_rows = 0;
        let pending = std::mem::take(&mut self.pending);
        match concat::batches(&pending)? {
            None => Ok(()),
            Some(joined) => self.begun(&joined)?.write(&joined),
        }
    }

    /// Closes the file; how many rows it has.
    pub(crate) fn finish(mut self) -> Result<(W, u64), ParquetError> {
        self.write()?;
        self.begun(&RecordBatch::new_empty(arrow_schema(&self.manifest.tables[self.table])))?;
        match self.begun {
            Some(writer) => Ok((writer.finish()?, self.rows)),
            None => Err(ParquetError::General("it was not begun".to_owned())),
        }
    }
}

/// Rows a change of the value, from which on a column changes seldom.
const SELDOM: usize = 64;

/// What a row without a value counts as: what stands there is NaN in memory, and 0 once it was saved and read.
const NOTHING: u64 = f64::NAN.to_bits();

/// Whether a number stays the same from row to row, but for a few.
fn changes_seldom(column: &ArrayRef) -> bool {
    let changes = match column.data_type() {
        DataType::Float64 => changes_there(column, column.as_primitive::<Float64Type>().values(), |x| x.to_bits()),
        DataType::Int64 => changes_there(column, column.as_primitive::<Int64Type>().values(), |x| x.cast_unsigned()),
        _ => return false,
    };
    changes * SELDOM <= column.len()
}

/// The same as [`changes`], of the rows that have a value and of [`NOTHING`].
fn changes_there<T>(column: &ArrayRef, values: &[T], bits: impl Fn(&T) -> u64) -> usize {
    match column.nulls().filter(|nulls| nulls.null_count() > 0) {
        None => changes(values, bits),
        Some(nulls) => {
            let of = |(value, has_value): (&T, bool)| if has_value { bits(value) } else { NOTHING };
            changes(&values.iter().zip(nulls).map(of).collect::<Vec<_>>(), |bits| *bits)
        }
    }
}

/// How often the next value is another one, or a number beyond which it is not seldom.
fn changes<T>(values: &[T], bits: impl Fn(&T) -> u64) -> usize {
    let most = values.len() / SELDOM;
    let mut changes = 0;
    for (at, stretch) in values.chunks(SELDOM).enumerate() {
        // with the first one of the next stretch
        let stretch = &values[at * SELDOM..values.len().min(at * SELDOM + stretch.len() + 1)];
        let differ = stretch.iter().fold(0, |differ, value| differ | (bits(value) ^ bits(&stretch[0])));
        if differ != 0 {
            changes += stretch.windows(2).filter(|pair| bits(&pair[0]) != bits(&pair[1])).count();
        }
        if changes > most {
            break;
        }
    }
    changes
}

/// Rows in a batch of the points table, which bounds the memory.
const POINT_ROWS: u64 = 16_384;

/// Writes the table of design points, so many of them: `first` are the values of all keys at the first point, `point`
/// those of the keys that vary at any.
pub(crate) fn write_points<W: Write + Send>(
    out: W,
    manifest: &Manifest,
    notes: FileNotes<'_>,
    first: &[Value],
    varying: &[usize],
    point: impl Fn(u64) -> Vec<Value>,
    count: u64,
) -> Result<W, ParquetError> {
    let table = &manifest.points;
    let schema = arrow_schema(table);
    let axis_of = |key: &String| manifest.plan.grid.axes.iter().position(|axis| axis.key == *key);
    let coding = |column: usize| match column.checked_sub(1) {
        Some(key) if !varying.contains(&key) => Coding::Plain,
        key => key
            .and_then(|key| axis_of(&manifest.keys[key]))
            .map_or(Coding::Sought, |axis| coding_of_axis(manifest, axis)),
    };
    let mut writer = TableFile::new(out, table, notes, coding)?;
    for start in (0..count).step_by(POINT_ROWS as usize) {
        let range = start..count.min(start + POINT_ROWS);
        let points: Vec<Vec<Value>> = range.clone().map(&point).collect();
        let mut columns: Vec<ArrayRef> = vec![Arc::new(range.map(signed).collect::<Int64Array>())];
        for (key, column) in table.columns[1..].iter().enumerate() {
            columns.push(match varying.iter().position(|varying| *varying == key) {
                Some(at) => value_column(points.iter().map(|point| (&point[at], 1)), &column.kind),
                None => value_column(std::iter::once((&first[key], points.len())), &column.kind),
            });
        }
        writer.write(&RecordBatch::try_new(schema.clone(), columns)?)?;
    }
    writer.finish()
}

/// A count as it stands in a file.
///
/// # Panics
/// Beyond 2^63, which no plan, no key and nothing that is counted comes near.
pub(crate) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or_else(|_| panic!("a count of {value} does not fit a dataset"))
}

/// Rows one after the other that belong to one point: its number and how many.
fn runs_of_points(trial: &[u64], points: u64) -> Vec<(u64, usize)> {
    trial.chunk_by(|a, b| a % points == b % points).map(|run| (run[0] % points, run.len())).collect()
}

fn id_columns(trial: &[u64], points: u64, runs: &[(u64, usize)]) -> Vec<ArrayRef> {
    let point = runs.iter().flat_map(|&(point, len)| std::iter::repeat_n(signed(point), len));
    let repeat = trial.iter().map(|trial| signed(trial / points));
    [trial.iter().copied().map(signed).collect(), point.collect(), repeat.collect()]
        .map(|column: Int64Array| Arc::new(column) as ArrayRef)
        .into()
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
        ColumnKind::U32 | ColumnKind::U64 => {
            Arc::new(Int64Array::from(repeated(values, |value| u64::of(value).map(signed))))
        }
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
pub(crate) fn blank_mask(blank: &[usize], len: usize) -> Option<Vec<bool>> {
    let mut has_value = (!blank.is_empty()).then(|| vec![true; len])?;
    blank.iter().for_each(|&row| has_value[row] = false);
    Some(has_value)
}

pub(crate) fn measured_column(values: Values, kind: &ColumnKind, has_value: &Option<Vec<bool>>) -> ArrayRef {
    let mask = || has_value.clone().map(Into::into);
    match (values, kind) {
        (Values::F64(values), _) => {
            // a blank row holds NaN too
            let is_any = values.iter().fold(false, |is_any, x| is_any | x.is_nan());
            let nulls = is_any.then(|| values.iter().map(|x| !x.is_nan()).collect::<Vec<_>>());
            Arc::new(Float64Array::new(values.into(), nulls.map(Into::into)))
        }
        (Values::U32(values), _) => Arc::new(Int64Array::new(values.into_iter().map(i64::from).collect(), mask())),
        (Values::U64(values), _) => Arc::new(Int64Array::new(values.into_iter().map(signed).collect(), mask())),
        (Values::Bool(values), _) => Arc::new(BooleanArray::new(values.into(), mask())),
        (Values::Name(values), ColumnKind::Name { names }) => {
            name_column(values.into_iter().map(|index| index as i8).collect(), has_value.clone(), names)
        }
        (Values::Name(_), kind) => unreachable!("a column keeps its kind: {kind:?}"),
    }
}

pub(crate) fn name_column(indices: Vec<i8>, has_value: Option<Vec<bool>>, names: &[String]) -> ArrayRef {
    named(indices, has_value, &name_array(names))
}

/// The names of a column.
pub(crate) fn name_array<N: AsRef<str>>(names: &[N]) -> ArrayRef {
    Arc::new(names.iter().map(Some).collect::<StringArray>())
}

/// A column of some of these names, by their numbers.
pub(crate) fn named(indices: Vec<i8>, has_value: Option<Vec<bool>>, names: &ArrayRef) -> ArrayRef {
    let keys = Int8Array::new(indices.into(), has_value.map(Into::into));
    let column = DictionaryArray::<Int8Type>::new(keys, Arc::clone(names));
    debug_assert_eq!(column.null_count(), column.keys().null_count());
    Arc::new(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_from_row_to_row_does_not_seldom() {
        let measured = |value: fn(usize) -> f64| -> ArrayRef {
            Arc::new((0..1280).map(|row| Some(value(row))).collect::<Float64Array>())
        };
        assert!(changes_seldom(&measured(|_| 0.02)));
        assert!(changes_seldom(&measured(|row| (row / 64) as f64)), "19 changes in 1,280 rows");
        assert!(!changes_seldom(&measured(|row| (row / 32) as f64)));
        assert!(!changes_seldom(&measured(|row| row as f64)));
        let missing: ArrayRef = Arc::new((0..64).map(|_| None::<f64>).collect::<Float64Array>());
        assert!(changes_seldom(&missing));
        // as one NaN or another, or as nothing that was read: what stands where there is no value does not count
        let of = |under: fn(usize) -> f64, is_there: fn(usize) -> bool| -> ArrayRef {
            let values: Vec<f64> = (0..1280).map(|row| if is_there(row) { 0.0 } else { under(row) }).collect();
            Arc::new(Float64Array::new(values.into(), Some((0..1280).map(is_there).collect::<Vec<_>>().into())))
        };
        let nan = |row: usize| if row.is_multiple_of(2) { f64::NAN } else { -f64::NAN };
        assert!(changes_seldom(&of(nan, |_| false)));
        // some blocks of a part were saved and read, the others were not
        let read: Vec<f64> = (0..75).map(|row| if row < 40 { 0.0 } else { f64::NAN }).collect();
        let read: ArrayRef = Arc::new(Float64Array::new(read.into(), Some(vec![false; 75].into())));
        assert!(changes_seldom(&read));
        for under in [nan, |_| f64::NAN, |_| 0.0] {
            assert!(!changes_seldom(&of(under, |row| row.is_multiple_of(2))), "a value in every second row");
            assert!(changes_seldom(&of(under, |row| row < 640)), "one change");
        }
        let counted = |step: i64| -> ArrayRef { Arc::new((0..64).map(|row| Some(row * step)).collect::<Int64Array>()) };
        assert!(changes_seldom(&counted(0)) && !changes_seldom(&counted(1)));
        let flags: ArrayRef = Arc::new(BooleanArray::from(vec![true; 64]));
        assert!(!changes_seldom(&flags), "a flag is a bit anyway");
    }
}
