//! Datasets: made, continued, read.

mod commit;
mod damaged;
mod faults;
mod leftovers;
mod locked;
mod odd;
mod refused;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tolley_dataset::{Batch, Claim, ColumnData, Dataset, OpenError, Share};
use tolley_experiment::run::Keep;
use tolley_experiment::status::Status;

use crate::toy::{self, VERSIONS, Value};

fn place() -> (TempDir, PathBuf) {
    place_in(TempDir::new())
}

fn place_in(folder: std::io::Result<TempDir>) -> (TempDir, PathBuf) {
    let folder = folder.expect("a temporary folder");
    let path = folder.path().join("dataset");
    (folder, path)
}

/// Every file under a folder with its bytes, sorted by path.
fn bytes_of(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(bytes_of(&path));
        } else {
            files.push((path.clone(), fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files
}

fn relative(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let strip = |(path, bytes): (PathBuf, Vec<u8>)| (path.strip_prefix(dir).expect("inside").to_path_buf(), bytes);
    bytes_of(dir).into_iter().map(strip).collect()
}

fn complete(dir: &Path) -> Dataset {
    let dataset = Dataset::open(dir, &toy::plan(), VERSIONS).expect("a fresh folder");
    for block in 0..dataset.schedule().blocks() {
        dataset.keep(block, toy::rows(block)).expect("a part");
    }
    dataset.finish().expect("all is there");
    dataset
}

/// A manifest with another seal, as who forges one would make it.
fn forged(text: &str) -> String {
    let fields = text.split_once("\",\n").expect("a seal").1.strip_suffix('\n').expect("a line");
    format!("{{\n  \"blake3\": \"{}\",\n{fields}\n", blake3::hash(fields.as_bytes()).to_hex())
}

fn message(error: &OpenError) -> String {
    error.to_string()
}

#[test]
fn what_was_written_is_read_back() {
    let (_folder, dir) = place();
    let dataset = complete(&dir);
    assert!(dataset.is_complete());
    let loaded = Dataset::load(&dir).expect("a dataset");
    assert_eq!(loaded.manifest(), dataset.manifest());

    let mut trials = Vec::new();
    let columns = [
        "trial",
        "point",
        "repeat",
        "shot_speed_m_s",
        "strike_by",
        "travel_m",
        "ticks_count",
        "stays",
        "ending",
        "status",
    ];
    loaded
        .scan("shots", &columns, |batch| {
            for row in 0..batch.len() {
                let trial = batch.u64(0)[row];
                trials.push(trial);
                let plan = toy::plan();
                let (point, repeat) = plan.grid.locate(trial);
                assert_eq!((batch.u64(1)[row], batch.u64(2)[row]), (point, repeat));
                let speed_m_s = Value::Number(f64_at(batch.column(3), row));
                assert_eq!(speed_m_s, toy::value(&plan, point, "shot.speed_m_s"));
                let by = ["speed", "impulse"][batch.names(4)[row] as usize];
                assert_eq!(Value::Choice(by.into()), toy::value(&plan, point, "strike.by"));
                check_row(batch, row, trial);
            }
        })
        .expect("parts that can be read");
    assert_eq!(trials, in_order());
}

/// The trials of the toy as they are played.
fn in_order() -> Vec<u64> {
    let schedule = toy::plan().schedule();
    (0..schedule.blocks()).flat_map(|block| schedule.trials_of(block)).collect()
}

fn f64_at(column: &ColumnData, row: usize) -> f64 {
    match column {
        ColumnData::F64(values) => values[row],
        other => panic!("not numbers but {other:?}"),
    }
}

/// A failed trial has only its key; a NaN is absent.
fn check_row(batch: &Batch, row: usize, trial: u64) {
    let played = toy::trial(trial);
    assert_eq!(batch.names(9)[row], played.status as u8);
    let has: Vec<bool> = (5..9).map(|column| batch.has_value(column, row)).collect();
    if played.status == Status::Panic {
        assert_eq!(has, [false; 4]);
        return;
    }
    let shot = played.shot;
    assert_eq!(has, [!shot.travel_m.is_nan(), true, true, true]);
    let travel_m = f64_at(batch.column(5), row);
    assert!(travel_m == shot.travel_m || (travel_m.is_nan() && shot.travel_m.is_nan()));
    assert_eq!(batch.u64(6)[row], shot.ticks_count);
    assert!(matches!(batch.column(7), ColumnData::Bool(values) if values[row] == shot.stays));
    assert_eq!(batch.names(8)[row], shot.ending as u8);
}

#[test]
fn the_toy_has_every_kind_of_trial() {
    let played: Vec<_> = (0..toy::TRIALS).map(toy::trial).collect();
    let count = |status| played.iter().filter(|played| played.status == status).count();
    assert!(count(Status::Panic) > 0 && count(Status::EventBudget) > 0 && count(Status::Ok) > 0);
    assert!(played.iter().any(|played| played.status == Status::Ok && played.shot.travel_m.is_nan()));
    assert!((0..3).all(|hits| played.iter().any(|played| played.hits.len() == hits)));
}

#[test]
fn a_table_of_many_rows_a_trial_keeps_their_trials() {
    let (_folder, dir) = place();
    let mut rows = Vec::new();
    complete(&dir)
        .scan("hits", &["trial", "time_s"], |batch| {
            rows.extend((0..batch.len()).map(|row| (batch.u64(0)[row], f64_at(batch.column(1), row))));
        })
        .expect("parts that can be read");
    let want: Vec<(u64, f64)> = in_order()
        .into_iter()
        .flat_map(|trial| toy::trial(trial).hits.into_iter().map(move |hit| (trial, hit.time_s)))
        .collect();
    assert_eq!(rows, want);
}

#[test]
fn points_have_a_column_for_every_key() {
    let (_folder, dir) = place();
    let dataset = complete(&dir);
    let names: Vec<&str> = dataset.manifest().points.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "point",
            "shot_speed_m_s",
            "shot_stays",
            "toley_mass_kg",
            "ball_mass_kg",
            "strike_by",
            "rack_marble_count",
            "surface_preset",
            "surface_friction_ratio"
        ]
    );
    let mut speeds = Vec::new();
    dataset
        .scan("points", &["shot_speed_m_s", "rack_marble_count"], |batch| {
            assert!(batch.u64(1).iter().all(|&count| count == 49));
            speeds.extend((0..batch.len()).map(|row| f64_at(batch.column(0), row)));
        })
        .expect("points");
    assert_eq!(speeds, [2.0, 2.0, 3.0, 3.0, 4.5, 4.5]);
}

#[test]
fn what_a_swept_preset_sets_is_part_of_the_plan() {
    let (_folder, dir) = place();
    let mut plan = toy::plain_plan();
    plan.sweep(toy::key(&plan, "surface.preset"), toy::choices(["slow", "fast"]));
    let dataset = Dataset::open(&dir, &plan, VERSIONS).expect("a fresh folder");
    let mut frictions = Vec::new();
    let friction = |batch: &Batch| frictions.extend((0..batch.len()).map(|row| f64_at(batch.column(0), row)));
    dataset.scan("points", &["surface_friction_ratio"], friction).expect("points");
    assert_eq!(frictions, [0.3, 0.1]);
    assert_eq!(Dataset::load(&dir).expect("a dataset").manifest(), dataset.manifest());

    // the same value, but said by the scenario: no preset may change it
    plan.set(toy::key(&plan, "surface.friction_ratio"), Value::Number(0.3));
    let error = Dataset::open(&dir, &plan, VERSIONS).expect_err("another plan");
    let want = "surface.friction_ratio: as surface.preset says in the dataset, 0.3 now";
    assert!(message(&error).contains(want), "{error}");
}

#[test]
fn units_and_meaning_stand_in_the_file() {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    let (_folder, dir) = place();
    let dataset = complete(&dir);
    let file = fs::File::open(dataset.part("shots", 0)).expect("a part");
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file");
    let field = builder.schema().field_with_name("travel_m").expect("a column");
    assert_eq!(field.metadata().get("unit").map(String::as_str), Some("m"));
    assert_eq!(field.metadata().get("description").map(String::as_str), Some("How far it went."));
    let notes = builder.metadata().file_metadata().key_value_metadata().expect("notes");
    let note = |key: &str| notes.iter().find(|note| note.key == key).and_then(|note| note.value.clone());
    assert_eq!(note("tolley.plan_blake3").as_ref(), Some(&dataset.manifest().plan_blake3));
    assert_eq!(note("tolley.version").as_deref(), Some("0.0.1"));
    assert_eq!(note("tolley.physics_version").as_deref(), Some("7"));
    assert_eq!(note("tolley.part").as_deref(), Some("0"));
    assert_eq!(builder.metadata().file_metadata().created_by(), Some("tolley version 0.0.1"));
}

#[test]
fn two_runs_leave_the_same_bytes() {
    let ((_a, first), (_b, second)) = (place(), place());
    complete(&first);
    complete(&second);
    let files = relative(&first);
    // manifest, twice, points with their record, a part of two tables with its record, the record of the whole
    assert_eq!(files.len(), 2 + 2 + 3 + 1);
    assert_eq!(files, relative(&second));
}

/// Who looks while another writes the manifest sees a folder that was empty and is not: it is a dataset all the same.
#[test]
fn shares_that_begin_at_one_instant_all_join() {
    let folder = TempDir::new().expect("a temporary folder");
    for round in 0..100 {
        let dir = folder.path().join(round.to_string());
        let begun = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for number in 0..4 {
                let (dir, begun) = (&dir, &begun);
                scope.spawn(move || {
                    begun.wait();
                    let share = Share::Every { number, of: 4 };
                    Dataset::open_share(dir, &toy::plan(), VERSIONS, share, &Claim::default()).expect("a share");
                });
            }
        });
    }
}
