//! What one player's Moves are played on: table, coins and contact laws, his coin being the struck one.

use glam::{DVec2, dvec2};
use tolley_physics::discs::{self, Line, Rectangle};
use tolley_physics::kernel::Limits;

use crate::laws::Pitch;

/// The physics of one player's Moves; body numbers as in [`crate::pieces`].
#[derive(Clone, Debug)]
pub struct Ground {
    /// Coins and table.
    pub physics: discs::Setup,
    /// The budget of one Move.
    pub limits: Limits,
    /// Where the ball's centre is as it leaves play.
    pub out: Rectangle,
}

impl Ground {
    /// Of a physical setup with three coins, whose lines are [`lines`] of the same table.
    pub fn new(physics: discs::Setup, pitch: &Pitch) -> Ground {
        let limits = Limits::for_bodies(physics.body_count());
        let out_m = pitch.out_m();
        Ground { physics, limits, out: Rectangle { half_length_m: out_m.x, half_width_m: out_m.y } }
    }

    /// Whether a ball that rests there is in play.
    pub fn is_in_play(&self, at_m: DVec2) -> bool {
        self.out.contains(at_m)
    }

    /// Where a straight way leaves the field of play; its start, if that is outside.
    pub fn way_out_m(&self, from_m: DVec2, to_m: DVec2) -> DVec2 {
        if !self.out.contains(from_m) {
            return from_m;
        }
        let way = to_m - from_m;
        let share = |half: f64, at: f64, along: f64| {
            if along == 0.0 { f64::INFINITY } else { (half - at * along.signum()) / along.abs() }
        };
        let (x, y) = (share(self.out.half_length_m, from_m.x, way.x), share(self.out.half_width_m, from_m.y, way.y));
        from_m + way * x.min(y).min(1.0)
    }
}

/// The lines that the ball's centre crosses as it leaves play, where that is not the table's edge.
pub fn lines(pitch: &Pitch, edge: &Rectangle) -> Vec<Line> {
    let out_m = pitch.out_m();
    let (x, y) = (out_m.x, out_m.y);
    let corners = [dvec2(x, y), dvec2(-x, y), dvec2(-x, -y), dvec2(x, -y)];
    let line = |from: usize| Line { from_m: corners[from], to_m: corners[(from + 1) % 4] };
    let (sides, ends) = (y < edge.half_width_m, x < edge.half_length_m);
    (0..4).filter(|from| if from % 2 == 0 { sides } else { ends }).map(line).collect()
}
