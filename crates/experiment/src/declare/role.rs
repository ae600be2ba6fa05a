//! What part a key or a column plays, and the values between which nobody has decided.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::declare::value::Value;

crate::names! {
    /// What part a key or a column plays.
    #[derive(PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Role {
        Outcome = "outcome": "What a trial shows.",
        Ground = "ground": "What the world is like: given to all, and mostly not measured.",
        Bookkeeping = "bookkeeping": "What counts, numbers or says how; it is no matter of the game.",
        Law = "law": "What the laws fix.",
        Skill = "skill": "How well somebody plays.",
        Design = "design": "What whoever asks the question sets.",
        Choice = "choice": "What a player may choose.",
        Side = "side": "What one side has and another has not.",
        Seat = "seat": "Who sits where, or begins.",
    }
}

/// The choice of a key of [`Role::Seat`] by which a trial is two matches with exchanged seats.
pub const BOTH_SEATS: &str = "both";

/// The tables of two sides, of the tables of keys and whose these are; `None` where there are not two sides.
pub fn two_sides<'k>(keys: impl Iterator<Item = (&'k str, &'k str)>) -> Option<[&'k str; 2]> {
    let tables: BTreeMap<&str, &str> = keys.map(|(table, whose)| (whose, table)).collect();
    <[&str; 2]>::try_from(tables.into_values().collect::<Vec<_>>()).ok()
}

/// The values of what nobody has measured, for each of which a result is told by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strata {
    /// From the lowest to the highest; the default is one of them.
    pub values: Vec<Value>,
    /// Why these.
    pub basis: String,
    /// When they matter, `"surface.size_law=power"`, several conditions joined by ` or `; in words what no key says;
    /// always where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
}

impl Strata {
    /// A low value, the default and a high one, of which some may be the same.
    pub(crate) fn new(low: Value, default: Value, high: Value) -> Strata {
        let basis = if matches!(low, Value::Choice(_) | Value::Flag(_)) { "the choices" } else { "plausible range" };
        let mut values = vec![low, default, high];
        values.dedup();
        Strata { values, basis: basis.to_owned(), when: None }
    }

    /// The same with what a declaration says of them, where it says anything.
    #[must_use]
    pub fn with_reasons(self, basis: &str, when: &str) -> Strata {
        let basis = if basis.is_empty() { self.basis } else { basis.to_owned() };
        Strata { basis, when: (!when.is_empty()).then(|| when.to_owned()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_the_tables_of_two_of_whom_keys_are() {
        let keys = [("p", "a"), ("q", "b"), ("p", "a"), ("q", "b")];
        assert_eq!(two_sides(keys.into_iter()), Some(["p", "q"]));
        assert_eq!(two_sides(keys[..1].iter().copied()), None);
        assert_eq!(two_sides([].into_iter()), None);
    }
}
