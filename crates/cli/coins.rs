//! `tolley list coins`: the catalogue of real coins, with sources and what is not sure.

use serde_json::{Value, json};
use tolley_answers::columns::{self, TextColumn};
use tolley_cymbergaj::keys::{COINS, CoinKind};
use tolley_experiment::problem::{escaped, nearest};

use crate::args;
use crate::coin_pairs;
use crate::exit::{self, Stop};
use crate::output;

/// Lists every coin, or those of one country, or one.
pub fn run(args: &args::Coins) -> Result<u8, Stop> {
    if let Some(dataset) = &args.pairs {
        return coin_pairs::run(dataset, args);
    }
    let wanted = |coin: &&CoinKind| args.id.as_ref().is_none_or(|id| coin.id == id || coin.country == id);
    let coins: Vec<&CoinKind> = COINS.iter().filter(wanted).collect();
    if let (Some(id), []) = (&args.id, coins.as_slice()) {
        let known = COINS.iter().map(|coin| coin.id);
        let hint = nearest(id, known).map(|known| format!("; did you mean {known}?")).unwrap_or_default();
        return Err(Stop::new(exit::BAD_INPUT, format!("error: no coin is named {}{hint}", escaped(id))));
    }
    if args.json {
        output::json(&json!({ "coins": coins.into_iter().map(object).collect::<Vec<_>>() }))?;
    } else {
        output::result(&text(&coins, args.id.is_some()))?;
    }
    Ok(exit::DONE)
}

/// All that is known, in SI.
fn object(coin: &CoinKind) -> Value {
    json!({
        "id": coin.id,
        "country": coin.country,
        "denomination": coin.denomination,
        "valid_from": coin.valid_from,
        "diameter_m": coin.diameter_m,
        "thickness_m": coin.thickness_m,
        "mass_kg": coin.mass_kg,
        "edge": coin.edge.name(),
        "edge_about": coin.edge_about,
        "material": coin.material,
        "source": coin.source,
        "unsure": coin.unsure,
    })
}

const TITLES: [&str; 8] = ["id", "coin", "from", "diameter", "thickness", "mass", "edge", "material"];

fn text(coins: &[&CoinKind], in_full: bool) -> String {
    let rows = std::iter::once(TITLES.map(str::to_owned)).chain(coins.iter().map(|coin| cells(coin)));
    let rows: Vec<[String; 8]> = rows.collect();
    let column = |at: usize| {
        let cells = rows.iter().map(|row| row[at].clone());
        // diameter, thickness and mass
        if (3..=5).contains(&at) { TextColumn::right(cells) } else { TextColumn::left(cells) }
    };
    let columns: Vec<TextColumn> = (0..TITLES.len()).map(column).collect();
    let mut lines = columns::rows(&columns).into_iter();
    let mut text = lines.next().unwrap_or_default() + "\n";
    for (line, coin) in lines.zip(coins) {
        text += &format!("{line}\n");
        if in_full {
            let (edge, source, unsure) = (coin.edge_about, coin.source, coin.unsure);
            text += &format!("    edge:     {edge}\n    source:   {source}\n    not sure: {unsure}\n");
        }
    }
    if !in_full {
        text += "\n`tolley list coins ID` or `tolley list coins PL` says where the numbers are from and what is not sure; --json says all.\n";
    }
    text
}

fn cells(coin: &CoinKind) -> [String; 8] {
    [
        coin.id.to_owned(),
        coin.denomination.to_owned(),
        coin.valid_from.to_owned(),
        format!("{:.2} mm", 1e3 * coin.diameter_m),
        coin.thickness_m.map_or("unknown".to_owned(), |thickness_m| format!("{:.2} mm", 1e3 * thickness_m)),
        format!("{:.3} g", 1e3 * coin.mass_kg),
        coin.edge.name().to_owned(),
        coin.material.to_owned(),
    ]
}
