//! Entries of a document that are changed before it is read.

use crate::document::{Entry, Item, Node, Place};

/// The table of axes within that of the design.
pub(super) const AXES: &str = "axes";
/// The table of the design.
pub(super) const SWEEP: &str = "sweep";

/// Takes the axis of a key out, and returns what it was as text.
pub(super) fn take_axis(root: &mut [Entry], key: &str) -> Option<String> {
    take_entry(existing_table(existing_table(root, SWEEP)?, AXES)?, key)
}

/// The entries of a table, which is made when it is not there; `None` when something else has its name.
pub(super) fn table_in<'e>(entries: &'e mut Vec<Entry>, name: &str, place: Place) -> Option<&'e mut Vec<Entry>> {
    let at = entries.iter().position(|entry| entry.name == name).unwrap_or_else(|| {
        let item = Item { place, node: Node::Table(Vec::new()) };
        entries.push(Entry { name: name.to_owned(), place, item });
        entries.len() - 1
    });
    if let Node::Table(inner) = &mut entries[at].item.node { Some(inner) } else { None }
}

/// The entries of a table that is there.
pub(super) fn existing_table<'e>(entries: &'e mut [Entry], name: &str) -> Option<&'e mut Vec<Entry>> {
    let entry = entries.iter_mut().find(|entry| entry.name == name)?;
    if let Node::Table(inner) = &mut entry.item.node { Some(inner) } else { None }
}

/// Puts an entry in the place of one of its name, which it returns as text, or behind all.
pub(super) fn put_entry(entries: &mut Vec<Entry>, entry: Entry) -> Option<String> {
    match entries.iter_mut().find(|other| other.name == entry.name) {
        Some(other) => Some(std::mem::replace(other, entry).item.node.written()),
        None => {
            entries.push(entry);
            None
        }
    }
}

/// Takes an entry out, and returns its value as text.
pub(super) fn take_entry(entries: &mut Vec<Entry>, name: &str) -> Option<String> {
    let at = entries.iter().position(|entry| entry.name == name)?;
    Some(entries.remove(at).item.node.written())
}
