//! What is at a place where a dataset is wanted; nothing is changed by looking.

use std::fs::{self, FileType};
use std::io::ErrorKind;
use std::path::Path;

use crate::disk;
use crate::error::{DatasetError, OpenError};
use crate::layout::{FOLDERS, LOCK, MANIFEST, SHARES, SUCCESS, WORK, manifest_copy};
use crate::manifest::{Manifest, physics_of};
use crate::publish;

/// Bytes of a manifest, at most.
const MOST_BYTES: u64 = 1 << 30;

/// What is said of a folder of other things.
const FOREIGN: &str = "is not empty and is not a dataset: it has no manifest.json";
/// What is said of a manifest that is not there.
pub(crate) const MISSING: &str = "is missing";

/// What is at a place where a dataset is wanted.
pub(crate) enum Found {
    /// Nothing, or what a run left that was killed before it wrote the manifest.
    Nothing,
    Dataset(Box<Manifest>),
}

/// Looks without changing anything.
pub(crate) fn inspect(dir: &Path) -> Result<Found, OpenError> {
    let Some(kind) = kind_of(dir)? else { return Ok(Found::Nothing) };
    // the dataset's own folder may be a link: people keep runs on another disk
    let is_folder = kind.is_dir() || (kind.is_symlink() && fs::metadata(dir).is_ok_and(|target| target.is_dir()));
    if !is_folder {
        return Err(OpenError::not_a_dataset(dir, "is not a folder"));
    }
    let path = dir.join(MANIFEST);
    let Some(kind) = kind_of(&path)? else {
        let found = inspect_without_manifest(dir);
        // another run may have begun between the two looks; the manifest is the first that it leaves
        return if found.is_err() && is_file(&path) { inspect(dir) } else { found };
    };
    if !kind.is_file() {
        return Err(OpenError::not_a_dataset(&path, "is not a regular file"));
    }
    let len = fs::metadata(&path).map_err(|error| DatasetError::io("look at", &path, error))?.len();
    if len > MOST_BYTES {
        return Err(OpenError::not_a_dataset(&path, format!("has {len} bytes, too many for a manifest")));
    }
    let text = disk::read(&path).map_err(|error| DatasetError::io("read", &path, error))?;
    match Manifest::parse(&text) {
        Ok(manifest) => Ok(Found::Dataset(Box::new(manifest))),
        Err(message) => Err(OpenError::not_a_dataset(&path, format!("{message}{}", from_copy(dir)))),
    }
}

/// The same for who wants to write a dataset there.
pub(crate) fn inspect_to_write(dir: &Path) -> Result<Found, OpenError> {
    inspect(dir).map_err(|error| match error {
        OpenError::NotADataset { path, message } if message == FOREIGN => {
            OpenError::NotADataset { path, message: format!("{message}; choose another folder with -o") }
        }
        error => error,
    })
}

/// The version of the physics of the dataset in a folder, whatever its format; `None` where there is none.
pub fn physics_version_of(dir: &Path) -> Option<u32> {
    let path = dir.join(MANIFEST);
    let is_small = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= MOST_BYTES);
    is_small.then(|| physics_of(&disk::read(&path).ok()?)).flatten()
}

/// What is to be done about a manifest that cannot be read, where its copy is there.
fn from_copy(dir: &Path) -> String {
    match is_file(&manifest_copy(dir)) {
        true => format!("; its copy is there: `tolley data repair {}` says how it is made again", dir.display()),
        false => String::new(),
    }
}

/// Reads a file that is to be a manifest.
pub(crate) fn manifest_at(path: &Path) -> Result<Manifest, String> {
    let metadata = fs::symlink_metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => MISSING.to_owned(),
        _ => format!("cannot be looked at: {error}"),
    })?;
    if !metadata.is_file() || metadata.len() > MOST_BYTES {
        return Err("is not the file of a manifest".to_owned());
    }
    Manifest::parse(&disk::read(path).map_err(|error| format!("cannot be read: {error}"))?)
}

fn inspect_without_manifest(dir: &Path) -> Result<Found, OpenError> {
    for path in publish::entries(dir)? {
        let is_folder = kind_of(&path)?.is_some_and(|kind| kind.is_dir());
        // another run may be about to begin
        let is_lock = (path.ends_with(LOCK) || path.ends_with(SHARES)) && is_folder;
        let is_work = path.ends_with(WORK) && is_folder;
        let is_left_over = || -> Result<bool, DatasetError> {
            Ok(is_work && publish::entries(&path)?.iter().all(|path| publish::is_temporary(path)))
        };
        if !is_lock && !is_left_over()? {
            return Err(OpenError::not_a_dataset(dir, format!("{FOREIGN}{}", from_copy(dir))));
        }
    }
    Ok(Found::Nothing)
}

/// A link inside a dataset could lead writing elsewhere, and who reads a pipe waits for ever.
pub(crate) fn refuse_links(dir: &Path, manifest: &Manifest) -> Result<(), OpenError> {
    let success = dir.join(SUCCESS);
    if kind_of(&success)?.is_some_and(|kind| !kind.is_file()) {
        return Err(OpenError::not_a_dataset(&success, "is not a regular file"));
    }
    let folders =
        manifest.tables.iter().chain([&manifest.points, &manifest.estimates]).map(|table| table.name.as_str());
    for folder in folders.chain(FOLDERS).map(|name| dir.join(name)) {
        match kind_of(&folder)? {
            None => {}
            Some(kind) if kind.is_dir() => {
                for path in publish::entries(&folder)? {
                    if kind_of(&path)?.is_some_and(|kind| kind.is_symlink()) {
                        return Err(OpenError::not_a_dataset(&path, "is a symbolic link"));
                    }
                }
            }
            Some(kind) if kind.is_symlink() => return Err(OpenError::not_a_dataset(&folder, "is a symbolic link")),
            Some(_) => return Err(OpenError::not_a_dataset(&folder, "is not a folder")),
        }
    }
    Ok(())
}

/// What is at a path itself, links not followed; `None` for nothing.
pub(crate) fn kind_of(path: &Path) -> Result<Option<FileType>, DatasetError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(Some(metadata.file_type())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DatasetError::io("look at", path, error)),
    }
}

pub(crate) fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}
