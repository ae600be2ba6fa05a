//! A command as one line that a shell takes word by word.

/// The words with a blank between them; what a POSIX shell would take apart or replace stands in single quotes.
pub fn shell_line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// One word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=,:+@%".contains(letter);
    // `=word` at the beginning is a path to zsh
    let needs = word.is_empty() || word.starts_with('=') || !word.chars().all(is_plain);
    if needs { format!("'{}'", word.replace('\'', "'\\''")) } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_each_word_as_one() {
        let words = ["tolley", "run", "a b.toml", "--set", "player.aim_sd_rad=2 deg", "it's", "", "$HOME", "k=1:2:0.5"];
        let line = shell_line(&words.map(str::to_owned));
        assert_eq!(line, r"tolley run 'a b.toml' --set 'player.aim_sd_rad=2 deg' 'it'\''s' '' '$HOME' k=1:2:0.5");
    }
}
