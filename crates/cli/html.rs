//! Pages as files: written whole or not at all, never over another file, and opened if that is wanted.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::exit::{self, Stop};
use crate::output;

/// Writes a page into a file that is not there yet.
pub fn write(path: &Path, page: &str) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::new(exit::FAILURE, format!("error: {}: {error}", path.display()));
    let mut file = File::create_new(path).map_err(failed)?;
    let written = file.write_all(page.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // half a page must not be taken for one
        let _ = fs::remove_file(path);
    }
    written.map_err(failed)
}

/// Asks the system to show a file; where it cannot, that is said.
pub fn open(path: &Path) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = if cfg!(windows) { Command::new("explorer") } else { Command::new(program) };
    if let Err(error) = command.arg(path).stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        output::say(&format!("note: {} cannot be opened from here ({program}: {error})", path.display()));
    }
}
