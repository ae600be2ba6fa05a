//! Sentences of the catalogue: words by their id, with values, quantities and names in their holes.

use super::sentence::{Part, Sentence};
use crate::catalogue::{CataloguePiece, spoken};

/// A sentence without holes.
pub fn say(id: &'static str) -> Sentence {
    fill(id, [])
}

/// A sentence whose holes are filled.
pub fn fill<const N: usize>(id: &'static str, holes: [(&str, Sentence); N]) -> Sentence {
    let entry = spoken().entry(id);
    assert!(!cfg!(test) || entry.is_some(), "{id} is not in the catalogue");
    let Some(entry) = entry else { return Sentence::of_name(id) };
    let mut parts = Vec::new();
    for piece in entry.pieces() {
        match piece {
            CataloguePiece::Words(words) => parts.push(Part::Words(words)),
            CataloguePiece::Hole(hole) => {
                let filled = holes.iter().find(|(name, _)| name == hole);
                assert!(!cfg!(test) || filled.is_some(), "{id}: nothing fills {hole}");
                parts.extend(filled.into_iter().flat_map(|(_, sentence)| sentence.0.iter().cloned()));
            }
        }
    }
    Sentence(parts)
}
