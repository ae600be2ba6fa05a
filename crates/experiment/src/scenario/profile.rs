//! A profile: what a person says once of himself, his coins or his ground, and what of it a study takes.

use std::path::Path as FilePath;
use std::sync::Arc;

use crate::declare::key::Key;
use crate::declare::problem::{Problems, Severity, nearest};
use crate::declare::shown;
use crate::declare::study::StudyInfo;
use crate::declare::value::Value;
use crate::declare::words::ProfileWord;
use crate::design::axis;
use crate::document::{Document, Entry, Node, Place};

/// The table of a player, which means both sides where each side has a player of its own.
const PLAYER: &str = "player";

/// A profile as a study takes it.
#[derive(Debug)]
pub(super) struct Profile {
    /// As it was typed.
    pub file: String,
    /// What it says, in the order of the file.
    pub lines: Vec<Line>,
    /// Names of what it says of other studies.
    pub others: Vec<String>,
}

/// A line of a profile: a word, or a key of a table.
#[derive(Debug)]
pub(super) struct Line {
    /// The word, or the path of the key.
    pub name: String,
    /// Where its value stands.
    pub place: Place,
    /// As an answer repeats it: `misses 3 cm at 1 m`.
    pub says: String,
    /// What it sets.
    pub sets: Vec<LineSet>,
}

/// A key that a line sets.
#[derive(Debug)]
pub(super) struct LineSet {
    /// Number of the key.
    pub key: usize,
    /// Its value.
    pub node: Node,
    /// Whether it only follows from the line, so that another line may say otherwise.
    pub is_derived: bool,
}

/// Whether what stands at the top of a document are words of a profile, and nothing of a scenario.
pub(super) fn is_profile(entries: &[Entry], studies: &[Arc<StudyInfo>]) -> bool {
    let is_word = |entry: &Entry| !matches!(entry.node(), Node::Table(_)) && word(&entry.name, studies).is_some();
    entries.iter().any(is_word)
}

/// Reads a profile for a study; what is wrong with it is told with its places.
pub(super) fn read(path: &FilePath, study: &StudyInfo, studies: &[Arc<StudyInfo>]) -> Result<Profile, Problems> {
    let file = path.display().to_string();
    let document = Document::read(path)?;
    let mut reading = Reading {
        document: &document,
        study,
        studies,
        profile: Profile { file, lines: Vec::new(), others: Vec::new() },
    };
    let root = document.root();
    root.entries().iter().for_each(|entry| reading.entry(entry));
    let profile = reading.profile;
    if profile.lines.is_empty() && profile.others.is_empty() && !document.has_error() {
        root.wrong("", "the profile says nothing: take the # away from a line, and fill it in");
    }
    drop(root);
    document.finish().map(|_| profile)
}

struct Reading<'a> {
    document: &'a Document,
    study: &'a StudyInfo,
    studies: &'a [Arc<StudyInfo>],
    profile: Profile,
}

impl Reading<'_> {
    fn wrong(&self, place: Place, name: &str, message: String) {
        self.document.note(place, name, message, Severity::Error);
    }

    fn entry(&mut self, entry: &Entry) {
        if let Node::Table(keys) = entry.node() {
            keys.iter().for_each(|key| self.key(&entry.name, key));
            return;
        }
        let Some(known) = word(&entry.name, self.studies) else {
            return self.wrong(entry.place, &entry.name, unknown_word(&entry.name, self.studies));
        };
        match self.study.words.iter().find(|word| word.word == entry.name) {
            Some(word) => match self.line(word, entry) {
                Ok(line) => self.profile.lines.push(line),
                Err(why) => {
                    let such = format!("{why}; such as {} = {}", word.word, word.such);
                    self.wrong(entry.item.place, &entry.name, such);
                }
            },
            None => self.profile.others.push(known.word.to_owned()),
        }
    }

    /// What a word says.
    fn line(&self, word: &ProfileWord, entry: &Entry) -> Result<Line, String> {
        let texts = texts(entry.node())?;
        let found = (word.sets)(&self.study.schema, &texts)?;
        let set = |found: &crate::declare::words::WordSet| {
            let key = self.study.schema.find(found.key)?;
            Some(LineSet { key, node: Node::of_text(&found.typed), is_derived: found.is_derived })
        };
        let sets: Vec<LineSet> = found.iter().filter_map(set).collect();
        let unit = sets.first().map_or("", |set| self.study.schema.keys[set.key].dimension().si());
        let said: Vec<String> = texts.iter().map(|text| with_unit(text, unit)).collect();
        let said = said.join(" and ");
        let said = said.strip_prefix(&format!("{} ", word.word)).unwrap_or(&said);
        let sides = if self.are_sides(&sets) { " (both sides)" } else { "" };
        // several words read as a sentence of their own: `sand: toley rolls 71 cm from 10 cm`
        let colon = if said.starts_with(char::is_alphabetic) && said.contains(' ') { ":" } else { "" };
        let says = format!("{}{colon} {said}{sides}", word.word);
        Ok(Line { name: entry.name.clone(), place: entry.item.place, says, sets })
    }

    /// Whether the same is set of both sides.
    fn are_sides(&self, sets: &[LineSet]) -> bool {
        let keys = &self.study.schema.keys;
        let has = |side: &str, name: &str, node: &Node| {
            let mut all = sets.iter().map(|set| (keys[set.key].path, set.node.written()));
            all.any(|(path, written)| path.table == side && path.name == name && written == node.written())
        };
        let Some([one, other]) = self.study.schema.sides() else { return false };
        let mut of_one = sets.iter().filter(|set| keys[set.key].path.table == one).peekable();
        of_one.peek().is_some() && of_one.all(|set| has(other, keys[set.key].path.name, &set.node))
    }

    /// What a key of a table says.
    fn key(&mut self, table: &str, entry: &Entry) {
        let path = format!("{table}.{}", entry.name);
        let schema = &self.study.schema;
        let has_table = schema.keys.iter().any(|key| key.path.table == table);
        let of_sides = schema.sides().filter(|_| table == PLAYER && !has_table);
        let paths = match of_sides {
            Some(sides) => sides.iter().map(|side| format!("{side}.{}", entry.name)).collect(),
            None => vec![path.clone()],
        };
        let keys: Vec<usize> = paths.iter().filter_map(|path| schema.index(path)).collect();
        match keys.first() {
            Some(first) => {
                let set = |key: &usize| LineSet { key: *key, node: entry.node().clone(), is_derived: false };
                let sides = if of_sides.is_some() { " (both sides)" } else { "" };
                let says = format!("{}{sides}", says(&schema.keys[*first], entry.node()));
                let sets = keys.iter().map(set).collect();
                self.profile.lines.push(Line { name: path, place: entry.item.place, says, sets });
            }
            None if self.studies.iter().any(|study| study.schema.index(&path).is_some()) => {
                self.profile.others.push(path);
            }
            None => {
                let known = self.studies.iter().flat_map(|study| &study.schema.keys).map(|key| key.path.to_string());
                let known: Vec<String> = known.collect();
                let hint = nearest(&path, known.iter().map(String::as_str));
                let hint = hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
                self.wrong(entry.place, &path, format!("no study has this key{hint}"));
            }
        }
    }
}

/// The word of a study, the first that has it.
fn word(name: &str, studies: &[Arc<StudyInfo>]) -> Option<ProfileWord> {
    studies.iter().flat_map(|study| study.words).find(|word| word.word == name).copied()
}

fn unknown_word(name: &str, studies: &[Arc<StudyInfo>]) -> String {
    if name == "study" {
        return "this is a scenario, not a profile: tolley run plays it".to_owned();
    }
    let mut known: Vec<&str> = studies.iter().flat_map(|study| study.words).map(|word| word.word).collect();
    known.sort_unstable();
    known.dedup();
    match nearest(name, known.iter().copied()) {
        Some(hint) => format!("a profile has no such word; did you mean {hint}?"),
        None => format!("a profile has no such word; it may say {}, and keys in their tables", known.join(", ")),
    }
}

/// The texts that stand after a word.
fn texts(node: &Node) -> Result<Vec<&str>, String> {
    match node {
        Node::Text(text) | Node::Number { text, .. } => Ok(vec![text]),
        Node::List(items) if !items.is_empty() => {
            let all = items.iter().map(|item| match &item.node {
                Node::Text(text) | Node::Number { text, .. } => Ok(text.as_str()),
                other => Err(format!("{} is neither a text nor a number", other.shown())),
            });
            all.collect()
        }
        Node::List(_) => Err("the array is empty".to_owned()),
        other => Err(format!("{} is neither a text nor a number", other.shown())),
    }
}

/// A bare number with the unit of its key.
fn with_unit(text: &str, unit: &str) -> String {
    let is_bare = text.parse::<f64>().is_ok() && !unit.is_empty();
    if is_bare { format!("{text} {unit}") } else { text.to_owned() }
}

/// What is said of a key, in its label and the unit in which people read it.
fn says(key: &Key, node: &Node) -> String {
    let value = match axis::value(key, node) {
        Ok(Value::Number(number)) => {
            let factor = shown::factor(key.path.name, key.shown).unwrap_or(1.0);
            let digits = format!("{:.2e}", number * factor).parse::<f64>().unwrap_or(number);
            format!("{digits} {}", key.shown).trim_end().to_owned()
        }
        _ => node.written().trim_matches('"').to_owned(),
    };
    format!("{} {value}", key.label)
}
