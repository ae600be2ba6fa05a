//! One physical experiment from a file: read, played, and shown as JSON or as a page.

mod bodies;
mod edge;
mod json;
mod keys;
mod page;
mod play;
mod read;
mod tables;

use glam::DVec3;
use tolley_physics::kernel::{Event, Kind, NONE};
use tolley_physics::{discs, spheres};

pub use json::json;
pub use page::replay;
pub use play::{BodyState, SceneResult, play};
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

impl Scene {
    /// The names of the one or two bodies of an event.
    pub fn bodies_of(&self, event: &Event) -> Vec<&str> {
        let ids = [event.body, event.other].into_iter().filter(|id| *id != NONE);
        ids.map(|id| self.names[usize::from(id)].as_str()).collect()
    }

    /// The name of the line that was crossed or of the post that was hit.
    pub fn mark_of(&self, event: &Event) -> Option<&str> {
        let names = if event.kind == Kind::Post { &self.posts } else { &self.lines };
        (event.line != NONE).then(|| names[usize::from(event.line)].as_str())
    }
}

/// Whether an event is a hit, which has an impulse.
pub fn has_impulse(event: &Event) -> bool {
    matches!(event.kind, Kind::Pair | Kind::Ground | Kind::Post)
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
