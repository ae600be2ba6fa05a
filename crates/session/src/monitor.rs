//! Who hears how far a use case is, and may stop it.

use std::fmt;
use std::path::Path;

use tolley_dataset::{Claim, Dataset, Notice};
use tolley_experiment::problem::Problems;

use crate::error::SessionError;
use crate::outlook::Outlook;
use tolley_experiment::count::GroupedCount;

/// Hears what happens, and says whether to stop. Its methods are called from several threads; each does nothing unless
/// it is overridden.
pub trait Monitor: Sync {
    /// Hears something that a person should or may know.
    fn note(&self, _note: &Note<'_>) {}
    /// Begins to listen to whoever may ask to stop; nothing is to be kept yet.
    fn listen(&self) -> Result<(), SessionError> {
        Ok(())
    }
    /// From now on something is to be kept before the program may end.
    fn hold(&self) {}
    /// From now on nothing is.
    fn release(&self) {}
    /// Whether somebody asks to stop.
    fn is_stopped(&self) -> bool {
        false
    }
    /// Whether it wants to look at what is found so far.
    fn wants_to_look(&self) -> bool {
        false
    }
    /// Looks at a dataset that is being played, and says what it answers so far.
    fn look(&self, _dataset: &Dataset) -> Option<String> {
        None
    }
    /// Hears that so many trials are about to be played.
    fn begin(&self, _trials: u64) {}
    /// Hears about 20 times a second how far it is.
    fn progress(&self, _progress: &Progress<'_>) {}
    /// Hears that workers are told to stop, and whether what is finished is kept.
    fn stopping(&self, _is_kept: bool) {}
    /// Hears again and again that workers do not come to an end. It may end the program after `leave`, which keeps what
    /// is finished and says what became of it.
    fn abandon(&self, _leave: &dyn Fn() -> SessionError) {}
    /// Hears that no more is played.
    fn end(&self) {}
    /// Hears what is done after the last trial.
    fn closing(&self, _closing: Closing) {}
    /// Hears that all of that is done.
    fn closed(&self) {}
}

/// What is done after the last trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// Blocks become files.
    Files,
    /// Rows are summed up.
    Summary,
    /// The dataset is closed.
    End,
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Closing::Files => "writing files",
            Closing::Summary => "summing up",
            Closing::End => "closing the dataset",
        })
    }
}

/// A monitor that hears nothing and stops nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// How far a run is.
pub struct Progress<'a> {
    /// Trials that were played.
    pub played: u64,
    /// Trials that are to be played.
    pub trials: u64,
    /// What was found since it was told last.
    pub found: Option<&'a str>,
    /// How much of the work that is, and how long the rest takes.
    pub outlook: Outlook,
}

/// Something that a person should or may know.
#[derive(Debug)]
pub enum Note<'a> {
    /// What is odd about a scenario or a file.
    Warnings(&'a Problems),
    /// Keys in which the scenario is followed and not a file.
    Overruled(&'a [String]),
    /// An axis at all of whose values the same trials are played.
    IdleAxis(&'a IdleAxis),
    /// A dataset goes into a folder of its own, since the usual one has trials of another version of the physics.
    OtherPhysics {
        /// The usual folder.
        usual: &'a Path,
        /// Where it goes.
        folder: &'a Path,
        /// The version of what is there.
        there: u32,
        /// The version of this program.
        here: u32,
    },
    /// A folder has the dataset of another plan, with which a trial is not compared.
    OtherPlan(&'a Path),
    /// Which share a task of an array plays.
    Share(&'a str),
    /// A run begins.
    Begins {
        /// Trials of the plan.
        trials: u64,
        /// Whether they are the most, because points may end before.
        is_most: bool,
        /// Points of the plan.
        points: u64,
        /// Trials that are there already.
        kept: u64,
        /// Where they go.
        folder: &'a Path,
    },
    /// Points of which not enough is known go on.
    GoesOn {
        /// Those points.
        open: u64,
        /// Points of the plan.
        points: u64,
        /// Trials that each of them is played up to.
        repeats: u64,
    },
    /// Something happens to the lock of another run.
    Lock(&'a Notice),
}

impl Note<'_> {
    /// Whether it is for those alone who like to be kept informed.
    pub fn is_chatter(&self) -> bool {
        match self {
            Note::OtherPhysics { .. } | Note::Begins { .. } | Note::GoesOn { .. } => true,
            Note::Lock(notice) => matches!(notice, Notice::Watching { .. }),
            Note::Warnings(_) | Note::Overruled(_) | Note::IdleAxis(_) | Note::OtherPlan(_) | Note::Share(_) => false,
        }
    }
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Warnings(problems) => problems.fmt(f),
            Note::Overruled(keys) => {
                write!(f, "note: the scenario is followed, not the file, in: {}", keys.join(", "))
            }
            Note::IdleAxis(IdleAxis { key, trials, values }) => write!(
                f,
                "warning: {key}: the axis changes nothing: {trials} trials are the same at {values} of its values"
            ),
            Note::OtherPhysics { usual, folder, there, here } => write!(
                f,
                "note: {} was played by physics {there}; this is physics {here}, which goes to {}",
                usual.display(),
                folder.display()
            ),
            Note::OtherPlan(folder) => {
                write!(f, "note: {} is the dataset of another plan; nothing is compared", folder.display())
            }
            Note::Share(text) => f.write_str(text),
            Note::Begins { trials: trial_count, is_most, points: point_count, kept, folder } => {
                let at_most = if *is_most { "at most " } else { "" };
                let [trials, points] = [*trial_count, *point_count].map(GroupedCount);
                let [plural, points_plural] =
                    [*trial_count, *point_count].map(|count| if count == 1 { "" } else { "s" });
                write!(
                    f,
                    "{at_most}{trials} trial{plural} at {points} point{points_plural} into {}",
                    folder.display()
                )?;
                if *kept > 0 { write!(f, ", {} are there already", GroupedCount(*kept)) } else { Ok(()) }
            }
            Note::GoesOn { open, points, repeats } => {
                let [open, points, repeats] = [*open, *points, *repeats].map(GroupedCount);
                write!(f, "{open} of {points} points go on, to {repeats} trials each")
            }
            Note::Lock(notice @ Notice::Watching { .. }) => write!(f, "note: {notice}"),
            Note::Lock(notice @ Notice::TookOver { .. }) => write!(f, "warning: {notice}"),
        }
    }
}

/// An axis that changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdleAxis {
    /// Its key.
    pub key: String,
    /// Trials that are the same.
    pub trials: u64,
    /// Values at which they are.
    pub values: usize,
}

/// Does something with the right to write into a dataset, of which the monitor hears.
pub(crate) fn claim<T>(take_over: bool, monitor: &dyn Monitor, action: impl FnOnce(&Claim<'_>) -> T) -> T {
    let told = |notice: &Notice| monitor.note(&Note::Lock(notice));
    action(&Claim { take_over, told: &told })
}
