//! `tolley answer`: a research question, played and decided.

mod played;
mod race;
mod strata;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tolley_answers::columns;
use tolley_answers::research::{self, Answer, Ask, Part, Question, not_asked, robust, text, why};
use tolley_answers::summary::assumptions;
use tolley_answers::tidy::Tidy;
use tolley_dataset::Dataset;
use tolley_session::place;

use crate::args;
use crate::best;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::known;
use crate::output;
use crate::written::Written;
use played::{plan, play};

/// Columns of what an answer stands on.
const COLUMNS: usize = 110;

/// Answers a question, or lists all.
pub fn run(args: &args::Answer) -> Result<u8, Stop> {
    let Some(id) = &args.question else { return list(args.json) };
    let question = research::all().find(|question| question.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let all: Vec<&str> = research::all().map(|question| question.id).collect();
        Stop::new(exit::BAD_INPUT, format!("error: {id}: no question of that number; there are {}", all.join(", ")))
    })?;
    let mut code = exit::DONE;
    let mut answers = Vec::new();
    for part in question.parts {
        let (found, of_part) = answer(question, part, args)?;
        code = code.max(of_part);
        answers.extend(found);
    }
    if args.json {
        let parts: Vec<Value> = answers.iter().map(Answer::to_json).collect();
        output::json(&json!({
            "question": question.id, "text": question.text, "answers": parts, "strata": research::strata::to_json(question, &known::studies())?,
            "not_asked": not_asked(question, &known::studies(), !args.no_strata)?, "why_tables_differ": why(question.id),
        }))?;
    } else {
        output::result(&text(question, &answers, &not_asked(question, &known::studies(), !args.no_strata)?))?;
    }
    Ok(code)
}

fn list(is_json: bool) -> Result<u8, Stop> {
    if is_json {
        let one = |question: &Question| {
            let scenarios: Vec<&str> = question.parts.iter().map(|part| part.scenario).collect();
            Ok(json!({
                "question": question.id, "text": question.text, "scenarios": scenarios,
                "strata": research::strata::to_json(question, &known::studies())?, "not_asked": not_asked(question, &known::studies(), true)?,
            }))
        };
        output::json(&research::all().map(one).collect::<Result<Vec<_>, Stop>>()?)?;
        return Ok(exit::DONE);
    }
    let line = |question: &Question| vec![question.id.to_owned(), question.text.to_owned()];
    let lines: Vec<Vec<String>> = research::all().map(line).collect();
    output::result(
        &columns::rows(&columns::of_rows(&lines)).iter().map(|line| format!("{line}\n")).collect::<String>(),
    )?;
    Ok(exit::DONE)
}

/// All that is asked of one scenario, which is played first, as it is and in its strata; the exit code.
fn answer(question: &Question, part: &Part, args: &args::Answer) -> Result<(Vec<Answer>, u8), Stop> {
    let repeats = repeats(question, part, args.repeats);
    let folder = folder(question, part, args);
    let console = Console::new(args.quiet);
    let folder = if args.output.is_none() { place::of_this_physics(folder, &console) } else { folder };
    let is_best = matches!(part.asks, [Ask::Best]);
    if is_best {
        best::check_shots("--repeats", repeats)?;
    }
    let (plan, study) = plan(part, Some(repeats).filter(|_| !is_best), args)?;
    let asking = play((question, part), (plan.clone(), study), repeats, folder.clone(), args)?;
    let mut found: Vec<Answer> = asking.found.into_iter().collect::<Result<_, _>>()?;
    let (strata, code) = strata::played((question, part), &plan, repeats, &folder, args)?;
    let code = code.max(asking.code);
    robust::add(&mut found, &strata, repeats, &research::strata::own(part.scenario, &plan));
    // what plays for itself keeps its own
    let kept = asking.dataset.as_ref().map(|dataset| keep(dataset, &mut found)).transpose()?;
    if let Some(last) = found.last_mut() {
        last.told.push_str(&robust::defined(&folder, &strata));
        if let (Some(dataset), Some(kept)) = (&asking.dataset, kept) {
            last.told.push_str(&format!(
                "answer: {}\n{}",
                kept.display(),
                assumptions(known::plan_of(dataset).as_ref(), COLUMNS)
            ));
        }
    }
    Ok((found, code))
}

/// Keeps all that is found about a dataset in a folder beside it.
fn keep(dataset: &Dataset, found: &mut [Answer]) -> Result<PathBuf, Stop> {
    let objects: Vec<Value> = found.iter().map(Answer::to_json).collect();
    let rows = found.iter_mut().flat_map(|answer| std::mem::take(&mut answer.rows)).collect();
    let tidy = Tidy::of(None, dataset, rows);
    let written = Written { dataset, ending: "-answer", object: objects.into(), tidy, has_csv: false };
    let folder = written.folder()?;
    written.keep(&folder)?;
    Ok(folder)
}

/// Repeats of a part: as asked; beside a best choice, of which shots are asked, in proportion.
fn repeats(question: &Question, part: &Part, asked: Option<u64>) -> u64 {
    let is_best = |part: &&Part| matches!(part.asks, [Ask::Best]);
    let best = question.parts.iter().find(is_best).filter(|_| !is_best(&part));
    match (asked, best) {
        (None, _) => part.repeats,
        (Some(shots), Some(best)) => (part.repeats * shots / best.repeats).max(2),
        (Some(repeats), None) => repeats,
    }
}

/// `runs/<question>`, and below it one a scenario where there are several.
fn folder(question: &Question, part: &Part, args: &args::Answer) -> PathBuf {
    let folder = args.output.clone().unwrap_or_else(|| Path::new("runs").join(question.id));
    let name = Path::new(part.scenario).file_stem().unwrap_or_default();
    if question.parts.len() == 1 { folder } else { folder.join(name) }
}
