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
        (coin.mass_kg, coin.mass_ratio) = (coin.weight_kg() * drawn.mass_ratio, 1.0);
        coin.diameter_m *= drawn.diameter_ratio;
    }
    // whichever of them says what the ball weighs; a ratio is of player a's coin as it was before the draw
    keys.ball.mass_kg *= ball.mass_ratio;
    keys.ball.mass_ratio *= ball.mass_ratio / a.mass_ratio;
    keys.ball.diameter_m *= ball.diameter_ratio;
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::{MassBy, StrikeBy};
    use crate::laws::Seat;
    use crate::matches::{Opening, pairing};

    /// A coin of 4.7932 g is one, whether that is its mass or 0.92 of the mass of its kind: who plays whom, on what and
    /// by which laws is the same to the last bit, and with it whatever is played.
    #[test]
    fn a_coin_is_the_same_in_whichever_way_its_mass_is_said() {
        let paired =
            |keys: &MatchKeys| format!("{:?}", pairing(keys, Opening::Series, Seat::X).expect("it can be played"));
        let mut believed = Vec::new();
        for by in StrikeBy::ALL {
            for (allows_for_mass, mass_by, mass_sd_ratio) in
                [(false, MassBy::Coin, 0.0), (true, MassBy::Ratio, 0.0), (false, MassBy::Ratio, 0.007)]
            {
                let mut keys = MatchKeys::default();
                (keys.strike.by, keys.ball.mass_by, keys.coins.mass_sd_ratio) = (*by, mass_by, mass_sd_ratio);
                keys.a_habits.allows_for_mass = allows_for_mass;
                let [mut by_mass, mut by_ratio] = [keys; 2];
                (by_mass.a_coin.mass_kg, by_ratio.a_coin.mass_ratio) = (0.0047932, 0.92);
                let said = [by_mass, by_ratio].map(|keys| of_trial(&keys, &Streams::new(3, 1, None)));
                assert_eq!(paired(&said[0]), paired(&said[1]), "{by:?} {allows_for_mass} {mass_by:?} {mass_sd_ratio}");
                assert_ne!(paired(&said[0]), paired(&of_trial(&keys, &Streams::new(3, 1, None))));
                // who believes it to be lighter strokes it otherwise
                by_mass.a_coin.believed_mass_kg = 0.0047932;
                believed.push(paired(&of_trial(&by_mass, &Streams::new(3, 1, None))) != paired(&said[0]));
            }
        }
        assert!(believed.iter().all(|differs| *differs), "{believed:?}");
    }

    /// A ball by ratio is one of player a's coin as the scenario has it, and is drawn by itself.
    #[test]
    fn a_ball_by_ratio_does_not_follow_what_is_drawn_of_a_coin() {
        let mut keys = MatchKeys::default();
        keys.ball.mass_by = MassBy::Ratio;
        let drawn = |mass_ratio| Drawn { mass_ratio, diameter_ratio: 1.0 };
        let made = made_of(&keys, [drawn(0.5), drawn(1.0), drawn(1.1)]);
        let [ball_kg, usual_kg] = [made, keys].map(|keys| keys.ball.weight_kg(&keys.a_coin));
        assert!((ball_kg / usual_kg - 1.1).abs() < 1e-12 && made.a_coin.weight_kg() == 0.5 * 0.00521);
    }
}
