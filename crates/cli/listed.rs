//! What `tolley list` picks out of a study, what comes with the program, and all of it as JSON.

use serde_json::{Value, json};
use tolley_experiment::key::Key;
use tolley_experiment::scenario::describe;
use tolley_experiment::study::StudyInfo;
use tolley_experiment::table::Table;
use tolley_experiment::value::Kind;
use tolley_session::shipped::Shipped;
use tolley_session::studies;

/// What is asked for of a study.
pub struct Wanted {
    /// In lower case.
    pub word: Option<String>,
    /// Only keys that are assumptions.
    pub assumed: bool,
}

impl Wanted {
    /// Whether everything is.
    pub fn is_all(&self) -> bool {
        self.word.is_none() && !self.assumed
    }

    fn has(&self, texts: &[&str]) -> bool {
        let Some(word) = &self.word else { return true };
        texts.iter().any(|text| text.to_lowercase().contains(word.as_str()))
    }

    /// Whether a key is.
    pub fn has_key(&self, key: &Key) -> bool {
        let path = key.path.to_string();
        let is_found =
            self.has(&[&path, key.about, key.clause.unwrap_or_default(), key.assumption.unwrap_or_default()]);
        is_found && (!self.assumed || key.assumption.is_some())
    }

    /// A table with the columns that are; none where it has none.
    pub fn columns(&self, table: &Table) -> Option<Table> {
        let is_found = |column: &&tolley_experiment::table::Column| self.has(&[&column.name, &column.about]);
        let columns: Vec<_> = table.columns.iter().filter(is_found).cloned().collect();
        (!self.assumed && !columns.is_empty()).then(|| Table { columns, ..table.clone() })
    }
}

/// What comes with the program, for people.
pub fn shipped(aligned: impl Fn(Vec<(String, String)>) -> String) -> String {
    let of = |is_scene: bool| {
        let all = Shipped::all().iter().filter(|shipped| shipped.is_scene() == is_scene);
        aligned(all.map(|shipped| (shipped.name().to_owned(), shipped.question())).collect())
    };
    format!(
        "Scenarios that come with the program (tolley run NAME; tolley init NAME writes one here):\n{}\n\
         Scenes (tolley scene NAME):\n{}",
        of(false),
        of(true)
    )
}

/// Scenarios and studies.
pub fn everything() -> Value {
    let shipped = |is_scene: bool| -> Value {
        let all = Shipped::all().iter().filter(|shipped| shipped.is_scene() == is_scene);
        all.map(|shipped| json!({ "name": shipped.name(), "question": shipped.question() })).collect()
    };
    let studies = studies::infos();
    let studies = studies.iter().map(|study| json!({ "name": study.name, "about": study.tables[0].about }));
    json!({ "scenarios": shipped(false), "scenes": shipped(true), "studies": studies.collect::<Value>() })
}

/// A study.
pub fn study(study: &StudyInfo, wanted: &Wanted) -> Value {
    let keys: Value = study.schema.keys.iter().filter(|key| wanted.has_key(key)).map(key).collect();
    let tables = study.tables.iter().filter_map(|table| wanted.columns(table)).map(|table| {
        let columns = table.columns.iter();
        let columns = columns.map(|column| json!({ "name": column.name, "unit": column.unit, "about": column.about }));
        json!({ "name": table.name, "about": table.about, "columns": columns.collect::<Value>() })
    });
    json!({ "study": study.name, "keys": keys, "tables": tables.collect::<Value>() })
}

fn key(key: &Key) -> Value {
    let (kind, range, choices) = match key.kind {
        Kind::Number { possible, plausible } => {
            ("number", json!({ "possible": possible, "plausible": plausible }), Value::Null)
        }
        Kind::Count { possible, plausible } => {
            ("count", json!({ "possible": possible, "plausible": plausible }), Value::Null)
        }
        Kind::Choice(choices) => ("choice", Value::Null, json!(choices)),
        Kind::Flag => ("flag", Value::Null, Value::Null),
    };
    json!({
        "key": key.path.to_string(), "about": key.about, "kind": kind, "unit": key.dimension().si(),
        "default": describe(key).1, "range": range, "choices": choices, "clause": key.clause,
        "assumption": key.assumption, "drawn": key.drawn_axis().ok(), "undrawn": key.drawn_axis().err(),
    })
}
