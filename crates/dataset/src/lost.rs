//! Blocks that wait for the others of their part, and those that do so no more.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::check::faults_of;
use crate::deep::guarded;
use crate::error::OpenError;
use crate::layout::{BLOCKS, saved_name};
use crate::open::Dataset;
use crate::publish;
use crate::read::Batch;
use crate::record::{FileRecord, PartRecord};
use crate::repair::{DROPPED, LostBlocks, PLAYED, Repair};
use crate::saved::{self, Saved};
use crate::schema::TRIAL;

impl Dataset {
    /// Takes the blocks that wait, and looks for those that do so no more.
    pub(crate) fn look_at_blocks(
        &mut self,
        parts: BTreeMap<u64, PartRecord>,
        repair: &mut Repair,
    ) -> Result<(), OpenError> {
        let dir = self.dir().to_path_buf();
        let (all, findings) = Saved::all(&dir, self.manifest())?;
        let (mut whole, mut seen) = (Vec::new(), BTreeSet::new());
        for saved in all.into_iter().filter(|saved| !parts.contains_key(&saved.record.part)) {
            let files: Vec<_> =
                saved.record.files.iter().map(|file| (saved.path(&dir, &file.table), file.clone())).collect();
            let faults = faults_of(&files);
            seen.insert(saved.name.clone());
            if faults.is_empty() {
                whole.push(saved);
                continue;
            }
            let blocks = saved.record.blocks.iter().map(|record| record.block).collect();
            repair.blocks.push(LostBlocks { name: saved.name, part: saved.record.part, blocks });
            faults.into_iter().for_each(|finding| repair.remake(finding.path, finding.message, PLAYED));
        }
        let is_part_there = |part: u64| parts.contains_key(&part);
        let (mut names, mut needless) = (BTreeMap::new(), BTreeSet::new());
        for path in saved::files(&dir)? {
            let Some(name) = saved::name_of(&path).filter(|name| !seen.contains(name)) else { continue };
            match saved::part_of(&name) {
                Some(part) if is_part_there(part) => drop(needless.insert(name)),
                _ => names.entry(name).or_insert_with(Vec::new).push(path),
            }
        }
        self.take_state(parts, whole);
        for (name, files) in names {
            let json = dir.join(BLOCKS).join(format!("{name}.json"));
            let fault = findings.iter().find(|finding| finding.path == json);
            let message = fault.map_or("is missing", |finding| finding.message.as_str());
            match self.lost_blocks(&name) {
                Some(lost) => {
                    repair.broken.extend(files);
                    repair.remake(json, message, PLAYED);
                    repair.blocks.push(lost);
                }
                None if fault.is_some() => {
                    repair.broken.extend(files);
                    repair.remake(json, message, DROPPED);
                }
                // a leftover, as of a run that was killed
                None => {}
            }
        }
        // records that are broken stop who reads, also where a part has what they speak of
        for finding in findings.into_iter().filter(|finding| is_needless(&finding.path, &needless)) {
            repair.remake(finding.path, finding.message, "removed: its blocks stand in a part");
        }
        Ok(())
    }

    /// Which blocks wait in files whose record is gone, as the rows of the first table say; none that waits elsewhere.
    fn lost_blocks(&self, name: &str) -> Option<LostBlocks> {
        let (part, table) = (saved::part_of(name)?, &self.manifest().tables[0]);
        if part >= self.schedule().parts() {
            return None;
        }
        let path = self.dir().join(BLOCKS).join(saved_name(name, &table.name));
        let read = || -> Option<BTreeSet<u64>> {
            let file = FileRecord::new(&table.name, self.rows_in(&path, None).ok()?, publish::facts_of(&path).ok()?);
            let mut blocks = BTreeSet::new();
            let mut is_planned = true;
            let each = &mut |batch: &Batch| {
                for trial in batch.u64(0) {
                    let block = self.schedule().block_of(*trial);
                    is_planned &= block.is_some();
                    blocks.extend(block);
                }
            };
            self.scan_file(&file, &path, None, &[TRIAL], each).ok()?;
            is_planned.then_some(blocks)
        };
        let blocks = guarded(read).ok().flatten()?;
        let planned = self.schedule().blocks_of(part);
        let is_lost = |block: &u64| planned.contains(block) && !self.has_block(*block);
        let is_all_lost = !blocks.is_empty() && blocks.iter().all(is_lost);
        is_all_lost.then(|| LostBlocks { name: name.to_owned(), part, blocks: blocks.into_iter().collect() })
    }
}

fn is_needless(path: &Path, names: &BTreeSet<String>) -> bool {
    saved::name_of(path).is_some_and(|name| names.contains(&name))
}
