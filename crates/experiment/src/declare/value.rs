//! The value of a key, as a scenario gives it and a dataset keeps it.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::declare::names::{Named, from_name};

/// One value of a key. As JSON a number always has a point or an exponent, which tells it from a count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// True or false.
    Flag(bool),
    /// Whole.
    Count(u64),
    /// SI.
    Number(f64),
    /// One of the key's choices.
    Choice(Cow<'static, str>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Count(count) => write!(f, "{count}"),
            Value::Choice(choice) => write!(f, "\"{choice}\""),
            Value::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// What a key holds, with what is possible (else an error) and what is plausible (else a warning).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number in the unit of the key's name.
    Number {
        /// Outside is an error.
        possible: [f64; 2],
        /// Outside is a warning that shows the value in SI.
        plausible: [f64; 2],
    },
    /// A whole number.
    Count {
        /// Outside is an error.
        possible: [u64; 2],
        /// Outside is a warning.
        plausible: [u64; 2],
    },
    /// One of these names; also used for the ids of coins.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
}

impl Kind {
    /// Whether a value is of this kind; its range is not looked at.
    pub fn fits(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Number { .. }, Value::Number(_))
            | (Kind::Count { .. }, Value::Count(_))
            | (Kind::Flag, Value::Flag(_)) => true,
            (Kind::Choice(names), Value::Choice(name)) => names.contains(&name.as_ref()),
            _ => false,
        }
    }
}

/// A type that a key can have: `f64`, `u8`, `u32`, `u64`, `usize`, `bool`, and every [`Named`] one.
pub trait Field: Copy {
    /// Its kind, without a range.
    const KIND: Kind;
    /// What each of its names means; empty where there are none, or nothing is said.
    const ABOUTS: &'static [&'static str] = &[];
    /// As a value.
    fn value(self) -> Value;
    /// Of a value of this kind; `None` for any other.
    fn of(value: &Value) -> Option<Self>;
}

impl Field for f64 {
    const KIND: Kind = Kind::Number { possible: [f64::NAN; 2], plausible: [f64::NAN; 2] };

    fn value(self) -> Value {
        Value::Number(self)
    }

    fn of(value: &Value) -> Option<f64> {
        // equal numbers are the same number: -0 is 0
        if let Value::Number(number) = value { Some(*number + 0.0) } else { None }
    }
}

impl Field for bool {
    const KIND: Kind = Kind::Flag;

    fn value(self) -> Value {
        Value::Flag(self)
    }

    fn of(value: &Value) -> Option<bool> {
        if let Value::Flag(flag) = value { Some(*flag) } else { None }
    }
}

macro_rules! count {
    ($($type:ty)*) => { $(
        impl Field for $type {
            // an empty range, until one is given
            const KIND: Kind = Kind::Count { possible: [1, 0], plausible: [1, 0] };

            fn value(self) -> Value {
                Value::Count(self as u64)
            }

            fn of(value: &Value) -> Option<$type> {
                if let Value::Count(count) = value { <$type>::try_from(*count).ok() } else { None }
            }
        }
    )* };
}
count!(u8 u32 u64 usize);

impl<T: Named> Field for T {
    const KIND: Kind = Kind::Choice(T::NAMES);
    const ABOUTS: &'static [&'static str] = T::ABOUTS;

    fn value(self) -> Value {
        Value::Choice(Cow::Borrowed(T::NAMES[self.index()]))
    }

    fn of(value: &Value) -> Option<T> {
        if let Value::Choice(name) = value { from_name(name) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::names! {
            /// A side.
            enum Side { Left = "left", Right = "right", }
    }

    #[test]
    fn a_field_is_the_value_that_it_was() {
        assert_eq!(f64::of(&2.5.value()), Some(2.5));
        assert_eq!(u8::of(&Value::Count(300)), None);
        assert_eq!(usize::of(&7usize.value()), Some(7));
        assert_eq!(Side::of(&Side::Right.value()), Some(Side::Right));
        assert_eq!(Side::of(&Value::Choice("middle".into())), None);
        assert_eq!(bool::of(&Value::Number(1.0)), None);
    }

    #[test]
    fn json_tells_a_number_from_a_count() {
        let all = [
            Value::Number(2.0),
            Value::Number(-0.1),
            Value::Number(1e300),
            Value::Count(2),
            Value::Count(u64::MAX),
            Value::Choice("2".into()),
            Value::Flag(true),
        ];
        let text = serde_json::to_string(&all).expect("a text");
        assert_eq!(text, r#"[2.0,-0.1,1e+300,2,18446744073709551615,"2",true]"#);
        assert_eq!(serde_json::from_str::<Vec<Value>>(&text).expect("the same"), all);
    }

    #[test]
    fn a_kind_knows_its_values() {
        assert!(Side::KIND.fits(&Side::Left.value()) && !Side::KIND.fits(&Value::Choice("middle".into())));
        assert!(f64::KIND.fits(&Value::Number(1.0)) && !f64::KIND.fits(&Value::Count(1)));
    }
}
