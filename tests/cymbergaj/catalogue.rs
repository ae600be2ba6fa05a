//! The catalogue of coins from outside, and coins that fall together: `tolley list coins` and `tolley scene`.

use serde_json::Value;
use tolley_cymbergaj::keys::{COINS, CoinId, CoinKind};
use tolley_cymbergaj::matches::MatchKeys;
use tolley_cymbergaj::shot::FlickKeys;
use tolley_experiment::names::Named;
use tolley_experiment::schema::Schema;
use tolley_experiment::value::Field;

use crate::tool::{folder_with, ran};

#[test]
fn coins_are_listed_with_sources() {
    let here = folder_with("empty.toml", "");
    let all = ran(here.path(), &["list", "coins"]);
    assert_eq!(all.code, 0, "{}", all.stderr);
    assert!(all.stdout.lines().any(|line| line.starts_with("PL-2zl-1994") && line.contains("5.210 g")));
    let one = ran(here.path(), &["list", "coins", "UK-10p-1992"]);
    assert!(one.stdout.contains("royalmint.com") && !one.stdout.contains("PL-2zl"), "{}", one.stdout);
    let wrong = ran(here.path(), &["list", "coins", "PL-2zl"]);
    assert_eq!((wrong.code, wrong.stderr.contains("did you mean PL-2zl-1994?")), (2, true), "{}", wrong.stderr);
}

#[test]
fn coins_as_json_are_in_si() {
    let here = folder_with("empty.toml", "");
    let text = ran(here.path(), &["list", "coins", "--json"]).stdout;
    let object: Value = serde_json::from_str(&text).expect("JSON");
    let coins = object["coins"].as_array().expect("a list");
    assert_eq!(coins.len(), 40);
    let two_zloty = coins.iter().find(|coin| coin["id"] == "PL-2zl-1994").expect("it is there");
    assert_eq!((&two_zloty["mass_kg"], &two_zloty["diameter_m"]), (&Value::from(0.00521), &Value::from(0.0215)));
    assert!(coins.iter().any(|coin| coin["thickness_m"].is_null()), "what has no source is null");
    assert!(coins.iter().all(|coin| coin["source"].is_string() && coin["unsure"].is_string()));
}

#[test]
fn ids_are_unique_and_lead_to_their_coins() {
    let mut ids = CoinId::NAMES.to_vec();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), COINS.len()), (40, 40));
    for coin in COINS {
        let id = CoinId::from_name(coin.id).expect("an id");
        assert_eq!((id.kind(), id.name()), (coin, coin.id));
    }
    assert_eq!((CoinId::PLAYER.name(), CoinId::BALL.name()), ("PL-2zl-1994", "PL-20gr-1990"));
    assert_eq!(CoinId::at(COINS.len()), None);
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
        assert!((0.015..0.031).contains(&coin.diameter_m) && (0.0015..0.012).contains(&coin.mass_kg), "{}", coin.id);
        assert!(!coin.source.is_empty() && !coin.unsure.is_empty(), "{}", coin.id);
    }
}

/// What naming a coin sets in a table, by key.
fn expected(coin: &CoinKind, table: &str) -> Vec<(String, String)> {
    // what a player believes of his coin is what coins of its kind weigh
    let is_struck = ["striker", "a", "b"].contains(&table);
    let believed = is_struck.then(|| (format!("{table}.believed_mass_kg"), coin.mass_kg.value().to_string()));
    let of_all = [
        (format!("{table}.diameter_m"), coin.diameter_m.value().to_string()),
        (format!("{table}.edge"), coin.edge.value().to_string()),
        (format!("{table}.mass_kg"), coin.mass_kg.value().to_string()),
        (format!("{table}.thickness_m"), coin.thickness_m.unwrap_or(0.0).value().to_string()),
    ];
    believed.into_iter().chain(of_all).collect()
}

#[test]
fn presets_say_what_the_catalogue_says() {
    for (schema, tables) in
        [(Schema::of::<FlickKeys>(), ["striker", "opponent", "ball"]), (Schema::of::<MatchKeys>(), ["a", "b", "ball"])]
    {
        for table in tables {
            let chooser = schema.index(&format!("{table}.coin")).expect("a key");
            let preset = schema.presets.iter().find(|preset| preset.chooser == chooser).expect("a preset");
            assert_eq!(preset.options.len(), COINS.len());
            for (option, coin) in preset.options.iter().zip(COINS) {
                let told = |(key, value): &(usize, tolley_experiment::value::Value)| {
                    (schema.keys[*key].path.to_string(), value.to_string())
                };
                let mut got: Vec<_> = option.iter().map(told).collect();
                got.sort();
                assert_eq!(got, expected(coin, table), "{}", coin.id);
            }
        }
    }
}

/// Three coins leave the table within one shot: each fall is told at its own time, whoever goes first.
#[test]
fn coins_that_fall_with_the_ball_fall_in_the_order_of_time() {
    let scene = |opponent_m_s: f64| {
        format!(
            "world = \"discs\"\n[surface]\nsliding_friction_ratio = 0.2\n[edge]\nrectangle_m = [1.0, 0.6]\n\
             [[body]]\nname = \"striker\"\nradius_m = 0.01075\nmass_kg = 5.21e-3\nposition_m = [0.4, 0.0]\nvelocity_m_s = [3.0, 0.0]\n\
             [[body]]\nname = \"ball\"\nradius_m = 0.00925\nmass_kg = 3.22e-3\nposition_m = [0.45, 0.0]\n\
             [[body]]\nname = \"opponent\"\nradius_m = 0.01075\nmass_kg = 5.21e-3\nposition_m = [0.0, 0.28]\n\
             velocity_m_s = [0.0, {opponent_m_s}]\n"
        )
    };
    let falls = |opponent_m_s: f64| -> Vec<(String, f64)> {
        let here = folder_with("fall.toml", &scene(opponent_m_s));
        let told = ran(here.path(), &["scene", "fall.toml", "--json"]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        let object: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let events = object["events"].as_array().expect("a list").clone();
        let edges = events.iter().filter(|event| event["kind"] == "edge");
        edges.map(|event| (event["bodies"][0].to_string(), event["time_s"].as_f64().expect("a time"))).collect()
    };
    for (opponent_m_s, order) in [
        (3.0, ["\"opponent\"", "\"ball\"", "\"striker\""]),
        (0.75, ["\"ball\"", "\"opponent\"", "\"striker\""]),
        (0.285, ["\"ball\"", "\"striker\"", "\"opponent\""]),
    ] {
        let falls = falls(opponent_m_s);
        let names: Vec<&str> = falls.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, order, "{falls:?}");
        assert!(falls.is_sorted_by(|one, two| one.1 < two.1), "{falls:?}");
    }
}
