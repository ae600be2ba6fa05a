//! Numbers as people read them: millimetres, degrees and grams, and no more digits than the interval carries.

use tolley_dataset::Scalar;

use crate::estimates::Estimate;

/// How a column is shown: in which unit, by which factor, and under which name.
pub(crate) struct Shown {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) factor: f64,
}

/// SI unit, suffix of a name, unit to read, factor.
const UNITS: [(&str, &str, &str, f64); 10] = [
    ("m", "_m", "mm", 1e3),
    ("rad", "_rad", "deg", 180.0 / std::f64::consts::PI),
    ("kg", "_kg", "g", 1e3),
    ("m/s", "_m_s", "m/s", 1.0),
    ("rad/s", "_rad_s", "rad/s", 1.0),
    ("m/s^2", "_m_s2", "m/s^2", 1.0),
    ("kg/m^3", "_kg_m3", "kg/m^3", 1.0),
    ("N s", "_n_s", "N s", 1.0),
    ("Pa", "_pa", "Pa", 1.0),
    ("s", "_s", "s", 1.0),
];

impl Shown {
    pub(crate) fn of(column: &str, unit: &str) -> Shown {
        let known = UNITS.iter().find(|(si, suffix, ..)| *si == unit && column.ends_with(suffix));
        let (name, unit, factor) = match known {
            Some((_, suffix, read, factor)) => (column.strip_suffix(suffix).unwrap_or(column), *read, *factor),
            None => (column, unit, 1.0),
        };
        Shown { name: name.to_owned(), unit: unit.to_owned(), factor }
    }
}

/// A value of an axis.
pub(crate) fn scalar(value: &Scalar, factor: f64) -> String {
    match value {
        Scalar::Number(number) => plain(number * factor),
        Scalar::Count(count) => count.to_string(),
        Scalar::Choice(choice) => choice.clone(),
        Scalar::Flag(flag) => flag.to_string(),
    }
}

/// At most nine significant digits, which hides the rounding of a change of unit.
fn plain(number: f64) -> String {
    let rounded: f64 = format!("{number:.8e}").parse().unwrap_or(number);
    let tiny = rounded != 0.0 && rounded.abs() < 1e-4;
    if tiny || rounded.abs() >= 1e9 { format!("{rounded:e}") } else { format!("{rounded}") }
}

/// A share in percent, to two digits: `0.0004 %`.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    format!("{} %", format!("{percent:.1e}").parse().map_or_else(|_| percent.to_string(), plain))
}

/// Decimals at which the half-width of the interval has one significant digit, or two when the first is a 1.
pub(crate) fn decimals(estimate: &Estimate, factor: f64) -> Option<usize> {
    let [low, high] = estimate.interval?;
    let half = (high - low) / 2.0 * factor;
    (half > 0.0 && half.is_finite()).then(|| (-(half / 2.0).log10()).ceil().clamp(0.0, 9.0) as usize)
}

/// `0.62 [0.59, 0.65]`; `-` when there is no value.
pub(crate) fn estimate(estimate: &Estimate, factor: f64, decimals: usize) -> String {
    let number = |number: f64| {
        let text = format!("{:.decimals$}", number * factor);
        // a rounded -0.0 would puzzle
        if text.starts_with('-') && text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.')) {
            text[1..].to_owned()
        } else {
            text
        }
    };
    match (estimate.value, estimate.interval) {
        (None, _) => "-".to_owned(),
        (Some(value), None) => number(value),
        (Some(value), Some([low, high])) => format!("{} [{}, {}]", number(value), number(low), number(high)),
    }
}

/// `1,000,818`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_people_read() {
        let angle = Shown::of("position_rad", "rad");
        assert_eq!((angle.name.as_str(), angle.unit.as_str()), ("position", "deg"));
        assert_eq!(scalar(&Scalar::Number(0.087_266_462_599_716_47), angle.factor), "5");
        let length = Shown::of("aim_offset_m", "m");
        assert_eq!((length.name.as_str(), length.unit.as_str()), ("aim_offset", "mm"));
        assert_eq!(scalar(&Scalar::Number(-0.06), length.factor), "-60");
        assert_eq!(Shown::of("marbles_off_count", "").name, "marbles_off_count");
    }

    #[test]
    fn digits_follow_the_interval() {
        let goal = Estimate { n: 1000, value: Some(0.6201), interval: Some([0.5897, 0.6497]) };
        assert_eq!(decimals(&goal, 1.0), Some(2));
        assert_eq!(estimate(&goal, 1.0, 2), "0.62 [0.59, 0.65]");
        assert_eq!(estimate(&Estimate { n: 0, value: None, interval: None }, 1.0, 2), "-");
        assert_eq!(estimate(&Estimate { n: 1, value: Some(-0.001), interval: None }, 1.0, 2), "0.00");
    }

    #[test]
    fn percents_have_two_digits() {
        assert_eq!([0.1, 4.0 / 1_000_818.0, 0.123_456].map(percent), ["10 %", "0.0004 %", "12 %"]);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1_000_818].map(grouped), ["0", "999", "1,000", "1,000,818"]);
    }
}
