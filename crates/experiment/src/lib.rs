//! A scenario file becomes a plan, the plan becomes trials in parallel, the trials leave rows.
//!
//! Knows no game and no dataset format: a game brings a [`study::Study`] with its keys, a dataset takes
//! the [`row::Rows`] of each finished block through a [`run::Keep`].

pub mod declare;
pub mod design;
pub mod document;
pub mod file;
pub mod random;
pub mod run;
pub mod scenario;

pub use declare::{
    count, decimal, hand, key, keys, limits, miss, names, noise, problem, role, row, schema, shown, status, study,
    table, unit, value, words,
};
pub use design::{axis, distribution, exclusion, grid, schedule};
pub use run::{playable, player, shooter, trials};
pub use scenario::{ask, asked, best, checked, key_reader, overrides, plan, point_keys, profiled, stop};
