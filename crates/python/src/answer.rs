//! Questions about a dataset, answered without a command: the ask comes in as its fields, the answer goes out as it is.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use tolley_answers::answer::Answer as TypedAnswer;
use tolley_answers::kinds::{self, Context};
use tolley_answers::render::text::{self, Extent};
use tolley_answers::render::{json, markdown};
use tolley_experiment::ask::Ask;
use tolley_session::studies;

use crate::object::dict;
use crate::problem::{bad, stopped};

/// Columns of an answer as text.
const WIDTH: usize = 80;

/// The answer to one question.
#[pyclass(frozen, module = "tolley")]
pub struct Answer(TypedAnswer);

#[pymethods]
impl Answer {
    /// The first sentence: what holds.
    #[getter]
    fn sentence(&self) -> String {
        self.0.headline.text()
    }

    /// What holds, in a word.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.headline.verdict.name()
    }

    /// How sure that is.
    #[getter]
    fn certainty(&self) -> &'static str {
        self.0.headline.certainty.name()
    }

    /// As a terminal shows it, with tables and notes where they are asked for.
    #[pyo3(signature = (details = false))]
    fn text(&self, details: bool) -> String {
        text::text(&self.0, Extent { width: WIDTH, has_details: details })
    }

    fn __str__(&self) -> String {
        self.text(false)
    }

    fn __repr__(&self) -> String {
        format!("<tolley.Answer {}: {}>", self.0.about.kind, self.sentence())
    }

    /// What a notebook shows.
    fn _repr_markdown_(&self) -> String {
        self.markdown()
    }

    /// As a card of Markdown.
    fn markdown(&self) -> String {
        let heading = self.0.about.opening.as_deref().unwrap_or(self.0.about.kind);
        markdown::cards(heading, std::slice::from_ref(&self.0))
    }

    /// All of it, as a dict; numbers in SI.
    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match json::object(&self.0) {
            Value::Object(object) => dict(py, &object),
            _ => Err(bad("an answer is an object")),
        }
    }
}

/// Answers what is asked of a dataset by a JSON object of the fields of `[[ask]]`; `command` is how it is asked again.
pub fn answered(
    py: Python<'_>,
    dataset: &tolley_dataset::Dataset,
    asked: &str,
    command: Vec<String>,
) -> PyResult<Answer> {
    let ask: Ask = serde_json::from_str(asked).map_err(|error| bad(format!("a question: {error}")))?;
    let outcome = py.detach(|| {
        let plan = studies::plan_of(dataset).ok().map(|(plan, _)| plan);
        let context = Context { plan: plan.as_ref(), command, is_of_dataset: true, ..Context::default() };
        kinds::check(&ask, dataset.manifest())?;
        kinds::answer(&ask, dataset, &context)
    });
    outcome.map(Answer).map_err(|error| stopped(error.into()))
}
