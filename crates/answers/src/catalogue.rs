//! The catalogue of words: what answers say stands in one file, an entry a line, so that it can be read and mended as
//! text, and so that another language is another file.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tolley_experiment::document::{Document, Node};

/// The file, which is in the program.
const ENGLISH: &str = include_str!("../words/en.toml");

/// All words of one language, by their ids: `fair.even_clearly` is `even_clearly` of the table `[fair]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    entries: BTreeMap<String, CatalogueEntry>,
}

/// Words with named holes: `the {measure} is {value}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    text: String,
    pieces: Vec<CataloguePiece>,
}

/// What an entry is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CataloguePiece {
    /// Words as they stand.
    Words(String),
    /// A hole of this name, which a value, a quantity or a name fills.
    Hole(String),
}

/// The words that are spoken.
pub fn spoken() -> &'static Catalogue {
    static SPOKEN: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read("en.toml", ENGLISH).unwrap_or_default());
    &SPOKEN
}

/// The words of an entry that has no holes.
pub fn word(id: &'static str) -> &'static str {
    let entry = spoken().entry(id);
    assert!(!cfg!(test) || entry.is_some(), "{id} is not in the catalogue");
    entry.map_or(id, |entry| entry.text.as_str())
}

/// An entry whose holes are filled with text.
pub fn text(id: &'static str, holes: &[(&str, &str)]) -> String {
    let Some(entry) = spoken().entry(id) else { return id.to_owned() };
    let filled = |piece: &CataloguePiece| match piece {
        CataloguePiece::Words(words) => words.clone(),
        CataloguePiece::Hole(hole) => {
            let text = holes.iter().find(|(name, _)| name == hole);
            assert!(!cfg!(test) || text.is_some(), "{id}: nothing fills {hole}");
            text.map_or_else(String::new, |(_, text)| (*text).to_owned())
        }
    };
    entry.pieces.iter().map(filled).collect()
}

/// What another language lacks: ids that it does not have, or whose holes are others there.
pub fn missing(known: &Catalogue, other: &Catalogue) -> Vec<String> {
    let is_alike = |id: &str, entry: &CatalogueEntry| other.entry(id).is_some_and(|own| own.holes() == entry.holes());
    known.entries.iter().filter(|(id, entry)| !is_alike(id, entry)).map(|(id, _)| id.clone()).collect()
}

impl Catalogue {
    /// Reads a file; what is wrong with it where it is not as it should be.
    pub fn read(file: &str, text: &str) -> Result<Catalogue, String> {
        let document = Document::parse(file, text).map_err(|problems| problems.to_string())?;
        let mut entries = BTreeMap::new();
        for group in document.root().entries() {
            let Node::Table(table) = &group.item.node else {
                return Err(format!("{file}: {} stands in no table", group.name));
            };
            for entry in table {
                let id = format!("{}.{}", group.name, entry.name);
                let Node::Text(text) = &entry.item.node else { return Err(format!("{file}: {id} is no text")) };
                let pieces = pieces(text).ok_or_else(|| format!("{file}: {id}: a hole is {{name}}"))?;
                entries.insert(id, CatalogueEntry { text: text.clone(), pieces });
            }
        }
        Ok(Catalogue { entries })
    }

    /// The entry of this id.
    pub fn entry(&self, id: &str) -> Option<&CatalogueEntry> {
        self.entries.get(id)
    }
}

impl CatalogueEntry {
    /// Its words and holes, in their order.
    pub fn pieces(&self) -> &[CataloguePiece] {
        &self.pieces
    }

    /// The names of its holes, by the alphabet, each once.
    fn holes(&self) -> Vec<&str> {
        let mut holes = Vec::new();
        for piece in &self.pieces {
            if let CataloguePiece::Hole(hole) = piece {
                holes.push(hole.as_str());
            }
        }
        holes.sort_unstable();
        holes.dedup();
        holes
    }
}

/// Splits a text at its holes; nothing where a brace has no partner, or a name is none.
fn pieces(text: &str) -> Option<Vec<CataloguePiece>> {
    let mut pieces = Vec::new();
    for (at, part) in text.split('{').enumerate() {
        let words = if at == 0 {
            part
        } else {
            let (hole, words) = part.split_once('}')?;
            let is_name =
                |hole: &str| !hole.is_empty() && hole.chars().all(|letter| letter == '_' || letter.is_lowercase());
            pieces.push(CataloguePiece::Hole(is_name(hole).then(|| hole.to_owned())?));
            words
        };
        if words.contains('}') {
            return None;
        }
        if !words.is_empty() {
            pieces.push(CataloguePiece::Words(words.to_owned()));
        }
    }
    Some(pieces)
}
