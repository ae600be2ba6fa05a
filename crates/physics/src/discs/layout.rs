//! What belongs to a table besides coins: its edge, the lines on it, the posts.

use glam::DVec2;

/// The table's edge, centred on the origin, sides along the axes; a coin falls where its centre crosses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Half the length along x, m.
    pub half_length_m: f64,
    /// Half the width along y, m.
    pub half_width_m: f64,
}

impl Rectangle {
    /// Whether a place is on the table or on its edge.
    pub fn contains(&self, at_m: DVec2) -> bool {
        at_m.x.abs() <= self.half_length_m && at_m.y.abs() <= self.half_width_m
    }

    /// Path from a place to the border along a unit vector, m; along any other vector over its length. 0 from outside,
    /// infinite without a direction.
    pub fn path_out(&self, from_m: DVec2, direction: DVec2) -> f64 {
        let path = |half: f64, at: f64, along: f64| {
            if along == 0.0 { f64::INFINITY } else { (half - at * along.signum()).max(0.0) / along.abs() }
        };
        path(self.half_length_m, from_m.x, direction.x).min(path(self.half_width_m, from_m.y, direction.y))
    }
}

/// A line on the table; a coin's centre crossing it is an event and changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// One end, which belongs to the line, m.
    pub from_m: DVec2,
    /// The other end, which does not, so that joined lines count a crossing once, m.
    pub to_m: DVec2,
}

/// A round post that never moves; coins hit it by the contact law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Post {
    /// Where it stands, m.
    pub position_m: DVec2,
    /// Its radius, m; may be 0.
    pub radius_m: f64,
}
