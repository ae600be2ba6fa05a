//! Text that is safe to stand between tags.

use std::fmt;

/// Markup of ours in which everything that came from elsewhere is escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup(String);

impl Markup {
    /// Nothing yet.
    pub fn new() -> Markup {
        Markup::default()
    }

    /// Adds tags that stand in our source.
    #[must_use]
    pub fn tag(mut self, tags: &'static str) -> Markup {
        self.0 += tags;
        self
    }

    /// Adds text, which never becomes markup.
    #[must_use]
    pub fn text(mut self, text: &str) -> Markup {
        self.0 += &escaped(text);
        self
    }

    /// Adds an element of that name around text.
    #[must_use]
    pub fn element(mut self, name: &'static str, text: &str) -> Markup {
        self.0 += &format!("<{name}>{}</{name}>", escaped(text));
        self
    }

    /// Adds an element of that name and class around text.
    #[must_use]
    pub fn classed(mut self, name: &'static str, class: &'static str, text: &str) -> Markup {
        self.0 += &format!("<{name} class=\"{class}\">{}</{name}>", escaped(text));
        self
    }

    /// Adds other markup.
    #[must_use]
    pub fn with(mut self, other: &Markup) -> Markup {
        self.0 += &other.0;
        self
    }

    /// As it stands in a page.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Marks that turn the direction of the text after them, which could make a page read other than it is written, and
/// separators that end a line of a script.
const TURNING: [char; 14] = [
    '\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}',
    '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];

/// Text as it may stand between tags and in attributes; what cannot be seen is shown by its number.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\n' | '\t' => safe.push(character),
            _ if is_hidden(character) => safe += &shown(character),
            _ => safe.push(character),
        }
    }
    safe
}

/// Text for scripts and charts, which is no markup, in one line, with what cannot be seen shown by its number.
pub fn visible(text: &str) -> String {
    let seen = |character: char| match character {
        '\n' | '\t' => " ".to_owned(),
        _ if is_hidden(character) => shown(character),
        _ => character.to_string(),
    };
    text.chars().map(seen).collect()
}

fn is_hidden(character: char) -> bool {
    (character.is_control() && character != '\n' && character != '\t') || TURNING.contains(&character)
}

fn shown(character: char) -> String {
    format!("[U+{:04X}]", character as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let name = "</script><img src=x onerror=\"alert('1')\">&amp;\u{202e}gnp.exe\u{0}";
        let markup = Markup::new().tag("<p>").text(name).tag("</p>").element("b", "<i>");
        assert_eq!(
            markup.as_str(),
            "<p>&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;[U+202E]gnp.exe[U+0000]</p>\
             <b>&lt;i&gt;</b>"
        );
        assert_eq!(visible("<a>\n\u{2028}b\u{200f}"), "<a> [U+2028]b[U+200F]");
    }
}
