//! Files that no module declares are compiled by nobody, and their tests pass for ever.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{metadata, root, source};

/// Files that the module in `file` declares, where they would stand.
fn declared(file: &Path, is_root: bool) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(file).expect("a source file");
    let beside = file.parent().expect("a folder");
    // only the root of a target and `mod.rs` have their children beside them
    let below = if is_root || file.ends_with("mod.rs") { beside.to_path_buf() } else { file.with_extension("") };
    let (mut found, mut path) = (vec![], None);
    for line in text.lines().map(str::trim) {
        if let Some(named) = line.strip_prefix("#[path = \"") {
            path = named.split('"').next().map(|name| beside.join(name));
        }
        let Some(name) = line.strip_suffix(';').and_then(|line| line.rsplit_once("mod ")) else { continue };
        if !(name.0.is_empty() || name.0.starts_with("pub")) {
            continue;
        }
        let stands = [below.join(format!("{}.rs", name.1)), below.join(name.1).join("mod.rs")];
        // what no file has may be text; the compiler refuses it otherwise
        found.extend(path.take().or_else(|| stands.into_iter().find(|file| file.exists())));
    }
    found
}

#[test]
fn every_rust_file_is_compiled() {
    let metadata = metadata();
    let targets = metadata.packages.iter().flat_map(|package| &package.targets);
    let mut open: Vec<(PathBuf, bool)> = targets.map(|target| (target.src_path.clone().into(), true)).collect();
    let mut reached = BTreeSet::new();
    while let Some((file, is_root)) = open.pop() {
        open.extend(declared(&file, is_root).into_iter().map(|child| (child, false)));
        reached.insert(file);
    }
    let ours = ["crates", "tests", "benches"].iter().flat_map(|folder| source::files(&root().join(folder)));
    let lost: Vec<PathBuf> = ours.filter(|file| !reached.contains(file)).collect();
    assert!(lost.is_empty(), "no module declares {lost:?}");
}
