//! Whole matches of Cymbergaj: players, laws and physics together.

mod fairness;
mod layouts;
mod memory;
mod mirror;
mod moves;
mod policies;
mod questions;
mod refusals;
mod rows;

use tolley_cymbergaj::contest::setup::pairing;
use tolley_cymbergaj::contest::study::Matches;
use tolley_cymbergaj::contest::{Act, Pairing, Scribe, Stage};
use tolley_cymbergaj::laws::{Match, Seat};
use tolley_experiment::plan::Plan;
use tolley_experiment::scenario::{Overrides, parse};
use tolley_experiment::study::StudyInfo;

/// A scenario of whole matches; what is wrong with it as text.
fn read(keys: &str) -> Result<Plan, String> {
    let text = format!("study = \"cymbergaj/match\"\nseed = 3\n{keys}");
    let read = parse("a.toml", &text, &[StudyInfo::of::<Matches>()], Overrides::default());
    read.map(|(plan, _, _)| plan).map_err(|problems| problems.to_string())
}

fn plan(keys: &str) -> Plan {
    read(keys).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The pairing of a scenario, player a at seat x.
fn paired(keys: &str) -> Pairing {
    pairing(&plan(keys).point(0), Stage::Match, Seat::X).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Hears nothing.
struct Deaf;

impl Scribe for Deaf {
    fn begin(&mut self, _: &Match) {}
    fn note(&mut self, _: &Match, _: &Act, _: &Match) {}
}
