//! Another program in which a command runs, such as Python: it hears what the command says, and asks it to stop.

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tolley_answers::answer::Answer;
use tolley_dataset::sheet::Cells;
use tolley_experiment::table::Table;
use tolley_session::Source;

thread_local! {
    // of the thread that runs the command; those that it starts are handed what they need
    static CURRENT: RefCell<Option<Arc<Host>>> = const { RefCell::new(None) };
}

/// What a command answered, for the program in which it runs.
#[derive(Debug, Default)]
pub struct Answered {
    /// In the order in which they are printed.
    pub answers: Vec<Answer>,
    /// Tables beside them that the command writes into files.
    pub sheets: Vec<(Table, Vec<Cells>)>,
}

/// What stays of an answer besides what the other program is handed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// Its folder, as of a command that a person types.
    #[default]
    Folder,
    /// Nothing: what was played stays as it is.
    Nothing,
    /// Nothing, and what was played goes too, so that no answer names its folder.
    NothingPlayed,
}

/// What takes the place of terminal, signals and standard input.
#[derive(Debug, Default)]
pub struct Host {
    input: String,
    result: Mutex<String>,
    said: Mutex<String>,
    answered: Mutex<Answered>,
    keeping: Keeping,
    /// Exit code of the signal that asks the command to stop; 0 while none does.
    pub(crate) code: Arc<AtomicUsize>,
    played: AtomicU64,
    trials: AtomicU64,
}

impl Host {
    /// With a text for those who read standard input.
    pub fn new(input: &str, keeping: Keeping) -> Host {
        Host { input: input.to_owned(), keeping, ..Host::default() }
    }

    /// The host of this thread, if it has one.
    pub fn current() -> Option<Arc<Host>> {
        CURRENT.with_borrow(Option::clone)
    }

    /// Runs something in this host.
    pub(crate) fn run<T>(self: &Arc<Host>, action: impl FnOnce() -> T) -> T {
        CURRENT.set(Some(Arc::clone(self)));
        let out = action();
        CURRENT.set(None);
        out
    }

    /// Asks the command to stop, as a signal with this exit code does.
    pub fn stop(&self, code: u8) {
        self.code.store(code.into(), Ordering::Relaxed);
    }

    /// Trials played so far, and of how many; 0 of 0 before anything is played.
    pub fn progress(&self) -> [u64; 2] {
        [&self.played, &self.trials].map(|count| count.load(Ordering::Relaxed))
    }

    /// Notes trials that are played, of so many.
    pub(crate) fn played(&self, played: u64, trials: u64) {
        self.played.store(played, Ordering::Relaxed);
        self.trials.store(trials, Ordering::Relaxed);
    }

    /// Takes a result.
    pub(crate) fn result(&self, text: &str) {
        *locked(&self.result) += text;
    }

    /// Takes chatter, a line.
    pub(crate) fn say(&self, text: &str) {
        *locked(&self.said) += &format!("{text}\n");
    }

    /// Takes answers, typed.
    pub(crate) fn answered(&self, answers: &[Answer]) {
        let mut answers = answers.to_vec();
        if self.keeping == Keeping::NothingPlayed {
            answers.iter_mut().for_each(|answer| answer.about.dataset = None);
        }
        locked(&self.answered).answers.extend(answers);
    }

    /// Takes a table beside the answers.
    pub(crate) fn sheet(&self, table: &Table, cells: &[Cells]) {
        locked(&self.answered).sheets.push((table.clone(), cells.to_vec()));
    }

    /// What was answered so far; whoever takes it leaves none.
    pub fn take_answered(&self) -> Answered {
        std::mem::take(&mut *locked(&self.answered))
    }

    /// The results and the chatter so far; whoever takes them leaves none.
    pub fn take(&self) -> [String; 2] {
        [&self.result, &self.said].map(|text| std::mem::take(&mut *locked(text)))
    }
}

fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether answers are kept in folders.
pub(crate) fn keeps_answers() -> bool {
    Host::current().is_none_or(|host| host.keeping == Keeping::Folder)
}

/// Whether what is played stays where it is.
pub(crate) fn keeps_datasets() -> bool {
    Host::current().is_none_or(|host| host.keeping != Keeping::NothingPlayed)
}

/// What is read where a file is named `-`: standard input, or the text of the host, which may be read again and again.
pub(crate) fn input() -> Source {
    match Host::current() {
        Some(host) => Source::Text { name: "scenario".to_owned(), text: host.input.clone() },
        None => Source::Stream { name: "stdin", open: || Box::new(io::stdin()) },
    }
}
