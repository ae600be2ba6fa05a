//! How far a run is, as a bar where stderr is a terminal, as lines where it is not.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use tolley_session::{Closing, Outlook};

use crate::output::{self, counted, duration};

/// Between two lines where stderr is not a terminal.
const LINE: Duration = Duration::from_secs(10);
/// Steps of a bar.
const STEPS: f64 = 1000.0;
/// Shorter times are no times but "nearly done", as long as something is open.
const LEAST_S: f64 = 1.0;

/// How progress is shown.
pub enum Display {
    /// A bar, and below it what is found so far.
    Bar { bar: ProgressBar, trials: u64, start: Instant },
    /// A line every few seconds.
    Lines { trials: u64, start: Instant, last: Instant, found: String },
    /// Not.
    Nothing,
}

impl Display {
    /// Of so many trials.
    pub fn new(trials: u64, quiet: bool) -> Display {
        if quiet {
            return Display::Nothing;
        }
        let start = Instant::now();
        if !io::stderr().is_terminal() {
            return Display::Lines { trials, start, last: start, found: String::new() };
        }
        let bar = ProgressBar::with_draw_target(Some(STEPS as u64), ProgressDrawTarget::stderr());
        // no colours: nothing to switch off for NO_COLOR
        if let Ok(style) = ProgressStyle::with_template("[{bar:40}] {prefix}\n{msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Display::Bar { bar, trials, start }
    }

    /// Shows that so many trials are played.
    pub fn show(&mut self, played: u64, outlook: &Outlook) {
        match self {
            Display::Bar { bar, trials, start } => {
                bar.set_position((outlook.share * STEPS) as u64);
                bar.set_prefix(line(played, *trials, start.elapsed().as_secs_f64(), outlook));
            }
            Display::Lines { trials, start, last, found } if last.elapsed() >= LINE => {
                *last = Instant::now();
                output::say(&(line(played, *trials, start.elapsed().as_secs_f64(), outlook) + found));
            }
            Display::Lines { .. } | Display::Nothing => {}
        }
    }

    /// Takes what is found so far.
    pub fn found(&mut self, text: String) {
        match self {
            Display::Bar { bar, .. } => bar.set_message(cut(&output::escaped(&text))),
            Display::Lines { found, .. } => *found = format!("; {}", first_line(&text)),
            Display::Nothing => {}
        }
    }

    /// Says something beside it.
    pub fn note(&self, text: &str) {
        match self {
            Display::Bar { bar, .. } => bar.suspend(|| output::say(text)),
            Display::Lines { .. } | Display::Nothing => output::say(text),
        }
    }

    /// Shows what is done after the last trial; as a line only where there were others.
    pub fn closing(&mut self, closing: Closing) {
        let text = format!("all trials are played; {closing}");
        match self {
            Display::Lines { start, .. } if start.elapsed() >= LINE => output::say(&text),
            Display::Lines { .. } => {}
            Display::Bar { .. } | Display::Nothing if io::stderr().is_terminal() => {
                self.clear();
                let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                    bar.set_style(style);
                }
                bar.set_message(text);
                bar.tick();
                *self = Display::Bar { bar, trials: 0, start: Instant::now() };
            }
            Display::Bar { .. } | Display::Nothing => {}
        }
    }

    /// Takes it away.
    pub fn clear(&self) {
        if let Display::Bar { bar, .. } = self {
            bar.finish_and_clear();
        }
    }
}

/// What stands above the first empty line of what is found, in one line.
pub fn first_line(found: &str) -> String {
    found.lines().take_while(|line| !line.is_empty()).map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Lines that a terminal does not break.
fn cut(text: &str) -> String {
    let most = console::Term::stderr().size().1.into();
    text.lines().map(|line| console::truncate_str(line, most, "...")).collect::<Vec<_>>().join("\n")
}

/// A part of the work in per cent, rounded down: all of it is none of these.
pub fn percent(share: f64) -> String {
    let tenths = ((share * 1000.0 + 1e-9) as u64).min(999);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn line(played: u64, trials: u64, elapsed_s: f64, outlook: &Outlook) -> String {
    if played >= trials {
        let step = if outlook.blocks_left.is_some() { "saving the last blocks" } else { "weighing what they show" };
        return format!("all {} trials are played; {step}", HumanCount(trials));
    }
    let left = match (outlook.left_s, outlook.blocks_left) {
        (None, _) => "unknown left".to_owned(),
        (Some(left_s), _) if left_s >= LEAST_S => format!("{} left", duration(left_s)),
        (Some(_), Some(blocks)) => format!("nearly done: {} left", counted(blocks, "block")),
        (Some(_), None) => format!("nearly done: {} left", counted(trials - played, "trial")),
    };
    let rate = HumanCount((played as f64 / elapsed_s) as u64);
    let (played, trials) = (HumanCount(played), HumanCount(trials));
    format!("{}: {played} of {trials} trials, {rate}/s, {left}", percent(outlook.share))
}

#[cfg(test)]
mod tests {
    use tolley_session::Outlook;

    use super::{line, percent};

    #[test]
    fn a_line_tells_share_rate_and_time_left() {
        let outlook = Outlook { share: 0.25, left_s: Some(30.0), blocks_left: Some(12) };
        assert_eq!(line(250, 1000, 10.0, &outlook), "25.0 %: 250 of 1,000 trials, 25/s, 30 seconds left");
        let outlook = Outlook { share: 0.0, left_s: None, blocks_left: Some(16) };
        assert_eq!(line(0, 1000, 10.0, &outlook), "0.0 %: 0 of 1,000 trials, 0/s, unknown left");
    }

    /// It said "99.9 %, under 1 second left" for minutes.
    #[test]
    fn while_something_is_open_it_is_neither_over_nor_less_than_a_second() {
        for share in [0.0, 0.5, 0.99949, 0.9996, 0.999_999, 1.0] {
            for left_s in [None, Some(0.0), Some(0.3), Some(0.999), Some(1.0), Some(200.0), Some(f64::INFINITY)] {
                for blocks_left in [None, Some(1), Some(7)] {
                    let told = line(3999, 4000, 80.0, &Outlook { share, left_s, blocks_left });
                    assert!(!told.contains("under 1 second") && !told.contains("100"), "{told}");
                    let is_short = left_s.is_some_and(|left_s| left_s < 1.0);
                    assert_eq!(told.contains("nearly done: "), is_short, "{told}");
                }
            }
        }
        let outlook = Outlook { share: 0.9996, left_s: Some(0.2), blocks_left: Some(2) };
        let told = line(3999, 4000, 80.0, &outlook);
        assert_eq!(told, "99.9 %: 3,999 of 4,000 trials, 49/s, nearly done: 2 blocks left");
        let told = line(4000, 4000, 80.0, &Outlook { share: 1.0, left_s: Some(0.0), blocks_left: Some(1) });
        assert_eq!(told, "all 4,000 trials are played; saving the last blocks");
        assert_eq!([0.0, 0.5, 0.9999, 1.0].map(percent), ["0.0 %", "50.0 %", "99.9 %", "99.9 %"]);
    }
}
