//! `tolley coins`: the catalogue of real coins, with sources and what is not sure.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tolley_cymbergaj::coins::{COINS, CoinKind};
use tolley_experiment::problem::{escaped, nearest};

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// Lists every coin, or those of one country, or one.
pub fn run(args: &args::Coins) -> Result<u8, Stop> {
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

fn text(coins: &[&CoinKind], in_full: bool) -> String {
    let mut text =
        "id             coin                from         diameter  thickness     mass  edge    material\n".to_owned();
    for coin in coins {
        let thickness = coin.thickness_m.map_or("unknown".to_owned(), |t| format!("{:.2} mm", 1e3 * t));
        let _ = writeln!(
            text,
            "{:<14} {:<19} {:<10} {:>8.2} mm {thickness:>10} {:>6.3} g  {:<7} {}",
            coin.id,
            coin.denomination,
            coin.valid_from,
            1e3 * coin.diameter_m,
            1e3 * coin.mass_kg,
            coin.edge.name(),
            coin.material
        );
        if in_full {
            let _ = writeln!(text, "    edge:     {}", coin.edge_about);
            let _ = writeln!(text, "    source:   {}\n    not sure: {}", coin.source, coin.unsure);
        }
    }
    if !in_full {
        text += "\n`tolley coins ID` or `tolley coins PL` says where the numbers are from and what is not sure; --json says all.\n";
    }
    text
}
