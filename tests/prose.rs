//! Prose is measured: the pages, and the help of every command, have short sentences, and paragraphs with few numbers.

mod count;

use std::path::{Path, PathBuf};

use crate::tool::ran;
use count::{Paragraph, help_paragraphs, number_count, paragraphs, sentences, word_count};

/// Words of a sentence, on average over a page.
const MEAN_WORDS: f64 = 20.0;
/// Words of any sentence.
const MOST_WORDS: usize = 40;
/// Numbers of a paragraph of a page.
const MOST_NUMBERS: usize = 2;

/// Below `docs/`: what is law, equation or record, and what a command writes.
const NOT_MEASURED: [&str; 5] = ["laws", "physics", "decisions", "history", "answers.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files of a folder by name, and folders in it.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = listed.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

/// The pages that are measured: those that a user or a contributor reads from beginning to end.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder).into_iter().filter(|path| !NOT_MEASURED.iter().any(|name| path.ends_with(name))) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    let crates = entries(&root().join("crates")).into_iter().map(|folder| folder.join("README.md"));
    pages.extend(crates.filter(|page| page.is_file()));
    pages
}

/// What is wrong with the sentences of a text, each fault with its place.
fn long_sentences(name: &str, paragraphs: &[Paragraph]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut lengths = Vec::new();
    for paragraph in paragraphs {
        for sentence in sentences(&paragraph.text) {
            let words = word_count(&sentence);
            if words > MOST_WORDS {
                faults.push(format!("{name}:{}: a sentence of {words} words: {sentence}", paragraph.line));
            }
            lengths.push(words);
        }
    }
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
    if mean > MEAN_WORDS {
        faults.push(format!("{name}: {mean:.1} words a sentence on average, of {} sentences", lengths.len()));
    }
    faults
}

/// Paragraphs of a page with too many numbers.
fn crowded_paragraphs(name: &str, paragraphs: &[Paragraph]) -> Vec<String> {
    let counted = paragraphs.iter().map(|paragraph| (paragraph, number_count(&paragraph.text)));
    let crowded = counted.filter(|(_, numbers)| *numbers > MOST_NUMBERS);
    let fault = |(paragraph, numbers): (&Paragraph, usize)| {
        format!("{name}:{}: {numbers} numbers in a paragraph: {}", paragraph.line, paragraph.text)
    };
    crowded.map(fault).collect()
}

#[test]
fn pages_have_short_sentences_and_few_numbers() {
    let mut faults = Vec::new();
    let mut count = 0;
    for path in pages() {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let paragraphs = paragraphs(&text);
        faults.extend(long_sentences(&name, &paragraphs));
        faults.extend(crowded_paragraphs(&name, &paragraphs));
        count += paragraphs.iter().map(|paragraph| sentences(&paragraph.text).len()).sum::<usize>();
    }
    assert!(count > 800, "{count} sentences are measured");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The commands that a help lists, each with its way down to it.
fn commands_below(way: &[String]) -> Vec<Vec<String>> {
    let help = help_of(way);
    let kinds = ["Commands:", "Kinds of question:"];
    let listed = help.lines().skip_while(|line| !kinds.contains(line)).skip(1).take_while(|line| !line.is_empty());
    let named = listed.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = named.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let mut ways = Vec::new();
    for name in names {
        let below: Vec<String> = way.iter().cloned().chain([name.to_owned()]).collect();
        ways.push(below.clone());
        ways.extend(commands_below(&below));
    }
    ways
}

fn help_of(way: &[String]) -> String {
    let arguments: Vec<&str> = way.iter().map(String::as_str).chain(["--help"]).collect();
    let help = ran(root(), &arguments);
    assert_eq!(help.code, 0, "{arguments:?}: {}", help.stderr);
    help.stdout
}

#[test]
fn the_help_of_every_command_has_short_sentences() {
    let mut ways = vec![Vec::new()];
    ways.extend(commands_below(&[]));
    // these help, and stand in no list
    ways.extend(["explain", "completions", "man"].map(|name| vec![name.to_owned()]));
    ways.sort();
    ways.dedup();
    assert!(ways.len() > 20, "{ways:?}");
    let mut faults = Vec::new();
    for way in ways {
        let name = format!("tolley {} --help", way.join(" "));
        let paragraphs = help_paragraphs(&help_of(&way));
        assert!(!paragraphs.is_empty(), "{name} says nothing");
        faults.extend(long_sentences(&name, &paragraphs));
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_is_prose_is_told_from_what_is_not() {
    let page = "# A heading of many words\n\nOne sentence with a [link](to/a.md) here. Another\none: `code of words`.\n\n\
                | a | table |\n|---|---|\n\n- An item\n  that goes on.\n1. A numbered one.\n\n```\nno prose at all\n```\n";
    let found = paragraphs(page);
    let told: Vec<(usize, &str)> = found.iter().map(|paragraph| (paragraph.line, paragraph.text.as_str())).collect();
    let first = "One sentence with a link here. Another one: `code` `code` `code`.";
    assert_eq!(told, [(3, first), (9, "An item that goes on."), (11, "A numbered one.")]);
    assert_eq!(sentences(first).iter().map(|sentence| word_count(sentence)).collect::<Vec<_>>(), [6, 3]);
    assert!(crowded_paragraphs("page", &paragraphs("From 1 to 2, and 3.\n")).len() == 1);
    let long = format!("{} end.\n", "word ".repeat(MOST_WORDS));
    assert_eq!(long_sentences("page", &paragraphs(&long)).len(), 2);
}

#[test]
fn numbers_are_what_is_counted_or_measured() {
    for (text, numbers) in [
        ("6.4 points a break (5.9 to 6.9), 2 % of all.", 2),
        ("On 27 November 2026 by physics 16 and tolley 0.1.0.", 0),
        ("TGQ4, P10 and CG-1.10a are names, as is 01_knuckling_down.ipynb.", 0),
        ("From 1e-9 to 2^-36, of 15,120 and -0.4.", 4),
        ("Two of three, in `2` ways; exit code 75.", 0),
        ("19mm is a number, 1998 a year.", 1),
    ] {
        let found = paragraphs(text);
        assert_eq!(
            found.iter().map(|paragraph| number_count(&paragraph.text)).collect::<Vec<_>>(),
            [numbers],
            "{text}"
        );
    }
}

#[test]
fn help_is_read_flag_by_flag() {
    let help = "Say what it is\n\nUsage: tolley x [OPTIONS]\n\nOptions:\n      --list <FILE>  File of the points, one\n\
                \x20                    row per point\n  -h, --help         Print help\n\nProse that goes\non here.\n\n\
                \x20 tolley x y\n";
    let told: Vec<String> = help_paragraphs(help).into_iter().map(|paragraph| paragraph.text).collect();
    assert_eq!(
        told,
        ["Say what it is", "File of the points, one row per point", "Print help", "Prose that goes on here."]
    );
}
