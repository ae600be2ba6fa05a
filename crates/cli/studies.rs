//! The studies that there are: one enum, one match.

use std::path::Path;
use std::sync::Arc;

use tolley_dataset::{Dataset, OpenError};
use tolley_experiment::plan::Plan;
use tolley_experiment::player::{Player, Setups};
use tolley_experiment::problem::Fault;
use tolley_experiment::row::Rows;
use tolley_experiment::run::{self, Control, Keep, Outcome, RunError, where_possible};
use tolley_experiment::study::{Study, StudyInfo};
use tolley_experiment::trials::{self, Unplayed};

use {tolley_cymbergaj as cymbergaj, tolley_dice_football as dice_football, tolley_tinsley_green as tinsley_green};

/// Version of the physics: rises whenever results change.
pub const PHYSICS_VERSION: u32 = 16;

/// Every study of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyStudy {
    /// `tinsley-green/shot`.
    TinsleyGreenShot,
    /// `tinsley-green/match`.
    TinsleyGreenMatch,
    /// `cymbergaj/flick`.
    CymbergajFlick,
    /// `cymbergaj/match`.
    CymbergajMatch,
    /// `cymbergaj/shootout`.
    CymbergajShootout,
    /// `dice-football/match`.
    DiceFootballMatch,
    /// `dice-football/solve`.
    DiceFootballSolve,
}

/// Something to do with a study, whichever it is.
trait Use {
    type Out;
    fn with<S: Study>(self) -> Self::Out;
}

impl AnyStudy {
    /// All of them.
    pub const ALL: [AnyStudy; 7] = [
        AnyStudy::TinsleyGreenShot,
        AnyStudy::TinsleyGreenMatch,
        AnyStudy::CymbergajFlick,
        AnyStudy::CymbergajMatch,
        AnyStudy::CymbergajShootout,
        AnyStudy::DiceFootballMatch,
        AnyStudy::DiceFootballSolve,
    ];

    fn visit<U: Use>(self, action: U) -> U::Out {
        match self {
            AnyStudy::TinsleyGreenShot => action.with::<tinsley_green::shot::ShotStudy>(),
            AnyStudy::TinsleyGreenMatch => action.with::<tinsley_green::matches::MatchStudy>(),
            AnyStudy::CymbergajFlick => action.with::<cymbergaj::shot::FlickStudy>(),
            AnyStudy::CymbergajMatch => action.with::<cymbergaj::matches::MatchStudy>(),
            AnyStudy::CymbergajShootout => action.with::<cymbergaj::matches::ShootoutStudy>(),
            AnyStudy::DiceFootballMatch => action.with::<dice_football::matches::MatchStudy>(),
            AnyStudy::DiceFootballSolve => action.with::<dice_football::solve::SolveStudy>(),
        }
    }

    /// What a scenario needs to know of it.
    pub fn info(self) -> StudyInfo {
        self.visit(Info)
    }

    /// Of all of them.
    pub fn infos() -> Vec<Arc<StudyInfo>> {
        AnyStudy::ALL.into_iter().map(|study| Arc::new(study.info())).collect()
    }

    /// The plan of a dataset and its study; why not, where this version does not know it any more.
    pub fn plan_of(dataset: &Dataset) -> Result<(Plan, AnyStudy), String> {
        let record = &dataset.manifest().plan;
        let study = AnyStudy::named(&record.study).ok_or_else(|| format!("there is no study {}", record.study))?;
        let mut plan = Plan::of_record(study.info().into(), record)?;
        plan.question.clone_from(&dataset.manifest().question);
        Ok((plan, study))
    }

    /// Opens a dataset to read it. Its study says what keys are where the manifest is older than labels and roles.
    pub fn load(dir: &Path) -> Result<Dataset, OpenError> {
        let dataset = Dataset::load(dir)?;
        let study = AnyStudy::named(&dataset.manifest().plan.study);
        Ok(match study {
            Some(study) => dataset.described_by(&study.info()),
            None => dataset,
        })
    }

    /// The study of this name.
    pub fn named(name: &str) -> Option<AnyStudy> {
        AnyStudy::ALL.into_iter().find(|study| study.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.visit(Name)
    }

    /// Whether the workers of a run share what is prepared, such as a solution.
    pub fn shares(self) -> bool {
        self.visit(Shares)
    }

    /// Plays every block that is not kept yet.
    pub fn run<K: Keep>(
        self,
        plan: &Plan,
        threads: Option<usize>,
        keep: &K,
        control: &Control,
    ) -> Result<Outcome, RunError<K::Error>> {
        self.visit(Run { plan, threads, keep, control })
    }

    /// A column of the first table of some trials, in their order.
    pub fn numbers(
        self,
        plan: &Plan,
        threads: Option<usize>,
        trials: &[u64],
        column: usize,
        control: &Control,
    ) -> Result<Vec<f64>, Unplayed> {
        self.visit(Numbers { plan, threads, trials, column, control })
    }

    /// As [`AnyStudy::play`], but what takes many seconds is only begun: each call says how many times as long all of
    /// it takes.
    pub fn sketch<T>(self, plan: &Plan, action: impl FnOnce(&mut Begin<'_>) -> T) -> T {
        self.visit(Sketched { plan, action })
    }

    /// Lets `action` play lists of trials in memory, each by one call.
    pub fn play<T>(self, plan: &Plan, action: impl FnOnce(&mut Play<'_>) -> T) -> T {
        self.visit(InMemory { plan, action })
    }

    /// Plays one trial in memory, with so many workers for what has work for them, or one a core: its rows.
    pub fn play_one(self, plan: &Plan, trial: u64, threads: Option<usize>) -> Result<Rows, Vec<Fault>> {
        where_possible(threads, || self.play(plan, |play| play(&[trial])))
    }
}

/// Plays trials and returns their rows.
pub type Play<'p> = dyn FnMut(&[u64]) -> Result<Rows, Vec<Fault>> + 'p;

/// Plays trials that may be only begun: their rows, and how many times as long they take when they are finished.
pub type Begin<'p> = dyn FnMut(&[u64]) -> Result<(Rows, f64), Vec<Fault>> + 'p;

struct Info;

impl Use for Info {
    type Out = StudyInfo;
    fn with<S: Study>(self) -> StudyInfo {
        StudyInfo::of::<S>()
    }
}

struct Name;

impl Use for Name {
    type Out = &'static str;
    fn with<S: Study>(self) -> &'static str {
        S::NAME
    }
}

struct Shares;

impl Use for Shares {
    type Out = bool;
    fn with<S: Study>(self) -> bool {
        size_of::<S::Shared>() > 0
    }
}

struct Run<'a, K> {
    plan: &'a Plan,
    threads: Option<usize>,
    keep: &'a K,
    control: &'a Control,
}

impl<K: Keep> Use for Run<'_, K> {
    type Out = Result<Outcome, RunError<K::Error>>;
    fn with<S: Study>(self) -> Self::Out {
        run::run::<S, K>(self.plan, self.threads, self.keep, self.control, &S::Shared::default())
    }
}

struct Numbers<'a> {
    plan: &'a Plan,
    threads: Option<usize>,
    trials: &'a [u64],
    column: usize,
    control: &'a Control,
}

impl Use for Numbers<'_> {
    type Out = Result<Vec<f64>, Unplayed>;
    fn with<S: Study>(self) -> Self::Out {
        let Numbers { plan, threads, trials, column, control } = self;
        trials::numbers::<S>(plan, threads, trials, column, control, &S::Shared::default())
    }
}

struct InMemory<'a, F> {
    plan: &'a Plan,
    action: F,
}

impl<T, F: FnOnce(&mut Play<'_>) -> T> Use for InMemory<'_, F> {
    type Out = T;
    fn with<S: Study>(self) -> T {
        let shared = S::Shared::default();
        let setups = Setups::new(self.plan, &shared);
        let mut player = Player::<S>::new(self.plan, &setups);
        (self.action)(&mut |trials| player.rows_of(trials.iter().copied()))
    }
}

struct Sketched<'a, F> {
    plan: &'a Plan,
    action: F,
}

impl<T, F: FnOnce(&mut Begin<'_>) -> T> Use for Sketched<'_, F> {
    type Out = T;
    fn with<S: Study>(self) -> T {
        let shared = S::sketch();
        let setups = Setups::new(self.plan, &shared);
        let mut player = Player::<S>::new(self.plan, &setups);
        (self.action)(&mut |trials| {
            let rows = player.rows_of(trials.iter().copied())?;
            Ok((rows, S::unfinished(&shared)))
        })
    }
}
