//! Plays a small study into a dataset and reads a column of it. `cargo run --release -p tolley-dataset --example
//! tosses`
#![expect(clippy::print_stdout, reason = "it shows what happens")]

use std::sync::Arc;

use tolley_dataset::{Dataset, Versions};
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Fault;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::row::Rows;
use tolley_experiment::run::{Control, run};
use tolley_experiment::status::Status;
use tolley_experiment::study::{Shortcuts, Study, StudyInfo};
use tolley_experiment::table::{Measure, Table};
use tolley_experiment::value::Value;

tolley_experiment::keys! {
    /// A coin.
    struct Coin in "coin" {
        /// Share of heads
        bias_ratio: f64 = 0.5, Ground "share of heads", in 0.0..=1.0;
    }
}

tolley_experiment::key_set! {
    /// All that a scenario of this study may say.
    struct CoinKeys { coin: Coin; }
}

tolley_experiment::row! {
    /// One toss.
    struct TossRow {
        /// Whether heads came up.
        heads: bool, "chance of heads";
    }
}

tolley_experiment::tables! {
    /// Where the rows of a toss go.
    struct TossTables {
        /// one toss
        TOSSES = "tosses": TossRow;
    }
}

struct Toss;

impl Study for Toss {
    type Keys = CoinKeys;
    type Shared = ();
    type Setup = f64;
    type Scratch = ();
    const NAME: &'static str = "coin/toss";
    const BLOCK_TRIALS: u64 = 1000;

    fn tables() -> Vec<Table> {
        TossTables::all()
    }

    fn measures() -> Vec<Measure> {
        tolley_experiment::measures! { TossRow: Share heads }
    }

    fn setup(keys: &CoinKeys) -> Result<f64, Vec<Fault>> {
        Ok(keys.coin.bias_ratio)
    }

    fn scratch(_: &f64, (): &()) {}

    fn play(bias_ratio: &f64, (): &mut (), streams: &Streams, rows: &mut Rows) -> Status {
        rows.push(TossTables::TOSSES, TossRow { heads: streams.open(Purpose::named("toss")).uniform() < *bias_ratio });
        Status::Ok
    }
}

impl Shortcuts for Toss {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut plan = Plan::of_study(Arc::new(StudyInfo::of::<Toss>()));
    plan.grid.repeats = 2000;
    plan.sweep(0, vec![Value::Number(0.5), Value::Number(0.6)]);
    let folder = tempfile::tempdir()?;
    let dataset = Dataset::open(&folder.path().join("tosses"), &plan, Versions { tolley: "example", physics: 0 })?;
    run::<Toss, _>(&plan, None, &dataset, &Control::default(), &()).map_err(|error| format!("{error:?}"))?;
    for table in &dataset.manifest().tables {
        let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        println!("{}: {}", table.name, columns.join(", "));
    }
    let mut rows = 0;
    dataset.scan("tosses", &["point", "heads"], |batch| rows += batch.len())?;
    println!("{rows} rows in {} parts", dataset.done_count());
    Ok(())
}
