//! Scenarios of one design point.

use std::path::PathBuf;

use pyo3::prelude::*;
use tolley_experiment::plan::Plan;
use tolley_experiment::scenario::{self, Overrides};
use tolley_session::studies;

use crate::problem::{bad, wrong};

/// The plan of a scenario without axes, as a text or in a file.
pub fn plan(text: Option<&str>, path: Option<PathBuf>) -> PyResult<Plan> {
    let (studies, overrides) = (studies::infos(), Overrides::default());
    let read = match (text, path) {
        (Some(text), _) => scenario::parse("scenario", text, &studies, overrides),
        (None, Some(path)) => scenario::read(&path, &studies, overrides),
        (None, None) => return Err(bad("a scenario is wanted")),
    };
    let (plan, _) = read.map_err(wrong)?;
    if plan.grid.points() != 1 {
        return Err(bad(format!("one design point is wanted; the scenario has {}", plan.grid.points())));
    }
    Ok(plan)
}
