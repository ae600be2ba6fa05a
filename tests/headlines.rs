//! The first sentences of all answers, read as a new user would: short, plain, at most two numbers.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::tool::ran;

/// Words of a first sentence.
const MOST_WORDS: usize = 25;
/// Numbers of a first sentence, an estimate with its interval being one.
const MOST_NUMBERS: usize = 2;
/// What no sentence says.
const PRIVATE: &[&str] = &["not resolved", "beside", "hangs", "judged otherwise", "NaN", "inf", " - "];

/// The numbers of the questions that come along.
fn questions(folder: &Path) -> Vec<String> {
    let listed = ran(folder, &["ask"]).stdout;
    let ids = listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|id| id.contains("GQ"));
    ids.map(str::to_owned).collect()
}

/// What is wrong with a first sentence.
fn wrong(sentence: &str) -> Vec<String> {
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

#[test]
fn a_first_sentence_that_nobody_can_say_is_found() {
    assert!(wrong("A limit of three fouls costs 2.1 percentage points (1.2 to 3.0) of the wins.").is_empty());
    assert_eq!(wrong("a_wins is 3 of 4 in 5 cases, not resolved").len(), 4);
}

#[test]
fn every_question_is_answered_by_a_sentence_that_can_be_said() {
    let here = TempDir::new().expect("a folder");
    let ids = questions(here.path());
    assert_eq!(ids.len(), 24, "{ids:?}");
    let mut faults = Vec::new();
    for id in &ids {
        let output = ran(here.path(), &["ask", id, "--minutes", "0.02", "--no-strata", "--json", "-q", "-o", id]);
        assert_eq!(output.code, 0, "{id}: {}", output.stderr);
        let answers: Value = serde_json::from_str(&output.stdout).expect("JSON");
        let answers = answers.as_array().cloned().unwrap_or_else(|| vec![answers]);
        assert!(!answers.is_empty(), "{id} has no answer");
        for answer in &answers {
            let sentence = answer["headline"]["sentence"].as_str().unwrap_or("no sentence at all");
            faults.extend(wrong(sentence).into_iter().map(|fault| format!("{id}: {fault}: {sentence}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The cards that people read.
#[test]
fn every_card_of_the_page_begins_with_a_sentence_that_can_be_said() {
    let page = include_str!("../docs/answers.md");
    let cards: Vec<&str> = page.split("\n## ").skip(1).collect();
    assert_eq!(cards.len(), 24);
    let first = |card: &str| card.split("**").nth(1).unwrap_or_default().replace('\\', "");
    let also = |card: &str| -> Vec<String> {
        let listed = card.split_once("Also asked:").map_or("", |(_, listed)| listed).lines();
        listed.filter_map(|line| line.strip_prefix("- ")).map(|line| line.replace('\\', "")).collect()
    };
    assert!(cards.iter().map(|card| also(card).len()).sum::<usize>() > 40);
    let faults: Vec<String> = cards
        .iter()
        .flat_map(|card| [vec![first(card)], also(card)].concat())
        .flat_map(|sentence| wrong(&sentence).into_iter().map(move |fault| format!("{fault}: {sentence}")))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
