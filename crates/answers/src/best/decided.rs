//! What is decided over, in the words of whoever reads the answer.

use tolley_experiment::table::Column as FileColumn;
use tolley_experiment::value::Value;

use super::answers::{Answers, Stratum};
use crate::answer::{Part, Quantity, directed};
use crate::kinds::best::choices::short_names;

/// What is decided over.
pub struct Decided {
    /// Which number of the search.
    pub number: usize,
    /// What it is.
    pub quantity: Quantity,
    /// In a word or two.
    pub short: String,
    /// From where to where it may be chosen.
    pub aims: [f64; 2],
}

/// What is decided over at a design point.
pub fn decided(answers: &Answers<'_>, stratum: &Stratum) -> Vec<Decided> {
    let keys = &answers.plan.study.schema.keys;
    let numbers = stratum.asked.task.numbers.iter().enumerate().filter(|(_, number)| number.is_decided());
    let all: Vec<(usize, [f64; 2], Quantity)> = numbers
        .map(|(at, number)| {
            let key = &keys[stratum.asked.keys[at]];
            let quantity = Quantity { name: key.path.to_string(), ..Quantity::of_column(&FileColumn::of_key(key)) };
            (at, number.aims, quantity)
        })
        .collect();
    let quantities: Vec<Quantity> = all.iter().map(|(_, _, quantity)| quantity.clone()).collect();
    let shorts = short_names(&quantities);
    let of = |((number, aims, quantity), short)| Decided { number, quantity, short, aims };
    all.into_iter().zip(shorts).map(of).collect()
}

/// A value with two digits as it is shown.
pub fn rounded(of: &Decided, at: f64) -> Value {
    let shown: f64 = format!("{:.1e}", at * of.quantity.factor).parse().unwrap_or(at * of.quantity.factor);
    Value::Number(if shown == 0.0 { 0.0 } else { shown / of.quantity.factor })
}

/// A choice in words: `speed 5 m/s, strong backspin (as much as rolling)`
pub fn at_text(decided: &[Decided], at: &[f64]) -> String {
    let one = |of: &Decided| {
        let value = rounded(of, at[of.number]);
        let directed = directed::choice(&of.quantity, &of.short, &value, false);
        let words = directed.map(|said| said.0.iter().map(Part::text).collect::<String>());
        words.unwrap_or_else(|| format!("{} {}", of.short, of.quantity.value(&value)))
    };
    decided.iter().map(one).collect::<Vec<_>>().join(", ")
}
