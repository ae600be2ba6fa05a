//! A study without physics, to test what carries rows: its numbers are drawn, and some trials fail on purpose.

use tolley_dataset::Versions;
use tolley_experiment::key::{Key, Point, Preset, Schema};
use tolley_experiment::plan::Axis;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Row, Rows, Status, Table};
use tolley_experiment::run::play_some;
use tolley_experiment::study::{Measure, MeasureKind, Study, StudyInfo};
use tolley_experiment::{names, row};

pub use tolley_experiment::key::Value;
pub use tolley_experiment::plan::Plan;

/// Of the dataset under test.
pub const VERSIONS: Versions<'static> = Versions { tolley: "0.0.1", physics: 7 };
/// Trials a point.
pub const REPEATS: u64 = 4;
/// 3 speeds x 2 ways to strike x 4 repeats.
pub const TRIALS: u64 = 24;
/// So that the last block is short and blocks and points overlap.
pub const BLOCK_TRIALS: u64 = 10;

names! {
    /// How a shot ended.
    pub enum End {
        /// Still.
        Rest = "rest",
        /// Away.
        Off = "off",
    }
}

row! {
    /// One shot.
    pub struct Shot {
        /// How far it went.
        travel_m: f64, "m";
        /// How many went off.
        off_count: u32, "";
        /// A number larger than 32 bits hold.
        ticks_count: u64, "";
        /// Whether it stays.
        stays: bool, "";
        /// How it ended.
        ending: End, "";
    }
}

row! {
    /// One hit.
    pub struct Hit {
        /// When.
        time_s: f64, "s";
    }
}

static KEYS: [Key; 8] = [
    Key::number("shot.speed_m_s", 2.0, [0.0, 100.0], "Speed of the shot."),
    Key::number("toley.mass_kg", 0.005, [0.0, 1.0], "Mass of the toley."),
    Key::number("ball.mass_kg", 0.003, [0.0, 1.0], "Mass of the ball."),
    Key::choice("strike.by", &["speed", "impulse"], "What a strike keeps."),
    Key::flag("shot.stays", true, "Has the name of a column of the shots."),
    Key::count("rack.marble_count", 49, [1, 100], "How many marbles."),
    Key::choice("surface.preset", &["slow", "fast"], "Which sand."),
    Key::number("surface.friction_ratio", 0.3, [0.0, 1.0], "Friction of the sand."),
];
static SURFACES: Preset = Preset {
    path: "surface.preset",
    options: &[
        ("slow", &[("surface.friction_ratio", Value::Number(0.3))]),
        ("fast", &[("surface.friction_ratio", Value::Number(0.1))]),
    ],
};
static SCHEMA: Schema = Schema { keys: &KEYS, presets: &[SURFACES] };

/// The study.
pub struct Toy;

impl Study for Toy {
    type Setup = ();
    type Scratch = ();
    const NAME: &'static str = "toy/shot";
    const BLOCK_TRIALS: u64 = BLOCK_TRIALS;
    const TABLES: &'static [Table] = &[
        Table { name: "shots", about: "One shot.", columns: Shot::COLUMNS },
        Table { name: "hits", about: "One hit.", columns: Hit::COLUMNS },
    ];
    const MEASURES: &'static [Measure] = &[
        Measure { column: "stays", kind: MeasureKind::Share },
        Measure { column: "travel_m", kind: MeasureKind::Mean },
        Measure { column: "off_count", kind: MeasureKind::Mean },
    ];

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn setup(_point: &Point) -> Result<(), Vec<Fault>> {
        Ok(())
    }

    fn scratch((): &()) {}

    fn play((): &(), (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        let played = played(streams);
        played.hits.into_iter().for_each(|hit| rows.push(1, hit));
        // what was pushed before goes with the trial
        assert!(played.status != Status::Panic, "a trial that panics on purpose");
        rows.push(0, played.shot);
        played.status
    }
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
        ticks_count: ticks,
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

/// 6 points.
pub fn plan() -> Plan {
    let mut plan = Plan::of_study(&StudyInfo::of::<Toy>());
    plan.seed = 1;
    plan.repeats = REPEATS;
    // else all points would leave the same rows
    plan.streams = tolley_experiment::plan::StreamsMode::Independent;
    plan.axes = vec![
        Axis { key: 0, values: [2.0, 3.0, 4.5].map(Value::Number).to_vec() },
        Axis { key: 3, values: ["speed", "impulse"].map(Value::Choice).to_vec() },
    ];
    plan
}

/// The rows of a block of [`plan`].
pub fn rows(block: u64) -> Rows {
    let plan = plan();
    play_some::<Toy>(&plan, plan.block_range(block), || true).expect("a setup")
}
