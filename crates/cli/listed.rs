//! What `tolley list` picks out of a study, what comes with the program, and all of it as JSON.

use std::path::Path;

use serde_json::{Value, json};
use tolley_answers::columns;
use tolley_experiment::document::opening;
use tolley_experiment::key::Key;
use tolley_experiment::problem::escaped;
use tolley_experiment::scenario::{self, describe};
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

/// A scenario or a scene as it is listed.
pub struct Entry {
    name: String,
    /// What it is of: a game, or scenes.
    group: usize,
    /// The first research question that it asks, if any.
    id: Option<String>,
    question: String,
}

/// What scenarios are listed under, each with the folder that has them.
const GROUPS: [(&str, &str); 5] = [
    ("Marbles: Tinsley Green", "tinsley_green"),
    ("Coins: Cymbergaj", "cymbergaj"),
    ("Dice football: Super Goal!", "dice_football"),
    ("Other scenarios", ""),
    ("Scenes: one physical experiment each", "scenes"),
];

impl Entry {
    /// That of a file of this name, path and text.
    pub fn of(name: &str, path: &Path, text: &str) -> Entry {
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let group = GROUPS.iter().position(|(_, known)| *known == folder).unwrap_or(3);
        let question = escaped(&opening(text).unwrap_or_default());
        Entry { name: name.to_owned(), group, id: scenario::questions(text).into_iter().next(), question }
    }

    /// Whether a word, in lower case, stands in it.
    pub fn has(&self, word: &str) -> bool {
        let all = [&self.name, &self.question, self.id.as_ref().unwrap_or(&self.name)];
        all.iter().any(|text| text.to_lowercase().contains(word))
    }
}

/// Scenarios under the games that they are of: first those of research questions, in their order, each question once.
pub fn grouped(mut entries: Vec<Entry>, how: &str) -> String {
    // TGQ2 before TGQ10; what asks no research question comes last
    let order = |entry: &Entry| {
        let id = entry.id.clone().map(|id| (id.len(), id));
        (entry.group, id.is_none(), id, entry.name.clone())
    };
    entries.sort_by_key(order);
    let mut text =
        format!("tolley run {how} plays a scenario, tolley ask {how} answers it, tolley scene {how} plays a scene.\n");
    for (group, (title, _)) in GROUPS.iter().enumerate() {
        let of: Vec<&Entry> = entries.iter().filter(|entry| entry.group == group).collect();
        if of.is_empty() {
            continue;
        }
        let mut last = None;
        let rows: Vec<Vec<String>> = of
            .iter()
            .map(|entry| {
                let is_again = entry.id.is_some() && entry.id == last;
                last.clone_from(&entry.id);
                let id = entry.id.as_deref().map_or("", |id| if is_again { "also" } else { id });
                let prefix = entry.id.as_ref().map_or_else(String::new, |id| format!("{id}: "));
                let question = entry.question.strip_prefix(&prefix).unwrap_or(&entry.question);
                vec![id.to_owned(), entry.name.clone(), capitalised(question)]
            })
            .collect();
        let mut columns = columns::of_rows(&rows);
        if of.iter().all(|entry| entry.id.is_none()) {
            columns.remove(0);
        }
        text += &format!("\n{title}\n{}", columns::indented(&columns::rows(&columns)));
    }
    text
}

/// A text that begins with a capital letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Scenarios and scenes in which a word stands.
pub fn scenarios(word: Option<&str>) -> Value {
    let word = word.map(str::to_lowercase);
    let of = |shipped: &&Shipped| Entry::of(shipped.name(), Path::new(shipped.path), shipped.text);
    let is_wanted = |shipped: &&Shipped| word.as_ref().is_none_or(|word| of(shipped).has(word));
    let one = |shipped: &Shipped| {
        let entry = of(&shipped);
        json!({ "name": entry.name, "game": GROUPS[entry.group].0, "question": entry.question, "asks": scenario::questions(shipped.text) })
    };
    Shipped::all().iter().filter(is_wanted).map(one).collect()
}

/// Studies.
pub fn studies() -> Value {
    let studies = studies::infos();
    studies.iter().map(|study| json!({ "name": study.name, "about": study.tables[0].about })).collect()
}

/// Scenarios and studies.
pub fn everything() -> Value {
    let shipped = |is_scene: bool| -> Value {
        let all = Shipped::all().iter().filter(|shipped| shipped.is_scene() == is_scene);
        all.map(|shipped| json!({ "name": shipped.name(), "question": shipped.question() })).collect()
    };
    json!({ "scenarios": shipped(false), "scenes": shipped(true), "studies": studies() })
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
