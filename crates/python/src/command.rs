//! Commands of `tolley` within Python, for questions whose answers only the command puts together.

use std::sync::Arc;

use pyo3::prelude::*;
use tolley::exit::Stop;
use tolley::host::Host;

use crate::guest::{Guest, beside_python, panicked};
use crate::problem::stopped;

/// As the shell tells of an interrupt.
const INTERRUPTED: u8 = 130;

/// A command.
struct Guested(Arc<Host>);

impl Guest for Guested {
    fn stop(&self) {
        self.0.stop(INTERRUPTED);
    }

    fn progress(&self) -> [u64; 2] {
        self.0.progress()
    }
}

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
    let theirs = Arc::clone(&host);
    let work = move || tolley::command_in(&theirs, &arguments);
    let outcome = beside_python(py, &Guested(Arc::clone(&host)), progress.as_ref(), work)?;
    let [result, said] = host.take();
    match outcome {
        Some(Ok(code)) => Ok((code, result, said)),
        Some(Err(stop)) => Err(stopped(Stop { message: format!("{said}{}", stop.message), ..stop })),
        None => Err(panicked(&said)),
    }
}
