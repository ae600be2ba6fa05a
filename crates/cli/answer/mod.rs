//! `tolley answer`: a research question, played and decided.

mod band;
mod bins;
mod crossing;
mod differences;
mod exact;
mod game;
mod judged;
mod questions;
mod race;
mod ranks;
mod region;
mod regression;
mod seats;
mod smooth;
mod survival;
mod tidy;
mod trend;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tolley_analysis::fair::{Fairness, fairness};
use tolley_analysis::statistics::equivalence::Verdict;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::{MARGIN, verdict};
use tolley_dataset::Dataset;
use tolley_experiment::plan::Plan;
use tolley_experiment::problem::Problems;
use tolley_experiment::scenario::{self, Overrides};

use crate::args;
use crate::best;
use crate::columns;
use crate::compare;
use crate::exit::{self, Stop};
use crate::fair;
use crate::output;
use crate::report::tidy::{Row, Tidy};
use crate::run;
use crate::studies::AnyStudy;
use crate::summary;
use crate::written::Written;
use differences::{not_asked, why};
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
        let asked = |answer: &Answer| json!({ "command": answer.command, "found": answer.object });
        let parts: Vec<Value> = answers.iter().map(asked).collect();
        output::json(&json!({
            "question": question.id, "text": question.text, "answers": parts, "not_asked": not_asked(question),
            "why_tables_differ": why(question.id),
        }))?;
    } else {
        output::result(&text(question, &answers))?;
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
    };
    let is_played = |part: &Part| {
        let is_near =
            part.text.contains(&record.study) && record.grid.axes.iter().all(|axis| part.text.contains(&axis.key));
        // what is shipped can be read, and its warnings are not about this dataset
        is_near
            && read(part, Some(record.grid.repeats), Some(record.seed)).is_ok_and(|(plan, _)| plan.record() == *record)
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
            json!({ "question": question.id, "text": question.text, "scenarios": scenarios, "not_asked": not_asked(question) })
        };
        output::json(&questions::all().map(one).collect::<Vec<_>>())?;
        return Ok(exit::DONE);
    }
    let line = |question: &Question| vec![question.id.to_owned(), question.text.to_owned()];
    let lines: Vec<Vec<String>> = questions::all().map(line).collect();
    output::result(
        &columns::rows(&columns::of_rows(&lines)).iter().map(|line| format!("{line}\n")).collect::<String>(),
    )?;
    Ok(exit::DONE)
}

fn text(question: &Question, answers: &[Answer]) -> String {
    let short: String = answers.iter().map(|answer| format!("  {}\n", answer.short)).collect();
    let told: String = answers.iter().map(|answer| format!("\n> {}\n\n{}", answer.command, answer.told)).collect();
    let open = match not_asked(question) {
        open if open.is_empty() => open,
        open => format!("\nnot asked here: {open}\n"),
    };
    let why = why(question.id).map_or_else(String::new, |why| format!("\nwhy tables differ: {why}\n"));
    format!("{}: {}\n{short}{told}{why}{open}", question.id, question.text)
}

/// All that is asked of one scenario, which is played first; the exit code.
fn answer(question: &Question, part: &Part, args: &args::Answer) -> Result<(Vec<Answer>, u8), Stop> {
    let repeats = repeats(question, part, args.repeats);
    let folder = folder(question, part, args);
    if matches!(part.asks, [Ask::Best]) {
        return Ok((vec![best(part, repeats, folder, args)?], exit::DONE));
    }
    let (plan, study) = plan(part, Some(repeats), args.seed)?;
    if let [Ask::Race(asked)] = part.asks {
        let (short, told, object) = race::run(plan, study, asked, &folder, args)?;
        let rows = Vec::new();
        let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
        let command = format!("tolley answer {} --repeats {repeats}{seed}", question.id);
        return Ok((vec![Answer { command, short, told, object, rows }], exit::DONE));
    }
    let flags =
        args::Flags { output: Some(folder), threads: args.threads, quiet: args.quiet, ..args::Flags::default() };
    let playing = args::Run { scenario: Some(part.scenario.into()), trial: None, flags };
    let (dataset, failed) = run::dataset_of(&plan, study, &playing)?;
    let summed = tolley_analysis::summary(&dataset)?;
    let code = run::judged(&dataset, &summed.facts.missing(), failed);
    let ask = |ask: &Ask| asked(question, part, ask, &dataset, args);
    let mut found: Vec<Answer> = part.asks.iter().map(ask).collect::<Result<_, _>>()?;
    let folder = keep(&dataset, &mut found)?;
    if let Some(last) = found.last_mut() {
        last.told.push_str(&format!("answer: {}\n{}", folder.display(), summary::assumptions(&dataset, COLUMNS)));
    }
    Ok((found, code))
}

/// Keeps all that is found about a dataset in a folder beside it.
fn keep(dataset: &Dataset, found: &mut [Answer]) -> Result<PathBuf, Stop> {
    let object = |answer: &Answer| json!({ "command": answer.command, "found": answer.object });
    let objects: Vec<Value> = found.iter().map(object).collect();
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
    let (plan, warnings) = read(part, repeats, seed)?;
    run::told(plan, &warnings)
}

fn read(part: &Part, repeats: Option<u64>, seed: Option<u64>) -> Result<(Plan, Problems), Problems> {
    let overrides = Overrides { repeats, seed, ..Overrides::default() };
    scenario::read_from(part.scenario, part.text.as_bytes(), &AnyStudy::infos(), overrides)
}

fn best(part: &Part, shots: u64, folder: PathBuf, args: &args::Answer) -> Result<Answer, Stop> {
    best::check_shots("--repeats", shots)?;
    let (plan, study) = plan(part, None, args.seed)?;
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
    let (object, told) = best::of_plan(&plan, study, &asked)?;
    let short = "the best choice for each skill, below".to_owned();
    let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let command = format!("tolley best scenarios/{} --shots {shots}{seed}", part.scenario);
    // the command keeps its own
    Ok(Answer { command, short, told, object, rows: Vec::new() })
}

/// One thing that is asked of a dataset.
fn asked(question: &Question, part: &Part, ask: &Ask, dataset: &Dataset, args: &args::Answer) -> Result<Answer, Stop> {
    let plan = &dataset.manifest().plan;
    let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let played = format!("scenarios/{} --repeats {}{seed}", part.scenario, plan.grid.repeats);
    let place = dataset.dir().display().to_string();
    // what no other command asks
    let own = |short: String, told: String, object: Value, rows: Vec<Row>| {
        let command = format!("tolley answer {} --repeats {}{seed}", question.id, plan.grid.repeats);
        Answer { command, short, told, object, rows }
    };
    match ask {
        Ask::Fair(measure) => {
            let asked = verdict::Question {
                measure: Some(measure),
                margin: MARGIN,
                over: None,
                equal: None,
                sequential: false,
                confidence: CONFIDENCE,
            };
            let found = fairness(dataset, &asked)?;
            let command = format!("tolley fair {played} --measure {measure}");
            Ok(Answer {
                command,
                short: short_of_fair(&found),
                told: fair::text(dataset, &found, &place),
                object: found.to_json(),
                rows: fair::tidy(dataset, &found).rows,
            })
        }
        Ask::Compare(over, measure, margin, better) => {
            let split =
                |over: &&'static str| over.split_once('=').map_or((*over, None), |(key, value)| (key, Some(value)));
            let asked = compare::Question {
                over: over.iter().map(split).collect(),
                measure: Some(measure),
                margin: Some(*margin),
                best: *better,
                predictor: None,
            };
            let found = compare::compared(dataset, &asked)?;
            let overs: String = over.iter().map(|over| format!(" --over {over}")).collect();
            let best =
                better.map_or_else(String::new, |better| format!(" --best {}", format!("{better:?}").to_lowercase()));
            // a shell reads brackets otherwise
            let quoted = if measure.contains('[') { format!("'{measure}'") } else { (*measure).to_owned() };
            let command = format!("tolley compare {played}{overs} --measure {quoted} --margin {margin}{best}");
            let short = format!("{measure} over {}: {}", over.join(", "), compare::short(&found));
            let rows = compare::tidy(dataset, &found).rows;
            Ok(Answer { command, short, told: compare::text(dataset, &found), object: found.to_json(dataset), rows })
        }
        Ask::Seats(key, column) => {
            let found = tolley_analysis::seats::seats(dataset, key, column)?;
            Ok(own(seats::short(&found), seats::text(dataset, &found), found.to_json(), tidy::seats(&found)))
        }
        Ask::Game(asked) => {
            let found = tolley_analysis::game::game(dataset, asked)?;
            Ok(own(game::short(&found), game::text(dataset, &found), found.to_json(), tidy::game(&found)))
        }
        Ask::Crossing(asked) => {
            let found = tolley_analysis::crossing::crossings(dataset, asked)?;
            Ok(own(crossing::short(&found), crossing::text(dataset, &found), found.to_json(), tidy::crossings(&found)))
        }
        Ask::Band(asked) => {
            let found = tolley_analysis::band::band(dataset, asked)?;
            Ok(own(band::short(&found), band::text(dataset, &found), found.to_json(), tidy::band(&found)))
        }
        Ask::Region(bounds) => {
            let found = tolley_analysis::region::region(dataset, bounds)?;
            Ok(own(region::short(&found), region::text(dataset, &found), found.to_json(), tidy::region(&found)))
        }
        Ask::Bins(asked) => {
            let found = tolley_analysis::bins::bins(dataset, asked)?;
            Ok(own(bins::short(&found), bins::text(dataset, &found), found.to_json(), tidy::bins(&found)))
        }
        Ask::Smooth(asked) => {
            let found = tolley_analysis::smooth::smooth(dataset, asked)?;
            Ok(own(smooth::short(&found), smooth::text(dataset, &found), found.to_json(), tidy::smooth(&found)))
        }
        Ask::Survival(asked) => {
            let found = tolley_analysis::survival::survival(dataset, asked)?;
            let told = survival::text(dataset, &found, asked.column);
            Ok(own(survival::short(&found, asked.column), told, found.to_json(), tidy::survival(&found)))
        }
        Ask::Judged(asked) => {
            let found = tolley_analysis::judged::judged(dataset, asked)?;
            Ok(own(judged::short(&found), judged::text(dataset, &found), found.to_json(), tidy::judged(&found)))
        }
        Ask::Regression(asked) => {
            let found = tolley_analysis::regression::regression(dataset, asked)?;
            let told = regression::text(dataset, &found);
            Ok(own(regression::short(&found), told, found.to_json(), tidy::regressed(&found)))
        }
        Ask::Trend(asked) => {
            let found = tolley_analysis::trend::trend(dataset, asked)?;
            Ok(own(trend::short(&found), trend::text(dataset, &found), found.to_json(), tidy::trended(&found)))
        }
        Ask::Ranks(asked) => {
            let found = tolley_analysis::ranks::ranks(dataset, asked)?;
            Ok(own(ranks::short(&found), ranks::text(dataset, &found), found.to_json(), tidy::ranked(&found)))
        }
        Ask::Exact(asked) => {
            let found = tolley_analysis::exact::exact(dataset, asked)?;
            Ok(own(exact::short(&found), exact::text(dataset, &found), found.to_json(), tidy::exact(&found)))
        }
        Ask::Best | Ask::Race(_) => Err(Stop::new(exit::FAILURE, "error: a best choice is asked of no dataset")),
    }
}

/// How many points have which verdict.
fn short_of_fair(found: &Fairness) -> String {
    let identical = found.points.iter().filter(|point| point.is_identity).count();
    let all = [Verdict::Fair, Verdict::Different, Verdict::Unequal, Verdict::Unfair, Verdict::NotResolved];
    let count = |verdict: Verdict| found.points.iter().filter(|point| point.verdict == Some(verdict)).count();
    let told = all.map(|verdict| (count(verdict), verdict.name()));
    let told = told.into_iter().chain([(identical, "identical")]);
    let told: Vec<String> = told.filter(|(count, _)| *count > 0).map(|(n, name)| format!("{n} {name}")).collect();
    format!("{} beside one half, of {} points: {}", found.measure, found.points.len(), told.join(", "))
}
