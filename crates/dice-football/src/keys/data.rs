//! The files that describe the board and the dice, and how they become keys of a scenario.

use std::path::Path;

use tolley_experiment::document::{Document, Node, Reader, not_a_choice};
use tolley_experiment::key::{Key, Set};
use tolley_experiment::keys::{FieldReader, KeyTable};
use tolley_experiment::names::{Named, from_name};
use tolley_experiment::problem::{Problems, Severity};
use tolley_experiment::value::{Field as _, Kind, Value};

use super::board::Board;
use super::checks;
use super::dice::{Dice, DiceKeys, DiceSource, DieVisitor};
use super::field::{COLUMNS, Field, ROWS};

/// The board that is used when nothing else is said.
pub const BOARD: &str = include_str!("../../data/board.toml");
/// The dice that are used when nothing else is said.
pub const DICE: &str = include_str!("../../data/dice.toml");

/// Reads a file of dice: what its keys are set to, and what breaks N2 to N9; what is impossible is an error.
pub fn read_dice(path: &Path) -> Result<(Vec<Set>, Problems), Problems> {
    dice_of(Document::read(path)?)
}

/// As [`read_dice`], from a text; `file` is how messages name it.
///
/// ```
/// use tolley_dice_football::keys::data;
/// let text = data::DICE.replace("\"recovery\"", "\"miracle\"");
/// let refused = data::parse_dice("mine.toml", &text).expect_err("a face that no die has");
/// assert!(refused.to_string().contains("N9: \"miracle\" is not one of: bomb"));
/// ```
pub fn parse_dice(file: &str, text: &str) -> Result<(Vec<Set>, Problems), Problems> {
    dice_of(Document::parse(file, text)?)
}

/// Reads a file of the board.
pub fn read_board(path: &Path) -> Result<(Vec<Set>, Problems), Problems> {
    board_of(Document::read(path)?)
}

/// As [`read_board`], from a text.
pub fn parse_board(file: &str, text: &str) -> Result<(Vec<Set>, Problems), Problems> {
    board_of(Document::parse(file, text)?)
}

fn dice_of(document: Document) -> Result<(Vec<Set>, Problems), Problems> {
    let root = document.root();
    let mut keys = DiceKeys { source: DiceSource::Given, ..DiceKeys::default() };
    keys.each(&mut FileOfDice { document: &document, root: &root });
    root.finish();
    if !document.has_error() {
        // no die is without weight
        for violation in Dice::new(&keys).iter().flat_map(checks::violations) {
            let message = format!("{}: expected of the real dice: {}", violation.id, violation.message);
            root.note(violation.die, message, Severity::Warning);
        }
    }
    let sets = DiceKeys::keys().into_iter().zip(keys.values());
    let sets = sets.map(|(key, value)| Set { key: key.path, value }).collect();
    document.finish().map(|warnings| (sets, warnings))
}

struct FileOfDice<'d> {
    document: &'d Document,
    root: &'d Reader<'d>,
}

impl DieVisitor for FileOfDice<'_> {
    fn die<F: Named>(
        &mut self,
        name: &'static str,
        weights_name: &'static str,
        faces: [&mut F; 6],
        weights: [&mut f64; 6],
    ) {
        self.faces(name, faces);
        if self.root.has(weights_name) {
            self.weights(weights_name, weights);
        } else {
            weights.into_iter().for_each(|weight| *weight = 1.0);
        }
    }
}

impl FileOfDice<'_> {
    fn faces<F: Named>(&self, die: &'static str, faces: [&mut F; 6]) {
        let Some(item) = self.root.item(die) else {
            return self.root.wrong(die, "DF-parts: the die is missing; it has six faces");
        };
        let Node::List(items) = &item.node else {
            let shown = item.node.shown();
            return self.root.wrong(die, format!("DF-parts: {shown} is not an array of six faces"));
        };
        if items.len() != faces.len() {
            return self.root.wrong(die, format!("DF-parts: {} faces; a die has six", items.len()));
        }
        for (face, item) in faces.into_iter().zip(items) {
            match named_face(die, &item.node) {
                Ok(found) => *face = found,
                Err(message) => self.document.note(item.place, die, message, Severity::Error),
            }
        }
    }

    fn weights(&self, name: &'static str, weights: [&mut f64; 6]) {
        let Some(found) = self.root.numbers(name, [6, 6], [0.0, 1e6]) else { return };
        if found.iter().sum::<f64>() <= 0.0 {
            self.root.wrong(name, "DF-parts: one of the weights must be positive");
        }
        weights.into_iter().zip(found).for_each(|(weight, found)| *weight = found);
    }
}

/// The face that is named, or what is wrong with it.
fn named_face<F: Named>(die: &str, node: &Node) -> Result<F, String> {
    let Node::Text(text) = node else {
        return Err(format!("DF-parts: {} is not the name of a face", node.shown()));
    };
    from_name(text).ok_or_else(|| match die {
        "control" | "pass" | "cross" => {
            let allowed = "one arrow (F D S B), one number (1 to 6), at most one of ? and X";
            format!("N1: {} is not a face; {allowed}", node.shown())
        }
        "champion" => format!("N9: {}", not_a_choice(text, F::NAMES)),
        _ => format!("N8: {}", not_a_choice(text, F::NAMES)),
    })
}

fn board_of(document: Document) -> Result<(Vec<Set>, Problems), Problems> {
    let root = document.root();
    for (name, size) in [("columns", COLUMNS), ("rows", ROWS)] {
        if !root.has(name) {
            root.wrong(name, format!("DF-parts: the key is missing; the board has {size} {name}"));
        } else if root.number(name, [1.0, 100.0]).is_some_and(|found| found != f64::from(size)) {
            root.wrong(name, format!("DF-parts: the board has {size} {name}"));
        }
    }
    let mut sets = Vec::new();
    for key in Board::keys() {
        let value = match key.kind {
            Kind::Count { possible, .. } => row(&root, &key, possible),
            _ => field(&root, &key),
        };
        sets.extend(value.map(|value| Set { key: key.path, value }));
    }
    root.finish();
    if !document.has_error() {
        let values: Vec<Value> = sets.iter().map(|set| set.value.clone()).collect();
        for fault in Board::read(&mut FieldReader::new(&values)).check().err().unwrap_or_default() {
            root.wrong(fault.path.name, format!("DF-parts: {}", fault.message));
        }
    }
    document.finish().map(|warnings| (sets, warnings))
}

/// What a key of the board is, and the clause that needs it.
fn meaning(key: &Key) -> String {
    key.clause.map_or_else(|| key.about.to_owned(), |clause| format!("{clause}: {}", key.about))
}

fn field(root: &Reader<'_>, key: &Key) -> Option<Value> {
    let name = key.path.name;
    if !root.has(name) {
        root.wrong(name, format!("the field is missing: {}, [row, column]", meaning(key)));
        return None;
    }
    let at = root.numbers(name, [2, 2], [1.0, f64::from(ROWS)])?;
    let is_whole = at.iter().all(|number| number.fract() == 0.0);
    let field = Field::at(at[0] as i8, at[1] as i8).filter(|_| is_whole);
    if field.is_none() {
        root.wrong(name, "DF-parts: is not a field of the board: rows 1 to 11, columns 1 to 5");
    }
    Some(field?.value())
}

fn row(root: &Reader<'_>, key: &Key, [low, high]: [u64; 2]) -> Option<Value> {
    let name = key.path.name;
    if !root.has(name) {
        root.wrong(name, format!("the row is missing: {}", meaning(key)));
        return None;
    }
    let row = root.number(name, [low as f64, high as f64])?;
    if row.fract() != 0.0 {
        root.wrong(name, format!("{}: is not a whole number", meaning(key)));
    }
    Some(Value::Count(row as u64))
}

#[cfg(test)]
mod tests {
    use tolley_experiment::path;

    use super::*;

    /// The defaults of a table, as sets.
    fn defaults<T: KeyTable>() -> Vec<Set> {
        T::keys().into_iter().map(|key| Set { key: key.path, value: key.default }).collect()
    }

    #[test]
    fn what_the_embedded_files_say_are_the_defaults() {
        let (dice, warnings) = parse_dice("dice.toml", DICE).expect("a good file");
        assert_eq!((dice[0].key, dice[0].value.to_string()), (path!(DiceKeys.source), "\"given\"".to_owned()));
        assert_eq!((&dice[1..], warnings.0), (&defaults::<DiceKeys>()[1..], Vec::new()));
        let (board, warnings) = parse_board("board.toml", BOARD).expect("a good file");
        assert_eq!((board, warnings.0), (defaults::<Board>(), Vec::new()));
    }

    #[test]
    fn what_a_file_says_is_set() {
        let heavy = DICE.replace("keeper ", "keeper_weights = [1, 1, 1, 1, 1, 4]\nkeeper ");
        let (sets, _) = parse_dice("dice.toml", &heavy).expect("a good file");
        let is_changed = |set: &Set| set.key != path!(DiceKeys.source) && !defaults::<DiceKeys>().contains(set);
        let changed: Vec<Set> = sets.into_iter().filter(is_changed).collect();
        let [set] = changed.as_slice() else { panic!("one key is set: {changed:?}") };
        assert_eq!((set.key.to_string().as_str(), &set.value), ("dice.keeper_weight_6", &Value::Number(4.0)));
        let low = BOARD.replace("[9, 3]              # (assumed)", "[8, 3]");
        let (sets, _) = parse_board("board.toml", &low).expect("a good file");
        let changed: Vec<Set> = sets.into_iter().filter(|set| !defaults::<Board>().contains(set)).collect();
        let [set] = changed.as_slice() else { panic!("one key is set: {changed:?}") };
        assert_eq!((set.key.to_string(), &set.value), ("board.punched".to_owned(), &Value::Choice("8-3".into())));
    }
}
