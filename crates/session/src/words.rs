//! What is said of missing trials.

use tolley_analysis::Missing;
use tolley_experiment::count::GroupedCount;

/// Says that too many trials are missing from estimates, where they are.
pub fn doubt(missing: &Missing) -> Option<String> {
    let [quarantined, trials] = [missing.quarantined, missing.trials].map(GroupedCount);
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
    fn one_trial_of_many_is_no_reason_to_doubt() {
        let of = |quarantined, trials| doubt(&Missing { quarantined, trials, ..Missing::default() });
        assert_eq!(of(0, 1000), None);
        assert_eq!(of(1, 1_000_000), None);
        let said = of(1, 1000).expect("more than 1 in 100,000");
        assert!(said.starts_with("error: 1 of 1,000 trials are quarantined"), "{said}");
    }
}
