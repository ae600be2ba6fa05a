//! Counts in sentences.

use std::fmt::{self, Write};

/// A count whose digits are grouped by thousands: `1,200`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupedCount(
    /// The count.
    pub u64,
);

impl fmt::Display for GroupedCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                f.write_char(',')?;
            }
            f.write_char(digit)?;
        }
        Ok(())
    }
}

/// A number of things: `1 point`, `1,200 points`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", GroupedCount(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_by_thousands() {
        assert_eq!([1, 0, 1200].map(|count| counted(count, "point")), ["1 point", "0 points", "1,200 points"]);
        let grouped = [999, 12_345, 1_000_000].map(|count| GroupedCount(count).to_string());
        assert_eq!(grouped, ["999", "12,345", "1,000,000"]);
    }
}
