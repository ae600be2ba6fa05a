//! What the command line says over a scenario: keys, axes and the design, put into the document before it is read, so
//! that they are checked as if they stood in the file, and messages name the flag.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::declare::problem::Severity;
use crate::design::points_file;
use crate::document::{Document, Entry, Item, Node, Place, value_of};
use crate::scenario::entries::{AXES, SWEEP, existing_table, put_entry, table_in, take_axis, take_entry};

/// What the command line says over the file.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Profiles, whose values stand over the file and below all that is said here.
    pub with: Vec<PathBuf>,
    /// Instead of `repeats`.
    pub repeats: Option<u64>,
    /// Instead of `seed`.
    pub seed: Option<u64>,
    /// Values of keys, each `KEY=VALUE`.
    pub set: Vec<String>,
    /// Axes, each `KEY=A,B,...`, `KEY=MIN:MAX:STEP` or `KEY=` and an axis as in a file.
    pub sweep: Vec<String>,
    /// CSV file whose rows are the points, a column a key, instead of `[sweep]`.
    pub list: Option<PathBuf>,
    /// Instead of `sweep.design`.
    pub design: Option<String>,
    /// Instead of `sweep.points`.
    pub points: Option<u64>,
    /// Allows more than [`MAX_TRIALS`](crate::scenario::MAX_TRIALS).
    pub allow_large: bool,
    /// Whether to read neither what is asked of the plan nor whether its points are possible.
    pub is_draft: bool,
}

/// Something that the command line said over a scenario, as a dataset keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overridden {
    /// The flag: `--set`.
    pub flag: String,
    /// Path of the key: `shot.speed_m_s`.
    pub key: String,
    /// What the flag says, as typed.
    pub value: String,
    /// What the file says, as typed there; absent where it is silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

/// Keys above all tables that a flag may set.
const HEADER: [&str; 3] = ["seed", "repeats", "streams"];
const TWICE: &str = "the key is given by more than one flag";

/// Puts what the flags say into the document, and returns what they say.
pub(crate) fn apply(document: &mut Document, overrides: &Overrides) -> Vec<Overridden> {
    let mut flags = Flags { document, done: Vec::new() };
    if let Some(list) = &overrides.list {
        flags.list(list);
    }
    flags.each("--set", &overrides.set, Flags::set);
    flags.each("--sweep", &overrides.sweep, Flags::sweep);
    flags.number("--seed", "seed", overrides.seed);
    flags.number("--repeats", "repeats", overrides.repeats);
    let design = overrides.design.as_ref().map(|name| (name.clone(), Node::Text(name.clone())));
    flags.typed("--design", "sweep.design", design);
    let points = |number: u64| Node::Number {
        text: number.to_string(),
        value: number as f64,
        whole: i64::try_from(number).ok(),
    };
    flags.typed("--points", "sweep.points", overrides.points.map(|number| (number.to_string(), points(number))));
    flags.done
}

/// The flags put into a document so far.
struct Flags<'d> {
    document: &'d mut Document,
    done: Vec<Overridden>,
}

impl Flags<'_> {
    fn each(&mut self, flag: &str, typed: &[String], put: impl Fn(&mut Self, &str, &str, &str, Place)) {
        for text in typed {
            let place = self.document.flag(format!("{flag} {text}"));
            match text.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
                Some((key, _)) if self.is_given(key) => self.wrong(place, key, TWICE.to_owned()),
                Some((key, value)) if !key.is_empty() => put(self, flag, key, value, place),
                _ => self.wrong(place, "", format!("is not KEY=VALUE, such as {flag} shot.speed_m_s=2")),
            }
        }
    }

    /// The points of a file take the place of `[sweep]`, and what it names of values in the scenario.
    fn list(&mut self, path: &Path) {
        let typed = path.display().to_string();
        let place = self.document.flag(format!("--list {typed}"));
        let (names, lines) = match points_file::rows(path) {
            Ok(read) => read,
            Err(message) => return self.wrong(place, "", message),
        };
        names.iter().for_each(|name| drop(self.unset(name)));
        let mut rows = Vec::new();
        for (line, cells) in lines {
            let place = self.document.flag(format!("--list {typed}:{line}"));
            let entry = |(name, cell): (&String, String)| {
                let item = Item { place, node: Node::of_text(&cell) };
                Entry { name: name.clone(), place, item }
            };
            rows.push(Item { place, node: Node::Table(names.iter().zip(cells).map(entry).collect()) });
        }
        let entry = |name: &str, node: Node| Entry { name: name.to_owned(), place, item: Item { place, node } };
        let entries = vec![entry("design", Node::Text("list".to_owned())), entry("rows", Node::List(rows))];
        put_entry(self.document.entries_mut(), entry(SWEEP, Node::Table(entries)));
        self.note("--list", SWEEP, &typed, None);
    }

    /// A flag of its own for a key.
    fn typed(&mut self, flag: &str, key: &str, value: Option<(String, Node)>) {
        let Some((typed, node)) = value else { return };
        let place = self.document.flag(format!("{flag} {typed}"));
        if self.is_given(key) {
            return self.wrong(place, key, TWICE.to_owned());
        }
        self.put(flag, key, &typed, place, node);
    }

    /// A number that the reader takes from the flags themselves: a seed may be more than a file can say.
    fn number(&mut self, flag: &str, key: &str, value: Option<u64>) {
        let Some(number) = value else { return };
        if self.is_given(key) {
            let place = self.document.flag(format!("{flag} {number}"));
            return self.wrong(place, key, TWICE.to_owned());
        }
        let was = self.document.entries_mut().iter().find(|entry| entry.name == key);
        let was = was.map(|entry| entry.item.node.written());
        self.note(flag, key, &number.to_string(), was);
    }

    fn is_given(&self, key: &str) -> bool {
        self.done.iter().any(|done| done.key == key)
    }

    fn wrong(&self, place: Place, key: &str, message: String) {
        self.document.note(place, key, message, Severity::Error);
    }

    /// `KEY=VALUE`; the key is an axis no longer.
    fn set(&mut self, flag: &str, key: &str, value: &str, place: Place) {
        if !key.contains('.') && !HEADER.contains(&key) {
            let message = format!("the flag sets TABLE.KEY, {}", HEADER.join(", "));
            return self.wrong(place, key, message);
        }
        let quoted = value.starts_with(['"', '\'', '[', '{']);
        match if quoted { value_of(value, place) } else { Ok(Node::of_text(value)) } {
            Ok(node) => {
                let was = self.unswept(key);
                self.put(flag, key, value, place, node);
                self.keep_was(was);
            }
            Err(message) => self.wrong(place, key, format!("{value}: {message}")),
        }
    }

    /// `KEY=A,B`, `KEY=MIN:MAX:STEP`, or an axis as in a file; the value in the file is none any longer.
    fn sweep(&mut self, flag: &str, key: &str, value: &str, place: Place) {
        let node = match spread(value, place) {
            Ok(node) => node,
            Err(message) => return self.wrong(place, key, message),
        };
        let was = self.unset(key);
        let entry = Entry { name: key.to_owned(), place, item: Item { place, node } };
        let Some(sweep) = table_in(self.document.entries_mut(), SWEEP, place) else { return };
        let Some(axes) = table_in(sweep, AXES, place) else { return };
        let swept = put_entry(axes, entry);
        self.note(flag, key, value, swept.or(was));
    }

    /// Puts a value where the key stands, or would.
    fn put(&mut self, flag: &str, key: &str, typed: &str, place: Place, node: Node) {
        let root = self.document.entries_mut();
        let (entries, name) = match key.split_once('.') {
            // what is no table is told when the file is read
            Some((table, name)) => match table_in(root, table, place) {
                Some(entries) => (entries, name),
                None => return,
            },
            None => (root, key),
        };
        let was = put_entry(entries, Entry { name: name.to_owned(), place, item: Item { place, node } });
        self.note(flag, key, typed, was);
    }

    fn note(&mut self, flag: &str, key: &str, value: &str, was: Option<String>) {
        let (flag, key, value) = (flag.to_owned(), key.to_owned(), value.to_owned());
        self.done.push(Overridden { flag, key, value, was });
    }

    /// An axis that a value takes the place of is what was there.
    fn keep_was(&mut self, was: Option<String>) {
        if let (Some(last), Some(was)) = (self.done.last_mut(), was) {
            last.was = Some(was);
        }
    }

    /// Takes the axis of a key out of the file.
    fn unswept(&mut self, key: &str) -> Option<String> {
        take_axis(self.document.entries_mut(), key)
    }

    /// Takes the value of a key out of the file.
    fn unset(&mut self, key: &str) -> Option<String> {
        let (table, name) = key.split_once('.')?;
        take_entry(existing_table(self.document.entries_mut(), table)?, name)
    }
}

/// What stands after `--sweep KEY=`.
fn spread(typed: &str, place: Place) -> Result<Node, String> {
    if typed.starts_with(['[', '{']) {
        return value_of(typed, place).map_err(|message| format!("{typed}: {message}"));
    }
    let item = |text: &str| Item { place, node: Node::of_text(text) };
    let ends: Vec<&str> = typed.split(':').collect();
    match ends.len() {
        1 if typed.is_empty() => Err("an axis is A,B,... or MIN:MAX:STEP".to_owned()),
        1 => Ok(Node::List(typed.split(',').map(item).collect())),
        2 | 3 => {
            let entry = |(name, text): (&str, &str)| Entry { name: name.to_owned(), place, item: item(text) };
            Ok(Node::Table(["min", "max", "step"].into_iter().zip(ends).map(entry).collect()))
        }
        _ => Err(format!("{typed} is neither A,B,... nor MIN:MAX:STEP")),
    }
}
