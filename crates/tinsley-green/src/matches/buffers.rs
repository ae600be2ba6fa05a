//! What a worker uses again from match to match.

use super::record::MatchRecord;
use super::roster::Member;
use super::setup::Setup;
use super::workspace::Workspace;
use crate::shot::FilmedShot;

/// What a worker uses again from match to match.
pub struct Buffers {
    pub(super) workspace: Workspace,
    pub(super) record: MatchRecord,
    /// Who plays the match.
    pub(super) members: Vec<Member>,
}

impl Buffers {
    /// For the matches of a design point.
    pub fn new(setup: &Setup) -> Buffers {
        Buffers { workspace: Workspace::new(setup), record: MatchRecord::default(), members: Vec::new() }
    }

    /// From now on shots are filmed.
    pub fn film(&mut self) {
        self.workspace.simulator.film();
    }

    /// The shots filmed since.
    pub fn take_films(&mut self) -> Vec<FilmedShot> {
        self.workspace.simulator.films().map(std::mem::take).unwrap_or_default()
    }
}
