//! Column chunks of names, flags, and numbers that hardly change. Each value is looked at once: whether it is the one
//! before it; a page of one value is one run, whatever its kind. Their pages are those of the format (Apache Parquet,
//! Data Pages, Encodings: PLAIN, RLE, RLE_DICTIONARY), which every reader knows.

use std::sync::Arc;

use arrow_array::builder::BooleanBufferBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int64Type};
use arrow_array::{Array, ArrayRef, StringArray};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::page_index::offset_index::{OffsetIndexMetaData, PageLocation};
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

use crate::runs::{levels, packed, width_of};
use crate::schema::{PAGE_ROWS, ZSTD_LEVEL};

/// Values that are looked up in a chunk; where it has more, the rest stand as they are.
const MOST_VALUES: usize = 256;

/// A chunk that is being written.
pub(crate) struct Few {
    column: ColumnDescPtr,
    /// Of a column of names those that batches may have.
    names: Vec<String>,
    /// The values so far, as bits of numbers or as numbers of names, in the order in which they came.
    known: Vec<u64>,
    /// Whether there were more than can be looked up.
    is_full: bool,
    page: Rows,
    pages: Vec<Done>,
}

/// The page that is being filled.
struct Rows {
    /// Which rows have a value.
    valid: BooleanBufferBuilder,
    nulls: usize,
    /// Of each value its place among those known.
    places: Vec<u8>,
    flags: BooleanBufferBuilder,
    /// Values that could not be looked up.
    plain: Vec<u8>,
}

/// A page as it will stand in the file.
struct Done {
    page: CompressedPage,
    rows: usize,
}

impl Rows {
    fn new() -> Rows {
        let bits = || BooleanBufferBuilder::new(0);
        Rows { valid: bits(), nulls: 0, places: Vec::new(), flags: bits(), plain: Vec::new() }
    }
}

impl Few {
    /// Of a column of names, flags, or numbers.
    pub(crate) fn new(column: ColumnDescPtr) -> Few {
        Few { column, names: Vec::new(), known: Vec::new(), is_full: false, page: Rows::new(), pages: Vec::new() }
    }

    /// Appends rows: no more than a page has, of which they are a whole share unless they are the last.
    pub(crate) fn push(&mut self, rows: &ArrayRef, pack: &mut Compressor<'_>) -> Result<(), ParquetError> {
        match rows.data_type() {
            DataType::Boolean => {
                let flags = rows.as_boolean().values();
                match rows.nulls().filter(|nulls| nulls.null_count() > 0) {
                    None => self.page.flags.append_buffer(flags),
                    Some(nulls) => nulls.valid_indices().for_each(|row| self.page.flags.append(flags.value(row))),
                }
            }
            DataType::Float64 => {
                let values = rows.as_primitive::<Float64Type>().values();
                self.values(values.iter().map(|value| value.to_bits()), rows);
            }
            DataType::Int64 => {
                let values = rows.as_primitive::<Int64Type>().values();
                self.values(values.iter().map(|value| value.cast_unsigned()), rows);
            }
            DataType::Dictionary(..) => {
                let column = rows.as_dictionary::<Int8Type>();
                let numbers = self.numbers(column.values().as_string());
                // a row without a name may have any key
                let number = |key: &i8| numbers.get(usize::from(key.cast_unsigned())).copied().unwrap_or_default();
                self.values(column.keys().values().iter().map(number), rows);
            }
            other => return Err(ParquetError::General(format!("no column of {other} is written so"))),
        }
        match rows.nulls() {
            None => self.page.valid.append_n(rows.len(), true),
            Some(nulls) => self.page.valid.append_buffer(nulls.inner()),
        }
        self.page.nulls += rows.null_count();
        if self.page.valid.len() >= PAGE_ROWS { self.end_page(pack) } else { Ok(()) }
    }

    /// The numbers of the names of a batch, which may have others than the one before it.
    fn numbers(&mut self, names: &StringArray) -> Vec<u64> {
        let number = |name: &str| {
            let known = self.names.iter().position(|known| known == name);
            known.unwrap_or_else(|| {
                self.names.push(name.to_owned());
                self.names.len() - 1
            }) as u64
        };
        names.iter().map(Option::unwrap_or_default).map(number).collect()
    }

    /// Of the values of rows those that are there.
    fn values(&mut self, values: impl ExactSizeIterator<Item = u64> + Clone, rows: &ArrayRef) {
        match rows.nulls().filter(|nulls| nulls.null_count() > 0) {
            Some(nulls) if nulls.null_count() == values.len() => {}
            Some(nulls) => {
                let kept: Vec<u64> = values.zip(nulls.iter()).filter_map(|(value, is)| is.then_some(value)).collect();
                self.take(kept.iter().copied());
            }
            None => self.take(values),
        }
    }

    fn take(&mut self, values: impl ExactSizeIterator<Item = u64> + Clone) {
        let Some(mut last) = values.clone().next() else { return };
        let mut place = self.place(last);
        let is_one = values.clone().fold(0, |bits, value| bits | (value ^ last)) == 0;
        if let (true, Some(place)) = (is_one, place) {
            self.page.places.resize(self.page.places.len() + values.len(), place);
            return;
        }
        for value in values {
            if value != last {
                (last, place) = (value, self.place(value));
            }
            match place {
                Some(place) => self.page.places.push(place),
                None => self.page.plain.extend_from_slice(&value.to_le_bytes()),
            }
        }
    }

    /// Where a value is among those known; `None` from the first one on that has no place any more.
    fn place(&mut self, value: u64) -> Option<u8> {
        if self.is_full {
            return None;
        }
        let place = self.known.iter().position(|known| *known == value).unwrap_or_else(|| {
            self.known.push(value);
            self.known.len() - 1
        });
        if place == MOST_VALUES {
            self.known.truncate(MOST_VALUES);
            self.is_full = true;
            // what the page has so far stands as it is too
            let known = |place: u8| self.known[usize::from(place)].to_le_bytes();
            self.page.plain = self.page.places.drain(..).flat_map(known).collect();
        }
        u8::try_from(place).ok()
    }

    fn end_page(&mut self, pack: &mut Compressor<'_>) -> Result<(), ParquetError> {
        let mut page = std::mem::replace(&mut self.page, Rows::new());
        let rows = page.valid.len();
        if rows == 0 {
            return Ok(());
        }
        let mut bytes = Vec::new();
        if self.column.max_def_level() > 0 {
            levels(&mut page.valid, page.nulls, &mut bytes);
        }
        let is_looked_up = !page.places.is_empty();
        if is_looked_up {
            let width = width_of(self.known.len());
            bytes.push(width as u8);
            packed(&page.places, width, &mut bytes);
        }
        bytes.extend_from_slice(page.flags.finish().values());
        bytes.extend_from_slice(&page.plain);
        let page = Page::DataPage {
            buf: pack.compress(&bytes)?.into(),
            num_values: rows as u32,
            encoding: if is_looked_up { Encoding::RLE_DICTIONARY } else { Encoding::PLAIN },
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        self.pages.push(Done { page: CompressedPage::new(page, bytes.len()), rows });
        Ok(())
    }

    /// The values that are looked up, which come first in the chunk.
    fn dictionary(&self, pack: &mut Compressor<'_>) -> Result<Option<CompressedPage>, ParquetError> {
        if !self.pages.iter().any(|done| done.page.encoding() == Encoding::RLE_DICTIONARY) {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        for value in &self.known {
            match self.names.get(*value as usize) {
                Some(name) => {
                    bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
                    bytes.extend_from_slice(name.as_bytes());
                }
                None => bytes.extend_from_slice(&value.to_le_bytes()),
            }
        }
        let page = Page::DictionaryPage {
            buf: pack.compress(&bytes)?.into(),
            num_values: self.known.len() as u32,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        Ok(Some(CompressedPage::new(page, bytes.len())))
    }

    /// The bytes of the chunk, and what the file says of it.
    pub(crate) fn close(mut self, pack: &mut Compressor<'_>) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
        self.end_page(pack)?;
        let dictionary = self.dictionary(pack)?;
        let mut encodings = vec![Encoding::PLAIN, Encoding::RLE];
        encodings.extend(dictionary.is_some().then_some(Encoding::RLE_DICTIONARY));
        let mut out = TrackedWrite::new(Vec::new());
        let mut writer = SerializedPageWriter::new(&mut out);
        let (mut sizes, mut rows) = ([0, 0], 0);
        let mut put = |page| {
            let spec = writer.write_page(page)?;
            sizes = [sizes[0] + spec.compressed_size as i64, sizes[1] + spec.uncompressed_size as i64];
            Ok::<_, ParquetError>(spec)
        };
        let looked_up = dictionary.map(&mut put).transpose()?;
        let mut locations = Vec::new();
        for Done { page, rows: of_page } in self.pages {
            let spec = put(page)?;
            locations.push(PageLocation {
                offset: spec.offset as i64,
                compressed_page_size: spec.compressed_size as i32,
                first_row_index: rows,
            });
            rows += of_page as i64;
        }
        writer.close()?;
        let first = locations.first().map_or(0, |location| location.offset);
        let metadata = ColumnChunkMetaData::builder(Arc::clone(&self.column))
            .set_encodings(encodings)
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
            .set_num_values(rows)
            .set_total_compressed_size(sizes[0])
            .set_total_uncompressed_size(sizes[1])
            .set_data_page_offset(first)
            .set_dictionary_page_offset(looked_up.map(|spec| spec.offset as i64))
            .build()?;
        let offsets = OffsetIndexMetaData { page_locations: locations, unencoded_byte_array_data_bytes: None };
        let close = ColumnCloseResult {
            bytes_written: sizes[0] as u64,
            rows_written: rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: Some(offsets),
        };
        Ok((out.into_inner()?.into(), close))
    }
}
