//! Scenarios that are played, estimated and merged.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use pyo3::prelude::*;
use tolley_experiment::scenario::Overrides;
use tolley_session::estimate::estimate;
use tolley_session::play::{play, play_share};
use tolley_session::{PlayRequest, ScenarioRequest, ShareRequest, Source, doubt, scenario, share, shares};

use crate::guest::{Listener, listen};
use crate::problem::bad;

/// Worker threads that may be asked for.
const THREADS: RangeInclusive<u64> = 1..=1024;

/// A scenario, and where and how it is played.
#[pyclass(frozen, module = "tolley")]
pub struct Request {
    scenario: ScenarioRequest,
    playing: PlayRequest,
}

#[pymethods]
impl Request {
    /// Of a scenario as a text or in a file, with what is said over it: `said` are settings, a `KEY=VALUE` each, axes,
    /// a `KEY=AXIS` each, and files of profiles.
    #[new]
    #[pyo3(signature = (source, output, repeats = None, seed = None, threads = None, said = (Vec::new(), Vec::new(), Vec::new()),
                        blocks = None))]
    fn new(
        source: (Option<String>, Option<PathBuf>),
        output: PathBuf,
        repeats: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        said: (Vec<String>, Vec<String>, Vec<PathBuf>),
        blocks: Option<String>,
    ) -> PyResult<Request> {
        let source = match source {
            (_, Some(path)) => Source::File(path),
            (text, None) => Source::Text { name: "scenario".to_owned(), text: text.unwrap_or_default() },
        };
        let overrides = Overrides {
            repeats: number("repeats", repeats, 1..=u64::MAX)?,
            seed: number("seed", seed, 0..=u64::MAX)?,
            set: said.0,
            sweep: said.1,
            with: said.2,
            ..Overrides::default()
        };
        let threads = number("threads", threads, THREADS)?.and_then(|threads| usize::try_from(threads).ok());
        let share = ShareRequest { shard: None, blocks };
        let (source_of_folder, output) = (source.clone(), Some(output));
        let playing = PlayRequest { source: source_of_folder, output, threads, share, ..PlayRequest::default() };
        Ok(Request { scenario: ScenarioRequest { source, overrides, ..ScenarioRequest::default() }, playing })
    }

    /// Plays it into its folder, or the share that is asked for: what there is to warn of. `progress` is called with
    /// the trials played and those to play, about 20 times a second.
    #[pyo3(signature = (progress = None))]
    fn play(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        let (scenario, playing) = (self.scenario.clone(), self.playing.clone());
        let work = move |listener: &Listener| {
            let (plan, study) = scenario::plan(&scenario, listener)?;
            let failed = match share(&playing.share, listener)? {
                Some(share) => play_share(&plan, study, share, &playing, listener)?.1,
                None => {
                    let played = play(&plan, study, &playing, listener)?;
                    doubt(&played.summary.facts.missing()).iter().for_each(|said| listener.hear(said));
                    played.failed
                }
            };
            if let Some((trial, message)) = failed {
                listener.hear(&format!("error: trial {trial} failed: {message}"));
            }
            Ok(())
        };
        listen(py, progress.as_ref(), work).map(|((), said)| said)
    }

    /// How many trials and blocks it is, how many bytes, how many seconds: from a sample; nothing is written.
    fn estimate(&self, py: Python<'_>) -> PyResult<((u64, u64, f64, f64), String)> {
        let (scenario, playing) = (self.scenario.clone(), self.playing.clone());
        listen(py, None, move |listener| {
            let (plan, study) = scenario::plan(&scenario, listener)?;
            let found = estimate(&plan, study, &playing, listener)?;
            Ok((plan.grid.trials(), found.blocks, found.bytes, found.time.idle.seconds))
        })
    }
}

/// Makes one dataset of shares that were played into folders of their own: what there is to warn of.
#[pyfunction]
pub fn merge(py: Python<'_>, output: PathBuf, sources: Vec<PathBuf>) -> PyResult<String> {
    listen(py, None, move |listener| shares::merge(&output, &sources, false, listener)).map(|((), said)| said)
}

/// A number as it was given, which may be anything; refused in the words of the command.
fn number(name: &str, given: Option<&Bound<'_, PyAny>>, allowed: RangeInclusive<u64>) -> PyResult<Option<u64>> {
    let Some(given) = given else { return Ok(None) };
    let text = given.str()?.to_string();
    let wrong = |why: &dyn Display| bad(format!("error: invalid value '{text}' for '--{name} <N>': {why}"));
    let number: u64 = text.parse().map_err(|error| wrong(&error as &std::num::ParseIntError))?;
    if allowed.contains(&number) {
        return Ok(Some(number));
    }
    Err(wrong(&format!("{number} is not in {}..={}", allowed.start(), allowed.end())))
}
