//! Tables that Python reads through the Arrow PyCapsule interface
//! (<https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>), without a copy.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use tolley_dataset::{Dataset, Stream};

use crate::problem::stopped;

/// Where the rows are.
enum Rows {
    /// In the files of a dataset.
    Stored(Arc<Dataset>, String),
    /// In memory.
    Played(Vec<RecordBatch>),
}

/// A table; `polars.DataFrame(table)`, `pyarrow.table(table)`, `pandas.DataFrame.from_arrow(table)` and DuckDB read it.
#[pyclass(frozen, module = "tolley")]
pub struct Table {
    rows: Rows,
    /// What must not go before the rows are read: a folder that goes when it is forgotten.
    keep: Option<Arc<Py<PyAny>>>,
}

/// Batches of a table, with what must not go before them.
struct Kept {
    stream: Stream,
    keep: Option<Arc<Py<PyAny>>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        // a reader may let go on any thread; without Python's lock it would be forgotten only with the next call
        Python::try_attach(|_| drop(self.keep.take()));
    }
}

impl Iterator for Kept {
    type Item = Result<RecordBatch, ArrowError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.stream.next()
    }
}

impl RecordBatchReader for Kept {
    fn schema(&self) -> SchemaRef {
        self.stream.schema()
    }
}

impl Table {
    /// Of a dataset.
    pub fn stored(dataset: Arc<Dataset>, name: String, keep: Option<Py<PyAny>>) -> Table {
        Table { rows: Rows::Stored(dataset, name), keep: keep.map(Arc::new) }
    }

    /// Of rows in memory.
    pub fn played(batches: Vec<RecordBatch>) -> Table {
        Table { rows: Rows::Played(batches), keep: None }
    }

    fn stream(&self) -> PyResult<Stream> {
        match &self.rows {
            Rows::Stored(dataset, name) => dataset.stream(name).map_err(|error| stopped(error.into())),
            Rows::Played(batches) => {
                let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema);
                Ok(Box::new(RecordBatchIterator::new(batches.clone().into_iter().map(Ok), schema)) as Stream)
            }
        }
    }
}

#[pymethods]
impl Table {
    /// The rows as a stream of the Arrow C interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // best effort, says the interface: there is one schema
        drop(requested_schema);
        let kept = Kept { stream: self.stream()?, keep: self.keep.clone() };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(kept)), c"arrow_array_stream")
    }

    /// Name, unit and meaning of every column, in order; a column without a unit has "".
    #[getter]
    fn columns(&self) -> PyResult<Vec<(String, String, String)>> {
        let schema = self.stream()?.schema();
        let note = |field: &arrow_schema::Field, key: &str| field.metadata().get(key).cloned().unwrap_or_default();
        let told = schema.fields().iter();
        Ok(told.map(|field| (field.name().clone(), note(field, "unit"), note(field, "description"))).collect())
    }
}
