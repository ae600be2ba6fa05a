//! What stands in a document, as typed, with its places.

use crate::declare::problem::shortened;
use crate::declare::unit::{Dimension, Quantity};

/// Line and column, from 1; line 0 is the command line, and the column the number of the flag.
pub type Place = (usize, usize);

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it begins.
    pub place: Place,
    /// What it is.
    pub node: Node,
}

impl Item {
    /// Lets it and all in it stand at one place.
    pub(super) fn move_to(&mut self, place: Place) {
        self.place = place;
        match &mut self.node {
            Node::List(items) => items.iter_mut().for_each(|item| item.move_to(place)),
            Node::Table(entries) => entries.iter_mut().for_each(|entry| {
                entry.place = place;
                entry.item.move_to(place);
            }),
            _ => {}
        }
    }
}

/// What a TOML value is, as typed.
#[derive(Clone, Debug)]
pub enum Node {
    /// A number, as text and as f64.
    Number {
        /// As typed.
        text: String,
        /// The nearest f64; not finite when the file says inf or nan.
        value: f64,
        /// The number, where it was typed without point or exponent and fits.
        whole: Option<i64>,
    },
    /// A string.
    Text(String),
    /// True or false.
    Flag(bool),
    /// A date or time, which no key takes.
    Date,
    /// An array.
    List(Vec<Item>),
    /// A table, in file order.
    Table(Vec<Entry>),
}

/// A key of a table and its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key's last segment.
    pub name: String,
    /// Where the key stands.
    pub place: Place,
    /// Its value.
    pub item: Item,
}

impl Entry {
    /// What its value is.
    pub fn node(&self) -> &Node {
        &self.item.node
    }
}

impl Node {
    /// What somebody means who types this text in place of a value, without the quotes of a string: a number, true or
    /// false, else a string, which may be a number with its unit.
    pub(crate) fn of_text(text: &str) -> Node {
        let text = text.trim();
        let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        match (text, text.parse::<f64>()) {
            ("true", _) => Node::Flag(true),
            ("false", _) => Node::Flag(false),
            (_, Ok(value)) if is_number => {
                Node::Number { text: text.to_owned(), value, whole: text.parse::<i64>().ok() }
            }
            _ => Node::Text(text.to_owned()),
        }
    }

    /// As it would stand in a file, whole.
    pub(crate) fn written(&self) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        match self {
            Node::List(items) => format!("[{}]", joined(items.iter().map(|item| item.node.written()).collect())),
            Node::Table(entries) => {
                let entry = |entry: &Entry| format!("{} = {}", entry.name, entry.item.node.written());
                format!("{{ {} }}", joined(entries.iter().map(entry).collect()))
            }
            Node::Number { text, .. } => text.clone(),
            Node::Text(text) => format!("\"{text}\""),
            Node::Flag(_) | Node::Date => self.shown(),
        }
    }

    /// As shown in a message.
    pub fn shown(&self) -> String {
        match self {
            Node::Number { text, .. } => shortened(text),
            Node::Text(text) => format!("\"{}\"", shortened(text)),
            Node::Flag(flag) => flag.to_string(),
            Node::Date => "a date".to_owned(),
            Node::List(items) => format!("an array of {}", items.len()),
            Node::Table(_) => "a table".to_owned(),
        }
    }

    /// A finite number in SI; a bare one is in the unit of the key's name, a string carries its own.
    pub fn quantity(&self, dimension: Dimension) -> Result<f64, String> {
        self.typed_quantity(dimension).map(Quantity::si)
    }

    /// The number and the unit in which it was typed.
    pub(crate) fn typed_quantity(&self, dimension: Dimension) -> Result<Quantity, String> {
        match self {
            Node::Number { value, .. } if value.is_finite() => Ok(Quantity::of_si(*value)),
            Node::Number { .. } => Err(format!("{} is not a finite number", self.shown())),
            Node::Text(text) => Quantity::parse(text, dimension).map_err(|error| format!("{}: {error}", self.shown())),
            other => Err(format!("{} is not a number", other.shown())),
        }
    }
}
