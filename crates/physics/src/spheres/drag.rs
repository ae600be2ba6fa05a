//! Rolling against a resistance that grows with the square of the speed: short pieces of constant deceleration.
//!
//! `dv/dt = -(a0 + b v^2)` with `b = (5/7) k`, since the drag acts through the centre and a rolling solid sphere has
//! the inertia `7/5 m`. A piece from one speed to another decelerates by the logarithmic mean of the decelerations at
//! its ends: then its length is exactly that of the law, `ln(a(v0) / a(v1)) / (2 b)`, and only its time is approximate,
//! to less than 1e-3 of itself (5e-4 in the median).

use super::rates::Rates;

/// Share by which the deceleration may fall within one piece.
const FALL: f64 = 1.0 / 16.0;
/// Share of the speed that is left at least.
const SLOWER: f64 = 0.75;
/// The drag no longer counts below this share of the deceleration: one piece to the end.
const LAST_SHARE: f64 = 1.0 / 1024.0;

/// A piece of rolling: deceleration, m/s2, duration, s, and whether it is the last.
pub(super) struct Piece {
    pub(super) slowing_m_s2: f64,
    pub(super) left_s: f64,
    pub(super) is_last: bool,
}

/// The piece from `speed_m_s` on; the last one ends at `held_m_s`.
pub(super) fn piece(rates: &Rates, speed_m_s: f64, held_m_s: f64) -> Piece {
    let (a0, b) = (rates.rolling_m_s2, 5.0 / 7.0 * rates.drag_per_m);
    let now = a0 + b * (speed_m_s * speed_m_s);
    let end2 = ((now / (1.0 + FALL) - a0) / b).max(SLOWER * SLOWER * (speed_m_s * speed_m_s));
    let is_last = now - a0 <= LAST_SHARE * now || end2 <= held_m_s * held_m_s;
    let end_m_s = if is_last { held_m_s } else { end2.sqrt() };
    let then = a0 + b * (end_m_s * end_m_s);
    let rise = b * ((speed_m_s - end_m_s) * (speed_m_s + end_m_s)) / then;
    let slowing_m_s2 = if rise > 0.0 { then * (rise / libm::log1p(rise)) } else { then };
    Piece { slowing_m_s2, left_s: (speed_m_s - end_m_s) / slowing_m_s2, is_last }
}
