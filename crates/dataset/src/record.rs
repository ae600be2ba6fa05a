//! What a dataset notes about its files: sealed JSON, one record for what was published at once.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use experiment::status::{Status, StatusCounts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tolley_experiment as experiment;

use crate::publish::{Facts, facts_of};
use crate::seal::is_whole;

/// Bytes of a record, at most.
const MOST_BYTES: u64 = 1 << 26;

/// A Parquet file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileRecord {
    pub(crate) table: String,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) blake3: String,
}

impl FileRecord {
    pub(crate) fn new(table: &str, rows: u64, facts: Facts) -> FileRecord {
        FileRecord { table: table.to_owned(), rows, bytes: facts.bytes, blake3: facts.blake3 }
    }

    /// What is wrong with the file at a path, if it is not the one that was recorded.
    pub(crate) fn fault(&self, path: &Path) -> Option<String> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Some("is missing".to_owned()),
            Err(error) => return Some(format!("cannot be looked at: {error}")),
            Ok(metadata) if !metadata.is_file() => return Some("is not a regular file".to_owned()),
            Ok(metadata) if metadata.len() != self.bytes => {
                return Some(format!("has {} bytes; it was written with {}", metadata.len(), self.bytes));
            }
            Ok(_) => {}
        }
        match facts_of(path) {
            Err(error) => Some(format!("cannot be read: {error}")),
            Ok(facts) if facts.blake3 != self.blake3 => Some("was changed: its hash is not that recorded".to_owned()),
            Ok(_) => None,
        }
    }
}

/// How many trials have each status, by its name.
pub(crate) type ByStatus = BTreeMap<String, u64>;

/// Names the statuses that there are.
pub(crate) fn by_status(counts: &StatusCounts) -> ByStatus {
    let named = Status::NAMES.iter().zip(counts.0).filter(|(_, count)| *count > 0);
    named.map(|(name, count)| ((*name).to_owned(), count)).collect()
}

/// Adds others; sums of foreign numbers stop at the largest.
pub(crate) fn add(sum: &mut ByStatus, others: &ByStatus) {
    for (name, count) in others {
        let sum = sum.entry(name.clone()).or_insert(0);
        *sum = sum.saturating_add(*count);
    }
}

/// A finished part: its file of each table that has rows in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PartRecord {
    pub(crate) plan_blake3: String,
    pub(crate) part: u64,
    pub(crate) first_block: u64,
    pub(crate) block_count: u64,
    pub(crate) trials: u64,
    pub(crate) status: ByStatus,
    pub(crate) files: Vec<FileRecord>,
}

/// The file of a table that has one: of the design points, or of the estimates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableRecord {
    pub(crate) plan_blake3: String,
    pub(crate) file: FileRecord,
}

/// One of the blocks that wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockRecord {
    pub(crate) block: u64,
    /// In each table, in their order.
    pub(crate) rows: Vec<u64>,
    pub(crate) status: ByStatus,
}

/// Blocks of one part that were saved together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedRecord {
    pub(crate) plan_blake3: String,
    pub(crate) part: u64,
    pub(crate) blocks: Vec<BlockRecord>,
    pub(crate) files: Vec<FileRecord>,
}

/// Everything is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Success {
    pub(crate) manifest_blake3: String,
    /// Of the records of points and parts, one after the other.
    pub(crate) commits_blake3: String,
    pub(crate) parts: u64,
    pub(crate) trials: u64,
    pub(crate) status: ByStatus,
}

/// Reads a record, or says what is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<(T, Vec<u8>), String> {
    let metadata = fs::symlink_metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "is missing".to_owned(),
        _ => format!("cannot be looked at: {error}"),
    })?;
    if !metadata.is_file() {
        return Err("is not a regular file".to_owned());
    }
    if metadata.len() > MOST_BYTES {
        return Err(format!("has {} bytes, too many for a record", metadata.len()));
    }
    let text = fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    if !is_whole(&text) {
        return Err("was changed: its hash does not fit".to_owned());
    }
    // the seal is the first field, and no struct has it
    let mut value: serde_json::Value =
        serde_json::from_slice(&text).map_err(|error| format!("is not JSON: {error}"))?;
    value.as_object_mut().and_then(|fields| fields.shift_remove("blake3"));
    let record = serde_json::from_value(value).map_err(|error| format!("is not what this program writes: {error}"))?;
    Ok((record, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        let file = FileRecord { table: "shots".to_owned(), rows: 3, bytes: 2, blake3: crate::seal::hash(b"ab") };
        let record = TableRecord { plan_blake3: "x".to_owned(), file: file.clone() };
        fs::write(&path, crate::seal::sealed(&record)).expect("a file");
        assert_eq!(read::<TableRecord>(&path).expect("it is whole").0, record);
        assert!(read::<PartRecord>(&path).expect_err("another record").contains("not what this program writes"));
        fs::write(&path, "ab").expect("a file");
        assert_eq!(file.fault(&path), None);
        fs::write(&path, "ac").expect("a file");
        assert_eq!(file.fault(&path).as_deref(), Some("was changed: its hash is not that recorded"));
        fs::write(&path, "abc").expect("a file");
        assert_eq!(file.fault(&path).as_deref(), Some("has 3 bytes; it was written with 2"));
        assert_eq!(file.fault(folder.path()).as_deref(), Some("is not a regular file"));
        assert_eq!(file.fault(&folder.path().join("b")).as_deref(), Some("is missing"));
    }
}
