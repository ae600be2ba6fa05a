//! The table `[output]` of a scenario: which columns of the first table are kept.

use crate::declare::problem::{Severity, not_a_choice};
use crate::declare::study::StudyInfo;
use crate::document::{Document, Item, Node, Reader};

/// What stands in each row of a dataset, whichever columns are kept.
const ALWAYS: [&str; 4] = ["trial", "point", "repeat", "status"];

/// The names, if the file has some; what is wrong with them is noted.
pub(crate) fn read(root: &Reader<'_>, document: &Document, study: &StudyInfo) -> Option<Vec<String>> {
    let table = root.table("output")?;
    let item = table.item("columns");
    table.finish();
    let such = "an array of names of columns, such as columns = [\"a\", \"b\"]";
    let items = match item.map(|item| &item.node) {
        Some(Node::List(items)) if !items.is_empty() => items,
        Some(Node::List(_)) => {
            table.wrong("columns", "names no column; without [output] all are kept");
            return None;
        }
        Some(other) => {
            table.wrong("columns", format!("{} is not {such}", other.shown()));
            return None;
        }
        None => {
            table.wrong("columns", format!("the key is missing: {such}"));
            return None;
        }
    };
    let mut names: Vec<String> = Vec::new();
    for item in items {
        match name(item, &names, study) {
            Ok(name) => names.push(name.to_owned()),
            Err(wrong) => document.note(item.place, &table.path_of("columns"), wrong, Severity::Error),
        }
    }
    let measures: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
    if names.len() == items.len() && !names.iter().any(|name| measures.contains(&name.as_str())) {
        let measures = measures.join(", ");
        table.wrong("columns", format!("none of them is what a summary tells; at least one of: {measures}"));
    }
    Some(names)
}

/// One of them, after those `before`.
fn name<'i>(item: &'i Item, before: &[String], study: &StudyInfo) -> Result<&'i str, String> {
    let Node::Text(text) = &item.node else {
        return Err(format!("{} is not the name of a column", item.node.shown()));
    };
    if before.contains(text) {
        return Err(format!("\"{text}\" is named twice"));
    }
    let first = &study.tables[0];
    if first.index(text).is_some() {
        return Ok(text);
    }
    let is_key = study.schema.keys.iter().any(|key| key.path.column() == *text);
    if is_key || ALWAYS.contains(&text.as_str()) {
        let what = if is_key { "what a key is" } else { "which row it is" };
        return Err(format!("\"{text}\" says {what} and is always kept: leave it out"));
    }
    let known: Vec<&str> = first.columns.iter().map(|column| column.name.as_str()).collect();
    Err(not_a_choice(text, &known))
}
