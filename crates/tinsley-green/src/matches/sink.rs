//! Hears a shot for the laws: hits and exits by the names of the balls.

use tolley_physics::kernel::{self, Event, EventSink, Kind};
use tolley_physics::spheres::{Setup, Spheres, State};

use crate::laws::{Ball, Exit, Hit, ShotEvents};
use crate::shot::sink::ShotSink;

/// Tells the laws what happens, and counts.
pub(super) struct LawSink<'a> {
    /// Name of each body.
    pub(super) balls: &'a [Ball],
    pub(super) events: &'a mut ShotEvents,
    pub(super) shot: &'a mut ShotSink,
}

impl EventSink<Spheres> for LawSink<'_> {
    #[inline]
    fn record(&mut self, setup: &Setup, state: &State, event: &Event, hits: &[kernel::Hit]) {
        self.shot.record(setup, state, event, hits);
        match event.kind {
            Kind::Pair => {
                for hit in event.each_hit(hits) {
                    let balls = [hit.body, hit.other].map(|body| self.balls[usize::from(body)]);
                    self.events.hits.push(Hit { time_s: hit.time_s, balls, impulse_n_s: hit.impulse_n_s });
                }
            }
            Kind::Edge => self.events.exits.push(Exit {
                time_s: event.time_s,
                ball: self.balls[usize::from(event.body)],
                at_m: event.position_m,
            }),
            _ => {}
        }
    }
}
