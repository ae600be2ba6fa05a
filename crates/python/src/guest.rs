//! Work that runs beside Python's thread: it tells how far it is, and stops when Python asks for it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tolley_session::{Monitor, Note, Progress, SessionError};

use crate::problem::failed;

/// Between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(50);
/// The first looks, so that a short command is not waited for.
const FIRST_LOOK: Duration = Duration::from_millis(1);
/// How long a command that is asked to stop is waited for; what it is at then ends by itself, and is not heard of.
const PATIENCE: Duration = Duration::from_millis(700);
/// What runs beside Python's thread.
pub trait Guest: Send + Sync + 'static {
    /// Asks it to stop.
    fn stop(&self);
    /// Trials played so far, and of how many; 0 of 0 before anything is played.
    fn progress(&self) -> [u64; 2];
}

/// Does something on a thread of its own; none of a panic. `progress` is called with the trials played and those to
/// play, about 20 times a second.
pub fn beside_python<T: Send + 'static>(
    py: Python<'_>,
    guest: &impl Guest,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<Option<T>> {
    let (sender, mut receiver) = mpsc::channel::<Option<T>>();
    let work = move || {
        let outcome = catch_unwind(AssertUnwindSafe(work));
        // who was interrupted listens no more
        let _ = sender.send(outcome.ok());
    };
    thread::Builder::new().name("tolley".to_owned()).spawn(work)?;
    let mut look = FIRST_LOOK;
    loop {
        let told;
        (receiver, told) = py.detach(move || wait(receiver, look));
        if let Some(outcome) = told {
            return Ok(outcome);
        }
        look = LOOK.min(2 * look);
        let [played, trials] = guest.progress();
        let called = progress.filter(|_| trials > 0).map(|call| call.call1(py, (played, trials)).map(|_| ()));
        if let Err(error) = py.check_signals().and_then(|()| called.unwrap_or(Ok(()))) {
            guest.stop();
            py.detach(move || wait(receiver, PATIENCE));
            return Err(error);
        }
    }
}

/// Waits so long for what some work comes to; nothing where it takes longer.
fn wait<T: Send>(receiver: Receiver<Option<T>>, time: Duration) -> (Receiver<Option<T>>, Option<Option<T>>) {
    let told = match receiver.recv_timeout(time) {
        Ok(outcome) => Some(outcome),
        Err(RecvTimeoutError::Disconnected) => Some(None),
        Err(RecvTimeoutError::Timeout) => None,
    };
    (receiver, told)
}

/// The exception of work that panicked, after what it said.
pub fn panicked(said: &str) -> PyErr {
    PyRuntimeError::new_err(format!("tolley has a bug: it panicked\n{said}"))
}

/// Python as a monitor of a use case: it hears warnings, and may stop it.
#[derive(Default)]
pub struct Listener {
    said: Mutex<String>,
    is_stopped: AtomicBool,
    played: AtomicU64,
    trials: AtomicU64,
}

impl Listener {
    /// Hears a line.
    pub fn hear(&self, line: &str) {
        *self.said.lock().unwrap_or_else(PoisonError::into_inner) += &format!("{line}\n");
    }

    /// What it heard.
    fn said(&self) -> String {
        std::mem::take(&mut *self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Guest for Listener {
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn progress(&self) -> [u64; 2] {
        [&self.played, &self.trials].map(|count| count.load(Ordering::Relaxed))
    }
}

impl Monitor for Listener {
    fn note(&self, note: &Note<'_>) {
        if !note.is_chatter() {
            self.hear(&note.to_string());
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn progress(&self, progress: &Progress<'_>) {
        self.played.store(progress.played, Ordering::Relaxed);
        self.trials.store(progress.trials, Ordering::Relaxed);
    }
}

/// Does a use case beside Python's thread: what comes of it, and what it said.
pub fn listen<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Listener) -> Result<T, SessionError> + Send + 'static,
) -> PyResult<(T, String)> {
    let listener = Arc::new(Listener::default());
    let theirs = Arc::clone(&listener);
    let outcome = beside_python(py, &*listener, progress, move || work(&theirs))?;
    let said = listener.said();
    match outcome {
        Some(Ok(out)) => Ok((out, said)),
        Some(Err(error)) => Err(failed(&said, error)),
        None => Err(panicked(&said)),
    }
}
