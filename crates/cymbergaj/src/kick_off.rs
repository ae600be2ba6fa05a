//! The kick-off position, CG-3.1: ball on the centre spot, each coin on the centre circle in its own half.

use glam::DVec2;
use tolley_experiment::key::Point;

/// Where the three coins stand and where the striker aims, m, in the striker's frame.
#[derive(Clone, Copy, Debug)]
pub struct KickOff {
    /// Centre of the striker's coin.
    pub striker_m: DVec2,
    /// Centre of the ball.
    pub ball_m: DVec2,
    /// Centre of the opponent's coin.
    pub opponent_m: DVec2,
    /// Unit vector along the aimed line.
    pub direction: DVec2,
}

impl KickOff {
    /// Resolves `[table]`, `[strike]` and `[opponent]`; `None` when the aimed line cannot pass so far from the ball.
    pub fn new(point: &Point) -> Option<KickOff> {
        let radius_m = point.number("table.circle_radius_m");
        let on_circle = |path| {
            let (sine, cosine) = libm::sincos(point.number(path));
            DVec2::new(cosine, sine) * radius_m
        };
        let (behind_m, opponent_m) = (on_circle("strike.position_rad"), on_circle("opponent.angle_rad"));
        let striker_m = DVec2::new(-behind_m.x, behind_m.y);
        let sine = point.number("strike.aim_offset_m") / radius_m;
        // false too for the 0 / 0 of a circle without a radius
        let passes = sine.abs() < 1.0;
        if !passes {
            return None;
        }
        let ahead = -striker_m / radius_m;
        let direction = ahead * (1.0 - sine * sine).sqrt() + ahead.perp() * sine;
        Some(KickOff { striker_m, ball_m: DVec2::ZERO, opponent_m, direction })
    }
}
