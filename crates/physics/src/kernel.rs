//! The one event loop of both worlds, and what goes in and out of it.

mod audit;

use audit::Audit;
use glam::DVec3;

/// What never changes, what is true now, and what may be thrown away, with the four verbs of an event-driven world.
pub trait World {
    /// Bodies, surface and laws; built once per design point.
    type Setup;
    /// The truth at its time.
    type State;
    /// Predictions; a new one may be made at any moment and gives the same events.
    type Scratch: Clone;

    /// The earliest event of all, ties by (time, class, ids); `None` when nothing will ever happen again.
    fn next(setup: &Self::Setup, state: &Self::State, scratch: &mut Self::Scratch) -> Option<Event>;
    /// Brings what the event touches to its time, in closed form.
    fn advance(setup: &Self::Setup, state: &mut Self::State, event: &Event);
    /// Applies the law of this kind of event, and notes its impulse and loss on the event.
    fn resolve(setup: &Self::Setup, state: &mut Self::State, event: &mut Event);
    /// Drops the predictions of the bodies that the event touched, and of no others.
    fn forget(setup: &Self::Setup, state: &Self::State, scratch: &mut Self::Scratch, event: &Event);
    /// Whether every body that the event touched still has finite numbers (`reliability` rule P19).
    fn is_finite(state: &Self::State, event: &Event) -> bool;
    /// Whether every body rests or has left, so that no event can follow.
    fn at_rest(state: &Self::State) -> bool;
    /// Brings every body to `time_s`, in closed form, between events.
    fn settle(setup: &Self::Setup, state: &mut Self::State, time_s: f64);
    /// Drops all predictions.
    fn forget_all(scratch: &mut Self::Scratch);
    /// Whether two scratches predict the same.
    fn agree(one: &Self::Scratch, two: &Self::Scratch) -> bool;
    /// Energy of all bodies, those that left as they did, and what friction has taken of it between events so far, J; with
    /// the losses of events it never changes.
    fn energy_j(setup: &Self::Setup, state: &Self::State) -> f64;
    /// How well it is kept, as a share of what a trial began with.
    fn energy_tolerance_ratio(setup: &Self::Setup) -> f64;
    /// The deepest overlap of any two bodies, m, but for those that lie as they did at `since_s`; 0 where none overlap.
    fn overlap_m(setup: &Self::Setup, state: &Self::State, since_s: f64, time_s: f64) -> f64;
}

/// What kind of thing happens at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A body comes to rest.
    Stop,
    /// A body changes its mode of motion without an impulse: slide to roll, roll to spin.
    Mode,
    /// A body's centre crosses the edge and leaves for good.
    Edge,
    /// A body's centre crosses a line; nothing else changes.
    Line,
    /// A body hits the ground.
    Ground,
    /// Two bodies hit each other.
    Pair,
    /// A body hits a post, whose number is the event's line.
    Post,
    /// A coin hops off the table.
    Hop,
    /// A coin comes to lie on another one; the first or second body, whichever is now on the other.
    Stack,
}

/// How many kinds of events there are.
pub const KINDS: usize = 9;

impl Kind {
    /// The name as printed: `stop mode edge line ground pair post hop stack`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Stop => "stop",
            Kind::Mode => "mode",
            Kind::Edge => "edge",
            Kind::Line => "line",
            Kind::Ground => "ground",
            Kind::Pair => "pair",
            Kind::Post => "post",
            Kind::Hop => "hop",
            Kind::Stack => "stack",
        }
    }

    /// The tier of equal-time events: mode changes first, exits next, impacts last (`reliability` rule P10).
    pub fn class(self) -> u8 {
        match self {
            Kind::Stop | Kind::Mode | Kind::Hop => 0,
            Kind::Line | Kind::Edge => 1,
            Kind::Ground | Kind::Pair | Kind::Post | Kind::Stack => 2,
        }
    }
}

/// Stands for "no second body" and "no line" in an [`Event`].
pub const NONE: u16 = u16::MAX;

/// One event: when, what, to whom, where, and how hard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Time since the start of the trial, s.
    pub time_s: f64,
    /// What happens.
    pub kind: Kind,
    /// The body, or the lower numbered of two.
    pub body: u16,
    /// The higher numbered body of a pair, or [`NONE`].
    pub other: u16,
    /// The line that is crossed or the post that is hit, or [`NONE`].
    pub line: u16,
    /// The contact point of a pair, else the body's centre, m; filled by `resolve`.
    pub position_m: DVec3,
    /// Size of the impulse, N s; filled by `resolve`; 0 where there is none.
    pub impulse_n_s: f64,
    /// Kinetic energy lost in the event, J; filled by `resolve`; friction between events is not in it.
    pub loss_j: f64,
}

impl Event {
    /// An event of one body, its outcome not yet known.
    pub fn of_body(time_s: f64, kind: Kind, body: u16) -> Event {
        Event { time_s, kind, body, other: NONE, line: NONE, position_m: DVec3::ZERO, impulse_n_s: 0.0, loss_j: 0.0 }
    }

    /// An impact of two bodies, numbered canonically.
    pub fn of_pair(time_s: f64, a: u16, b: u16) -> Event {
        Event { other: a.max(b), ..Event::of_body(time_s, Kind::Pair, a.min(b)) }
    }

    /// The total order of events: (time, class, ids), never insertion order (`reliability` rule P10).
    pub fn precedes(&self, that: &Event) -> bool {
        let key = |e: &Event| (e.kind.class(), e.body, e.other, e.line);
        self.time_s < that.time_s || (self.time_s == that.time_s && key(self) < key(that))
    }
}

/// Hears every event after it is resolved.
pub trait EventSink<W: World + ?Sized> {
    /// Takes note of an event; `state` is the truth just after it.
    fn record(&mut self, setup: &W::Setup, state: &W::State, event: &Event);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<W: World> EventSink<W> for Silent {
    #[inline]
    fn record(&mut self, _: &W::Setup, _: &W::State, _: &Event) {}
}

/// Counts the events of each kind and adds up what impacts cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Events by kind, in the order of [`Kind`].
    pub by_kind: [u32; KINDS],
    /// Kinetic energy lost in impacts, J.
    pub impact_loss_j: f64,
    /// Impacts at exactly the time of the impact before: their order is a convention of the world, and another
    /// order may end elsewhere (rule P10).
    pub tied_impacts: u32,
    /// When the last impact was, s.
    last_impact_s: Option<f64>,
}

impl Counters {
    /// Events of one kind.
    pub fn of(&self, kind: Kind) -> u32 {
        self.by_kind[kind as usize]
    }

    /// Events of all kinds.
    pub fn total(&self) -> u32 {
        self.by_kind.iter().sum()
    }
}

impl<W: World> EventSink<W> for Counters {
    #[inline]
    fn record(&mut self, _: &W::Setup, _: &W::State, event: &Event) {
        self.by_kind[event.kind as usize] += 1;
        self.impact_loss_j += event.loss_j;
        if event.kind == Kind::Pair {
            self.tied_impacts += u32::from(self.last_impact_s == Some(event.time_s));
            self.last_impact_s = Some(event.time_s);
        }
    }
}

/// Keeps every event, in order.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The events so far.
    pub events: Vec<Event>,
}

impl<W: World> EventSink<W> for Trace {
    fn record(&mut self, _: &W::Setup, _: &W::State, event: &Event) {
        self.events.push(*event);
    }
}

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
    /// More events than [`Limits::max_events`].
    EventBudget,
    /// More than [`Limits::max_events_at_once`] events inside 1e-12 s, or of each 10,000 in turn all inside 10 us.
    ClockStands,
    /// An event came before the one that it followed (rule P9).
    ClockBack,
    /// A number was no longer finite.
    NotFinite,
    /// Something moves for ever and meets nothing.
    NeverRests,
    /// Two bodies overlap; found by an audit.
    Overlap,
    /// Energy appeared or was lost; found by an audit.
    EnergyUnbalanced,
    /// Predicted anew, something else comes next; found by an audit.
    StalePrediction,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 8] = [
        Reason::EventBudget,
        Reason::ClockStands,
        Reason::ClockBack,
        Reason::NotFinite,
        Reason::NeverRests,
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
    /// Events allowed in a trial.
    pub max_events: u32,
    /// Events allowed inside 1e-12 s.
    pub max_events_at_once: u32,
    /// Whether every event is audited. A debug build audits all trials; in those that are not meant to be audited it
    /// panics at what it finds.
    pub is_audited: bool,
}

impl Limits {
    /// The default budget for `body_count` bodies, `1000 + 200 n^2` events, without a time limit.
    pub fn for_bodies(body_count: usize) -> Limits {
        let n = body_count as u32;
        Limits {
            until_s: f64::INFINITY,
            max_events: 1000 + 200 * n * n,
            max_events_at_once: 64 + 4 * n * n,
            is_audited: false,
        }
    }

    /// The same, audited or not.
    pub fn audited(self, is_audited: bool) -> Limits {
        Limits { is_audited, ..self }
    }
}

/// Follows the clock and the budget of one trial.
struct Budget {
    events: u32,
    at_once: u32,
    since_s: f64,
    crawls_since_s: f64,
}

/// Within so many events the clock must move on by [`CRAWL_S`]. Rule P16 has 1 ms; but a toley that comes to rest on marbles
/// bounces ever faster, down to some 10,000 events in 0.1 ms, and 3 of 100,000 random packs would be given up for that.
const CRAWL_EVENTS: u32 = 10_000;
const CRAWL_S: f64 = 1e-5;

impl Budget {
    fn spend(&mut self, limits: &Limits, time_s: f64) -> Option<Reason> {
        self.events += 1;
        self.at_once += 1;
        if time_s - self.since_s > 1e-12 {
            (self.at_once, self.since_s) = (1, time_s);
        }
        if self.events > limits.max_events {
            return Some(Reason::EventBudget);
        }
        let mut stands = self.at_once > limits.max_events_at_once;
        if self.events.is_multiple_of(CRAWL_EVENTS) {
            stands |= time_s - self.crawls_since_s < CRAWL_S;
            self.crawls_since_s = time_s;
        }
        stands.then_some(Reason::ClockStands)
    }
}

/// Plays from `state` to its ending: predict, advance, resolve, record.
pub fn run<W: World, S: EventSink<W>>(
    setup: &W::Setup,
    state: &mut W::State,
    scratch: &mut W::Scratch,
    limits: &Limits,
    sink: &mut S,
) -> Ending {
    let mut budget = Budget { events: 0, at_once: 0, since_s: 0.0, crawls_since_s: 0.0 };
    let is_audited = limits.is_audited || cfg!(debug_assertions);
    let mut audit = is_audited.then(|| Audit::begin(setup, state, scratch));
    let mut last_s = 0.0;
    while let Some(mut event) = W::next(setup, state, scratch) {
        if event.time_s > limits.until_s {
            break;
        }
        if event.time_s < last_s {
            return Ending::Quarantined(Reason::ClockBack);
        }
        last_s = event.time_s;
        W::advance(setup, state, &event);
        W::resolve(setup, state, &mut event);
        sink.record(setup, state, &event);
        W::forget(setup, state, scratch, &event);
        if !W::is_finite(state, &event) {
            return Ending::Quarantined(Reason::NotFinite);
        }
        if let Some(reason) = audit.as_mut().and_then(|audit: &mut Audit<W>| audit.check(setup, state, scratch, &event))
        {
            // bytes do not depend on the build: what only a debug build looks at is a bug there
            assert!(limits.is_audited, "an audit found {reason:?} after {event:?}");
            return Ending::Quarantined(reason);
        }
        if let Some(reason) = budget.spend(limits, event.time_s) {
            return Ending::Quarantined(reason);
        }
    }
    if limits.until_s.is_finite() {
        W::settle(setup, state, limits.until_s);
    }
    match (W::at_rest(state), limits.until_s.is_finite()) {
        (true, _) => Ending::Rest,
        (false, true) => Ending::Until,
        (false, false) => Ending::Quarantined(Reason::NeverRests),
    }
}

#[cfg(test)]
mod tests;
