//! A study of one's own: how often does a loaded die show six? Prints the share for two loads.
//! `cargo run --release -p tolley-experiment --example dice`
#![expect(clippy::print_stdout, reason = "it shows what happens")]

use std::sync::Arc;

use tolley_experiment::plan::Plan;
use tolley_experiment::player::play_some;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::value::Value;

tolley_experiment::keys! {
    /// A die.
    struct Die in "die" {
        /// Weight of the six over that of another face
        load_ratio: f64 = 1.0, Ground "weight of the six", in 0.0..=100.0, strata [0.9, 1.1] "a guess", assumed "nobody has weighed it";
    }
}

tolley_experiment::key_set! {
    /// All that a scenario of this study may say.
    struct DiceKeys { die: Die; }
}

tolley_experiment::row! {
    /// One throw.
    struct Throw {
        /// Whether the six came up.
        is_six: bool, "chance of a six";
    }
}

tolley_experiment::tables! {
    /// Where the rows of a throw go.
    struct DiceTables {
        /// one throw
        THROWS = "throws": Throw;
    }
}

struct Dice;

impl Study for Dice {
    type Keys = DiceKeys;
    type Shared = ();
    type Setup = f64;
    type Scratch = ();
    const NAME: &'static str = "dice/throw";
    const BLOCK_TRIALS: u64 = 10_000;

    fn tables() -> Vec<Table> {
        DiceTables::all()
    }

    fn measures() -> Vec<Measure> {
        tolley_experiment::measures! { Throw: Share is_six }
    }

    fn setup(keys: &DiceKeys) -> Result<f64, Vec<Fault>> {
        Ok(keys.die.load_ratio / (5.0 + keys.die.load_ratio))
    }

    fn scratch(_: &f64, (): &()) {}

    fn play(p_six: &f64, (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        let is_six = streams.open(Purpose::named("throw")).uniform() < *p_six;
        rows.push(DiceTables::THROWS, Throw { is_six });
        Status::Ok
    }
}

impl Shortcuts for Dice {}

fn main() {
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<Dice>()));
    plan.grid.repeats = 6000;
    plan.sweep(0, vec![Value::Number(1.0), Value::Number(2.0)]);
    match play_some::<Dice>(&plan, plan.grid.by_point()) {
        Ok(rows) => {
            let Values::Bool(sixes) = &rows.tables[0].columns[0] else { return };
            for (point, throws) in sixes.chunks(6000).enumerate() {
                let share = throws.iter().filter(|six| **six).count() as f64 / 6000.0;
                println!("{} = {}: {share:.3}", plan.grid.axes[0].key, plan.grid.axis_value(0, point as u64));
            }
        }
        Err(faults) => println!("{faults:?}"),
    }
}
