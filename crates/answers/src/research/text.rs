//! A question with all its answers.

use super::differences::why;
use super::found::Answer;
use super::questions::Question;

/// Everything that is answered, and what is not asked.
pub fn text(question: &Question, answers: &[Answer], open: &str) -> String {
    // what the strata say goes on below, farther in
    let robust = |answer: &Answer| answer.robust.as_ref().map_or_else(String::new, |robust| format!("    {robust}\n"));
    let short: String = answers.iter().map(|answer| format!("  {}\n{}", answer.short, robust(answer))).collect();
    let told: String = answers.iter().map(|answer| format!("\n> {}\n\n{}", answer.command, answer.told)).collect();
    let open = match open {
        "" => String::new(),
        open => format!("\nnot asked here: {open}\n"),
    };
    let why = why(question.id).map_or_else(String::new, |why| format!("\nwhy tables differ: {why}\n"));
    format!("{}: {}\n{short}{told}{why}{open}", question.id, question.text)
}
