//! Commands of `tolley` within Python: the same code, whose results, notes and signals are Python's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use tolley::exit::Stop;
use tolley::host::Host;

use crate::problem::stopped;

/// Between two looks at Python's signals.
const LOOK: Duration = Duration::from_millis(50);
/// The first looks, so that a short command is not waited for.
const FIRST_LOOK: Duration = Duration::from_millis(1);
/// How long a command that is asked to stop is waited for; what it is at then ends by itself, and is not heard of.
const PATIENCE: Duration = Duration::from_millis(700);
/// As the shell tells of an interrupt.
const INTERRUPTED: u8 = 130;

/// What a command came to; none of a panic.
type Outcome = Option<Result<u8, Stop>>;

/// Runs a command of tolley, `input` being what it reads where a file is named `-`: its exit code, what it printed and
/// what it said. `progress` is called with the trials played and those to play, about 20 times a second.
#[pyfunction]
#[pyo3(signature = (arguments, input = "", progress = None))]
pub fn command(
    py: Python<'_>,
    arguments: Vec<String>,
    input: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u8, String, String)> {
    let host = Arc::new(Host::new(input));
    let (sender, mut receiver) = mpsc::channel::<Outcome>();
    let theirs = Arc::clone(&host);
    let work = move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| tolley::command_in(&theirs, &arguments)));
        // who was interrupted listens no more
        let _ = sender.send(outcome.ok());
    };
    thread::Builder::new().name("tolley".to_owned()).spawn(work)?;
    let mut look = FIRST_LOOK;
    let outcome = loop {
        let told;
        (receiver, told) = py.detach(move || wait(receiver, look));
        if let Some(outcome) = told {
            break outcome;
        }
        look = LOOK.min(2 * look);
        let called = progress.as_ref().filter(|_| host.progress()[1] > 0).map(|call| {
            let [played, trials] = host.progress();
            call.call1(py, (played, trials)).map(|_| ())
        });
        if let Err(error) = py.check_signals().and_then(|()| called.unwrap_or(Ok(()))) {
            host.stop(INTERRUPTED);
            py.detach(move || wait(receiver, PATIENCE));
            return Err(error);
        }
    };
    let [result, said] = host.take();
    match outcome {
        Some(Ok(code)) => Ok((code, result, said)),
        Some(Err(stop)) => Err(stopped(Stop { message: format!("{said}{}", stop.message), ..stop })),
        None => Err(PyRuntimeError::new_err(format!("tolley has a bug: it panicked\n{said}"))),
    }
}

/// Waits so long for what a command comes to; nothing where it takes longer.
fn wait(receiver: Receiver<Outcome>, time: Duration) -> (Receiver<Outcome>, Option<Outcome>) {
    let told = match receiver.recv_timeout(time) {
        Ok(outcome) => Some(outcome),
        Err(RecvTimeoutError::Disconnected) => Some(None),
        Err(RecvTimeoutError::Timeout) => None,
    };
    (receiver, told)
}
