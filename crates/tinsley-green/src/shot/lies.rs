//! Rows of where every ball lies before a shot.

use glam::DVec3;

tolley_experiment::names! {
    /// A kind of ball.
    pub enum BallKind {
        Marble = "marble": "A marble of the rack.",
        Toley = "toley": "A toley.",
    }
}

tolley_experiment::row! {
    /// One ball on the ring before a shot of the break that a trial is.
    pub struct LieRow {
        /// Number of the shot in its break, from 0.
        shot: u32, Bookkeeping "number of the shot";
        /// What it is.
        ball: BallKind, Bookkeeping "kind of ball";
        /// Its number among the balls of its kind before that shot.
        number: u32, Bookkeeping "number of the ball";
        /// Its radius.
        radius_m: f64, Bookkeeping "radius of the ball";
        /// Its centre: right of that of the ring.
        x_m: f64, Bookkeeping "ball's place, right of the middle";
        /// Its centre: ahead of that of the ring.
        y_m: f64, Bookkeeping "ball's place, ahead of the middle";
        /// Its centre: above the sand.
        z_m: f64, Bookkeeping "ball's height above the sand";
    }
}

impl LieRow {
    /// Of a ball at a place.
    pub(super) fn of(shot: u32, ball: BallKind, number: usize, radius_m: f64, at_m: DVec3) -> LieRow {
        LieRow { shot, ball, number: number as u32, radius_m, x_m: at_m.x, y_m: at_m.y, z_m: at_m.z }
    }
}
