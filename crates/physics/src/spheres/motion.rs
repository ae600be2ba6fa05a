//! Motion between events: constant acceleration in each mode, so that all is known in closed form.

use glam::{DVec2, DVec3, Vec3Swizzles};

use super::ball::Ball;
use super::body::{Body, Mode};
use super::path::{Next, Path};
use super::rates::Rates;
use super::setup::Setup;
use super::{coupled, drag};

/// Slip below this share of the speed is rounding of a rolling ball.
const ROUNDING: f64 = 1.0 / (1u64 << 48) as f64;
/// A depth below this share of the radius is rounding.
const ROUNDING_DEPTH: f64 = 1.0 / (1u64 << 30) as f64;
/// A way to a stop below about this share of the radius is none.
const LEAST_PATH: f64 = 1.0 / (1u64 << 50) as f64;

/// Chooses the mode from the numbers and plans the piece of motion that follows.
///
/// What is rounding becomes exactly nothing: the slip of a rolling ball, the motion of one that would stop at once.
pub(super) fn enter(setup: &Setup, i: usize, body: &mut Body) {
    let ball = &setup.balls[i];
    surface(setup, i, body);
    let flies = body.position_m.z > ball.radius_m || body.velocity_m_s.z != 0.0;
    if flies || !setup.has_ground() {
        body.mode = Mode::Air;
        body.path = flight(setup, ball, body);
        return;
    }
    let slip_m_s = body.slip_m_s(ball);
    let speed2 = body.velocity_m_s.length_squared();
    // it would stop within the rounding of its own position: that is rest
    let least2 = LEAST_PATH * ball.radius_m * setup.rates[i].rolling_m_s2;
    if speed2 <= least2 && slip_m_s.length_squared() <= least2 {
        return halt(setup, i, body);
    }
    let rates = &setup.rates[i];
    if slip_m_s.length_squared() > ROUNDING * ROUNDING * speed2 {
        if speed2 == 0.0 && rates.stops_moving() {
            return stick(rates, ball, body, slip_m_s);
        }
        body.mode = Mode::Slide;
        body.path =
            if rates.slides_plainly() { slide(setup, i, slip_m_s) } else { coupled::piece(rates, ball, body, true) };
        return;
    }
    body.set_rolling(ball);
    let trap_m_s = setup.ground.trapping_speed_m_s;
    if speed2 <= trap_m_s * trap_m_s {
        halt(setup, i, body);
    } else if rates.holds_rolling(speed2.sqrt()) {
        roll(setup, i, body, speed2.sqrt());
    } else {
        (body.mode, body.path) = (Mode::Slide, coupled::piece(rates, ball, body, false));
    }
}

/// A thin layer of sand lies on hard ground: what a hit has driven below the surface is thrown back up to it, once
/// nothing drives it any deeper. That costs the ground `m g h`, what gravity gave it on the way down.
fn surface(setup: &Setup, i: usize, body: &mut Body) {
    let depth_m = setup.balls[i].radius_m - body.position_m.z;
    let is_deep = setup.rates[i].hole.is_some();
    if depth_m <= ROUNDING_DEPTH * setup.balls[i].radius_m
        || body.velocity_m_s.z < 0.0
        || is_deep
        || !setup.has_ground()
    {
        return;
    }
    // a little faster, so that rounding does not keep it below
    let up_m_s = (2.0 * setup.ground.gravity_m_s2 * depth_m).sqrt() * (1.0 + ROUNDING_DEPTH);
    body.velocity_m_s.z = body.velocity_m_s.z.max(up_m_s);
}

/// Whether a flight that begins so fast, m/s, rises by more than the rounding of a place, `v^2 / 2g`.
pub(super) fn rises(setup: &Setup, ball: &Ball, up_m_s: f64) -> bool {
    up_m_s * up_m_s > 2.0 * setup.ground.gravity_m_s2 * LEAST_PATH * ball.radius_m
}

/// Stays in place while its rotation runs down: the plough holds what friction cannot move.
fn stick(rates: &Rates, ball: &Ball, body: &mut Body, slip_m_s: DVec2) {
    let slip_speed_m_s = slip_m_s.length();
    let drive_m_s2 = 2.5 * rates.sliding_m_s2;
    body.mode = Mode::Spin;
    body.path = Path {
        turning_rad_s2: (slip_m_s / slip_speed_m_s).perp() * (drive_m_s2 / ball.radius_m),
        drilling_rad_s2: rates.drilling_rad_s2,
        left_s: slip_speed_m_s / drive_m_s2,
        next: Next::Turn,
        ..Path::STILL
    };
}

/// Uniform motion under gravity until the ground is met: at or below it and falling is now (P1 of event times).
fn flight(setup: &Setup, ball: &Ball, body: &Body) -> Path {
    if !setup.has_ground() {
        return Path::STILL;
    }
    let g = setup.ground.gravity_m_s2;
    let (h, vz) = (body.position_m.z - ball.radius_m, body.velocity_m_s.z);
    let root = (vz * vz + 2.0 * g * h).max(0.0).sqrt();
    let left_s = match (h <= 0.0, vz < 0.0) {
        (true, true) => 0.0,
        (_, false) => (vz + root) / g,
        (false, true) => 2.0 * h / (root - vz),
    };
    Path { acceleration_m_s2: DVec3::new(0.0, 0.0, -g), left_s, next: Next::Land, ..Path::STILL }
}

/// Sliding: `dv/dt = -mu_s g u^`, `dw/dt = (5 mu_s g / 2R) (z x u^)`; `u^` keeps its direction, and slip ends after
/// `2 |u| / (7 mu_s g)`.
///
/// W. Leckie and M. Greenspan, "An event-based pool physics
/// simulator", LNCS 4250, 247 (2006).
fn slide(setup: &Setup, i: usize, slip_m_s: DVec2) -> Path {
    let (rates, ball) = (&setup.rates[i], &setup.balls[i]);
    let a = rates.sliding_m_s2;
    let slip_speed_m_s = slip_m_s.length();
    let way = slip_m_s / slip_speed_m_s;
    Path {
        acceleration_m_s2: (way * -a).extend(0.0),
        turning_rad_s2: way.perp() * (2.5 * a / ball.radius_m),
        drilling_rad_s2: rates.drilling_rad_s2,
        left_s: 2.0 * slip_speed_m_s / (7.0 * a),
        next: Next::Roll,
        ..Path::STILL
    }
}

/// Rolling: `dv/dt = -mu_r g v^`, until the speed is nothing, or the trapping speed; with a drag in pieces.
///
/// Constant on loose beds (F. V. De Blasio and M.-B. Saeter, Phys. Rev. E 79, 022301 (2009)) and on rough planes at
/// high speed (C. Henrique and others, Phys. Rev. E 57, 4743 (1998)).
fn roll(setup: &Setup, i: usize, body: &mut Body, speed_m_s: f64) {
    let (rates, held_m_s) = (&setup.rates[i], setup.ground.trapping_speed_m_s);
    let (a, left_s, next) = if rates.drag_per_m > 0.0 {
        let piece = drag::piece(rates, speed_m_s, held_m_s);
        (piece.slowing_m_s2, piece.left_s, if piece.is_last { Next::Halt } else { Next::Bend })
    } else {
        (rates.rolling_m_s2, (speed_m_s - held_m_s) / rates.rolling_m_s2, Next::Halt)
    };
    body.mode = Mode::Roll;
    body.path = Path {
        acceleration_m_s2: body.velocity_m_s * (-a / speed_m_s),
        drilling_rad_s2: rates.drilling_rad_s2,
        left_s,
        next,
        ..Path::STILL
    };
}

/// Takes all translation away; what is left is rest, or spin about the vertical.
fn halt(setup: &Setup, i: usize, body: &mut Body) {
    body.velocity_m_s = DVec3::ZERO;
    body.spin_rad_s = DVec3::new(0.0, 0.0, body.spin_rad_s.z);
    if body.spin_rad_s.z == 0.0 {
        (body.mode, body.path) = (Mode::Rest, Path::STILL);
        return;
    }
    let drilling_rad_s2 = setup.rates[i].drilling_rad_s2;
    let left_s = body.spin_rad_s.z.abs() / drilling_rad_s2;
    body.mode = Mode::Spin;
    body.path = Path { drilling_rad_s2, left_s, next: Next::Spun, ..Path::STILL };
}

/// Brings a body forward by a time inside its piece of motion.
pub(super) fn glide(ball: &Ball, body: &mut Body, dt_s: f64) {
    let taken_j = friction_work_j(ball, body, dt_s);
    body.friction_work_j += taken_j;
    let path = &mut body.path;
    body.position_m += (body.velocity_m_s + path.acceleration_m_s2 * (0.5 * dt_s)) * dt_s;
    body.velocity_m_s += path.acceleration_m_s2 * dt_s;
    if path.next == Next::Press {
        path.given_j -= taken_j;
        body.spin_rad_s.z += path.drilling_rad_s2 * dt_s;
    } else {
        let size = (body.spin_rad_s.z.abs() - path.drilling_rad_s2 * dt_s).max(0.0);
        body.spin_rad_s.z = size.copysign(body.spin_rad_s.z);
    }
    body.spin_rad_s += (path.turning_rad_s2 * dt_s).extend(0.0);
    path.left_s -= dt_s;
    if body.mode == Mode::Roll {
        body.set_rolling(ball);
    }
}

/// How the spin of a body changes in its piece of motion, rad/s2, as long as the spin about the vertical lasts.
pub(super) fn own_rad_s2(ball: &Ball, body: &Body) -> DVec3 {
    let path = &body.path;
    if path.next == Next::Press {
        return path.turning_rad_s2.extend(path.drilling_rad_s2);
    }
    let level = match body.mode {
        Mode::Roll => path.acceleration_m_s2.xy().perp() / ball.radius_m,
        _ => path.turning_rad_s2,
    };
    let z = body.spin_rad_s.z;
    level.extend(if z == 0.0 { 0.0 } else { -path.drilling_rad_s2.copysign(z) })
}

/// Work of the ground's friction in a time inside the piece of motion, J: its forces along the way and its couples
/// along the turn, never a difference of kinetic energies.
fn friction_work_j(ball: &Ball, body: &Body, dt_s: f64) -> f64 {
    let path = &body.path;
    if path.next == Next::Press {
        return pressing_work_j(ball, body, dt_s);
    }
    if body.mode == Mode::Air {
        return 0.0;
    }
    let (v, w) = (body.velocity_m_s.xy(), body.spin_rad_s.xy());
    let (a, turning) = (path.acceleration_m_s2.xy(), path.turning_rad_s2);
    let r2 = ball.radius_m * ball.radius_m;
    // rolling, the rotation follows the centre with 2/5 of its inertia
    let share = if body.mode == Mode::Roll { 1.4 } else { 1.0 };
    let along = share * a.dot(v + a * (0.5 * dt_s)) + 0.4 * r2 * turning.dot(w + turning * (0.5 * dt_s));
    let size = body.spin_rad_s.z.abs();
    let drill_s = if path.drilling_rad_s2 * dt_s < size { dt_s } else { size / path.drilling_rad_s2 };
    let drilled = if size > 0.0 {
        0.4 * r2 * path.drilling_rad_s2 * (size - 0.5 * path.drilling_rad_s2 * drill_s) * drill_s
    } else {
        0.0
    };
    ball.mass_kg * (drilled - along * dt_s)
}

/// What resting contacts take from a body, J; less than nothing where they give.
fn pressing_work_j(ball: &Ball, body: &Body, dt_s: f64) -> f64 {
    let path = &body.path;
    let turning_rad_s2 = path.turning_rad_s2.extend(path.drilling_rad_s2);
    let along = path.push_m_s2.dot(body.velocity_m_s + path.acceleration_m_s2 * (0.5 * dt_s));
    let round = turning_rad_s2.dot(body.spin_rad_s + turning_rad_s2 * (0.5 * dt_s));
    -ball.mass_kg * (along + 0.4 * (ball.radius_m * ball.radius_m) * round) * dt_s
}

/// Brings a body to a time, s; never backwards.
pub(super) fn bring(ball: &Ball, body: &mut Body, time_s: f64) {
    let dt_s = (time_s - body.time_s).max(0.0);
    if dt_s > 0.0 && body.mode != Mode::Off {
        glide(ball, body, dt_s);
    }
    body.time_s = time_s;
}

/// Brings a body to the end of its piece of motion, where values are set exactly, and notes the time as `time_s`.
pub(super) fn finish(ball: &Ball, body: &mut Body, time_s: f64) {
    let next = body.path.next;
    // of those whose contacts last all are brought to the end alike, whosever event it is
    let left_s = if next == Next::Press { time_s - body.time_s } else { body.path.left_s };
    // what flies up too slowly out of the hole that a hit drove it into does not come out of it
    let (h, up_m_s) = (body.position_m.z - ball.radius_m, body.velocity_m_s.z);
    let comes_out = up_m_s * up_m_s - 2.0 * body.path.acceleration_m_s2.z * h >= 0.0;
    glide(ball, body, left_s);
    body.time_s = time_s;
    match next {
        Next::Roll => body.set_rolling(ball),
        Next::Spun => body.spin_rad_s.z = 0.0,
        // what was driven into the ground is where it is
        Next::Land if left_s > 0.0 && comes_out => body.position_m.z = ball.radius_m,
        Next::Land if left_s > 0.0 => body.velocity_m_s.z = 0.0,
        Next::Turn => (body.spin_rad_s.x, body.spin_rad_s.y) = (0.0, 0.0),
        Next::Pause => (body.velocity_m_s.x, body.velocity_m_s.y) = (0.0, 0.0),
        Next::Land | Next::Halt | Next::Bend | Next::Never | Next::Held | Next::Press => {}
    }
}

/// What follows when a piece of motion has ended by itself: the next mode.
pub(super) fn change(setup: &Setup, i: usize, body: &mut Body) {
    match body.path.next {
        Next::Halt | Next::Spun => halt(setup, i, body),
        _ => enter(setup, i, body),
    }
}
