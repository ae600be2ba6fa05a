//! The studies that there are: one enum, one match.

use tolley_cymbergaj::contest::study::{Matches, Shootouts};
use tolley_cymbergaj::flick::Flick;
use tolley_dice_football::play::PlayMatch;
use tolley_dice_football::solve::Solve;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Fault;
use tolley_experiment::row::Rows;
use tolley_experiment::run::{self, Control, Keep, Outcome, RunError};
use tolley_experiment::study::{Study, StudyInfo};
use tolley_tinsley_green::game::WholeGame;
use tolley_tinsley_green::shot::OpeningShot;

/// Version of the physics: rises whenever results change.
pub const PHYSICS_VERSION: u32 = 4;

/// Every study of every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyStudy {
    /// `tinsley-green/shot`.
    TinsleyGreenShot,
    /// `tinsley-green/game`.
    TinsleyGreenGame,
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
        AnyStudy::TinsleyGreenGame,
        AnyStudy::CymbergajFlick,
        AnyStudy::CymbergajMatch,
        AnyStudy::CymbergajShootout,
        AnyStudy::DiceFootballMatch,
        AnyStudy::DiceFootballSolve,
    ];

    fn visit<U: Use>(self, action: U) -> U::Out {
        match self {
            AnyStudy::TinsleyGreenShot => action.with::<OpeningShot>(),
            AnyStudy::TinsleyGreenGame => action.with::<WholeGame>(),
            AnyStudy::CymbergajFlick => action.with::<Flick>(),
            AnyStudy::CymbergajMatch => action.with::<Matches>(),
            AnyStudy::CymbergajShootout => action.with::<Shootouts>(),
            AnyStudy::DiceFootballMatch => action.with::<PlayMatch>(),
            AnyStudy::DiceFootballSolve => action.with::<Solve>(),
        }
    }

    /// What a scenario needs to know of it.
    pub fn info(self) -> StudyInfo {
        self.visit(Info)
    }

    /// The study of this name.
    pub fn named(name: &str) -> Option<AnyStudy> {
        AnyStudy::ALL.into_iter().find(|study| study.info().name == name)
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

    /// Plays some trials in memory.
    pub fn play(self, plan: &Plan, trials: std::ops::Range<u64>) -> Result<Rows, Vec<Fault>> {
        self.visit(Play { plan, trials })
    }
}

struct Info;

impl Use for Info {
    type Out = StudyInfo;
    fn with<S: Study>(self) -> StudyInfo {
        StudyInfo::of::<S>()
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
        run::run::<S, K>(self.plan, self.threads, self.keep, self.control)
    }
}

struct Play<'a> {
    plan: &'a Plan,
    trials: std::ops::Range<u64>,
}

impl Use for Play<'_> {
    type Out = Result<Rows, Vec<Fault>>;
    fn with<S: Study>(self) -> Self::Out {
        run::play_some::<S>(self.plan, self.trials, || true)
    }
}
