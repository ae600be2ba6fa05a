//! What is wrong with a first sentence: it is long, has many numbers, or words of the inside.

/// Words of a first sentence.
const MOST_WORDS: usize = 25;
/// Numbers of a first sentence, an estimate with its interval being one.
const MOST_NUMBERS: usize = 2;
/// What no sentence says.
const PRIVATE: &[&str] = &["not resolved", "beside", "hangs", "judged otherwise", "NaN", "inf", " - "];

/// What is wrong with a first sentence.
pub fn wrong(sentence: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    // a hand is a name, whatever digits it has
    let sentence = &sentence.replace("misses 1.05 cm at 1 m", "somebody");
    let words = sentence.split_whitespace().count();
    if words > MOST_WORDS {
        wrong.push(format!("{words} words"));
    }
    let numbers = without_intervals(sentence).split_whitespace().filter(|word| is_number(word)).count();
    if numbers > MOST_NUMBERS {
        wrong.push(format!("{numbers} numbers"));
    }
    wrong.extend(sentence.split_whitespace().filter(|word| word.contains('_')).map(|word| format!("the name {word}")));
    wrong.extend(PRIVATE.iter().filter(|words| sentence.contains(*words)).map(|words| format!("\"{words}\"")));
    if !sentence.ends_with(['.', '!', '?']) {
        wrong.push("no end".to_owned());
    }
    wrong
}

/// What stands in brackets is the interval of the number before it.
fn without_intervals(sentence: &str) -> String {
    let parts = sentence.split('(').map(|part| part.split_once(')').map_or(part, |(_, after)| after));
    parts.collect()
}

fn is_number(word: &str) -> bool {
    word.trim_matches(|character: char| !character.is_ascii_digit()).parse::<f64>().is_ok()
}
