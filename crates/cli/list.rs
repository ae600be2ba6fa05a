//! `tolley list`: scenarios, studies, and the keys and columns of a study.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tolley_answers::columns::{self, TextColumn};
use tolley_experiment::file;
use tolley_experiment::key::{Drawn, Key};
use tolley_experiment::playable::Playable;
use tolley_experiment::problem::{escaped, nearest};
use tolley_experiment::scenario::describe;
use tolley_experiment::schema::{Preset, Schema};
use tolley_experiment::study::StudyInfo;
use tolley_experiment::table::{Column, Table};
use tolley_experiment::value::Kind;
use tolley_session::schema;
use tolley_session::shipped::Shipped;
use tolley_session::studies::{self, AnyStudy};

use crate::args;
use crate::exit::{self, Stop};
use crate::listed::{self, Entry, Wanted, grouped};
use crate::output;

/// Where scenarios are looked for.
const FOLDER: &str = "scenarios";
/// Folders in folders.
const DEEPEST: usize = 8;

/// Lists the studies.
pub fn studies_of(is_json: bool) -> Result<u8, Stop> {
    if is_json {
        output::json(&listed::studies())?;
    } else {
        output::result(&studies_text())?;
    }
    Ok(exit::DONE)
}

fn studies_text() -> String {
    let line = |study: Arc<StudyInfo>| (study.name.to_owned(), study.tables[0].about.clone());
    aligned(studies::infos().into_iter().map(line).collect())
}

/// Lists scenarios and studies, or the keys and columns of one study.
pub fn keys(args: &args::Keys) -> Result<u8, Stop> {
    let Some(name) = &args.study else {
        if args.json {
            output::json(&listed::everything())?;
            return Ok(exit::DONE);
        }
        let text = scenarios_text(None)?;
        output::result(&format!("{text}\nStudies (tolley list STUDY prints every key)\n{}", studies_text()))?;
        return Ok(exit::DONE);
    };
    let study = study(name)?.info();
    let wanted = Wanted { word: args.word.as_deref().map(str::to_lowercase), assumed: args.assumed };
    if args.json {
        output::json(&listed::study(&study, &wanted))?;
    } else if wanted.is_all() {
        output::result(&study_text(&study))?;
    } else {
        let keys = study.schema.keys.iter().filter(|key| wanted.has_key(key)).map(key_text).collect::<String>();
        let tables = study.tables.iter().filter_map(|table| wanted.columns(table));
        let text = keys + &tables.map(|table| table_text(&table)).collect::<String>();
        if text.is_empty() {
            return Err(Stop::new(exit::BAD_INPUT, format!("error: {}: nothing in it is like that", study.name)));
        }
        output::result(&text)?;
    }
    Ok(exit::DONE)
}

/// Prints the JSON Schema of a study, or which there are.
pub fn schema(args: &args::Schemas) -> Result<u8, Stop> {
    let Some(name) = &args.study else {
        output::result(&studies_text())?;
        return Ok(exit::DONE);
    };
    let study = study(name)?;
    // on one line: it is for editors, and ten thousand lines would be for nobody
    output::result(&schema::schema(&study.info()).to_string())?;
    Ok(exit::DONE)
}

/// The study of this name, as typed.
pub fn study(name: &str) -> Result<AnyStudy, Stop> {
    studies::named(name).ok_or_else(|| {
        let names: Vec<&str> = studies::all().map(Playable::name).collect();
        if let Some(scenario) = Shipped::found(Path::new(name)).filter(|shipped| !shipped.is_scene()) {
            let of = scenario.text.lines().find_map(|line| line.strip_prefix("study")?.split('"').nth(1));
            let of = of.unwrap_or("STUDY");
            let message = format!("error: {} is a scenario of {of}: tolley list {of}", scenario.name());
            return Stop::new(exit::BAD_INPUT, message);
        }
        let hint =
            nearest(name, names.iter().copied()).map(|name| format!("; did you mean {name}?")).unwrap_or_default();
        let message = format!("error: no study is named {}: {}{hint}", escaped(name), names.join(", "));
        Stop::new(exit::BAD_INPUT, message)
    })
}

/// Says which scenarios there are, or those in which a word stands.
pub fn scenarios(word: Option<&str>) -> Result<u8, Stop> {
    output::result(&scenarios_text(word)?)?;
    Ok(exit::DONE)
}

/// Scenarios by game and question; those of a folder `scenarios` where there is one, else those that come along.
fn scenarios_text(word: Option<&str>) -> Result<String, Stop> {
    let mut files = Vec::new();
    find(Path::new(FOLDER), DEEPEST, &mut files);
    files.sort();
    let of_file = |path: &PathBuf| {
        let text = file::read_text(path).unwrap_or_default();
        // one that comes along is found by its name
        let shipped = Shipped::all().iter().find(|shipped| path.ends_with(shipped.path));
        let name = shipped.map_or_else(|| path.display().to_string(), |shipped| shipped.name().to_owned());
        Entry::of(&escaped(&name), path, &text)
    };
    let of_shipped = |shipped: &Shipped| Entry::of(shipped.name(), Path::new(shipped.path), shipped.text);
    let mut entries: Vec<Entry> = files.iter().map(of_file).collect();
    if entries.is_empty() {
        entries = Shipped::all().iter().map(of_shipped).collect();
    }
    entries.retain(|entry| word.is_none_or(|word| entry.has(&word.to_lowercase())));
    if entries.is_empty() {
        let word = word.unwrap_or_default();
        return Err(Stop::new(
            exit::BAD_INPUT,
            format!("error: no scenario has {} in its name or question", escaped(word)),
        ));
    }
    Ok(grouped(entries, "NAME"))
}

fn find(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 {
            find(&path, depth - 1, found);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            found.push(path);
        }
    }
}

/// Two columns, indented.
fn aligned(rows: Vec<(String, String)>) -> String {
    let (names, abouts): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    columns::indented(&columns::rows(&[TextColumn::left(names), TextColumn::left(abouts)]))
}

fn study_text(study: &StudyInfo) -> String {
    let mut text = format!(
        "{}: {}\n\nKeys (a bare number is in the unit shown; a string may carry another unit)\n",
        study.name, study.tables[0].about
    );
    for key in &study.schema.keys {
        text += &key_text(key);
    }
    text += "\nPresets (a key that the scenario sets wins)\n";
    for preset in &study.schema.presets {
        text += &preset_text(&study.schema, preset);
    }
    for table in &study.tables {
        text += &table_text(table);
    }
    text
}

fn key_text(key: &Key) -> String {
    let (range, default) = describe(key);
    let mut text = format!("\n  {}\n      {}\n      default {default}; allowed {range}", key.path, key.about);
    if let Kind::Number { possible, plausible } = key.kind
        && possible != plausible
    {
        let _ = write!(text, "; plausible {} to {}", plausible[0], plausible[1]);
    }
    match &key.drawn {
        Drawn::Between(low, high) => {
            let _ = write!(text, "; tolley ask depends draws {low} to {high}");
        }
        Drawn::Among(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            let _ = write!(text, "; tolley ask depends draws {}", values.join(", "));
        }
        Drawn::Plausible | Drawn::Nothing(_) => {}
    }
    if let Kind::Choice(choices) = key.kind {
        let told = choices.iter().zip(key.choices_about).filter(|(_, about)| !about.is_empty());
        text.extend(told.map(|(choice, about)| format!("\n        {choice}: {about}")));
    }
    if let Some(clause) = key.clause {
        let _ = write!(text, "\n      clause {clause}");
    }
    if let Some(why) = key.assumption {
        let _ = write!(text, "\n      assumption: {why}");
    }
    if let Some(condition) = key.only_with {
        let _ = write!(text, "\n      only with {} = \"{}\"", condition.key, condition.choice);
    }
    text.push('\n');
    text
}

fn preset_text(schema: &Schema, preset: &Preset) -> String {
    let mut text = String::new();
    let chooser = &schema.keys[preset.chooser];
    let Kind::Choice(choices) = chooser.kind else { return text };
    for (choice, sets) in choices.iter().zip(&preset.options) {
        let sets: Vec<String> =
            sets.iter().map(|(key, value)| format!("{} = {value}", schema.keys[*key].path)).collect();
        let sets = if sets.is_empty() { "the defaults".to_owned() } else { sets.join(", ") };
        let _ = writeln!(text, "\n  {} = \"{choice}\"\n      {sets}", chooser.path);
    }
    text
}

fn table_text(table: &Table) -> String {
    let mut text = format!(
        "\nColumns of {}, {}; before them trial, point, repeat and the swept keys\n\n",
        table.name, table.about
    );
    let unit = |unit: &str| if unit.is_empty() { String::new() } else { format!(" [{unit}]") };
    let row = |column: &Column| (column.name.clone(), format!("{}{}", column.about, unit(&column.unit)));
    text += &aligned(table.columns.iter().map(row).collect());
    text
}
