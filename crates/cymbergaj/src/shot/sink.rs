//! Hears the events of one stroke, tells the laws what they want to know, on the table's own axes, and counts.

use glam::DVec2;
use tolley_physics::discs::{self, Discs, State};
use tolley_physics::kernel::{Counters, Event, EventSink, Hit, Kind};

use super::bodies::{BALL, OPPONENT, STRIKER, piece};
use crate::laws::{Ends, MoveEvents, Seat};

/// What is kept of a stroke besides what the laws are told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StrokeRecord {
    /// Events by kind, and what impacts cost.
    pub counters: Counters,
    /// Time of the last event, s.
    pub duration_s: f64,
    /// Speed of the ball just after the mover's first hit, m/s.
    pub ball_speed_m_s: Option<f64>,
    /// Collisions between coins; hits at one instant are one event, and each counts.
    pub collision_count: u32,
    /// Whether the struck coin touched the other player's coin before the ball.
    pub coin_before_ball: bool,
}

/// Listens to a stroke of `mover`, whose frame has these signs on the table.
pub(super) struct StrokeSink<'a> {
    events: &'a mut MoveEvents,
    mover: Seat,
    frame: DVec2,
    pub record: StrokeRecord,
}

impl StrokeSink<'_> {
    pub fn new(events: &mut MoveEvents, mover: Seat, ends: Ends) -> StrokeSink<'_> {
        StrokeSink { events, mover, frame: ends.frame(mover), record: StrokeRecord::default() }
    }

    fn on_table(&self, event: &Event) -> DVec2 {
        event.position_m.truncate() * self.frame
    }

    fn touch(&mut self, state: &State, event: &Event) {
        match (usize::from(event.body), usize::from(event.other)) {
            (STRIKER, BALL) => {
                self.record.ball_speed_m_s.get_or_insert_with(|| state.bodies[BALL].velocity_m_s().length());
                self.events.ball_hit(self.mover, event.time_s, event.impulse_n_s);
            }
            (BALL, OPPONENT) => self.events.ball_hit(self.mover.other(), event.time_s, event.impulse_n_s),
            (STRIKER, OPPONENT) => {
                self.record.coin_before_ball |= self.record.ball_speed_m_s.is_none();
                self.events.coins_hit(event.time_s, self.on_table(event), event.impulse_n_s);
            }
            _ => {}
        }
    }
}

impl EventSink<Discs> for StrokeSink<'_> {
    fn record(&mut self, setup: &discs::Setup, state: &State, event: &Event, hits: &[Hit]) {
        EventSink::<Discs>::record(&mut self.record.counters, setup, state, event, hits);
        self.record.duration_s = event.time_s;
        match event.kind {
            Kind::Pair | Kind::Hold => {
                for hit in event.each_hit(hits) {
                    self.record.collision_count += 1;
                    self.touch(state, &hit);
                }
            }
            // a coin may land on another one too
            Kind::Stack => self.touch(state, event),
            Kind::Edge => {
                self.events.fell(piece(usize::from(event.body), self.mover), event.time_s, self.on_table(event))
            }
            // lines count for the ball alone
            Kind::Line if usize::from(event.body) == BALL => self.events.ball_out(event.time_s, self.on_table(event)),
            _ => {}
        }
    }
}
