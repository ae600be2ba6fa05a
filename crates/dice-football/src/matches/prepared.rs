//! What all matches of a design point share: the compiled game and the policies, found once and kept for a while.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::simulator::Simulator;
use crate::laws::{Compiled, Laws, RuleKeys};
use crate::solve::solution;
use crate::solver::{Policy, Sketch, Unsolvable};

/// Games that are kept; a round has all repeats of a point, so that a few are enough.
const KEPT: usize = 4;

/// A game ready to be played.
#[derive(Debug)]
pub struct Prepared {
    /// What plays it.
    pub simulator: Simulator,
    /// What to do to win, where a player asks for it.
    pub to_win: Option<Policy>,
    /// What to do for goals, where a player asks for it.
    pub for_goals: Option<Policy>,
}

/// Which policies are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// To win, with scores told up to this difference.
    pub to_win: Option<usize>,
    /// For goals.
    pub for_goals: bool,
}

impl Prepared {
    /// Finds what is wanted of a game under these laws; only about so, with a sketch.
    pub fn new(laws: &Laws, wanted: Wanted, sketch: Option<Arc<Sketch>>) -> Result<Prepared, Unsolvable> {
        let game = Compiled { sketch, ..Compiled::new(laws) };
        let to_win = wanted.to_win.map(|limit| solution::policy_to_win(&game, limit)).transpose()?;
        let for_goals = wanted.for_goals.then(|| solution::policy_for_goals(&game)).transpose()?;
        Ok(Prepared { simulator: Simulator::new(game, laws), to_win, for_goals })
    }
}

type Slot = Arc<OnceLock<Result<Arc<Prepared>, Unsolvable>>>;

/// The games that were prepared last; design points that share rules share a solution, which the first who asks finds.
#[derive(Clone, Debug, Default)]
pub struct Games {
    kept: Arc<Mutex<Vec<(RuleKeys, Wanted, Slot)>>>,
    /// Where policies are only begun.
    sketch: Option<Arc<Sketch>>,
}

impl Games {
    /// Policies are only begun, for an estimate.
    pub(super) fn sketched() -> Games {
        Games { kept: Arc::default(), sketch: Some(Arc::default()) }
    }

    /// How many times as long what was prepared since this was asked last takes when it is finished.
    pub(super) fn unfinished(&self) -> f64 {
        self.sketch.as_ref().map_or(1.0, |sketch| sketch.take())
    }

    /// The game under `laws`, which are those of the keys; waits while another worker prepares it.
    pub fn prepared(&self, keys: &RuleKeys, laws: &Laws, wanted: Wanted) -> Result<Arc<Prepared>, Unsolvable> {
        let prepare = || Prepared::new(laws, wanted, self.sketch.clone()).map(Arc::new);
        self.slot(keys, wanted).get_or_init(prepare).clone()
    }

    fn slot(&self, keys: &RuleKeys, wanted: Wanted) -> Slot {
        let mut games = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = games.iter().position(|(known, asked, _)| known == keys && *asked == wanted);
        let entry = found.map_or_else(|| (*keys, wanted, Slot::default()), |at| games.remove(at));
        let slot = entry.2.clone();
        // the last asked for stands last, the first goes
        games.push(entry);
        let excess = games.len().saturating_sub(KEPT);
        games.drain(..excess);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begin(champion_die: bool, sketch: &Arc<Sketch>) {
        let mut keys = RuleKeys::default();
        keys.rules.champion_die = champion_die;
        let laws = Laws::new(&keys).expect("good keys");
        let wanted = Wanted { to_win: Some(6), for_goals: false };
        Prepared::new(&laws, wanted, Some(sketch.clone())).expect("it has a solution");
    }

    /// An estimate of a match with the champion die took 6 to 31 s, since it solved the match.
    #[test]
    fn what_an_estimate_needs_is_begun_only() {
        let sketch = Arc::default();
        // 72 sweeps and 75 layers of each half, of which 19 each are made, and three of the larger game
        for (champion_die, expected) in [(false, 2.5..6.0), (true, 12.0..50.0)] {
            begin(champion_die, &sketch);
            let times = sketch.take();
            assert!(expected.contains(&times), "{times} times as long");
        }
        assert_eq!(sketch.take(), 1.0, "nothing was begun since");
    }

    #[test]
    fn a_game_is_prepared_once_and_the_last_few_are_kept() {
        let games = Games::default();
        let prepared = |half_s: f64| {
            let mut keys = RuleKeys::default();
            (keys.clock.half_s, keys.rules.champion_die) = (half_s, false);
            let laws = Laws::new(&keys).expect("good keys");
            games.clone().prepared(&keys, &laws, Wanted::default()).expect("nothing to solve")
        };
        let first = prepared(60.0);
        assert!(Arc::ptr_eq(&first, &prepared(60.0)), "whoever asks");
        for rolls in 1..KEPT {
            prepared(6.0 * rolls as f64);
        }
        assert!(Arc::ptr_eq(&first, &prepared(60.0)), "one of the last {KEPT}");
        for rolls in 1..=KEPT {
            prepared(6.0 * rolls as f64);
        }
        assert!(!Arc::ptr_eq(&first, &prepared(60.0)), "{KEPT} others were asked for since");
    }
}
