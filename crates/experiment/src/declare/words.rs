//! The words of a profile: what a person says of himself, his coins or his ground, and which keys that sets.

use crate::declare::key::Path;
use crate::declare::miss;
use crate::declare::schema::Schema;

/// A word that a profile may say, as a study takes it.
#[derive(Clone, Copy, Debug)]
pub struct ProfileWord {
    /// As it is written: `hardest`.
    pub word: &'static str,
    /// What is written after it, for messages: `"4 m/s"` with its quotes.
    pub such: &'static str,
    /// What it sets, of the texts that are written after it: one, or those of an array.
    pub sets: fn(&Schema, &[&str]) -> Result<Vec<WordSet>, String>,
}

/// A key that a word sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordSet {
    /// The key.
    pub key: Path,
    /// The value, as it would be typed in a scenario, strings without their quotes.
    pub typed: String,
    /// Whether it only follows from what is said, so that the key itself may say otherwise in the same profile.
    pub is_derived: bool,
}

impl WordSet {
    /// What a word says of a key.
    pub fn of(key: Path, typed: impl ToString) -> WordSet {
        WordSet { key, typed: typed.to_string(), is_derived: false }
    }

    /// What follows from what a word says.
    pub fn derived(key: Path, typed: impl ToString) -> WordSet {
        WordSet { is_derived: true, ..WordSet::of(key, typed) }
    }
}

/// The one text that stands after a word which takes no array.
pub fn one<'t>(texts: &[&'t str]) -> Result<&'t str, String> {
    match texts {
        [one] => Ok(one),
        _ => Err(format!("{} values; one is needed", texts.len())),
    }
}

/// All deviations of a hand that misses so, of `3 cm at 1 m`; the keys are the one that chooses the preset of these
/// deviations, and that of the direction.
pub fn misses(schema: &Schema, texts: &[&str], [chooser, aim_sd]: [Path; 2]) -> Result<Vec<WordSet>, String> {
    let typed = one(texts)?.trim();
    let missed = typed.strip_prefix("misses ").unwrap_or(typed);
    let found = miss::deviations(missed, typed, schema, [chooser, aim_sd])?;
    let set = |(key, value): (usize, _)| {
        let key = schema.keys[key].path;
        if key == aim_sd { WordSet::of(key, value) } else { WordSet::derived(key, value) }
    };
    Ok(found.into_iter().map(set).collect())
}
