//! `tolley answer`: a research question, played and decided.

mod asked;
mod band;
mod bins;
mod crossing;
mod differences;
mod exact;
mod findings;
mod game;
mod judged;
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

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{self, Overrides};

use crate::args;
use crate::best;
use crate::columns;
use crate::exit::{self, Stop};
use crate::output;
use crate::report::tidy::{Row, Tidy};
use crate::run;
use crate::studies::AnyStudy;
use crate::summary;
use crate::written::Written;
use asked::asked;
use differences::{not_asked, why};
use findings::Findings;
use questions::{Ask, Part, Question};

/// Columns of what an answer stands on.
const COLUMNS: usize = 110;

/// What one thing that is asked has found.
struct Answer {
    /// The command that asks it of the scenario.
    command: String,
    /// In a line.
    short: String,
    /// For people.
    told: String,
    /// SI, all digits.
    object: Value,
    /// The same, an estimate a row.
    rows: Vec<Row>,
    /// What is held beside the strata.
    findings: Findings,
    /// Whether that is robust, in a line; absent where no stratum is played.
    robust: Option<String>,
    /// What is found in the strata.
    strata: Value,
}

impl Answer {
    /// Without rows and strata.
    fn of(command: String, short: String, told: String, object: Value) -> Answer {
        let (rows, findings) = (Vec::new(), Findings::default());
        Answer { command, short, told, object, rows, findings, robust: None, strata: Value::Null }
    }

    fn to_json(&self) -> Value {
        json!({ "command": self.command, "found": self.object, "in_strata": self.strata })
    }
}

/// A scenario as it was played, as it is or in a stratum: all that is asked of it.
struct Asking {
    found: Vec<Result<Answer, Stop>>,
    /// What was played; nothing of what plays for itself.
    dataset: Option<Dataset>,
    code: u8,
}

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
    let args = args::Answer {
        question: None,
        repeats: None,
        seed: None,
        output: None,
        threads: None,
        json: false,
        quiet: true,
        no_strata: true,
    };
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
    let is_best = matches!(part.asks, [Ask::Best]);
    if is_best {
        best::check_shots("--repeats", repeats)?;
    }
    let (plan, study) = plan(part, Some(repeats).filter(|_| !is_best), args.seed)?;
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

/// Plays a scenario into a folder, and asks everything of it.
fn play(
    (question, part): (&Question, &Part),
    (plan, study): (Plan, AnyStudy),
    repeats: u64,
    folder: PathBuf,
    args: &args::Answer,
) -> Result<Asking, Stop> {
    let alone = |found: Result<Answer, Stop>| Asking { found: vec![found], dataset: None, code: exit::DONE };
    match part.asks {
        [Ask::Best] => return Ok(alone(best((part, &plan, study), repeats, folder, args))),
        [Ask::Race(asked)] => {
            let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
            let command = format!("tolley answer {} --repeats {repeats}{seed}", question.id);
            let ran = race::run(plan, study, asked, &folder, args);
            return Ok(alone(ran.map(|(short, told, object)| {
                let findings = findings::race(&object, asked.key);
                Answer { findings, ..Answer::of(command, short, told, object) }
            })));
        }
        _ => {}
    }
    let flags =
        args::Flags { output: Some(folder), threads: args.threads, quiet: args.quiet, ..args::Flags::default() };
    let playing = args::Run { scenario: Some(part.scenario.into()), trial: None, flags };
    let (dataset, failed) = run::dataset_of(&plan, study, &playing)?;
    let summed = tolley_analysis::summary(&dataset)?;
    let code = run::judged(&dataset, &summed.facts.missing(), failed);
    let found = part.asks.iter().map(|ask| asked(question, part, ask, &dataset, args)).collect();
    Ok(Asking { found, dataset: Some(dataset), code })
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

/// The scenario of a part, and its warnings told.
fn plan(part: &Part, repeats: Option<u64>, seed: Option<u64>) -> Result<(Plan, AnyStudy), Stop> {
    let (plan, warnings) = read(part, repeats, seed, Vec::new())?;
    run::told(plan, &warnings)
}

/// The plan of a part, with what is set over its scenario.
fn read(part: &Part, repeats: Option<u64>, seed: Option<u64>, set: Vec<String>) -> Result<(Plan, Problems), Problems> {
    let overrides = Overrides { repeats, seed, set, ..Overrides::default() };
    scenario::read_from(part.scenario, part.text.as_bytes(), &AnyStudy::infos(), overrides)
}

fn best(
    (part, plan, study): (&Part, &Plan, AnyStudy),
    shots: u64,
    folder: PathBuf,
    args: &args::Answer,
) -> Result<Answer, Stop> {
    let asked = args::Best {
        scenario: part.scenario.into(),
        skill: Vec::new(),
        shots: Some(shots),
        objective: None,
        output: Some(folder),
        seed: args.seed,
        set: Vec::new(),
        threads: args.threads,
        csv: false,
        json: args.json,
        quiet: args.quiet,
    };
    let (object, told) = best::of_plan(plan, study, &asked)?;
    let short = "the best choice for each skill, below".to_owned();
    let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let command = format!("tolley best scenarios/{} --shots {shots}{seed}", part.scenario);
    let findings = findings::best(&object);
    Ok(Answer { findings, ..Answer::of(command, short, told, object) })
}
