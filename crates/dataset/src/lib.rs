//! Rows to and from Parquet: the only crate that knows Arrow, Parquet and how files are committed.
//!
//! ```text
//! DATASET/
//!   manifest.json               plan, versions, tables, how trials are cut; replaced as a whole when repeats are added
//!   shots/part-00000.parquet    one folder a table; finished parts, nothing else
//!   points/part-00000.parquet   one row a design point
//!   estimates/part-00000.parquet one row a point and measure, at the end
//!   commits/manifest-copy.json  the same as manifest.json
//!   commits/part-00000.json     hash, bytes and rows of each file of a part, trials by status
//!   blocks/                     finished blocks of parts that are not
//!   work/                       files that are being written
//!   lock/                       while somebody writes; shares/ while some play a share each
//!   _SUCCESS.json               last: everything is there
//! ```
//!
//! A file is written in `work/`, synced, published by a hard link that never replaces anything, and the folder is
//! synced. What is published counts when its record is there, too. The bytes of a part follow from the manifest
//! and the rows alone: there is no clock, host, user or path in them, and how its blocks came makes no difference.

mod check;
mod claim;
mod concat;
mod cpu;
mod deep;
mod diagnose;
mod difference;
pub mod disk;
mod encode;
mod error;
mod estimates;
mod few;
mod forecast;
mod found_again;
mod here;
mod holder;
mod join;
mod keep;
mod layout;
mod lease;
mod leftovers;
mod lock;
mod look;
mod lost;
mod manifest;
mod memory;
mod mend;
mod merge;
mod open;
mod publish;
mod read;
mod record;
mod repair;
mod runs;
mod saved;
mod schema;
mod seal;
mod share;
pub mod sheet;
mod state;
mod stream;
mod table_file;
mod trial;
mod work;

pub use check::Report;
pub use claim::{Claim, Notice};
pub use cpu::CpuClock;
pub use error::{DatasetError, Difference, Finding, OpenError};
pub use estimates::EstimateRow;
pub use forecast::forecast;
pub use holder::{Holder, Lease};
pub use leftovers::Leftover;
pub use look::physics_version_of;
pub use manifest::{LimitedBy, Manifest, NextStretch, Versions};
pub use memory::{Memory, memory};
pub use mend::Gathered;
pub use open::Dataset;
pub use read::{Batch, ColumnData};
pub use repair::{LostBlocks, Mend, Repair};
pub use schema::Method;
pub use share::{Share, holders};
pub use stream::{Batches, Stream};
