//! What a number is of: the words, the unit and the possible range of a key, a column or a difference of two.

use tolley_dataset::Manifest;
use tolley_experiment::shown;
use tolley_experiment::table::{Column, ColumnKind};
use tolley_experiment::value::Value;

use crate::number::{self, Shown};

/// What a number is of, in the words of whoever reads the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The column or the path of the key, as files have it.
    pub name: String,
    /// In plain words, as it stands in a sentence: `points of the break`.
    pub label: String,
    /// The unit in which it is shown; empty for none.
    pub unit: String,
    /// What a value in SI is multiplied by to be shown.
    pub factor: f64,
    /// The least and the greatest value that is possible, SI; infinite where there is no end.
    pub range: [f64; 2],
    /// Whose it is, `"a"`, where it is somebody's.
    pub of: Option<String>,
}

impl Quantity {
    /// Of words alone, without a unit and without an end.
    pub fn plain(name: &str, label: &str) -> Quantity {
        let range = [f64::NEG_INFINITY, f64::INFINITY];
        Quantity { name: name.to_owned(), label: label.to_owned(), unit: String::new(), factor: 1.0, range, of: None }
    }

    /// Of a column; where a dataset is older than labels, its name stands for its label.
    pub fn of_column(column: &Column) -> Quantity {
        let shown = if column.shown.is_empty() {
            Shown::of(&column.name, &column.unit)
        } else {
            let factor = shown::factor(&column.name, &column.shown).unwrap_or(1.0);
            Shown { name: String::new(), unit: column.shown.clone(), factor }
        };
        let label = if column.label.is_empty() { column.name.replace('_', " ") } else { column.label.clone() };
        let is_share = column.kind == ColumnKind::Bool || shown.unit == "%";
        let is_count = matches!(column.kind, ColumnKind::U32 | ColumnKind::U64) || column.name.ends_with("_count");
        let range = match (is_share, is_count) {
            (true, _) => [0.0, 1.0],
            (_, true) => [0.0, f64::INFINITY],
            _ => [f64::NEG_INFINITY, f64::INFINITY],
        };
        Quantity {
            label,
            unit: shown.unit,
            factor: shown.factor,
            range,
            of: column.of.clone(),
            ..Quantity::plain(&column.name, "")
        }
    }

    /// Of a key, by its path; a key that a manifest does not describe keeps its path as its label.
    pub fn of_key(manifest: &Manifest, key: &str) -> Quantity {
        let named = |column: &Column| Quantity { name: key.to_owned(), ..Quantity::of_column(column) };
        manifest.key_column(key).map_or_else(|| Quantity::plain(key, key), named)
    }

    /// The label as it stands in a sentence: with an article, unless it is somebody's or a clause.
    pub fn noun(&self) -> String {
        let first = self.label.split(' ').next().unwrap_or_default();
        let is_clause = matches!(first, "whether" | "which" | "who" | "what" | "how" | "when" | "where" | "a" | "the");
        // player A's share
        let is_of_somebody = self.label.split(' ').take(2).any(|word| word.ends_with("'s"));
        if is_clause || is_of_somebody { self.label.clone() } else { format!("the {}", self.label) }
    }

    /// How far two of these are apart; percentages differ by percentage points.
    #[must_use]
    pub fn difference(&self) -> Quantity {
        let span = self.range[1] - self.range[0];
        let unit = if self.unit == "%" { "percentage points".to_owned() } else { self.unit.clone() };
        Quantity { unit, range: [-span, span], ..self.clone() }
    }

    /// Whether it is a share, of which no value lies below 0 or above 1.
    pub fn is_share(&self) -> bool {
        self.range == [0.0, 1.0]
    }

    /// A value with its unit: `30 degrees`, `damp`, `48.9 %`.
    pub fn value(&self, value: &Value) -> String {
        let text = number::value(value, self.factor);
        if matches!(value, Value::Number(_) | Value::Count(_)) { self.with_unit(&text) } else { text }
    }

    /// A number that is shown, with the unit behind it.
    pub fn with_unit(&self, number: &str) -> String {
        match self.unit.as_str() {
            "" => number.to_owned(),
            "deg" => format!("{number} degrees"),
            unit => format!("{number} {unit}"),
        }
    }
}
