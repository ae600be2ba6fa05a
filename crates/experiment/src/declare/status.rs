//! How a trial ended.

crate::names! {
    /// How a trial ended, column `status` of a study's first table.
    pub enum Status {
        Ok = "ok": "Its numbers can be trusted.",
        EventBudget = "event-budget": "More events, or more work of forces that last, than the budget; the row shows the last state.",
        ClockStands = "clock-stands":
            "Too many events at one instant, or in a very short time; the row shows the last state.",
        ClockBack = "clock-back": "An event came before the one that it followed; the row shows the last state.",
        NotFinite = "not-finite": "A number was not finite; the row shows the last state.",
        NeverRests = "never-rests": "Something moves for ever; the row shows the last state.",
        ContactUnresolved = "contact-unresolved":
            "The forces of hits that overlap in time could not be found; the row shows the last state.",
        Overlap = "overlap": "An audit found two bodies that overlap; the row shows the last state.",
        EnergyUnbalanced = "energy-unbalanced":
            "An audit found that energy appeared or was lost; the row shows the last state.",
        StalePrediction = "stale-prediction":
            "An audit found that something else comes next than was predicted; the row shows the last state.",
        NoLegalShot = "no-legal-shot":
            "A player whom the laws let play found no legal shot; the row shows the last state.",
        NoDecision = "no-decision":
            "Play went on to its limit, or the rules say nothing that ends it; the row shows the last state.",
        Panic = "panic": "The trial panicked, which is a bug; the row has only its key.",
    }
}

impl Status {
    /// The status that a physics reason for quarantine has.
    ///
    /// # Panics
    /// When there is none of that name, which is a bug: every reason is listed above.
    pub fn quarantined(reason: &str) -> Status {
        Status::from_name(reason).unwrap_or_else(|| panic!("no status is named {reason}"))
    }
}

/// Trials by status, in the order of [`Status::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatusCounts(pub [u64; Status::ALL.len()]);

impl StatusCounts {
    /// Of these trials.
    pub fn of(trials: &[Status]) -> StatusCounts {
        let mut counts = StatusCounts::default();
        trials.iter().for_each(|status| counts.0[*status as usize] += 1);
        counts
    }

    /// Adds others.
    pub fn add(&mut self, others: StatusCounts) {
        self.0.iter_mut().zip(others.0).for_each(|(sum, count)| *sum += count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_found_by_the_names_of_physics() {
        assert_eq!(Status::quarantined("event-budget"), Status::EventBudget);
    }

    #[test]
    fn trials_are_counted_by_status() {
        let mut counts = StatusCounts::of(&[Status::Ok, Status::Panic, Status::Ok]);
        counts.add(StatusCounts::of(&[Status::Ok]));
        assert_eq!((counts.0[Status::Ok as usize], counts.0[Status::Panic as usize]), (3, 1));
        assert_eq!(counts.0.iter().sum::<u64>(), 4);
    }
}
