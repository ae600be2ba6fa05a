//! Points of a design that are left out, by the values of their axes.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::declare::value::Value;

/// Points of a design, excluded ones counted, of which any may be excluded: each is looked at once.
pub const MOST_POINTS: u64 = 10_000_000;

/// A point is left out when all of these hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Exclusion(pub Vec<Term>);

/// A condition on one axis: one of some values, or a number between ends that are included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Path of the axis' key.
    pub key: String,
    /// The values; empty where it is a range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
    /// Least number; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Greatest number; absent where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

impl Exclusion {
    /// Whether a point with these values is left out.
    pub(crate) fn holds<'a>(&self, value: impl Fn(&str) -> Option<Cow<'a, Value>>) -> bool {
        self.0.iter().all(|term| value(&term.key).is_some_and(|value| term.holds(&value)))
    }
}

impl Term {
    fn holds(&self, value: &Value) -> bool {
        if !self.values.is_empty() {
            return self.values.contains(value);
        }
        let number = match value {
            Value::Number(number) => *number,
            Value::Count(count) => *count as f64,
            Value::Flag(_) | Value::Choice(_) => return false,
        };
        self.min.is_none_or(|min| min <= number) && self.max.is_none_or(|max| number <= max)
    }
}

/// What is wrong with exclusions of a design of so many points.
pub(crate) fn check(exclude: &[Exclusion], points: u128, is_axis: impl Fn(&str) -> bool) -> Result<(), String> {
    if exclude.is_empty() {
        return Ok(());
    }
    if points > u128::from(MOST_POINTS) {
        return Err(format!("{points} points; with exclusions at most {MOST_POINTS}"));
    }
    for term in exclude.iter().flat_map(|exclusion| &exclusion.0) {
        if !is_axis(&term.key) {
            return Err(format!("an exclusion names {}, which is no axis", term.key));
        }
        if term.values.is_empty() && term.min.is_none() && term.max.is_none() {
            return Err(format!("an exclusion says nothing of {}", term.key));
        }
    }
    let is_empty = exclude.iter().any(|exclusion| exclusion.0.is_empty());
    if is_empty { Err("an exclusion names no axis".to_owned()) } else { Ok(()) }
}

/// Which points of a design are kept: a bit each, and the count before every 64.
#[derive(Debug)]
pub(crate) struct Kept {
    bits: Vec<u64>,
    before: Vec<u32>,
    count: u64,
}

impl Kept {
    pub(crate) fn of(points: u64, is_kept: impl Fn(u64) -> bool) -> Kept {
        let mut kept = Kept { bits: Vec::new(), before: Vec::new(), count: 0 };
        for first in (0..points).step_by(64) {
            let bit = |point: u64| u64::from(is_kept(point)) << (point - first);
            let bits = (first..points.min(first + 64)).map(bit).sum::<u64>();
            kept.before.push(kept.count as u32);
            kept.bits.push(bits);
            kept.count += u64::from(bits.count_ones());
        }
        kept
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The number in the design of the `number`-th point that is kept.
    pub(crate) fn at(&self, number: u64) -> u64 {
        let word = self.before.partition_point(|before| u64::from(*before) <= number) - 1;
        let mut bits = self.bits[word];
        for _ in u64::from(self.before[word])..number {
            bits &= bits - 1;
        }
        64 * word as u64 + u64::from(bits.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_points_are_found_by_their_number() {
        for is_kept in [|point: u64| !point.is_multiple_of(3), |point: u64| point > 400 && point < 700, |_: u64| true] {
            let kept = Kept::of(1000, is_kept);
            let listed: Vec<u64> = (0..1000).filter(|point| is_kept(*point)).collect();
            assert_eq!(kept.count(), listed.len() as u64);
            assert_eq!((0..kept.count()).map(|number| kept.at(number)).collect::<Vec<_>>(), listed);
        }
        assert_eq!(Kept::of(100, |_| false).count(), 0);
    }

    #[test]
    fn all_terms_of_an_exclusion_must_hold() {
        let term = |key: &str, values: &[u64], min, max| Term {
            key: key.to_owned(),
            values: values.iter().map(|count| Value::Count(*count)).collect(),
            min,
            max,
        };
        let exclusion = Exclusion(vec![term("a", &[1, 2], None, None), term("b", &[], Some(3.0), None)]);
        let holds =
            |a: u64, b: u64| exclusion.holds(|key| Some(Cow::Owned(Value::Count(if key == "a" { a } else { b }))));
        assert_eq!([holds(1, 3), holds(2, 9), holds(3, 9), holds(1, 2)], [true, true, false, false]);
    }
}
