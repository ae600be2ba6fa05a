//! `[[ask]]` in the JSON Schema.

use serde_json::{Map, Value as Json, json};
use tolley_analysis::MARGIN;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_experiment::ask::{AskKind, Better};
use tolley_experiment::asked;
use tolley_experiment::names::Named;
use tolley_experiment::study::StudyInfo;

use super::{joined, key_names, object, of_key_names, quantity, whole};

/// The properties of one ask so far.
struct Properties(Map<String, Json>);

impl Properties {
    fn add(&mut self, name: &str, about: &str, value: Json) {
        self.0.insert(name.to_owned(), joined(value, json!({ "description": about })));
    }
}

/// All questions that a scenario asks of its rows.
pub(super) fn schema(study: &StudyInfo) -> Json {
    let mut all = Properties(Map::new());
    all.add("kind", "What kind of question it is; docs/answers.md.", names::<AskKind>());
    all.add("question", "The question of research that it belongs to, such as \"TGQ4\".", json!({"type": "string"}));
    axes(study, &mut all);
    figures(study, &mut all);
    test(study, &mut all);
    let mut ask = object(all.0);
    ask["required"] = json!(["kind"]);
    let about = "What is asked of the rows: tolley ask answers it. It decides nothing of what is played.";
    json!({"type": "array", "items": ask, "description": about})
}

/// An enum with what each of its names means, where Even Better TOML looks for it.
fn names<T: Named>() -> Json {
    json!({"enum": T::NAMES, "x-taplo": {"docs": {"enumValues": T::ABOUTS}}})
}

/// The axes that an ask names.
fn axes(study: &StudyInfo, all: &mut Properties) {
    let one_or_more = || json!({"anyOf": [key_names(study), of_key_names(study, "Several axes.")]});
    let value = || json!({"type": ["string", "number", "boolean"]});
    all.add("over", "The axes whose values are compared, chosen among, or ranked; one or several.", one_or_more());
    let control = json!({"anyOf": [value(), {"type": "array", "items": value()}]});
    all.add("control", "The value of each axis in over that the others are compared with.", control);
    all.add("along", "The axis along which a limit is looked for, or a map drawn first.", key_names(study));
    all.add("equal", "The value of along at which nothing is off, in its unit.", quantity());
    all.add("against", "The axis of the side that loses what the other one gains.", key_names(study));
    all.add("strata", "Axes that are merely unknown: an answer for each of their combinations.", one_or_more());
}

/// What is measured, and which of its values are good enough.
fn figures(study: &StudyInfo, all: &mut Properties) {
    let columns: Vec<&str> = study.tables[0].columns.iter().map(|column| column.name.as_str()).collect();
    let about = "What is measured: a column, or TABLE.COLUMN[COLUMN=VALUE]; by default the first measure of the study.";
    all.add("measure", about, json!({"anyOf": [{ "enum": columns }, {"type": "string", "pattern": r"[.=\[-]"}]}));
    let about = format!(
        "The largest difference that does not matter, in the unit of the measure; of a share {MARGIN} by default."
    );
    all.add("margin", &about, quantity());
    let two = json!({"type": "array", "items": quantity(), "minItems": 2, "maxItems": 2});
    all.add("within", "Between which values a measure is as wanted, the lesser first, in its unit.", two);
    all.add("better", "Which end of the measure is the good one.", names::<Better>());
    let columns = |about: &str| json!({"type": "array", "items": {"type": "string"}, "description": about});
    let tables: Vec<&str> = study.tables.iter().map(|table| table.name.as_str()).collect();
    let mut judged = object(Map::from_iter([
        ("table".to_owned(), json!({"enum": tables, "description": "The table of the rows."})),
        ("inputs".to_owned(), columns("Columns that are alike in the same rows.")),
        ("outcomes".to_owned(), columns("Columns of what is decided.")),
    ]));
    judged["required"] = json!(["table", "inputs", "outcomes"]);
    all.add("judged", "The same rows, decided differently at different values of over.", judged);
}

/// How sure it is to be, and of how many trials.
fn test(study: &StudyInfo, all: &mut Properties) {
    all.add("repeats", "Trials at each point that an answer of record has.", whole(1, ""));
    let about = "Whether to stop as soon as every design point has a verdict.";
    all.add("sequential", about, json!({"type": "boolean", "default": false}));
    let number = |[low, high]: [f64; 2]| json!({"type": "number", "minimum": low, "maximum": high});
    let confidence = joined(number(asked::CONFIDENCE_ALLOWED), json!({ "default": CONFIDENCE }));
    all.add("confidence", "Of the tests and intervals.", confidence);
    let about = "Normalised Elo of two hypotheses, the lesser first, of which the sequential test says one instead.";
    let elo = json!({"type": "array", "items": number(asked::ELO_ALLOWED), "minItems": 2, "maxItems": 2});
    all.add("elo", about, elo);
    let error = || joined(number(asked::ERROR_ALLOWED), json!({ "default": LEVEL }));
    all.add("alpha", "Chance of taking the greater Elo where the lesser holds.", error());
    all.add("beta", "Chance of taking the lesser Elo where the greater holds.", error());
    all.add("pair", "The axis of two values at which the two matches of a pair are played.", key_names(study));
}
