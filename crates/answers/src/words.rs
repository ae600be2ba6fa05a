//! Counts and lines of text for people.

pub use tolley_experiment::count::{GroupedCount, counted};

/// Text in lines of at most so many characters, all but the first indented.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().filter(|line| !line.trim().is_empty());
        match line {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => *line += &format!(" {word}"),
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.last_mut().into_iter().for_each(|line| *line += word),
        }
    }
    lines.join("\n")
}
