//! Spheres on sand: balls that roll, slide, spin and fly over flat ground, hit each other in three dimensions, land,
//! and leave a ring.
//!
//! Between events every body moves with constant acceleration, so positions are known in closed form and the times of
//! impacts are roots of polynomials. Impacts are instantaneous; several at the same time have one solution together,
//! so that no numbering counts. Under the law of Hertz contacts last, and hits that overlap in time are followed
//! together in time; their bodies leave each at its own time. A body driven into the ground by another gets a ground
//! hit of its own, as a further event at the same time.
//!
//! [`theory`] tells all equations in order, whose they are and what they assume.

mod audit;
mod ball;
mod bits;
mod body;
mod circles;
mod contact;
mod coupled;
pub mod deep;
mod drag;
mod film;
mod ground;
mod hertz;
mod impact;
mod impulse;
mod island;
mod landing;
mod lone;
mod motion;
mod pair_time;
mod path;
mod predict;
mod rates;
pub mod resistance;
mod resolve;
mod resting;
mod rigid;
mod roots;
mod sand;
mod scratch;
mod setup;
mod soft_spheres;
mod state;
mod support;
pub mod theory;
mod together;
mod told;
mod touch;
mod world;

pub use audit::Energy;
pub use ball::Ball;
pub use body::{Body, Mode};
pub use contact::{Contact, GroundReaction, Law, SlowContact};
pub use film::Recorder;
pub use ground::Ground;
pub use hertz::{Course, Hertz};
pub use pair_time::contact_time_s;
pub use sand::{Landing, Resistance, Sand, SpeedTerm};
pub use scratch::Scratch;
pub use setup::{Setup, TrialSetup};
pub use state::State;
pub use world::Spheres;
