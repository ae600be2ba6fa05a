//! Real coins: what is known of each, where from, and what is not sure.
//!
//! A scenario names a coin by its id (`striker.coin = "EU-1e"`), which sets diameter, mass, edge and, where a source
//! gives one, thickness. Official means a mint, a central bank or a law; everything else is somebody's page. Masses are
//! nominal: no official tolerance of the Polish mint was found.

mod catalogue;

pub use catalogue::{BALL, COINS, OPPONENT, PLAYER_A, PLAYER_B, STRIKER};

use tolley_experiment::key::Value;

/// How a rim feels to another rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Smooth, grooved or lettered.
    Plain,
    /// Milled all around or in parts.
    Reeded,
}

impl Edge {
    /// The choices of a scenario key.
    pub const NAMES: &'static [&'static str] = &["plain", "reeded"];

    /// The name as in a scenario.
    pub const fn name(self) -> &'static str {
        match self {
            Edge::Plain => "plain",
            Edge::Reeded => "reeded",
        }
    }
}

/// A kind of coin that was or is struck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoinKind {
    /// Country, denomination and first year: `PL-2zl-1994`.
    pub id: &'static str,
    /// Two letters; EU for the euro.
    pub country: &'static str,
    /// As its users say it.
    pub denomination: &'static str,
    /// Since when, as exact as known.
    pub valid_from: &'static str,
    /// Diameter, m.
    pub diameter_m: f64,
    /// Thickness at the rim, m; `None` where no source was found.
    pub thickness_m: Option<f64>,
    /// Nominal mass, kg.
    pub mass_kg: f64,
    /// The edge as the game takes it.
    pub edge: Edge,
    /// The edge as described.
    pub edge_about: &'static str,
    /// What it is made of.
    pub material: &'static str,
    /// Where the numbers are from.
    pub source: &'static str,
    /// What is not sure about them.
    pub unsure: &'static str,
}

/// What a preset sets, coin by coin.
pub type Sets = &'static [(&'static str, &'static [(&'static str, Value)])];

/// Ids that a scenario may name, the usual player's coin first.
pub const IDS: &[&str] = &ids(place("PL-2zl-1994"));

/// Ids that a scenario may name, the usual ball first.
pub const BALL_IDS: &[&str] = &ids(place("PL-20gr-1990"));

/// The coin of this id.
pub fn named(id: &str) -> Option<&'static CoinKind> {
    COINS.iter().find(|coin| coin.id == id)
}

/// All ids, that at place `first` moved to the front.
const fn ids(first: usize) -> [&'static str; COINS.len()] {
    let mut ids = [COINS[first].id; COINS.len()];
    let (mut from, mut to) = (0, 1);
    while from < COINS.len() {
        if from != first {
            ids[to] = COINS[from].id;
            to += 1;
        }
        from += 1;
    }
    ids
}

/// Where an id stands in the catalogue; one that is not there does not compile.
const fn place(id: &str) -> usize {
    let mut at = 0;
    while !same(COINS[at].id, id) {
        at += 1;
    }
    at
}

const fn same(one: &str, two: &str) -> bool {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    let mut at = 0;
    while at < one.len() && at < two.len() && one[at] == two[at] {
        at += 1;
    }
    at == one.len() && at == two.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_lead_with_the_usual_coins() {
        let mut ids: Vec<&str> = COINS.iter().map(|coin| coin.id).collect();
        assert_eq!((IDS[0], BALL_IDS[0]), ("PL-2zl-1994", "PL-20gr-1990"));
        ids.sort_unstable();
        for list in [IDS, BALL_IDS] {
            let mut list = list.to_vec();
            list.sort_unstable();
            assert_eq!(list, ids);
        }
        ids.dedup();
        assert_eq!(ids.len(), 40);
    }

    #[test]
    fn every_coin_is_a_plausible_disc_of_metal() {
        for coin in COINS {
            let face_m2 = core::f64::consts::PI * 0.25 * coin.diameter_m * coin.diameter_m;
            // the rim stands above the face: thickness is at least that of a full disc of the same mass, give or take
            if let Some(thickness_m) = coin.thickness_m {
                let density_kg_m3 = coin.mass_kg / (face_m2 * thickness_m);
                assert!((5500.0..9000.0).contains(&density_kg_m3), "{}: {density_kg_m3}", coin.id);
            }
            assert!(
                (0.015..0.031).contains(&coin.diameter_m) && (0.0015..0.012).contains(&coin.mass_kg),
                "{}",
                coin.id
            );
            assert!(!coin.source.is_empty() && !coin.unsure.is_empty(), "{}", coin.id);
        }
    }

    #[test]
    fn presets_say_what_the_catalogue_says() {
        for (part, sets) in [("striker", STRIKER), ("opponent", OPPONENT), ("ball", BALL)] {
            assert_eq!(sets.len(), COINS.len());
            for ((id, sets), coin) in sets.iter().zip(COINS) {
                let mut expected = vec![
                    (format!("{part}.diameter_m"), Value::Number(coin.diameter_m)),
                    (format!("{part}.mass_kg"), Value::Number(coin.mass_kg)),
                    (format!("{part}.edge"), Value::Choice(coin.edge.name())),
                ];
                expected.extend(coin.thickness_m.map(|t| (format!("{part}.thickness_m"), Value::Number(t))));
                let got: Vec<_> = sets.iter().map(|(path, value)| ((*path).to_owned(), *value)).collect();
                assert_eq!((*id, got), (coin.id, expected));
            }
        }
    }
}
