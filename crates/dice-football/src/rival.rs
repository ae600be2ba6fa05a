//! A rival of the best policy: what it takes from him, and what his way of playing costs.

use tolley_experiment::key::Point;
use tolley_experiment::run::both;

use crate::game::Compiled;
use crate::laws::Act;
use crate::solution::{Solution, evaluate, evaluate_draws};
use crate::solver::clocked::Unsolvable;
use crate::solver::policy::{Conduct, Policy};
use crate::walk;

/// Ways of playing of a rival.
pub const NAMES: &[&str] = &["none", "random", "epsilon", "greedy", "champion-at-once"];

/// What came of the meeting, both seats alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// Points of the best policy.
    pub points: f64,
    /// Share of matches that it wins.
    pub wins: f64,
    /// Share of matches that are drawn.
    pub draws: f64,
    /// Points above one half of a best response to the rival.
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
        acts[first..first + game.graph.steps(node).len()].iter().position(|act| walk::is_ability(*act))
    };
    let abilities: Vec<Option<usize>> = (0..game.graph.len()).map(ability).collect();
    solved.policy.changed(&game.ticks, |time, side, node, ahead| {
        abilities[node].or_else(|| solved.policy.choice(time, side, node, ahead)).unwrap_or(0)
    })
}

/// Lets the best policy, and a best response, meet the rival that a design point names.
pub fn meet(
    point: &Point,
    (game, acts): (&Compiled, &[Act]),
    limit: usize,
    solved: &Solution,
) -> Result<Met, Unsolvable> {
    let made;
    let rival = match point.choice("solve.rival") {
        "random" => Conduct::Random,
        "epsilon" => Conduct::Mixed(&solved.policy, point.number("solve.rival_random_share")),
        "greedy" => {
            made = greedy(game, solved);
            Conduct::Follows(&made)
        }
        "champion-at-once" => {
            made = at_once(game, acts, solved);
            Conduct::Follows(&made)
        }
        _ => return Ok(Met { points: f64::NAN, wins: f64::NAN, draws: f64::NAN, cost: f64::NAN }),
    };
    let seats = |own: Conduct<'_>| {
        let points = |conduct| evaluate(game, limit, conduct);
        let (first, second) = both(|| points([own, rival]), || points([rival, own]));
        Ok(0.5 * (first? + 1.0 - second?))
    };
    let best = Conduct::Follows(&solved.policy);
    let drawn = |conduct| evaluate_draws(game, limit, conduct);
    let (first, second) = both(|| drawn([best, rival]), || drawn([rival, best]));
    let (points, draws) = (seats(best)?, 0.5 * (first? + second?));
    Ok(Met { points, wins: points - 0.5 * draws, draws, cost: seats(Conduct::Best)? - 0.5 })
}
