//! What all matches of a design point share: the compiled game and the policies, found once and kept for a while.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tolley_experiment::key::{Point, Value};

use crate::game::Compiled;
use crate::laws::Rules;
use crate::solution;
use crate::solver::clocked::{self, Beyond, Scoring, Task, Unsolvable};
use crate::solver::policy::{Conduct, Policy};
use crate::walk::Board;

/// Games that are kept; blocks come point by point, so that a few are enough.
const KEPT: usize = 4;

/// A game ready to be played.
#[derive(Debug)]
pub struct Prepared {
    /// The board to walk on.
    pub board: Board,
    /// What to do to win, where a player asks for it.
    pub to_win: Option<Policy>,
    /// What to do for goals, where a player asks for it.
    pub for_goals: Option<Policy>,
}

/// Which policies are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// To win, with scores told up to this difference.
    pub to_win: Option<usize>,
    /// For goals.
    pub for_goals: bool,
}

type Slot = Arc<OnceLock<Result<Arc<Prepared>, Unsolvable>>>;

/// Blocks of one design point are played by several workers, one after the other: they all want the same solution.
static GAMES: Mutex<Vec<(Vec<Value>, Wanted, Slot)>> = Mutex::new(Vec::new());

/// The game of a design point; found by the first who asks.
pub fn prepared(point: &Point, rules: &Rules, wanted: Wanted) -> Result<Arc<Prepared>, Unsolvable> {
    let is_rule = |path: &str| ["laws.", "time.", "board.", "dice."].iter().any(|table| path.starts_with(table));
    let keyed = point.schema.keys.iter().zip(&point.values).filter(|(key, _)| is_rule(key.path));
    let key: Vec<Value> = keyed.map(|(_, value)| *value).collect();
    let slot = {
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let found = games.iter().position(|(known, asked, _)| *known == key && *asked == wanted);
        let entry = found.map(|at| games.remove(at)).unwrap_or_else(|| (key, wanted, Slot::default()));
        let slot = entry.2.clone();
        // the last asked for stands last, the first goes
        games.push(entry);
        let excess = games.len().saturating_sub(KEPT);
        games.drain(..excess);
        slot
    };
    slot.get_or_init(|| prepare(rules, wanted).map(Arc::new)).clone()
}

fn prepare(rules: &Rules, wanted: Wanted) -> Result<Prepared, Unsolvable> {
    let game = Compiled::new(rules);
    let best = [Conduct::Best; 2];
    let to_win = match wanted.to_win {
        None => None,
        Some(limit) => {
            let payoff = solution::winner(limit);
            let scoring = Scoring::score(limit, [Beyond::Value(-1.0), Beyond::Value(1.0)]);
            let mut policy = Policy::new(&game.graph, &game.ticks, payoff.len());
            let task = Task { game: game.as_match(), scoring, payoff: &payoff, conduct: best, certify: false };
            clocked::solve(&task, Some(&mut policy), &mut ())?;
            Some(policy)
        }
    };
    let for_goals = match wanted.for_goals {
        false => None,
        true => {
            let mut policy = Policy::new(&game.graph, &game.ticks, 1);
            let scoring = Scoring::sum([1.0, -1.0]);
            let task = Task { game: game.as_match(), scoring, payoff: &[0.0], conduct: best, certify: false };
            clocked::solve(&task, Some(&mut policy), &mut ())?;
            Some(policy)
        }
    };
    Ok(Prepared { board: Board::new(game, rules), to_win, for_goals })
}
