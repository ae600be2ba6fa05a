//! Results go to stdout, everything else to stderr.

use std::io::{self, Write};

use serde_json::Value;

/// A result; it ends with a line break.
pub fn result(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
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
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A length of time for people.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under 1 s".to_owned(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// A size in bytes for people.
pub fn bytes(bytes: f64) -> String {
    match bytes {
        b if b < 1e3 => format!("{b:.0} bytes"),
        b if b < 1e6 => format!("{:.1} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1000, 1_000_818].map(grouped), ["0", "999", "1,000", "1,000,818"]);
    }

    #[test]
    fn times_and_sizes_have_a_fitting_unit() {
        assert_eq!([0.2, 90.0, 600.0, 9000.0].map(duration), ["under 1 s", "90 s", "10 min", "2.5 h"]);
        assert_eq!([12.0, 1.25e6].map(bytes), ["12 bytes", "1.2 MB"]);
    }
}
