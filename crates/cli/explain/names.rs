//! What the studies say of their keys and columns.

use serde_json::{Value as Json, json};
use tolley_answers::answer::Quantity;
use tolley_answers::number;
use tolley_experiment::key::{Drawn, Key};
use tolley_experiment::role::Role;
use tolley_experiment::table::{Column, ColumnKind};
use tolley_experiment::value::{Kind, Value};
use tolley_session::studies;

use super::texts;
use crate::output::wrapped;

/// So many studies are named; of more the number.
const MOST_NAMED: usize = 3;

/// A key or a column as one or several studies declare it.
pub struct NameMeaning {
    /// As files have it: `surface.rolling_friction_ratio`.
    pub name: String,
    /// Its column, which has the same label, unit and role.
    column: Column,
    /// The declaration, of a key.
    key: Option<Box<Key>>,
    /// Where it stands: studies, of columns with the table.
    places: Vec<String>,
}

/// What stands below this name, column or label, in letters of any case; where nothing does, the keys of which it is
/// the last word, `played_share` of `break.played_share`.
pub fn find(typed: &str) -> Vec<NameMeaning> {
    let typed = typed.to_lowercase();
    let is_meant = |name: &NameMeaning| {
        [name.name.as_str(), name.column.name.as_str(), name.label()].iter().any(|known| known.to_lowercase() == typed)
    };
    let is_last_word = |name: &NameMeaning| name.name.rsplit('.').next().is_some_and(|last| last == typed);
    let (meant, others): (Vec<NameMeaning>, Vec<NameMeaning>) = all().into_iter().partition(is_meant);
    if meant.is_empty() { others.into_iter().filter(is_last_word).collect() } else { meant }
}

/// All names of all studies; what several of them declare alike stands there once.
pub fn all() -> Vec<NameMeaning> {
    let mut names: Vec<NameMeaning> = Vec::new();
    for study in studies::infos() {
        for key in &study.schema.keys {
            let place = study.name.to_owned();
            let (name, column) = (key.path.to_string(), Column::of_key(key));
            add(&mut names, NameMeaning { name, column, key: Some(Box::new(key.clone())), places: vec![place] });
        }
        for (table, column) in study.tables.iter().flat_map(|table| table.columns.iter().map(move |of| (table, of))) {
            let place = format!("{} of {}", table.name, study.name);
            let name = column.name.clone();
            add(&mut names, NameMeaning { name, column: column.clone(), key: None, places: vec![place] });
        }
    }
    names
}

/// Adds a name, or its place to the one that is declared alike.
fn add(names: &mut Vec<NameMeaning>, name: NameMeaning) {
    match names.iter_mut().find(|known| known.is_alike(&name)) {
        Some(known) => known.places.extend(name.places),
        None => names.push(name),
    }
}

impl NameMeaning {
    /// In plain words.
    pub fn label(&self) -> &str {
        &self.column.label
    }

    /// Whether each of these words stands in its name or its label.
    pub fn has_words(&self, typed: &str) -> bool {
        let own = format!("{} {}", self.name, self.label()).to_lowercase();
        typed.to_lowercase().split_whitespace().all(|word| own.contains(word))
    }

    fn is_alike(&self, other: &NameMeaning) -> bool {
        let default = |name: &NameMeaning| name.key.as_ref().map(|key| (key.default.clone(), key.kind));
        let is_same_column = self.name == other.name && self.column == other.column;
        is_same_column && default(self) == default(other)
    }

    fn quantity(&self) -> Quantity {
        Quantity::of_column(&self.column)
    }

    /// Why nobody has measured it; of a key that has a source, or is a choice, none.
    fn assumption(&self) -> Option<&'static str> {
        self.key.as_ref().and_then(|key| key.assumption)
    }

    /// For people.
    pub fn text(&self) -> String {
        let head = if self.label().is_empty() { &self.name } else { self.label() };
        let places = match self.places.len() {
            count if count > MOST_NAMED => format!("{} and {} more", self.places[0], count - 1),
            _ => self.places.join(", "),
        };
        let kind = if self.key.is_some() { "key" } else { "column" };
        let where_it_is = format!("{}, a {kind} of {places}", self.name);
        let mut text = format!("{head}\n  {}\n", wrapped(&where_it_is, texts::WIDTH, "  "));
        text += &format!("  {}\n\n", wrapped(&sentence(&self.column.about), texts::WIDTH, "  "));
        let facts = self.facts();
        let width = facts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let indent = format!("\n{}", " ".repeat(width + 4));
        for (name, fact) in facts {
            let lines = wrapped(&fact, texts::WIDTH - width - 4, "").replace('\n', &indent);
            text += &format!("  {name:<width$}  {lines}\n");
        }
        text
    }

    /// What is known of it, a line each.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let quantity = self.quantity();
        let mut facts = Vec::new();
        if let Some(role) = self.column.role {
            let of = self.column.of.as_deref().map(|of| format!(", of {}", texts::owner(of)));
            facts.push(("part", texts::part(role).to_owned() + &of.unwrap_or_default()));
        }
        facts.extend(self.unit_text(&quantity).map(|unit| ("unit", unit)));
        if let Some(key) = &self.key {
            facts.extend(facts_of_key(key, &quantity));
        }
        facts
    }

    /// In which unit people read it, and in which files have it; a name has none.
    fn unit_text(&self, quantity: &Quantity) -> Option<String> {
        let is_flag = self.column.kind == ColumnKind::Bool;
        if matches!(self.column.kind, ColumnKind::Name { .. }) || (is_flag && self.key.is_some()) {
            return None;
        }
        Some(match (quantity.unit.as_str(), self.column.unit.as_str()) {
            ("%", _) if is_flag => "% of trials; files have true and false".to_owned(),
            ("", _) => "none".to_owned(),
            (shown, "") => format!("shown in {shown}"),
            (shown, si) if shown == si => shown.to_owned(),
            (shown, si) => format!("shown in {shown}; a bare number in a file is in {si}"),
        })
    }

    /// For programs; values in SI.
    pub fn json(&self) -> Json {
        let column = &self.column;
        let strata = column.strata.as_ref().map(|strata| {
            let values: Json = strata.values.iter().map(value_json).collect();
            json!({ "values": values, "basis": strata.basis, "when": strata.when })
        });
        let range = self.key.as_ref().and_then(|key| match key.kind {
            Kind::Number { possible, plausible } => Some(json!({ "possible": possible, "plausible": plausible })),
            Kind::Count { possible, plausible } => Some(json!({ "possible": possible, "plausible": plausible })),
            Kind::Choice(choices) => Some(json!({ "choices": choices })),
            Kind::Flag => None,
        });
        json!({
            "name": self.name, "is_key": self.key.is_some(), "column": column.name, "label": column.label,
            "about": column.about, "unit": column.unit, "shown": self.quantity().unit,
            "role": column.role.map(Role::name), "of": column.of,
            "default": self.key.as_ref().map(|key| value_json(&key.default)), "range": range, "strata": strata,
            "clause": self.key.as_ref().and_then(|key| key.clause), "is_assumed": self.assumption().is_some(),
            "assumption": self.assumption(), "places": self.places,
        })
    }
}

/// What is known of a key besides its label, part and unit.
fn facts_of_key(key: &Key, quantity: &Quantity) -> Vec<(&'static str, String)> {
    let mut facts = vec![("default", quantity.value(&key.default))];
    let ends =
        |low: Value, high: Value| format!("{} to {}", number::value(&low, quantity.factor), quantity.value(&high));
    match key.kind {
        Kind::Number { possible, plausible } => {
            let between = |[low, high]: [f64; 2]| ends(Value::Number(low), Value::Number(high));
            if possible != plausible {
                facts.push(("plausible", between(plausible)));
            }
            facts.push(("possible", between(possible)));
        }
        Kind::Count { possible, plausible } => {
            let between = |[low, high]: [u64; 2]| ends(Value::Count(low), Value::Count(high));
            if possible != plausible {
                facts.push(("plausible", between(plausible)));
            }
            facts.push(("possible", between(possible)));
        }
        Kind::Choice(choices) => {
            let about = |at: usize| key.choices_about.get(at).filter(|about| !about.is_empty());
            let choice = |(at, choice): (usize, &&str)| match about(at) {
                Some(about) => format!("{choice} ({})", about.trim_end_matches('.')),
                None => (*choice).to_owned(),
            };
            facts.push(("choices", choices.iter().enumerate().map(choice).collect::<Vec<_>>().join("; ")));
        }
        Kind::Flag => {}
    }
    if let Some(strata) = &key.strata {
        let values: Vec<String> = strata.values.iter().map(|value| quantity.value(value)).collect();
        let mut played = format!("{}, each by itself ({})", values.join(", "), strata.basis);
        if let Some(when) = key.strata_when() {
            played += &format!("; only where {when}");
        }
        facts.push(("played", played));
    } else if let Some(why) = key.no_strata {
        facts.push(("played", format!("at the default alone: {why}")));
    }
    facts.push((
        "measured",
        match key.assumption {
            Some(why) => format!("no: {why}"),
            None => "it is no assumption: it has a source, or is yours to choose".to_owned(),
        },
    ));
    if let Drawn::Nothing(why) = &key.drawn {
        facts.push(("drawn", format!("never by tolley ask depends: {why}")));
    }
    if let Some(condition) = key.only_with {
        facts.push(("needs", format!("{} = \"{}\"", condition.key, condition.choice)));
    }
    if let Some(clause) = key.clause {
        facts.push(("clause", clause.to_owned()));
    }
    if key.sets.iter().any(|sets| !sets.is_empty()) {
        facts.push(("sets", "other keys, which tolley list STUDY prints; a key that is set wins".to_owned()));
    }
    facts
}

fn value_json(value: &Value) -> Json {
    match value {
        Value::Number(number) => json!(number),
        Value::Count(count) => json!(count),
        Value::Flag(flag) => json!(flag),
        Value::Choice(choice) => json!(choice.to_string()),
    }
}

/// A sentence with its full stop.
fn sentence(about: &str) -> String {
    if about.ends_with('.') { about.to_owned() } else { format!("{about}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_by_its_last_word_where_nothing_else_is_called_so() {
        let found = |typed: &str| find(typed).into_iter().map(|name| name.name).collect::<Vec<String>>();
        assert_eq!(found("played_share"), ["break.played_share"]);
        assert_eq!(found("Played_Share"), ["break.played_share"]);
        assert_eq!(found("break.played_share"), ["break.played_share"]);
        assert!(found("played").is_empty());
    }
}
