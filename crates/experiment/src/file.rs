//! Files that are read: regular ones alone. Who opens a pipe waits for its writer, and a device may never end.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// Why a path is not opened that leads to no regular file: what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NotRegular {
    Folder,
    Pipe,
    Other,
}

impl NotRegular {
    fn of(metadata: &Metadata) -> NotRegular {
        #[cfg(unix)]
        if metadata.file_type().is_fifo() {
            return NotRegular::Pipe;
        }
        if metadata.is_dir() { NotRegular::Folder } else { NotRegular::Other }
    }

    fn what(self) -> &'static str {
        match self {
            NotRegular::Folder => "is a folder",
            NotRegular::Pipe => "is a pipe",
            NotRegular::Other => "is not a regular file",
        }
    }
}

impl fmt::Display for NotRegular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it {}", self.what())
    }
}

impl std::error::Error for NotRegular {}

/// What a message says after the name of a file that could not be read.
pub fn why(error: &io::Error) -> String {
    match kind(error) {
        None => format!("cannot be read: {error}"),
        Some(NotRegular::Other) => NotRegular::Other.what().to_owned(),
        Some(kind) => format!("{}, where a file is wanted", kind.what()),
    }
}

/// The same of a scenario, with what is to be done instead.
pub fn why_no_scenario(error: &io::Error) -> String {
    match kind(error) {
        Some(kind @ NotRegular::Folder) => format!("{}; name the TOML file in it", kind.what()),
        Some(kind @ NotRegular::Pipe) => {
            format!("{}; read a scenario from stdin instead: ... | tolley run - -o DIR", kind.what())
        }
        _ => why(error),
    }
}

fn kind(error: &io::Error) -> Option<NotRegular> {
    error.get_ref().and_then(|inner| inner.downcast_ref()).copied()
}

/// Opens a file to read it; a folder, pipe, socket or device is refused before it is opened.
pub fn open(path: &Path) -> io::Result<File> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other(NotRegular::of(&metadata)));
    }
    File::open(path)
}

/// Refuses a folder, pipe, socket or device where a file is to be written.
pub fn absent_or_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other(NotRegular::of(&metadata))),
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
        assert_eq!(refused(folder), "is a folder, where a file is wanted");
        let no_scenario = why_no_scenario(&open(folder).expect_err("no file"));
        assert_eq!(no_scenario, "is a folder; name the TOML file in it");
        if cfg!(unix) {
            assert_eq!(refused(Path::new("/dev/zero")), "is not a regular file");
        }
    }
}
