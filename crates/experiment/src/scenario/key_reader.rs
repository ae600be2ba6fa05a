//! Reads tables of a document by their keys alone, where there is no study: those of a scene.

use crate::declare::key::{Key, Path};
use crate::declare::keys::{FieldReader, KeyTable};
use crate::declare::problem::Severity;
use crate::declare::unit;
use crate::declare::value::{Field, Kind, Value};
use crate::design::axis;
use crate::document::{Item, Node, Reader};

/// Reads a table. `silent` has the values of the keys about which it says nothing, or nothing possible.
///
/// What is impossible is noted as an error. What is unusual or has no effect under the choices of this table is noted
/// as a warning.
pub fn read<T: KeyTable>(table: &Reader<'_>, silent: &T) -> T {
    let keys = T::keys();
    let value = |key: &Key| table.item(key.path.name).and_then(|item| checked(table, key, item));
    let values: Vec<Value> =
        keys.iter().zip(silent.values()).map(|(key, silent)| value(key).unwrap_or(silent)).collect();
    for key in keys.iter().filter(|key| table.has(key.path.name)) {
        if let Some(without) = lacking(key, &keys, &values) {
            table.note(key.path.name, format!("has no effect without {without}"), Severity::Warning);
        }
    }
    T::read(&mut FieldReader::new(&values))
}

/// Reads an array of `least` to `most` numbers, each of which the key describes; `None` where it is absent or wrong.
pub fn numbers<T: KeyTable>(table: &Reader<'_>, path: Path, length: [usize; 2]) -> Option<Vec<f64>> {
    let key = T::keys().into_iter().find(|key| key.path == path)?;
    let items = table.array(path.name, length)?;
    items.iter().map(|item| checked(table, &key, item).as_ref().and_then(f64::of)).collect()
}

/// The value of a key, where it is possible.
fn checked(table: &Reader<'_>, key: &Key, item: &Item) -> Option<Value> {
    let note = |message, severity| table.note_at(item.place, key.path.name, message, severity);
    match axis::value(key, &item.node) {
        Ok(value) => {
            if let Some(message) = axis::implausible(key, &value) {
                note(message + &hint(key, item, &value), Severity::Warning);
            }
            Some(value)
        }
        Err(message) => {
            note(message, Severity::Error);
            None
        }
    }
}

/// The unit that may have been meant where a number without a unit is outside of what is plausible.
fn hint(key: &Key, item: &Item, value: &Value) -> String {
    let (Kind::Number { plausible: [low, high], .. }, Node::Number { .. }, Value::Number(number)) =
        (key.kind, &item.node, value)
    else {
        return String::new();
    };
    let is_plausible = |si: f64| (low..=high).contains(&si);
    let meant = unit::meant(*number, key.dimension(), is_plausible).filter(|_| !is_plausible(*number));
    meant.map_or_else(String::new, |meant| format!("; did you mean \"{meant}\"?"))
}

/// The choice of another key of the table that a key lacks for an effect.
fn lacking(key: &Key, keys: &[Key], values: &[Value]) -> Option<String> {
    let condition = key.only_with?;
    let other = keys.iter().position(|other| other.path == condition.key)?;
    let has_choice = matches!(&values[other], Value::Choice(choice) if *choice == condition.choice);
    (!has_choice).then(|| format!("{} = \"{}\"", condition.key, condition.choice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    crate::names! {
        /// A law.
        enum Law { Hard = "hard", Soft = "soft", }
    }

    crate::keys! {
        /// A ball.
        struct Ball in "ball" {
            /// Its law
            law: Law = Law::Hard, Design "law";
            /// Stiffness
            stiffness_pa: f64 = 1e9, Design "stiffness", in 1e6..=1e12, only_with Ball.law = Law::Soft;
            /// Radius
            radius_m: f64 = 0.01, Design "radius", in 1e-6..=1e3, plausible 1e-3..=0.2;
        }
    }

    crate::keys! {
        /// Each number of an array.
        struct Arrays in "ball" {
            /// Position
            position_m: f64 = 0.0, Design "position", in -1e5..=1e5, plausible -20.0..=20.0;
        }
    }

    /// What is noted of a table, and what is read of it.
    fn told(text: &str) -> (String, Ball, Option<Vec<f64>>) {
        let document = Document::parse("a.toml", text).expect("a document");
        let root = document.root();
        let at_m = numbers::<Arrays>(&root, crate::path!(Arrays.position_m), [2, 3]);
        let ball = read(&root, &Ball { radius_m: 0.02, ..Ball::default() });
        drop(root);
        (document.finish().unwrap_or_else(|problems| problems).to_string(), ball, at_m)
    }

    #[test]
    fn a_table_is_read_over_what_holds_where_it_is_silent() {
        let (problems, ball, _) = told("law = \"soft\"\nstiffness_pa = \"2 GPa\"");
        assert_eq!((problems.as_str(), ball.stiffness_pa, ball.radius_m), ("", 2e9, 0.02));
    }

    #[test]
    fn what_is_impossible_unusual_or_idle_is_noted_with_its_place() {
        for (text, expected) in [
            ("radius_m = -1", "1:12: error: radius_m: -1 m is impossible; allowed: 0.000001 to 1000 m"),
            (
                "radius_m = 9.5",
                "1:12: warning: radius_m: 9.5 m is unusual; plausible: 0.001 to 0.2 m; did you mean \"9.5 mm\"?",
            ),
            ("radius_m = 0.0004", "1:12: warning: radius_m: 0.0004 m is unusual; plausible: 0.001 to 0.2 m"),
            ("radius_m = \"9.5 m\"", "1:12: warning: radius_m: 9.5 m is unusual; plausible: 0.001 to 0.2 m"),
            ("stiffness_pa = 1e9", "1:16: warning: stiffness_pa: has no effect without ball.law = \"soft\""),
            ("law = \"sotf\"", "1:7: error: law: \"sotf\" is not one of: hard, soft; did you mean \"soft\"?"),
        ] {
            assert_eq!(told(text).0, format!("a.toml:{expected}"), "{text}");
        }
    }

    #[test]
    fn a_list_is_as_long_as_it_must_be_and_each_number_is_possible() {
        assert_eq!(told("position_m = [\"-50 mm\", 1, 0.25]").2, Some(vec![-0.05, 1.0, 0.25]));
        for (text, expected) in [
            ("position_m = [1]", "1:14: error: position_m: 1 numbers; 2 to 3 are needed"),
            (
                "position_m = [1, \"2e7 cm\"]",
                "1:18: error: position_m: 200000 m is impossible; allowed: -100000 to 100000 m",
            ),
        ] {
            assert_eq!(told(text).0, format!("a.toml:{expected}"));
        }
    }
}
