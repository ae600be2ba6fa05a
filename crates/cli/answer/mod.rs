//! `tolley answer`: a research question, played and decided.

mod asked;
mod band;
mod bins;
mod crossing;
mod differences;
mod exact;
mod findings;
mod found;
mod game;
mod influence;
mod judged;
mod played;
mod questions;
mod race;
mod ranks;
mod region;
mod regression;
mod robust;
mod seats;
mod smooth;
mod strata;
mod survival;
mod tidy;
mod trend;
mod within;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tolley_dataset::Dataset;
use tolley_session::place;

use crate::args;
use crate::best;
use crate::columns;
use crate::console::Console;
use crate::exit::{self, Stop};
use crate::output;
use crate::report::tidy::Tidy;
use crate::summary;
use crate::written::Written;
use asked::asked;
use differences::{not_asked, why};
use found::Answer;
use played::{plan, play, read};
use questions::{Ask, Part, Question};

/// Columns of what an answer stands on.
const COLUMNS: usize = 110;

/// Answers a question, or lists all.
pub fn run(args: &args::Answer) -> Result<u8, Stop> {
    let Some(id) = &args.question else { return list(args.json) };
    let question = questions::all().find(|question| question.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let all: Vec<&str> = questions::all().map(|question| question.id).collect();
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
            "question": question.id, "text": question.text, "answers": parts, "strata": strata::to_json(question)?,
            "not_asked": not_asked(question, !args.no_strata)?, "why_tables_differ": why(question.id),
        }))?;
    } else {
        output::result(&text(question, &answers, &not_asked(question, !args.no_strata)?))?;
    }
    Ok(code)
}

/// The number of the question whose scenario a dataset was played from, and its decisions, each in a line.
pub fn decided(dataset: &Dataset) -> Result<Option<(&'static str, Vec<String>)>, Stop> {
    let record = &dataset.manifest().plan;
    let args = args::Answer { quiet: true, no_strata: true, ..args::Answer::default() };
    let is_played = |part: &Part| {
        let is_near =
            part.text.contains(&record.study) && record.grid.axes.iter().all(|axis| part.text.contains(&axis.key));
        // what is shipped can be read, and its warnings are not about this dataset
        is_near
            && read(part, Some(record.grid.repeats), Some(record.seed), Vec::new())
                .is_ok_and(|(plan, _)| plan.record() == *record)
    };
    for question in questions::all() {
        for part in question.parts.iter().filter(|part| is_played(part)) {
            let mut shorts = Vec::new();
            for ask in part.asks.iter().filter(|ask| !matches!(ask, Ask::Best | Ask::Race(_))) {
                match asked(question, part, ask, dataset, &args) {
                    Ok(answer) => shorts.push(answer.short),
                    // a dataset that is not complete may not be asked
                    Err(stop) if stop.code == exit::BAD_INPUT => {}
                    Err(stop) => return Err(stop),
                }
            }
            if !shorts.is_empty() {
                return Ok(Some((question.id, shorts)));
            }
        }
    }
    Ok(None)
}

fn list(is_json: bool) -> Result<u8, Stop> {
    if is_json {
        let one = |question: &Question| {
            let scenarios: Vec<&str> = question.parts.iter().map(|part| part.scenario).collect();
            Ok(json!({
                "question": question.id, "text": question.text, "scenarios": scenarios,
                "strata": strata::to_json(question)?, "not_asked": not_asked(question, true)?,
            }))
        };
        output::json(&questions::all().map(one).collect::<Result<Vec<_>, Stop>>()?)?;
        return Ok(exit::DONE);
    }
    let line = |question: &Question| vec![question.id.to_owned(), question.text.to_owned()];
    let lines: Vec<Vec<String>> = questions::all().map(line).collect();
    output::result(
        &columns::rows(&columns::of_rows(&lines)).iter().map(|line| format!("{line}\n")).collect::<String>(),
    )?;
    Ok(exit::DONE)
}

fn text(question: &Question, answers: &[Answer], open: &str) -> String {
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
    let strata = strata::played((question, part), &plan, repeats, &folder, args)?;
    let code = strata.iter().map(|played| played.code).fold(asking.code, u8::max);
    robust::add(&mut found, &strata, repeats, &strata::own(part.scenario, &plan));
    // what plays for itself keeps its own
    let kept = asking.dataset.as_ref().map(|dataset| keep(dataset, &mut found)).transpose()?;
    if let Some(last) = found.last_mut() {
        last.told.push_str(&robust::defined(&folder, &strata));
        if let (Some(dataset), Some(kept)) = (&asking.dataset, kept) {
            last.told.push_str(&format!("answer: {}\n{}", kept.display(), summary::assumptions(dataset, COLUMNS)));
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
