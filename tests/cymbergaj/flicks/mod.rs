//! Flicks: where they begin, with which coins, and what may differ from shot to shot; throws.

mod coins;
mod layouts;
mod throws;

use tolley_cymbergaj::shot::{FlickKeys, FlickStudy};
use tolley_experiment::keys::KeySet;
use tolley_experiment::plan::Plan;
use tolley_experiment::row::Rows;
use tolley_experiment::study::StudyInfo;

use super::read;

/// Flicks of these keys, so many a point.
fn flicks(seed: u64, keys: &str, count: u64) -> Rows {
    let plan = read::<FlickStudy>(&format!("seed = {seed}\nrepeats = {count}"), keys);
    super::play::<FlickStudy>(&plan.unwrap_or_else(|problems| panic!("{problems}")))
}

fn numbers<'r>(rows: &'r Rows, name: &str) -> &'r [f64] {
    super::numbers::<FlickStudy>(rows, 0, name)
}

fn counts<'r>(rows: &'r Rows, name: &str) -> &'r [u32] {
    super::counts::<FlickStudy>(rows, 0, name)
}

fn flags<'r>(rows: &'r Rows, name: &str) -> &'r [bool] {
    super::flags::<FlickStudy>(rows, 0, name)
}

fn names<'r>(rows: &'r Rows, name: &str) -> &'r [u8] {
    super::names::<FlickStudy>(rows, 0, name)
}

#[test]
fn the_defaults_that_are_listed_are_in_force() {
    let plan = Plan::of_study(StudyInfo::of::<FlickStudy>().into());
    assert_eq!(FlickKeys::read(&plan.point(0)), FlickKeys::default());
}
