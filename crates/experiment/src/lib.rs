//! A scenario file becomes a plan, the plan becomes trials in parallel, the trials leave rows.
//!
//! Knows no game and no dataset format: a game brings a [`study::Study`] with its [`key::Schema`], a dataset takes
//! the [`row::Rows`] of each finished block through a [`run::Keep`].

pub mod axis;
pub mod document;
pub mod key;
pub mod noise;
pub mod plan;
pub mod problem;
pub mod random;
pub mod row;
pub mod run;
pub mod scenario;
pub mod study;
pub mod unit;
