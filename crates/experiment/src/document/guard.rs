//! What a text costs the TOML parser, counted before it is parsed: some 100 bytes a word or sign, some 300 each that is
//! wrong. A file of 16 MiB may have 16 million.

use toml::de::DeTable;

use super::node::Place;

/// Words and signs of a file, at most: 100,000 numbers in a list have 200,000.
pub(super) const MOST_PIECES: usize = 500_000;

/// Where the text has more pieces than may be; a word is letters, digits, `_`, `+`, `-` and up to one point, blanks are
/// none, and each other sign and line end is one.
pub(super) fn too_many(text: &str) -> Option<usize> {
    let (mut pieces, mut in_word, mut has_point) = (0, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        let is_word = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-') || byte >= 0x80;
        if is_word && in_word {
            continue;
        }
        if byte == b'.' && in_word && !has_point {
            has_point = true;
            continue;
        }
        (in_word, has_point) = (is_word, false);
        pieces += usize::from(!matches!(byte, b' ' | b'\t'));
        if pieces > MOST_PIECES {
            return Some(offset);
        }
    }
    None
}

/// What the parser says, one line; too deep nesting in plain words.
pub(super) fn in_words(message: &str) -> String {
    match message {
        "recursion limit" | "cannot recurse further; max recursion depth met" => {
            "is nested too deeply: lists, tables and the parts of a key go 79 levels deep at most".to_owned()
        }
        other => other.replace('\n', "; "),
    }
}

/// The beginning of the first line at which the parser finds a fault without saying where.
pub(super) fn first_unplaced(text: &str) -> Option<Place> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end + 1).chain([text.len()]).collect();
    let has_fault = |end: usize| {
        let (_, errors) = DeTable::parse_recoverable(&text[..end]);
        errors.iter().any(|error| error.span().is_none())
    };
    // what stands before a line does not depend on it
    let line = ends.partition_point(|end| !has_fault(*end));
    (line < ends.len()).then_some((line + 1, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_too_many_parts_is_placed() {
        let deep = vec!["a"; 100].join(".");
        for line in [format!("{deep} = 1\n"), format!("[{deep}]\n"), format!("x = {{ {deep} = 1 }}\n")] {
            assert_eq!(first_unplaced(&format!("seed = 1\n\n{line}b = 2\n")), Some((3, 1)), "{line}");
        }
        assert_eq!(first_unplaced("a.b = 1\n"), None);
    }

    #[test]
    fn what_is_parsed_costs_little() {
        assert_eq!(too_many(&"x".repeat(1 << 24)), None, "one long word");
        assert_eq!(too_many(&" ".repeat(1 << 24)), None);
        assert_eq!(too_many(&"-1.25e-3, ".repeat(MOST_PIECES / 2)), None);
        for many in ["[", "a.a", "1.1", "a = 1\n", "\"", "\\", "= ", "\n", "#\n", "a ", "1,", "\u{1}", "\r"] {
            let text = many.repeat(2 * MOST_PIECES);
            assert!(too_many(&text).is_some_and(|offset| offset <= 4 * MOST_PIECES), "{many:?}");
        }
    }
}
