//! What goes wrong, as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use tolley::exit::Stop;
use tolley_experiment::problem::{Fault, Problem, Problems, Severity};
use tolley_session::SessionError;

create_exception!(
    _native,
    Stopped,
    PyException,
    "Why a call came to nothing: (exit code, message, problems); a problem is (file, line, column, key, message)."
);

/// File, line, column, key and message.
type Told = (String, Option<usize>, Option<usize>, String, String);

fn told(problem: &Problem) -> Told {
    let Problem { file, place, key, message, .. } = problem;
    (file.clone(), place.map(|place| place.0), place.map(|place| place.1), key.clone(), message.clone())
}

/// The exception of what stopped a command.
pub fn stopped(stop: Stop) -> PyErr {
    let errors = stop.problems.0.iter().filter(|problem| problem.severity == Severity::Error);
    Stopped::new_err((stop.code, stop.message, errors.map(told).collect::<Vec<_>>()))
}

/// The exception of a use case that came to nothing, after what it said.
pub fn failed(said: &str, error: SessionError) -> PyErr {
    let stop = Stop::from(error);
    stopped(Stop { message: format!("{said}{}", stop.message), ..stop })
}

/// The exception of a file that is not what it should be.
pub fn wrong(problems: Problems) -> PyErr {
    stopped(problems.into())
}

/// The exception of something that cannot be asked.
pub fn bad(message: impl Into<String>) -> PyErr {
    stopped(Stop::new(tolley::exit::BAD_INPUT, message))
}

/// The exception of a shot that breaks a rule of its study.
pub fn refused(row: usize, faults: &[Fault]) -> PyErr {
    let told = faults.iter().map(|fault| format!("row {row}: {}: {}", fault.path, fault.message));
    bad(told.collect::<Vec<_>>().join("\n"))
}
