//! One coin: where it is and how it moves.

use glam::DVec2;

use super::flight::{Flight, Moment};
use super::resolved::Resolved;
use crate::kernel::NONE;

/// A way below this share of the radius is none.
const LEAST_PATH: f64 = 1.0 / (1u64 << 50) as f64;

/// How a coin moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Neither slides nor spins.
    Rest,
    /// Slides, spins, or both.
    Slide,
    /// Hops.
    Air,
    /// Lies on another coin, which may move.
    Top,
    /// Has left the table.
    Off,
}

impl Mode {
    /// The name as printed: `rest slide air top off`.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Rest => "rest",
            Mode::Slide => "slide",
            Mode::Air => "air",
            Mode::Top => "top",
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
    height_m: f64,
    rise_m_s: f64,
    carrier: Option<u16>,
    pub(super) friction_work_j: f64,
    /// How fast it last parted from a coin on which it presses, m/s; 0 if it presses on none.
    pub(super) pressed_m_s: f64,
    /// Slow hits in a row so far; of more than 255 that.
    pub(super) slow_count: u8,
    /// The coin that it hit slowly when it last hit anything, or [`NONE`].
    pub(super) slow_with: u16,
    /// Up to when it has got what the tilt of the table gives, s.
    pub(super) tilted_s: f64,
    /// Energy that the tilt has given it, J.
    pub(super) tilt_work_j: f64,
    /// Whether it has begun to hop and nobody was told.
    pub(super) hops: bool,
    pub(super) flight: Flight,
}

impl Body {
    pub(super) fn still(position_m: DVec2) -> Body {
        Body {
            mode: Mode::Rest,
            time_s: 0.0,
            position_m,
            direction: DVec2::ZERO,
            speed_m_s: 0.0,
            spin_rad_s: 0.0,
            angle_rad: 0.0,
            height_m: 0.0,
            rise_m_s: 0.0,
            carrier: None,
            friction_work_j: 0.0,
            pressed_m_s: 0.0,
            slow_count: 0,
            slow_with: NONE,
            tilted_s: 0.0,
            tilt_work_j: 0.0,
            hops: false,
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

    /// Height of its lower face over the table while it hops, m; of a coin that left in a hop, at the edge.
    pub fn height_m(&self) -> f64 {
        self.height_m
    }

    /// Vertical speed while it hops, m/s.
    pub fn rise_m_s(&self) -> f64 {
        self.rise_m_s
    }

    /// The coin on which it lies.
    pub fn carrier(&self) -> Option<u16> {
        self.carrier
    }

    /// Kinetic energy, and potential energy over the table, J.
    pub(super) fn energy_j(&self, coin: &Resolved) -> f64 {
        let flat = coin.energy_j(self.velocity_m_s(), self.spin_rad_s);
        flat + coin.mass_kg * (0.5 * self.rise_m_s * self.rise_m_s + coin.gravity_m_s2 * self.height_m)
    }

    /// Kinetic energy of slide and spin, J.
    fn moving_j(&self, coin: &Resolved) -> f64 {
        let (speed, spin) = (self.speed_m_s, self.spin_rad_s);
        0.5 * (coin.mass_kg * (speed * speed) + coin.inertia_kg_m2 * (spin * spin))
    }

    /// Sets the body moving from where and when it is; a way that is less than the rounding of its place is none.
    pub(super) fn launch(&mut self, coin: &Resolved, velocity_m_s: DVec2, spin_rad_s: f64) {
        self.flight.relaunch(coin, self.time_s, self.position_m, velocity_m_s, spin_rad_s, self.angle_rad);
        if self.flight.path_m > 0.0 && self.flight.path_m < LEAST_PATH * coin.radius_m {
            self.stay(coin, spin_rad_s);
        }
        self.direction = self.flight.direction;
        self.speed_m_s = self.flight.speed_m_s;
        self.spin_rad_s = self.flight.spin_rad_s;
        (self.height_m, self.rise_m_s) = (0.0, 0.0);
        self.mode = if self.speed_m_s == 0.0 && self.spin_rad_s == 0.0 { Mode::Rest } else { Mode::Slide };
    }

    /// At most spins in place.
    #[cold]
    fn stay(&mut self, coin: &Resolved, spin_rad_s: f64) {
        self.flight.relaunch(coin, self.time_s, self.position_m, DVec2::ZERO, spin_rad_s, self.angle_rad);
    }

    /// Sets the body moving through the air.
    #[cold]
    pub(super) fn lift_off(
        &mut self,
        coin: &Resolved,
        velocity_m_s: DVec2,
        spin_rad_s: f64,
        height_m: f64,
        rise_m_s: f64,
    ) {
        self.launch(coin, velocity_m_s, spin_rad_s);
        self.flight = self.flight.lifted(coin, velocity_m_s, height_m, rise_m_s);
        self.direction = self.flight.direction;
        (self.mode, self.height_m, self.rise_m_s) = (Mode::Air, height_m, rise_m_s);
    }

    /// Sets the body moving after an impact: on the table, or on through the air.
    #[inline]
    pub(super) fn rebound(&mut self, coin: &Resolved, velocity_m_s: DVec2, spin_rad_s: f64) {
        self.slow_with = NONE;
        if self.mode == Mode::Air {
            self.lift_off(coin, velocity_m_s, spin_rad_s, self.height_m, self.rise_m_s);
        } else {
            self.launch(coin, velocity_m_s, spin_rad_s);
        }
    }

    /// Gains velocity at once by what is no impact.
    pub(super) fn push(&mut self, coin: &Resolved, gained_m_s: DVec2) {
        let before_j = self.moving_j(coin);
        self.launch(coin, self.velocity_m_s() + gained_m_s, self.spin_rad_s);
        self.tilt_work_j += self.moving_j(coin) - before_j;
    }

    /// Comes to lie on another coin.
    pub(super) fn lie_on(&mut self, carrier: u16) {
        self.flight = Flight::still(self.time_s, self.position_m, self.angle_rad);
        (self.direction, self.speed_m_s, self.spin_rad_s) = (DVec2::ZERO, 0.0, 0.0);
        (self.height_m, self.rise_m_s) = (0.0, 0.0);
        (self.mode, self.carrier) = (Mode::Top, Some(carrier));
    }

    /// Is moved by the coin on which it lies, which now is as `below` says.
    pub(super) fn carried(&mut self, below: &Body, way_m: DVec2) {
        self.position_m += way_m;
        self.flight = Flight::still(below.time_s, self.position_m, self.angle_rad);
        self.time_s = below.time_s;
        if below.mode == Mode::Off {
            (self.mode, self.direction, self.speed_m_s) = (Mode::Off, below.direction, below.speed_m_s);
        }
    }

    /// Brings the body to a time within its flight, which goes on.
    pub(super) fn bring(&mut self, coin: &Resolved, time_s: f64) {
        if self.mode == Mode::Slide {
            let before_j = self.moving_j(coin);
            // an event is never before the flight that it ends (`reliability` rule P9)
            let t = (time_s - self.flight.start_s).max(0.0);
            if t < self.flight.stop_s {
                self.show(&self.flight.moment(coin, t));
            } else {
                self.show(&self.last(coin));
            }
            self.friction_work_j += before_j - self.moving_j(coin);
        } else if self.mode == Mode::Air {
            self.fly(coin, time_s);
        }
        self.time_s = time_s;
    }

    #[cold]
    fn fly(&mut self, coin: &Resolved, time_s: f64) {
        let t = (time_s - self.flight.start_s).clamp(0.0, self.flight.stop_s);
        let (height_m, rise_m_s) = self.flight.lift_at(coin, t);
        (self.height_m, self.rise_m_s) = (height_m.max(0.0), rise_m_s);
        let path_m = self.flight.speed_m_s * t;
        let angle_rad = self.flight.angle_rad + self.flight.spin_rad_s * t;
        self.show(&Moment { path_m, speed_m_s: self.speed_m_s, spin_rad_s: self.spin_rad_s, angle_rad });
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
        self.friction_work_j += self.moving_j(coin);
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
