//! The files that describe the board and the dice, and how they become keys of a scenario.

use std::path::Path;
use std::sync::LazyLock;

use tolley_experiment::document::{Document, Node, Reader, not_a_choice};
use tolley_experiment::key::Value;
use tolley_experiment::problem::{Problems, Severity};

use crate::board::{Board, field_name, named};
use crate::checks;
use crate::dice::{Champion, Defend, Dice, Die, Face, Keeper, NAMES, Penalty, Shot};
use crate::field::{COLUMNS, Field, ROWS};

/// What a file says, as values of scenario keys.
pub type Sets = Vec<(&'static str, Value)>;

/// The board that is used when nothing else is said.
pub const BOARD: &str = include_str!("../data/board.toml");
/// The dice that are used when nothing else is said.
pub const DICE: &str = include_str!("../data/dice.toml");

/// Names of all fields, `"6-3"`.
pub(crate) static FIELD_NAMES: LazyLock<&'static [&'static str]> =
    LazyLock::new(|| leaked(Field::all().map(field_name)));
/// Names of all faces of arrow dice, `"F2?"`.
pub(crate) static ARROW_NAMES: LazyLock<&'static [&'static str]> =
    LazyLock::new(|| leaked(Face::all().map(|face| face.to_string())));

/// Made once, kept for ever: names of keys and choices are static.
pub(crate) fn leaked(names: impl Iterator<Item = String>) -> &'static [&'static str] {
    Vec::leak(names.map(|name| &*String::leak(name)).collect())
}

/// The faces that a die may have.
pub(crate) fn choices(die: usize) -> &'static [&'static str] {
    match die {
        0..=2 => *ARROW_NAMES,
        3 => Shot::NAMES,
        4 => Defend::NAMES,
        5 => Keeper::NAMES,
        6 => Penalty::NAMES,
        _ => Champion::NAMES,
    }
}

/// Paths of the twelve keys of a die: six faces, six weights.
pub(crate) static DIE_PATHS: LazyLock<Vec<[[&'static str; 6]; 2]>> = LazyLock::new(|| {
    let path = |text: String| -> &'static str { String::leak(text) };
    let faces = |die: &str| [1, 2, 3, 4, 5, 6].map(|i| path(format!("dice.{die}_{i}")));
    let weights = |die: &str| [1, 2, 3, 4, 5, 6].map(|i| path(format!("dice.{die}_weight_{i}")));
    NAMES.iter().map(|die| [faces(die), weights(die)]).collect()
});

/// Reads a file of dice; what is impossible is an error, what breaks N2 to N9 a warning.
pub fn read_dice(path: &Path) -> Result<(Sets, Problems), Problems> {
    dice_of(Document::read(path)?)
}

/// As [`read_dice`], from a text; `file` is how messages name it.
pub fn parse_dice(file: &str, text: &str) -> Result<(Sets, Problems), Problems> {
    dice_of(Document::parse(file, text)?)
}

/// Reads a file of the board.
pub fn read_board(path: &Path) -> Result<(Sets, Problems), Problems> {
    board_of(Document::read(path)?)
}

/// As [`read_board`], from a text.
pub fn parse_board(file: &str, text: &str) -> Result<(Sets, Problems), Problems> {
    board_of(Document::parse(file, text)?)
}

const WEIGHT_NAMES: [&str; 8] = [
    "control_weights",
    "pass_weights",
    "cross_weights",
    "shot_weights",
    "defend_weights",
    "keeper_weights",
    "penalty_weights",
    "champion_weights",
];

fn dice_of(document: Document) -> Result<(Sets, Problems), Problems> {
    let root = document.root();
    let mut sets = Sets::new();
    let mut found = Vec::new();
    for (die, name) in NAMES.into_iter().enumerate() {
        let faces = faces(&document, &root, name, choices(die));
        let weights = if root.has(WEIGHT_NAMES[die]) { weights(&root, die) } else { Some([1.0; 6]) };
        if let (Some(faces), Some(weights)) = (faces, weights) {
            let [paths, weight_paths] = DIE_PATHS[die];
            sets.extend(paths.into_iter().zip(faces.map(Value::Choice)));
            sets.extend(weight_paths.into_iter().zip(weights.map(Value::Number)));
            found.push((faces, weights));
        }
    }
    root.finish();
    if found.len() == NAMES.len() {
        for broken in checks::broken(&dice(&found)) {
            let place = root.item(broken.die).map_or((1, 1), |item| item.place);
            let message = format!("{}: expected of the real dice: {}", broken.id, broken.message);
            document.note(place, broken.die, message, Severity::Warning);
        }
    }
    document.finish().map(|warnings| (sets, warnings))
}

fn faces(
    document: &Document,
    root: &Reader<'_>,
    die: &'static str,
    choices: &'static [&'static str],
) -> Option<[&'static str; 6]> {
    let Some(item) = root.item(die) else {
        root.wrong(die, "DF-parts: the die is missing; it has six faces");
        return None;
    };
    let Node::List(items) = &item.node else {
        root.wrong(die, format!("DF-parts: {} is not an array of six faces", item.node.shown()));
        return None;
    };
    if items.len() != 6 {
        root.wrong(die, format!("DF-parts: {} faces; a die has six", items.len()));
        return None;
    }
    let mut faces = [""; 6];
    for (face, item) in faces.iter_mut().zip(items) {
        let known = |text: &str| choices.iter().find(|choice| **choice == text).copied();
        let message = match &item.node {
            Node::Text(text) => match known(text) {
                Some(name) => {
                    *face = name;
                    continue;
                }
                None if choices == *ARROW_NAMES => {
                    let shown = item.node.shown();
                    format!("N1: {shown} is no face; one arrow (F D S B), one number (1 to 6), at most one of ? and X")
                }
                None if choices == Champion::NAMES => format!("N9: {}", not_a_choice(text, choices)),
                None => format!("N8: {}", not_a_choice(text, choices)),
            },
            other => format!("DF-parts: {} is no name of a face", other.shown()),
        };
        document.note(item.place, die, message, Severity::Error);
    }
    faces.iter().all(|face| !face.is_empty()).then_some(faces)
}

fn weights(root: &Reader<'_>, die: usize) -> Option<[f64; 6]> {
    let weights = root.numbers(WEIGHT_NAMES[die], [6, 6], [0.0, 1e6])?;
    let weights: [f64; 6] = weights.try_into().ok()?;
    if weights.iter().sum::<f64>() <= 0.0 {
        root.wrong(WEIGHT_NAMES[die], "DF-parts: one of the weights must be positive");
        return None;
    }
    Some(weights)
}

/// The dice of eight lists of face names, which must be known.
pub(crate) fn dice(found: &[([&'static str; 6], [f64; 6])]) -> Dice {
    fn die<F: Copy + PartialEq>((names, weights): &([&'static str; 6], [f64; 6]), of: fn(&str) -> Option<F>) -> Die<F> {
        let known = |name| of(name).unwrap_or_else(|| panic!("the schema has a face {name} that no die has"));
        Die::new(names.map(known), *weights)
    }
    let arrow = |at: usize| die(&found[at], Face::parse);
    Dice {
        arrows: [arrow(0), arrow(1), arrow(2)],
        shot: die(&found[3], Shot::parse),
        defend: die(&found[4], Defend::parse),
        keeper: die(&found[5], Keeper::parse),
        penalty: die(&found[6], Penalty::parse),
        champion: die(&found[7], Champion::parse),
    }
}

/// Single fields of a board file, with the key of each.
pub(crate) const BOARD_FIELDS: [(&str, &str, &str); 17] = [
    ("centre", "board.centre", "DF-setup-kickoff: field of the kick-off"),
    ("goal_mouth", "board.goal_mouth", "DF-shot-box-on: field before the goal attacked"),
    ("area_from", "board.area_from", "DF-def-foul: first field of the penalty area, a rectangle"),
    ("area_to", "board.area_to", "DF-def-foul: last field of the penalty area"),
    (
        "own_goal_first",
        "board.own_goal_first",
        "DF-def-own-goal: a field on which the defender may score against himself",
    ),
    (
        "own_goal_second",
        "board.own_goal_second",
        "DF-def-own-goal: another field on which the defender may score against himself",
    ),
    ("goal_kick", "board.goal_kick", "DF-goalkick: field of the goal kick, or its mirror image"),
    ("keeper_kick_first", "board.keeper_kick_first", "DF-goalkick: a field of the keeper's kick"),
    ("keeper_kick_second", "board.keeper_kick_second", "DF-goalkick: another field of the keeper's kick"),
    ("post", "board.post", "DF-shot-box-post: field to which the ball comes back from a post"),
    ("punched", "board.punched", "DF-keep-punched: field to which the keeper punches"),
    ("far_landing", "board.far_landing", "DF-dfk: field on which a free kick from area P lands"),
    ("assist_landing", "board.assist_landing", "DF-champ-assist: field on which the champion's assist lands"),
    ("landing_9_1", "board.landing_9_1", "DF-shot-out-on: field on which a shot from (9,1) lands"),
    ("landing_9_2", "board.landing_9_2", "DF-shot-out-on: field on which a shot from (9,2) lands"),
    ("landing_9_3", "board.landing_9_3", "DF-shot-out-on: field on which a shot from (9,3) lands"),
    ("landing_10_1", "board.landing_10_1", "DF-shot-out-on: field on which a shot from (10,1) lands"),
];

fn board_of(document: Document) -> Result<(Sets, Problems), Problems> {
    let root = document.root();
    let mut sets = Sets::new();
    for (name, size) in [("columns", COLUMNS), ("rows", ROWS)] {
        if !root.has(name) {
            root.wrong(name, format!("DF-parts: the key is missing; the board has {size} {name}"));
        } else if root.number(name, [1.0, 100.0]).is_some_and(|found| found != f64::from(size)) {
            root.wrong(name, format!("DF-parts: the board has {size} {name}"));
        }
    }
    for (name, path, about) in BOARD_FIELDS {
        if !root.has(name) {
            root.wrong(name, format!("the field is missing: {about}, [row, column]"));
            continue;
        }
        let Some(at) = root.numbers(name, [2, 2], [1.0, 11.0]) else { continue };
        let whole = at.iter().all(|number| number.fract() == 0.0);
        match Field::at(at[0] as i8, at[1] as i8).filter(|_| whole) {
            Some(field) => sets.push((path, Value::Choice(FIELD_NAMES[field.index()]))),
            None => root.wrong(name, "DF-parts: no field of the board: rows 1 to 11, columns 1 to 5"),
        }
    }
    match root.number("zone_row", [2.0, 11.0]) {
        Some(row) if row.fract() == 0.0 => sets.push(("board.zone_row", Value::Count(row as u64))),
        Some(_) => root.wrong("zone_row", "DF-shot-zone: is not a whole number"),
        None if root.has("zone_row") => {}
        None => root.wrong("zone_row", "DF-shot-zone: the key is missing: the first row from which one may shoot"),
    }
    root.finish();
    if !document.has_error() {
        whole(&root, &sets);
    }
    document.finish().map(|warnings| (sets, warnings))
}

/// What joins several fields of a board.
fn whole(root: &Reader<'_>, sets: &Sets) {
    let value = |path: &str| sets.iter().find(|(known, _)| *known == path).map(|(_, value)| *value);
    let field = |path: &str| match value(path) {
        Some(Value::Choice(name)) => named(name),
        other => panic!("a board without errors has {path}, not {other:?}"),
    };
    let Some(Value::Count(zone_row)) = value("board.zone_row") else { return };
    for fault in Board::of(&field, zone_row as u8).err().unwrap_or_default() {
        root.wrong(fault.path.trim_start_matches("board."), format!("DF-parts: {}", fault.message));
    }
}
