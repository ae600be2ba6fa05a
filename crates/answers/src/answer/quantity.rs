//! What a number is of: the words, the unit and the possible range of a key, a column or a difference of two.

use serde::{Deserialize, Serialize};
use tolley_analysis::{Comparand, measure_text};
use tolley_dataset::Manifest;
use tolley_experiment::shown;
use tolley_experiment::table::{Column, ColumnKind};
use tolley_experiment::value::Value;

use super::serial;
use crate::catalogue::{self, word};
use crate::directions::{self, Direction};
use crate::number::{self, Shown};

/// The end of a label whose values are parts of what is usual.
const USUAL: &str = ", against usual";

/// The unit in which percentages differ.
const POINTS: &str = "percentage points";

/// What a number is of, in the words of whoever reads the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[serde(with = "serial::ends")]
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

    /// Of a measure, as [`tolley_analysis::measure_text`] reads it; the first measure of the study where none is named.
    /// What cannot be read keeps its text as its label.
    pub fn of_measure(manifest: &Manifest, measure: Option<&str>) -> Quantity {
        let first = manifest.measures.first().map(|measure| measure.column.as_str());
        let name = measure.or(first).unwrap_or_default();
        let Some(text) = measure_text(name) else { return Quantity::plain(name, name) };
        let table = text
            .table
            .map_or(manifest.tables.first(), |table| manifest.tables.iter().find(|known| known.name == table));
        let column = |name: &str| table.and_then(|table| Some(&table.columns[table.index(name)?]));
        let Some(measured) = column(text.column) else { return Quantity::plain(name, &name.replace('_', " ")) };
        let own = Quantity::of_column(measured);
        let label_of = |name: &str| column(name).map_or_else(|| name.replace('_', " "), |of| of.label.clone());
        let is_flag = measured.kind == ColumnKind::Bool;
        let whole = match text.beside {
            Comparand::Is(value) => share_of(&own, &is_so(&own.label, is_flag, value)),
            Comparand::Less(less) => {
                let label = catalogue::text("value.less", &[("label", &own.label), ("other", &label_of(less))]);
                Quantity { label, ..own.difference() }
            }
            Comparand::Nothing if is_flag && own.label.starts_with("whether ") => {
                share_of(&own, &is_so(&own.label, true, "true"))
            }
            Comparand::Nothing => own,
        };
        let is_mean_of_shares = manifest.measures.iter().any(|known| known.column == name && known.counts.is_some());
        let range = if is_mean_of_shares { [0.0, 1.0] } else { whole.range };
        let label = match text.only {
            Some((only, value)) => {
                let is_flag = column(only).is_some_and(|column| column.kind == ColumnKind::Bool);
                let clause = is_so(&label_of(only), is_flag, value);
                catalogue::text("value.where", &[("label", &whole.label), ("clause", &clause)])
            }
            None => whole.label.clone(),
        };
        Quantity { name: name.to_owned(), label, range, ..whole }
    }

    /// The label as it stands in a sentence: with an article, unless it is somebody's or a clause.
    pub fn with_article(&self) -> String {
        let label = self.stem();
        let first = label.split(' ').next().unwrap_or_default();
        let is_clause = matches!(first, "whether" | "which" | "who" | "what" | "how" | "when" | "where" | "a" | "the");
        // player A's share
        let is_of_somebody = label.split(' ').take(2).any(|word| word.ends_with("'s"));
        let is_bare = is_clause || is_of_somebody;
        if is_bare { label.to_owned() } else { catalogue::text("value.the", &[("label", label)]) }
    }

    /// The label without what its values are compared with: `errors of player B`.
    pub fn stem(&self) -> &str {
        self.label.strip_suffix(USUAL).unwrap_or(&self.label)
    }

    /// Whether its values are parts of what is usual.
    pub fn is_of_usual(&self) -> bool {
        self.label.ends_with(USUAL)
    }

    /// Whether its label is a question, `when the ball is out`, before which no article stands.
    pub fn is_clause(&self) -> bool {
        const QUESTIONS: [&str; 8] = ["whether ", "what ", "which ", "when ", "who ", "where ", "how ", "why "];
        QUESTIONS.iter().any(|question| self.label.starts_with(question))
    }

    /// Whether its label is of several, `points of the break`, so that `them` stands for it.
    pub fn is_plural(&self) -> bool {
        let first = self.label.split([' ', ',']).next().unwrap_or_default();
        first.ends_with('s') && !["'s", "ss", "ways"].iter().any(|one| first.ends_with(one))
    }

    /// The same without its unit, which stands elsewhere.
    #[must_use]
    pub fn without_unit(&self) -> Quantity {
        Quantity { unit: String::new(), ..self.clone() }
    }

    /// How far two of these are apart; percentages differ by percentage points.
    #[must_use]
    pub fn difference(&self) -> Quantity {
        let span = self.range[1] - self.range[0];
        let unit = if self.unit == "%" { POINTS.to_owned() } else { self.unit.clone() };
        Quantity { unit, range: [-span, span], ..self.clone() }
    }

    /// Whether it is a share, of which no value lies below 0 or above 1.
    pub fn is_share(&self) -> bool {
        self.range == [0.0, 1.0]
    }

    /// A value with its unit: `30 degrees`, `damp`, `48.9 %`.
    pub fn value(&self, value: &Value) -> String {
        if let Value::Flag(flag) = value {
            return word(if *flag { "common.yes" } else { "common.no" }).to_owned();
        }
        if let Value::Choice(choice) = value {
            return words_of(choice);
        }
        let text = number::value(value, self.factor);
        if matches!(value, Value::Number(_) | Value::Count(_)) { self.with_unit(&text) } else { text }
    }

    /// A value where nothing else says what it is compared with, `1.25 times the usual`, or which way it goes, `12 mm
    /// left of the middle`.
    pub fn value_said(&self, value: &Value) -> String {
        if let Some((direction, number, size)) = self.directed(value) {
            return direction.value(number, &size);
        }
        let said = self.value(value);
        if self.is_of_usual() { catalogue::text("value.times_usual", &[("value", &said)]) } else { said }
    }

    /// A value as it stands in a cell, `12 mm left`.
    pub fn value_brief(&self, value: &Value) -> String {
        self.directed(value)
            .map_or_else(|| self.value(value), |(direction, number, size)| direction.brief(number, &size))
    }

    /// Which way its numbers go, where that has to be said.
    pub fn direction(&self) -> Option<&'static Direction> {
        directions::of(&self.name)
    }

    /// Which way a number goes, the number, and its size as it is shown.
    fn directed(&self, value: &Value) -> Option<(&'static Direction, f64, String)> {
        let Value::Number(number) = value else { return None };
        Some((self.direction()?, *number, self.value(&Value::Number(number.abs()))))
    }

    /// A number that is shown, with the unit behind it.
    pub fn with_unit(&self, number: &str) -> String {
        match self.unit.as_str() {
            "" => number.to_owned(),
            "deg" if number == "1" => word("value.one_degree").to_owned(),
            "deg" => catalogue::text("value.degrees", &[("number", number)]),
            POINTS if number == "1" => word("value.one_point").to_owned(),
            unit => catalogue::text("value.with_unit", &[("number", number), ("unit", unit)]),
        }
    }
}

/// A choice as people read it: `whole ball past edge`. What has a capital letter or a digit is a name, `PL-20gr`.
fn words_of(choice: &str) -> String {
    let is_of_words = choice.chars().all(|letter| letter == '-' || letter.is_lowercase());
    if is_of_words { choice.replace('-', " ") } else { choice.to_owned() }
}

/// How often something is so, of all.
fn share_of(quantity: &Quantity, so: &str) -> Quantity {
    let (label, unit) = (catalogue::text("value.how_often", &[("clause", so)]), "%".to_owned());
    Quantity { label, unit, factor: 100.0, range: [0.0, 1.0], ..quantity.clone() }
}

/// That what has this label has a value: `the shot is a foul`, `the side is 0`.
fn is_so(label: &str, is_flag: bool, value: &str) -> String {
    let clause = label.strip_prefix("whether ").or(label.strip_prefix("chance that ")).filter(|_| is_flag);
    match (clause, value) {
        (Some(clause), "true") => clause.to_owned(),
        (Some(clause), "false") => catalogue::text("value.not_so", &[("clause", clause)]),
        _ => catalogue::text("value.is", &[("label", label), ("value", value)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_usual_are_said_as_times() {
        let errors = Quantity::plain("b.error_ratio", "errors of player B, against usual");
        assert_eq!(errors.with_article(), "the errors of player B");
        assert_eq!(errors.value_said(&Value::Number(1.25)), "1.25 times the usual");
        let speed = Quantity { unit: "m/s".to_owned(), ..Quantity::plain("speed_m_s", "speed") };
        assert_eq!(speed.value_said(&Value::Number(2.0)), "2 m/s");
        assert_eq!(speed.value(&Value::Choice("whole-ball-past-edge".into())), "whole ball past edge");
        assert_eq!(speed.value(&Value::Choice("PL-20gr-1990".into())), "PL-20gr-1990");
    }
}
