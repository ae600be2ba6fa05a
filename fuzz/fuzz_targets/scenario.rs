//! Scenario files: whatever stands in one is read or refused.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;

static STUDIES: LazyLock<Vec<Arc<StudyInfo>>> = LazyLock::new(|| {
    vec![
        Arc::new(StudyInfo::of::<tolley_tinsley_green::shot::ShotStudy>()),
        Arc::new(StudyInfo::of::<tolley_tinsley_green::matches::MatchStudy>()),
        Arc::new(StudyInfo::of::<tolley_cymbergaj::shot::FlickStudy>()),
        Arc::new(StudyInfo::of::<tolley_cymbergaj::matches::MatchStudy>()),
        Arc::new(StudyInfo::of::<tolley_cymbergaj::matches::ShootoutStudy>()),
        Arc::new(StudyInfo::of::<tolley_dice_football::matches::MatchStudy>()),
        Arc::new(StudyInfo::of::<tolley_dice_football::solve::SolveStudy>()),
    ]
});

fuzz_target!(|text: &str| {
    let _ = parse("a.toml", text, &STUDIES, Overrides::default());
});
