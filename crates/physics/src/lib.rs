//! Moves spheres on sand and coins on a table from one event to the next.
//!
//! No I/O, no clock, no thread, no random number, no serde: a [`Setup`](kernel::World::Setup) that never changes,
//! a [`State`](kernel::World::State) that is the truth at its time, and a [`Scratch`](kernel::World::Scratch) that
//! may be thrown away at any moment. One loop, [`kernel::run`], plays both worlds.
//!
//! Bits are a promise: f64 throughout, no platform transcendental functions (the `libm` crate), no `mul_add`, no
//! order that depends on addresses or threads.

mod contact;
pub mod discs;
pub mod film;
mod growth;
pub mod kernel;
pub mod order;
pub mod spheres;
pub mod validation;
