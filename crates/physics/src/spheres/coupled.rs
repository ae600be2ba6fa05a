//! Sliding while the rolling couple acts too, the option `rolling_while_sliding`.
//!
//! With slip `u` and `q = R (w x z)`, the velocity at which the rotation would roll:
//! `dv/dt = -mu_s g u^`, `dq/dt = 2.5 mu_s g u^ - 3.5 mu_r g q^`, from a couple `c N R` against the rotation with
//! `c = 1.4 mu_r`, so that a ball that rolls freely slows by `mu_r g` (own derivation).

use glam::{DVec2, Vec3Swizzles};

use super::motion::{Next, Path, quarter, slip};
use super::setup::{Ball, Rates};
use super::state::Body;

/// Share of the time to the nearest zero that one piece may take.
const PIECE_SHARE: f64 = 0.25;
/// The least share of the time to the end of slip that one piece takes.
const LEAST_SHARE: f64 = 1.0 / 16.0;
/// Slip below this share of speed runs out in one piece.
const LAST_SHARE: f64 = 1.0 / 256.0;
/// Sine of the angle between slip and rotation below which they are in line.
const IN_LINE: f64 = 1.0 / (1u64 << 40) as f64;

/// The two decelerations, m/s2.
#[derive(Clone, Copy)]
struct Pull {
    sliding: f64,
    rolling: f64,
}

/// The piece of sliding that starts now.
pub(super) fn piece(rates: &Rates, ball: &Ball, body: &Body) -> Path {
    let pull = Pull { sliding: rates.sliding_m_s2, rolling: rates.rolling_m_s2 };
    let u = slip(ball, body);
    let q = -quarter(body.spin_rad_s.xy()) * ball.radius_m;
    let (slip_m_s, turn_m_s) = (u.length(), q.length());
    let (dv, dq, left_s, next) = if u.perp_dot(q).abs() <= IN_LINE * slip_m_s * turn_m_s {
        in_line(pull, u, q)
    } else {
        bent(pull, u, q, body.velocity_m_s.xy().length())
    };
    Path {
        acceleration_m_s2: dv.extend(0.0),
        turning_rad_s2: quarter(dq) / ball.radius_m,
        drilling_rad_s2: rates.drilling_rad_s2,
        left_s,
        next,
    }
}

/// Slip and rotation on one line: exact until slip or rotation is nothing.
fn in_line(pull: Pull, u: DVec2, q: DVec2) -> (DVec2, DVec2, f64, Next) {
    let slip_m_s = u.length();
    let way = u / slip_m_s;
    let turn_m_s = q.dot(way);
    let (drive, couple) = (2.5 * pull.sliding, 3.5 * pull.rolling);
    // rotation from nothing: friction must first overcome the couple
    let gain = match turn_m_s {
        q if q > 0.0 => drive - couple,
        q if q < 0.0 => drive + couple,
        _ => (drive - couple).max(0.0),
    };
    let slowing = pull.sliding + gain;
    let roll_s = if slowing > 0.0 { slip_m_s / slowing } else { f64::INFINITY };
    let turn_s = if turn_m_s * gain < 0.0 { -turn_m_s / gain } else { f64::INFINITY };
    let (left_s, next) = if turn_s < roll_s { (turn_s, Next::Turn) } else { (roll_s, Next::Roll) };
    (way * -pull.sliding, way * gain, left_s, next)
}

/// Slip and rotation at an angle: a short piece with the directions of its own middle.
fn bent(pull: Pull, u: DVec2, q: DVec2, speed_m_s: f64) -> (DVec2, DVec2, f64, Next) {
    let rates = |u: DVec2, q: DVec2| {
        let (along, turn) = (u / u.length(), q / q.length());
        (along * -pull.sliding, along * (2.5 * pull.sliding) - turn * (3.5 * pull.rolling))
    };
    let (dv, dq) = rates(u, q);
    let (slip_m_s, turn_m_s) = (u.length(), q.length());
    let closing = u.dot(dq - dv) / slip_m_s;
    if slip_m_s <= LAST_SHARE * speed_m_s.max(turn_m_s) && closing > 0.0 {
        return (dv, dq, slip_m_s / closing, Next::Roll);
    }
    let (slip_s, turn_s) = (slip_m_s / (dv - dq).length(), turn_m_s / dq.length());
    let left_s = (PIECE_SHARE * slip_s.min(turn_s)).max(LEAST_SHARE * slip_s);
    let half_s = 0.5 * left_s;
    let (dv, dq) = rates(u + (dv - dq) * half_s, q + dq * half_s);
    (dv, dq, left_s, Next::Bend)
}
