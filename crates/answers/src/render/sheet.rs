//! Answers as a sheet for a notice board: what holds, how much that is, what it rests on, and where it comes from.

use super::shell_line;
use super::text::{dependence_text, plain};
use crate::answer::{Answer, NoteHeading};
use crate::catalogue;
use crate::words::{counted, wrapped};

/// Findings that are printed of each answer.
const FINDINGS: usize = 8;

/// The sheet of some answers, by the version of the program that gives them, the command that prints all figures, and
/// what was said over the scenario.
pub fn sheet(answers: &[Answer], width: usize, version: &str, [figures, otherwise]: [&[String]; 2]) -> String {
    let Some(first) = answers.first() else { return String::new() };
    let title = first.about.opening.as_deref().unwrap_or(first.about.kind);
    let mut text = format!("{}\n{}\n", wrapped(title, width, ""), "=".repeat(title.chars().count().min(width)));
    // the title is the scenario's, which may name other values
    if !otherwise.is_empty() {
        let said = catalogue::text("sheet.otherwise", &[("settings", &otherwise.join(", "))]);
        text += &format!("\n{}\n", wrapped(&said, width, ""));
    }
    for answer in answers {
        text += &format!("\n{}\n", wrapped(&answer.headline.text(), width, ""));
        let amounts = answer.headline.amount.iter().map(|amount| item(&amount.text(), width));
        text.extend(amounts);
        let findings = answer.findings.iter().take(FINDINGS).map(|finding| {
            let parts = [finding.subject.clone(), plain(&finding.says), plain(&finding.detail)];
            let said = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
            item(&said.join(": ").replacen("): ", ") ", 1), width)
        });
        text.extend(findings);
    }
    let rests: Vec<String> = answers.iter().flat_map(rests_on).fold(Vec::new(), |mut all, line| {
        if !all.contains(&line) {
            all.push(line);
        }
        all
    });
    if !rests.is_empty() {
        text += &heading("sheet.rests_on");
        text.extend(rests.iter().map(|line| item(line, width)));
    }
    text + &heading("sheet.comes_from") + &origin(first, width, version, figures)
}

fn heading(id: &'static str) -> String {
    let heading = catalogue::word(id);
    format!("\n{heading}\n{}\n\n", "-".repeat(heading.chars().count()))
}

/// A line of a list.
fn item(text: &str, width: usize) -> String {
    format!("- {}\n", wrapped(text, width.saturating_sub(2), "  "))
}

/// What would change an answer, and what must be known with it.
fn rests_on(answer: &Answer) -> Vec<String> {
    let cautions = answer.notes.iter().filter(|note| matches!(note.heading, NoteHeading::Caution | NoteHeading::Tried));
    let cautions = cautions.map(|note| note.sentence.text());
    answer.headline.depends_on.iter().map(dependence_text).chain(cautions).collect()
}

/// The trials, the seed and the command that prints all figures.
fn origin(first: &Answer, width: usize, version: &str, figures: &[String]) -> String {
    let about = &first.about;
    let (seed, id) = match about.seed {
        Some(seed) => (seed.to_string(), "sheet.played_of_seed"),
        None => (String::new(), "sheet.played"),
    };
    let played = counted(about.trials[0], "trial");
    let holes = [("version", version), ("trials", &played), ("study", &about.study), ("seed", &seed)];
    let all = catalogue::text("sheet.figures", &[("command", &shell_line(figures))]);
    item(&catalogue::text(id, &holes), width) + &item(&all, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{About, Certainty, Headline, Sentence, Verdict};

    #[test]
    fn a_sheet_says_what_holds_and_where_it_comes_from() {
        let headline = Headline {
            verdict: Verdict::Fair,
            certainty: Certainty::Clearly,
            sentence: Sentence::words("Coins may differ by 58 mg"),
            amount: vec![Sentence::words("player A wins 50.0 %")],
            depends_on: Vec::new(),
        };
        let about = About {
            opening: Some("Are two coins fair?".to_owned()),
            study: "cymbergaj/match".to_owned(),
            seed: Some(7),
            trials: [1200, 1200],
            ..About::default()
        };
        let answer = Answer { about, headline, findings: vec![], tables: vec![], notes: vec![], next: vec![] };
        let text = sheet(
            &[answer],
            72,
            "1.2.3",
            [&["tolley", "show", "two coins"].map(str::to_owned), &["a.mass_kg = 5.4 g".to_owned()]],
        );
        assert!(text.starts_with("Are two coins fair?\n===================\n\n"), "{text}");
        assert!(text.contains("\n\nCoins may differ by 58 mg.\n"), "{text}");
        assert!(text.contains("\nPlayed with a.mass_kg = 5.4 g, in place of what the scenario says.\n"), "{text}");
        assert!(text.contains("- Player A wins 50.0 %\n"), "{text}");
        assert!(text.contains("1,200 trials of cymbergaj/match, seed 7\n"), "{text}");
        assert!(text.ends_with("tolley show 'two coins'\n"), "{text}");
        assert!(!text.contains("rests on"), "{text}");
    }
}
