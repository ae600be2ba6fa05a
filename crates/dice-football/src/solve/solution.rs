//! The exact solution of a match: by expected goal difference (objective A) and by who wins (objective B).

use tolley_experiment::run::both;

use crate::laws::Compiled;
use crate::solver::clocked;
use crate::solver::steady::{self, Steady};
use crate::solver::{Beyond, Layer, LayerSink, Policy, Scoring, Sketch, Strategy, Task, Unsolvable};

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
    /// Largest difference of a value and what its steps say, over all values of both objectives and the steady values.
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

/// Hear of the layers while a match is solved.
pub struct Sinks<'a> {
    /// Of expected goal differences, both playing for goals.
    pub goals: &'a mut (dyn LayerSink + Send),
    /// Of wins minus losses of the draw's winner, both playing to win.
    pub wins: &'a mut (dyn LayerSink + Send),
    /// Of draws, both playing to win.
    pub draws: &'a mut (dyn LayerSink + Send),
}

/// Solves a match.
///
/// ```
/// use tolley_dice_football::laws::{Compiled, Laws, RuleKeys};
/// use tolley_dice_football::solve::{Extent, solution};
/// let mut keys = RuleKeys::default();
/// (keys.clock.half_s, keys.rules.champion_die) = (30.0, false);
/// let game = Compiled::new(&Laws::new(&keys).expect("sound rules"));
/// let solved = solution::solve(&game, Extent { limit: 3, certify: true }).expect("it has a solution");
/// assert!((solved.points_share - 0.5).abs() < 0.01);
/// assert!(solved.certificate.expect("it was asked for").residual < 1e-12);
/// ```
pub fn solve(game: &Compiled, extent: Extent) -> Result<Solution, Unsolvable> {
    solve_heard(game, extent, Sinks { goals: &mut (), wins: &mut (), draws: &mut () })
}

/// Solves a match and tells the layers on the way; the two objectives, and the four games of the proof, each at the
/// same time as another.
pub fn solve_heard(game: &Compiled, extent: Extent, sinks: Sinks<'_>) -> Result<Solution, Unsolvable> {
    let payoff = winner(extent.limit);
    let wins = Task { certify: extent.certify, ..to_win(game, &payoff, [Strategy::Best; 2]) };
    let mut policy = Policy::new(&game.graph, &game.ticks, payoff.len());
    let (for_goals, won) =
        both(|| for_goals(game, extent.certify, sinks.goals), || clocked::solve(&wins, Some(&mut policy), sinks.wins));
    let (for_goals, won) = (for_goals?, won?);
    let residual = for_goals.residual.max(won.residual).max(for_goals.steady.residual);
    let (drawn, certificate) = both(
        || drawn(game, &policy, extent, sinks.draws),
        || extent.certify.then(|| certify(game, &wins, &policy, residual)).transpose(),
    );
    let by_opening = game.openings.iter().map(|opening| points(won.start.value(1, opening.node as usize, 0)));
    let steady = for_goals.steady.values;
    Ok(Solution {
        goal_difference: for_goals.difference,
        goals: for_goals.total,
        points_share: points(at_start(game, &won.start)),
        points_by_opening: by_opening.collect(),
        draw_share: drawn?,
        kick_off_goals: game.openings.iter().map(|o| o.probability * steady[o.node as usize]).sum(),
        steady,
        certificate: certificate?,
        policy,
        goals_policy: for_goals.policy,
    })
}

/// What to do to win, with scores told up to a difference.
pub fn policy_to_win(game: &Compiled, limit: usize) -> Result<Policy, Unsolvable> {
    let payoff = winner(limit);
    let mut policy = Policy::new(&game.graph, &game.ticks, payoff.len());
    clocked::solve(&to_win(game, &payoff, [Strategy::Best; 2]), Some(&mut policy), &mut ())?;
    Ok(policy)
}

/// What to do for goals.
pub fn policy_for_goals(game: &Compiled) -> Result<Policy, Unsolvable> {
    let mut policy = Policy::new(&game.graph, &game.ticks, 1);
    clocked::solve(&sum(game, [1.0, -1.0], [Strategy::Best; 2]), Some(&mut policy), &mut ())?;
    Ok(policy)
}

/// Share of points of a value between -1 and 1.
fn points(value: f64) -> f64 {
    0.5 * (1.0 + value)
}

/// Objective A.
struct ForGoals {
    difference: f64,
    total: f64,
    policy: Policy,
    residual: f64,
    steady: Steady,
}

fn for_goals(game: &Compiled, certify: bool, sink: &mut (dyn LayerSink + Send)) -> Result<ForGoals, Unsolvable> {
    let mut policy = Policy::new(&game.graph, &game.ticks, 1);
    let task = Task { certify, ..sum(game, [1.0, -1.0], [Strategy::Best; 2]) };
    let difference = clocked::solve(&task, Some(&mut policy), sink)?;
    let total = sum(game, [1.0, 1.0], [Strategy::Follows(&policy); 2]);
    let total = clocked::solve(&total, None, &mut ())?;
    Ok(ForGoals {
        difference: at_start(game, &difference.start),
        total: at_start(game, &total.start),
        residual: difference.residual,
        steady: steady(game),
        policy,
    })
}

fn steady(game: &Compiled) -> Steady {
    let Some(sketch) = &game.sketch else { return steady::solve(&game.graph, DISCOUNT, STEADY, MOST_SWEEPS) };
    let work = game.graph.step_count() as f64;
    let begun = steady::solve(&game.graph, DISCOUNT, STEADY, Sketch::most(work));
    sketch.note_sweeps(work, begun.sweep_count, begun.residual, STEADY);
    begun
}

/// Objective A, or another sum of goals, for players who decide as said; `gain` is what a goal of either is worth.
fn sum<'a>(game: &'a Compiled, gain: [f64; 2], strategies: [Strategy<'a>; 2]) -> Task<'a> {
    Task { game: game.as_match(), scoring: Scoring::sum(gain), payoff: &[0.0], strategies, certify: false }
}

/// Objective B, for players who decide as said.
fn to_win<'a>(game: &'a Compiled, payoff: &'a [f64], strategies: [Strategy<'a>; 2]) -> Task<'a> {
    let scoring = Scoring::score(payoff.len() / 2, [Beyond::Value(-1.0), Beyond::Value(1.0)]);
    Task { game: game.as_match(), scoring, payoff, strategies, certify: false }
}

fn drawn(
    game: &Compiled,
    policy: &Policy,
    extent: Extent,
    sink: &mut (dyn LayerSink + Send),
) -> Result<f64, Unsolvable> {
    let draws = level(extent.limit);
    let task = to_draw(game, &draws, [Strategy::Follows(policy); 2]);
    Ok(at_start(game, &clocked::solve(&task, None, sink)?.start))
}

/// Draws, for players who decide as said.
fn to_draw<'a>(game: &'a Compiled, payoff: &'a [f64], strategies: [Strategy<'a>; 2]) -> Task<'a> {
    let scoring = Scoring::score(payoff.len() / 2, [Beyond::Value(0.0); 2]);
    Task { scoring, ..to_win(game, payoff, strategies) }
}

/// 1 where nobody is ahead, by score from -limit.
fn level(limit: usize) -> Vec<f64> {
    winner(limit).into_iter().map(|ahead| 1.0 - ahead.abs()).collect()
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
    let value = |beyond: [Beyond; 2], strategies: [Strategy<'_>; 2]| -> Result<f64, Unsolvable> {
        let scoring = Scoring { beyond, ..wins.scoring };
        let task = Task { scoring, strategies, certify: false, ..*wins };
        Ok(at_start(game, &clocked::solve(&task, None, &mut ())?.start))
    };
    let best = [Strategy::Best; 2];
    let (upper, lower) = both(
        || value([Beyond::Nearest, Beyond::Value(1.0)], best),
        || value([Beyond::Value(-1.0), Beyond::Nearest], best),
    );
    let (first, second) = both(
        || value(wins.scoring.beyond, [Strategy::Best, Strategy::Follows(policy)]),
        || value(wins.scoring.beyond, [Strategy::Follows(policy), Strategy::Best]),
    );
    let (cut_bound, exploitability) = (0.5 * (upper? - lower?), 0.5 * (first? - second?));
    Ok(Certificate { residual, cut_bound, exploitability })
}

/// Share of points for the draw's winner when each player decides as said.
pub fn evaluate(game: &Compiled, limit: usize, strategies: [Strategy<'_>; 2]) -> Result<f64, Unsolvable> {
    let payoff = winner(limit);
    let solved = clocked::solve(&to_win(game, &payoff, strategies), None, &mut ())?;
    Ok(points(at_start(game, &solved.start)))
}

/// Share of drawn matches when each player decides as said.
pub fn evaluate_draws(game: &Compiled, limit: usize, strategies: [Strategy<'_>; 2]) -> Result<f64, Unsolvable> {
    let payoff = level(limit);
    let solved = clocked::solve(&to_draw(game, &payoff, strategies), None, &mut ())?;
    Ok(at_start(game, &solved.start))
}
