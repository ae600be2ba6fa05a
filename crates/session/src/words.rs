//! Numbers in sentences, and what is said of missing trials.

use tolley_analysis::Missing;

/// A count with its thousands apart: `1,200`.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() - 1) % 3 + 1;
    let groups = digits.as_bytes()[first..].chunks(3).map(|group| format!(",{}", String::from_utf8_lossy(group)));
    digits[..first].to_owned() + &groups.collect::<String>()
}

/// A number of things: `1 point`, `1,200 points`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Says that too many trials are missing from estimates, where they are.
pub fn doubt(missing: &Missing) -> Option<String> {
    let [quarantined, trials] = [missing.quarantined, missing.trials].map(count);
    missing.is_doubtful().then(|| {
        format!(
            "error: {quarantined} of {trials} trials are quarantined, more than 1 in 100,000: what is left may not be a \
             fair sample"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let shown = [0, 12, 123, 1234, 12_345, 123_456, 1_234_567].map(count);
        assert_eq!(shown, ["0", "12", "123", "1,234", "12,345", "123,456", "1,234,567"]);
        assert_eq!([1, 0, 1200].map(|number| counted(number, "point")), ["1 point", "0 points", "1,200 points"]);
    }

    #[test]
    fn one_trial_of_many_is_no_reason_to_doubt() {
        let of = |quarantined, trials| doubt(&Missing { quarantined, trials, ..Missing::default() });
        assert_eq!(of(0, 1000), None);
        assert_eq!(of(1, 1_000_000), None);
        let said = of(1, 1000).expect("more than 1 in 100,000");
        assert!(said.starts_with("error: 1 of 1,000 trials are quarantined"), "{said}");
    }
}
