//! Whatever happens to the files of a dataset is told, with the name of the file.

use std::fs;
use std::path::{Path, PathBuf};

use tolley_dataset::{Dataset, DatasetError, OpenError};
use tolley_experiment::random::{Purpose, Streams};

use super::{bytes_of, complete, forged, place};
use crate::toy::{self, VERSIONS};

/// What is said by those who read it, when it is not as it was written.
fn told(dir: &Path) -> [String; 3] {
    let opened = Dataset::open(dir, &toy::plan(), VERSIONS).map(|_| "nothing");
    let opened = opened.map_or_else(|error| error.to_string(), str::to_owned);
    let checked = match Dataset::load(dir) {
        Err(error) => error.to_string(),
        Ok(dataset) => match dataset.check() {
            Err(error) => error.to_string(),
            Ok(report) => report.findings.iter().map(|finding| format!("{finding}\n")).collect(),
        },
    };
    let read = |dataset: &Dataset| {
        ["shots", "hits", "points"].iter().try_for_each(|table| {
            let key = if *table == "points" { "point" } else { "trial" };
            dataset.scan(table, &[key], |_| ())
        })
    };
    let scanned = match Dataset::load(dir) {
        Err(error) => error.to_string(),
        Ok(dataset) => read(&dataset).map_or_else(|error| error.to_string(), |()| "nothing".to_owned()),
    };
    [opened, checked, scanned]
}

fn name(dir: &Path, path: &Path) -> String {
    path.strip_prefix(dir).expect("inside").to_string_lossy().into_owned()
}

#[test]
fn every_flipped_bit_is_found_and_named() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    let files = bytes_of(&dir);
    let sizes: Vec<u64> = files.iter().map(|(_, bytes)| bytes.len() as u64 * 8).collect();
    let mut stream = Streams::new(3, 0, None).open(Purpose::named("flips"));
    for flip in 0..1000 {
        // every file as often as any other
        let (path, bytes) = &files[flip % files.len()];
        let bit = stream.below(sizes[flip % files.len()]);
        let mut flipped = bytes.clone();
        flipped[(bit / 8) as usize] ^= 1 << (bit % 8);
        fs::write(path, &flipped).expect("a file");
        let [opened, checked, _] = told(&dir);
        let name = name(&dir, path);
        assert!(opened.contains(&name), "bit {bit} of {name}: run says {opened}");
        assert!(checked.contains(&name), "bit {bit} of {name}: check says {checked}");
        fs::write(path, bytes).expect("a file");
    }
    assert_eq!(told(&dir), ["nothing", "", "nothing"], "and nothing else");
}

#[test]
fn parts_cut_doubled_swapped_foreign_and_missing_are_named() {
    let ((_a, dir), (_b, other)) = (place(), place());
    drop(complete(&dir));
    let mut plan = toy::plan();
    plan.seed = 99;
    let dataset = Dataset::open(&other, &plan, VERSIONS).expect("a fresh folder");
    for block in 0..dataset.schedule().blocks() {
        let rows = tolley_experiment::player::play_some::<toy::Toy>(&plan, dataset.schedule().trials_of(block));
        tolley_experiment::run::Keep::keep(&dataset, block, rows.expect("a setup")).expect("a block");
    }
    dataset.finish().expect("all is there");
    let part: PathBuf = dir.join("shots/part-00000.parquet");
    let whole = fs::read(&part).expect("a part");
    let is_told = |words: &str| {
        let said = told(&dir);
        for said in &said {
            assert!(said.contains("shots/part-00000.parquet") && said.contains(words), "{said} is not about {words}");
        }
    };
    fs::write(&part, &whole[..whole.len() / 2]).expect("a file");
    is_told("it was written with");
    fs::write(&part, [whole.clone(), whole.clone()].concat()).expect("a file");
    is_told("it was written with");
    fs::copy(dir.join("hits/part-00000.parquet"), &part).expect("a copy");
    is_told("it was written with");
    fs::copy(other.join("shots/part-00000.parquet"), &part).expect("a copy");
    is_told("");
    fs::remove_file(&part).expect("a file");
    is_told("is missing");
    fs::create_dir(&part).expect("a folder");
    is_told("is not a regular file");
    fs::remove_dir(&part).expect("a folder");
    fs::write(&part, &whole).expect("a file");

    // with its record, too
    fs::copy(other.join("commits/part-00000.json"), dir.join("commits/part-00000.json")).expect("a copy");
    assert!(told(&dir).iter().all(|said| said.contains("commits/part-00000.json is of another plan")));
    fs::remove_file(dir.join("commits/part-00000.json")).expect("a file");
    assert!(told(&dir)[0].contains("_SUCCESS.json does not fit"), "{}", told(&dir)[0]);
}

#[test]
fn a_run_killed_when_it_had_hardly_begun_is_no_damage() {
    let (_folder, dir) = place();
    drop(Dataset::open(&dir, &toy::plan(), VERSIONS).expect("a fresh folder"));
    fs::remove_file(dir.join("commits/points.json")).expect("a file");
    let report = Dataset::load(&dir).expect("a dataset").check().expect("it can be read");
    assert_eq!((report.findings, report.gaps, report.is_sealed), (Vec::new(), vec![[0, 6]], false));
    drop(complete(&dir));
    assert_eq!(told(&dir), ["nothing", "", "nothing"]);
}

#[test]
fn what_does_not_belong_there_is_named_by_a_check() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    for (file, words) in [
        ("shots/part-00001.parquet", "shots/part-00001.parquet is not of this dataset"),
        ("shots/notes.txt", "shots/notes.txt is not of this dataset"),
        ("blocks/letter", "blocks/letter is not of this dataset"),
        ("notes.txt", "notes.txt is not of this dataset"),
    ] {
        fs::write(dir.join(file), "hello").expect("a file");
        let [opened, checked, _] = told(&dir);
        assert!(opened == "nothing" && checked.contains(words), "{opened} {checked}");
        fs::remove_file(dir.join(file)).expect("a file");
    }
}

#[test]
fn a_manifest_replaced_in_mid_run_is_told_before_the_end() {
    let (_folder, dir) = place();
    let dataset = Dataset::open(&dir, &toy::plan(), VERSIONS).expect("a fresh folder");
    (0..6).for_each(|block| tolley_experiment::run::Keep::keep(&dataset, block, toy::rows(block)).expect("a block"));
    let manifest = fs::read_to_string(dir.join("manifest.json")).expect("a manifest");
    fs::write(dir.join("manifest.json"), manifest.replace("0.0.1", "0.0.2")).expect("a file");
    let error = dataset.finish().expect_err("it was replaced").to_string();
    assert!(error.contains("manifest.json was replaced meanwhile"), "{error}");
    assert!(!dir.join("_SUCCESS.json").exists());
}

#[test]
fn a_hostile_manifest_is_refused_with_a_message() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    let path = dir.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    assert_eq!(forged(&text), text);
    let huge = u64::MAX.to_string();
    for (from, to) in [
        ("\"repeats\": 4", format!("\"repeats\": {huge}")),
        ("\"block_trials\": 4", "\"block_trials\": 0".to_owned()),
        ("\"block_trials\": 4", format!("\"block_trials\": {huge}")),
        ("\"round_repeats\": 2", format!("\"round_repeats\": {huge}")),
        ("\"part_blocks\": 1024", "\"part_blocks\": 0".to_owned()),
        ("\"first_repeat\": 0", format!("\"first_repeat\": {huge}")),
        ("\"name\": \"shots\"", "\"name\": \"../shots\"".to_owned()),
        ("\"name\": \"shots\"", "\"name\": \"commits\"".to_owned()),
        ("\"seed\": 1", "\"seed\": -1".to_owned()),
        ("\"format_version\": 4", "\"format_version\": 5".to_owned()),
        ("\"format_version\": 4", "\"format_version\": 1".to_owned()),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(&path, forged(&text.replacen(from, &to, 1))).expect("a file");
        match Dataset::load(&dir) {
            Err(OpenError::NotADataset { path, message }) => {
                assert!(path.ends_with("manifest.json") && !message.is_empty());
                let is_version = from.contains("format_version");
                assert!(!is_version || message.contains("tolley 0.0.1"), "{message}");
            }
            // a size that fits no trial is no harm, but the records do not fit it
            Err(OpenError::Failed(DatasetError::Damaged { .. })) => {}
            other => panic!("{to}: {other:?}"),
        }
    }
}
