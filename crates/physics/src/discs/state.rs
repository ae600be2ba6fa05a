//! What is true now: where every coin is and how it moves.

use super::flight::{Flight, Moment};
use super::lines;
use super::setup::{Resolved, Setup};
use glam::DVec2;

/// How a coin moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Neither slides nor spins.
    Rest,
    /// Slides, spins, or both.
    Slide,
    /// Has left the table.
    Off,
}

impl Mode {
    /// The name as printed: `rest slide off`.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Rest => "rest",
            Mode::Slide => "slide",
            Mode::Off => "off",
        }
    }
}

/// One coin at its own time, which is the last event that touched it, or the time the state was settled to.
#[derive(Clone, Debug)]
pub struct Body {
    mode: Mode,
    time_s: f64,
    position_m: DVec2,
    direction: DVec2,
    speed_m_s: f64,
    spin_rad_s: f64,
    angle_rad: f64,
    pub(super) flight: Flight,
}

impl Body {
    fn still(position_m: DVec2) -> Body {
        Body {
            mode: Mode::Rest,
            time_s: 0.0,
            position_m,
            direction: DVec2::ZERO,
            speed_m_s: 0.0,
            spin_rad_s: 0.0,
            angle_rad: 0.0,
            flight: Flight::still(0.0, position_m, 0.0),
        }
    }

    /// How it moves.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Its own time since the start of the trial, s.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Where its centre is, m.
    pub fn position_m(&self) -> DVec2 {
        self.position_m
    }

    /// Velocity of its centre, m/s; of a coin that fell, at the edge.
    pub fn velocity_m_s(&self) -> DVec2 {
        self.direction * self.speed_m_s
    }

    /// Speed of its centre, m/s.
    pub fn speed_m_s(&self) -> f64 {
        self.speed_m_s
    }

    /// Spin, counter-clockwise positive, rad/s.
    pub fn spin_rad_s(&self) -> f64 {
        self.spin_rad_s
    }

    /// Angle turned since it was placed, not wrapped, rad.
    pub fn angle_rad(&self) -> f64 {
        self.angle_rad
    }

    /// Sets the body moving from where and when it is.
    pub(super) fn launch(&mut self, coin: &Resolved, velocity_m_s: DVec2, spin_rad_s: f64) {
        self.flight = Flight::launch(coin, self.time_s, self.position_m, velocity_m_s, spin_rad_s, self.angle_rad);
        self.direction = self.flight.direction;
        self.speed_m_s = self.flight.speed_m_s;
        self.spin_rad_s = self.flight.spin_rad_s;
        self.mode = if self.speed_m_s == 0.0 && self.spin_rad_s == 0.0 { Mode::Rest } else { Mode::Slide };
    }

    /// Brings the body to a time within its flight, which goes on.
    pub(super) fn bring(&mut self, coin: &Resolved, time_s: f64) {
        if self.mode == Mode::Slide {
            // an event is never before the flight that it ends (`reliability` rule P9)
            let t = (time_s - self.flight.start_s).max(0.0);
            if t < self.flight.stop_s {
                self.show(&self.flight.moment(coin, t));
            } else {
                self.show(&self.last(coin));
            }
        }
        self.time_s = time_s;
    }

    fn show(&mut self, moment: &Moment) {
        self.position_m = self.flight.place(moment.path_m);
        self.speed_m_s = moment.speed_m_s;
        self.spin_rad_s = moment.spin_rad_s;
        self.angle_rad = moment.angle_rad;
    }

    fn last(&self, coin: &Resolved) -> Moment {
        let angle_rad = self.flight.last_angle_rad(coin);
        Moment { path_m: self.flight.path_m, speed_m_s: 0.0, spin_rad_s: 0.0, angle_rad }
    }

    /// Ends the flight: at rest, exactly (`reliability` rule P11).
    pub(super) fn stop(&mut self, coin: &Resolved, time_s: f64) {
        self.show(&self.last(coin));
        (self.mode, self.time_s, self.direction) = (Mode::Rest, time_s, DVec2::ZERO);
        self.flight = Flight::still(time_s, self.position_m, self.angle_rad);
    }

    /// Leaves the table; its motion at the edge is kept.
    pub(super) fn leave(&mut self) {
        self.mode = Mode::Off;
        self.flight = Flight::still(self.time_s, self.position_m, self.angle_rad);
    }

    pub(super) fn is_finite(&self) -> bool {
        self.position_m.is_finite()
            && self.speed_m_s.is_finite()
            && self.direction.is_finite()
            && self.spin_rad_s.is_finite()
            && self.time_s.is_finite()
    }
}

/// The truth of one trial.
#[derive(Clone, Debug)]
pub struct State {
    /// The coins, by body number.
    pub bodies: Vec<Body>,
    /// Side of each line on which each body counts: body by body.
    pub(super) sides: Vec<i8>,
}

impl State {
    /// All coins at rest at the origin, to be placed.
    pub fn new(setup: &Setup) -> State {
        let mut state = State {
            bodies: vec![Body::still(DVec2::ZERO); setup.body_count()],
            sides: vec![0; setup.body_count() * setup.lines.len()],
        };
        for body in 0..setup.body_count() {
            lines::settle_sides(setup, &mut state, body);
        }
        state
    }

    /// Puts a coin on the table at time 0, angle 0, whatever it did before; angle counts from here.
    pub fn place(&mut self, setup: &Setup, body: usize, position_m: DVec2, velocity_m_s: DVec2, spin_rad_s: f64) {
        self.bodies[body] = Body::still(position_m);
        self.bodies[body].launch(&setup.resolved[body], velocity_m_s, spin_rad_s);
        lines::settle_sides(setup, self, body);
    }

    /// Begins the next trial without allocating: time and angles 0, every coin at rest where it is; those off stay off.
    pub fn clear(&mut self, setup: &Setup) {
        for body in 0..self.bodies.len() {
            let (position_m, off) = (self.bodies[body].position_m, self.bodies[body].mode == Mode::Off);
            self.bodies[body] = Body::still(position_m);
            if off {
                self.bodies[body].mode = Mode::Off;
            }
            lines::settle_sides(setup, self, body);
        }
    }

    /// Kinetic energy of the coins on the table, each at its own time, J.
    pub fn energy_j(&self, setup: &Setup) -> f64 {
        let on = self.bodies.iter().zip(&setup.resolved).filter(|(b, _)| b.mode == Mode::Slide);
        on.map(|(b, coin)| coin.energy_j(b.velocity_m_s(), b.spin_rad_s)).sum()
    }
}
