//! When a trial ends, and how.

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything rests or has left.
    Rest,
    /// The clock reached [`Limits::until_s`].
    Until,
    /// The trial cannot be trusted; its state is the one at that event.
    Quarantined(Reason),
}

/// Why a trial was quarantined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// More events than [`Limits::max_events`], or more steps of forces that last than a trial may take.
    EventBudget,
    /// More than [`Limits::max_events_at_once`] events inside 1e-12 s, or of each 10,000 in turn all inside 10 us.
    ClockStands,
    /// An event came before the one that it followed (rule P9).
    ClockBack,
    /// A number was no longer finite.
    NotFinite,
    /// Something moves for ever and meets nothing.
    NeverRests,
    /// The forces of contacts that overlap in time could not be found, or gained energy.
    ContactUnresolved,
    /// Two bodies overlap; found by an audit.
    Overlap,
    /// Energy appeared or was lost; found by an audit.
    EnergyUnbalanced,
    /// Predicted anew, something else comes next; found by an audit.
    StalePrediction,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 9] = [
        Reason::EventBudget,
        Reason::ClockStands,
        Reason::ClockBack,
        Reason::NotFinite,
        Reason::NeverRests,
        Reason::ContactUnresolved,
        Reason::Overlap,
        Reason::EnergyUnbalanced,
        Reason::StalePrediction,
    ];

    /// The name as stored in a dataset.
    pub fn name(self) -> &'static str {
        match self {
            Reason::EventBudget => "event-budget",
            Reason::ClockStands => "clock-stands",
            Reason::ClockBack => "clock-back",
            Reason::NotFinite => "not-finite",
            Reason::NeverRests => "never-rests",
            Reason::ContactUnresolved => "contact-unresolved",
            Reason::Overlap => "overlap",
            Reason::EnergyUnbalanced => "energy-unbalanced",
            Reason::StalePrediction => "stale-prediction",
        }
    }
}

/// When to stop: the clock, and the budget that turns an endless loop into a quarantined trial (rule P16).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Ends the trial at this time, s; infinite to play until all is at rest.
    pub until_s: f64,
    /// Events allowed in a trial, steps of resting contacts among them.
    pub max_events: u32,
    /// Events allowed inside 1e-12 s.
    pub max_events_at_once: u32,
    /// Whether every event is audited. A debug build audits all trials; in those that are not meant to be audited it
    /// panics at what it finds.
    pub is_audited: bool,
}

/// A light body between two that close hits them up to `pi sqrt(M/m)` times without loss (G. Galperin, "Playing pool
/// with pi", Regul. Chaotic Dyn. 8, 375 (2003)), all at one instant where the three touch: 274 times for the masses
/// furthest apart that balls may have, 7,600 to 1. This is room for four of them.
const AT_ONCE: u32 = 1024;

impl Limits {
    /// The default budget for `body_count` bodies, `1000 + 200 n^2` events, without a time limit.
    pub fn for_bodies(body_count: usize) -> Limits {
        let n = body_count as u32;
        Limits {
            until_s: f64::INFINITY,
            max_events: 1000 + 200 * n * n,
            max_events_at_once: AT_ONCE + 4 * n * n,
            is_audited: false,
        }
    }

    /// The same, audited or not.
    pub fn audited(self, is_audited: bool) -> Limits {
        Limits { is_audited, ..self }
    }
}
