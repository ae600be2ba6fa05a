//! The first sentences of all answers, read as a new user would: short, plain, at most two numbers.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::tool::ran;

#[path = "../crates/xtask/src/sentences.rs"]
mod sentences;
use sentences::wrong;

/// Searches, and designs of so many points that the fewest trials take most of a minute. Their scenarios are played
/// with two repeats by `cargo xtask test`; their sentences are read as they are stored.
const LONG: [&str; 4] = ["TGQ1", "TGQ2", "TGQ8", "TGQ11"];

/// The numbers of the questions that come along.
fn questions(folder: &Path) -> Vec<String> {
    let listed = ran(folder, &["ask"]).stdout;
    let ids = listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|id| id.contains("GQ"));
    ids.map(str::to_owned).collect()
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
        let play = ["--minutes", "0.02", "--no-strata", "--json", "-q", "-o", id];
        let how = if LONG.contains(&id.as_str()) { &["--stored", "--json"][..] } else { &play };
        let output = ran(here.path(), &[&["ask", id.as_str()], how].concat());
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
