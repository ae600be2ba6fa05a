//! What every trial is held to: a clock that goes on and never back, a budget of events, and finite numbers.

use super::event::Event;
use super::limits::{Limits, Reason};

/// Within so many events the clock must move on by [`CRAWL_S`]. Rule P16 has 1 ms; but a toley that comes to rest on
/// marbles bounces ever faster, down to some 10,000 events in 0.1 ms, and 3 of 100,000 random packs would be given up
/// for that.
const CRAWL_EVENTS: u32 = 10_000;
const CRAWL_S: f64 = 1e-5;

/// Follows the clock and the budget of one trial.
pub(super) struct Guard<'a> {
    limits: &'a Limits,
    last_s: f64,
    events: u32,
    at_once: u32,
    since_s: f64,
    crawls_since_s: f64,
    /// Why no further event was admitted, if not for the time limit.
    pub(super) refused: Option<Reason>,
}

impl Guard<'_> {
    pub(super) fn new(limits: &Limits) -> Guard<'_> {
        Guard { limits, last_s: 0.0, events: 0, at_once: 0, since_s: 0.0, crawls_since_s: 0.0, refused: None }
    }

    /// Lets the next event happen, unless it comes after the time limit or before the event that it follows.
    #[inline]
    pub(super) fn admit(&mut self, next: Option<Event>) -> Option<Event> {
        let event = next?;
        if event.time_s > self.limits.until_s {
            return None;
        }
        if event.time_s < self.last_s {
            self.refused = Some(Reason::ClockBack);
            return None;
        }
        self.last_s = event.time_s;
        Some(event)
    }

    /// What is wrong after an event, if anything.
    #[inline]
    pub(super) fn check(&mut self, event: &Event, is_finite: bool) -> Option<Reason> {
        if is_finite { self.spend(event.time_s) } else { Some(Reason::NotFinite) }
    }

    #[inline]
    fn spend(&mut self, time_s: f64) -> Option<Reason> {
        self.events += 1;
        self.at_once += 1;
        if time_s - self.since_s > 1e-12 {
            (self.at_once, self.since_s) = (1, time_s);
        }
        if self.events > self.limits.max_events {
            return Some(Reason::EventBudget);
        }
        let mut stands = self.at_once > self.limits.max_events_at_once;
        if self.events.is_multiple_of(CRAWL_EVENTS) {
            stands |= time_s - self.crawls_since_s < CRAWL_S;
            self.crawls_since_s = time_s;
        }
        stands.then_some(Reason::ClockStands)
    }
}
