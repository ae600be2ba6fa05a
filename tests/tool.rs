//! Runs the built command, and looks at what it left.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The command, in a folder.
pub fn tolley(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tolley"));
    command.current_dir(folder).args(arguments);
    command
}

/// What a run of the command left.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs the command to its end.
pub fn ran(folder: &Path, arguments: &[&str]) -> Ran {
    let Output { status, stdout, stderr } = tolley(folder, arguments).output().expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: status.code().unwrap_or(-1), stdout: text(stdout), stderr: text(stderr) }
}

/// An empty folder with one file in it.
pub fn folder_with(name: &str, text: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    std::fs::write(folder.path().join(name), text).expect("a file in it");
    folder
}

/// Every file below a folder with its bytes, by path relative to it.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").to_path_buf();
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}
