//! Names of the files and folders of a dataset.

use std::path::{Path, PathBuf};

/// The plan, versions, tables.
pub(crate) const MANIFEST: &str = "manifest.json";
/// Files that are being written.
pub(crate) const WORK: &str = "work";
/// While somebody writes.
pub(crate) const LOCK: &str = "lock";
/// Locks of those who play a share.
pub(crate) const SHARES: &str = "shares";
/// Records of parts.
pub(crate) const COMMITS: &str = "commits";
/// Blocks that wait for the others of their part, with their records.
pub(crate) const BLOCKS: &str = "blocks";
/// The table of what the rows say in the end.
pub(crate) const ESTIMATES: &str = "estimates";
/// Record of the whole.
pub(crate) const SUCCESS: &str = "_SUCCESS.json";
/// Folders that are no tables.
pub(crate) const FOLDERS: [&str; 5] = [WORK, LOCK, SHARES, COMMITS, BLOCKS];

/// Name of a part: its number in five digits, or more where needed.
pub(crate) fn part_name(part: u64) -> String {
    format!("part-{part:05}.parquet")
}

/// Where the record of a part is.
pub(crate) fn part_record(dir: &Path, part: u64) -> PathBuf {
    dir.join(COMMITS).join(format!("part-{part:05}.json"))
}

/// Where the record of the points is.
pub(crate) fn points_record(dir: &Path) -> PathBuf {
    dir.join(COMMITS).join("points.json")
}

/// Where the record of the estimates is.
pub(crate) fn estimates_record(dir: &Path) -> PathBuf {
    dir.join(COMMITS).join("estimates.json")
}

/// Name of a file of saved blocks.
pub(crate) fn saved_name(name: &str, table: &str) -> String {
    format!("{name}-{table}.parquet")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_names_have_five_digits_or_more() {
        assert_eq!(part_name(17), "part-00017.parquet");
        assert_eq!(part_name(1_234_567), "part-1234567.parquet");
    }
}
