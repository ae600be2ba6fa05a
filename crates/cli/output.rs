//! Results go to stdout, everything else to stderr.

use std::borrow::Cow;
use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::Duration;

use indicatif::{DecimalBytes, HumanDuration};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
pub use tolley_answers::words::{counted, wrapped};
use tolley_experiment::problem::is_hidden;

use crate::host::Host;

/// A result; it ends with a line break.
pub fn result(text: &str) -> io::Result<()> {
    let text = escaped(text);
    if let Some(host) = Host::current() {
        host.result(&text);
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        stdout.write_all(b"\n")?;
    }
    stdout.flush()
}

/// Result text whose lines may be coloured, as `paint` says by the codes of a terminal; plain where stdout is none, or
/// NO_COLOR is set.
pub fn painted(text: &str, paint: impl Fn(&str) -> Option<&'static str>) -> io::Result<()> {
    let is_plain = !io::stdout().is_terminal() || env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    if is_plain || Host::current().is_some() {
        return result(text);
    }
    let text = escaped(text);
    let line = |line: &str| match paint(line) {
        Some(code) => format!("\u{1b}[{code}m{line}\u{1b}[0m\n"),
        None => format!("{line}\n"),
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.lines().map(line).collect::<String>().as_bytes())?;
    stdout.flush()
}

/// Characters in a line: as COLUMNS says, or the terminal; 120 where neither does.
pub fn width() -> usize {
    width_of(|| console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal()))
}

/// The same of where progress is shown.
pub fn width_of_progress() -> usize {
    width_of(|| console::Term::stderr().size_checked().filter(|_| io::stderr().is_terminal()))
}

fn width_of(seen: impl Fn() -> Option<(u16, u16)>) -> usize {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    said.or_else(|| seen().map(|(_, columns)| usize::from(columns)))
        .map_or(120, |columns: usize| columns.clamp(40, 200))
}

/// A result as one JSON object, written as it is made.
pub fn json(value: &impl Serialize) -> io::Result<()> {
    if let Some(host) = Host::current() {
        let mut text = Vec::new();
        write_json(value, &mut text)?;
        host.result(&String::from_utf8_lossy(&text));
        return Ok(());
    }
    let mut stdout = BufWriter::new(io::stdout().lock());
    write_json(value, &mut stdout)?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let plain = Plain(PrettyFormatter::new());
    Ok(value.serialize(&mut serde_json::Serializer::with_formatter(out, plain))?)
}

/// JSON for people, in whose strings what would steer a terminal is escaped.
struct Plain(PrettyFormatter<'static>);

macro_rules! as_pretty {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => { $(
        fn $name<W: Write + ?Sized>(&mut self, writer: &mut W, $($argument: $type),*) -> io::Result<()> {
            self.0.$name(writer, $($argument),*)
        }
    )* };
}

impl Formatter for Plain {
    as_pretty! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        for piece in fragment.split_inclusive(is_odd) {
            match piece.char_indices().next_back() {
                Some((at, odd)) if is_odd(odd) => {
                    writer.write_all(&piece.as_bytes()[..at])?;
                    // all odd ones are of the first plane
                    write!(writer, "\\u{:04x}", u32::from(odd))?;
                }
                _ => writer.write_all(piece.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// Hidden, but for the ends of lines, which are ours.
fn is_odd(c: char) -> bool {
    is_hidden(c) && c != '\n'
}

/// Chatter; that nobody can hear it is no reason to stop.
pub fn say(text: &str) {
    if let Some(host) = Host::current() {
        return host.say(&escaped(text));
    }
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}

/// Text that moves no cursor and turns no line: names of files and contents of manifests are whatever somebody wrote.
pub fn escaped(text: &str) -> Cow<'_, str> {
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
    fn json_stays_json_whatever_stands_in_it() {
        let odd = serde_json::json!({ "a\u{202e}": ["x \u{1b}[2J\n\u{85}\u{7f}\"y", 1.5e300, null, {}, []] });
        let mut text = Vec::new();
        write_json(&odd, &mut text).expect("memory");
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(!text.contains(is_odd), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), odd);
    }

    #[test]
    fn times_and_sizes_have_a_fitting_unit() {
        assert_eq!([0.2, 80.0, 600.0, 9000.0].map(duration), ["under 1 second", "80 seconds", "10 minutes", "3 hours"]);
        assert_eq!(duration(f64::INFINITY), "for ever");
        assert_eq!([12.0, 1.25e6].map(bytes), ["12 B", "1.25 MB"]);
    }
}
