//! An answer that was kept in a folder, as it is shown again.

use std::path::Path;

use serde_json::Value as Json;
use tolley_answers::columns;
use tolley_answers::render::shell_line;
use tolley_experiment::file;

use crate::exit::{self, Stop};
use crate::output;

/// Answers of a folder, as their file has them.
pub struct KeptAnswers(Vec<Json>);

impl KeptAnswers {
    /// Those of a folder that is no dataset; `None` where it has none.
    pub fn of(folder: &Path) -> Option<KeptAnswers> {
        let path = folder.join("answer.json");
        if folder.join("manifest.json").exists() || !path.is_file() {
            return None;
        }
        let object: Json = serde_json::from_str(&file::read_text(&path).ok()?).ok()?;
        let all = match object {
            Json::Array(all) => all,
            one => vec![one],
        };
        let are_answers = !all.is_empty() && all.iter().all(|answer| answer["headline"]["sentence"].is_string());
        are_answers.then_some(KeptAnswers(all))
    }

    /// What was asked.
    pub fn question(&self) -> String {
        let first = &self.0[0];
        first["opening"].as_str().or(first["study"].as_str()).unwrap_or_default().to_owned()
    }

    /// The first sentence, and how much that is.
    pub fn says(&self) -> String {
        let headline = &self.0[0]["headline"];
        let ended = |text: &str| if text.ends_with('.') { text.to_owned() } else { format!("{text}.") };
        let amounts = headline["amount"].as_array().into_iter().flatten().filter_map(Json::as_str);
        headline["sentence"].as_str().into_iter().chain(amounts).map(ended).collect::<Vec<_>>().join(" ")
    }

    /// The command that makes it again.
    pub fn again(&self) -> Option<String> {
        let words = self.0[0]["again"].as_array()?.iter().filter_map(|word| Some(word.as_str()?.to_owned()));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| shell_line(&words))
    }

    /// Notes that must be known with an answer, and on what it depends.
    fn rests_on(&self) -> Vec<String> {
        let notes = self.0.iter().flat_map(|answer| answer["notes"].as_array().into_iter().flatten());
        let shown = notes.filter(|note| ["caution", "tried", "direction"].iter().any(|name| note["heading"] == *name));
        let shown = shown.filter_map(|note| Some(note["text"].as_str()?.to_owned()));
        let on = self.0.iter().flat_map(|answer| answer["headline"]["depends_on"].as_array().into_iter().flatten());
        let on = on.filter_map(|on| {
            let unknown = if on["assumed"] == true { ", which nobody has measured" } else { "" };
            Some(format!("It depends on the {}{unknown}.", on["label"].as_str()?))
        });
        let mut all: Vec<String> = on.chain(shown).collect();
        all.dedup();
        all
    }

    fn text(&self, width: usize) -> String {
        let mut text = format!("{}\n\n", output::wrapped(&self.question(), width, ""));
        for answer in &self.0 {
            let headline = &answer["headline"];
            text += &format!("{}\n", output::wrapped(headline["sentence"].as_str().unwrap_or_default(), width, "  "));
            for amount in headline["amount"].as_array().into_iter().flatten().filter_map(Json::as_str) {
                text += &format!("  {}\n", output::wrapped(amount, width.saturating_sub(2), "    "));
            }
            let cell = |finding: &Json, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
            let row =
                |finding: &Json| ["subject", "says", "detail", "certainty"].map(|name| cell(finding, name)).to_vec();
            let rows: Vec<Vec<String>> = answer["findings"].as_array().into_iter().flatten().map(row).collect();
            if !rows.is_empty() {
                text += &format!("\n{}", columns::indented(&columns::rows(&columns::of_rows(&rows))));
            }
        }
        text
    }
}

/// Prints a kept answer; the file itself as JSON.
pub fn show(folder: &Path, kept: &KeptAnswers, is_json: bool) -> Result<u8, Stop> {
    if is_json {
        output::json(&kept.0)?;
        return Ok(exit::DONE);
    }
    let again = kept.again().map_or_else(String::new, |again| format!("Again: {again}\n"));
    output::result(&format!("{}\n{again}answer: {}\n", kept.text(output::width()), folder.display()))?;
    Ok(exit::DONE)
}

/// Prints a kept answer for a notice board.
pub fn sheet(folder: &Path, kept: &KeptAnswers, width: usize, otherwise: &[String]) -> Result<u8, Stop> {
    let item = |text: &str| format!("- {}\n", output::wrapped(text, width - 2, "  "));
    let mut text = kept.text(width);
    if !otherwise.is_empty() {
        text += &format!("\nPlayed with {}, in place of what the scenario says.\n", otherwise.join(", "));
    }
    let rests = kept.rests_on();
    if !rests.is_empty() {
        text += "\nWhat it rests on\n----------------\n\n";
        text.extend(rests.iter().map(|line| item(line)));
    }
    text += "\nWhere it comes from\n-------------------\n\n";
    text.extend(kept.again().map(|again| item(&format!("The same again: {again}"))));
    text += &item(&format!("The answer is kept in {}", folder.display()));
    output::result(&text)?;
    Ok(exit::DONE)
}
