//! Use cases from their requests to their results, and what goes wrong with them.

use std::path::Path;

use tempfile::TempDir;
use tolley_experiment::scenario::Overrides;

use crate::check::check;
use crate::play::{Played, play, play_share};
use crate::repair::{RepairRequest, repair};
use crate::trial::play_trial;
use crate::{
    ErrorKind, Monitor, PlayRequest, ScenarioRequest, SessionError, ShareRequest, Source, Unwatched, scenario, share,
    shares,
};

const FLICKS: &str =
    "study = \"cymbergaj/flick\"\nseed = 7\nrepeats = 40\n[sweep.axes]\n\"events.hop_sd_ratio\" = [0.1, 0.2]\n";

fn flicks(text: &str, overrides: Overrides) -> ScenarioRequest {
    let source = Source::Text { name: "flicks".to_owned(), text: text.to_owned() };
    ScenarioRequest { source, overrides, ..ScenarioRequest::default() }
}

fn into(folder: &Path) -> PlayRequest {
    PlayRequest { output: Some(folder.to_path_buf()), threads: Some(1), ..PlayRequest::default() }
}

fn played(request: &PlayRequest, overrides: Overrides, monitor: &dyn Monitor) -> Result<Played, SessionError> {
    let (plan, study) = scenario::plan(&flicks(FLICKS, overrides), monitor)?;
    play(&plan, study, request, monitor)
}

#[test]
fn a_wrong_scenario_is_told_with_file_line_column_and_key() {
    let text = FLICKS.replace("0.2]", "-3.0]");
    let error = scenario::plan(&flicks(&text, Overrides::default()), &Unwatched).err().expect("it is wrong");
    let [problem] = error.problems() else { panic!("{error}") };
    assert_eq!((error.kind(), problem.file.as_str()), (ErrorKind::BadInput, "flicks"));
    assert_eq!(
        (problem.place.map(|place| place.0), problem.key.contains("events.hop_sd_ratio")),
        (Some(5), true),
        "{error}"
    );
    let missing = ScenarioRequest { source: Source::File("no/such.toml".into()), ..ScenarioRequest::default() };
    let error = scenario::plan(&missing, &Unwatched).err().expect("there is none");
    assert_eq!((error.kind(), error.problems()[0].file.as_str()), (ErrorKind::BadInput, "no/such.toml"));
}

#[test]
fn a_request_that_cannot_be_is_refused_by_its_field() {
    let here = TempDir::new().expect("a folder");
    let field = |error: SessionError| match error {
        SessionError::Request { field, .. } => field,
        other => panic!("{other}"),
    };
    let nowhere = played(&PlayRequest::default(), Overrides::default(), &Unwatched);
    assert_eq!(field(nowhere.err().expect("it has no name")), "output");
    let asked = ShareRequest { shard: Some("5/3".to_owned()), blocks: None };
    assert_eq!(field(share(&asked, &Unwatched).expect_err("there are three")), "share");
    let (plan, study) = scenario::plan(&flicks(FLICKS, Overrides::default()), &Unwatched).expect("a plan");
    let error = play_trial(&plan, study, 80, &into(here.path()), &Unwatched).err().expect("there are 80");
    assert_eq!(field(error), "trial");
    assert!(play_trial(&plan, study, 79, &into(here.path()), &Unwatched).is_ok_and(|trial| trial.differing.is_none()));
}

/// Asks to stop before anything is played.
struct Stops;

impl Monitor for Stops {
    fn is_stopped(&self) -> bool {
        true
    }
}

#[test]
fn a_run_that_is_stopped_says_what_is_kept_and_the_same_request_continues_and_grows() {
    let here = TempDir::new().expect("a folder");
    let request = into(&here.path().join("flicks"));
    // so many that the watcher looks before they are played
    let many = |repeats| Overrides { repeats: Some(repeats), ..Overrides::default() };
    let error = played(&request, many(20_000), &Stops).err().expect("it is stopped");
    assert_eq!((error.kind(), error.path()), (ErrorKind::Interrupted, request.output.as_deref()));
    assert!(error.report().starts_with("interrupted: ") && error.report().ends_with("the same command continues"));
    // fewer are another plan
    let fewer = played(&request, many(30), &Unwatched).err().expect("a dataset only grows");
    assert_eq!((fewer.kind(), fewer.path()), (ErrorKind::BadInput, request.output.as_deref()));

    let request = into(&here.path().join("few"));
    let first = played(&request, many(10), &Unwatched).expect("played");
    assert!(first.is_new && first.dataset.is_complete() && first.failed.is_none());
    drop(first);
    let grown = played(&request, many(20), &Unwatched).expect("played");
    assert!(grown.is_new && grown.dataset.done_trials() == 40);
    drop(grown);
    assert!(!played(&request, many(20), &Unwatched).expect("it is there").is_new);
}

#[test]
fn a_dataset_that_is_broken_is_a_mismatch_until_it_is_repaired() {
    let here = TempDir::new().expect("a folder");
    let folder = here.path().join("flicks");
    drop(played(&into(&folder), Overrides::default(), &Unwatched).expect("played"));
    assert_eq!(check(&folder, true).expect("it can be read").fault(), None);
    let shots = std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let part = |path: &Path| path.join("part-00000.parquet");
    let lost = shots.map(|path| part(&path)).find(|part| part.exists()).expect("a part");
    std::fs::remove_file(&lost).expect("it goes");
    assert_eq!(check(&folder, false).expect("it can be read").fault(), Some(ErrorKind::Mismatch));
    let mut request = RepairRequest { dataset: folder.clone(), threads: Some(1), ..RepairRequest::default() };
    let found = repair(&request, &Unwatched).expect("it can be repaired");
    assert!(!found.is_done && found.repair.mends.len() == 1 && !lost.exists());
    request.is_wanted = true;
    assert!(repair(&request, &Unwatched).expect("it is repaired").is_done && lost.exists());
    assert_eq!(check(&folder, false).expect("it can be read").fault(), None);
}

#[test]
fn shares_are_incomplete_until_they_are_merged() {
    let here = TempDir::new().expect("a folder");
    let (plan, study) = scenario::plan(&flicks(FLICKS, Overrides::default()), &Unwatched).expect("a plan");
    let folder = here.path().join("share");
    let asked = ShareRequest { shard: Some("0/1".to_owned()), blocks: None };
    let all = share(&asked, &Unwatched).expect("a share").expect("one");
    drop(play_share(&plan, study, all, &into(&folder), &Unwatched).expect("played"));
    assert_eq!(check(&folder, false).expect("it can be read").fault(), Some(ErrorKind::Incomplete));
    let whole = here.path().join("whole");
    shares::merge(&whole, &[folder], false, &Unwatched).expect("merged");
    let status = shares::status(&whole).expect("a dataset");
    assert!(status.dataset.is_sealed() && status.holders.is_empty());
}
