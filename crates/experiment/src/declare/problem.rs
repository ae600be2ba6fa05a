//! What is wrong with a scenario or scene, and where; all of it at once.

use std::fmt;

use crate::declare::key::Path;

/// A broken rule that joins several keys, found by a study's `setup`; the scenario gives it its place. Made by
/// [`fault!`](crate::fault!).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key to point at.
    pub path: Path,
    /// What is wrong and what is allowed, one sentence.
    pub message: String,
}

/// Whether a problem stops the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// It does.
    Error,
    /// It does not, but the user should know.
    Warning,
}

/// One problem at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// File as the user named it.
    pub file: String,
    /// Line and column, from 1; `None` when the whole file is meant.
    pub place: Option<(usize, usize)>,
    /// Dotted path of the key; empty when none is meant.
    pub key: String,
    /// What is wrong, the value, and what is allowed.
    pub message: String,
    /// Whether it stops the run.
    pub severity: Severity,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", escaped(&self.file))?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        let severity = if self.severity == Severity::Error { "error" } else { "warning" };
        write!(f, ": {severity}: ")?;
        if !self.key.is_empty() {
            write!(f, "{}: ", escaped(&self.key))?;
        }
        write!(f, "{}", escaped(&self.message))
    }
}

/// Problems in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Whether any of them stops the run.
    pub fn any_error(&self) -> bool {
        self.0.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// Puts them in the order of the file.
    pub(crate) fn sort(&mut self) {
        self.0.sort_by_key(|problem| problem.place);
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// What nobody sees, and what moves a cursor or changes the direction of writing.
pub fn is_hidden(c: char) -> bool {
    let is_invisible = matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}');
    c.is_control() || is_invisible
}

/// User text as it may stand on a terminal: characters that are invisible or change the direction of writing, control
/// characters among them, are written as escapes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// The beginning of a text that may be of any length, for a message.
pub fn shortened(text: &str) -> String {
    let most = 60;
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Letters of the beginning of a name that are enough to tell what is meant.
const BEGINNING: usize = 4;
/// First letters that two names have in common which are not alike by chance.
const BEGUN: usize = 3;

/// The name among `known` that a mistyped one is meant for: the first that begins so, in letters of any case, else the
/// nearest, where it is near enough.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // nobody mistypes that much, and the distance costs the product of both lengths
    if typed.len() > 100 {
        return None;
    }
    let known: Vec<&str> = known.into_iter().collect();
    let length = typed.chars().count();
    let begins = |name: &&str| length >= BEGINNING && name.to_lowercase().starts_with(&typed.to_lowercase());
    let begun = known.iter().copied().find(begins);
    begun.or_else(|| {
        // one letter in three and one more where the beginning is right; a name of one letter is no hint for another
        let allowed = |name: &str| {
            let is_begun = typed.chars().zip(name.chars()).take_while(|(a, b)| a == b).count() >= BEGUN;
            ((length / 3).max(1) + usize::from(is_begun)).min(length.saturating_sub(1))
        };
        let near = known.iter().copied().map(|name| (strsim::osa_distance(typed, name), name));
        let found = near.filter(|(distance, name)| *distance <= allowed(name)).min_by_key(|(distance, _)| *distance);
        found.map(|(_, name)| name)
    })
}

/// The message for a name that is not among the choices.
pub fn not_a_choice(text: &str, choices: &[&str]) -> String {
    let hint = nearest(text, choices.iter().copied()).map(|hint| format!("; did you mean \"{hint}\"?"));
    format!("\"{}\" is not one of: {}{}", shortened(text), choices.join(", "), hint.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_file_line_column_and_key() {
        let problem = Problem {
            file: "a.toml".to_owned(),
            place: Some((3, 7)),
            key: "shot.sped_m_s".to_owned(),
            message: "unknown key\u{1b}[31m".to_owned(),
            severity: Severity::Error,
        };
        assert_eq!(problem.to_string(), "a.toml:3:7: error: shot.sped_m_s: unknown key\\u{1b}[31m");
    }

    #[test]
    fn the_nearest_name_is_found_when_it_is_near() {
        let known = ["speed_m_s", "position_rad", "aim_offset_m"];
        assert_eq!(nearest("sped_m_s", known), Some("speed_m_s"));
        assert_eq!(nearest("psoition_rad", known), Some("position_rad"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest("Speed", known), Some("speed_m_s"));
        assert_eq!(nearest("pl-1z", ["PL-1gr-1990", "PL-1zl-1990"]), Some("PL-1zl-1990"));
        // what begins so comes before what is nearer, in the order of the list
        let coins = ["PL-2gr-1990", "PL-1zl-1990", "PL-2zl-1994", "PL-2zl-NG", "PL-5zl"];
        assert_eq!(nearest("PL-2zl", coins), Some("PL-2zl-1994"));
        // one letter in three may be wrong
        assert_eq!(nearest("expert", ["exact", "club", "novice"]), None);
        assert_eq!(nearest("bodies", ["world", "body", "gravity_m_s2"]), Some("body"));
        assert_eq!(nearest("exacct", ["exact", "club", "novice"]), Some("exact"));
        assert_eq!(nearest("clbu", ["exact", "club", "novice"]), Some("club"));
        assert_eq!(nearest(&"a".repeat(1000), known), None);
    }

    #[test]
    fn what_cannot_be_seen_is_escaped_and_what_is_long_is_cut() {
        assert_eq!(escaped("a\u{202e}b\u{200b}c\u{61c}\u{7}µ°é"), "a\\u{202e}b\\u{200b}c\\u{61c}\\u{7}µ°é");
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
    }

    #[test]
    fn problems_are_told_in_the_order_of_the_file() {
        let at = |place, severity| Problem {
            file: "a".to_owned(),
            place,
            key: String::new(),
            message: "m".to_owned(),
            severity,
        };
        let mut all = Problems(vec![at(Some((10, 1)), Severity::Error), at(Some((9, 2)), Severity::Warning)]);
        all.sort();
        assert_eq!(all.to_string(), "a:9:2: warning: m\na:10:1: error: m");
        assert!(all.any_error());
    }
}
