//! Trials that estimates leave out.

/// The status of trials whose numbers can be trusted.
pub(crate) const OK: &str = "ok";
/// Of a trial that panicked.
const PANIC: &str = "panic";
/// Quarantined share of the trials from which on estimates are not to be trusted without a look.
const MOST_QUARANTINED: f64 = 1e-5;

/// How many trials there are, and how many are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Trials done.
    pub trials: u64,
    /// Of these without an end that can be trusted.
    pub quarantined: u64,
    /// Of these that panicked, a bug.
    pub failed: u64,
}

impl Missing {
    /// Of trials counted by status.
    pub fn of(status: &[(String, u64)]) -> Missing {
        let sum = |is: fn(&str) -> bool| status.iter().filter(|(name, _)| is(name)).map(|(_, count)| count).sum();
        Missing { trials: sum(|_| true), quarantined: sum(is_quarantine), failed: sum(|name| name == PANIC) }
    }

    /// Quarantined share of the trials; 0 when there are none.
    pub fn quarantined_share(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.quarantined as f64 / self.trials as f64 }
    }

    /// Whether so many are quarantined that what is left may not be a fair sample.
    pub fn is_doubtful(&self) -> bool {
        self.quarantined_share() > MOST_QUARANTINED
    }
}

/// Whether a status says that a trial could not be brought to an end.
pub fn is_quarantine(status: &str) -> bool {
    status != OK && status != PANIC
}
