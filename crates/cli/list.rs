//! `tolley list`: scenarios, studies, and the keys and columns of a study.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tolley_experiment::key::{Key, Kind, Preset, Value};
use tolley_experiment::problem::{escaped, nearest};
use tolley_experiment::row::Table;
use tolley_experiment::scenario::describe;
use tolley_experiment::study::StudyInfo;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::studies::AnyStudy;

/// Where scenarios are looked for.
const FOLDER: &str = "scenarios";
/// Folders in folders.
const DEEPEST: usize = 8;

/// Lists everything, or one study.
pub fn run(args: &args::List) -> Result<u8, Stop> {
    let Some(name) = &args.study else {
        let mut text = scenarios_text();
        let _ = writeln!(text, "\nStudies (tolley list STUDY prints every key):");
        let studies = AnyStudy::ALL.map(AnyStudy::info);
        text += &aligned(studies.map(|study| (study.name.to_owned(), study.tables[0].about.to_owned())).to_vec());
        output::result(&text)?;
        return Ok(exit::DONE);
    };
    let Some(study) = AnyStudy::named(name) else {
        let names = AnyStudy::ALL.map(|study| study.info().name);
        let hint = nearest(name, names).map(|name| format!("; did you mean {name}?")).unwrap_or_default();
        let message = format!("error: no study is named {}: {}{hint}", escaped(name), names.join(", "));
        return Err(Stop::new(exit::BAD_INPUT, message));
    };
    output::result(&study_text(&study.info()))?;
    Ok(exit::DONE)
}

/// Says which scenarios there are.
pub fn scenarios() -> Result<u8, Stop> {
    output::result(&scenarios_text())?;
    Ok(exit::DONE)
}

fn scenarios_text() -> String {
    let mut files = Vec::new();
    find(Path::new(FOLDER), DEEPEST, &mut files);
    files.sort();
    let (scenes, scenarios): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| path.parent().is_some_and(|folder| folder.ends_with("scenes")));
    if scenarios.is_empty() && scenes.is_empty() {
        return format!(
            "There is no scenario below {FOLDER}/ here.\nStart one with `tolley list STUDY`, which prints every key.\n"
        );
    }
    let entry = |path: &PathBuf| (escaped(&path.display().to_string()), question(path));
    let mut text = "Scenarios (tolley run FILE):\n".to_owned();
    text += &aligned(scenarios.iter().map(entry).collect());
    text += "\nScenes (tolley scene FILE):\n";
    text += &aligned(scenes.iter().map(entry).collect());
    text
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

/// The question that a scenario answers: its first comment line.
fn question(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let first = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    escaped(first.strip_prefix('#').unwrap_or_default().trim())
}

/// Two columns, indented.
fn aligned(rows: Vec<(String, String)>) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    rows.iter().map(|(name, about)| format!("  {name:<width$}  {about}\n")).collect()
}

fn study_text(study: &StudyInfo) -> String {
    let mut text = format!(
        "{}: {}\n\nKeys (a bare number is in the unit shown; a string may carry another unit)\n",
        study.name, study.tables[0].about
    );
    for key in study.schema.keys {
        text += &key_text(key);
    }
    text += "\nPresets (a key that the scenario sets wins)\n";
    for preset in study.schema.presets {
        text += &preset_text(preset);
    }
    for table in study.tables {
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
    if let Some(why) = key.assumption {
        let _ = write!(text, "\n      assumption: {why}");
    }
    if let Some((path, choice)) = key.only_with {
        let _ = write!(text, "\n      only with {path} = \"{choice}\"");
    }
    text.push('\n');
    text
}

fn preset_text(preset: &Preset) -> String {
    let mut text = String::new();
    for (name, sets) in preset.options {
        let set = |(path, value): &(&str, Value)| match value {
            Value::Number(number) => format!("{path} = {number}"),
            Value::Count(count) => format!("{path} = {count}"),
            Value::Choice(choice) => format!("{path} = \"{choice}\""),
            Value::Flag(flag) => format!("{path} = {flag}"),
        };
        let sets: Vec<String> = sets.iter().map(set).collect();
        let sets = if sets.is_empty() { "the defaults".to_owned() } else { sets.join(", ") };
        let _ = writeln!(text, "\n  {} = \"{name}\"\n      {sets}", preset.path);
    }
    text
}

fn table_text(table: &Table) -> String {
    let mut text = format!(
        "\nColumns of {}, {}; before them trial, point, repeat and the swept keys\n\n",
        table.name, table.about
    );
    let unit = |unit: &str| if unit.is_empty() { String::new() } else { format!(" [{unit}]") };
    let row = |column: &tolley_experiment::row::Column| {
        (column.name.to_owned(), format!("{}{}", column.about, unit(column.unit)))
    };
    text += &aligned(table.columns.iter().map(row).collect());
    text
}
