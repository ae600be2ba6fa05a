//! Sums of decimals, as people do them.

/// The number that a sum of decimals means: the nearest one with twelve digits after the point, a picometre of lengths.
///
/// A line 0.15 m inside one at 0.6 m is at 0.45 m, but 0.6 - 0.15 is one bit less. What is returned is a quotient of
/// whole numbers, rounded once, and so the very number that is read of `0.45`: who compares a place with it needs no
/// tolerance.
///
/// ```
/// use tolley_experiment::decimal::decimal;
/// assert_ne!(0.6 - 0.15, 0.45);
/// assert_eq!(decimal(0.6 - 0.15), 0.45);
/// ```
pub fn decimal(sum: f64) -> f64 {
    (sum * PER_UNIT).round() / PER_UNIT
}

/// Steps of the last digit in one.
const PER_UNIT: f64 = 1e12;

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all whole millimetres and tenths, whatever is subtracted or added.
    #[test]
    fn sums_are_the_numbers_that_people_would_write() {
        let read = |tenths: i64| format!("{}e-4", tenths).parse::<f64>().expect("a number");
        let mut differ = 0;
        for one in (0..20_000_i64).step_by(37) {
            for other in (0..20_000).step_by(41) {
                differ += i32::from(read(one) - read(other) != read(one - other));
                assert_eq!(decimal(read(one) - read(other)), read(one - other), "{one} - {other}");
                assert_eq!(decimal(read(one) + read(other)), read(one + other), "{one} + {other}");
            }
        }
        assert!(differ > 1000, "a plain difference is another number {differ} times");
    }
}
