//! The marks on the table and who is out: CG-1.7 lines and areas, CG-1.8 goals, CG-4.1a when something is out.
//!
//! To whom a line belongs: a goal area has its lines (CG-1.7), a goal its posts (CG-1.8), and a ball on a line, at the
//! centre or the rim that counts, is in play (CG-4.1a, CG-FB8). Each line is at the decimal that its keys mean, and
//! places are compared with that alone, so that neither needs a tolerance.

use glam::{DVec2, dvec2};
use tolley_experiment::decimal::decimal;

use super::choices::OutCriterion;
use super::seat::{Ends, Piece, Seat};
use crate::keys::{Ball, Coin, Table};

/// Pieces that touch may overlap by rounding, as a share of the distance of their centres.
pub const TOUCH_RATIO: f64 = 1e-9;

/// The table with three coins on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pitch {
    /// Sizes of table and marks.
    pub table: Table,
    /// Radius of X's coin, Y's coin and the ball, m.
    pub radius_m: [f64; 3],
    /// When the ball is out.
    pub criterion: OutCriterion,
}

/// What the ball's centre crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Between the posts of the goal that a seat defends.
    Goal(Seat),
    /// A seat's end-line beside the goal.
    End(Seat),
    /// A side-line.
    Side,
}

impl Default for Pitch {
    fn default() -> Pitch {
        let coins = [Coin::default(); 2];
        Pitch::new(&Table::default(), [&coins[0], &coins[1]], &Ball::default(), OutCriterion::Auto)
    }
}

impl Pitch {
    /// A table with the coins of X and Y and the ball.
    pub fn new(table: &Table, [x, y]: [&Coin; 2], ball: &Ball, criterion: OutCriterion) -> Pitch {
        let radius_m = [x.diameter_m, y.diameter_m, ball.diameter_m].map(|diameter_m| 0.5 * diameter_m);
        Pitch { table: *table, radius_m, criterion }
    }

    /// Where the ball's centre is as it leaves play: beyond the lines by this and never beyond the edge, m.
    pub fn out_m(&self) -> DVec2 {
        let whole = match self.criterion {
            OutCriterion::Auto => self.table.line_inset_m > 0.0,
            OutCriterion::Centre => false,
            OutCriterion::Whole => true,
        };
        let lines_m = self.table.lines_m();
        let out_m = if whole { decimals(lines_m + self.radius(Piece::Ball)) } else { lines_m };
        out_m.min(self.table.edge_m())
    }

    /// Where the centre of a piece touches the lines from inside, m.
    pub fn inside_m(&self, piece: Piece) -> DVec2 {
        (self.table.lines_m() - self.radius(piece)).min(self.table.edge_m())
    }

    /// Where the centre of a piece is that lies wholly on the table, m.
    pub fn wholly_m(&self, piece: Piece) -> DVec2 {
        let on_table_m = (self.table.half_m() - self.radius(piece)).min(self.table.edge_m());
        // a ball beyond the lines would be out
        if piece == Piece::Ball { on_table_m.min(self.out_m()) } else { on_table_m }
    }

    /// Where the post at positive x and y stands, outside the goal, and how far a piece's centre must be from it.
    #[inline]
    pub fn post(&self, piece: Piece) -> Option<Clearance> {
        let post_m = self.table.post_m()?;
        let at_m = dvec2(self.table.lines_m().x, self.table.half_goal_m() + post_m);
        Some(Clearance { at_m, far_m: post_m + self.radius(piece) })
    }

    /// Whether a piece there overlaps a post; rounding is no overlap.
    #[inline]
    pub fn on_post(&self, piece: Piece, at_m: DVec2) -> bool {
        self.post(piece).is_some_and(|post| {
            let least_m = post.far_m * (1.0 - TOUCH_RATIO);
            at_m.abs().distance_squared(post.at_m) < least_m * least_m
        })
    }

    /// The place, or if it is on a post the nearest one beside it, towards the field.
    pub fn off_post(&self, piece: Piece, at_m: DVec2) -> DVec2 {
        let Some(post) = self.post(piece).filter(|_| self.on_post(piece, at_m)) else { return at_m };
        let away = at_m.abs() - post.at_m;
        let away = dvec2(-away.x.abs(), away.y).try_normalize().unwrap_or(dvec2(-1.0, 0.0));
        (post.at_m + away * post.far_m) * dvec2(1.0_f64.copysign(at_m.x), 1.0_f64.copysign(at_m.y))
    }

    /// How far a ball is beyond the nearest line of leaving, negative inside, m.
    pub fn beyond_m(&self, at_m: DVec2) -> f64 {
        let beyond = at_m.abs() - self.out_m();
        beyond.x.max(beyond.y)
    }

    /// Whether a ball lies within so much of the nearest line of leaving, on either side, m.
    pub fn is_near_out(&self, at_m: DVec2, band_m: f64) -> bool {
        let (at_m, out_m) = (at_m.abs(), self.out_m());
        at_m.cmple(decimals(out_m + band_m)).all() && at_m.cmpge(decimals(out_m - band_m)).any()
    }

    /// CG-FB8: whether a ball in play lies on a line of leaving.
    pub fn is_on_line(&self, at_m: DVec2) -> bool {
        at_m.abs().cmpgt(decimals(self.out_m() - self.radius(Piece::Ball))).any()
    }

    /// Which line a ball crossed that left at `at_m`; a crossing exactly at a post is in.
    pub fn crossed(&self, at_m: DVec2, ends: Ends) -> Line {
        let beyond = at_m.abs() - self.out_m();
        let end = ends.defender(at_m.x);
        match (beyond.x >= beyond.y, at_m.y.abs() <= self.table.half_goal_m()) {
            (true, true) => Line::Goal(end),
            (true, false) => Line::End(end),
            (false, _) => Line::Side,
        }
    }

    /// CG-1.7: whether a place is in the goal area of a seat, lines included.
    pub fn in_area(&self, at_m: DVec2, seat: Seat, ends: Ends) -> bool {
        at_m.x * ends.sign(seat) >= self.table.area_line_m() && at_m.y.abs() <= self.table.half_area_m()
    }

    /// Radius of a piece, m.
    #[inline]
    pub fn radius(&self, piece: Piece) -> f64 {
        self.radius_m[piece.index()]
    }

    /// How far apart the centres of two pieces are that touch, m.
    #[inline]
    pub fn reach(&self, one: Piece, other: Piece) -> f64 {
        self.radius(one) + self.radius(other)
    }

    /// Rounding that is forgiven where a piece is put: half of what [`Pitch::overlap`] forgives, m.
    #[inline]
    pub fn slack_m(&self) -> f64 {
        TOUCH_RATIO * self.radius_m.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Whether two pieces there overlap; rounding is no overlap.
    #[inline]
    pub fn overlap(&self, one: Piece, one_m: DVec2, other: Piece, other_m: DVec2) -> bool {
        let reach_m = self.reach(one, other) * (1.0 - TOUCH_RATIO);
        one_m.distance_squared(other_m) < reach_m * reach_m
    }
}

/// Each as the decimal that it means.
fn decimals(sums_m: DVec2) -> DVec2 {
    sums_m.to_array().map(decimal).into()
}

/// Something from which the centre of a piece must keep away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Where it is, m.
    pub at_m: DVec2,
    /// How far the centre of the piece must be from it, m.
    pub far_m: f64,
}

#[cfg(test)]
mod tests;
