//! Whole matches: players, laws and physics together.

mod defence;
mod fairness;
mod judge;
mod memory;
mod mirror;
mod moves;
mod outside;
mod players;
mod policies;
mod questions;
mod recount;
mod refusals;
mod rows;
mod tactical;
mod things;

use tolley_cymbergaj::laws::Seat;
use tolley_cymbergaj::matches::{MatchStudy, Opening, Pairing, pairing};
use tolley_experiment::plan::Plan;

use super::match_keys;

/// A scenario of whole matches; what is wrong with it as text.
fn read(keys: &str) -> Result<Plan, String> {
    super::read::<MatchStudy>("seed = 3", keys)
}

fn plan(keys: &str) -> Plan {
    read(keys).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The pairing of a scenario, player a at this seat.
fn paired(keys: &str, a_seat: Seat) -> Pairing {
    pairing(&match_keys(keys), Opening::Toss, a_seat).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The keys with both players of plain geometry, for what is about other things than how they think.
fn plain(keys: &str) -> String {
    let named = |keys: String, side: &str| {
        let (table, policy) = (format!("[{side}]\n"), "policy = \"direct\"\n");
        let is_there = keys.contains(&table);
        if is_there { keys.replacen(&table, &format!("{table}{policy}"), 1) } else { format!("{keys}{table}{policy}") }
    };
    if keys.contains("policy") { keys.to_owned() } else { ["a", "b"].into_iter().fold(keys.to_owned(), named) }
}
