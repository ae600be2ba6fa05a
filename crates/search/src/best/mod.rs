//! The best choice of numbers for each of several skills, from a budget of shots.
//!
//! Shots without errors are spread over what may be executed, most where aims are, in some states of the world;
//! each skill's errors are folded in as a kernel, and more shots go near the hills that this shows. The tops of the
//! hills are candidates. They are played with errors, on the same seeds, until the best is chosen; and what it is
//! worth, beside the others, at other places, along each number and by its images, is told by shots on seeds that no
//! choice has seen.

mod chosen;
mod confirmed;
mod doubled;
mod find;
mod judged;
mod map;
mod near;
mod places;
mod swept;
mod task;

pub use chosen::Chosen;
pub use confirmed::{Against, Edge, Fresh, NEARLY, Place};
pub use find::{Answer, Between, find};
pub use judged::Found;
pub use map::Cell;
pub use near::{End, Near, Span};
pub use task::{NoValue, Number, Play, Scatter, Shot, Task};
