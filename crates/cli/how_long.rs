//! How long something takes, in words: of the time of a processor, and on cores that do nothing else.

use tolley_dataset::CpuClock;
use tolley_session::estimate::{Length, Time};

use crate::output::counted;

/// Ends of a range that lie further apart than this, the higher as a multiple of the lower, are both said.
const FAR: f64 = 1.5;
/// Shorter times are not told apart.
const SHORT_S: f64 = 1.0;
/// Units of time: what they are called, their seconds, and from which multiple of them the next one is used.
const UNITS: [(&str, f64, f64); 4] =
    [("second", 1.0, 90.0), ("minute", 60.0, 90.0), ("hour", 3600.0, 48.0), ("day", 86_400.0, f64::INFINITY)];

/// A time that is estimated, which follows "about": `5 CPU-minutes: 2.5 minutes on 2 idle cores`.
pub fn in_words(time: &Time) -> String {
    let cores = counted(time.cores as u64, "idle core");
    if time.cpu.seconds < SHORT_S {
        return format!("1 second or less on {cores}");
    }
    let idle = amount(&time.idle, "");
    match time.cores {
        1 => format!("{idle} on {cores}"),
        _ => format!("{}: {idle} on {cores}", amount(&time.cpu, "CPU-")),
    }
}

/// What is to be said where the system does not tell the time of a processor.
pub fn caution() -> Option<&'static str> {
    const WALL: &str =
        "this system does not tell the time of the processor: other work on it makes the estimate longer";
    (!CpuClock::is_told()).then_some(WALL)
}

/// A length of time with its unit, as a range where its ends are far apart.
fn amount(length: &Length, of: &str) -> String {
    let [low, high] = length.range;
    let is_range = high >= SHORT_S && high > FAR * low.max(f64::MIN_POSITIVE);
    let longest = if is_range { high } else { length.seconds };
    let last = UNITS[UNITS.len() - 1];
    let (unit, seconds, _) = UNITS.into_iter().find(|(_, seconds, most)| longest < seconds * most).unwrap_or(last);
    let said = |length_s: f64| rounded(length_s / seconds);
    let number = if is_range { format!("{} to {}", said(low), said(high)) } else { said(longest) };
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {of}{unit}{plural}")
}

/// A number with as many digits as an estimate has.
fn rounded(number: f64) -> String {
    match number {
        _ if number < 0.1 => "0.1".to_owned(),
        _ if number < 9.95 => {
            let text = format!("{number:.1}");
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        }
        _ if number < 99.5 => format!("{number:.0}"),
        _ => format!("{:.0}", (number / 10.0).round() * 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(cpu_s: f64, [low, high]: [f64; 2], cores: usize) -> Time {
        let cpu = Length { seconds: cpu_s, range: [low * cpu_s, high * cpu_s] };
        Time { cpu, idle: cpu.times(1.0 / cores as f64), cores }
    }

    #[test]
    fn both_times_are_said_and_a_range_where_little_is_known() {
        let words = |cpu_s, range, cores| in_words(&time(cpu_s, range, cores));
        assert_eq!(words(300.0, [0.9, 1.1], 2), "5 CPU-minutes: 2.5 minutes on 2 idle cores");
        assert_eq!(words(300.0, [0.5, 2.0], 2), "2.5 to 10 CPU-minutes: 1.2 to 5 minutes on 2 idle cores");
        assert_eq!(words(300.0, [0.9, 1.1], 1), "5 minutes on 1 idle core");
        assert_eq!(words(0.4, [0.5, 2.0], 8), "1 second or less on 8 idle cores");
        assert_eq!(words(3600.0, [1.0, 1.0], 4), "60 CPU-minutes: 15 minutes on 4 idle cores");
        assert_eq!(words(400_000.0, [1.0, 1.0], 1), "4.6 days on 1 idle core");
        assert_eq!(words(5000.0, [1.0, 1.0], 1), "83 minutes on 1 idle core");
        assert_eq!(words(f64::INFINITY, [1.0, 1.0], 1), "inf days on 1 idle core");
    }
}
