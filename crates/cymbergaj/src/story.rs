//! What a flick leaves of its events.

use glam::DVec2;
use tolley_physics::discs::{self, Discs, Mode, State};
use tolley_physics::kernel::{Counters, Event, EventSink, Kind, NONE};

use crate::pieces::{BALL, OPPONENT, STRIKER};
use crate::table::{Exit, Playground};

tolley_experiment::names! {
    /// Whose coin touched the ball last.
    pub enum LastTouch {
        /// Nobody's.
        Nobody = "nobody",
        /// The striking player's.
        Striker = "striker",
        /// The other player's.
        Opponent = "opponent",
    }
}

/// How the ball left play.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// When, s.
    pub time_s: f64,
    /// Where its centre was, m.
    pub at_m: DVec2,
    /// Over which line.
    pub exit: Exit,
}

/// Hears the events of a flick.
#[derive(Clone, Copy, Debug)]
pub struct Story {
    playground: Playground,
    left: Option<Left>,
    /// Events by kind, and what impacts cost.
    pub counters: Counters,
    /// Speed of the ball after the striker first hit it, m/s.
    pub ball_speed_m_s: Option<f64>,
    /// Whether the striker touched the opponent's coin before the ball.
    pub coin_before_ball: bool,
    /// Who touched the ball last while it was in play.
    pub last_touch: LastTouch,
    /// Time of the last event, s.
    pub last_s: f64,
}

impl Story {
    /// Nothing has happened yet.
    pub fn of(playground: Playground) -> Story {
        Story {
            playground,
            left: None,
            counters: Counters::default(),
            ball_speed_m_s: None,
            coin_before_ball: false,
            last_touch: LastTouch::Nobody,
            last_s: 0.0,
        }
    }

    /// How the ball left play, if it did; carried over the edge on another coin, it left with it.
    pub fn ball_left(&self, state: &State) -> Option<Left> {
        let ball = &state.bodies[BALL];
        let carried = || {
            let at_m = ball.position_m();
            (ball.mode() == Mode::Off).then(|| Left { time_s: ball.time_s(), at_m, exit: self.playground.exit(at_m) })
        };
        self.left.or_else(carried)
    }

    fn ball_leaves(&mut self, event: &Event) {
        if self.left.is_none() {
            let at_m = event.position_m.truncate();
            self.left = Some(Left { time_s: event.time_s, at_m, exit: self.playground.exit(at_m) });
        }
    }

    fn coins_touch(&mut self, state: &State, event: &Event) {
        let ids = (usize::from(event.body), usize::from(event.other));
        if self.left.is_none() {
            match ids {
                (STRIKER, BALL) => self.last_touch = LastTouch::Striker,
                (BALL, OPPONENT) => self.last_touch = LastTouch::Opponent,
                _ => {}
            }
        }
        if self.ball_speed_m_s.is_some() {
            return;
        }
        match ids {
            (STRIKER, BALL) => self.ball_speed_m_s = Some(state.bodies[BALL].velocity_m_s().length()),
            (STRIKER, OPPONENT) => self.coin_before_ball = true,
            _ => {}
        }
    }
}

impl EventSink<Discs> for Story {
    fn record(&mut self, setup: &discs::Setup, state: &State, event: &Event) {
        EventSink::<Discs>::record(&mut self.counters, setup, state, event);
        self.last_s = event.time_s;
        match event.kind {
            // a coin may land on another one too
            Kind::Pair | Kind::Stack if event.other != NONE => self.coins_touch(state, event),
            Kind::Line | Kind::Edge if usize::from(event.body) == BALL => self.ball_leaves(event),
            _ => {}
        }
    }
}
