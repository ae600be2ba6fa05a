//! The marbles game: its laws without physics, shots and matches through the kernel.

mod laws;
mod matches;
mod played;
mod shots;
