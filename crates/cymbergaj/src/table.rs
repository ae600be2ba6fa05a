//! The table: edges, lines, goals, posts, and over which of them the ball left play.

use glam::{DVec2, dvec2};
use tolley_experiment::key::Point;
use tolley_physics::discs::{Line, Post, Rectangle};

tolley_experiment::names! {
    /// Over which line the ball left play.
    pub enum Exit {
        /// It stayed.
        None = "none",
        /// The far goal line, between the posts.
        Goal = "goal",
        /// The striker's own goal line, between the posts.
        OwnGoal = "own-goal",
        /// The far end-line outside the posts.
        FarEnd = "far-end",
        /// The striker's own end-line outside the posts.
        OwnEnd = "own-end",
        /// The side-line on the striker's left.
        LeftSide = "left-side",
        /// The side-line on the striker's right.
        RightSide = "right-side",
    }
}

/// The table of `[table]`, in the striker's frame.
#[derive(Clone, Copy, Debug)]
pub struct Playground {
    half_length_m: f64,
    half_width_m: f64,
    half_goal_m: f64,
    bevel_m: f64,
    inset_m: f64,
    ball_radius_m: f64,
    post_radius_m: Option<f64>,
}

impl Playground {
    /// Resolves `[table]`.
    pub fn new(point: &Point) -> Playground {
        let physical = point.choice("table.posts") == "physical";
        Playground {
            half_length_m: 0.5 * point.number("table.length_m"),
            half_width_m: 0.5 * point.number("table.width_m"),
            half_goal_m: 0.5 * point.number("table.goal_width_m"),
            bevel_m: point.number("table.edge_bevel_m"),
            inset_m: point.number("table.line_inset_m"),
            ball_radius_m: 0.5 * point.number("ball.diameter_m"),
            post_radius_m: physical.then(|| point.number("table.post_radius_m")),
        }
    }

    /// Where a coin's centre falls.
    pub fn edge(&self) -> Rectangle {
        Rectangle { half_length_m: self.half_length_m - self.bevel_m, half_width_m: self.half_width_m - self.bevel_m }
    }

    /// Where the ball's centre is as the whole ball has passed the lines, or the edge if that comes first: CG-4.1a.
    pub fn out(&self) -> Rectangle {
        let edge = self.edge();
        if self.inset_m == 0.0 {
            return edge;
        }
        let beyond_m = self.ball_radius_m - self.inset_m;
        Rectangle {
            half_length_m: edge.half_length_m.min(self.half_length_m + beyond_m),
            half_width_m: edge.half_width_m.min(self.half_width_m + beyond_m),
        }
    }

    /// What the ball's centre crosses as it leaves play, where that is not the edge.
    pub fn lines(&self) -> Vec<Line> {
        let (edge, out) = (self.edge(), self.out());
        let (x, y) = (out.half_length_m, out.half_width_m);
        let corners = [dvec2(x, y), dvec2(-x, y), dvec2(-x, -y), dvec2(x, -y)];
        let line = |from: usize| Line { from_m: corners[from], to_m: corners[(from + 1) % 4] };
        let (sides, ends) = (y < edge.half_width_m, x < edge.half_length_m);
        (0..4).filter(|from| if from % 2 == 0 { sides } else { ends }).map(line).collect()
    }

    /// Posts that stand beside the goals, if they are more than marks.
    pub fn posts(&self) -> Vec<Post> {
        let Some(radius_m) = self.post_radius_m else { return Vec::new() };
        let (x, y) = (self.half_length_m - self.inset_m, self.half_goal_m + radius_m);
        [dvec2(x, y), dvec2(x, -y), dvec2(-x, y), dvec2(-x, -y)]
            .map(|position_m| Post { position_m, radius_m })
            .to_vec()
    }

    /// Over which line the ball left at `at_m`; CG-1.8: a crossing exactly at a post is in.
    pub fn exit(&self, at_m: DVec2) -> Exit {
        let out = self.out();
        let over_end = at_m.x.abs() - out.half_length_m >= at_m.y.abs() - out.half_width_m;
        match (over_end, at_m.y.abs() <= self.half_goal_m) {
            (true, true) if at_m.x > 0.0 => Exit::Goal,
            (true, true) => Exit::OwnGoal,
            (true, false) if at_m.x > 0.0 => Exit::FarEnd,
            (true, false) => Exit::OwnEnd,
            (false, _) if at_m.y > 0.0 => Exit::LeftSide,
            (false, _) => Exit::RightSide,
        }
    }
}
