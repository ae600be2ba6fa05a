//! The terminal as a monitor: notes and progress on stderr, and signals that stop a run.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use tolley_dataset::Dataset;
use tolley_session::{Monitor, Note, Progress, SessionError};

use crate::exit::Stop;
use crate::host::Host;
use crate::output::{self, duration};
use crate::signals::{self, Signals};

/// Between two lines where stderr is not a terminal.
const LINE: Duration = Duration::from_secs(10);

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
        let Progress { played, trials, found } = *progress;
        self.host.iter().for_each(|host| host.played(played, trials));
        let mut display = self.display();
        if let Some(found) = found {
            if self.is_told {
                let percent = 100.0 * played as f64 / trials as f64;
                display.note(&format!("{percent:.1} %: {found}"));
            }
            display.found(found.to_owned());
        }
        display.show(played);
    }

    fn stopping(&self, is_kept: bool) {
        if !self.quiet && self.host.is_none() {
            let (after_s, keeps) = (signals::ONE.as_secs(), if is_kept { "finished blocks are" } else { "nothing is" });
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
}

/// How progress is shown.
enum Display {
    Bar(ProgressBar),
    Lines { trials: u64, start: Instant, last: Instant, found: String },
    Nothing,
}

impl Display {
    fn new(trials: u64, quiet: bool) -> Display {
        if quiet {
            return Display::Nothing;
        }
        if !io::stderr().is_terminal() {
            let now = Instant::now();
            return Display::Lines { trials, start: now, last: now, found: String::new() };
        }
        let bar = ProgressBar::with_draw_target(Some(trials), ProgressDrawTarget::stderr());
        // no colours: nothing to switch off for NO_COLOR
        let template = "[{bar:40}] {percent:>3} %  {human_pos} of {human_len} trials, {rate}/s, {eta} left\n{wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            // steps a second, without decimals
            let rate = |state: &ProgressState, out: &mut dyn Write| {
                let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
            };
            bar.set_style(style.with_key("rate", rate).progress_chars("=> "));
        }
        Display::Bar(bar)
    }

    fn show(&mut self, played: u64) {
        match self {
            Display::Bar(bar) => bar.set_position(played),
            Display::Lines { trials, start, last, found } if last.elapsed() >= LINE => {
                *last = Instant::now();
                output::say(&(line(played, *trials, start.elapsed().as_secs_f64()) + found));
            }
            Display::Lines { .. } | Display::Nothing => {}
        }
    }

    /// Takes what is found so far.
    fn found(&mut self, text: String) {
        match self {
            Display::Bar(bar) => bar.set_message(output::escaped(&text).into_owned()),
            Display::Lines { found, .. } => *found = format!("; {text}"),
            Display::Nothing => {}
        }
    }

    fn note(&self, text: &str) {
        match self {
            Display::Bar(bar) => bar.suspend(|| output::say(text)),
            Display::Lines { .. } | Display::Nothing => output::say(text),
        }
    }

    fn clear(&self) {
        if let Display::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn line(played: u64, trials: u64, elapsed_s: f64) -> String {
    let rate = played as f64 / elapsed_s;
    let left = if played == 0 { "unknown".to_owned() } else { duration(trials.saturating_sub(played) as f64 / rate) };
    let percent = 100.0 * played as f64 / trials as f64;
    let (played, trials, rate) = (HumanCount(played), HumanCount(trials), HumanCount(rate as u64));
    format!("{percent:.1} %: {played} of {trials} trials, {rate}/s, {left} left")
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_line_tells_share_rate_and_time_left() {
        assert_eq!(line(250, 1000, 10.0), "25.0 %: 250 of 1,000 trials, 25/s, 30 seconds left");
        assert_eq!(line(0, 1000, 10.0), "0.0 %: 0 of 1,000 trials, 0/s, unknown left");
    }
}
