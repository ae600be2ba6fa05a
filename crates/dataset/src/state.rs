//! What of a dataset is there: finished parts, and blocks that wait for others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::record::PartRecord;
use crate::saved::{Double, Saved, Source};

/// What is there.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Finished parts.
    pub(crate) parts: BTreeMap<u64, PartRecord>,
    /// Blocks of other parts.
    pub(crate) waiting: BTreeMap<u64, BTreeMap<u64, Source>>,
    /// Parts that are being written, of which all blocks wait.
    pub(crate) writing: BTreeSet<u64>,
    /// Bytes of those in memory.
    pub(crate) waiting_bytes: usize,
    /// Files that were compared with their records.
    pub(crate) looked_at: BTreeSet<PathBuf>,
}

impl State {
    /// Takes what was saved before; a block that was saved twice counts once, and is returned.
    pub(crate) fn take(&mut self, saved: Saved) -> Vec<Double> {
        let (part, saved) = (saved.record.part, Arc::new(saved));
        let mut doubles = Vec::new();
        for block in &saved.record.blocks {
            let waiting = self.waiting.entry(part).or_default();
            match waiting.entry(block.block).or_insert_with(|| Source::Saved(saved.clone())) {
                Source::Saved(first) if !Arc::ptr_eq(first, &saved) => {
                    doubles.push(Double { block: block.block, first: first.clone(), second: saved.clone() });
                }
                _ => {}
            }
        }
        doubles
    }

    pub(crate) fn has(&self, part: u64, block: u64) -> bool {
        self.parts.contains_key(&part) || self.waiting.get(&part).is_some_and(|blocks| blocks.contains_key(&block))
    }

    /// The files in which blocks of a part wait.
    pub(crate) fn saved_of(sources: &BTreeMap<u64, Source>) -> Vec<Arc<Saved>> {
        let mut all: Vec<Arc<Saved>> = Vec::new();
        for source in sources.values() {
            if let Source::Saved(saved) = source
                && !all.iter().any(|known| Arc::ptr_eq(known, saved))
            {
                all.push(saved.clone());
            }
        }
        all
    }
}
