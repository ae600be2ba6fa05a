//! How does a measure hang on several axes at once? A regression over all points of a design, the repeat as a cluster.

use serde_json::{Value as Json, json};
use tolley_dataset::Dataset;
use tolley_experiment::grid::Grid;
use tolley_experiment::value::Value;
use tolley_statistics::Estimate;
use tolley_statistics::multiplicity::holm;
use tolley_statistics::regression::{Cell, Family, Fit, fit};

use crate::arms::{axis, place};
use crate::error::AnalysisError;
use crate::measured::{Measured, measured};
use crate::missing::Missing;
use crate::paired::Trials;
use crate::told;

/// What a term is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Factor<'q> {
    /// An axis of numbers, off a number, in steps of so much.
    Steps(&'q str, f64, f64),
    /// The logarithm to base 2 of how many times a number an axis of positive numbers is.
    Doubled(&'q str, f64),
    /// Whether an axis has a value.
    Is(&'q str, &'q str),
    /// The cosine of so many times an axis, an angle.
    Cosine(&'q str, f64),
    /// The sine of so many times an axis, an angle.
    Sine(&'q str, f64),
    /// How many pairs stand in the other order than at first, in steps of so much, where an axis numbers permutations
    /// from 0 in lexical order.
    Inversions(&'q str, f64),
    /// Whether it is the measure and not the one beside it.
    First,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked<'q> {
    /// What is measured, as a short text says.
    pub measure: &'q str,
    /// What it is paired with in each trial, as goals of the other side: both are fitted together.
    pub beside: Option<&'q str>,
    /// What is linear in the terms.
    pub family: Family,
    /// Products of factors.
    pub terms: &'q [&'q [Factor<'q>]],
    /// An axis and a value of it, whose points are left out: at which there is nothing to be counted.
    pub without: Option<(&'q str, &'q str)>,
}

/// One term.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Column of each factor's axis, and what of it.
    pub factors: Vec<(String, Kind)>,
    /// What one more of it adds; `n` counts repeats.
    pub slope: Estimate,
    /// Of no difference, corrected by Holm for all terms.
    pub p: f64,
}

/// A factor without its axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// One step more.
    Steps(f64),
    /// Doubled.
    Doubled,
    /// Whether it is this.
    Is(Value),
    /// A wave, so many times around.
    Wave(&'static str, f64),
    /// So many more pairs of a permutation in the other order.
    Inversions(f64),
    /// Whether it is the measure; the column is empty.
    First,
}

/// What is found.
#[derive(Clone, Debug, PartialEq)]
pub struct Regression {
    /// What is measured.
    pub measure: String,
    /// What it is paired with.
    pub beside: Option<String>,
    /// What is linear in the terms.
    pub family: Family,
    /// In the order in which they were asked for; empty where nothing can be fitted.
    pub terms: Vec<Term>,
    /// Of no difference by all terms together (Wald).
    pub joint: Option<f64>,
    /// Of means so far from the fitted ones if the terms told all; absent where that cannot be tested.
    pub p_fit: Option<f64>,
    /// Column and value of the points that are left out.
    pub without: Option<(String, Value)>,
    /// Points that are fitted.
    pub points: u64,
    /// Trials that all this leaves out.
    pub missing: Missing,
}

/// Fits the terms over the points of a dataset, as far as it goes.
pub fn regression(dataset: &Dataset, asked: &Asked<'_>) -> Result<Regression, AnalysisError> {
    let manifest = dataset.manifest();
    let grid = &manifest.plan.grid;
    let column = |key: &str| manifest.key_column(key).map_or_else(|| key.to_owned(), |column| column.name.clone());
    let factors: Vec<Vec<Read>> = asked
        .terms
        .iter()
        .map(|factors| factors.iter().map(|factor| Read::of(grid, factor)).collect())
        .collect::<Result<_, AnalysisError>>()?;
    let Measured { name, missing, trials, .. } = measured(dataset, Some(asked.measure))?;
    let beside = asked.beside.map(|beside| measured(dataset, Some(beside))).transpose()?;
    let without = asked.without.map(|(key, value)| value_of(grid, key, value)).transpose()?;
    let is_kept = |point: &u64| {
        without.as_ref().is_none_or(|(axis, value)| grid.axis_value(*axis, *point).into_owned() != *value)
    };
    let points: Vec<u64> = (0..grid.points()).filter(is_kept).collect();
    let cells_of = |trials: &Trials, is_first: bool| {
        let cell = |point: u64| {
            let product = |factors: &Vec<Read>| factors.iter().map(|factor| factor.at(grid, point, is_first)).product();
            Cell {
                covariates: factors.iter().map(product).collect(),
                clusters: (0..grid.repeats).map(|repeat| trials.addends(grid.trial(point, repeat) as usize)).collect(),
            }
        };
        points.iter().copied().map(cell).collect::<Vec<Cell>>()
    };
    let mut cells = cells_of(&trials, true);
    cells.extend(beside.iter().flat_map(|beside| cells_of(&beside.trials, false)));
    let found = fit(asked.family, &cells);
    let named = |factors: &Vec<Read>| factors.iter().map(|factor| (column(&factor.key), factor.kind.clone())).collect();
    Ok(Regression {
        measure: name,
        beside: beside.map(|beside| beside.name),
        family: asked.family,
        joint: found.as_ref().and_then(|found| found.joint(&(1..=factors.len()).collect::<Vec<_>>())),
        p_fit: found.as_ref().and_then(|found| found.p_fit),
        terms: found.map_or_else(Vec::new, |found| terms(&found, factors.iter().map(named).collect())),
        without: without.map(|(axis, value)| (column(&grid.axes[axis].key), value)),
        points: points.len() as u64,
        missing,
    })
}

/// Number of an axis, and one of its values as a short text says it.
fn value_of(grid: &Grid, key: &str, value: &str) -> Result<(usize, Value), AnalysisError> {
    let axis = axis(grid, key)?;
    Ok((axis, grid.axes[axis].values[place(grid, axis, Some(value))?].clone()))
}

fn terms(found: &Fit, named: Vec<Vec<(String, Kind)>>) -> Vec<Term> {
    let p = holm(&found.p[1..]);
    let all = named.into_iter().zip(&found.terms[1..]).zip(p);
    all.map(|((factors, slope), p)| Term { factors, slope: *slope, p }).collect()
}

/// A factor of a grid.
struct Read {
    /// Empty where it is none of an axis.
    key: String,
    axis: usize,
    kind: Kind,
    zero: f64,
}

impl Read {
    fn of(grid: &Grid, factor: &Factor<'_>) -> Result<Read, AnalysisError> {
        let (key, kind, zero) = match factor {
            Factor::Steps(key, zero, step) => (*key, Kind::Steps(*step), *zero),
            Factor::Doubled(key, once) => (*key, Kind::Doubled, *once),
            Factor::Is(key, value) => {
                let (_, value) = value_of(grid, key, value)?;
                (*key, Kind::Is(value), 0.0)
            }
            Factor::Cosine(key, times) => (*key, Kind::Wave("cosine", *times), 0.0),
            Factor::Sine(key, times) => (*key, Kind::Wave("sine", *times), 0.0),
            Factor::Inversions(key, step) => (*key, Kind::Inversions(*step), 0.0),
            Factor::First => return Ok(Read { key: String::new(), axis: 0, kind: Kind::First, zero: 0.0 }),
        };
        let read = Read { key: key.to_owned(), axis: axis(grid, key)?, kind, zero };
        let is_number = |value: &Value| matches!(value, Value::Number(_) | Value::Count(_));
        let is_of_numbers = grid.axes[read.axis].values.iter().all(is_number);
        if !is_of_numbers && !matches!(read.kind, Kind::Is(_)) {
            return Err(AnalysisError::Question(format!("{key} is not of numbers")));
        }
        Ok(read)
    }

    fn at(&self, grid: &Grid, point: u64, is_first: bool) -> f64 {
        if self.kind == Kind::First {
            return f64::from(u8::from(is_first));
        }
        let value = grid.axis_value(self.axis, point).into_owned();
        let number = match value {
            Value::Number(number) => number,
            Value::Count(count) => count as f64,
            _ => f64::NAN,
        };
        match &self.kind {
            Kind::Steps(step) => (number - self.zero) / step,
            Kind::Doubled => libm::log2(number / self.zero),
            Kind::Is(wanted) => f64::from(u8::from(value == *wanted)),
            Kind::Wave("cosine", times) => libm::cos(times * number),
            Kind::Wave(_, times) => libm::sin(times * number),
            Kind::Inversions(step) => inversions(number as u64) as f64 / step,
            Kind::First => f64::NAN,
        }
    }
}

/// Of a permutation by its number in lexical order: its digits to factorials as places, each of which counts what
/// stands behind it and stood before it at first.
fn inversions(number: u64) -> u64 {
    let (mut rest, mut sum) = (number, 0);
    for base in 2.. {
        if rest == 0 {
            break;
        }
        sum += rest % base;
        rest /= base;
    }
    sum
}

impl Regression {
    /// What one more of a term multiplies odds or a count by; of a mean what it adds.
    pub fn shown(&self, slope: &Estimate) -> Estimate {
        if self.family == Family::Mean {
            return *slope;
        }
        let value = slope.value.map(libm::exp);
        let std_error = slope.std_error.zip(value).map(|(error, value)| error * value);
        Estimate { n: slope.n, value, std_error, interval: slope.interval.map(|ends| ends.map(libm::exp)) }
    }

    /// SI, full digits; what is absent is null.
    pub fn to_json(&self) -> Json {
        let factor = |(column, kind): &(String, Kind)| {
            let (what, of) = match kind {
                Kind::Steps(step) => ("step", json!(step)),
                Kind::Doubled => ("doubled", Json::Null),
                Kind::Is(value) => ("is", json!(value)),
                Kind::Wave(name, times) => (*name, json!(times)),
                Kind::Inversions(step) => ("inversions", json!(step)),
                Kind::First => ("measure", Json::Null),
            };
            json!({ "column": column, "what": what, "of": of })
        };
        let term = |term: &Term| {
            json!({
                "factors": term.factors.iter().map(factor).collect::<Vec<_>>(), "slope": told::estimate(&term.slope),
                "p_corrected": term.p,
            })
        };
        let family = match self.family {
            Family::Logit => "logit",
            Family::Log => "log",
            Family::Mean => "mean",
        };
        json!({
            "measure": self.measure, "beside": self.beside, "family": family, "terms": self.terms.iter().map(term).collect::<Vec<_>>(),
            "without": self.without.as_ref().map(|without| told::values(std::slice::from_ref(without))),
            "points": self.points, "p_of_all": self.joint, "p_of_fit": self.p_fit, "correction": "holm", "method": "regression, clusters of repeats",
            "trials": self.missing.trials, "quarantined_count": self.missing.quarantined,
            "failed_count": self.missing.failed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of these, in lexical order.
    fn orders(of: &[u8]) -> Vec<Vec<u8>> {
        let Some(_) = of.first() else { return vec![Vec::new()] };
        let begun = |at: usize| {
            let mut others = of.to_vec();
            let first = others.remove(at);
            orders(&others).into_iter().map(move |rest| [vec![first], rest].concat())
        };
        (0..of.len()).flat_map(begun).collect()
    }

    #[test]
    fn inversions_of_a_number_are_the_pairs_of_its_order_that_stand_the_other_way_round() {
        let all = orders(&[0, 1, 2, 3, 4, 5]);
        assert!(all.len() == 720 && all.is_sorted());
        for (number, order) in all.iter().enumerate() {
            let behind = |at: usize| order[at + 1..].iter().filter(|other| **other < order[at]).count() as u64;
            assert_eq!(inversions(number as u64), (0..6).map(behind).sum::<u64>(), "{order:?}");
        }
        assert_eq!((inversions(0), inversions(719)), (0, 15));
    }
}
