//! A study without physics, to test what carries rows: its numbers are drawn, and some trials fail on purpose.

use std::path::Path;
use std::sync::Arc;

use tolley_dataset::{Dataset, Versions};
use tolley_experiment::key::Set;
use tolley_experiment::player::play_some;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::run::Keep;
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::{key_set, keys, measures, names, row, sets};

pub use tolley_experiment::plan::Plan;
pub use tolley_experiment::value::Value;

/// Of the dataset under test.
pub const VERSIONS: Versions<'static> = Versions { tolley: "0.0.1", physics: 7 };
/// Trials a point.
pub const REPEATS: u64 = 4;
/// 3 speeds x 2 ways to strike x 4 repeats.
pub const TRIALS: u64 = 24;
/// Such that blocks of [`plan`] have 3 or 4 trials, and blocks and points overlap.
pub const BLOCK_TRIALS: u64 = 250;

names! {
    /// How a shot ended.
    pub enum End { Rest = "rest": "Still.", Off = "off": "Away.", }
}

row! {
    /// One shot.
    pub struct Shot {
        /// How far it went.
        travel_m: f64, "distance";
        /// How many went off.
        off_count: u32, "marbles off";
        /// A number larger than 32 bits hold.
        ticks_count: u64, Bookkeeping "number of ticks";
        /// Whether it stays.
        stays: bool, "chance to stay";
        /// How it ended.
        ending: End, "ending";
    }
}

row! {
    /// One hit.
    pub struct Hit {
        /// When.
        time_s: f64, "time of the hit";
    }
}

names! {
    /// What a strike keeps.
    pub enum StrikeBy { Speed = "speed", Impulse = "impulse", }
}

names! {
    /// Which sand.
    pub enum Sand { Slow = "slow", Fast = "fast", }
}

impl Sand {
    fn sets(self) -> Vec<Set> {
        match self {
            Sand::Slow => sets! { Surface { friction_ratio: 0.3 } },
            Sand::Fast => sets! { Surface { friction_ratio: 0.1 } },
        }
    }
}

keys! {
    /// A shot.
    pub struct ShotKeys in "shot" {
        /// Speed of the shot.
        speed_m_s: f64 = 2.0, Choice "speed of the shot", in 0.0..=100.0;
        /// Has the name of a column of the shots.
        stays: bool = true, Design "whether it stays";
    }
}

keys! {
    /// A ball.
    pub struct Ball in "toley" {
        /// Mass of the ball.
        mass_kg: f64 = 0.005, Choice "mass of the ball", in 0.0..=1.0;
    }
}

keys! {
    /// A strike.
    pub struct Strike in "strike" {
        /// What a strike keeps.
        by: StrikeBy = StrikeBy::Speed, Ground "what a strike keeps";
    }
}

keys! {
    /// A rack.
    pub struct Rack in "rack" {
        /// How many marbles.
        marble_count: u32 = 49, Law "number of marbles", in 1..=100;
    }
}

keys! {
    /// The sand.
    pub struct Surface in "surface" {
        /// Which sand.
        preset: Sand = Sand::Slow, Ground "kind of sand", sets Sand::sets;
        /// Friction of the sand.
        friction_ratio: f64 = 0.3, Ground "friction of the sand", in 0.0..=1.0;
    }
}

key_set! {
    /// All keys.
    pub struct ToyKeys {
        shot: ShotKeys;
        toley: Ball;
        ball: Ball in "ball";
        strike: Strike;
        rack: Rack;
        surface: Surface;
    }
}

tolley_experiment::tables! {
    /// Where the rows of the toy go.
    pub struct ToyTables {
        /// One shot.
        SHOTS = "shots": Shot;
        /// One hit.
        HITS = "hits": Hit;
    }
}

/// The study.
pub struct Toy;

impl Study for Toy {
    type Keys = ToyKeys;
    type Shared = ();
    type Setup = ();
    type Scratch = ();
    const NAME: &'static str = "toy/shot";
    const BLOCK_TRIALS: u64 = BLOCK_TRIALS;

    fn tables() -> Vec<Table> {
        ToyTables::all()
    }

    fn measures() -> Vec<Measure> {
        measures! { Shot: Share stays, Mean travel_m, Mean off_count }
    }

    fn setup(_: &ToyKeys) -> Result<(), Vec<Fault>> {
        Ok(())
    }

    fn scratch((): &(), (): &()) {}

    fn play((): &(), (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        let played = played(streams);
        played.hits.into_iter().for_each(|hit| rows.push(ToyTables::HITS, hit));
        // what was pushed before goes with the trial
        assert!(played.status != Status::Panic, "a trial that panics on purpose");
        rows.push(ToyTables::SHOTS, played.shot);
        played.status
    }
}

impl Shortcuts for Toy {
    const ROUND_REPEATS: u64 = 2;
}

/// What a trial leaves.
pub struct Played {
    /// How it ended.
    pub status: Status,
    /// Its row of the first table.
    pub shot: Shot,
    /// Its rows of the second table, none to two.
    pub hits: Vec<Hit>,
}

fn played(streams: &Streams) -> Played {
    let mut stream = streams.open(Purpose::named("toy"));
    let ticks = stream.bits();
    let status = match ticks % 8 {
        0 => Status::Panic,
        1 => Status::EventBudget,
        _ => Status::Ok,
    };
    let travel_m = if ticks % 8 > 5 { f64::NAN } else { stream.normal() };
    let stays = ticks.is_multiple_of(2);
    let shot = Shot {
        travel_m,
        off_count: stream.below(5) as u32,
        // 63 bits, of which a file has no more
        ticks_count: ticks >> 1,
        stays,
        ending: if stays { End::Rest } else { End::Off },
    };
    let hits = (0..ticks % 3).map(|_| Hit { time_s: stream.uniform() }).collect();
    Played { status, shot, hits }
}

/// What trial number `trial` of [`plan`] leaves; a trial that panics leaves only its key.
pub fn trial(trial: u64) -> Played {
    let mut played = played(&plan().streams_of(trial));
    if played.status == Status::Panic {
        played.hits.clear();
    }
    played
}

/// Number of the key at this path.
pub fn key(plan: &Plan, path: &str) -> usize {
    plan.study.schema.index(path).unwrap_or_else(|| panic!("no key {path}"))
}

/// The value of a key at a point.
pub fn value(plan: &Plan, point: u64, path: &str) -> Value {
    plan.point(point)[key(plan, path)].clone()
}

/// Names as values.
pub fn choices<const N: usize>(names: [&'static str; N]) -> Vec<Value> {
    names.map(|name| Value::Choice(name.into())).to_vec()
}

/// One point, one trial.
pub fn plain_plan() -> Plan {
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<Toy>()));
    plan.seed = 1;
    // else all points would leave the same rows
    plan.streams = tolley_experiment::plan::StreamsMode::Independent;
    plan
}

/// A finished dataset of a plan whose trials all go as far as is said; nothing stays.
pub fn dataset_of(dir: &Path, plan: &Plan, travel_m: impl Fn(u64) -> f64) -> Dataset {
    dataset_by(dir, plan, |trial| (travel_m(trial), false))
}

/// A finished dataset of a plan whose trials go as far, and stay, as is said.
pub fn dataset_by(dir: &Path, plan: &Plan, of: impl Fn(u64) -> (f64, bool)) -> Dataset {
    let dataset = Dataset::open(dir, plan, VERSIONS).expect("a fresh folder");
    for block in 0..plan.schedule().blocks() {
        let mut rows = Rows::new(&plan.study.tables);
        for trial in plan.schedule().trials_of(block) {
            let (travel_m, stays) = of(trial);
            rows.push(ToyTables::SHOTS, Shot { travel_m, off_count: 0, ticks_count: 0, stays, ending: End::Rest });
            rows.tables[0].trial.pop();
            rows.tables[0].trial.push(trial);
            rows.status.push(Status::Ok);
        }
        dataset.keep(block, rows).expect("a block");
    }
    dataset.finish().expect("all is there");
    Dataset::load(dir).expect("a dataset")
}

/// Up to 6 points.
pub fn plan_with(speeds_m_s: &[f64], strikes: &[&'static str]) -> Plan {
    let mut plan = plain_plan();
    plan.grid.repeats = REPEATS;
    let (speed, by) = (key(&plan, "shot.speed_m_s"), key(&plan, "strike.by"));
    plan.sweep(speed, speeds_m_s.iter().map(|speed_m_s| Value::Number(*speed_m_s)).collect());
    if !strikes.is_empty() {
        plan.sweep(by, strikes.iter().map(|name| Value::Choice((*name).into())).collect());
    }
    plan
}

/// 6 points.
pub fn plan() -> Plan {
    plan_with(&[2.0, 3.0, 4.5], &["speed", "impulse"])
}

/// The rows of a block of [`plan`].
pub fn rows(block: u64) -> Rows {
    let plan = plan();
    play_some::<Toy>(&plan, plan.schedule().trials_of(block)).expect("a setup")
}
