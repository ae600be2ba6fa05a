//! An opponent of the best policy: what it takes from him, and what his way of playing costs.

use tolley_experiment::run::both;

use super::keys::Opponent;
use super::solution::{Solution, evaluate, evaluate_draws};
use crate::laws::{Act, Compiled};
use crate::solver::{Policy, Strategy, Unsolvable};

/// What came of the meeting, both seats alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Points of the best policy.
    pub points: f64,
    /// Share of matches that it wins.
    pub wins: f64,
    /// Share of matches that are drawn.
    pub draws: f64,
    /// Points above one half of a best response to the opponent.
    pub cost: f64,
}

/// To score before the ball is lost, as in the last moments, whatever time and score are.
pub fn greedy(game: &Compiled, solved: &Solution) -> Policy {
    let last = |_, side, node, _| solved.goals_policy.choice((1, 0), side, node, 0).unwrap_or(0);
    solved.policy.changed(&game.ticks, last)
}

/// The best policy, but the champion die is used at the first chance; `acts` are those of all steps.
pub fn at_once(game: &Compiled, acts: &[Act], solved: &Solution) -> Policy {
    let ability = |node: usize| {
        let first = game.graph.first_step(node);
        acts[first..first + game.graph.steps(node).len()].iter().position(|act| act.is_ability())
    };
    let abilities: Vec<Option<usize>> = (0..game.graph.len()).map(ability).collect();
    solved.policy.changed(&game.ticks, |time, side, node, ahead| {
        abilities[node].or_else(|| solved.policy.choice(time, side, node, ahead)).unwrap_or(0)
    })
}

/// Lets the best policy, and a best response, meet an opponent, who decides at random in this share of decisions where
/// his way of playing says so; `None` without one.
pub fn meet(
    (opponent, random_share): (Opponent, f64),
    (game, acts): (&Compiled, &[Act]),
    limit: usize,
    solved: &Solution,
) -> Result<Option<Meeting>, Unsolvable> {
    let made;
    let opponent = match opponent {
        Opponent::None => return Ok(None),
        Opponent::Random => Strategy::Random,
        Opponent::Epsilon => Strategy::Mixed(&solved.policy, random_share),
        Opponent::Greedy => {
            made = greedy(game, solved);
            Strategy::Follows(&made)
        }
        Opponent::ChampionAtOnce => {
            made = at_once(game, acts, solved);
            Strategy::Follows(&made)
        }
    };
    let seats = |own: Strategy<'_>| {
        let points = |strategies| evaluate(game, limit, strategies);
        let (first, second) = both(|| points([own, opponent]), || points([opponent, own]));
        Ok(0.5 * (first? + 1.0 - second?))
    };
    let best = Strategy::Follows(&solved.policy);
    let drawn = |strategies| evaluate_draws(game, limit, strategies);
    let (first, second) = both(|| drawn([best, opponent]), || drawn([opponent, best]));
    let (points, draws) = (seats(best)?, 0.5 * (first? + second?));
    Ok(Some(Meeting { points, wins: points - 0.5 * draws, draws, cost: seats(Strategy::Best)? - 0.5 }))
}
