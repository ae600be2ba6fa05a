//! The catalogue and the sources that speak by it: every entry is used, every id is there, and holes are filled.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::*;

/// Texts of several words that stand in a source and not in the catalogue, by file: refusals, columns of files, names
/// of methods as files have them, and what a terminal says of points. The numbers only become smaller.
const LEFT: &[(&str, usize)] = &[
    ("answer/mod.rs", 5),
    ("answer/quantity.rs", 3),
    ("answer/say.rs", 2),
    ("best/answer.rs", 1),
    ("best/json.rs", 2),
    ("best/map.rs", 7),
    ("best/methods.rs", 9),
    ("catalogue.rs", 5),
    ("directions.rs", 11),
    ("error.rs", 1),
    ("fairness.rs", 15),
    ("glossary.rs", 2),
    ("kinds/best/choices.rs", 9),
    ("kinds/best/decided.rs", 1),
    ("kinds/best/described.rs", 1),
    ("kinds/best/tables.rs", 7),
    ("kinds/depends.rs", 4),
    ("kinds/effect/found.rs", 1),
    ("kinds/effect/headline.rs", 1),
    ("kinds/effect/judged.rs", 4),
    ("kinds/effect/subject.rs", 2),
    ("kinds/effect/tables.rs", 3),
    ("kinds/fair/elo.rs", 1),
    ("kinds/fair/looks.rs", 10),
    ("kinds/fair/mod.rs", 2),
    ("kinds/fair/sides.rs", 4),
    ("kinds/fair/tables.rs", 1),
    ("kinds/limit/mod.rs", 1),
    ("kinds/limit/tables.rs", 8),
    ("kinds/map.rs", 6),
    ("kinds/map/found.rs", 2),
    ("kinds/rank/matches.rs", 6),
    ("kinds/rank/seats.rs", 5),
    ("kinds/rank/strengths.rs", 12),
    ("kinds/response.rs", 9),
    ("limited.rs", 6),
    ("needed.rs", 13),
    ("rate/players.rs", 2),
    ("render/frame.rs", 6),
    ("render/tidy.rs", 13),
    ("stored/mod.rs", 5),
    ("summary/assumed.rs", 3),
    ("summary/effects.rs", 1),
    ("summary/lines.rs", 7),
    ("summary/text.rs", 20),
    ("tidy.rs", 11),
    ("written.rs", 3),
];

/// Files of an answer, whose names look like ids.
const FILES: [&str; 4] = ["json", "csv", "parquet", "toml"];

/// A source without its tests: its path below `src`, its code without comments, and the texts in quotes.
struct Source {
    path: String,
    code: String,
    texts: Vec<String>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|file| source(&root, file)).collect()
}

fn source(root: &Path, file: &Path) -> Source {
    let text = std::fs::read_to_string(file).expect("a source");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut source = Source {
        path: file.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/"),
        code: String::new(),
        texts: Vec::new(),
    };
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, from) = rest.split_at(at);
        source.code += before;
        rest = if from.starts_with("//") {
            from.find('\n').map_or("", |end| &from[end..])
        } else if from.starts_with('"') && !before.ends_with('\'') {
            let end = end_of_text(from);
            source.code += &from[..end];
            source.texts.push(from[1..end - 1].to_owned());
            &from[end..]
        } else {
            source.code += &from[..1];
            &from[1..]
        };
    }
    source.code += rest;
    source
}

/// Where a text in quotes ends.
fn end_of_text(from: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in from.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    from.len()
}

/// Whether a text is the id of an entry, by the tables of the catalogue.
fn is_id(text: &str) -> bool {
    let Some((group, name)) = text.split_once('.') else { return false };
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric());
    let start = format!("{group}.");
    is_name && !FILES.contains(&name) && spoken().entries.keys().any(|id| id.starts_with(&start))
}

/// Whether a text has two words that belong together.
fn has_words(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || b",;:%)".contains(&byte);
    text.as_bytes().windows(3).any(|of| is_word(of[0]) && of[1] == b' ' && of[2].is_ascii_lowercase())
}

/// The parts of a list, by the commas that stand in no bracket and in no text.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut at) = (Vec::new(), 0, 0, 0);
    while let Some(letter) = list[at..].chars().next() {
        match letter {
            '"' => at += end_of_text(&list[at..]) - 1,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        at += letter.len_utf8();
    }
    parts.push(list[start..at].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The texts in quotes of a piece of code.
fn texts(code: &str) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find('"') {
        let from = &rest[at..];
        let end = end_of_text(from);
        texts.push(&from[1..end - 1]);
        rest = &from[end..];
    }
    texts
}

#[test]
fn every_entry_is_used_and_every_id_is_there() {
    let sources = sources();
    let used: BTreeSet<&str> =
        sources.iter().flat_map(|source| &source.texts).map(String::as_str).filter(|text| is_id(text)).collect();
    let known: BTreeSet<&str> = spoken().entries.keys().map(String::as_str).collect();
    assert!(known.len() > 600, "{} entries", known.len());
    assert_eq!(used.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "ids without an entry");
    assert_eq!(known.difference(&used).collect::<Vec<_>>(), Vec::<&&str>::new(), "entries that nobody says");
}

/// Where the ids of a call stand in it, its entries have as many holes as it fills, of the names that stand there.
#[test]
fn holes_are_those_that_are_filled() {
    let mut looked = 0;
    for source in sources() {
        for call in ["fill(", "catalogue::text(", "say(", "word("] {
            let calls = source.code.match_indices(call).filter(|(at, _)| {
                !source.code[..*at].ends_with(|before: char| before.is_alphanumeric() || "_.".contains(before))
                    && !source.code[..*at].ends_with("fn ")
            });
            for (at, _) in calls {
                let arguments = parts(&source.code[at + call.len()..]);
                let ids = texts(arguments.first().copied().unwrap_or_default());
                let list = arguments.get(1).and_then(|list| list.trim_start_matches('&').strip_prefix('['));
                let filled = match (arguments.len(), list) {
                    (1, _) => Vec::new(),
                    (_, Some(list)) => parts(list),
                    _ => continue,
                };
                for id in ids.into_iter().filter(|id| is_id(id)) {
                    let holes = spoken().entry(id).map(CatalogueEntry::holes).unwrap_or_default();
                    assert_eq!(filled.len(), holes.len(), "{}: {id} has the holes {holes:?}: {filled:?}", source.path);
                    for name in filled.iter().filter_map(|part| part.strip_prefix("(\"")?.split('"').next()) {
                        assert!(holes.contains(&name), "{}: {id} has no hole {name}", source.path);
                    }
                    looked += 1;
                }
            }
        }
    }
    assert!(looked > 400, "{looked} calls");
}

#[test]
fn sentences_stand_in_the_catalogue() {
    for source in sources() {
        let spoken = source.texts.iter().filter(|text| has_words(text)).collect::<Vec<_>>();
        let left = LEFT.iter().find(|(file, _)| source.path == *file).map_or(0, |(_, left)| *left);
        assert!(spoken.len() <= left, "{}: {left} texts may stand here: {spoken:#?}", source.path);
        assert!(spoken.len() >= left, "{}: {} texts are left, lower the number", source.path, spoken.len());
        for start in ["Sentence::words(\"", ".and(\"", ".headed(\""] {
            for (at, _) in source.code.match_indices(start) {
                let from = &source.code[at + start.len() - 1..];
                let words = &from[..end_of_text(from)];
                assert!(!words.contains(char::is_alphabetic), "{}: {words} belongs into the catalogue", source.path);
            }
        }
    }
}

#[test]
fn another_language_is_told_what_it_lacks() {
    let of = |text: &str| Catalogue::read("xx.toml", text).expect("a catalogue");
    let known =
        of("[fair]\neven = \"fair: {measure} is within {margin}\"\nodd = \"odd\"\n[map]\ntitle = \"{measure}\"\n");
    let whole =
        of("[fair]\neven = \"{margin}, {measure}\"\nodd = \"x\"\nmore = \"y\"\n[map]\ntitle = \"m: {measure}\"\n");
    assert_eq!(missing(&known, &whole), Vec::<String>::new(), "holes may stand in another order");
    let less = of("[fair]\neven = \"{margin}\"\n[map]\ntitle = \"{measure}\"\n");
    assert_eq!(missing(&known, &less), ["fair.even", "fair.odd"]);
}

#[test]
fn a_file_that_is_no_catalogue_is_refused() {
    let wrong = |text: &str| Catalogue::read("xx.toml", text).expect_err("a refusal");
    assert_eq!(wrong("even = \"x\"\n"), "xx.toml: even stands in no table");
    assert_eq!(wrong("[fair]\neven = 2\n"), "xx.toml: fair.even is no text");
    for hole in ["{measure", "measure}", "{}", "{A b}"] {
        let text = format!("[fair]\neven = \"{hole}\"\n");
        assert_eq!(wrong(&text), "xx.toml: fair.even: a hole is {name}");
    }
}

#[test]
fn holes_are_filled_with_text() {
    assert_eq!(text("value.interval", &[("high", "7"), ("value", "6"), ("low", "5")]), "6 (5 to 7)");
    assert_eq!(word("answer.clearly"), "clearly");
}
