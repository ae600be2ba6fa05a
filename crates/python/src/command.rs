//! Commands of `tolley` within Python, for questions whose answers only the command puts together.

use std::sync::Arc;

use pyo3::prelude::*;
use tolley::exit::Stop;
use tolley::host::{Host, Keeping};

use crate::answer::Answer;
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

/// Exit code, what was printed, what was said, and what was answered.
type Done = (u8, String, String, Option<Answer>);

/// Runs a command of tolley, `text` being what it reads where a file is named `-`. `progress` is called with the trials
/// played and those to play, about 20 times a second. `keeps` says what stays: "answer", its folder
/// too; "dataset", what was played alone; or "nothing".
#[pyfunction]
#[pyo3(signature = (arguments, text = "", progress = None, keeps = "answer"))]
pub fn command(
    py: Python<'_>,
    arguments: Vec<String>,
    text: &str,
    progress: Option<Py<PyAny>>,
    keeps: &str,
) -> PyResult<Done> {
    let keeping = match keeps {
        "answer" => Keeping::Folder,
        "dataset" => Keeping::Nothing,
        _ => Keeping::NothingPlayed,
    };
    let host = Arc::new(Host::new(text, keeping));
    let theirs = Arc::clone(&host);
    let work = move || tolley::command_in(&theirs, &arguments);
    let outcome = beside_python(py, &Guested(Arc::clone(&host)), progress.as_ref(), work)?;
    let [result, said] = host.take();
    match outcome {
        Some(Ok(code)) => Ok((code, result, said, Answer::of(host.take_answered()))),
        Some(Err(stop)) => Err(stopped(Stop { message: format!("{said}{}", stop.message), ..stop })),
        None => Err(panicked(&said)),
    }
}
