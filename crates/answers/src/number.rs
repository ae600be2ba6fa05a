//! Numbers as people read them: millimetres, degrees and grams, and no more digits than the interval carries.

use tolley_analysis::Estimate;
use tolley_experiment::unit::{Dimension, Unit};
use tolley_experiment::value::Value;

/// Half an interval, beside its ends, under which its digits are of no use.
const FINEST: f64 = 1e-6;

/// How a column is shown: in which unit, by which factor, and under which name.
pub struct Shown {
    /// The column's name without its unit.
    pub name: String,
    /// The unit that people read; empty where there is none.
    pub unit: String,
    /// What a value in SI is multiplied by.
    pub factor: f64,
}

impl Shown {
    /// Of a column with a unit; the name loses what the unit says.
    pub fn of(column: &str, unit: &str) -> Shown {
        match Unit::of_name(column).filter(|known| known.si == unit) {
            Some(Unit { ending, read: (unit, factor), .. }) => {
                let name = column.strip_suffix(ending).unwrap_or(column).to_owned();
                Shown { name, unit: (*unit).to_owned(), factor: *factor }
            }
            None => Shown { unit: unit.to_owned(), ..Shown::plain(column) },
        }
    }

    /// Of a column whose name ends in its unit, if it has one.
    pub fn of_column(column: &str) -> Shown {
        Shown::of(column, Dimension::of_name(column).si())
    }

    /// Of a column without a unit.
    pub fn plain(name: &str) -> Shown {
        Shown { name: name.to_owned(), unit: String::new(), factor: 1.0 }
    }
}

/// A value of an axis.
pub fn value(value: &Value, factor: f64) -> String {
    match value {
        Value::Number(number) => plain(number * factor),
        Value::Choice(choice) => choice.to_string(),
        other => other.to_string(),
    }
}

/// At most nine significant digits, which hides the rounding of a change of unit.
fn plain(number: f64) -> String {
    let rounded: f64 = format!("{number:.8e}").parse().unwrap_or(number);
    let tiny = rounded != 0.0 && rounded.abs() < 1e-4;
    if tiny || rounded.abs() >= 1e9 { format!("{rounded:e}") } else { format!("{rounded}") }
}

/// Three significant digits.
pub fn short(number: f64) -> String {
    plain(format!("{number:.2e}").parse().unwrap_or(number))
}

/// A p-value, which is never none.
pub fn p_value(p: f64) -> String {
    if p < 1e-4 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}

/// A share in percent, to two digits: `0.0004 %`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    format!("{} %", format!("{percent:.1e}").parse().map_or_else(|_| percent.to_string(), plain))
}

/// Decimals at which the half-width of the interval has one significant digit, or two when the first is a 1.
pub fn decimals(estimate: &Estimate, factor: f64) -> Option<usize> {
    let [low, high] = estimate.interval?;
    let half = (high - low) / 2.0 * factor;
    // what is known better than a number is printed is as good as exact
    let is_exact = half < FINEST * low.abs().max(high.abs()) * factor.abs();
    (!is_exact && half > 0.0 && half.is_finite()).then(|| (-libm::log10(half / 2.0)).ceil().clamp(0.0, 9.0) as usize)
}

/// So many decimals; a rounded -0.0 would puzzle.
pub fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let is_zero = text.starts_with('-') && text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    if is_zero { text[1..].to_owned() } else { text }
}

/// `0.62 [0.59, 0.65]`; `-` when there is no value.
pub fn estimate(estimate: &Estimate, factor: f64, decimals: usize) -> String {
    let number = |number: f64| rounded(number * factor, decimals);
    match (estimate.value, estimate.interval) {
        (None, _) => "-".to_owned(),
        (Some(value), None) => number(value),
        (Some(value), Some([low, high])) => format!("{} [{}, {}]", number(value), number(low), number(high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_people_read() {
        let angle = Shown::of("position_rad", "rad");
        assert_eq!((angle.name.as_str(), angle.unit.as_str()), ("position", "deg"));
        assert_eq!(value(&Value::Number(0.087_266_462_599_716_47), angle.factor), "5");
        let length = Shown::of("aim_offset_m", "m");
        assert_eq!((length.name.as_str(), length.unit.as_str()), ("aim_offset", "mm"));
        assert_eq!(value(&Value::Number(-0.06), length.factor), "-60");
        assert_eq!(Shown::of("marbles_off_count", "").name, "marbles_off_count");
    }

    #[test]
    fn digits_follow_the_interval() {
        let goal = Estimate { n: 1000, value: Some(0.6201), std_error: None, interval: Some([0.5897, 0.6497]) };
        assert_eq!(decimals(&goal, 1.0), Some(2));
        assert_eq!(estimate(&goal, 1.0, 2), "0.62 [0.59, 0.65]");
        let exact = Estimate { n: 9, value: Some(1.0), std_error: None, interval: Some([1.0 - 1e-9, 1.0 + 1e-9]) };
        assert_eq!(decimals(&exact, 1.0), None, "rounding");
        let rare = Estimate { n: 9, value: Some(1e-8), std_error: None, interval: Some([1e-9, 2e-8]) };
        assert_eq!(decimals(&rare, 1.0), Some(9));
        assert_eq!(estimate(&Estimate::default(), 1.0, 2), "-");
        assert_eq!(estimate(&Estimate { n: 1, value: Some(-0.001), ..Estimate::default() }, 1.0, 2), "0.00");
    }

    #[test]
    fn percents_have_two_digits() {
        assert_eq!([0.1, 4.0 / 1_000_818.0, 0.123_456].map(percent), ["10 %", "0.0004 %", "12 %"]);
    }
}
