//! Pages that are shown.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::output;

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
