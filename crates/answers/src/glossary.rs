//! The words that users meet, with their meanings: data of `glossary.toml`, for the command and for the document.

use std::fmt::Write as _;
use std::sync::LazyLock;

use tolley_experiment::document::{Document, Node};
use tolley_experiment::problem::Problems;

/// The file, which is in the program.
const TEXT: &str = include_str!("../glossary.toml");
/// What the document says before its terms.
const OPENING: &str = "\
# Glossary

The words that you meet in answers, scenarios and help. `tolley explain TERM` prints each of them, and so it does the label,
unit, default and plausible range of every key and column.
";

/// Terms that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermGroup {
    /// What they are about: `Marbles`.
    pub name: String,
    /// The terms, by the alphabet.
    pub terms: Vec<GlossaryTerm>,
}

/// A word, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossaryTerm {
    /// The word as answers write it.
    pub name: String,
    /// What it means, in one or two sentences.
    pub meaning: String,
}

/// All terms, in groups.
pub fn groups() -> &'static [TermGroup] {
    static GROUPS: LazyLock<Vec<TermGroup>> = LazyLock::new(|| read(TEXT).unwrap_or_default());
    &GROUPS
}

/// All terms.
pub fn terms() -> impl Iterator<Item = &'static GlossaryTerm> {
    groups().iter().flat_map(|group| &group.terms)
}

/// The term of this name, in letters of any case.
pub fn find(name: &str) -> Option<&'static GlossaryTerm> {
    terms().find(|term| term.name.to_lowercase() == name.to_lowercase())
}

/// The document `docs/glossary.md`.
pub fn markdown() -> String {
    let mut text = OPENING.to_owned();
    for group in groups() {
        let _ = writeln!(text, "\n## {}\n\n| term | meaning |\n|---|---|", group.name);
        for GlossaryTerm { name, meaning } in &group.terms {
            let _ = writeln!(text, "| {name} | {meaning} |");
        }
    }
    text
}

/// The groups of a file; what is wrong with it where it is not as it should be.
fn read(text: &str) -> Result<Vec<TermGroup>, Problems> {
    let document = Document::parse("glossary.toml", text)?;
    let root = document.root();
    let mut groups = Vec::new();
    for group in root.tables("group") {
        let name = group.text("name").unwrap_or_default().to_owned();
        let mut terms = Vec::new();
        for entry in group.table("terms").iter().flat_map(|table| table.entries()) {
            match &entry.item.node {
                Node::Text(meaning) => terms.push(GlossaryTerm { name: entry.name.clone(), meaning: meaning.clone() }),
                _ => group.wrong("terms", format!("{}: the meaning is a text", entry.name)),
            }
        }
        groups.push(TermGroup { name, terms });
        group.finish();
    }
    root.finish();
    document.finish().map(|_| groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_and_its_terms_stand_once_and_by_the_alphabet() {
        let read = read(TEXT).expect("a file without faults");
        assert!(read.len() > 3 && terms().count() > 45);
        let mut names: Vec<String> = terms().map(|term| term.name.to_lowercase()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), terms().count(), "each once");
        for group in groups() {
            assert!(group.terms.is_sorted_by_key(|term| term.name.to_lowercase()), "{}", group.name);
        }
    }

    #[test]
    fn a_meaning_is_a_short_sentence() {
        for GlossaryTerm { name, meaning } in terms() {
            assert!(meaning.ends_with('.') && meaning.split_whitespace().count() <= 30, "{name}: {meaning}");
            assert!(meaning.starts_with(char::is_uppercase) && !meaning.contains('|'), "{name}: {meaning}");
        }
    }

    #[test]
    fn case_does_not_matter() {
        assert_eq!(find("SPIN Ratio"), find("spin ratio"));
        assert!(find("elo").is_some() && find("move").is_some_and(|term| term.name == "Move"));
        assert_eq!(find("spin"), None);
    }
}
