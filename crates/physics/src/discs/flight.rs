//! One body's motion from an impact to its rest: a straight path, known in closed form at any time.
//!
//! Pure slide and pure spin are elementary; where both are present the state is read off the universal orbit
//! ([`super::orbit`]) of which the motion is a scaled piece. Times are local: they begin with the flight.

use super::branch::Window;
use super::resolved::Resolved;
use glam::DVec2;

/// Which law the motion follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// At rest.
    Still,
    /// No friction: uniform motion.
    Drift,
    /// Uniform motion above the table, until the landing.
    Air,
    /// Slide, with at most a trace of spin that follows a power of the speed.
    Slide,
    /// Spin, with at most a trace of slide that follows a power of the spin.
    Spin,
    /// Coupled, spin outweighs slide.
    Below,
    /// Coupled, slide outweighs spin.
    Above,
}

/// A motion from its start to its rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Flight {
    pub law: Law,
    /// Trial time of the start.
    pub start_s: f64,
    pub origin_m: DVec2,
    /// Unit vector; kept apart from the speed, so that rest has no 0/0 (`reliability` rule P11).
    pub direction: DVec2,
    pub speed_m_s: f64,
    pub spin_rad_s: f64,
    pub angle_rad: f64,
    /// Duration and length of the motion.
    pub stop_s: f64,
    pub path_m: f64,
    /// Greatest and least deceleration of the slide.
    pub slowing_m_s2: f64,
    pub gentlest_m_s2: f64,
    /// Height and vertical speed at the start; of a hop.
    pub height_m: f64,
    pub rise_m_s: f64,
    orbit: Piece,
}

/// How a coupled motion lies on its universal orbit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Piece {
    /// Which window of the orbit.
    window: u8,
    /// Time left at the start, and how fast it goes, in units of the orbit.
    left: f64,
    rate_per_s: f64,
    /// Speed, rim speed, path and arc of one orbit unit; both speeds are exact at the start.
    speed_m_s: f64,
    rim_m_s: f64,
    path_m: f64,
    turn_m: f64,
    /// Path and arc left at the start.
    path: f64,
    turn: f64,
}

/// What a body does at one time of its flight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub path_m: f64,
    pub speed_m_s: f64,
    pub spin_rad_s: f64,
    pub angle_rad: f64,
}

impl Flight {
    /// A body at rest.
    pub fn still(start_s: f64, origin_m: DVec2, angle_rad: f64) -> Flight {
        Flight {
            law: Law::Still,
            start_s,
            origin_m,
            direction: DVec2::ZERO,
            speed_m_s: 0.0,
            spin_rad_s: 0.0,
            angle_rad,
            stop_s: 0.0,
            path_m: 0.0,
            slowing_m_s2: 0.0,
            gentlest_m_s2: 0.0,
            height_m: 0.0,
            rise_m_s: 0.0,
            orbit: Piece::default(),
        }
    }

    /// The motion that begins with this velocity and spin.
    #[inline]
    pub fn launch(
        coin: &Resolved,
        start_s: f64,
        origin_m: DVec2,
        velocity_m_s: DVec2,
        spin_rad_s: f64,
        angle_rad: f64,
    ) -> Flight {
        let mut flight = Flight::still(start_s, origin_m, angle_rad);
        flight.begin(coin, velocity_m_s, spin_rad_s);
        flight
    }

    /// The same in place of another motion, without a copy of what is large.
    #[inline]
    pub fn relaunch(
        &mut self,
        coin: &Resolved,
        start_s: f64,
        origin_m: DVec2,
        velocity_m_s: DVec2,
        spin_rad_s: f64,
        angle_rad: f64,
    ) {
        *self = Flight::still(start_s, origin_m, angle_rad);
        self.begin(coin, velocity_m_s, spin_rad_s);
    }

    fn begin(&mut self, coin: &Resolved, velocity_m_s: DVec2, spin_rad_s: f64) {
        let speed = velocity_m_s.dot(velocity_m_s).sqrt();
        let rim = coin.radius_m * spin_rad_s.abs();
        if speed == 0.0 && rim == 0.0 {
            return;
        }
        if speed > 0.0 {
            self.direction = velocity_m_s / speed;
        }
        (self.speed_m_s, self.spin_rad_s) = (speed, spin_rad_s);
        self.slowing_m_s2 = coin.slowing_m_s2;
        self.choose(coin, rim);
        if let Some(curl) = &coin.curl {
            self.direction = curl.bend(self.direction, speed, rim.copysign(spin_rad_s));
        }
    }

    /// The same start, but off the table with this height and vertical speed, until it lands.
    pub fn lifted(mut self, coin: &Resolved, velocity_m_s: DVec2, height_m: f64, rise_m_s: f64) -> Flight {
        let gravity = coin.gravity_m_s2;
        (self.law, self.height_m, self.rise_m_s) = (Law::Air, height_m, rise_m_s);
        (self.slowing_m_s2, self.gentlest_m_s2) = (0.0, 0.0);
        if self.speed_m_s > 0.0 {
            self.direction = velocity_m_s / self.speed_m_s;
        }
        self.stop_s = (rise_m_s + (rise_m_s * rise_m_s + 2.0 * gravity * height_m).sqrt()) / gravity;
        self.path_m = self.speed_m_s * self.stop_s;
        self
    }

    /// Height and vertical speed at local time `t` of a hop.
    pub fn lift_at(&self, coin: &Resolved, t: f64) -> (f64, f64) {
        let fallen = coin.gravity_m_s2 * t;
        (self.height_m + (self.rise_m_s - 0.5 * fallen) * t, self.rise_m_s - fallen)
    }

    /// The motion from here and now without curl, to look at and not to follow.
    pub fn straight(coin: &Resolved, velocity_m_s: DVec2, spin_rad_s: f64) -> Flight {
        let flight = Flight::launch(coin, 0.0, DVec2::ZERO, velocity_m_s, spin_rad_s, 0.0);
        let direction = if flight.speed_m_s > 0.0 { velocity_m_s / flight.speed_m_s } else { DVec2::ZERO };
        Flight { direction, ..flight }
    }

    fn choose(&mut self, coin: &Resolved, rim: f64) {
        if coin.slowing_m_s2 == 0.0 {
            self.law = Law::Drift;
            self.stop_s = f64::INFINITY;
            self.path_m = if self.speed_m_s > 0.0 { f64::INFINITY } else { 0.0 };
        } else if rim == 0.0 {
            self.slide();
        } else if self.speed_m_s == 0.0 {
            self.spin(coin, rim);
        } else {
            self.couple(coin, rim);
        }
    }

    fn slide(&mut self) {
        self.law = Law::Slide;
        self.stop_s = self.speed_m_s / self.slowing_m_s2;
        self.path_m = 0.5 * self.speed_m_s * self.stop_s;
        self.gentlest_m_s2 = self.slowing_m_s2;
    }

    fn spin(&mut self, coin: &Resolved, rim: f64) {
        self.law = Law::Spin;
        self.stop_s = rim / (coin.spin_brake_ratio * self.slowing_m_s2);
        self.path_m = self.speed_m_s * self.stop_s / (coin.slide_exponent + 1.0);
    }

    fn couple(&mut self, coin: &Resolved, rim: f64) {
        let eps = self.speed_m_s / rim;
        let above = eps > coin.curves.last_slip_ratio();
        let branch = if above { &coin.curves.above } else { &coin.curves.below };
        let Some((window, left)) = branch.start(eps) else {
            return if above { self.slide() } else { self.spin(coin, rim) };
        };
        let [path, speed, rim_there, turn] = branch.window(window).point(left);
        let (speed_m_s, rim_m_s) = (self.speed_m_s / speed, rim / rim_there);
        let rate_per_s = self.slowing_m_s2 / speed_m_s;
        let (path_m, turn_m) = (speed_m_s / rate_per_s, rim_m_s / rate_per_s);
        self.orbit = Piece { window, left, rate_per_s, speed_m_s, rim_m_s, path_m, turn_m, path, turn };
        self.law = if above { Law::Above } else { Law::Below };
        (self.stop_s, self.path_m) = (left / rate_per_s, path * path_m);
        if above {
            // a hair below F*, which the tabulated orbit meets to 1e-9
            self.gentlest_m_s2 = self.slowing_m_s2 * coin.curves.last_force_ratio() * (1.0 - 1e-6);
        }
    }

    #[inline]
    fn window<'a>(&self, coin: &'a Resolved) -> &'a Window {
        let branch = if self.law == Law::Above { &coin.curves.above } else { &coin.curves.below };
        branch.window(self.orbit.window)
    }

    /// Path done and speed at local time `t`, at least 0.
    #[inline]
    pub fn path_at(&self, coin: &Resolved, t: f64) -> (f64, f64) {
        if t >= self.stop_s {
            return (self.path_m, 0.0);
        }
        match self.law {
            Law::Still => (0.0, 0.0),
            Law::Drift | Law::Air => (self.speed_m_s * t, self.speed_m_s),
            Law::Slide => {
                let braked = self.slowing_m_s2 * t;
                ((self.speed_m_s - 0.5 * braked) * t, self.speed_m_s - braked)
            }
            Law::Spin => self.trace(coin, t),
            Law::Below | Law::Above => {
                let piece = &self.orbit;
                let [path, speed] = self.window(coin).path(piece.left - piece.rate_per_s * t);
                ((piece.path - path) * piece.path_m, speed * piece.speed_m_s)
            }
        }
    }

    /// The trace of slide in a spin.
    fn trace(&self, coin: &Resolved, t: f64) -> (f64, f64) {
        if self.speed_m_s == 0.0 {
            return (0.0, 0.0);
        }
        let share = 1.0 - t / self.stop_s;
        let slowed = libm::pow(share, coin.slide_exponent);
        (self.path_m * (1.0 - slowed * share), self.speed_m_s * slowed)
    }

    /// Everything at local time `t`, at least 0 and before the stop.
    #[inline]
    pub fn moment(&self, coin: &Resolved, t: f64) -> Moment {
        let (path_m, speed_m_s) = self.path_at(coin, t);
        let share = 1.0 - t / self.stop_s;
        let (spin_rad_s, turned) = match self.law {
            Law::Still => (0.0, 0.0),
            Law::Drift | Law::Air => (self.spin_rad_s, self.spin_rad_s * t),
            Law::Slide if self.spin_rad_s == 0.0 => (0.0, 0.0),
            Law::Slide => {
                let slowed = libm::pow(share, coin.spin_exponent);
                let whole = self.spin_rad_s * self.stop_s / (coin.spin_exponent + 1.0);
                (self.spin_rad_s * slowed, whole * (1.0 - slowed * share))
            }
            Law::Spin => (self.spin_rad_s * share, self.spin_rad_s * t * (1.0 - 0.5 * t / self.stop_s)),
            Law::Below | Law::Above => {
                let piece = &self.orbit;
                let [_, _, rim, turn] = self.window(coin).point(piece.left - piece.rate_per_s * t);
                let spin = rim * piece.rim_m_s / coin.radius_m;
                let turned = (piece.turn - turn) * piece.turn_m / coin.radius_m;
                (spin.copysign(self.spin_rad_s), turned.copysign(self.spin_rad_s))
            }
        };
        Moment { path_m, speed_m_s, spin_rad_s, angle_rad: self.angle_rad + turned }
    }

    /// The angle at rest.
    pub fn last_angle_rad(&self, coin: &Resolved) -> f64 {
        let turned = match self.law {
            Law::Still | Law::Drift => 0.0,
            Law::Air => self.spin_rad_s * self.stop_s,
            Law::Slide => self.spin_rad_s * self.stop_s / (coin.spin_exponent + 1.0),
            Law::Spin => 0.5 * self.spin_rad_s * self.stop_s,
            Law::Below | Law::Above => (self.orbit.turn * self.orbit.turn_m / coin.radius_m).copysign(self.spin_rad_s),
        };
        self.angle_rad + turned
    }

    /// The local time at which `path_m` is done, from 0 to less than the whole path.
    #[inline]
    pub fn time_at(&self, coin: &Resolved, path_m: f64) -> f64 {
        if path_m <= 0.0 {
            return 0.0;
        }
        match self.law {
            Law::Still => 0.0,
            Law::Drift | Law::Air => path_m / self.speed_m_s,
            Law::Slide => {
                let square = self.speed_m_s * self.speed_m_s - 2.0 * self.slowing_m_s2 * path_m;
                2.0 * path_m / (self.speed_m_s + square.max(0.0).sqrt())
            }
            Law::Spin => {
                let share = libm::pow(1.0 - path_m / self.path_m, 1.0 / (coin.slide_exponent + 1.0));
                self.stop_s * (1.0 - share)
            }
            Law::Below | Law::Above => {
                let piece = &self.orbit;
                let left = self.window(coin).reach(piece.path - path_m / piece.path_m);
                ((piece.left - left) / piece.rate_per_s).clamp(0.0, self.stop_s)
            }
        }
    }

    /// Where the body is after `path_m`.
    #[inline]
    pub fn place(&self, path_m: f64) -> DVec2 {
        self.origin_m + self.direction * path_m
    }
}
