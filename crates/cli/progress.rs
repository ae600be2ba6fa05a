//! Progress on stderr, and how a signal stops a run.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use tolley_dataset::Dataset;
use tolley_experiment::run::Control;

use crate::exit::{self, Stop};
use crate::host::Host;
use crate::output::{self, duration};
use crate::signals::{self, Signals};
use crate::watch::Headline;

/// Between two looks at the signals and the count.
const LOOK: Duration = Duration::from_millis(50);
/// Between two times that finished blocks are saved, at most: what a process loses that is killed.
const SAVE: Duration = Duration::from_secs(10);
/// Until they are saved for the first time; twice as long each time after.
const FIRST_SAVE: Duration = Duration::from_millis(400);
/// How long workers are waited for that were told to stop; beyond it one of them is in a trial, or a solution, that
/// takes longer, and what it is at is lost either way.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two lines where stderr is not a terminal.
const LINE: Duration = Duration::from_secs(10);

/// Watches a run: shows how far it is, and stops it when a signal asks for it.
pub struct Watch<'a> {
    /// Of the run.
    pub control: &'a Control,
    /// Noted since they are listened to.
    pub signals: &'a Signals,
    /// Trials to play.
    pub trials: u64,
    /// Whether to show nothing.
    pub quiet: bool,
    /// What is kept when a signal stops it.
    pub keeps: &'static str,
    /// What is found so far, and whether it is told as soon as it is found.
    pub headline: Option<(&'a Dataset, bool)>,
    /// Keeps what is finished and exits with this code, when workers do not hear of a signal in time.
    pub leave: &'a (dyn Fn(u8) + Sync),
}

/// Sends the watchers home, also where what they watch panics: who waits for them would wait for ever.
struct End<'a> {
    done: &'a AtomicBool,
    watchers: Vec<thread::Thread>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.watchers.iter().for_each(thread::Thread::unpark);
    }
}

impl Watch<'_> {
    /// Watches while `action` runs; an error where there may be no more threads.
    pub fn during<T>(&self, action: impl FnOnce() -> T) -> Result<T, Stop> {
        let (done, headline, host) = (AtomicBool::new(false), Headline::default(), Host::current());
        thread::scope(|scope| {
            let watch = || self.watch(&done, &headline, host.as_deref());
            let watcher = thread::Builder::new().spawn_scoped(scope, watch).map_err(no_threads)?;
            let (headline, done) = (&headline, &done);
            let mut end = End { done, watchers: vec![watcher.thread().clone()] };
            let follower = self.headline.filter(|_| !self.quiet);
            let follow = |(dataset, is_told)| {
                thread::Builder::new().spawn_scoped(scope, move || headline.follow(dataset, is_told, done))
            };
            let follower = follower.map(follow).transpose();
            end.watchers.extend(follower.iter().flatten().map(|follower| follower.thread().clone()));
            let out = follower.as_ref().map(|_| action());
            drop(end);
            out.map_err(no_threads)
        })
    }

    fn watch(&self, done: &AtomicBool, headline: &Headline, host: Option<&Host>) {
        let mut display = Display::new(self.trials, self.quiet || host.is_some());
        let is_told = self.headline.is_some_and(|(_, is_told)| is_told);
        let (mut saved, mut pause) = (Instant::now(), FIRST_SAVE);
        let mut told: Option<Instant> = None;
        while !done.load(Ordering::Acquire) {
            if let Some(code) = self.signals.code() {
                self.control.stop.store(true, Ordering::Relaxed);
                if told.is_none() && !self.quiet && host.is_none() {
                    let after_s = signals::ONE.as_secs();
                    display.note(&format!("stopping; {} (Ctrl-C again after {after_s} s exits at once)", self.keeps));
                }
                if told.get_or_insert_with(Instant::now).elapsed() >= PATIENCE && host.is_none() {
                    display.clear();
                    (self.leave)(code);
                }
            }
            if saved.elapsed() >= pause {
                (saved, pause) = (Instant::now(), SAVE.min(2 * pause));
                self.control.save.store(true, Ordering::Relaxed);
            }
            let played = self.control.trials_played.load(Ordering::Relaxed);
            host.iter().for_each(|host| host.played(played, self.trials));
            if let Some(found) = headline.take() {
                if is_told {
                    let percent = 100.0 * played as f64 / self.trials as f64;
                    display.note(&format!("{percent:.1} %: {found}"));
                }
                display.found(found);
            }
            display.show(played);
            thread::park_timeout(LOOK);
        }
        display.clear();
    }
}

/// What is told where threads cannot be had.
pub fn no_threads(why: impl std::fmt::Display) -> Stop {
    Stop::new(exit::FAILURE, format!("error: cannot start the threads: {why}"))
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
        let template = "[{bar:40}] {percent:>3} %  {human_pos} of {human_len} trials, {rate}/s, {eta} left {wide_msg}";
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
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::{Control, Signals, Watch, line};

    /// It waited for its watcher for ever, and the watcher for it.
    #[test]
    fn a_panic_is_not_waited_for() {
        let (control, signals) = (Control::default(), Signals::default());
        let (quiet, keeps, leave) = (true, "", |_: u8| ());
        let watch =
            Watch { control: &control, signals: &signals, trials: 1, quiet, keeps, headline: None, leave: &leave };
        let panics = AssertUnwindSafe(|| watch.during(|| std::panic::resume_unwind(Box::new(()))).is_ok());
        assert!(catch_unwind(panics).is_err());
    }

    #[test]
    fn a_line_tells_share_rate_and_time_left() {
        assert_eq!(line(250, 1000, 10.0), "25.0 %: 250 of 1,000 trials, 25/s, 30 seconds left");
        assert_eq!(line(0, 1000, 10.0), "0.0 %: 0 of 1,000 trials, 0/s, unknown left");
    }
}
