//! What a text costs the TOML parser, counted before it is parsed: some 100 bytes a word or sign, some 300 each that is
//! wrong. A file of 16 MiB may have 16 million.

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

#[cfg(test)]
mod tests {
    use super::*;

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
