//! The JSON Schema of the scenarios of a study, made from its keys, for editors.

mod asks;

use serde_json::{Map, Value as Json, json};
use tolley_experiment::best::{CHOICES, CHOICES_ALLOWED, MAP_ALLOWED, SHOTS, SHOTS_ALLOWED};
use tolley_experiment::design;
use tolley_experiment::hand::Hand;
use tolley_experiment::key::Key;
use tolley_experiment::stop;
use tolley_experiment::study::StudyInfo;
use tolley_experiment::table::{ColumnKind, MeasureKind};
use tolley_experiment::unit::Unit;
use tolley_experiment::value::{Kind, Value};

/// A number and a unit, as a string; which units there are is said in words, since they may be joined at will.
const QUANTITY: &str = r"^\s*[+-]?\.?\d.*[A-Za-z°%0-9]\s*$";

/// The JSON Schema of the scenarios of a study: draft 7, which editors of TOML read.
pub fn schema(study: &StudyInfo) -> Json {
    let mut properties = Map::new();
    properties.insert("study".to_owned(), json!({"const": study.name, "description": "The study."}));
    properties.insert("seed".to_owned(), whole(0, "Seed of all random numbers."));
    properties.insert("repeats".to_owned(), whole(1, "Trials at each point."));
    let streams = "Whether all points share their random numbers, so that differences are paired.";
    let streams = json!({"enum": ["common", "independent"], "default": "common", "description": streams});
    properties.insert("streams".to_owned(), streams);
    for key in &study.schema.keys {
        let table = properties.entry(key.path.table).or_insert_with(|| object(Map::new()));
        table["properties"][key.path.name] = value_ref(key);
    }
    properties.insert("sweep".to_owned(), sweep(study));
    properties.insert("output".to_owned(), output(study));
    properties.insert("stop".to_owned(), stop(study));
    properties.insert("ask".to_owned(), asks::schema(study));
    properties.insert("sensitivity".to_owned(), sensitivity(study));
    properties.extend(best(study).map(|best| ("best".to_owned(), best)));
    let shared = [("range", range()), ("ends", ends()), ("weights", weights())];
    let mut definitions: Map<String, Json> = shared.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
    for key in &study.schema.keys {
        definitions.insert(key.path.to_string(), value(key));
    }
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": format!("Scenario of {}", study.name),
        "type": "object",
        "required": ["study"],
        "additionalProperties": false,
        "properties": properties,
        "definitions": definitions,
    })
}

/// A table of these keys and no others.
fn object(properties: Map<String, Json>) -> Json {
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn whole(least: u64, about: &str) -> Json {
    json!({"type": "integer", "minimum": least, "description": about})
}

fn value_ref(key: &Key) -> Json {
    json!({"$ref": format!("#/definitions/{}", key.path)})
}

/// What a key may be.
fn value(key: &Key) -> Json {
    let about = json!({"description": about(key), "default": default(key)});
    let kind = match key.kind {
        Kind::Number { possible: [low, high], .. } => json!({"anyOf": [
            {"type": "number", "minimum": low, "maximum": high},
            {"type": "string", "pattern": QUANTITY},
        ]}),
        Kind::Count { possible: [low, high], .. } => json!({"type": "integer", "minimum": low, "maximum": high}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Choice(choices) if key.choices_about.iter().all(|about| about.is_empty()) => json!({"enum": choices}),
        // what each choice means, where Even Better TOML looks for it
        Kind::Choice(choices) => json!({"enum": choices, "x-taplo": {"docs": {"enumValues": key.choices_about}}}),
    };
    joined(about, kind)
}

fn joined(mut one: Json, other: Json) -> Json {
    if let (Json::Object(one), Json::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}

/// What is known of a key, for people.
fn about(key: &Key) -> String {
    let mut text = format!("{}.", key.about.trim_end_matches('.'));
    if let Some(unit) = Unit::of_name(key.path.name) {
        text += &format!(" A number in {}, or a string with its unit: {}.", unit.si, unit.written);
    }
    if let Kind::Number { possible, plausible } = key.kind
        && possible != plausible
    {
        text += &format!(" Plausible: {} to {}.", plausible[0], plausible[1]);
    }
    if let Some(clause) = key.clause {
        text += &format!(" Clause {clause}.");
    }
    if let Some(why) = key.assumption {
        text += &format!(" An assumption: {why}.");
    }
    if let Some(condition) = key.only_with {
        text += &format!(" Only with {} = \"{}\".", condition.key, condition.choice);
    }
    text
}

fn default(key: &Key) -> Json {
    match &key.default {
        Value::Flag(flag) => json!(flag),
        Value::Count(count) => json!(count),
        Value::Number(number) => json!(number),
        Value::Choice(choice) => json!(choice),
    }
}

/// `[sweep]`.
fn sweep(study: &StudyInfo) -> Json {
    let of_keys = |of: &dyn Fn(&Key) -> Json| {
        object(study.schema.keys.iter().map(|key| (key.path.to_string(), of(key))).collect())
    };
    let list = |of: Json, about: &str| json!({"type": "array", "items": of, "description": about});
    let mut properties = Map::new();
    let mut add = |name: &str, value: Json| properties.insert(name.to_owned(), value);
    let about = "How points are spread over the axes; docs/designs.md.";
    add("design", json!({"enum": design::NAMES, "default": "grid", "description": about}));
    add("points", whole(1, "Number of points of a design that draws them; of base points with saltelli."));
    let about = "Whether a sequence is scrambled by the seed.";
    add("scramble", json!({"type": "boolean", "default": true, "description": about}));
    let about = "Whether saltelli has rows for interactions.";
    add("second_order", json!({"type": "boolean", "default": true, "description": about}));
    add("axes", of_keys(&axis));
    add("rows", list(of_keys(&value_ref), "The points of a list."));
    let about = "CSV file of the points of a list: a column a key, a row a point.";
    add("file", json!({"type": "string", "description": about}));
    add("exclude", list(of_keys(&term), "Points for which all of one of these holds are left out."));
    object(properties)
}

/// `[output]`.
fn output(study: &StudyInfo) -> Json {
    let names: Vec<&str> = study.tables[0].columns.iter().map(|column| column.name.as_str()).collect();
    let about = "Columns of the first table that are kept, at least one of what a summary tells; all without it.";
    let columns =
        json!({"type": "array", "items": {"enum": names}, "minItems": 1, "uniqueItems": true, "description": about});
    object(Map::from_iter([("columns".to_owned(), columns)]))
}

/// `[stop]`.
fn stop(study: &StudyInfo) -> Json {
    let columns: Vec<&str> = study.measures.iter().map(|measure| measure.column.as_str()).collect();
    let mut properties = Map::new();
    let mut add = |name: &str, value: Json| properties.insert(name.to_owned(), value);
    add("metric", json!({"enum": columns, "description": "The measure that is to be known; docs/designs.md."}));
    let width = json!({"description": "Half the width of its interval at which a point ends, in its unit."});
    add("half_width", joined(width, quantity()));
    let [low, high] = stop::CONFIDENCE_ALLOWED;
    let about = "Confidence of the interval.";
    let number = json!({"type": "number", "minimum": low, "maximum": high, "default": stop::CONFIDENCE});
    add("confidence", joined(number, json!({ "description": about })));
    let least = whole(stop::LEAST_REPEATS, "Trials that every point has.");
    add("min_repeats", joined(least, json!({ "default": stop::MIN_REPEATS })));
    add("max_repeats", whole(stop::LEAST_REPEATS, "Trials that a point has at most."));
    object(properties)
}

fn of_measures(study: &StudyInfo, about: &str, fits: impl Fn(MeasureKind) -> bool) -> Json {
    let measures = study.measures.iter().filter(|measure| fits(measure.kind));
    let columns: Vec<&str> = measures.map(|measure| measure.column.as_str()).collect();
    json!({"enum": columns, "description": about})
}

fn of_key_names(study: &StudyInfo, about: &str) -> Json {
    json!({"type": "array", "items": key_names(study), "description": about})
}

fn key_names(study: &StudyInfo) -> Json {
    json!({ "enum": study.schema.keys.iter().map(|key| key.path.to_string()).collect::<Vec<_>>() })
}

/// `[sensitivity]`.
fn sensitivity(study: &StudyInfo) -> Json {
    let mut properties = Map::new();
    let mut add = |name: &str, value: Json| properties.insert(name.to_owned(), value);
    add("measure", of_measures(study, "The measure whose variance is shared out; by default the first.", |_| true));
    let about = "Whether every number in force that is an assumption is swept over its plausible range.";
    add("assumed", json!({"type": "boolean", "default": false, "description": about}));
    let about = "Whether every key in force that is a clause of the laws is swept.";
    add("clauses", json!({"type": "boolean", "default": false, "description": about}));
    add("points", whole(1, "Rows of the design where [sweep] has none of Saltelli."));
    add("keys", of_key_names(study, "Keys that are swept over all that is plausible, besides the axes."));
    object(properties)
}

/// What a player chooses by the defaults, or else by the first choice of a key by which he chooses at all.
fn hand(study: &StudyInfo) -> Option<Hand> {
    let defaults = study.schema.defaults();
    let others = study.schema.keys.iter().enumerate().flat_map(|(k, key)| {
        let choices: &[&str] = if let Kind::Choice(choices) = key.kind { choices } else { &[] };
        choices.iter().map(move |choice| (k, Value::Choice((*choice).into())))
    });
    (study.hand)(&defaults).or_else(|| {
        others.into_iter().find_map(|(k, choice)| {
            let mut values = defaults.clone();
            values[k] = choice;
            (study.hand)(&values)
        })
    })
}

/// `[best]`; `None` where nobody chooses.
fn best(study: &StudyInfo) -> Option<Json> {
    let hand = hand(study)?;
    let numbers = study.tables[0].columns.iter().filter(|column| !matches!(column.kind, ColumnKind::Name { .. }));
    let columns: Vec<&str> = numbers.map(|column| column.name.as_str()).collect();
    let about = "The column that is to be as large as possible; docs/best.md.";
    let mut properties = Map::new();
    properties.insert("objective".to_owned(), json!({"enum": columns, "description": about}));
    let about = "Whose best choice is wanted: presets, or \"misses 3 cm at 1 m\".";
    let skills = json!({"type": "array", "minItems": 1, "items": {"type": "string"}, "description": about});
    properties.insert("skills".to_owned(), skills);
    let [least, most] = SHOTS_ALLOWED;
    let about = "Shots of all skills and design points together.";
    let shots = json!({"type": "integer", "minimum": least, "maximum": most, "default": SHOTS, "description": about});
    properties.insert("shots".to_owned(), shots);
    let [least, most] = CHOICES_ALLOWED;
    let about = "Hills whose best is told of each skill; fewer where there are fewer.";
    let choices =
        json!({"type": "integer", "minimum": least, "maximum": most, "default": CHOICES, "description": about});
    properties.insert("choices".to_owned(), choices);
    let [least, most] = MAP_ALLOWED;
    let about = "Values of each number in map.parquet, a map of all choices; none without it.";
    let map = json!({"type": "integer", "minimum": least, "maximum": most, "description": about});
    properties.insert("map".to_owned(), map);
    // a player's choices hang on other keys: all that he may choose under any of them
    let tables: Vec<&str> = hand.chosen.iter().map(|chosen| chosen.key.table).collect();
    let chosen = study.schema.keys.iter().filter(|key| tables.contains(&key.path.table) && is_ordered(key));
    properties.insert("aims".to_owned(), object(chosen.map(|key| (key.path.to_string(), shared("ends"))).collect()));
    Some(object(properties))
}

/// A number in the unit of a key, of any size.
fn quantity() -> Json {
    json!({"anyOf": [{"type": "number"}, {"type": "string", "pattern": QUANTITY}]})
}

fn is_ordered(key: &Key) -> bool {
    matches!(key.kind, Kind::Number { .. } | Kind::Count { .. })
}

/// Ranges and distributions of axes, which are the same for all keys that have any.
fn range() -> Json {
    let mut table: Map<String, Json> =
        ["min", "max", "mean", "sd", "mode", "step"].map(|name| (name.to_owned(), quantity())).into_iter().collect();
    table.insert("num".to_owned(), whole(2, "Number of values from min to max."));
    table.insert("scale".to_owned(), json!({"enum": ["linear", "log"], "default": "linear"}));
    let names = ["uniform", "log-uniform", "normal", "triangular"];
    table.insert("distribution".to_owned(), json!({"enum": names, "default": "uniform"}));
    object(table)
}

/// The ends of a range of an exclusion.
fn ends() -> Json {
    object(["min", "max"].map(|name| (name.to_owned(), quantity())).into_iter().collect())
}

/// The relative frequencies of values.
fn weights() -> Json {
    json!({"type": "array", "minItems": 1, "items": {"type": "number", "exclusiveMinimum": 0}})
}

fn shared(name: &str) -> Json {
    json!({"$ref": format!("#/definitions/{name}")})
}

/// An axis: values, a range, or a distribution.
fn axis(key: &Key) -> Json {
    let values = json!({"type": "array", "minItems": 1, "items": value_ref(key)});
    let table = [("values", values.clone()), ("weights", shared("weights"))];
    let table = object(table.map(|(name, value)| (name.to_owned(), value)).into_iter().collect());
    let range = is_ordered(key).then(|| shared("range"));
    let forms: Vec<Json> = [values, table].into_iter().chain(range).collect();
    json!({"anyOf": forms})
}

/// A condition of an exclusion.
fn term(key: &Key) -> Json {
    let values = [value_ref(key), json!({"type": "array", "minItems": 1, "items": value_ref(key)})];
    let range = is_ordered(key).then(|| shared("ends"));
    let forms: Vec<Json> = values.into_iter().chain(range).collect();
    json!({"anyOf": forms})
}
