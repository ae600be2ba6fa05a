//! What a game brings: how to play one trial and which rows it leaves.

use crate::key::{Point, Schema};
use crate::problem::Fault;
use crate::random::Streams;
use crate::row::{Rows, Status, Table};

/// What the summary of a dataset shows of a column of the first table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The column.
    pub column: &'static str,
    /// Share of true (Wilson interval) or mean (Student's t interval; rows without a value are left out).
    pub kind: MeasureKind,
}

/// How a column is summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureKind {
    /// Of a flag.
    Share,
    /// Of a number or a count.
    Mean,
    /// Mean of a number that is a share of each trial, tested for being one half.
    Fair,
}

/// A study says how to play one trial of a design point and which rows it leaves.
pub trait Study: Sync {
    /// What never changes within a design point.
    type Setup: Send + Sync;
    /// Buffers of one worker at one design point, reused from trial to trial; carries nothing over.
    type Scratch;

    /// As written in a scenario: `"tinsley-green/shot"`.
    const NAME: &'static str;
    /// Trials in a block, which is the unit of work, file and commit.
    const BLOCK_TRIALS: u64;
    /// The tables; the first has exactly one row a trial.
    const TABLES: &'static [Table];

    /// What the summary shows, for each design point; the first is the headline by which points are sorted, best first.
    const MEASURES: &'static [Measure];

    /// The keys that a scenario of this study may set or sweep.
    fn schema() -> &'static Schema;
    /// Resolves a design point; every rule that joins several keys is checked here.
    fn setup(point: &Point) -> Result<Self::Setup, Vec<Fault>>;
    /// Buffers for the trials of one setup.
    fn scratch(setup: &Self::Setup) -> Self::Scratch;
    /// Plays one trial and pushes its rows.
    fn play(setup: &Self::Setup, scratch: &mut Self::Scratch, streams: &Streams, rows: &mut Rows) -> Status;
}

/// What the reader of a scenario needs to know of a study.
#[derive(Clone, Copy, Debug)]
pub struct StudyInfo {
    /// [`Study::NAME`].
    pub name: &'static str,
    /// [`Study::schema`].
    pub schema: &'static Schema,
    /// [`Study::BLOCK_TRIALS`].
    pub block_trials: u64,
    /// [`Study::TABLES`].
    pub tables: &'static [Table],
    /// [`Study::MEASURES`].
    pub measures: &'static [Measure],
    /// The faults that [`Study::setup`] finds at a point.
    pub check: fn(&Point) -> Vec<Fault>,
}

impl StudyInfo {
    /// Of a study.
    pub fn of<S: Study>() -> StudyInfo {
        StudyInfo {
            name: S::NAME,
            schema: S::schema(),
            block_trials: S::BLOCK_TRIALS,
            tables: S::TABLES,
            measures: S::MEASURES,
            check: |point| S::setup(point).err().unwrap_or_default(),
        }
    }
}
