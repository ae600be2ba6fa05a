//! What is to be solved: a game against a clock, what points do, and how each player decides.

use super::graph::Graph;
use super::layer::Scoring;
use super::policy::Strategy;
use super::sketch::Sketch;

/// A game against a clock.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// What can follow what.
    pub graph: &'a Graph,
    /// Units of time in each stage, first to last.
    pub ticks: &'a [u32],
    /// For each side and state at which a stage closes, the state at which the next one opens; player 0 opens it.
    pub reopens: &'a [Vec<u32>; 2],
    /// Where solutions are only begun, for an estimate: what counts how much of them is done.
    pub sketch: Option<&'a Sketch>,
}

/// Why a game has no solution here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// Play can go round without taking time; through this state.
    Timeless(u32),
    /// The last layer of this stage does not come to rest.
    Endless(usize),
}

/// What is to be solved, or evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game.
    pub game: Match<'a>,
    /// What points do.
    pub scoring: Scoring,
    /// What player 0 gets at the end, by score from -limit.
    pub payoff: &'a [f64],
    /// How each player decides.
    pub strategies: [Strategy<'a>; 2],
    /// Whether every value is checked against what its steps say.
    pub certify: bool,
}
