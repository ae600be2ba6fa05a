//! The parallel run: same rows for any number of threads, panics kept to their trial, stops, errors.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use tolley_experiment::key::{Key, Point, Schema, Value};
use tolley_experiment::plan::{Axis, Plan};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table, Values};
use tolley_experiment::run::{Control, Keep, RunError, play_some, run};
use tolley_experiment::study::{Measure, Study, StudyInfo};

tolley_experiment::row! {
    /// One toss.
    pub struct Toss {
        /// What came up.
        face: f64, "";
    }
}

static SCHEMA: Schema =
    Schema { keys: &[Key::number("coin.bias_ratio", 0.5, [0.0, 2.0], "Share of heads")], presets: &[] };

/// A study that tosses, and panics on the faces that the point asks for.
struct Coin;

impl Study for Coin {
    type Setup = f64;
    type Scratch = ();
    const NAME: &'static str = "toy/coin";
    const BLOCK_TRIALS: u64 = 64;
    const TABLES: &'static [Table] = &[
        Table { name: "tosses", about: "one toss", columns: Toss::COLUMNS },
        Table { name: "heads", about: "one head", columns: Toss::COLUMNS },
    ];
    const MEASURES: &'static [Measure] = &[];

    fn schema() -> &'static Schema {
        &SCHEMA
    }
    fn setup(point: &Point) -> Result<f64, Vec<Fault>> {
        let bias_ratio = point.number("coin.bias_ratio");
        let message = "a share is at most 1".to_owned();
        if bias_ratio > 1.0 { Err(vec![Fault { path: "coin.bias_ratio", message }]) } else { Ok(bias_ratio) }
    }
    fn scratch(_: &f64) {}
    fn play(bias_ratio: &f64, (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        let face = streams.open(Purpose::named("toss")).uniform();
        if face < *bias_ratio {
            rows.push(1, Toss { face });
        }
        assert!(face < 0.99, "the coin stands on its edge");
        rows.push(0, Toss { face });
        Status::Ok
    }
}

fn plan(biases: &[f64]) -> Plan {
    let mut plan = Plan::of_study(&StudyInfo::of::<Coin>());
    plan.repeats = 333;
    plan.axes = vec![Axis { key: 0, values: biases.iter().map(|bias| Value::Number(*bias)).collect() }];
    plan
}

/// Keeps blocks in memory.
#[derive(Default)]
struct Memory {
    blocks: Mutex<Vec<(u64, Rows)>>,
    refuses: Option<u64>,
}

impl Keep for Memory {
    type Error = String;
    fn has(&self, block: u64) -> bool {
        self.blocks.lock().expect("lock").iter().any(|(kept, _)| *kept == block)
    }
    fn keep(&self, block: u64, rows: Rows) -> Result<(), String> {
        if self.refuses == Some(block) {
            return Err("disk full".to_owned());
        }
        self.blocks.lock().expect("lock").push((block, rows));
        Ok(())
    }
}

fn silently<T>(play: impl FnOnce() -> T) -> T {
    std::panic::set_hook(Box::new(|_| {}));
    play()
}

fn blocks_of(threads: usize) -> Vec<(u64, Rows)> {
    let memory = Memory::default();
    run::<Coin, _>(&plan(&[0.2, 0.5, 0.9]), Some(threads), &memory, &Control::default()).expect("a run");
    let mut blocks = memory.blocks.into_inner().expect("lock");
    blocks.sort_by_key(|(block, _)| *block);
    blocks
}

#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    silently(|| {
        let one = blocks_of(1);
        assert_eq!(one.len(), 16);
        // a blank cell is NaN, which is not equal to itself: compare the text
        assert!([2, 7].iter().all(|threads| format!("{:?}", blocks_of(*threads)) == format!("{one:?}")));
    });
}

#[test]
fn a_panic_costs_one_row_and_names_its_trial() {
    silently(|| {
        let (memory, control) = (Memory::default(), Control::default());
        let outcome = run::<Coin, _>(&plan(&[0.5]), Some(2), &memory, &control).expect("a run");
        let panics = outcome.by_status[Status::Panic as usize];
        assert!((1..20).contains(&panics), "{panics}");
        assert_eq!(outcome.by_status.iter().sum::<u64>(), 333);
        let (trial, message) = outcome.first_panic.expect("a panic");
        assert_eq!(message, "the coin stands on its edge");
        let rows = play_some::<Coin>(&plan(&[0.5]), std::iter::once(trial), || true).expect("rows");
        assert_eq!((rows.status[0], rows.tables[0].blank.as_slice()), (Status::Panic, [0].as_slice()));
        assert!(matches!(&rows.tables[0].columns[0], Values::F64(face) if face[0].is_nan()));
        assert!(rows.tables[1].trial.is_empty());
    });
}

#[test]
fn kept_blocks_are_skipped_and_a_stop_leaves_the_rest() {
    silently(|| {
        let (memory, control) = (Memory::default(), Control::default());
        let plan = plan(&[0.5, 0.6]);
        run::<Coin, _>(&plan, Some(2), &memory, &control).expect("a run");
        let again = run::<Coin, _>(&plan, Some(2), &memory, &control).expect("a run");
        assert_eq!((again.blocks_run, again.blocks_skipped, again.interrupted), (0, plan.blocks(), false));
        control.stop.store(true, Ordering::Relaxed);
        let stopped = run::<Coin, _>(&plan, Some(2), &Memory::default(), &control).expect("a run");
        assert_eq!((stopped.blocks_run, stopped.interrupted), (0, true));
    });
}

#[test]
fn a_block_that_cannot_be_kept_and_a_bad_point_end_the_run() {
    silently(|| {
        let memory = Memory { refuses: Some(2), ..Memory::default() };
        let failed = run::<Coin, _>(&plan(&[0.5]), Some(1), &memory, &Control::default());
        assert!(matches!(failed, Err(RunError::Keep(message)) if message == "disk full"));
        let failed = run::<Coin, _>(&plan(&[0.5, 1.5]), Some(1), &Memory::default(), &Control::default());
        assert!(matches!(failed, Err(RunError::Point { point: 1, .. })));
    });
}

#[test]
fn independent_streams_differ_from_point_to_point_and_common_ones_do_not() {
    let mut plan = plan(&[0.2, 0.3]);
    let streams = |plan: &Plan, trial| plan.streams_of(trial);
    assert_eq!(streams(&plan, 5), streams(&plan, 5 + 333));
    plan.streams = tolley_experiment::plan::StreamsMode::Independent;
    assert_ne!(streams(&plan, 5), streams(&plan, 5 + 333));
}

/// Each reason for which the kernel gives a trial up is a status of a row.
#[test]
fn every_reason_for_quarantine_is_a_status() {
    use tolley_physics::kernel::Reason;
    let expected = |reason| match reason {
        Reason::EventBudget => Status::EventBudget,
        Reason::ClockStands => Status::ClockStands,
        Reason::ClockBack => Status::ClockBack,
        Reason::NotFinite => Status::NotFinite,
        Reason::NeverRests => Status::NeverRests,
        Reason::Overlap => Status::Overlap,
        Reason::EnergyUnbalanced => Status::EnergyUnbalanced,
        Reason::StalePrediction => Status::StalePrediction,
    };
    for reason in Reason::ALL {
        assert_eq!(Status::quarantined(reason.name()), expected(reason));
    }
}
