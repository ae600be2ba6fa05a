//! The choices that are told as a list, which `--list` and `[sweep]` read.

use tolley_experiment::value::Value;

use super::answers::{Answers, Stratum};

/// A column a key, a row a choice, of each design point and skill the best first; none stands there twice. Where what
/// is decided over has an effect only by the choice of another key, that key is a column too, and the first row is the
/// control in which it has its default.
pub fn csv(answers: &Answers<'_>) -> String {
    let keys = &answers.plan.study.schema.keys;
    let Some(first) = answers.strata.first() else { return String::new() };
    let decided: Vec<usize> = numbers(first).map(|at| first.asked.keys[at]).collect();
    let with = decided.iter().find_map(|key| {
        let with = keys[*key].only_with?;
        Some((answers.plan.study.schema.find(with.key)?, with.choice))
    });
    let columns = with.iter().map(|(key, _)| key).chain(&decided);
    let mut lines = vec![columns.map(|key| keys[*key].path.to_string()).collect::<Vec<_>>().join(",")];
    let mut add = |choice: Option<String>, at: &[f64]| {
        let cells = choice.into_iter().chain(at.iter().map(f64::to_string));
        let line = cells.collect::<Vec<_>>().join(",");
        if !lines.contains(&line) {
            lines.push(line);
        }
    };
    if let Some((key, _)) = &with {
        let usual: Vec<f64> = decided.iter().map(|key| number(&keys[*key].default)).collect();
        add(Some(name(&keys[*key].default)), &usual);
    }
    for stratum in &answers.strata {
        for found in &stratum.answer.skills {
            for at in std::iter::once(&found.at).chain(found.rivals.iter().map(|rival| &rival.at)) {
                let at: Vec<f64> = numbers(stratum).map(|number| at[number]).collect();
                add(with.as_ref().map(|(_, choice)| (*choice).to_owned()), &at);
            }
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The numbers that are decided over.
fn numbers(stratum: &Stratum) -> impl Iterator<Item = usize> {
    let numbers = stratum.asked.task.numbers.iter().enumerate();
    numbers.filter(|(_, number)| number.is_decided()).map(|(at, _)| at)
}

fn name(value: &Value) -> String {
    if let Value::Choice(choice) = value { choice.to_string() } else { value.to_string() }
}

fn number(value: &Value) -> f64 {
    if let Value::Number(number) = value { *number } else { f64::NAN }
}
