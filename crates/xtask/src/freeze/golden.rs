//! The golden file of a group: each command, and below it what it printed and wrote.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use super::diff;

/// A command, or a scenario, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub line: String,
    pub body: String,
}

/// Bytes of a file, and the first half of its BLAKE3.
#[derive(Clone, Debug, PartialEq)]
pub struct Fingerprint {
    pub bytes: usize,
    pub hash: String,
}

impl Fingerprint {
    pub fn of(content: &[u8]) -> Fingerprint {
        let hash = blake3::hash(content).to_hex()[..32].to_owned();
        Fingerprint { bytes: content.len(), hash }
    }
}

/// Files by path, each with its fingerprint.
pub type Files = BTreeMap<PathBuf, Fingerprint>;

/// Before each line that a command printed.
const INDENT: &str = "    ";

impl Entry {
    /// An entry that shows what was printed.
    pub fn shown(line: &str, code: &str, printed: [String; 2], files: &Files) -> Entry {
        Entry::new(line, code, printed, files, |stream, text| {
            let lines =
                text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{INDENT}{line}\n") });
            format!("{stream}:\n{}", lines.collect::<String>())
        })
    }

    /// An entry that has hashes of what was printed.
    pub fn hashed(line: &str, code: &str, printed: [String; 2], files: &Files) -> Entry {
        Entry::new(line, code, printed, files, |stream, text| {
            let Fingerprint { bytes, hash } = Fingerprint::of(text.as_bytes());
            format!("{stream}: {bytes} bytes, {hash}\n")
        })
    }

    fn new(line: &str, code: &str, printed: [String; 2], files: &Files, told: impl Fn(&str, &str) -> String) -> Entry {
        let mut body = format!("exit code {code}\n");
        for (stream, text) in ["stdout", "stderr"].into_iter().zip(&printed) {
            if !text.is_empty() {
                body += &told(stream, text);
            }
        }
        if !files.is_empty() {
            body += "files:\n";
        }
        for (path, Fingerprint { bytes, hash }) in files {
            // a text takes whatever is written into it
            let _ = writeln!(body, "{INDENT}{}: {bytes} bytes, {hash}", path.display());
        }
        Entry { line: line.to_owned(), body }
    }
}

/// Before the line of a command; what is printed is indented, so that none of its lines begins so.
const SIGN: &str = "$ ";

/// The text of a golden file.
pub fn text(entries: &[Entry]) -> String {
    let entries = entries.iter().map(|Entry { line, body }| format!("{SIGN}{line}\n{body}"));
    entries.collect::<Vec<_>>().join("\n")
}

/// The entries of a golden file.
pub fn parsed(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.lines() {
        if let Some(line) = line.strip_prefix(SIGN) {
            entries.push(Entry { line: line.to_owned(), body: String::new() });
        } else if let Some(entry) = entries.last_mut() {
            entry.body += &format!("{line}\n");
        }
    }
    let count = entries.len();
    // a blank line stands between two entries
    for entry in entries.iter_mut().take(count.saturating_sub(1)) {
        entry.body.truncate(entry.body.len().saturating_sub(1));
    }
    entries
}

fn lines(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.line.as_str()).collect()
}

/// What moved, a text a command: how it differs, or that it is new, or no more.
pub fn moved(kept: &[Entry], played: &[Entry]) -> Vec<String> {
    let (kept_lines, played_lines) = (lines(kept), lines(played));
    let mut found = Vec::new();
    for (at, entry) in played.iter().enumerate() {
        // the same command may be played twice
        let before = played_lines[..at].iter().filter(|line| **line == entry.line).count();
        let old = kept.iter().filter(|kept| kept.line == entry.line).nth(before);
        if old != Some(entry) {
            let difference = diff::unified(old.map_or("", |old| old.body.as_str()), &entry.body);
            found.push(format!("{SIGN}{}\n{difference}\n", entry.line));
        }
    }
    for (at, line) in kept_lines.iter().enumerate() {
        let count = |lines: &[&str]| lines.iter().filter(|other| *other == line).count();
        if count(&kept_lines[..=at]) > count(&played_lines) {
            found.push(format!("{SIGN}{line}\nis no more played\n"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::{Entry, Fingerprint, moved, parsed, text};

    fn entries(stdout: &str, file: &[u8]) -> Vec<Entry> {
        let files = BTreeMap::from([(PathBuf::from("runs/a/b"), Fingerprint::of(file))]);
        let printed = [stdout.to_owned(), String::new()];
        let shown = Entry::shown("tolley a", "0", printed.clone(), &BTreeMap::new());
        vec![shown.clone(), Entry::hashed("tolley b", "2", printed, &files), shown]
    }

    #[test]
    fn a_golden_file_reads_as_it_was_written() {
        let entries = entries("$ no command\n\n  indented \nlast", b"1");
        let written = text(&entries);
        assert!(
            written.starts_with("$ tolley a\nexit code 0\nstdout:\n    $ no command\n\n      indented \n    last\n")
        );
        assert_eq!(parsed(&written), entries);
        assert_eq!(moved(&entries, &parsed(&written)), [""; 0]);
    }

    #[test]
    fn what_moved_is_told_by_command_and_file() {
        let kept = entries("one", b"1");
        let told = moved(&kept, &entries("one", b"2"));
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("$ tolley b\n exit code 2\n stdout: 3 bytes, "), "{told:?}");
        assert!(told[0].contains("\n-    runs/a/b: 1 bytes, ") && told[0].contains("\n+    runs/a/b: 1 bytes, "));
        let told = moved(&kept, &entries("two", b"1"));
        assert_eq!(told[0], "$ tolley a\n exit code 0\n stdout:\n-    one\n+    two\n");
        assert_eq!(told.len(), 3);
    }

    #[test]
    fn commands_that_come_and_go_are_told() {
        let kept = entries("one", b"1");
        assert_eq!(moved(&kept, &kept[..2]), ["$ tolley a\nis no more played\n"]);
        assert_eq!(moved(&kept[..2], &kept), ["$ tolley a\n+exit code 0\n+stdout:\n+    one\n"]);
    }
}
