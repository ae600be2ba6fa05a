//! Hears a shot for the laws: hits and exits by the names of the balls.

use tolley_physics::kernel::{Event, EventSink, Kind};
use tolley_physics::spheres::{Setup, Spheres, State};

use crate::laws::{Ball, Exit, Hit, ShotEvents};
use crate::table::Story;

/// Tells the laws what happens, and counts.
pub(super) struct Witness<'a> {
    /// Name of each body.
    pub(super) balls: &'a [Ball],
    pub(super) events: &'a mut ShotEvents,
    pub(super) story: Story,
}

impl EventSink<Spheres> for Witness<'_> {
    #[inline]
    fn record(&mut self, setup: &Setup, state: &State, event: &Event) {
        self.story.record(setup, state, event);
        match event.kind {
            Kind::Pair => {
                for hit in state.each_hit(event) {
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
