//! Dice football as a graph: every position with what can follow it, for learners and other solvers.

use std::path::PathBuf;

use pyo3::prelude::*;
use tolley_dice_football::laws::{Compiled, Laws};
use tolley_dice_football::solve::{SolveKeys, SolveStudy};
use tolley_dice_football::solver::{Owner, Policy};
use tolley_experiment::keys::KeySet;
use tolley_experiment::run::where_possible;
use tolley_experiment::study::Study;

use crate::point;
use crate::problem::{bad, refused};

/// Scores are told up to this difference by the policy.
const MOST_AHEAD: usize = 20;

/// One step: to which position, its share of chance, goals of who attacks, whether the other attacks then, whether play
/// stops there when the time is up, what is done.
type Told = (u32, f64, i8, bool, bool, &'static str);

/// The game of a scenario of dice-football/solve.
#[pyclass(frozen, module = "tolley")]
pub struct DiceGame {
    laws: Laws,
    game: Compiled,
    policy: std::sync::OnceLock<Option<Policy>>,
}

#[pymethods]
impl DiceGame {
    /// Of a scenario, as a text or in a file; without one of the rules as written.
    #[new]
    #[pyo3(signature = (text = None, path = None))]
    fn new(text: Option<&str>, path: Option<PathBuf>) -> PyResult<DiceGame> {
        let plain = "study = \"dice-football/solve\"\nseed = 1\nrepeats = 1\n";
        let text = if path.is_none() { text.or(Some(plain)) } else { None };
        let plan = point::plan(text, path)?;
        if plan.study.name != SolveStudy::NAME {
            return Err(bad(format!("a scenario of dice-football/solve is wanted, not of {}", plan.study.name)));
        }
        let keys = SolveKeys::read(&plan.point(0));
        let laws = Laws::new(&keys.laws()).map_err(|faults| refused(0, &faults))?;
        Ok(DiceGame { game: Compiled::new(&laws), laws, policy: std::sync::OnceLock::new() })
    }

    /// Number of positions.
    fn __len__(&self) -> usize {
        self.game.positions.len()
    }

    /// Counted rolls of each half.
    #[getter]
    fn rolls(&self) -> [u32; 2] {
        self.game.ticks
    }

    /// How a match can open: the share of chance and the position; the loser of the draw attacks.
    #[getter]
    fn openings(&self) -> Vec<(f64, u32)> {
        self.game.openings.iter().map(|opening| (opening.probability, opening.node)).collect()
    }

    /// Where the second half opens, by side and position at which the first one closed.
    #[getter]
    fn reopens(&self) -> [Vec<u32>; 2] {
        self.game.reopens.clone()
    }

    /// Who decides at each position: 0 who attacks, 1 who defends, 2 the dice.
    #[getter]
    fn owners(&self) -> Vec<u8> {
        let of = |node| match self.game.graph.owner(node) {
            Owner::Mover => 0,
            Owner::Other => 1,
            Owner::Chance => 2,
        };
        (0..self.game.graph.len()).map(of).collect()
    }

    /// Whether what follows each position takes a counted roll.
    #[getter]
    fn ticks(&self) -> Vec<bool> {
        (0..self.game.graph.len()).map(|node| self.game.graph.ticks(node)).collect()
    }

    /// What can follow each position.
    #[getter]
    fn steps(&self) -> Vec<Vec<Told>> {
        let events = self.game.events(&self.laws);
        let of = |node: usize| {
            let first = self.game.graph.first_step(node);
            let told = self.game.graph.steps(node).iter().zip(&events[first..]);
            told.map(|(step, event)| {
                let effect = step.effect;
                (step.to, effect.probability, effect.reward, effect.swaps, effect.closes, event.act.name())
            })
            .collect()
        };
        (0..self.game.graph.len()).map(of).collect()
    }

    /// A position in words.
    fn describe(&self, node: usize) -> PyResult<String> {
        let position = self.game.positions.get(node).ok_or_else(|| bad(format!("there is no position {node}")))?;
        Ok(format!("{position:?}"))
    }

    /// The step that the exact solution makes to win: at this half (0 or 1), rolls left, side (0 won the draw),
    /// position and goals that side 0 is ahead; None where nobody decides. Solves the game when it is asked for the
    /// first time.
    fn best(
        &self,
        py: Python<'_>,
        time: (usize, u32),
        side: usize,
        node: usize,
        ahead: i32,
    ) -> PyResult<Option<usize>> {
        let (half, left) = time;
        let solve = || tolley_dice_football::solve::solution::policy_to_win(&self.game, MOST_AHEAD).ok();
        let policy = py.detach(|| self.policy.get_or_init(|| where_possible(None, solve)));
        let policy = policy.as_ref().ok_or_else(|| bad("rules under which play need not end have no solution"))?;
        if half > 1 || left > self.game.ticks[half] || side > 1 || node >= self.game.positions.len() {
            return Err(bad("no such state"));
        }
        Ok(policy.choice((half, left), side, node, ahead))
    }
}
