//! What of a dataset is gone or broken; nothing is changed by looking.

use std::path::Path;

use crate::error::OpenError;
use crate::layout::{MANIFEST, SUCCESS, manifest_copy};
use crate::look::{self, kind_of, manifest_at};
use crate::manifest::Manifest;
use crate::open::Dataset;
use crate::record::{self, Success};
use crate::repair::{COPIED, Repair, SEALED};
use crate::seal::hash;

/// Looks at a whole dataset: as much of it as is intact, and what is to be done about the rest.
pub(crate) fn diagnose(dir: &Path) -> Result<(Dataset, Repair), OpenError> {
    kind_of(dir)?.ok_or_else(|| OpenError::not_a_dataset(dir, "does not exist"))?;
    let mut repair = Repair::default();
    let success = dir.join(SUCCESS);
    let seal = kind_of(&success)?.map(|_| record::read::<Success>(&success).map(|(seal, _)| seal));
    let manifest = whole_manifest(dir, seal.as_ref().and_then(|seal| seal.as_ref().ok()), &mut repair)?;
    look::refuse_links(dir, &manifest)?;
    let mut dataset = Dataset::without_state(dir, manifest)?;

    let was_whole = seal.is_some();
    let (mut records, mut faults) = dataset.read_records(was_whole)?;
    if let (Some(Ok(seal)), Some(of_records), true) = (&seal, records.success(dataset.manifest()), faults.is_empty())
        && *seal != of_records
    {
        match seal.manifest_blake3 == of_records.manifest_blake3 {
            true => faults = records.disown(dir),
            false => repair.remake(success.clone(), "is of another dataset", SEALED),
        }
    }
    dataset.find_again(&mut records, faults, &seal, &mut repair);
    dataset.look_at_files(&records, &mut repair);
    let lacks_estimates = records.estimates.is_none() && !dataset.manifest().measures.is_empty();
    if let Some(Err(message)) = &seal {
        repair.remake(success, message, SEALED);
    }

    let was_closed = was_whole || records.estimates.is_some() || dataset.manifest().plan.stop.is_none();
    let parts = records.parts.into_iter().filter(|(part, _)| !repair.parts.contains(part)).collect();
    dataset.look_at_blocks(parts, &mut repair)?;
    dataset.only = Some(repair.parts.clone());
    let of_blocks: u64 = repair.blocks.iter().map(|lost| lost.trials(dataset.schedule())).sum();
    repair.trials = dataset.trials_left() + of_blocks;
    // blocks that wait are made parts of by who finishes the run
    repair.closes = was_closed && dataset.part_count() + repair.parts.len() as u64 == dataset.schedule().parts();
    if repair.closes && !was_whole {
        repair.mend(dir.join(SUCCESS), "is missing", SEALED);
    }
    repair.needs_estimates = repair.closes && (repair.needs_estimates || lacks_estimates);
    Ok((dataset, repair))
}

/// The manifest that is whole: that which the seal names, else that which plans more, as it is the later one.
fn whole_manifest(dir: &Path, seal: Option<&Success>, repair: &mut Repair) -> Result<Manifest, OpenError> {
    let paths = [dir.join(MANIFEST), manifest_copy(dir)];
    let read = [manifest_at(&paths[0]), manifest_at(&paths[1])];
    let is_named = |read: &&Result<Manifest, String>| {
        let names =
            |manifest: &Manifest| seal.is_some_and(|seal| seal.manifest_blake3 == hash(manifest.text().as_bytes()));
        read.as_ref().is_ok_and(names)
    };
    let planned = |read: &&Result<Manifest, String>| read.as_ref().map_or(0, |manifest| manifest.plan.grid.repeats);
    // of two that plan the same the first
    let of_most = || read.iter().rev().filter(|read| read.is_ok()).max_by_key(planned);
    let Some(Ok(whole)) = read.iter().find(is_named).or_else(of_most) else {
        if read.iter().all(|read| read.as_ref().is_err_and(|message| message == look::MISSING)) {
            let message = "is not a dataset: it has neither manifest.json nor commits/manifest-copy.json; is it the right \
                           folder? If it was one, play its scenario into a new folder";
            return Err(OpenError::not_a_dataset(dir, message));
        }
        let [first, second] = read.map(|read| read.err().unwrap_or_default());
        let message = format!(
            "cannot be repaired: manifest.json {first}, and its copy {second}, so that nothing says what was played; \
             play the scenario into a new folder"
        );
        return Err(OpenError::not_a_dataset(dir, message));
    };
    let whole = whole.clone();
    for (path, read) in paths.into_iter().zip(read) {
        let fault = match read {
            Ok(same) if same == whole => continue,
            Ok(_) => "is not what the record of the whole or the other manifest says".to_owned(),
            Err(_) if !whole.has_copy() && path == manifest_copy(dir) => continue,
            Err(message) => message,
        };
        repair.mend(path, fault, COPIED);
    }
    Ok(whole)
}
