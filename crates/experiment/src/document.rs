//! A TOML document that remembers where everything stands, shared by scenarios and scenes.

mod guard;
mod node;
mod parse;
#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use std::path::Path;

use toml::de::DeTable;

pub use crate::declare::problem::not_a_choice;
use crate::declare::problem::{Problem, Problems, Severity, nearest, shortened};
use crate::declare::unit::{self, Dimension};
pub use node::{Entry, Item, Node, Place};
use parse::Lines;

/// Largest file that is read, bytes.
const MAX_BYTES: u64 = 16 << 20;
const TOO_LARGE: &str = "is larger than 16 MiB";
/// Characters of the first line of comment that are kept.
const LONGEST_OPENING: usize = 1000;
/// Problems that are told of one file; more are counted.
const MAX_PROBLEMS: usize = 1000;

/// What says something over a file.
#[derive(Debug)]
enum Over {
    /// A flag of the command line, as typed.
    Flag(String),
    /// A place of another file.
    File(String, Place),
}

/// A parsed file and the problems found in it so far.
#[derive(Debug)]
pub struct Document {
    file: String,
    /// What its first line of comment says.
    opening: Option<String>,
    root: Vec<Entry>,
    /// What says something over the file.
    over: Vec<Over>,
    problems: RefCell<Problems>,
    /// Errors and warnings beyond [`MAX_PROBLEMS`].
    untold: [Cell<usize>; 2],
}

impl Document {
    /// Reads and parses a file.
    pub fn read(path: &Path) -> Result<Document, Problems> {
        Document::read_or(path, crate::file::why)
    }

    /// Reads and parses the file of a scenario.
    pub fn read_scenario(path: &Path) -> Result<Document, Problems> {
        Document::read_or(path, crate::file::why_no_scenario)
    }

    fn read_or(path: &Path, why: fn(&io::Error) -> String) -> Result<Document, Problems> {
        let file = path.display().to_string();
        let refuse = |message: String| Problems(vec![problem(&file, None, "", message, Severity::Error)]);
        let opened = crate::file::open(path).map_err(|error| refuse(why(&error)))?;
        Document::read_from(&file, opened)
    }

    /// Reads and parses what is no file; `file` is how messages name it.
    pub fn read_from(file: &str, from: impl Read) -> Result<Document, Problems> {
        let refuse = |message: String| Problems(vec![problem(file, None, "", message, Severity::Error)]);
        let mut bytes = Vec::new();
        let read = from.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| refuse(format!("cannot be read: {error}")))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(refuse(TOO_LARGE.to_owned()));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
            Problems(vec![problem(
                file,
                Some(parse::end_of(&valid)),
                "",
                "is not UTF-8 text from here on".to_owned(),
                Severity::Error,
            )])
        })?;
        Document::parse(file, &text)
    }

    /// Parses a text; `file` is how messages name it.
    pub fn parse(file: &str, text: &str) -> Result<Document, Problems> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() as u64 > MAX_BYTES {
            return Err(Problems(vec![problem(file, None, "", TOO_LARGE.to_owned(), Severity::Error)]));
        }
        if let Some(offset) = guard::too_many(text) {
            let most = guard::MOST_PIECES;
            let message = format!("more than {most} words and signs; points of a list may stand in a CSV file");
            return Err(Problems(vec![problem(
                file,
                Some(parse::end_of(&text[..offset])),
                "",
                message,
                Severity::Error,
            )]));
        }
        let lines = Lines::of(text);
        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() {
            let root = parse::entries(table.get_ref(), &lines);
            return Ok(Document {
                file: file.to_owned(),
                opening: opening(text),
                root,
                over: Vec::new(),
                problems: RefCell::default(),
                untold: Default::default(),
            });
        }
        let syntax = |error: &toml::de::Error| {
            // the parser does not say where a key has too many parts
            let place = error.span().map(|span| lines.place(span.start)).or_else(|| guard::first_unplaced(text));
            problem(file, place, "", guard::in_words(error.message()), Severity::Error)
        };
        let mut problems = Problems(errors.iter().take(MAX_PROBLEMS).map(syntax).collect());
        problems.sort();
        Err(problems)
    }

    /// What its first line of comment says, by custom the question that it answers.
    pub fn opening(&self) -> Option<&str> {
        self.opening.as_deref()
    }

    /// Takes a flag of the command line, as typed, and says where what it says stands.
    pub(crate) fn flag(&mut self, typed: String) -> Place {
        self.says_over(Over::Flag(typed))
    }

    /// Takes what another file says over this one, and says where that stands.
    pub(crate) fn elsewhere(&mut self, file: &str, place: Place) -> Place {
        self.says_over(Over::File(file.to_owned(), place))
    }

    fn says_over(&mut self, over: Over) -> Place {
        self.over.push(over);
        (0, self.over.len() - 1)
    }

    /// Notes what was found wrong in another file.
    pub(crate) fn note_all(&self, problems: Problems) {
        self.problems.borrow_mut().0.extend(problems.0);
    }

    /// The entries of the top level, to be changed.
    pub(crate) fn entries_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.root
    }

    /// The top level.
    pub fn root(&self) -> Reader<'_> {
        Reader { document: self, entries: &self.root, path: String::new(), place: (1, 1), read: RefCell::default() }
    }

    /// Notes a problem.
    pub fn note(&self, place: Place, key: &str, message: String, severity: Severity) {
        self.note_with(place, key, severity, || message);
    }

    /// As [`Document::note`]; the message is made only if it is told.
    pub(crate) fn note_with(&self, place: Place, key: &str, severity: Severity, message: impl FnOnce() -> String) {
        let problems = &mut self.problems.borrow_mut().0;
        if problems.len() < MAX_PROBLEMS {
            let over = if place.0 == 0 { self.over.get(place.1) } else { None };
            problems.push(match over {
                Some(Over::Flag(flag)) => problem(&shortened(flag), None, key, message(), severity),
                Some(Over::File(file, place)) => problem(file, Some(*place), key, message(), severity),
                None => problem(&self.file, Some(place), key, message(), severity),
            });
        } else {
            let untold = &self.untold[severity as usize];
            untold.set(untold.get() + 1);
        }
    }

    /// Whether anything so far stops the run.
    pub fn has_error(&self) -> bool {
        self.problems.borrow().any_error() || self.untold[Severity::Error as usize].get() > 0
    }

    /// The warnings when nothing was wrong, else everything, in the order of the file.
    pub fn finish(self) -> Result<Problems, Problems> {
        let mut problems = self.problems.into_inner();
        problems.sort();
        for (severity, untold) in [Severity::Error, Severity::Warning].into_iter().zip(&self.untold) {
            if untold.get() > 0 {
                problems.0.push(problem(&self.file, None, "", format!("{} more of these", untold.get()), severity));
            }
        }
        if problems.any_error() { Err(problems) } else { Ok(problems) }
    }
}

/// What the first line of comment of a text says, lines for editors aside; nothing where the text opens otherwise.
pub fn opening(text: &str) -> Option<String> {
    let first = text.trim_start_matches('\u{feff}').lines().find(|line| !line.starts_with("#:"))?;
    let said = first.strip_prefix('#')?.trim();
    (!said.is_empty()).then(|| said.chars().take(LONGEST_OPENING).collect())
}

fn problem(file: &str, place: Option<Place>, key: &str, message: String, severity: Severity) -> Problem {
    Problem { file: file.to_owned(), place, key: shortened(key), message, severity }
}

/// The value that a text in the syntax of TOML stands for, all of it at one place.
pub(crate) fn value_of(text: &str, place: Place) -> Result<Node, String> {
    let (name, text) = ("x", format!("x = {text}"));
    let table = DeTable::parse(&text).map_err(|error| guard::in_words(error.message()))?;
    let mut entries = parse::entries(table.get_ref(), &Lines::of(&text));
    if entries.len() != 1 || entries[0].name != name {
        return Err("is more than one value".to_owned());
    }
    let mut item = entries.remove(0).item;
    item.move_to(place);
    Ok(item.node)
}

/// Reads one table, key by key; what was never asked for is an unknown key at [`Reader::finish`].
#[derive(Debug)]
pub struct Reader<'a> {
    document: &'a Document,
    entries: &'a [Entry],
    path: String,
    place: Place,
    /// Names that were asked for, present or not.
    read: RefCell<Vec<&'static str>>,
}

impl<'a> Reader<'a> {
    /// The entries, in file order.
    pub fn entries(&self) -> &'a [Entry] {
        self.entries
    }

    /// Where the table begins.
    pub fn place(&self) -> Place {
        self.place
    }

    /// Full path of a key of this table.
    pub fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// Notes an error at a key of this table, or at the table itself when the key is not there.
    pub fn wrong(&self, name: &str, message: impl Into<String>) {
        self.note(name, message.into(), Severity::Error);
    }

    /// As [`Reader::wrong`], of any severity.
    pub fn note(&self, name: &str, message: String, severity: Severity) {
        let place = self.entry(name).map_or(self.place, |entry| entry.item.place);
        self.note_at(place, name, message, severity);
    }

    /// Notes a problem of a key at a place of its own, such as one number of an array.
    pub fn note_at(&self, place: Place, name: &str, message: String, severity: Severity) {
        self.document.note(place, &self.path_of(name), message, severity);
    }

    /// Whether the key stands in the file.
    pub fn has(&self, name: &str) -> bool {
        self.entry(name).is_some()
    }

    fn entry(&self, name: &str) -> Option<&'a Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// The value of a key, noted as known.
    pub fn item(&self, name: &'static str) -> Option<&'a Item> {
        self.read.borrow_mut().push(name);
        self.entry(name).map(|entry| &entry.item)
    }

    /// A number in SI within the closed range.
    pub fn number(&self, name: &'static str, possible: [f64; 2]) -> Option<f64> {
        let item = self.item(name)?;
        self.checked(name, item, possible)
    }

    /// A number in SI within the closed range, or its default.
    pub fn number_or(&self, name: &'static str, possible: [f64; 2], default: f64) -> f64 {
        self.number(name, possible).unwrap_or(default)
    }

    /// An array of `least` to `most` numbers, each in SI.
    pub fn numbers(&self, name: &'static str, length: [usize; 2], possible: [f64; 2]) -> Option<Vec<f64>> {
        self.array(name, length)?.iter().map(|item| self.checked(name, item, possible)).collect()
    }

    /// The items of an array of `least` to `most` numbers, as typed.
    pub fn array(&self, name: &'static str, [least, most]: [usize; 2]) -> Option<&'a [Item]> {
        let item = self.item(name)?;
        let Node::List(items) = &item.node else {
            self.wrong(name, format!("{} is not an array of numbers", item.node.shown()));
            return None;
        };
        if !(least..=most).contains(&items.len()) {
            let wanted = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            self.wrong(name, format!("{} numbers; {wanted} are needed", items.len()));
            return None;
        }
        Some(items)
    }

    fn checked(&self, name: &str, item: &Item, [low, high]: [f64; 2]) -> Option<f64> {
        let dimension = Dimension::of_name(name);
        let found = item.node.quantity(dimension).and_then(|value| {
            let unit = dimension.si();
            let space = if unit.is_empty() { "" } else { " " };
            let allowed = format!("{value}{space}{unit} is impossible; allowed: {low} to {high}{space}{unit}");
            if (low..=high).contains(&value) {
                return Ok(value);
            }
            let is_bare = matches!(item.node, Node::Number { .. });
            let hint = unit::meant(value, dimension, |si| (low..=high).contains(&si)).filter(|_| is_bare);
            Err(hint.map_or_else(|| allowed.clone(), |hint| format!("{allowed}; did you mean \"{hint}\"?")))
        });
        found.map_err(|message| self.document.note(item.place, &self.path_of(name), message, Severity::Error)).ok()
    }

    /// A string.
    pub fn text(&self, name: &'static str) -> Option<&'a str> {
        match &self.item(name)?.node {
            Node::Text(text) => Some(text),
            other => {
                self.wrong(name, format!("{} is not a string", other.shown()));
                None
            }
        }
    }

    /// A string, if there is one; the key counts as unread.
    pub fn peek_text(&self, name: &str) -> Option<&'a str> {
        if let Node::Text(text) = &self.entry(name)?.item.node { Some(text) } else { None }
    }

    /// One of these names.
    pub fn choice(&self, name: &'static str, choices: &[&'static str]) -> Option<&'static str> {
        let text = self.text(name)?;
        let found = choices.iter().find(|choice| **choice == text).copied();
        if found.is_none() {
            self.wrong(name, not_a_choice(text, choices));
        }
        found
    }

    /// True or false.
    pub fn flag(&self, name: &'static str) -> Option<bool> {
        match &self.item(name)?.node {
            Node::Flag(flag) => Some(*flag),
            other => {
                self.wrong(name, format!("{} is neither true nor false", other.shown()));
                None
            }
        }
    }

    /// A sub-table.
    pub fn table(&self, name: &'static str) -> Option<Reader<'a>> {
        let item = self.item(name)?;
        self.reader(name, item, self.path_of(name))
    }

    /// An array of tables, `[[name]]`.
    pub fn tables(&self, name: &'static str) -> Vec<Reader<'a>> {
        let Some(item) = self.item(name) else { return Vec::new() };
        let Node::List(items) = &item.node else {
            self.wrong(name, format!("{} is not an array of tables", item.node.shown()));
            return Vec::new();
        };
        let path = |i: usize| format!("{}[{}]", self.path_of(name), i + 1);
        items.iter().enumerate().filter_map(|(i, item)| self.reader(name, item, path(i))).collect()
    }

    fn reader(&self, name: &str, item: &'a Item, path: String) -> Option<Reader<'a>> {
        let Node::Table(entries) = &item.node else {
            self.wrong(name, format!("{} is not a table", item.node.shown()));
            return None;
        };
        Some(Reader { document: self.document, entries, path, place: item.place, read: RefCell::default() })
    }

    /// Notes every key that was never asked for.
    pub fn finish(&self) {
        let known = self.read.borrow();
        for entry in self.entries.iter().filter(|entry| !known.contains(&entry.name.as_str())) {
            let message = || unknown(&entry.name, known.iter().copied());
            self.document.note_with(entry.place, &self.path_of(&entry.name), Severity::Error, message);
        }
    }
}

/// The message for an unknown key.
pub fn unknown<'n>(name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(hint) => format!("unknown key; did you mean {hint}?"),
        None => format!("unknown key; known here: {}", known.collect::<Vec<_>>().join(", ")),
    }
}
