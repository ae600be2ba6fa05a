use std::time::Instant;
use tolley_experiment::random::Streams;
use tolley_experiment::row::Rows;
use tolley_experiment::study::Study;
use tolley_experiment::keys::KeySet;
use tolley_tinsley_green::matches::{Buffers, MatchKeys, MatchStudy, Setup, play};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let schema = tolley_experiment::schema::Schema::of::<MatchKeys>();
    let mut values = MatchKeys::default().values();
    for pair in &args[2..] {
        let (k, v) = pair.split_once('=').unwrap();
        let i = schema.index(k).unwrap_or_else(|| panic!("no key {k}"));
        values[i] = match &values[i] {
            tolley_experiment::value::Value::Number(_) => tolley_experiment::value::Value::Number(v.parse().unwrap()),
            tolley_experiment::value::Value::Count(_) => tolley_experiment::value::Value::Count(v.parse().unwrap()),
            tolley_experiment::value::Value::Flag(_) => tolley_experiment::value::Value::Flag(v.parse().unwrap()),
            _ => tolley_experiment::value::Value::Choice(v.to_string().into()),
        };
    }
    let keys = MatchKeys::read(&values);
    let setup = Setup::new(&keys).unwrap();
    for r in 0..args[1].parse::<u64>().unwrap() {
        let t = Instant::now();
        let o = play(&setup, &mut Buffers::new(&setup), &Streams::new(1, r, None), &mut Rows::new(&MatchStudy::tables()));
        println!("{r} {:?} {:?}", t.elapsed(), o.map(|_| ()));
    }
}
