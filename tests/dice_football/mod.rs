//! The dice game: its laws clause by clause, the solver on games with known answers, the exact solution, matches, the
//! command.

mod command;
mod known_games;
mod laws;
mod questions;
mod second;
mod solution;
mod study;

use tolley_dice_football::laws::{Compiled, Laws, RuleKeys};

/// The default laws, but for these keys.
fn laws(change: impl FnOnce(&mut RuleKeys)) -> Laws {
    let mut keys = RuleKeys::default();
    change(&mut keys);
    Laws::new(&keys).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn game(change: impl FnOnce(&mut RuleKeys)) -> (Compiled, Laws) {
    let laws = laws(change);
    (Compiled::new(&laws), laws)
}

/// Halves of so many rolls, without champion die.
fn short(count: u32) -> impl FnOnce(&mut RuleKeys) {
    move |keys| {
        rolls(count)(keys);
        no_champion(keys);
    }
}

/// Halves of so many rolls.
fn rolls(count: u32) -> impl FnOnce(&mut RuleKeys) {
    move |keys| keys.clock.half_s = keys.clock.roll_s * f64::from(count)
}

fn no_champion(keys: &mut RuleKeys) {
    keys.rules.champion_die = false;
}
