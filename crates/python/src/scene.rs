//! Scenes as Python sees them.

use std::path::PathBuf;

use pyo3::prelude::*;
use tolley::exit::Stop;
use tolley_experiment::problem::Problems;
use tolley_scenes as scenes;

use crate::problem::{bad, stopped, wrong};

/// One physical experiment.
#[pyclass(frozen, module = "tolley")]
pub struct Scene {
    scene: scenes::Scene,
    warnings: Vec<String>,
}

impl Scene {
    fn of(read: Result<(scenes::Scene, Problems), Problems>) -> PyResult<Scene> {
        let (scene, warnings) = read.map_err(wrong)?;
        Ok(Scene { scene, warnings: warnings.0.iter().map(ToString::to_string).collect() })
    }
}

#[pymethods]
impl Scene {
    /// Reads a scene from a text, TOML.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Scene> {
        Scene::of(scenes::parse("scene", text))
    }

    /// Reads a scene file, TOML.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Scene> {
        Scene::of(scenes::read(&path))
    }

    /// What is odd about it.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// What `tolley scene --json` prints: of the state at a time, s, or without one at the end.
    #[pyo3(signature = (until_s = None))]
    fn play(&self, py: Python<'_>, until_s: Option<f64>) -> PyResult<String> {
        check(until_s)?;
        Ok(py.detach(|| scenes::json(&self.scene, &scenes::play(&self.scene, until_s)).to_string()))
    }

    /// The page that shows the motion, HTML in one text.
    #[pyo3(signature = (title, until_s = None))]
    fn page(&self, py: Python<'_>, title: &str, until_s: Option<f64>) -> PyResult<String> {
        check(until_s)?;
        let page = py.detach(|| {
            let played = scenes::play(&self.scene, until_s);
            scenes::replay(&self.scene, &played, until_s, title).html()
        });
        page.map_err(|error| stopped(Stop::new(tolley::exit::FAILURE, format!("error: {error}"))))
    }
}

fn check(until_s: Option<f64>) -> PyResult<()> {
    match until_s.filter(|until_s| !(until_s.is_finite() && *until_s >= 0.0)) {
        Some(until_s) => Err(bad(format!("a time of {until_s}: allowed: 0 s or more, finite"))),
        None => Ok(()),
    }
}
