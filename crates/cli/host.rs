//! Another program in which a command runs, such as Python: it hears what the command says, and asks it to stop.

use std::cell::RefCell;
use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tolley_answers::answer::Answer;
use tolley_dataset::sheet::Cells;
use tolley_experiment::table::Table;

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

/// What takes the place of terminal, signals and standard input.
#[derive(Debug, Default)]
pub struct Host {
    input: Mutex<String>,
    result: Mutex<String>,
    said: Mutex<String>,
    answered: Mutex<Answered>,
    /// Whether folders stay: where they do not, no answer is kept in one, and no command of an answer names one.
    is_lasting: bool,
    /// Exit code of the signal that asks the command to stop; 0 while none does.
    pub(crate) code: Arc<AtomicUsize>,
    played: AtomicU64,
    trials: AtomicU64,
}

impl Host {
    /// With a text for those who read standard input.
    pub fn new(input: &str, is_lasting: bool) -> Host {
        Host { input: Mutex::new(input.to_owned()), is_lasting, ..Host::default() }
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
        locked(&self.answered).answers.extend_from_slice(answers);
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

/// Whether folders that are named stay: all do that a person names.
pub(crate) fn is_lasting() -> bool {
    Host::current().is_none_or(|host| host.is_lasting)
}

/// How messages name it.
pub(crate) fn input_name() -> &'static str {
    if Host::current().is_some() { "scenario" } else { "stdin" }
}

/// What is read where a file is named `-`: standard input, or the text of the host.
pub(crate) fn input() -> Box<dyn Read> {
    match Host::current() {
        Some(host) => Box::new(io::Cursor::new(locked(&host.input).clone().into_bytes())),
        None => Box::new(io::stdin()),
    }
}
