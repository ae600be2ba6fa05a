//! The studies that there are.

use std::path::Path;
use std::sync::Arc;

use tolley_dataset::{Dataset, OpenError};
use tolley_experiment::plan::Plan;
use tolley_experiment::playable::Playable;
use tolley_experiment::study::StudyInfo;

/// Version of the physics: rises whenever results change.
pub const PHYSICS_VERSION: u32 = 16;

/// A study of any game.
pub type AnyStudy = &'static dyn Playable;

/// Every study of every game.
pub fn all() -> impl Iterator<Item = AnyStudy> {
    let marbles = &tolley_tinsley_green::STUDIES;
    marbles.iter().chain(&tolley_cymbergaj::STUDIES).chain(&tolley_dice_football::STUDIES).copied()
}

/// What a scenario needs to know of each.
pub fn infos() -> Vec<Arc<StudyInfo>> {
    all().map(|study| Arc::new(study.info())).collect()
}

/// The study of this name.
pub fn named(name: &str) -> Option<AnyStudy> {
    all().find(|study| study.name() == name)
}

/// Opens a dataset to read it. Its study says what keys are where the manifest is older than labels and roles.
pub fn load(folder: &Path) -> Result<Dataset, OpenError> {
    let dataset = Dataset::load(folder)?;
    let study = named(&dataset.manifest().plan.study);
    Ok(match study {
        Some(study) => dataset.described_by(&study.info()),
        None => dataset,
    })
}

/// The plan of a dataset and its study; why not, where this version does not know it any more.
pub fn plan_of(dataset: &Dataset) -> Result<(Plan, AnyStudy), String> {
    let record = &dataset.manifest().plan;
    let study = named(&record.study).ok_or_else(|| format!("there is no study {}", record.study))?;
    let mut plan = Plan::of_record(study.info().into(), record)?.with_profiles(&dataset.manifest().profiles);
    plan.question.clone_from(&dataset.manifest().question);
    plan.asks.clone_from(&dataset.manifest().asks);
    Ok((plan, study))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_study_is_found_by_its_name_and_no_other() {
        let names: Vec<&str> = all().map(Playable::name).collect();
        let expected = [
            "tinsley-green/shot",
            "tinsley-green/match",
            "cymbergaj/flick",
            "cymbergaj/match",
            "cymbergaj/shootout",
            "dice-football/match",
            "dice-football/solve",
        ];
        assert_eq!(names, expected);
        for name in names {
            let study = named(name).expect("it is there");
            assert_eq!((study.name(), study.info().name), (name, name));
        }
        assert!(named("dice-football/solved").is_none());
        let shared: Vec<&str> = all().filter(|study| study.shares_preparation()).map(Playable::name).collect();
        assert_eq!(shared, expected[5..]);
    }
}
