//! Results go to stdout, everything else to stderr.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use indicatif::{DecimalBytes, HumanDuration};
use serde_json::Value;

/// A result; it ends with a line break.
pub fn result(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let text = escaped(text);
    stdout.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        stdout.write_all(b"\n")?;
    }
    stdout.flush()
}

/// A result as one JSON object.
pub fn json(value: &Value) -> io::Result<()> {
    result(&format!("{value:#}"))
}

/// Chatter; that nobody can hear it is no reason to stop.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}

/// Text that moves no cursor and turns no line: names of files and contents of manifests are whatever somebody wrote.
fn escaped(text: &str) -> Cow<'_, str> {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_odd = |c: char| (c.is_control() && c != '\n') || turns(c);
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| if is_odd(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(plain).collect())
}

/// A length of time for people.
pub fn duration(seconds: f64) -> String {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if time < Duration::from_secs(1) => "under 1 second".to_owned(),
        Ok(time) => HumanDuration(time).to_string(),
        Err(_) => "for ever".to_owned(),
    }
}

/// A size in bytes for people.
pub fn bytes(bytes: f64) -> String {
    DecimalBytes(bytes as u64).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_printed_steers_a_terminal() {
        assert_eq!(escaped("a \u{1b}[2Jb\r\n\u{202e}c\u{7}"), "a \\u{1b}[2Jb\\u{d}\n\\u{202e}c\\u{7}");
        assert!(matches!(escaped("Polo\u{144}ica, 20 \u{b5}m\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn times_and_sizes_have_a_fitting_unit() {
        assert_eq!([0.2, 80.0, 600.0, 9000.0].map(duration), ["under 1 second", "80 seconds", "10 minutes", "3 hours"]);
        assert_eq!(duration(f64::INFINITY), "for ever");
        assert_eq!([12.0, 1.25e6].map(bytes), ["12 B", "1.25 MB"]);
    }
}
