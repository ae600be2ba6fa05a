//! JSON texts that tell whether a bit of them was changed: the first line holds the hash of all others.

use serde::Serialize;

const OPENING: &str = "{\n  \"blake3\": \"";
const CLOSING: &str = "\",\n";
const HASH_DIGITS: usize = 64;

/// The text of a struct that has fields.
pub(crate) fn sealed<T: Serialize>(value: &T) -> String {
    // what is ours always has a text: keys of maps are strings and numbers are finite or null
    let text = serde_json::to_string_pretty(value).unwrap_or_else(|error| unreachable!("it is JSON: {error}"));
    let fields = text.strip_prefix("{\n").unwrap_or_else(|| unreachable!("a struct with fields"));
    format!("{OPENING}{}{CLOSING}{fields}\n", hash(fields.as_bytes()))
}

/// Whether a text is as it was sealed.
pub(crate) fn is_whole(text: &[u8]) -> bool {
    let whole = || {
        let (hash_of, rest) = text.strip_prefix(OPENING.as_bytes())?.split_at_checked(HASH_DIGITS)?;
        let fields = rest.strip_prefix(CLOSING.as_bytes())?.strip_suffix(b"\n")?;
        Some(hash(fields).as_bytes() == hash_of)
    };
    whole().unwrap_or(false)
}

/// BLAKE3 in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_seen() {
        #[derive(Serialize)]
        struct Record {
            name: &'static str,
            count: u64,
        }
        let text = sealed(&Record { name: "a\nb", count: 7 });
        assert!(is_whole(text.as_bytes()), "{text}");
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|value| value["count"] == 7), "{text}");
        for bit in 0..text.len() * 8 {
            let mut flipped = text.clone().into_bytes();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_whole(&flipped), "bit {bit}");
        }
        for cut in 0..text.len() {
            assert!(!is_whole(&text.as_bytes()[..cut]), "cut to {cut}");
        }
    }
}
