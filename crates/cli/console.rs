//! The terminal as a monitor: notes and progress on stderr, and signals that stop a run.

use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tolley_dataset::Dataset;
use tolley_session::{Closing, Monitor, Note, Progress, SessionError};

use crate::exit::Stop;
use crate::host::Host;
use crate::output;
use crate::progress::{Display, first_line, percent};
use crate::signals::{self, Signals};

/// Says what a dataset that is being played answers so far.
pub type Look = fn(&Dataset) -> Option<String>;

/// Who sits in front of the terminal, or the program in which the command runs.
pub struct Console {
    /// Whether to show neither progress nor notes.
    quiet: bool,
    /// Whether what is found so far is told as soon as it is found.
    is_told: bool,
    /// What says of a dataset what it answers so far.
    look: Option<Look>,
    host: Option<Arc<Host>>,
    signals: OnceLock<Signals>,
    display: Mutex<Display>,
}

impl Console {
    /// That of the command that runs in this thread.
    pub fn new(quiet: bool) -> Console {
        let (host, display) = (Host::current(), Mutex::new(Display::Nothing));
        Console { quiet, is_told: false, look: None, host, signals: OnceLock::new(), display }
    }

    /// The same, that looks at what is found so far.
    pub fn looking(self, look: Look) -> Console {
        Console { look: Some(look), ..self }
    }

    /// The same, that tells what is found as soon as it is found.
    pub fn watched(self, is_told: bool) -> Console {
        Console { is_told, ..self }
    }

    fn display(&self) -> MutexGuard<'_, Display> {
        self.display.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Monitor for Console {
    fn note(&self, note: &Note<'_>) {
        if self.quiet && note.is_chatter() {
            return;
        }
        // threads of a run, which are nobody's guests, may tell it too
        match &self.host {
            Some(host) => host.say(&output::escaped(&note.to_string())),
            None => output::say(&note.to_string()),
        }
    }

    fn listen(&self) -> Result<(), SessionError> {
        let listening = Signals::listen();
        let signals = listening.map_err(|error| SessionError::Failed(format!("cannot listen to signals: {error}")))?;
        let _ = self.signals.set(signals);
        Ok(())
    }

    fn hold(&self) {
        self.signals.get().into_iter().for_each(Signals::hold);
    }

    fn release(&self) {
        self.signals.get().into_iter().for_each(Signals::release);
    }

    fn is_stopped(&self) -> bool {
        self.signals.get().is_some_and(|signals| signals.code().is_some())
    }

    fn wants_to_look(&self) -> bool {
        let is_shown = self.is_told || (self.host.is_none() && io::stderr().is_terminal());
        is_shown && !self.quiet && self.look.is_some()
    }

    fn look(&self, dataset: &Dataset) -> Option<String> {
        self.look.and_then(|look| look(dataset))
    }

    fn begin(&self, trials: u64) {
        *self.display() = Display::new(trials, self.quiet || self.host.is_some());
    }

    fn progress(&self, progress: &Progress<'_>) {
        let Progress { played, trials, found, outlook } = *progress;
        self.host.iter().for_each(|host| host.played(played, trials));
        let mut display = self.display();
        if let Some(found) = found {
            if self.is_told {
                display.note(&format!("{}: {}", percent(outlook.share), first_line(found)));
            }
            display.found(found.to_owned());
        }
        display.show(played, &outlook);
    }

    fn stopping(&self, is_kept: bool) {
        if !self.quiet && self.host.is_none() {
            let (after_s, keeps) = (signals::ONE.as_secs(), if is_kept { "what is finished is" } else { "nothing is" });
            self.display().note(&format!("stopping; {keeps} kept (Ctrl-C again after {after_s} s exits at once)"));
        }
    }

    fn abandon(&self, leave: &dyn Fn() -> SessionError) {
        if self.host.is_some() {
            return;
        }
        self.display().clear();
        let stop = Stop::from(leave());
        output::say(&stop.message);
        std::process::exit(stop.code.into());
    }

    fn end(&self) {
        self.display().clear();
    }

    fn closing(&self, closing: Closing) {
        if !self.quiet && self.host.is_none() {
            self.display().closing(closing);
        }
    }

    fn closed(&self) {
        self.display().clear();
    }
}
