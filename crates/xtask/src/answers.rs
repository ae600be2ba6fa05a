//! The cards of `docs/answers.md`: `cargo xtask answers`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::report::Report;
use crate::scenarios;

/// What is said by hand stands above this line, the cards below.
const MARK: &str = "<!-- below: `cargo xtask answers` -->";
/// Minutes for all scenarios of a question, on a machine of two cores: three CPU-minutes.
const MINUTES: &str = "1.5";

/// Plays these questions, all where none is named, and puts the card of each into the page.
pub fn write(root: &Path, questions: &[&str], report: &mut Report) {
    let tolley = scenarios::built(root, "release", "tolley");
    let page = root.join("docs/answers.md");
    for id in asked(&tolley, questions) {
        let outcome = play(root, &tolley, &id).and_then(|card| {
            let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
            fs::write(&page, with_card(&text, &id, &card)).map_err(|error| error.to_string())
        });
        report.note(&format!("answer {id}"), outcome);
    }
}

/// The questions that are named, else all that there are.
fn asked(tolley: &Path, questions: &[&str]) -> Vec<String> {
    if !questions.is_empty() && questions != ["all"] {
        return questions.iter().map(|id| (*id).to_owned()).collect();
    }
    let listed = Command::new(tolley).arg("ask").output().map(|output| output.stdout).unwrap_or_default();
    let listed = String::from_utf8_lossy(&listed).into_owned();
    let ids = listed.lines().filter_map(|line| line.split_whitespace().next()).filter(|id| id.contains("GQ"));
    ids.map(str::to_owned).collect()
}

/// Plays a question, and gives its card under a heading with its number.
fn play(root: &Path, tolley: &Path, id: &str) -> Result<String, String> {
    let runs = scenarios::target(root).join("xtask/answers").join(id);
    fs::create_dir_all(&runs).map_err(|error| format!("{}: {error}", runs.display()))?;
    // in a folder of its own, so that commands name none
    let mut command = Command::new(tolley);
    command.current_dir(&runs).args(["ask", id, "--quiet", "--markdown", "--minutes", MINUTES]);
    let output = command.output().map_err(|error| error.to_string())?;
    let card = String::from_utf8_lossy(&output.stdout);
    let Some(heading) = card.strip_prefix("## ") else {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    };
    let heading = heading.trim_start_matches(&format!("{id}: "));
    let mut letters = heading.chars();
    let capital = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    Ok(format!("## {id}: {capital}{}", letters.as_str()))
}

/// The page with this card in the place of the one of the same number, else in the order of numbers.
fn with_card(page: &str, id: &str, card: &str) -> String {
    let (by_hand, cards) = page.split_once(MARK).unwrap_or((page, ""));
    let mut all: Vec<(&str, &str)> =
        cards.split("\n## ").skip(1).filter_map(|text| Some((text.split_once(':')?.0, text))).collect();
    let card = card.trim_start_matches("## ");
    all.retain(|(known, _)| *known != id);
    all.push((id, card));
    all.sort_by_key(|(id, _)| number(id));
    let cards: String = all.iter().map(|(_, text)| format!("\n## {}\n", text.trim_end())).collect();
    format!("{by_hand}{MARK}\n{cards}")
}

/// Marbles before coins, then by number.
fn number(id: &str) -> (bool, u32) {
    (id.starts_with('C'), id.trim_start_matches(char::is_alphabetic).parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_takes_the_place_of_the_one_before_and_stands_in_order() {
        let page = format!("# Answers\n\n{MARK}\n\n## TGQ2: Where?\n\nHere.\n\n## CGQ1: Fair?\n\nYes.\n");
        let page = with_card(&page, "TGQ10", "## TGQ10: Seats?\n\nFair.\n");
        let page = with_card(&page, "TGQ2", "## TGQ2: Where?\n\nThere.\n");
        let expected = "\n## TGQ2: Where?\n\nThere.\n\n## TGQ10: Seats?\n\nFair.\n\n## CGQ1: Fair?\n\nYes.\n";
        assert_eq!(page, format!("# Answers\n\n{MARK}\n{expected}"));
    }
}
