//! Answers as Python sees them: what the command prints, its tables as Arrow, and its page.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use tolley::host::Answered;
use tolley_answers::answer::Answer as TypedAnswer;
use tolley_answers::render::text::{self, Extent};
use tolley_answers::render::tidy::TidyTable;
use tolley_answers::render::{frame, json, markdown};
use tolley_dataset::sheet::{self, Cells};
use tolley_experiment::table::Table as FileTable;

use crate::object::dict;
use crate::problem::{bad, stopped};
use crate::table::Table;

/// Columns of an answer as text.
const WIDTH: usize = 80;
/// The table that has all estimates.
const ESTIMATES: &str = "estimates";

/// The answer to one question, and the answers that were given with it.
#[pyclass(frozen, module = "tolley._native")]
pub struct Answer {
    /// At least one.
    all: Vec<TypedAnswer>,
    /// Tables beside those of the first answer, each with its columns.
    sheets: Vec<(FileTable, Vec<Cells>)>,
}

impl Answer {
    /// Of what a command answered; none where that is nothing.
    pub fn of(Answered { answers, sheets }: Answered) -> Option<Answer> {
        (!answers.is_empty()).then_some(Answer { all: answers, sheets })
    }

    fn first(&self) -> &TypedAnswer {
        &self.all[0]
    }
}

#[pymethods]
impl Answer {
    /// The first sentence: what holds.
    #[getter]
    fn sentence(&self) -> String {
        self.first().headline.text()
    }

    /// The kind of question.
    #[getter]
    fn kind(&self) -> &'static str {
        self.first().about.kind
    }

    /// What holds, in a word.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.first().headline.verdict.name()
    }

    /// How sure that is.
    #[getter]
    fn certainty(&self) -> &'static str {
        self.first().headline.certainty.name()
    }

    /// The answers that were given with this one.
    #[getter]
    fn also(&self) -> Vec<Answer> {
        self.all[1..].iter().map(|answer| Answer { all: vec![answer.clone()], sheets: Vec::new() }).collect()
    }

    /// As a terminal shows it, with tables and notes where they are asked for.
    #[pyo3(signature = (details = false))]
    fn text(&self, details: bool) -> String {
        let text = text::texts(&self.all, Extent { width: WIDTH, has_details: details });
        // what a flag opens is opened by `details` here
        text.strip_suffix(text::last_line().as_str()).map_or(text.clone(), str::to_owned)
    }

    /// As a card of Markdown.
    fn markdown(&self) -> String {
        let about = &self.first().about;
        markdown::cards(about.opening.as_deref().unwrap_or(about.kind), &self.all)
    }

    /// As a page.
    fn page(&self) -> PyResult<String> {
        let page = tolley_pages::answer_page(self.first(), &self.all[1..]);
        page.html().map_err(|error| bad(format!("a page: {error}")))
    }

    /// All of the first answer, as a dict; numbers in SI.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match json::object(self.first()) {
            Value::Object(object) => dict(py, &object),
            _ => Err(bad("an answer is an object")),
        }
    }

    /// Names of the tables, each with what it shows.
    #[getter]
    fn tables(&self) -> Vec<(String, String)> {
        let own = self.first().tables.iter().map(|table| (table.name.to_owned(), table.title.text()));
        let beside = self.sheets.iter().map(|(table, _)| (table.name.clone(), table.about.clone()));
        let all = own.chain(beside).chain([(ESTIMATES.to_owned(), "all estimates, one a row".to_owned())]);
        all.collect()
    }

    /// A table by its name.
    fn table(&self, name: &str) -> PyResult<Table> {
        let own = self.first().tables.iter().find(|table| table.name == name).map(frame::frame);
        let beside = || self.sheets.iter().find(|(table, _)| table.name == name).cloned();
        let estimates = || (name == ESTIMATES).then(|| TidyTable::from_answer(self.first()).sheet());
        let Some((table, cells)) = own.or_else(beside).or_else(estimates) else {
            let names: Vec<String> = self.tables().into_iter().map(|(name, _)| name).collect();
            return Err(bad(format!("the answer has no table {name}; there are {}", names.join(", "))));
        };
        let batch = sheet::batch(&table, cells).map_err(|error| stopped(error.into()))?;
        let schema = batch.schema();
        Ok(Table::played(schema, Box::new(move || Ok(vec![batch]))))
    }
}
