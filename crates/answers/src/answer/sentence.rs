//! Sentences, made of words that are written here and of labels and numbers that an analysis found.

use serde::{Deserialize, Serialize};
use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use super::quantity::Quantity;
use super::serial;
use crate::catalogue::{self, word};
use crate::number;
use crate::words::GroupedCount;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Part {
    /// Words that stand in the source of the program.
    Words(#[serde(deserialize_with = "serial::word")] serial::Word),
    /// A label or a name: of a quantity, a choice, a scenario. It counts as no number, whatever digits it has.
    Name(String),
    /// A value of an axis or a limit, which counts as a number if it is one.
    Value(Value, Quantity),
    /// What was found, with or without its interval.
    Estimate(#[serde(with = "serial::estimate")] Estimate, Quantity, Form),
}

/// How an estimate is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// `6.6`, with its unit.
    Alone,
    /// `6.6 (6.2 to 7.0)`, with its unit.
    WithInterval,
    /// The size of a difference, whatever its sign: the words around it say which way it goes.
    Size,
    /// The size with the interval of the size.
    SizeWithInterval,
}

/// One sentence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sentence(pub Vec<Part>);

impl Sentence {
    /// A label or a name alone.
    pub fn of_name(name: impl Into<String>) -> Sentence {
        Sentence::default().name(name)
    }

    /// A value alone.
    pub fn of_value(value: Value, quantity: &Quantity) -> Sentence {
        Sentence::default().value(value, quantity)
    }

    /// A count alone, without a unit.
    pub fn of_count(count: u64) -> Sentence {
        Sentence::of_value(Value::Count(count), &Quantity::plain("count", "count"))
    }

    /// An estimate alone.
    pub fn of_estimate(estimate: Estimate, quantity: &Quantity, form: Form) -> Sentence {
        Sentence::default().estimate(estimate, quantity, form)
    }

    /// Begins with words.
    pub fn words(words: &'static str) -> Sentence {
        Sentence(vec![Part::Words(words)])
    }

    /// Goes on with words.
    #[must_use]
    pub fn and(mut self, words: &'static str) -> Sentence {
        self.0.push(Part::Words(words));
        self
    }

    /// Goes on with a label or a name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Sentence {
        self.0.push(Part::Name(name.into()));
        self
    }

    /// Goes on with a value.
    #[must_use]
    pub fn value(mut self, value: Value, quantity: &Quantity) -> Sentence {
        self.0.push(Part::Value(value, quantity.clone()));
        self
    }

    /// Goes on with an estimate.
    #[must_use]
    pub fn estimate(mut self, estimate: Estimate, quantity: &Quantity, form: Form) -> Sentence {
        self.0.push(Part::Estimate(estimate, quantity.clone(), form));
        self
    }

    /// Goes on with another one.
    #[must_use]
    pub fn then(mut self, other: Sentence) -> Sentence {
        self.0.extend(other.0);
        self
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many numbers it has; an estimate with its interval is one, and names are none, `no spin` among them.
    pub fn number_count(&self) -> usize {
        let has_digit = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
        let is_number = |part: &&Part| match part {
            Part::Value(Value::Number(_) | Value::Count(_), _) => has_digit(&part.text()),
            Part::Value(..) => false,
            Part::Estimate(..) => true,
            Part::Words(words) => has_digit(words),
            Part::Name(_) => false,
        };
        self.0.iter().filter(is_number).count()
    }

    /// Whether a headline may be so long: 25 words and two numbers at most.
    pub fn is_short(&self) -> bool {
        self.text().split_whitespace().count() <= 25 && self.number_count() <= 2
    }

    /// As text, beginning with a capital letter.
    pub fn text(&self) -> String {
        let mut text: String = self.0.iter().map(Part::text).collect();
        if let Some(first) = text.chars().next() {
            text.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
        }
        text
    }
}

impl Part {
    /// As text.
    pub fn text(&self) -> String {
        match self {
            Part::Words(words) => (*words).to_owned(),
            Part::Name(name) => name.clone(),
            Part::Value(Value::Count(count), quantity) if *count >= GROUPED => {
                quantity.with_unit(&GroupedCount(*count).to_string())
            }
            Part::Value(value, quantity) => quantity.value_said(&said(value, quantity.factor)),
            Part::Estimate(estimate, quantity, form) => estimate_text(estimate, quantity, *form),
        }
    }
}

/// A count from which on its digits are in groups.
const GROUPED: u64 = 10_000;
/// Significant digits of a number from which on they come of a change of units, `0.572957795` of 0.01 rad.
const ODD: usize = 8;

/// A value as it stands in a sentence: what has so many digits has three.
fn said(value: &Value, factor: f64) -> Value {
    let Value::Number(number) = value else { return value.clone() };
    let digits = format!("{:.8e}", number * factor);
    let mantissa = digits.split('e').next().unwrap_or_default();
    let count = mantissa.trim_end_matches('0').bytes().filter(u8::is_ascii_digit).count();
    let short = || format!("{:.2e}", number * factor).parse::<f64>().map_or(*number, |short| short / factor);
    Value::Number(if count < ODD { *number } else { short() })
}

/// An estimate as people read it, cut off where nothing beyond is possible, with the digits that its interval carries.
pub fn estimate_text(estimate: &Estimate, quantity: &Quantity, form: Form) -> String {
    let is_size = matches!(form, Form::Size | Form::SizeWithInterval);
    let possible = if is_size { size(estimate) } else { *estimate };
    let possible = within(&possible, quantity.range);
    let Some(value) = possible.value else { return word("value.none").to_owned() };
    let digits = number::decimals(&possible, quantity.factor).unwrap_or_else(|| exact_digits(value * quantity.factor));
    let of = |value: f64| number::rounded(value * quantity.factor, digits);
    let ends = possible.interval.filter(|_| matches!(form, Form::WithInterval | Form::SizeWithInterval));
    match ends {
        None => quantity.with_unit(&of(value)),
        Some([low, high]) => {
            let holes = [("value", quantity.with_unit(&of(value))), ("low", of(low)), ("high", of(high))];
            catalogue::text("value.interval", &holes.each_ref().map(|(hole, text)| (*hole, text.as_str())))
        }
    }
}

/// Decimals of a number that has no interval: three significant digits, none that are zero.
fn exact_digits(value: f64) -> usize {
    number::short(value).split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

/// The size of a difference: that of what goes down is turned round.
fn size(estimate: &Estimate) -> Estimate {
    let is_down = estimate.value.is_some_and(|value| value < 0.0);
    let turned = |[low, high]: [f64; 2]| if is_down { [-high, -low] } else { [low, high] };
    Estimate { value: estimate.value.map(f64::abs), interval: estimate.interval.map(turned), ..*estimate }
}

/// Cut off at what is possible: no share is below 0, whatever an interval of a mean says.
pub fn within(estimate: &Estimate, [least, most]: [f64; 2]) -> Estimate {
    let cut = |value: f64| value.clamp(least, most);
    Estimate { value: estimate.value.map(cut), interval: estimate.interval.map(|ends| ends.map(cut)), ..*estimate }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_change_of_units_made_long_has_three_digits_and_counts_have_groups() {
        let angle = Quantity { unit: "deg".to_owned(), factor: 1.0_f64.to_degrees(), ..Quantity::plain("a", "a") };
        let said = |value, of: &Quantity| Sentence::default().value(value, of).text();
        assert_eq!(said(Value::Number(0.01), &angle), "0.573 degrees");
        assert_eq!(said(Value::Number(30.0_f64.to_radians()), &angle), "30 degrees");
        let mass = Quantity { unit: "g".to_owned(), factor: 1000.0, ..Quantity::plain("m", "m") };
        assert_eq!(said(Value::Number(0.005_213), &mass), "5.213 g", "what was typed stays");
        assert_eq!(said(Value::Count(20_900), &Quantity::plain("n", "n")), "20,900");
    }
}
