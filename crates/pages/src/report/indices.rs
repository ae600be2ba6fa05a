//! Indices as rows of numbers: one an index or a mean at an end of an axis.

use tolley_analysis::Estimate;
use tolley_analysis::dataset::Method;
use tolley_analysis::sensitivity::{Input, Sensitivity};
use tolley_analysis::statistics::indices::Index;
use tolley_answers::tidy::Row;
use tolley_experiment::value::Value;

/// The column that says of which key a row is.
fn key(input: &Input) -> (String, Value) {
    ("key".to_owned(), Value::Choice(input.key.clone().into()))
}

/// A row each, of a key with its name and the part of it that a mean is of.
pub fn rows(found: &Sensitivity) -> Vec<Row> {
    let row = |term: String, estimate: Estimate, method: &str| Row::of(term, estimate, method);
    let method = if found.is_share { Method::WilsonEffectiveN } else { Method::StudentT }.name();
    let mut rows = vec![row(format!("{} over the design", found.measure), found.mean, method)];
    for input in &found.inputs {
        if let Some(indices) = input.indices {
            for (name, index, of) in [("ST", indices.total, "Jansen"), ("S1", indices.first, "Saltelli and Jansen")] {
                let Index { value, interval } = index;
                let estimate = Estimate { n: found.rows[1], value: Some(value), std_error: None, interval };
                let told = row(format!("{name} of {}", input.key), estimate, &format!("{of}, bootstrap"));
                rows.push(told.at(&[key(input)]));
            }
        }
        for end in &input.ends {
            let [low, high] = &end.values;
            let place = if low == high { format!("{low}") } else { format!("{low} to {high}") };
            let ends = [("from", low), ("to", high)].map(|(name, value)| (name.to_owned(), value.clone()));
            let told = row(format!("{} at {} {place}", found.measure, input.key), end.mean, method);
            rows.push(told.at(&[&[key(input)], &ends[..]].concat()));
        }
    }
    rows
}
