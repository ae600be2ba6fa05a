//! Files that are read: regular ones alone. Who opens a pipe waits for its writer, and a device may never end.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Why a path is not opened that leads to no regular file.
#[derive(Debug)]
struct NotRegular;

impl fmt::Display for NotRegular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is not a regular file")
    }
}

impl std::error::Error for NotRegular {}

/// What a message says after the name of a file that could not be read.
pub fn why(error: &io::Error) -> String {
    let is_other = error.get_ref().is_some_and(|inner| inner.is::<NotRegular>());
    if is_other { "is not a regular file".to_owned() } else { format!("cannot be read: {error}") }
}

/// Opens a file to read it; a folder, pipe, socket or device is refused before it is opened.
pub fn open(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other(NotRegular));
    }
    File::open(path)
}

/// Refuses a folder, pipe, socket or device where a file is to be written.
pub fn absent_or_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other(NotRegular)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Reads a whole file.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a whole file of text.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_nothing_else() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = read_text(&folder.join("Cargo.toml")).expect("a text");
        assert!(text.contains("tolley-experiment"));
        assert_eq!(read(&folder.join("Cargo.toml")).expect("bytes"), text.into_bytes());
        let none = read(&folder.join("none")).expect_err("nothing");
        assert!(none.kind() == io::ErrorKind::NotFound && why(&none).starts_with("cannot be read: "));
        let refused = |path: &Path| why(&open(path).expect_err("no file"));
        assert_eq!(refused(folder), "is not a regular file");
        if cfg!(unix) {
            assert_eq!(refused(Path::new("/dev/zero")), "is not a regular file");
        }
    }
}
