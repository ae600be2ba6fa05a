//! The exact solution of a match: by expected goal difference (objective A) and by who wins (objective B).

use crate::game::Compiled;
use crate::solver::clocked::{self, Beyond, Layer, Scoring, Task, Unsolvable, Watcher};
use crate::solver::policy::{Conduct, Policy};
use crate::solver::steady;

/// Residual of the steady value that ends its iteration.
const STEADY: f64 = 1e-13;
/// Sweeps of the steady value.
const MOST_SWEEPS: u32 = 100_000;

/// What to solve beyond the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Scores are told up to this difference; beyond it the leader counts as the winner.
    pub limit: usize,
    /// Whether residual, cut bound and exploitability are found too.
    pub certify: bool,
}

/// How far a solution is proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// Largest difference of a value and what its steps say, over all values of both objectives.
    pub residual: f64,
    /// No win share is further off, because scores beyond the limit are cut.
    pub cut_bound: f64,
    /// What both best responses together gain on the policy, in win share.
    pub exploitability: f64,
}

/// The exact solution of a match; player 0 won the draw.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Expected goal difference for the draw's winner when both play for goals.
    pub goal_difference: f64,
    /// Expected goals of both when both play for goals.
    pub goals: f64,
    /// Share of matches won plus half of those drawn by the draw's winner, when both play to win.
    pub points_share: f64,
    /// The same by opening, in the order of [`Compiled::openings`].
    pub points_by_opening: Vec<f64>,
    /// Share of matches that are drawn at the end of time when both play to win.
    pub draw_share: f64,
    /// Value of the kick-off, in goals for the player who takes it, when 1 in 150 rolls ends the match.
    pub kick_off_goals: f64,
    /// Steady values of all positions, in goals for the attacker, when 1 in 150 rolls ends the match.
    pub steady: Vec<f64>,
    /// If asked for.
    pub certificate: Option<Certificate>,
    /// What to do to win.
    pub policy: Policy,
    /// What to do for goals.
    pub goals_policy: Policy,
}

/// Share of rolls after which play goes on, for the steady value: a match has 150 rolls.
pub const DISCOUNT: f64 = 1.0 - 1.0 / 150.0;

/// Solves a match; `watcher` hears of each layer of objective B.
pub fn solve<W: Watcher>(game: &Compiled, extent: Extent, watcher: &mut W) -> Result<Solution, Unsolvable> {
    let best = [Conduct::Best; 2];
    let mut goals_policy = Policy::new(&game.graph, &game.ticks, 1);
    let sums = |gain| Task {
        game: game.as_match(),
        scoring: Scoring::sum(gain),
        payoff: &[0.0],
        conduct: best,
        certify: extent.certify,
    };
    let difference = clocked::solve(&sums([1.0, -1.0]), Some(&mut goals_policy), &mut ())?;
    let both = [Conduct::Follows(&goals_policy); 2];
    let total = clocked::solve(&Task { conduct: both, certify: false, ..sums([1.0, 1.0]) }, None, &mut ())?;

    let payoff = winner(extent.limit);
    let mut policy = Policy::new(&game.graph, &game.ticks, payoff.len());
    let decided = [Beyond::Value(-1.0), Beyond::Value(1.0)];
    let wins = Task {
        game: game.as_match(),
        scoring: Scoring::score(extent.limit, decided),
        payoff: &payoff,
        conduct: best,
        certify: extent.certify,
    };
    let won = clocked::solve(&wins, Some(&mut policy), watcher)?;
    let draws: Vec<f64> = payoff.iter().map(|payoff| 1.0 - payoff.abs()).collect();
    let follows = [Conduct::Follows(&policy); 2];
    let undecided = Scoring::score(extent.limit, [Beyond::Value(0.0); 2]);
    let drawn = Task { scoring: undecided, payoff: &draws, conduct: follows, certify: false, ..wins };
    let drawn = clocked::solve(&drawn, None, &mut ())?;

    let certificate = match extent.certify {
        true => Some(certify(game, &wins, &policy, difference.residual.max(won.residual))?),
        false => None,
    };
    let steady = steady::solve(&game.graph, DISCOUNT, STEADY, MOST_SWEEPS).values;
    let points = |value: f64| 0.5 * (1.0 + value);
    let by_opening = game.openings.iter().map(|opening| points(won.start.value(1, opening.node as usize, 0)));
    Ok(Solution {
        goal_difference: at_start(game, &difference.start),
        goals: at_start(game, &total.start),
        points_share: points(at_start(game, &won.start)),
        points_by_opening: by_opening.collect(),
        draw_share: at_start(game, &drawn.start),
        kick_off_goals: game.openings.iter().map(|o| o.probability * steady[o.node as usize]).sum(),
        steady,
        certificate,
        policy,
        goals_policy,
    })
}

/// 1 where player 0 is ahead, -1 where he is behind, by score from -limit.
pub fn winner(limit: usize) -> Vec<f64> {
    let limit = limit as i32;
    (-limit..=limit).map(|ahead| f64::from(ahead.signum())).collect()
}

/// Value at the kick-off of the match, over the faces of the champion die.
pub fn at_start(game: &Compiled, start: &Layer) -> f64 {
    game.openings.iter().map(|opening| opening.probability * start.value(1, opening.node as usize, 0)).sum()
}

/// The proof of a solution: two bounds between which the uncut value lies, and what a best response gains.
///
/// A player who is further ahead can play as if he were not and ends no worse, so values rise with the score. The value
/// beyond the limit therefore lies between that at the limit and 1: with the one put for the other on both sides,
/// backward induction, which is monotone, gives a lower and an upper bound of every value.
fn certify(game: &Compiled, wins: &Task<'_>, policy: &Policy, residual: f64) -> Result<Certificate, Unsolvable> {
    let value = |beyond: [Beyond; 2], conduct: [Conduct<'_>; 2]| -> Result<f64, Unsolvable> {
        let scoring = Scoring { beyond, ..wins.scoring };
        let task = Task { scoring, conduct, certify: false, ..*wins };
        Ok(at_start(game, &clocked::solve(&task, None, &mut ())?.start))
    };
    let best = [Conduct::Best; 2];
    let upper = value([Beyond::Nearest, Beyond::Value(1.0)], best)?;
    let lower = value([Beyond::Value(-1.0), Beyond::Nearest], best)?;
    let first = value(wins.scoring.beyond, [Conduct::Best, Conduct::Follows(policy)])?;
    let second = value(wins.scoring.beyond, [Conduct::Follows(policy), Conduct::Best])?;
    Ok(Certificate { residual, cut_bound: 0.5 * (upper - lower), exploitability: 0.5 * (first - second) })
}

/// Share of points for the draw's winner when each player decides as said.
pub fn evaluate(game: &Compiled, limit: usize, conduct: [Conduct<'_>; 2]) -> Result<f64, Unsolvable> {
    let payoff = winner(limit);
    let scoring = Scoring::score(limit, [Beyond::Value(-1.0), Beyond::Value(1.0)]);
    let task = Task { game: game.as_match(), scoring, payoff: &payoff, conduct, certify: false };
    Ok(0.5 * (1.0 + at_start(game, &clocked::solve(&task, None, &mut ())?.start)))
}
