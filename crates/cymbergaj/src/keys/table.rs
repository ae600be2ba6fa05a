//! The table: `[table]`, and what follows from it.

use core::f64::consts::PI;

use glam::{DVec2, dvec2};
use tolley_experiment::decimal::decimal;
use tolley_experiment::unit::deg;

tolley_experiment::names! {
    /// What goal posts are.
    pub enum Posts { Marks = "marks": "Marks on the table.", Physical = "physical": "Round bodies beside the goal.", }
}

tolley_experiment::keys! {
    /// The table, its marks and its posts.
    pub struct Table in "table" {
        /// Length of the table between the end-lines, which are its edges
        length_m: f64 = 1.2, Design "length of the table", in 0.2..=5.0, plausible 0.9..=1.3,
            assumed "the laws name no size; a league uses 900 to 1200 mm";
        /// Width of the table between the side-lines, which are its edges
        width_m: f64 = 0.6, Design "width of the table", in 0.1..=5.0, plausible 0.45..=0.9,
            assumed "the laws name no size; a league uses 450 to 900 mm";
        /// Width of the goal in the middle of the end-line
        goal_width_m: f64 = 0.1, Design "width of the goal", in 0.0..=5.0, plausible 0.055..=0.15,
            assumed "the laws name no size; related games use 55 to 150 mm";
        /// Radius of the centre circle
        circle_radius_m: f64 = 0.1, Design "radius of the centre circle", in 0.0..=2.0, plausible 0.06..=0.16,
            assumed "the laws name no size; scaled from football";
        /// A coin falls when its centre is this far inside the edge
        edge_bevel_m: f64 = 0.0, Design "bevel of the table's edge", in 0.0..=0.05, plausible 0.0..=0.003;
        /// How far inside the edges the lines are drawn; 0 is on the edges
        line_inset_m: f64 = 0.0, Design "distance of the lines from the edge", in 0.0..=0.1, plausible 0.0..=0.02;
        /// Whether goal posts are marks or round bodies beside the goal
        posts: Posts = Posts::Marks, Design "kind of goal posts";
        /// Radius of a post
        post_radius_m: f64 = 0.002, Design "radius of a goal post", in 0.0..=0.05, plausible 0.0..=0.01,
            assumed "the laws know no standing posts", only_with Table.posts = Posts::Physical;
        /// How far the table is tilted
        tilt_rad: f64 = 0.0, Ground "tilt of the table", in 0.0..=0.2, plausible 0.0..=deg(1.0), strata [0.0, deg(1.0)],
            assumed "nobody has measured how level tables are; 0.3 degrees is a guess";
        /// Which way is downhill, from the end that X attacks in the first half towards his left
        tilt_direction_rad: f64 = 0.0, Ground "downhill direction of the table", in -PI..=PI, drawn -PI..=PI,
            no_strata "any way is as likely", assumed "any way; ends are changed after the first half";
        /// How far a goal area reaches into the field
        goal_area_depth_m: f64 = 0.15, Design "depth of the goal area", in 0.0..=2.0, plausible 0.1..=0.25,
            clause "CG-1.7", assumed "the laws name no size; scaled from football";
        /// Width of a goal area
        goal_area_width_m: f64 = 0.3, Design "width of the goal area", in 0.0..=5.0, plausible 0.2..=0.5,
            drawn 0.2..=0.45, clause "CG-1.7", assumed "the laws name no size; scaled from football";
    }
}

impl Table {
    /// Half the length and the width, m.
    #[inline]
    pub fn half_m(&self) -> DVec2 {
        0.5 * dvec2(self.length_m, self.width_m)
    }

    /// Half the width of a goal, m.
    #[inline]
    pub fn half_goal_m(&self) -> f64 {
        0.5 * self.goal_width_m
    }

    /// Half the width of a goal area, m.
    #[inline]
    pub fn half_area_m(&self) -> f64 {
        0.5 * self.goal_area_width_m
    }

    /// x of the end-lines and y of the side-lines, m.
    #[inline]
    pub fn lines_m(&self) -> DVec2 {
        inwards(self.half_m(), self.line_inset_m)
    }

    /// Where a coin's centre is as it falls, m.
    #[inline]
    pub fn edge_m(&self) -> DVec2 {
        inwards(self.half_m(), self.edge_bevel_m)
    }

    /// x of the front line of a goal area, m.
    pub fn area_line_m(&self) -> f64 {
        decimal(self.lines_m().x - self.goal_area_depth_m)
    }

    /// The parts of gravity across and along the table, m/s^2.
    pub fn gravity_m_s2(&self, gravity_m_s2: f64) -> (f64, DVec2) {
        let ((sine, cosine), (across, along)) = (libm::sincos(self.tilt_rad), libm::sincos(self.tilt_direction_rad));
        (gravity_m_s2 * cosine, dvec2(along, across) * (gravity_m_s2 * sine))
    }

    /// Radius of the posts, m, if they stand on the table and are not only marks.
    #[inline]
    pub fn post_m(&self) -> Option<f64> {
        (self.posts == Posts::Physical).then_some(self.post_radius_m)
    }

    /// The place on the centre circle straight behind the ball as a player sees it, turned by an angle to his left, m.
    pub fn on_circle_m(&self, angle_rad: f64) -> DVec2 {
        let (sine, cosine) = libm::sincos(angle_rad);
        dvec2(-cosine, sine) * self.circle_radius_m
    }
}

/// Half lengths less so much on each side, as decimals; most tables have nothing to take away.
#[inline]
fn inwards(half_m: DVec2, by_m: f64) -> DVec2 {
    if by_m == 0.0 { half_m } else { (half_m - by_m).to_array().map(decimal).into() }
}
