//! Games name their keys and columns; all else asks for roles.

use std::collections::BTreeSet;
use std::path::Path;

use super::{GAMES, all_sources, is_in, source};

/// Folders of one game's pages and scenes, which name what they show.
const GAME_PAGES: &[&str] = &["crates/pages", "crates/scenes"];

/// Other files that name keys or columns of games, by how their paths end, each with the reason.
const NAMING_GAMES: &[(&str, &str)] = &[
    ("coin_kinds.rs", "`tolley list coins` is a command of one game"),
    ("coin_pairs.rs", "`tolley list coins` is a command of one game"),
    ("best/json.rs", "the ring and the table on which a page draws the best shot"),
    ("rate/matches.rs", "each game's rows say otherwise who beat whom"),
    ("scene_text.rs", "columns of a scene, some of which are called like those of a game"),
    ("fit/told.rs", "the columns of a file of measured shots"),
];

/// Whether a file may name keys and columns of games.
fn may_name_games(file: &Path) -> bool {
    GAME_PAGES.iter().any(|folder| file.starts_with(folder)) || NAMING_GAMES.iter().any(|(end, _)| file.ends_with(end))
}

/// The texts in quotes of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').skip(1).step_by(2)
}

#[test]
fn only_games_and_their_pages_name_keys_and_columns_of_games() {
    let infos = tolley_session::studies::infos();
    let paths = infos.iter().flat_map(|info| info.schema.keys.iter().map(|key| key.path.to_string()));
    let columns = infos.iter().flat_map(|info| &info.tables).flat_map(|table| &table.columns);
    // a word alone may mean anything
    let columns = columns.map(|column| column.name.clone()).filter(|name| name.contains('_'));
    let names: BTreeSet<String> = paths.chain(columns).collect();
    let is_looked_at = |file: &Path| {
        let is_ours = file.starts_with("crates") && !file.starts_with("crates/xtask") && !is_in(file, &GAMES);
        is_ours && !source::is_test(file) && !file.components().any(|part| part.as_os_str() == "examples")
    };
    let mut naming = BTreeSet::new();
    for (file, text) in all_sources().into_iter().filter(|(file, _)| is_looked_at(file)) {
        for line in source::code(&text).iter().filter(|line| !line.trim_start().starts_with("//")) {
            if let Some(name) = quoted(line).find(|text| names.contains(*text)) {
                assert!(may_name_games(&file), "{} names {name}, which a role should", file.display());
                naming.insert(file.clone());
            }
        }
    }
    let is_needed = |end: &str| naming.iter().any(|file| file.ends_with(end));
    let idle: Vec<&str> = NAMING_GAMES.iter().map(|(end, _)| *end).filter(|end| !is_needed(end)).collect();
    assert!(idle.is_empty(), "these name no game any more: {idle:?}");
}
