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

/// Where the second copy of the manifest is.
pub(crate) fn manifest_copy(dir: &Path) -> PathBuf {
    dir.join(COMMITS).join("manifest-copy.json")
}

/// The folder of the dataset that a file is of, by names alone: the manifest and the record of the whole stand in it,
/// all others in a folder of it.
pub(crate) fn dataset_of(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(file);
    let stands_in_it = file.file_name().is_some_and(|name| name == MANIFEST || name == SUCCESS);
    if stands_in_it { folder } else { folder.parent().unwrap_or(folder) }
}

/// The folder of the dataset that a lock is of: its own lies in it, that of a share in the folder of shares.
pub(crate) fn locked_by(lock: &Path) -> &Path {
    let folder = lock.parent().unwrap_or(lock);
    if lock.ends_with(LOCK) { folder } else { folder.parent().unwrap_or(folder) }
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

    #[test]
    fn the_dataset_of_each_file_is_known_by_names() {
        let dir = Path::new("runs/commits");
        let files = [dir.join(MANIFEST), dir.join(SUCCESS), manifest_copy(dir), part_record(dir, 3)];
        assert!(files.iter().all(|file| dataset_of(file) == dir));
    }
}
