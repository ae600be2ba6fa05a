//! What is to be done to have all files of a dataset again.

use std::collections::BTreeSet;
use std::path::PathBuf;

use tolley_experiment::schedule::Schedule;

/// A file that is made again, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: String,
    /// How it is made again.
    pub how: &'static str,
}

pub(crate) const COPIED: &str = "copy it from the other manifest";
pub(crate) const NOTED: &str = "note it again from its files, which the record of the whole confirms";
pub(crate) const PLANNED: &str = "make it again from the plan";
pub(crate) const PLAYED: &str = "play its trials again";
pub(crate) const SUMMED: &str = "sum it up again from the rows";
pub(crate) const SEALED: &str = "write it again when all files are there";
pub(crate) const DROPPED: &str = "remove it; the run that continues plays its blocks";

/// What is to be done to have all files of a dataset again.
#[derive(Debug, Default)]
pub struct Repair {
    /// File by file; empty where nothing is to be done.
    pub mends: Vec<Mend>,
    /// Trials that are played again.
    pub trials: u64,
    /// Blocks that wait for the others of their part and are played again.
    pub blocks: Vec<LostBlocks>,
    /// Whether the table of design points is written again.
    pub needs_points: bool,
    /// Whether the table of estimates is written again.
    pub needs_estimates: bool,
    /// Whether every block is there in the end, so that the dataset is closed.
    pub closes: bool,
    /// Parts that are played again.
    pub(crate) parts: BTreeSet<u64>,
    /// What is removed before anything is made.
    pub(crate) broken: Vec<PathBuf>,
    /// Records that are known, with their texts.
    pub(crate) noted: Vec<(PathBuf, String)>,
}

impl Repair {
    /// Files of which trials are lost.
    pub fn lost_files(&self) -> u64 {
        self.mends.iter().filter(|mend| mend.how == PLAYED).count() as u64
    }

    /// Notes a file that is made again.
    pub(crate) fn mend(&mut self, path: PathBuf, fault: impl Into<String>, how: &'static str) {
        self.mends.push(Mend { path, fault: fault.into(), how });
    }

    /// Notes a file that is made again, and that what is there goes first.
    pub(crate) fn remake(&mut self, path: PathBuf, fault: impl Into<String>, how: &'static str) {
        self.broken.push(path.clone());
        self.mend(path, fault, how);
    }
}

/// Blocks that were saved together, and whose files are not all there any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostBlocks {
    /// How their files begin.
    pub(crate) name: String,
    pub(crate) part: u64,
    /// Ascending.
    pub(crate) blocks: Vec<u64>,
}

impl LostBlocks {
    /// Trials in them.
    pub(crate) fn trials(&self, schedule: &Schedule) -> u64 {
        self.blocks.iter().map(|block| schedule.block_len(*block)).sum()
    }
}
