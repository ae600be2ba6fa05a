//! Rows to and from Parquet: the only crate that knows Arrow, Parquet and how files are committed.
//!
//! ```text
//! DATASET/
//!   manifest.json               plan, versions, tables; written once, at the start
//!   shots/part-00000.parquet    one folder a table, one part a block; only finished parts
//!   points/part-00000.parquet   one row a design point
//!   work/                       files that are being written
//! ```
//!
//! A file is written in `work/`, synced, published by a hard link that never replaces anything, and the folder is
//! synced. A block counts as done when its part of every table exists. The bytes of a part follow from the manifest
//! and the rows alone: there is no clock, host, user or path in them.

mod difference;
mod encode;
mod error;
mod manifest;
mod open;
mod publish;
mod read;
mod schema;

pub use error::{DatasetError, Difference, OpenError};
pub use manifest::{Manifest, Versions};
pub use open::Dataset;
pub use read::{Batch, ColumnData};
