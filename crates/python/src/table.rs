//! Tables that Python reads through the Arrow PyCapsule interface
//! (<https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>), without a copy.

use std::sync::{Arc, LazyLock};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use tolley_dataset::{Dataset, Stream};

use crate::problem::{bad, stopped};

/// Where the rows are.
enum Rows {
    /// In the files of a dataset.
    Stored(Arc<Dataset>, String),
    /// In memory.
    Played(Played),
}

/// How batches are made of rows.
type Making = Box<dyn FnOnce() -> Result<Vec<RecordBatch>, String> + Send>;

/// Rows that were played, as batches once somebody reads them: those of one row take longer than to play it.
struct Played {
    schema: SchemaRef,
    batches: LazyLock<Result<Vec<RecordBatch>, String>, Making>,
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

    /// Of rows in memory, batches of one schema once they are read.
    pub fn played(schema: SchemaRef, making: Making) -> Table {
        Table { rows: Rows::Played(Played { schema, batches: LazyLock::new(making) }), keep: None }
    }

    fn schema(&self) -> PyResult<SchemaRef> {
        match &self.rows {
            Rows::Stored(..) => Ok(self.stream()?.schema()),
            Rows::Played(played) => Ok(Arc::clone(&played.schema)),
        }
    }

    fn stream(&self) -> PyResult<Stream> {
        match &self.rows {
            Rows::Stored(dataset, name) => dataset.stream(name).map_err(|error| stopped(error.into())),
            Rows::Played(Played { schema, batches }) => {
                let batches = LazyLock::force(batches).as_ref().map_err(|message| bad(message.clone()))?;
                let batches = batches.clone().into_iter().map(Ok);
                Ok(Box::new(RecordBatchIterator::new(batches, Arc::clone(schema))) as Stream)
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

    /// As a `polars.DataFrame`.
    fn polars<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("polars")?.getattr("DataFrame")?.call1((slf,))
    }

    /// As a `pandas.DataFrame`.
    fn pandas<'py>(slf: PyRef<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pandas")?.getattr("DataFrame")?.call_method1("from_arrow", (slf,))
    }

    /// Name, unit and meaning of every column, in order; a column without a unit has "".
    #[getter]
    fn columns(&self) -> PyResult<Vec<(String, String, String)>> {
        let schema = self.schema()?;
        let note = |field: &arrow_schema::Field, key: &str| field.metadata().get(key).cloned().unwrap_or_default();
        let told = schema.fields().iter();
        Ok(told.map(|field| (field.name().clone(), note(field, "unit"), note(field, "description"))).collect())
    }
}
