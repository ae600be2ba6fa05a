//! Source files as the rules of the house look at them: without comments, without test code.

use std::path::{Path, PathBuf};

/// Every Rust file below a folder, in order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Whether a file is a module of tests, which its parent declares under `#[cfg(test)]`.
pub fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs")
}

/// The lines of a file that are part of the program: what stands under `#[cfg(test)]` is left out, wherever it stands.
pub fn code(text: &str) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            skip_item(&mut lines);
        } else {
            kept.push(line);
        }
    }
    kept
}

/// Passes over one item: up to its semicolon, or over its braces.
fn skip_item<'t>(lines: &mut impl Iterator<Item = &'t str>) {
    let mut depth = 0_i64;
    for line in lines {
        let line = line.trim();
        if depth == 0 && (line.starts_with("#[") || line.starts_with("//")) {
            continue;
        }
        depth += braces(line);
        if depth == 0 && (line.ends_with(';') || line.ends_with('}')) {
            return;
        }
    }
}

/// Braces opened less braces closed, those in strings and characters left out.
fn braces(line: &str) -> i64 {
    let mut depth = 0;
    let mut chars = line.chars().peekable();
    let mut in_text = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_text => drop(chars.next()),
            '"' => in_text = !in_text,
            '\'' if !in_text => {
                // a character such as '{', but not a lifetime
                let next = chars.clone().take(2).collect::<String>();
                if next.ends_with('\'') {
                    chars.nth(1);
                }
            }
            '/' if !in_text && chars.peek() == Some(&'/') => return depth,
            '{' if !in_text => depth += 1,
            '}' if !in_text => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[test]
fn test_code_is_left_out_wherever_it_stands() {
    let text = "\
use a::B;
#[cfg(test)]
mod tests;
fn kept() { let brace = '{'; }
#[cfg(test)]
#[derive(Debug)]
struct Gone {
    text: &'static str, // }
}
fn also() {}
#[cfg(test)]
mod inner {
    fn gone() { println!(\"}}\"); }
}
";
    assert_eq!(code(text), ["use a::B;", "fn kept() { let brace = '{'; }", "fn also() {}"]);
}
