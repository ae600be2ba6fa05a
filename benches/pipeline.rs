//! Trials per CPU-second of the two main scenarios on one thread, with and without Parquet: `cargo bench --bench
//! pipeline`.

mod cpu;

use std::convert::Infallible;
use std::path::Path;

use cpu::CpuTime;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tolley_cymbergaj::shot::FlickStudy;
use tolley_dataset::{Dataset, Versions};
use tolley_experiment::plan::Plan;
use tolley_experiment::row::Rows;
use tolley_experiment::run::{Control, Keep, run};
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::schedule::Schedule;
use tolley_experiment::study::{Shortcuts, StudyInfo};
use tolley_tinsley_green::shot::ShotStudy;

/// Keeps nothing.
struct Nowhere(Schedule);

impl Keep for Nowhere {
    type Error = Infallible;
    fn schedule(&self) -> &Schedule {
        &self.0
    }
    fn has(&self, _: u64) -> bool {
        false
    }
    fn keep(&self, _: u64, _: Rows) -> Result<(), Infallible> {
        Ok(())
    }
}

fn plan<S: Shortcuts>(path: &str, repeats: u64) -> Plan {
    let overrides = Overrides { repeats: Some(repeats), ..Overrides::default() };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(path);
    scenario::read(&path, &[StudyInfo::of::<S>().into()], overrides).expect("a shipped scenario").0
}

fn bench<S: Shortcuts>(criterion: &mut Criterion<CpuTime>, name: &str, plan: &Plan) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(plan.grid.trials())).sample_size(10);
    group.bench_function("play", |bencher| {
        let nowhere = Nowhere(plan.schedule());
        bencher
            .iter(|| run::<S, _>(plan, Some(1), &nowhere, &Control::default(), &S::Shared::default()).expect("a run"));
    });
    group.bench_function("play and write Parquet", |bencher| {
        let fresh = || tempfile::tempdir().expect("a folder");
        let versions = Versions { tolley: "bench", physics: 0 };
        let write = |folder: tempfile::TempDir| {
            let dataset = Dataset::open(&folder.path().join("dataset"), plan, versions).expect("a dataset");
            run::<S, _>(plan, Some(1), &dataset, &Control::default(), &S::Shared::default()).expect("a run");
            folder
        };
        bencher.iter_batched(fresh, write, BatchSize::PerIteration);
    });
    group.finish();
}

fn pipeline(criterion: &mut Criterion<CpuTime>) {
    bench::<ShotStudy>(criterion, "knuckling_down", &plan::<ShotStudy>("tinsley_green/knuckling_down.toml", 5));
    bench::<FlickStudy>(criterion, "coin_weight", &plan::<FlickStudy>("cymbergaj/coin_weight.toml", 1300));
}

criterion_group!(name = benches; config = CpuTime::criterion(); targets = pipeline);
criterion_main!(benches);
