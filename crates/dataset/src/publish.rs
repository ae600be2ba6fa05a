//! Files appear whole or not at all: written in `work/`, synced, linked to their name from the open file, the folder
//! synced.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use parquet::errors::ParquetError;

use crate::disk::{self, File};
use crate::error::DatasetError;
use crate::here;
use crate::work::Work;

/// How names of temporary files end.
const TEMPORARY: &str = ".tmp";

/// Size and hash of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) bytes: u64,
    pub(crate) blake3: String,
}

/// A file that is being written, with the hash of what went in.
pub(crate) struct Tee {
    file: File,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl Write for Tee {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.file.write(buffer)?;
        self.hasher.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Tee {
    fn facts(&self) -> Facts {
        Facts { bytes: self.bytes, blake3: self.hasher.finalize().to_hex().to_string() }
    }
}

/// Writes a file with `write` and publishes it as `target`. An equal file that is already there is fine.
pub(crate) fn publish(
    work: &Work,
    target: &Path,
    write: impl FnOnce(Tee) -> Result<Tee, ParquetError>,
) -> Result<Facts, DatasetError> {
    let temporary = temporary(&work.folder, target);
    let published = write_synced(&temporary, write).and_then(|tee| {
        work.is_ours()?;
        link(&tee, &temporary, target)?;
        Ok(tee.facts())
    });
    let removed = match disk::remove(&temporary) {
        // where links are not known the file was renamed
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    };
    let facts = published?;
    // what remains is swept by the next run, but a folder in which nothing can be removed is worth a word now
    removed.map_err(|error| DatasetError::io("remove", &temporary, error))?;
    sync_parent(target)?;
    Ok(facts)
}

/// Publishes a text.
pub(crate) fn publish_text(work: &Work, target: &Path, text: &str) -> Result<Facts, DatasetError> {
    publish(work, target, |tee| written(tee, text))
}

/// Removes a file, if there is one, for good.
pub(crate) fn remove(path: &Path) -> Result<(), DatasetError> {
    match disk::remove(path) {
        Ok(()) => sync_parent(path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(DatasetError::io("remove", path, error)),
    }
}

/// Puts a text in the place of another, in one step.
pub(crate) fn replace_text(work: &Work, target: &Path, text: &str) -> Result<(), DatasetError> {
    replace(work, target, |tee| written(tee, text))
}

/// Puts a file in the place of another, in one step.
pub(crate) fn replace(
    work: &Work,
    target: &Path,
    write: impl FnOnce(Tee) -> Result<Tee, ParquetError>,
) -> Result<(), DatasetError> {
    let temporary = temporary(&work.folder, target);
    // closed again before it is renamed
    drop(write_synced(&temporary, write)?);
    work.is_ours()?;
    disk::rename(&temporary, target).map_err(|error| DatasetError::io("replace", target, error))?;
    sync_parent(target)
}

/// Gives a text a name that must be free; whether it was.
pub(crate) fn link_text(work: &Path, target: &Path, text: &str) -> io::Result<bool> {
    let temporary = temporary(work, target);
    let mut file = File::create(&temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync()?;
    let linked =
        disk::link(&temporary, target).and_then(|()| here::link_without_replacing(&file.file, &temporary, target));
    drop(file);
    match disk::remove(&temporary) {
        // where links are not known the file was renamed
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    match linked {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        linked => linked.map(|()| true),
    }
}

fn written(mut tee: Tee, text: &str) -> Result<Tee, ParquetError> {
    tee.write_all(text.as_bytes())?;
    Ok(tee)
}

/// A name that no other process, machine or moment has.
pub(crate) fn temporary(work: &Path, target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    work.join(format!("{name}.{}{TEMPORARY}", here::token()))
}

fn write_synced(temporary: &Path, write: impl FnOnce(Tee) -> Result<Tee, ParquetError>) -> Result<Tee, DatasetError> {
    let file = File::create(temporary).map_err(|error| DatasetError::io("create", temporary, error))?;
    let tee = Tee { file, hasher: blake3::Hasher::new(), bytes: 0 };
    let tee = write(tee).map_err(|error| parquet_error("write", temporary, error))?;
    // a failed sync must stop the run: the kernel may have dropped the pages, so that a second sync would lie
    tee.file.sync().map_err(|error| DatasetError::io("sync", temporary, error))?;
    Ok(tee)
}

fn link(tee: &Tee, temporary: &Path, target: &Path) -> Result<(), DatasetError> {
    let linked =
        disk::link(temporary, target).and_then(|()| here::link_without_replacing(&tee.file.file, temporary, target));
    match linked {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let there = facts_of(target).map_err(|error| DatasetError::io("read", target, error))?;
            if there == tee.facts() { Ok(()) } else { Err(DatasetError::Determinism { path: target.to_path_buf() }) }
        }
        Err(error) => Err(DatasetError::io("publish", target, error)),
    }
}

/// Reads a file for its size and hash.
pub(crate) fn facts_of(path: &Path) -> io::Result<Facts> {
    // nor is a link what was published
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut file = disk::open(path)?;
    let (mut hasher, mut bytes, mut buffer) = (blake3::Hasher::new(), 0, vec![0; 1 << 18]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(Facts { bytes, blake3: hasher.finalize().to_hex().to_string() }),
            Ok(read) => {
                hasher.update(&buffer[..read]);
                bytes += read as u64;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Makes the name of a file last.
fn sync_parent(path: &Path) -> Result<(), DatasetError> {
    path.parent().map_or(Ok(()), sync_folder)
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), DatasetError> {
    // windows cannot open a folder as a file and keeps names by itself
    if cfg!(windows) {
        return Ok(());
    }
    disk::sync_folder(folder).map_err(|error| DatasetError::io("sync", folder, error))
}

/// Removes what dead runs left in `work/`; only who holds the lock may.
pub(crate) fn sweep(work: &Path) -> Result<(), DatasetError> {
    for path in entries(work)?.iter().filter(|path| is_temporary(path)) {
        let is_folder = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
        match if is_folder { disk::remove_folder(path) } else { disk::remove(path) } {
            // who tries for the lock takes what is his away himself
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(DatasetError::io("remove", path, error)),
            _ => {}
        }
    }
    Ok(())
}

/// The paths in a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, DatasetError> {
    let mut paths = disk::list(folder).map_err(|error| DatasetError::io("read", folder, error))?;
    paths.sort();
    Ok(paths)
}

/// Whether a path has a name that only [`temporary`] gives: it ends in a token.
pub(crate) fn is_temporary(path: &Path) -> bool {
    let token = || path.file_name()?.to_str()?.strip_suffix(TEMPORARY)?.rsplit_once('.').map(|(_, token)| token);
    token().is_some_and(here::is_token)
}

/// An error of the Parquet library; one of the operating system keeps its message.
pub(crate) fn parquet_error(action: &'static str, path: &Path, error: ParquetError) -> DatasetError {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
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
        let work = Path::new("work");
        assert!(is_temporary(&temporary(work, Path::new("shots/part-00000.parquet"))));
        assert_ne!(temporary(work, Path::new("a")), temporary(work, Path::new("a")));
        for foreign in ["notes.txt", "part-00000.parquet", "a.1.2.tmp", "manifest.json", ".tmp", "a.tmp"] {
            assert!(!is_temporary(Path::new(foreign)), "{foreign}");
        }
    }

    #[test]
    fn what_goes_by_itself_is_swept_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let work = folder.path().to_path_buf();
        fs::create_dir(temporary(&work, Path::new("lock"))).expect("a folder of somebody");
        let fails = |kind: ErrorKind| {
            let watch = move |call: disk::Call<'_>| match call {
                disk::Call::RemoveFolder(_) => Err(kind.into()),
                _ => Ok(usize::MAX),
            };
            disk::watched(watch, || sweep(&work))
        };
        assert!(fails(ErrorKind::NotFound).is_ok());
        assert!(fails(ErrorKind::PermissionDenied).is_err());
    }

    #[test]
    fn nothing_is_ever_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("a");
        let facts = publish_text(&Work::free(folder.path()), &target, "one").expect("it is new");
        assert_eq!(facts, facts_of(&target).expect("it is there"));
        assert_eq!(publish_text(&Work::free(folder.path()), &target, "one").expect("it is equal"), facts);
        let error = publish_text(&Work::free(folder.path()), &target, "two").expect_err("it differs");
        assert!(matches!(error, DatasetError::Determinism { .. }), "{error}");
        assert_eq!(fs::read(&target).expect("it is there"), b"one");
        replace_text(&Work::free(folder.path()), &target, "two").expect("on purpose");
        assert_eq!(fs::read(&target).expect("it is there"), b"two");
        assert_eq!(entries(folder.path()).expect("a folder").len(), 1, "nothing else is left");
    }

    /// Somebody else's file under the temporary name must not be taken for ours.
    #[test]
    fn what_is_published_is_the_open_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("a");
        let published = publish(&Work::free(folder.path()), &target, |tee| {
            let mut tee = written(tee, "ours")?;
            let temporary = entries(folder.path()).expect("a folder").remove(0);
            fs::remove_file(&temporary)?;
            fs::write(&temporary, "theirs")?;
            tee.write_all(b" too")?;
            Ok(tee)
        });
        let read = fs::read(&target);
        assert!(published.is_err() && read.is_err(), "{published:?} {read:?}");
    }
}
