//! How blocks become parts: interrupted, killed, continued, grown, and what two writers do.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tolley_dataset::{Claim, Dataset, DatasetError, EstimateRow, Method, OpenError, Share};
use tolley_experiment::player::play_some;
use tolley_experiment::run::Keep;
use tolley_experiment::status::Status;

use super::{bytes_of, complete, f64_at, place, relative};
use crate::toy::{self, Plan, Toy, VERSIONS};

fn opened(dir: &Path) -> Dataset {
    Dataset::open(dir, &toy::plan(), VERSIONS).expect("a dataset of the toy")
}

fn play(dataset: &Dataset, plan: &Plan) {
    for block in (0..dataset.schedule().blocks()).filter(|&block| !dataset.has(block)) {
        let rows = play_some::<Toy>(plan, dataset.schedule().trials_of(block)).expect("a setup");
        dataset.keep(block, rows).expect("a block");
    }
}

fn finish(dataset: &Dataset, plan: &Plan) {
    play(dataset, plan);
    dataset.finish().expect("all is there");
}

/// What is left of a dataset when its process is killed: all but the memory, and the lock is nobody's.
fn killed(dataset: Dataset, dir: &Path) {
    let owner = fs::read(dir.join("lock/owner.json")).expect("a lock");
    drop(dataset);
    fs::create_dir(dir.join("lock")).expect("a folder");
    fs::write(dir.join("lock/owner.json"), owner).expect("a lock");
}

#[test]
fn an_interrupted_run_is_continued() {
    let ((_a, whole), (_b, dir)) = (place(), place());
    complete(&whole);
    let dataset = opened(&dir);
    dataset.keep(1, toy::rows(1)).expect("a block");
    dataset.save().expect("a place");
    dataset.keep(4, toy::rows(4)).expect("a block");
    dataset.keep(2, toy::rows(2)).expect("a block");
    dataset.save().expect("a place");
    dataset.keep(5, toy::rows(5)).expect("a block");
    assert_eq!((dataset.has(0), dataset.has(1), dataset.done_count(), dataset.done_trials()), (false, true, 4, 16));
    killed(dataset, &dir);
    // killed between two tables, and while writing
    fs::create_dir(dir.join("hits")).expect("a folder");
    fs::copy(whole.join("hits/part-00000.parquet"), dir.join("hits/part-00000.parquet")).expect("a copy");
    let leftover = "work/shots-part-00000.0123456789abcdef0123456789abcdef.tmp";
    fs::write(dir.join(leftover), "half a part").expect("a leftover");
    fs::write(dir.join("work/notes.txt"), "of a person").expect("a note");

    let partial = Dataset::load(&dir).expect("a dataset");
    assert_eq!((partial.done_count(), partial.is_complete()), (3, false), "what was not saved is played again");
    assert_eq!(partial.check().expect("it can be read").gaps, [[0, 1], [3, 4], [5, 6]]);
    let mut trials = BTreeSet::new();
    partial.scan("shots", &["trial"], |batch| trials.extend(batch.u64(0).to_vec())).expect("they can be read");
    let saved: BTreeSet<u64> =
        [1, 2, 4].into_iter().flat_map(|block| toy::plan().schedule().trials_of(block)).collect();
    assert_eq!(trials, saved);

    let dataset = opened(&dir);
    assert_eq!(dataset.done_count(), 3);
    finish(&dataset, &toy::plan());
    drop(dataset);
    assert!(!dir.join(leftover).exists());
    fs::remove_file(dir.join("work/notes.txt")).expect("what is not ours stays");
    assert_eq!(relative(&whole), relative(&dir));
}

#[test]
fn how_blocks_come_changes_no_byte() {
    let (_a, whole) = place();
    complete(&whole);
    for order in [[5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2]] {
        for save_after in 0..6 {
            let (_b, dir) = place();
            let dataset = opened(&dir);
            for (number, block) in order.into_iter().enumerate() {
                dataset.keep(block, toy::rows(block)).expect("a block");
                if number == save_after || number == 2 {
                    dataset.save().expect("a place");
                }
            }
            dataset.finish().expect("all is there");
            drop(dataset);
            assert!(relative(&whole) == relative(&dir), "{order:?}, saved after {save_after}");
        }
    }
}

#[test]
fn a_run_killed_before_its_manifest_is_begun_again() {
    let (_folder, dir) = place();
    fs::create_dir_all(dir.join("work")).expect("a folder");
    fs::write(dir.join("work/manifest.json.0123456789abcdef0123456789abcdef.tmp"), "{").expect("a leftover");
    assert!(complete(&dir).is_complete());
    assert_eq!(fs::read_dir(dir.join("work")).expect("a folder").count(), 0);
}

#[test]
fn a_finished_part_of_other_bytes_stops_the_run() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    fs::remove_file(dir.join("_SUCCESS.json")).expect("a file");
    fs::remove_file(dir.join("commits/part-00000.json")).expect("a file");
    let before = bytes_of(&dir);
    let dataset = opened(&dir);
    for block in 0..5 {
        dataset.keep(block, toy::rows(block)).expect("a block");
    }
    let mut rows = toy::rows(5);
    rows.status[0] = Status::NotFinite;
    let error = dataset.keep(5, rows).expect_err("other bytes");
    assert!(
        matches!(&error, DatasetError::Determinism { path } if path.ends_with("shots/part-00000.parquet")),
        "{error}"
    );
    assert!(error.to_string().contains("determinism violated"), "{error}");
    drop(dataset);
    assert_eq!(before, bytes_of(&dir));
    // the same bytes are fine
    let dataset = opened(&dir);
    finish(&dataset, &toy::plan());
}

#[test]
fn a_folder_removed_in_mid_run_is_an_error_with_its_path() {
    let (_folder, dir) = place();
    let dataset = opened(&dir);
    dataset.keep(0, toy::rows(0)).expect("a block");
    fs::remove_dir_all(dir.join("blocks")).expect("a folder");
    let error = dataset.save().expect_err("no folder").to_string();
    assert!(error.contains("cannot publish") && error.contains("blocks"), "{error}");
    assert_eq!(fs::read_dir(dir.join("work")).expect("a folder").count(), 0);
    fs::remove_dir_all(&dir).expect("a folder");
    for block in 1..5 {
        dataset.keep(block, toy::rows(block)).expect("a block");
    }
    let error = dataset.keep(5, toy::rows(5)).expect_err("no dataset").to_string();
    assert!(error.contains("is no dataset any more"), "{error}");
}

fn of(repeats: u64) -> Plan {
    let mut plan = toy::plan();
    plan.grid.repeats = repeats;
    plan
}

/// Rows of the first table by point and repeat, as text.
fn rows_of(dir: &Path) -> Vec<(u64, u64, String)> {
    let mut rows = Vec::new();
    let dataset = Dataset::load(dir).expect("a dataset");
    let columns = ["point", "repeat", "trial", "travel_m", "ticks_count", "status"];
    dataset
        .scan("shots", &columns, |batch| {
            for row in 0..batch.len() {
                let travel_m = f64_at(batch.column(3), row).to_bits();
                let text = format!("{} {travel_m} {} {}", batch.u64(2)[row], batch.u64(4)[row], batch.names(5)[row]);
                rows.push((batch.u64(0)[row], batch.u64(1)[row], text));
            }
        })
        .expect("it can be read");
    rows.sort();
    rows
}

#[test]
fn a_dataset_grows_by_what_is_new() {
    let ((_a, fresh), (_b, dir)) = (place(), place());
    finish(&Dataset::open(&fresh, &of(7), VERSIONS).expect("a fresh folder"), &of(7));
    finish(&Dataset::open(&dir, &of(4), VERSIONS).expect("a fresh folder"), &of(4));
    let parts = |files: Vec<(PathBuf, Vec<u8>)>| -> Vec<(PathBuf, Vec<u8>)> {
        files.into_iter().filter(|(path, _)| path.to_string_lossy().contains("part-00000")).collect()
    };
    let before = parts(relative(&dir));
    // stopped as soon as it began to grow: what is there is no complete dataset any more
    killed(Dataset::open(&dir, &of(7), VERSIONS).expect("it may grow"), &dir);
    assert!(!dir.join("_SUCCESS.json").exists());
    let dataset = Dataset::open(&dir, &of(7), VERSIONS).expect("it may grow");
    assert_eq!((dataset.done_trials(), dataset.schedule().trials()), (24, 42));
    finish(&dataset, &of(7));
    drop(dataset);
    assert_eq!(parts(relative(&dir)), before, "finished parts stay");
    assert_eq!(rows_of(&dir), rows_of(&fresh));
    assert!(Dataset::load(&dir).expect("a dataset").check().expect("it can be read").is_sealed);
    let error = Dataset::open(&dir, &of(4), VERSIONS).expect_err("it does not shrink").to_string();
    assert!(error.contains("repeats: 7 in the dataset, 4 now") && error.contains("-o"), "{error}");
}

/// They are made of the other tables, and sealed with them.
#[test]
fn estimates_are_made_anew_when_a_dataset_grows() {
    let (_folder, dir) = place();
    let told = |repeats: u64, n: u64| {
        let dataset = Dataset::open(&dir, &of(repeats), VERSIONS).expect("a dataset");
        play(&dataset, &of(repeats));
        let [estimate, std_error, conf_low, conf_high] = [f64::NAN, 0.5, 0.0, 1.0];
        let row = move |point, term| {
            let method = Method::Wilson;
            EstimateRow { point, term, estimate, std_error, conf_low, conf_high, n, method }
        };
        let points = dataset.manifest().plan.grid.points();
        let rows = || (0..points).flat_map(|point| (0..3).map(move |term| row(point, term)));
        dataset.write_estimates(rows()).expect("a file");
        // a run that was killed behind it makes it again
        dataset.write_estimates(rows()).expect("the same file");
        dataset.finish().expect("all is there");
        drop(dataset);
        let dataset = Dataset::load(&dir).expect("a dataset");
        assert!(dataset.check().expect("a look").findings.is_empty());
        let mut counts = Vec::new();
        dataset.scan("estimates", &["n"], |batch| counts.extend_from_slice(batch.u64(0))).expect("a table");
        assert!(!counts.is_empty() && counts.iter().all(|count| *count == n), "{counts:?}");
    };
    told(4, 4);
    told(6, 6);
    let part = dir.join("estimates/part-00000.parquet");
    let mut bytes = fs::read(&part).expect("a file");
    bytes[40] ^= 1;
    fs::write(&part, bytes).expect("a change");
    let found = Dataset::load(&dir).expect("a dataset").check().expect("a look").findings;
    assert!(found.len() == 1 && found[0].to_string().contains("estimates"), "{found:?}");
}

#[test]
fn a_second_writer_is_told_who_is_at_it() {
    let (_folder, dir) = place();
    let dataset = opened(&dir);
    let error = Dataset::open(&dir, &toy::plan(), VERSIONS).expect_err("it is locked");
    assert!(matches!(&error, OpenError::Locked { holder, .. } if holder.pid == std::process::id()), "{error}");
    finish(&dataset, &toy::plan());
    // reading needs no lock
    assert!(Dataset::load(&dir).is_ok());
    drop(dataset);
    assert!(opened(&dir).is_complete() && !dir.join("lock").exists());
}

#[test]
fn a_table_without_rows_has_no_file() {
    let (_folder, dir) = place();
    let dataset = opened(&dir);
    for block in 0..6 {
        let mut rows = toy::rows(block);
        rows.tables[1] = tolley_experiment::row::Rows::new(&toy::plan().study.tables).tables[1].clone();
        dataset.keep(block, rows).expect("a block");
        dataset.save().expect("a place");
    }
    dataset.finish().expect("all is there");
    assert!(!dir.join("hits").exists() && dir.join("shots/part-00000.parquet").exists());
    let mut rows = 0;
    dataset.scan("hits", &["time_s"], |batch| rows += batch.len()).expect("a table");
    assert_eq!(rows, 0);
    assert_eq!(dataset.check().expect("it can be read").findings, []);
}

fn shared(dir: &Path, plan: &Plan, number: u64) -> Result<Dataset, OpenError> {
    Dataset::open_share(dir, plan, VERSIONS, Share::Every { number, of: 2 }, &Claim::default())
}

fn join(dir: &Path, share: Share) -> Dataset {
    Dataset::open_share(dir, &toy::plan(), VERSIONS, share, &Claim::default()).expect("it may join")
}

#[test]
fn who_plays_a_share_keeps_out_who_wants_the_whole() {
    let (_folder, dir) = place();
    let one = join(&dir, Share::Every { number: 0, of: 2 });
    let is_locked = |opened: Result<Dataset, OpenError>| matches!(opened, Err(OpenError::Locked { .. }));
    assert!(is_locked(Dataset::open(&dir, &toy::plan(), VERSIONS)));
    assert!(is_locked(shared(&dir, &toy::plan(), 0)));
    assert_eq!(tolley_dataset::holders(&dir).expect("a folder").len(), 1);
    drop(join(&dir, Share::Every { number: 1, of: 2 }));
    let grown = shared(&dir, &of(7), 1);
    assert!(matches!(grown, Err(OpenError::Unfit { .. })));
    drop(one);
    let whole = opened(&dir);
    assert!(is_locked(shared(&dir, &toy::plan(), 0)));
    drop(whole);
}

#[test]
fn a_block_saved_twice_is_harmless_unless_it_differs() {
    let (_a, whole) = place();
    complete(&whole);
    for differs in [false, true] {
        let (_b, dir) = place();
        // both before either has saved
        let [one, two] = [0, 1].map(|number| join(&dir, Share::Blocks(0..5 + number)));
        for block in 0..6 {
            let mut rows = toy::rows(block);
            if block < 5 {
                one.keep(block, rows.clone()).expect("a block");
            }
            if differs && block == 3 {
                rows.status[1] = Status::NotFinite;
            }
            two.keep(block, rows).expect("a block");
        }
        one.save().expect("a place");
        two.save().expect("a place");
        drop([one, two]);
        match Dataset::resume(&dir, &Claim::default()) {
            Ok(dataset) => {
                assert!(!differs);
                dataset.finish().expect("all is there");
                drop(dataset);
                fs::remove_dir(dir.join("shares")).expect("nobody is at it");
                assert_eq!(relative(&dir), relative(&whole));
            }
            Err(error) => assert!(differs && error.to_string().contains("determinism violated"), "{error}"),
        }
    }
}

#[test]
fn a_trial_played_anew_is_compared_with_its_rows() {
    let (_folder, dir) = place();
    let dataset = complete(&dir);
    let plan = toy::plan();
    assert!(dataset.is_of(&plan, VERSIONS).expect("a plan"));
    assert!(!dataset.is_of(&toy::plain_plan(), VERSIONS).expect("a plan"));
    for trial in 0..toy::TRIALS {
        let rows = || play_some::<Toy>(&plan, [trial]).expect("a setup");
        assert_eq!(dataset.differing_tables(trial, rows()).expect("it can be read"), Some(Vec::new()), "{trial}");
        let mut other = rows();
        other.status[0] = if other.status[0] == Status::NotFinite { Status::Ok } else { Status::NotFinite };
        let differing = dataset.differing_tables(trial, other).expect("it can be read");
        assert_eq!(differing, Some(vec!["shots".to_owned()]), "{trial}");
    }
    assert_eq!(dataset.differing_tables(99, toy::rows(0)).expect("nothing is read"), None);
}

/// `finalize` of a dataset that is complete wants to write nothing, so that it may be read alone.
#[test]
fn a_complete_dataset_is_resumed_without_writing() {
    use std::io::{Error, ErrorKind};

    use tolley_dataset::disk::{self, Call};
    let (_folder, dir) = place();
    drop(complete(&dir));
    let read_only = |call: Call<'_>| match call {
        Call::Read(_) | Call::List(_) => Ok(usize::MAX),
        _ => Err(Error::from(ErrorKind::ReadOnlyFilesystem)),
    };
    let resumed =
        disk::watched(read_only, || Dataset::resume(&dir, &Claim::default()).map(|dataset| dataset.is_sealed()));
    assert!(resumed.is_ok_and(|is_sealed| is_sealed));
    // what is not as it was written is told all the same
    fs::write(dir.join("hits/part-00000.parquet"), "PAR1").expect("a file");
    assert!(Dataset::resume(&dir, &Claim::default()).is_err());
}
