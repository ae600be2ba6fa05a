//! Coins on a table: flat discs that slide and spin at once, hit each other, cross lines and fall off the edge.
//!
//! Between impacts a coin's path is straight and its motion known in closed form ([`curves`]); contact times come from
//! steps that cannot pass a contact; impacts are instantaneous. Several at the same time (coins placed in touch, mirror
//! images) have one solution together, so that no numbering counts.
//!
//! A coin that keeps pushing another one is a row of small hits, as long as there is a [`Contact::slow_speed_m_s`];
//! without it ever weaker hits end a trial by the event budget.

mod audit;
mod body;
mod branch;
mod coin;
mod contact;
mod curl;
pub mod curves;
mod extras;
mod film;
mod flight;
pub mod friction;
mod hit;
mod impact;
mod layout;
mod lift;
mod lines;
mod orbit;
mod pair_time;
mod press;
mod resolve;
mod resolved;
mod scratch;
mod setup;
mod state;
pub mod strike;
mod tabulated;
pub mod throw_in;
mod tilt;
mod together;
mod world;

pub use audit::Energy;
pub use body::{Body, Mode};
pub use coin::Coin;
pub use contact::Contact;
pub use extras::{Extras, Lift, Reeded, Tilt};
pub use film::Recorder;
pub use layout::{Line, Post, Rectangle};
pub use scratch::Scratch;
pub use setup::{Setup, TrialSetup};
pub use state::State;
pub use world::Discs;
