//! Who plays whom: a player is the values of the keys of his side in which sides or design points differ.

use tolley_experiment::plan::Plan;
use tolley_experiment::value::Value;

use crate::number::{self, Shown};

/// Players and where they play.
pub struct Players {
    /// Of each player what he is called.
    pub names: Vec<String>,
    /// Of each design point the players of both sides.
    pub at: Vec<[usize; 2]>,
    /// Axes of no side, over which matches are put together.
    pub averaged: Vec<String>,
}

/// Those of a plan, whose sides have tables of these names; why there are none.
pub fn players(plan: &Plan, sides: [&'static str; 2]) -> Result<Players, String> {
    let keys = &plan.study.schema.keys;
    let side_of = |key: usize| sides.iter().position(|side| keys[key].path.table == *side);
    let (own, averaged): (Vec<usize>, Vec<usize>) =
        plan.axis_keys().iter().copied().partition(|key| side_of(*key).is_some());
    let [a, b] = sides;
    if own.is_empty() {
        return Err(format!("no axis says who plays: sweep keys of {a} or {b}, such as {a}.policy and {b}.policy"));
    }
    // a key that both leave as it is, by default or by a preset, tells nobody apart
    let is_told = |name: &str| {
        let key = |side: &str| keys.iter().position(|key| key.path.table == side && key.path.name == name);
        sides.iter().filter_map(|side| key(side)).any(|key| plan.is_set(key))
    };
    let mut told: Vec<&'static str> = Vec::new();
    for name in (0..keys.len()).filter(|key| side_of(*key).is_some()).map(|key| keys[key].path.name) {
        if !told.contains(&name) && is_told(name) {
            told.push(name);
        }
    }
    let points = plan.grid.points();
    let values: Vec<[Vec<Option<Value>>; 2]> = (0..points)
        .map(|point| {
            let values = plan.point(point);
            sides.map(|side| told.iter().map(|name| in_force(plan, &values, side, name)).collect())
        })
        .collect();
    let first = &values[0][0];
    let differs = |at: usize| values.iter().flatten().any(|player| player[at] != first[at]);
    let of: Vec<usize> = (0..told.len()).filter(|at| differs(*at)).collect();
    let mut different: Vec<Vec<Option<Value>>> = Vec::new();
    let mut number = |player: &Vec<Option<Value>>| {
        let own: Vec<Option<Value>> = of.iter().map(|at| player[*at].clone()).collect();
        different.iter().position(|other| *other == own).unwrap_or_else(|| {
            different.push(own);
            different.len() - 1
        })
    };
    let at = values.iter().map(|[a, b]| [number(a), number(b)]).collect();
    let told: Vec<&str> = of.iter().map(|at| told[*at]).collect();
    let label = |name: &&str| {
        let key = keys.iter().find(|key| key.path.name == *name && sides.contains(&key.path.table));
        key.map_or_else(|| (*name).to_owned(), |key| key.label.clone().into_owned())
    };
    let told: Vec<(&str, String)> = told.iter().map(|name| (*name, label(name))).collect();
    let names = different.iter().map(|player| named(&told, player)).collect();
    let averaged = averaged.into_iter().map(|key| keys[key].path.to_string()).collect();
    Ok(Players { names, at, averaged })
}

/// The value of a key, if the side has it and it means something there.
fn in_force(plan: &Plan, values: &[Value], side: &str, name: &str) -> Option<Value> {
    let schema = &plan.study.schema;
    let key = schema.keys.iter().position(|key| key.path.table == side && key.path.name == name)?;
    let is_in_force = schema.keys[key].only_with.is_none_or(|condition| {
        let other = schema.find(condition.key);
        other.is_some_and(|other| matches!(&values[other], Value::Choice(choice) if *choice == condition.choice))
    });
    is_in_force.then(|| values[key].clone())
}

/// `sampled, tries 4`: choices speak for themselves, numbers and flags with their labels.
fn named(keys: &[(&str, String)], values: &[Option<Value>]) -> String {
    let one = |((key, label), value): (&(&str, String), &Option<Value>)| {
        let value = value.as_ref()?;
        let shown = Shown::of_column(key);
        Some(match value {
            Value::Choice(choice) => choice.to_string(),
            Value::Flag(flag) => format!("{label} {flag}"),
            _ => format!("{label} {} {}", number::value(value, shown.factor), shown.unit).trim_end().to_owned(),
        })
    };
    let told: Vec<String> = keys.iter().zip(values).filter_map(one).collect();
    if told.is_empty() { "the other side as it is".to_owned() } else { told.join(", ") }
}
