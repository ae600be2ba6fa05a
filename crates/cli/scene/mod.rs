//! `tolley scene`: one physical experiment from a file, played and printed.

mod bodies;
mod contact;
mod film;
mod play;
mod posts;
mod print;
mod ranges;
mod read;
mod said;
mod sand;

use glam::DVec3;
use tolley_physics::{discs, spheres};

pub use film::replay;
pub use play::{Played, play};
pub use print::{json, text};
pub use read::{parse, read};

/// A scene as meant.
pub struct Scene {
    /// Names of the bodies, by number.
    pub names: Vec<String>,
    /// Names of the lines, by number.
    pub lines: Vec<String>,
    /// Names of the posts, by number.
    pub posts: Vec<String>,
    /// How each body begins, by number.
    pub starts: Vec<Start>,
    /// What never changes.
    pub world: World,
}

/// How a body begins; discs use the plane and the spin about the vertical.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Where its centre is, m.
    pub position_m: DVec3,
    /// Its velocity, m/s.
    pub velocity_m_s: DVec3,
    /// Its spin, rad/s.
    pub spin_rad_s: DVec3,
}

/// The setup of either world.
pub enum World {
    /// Spheres on the ground, or in free flight.
    Spheres(spheres::Setup),
    /// Discs on a table.
    Discs(discs::Setup),
}
