//! The table `[output]` of a scenario: which columns of the first table are kept.

use crate::document::{Document, Node, Reader, not_a_choice};
use crate::problem::Severity;
use crate::study::StudyInfo;

/// The names, if the file has some; what is wrong with them is noted.
pub(crate) fn read(root: &Reader<'_>, document: &Document, study: &StudyInfo) -> Option<Vec<String>> {
    let table = root.table("output")?;
    let item = table.item("columns");
    table.finish();
    let Some(Node::List(items)) = item.map(|item| &item.node) else {
        table.wrong("columns", "it is an array of names of columns, such as columns = [\"a\", \"b\"]");
        return None;
    };
    let known: Vec<&str> = study.tables[0].columns.iter().map(|column| column.name.as_str()).collect();
    let mut names = Vec::new();
    for item in items {
        let wrong = match &item.node {
            Node::Text(text) if known.contains(&text.as_str()) => {
                names.push(text.clone());
                continue;
            }
            Node::Text(text) => not_a_choice(text, &known),
            other => format!("{} is not the name of a column", other.shown()),
        };
        document.note(item.place, &table.path_of("columns"), wrong, Severity::Error);
    }
    let measures: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
    if names.len() == items.len() && !names.iter().any(|name| measures.contains(&name.as_str())) {
        let measures = measures.join(", ");
        table.wrong("columns", format!("none of them is what a summary tells; at least one of: {measures}"));
    }
    Some(names)
}
