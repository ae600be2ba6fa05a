//! What the lock of a dataset may do, so that it is one on Linux, macOS and Windows, and on disks that many share.

use std::path::Path;

use super::{all_sources, source};

/// Lines of the program, by file.
fn lines_with(words: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (file, text) in
        all_sources().into_iter().filter(|(file, _)| file.starts_with("crates") && !source::is_test(file))
    {
        for line in source::code(&text) {
            let code = line.split("//").next().unwrap_or_default();
            if words.iter().any(|word| code.contains(word)) {
                let name = file.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
                found.push((name, code.trim().to_owned()));
            }
        }
    }
    found
}

fn dataset(file: &str) -> String {
    format!("crates/dataset/src/{file}")
}

/// Names are changed by one function, and by one for file systems that know no links. Both are handed files that were
/// written and closed before, or the description of an owner, never a folder.
#[test]
fn only_files_are_renamed() {
    let calls = lines_with(&["fs::rename(", "renameat", "fs::rename;"]);
    let strangers: Vec<_> =
        calls.iter().filter(|(file, _)| ![dataset("disk.rs"), dataset("here.rs")].contains(file)).collect();
    assert!(!calls.is_empty() && strangers.is_empty(), "{strangers:?}");
    let calls = lines_with(&["disk::rename("]);
    let told: Vec<String> = calls.iter().map(|(file, line)| format!("{file}: {line}")).collect();
    let allowed = [
        format!("{}: match disk::rename(&path, &away) {{", dataset("lock.rs")),
        format!(
            "{}: disk::rename(&temporary, target).map_err(|error| DatasetError::io(\"replace\", target, error))?;",
            dataset("publish.rs")
        ),
    ];
    assert_eq!(told, allowed, "`path` is owner.json, `temporary` a file that is closed");
}

/// The file that is locked is opened to be locked or asked for its lock, and removed; its content is nobody's.
#[test]
fn the_locked_file_is_never_read() {
    for (file, line) in lines_with(&["try_lock(", "try_lock_shared(", ".lock_shared(", ".unlock("]) {
        assert!([dataset("lock.rs"), dataset("holder.rs")].contains(&file), "{file}: {line}");
    }
    let is_ours = |(file, _): &(String, String)| file.starts_with("crates/dataset/");
    let uses: Vec<_> = lines_with(&["HELD"]).into_iter().filter(is_ours).collect();
    assert!(uses.len() >= 4, "{uses:?}");
    for (file, line) in uses {
        let is_allowed = [
            "pub(crate) const HELD: &str",
            "use crate::holder::{",
            "let path = place.join(HELD);",
            "match file::open(&place.join(HELD))",
            "disk::open_to_lock(&place.join(HELD))",
            "disk::remove_locked(held, &place.join(HELD))",
        ];
        assert!(is_allowed.iter().any(|allowed| line.contains(allowed)), "{file}: {line}");
    }
    // of what is opened there only the lock is asked for
    let text = |file: &str| {
        let path = super::root().join(Path::new(&dataset(file)));
        std::fs::read_to_string(path).expect("a source file")
    };
    assert!(text("lock.rs").contains("let file = disk::open_to_lock(&path)?;"));
    assert!(!text("lock.rs").contains("file.read") && !text("lock.rs").contains("fs::read"));
    assert!(text("holder.rs").contains("Ok(file) => match file.try_lock_shared() {"));
}

/// What is true of one system alone stands in one file, with what the others do instead.
#[test]
fn the_lock_knows_no_system() {
    let words = ["rustix", "std::os::", "cfg(unix)", "cfg(windows)", "cfg(not(unix))", "/proc"];
    for (file, line) in lines_with(&words) {
        let is_of_lock = ["lock.rs", "holder.rs", "lease.rs", "claim.rs", "work.rs", "share.rs", "join.rs", "open.rs"]
            .iter()
            .any(|name| file == dataset(name));
        assert!(!is_of_lock, "{file}: {line}");
    }
}
