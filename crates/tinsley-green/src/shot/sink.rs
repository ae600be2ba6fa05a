//! Hears the events of one shot and counts them.

use tolley_physics::kernel::{Counters, Event, EventSink, Hit, Kind};
use tolley_physics::spheres::{Setup, Spheres, State};

/// Body number of the toley that is shot.
const TOLEY: usize = 0;

/// What happened in a shot.
#[derive(Clone, Debug, Default)]
pub struct ShotSink {
    /// Events by kind, and what impacts cost.
    pub counters: Counters,
    /// Collisions between balls; hits that overlap in time are one event, and each counts.
    pub collision_count: u32,
    /// When the toley first hit a ball, s.
    pub first_hit_s: Option<f64>,
    /// Times that the toley met the ground from above.
    pub toley_landing_count: u32,
    /// Energy that the ground took of slow balls as they stopped, J.
    pub halting_loss_j: f64,
    /// Time of the last event, s.
    pub duration_s: f64,
}

impl EventSink<Spheres> for ShotSink {
    #[inline]
    fn record(&mut self, setup: &Setup, state: &State, event: &Event, hits: &[Hit]) {
        EventSink::<Spheres>::record(&mut self.counters, setup, state, event, hits);
        self.duration_s = event.time_s;
        match event.kind {
            Kind::Pair => self.note_hits(event, hits),
            Kind::Ground => self.toley_landing_count += u32::from(usize::from(event.body) == TOLEY),
            Kind::Stop | Kind::Mode | Kind::Hold => self.halting_loss_j += event.loss_j,
            _ => {}
        }
    }
}

impl ShotSink {
    fn note_hits(&mut self, event: &Event, hits: &[Hit]) {
        for hit in event.each_hit(hits) {
            self.collision_count += 1;
            if usize::from(hit.body) == TOLEY {
                self.first_hit_s = Some(self.first_hit_s.map_or(hit.time_s, |first_s| first_s.min(hit.time_s)));
            }
        }
    }
}
