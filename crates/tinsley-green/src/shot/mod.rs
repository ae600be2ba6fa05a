//! One shot: sand, rack, the kernel that plays it, and the study `tinsley-green/shot`.

mod amended;
pub(crate) mod chosen;
pub mod keys;
mod lies;
pub mod nose_drop;
mod play;
pub mod rack;
mod row;
mod setup;
pub mod sink;
mod study;
pub mod surface;
mod workspace;

pub use crate::simulator::FilmedShot;
pub use keys::ShotKeys;
pub use lies::{BallKind, LieRow};
pub use play::play;
pub use row::ShotRow;
pub use setup::Setup;
pub use study::ShotStudy;
pub use workspace::Workspace;
