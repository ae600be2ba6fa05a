//! The parallel run: same rows for any number of threads, panics kept to their trial, stops, errors.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use tolley_experiment::plan::Plan;
use tolley_experiment::player::{Player, Setups, play_some};
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::run::{Control, Keep, RunError, both, each, on_workers, run};
use tolley_experiment::schedule::Schedule;
use tolley_experiment::status::{Status, StatusCounts};
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::value::Value;

tolley_experiment::row! {
    /// One toss.
    pub struct Toss {
        /// What came up.
        face: f64, "what came up";
    }
}

tolley_experiment::keys! {
    /// A coin.
    pub struct Minted in "coin" {
        /// Share of heads
        bias_ratio: f64 = 0.5, Ground "share of heads", in 0.0..=2.0;
    }
}

tolley_experiment::key_set! {
    /// All keys.
    pub struct CoinKeys {
        coin: Minted;
    }
}

tolley_experiment::tables! {
    /// Where the rows of a toss go.
    struct CoinTables {
        /// one toss
        TOSSES = "tosses": Toss;
        /// one head
        HEADS = "heads": Toss;
    }
}

/// A study that tosses, and panics on the faces that the point asks for.
struct Coin;

impl Study for Coin {
    type Keys = CoinKeys;
    /// Where the setup lies of each scratch that is made.
    type Shared = Arc<Mutex<Vec<usize>>>;
    type Setup = f64;
    type Scratch = ();
    const NAME: &'static str = "toy/coin";
    const BLOCK_TRIALS: u64 = 64;

    fn tables() -> Vec<Table> {
        CoinTables::all()
    }
    fn measures() -> Vec<Measure> {
        Vec::new()
    }
    fn setup(keys: &CoinKeys) -> Result<f64, Vec<Fault>> {
        let bias_ratio = keys.coin.bias_ratio;
        let fault = || tolley_experiment::fault!(Minted.bias_ratio, "a share is at most 1");
        if bias_ratio > 1.0 { Err(vec![fault()]) } else { Ok(bias_ratio) }
    }
    fn scratch(setup: &f64, made: &Arc<Mutex<Vec<usize>>>) {
        made.lock().expect("lock").push(std::ptr::from_ref(setup).addr());
    }
    fn play(bias_ratio: &f64, (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        let face = streams.open(Purpose::named("toss")).uniform();
        if face < *bias_ratio {
            rows.push(CoinTables::HEADS, Toss { face });
        }
        assert!(face < 0.99, "the coin stands on its edge");
        rows.push(CoinTables::TOSSES, Toss { face });
        Status::Ok
    }
}

impl Shortcuts for Coin {
    const ROUND_REPEATS: u64 = 32;
}

fn plan(biases: &[f64]) -> Plan {
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<Coin>()));
    plan.grid.repeats = 333;
    plan.sweep(0, biases.iter().map(|bias| Value::Number(*bias)).collect());
    plan
}

/// Plays on so many threads.
fn played(
    plan: &Plan,
    threads: usize,
    memory: &Memory,
    control: &Control,
) -> Result<tolley_experiment::run::Outcome, RunError<String>> {
    run::<Coin, _>(plan, Some(threads), memory, control, &Arc::default())
}

/// Keeps blocks in memory.
struct Memory {
    schedule: Schedule,
    blocks: Mutex<Vec<(u64, Rows)>>,
    refuses: Option<u64>,
}

impl Memory {
    fn of(plan: &Plan) -> Memory {
        Memory { schedule: plan.schedule(), blocks: Mutex::default(), refuses: None }
    }
}

impl Keep for Memory {
    type Error = String;
    fn schedule(&self) -> &Schedule {
        &self.schedule
    }
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
    let plan = plan(&[0.2, 0.5, 0.9]);
    let memory = Memory::of(&plan);
    played(&plan, threads, &memory, &Control::default()).expect("a run");
    let mut blocks = memory.blocks.into_inner().expect("lock");
    blocks.sort_by_key(|(block, _)| *block);
    blocks
}

#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    silently(|| {
        let one = blocks_of(1);
        assert_eq!(one.len(), 63);
        // a blank cell is NaN, which is not equal to itself: compare the text
        assert!([2, 7].iter().all(|threads| format!("{:?}", blocks_of(*threads)) == format!("{one:?}")));
    });
}

#[test]
fn a_panic_costs_one_row_and_names_its_trial() {
    silently(|| {
        let (memory, control) = (Memory::of(&plan(&[0.5])), Control::default());
        let outcome = played(&plan(&[0.5]), 2, &memory, &control).expect("a run");
        let StatusCounts(by_status) = outcome.by_status;
        let panics = by_status[Status::Panic as usize];
        assert!((1..20).contains(&panics), "{panics}");
        assert_eq!(by_status.iter().sum::<u64>(), 333);
        let (trial, message) = outcome.first_panic.expect("a panic");
        assert_eq!(message, "the coin stands on its edge");
        let rows = play_some::<Coin>(&plan(&[0.5]), [trial]).expect("rows");
        assert_eq!((rows.status[0], rows.tables[0].blank.as_slice()), (Status::Panic, [0].as_slice()));
        assert!(matches!(&rows.tables[0].columns[0], Values::F64(face) if face[0].is_nan()));
        assert!(rows.tables[1].trial.is_empty());
    });
}

#[test]
fn kept_blocks_are_skipped_and_a_stop_leaves_the_rest() {
    silently(|| {
        let plan = plan(&[0.5, 0.6]);
        let (memory, control) = (Memory::of(&plan), Control::default());
        played(&plan, 2, &memory, &control).expect("a run");
        let again = played(&plan, 2, &memory, &control).expect("a run");
        assert_eq!((again.blocks_run, again.blocks_skipped, again.interrupted), (0, plan.schedule().blocks(), false));
        control.stop.store(true, Ordering::Relaxed);
        let stopped = played(&plan, 2, &Memory::of(&plan), &control).expect("a run");
        assert_eq!((stopped.blocks_run, stopped.interrupted), (0, true));
    });
}

#[test]
fn a_block_that_cannot_be_kept_and_a_bad_point_end_the_run() {
    silently(|| {
        let memory = Memory { refuses: Some(2), ..Memory::of(&plan(&[0.5])) };
        let failed = played(&plan(&[0.5]), 1, &memory, &Control::default());
        assert!(matches!(failed, Err(RunError::Keep(message)) if message == "disk full"));
        let bad = plan(&[0.5, 1.5]);
        let failed = played(&bad, 1, &Memory::of(&bad), &Control::default());
        assert!(matches!(failed, Err(RunError::Point { point: 1, .. })));
    });
}

#[test]
fn buffers_are_made_once_a_point_for_each_worker() {
    let mut plan = plan(&[0.2, 0.5, 0.9]);
    // a panic costs the buffers
    plan.seed = 5;
    plan.grid.repeats = 32;
    let made = Arc::<Mutex<Vec<usize>>>::default();
    silently(|| run::<Coin, _>(&plan, Some(1), &Memory::of(&plan), &Control::default(), &made)).expect("a run");
    let rows = play_some::<Coin>(&plan, plan.grid.by_point()).expect("rows");
    let panics = rows.status.iter().filter(|status| **status == Status::Panic).count() as u64;
    // blocks end within a point, whose 32 repeats are played in a row
    assert_eq!((panics, made.lock().expect("lock").len()), (0, 3));
}

#[test]
fn workers_at_one_point_share_its_setup() {
    let (plan, made) = (plan(&[0.2, 0.5]), Arc::default());
    let setups = Setups::new(&plan, &made);
    let mut workers = [0, 1].map(|_| Player::<Coin>::new(&plan, &setups));
    for (worker, trial) in [(0, 0), (1, 2), (0, 1), (1, 3)] {
        workers[worker].rows_of([trial]).expect("rows");
    }
    let made = made.lock().expect("lock");
    assert!(made[0] == made[1] && made[2] == made[3] && made.len() == 4, "{made:?}");
}

#[test]
fn where_no_workers_were_asked_for_none_are_started() {
    let me = || std::thread::current().id();
    assert_eq!(both(me, me), (me(), me()));
    assert!(each(&[0; 64], |_| me()).iter().all(|one| *one == me()));
    let (one, other) = on_workers(Some(2), || both(me, me)).expect("two workers");
    assert!(one != me() && other != me());
}

#[test]
fn independent_streams_differ_from_point_to_point_and_common_ones_do_not() {
    let mut plan = plan(&[0.2, 0.3]);
    let streams = |plan: &Plan, trial| plan.streams_of(trial);
    assert_eq!(streams(&plan, 4), streams(&plan, 5));
    plan.streams = tolley_experiment::plan::StreamsMode::Independent;
    assert_ne!(streams(&plan, 4), streams(&plan, 5));
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
        Reason::ContactUnresolved => Status::ContactUnresolved,
        Reason::Overlap => Status::Overlap,
        Reason::EnergyUnbalanced => Status::EnergyUnbalanced,
        Reason::StalePrediction => Status::StalePrediction,
    };
    for reason in Reason::ALL {
        assert_eq!(Status::quarantined(reason.name()), expected(reason));
    }
}
