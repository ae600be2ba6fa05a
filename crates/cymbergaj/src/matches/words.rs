//! What a profile may say of a match or a shootout: what it says of a player it says of both.

use tolley_experiment::path;
use tolley_experiment::schema::Schema;
use tolley_experiment::words::{ProfileWord, WordSet, misses, one};

use crate::keys::{BALL, COINS_SUCH, Skill, coins};
use crate::players::Habits;

/// The tables of the two players.
const SIDES: [&str; 2] = ["a", "b"];

/// The words.
pub const WORDS: &[ProfileWord] = &[
    ProfileWord { word: "misses", such: "\"3 cm at 1 m\"", sets: both_miss },
    ProfileWord { word: "hardest", such: "\"2.5 m/s\"", sets: hardest },
    ProfileWord { word: "coins", such: COINS_SUCH, sets: |_, texts| coins(texts, SIDES) },
    BALL,
];

fn both_miss(schema: &Schema, texts: &[&str]) -> Result<Vec<WordSet>, String> {
    let of_side = |side| misses(schema, texts, [path!(side, Skill.preset), path!(side, Skill.aim_sd_rad)]);
    let sets: Vec<Vec<WordSet>> = SIDES.into_iter().map(of_side).collect::<Result<_, _>>()?;
    Ok(sets.concat())
}

fn hardest(_: &Schema, texts: &[&str]) -> Result<Vec<WordSet>, String> {
    let typed = one(texts)?;
    Ok(SIDES.into_iter().map(|side| WordSet::of(path!(side, Habits.speed_max_m_s), typed)).collect())
}
