//! Pages as files: written whole or not at all, never over another file, and opened if that is wanted.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::exit::Stop;
use crate::output;

/// Writes a page into a file that is not there yet.
pub fn write(path: &Path, page: &str) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::unwritten(path, &error);
    let mut file = File::create_new(path).map_err(failed)?;
    let written = file.write_all(page.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        // half a page must not be taken for one
        let _ = fs::remove_file(path);
    }
    written.map_err(failed)
}

/// Asks the system to show a page; where nothing does, that is said.
pub fn open(page: &Path) {
    let programs: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else if cfg!(windows) {
        &["explorer"]
    } else {
        &["xdg-open", "sensible-browser", "chromium", "firefox"]
    };
    let starts = |program: &&str| {
        let mut command = Command::new(program);
        command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    };
    if !programs.iter().any(starts) {
        output::say(&format!("note: no program here shows pages ({}); open {}", programs.join(", "), page.display()));
    }
}
