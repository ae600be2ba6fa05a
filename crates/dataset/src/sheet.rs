//! A table on its own: the answer to a question, in one file that replaces the one before.

use std::fmt::Display;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Schema};
use experiment::file;
use experiment::row::Values;
use experiment::table::Table;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use tolley_experiment as experiment;

use crate::encode::measured_column;
use crate::error::DatasetError;
use crate::manifest::Versions;
use crate::publish::{Tee, replace, replace_text};
use crate::schema::arrow_schema;
use crate::work::Work;

/// Makes a folder where there is none.
pub fn make_folder(folder: &Path) -> Result<(), DatasetError> {
    std::fs::create_dir_all(folder).map_err(|error| DatasetError::io("create", folder, error))
}

/// The cells of a column of a table on its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// As the rows of trials have them.
    Values(Values),
    /// Any texts.
    Texts(Vec<String>),
}

/// Writes columns as a Parquet file; its bytes follow from them, the table and the versions alone.
pub fn write(
    folder: &Path,
    name: &str,
    table: &Table,
    columns: Vec<Values>,
    versions: Versions<'_>,
) -> Result<(), DatasetError> {
    write_cells(folder, name, table, columns.into_iter().map(Cells::Values).collect(), versions)
}

/// The same of columns that may hold any texts, whatever the kind in the table.
pub fn write_cells(
    folder: &Path,
    name: &str,
    table: &Table,
    columns: Vec<Cells>,
    versions: Versions<'_>,
) -> Result<(), DatasetError> {
    replace(&Work::free(folder), &folder.join(name), |tee| to_parquet(tee, table, columns, versions))
}

/// The columns of a table in memory, as [`write_cells`] would write them, for readers in the same process.
pub fn batch(table: &Table, columns: Vec<Cells>) -> Result<RecordBatch, DatasetError> {
    record_batch(table, columns).map_err(|error| DatasetError::format(Path::new(&table.name), error.to_string()))
}

/// Reads columns of real numbers of such a table, in the order asked for; NaN where a row has none. `None` where there
/// is no such file.
pub fn numbers(path: &Path, names: &[&str]) -> Result<Option<Vec<Vec<f64>>>, DatasetError> {
    let file = match file::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|error| DatasetError::io("open", path, error))?,
    };
    let unreadable = |error: &dyn Display| DatasetError::format(path, format!("cannot read it: {error}"));
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).and_then(ParquetRecordBatchReaderBuilder::build);
    let mut columns = vec![Vec::new(); names.len()];
    for batch in reader.map_err(|error| unreadable(&error))? {
        let batch = batch.map_err(|error| unreadable(&error))?;
        for (name, column) in names.iter().zip(&mut columns) {
            let array = batch.column_by_name(name).and_then(|array| array.as_primitive_opt::<Float64Type>());
            let array = array.ok_or_else(|| DatasetError::format(path, format!("has no column {name} of numbers")))?;
            column.extend(array.iter().map(|value| value.unwrap_or(f64::NAN)));
        }
    }
    Ok(Some(columns))
}

/// Takes away what an earlier answer left that this one does not have; what is not there is no error.
pub fn forget(folder: &Path, name: &str) -> Result<(), DatasetError> {
    let path = folder.join(name);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(DatasetError::io("remove", &path, error)),
        _ => Ok(()),
    }
}

/// Writes a text.
pub fn write_text(folder: &Path, name: &str, text: &str) -> Result<(), DatasetError> {
    replace_text(&Work::free(folder), &folder.join(name), text)
}

fn to_parquet(tee: Tee, table: &Table, cells: Vec<Cells>, versions: Versions<'_>) -> Result<Tee, ParquetError> {
    let notes = vec![
        KeyValue::new("tolley.version".to_owned(), versions.tolley.to_owned()),
        KeyValue::new("tolley.physics_version".to_owned(), versions.physics.to_string()),
    ];
    let properties = WriterProperties::builder()
        .set_created_by(format!("tolley version {}", versions.tolley))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_key_value_metadata(Some(notes))
        .build();
    let batch = record_batch(table, cells)?;
    let mut writer = ArrowWriter::try_new(tee, batch.schema(), Some(properties))?;
    writer.write(&batch)?;
    writer.into_inner()
}

/// The columns as one batch, with units and meanings in its schema.
fn record_batch(table: &Table, cells: Vec<Cells>) -> Result<RecordBatch, ArrowError> {
    let schema = arrow_schema(table);
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for ((cells, column), field) in cells.into_iter().zip(&table.columns).zip(schema.fields()) {
        match cells {
            Cells::Values(values) => {
                fields.push(Arc::clone(field));
                columns.push(measured_column(values, &column.kind, &None));
            }
            Cells::Texts(texts) => {
                fields.push(Arc::new(field.as_ref().clone().with_data_type(DataType::Utf8)));
                columns.push(Arc::new(StringArray::from(texts)) as ArrayRef);
            }
        }
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}
