//! Who asks for a sheet gets it as a value.

use std::sync::{Arc, Mutex, PoisonError};

use tolley_experiment::keys::KeySet as _;
use tolley_experiment::random::Streams;
use tolley_experiment::value::Value;

use crate::solve::keys::SolveKeys;
use crate::solver::Sketch;

/// The sheet of one trial, if one is asked for: a run that plays the trial fills it in.
#[derive(Clone, Debug, Default)]
pub struct Sheets {
    asked: Option<Asked>,
    /// Where solutions are only begun.
    sketch: Option<Arc<Sketch>>,
}

#[derive(Clone, Debug)]
struct Asked {
    keys: SolveKeys,
    streams: Streams,
    text: Arc<Mutex<Option<String>>>,
}

impl Sheets {
    /// Asks for the sheet of the trial with these values of all keys and these streams.
    pub fn of_trial(values: &[Value], streams: Streams) -> Sheets {
        let asked = Asked { keys: SolveKeys::read(values), streams, text: Arc::default() };
        Sheets { asked: Some(asked), sketch: None }
    }

    /// Solutions are only begun, for an estimate.
    pub(in crate::solve) fn sketched() -> Sheets {
        Sheets { asked: None, sketch: Some(Arc::default()) }
    }

    /// Where solutions are only begun: what counts how much of them is done.
    pub(in crate::solve) fn sketch(&self) -> Option<&Arc<Sketch>> {
        self.sketch.as_ref()
    }

    /// The sheet, if its trial was solved since it was asked for.
    pub fn take(&self) -> Option<String> {
        self.asked.as_ref()?.text.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Gives the sheet of a trial if it is asked for.
    pub(in crate::solve) fn answer(&self, keys: &SolveKeys, streams: &Streams, text: impl FnOnce() -> String) {
        if let Some(asked) = self.asked.as_ref().filter(|asked| asked.keys == *keys && asked.streams == *streams) {
            *asked.text.lock().unwrap_or_else(PoisonError::into_inner) = Some(text());
        }
    }
}
