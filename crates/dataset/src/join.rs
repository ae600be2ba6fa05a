//! A dataset that several runs play at once, each a share of it.

use std::path::Path;

use tolley_experiment::plan::Plan;

use crate::claim::Claim;
use crate::error::OpenError;
use crate::layout::{LOCK, MANIFEST, SHARES, WORK, manifest_copy};
use crate::lock::Lock;
use crate::look::{self, Found};
use crate::manifest::{Manifest, Versions};
use crate::open::{Dataset, make_folder, make_folders, wanted};
use crate::publish;
use crate::share::Share;

impl Dataset {
    /// Whether shares of a plan can be played at all.
    pub fn would_share(plan: &Plan) -> Result<(), OpenError> {
        let message = "when a point ends by [stop] follows from all rows so far: one run plays the whole, without \
                       --shard and --blocks";
        if plan.stop.is_none() { Ok(()) } else { Err(OpenError::Unfit { message: message.to_owned() }) }
    }

    /// Makes the dataset of a plan or joins those who are at it, to play a share of its blocks. They are saved; who
    /// opens the dataset as a whole makes parts of them. What is played twice must be the same.
    pub fn open_share(
        dir: &Path,
        plan: &Plan,
        versions: Versions<'_>,
        share: Share,
        claim: &Claim<'_>,
    ) -> Result<Dataset, OpenError> {
        Dataset::would_share(plan)?;
        let manifest = Manifest::of(plan, versions)?;
        let is_whole = |found: &Found| -> Result<Manifest, OpenError> {
            let wanted = wanted(dir, found, &manifest, plan)?;
            match found {
                Found::Dataset(there) if **there != wanted => Err(OpenError::Unfit {
                    message: "a dataset grows only while one run writes to it, without --shard and --blocks".to_owned(),
                }),
                _ => Ok(wanted),
            }
        };
        is_whole(&look::inspect_to_write(dir)?)?;
        let (work, shares) = (dir.join(WORK), dir.join(SHARES));
        [dir, &work, &shares].into_iter().try_for_each(make_folder)?;
        let lock = Lock::take(dir, &shares.join(share.name()), &work, claim)?;
        // in this order: who opens the whole takes its lock first, and then looks for shares
        Lock::clear(dir, &dir.join(LOCK), &work, claim)?;
        let found = look::inspect_to_write(dir)?;
        let wanted = is_whole(&found)?;
        if let Found::Nothing = found {
            publish::publish_text(lock.work(), &dir.join(MANIFEST), &wanted.text())?;
        }
        make_folders(dir)?;
        // others may be at it, and wrote the same
        if wanted.has_copy() && !manifest_copy(dir).exists() {
            publish::publish_text(lock.work(), &manifest_copy(dir), &wanted.text())?;
        }
        let mut dataset = Dataset::read(dir, wanted)?;
        (dataset.lock, dataset.share) = (Some(lock), Some(share));
        dataset.write_points(plan)?;
        Ok(dataset)
    }
}
