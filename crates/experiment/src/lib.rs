//! A scenario file becomes a plan, the plan becomes trials in parallel, the trials leave rows.
//!
//! Knows no game and no dataset format: a game brings a [`study::Study`] with its keys, a dataset takes
//! the [`row::Rows`] of each finished block through a [`run::Keep`].

pub mod asked;
mod asked_table;
pub mod axis;
pub mod best;
mod best_table;
mod beyond;
pub mod checked;
pub mod decimal;
pub mod design;
pub mod distribution;
pub mod document;
mod drawn;
pub mod exclusion;
pub mod file;
pub mod grid;
pub mod hand;
mod kept;
pub mod key;
pub mod keys;
pub mod limits;
pub mod names;
pub mod noise;
pub mod overrides;
pub mod plan;
pub mod player;
mod points_file;
pub mod problem;
pub mod random;
pub mod role;
pub mod row;
pub mod run;
pub mod scenario;
pub mod schedule;
pub mod schema;
pub mod shooter;
pub mod shown;
pub mod status;
pub mod stop;
pub mod study;
mod sweep;
pub mod table;
pub mod trials;
pub mod unit;
pub mod value;
