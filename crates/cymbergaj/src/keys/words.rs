//! What a profile may say of a player of coins, of his coin and the other one, and of the ball.

use tolley_experiment::key::Path;
use tolley_experiment::path;
use tolley_experiment::problem::nearest;
use tolley_experiment::schema::Schema;
use tolley_experiment::unit::{Dimension, parse_quantity};
use tolley_experiment::words::{ProfileWord, WordSet, misses, one};

use super::catalogue::COINS;
use super::coin::{Ball, Coin, MassBy};
use super::skill::Skill;

/// The tables of the two coins of a flick.
const FLICK: [&str; 2] = ["striker", "opponent"];

/// What is said of the ball.
pub const BALL: ProfileWord = ProfileWord { word: "ball", such: "\"PL-20gr-1990\", or \"3.22 g\"", sets: ball };
/// How the coins of both are said.
pub const COINS_SUCH: &str = "[\"5.21 g\", \"5.13 g\"], or kinds as `tolley list coins` has them";

/// The words of a flick.
pub const FLICK_WORDS: &[ProfileWord] = &[
    ProfileWord {
        word: "misses",
        such: "\"3 cm at 1 m\"",
        sets: |schema, texts| misses(schema, texts, [path!(Skill.preset), path!(Skill.aim_sd_rad)]),
    },
    ProfileWord { word: "coins", such: COINS_SUCH, sets: |_, texts| coins(texts, FLICK) },
    BALL,
];

/// A coin for each of two tables, or one that both have.
pub fn coins(texts: &[&str], sides: [&'static str; 2]) -> Result<Vec<WordSet>, String> {
    let [own, other] = match texts {
        [both] => [both, both],
        [own, other] => [own, other],
        _ => return Err(format!("{} coins; yours and the opponent's are needed", texts.len())),
    };
    let mut sets = Vec::new();
    for (side, text) in sides.into_iter().zip([own, other]) {
        let own = coin(text, path!(side, Coin.coin), path!(side, Coin.mass_kg))?;
        // what was weighed is the whole mass
        let is_weighed = own.iter().any(|set| set.key.name == "mass_kg");
        sets.extend(own);
        if is_weighed {
            sets.push(WordSet::derived(path!(side, Coin.mass_ratio), 1.0));
        }
    }
    Ok(sets)
}

fn ball(_: &Schema, texts: &[&str]) -> Result<Vec<WordSet>, String> {
    let mut sets = coin(one(texts)?, path!(Ball.coin), path!(Ball.mass_kg))?;
    sets.push(WordSet::derived(path!(Ball.mass_by), MassBy::Coin.name()));
    Ok(sets)
}

/// A coin by its kind, its mass, or both: `PL-2zl-1994`, `5.21 g`, `2 zl 5.21 g`.
fn coin(text: &str, kind: Path, mass: Path) -> Result<Vec<WordSet>, String> {
    let text = text.trim();
    let is_mass = |text: &str| parse_quantity(text, Dimension::of_name(mass.name)).is_ok();
    if is_mass(text) {
        return Ok(vec![WordSet::of(mass, text)]);
    }
    let mut splits = text.match_indices(' ').map(|(at, _)| (text[..at].trim(), text[at..].trim()));
    match splits.find(|(_, rest)| is_mass(rest)) {
        Some((name, weight)) => Ok(vec![WordSet::of(kind, id(name)?), WordSet::of(mass, weight)]),
        None => Ok(vec![WordSet::of(kind, id(text)?)]),
    }
}

/// The id of a kind, which may be said by what is on the coin where one kind alone has that.
fn id(name: &str) -> Result<&'static str, String> {
    if let Some(known) = COINS.iter().find(|coin| coin.id == name) {
        return Ok(known.id);
    }
    let same: Vec<&str> = COINS.iter().filter(|coin| coin.denomination == name).map(|coin| coin.id).collect();
    match &same[..] {
        [one] => Ok(one),
        [] => {
            let hint = nearest(name, COINS.iter().map(|coin| coin.id));
            let hint = hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
            Err(format!("\"{name}\" is neither a mass nor a kind of coin{hint}"))
        }
        several => Err(format!("there is more than one {name}: {}", several.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(texts: &[&str]) -> Result<String, String> {
        let found = coins(texts, ["a", "b"])?;
        let texts: Vec<String> =
            found.iter().filter(|set| !set.is_derived).map(|set| format!("{} = {}", set.key, set.typed)).collect();
        Ok(texts.join(", "))
    }

    #[test]
    fn coins_are_masses_kinds_or_both() {
        for (texts, wanted) in [
            (&["5.21 g", "5.13 g"][..], "a.mass_kg = 5.21 g, b.mass_kg = 5.13 g"),
            (&["EU-1e"], "a.coin = EU-1e, b.coin = EU-1e"),
            (
                &["2 zl 5.21 g", "PL-2zl-1994 5130 mg"],
                "a.coin = PL-2zl-1994, a.mass_kg = 5.21 g, b.coin = PL-2zl-1994, b.mass_kg = 5130 mg",
            ),
        ] {
            assert_eq!(said(texts).as_deref(), Ok(wanted));
        }
    }

    #[test]
    fn what_is_no_coin_is_told() {
        for (texts, why) in [
            (&["5.21"][..], "\"5.21\" is neither a mass nor a kind of coin"),
            (&["PL-2zl-1995"], "did you mean PL-2zl-1995MN?"),
            (&["1 zl"], "there is more than one 1 zl: PL-1zl-1990, PL-1zl-2017, PL-1zl-2020"),
            (&["1 g", "2 g", "3 g"], "3 coins; yours and the opponent's are needed"),
        ] {
            let told = said(texts).expect_err("no coin");
            assert!(told.contains(why), "{told}");
        }
    }
}
