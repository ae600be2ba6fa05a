//! Which keys of a study move its results, as a command measured it once: `influence.toml`, which
//! `cargo xtask influence` writes. An answer names what it depends on by this order.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use tolley_experiment::document::{Document, Reader};

/// What was measured.
const FILE: &str = include_str!("influence.toml");

/// A key and how much it matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Influential {
    /// Path of the key.
    pub key: String,
    /// Share of the variation of the measure that it carries, alone or with others.
    pub share: f64,
    /// Whether it is one of those that carry nine tenths together.
    pub is_major: bool,
    /// Whether the 95 % interval of its share lies above 0.
    pub is_shown: bool,
}

/// The keys of the world and of skill that move a study, the strongest first; none of a study that was not measured.
pub fn influential(study: &str) -> &'static [Influential] {
    static KNOWN: OnceLock<BTreeMap<String, Vec<Influential>>> = OnceLock::new();
    // that the file can be read is tested: one that cannot be says nothing
    let known = KNOWN.get_or_init(|| read(FILE).unwrap_or_default());
    known.get(study).map_or(&[], Vec::as_slice)
}

/// The keys of every study of a file; what is wrong with it.
fn read(text: &str) -> Result<BTreeMap<String, Vec<Influential>>, String> {
    let document = Document::parse("influence.toml", text).map_err(|problems| problems.to_string())?;
    let mut found = BTreeMap::new();
    for study in document.root().tables("study") {
        let name = study.text("name").unwrap_or_default().to_owned();
        // how it was measured is for people
        for known in ["scenario", "measure"] {
            study.text(known);
        }
        for known in ["rows", "repeats", "physics"] {
            study.item(known);
        }
        found.insert(name, study.tables("keys").iter().filter_map(key).collect());
        study.finish();
    }
    document.finish().map_err(|problems| problems.to_string())?;
    Ok(found)
}

fn key(of: &Reader<'_>) -> Option<Influential> {
    let (key, share, is_major) = (of.text("key"), of.number("share", [0.0, 1.0]), of.flag("major"));
    let is_shown = of.number("low", [f64::MIN, f64::MAX]).is_some_and(|low| low > 0.0);
    of.item("high");
    of.finish();
    Some(Influential { key: key?.to_owned(), share: share?, is_major: is_major?, is_shown })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_and_its_keys_are_in_order() {
        let all = read(FILE).expect("the file is as it should be");
        assert!(!all.is_empty());
        for (study, keys) in &all {
            assert!(keys.windows(2).all(|two| two[0].share >= two[1].share), "{study}: {keys:?}");
            assert!(keys.first().is_none_or(|first| first.is_major), "{study}: {keys:?}");
            assert_eq!(influential(study), keys.as_slice());
        }
        assert!(influential("no/study").is_empty());
    }

    #[test]
    fn what_is_no_key_is_refused() {
        assert!(read("[[study]]\nname = \"s\"\nkeys = [{ key = \"a.b\", share = 2.0, major = true }]\n").is_err());
        assert!(read("[[study]]\nname = \"s\"\nother = 1\n").is_err());
    }
}
