//! Files appear whole or not at all: written in `work/`, synced, hard-linked to their name, the folder synced.

use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use parquet::errors::ParquetError;

use crate::error::DatasetError;

/// Distinguishes the temporary files of one process.
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// Name of a part: the block's number in five digits, or more where needed.
pub(crate) fn part_name(block: u64) -> String {
    format!("part-{block:05}.parquet")
}

/// Writes a file with `write` and publishes it as `target`. An equal file that is already there is fine.
pub(crate) fn publish(
    work: &Path,
    stem: &str,
    extension: &str,
    target: &Path,
    write: impl FnOnce(File) -> Result<File, ParquetError>,
) -> Result<(), DatasetError> {
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let temporary = work.join(format!("{stem}.{}.{number}.{extension}", std::process::id()));
    let published = write_synced(&temporary, write).and_then(|()| link(&temporary, target));
    let removed = fs::remove_file(&temporary);
    published?;
    // what remains is swept by the next run, but a folder in which nothing can be removed is worth a word now
    removed.map_err(|error| DatasetError::io("remove", &temporary, error))?;
    target.parent().map_or(Ok(()), sync_folder)
}

fn write_synced(temporary: &Path, write: impl FnOnce(File) -> Result<File, ParquetError>) -> Result<(), DatasetError> {
    let file = OpenOptions::new().write(true).create_new(true).open(temporary);
    let file = file.map_err(|error| DatasetError::io("create", temporary, error))?;
    let file = write(file).map_err(|error| parquet_error("write", temporary, error))?;
    // a failed sync must stop the run: the kernel may have dropped the pages, so that a second sync would lie
    file.sync_all().map_err(|error| DatasetError::io("sync", temporary, error))
}

fn link(temporary: &Path, target: &Path) -> Result<(), DatasetError> {
    match fs::hard_link(temporary, target) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let equal = are_equal(temporary, target).map_err(|error| DatasetError::io("read", target, error))?;
            if equal { Ok(()) } else { Err(DatasetError::Determinism { path: target.to_path_buf() }) }
        }
        Err(error) => Err(DatasetError::io("publish", target, error)),
    }
}

fn are_equal(a: &Path, b: &Path) -> std::io::Result<bool> {
    let (a, b) = (File::open(a)?, File::open(b)?);
    if a.metadata()?.len() != b.metadata()?.len() {
        return Ok(false);
    }
    let (mut a, mut b) = (BufReader::new(a).bytes(), BufReader::new(b).bytes());
    loop {
        match (a.next().transpose()?, b.next().transpose()?) {
            (None, None) => return Ok(true),
            (x, y) if x != y => return Ok(false),
            _ => {}
        }
    }
}

/// Publishes a text.
pub(crate) fn publish_text(work: &Path, name: &str, target: &Path, text: &str) -> Result<(), DatasetError> {
    publish(work, name, "json", target, |mut file| {
        file.write_all(text.as_bytes())?;
        Ok(file)
    })
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), DatasetError> {
    // windows cannot open a folder as a file and keeps names by itself
    if cfg!(windows) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| DatasetError::io("sync", folder, error))
}

/// Removes what dead runs left in `work/`: only files that [`publish`] could have made.
pub(crate) fn sweep(work: &Path) -> Result<(), DatasetError> {
    for path in entries(work)? {
        if is_temporary(&path) && !belongs_to_a_running_process(&path) {
            fs::remove_file(&path).map_err(|error| DatasetError::io("remove", &path, error))?;
        }
    }
    Ok(())
}

/// The paths in a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let read = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut paths: Vec<PathBuf> = read.map_err(|error| DatasetError::io("read", folder, error))?;
    paths.sort();
    Ok(paths)
}

/// `shots-part-00000.123.0.parquet`, `manifest.123.0.json`: a regular file that [`publish`] could have made.
pub(crate) fn is_temporary(path: &Path) -> bool {
    process_of(path).is_some() && fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// The process in the name of a temporary file; `None` for any other name.
fn process_of(path: &Path) -> Option<u32> {
    let mut parts = path.file_name()?.to_str()?.rsplit('.');
    let (extension, counter, process, stem) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_ours = parts.next().is_none()
        && counter.parse::<u64>().is_ok()
        && matches!((extension, stem), ("json", "manifest") | ("parquet", _))
        && (stem == "manifest" || stem.contains("-part-"));
    if is_ours { process.parse().ok() } else { None }
}

/// Seen on systems with `/proc`; elsewhere two runs must not share a dataset.
fn belongs_to_a_running_process(path: &Path) -> bool {
    process_of(path).is_some_and(|id| id != std::process::id() && Path::new("/proc").join(id.to_string()).exists())
}

/// An error of the Parquet library; one of the operating system keeps its message.
pub(crate) fn parquet_error(action: &'static str, path: &Path, error: ParquetError) -> DatasetError {
    match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => DatasetError::io(action, path, *error),
            Err(error) => DatasetError::format(path, format!("cannot {action} it: {error}")),
        },
        error => DatasetError::format(path, format!("cannot {action} it: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_leftovers_are_swept() {
        for ours in ["shots-part-00000.123.0.parquet", "points-part-00000.9.17.parquet", "manifest.1.2.json"] {
            assert!(process_of(Path::new(ours)).is_some(), "{ours}");
        }
        for foreign in
            ["notes.txt", "shots-part-00000.parquet", "a.1.2.parquet", "manifest.json", "shots-part-1.x.0.parquet"]
        {
            assert!(process_of(Path::new(foreign)).is_none(), "{foreign}");
        }
    }

    #[test]
    fn part_names_have_five_digits_or_more() {
        assert_eq!(part_name(17), "part-00017.parquet");
        assert_eq!(part_name(1_234_567), "part-1234567.parquet");
    }
}
