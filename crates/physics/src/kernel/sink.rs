//! Who hears of events, and the sinks that serve everybody.

use super::event::{Event, Hit, KINDS, Kind, NONE};
use super::world::World;

/// Hears every event after it is resolved.
pub trait EventSink<W: World + ?Sized> {
    /// Whether it wants to know how bodies move within events that take time.
    const FILMS: bool = false;

    /// Looks into what may be thrown away, just before [`EventSink::record`].
    fn look(&mut self, _: &W::Setup, _: &W::Scratch) {}
    /// Takes note of an event; `state` is the truth just after it. `hits` are those that the event stands for, where
    /// hits that overlap in time are one event; see [`Event::each_hit`].
    fn record(&mut self, setup: &W::Setup, state: &W::State, event: &Event, hits: &[Hit]);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<W: World> EventSink<W> for Silent {
    #[inline]
    fn record(&mut self, _: &W::Setup, _: &W::State, _: &Event, _: &[Hit]) {}
}

/// Two sinks that hear the same.
#[derive(Debug)]
pub struct Both<'a, A, B>(pub &'a mut A, pub &'a mut B);

impl<W: World, A: EventSink<W>, B: EventSink<W>> EventSink<W> for Both<'_, A, B> {
    const FILMS: bool = A::FILMS || B::FILMS;

    fn look(&mut self, setup: &W::Setup, scratch: &W::Scratch) {
        self.0.look(setup, scratch);
        self.1.look(setup, scratch);
    }

    fn record(&mut self, setup: &W::Setup, state: &W::State, event: &Event, hits: &[Hit]) {
        self.0.record(setup, state, event, hits);
        self.1.record(setup, state, event, hits);
    }
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

    /// Events of all kinds, without steps of resting contacts.
    pub fn total(&self) -> u32 {
        self.by_kind.iter().sum::<u32>() - self.of(Kind::Hold)
    }
}

impl<W: World> EventSink<W> for Counters {
    #[inline]
    fn record(&mut self, _: &W::Setup, _: &W::State, event: &Event, _: &[Hit]) {
        self.by_kind[event.kind as usize] += 1;
        self.impact_loss_j += event.loss_j;
        if matches!(event.kind, Kind::Pair | Kind::Hold) && event.other != NONE {
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
    fn record(&mut self, _: &W::Setup, _: &W::State, event: &Event, _: &[Hit]) {
        self.events.push(*event);
    }
}
