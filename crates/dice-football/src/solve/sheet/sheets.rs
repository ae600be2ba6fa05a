//! Who asks for a sheet gets it as a value.

use std::sync::{Arc, Mutex, PoisonError};

use tolley_experiment::keys::KeySet as _;
use tolley_experiment::random::Streams;
use tolley_experiment::value::Value;

use crate::solve::keys::SolveKeys;

/// The sheet of one trial, if one is asked for: a run that plays the trial fills it in.
#[derive(Clone, Debug, Default)]
pub struct Sheets(Option<Asked>);

#[derive(Clone, Debug)]
struct Asked {
    keys: SolveKeys,
    streams: Streams,
    text: Arc<Mutex<Option<String>>>,
}

impl Sheets {
    /// Asks for the sheet of the trial with these values of all keys and these streams.
    pub fn of_trial(values: &[Value], streams: Streams) -> Sheets {
        Sheets(Some(Asked { keys: SolveKeys::read(values), streams, text: Arc::default() }))
    }

    /// The sheet, if its trial was solved since it was asked for.
    pub fn take(&self) -> Option<String> {
        self.0.as_ref()?.text.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Gives the sheet of a trial if it is asked for.
    pub(in crate::solve) fn answer(&self, keys: &SolveKeys, streams: &Streams, text: impl FnOnce() -> String) {
        if let Some(asked) = self.0.as_ref().filter(|asked| asked.keys == *keys && asked.streams == *streams) {
            *asked.text.lock().unwrap_or_else(PoisonError::into_inner) = Some(text());
        }
    }
}
