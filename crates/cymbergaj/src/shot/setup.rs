//! What one player's strokes are played on: table, coins and contact law, his coin being the struck one.

use glam::DVec2;
use tolley_experiment::problem::Fault;
use tolley_physics::discs::{self, Rectangle};
use tolley_physics::kernel::Limits;

use super::pieces::{Pieces, rectangle};
use crate::laws::Pitch;

/// Kicks of coins on a tilted table, besides the events of a level one.
const MOST_KICKS: u32 = 100_000;

/// The physics of one player's strokes; body numbers as in [`super::STRIKER`], [`super::BALL`], [`super::OPPONENT`].
#[derive(Clone, Debug)]
pub struct StrokeSetup {
    /// Coins and table.
    pub physics: discs::Setup,
    /// The budget of one stroke.
    pub limits: Limits,
    /// Where the ball's centre is as it leaves play.
    pub out: Rectangle,
    /// The marks on the table.
    pub pitch: Pitch,
}

impl StrokeSetup {
    /// Of these coins on this table.
    pub fn new(pieces: &Pieces<'_>, pitch: &Pitch) -> Result<StrokeSetup, Vec<Fault>> {
        let physics = pieces.physics(pitch)?;
        let mut limits = Limits::for_bodies(physics.body_count());
        if physics.extras().tilt.is_some() {
            limits.max_events += MOST_KICKS;
        }
        Ok(StrokeSetup { physics, limits, out: rectangle(pitch.out_m()), pitch: *pitch })
    }

    /// Share of a straight way after which it leaves the field of play: 0 for one that leads away from it, 1 at most.
    pub fn way_out_share(&self, from_m: DVec2, to_m: DVec2) -> f64 {
        self.out.path_out(from_m, to_m - from_m).min(1.0)
    }
}
