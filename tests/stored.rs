//! Answers that come with the program: of today, shown at once, refused where they are old.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use tolley_answers::stored::{self, StoredAnswers};
use tolley_session::shipped::Shipped;
use tolley_session::studies::PHYSICS_VERSION;

use crate::tool::ran;

fn blake3_of(name: &str) -> Option<String> {
    Shipped::all().iter().find(|shipped| shipped.name() == name).map(|shipped| shipped.blake3())
}

#[test]
fn every_stored_answer_is_of_this_version_and_these_scenarios() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/answers.md");
    let page = std::fs::read_to_string(page).expect("the page");
    for question in stored::questions() {
        let text = stored::text_of(question).expect("a file");
        let found = StoredAnswers::read(text).unwrap_or_else(|error| panic!("{question}: {error}"));
        let why = found.why_old(PHYSICS_VERSION, blake3_of);
        assert_eq!(why, None, "play it anew: cargo xtask answers --missing {question}");
        assert_eq!((found.question.as_str(), found.text().expect("JSON")), (question, text.to_owned()));
        assert!(!found.answers.is_empty(), "{question}");
        // every scenario that asks the question is answered
        let of_question = |shipped: &&Shipped| shipped.questions().iter().any(|id| id == question);
        let mut names: Vec<&str> = Shipped::all().iter().filter(of_question).map(|shipped| shipped.name()).collect();
        if names.is_empty() {
            names.push(question);
        }
        let played: Vec<&str> = found.scenarios.iter().map(|scenario| scenario.name.as_str()).collect();
        assert_eq!(played, names, "{question}");
        if question.contains("GQ") {
            let card = ran(Path::new("."), &["ask", question, "--stored", "--markdown"]).stdout;
            let body = card.split_once('\n').map_or("", |(_, body)| body).trim();
            assert!(page.contains(body), "docs/answers.md is not of {question}: cargo xtask answers --missing");
        }
    }
}

#[test]
fn a_stored_answer_is_shown_as_one_that_is_played() {
    for question in stored::questions() {
        let here = TempDir::new().expect("a folder");
        let text = ran(here.path(), &["ask", question, "--stored"]);
        assert_eq!((text.code, text.stderr.as_str()), (0, ""), "{question}");
        let line = format!("by physics {PHYSICS_VERSION}");
        let told = text.stdout.lines().find(|told| told.starts_with("Stored answer, played on "));
        assert!(told.is_some_and(|told| told.contains(&line)), "{}", text.stdout);
        assert!(text.stdout.lines().count() <= 13, "{}", text.stdout);
        let details = ran(here.path(), &["ask", question, "--stored", "--details"]).stdout;
        assert!(details.contains("\nAgain\n  tolley ask "), "{details}");
        let told = ran(here.path(), &["ask", question, "--stored", "--json", "--csv", "-o", "kept"]);
        let answers: Value = serde_json::from_str(&told.stdout).expect("JSON");
        let first = if answers.is_array() { &answers[0] } else { &answers };
        assert_eq!((&first["stored"]["physics_version"], told.code), (&PHYSICS_VERSION.into(), 0));
        for name in ["answer.json", "answer.parquet", "answer.csv"] {
            assert!(here.path().join("kept").join(name).is_file(), "{question}: {name}");
        }
        // nothing else is written, nothing is played
        assert_eq!(std::fs::read_dir(here.path()).expect("a folder").count(), 1);
    }
}

#[test]
fn what_has_no_stored_answer_is_refused() {
    let here = TempDir::new().expect("a folder");
    std::fs::write(here.path().join("own.toml"), "study = \"dice-football/solve\"\n").expect("a file");
    for (words, said) in [
        (&["one_match"][..], "one_match: there is no stored answer"),
        (&["own.toml"], "own.toml: only a question that comes with the program has a stored answer"),
        (&["TGQ4", "--minutes", "3"], "--minutes: a stored answer is as it was played"),
        (&["TGQ4", "--seed", "3"], "--seed: a stored answer is as it was played"),
        (&["TGQ4", "--csv"], "--csv: name the folder of a stored answer: -o FOLDER"),
        (&["TGQ44"], "TGQ44: there is no such scenario, dataset or question; did you mean TGQ4?"),
    ] {
        let told = ran(here.path(), &[&["ask", "--stored"], words].concat());
        assert_eq!((told.code, told.stdout.as_str()), (2, ""), "{words:?}");
        assert!(told.stderr.starts_with(&format!("error: {said}")), "{words:?}: {}", told.stderr);
        assert_eq!(told.stderr.lines().count(), 1, "{}", told.stderr);
    }
}

#[test]
fn what_is_played_is_read_as_it_was_stored() {
    let here = TempDir::new().expect("a folder");
    let asked = ["ask", "CGQ10", "--minutes", "0.02", "-q", "--store", "a.json", "--json"];
    let told = ran(here.path(), &asked);
    assert_eq!((told.code, told.stderr.as_str()), (0, ""));
    let found = StoredAnswers::read(&std::fs::read_to_string(here.path().join("a.json")).expect("a file"));
    let found = found.expect("stored answers");
    assert_eq!(found.why_old(PHYSICS_VERSION, blake3_of), None);
    assert!(found.scenarios.len() > 1 && found.scenarios.iter().all(|scenario| scenario.trials > 0));
    let shown = found.shown();
    let played: Vec<Value> = serde_json::from_str(&told.stdout).expect("JSON");
    assert_eq!(shown.len(), played.len());
    let line = shown[0].notes[0].sentence.text();
    for (shown, mut played) in shown.iter().zip(played) {
        let mut shown = tolley_answers::render::json::object(shown);
        let notes = shown["notes"].as_array_mut().expect("notes");
        notes.retain(|note| note["text"] != line.as_str());
        // folders and times are of one machine
        played["dataset"] = Value::Null;
        let next = played["next"].as_array_mut().into_iter().flatten();
        next.for_each(|next| next["seconds"] = Value::Null);
        assert_eq!(shown, played);
    }
}
