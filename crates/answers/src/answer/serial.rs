//! How parts of an answer that serde does not know are written, and read again to the last bit.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Words that stand in the source of the program. By this name serde does not ask that they be borrowed from a file.
pub type Word = &'static str;

/// Reads words; those that were never read before stay until the program ends.
pub fn word<'de, D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
    String::deserialize(from).map(kept)
}

/// Reads words that may be absent.
pub fn word_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Word>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(kept))
}

/// The words that are the same and were read first, so that reading an answer again takes no more memory.
fn kept(words: String) -> Word {
    static KNOWN: Mutex<BTreeSet<Word>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(words) = known.get(words.as_str()) {
        return words;
    }
    let words: Word = words.leak();
    known.insert(words);
    words
}

/// A number; what is not finite is written as a word, since JSON has no number for it.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
enum Real {
    Finite(f64),
    Other(Endless),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Endless {
    Inf,
    MinusInf,
    NaN,
}

impl From<f64> for Real {
    fn from(number: f64) -> Real {
        match number {
            number if number.is_finite() => Real::Finite(number),
            number if number.is_nan() => Real::Other(Endless::NaN),
            number if number > 0.0 => Real::Other(Endless::Inf),
            _ => Real::Other(Endless::MinusInf),
        }
    }
}

impl From<Real> for f64 {
    fn from(number: Real) -> f64 {
        match number {
            Real::Finite(number) => number,
            Real::Other(Endless::Inf) => f64::INFINITY,
            Real::Other(Endless::MinusInf) => f64::NEG_INFINITY,
            Real::Other(Endless::NaN) => f64::NAN,
        }
    }
}

/// Numbers that may be infinite.
pub mod number {
    use super::{Deserialize, Deserializer, Real, Serialize, Serializer};

    /// Writes one.
    pub fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        Real::from(*number).serialize(to)
    }

    /// Reads one.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Real::deserialize(from).map(f64::from)
    }
}

/// Two numbers that may be infinite.
pub mod ends {
    use super::{Deserialize, Deserializer, Real, Serialize, Serializer};

    /// Writes both.
    pub fn serialize<S: Serializer>(ends: &[f64; 2], to: S) -> Result<S::Ok, S::Error> {
        ends.map(Real::from).serialize(to)
    }

    /// Reads both.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[f64; 2], D::Error> {
        Ok(<[Real; 2]>::deserialize(from)?.map(f64::from))
    }
}

/// Estimates.
pub mod estimate {
    use tolley_analysis::Estimate;

    use super::{Deserialize, Deserializer, Real, Serialize, Serializer};

    /// An estimate as it is written: count, value, standard error, ends of the interval.
    #[derive(Serialize, Deserialize)]
    pub(super) struct Written(u64, Option<Real>, Option<Real>, Option<[Real; 2]>);

    impl From<Estimate> for Written {
        fn from(estimate: Estimate) -> Written {
            let Estimate { n, value, std_error, interval } = estimate;
            Written(n, value.map(Real::from), std_error.map(Real::from), interval.map(|ends| ends.map(Real::from)))
        }
    }

    impl From<Written> for Estimate {
        fn from(Written(n, value, std_error, interval): Written) -> Estimate {
            let interval = interval.map(|ends| ends.map(f64::from));
            Estimate { n, value: value.map(f64::from), std_error: std_error.map(f64::from), interval }
        }
    }

    /// Writes one.
    pub fn serialize<S: Serializer>(estimate: &Estimate, to: S) -> Result<S::Ok, S::Error> {
        Written::from(*estimate).serialize(to)
    }

    /// Reads one.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Estimate, D::Error> {
        Written::deserialize(from).map(Estimate::from)
    }
}

/// What an answer would be at other values.
pub mod cases {
    use tolley_analysis::Estimate;
    use tolley_experiment::value::Value;

    use super::estimate::Written;
    use super::{Deserialize, Deserializer, Serializer};

    /// Writes each value with its estimate.
    pub fn serialize<S: Serializer>(cases: &[(Value, Estimate)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(cases.iter().map(|(value, estimate)| (value, Written::from(*estimate))))
    }

    /// Reads each value with its estimate.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Value, Estimate)>, D::Error> {
        let cases = Vec::<(Value, Written)>::deserialize(from)?;
        Ok(cases.into_iter().map(|(value, estimate)| (value, estimate.into())).collect())
    }
}

/// Trials that are left out.
pub mod missing {
    use tolley_analysis::Missing;

    use super::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes how many were done, and of these quarantined and failed.
    pub fn serialize<S: Serializer>(missing: &Missing, to: S) -> Result<S::Ok, S::Error> {
        (missing.trials, missing.quarantined, missing.failed).serialize(to)
    }

    /// Reads how many were done, and of these quarantined and failed.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Missing, D::Error> {
        let (trials, quarantined, failed) = Deserialize::deserialize(from)?;
        Ok(Missing { trials, quarantined, failed })
    }
}
