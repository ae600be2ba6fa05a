//! The marks on the table: CG-1.7 lines and areas, CG-1.8 goals, CG-4.1a when something is out.

use glam::{DVec2, dvec2};

use super::options::OutCriterion;
use super::seat::{Ends, Piece, Seat};

/// Pieces that touch may overlap by rounding, as a share of the distance of their centres.
pub const TOUCH_RATIO: f64 = 1e-9;

/// Sizes of table, marks and coins, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pitch {
    /// Half the distance of the end-lines.
    pub half_length_m: f64,
    /// Half the distance of the side-lines.
    pub half_width_m: f64,
    /// Half the width of a goal.
    pub half_goal_m: f64,
    /// How far a goal area reaches into the field.
    pub area_depth_m: f64,
    /// Half the width of a goal area.
    pub half_area_m: f64,
    /// Radius of the centre circle.
    pub circle_m: f64,
    /// How far the lines are drawn inside the edges.
    pub inset_m: f64,
    /// A coin falls when its centre is this far inside the edge.
    pub bevel_m: f64,
    /// Radius of X's coin, Y's coin and the ball.
    pub radius_m: [f64; 3],
    /// When the ball is out.
    pub criterion: OutCriterion,
    /// Radius of the posts, if they stand on the table and are not only marks.
    pub post_m: Option<f64>,
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

impl Pitch {
    /// The document's assumed sizes, with 2 zl and 20 gr coins.
    pub const DEFAULT: Pitch = Pitch {
        half_length_m: 0.6,
        half_width_m: 0.3,
        half_goal_m: 0.05,
        area_depth_m: 0.15,
        half_area_m: 0.15,
        circle_m: 0.1,
        inset_m: 0.0,
        bevel_m: 0.0,
        radius_m: [0.01075, 0.01075, 0.00925],
        criterion: OutCriterion::Auto,
        post_m: None,
    };

    /// x of the end-lines and y of the side-lines, m.
    pub fn lines_m(&self) -> DVec2 {
        dvec2(self.half_length_m - self.inset_m, self.half_width_m - self.inset_m)
    }

    /// Where the ball's centre is as it leaves play: beyond the lines by this and never beyond the edge, m.
    pub fn out_m(&self) -> DVec2 {
        let whole = match self.criterion {
            OutCriterion::Auto => self.inset_m > 0.0,
            OutCriterion::Centre => false,
            OutCriterion::Whole => true,
        };
        let beyond_m = if whole { self.radius(Piece::Ball) } else { 0.0 };
        (self.lines_m() + beyond_m).min(self.edge_m())
    }

    /// Where a coin's centre is as it falls, m.
    pub fn edge_m(&self) -> DVec2 {
        dvec2(self.half_length_m - self.bevel_m, self.half_width_m - self.bevel_m)
    }

    /// Where the centre of a piece touches the lines from inside, m.
    pub fn inside_m(&self, piece: Piece) -> DVec2 {
        (self.lines_m() - self.radius(piece)).min(self.edge_m())
    }

    /// Where the centre of a piece is that lies wholly on the table, m.
    pub fn wholly_m(&self, piece: Piece) -> DVec2 {
        let on_table_m = (dvec2(self.half_length_m, self.half_width_m) - self.radius(piece)).min(self.edge_m());
        // a ball beyond the lines would be out
        if piece == Piece::Ball { on_table_m.min(self.out_m()) } else { on_table_m }
    }

    /// Where the post at positive x and y stands, outside the goal, and how far a piece's centre must be from it, m.
    #[inline]
    pub fn post(&self, piece: Piece) -> Option<(DVec2, f64)> {
        let post_m = self.post_m?;
        Some((dvec2(self.lines_m().x, self.half_goal_m + post_m), post_m + self.radius(piece)))
    }

    /// Whether a piece there overlaps a post; rounding is no overlap.
    #[inline]
    pub fn on_post(&self, piece: Piece, at_m: DVec2) -> bool {
        self.post(piece).is_some_and(|(post_m, far_m)| {
            let least_m = far_m * (1.0 - TOUCH_RATIO);
            at_m.abs().distance_squared(post_m) < least_m * least_m
        })
    }

    /// The place, or if it is on a post the nearest one beside it, towards the field.
    pub fn off_post(&self, piece: Piece, at_m: DVec2) -> DVec2 {
        let Some((post_m, far_m)) = self.post(piece).filter(|_| self.on_post(piece, at_m)) else { return at_m };
        let away = at_m.abs() - post_m;
        let away = dvec2(-away.x.abs(), away.y).try_normalize().unwrap_or(dvec2(-1.0, 0.0));
        (post_m + away * far_m) * dvec2(1.0_f64.copysign(at_m.x), 1.0_f64.copysign(at_m.y))
    }

    /// How far a ball is beyond the nearest line of leaving, negative inside, m.
    pub fn beyond_m(&self, at_m: DVec2) -> f64 {
        let beyond = at_m.abs() - self.out_m();
        beyond.x.max(beyond.y)
    }

    /// Which line a ball crossed that left at `at_m`; a crossing exactly at a post is in.
    pub fn crossed(&self, at_m: DVec2, ends: Ends) -> Line {
        let beyond = at_m.abs() - self.out_m();
        let end = ends.defender(at_m.x);
        match (beyond.x >= beyond.y, at_m.y.abs() <= self.half_goal_m) {
            (true, true) => Line::Goal(end),
            (true, false) => Line::End(end),
            (false, _) => Line::Side,
        }
    }

    /// Whether a place is in the goal area of a seat, lines included.
    pub fn in_area(&self, at_m: DVec2, seat: Seat, ends: Ends) -> bool {
        let depth_m = self.lines_m().x - at_m.x * ends.sign(seat);
        depth_m <= self.area_depth_m && at_m.y.abs() <= self.half_area_m
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
