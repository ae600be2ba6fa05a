//! The coins of one match or pair of matches: what the mint and wear made of those of the scenario.

use tolley_experiment::random::{Purpose, Streams};

use super::keys::MatchKeys;
use crate::keys::Drawn;

/// Of player a, of player b, and the ball.
const COINS: [Purpose; 3] = [Purpose::named("coin/a"), Purpose::named("coin/b"), Purpose::named("coin/ball")];

/// The keys of a trial, with its own coins.
pub fn of_trial(keys: &MatchKeys, streams: &Streams) -> MatchKeys {
    made_of(keys, COINS.map(|purpose| keys.coins.draw(&mut streams.open(purpose))))
}

/// The keys with these coins.
pub fn made_of(keys: &MatchKeys, [a, b, ball]: [Drawn; 3]) -> MatchKeys {
    let mut keys = *keys;
    for (coin, drawn) in [(&mut keys.a_coin, a), (&mut keys.b_coin, b)] {
        coin.mass_ratio *= drawn.mass_ratio;
        coin.diameter_m *= drawn.diameter_ratio;
    }
    // whichever of them says what the ball weighs; a ratio is of player a's coin as it was before the draw
    keys.ball.mass_kg *= ball.mass_ratio;
    keys.ball.mass_ratio *= ball.mass_ratio / a.mass_ratio;
    keys.ball.diameter_m *= ball.diameter_ratio;
    keys
}
