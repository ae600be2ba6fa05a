//! Datasets as Python sees them: their manifest, their tables, single trials of them.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tolley::exit::Stop;
use tolley_session::studies;
use tolley_session::trial::rows_by_table;

use crate::object::dict;
use crate::problem::{bad, stopped};
use crate::table::Table;

/// A dataset on disk.
#[pyclass(frozen, module = "tolley")]
pub struct Dataset(Arc<tolley_dataset::Dataset>);

#[pymethods]
impl Dataset {
    /// Opens the dataset of a folder.
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Dataset> {
        let opened = py.detach(|| tolley_dataset::Dataset::load(&path)).map_err(|error| stopped(error.into()))?;
        Ok(Dataset(Arc::new(opened)))
    }

    /// Its folder.
    #[getter]
    fn path(&self) -> PathBuf {
        self.0.dir().to_owned()
    }

    /// What is asked, as its scenario opens; None where it does not say.
    #[getter]
    fn question(&self) -> Option<String> {
        self.0.manifest().question.clone()
    }

    /// Name of its study.
    #[getter]
    fn study(&self) -> String {
        self.0.manifest().plan.study.clone()
    }

    /// Whether every trial of its plan is there.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// Names of its tables, each with what a row of it is.
    #[getter]
    fn tables(&self) -> Vec<(String, String)> {
        let manifest = self.0.manifest();
        let all = manifest.tables.iter().chain([&manifest.points, &manifest.estimates]);
        all.map(|table| (table.name.clone(), table.about.clone())).collect()
    }

    /// A table by its name; `keep` is kept as long as the table, or what reads it.
    #[pyo3(signature = (name, keep = None))]
    fn table(&self, name: &str, keep: Option<Py<PyAny>>) -> PyResult<Table> {
        if !self.tables().iter().any(|(known, _)| known == name) {
            let names: Vec<String> = self.tables().into_iter().map(|(name, _)| name).collect();
            return Err(bad(format!("{} has no table {name}; there are {}", self.path().display(), names.join(", "))));
        }
        Ok(Table::stored(Arc::clone(&self.0), name.to_owned(), keep))
    }

    /// The rows of one trial, played again, by table.
    fn trial<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyDict>> {
        let (plan, study) = studies::plan_of(&self.0).map_err(bad)?;
        if number >= plan.grid.trials() {
            return Err(bad(format!("the plan has trials 0 to {}", plan.grid.trials() - 1)));
        }
        let rows = py.detach(|| study.play_one(&plan, number, None));
        let rows = rows.map_err(|faults| stopped(Stop::refused(&faults)))?;
        dict(py, &rows_by_table(&plan, &rows))
    }
}
