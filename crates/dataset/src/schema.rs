//! Tables as Arrow and Parquet see them.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema as ArrowSchema};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;
use tolley_experiment::table::{Column, ColumnKind, Table};

/// Column of every table that says which trial a row belongs to.
pub(crate) const TRIAL: &str = "trial";
/// Column with the design point's number.
pub(crate) const POINT: &str = "point";
/// Column with the number of the repeat within the point.
pub(crate) const REPEAT: &str = "repeat";
/// Last column of the first table.
pub(crate) const STATUS: &str = "status";

tolley_experiment::names! {
    /// How an interval is found.
    pub enum Method {
        Wilson = "wilson": "Wilson's score interval.",
        StudentT = "student-t": "Student's t interval of a mean.",
        WilsonEffectiveN = "wilson-effective-n":
            "Wilson's interval of as many independent draws as the trials are worth.",
    }
}

/// Rows of a row group; a reader can skip or parallelise by it.
pub(crate) const ROW_GROUP_ROWS: usize = 131_072;
/// Rows after which a page may end; a row group is a whole number of them.
pub(crate) const WRITE_ROWS: usize = 8192;
/// Ratios of counts that are looked up; where a row group has more, the rest stand as other numbers do.
const MOST_RATIOS: usize = 8192;
/// Rows of a page: the eight bytes of measured numbers are then four blocks of compression, of which those with the
/// last digits are seen at once not to pack. A flick takes 3 % fewer bytes than with a third of the rows, and 1 % fewer
/// instructions; twice the rows need twice the memory and gain nothing.
pub(crate) const PAGE_ROWS: usize = 8 * WRITE_ROWS;
/// Level 3 saves less than 1 % of the bytes, since the mantissas of measurements do not compress, and takes longer.
pub(crate) const ZSTD_LEVEL: i32 = 1;

/// The Arrow type of a column.
pub(crate) fn data_type(kind: &ColumnKind) -> DataType {
    match kind {
        ColumnKind::F64 => DataType::Float64,
        // signed, since readers subtract counts in the type that they have
        ColumnKind::U32 | ColumnKind::U64 => DataType::Int64,
        ColumnKind::Bool => DataType::Boolean,
        ColumnKind::Name { .. } => DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8)),
    }
}

/// The Arrow schema of a table, with units and meaning in the fields' metadata.
pub(crate) fn arrow_schema(table: &Table) -> Arc<ArrowSchema> {
    let field = |column: &Column| {
        let metadata =
            HashMap::from([("unit".to_owned(), column.unit.clone()), ("description".to_owned(), column.about.clone())]);
        Field::new(&column.name, data_type(&column.kind), column.nullable).with_metadata(metadata)
    };
    Arc::new(ArrowSchema::new(table.columns.iter().map(field).collect::<Vec<_>>()))
}

/// Under this key a file's metadata holds the hash of the plan, which is in the manifest.
pub(crate) const PLAN_NOTE: &str = "tolley.plan_blake3";
/// Under this key a part's metadata holds its number.
pub(crate) const PART_NOTE: &str = "tolley.part";

/// What a file says of where it comes from.
#[derive(Clone, Copy)]
pub(crate) struct FileNotes<'a> {
    pub(crate) plan_blake3: &'a str,
    pub(crate) tolley_version: &'a str,
    pub(crate) physics_version: u32,
    /// Absent in the points.
    pub(crate) part: Option<u64>,
}

/// How a column of numbers or names is written; counts and flags are always in few bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Row by row whether it is the one before it, of values that are mostly the same.
    Plain,
    /// What rows are chosen by: each value once, and which it is row by row, with the least and the greatest.
    Sought,
    /// First bytes of all values, then second bytes, and so on: of numbers that are all different. Names are looked up.
    Split,
    /// The same, but looked up as long as few differ, as ratios of counts do.
    Ratio,
}

/// Whether a column so coded is one of [few values](crate::few).
pub(crate) fn is_few(kind: &ColumnKind, coding: Coding) -> bool {
    match kind {
        ColumnKind::Bool | ColumnKind::Name { .. } => coding != Coding::Sought,
        ColumnKind::F64 | ColumnKind::U32 | ColumnKind::U64 => coding == Coding::Plain,
    }
}

/// How a file is written: a coding for each column, by its number.
pub(crate) fn properties(
    notes: FileNotes<'_>,
    table: &Table,
    coding: impl Fn(usize) -> Coding,
) -> Result<WriterProperties, ParquetError> {
    let mut entries = vec![
        KeyValue::new(PLAN_NOTE.to_owned(), notes.plan_blake3.to_owned()),
        KeyValue::new("tolley.version".to_owned(), notes.tolley_version.to_owned()),
        KeyValue::new("tolley.physics_version".to_owned(), notes.physics_version.to_string()),
    ];
    entries.extend(notes.part.map(|part| KeyValue::new(PART_NOTE.to_owned(), part.to_string())));
    let mut properties = WriterProperties::builder()
        .set_created_by(format!("tolley version {}", notes.tolley_version))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_write_batch_size(WRITE_ROWS)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_dictionary_enabled(false)
        .set_key_value_metadata(Some(entries));
    for (index, column) in table.columns.iter().enumerate() {
        properties = column_properties(properties, column, coding(index));
    }
    Ok(properties.build())
}

fn column_properties(properties: WriterPropertiesBuilder, column: &Column, coding: Coding) -> WriterPropertiesBuilder {
    // a path of one part: a dot in a name would not be split
    let path = ColumnPath::new(vec![column.name.clone()]);
    let bare = |properties: WriterPropertiesBuilder| {
        // every row group of what is measured spans its whole range, so that least and greatest help no reader
        properties.set_column_statistics_enabled(path.clone(), EnabledStatistics::None)
    };
    match (&column.kind, coding) {
        (ColumnKind::Bool, Coding::Sought) => properties,
        (ColumnKind::Bool, _) => bare(properties),
        (ColumnKind::U32 | ColumnKind::U64, Coding::Sought) => {
            properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
        }
        (ColumnKind::F64 | ColumnKind::Name { .. }, Coding::Sought) => {
            properties.set_column_dictionary_enabled(path, true)
        }
        (_, Coding::Plain) => bare(properties),
        (ColumnKind::U32 | ColumnKind::U64, _) => {
            bare(properties).set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
        }
        (ColumnKind::Name { .. }, _) => bare(properties).set_column_dictionary_enabled(path, true),
        (ColumnKind::F64, Coding::Ratio) => column_properties(properties, column, Coding::Split)
            .set_column_dictionary_enabled(path.clone(), true)
            .set_column_dictionary_page_size_limit(path, MOST_RATIOS * 8),
        (ColumnKind::F64, Coding::Split) => bare(properties).set_column_encoding(path, Encoding::BYTE_STREAM_SPLIT),
    }
}
