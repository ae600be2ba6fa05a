//! The dice game: the solver on games with known answers, the exact solution, matches, the command.
//!
//! The laws are tested clause by clause beside them, in `crates/dice-football/src/laws/tests/`.

mod command;
mod known_games;
mod solution;
mod study;

use tolley_dice_football::game::Compiled;
use tolley_dice_football::keys;
use tolley_dice_football::laws::Rules;
use tolley_experiment::key::{Point, Value};

/// The default rules, but for these keys.
fn rules(sets: &[(&str, Value)]) -> Rules {
    let mut point = Point::default_of(keys::rules_schema());
    for (path, value) in sets {
        let index = point.schema.index(path).unwrap_or_else(|| panic!("{path} is a key"));
        point.values[index] = *value;
    }
    Rules::new(&point).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn game(sets: &[(&str, Value)]) -> (Compiled, Rules) {
    let rules = rules(sets);
    (Compiled::new(&rules), rules)
}

const NO_CHAMPION: (&str, Value) = ("laws.champion_die", Value::Flag(false));

/// A half of so many rolls.
const fn rolls(count: u32) -> (&'static str, Value) {
    ("time.half_s", Value::Number(6.0 * count as f64))
}
