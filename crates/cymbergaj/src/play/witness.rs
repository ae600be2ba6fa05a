//! Hears the events of one Move and tells the laws what they want to know, on the table's own axes.

use glam::DVec2;
use tolley_physics::discs::{self, Discs, State};
use tolley_physics::kernel::{Event, EventSink, Kind};

use crate::laws::{MoveEvents, Piece, Seat};
use crate::pieces::{BALL, OPPONENT, STRIKER};

/// What is counted of a Move besides what the laws are told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Events of all kinds.
    pub event_count: u32,
    /// Collisions between coins.
    pub collision_count: u32,
    /// Time of the last event, s.
    pub duration_s: f64,
    /// Speed of the ball just after the mover's first hit, m/s.
    pub ball_speed_m_s: Option<f64>,
}

/// Listens to a Move of `mover`, whose frame has these signs on the table.
pub(super) struct Witness<'a> {
    pub told: &'a mut MoveEvents,
    pub mover: Seat,
    pub turn: DVec2,
    pub counts: Counts,
}

impl Witness<'_> {
    fn piece(&self, body: u16) -> Piece {
        match usize::from(body) {
            STRIKER => Piece::Coin(self.mover),
            BALL => Piece::Ball,
            _ => Piece::Coin(self.mover.other()),
        }
    }

    fn on_table(&self, event: &Event) -> DVec2 {
        event.position_m.truncate() * self.turn
    }

    fn touch(&mut self, state: &State, event: &Event) {
        self.counts.collision_count += 1;
        match (usize::from(event.body), usize::from(event.other)) {
            (STRIKER, BALL) => {
                self.counts.ball_speed_m_s.get_or_insert_with(|| state.bodies[BALL].velocity_m_s().length());
                self.told.ball_hit(self.mover, event.time_s, event.impulse_n_s);
            }
            (BALL, OPPONENT) => self.told.ball_hit(self.mover.other(), event.time_s, event.impulse_n_s),
            _ => self.told.coins_hit(event.time_s, self.on_table(event), event.impulse_n_s),
        }
    }
}

impl EventSink<Discs> for Witness<'_> {
    fn record(&mut self, _: &discs::Setup, state: &State, event: &Event) {
        self.counts.event_count += 1;
        self.counts.duration_s = event.time_s;
        match event.kind {
            Kind::Pair => self.touch(state, event),
            Kind::Edge => self.told.fell(self.piece(event.body), event.time_s, self.on_table(event)),
            // lines count for the ball alone
            Kind::Line if usize::from(event.body) == BALL => self.told.ball_out(event.time_s, self.on_table(event)),
            _ => {}
        }
    }
}
