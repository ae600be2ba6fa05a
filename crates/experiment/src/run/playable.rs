//! Studies behind one type: whoever has a list of them plays each without being compiled for it.

use std::sync::{Mutex, PoisonError};

use super::parallel::{self, Control, Keep, Outcome, RunError, where_possible};
use super::player::{Player, Setups};
use super::trials::{self, Unplayed};
use crate::declare::problem::Fault;
use crate::declare::row::Rows;
use crate::declare::study::{Shortcuts, StudyInfo};
use crate::design::schedule::Schedule;
use crate::scenario::plan::Plan;

/// A block that was not kept; who was to keep it knows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unkept;

/// Takes the blocks of a run, whatever may go wrong with one.
pub type BlockSink<'k> = dyn Keep<Error = Unkept> + 'k;

/// Plays trials and returns their rows.
pub type Play<'p> = dyn FnMut(&[u64]) -> Result<Rows, Vec<Fault>> + 'p;

/// Plays trials that may be only begun: their rows, and how many times as long they take when they are finished.
pub type Begin<'p> = dyn FnMut(&[u64]) -> Result<(Rows, f64), Vec<Fault>> + 'p;

/// A study whose type nobody needs to know. The crate of a game makes these of its studies, so that the runner is
/// compiled there.
pub trait Playable: Sync {
    /// Its name, as in a scenario.
    fn name(&self) -> &'static str;
    /// What a scenario needs to know of it.
    fn info(&self) -> StudyInfo;
    /// Whether the workers of a run share what is prepared, such as a solution.
    fn shares_preparation(&self) -> bool;
    /// Plays every block that the sink does not have. `run` does the same with any [`Keep`].
    fn run_blocks(
        &self,
        plan: &Plan,
        threads: Option<usize>,
        sink: &BlockSink<'_>,
        control: &Control,
    ) -> Result<Outcome, RunError<Unkept>>;
    /// Hands back columns of the first table of some trials, in their order, those of a trial in a row.
    fn numbers(
        &self,
        plan: &Plan,
        threads: Option<usize>,
        trials: &[u64],
        columns: &[usize],
        control: &Control,
    ) -> Result<Vec<f64>, Unplayed>;
    /// Lets `action`, which is called once, play lists of trials in memory, each by one call.
    fn play(&self, plan: &Plan, action: &mut dyn FnMut(&mut Play<'_>));
    /// Does what [`Playable::play`] does, but what takes many seconds is only begun.
    fn sketch(&self, plan: &Plan, action: &mut dyn FnMut(&mut Begin<'_>));
}

impl dyn Playable + '_ {
    /// Plays every block that `keep` does not have.
    pub fn run<K: Keep>(
        &self,
        plan: &Plan,
        threads: Option<usize>,
        keep: &K,
        control: &Control,
    ) -> Result<Outcome, RunError<K::Error>> {
        let sink = Stash { keep, error: Mutex::new(None) };
        let outcome = self.run_blocks(plan, threads, &sink, control);
        let Stash { error, .. } = sink;
        outcome.map_err(|failed| match failed {
            RunError::Threads(message) => RunError::Threads(message),
            RunError::Point { point, faults } => RunError::Point { point, faults },
            RunError::Keep(Unkept) => {
                let first = error.into_inner().unwrap_or_else(PoisonError::into_inner);
                first.map_or_else(|| RunError::Threads("a block was not kept".to_owned()), RunError::Keep)
            }
        })
    }

    /// Plays one trial in memory, with so many workers for what has work for them, or one a core: its rows.
    pub fn play_one(&self, plan: &Plan, trial: u64, threads: Option<usize>) -> Result<Rows, Vec<Fault>> {
        let mut rows = Err(Vec::new());
        where_possible(threads, || self.play(plan, &mut |play| rows = play(&[trial])));
        rows
    }
}

/// Keeps blocks for a run that must not know the type of what goes wrong, and remembers the first that did.
struct Stash<'a, K: Keep> {
    keep: &'a K,
    error: Mutex<Option<K::Error>>,
}

impl<K: Keep> Stash<'_, K> {
    fn noted(&self, error: K::Error) -> Unkept {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        Unkept
    }
}

impl<K: Keep> Keep for Stash<'_, K> {
    type Error = Unkept;

    fn schedule(&self) -> &Schedule {
        self.keep.schedule()
    }

    fn has(&self, block: u64) -> bool {
        self.keep.has(block)
    }

    fn keep(&self, block: u64, rows: Rows) -> Result<(), Unkept> {
        self.keep.keep(block, rows).map_err(|error| self.noted(error))
    }

    fn save(&self) -> Result<(), Unkept> {
        self.keep.save().map_err(|error| self.noted(error))
    }
}

/// A study as [`Playable`].
pub struct Of<S: Shortcuts> {
    /// What its runs share; each has its own where there is none.
    shared: Option<S::Shared>,
}

impl<S: Shortcuts> Of<S> {
    /// The study, of which each run prepares for itself.
    pub const NEW: Of<S> = Of { shared: None };

    /// The study, whose runs share this.
    pub fn sharing(shared: S::Shared) -> Of<S> {
        Of { shared: Some(shared) }
    }

    fn shared(&self) -> S::Shared {
        self.shared.clone().unwrap_or_default()
    }
}

impl<S: Shortcuts> Playable for Of<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn info(&self) -> StudyInfo {
        StudyInfo::of::<S>()
    }

    fn shares_preparation(&self) -> bool {
        size_of::<S::Shared>() > 0
    }

    fn run_blocks(
        &self,
        plan: &Plan,
        threads: Option<usize>,
        sink: &BlockSink<'_>,
        control: &Control,
    ) -> Result<Outcome, RunError<Unkept>> {
        parallel::run::<S, BlockSink<'_>>(plan, threads, sink, control, &self.shared())
    }

    fn numbers(
        &self,
        plan: &Plan,
        threads: Option<usize>,
        trials: &[u64],
        columns: &[usize],
        control: &Control,
    ) -> Result<Vec<f64>, Unplayed> {
        trials::numbers::<S>(plan, threads, trials, columns, control, &self.shared())
    }

    fn play(&self, plan: &Plan, action: &mut dyn FnMut(&mut Play<'_>)) {
        let shared = self.shared();
        let setups = Setups::new(plan, &shared);
        let mut player = Player::<S>::new(plan, &setups);
        action(&mut |trials| player.rows_of(trials.iter().copied()));
    }

    fn sketch(&self, plan: &Plan, action: &mut dyn FnMut(&mut Begin<'_>)) {
        let shared = S::sketch();
        let setups = Setups::new(plan, &shared);
        let mut player = Player::<S>::new(plan, &setups);
        action(&mut |trials| {
            let rows = player.rows_of(trials.iter().copied())?;
            Ok((rows, S::unfinished(&shared)))
        });
    }
}
