//! From the parser's tables to ours, with lines and columns.

use toml::de::{DeTable, DeValue};

use super::node::{Entry, Item, Node, Place};

/// Where lines begin, to turn offsets into places.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// Characters before each multiple of [`STRIDE`], so that a place costs the same in a line of any length.
    chars: Vec<usize>,
}

/// Bytes between two known counts of characters.
const STRIDE: usize = 64;

/// Characters that begin in these bytes of UTF-8.
fn chars_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

impl Lines<'_> {
    pub(super) fn of(text: &str) -> Lines<'_> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect();
        let mut before = 0;
        let mut chars = vec![0];
        for bytes in text.as_bytes().chunks(STRIDE) {
            before += chars_in(bytes);
            chars.push(before);
        }
        Lines { text, starts, chars }
    }

    fn chars_before(&self, offset: usize) -> usize {
        let whole = offset / STRIDE;
        self.chars[whole] + chars_in(&self.text.as_bytes()[whole * STRIDE..offset])
    }

    pub(super) fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        (line, 1 + self.chars_before(offset) - self.chars_before(self.starts[line - 1]))
    }
}

/// Behind the last character of a text.
pub(super) fn end_of(text: &str) -> Place {
    let (before, last) = text.rsplit_once('\n').unwrap_or(("", text));
    let lines = before.matches('\n').count() + usize::from(before.len() < text.len() - last.len());
    (1 + lines, 1 + last.chars().count())
}

/// The entries of a table, in file order.
pub(super) fn entries(table: &DeTable<'_>, lines: &Lines<'_>) -> Vec<Entry> {
    let mut entries: Vec<(usize, Entry)> = table
        .iter()
        .map(|(key, value)| {
            let offset = key.span().start;
            let item = Item { place: lines.place(value.span().start), node: node(value.get_ref(), lines) };
            (offset, Entry { name: key.get_ref().to_string(), place: lines.place(offset), item })
        })
        .collect();
    entries.sort_by_key(|(offset, _)| *offset);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

fn node(value: &DeValue<'_>, lines: &Lines<'_>) -> Node {
    match value {
        DeValue::String(text) => Node::Text(text.to_string()),
        DeValue::Integer(number) => {
            let whole = i64::from_str_radix(number.as_str(), number.radix()).ok();
            let value = whole.map_or_else(|| number.as_str().parse().unwrap_or(f64::NAN), |whole| whole as f64);
            Node::Number { text: number.as_str().to_owned(), value, whole }
        }
        DeValue::Float(number) => {
            let value = number.as_str().parse().unwrap_or(f64::NAN);
            Node::Number { text: number.as_str().to_owned(), value, whole: None }
        }
        DeValue::Boolean(flag) => Node::Flag(*flag),
        DeValue::Datetime(_) => Node::Date,
        DeValue::Array(items) => Node::List(
            items
                .iter()
                .map(|item| Item { place: lines.place(item.span().start), node: node(item.get_ref(), lines) })
                .collect(),
        ),
        DeValue::Table(table) => Node::Table(entries(table, lines)),
    }
}
