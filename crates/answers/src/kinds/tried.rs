//! What an answer says of assumptions where it was not seen to depend on any.

use tolley_dataset::Manifest;
use tolley_experiment::ask::AskKind;

use super::best::sentences::listed;
use super::{Context, common};
use crate::answer::{Answer, Note, NoteHeading, Quantity, Sentence, fill};
use crate::influence::influential;

/// Assumptions that are named where none was seen to matter.
const MOST_TRIED: usize = 3;

/// Of an answer that was not seen to depend on anything: what was set otherwise, or what moves such results most and
/// was not tried.
pub fn tried(answer: &Answer, manifest: &Manifest, context: &Context<'_>) -> Option<Note> {
    if !answer.headline.depends_on.is_empty() || answer.about.kind == AskKind::Depends.name() {
        return None;
    }
    let mut keys: Vec<&str> = context.strata.iter().map(|stratum| stratum.key.as_str()).collect();
    keys.dedup();
    let is_tried = !keys.is_empty();
    if !is_tried {
        let varied = |key: &str| manifest.plan.grid.axes.iter().any(|axis| axis.key == key);
        let shown = influential(&manifest.plan.study).iter().filter(|known| known.is_shown);
        keys = shown.map(|known| known.key.as_str()).collect();
        keys.retain(|key| !varied(key) && common::is_assumed(context, key));
        keys.truncate(MOST_TRIED);
    }
    let names = keys.iter().map(|key| Sentence::default().name(Quantity::of_key(manifest, key).with_article()));
    let names = listed(&names.collect::<Vec<_>>());
    let sentence = match (keys.is_empty(), is_tried) {
        (true, _) => return None,
        (_, true) if keys.len() == 1 => fill("common.tried_one", [("names", names)]),
        (_, true) => fill("common.tried_several", [("names", names)]),
        (_, false) => fill("common.not_tried", [("names", names)]),
    };
    Some(Note { heading: NoteHeading::Tried, sentence })
}
