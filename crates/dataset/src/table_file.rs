//! A Parquet file that grows batch by batch: row groups of many rows, whose columns of few values are
//! [written here](crate::few), all others by Arrow's writer.

use std::io::Write;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use tolley_experiment::table::Table;
use zstd::bulk::Compressor;

use crate::few::Few;
use crate::schema::{Coding, FileNotes, ROW_GROUP_ROWS, ZSTD_LEVEL, arrow_schema, is_few, properties};

/// A file that is being written.
pub(crate) struct TableFile<W: Write + Send> {
    schema: SchemaRef,
    file: SerializedFileWriter<W>,
    writers: ArrowRowGroupWriterFactory,
    /// Whether each column has few values.
    few: Vec<bool>,
    pack: Compressor<'static>,
    group: Option<Group>,
    groups: usize,
}

/// The row group that is being filled.
struct Group {
    columns: Vec<Column>,
    rows: usize,
}

enum Column {
    Few(Box<Few>),
    Many(Box<ArrowColumnWriter>),
}

impl<W: Write + Send> TableFile<W> {
    /// A new file of a table: a coding for each column, by its number.
    pub(crate) fn new(
        out: W,
        table: &Table,
        notes: FileNotes<'_>,
        coding: impl Fn(usize) -> Coding,
    ) -> Result<TableFile<W>, ParquetError> {
        let schema = arrow_schema(table);
        let few = table.columns.iter().enumerate().map(|(at, column)| is_few(&column.kind, coding(at))).collect();
        let properties = properties(notes, table, coding)?;
        let (file, writers) = ArrowWriter::try_new(out, schema.clone(), Some(properties))?.into_serialized_writer()?;
        let pack = Compressor::new(ZSTD_LEVEL)?;
        Ok(TableFile { schema, file, writers, few, pack, group: None, groups: 0 })
    }

    /// Appends rows; all batches but the last have a whole share of a page.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), ParquetError> {
        let (mut start, len) = (0, batch.num_rows());
        while start < len {
            let mut group = match self.group.take() {
                Some(group) => group,
                None => self.begin()?,
            };
            let rows = (len - start).min(ROW_GROUP_ROWS - group.rows);
            let slice = batch.slice(start, rows);
            for ((column, array), field) in group.columns.iter_mut().zip(slice.columns()).zip(self.schema.fields()) {
                match column {
                    Column::Few(few) => few.push(array, &mut self.pack)?,
                    Column::Many(writer) => {
                        compute_leaves(field, array)?.iter().try_for_each(|leaf| writer.write(leaf))?;
                    }
                }
            }
            group.rows += rows;
            start += rows;
            let is_whole = group.rows == ROW_GROUP_ROWS;
            self.group = Some(group);
            if is_whole {
                self.end()?;
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<Group, ParquetError> {
        let writers = self.writers.create_column_writers(self.groups)?;
        let described = self.file.schema_descr().columns();
        let column = |((writer, is_few), column): ((ArrowColumnWriter, &bool), &_)| match is_few {
            true => Column::Few(Box::new(Few::new(Arc::clone(column)))),
            false => Column::Many(Box::new(writer)),
        };
        let columns = writers.into_iter().zip(&self.few).zip(described).map(column).collect();
        Ok(Group { columns, rows: 0 })
    }

    fn end(&mut self) -> Result<(), ParquetError> {
        let Some(group) = self.group.take() else { return Ok(()) };
        let mut out = self.file.next_row_group()?;
        for column in group.columns {
            match column {
                Column::Few(few) => {
                    let (bytes, close) = few.close(&mut self.pack)?;
                    out.append_column(&bytes, close)?;
                }
                Column::Many(writer) => writer.close()?.append_to_row_group(&mut out)?,
            }
        }
        out.close()?;
        self.groups += 1;
        Ok(())
    }

    /// Closes the file.
    pub(crate) fn finish(mut self) -> Result<W, ParquetError> {
        self.end()?;
        self.file.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Float64Type, Int8Type};
    use arrow_array::{ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int8Array, Int64Array, StringArray};
    use bytes::Bytes;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use tolley_experiment::table::{Column, ColumnKind};

    use super::*;
    use crate::schema::PAGE_ROWS;

    const NOTES: FileNotes<'_> = FileNotes { plan_blake3: "", tolley_version: "", physics_version: 0, part: None };

    fn names() -> Vec<String> {
        ["rest", "goal", "edge"].map(str::to_owned).to_vec()
    }

    /// A table of a column of each kind, all of few values.
    fn table() -> Table {
        let column = |name: &str, kind| Column::measured(name, kind, "");
        let columns = vec![
            column("number", ColumnKind::F64),
            column("count", ColumnKind::U64),
            column("flag", ColumnKind::Bool),
            column("name", ColumnKind::Name { names: names() }),
        ];
        Table { name: "rows".to_owned(), about: String::new(), columns }
    }

    /// Rows whose values are made of their numbers; none where that is none.
    fn rows(range: std::ops::Range<usize>, value: impl Fn(usize) -> Option<u64>) -> RecordBatch {
        let values = || range.clone().map(&value);
        let names: StringArray = names().into_iter().map(Some).collect();
        let places: Int8Array = values().map(|value| Some((value? % 3) as i8)).collect();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(values().map(|value| Some(value? as f64 - 0.5)).collect::<Float64Array>()),
            Arc::new(values().map(|value| Some(value?.cast_signed())).collect::<Int64Array>()),
            Arc::new(values().map(|value| Some(value? % 2 == 1)).collect::<BooleanArray>()),
            Arc::new(DictionaryArray::<Int8Type>::new(places, Arc::new(names))),
        ];
        RecordBatch::try_new(arrow_schema(&table()), columns).expect("a batch")
    }

    fn texts(batch: &RecordBatch) -> Vec<String> {
        let names = batch.column(3).as_dictionary::<Int8Type>();
        let texts = names.values().as_string::<i32>();
        names.keys().iter().map(|key| key.map_or(String::new(), |key| texts.value(key as usize).to_owned())).collect()
    }

    /// What is written comes back, however many batches it came in, and by how many rows.
    fn comes_back(len: usize, value: impl Fn(usize) -> Option<u64> + Copy) -> usize {
        let mut file = TableFile::new(Vec::new(), &table(), NOTES, |_| Coding::Plain).expect("a file");
        for start in (0..len).step_by(16_384) {
            file.write(&rows(start..len.min(start + 16_384), value)).expect("it is written");
        }
        let bytes = Bytes::from(file.finish().expect("it is finished"));
        let size = bytes.len();
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).expect("a file").with_batch_size(len.max(1));
        let read: Vec<RecordBatch> = reader.build().expect("rows").collect::<Result<_, _>>().expect("rows");
        let read = crate::concat::batches(&read).expect("alike");
        let wanted = rows(0..len, value);
        let read = read.unwrap_or_else(|| rows(0..0, value));
        for column in 0..3 {
            assert_eq!(read.column(column), wanted.column(column), "column {column} of {len} rows");
        }
        assert_eq!(texts(&read), texts(&wanted), "{len} rows");
        size
    }

    #[test]
    fn columns_of_few_values_come_back() {
        let constant = comes_back(ROW_GROUP_ROWS + 5, |_| Some(7));
        assert!(constant < 4000, "{constant} bytes of a constant");
        let [many, one] = [16_384, 1].map(|len| comes_back(len, |_| Some(7)));
        assert!(many - one < 100, "a run is a run: {many} and {one} bytes");
        for len in [0, 1, 7, 8, 9, 16_384, 16_385, PAGE_ROWS, PAGE_ROWS + 1, 2 * ROW_GROUP_ROWS + 3] {
            // few values, seldom another one, one missing now and then, none at all
            comes_back(len, |row| Some(row as u64 % 5));
            comes_back(len, |row| Some(row as u64 / 1000));
            comes_back(len, |row| (row % 7 != 3).then_some(row as u64 % 4));
            comes_back(len, |_| None);
            comes_back(len, |row| (row > 20_000).then_some(3));
        }
    }

    #[test]
    fn more_values_than_can_be_looked_up_stand_as_they_are() {
        for most in [255, 256, 257, 300] {
            comes_back(70_000, |row| Some(row as u64 % most));
            // constant at first, and from the second page on all different
            comes_back(70_000, |row| Some(if row < PAGE_ROWS { 1 } else { row as u64 % most }));
            comes_back(70_000, |row| (row % 3 != 0).then_some(if row < 300 { 1 } else { row as u64 % most }));
        }
    }

    #[test]
    fn numbers_are_told_apart_by_their_bits() {
        let column: ArrayRef = Arc::new(Float64Array::from(vec![0.0, -0.0, 0.0]));
        let table = Table { columns: table().columns[..1].to_vec(), ..table() };
        let mut file = TableFile::new(Vec::new(), &table, NOTES, |_| Coding::Plain).expect("a file");
        file.write(&RecordBatch::try_new(arrow_schema(&table), vec![column]).expect("a batch")).expect("it is written");
        let bytes = Bytes::from(file.finish().expect("it is finished"));
        let mut reader = ParquetRecordBatchReaderBuilder::try_new(bytes).expect("a file").build().expect("rows");
        let read = reader.next().expect("rows").expect("rows");
        let bits = read.column(0).as_primitive::<Float64Type>().values().iter().map(|value| value.to_bits());
        assert_eq!(bits.collect::<Vec<_>>(), [0.0_f64, -0.0, 0.0].map(f64::to_bits));
    }

    #[test]
    fn batches_may_have_names_of_their_own() {
        let table = Table { columns: table().columns[3..].to_vec(), ..table() };
        let batch = |keys: Vec<Option<i8>>, names: &[&str]| {
            let names: StringArray = names.iter().copied().map(Some).collect();
            let column: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::new(keys.into(), Arc::new(names)));
            RecordBatch::try_new(arrow_schema(&table), vec![column]).expect("a batch")
        };
        let mut file = TableFile::new(Vec::new(), &table, NOTES, |_| Coding::Split).expect("a file");
        file.write(&batch(vec![Some(0); 8], &["goal"])).expect("it is written");
        file.write(&batch(vec![Some(1), None, Some(0)], &["goal", "edge"])).expect("it is written");
        file.write(&batch(vec![Some(0), Some(1)], &["rest", "edge"])).expect("it is written");
        let bytes = Bytes::from(file.finish().expect("it is finished"));
        let mut reader = ParquetRecordBatchReaderBuilder::try_new(bytes).expect("a file").build().expect("rows");
        let read = reader.next().expect("rows").expect("rows");
        let names = read.column(0).as_dictionary::<Int8Type>();
        let name = |key: i8| names.values().as_string::<i32>().value(key as usize).to_owned();
        let read: Vec<String> = names.keys().iter().map(|key| key.map_or("none".to_owned(), name)).collect();
        assert_eq!(read[7..].join(" "), "goal edge none goal rest edge");
    }
}
