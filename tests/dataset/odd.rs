//! Datasets that somebody has changed at will: they are read or refused, and nothing else.

use std::fs;
use std::time::Instant;

use tolley_dataset::Dataset;
use tolley_experiment::random::{Purpose, Streams};

use super::{bytes_of, complete, forged, place};
use crate::toy::{self, VERSIONS};

/// F1: what `fuzz/` does for long, for a moment. Half of the changed records and manifests are sealed again, as who
/// forges one would.
#[test]
fn spoilt_datasets_are_read_or_refused() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    let files = bytes_of(&dir);
    let mut stream = Streams::new(16, 0, None).open(Purpose::named("spoilt"));
    let mut refused = 0;
    for i in 0..600 {
        let (path, whole) = &files[i % files.len()];
        let mut bytes = whole.clone();
        for _ in 0..=stream.below(3) {
            let at = stream.below(bytes.len() as u64 + 1) as usize;
            let end = bytes.len().min(at + stream.below(64) as usize);
            let from = stream.below(whole.len() as u64) as usize;
            match stream.below(4) {
                0 => drop(bytes.drain(at..end)),
                1 => drop(bytes.splice(at..at, whole.iter().copied().skip(from).take(64))),
                2 => drop(bytes.splice(at..end, b"18446744073709551615".iter().copied())),
                _ => bytes.iter_mut().skip(at).take(8).for_each(|byte| *byte = stream.below(256) as u8),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let is_sealed =
            path.extension().is_some_and(|end| end == "json") && text.contains("\",\n") && text.ends_with('\n');
        if is_sealed && i % 2 == 0 {
            bytes = forged(&text).into_bytes();
        }
        fs::write(path, &bytes).expect("a file");
        let read = |dataset: &Dataset| {
            let checked = dataset.check().is_ok_and(|report| report.findings.is_empty());
            let scanned = ["shots", "hits", "points", "estimates"].iter().all(|table| {
                let key = if ["points", "estimates"].contains(table) { "point" } else { "trial" };
                dataset.scan(table, &[key], |_| ()).is_ok()
            });
            checked && scanned
        };
        let is_good = Dataset::load(&dir).is_ok_and(|dataset| read(&dataset));
        refused += u32::from(!is_good || Dataset::open(&dir, &toy::plan(), VERSIONS).is_err());
        fs::write(path, whole).expect("a file");
    }
    assert!(refused > 500, "{refused} of 600");
}

/// Columns are compared by name, each with all others in the same step.
#[test]
fn a_manifest_of_many_columns_takes_time_in_proportion() {
    let (_folder, dir) = place();
    drop(complete(&dir));
    let path = dir.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    let time_s = |count: usize| {
        let mut manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let columns = manifest["tables"][1]["columns"].as_array_mut().expect("columns");
        let last = columns.last().expect("a column").clone();
        for number in 0..count {
            let mut column = last.clone();
            column["name"] = format!("a_column_among_many_of_much_the_same_name_{number}").into();
            columns.push(column);
        }
        let spread = serde_json::to_string_pretty(&manifest).expect("JSON");
        fs::write(&path, forged(&format!("{spread}\n"))).expect("a file");
        let start = Instant::now();
        let told = Dataset::load(&dir).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(told, Ok(()), "{count}");
        let opened = Dataset::would_open(&dir, &toy::plan(), VERSIONS).map_err(|error| error.to_string());
        assert!(opened.is_err_and(|why| why.contains("columns of hits")), "{count}");
        start.elapsed().as_secs_f64()
    };
    let (few_s, many_s) = (time_s(12_500), time_s(100_000));
    // eight times as many: a machine that is busy may take some longer, but not sixty-four times as long
    assert!(many_s < 24.0 * few_s, "{many_s} s against {few_s} s");
}
