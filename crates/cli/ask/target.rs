//! What is asked: a scenario, a dataset, or the shipped scenarios of a research question.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use tolley_answers::columns;
use tolley_experiment::ask::AskKind;
use tolley_experiment::problem::{nearest, not_a_choice};
use tolley_session::shipped::Shipped;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// What is asked.
pub enum AskTarget {
    /// Nothing: which questions there are.
    Questions,
    /// The folder of a dataset.
    Dataset(PathBuf),
    /// One scenario, or all of a research question.
    Scenarios(Vec<AskedScenario>),
}

/// A scenario that is asked.
pub struct AskedScenario {
    /// Its file, or its name if it comes along.
    pub path: PathBuf,
    /// The research question whose asks alone count.
    pub question: Option<String>,
    /// Whether there are others, so that a folder given for all has one for each.
    pub is_one_of_several: bool,
}

/// The kind that was typed, if one was, and what is asked.
pub fn typed(args: &args::Ask) -> Result<(Option<AskKind>, Option<&str>), Stop> {
    match &args.words[..] {
        [] if args.kind.is_some() => {
            let kind = args.kind.map_or("", AskKind::name);
            let message = format!("error: {kind}: which scenario or dataset? tolley ask {kind} SCENARIO");
            Err(Stop::new(exit::BAD_INPUT, message))
        }
        [] => Ok((None, None)),
        [one] if args.kind.is_some() => Ok((args.kind, Some(one))),
        [one] => Ok((None, Some(one))),
        [first, second, ..] => {
            let message = match args.kind {
                Some(_) => format!("error: {second}: one scenario, dataset or question is asked at a time"),
                None => {
                    let joined = format!("{first}{second}");
                    let is_split = questions().keys().any(|id| id.eq_ignore_ascii_case(&joined));
                    let hint = if is_split { format!("; did you mean {joined}?") } else { String::new() };
                    format!("error: kind: {}{hint}", not_a_choice(first, AskKind::NAMES))
                }
            };
            Err(Stop::new(exit::BAD_INPUT, message))
        }
    }
}

impl AskTarget {
    /// What the words of the command line name.
    pub fn of(args: &args::Ask) -> Result<AskTarget, Stop> {
        let (_, Some(name)) = typed(args)? else { return Ok(AskTarget::Questions) };
        let path = Path::new(name);
        if path.is_dir() {
            return Ok(AskTarget::Dataset(path.to_path_buf()));
        }
        let alone = |question| AskedScenario { path: path.to_path_buf(), question, is_one_of_several: false };
        let is_scenario = path.exists() || name == "-" || name.ends_with(".toml") || Shipped::found(path).is_some();
        if is_scenario {
            return Ok(AskTarget::Scenarios(vec![alone(None)]));
        }
        let all = questions();
        let Some((id, scenarios)) = all.iter().find(|(id, _)| id.eq_ignore_ascii_case(name)) else {
            return Err(unknown(name, &all));
        };
        let is_one_of_several = scenarios.len() > 1;
        let one = |shipped: &Shipped| AskedScenario {
            path: PathBuf::from(shipped.name()),
            question: Some(id.clone()),
            is_one_of_several,
        };
        Ok(AskTarget::Scenarios(scenarios.iter().map(one).collect()))
    }
}

/// Whether a name is that of a research question, and of nothing else.
pub fn is_question(name: &Path) -> bool {
    let is_other = name.exists() || Shipped::found(name).is_some();
    !is_other && name.to_str().is_some_and(|name| questions().keys().any(|id| id.eq_ignore_ascii_case(name)))
}

/// That nothing has this name, with one that may be meant.
fn unknown(name: &str, questions: &BTreeMap<String, Vec<Shipped>>) -> Stop {
    let capitals = name.to_uppercase();
    let question = || nearest(&capitals, questions.keys().map(String::as_str));
    let hint = Shipped::meant(Path::new(name)).or_else(question);
    let hint = hint.map_or_else(String::new, |hint| format!("; did you mean {hint}?"));
    let message = format!("error: {name}: there is no such scenario, dataset or question{hint}");
    Stop::new(exit::BAD_INPUT, message)
}

/// The research questions, each with the scenarios that ask it, in order of their numbers.
pub fn questions() -> BTreeMap<String, Vec<Shipped>> {
    let mut all: BTreeMap<String, Vec<Shipped>> = BTreeMap::new();
    for shipped in Shipped::all().iter().filter(|shipped| !shipped.is_scene()) {
        for id in shipped.questions() {
            let scenarios = all.entry(id).or_default();
            if !scenarios.iter().any(|known| known.path == shipped.path) {
                scenarios.push(*shipped);
            }
        }
    }
    all
}

/// Prints the research questions: what their scenarios open with, and which have a stored answer.
pub fn list(is_json: bool, is_stored: impl Fn(&str) -> bool) -> Result<(), Stop> {
    let all = questions();
    let mut sorted: Vec<(&String, &Vec<Shipped>)> = all.iter().collect();
    // TGQ2 before TGQ10
    sorted.sort_by_key(|(id, _)| (id.trim_end_matches(|c: char| c.is_ascii_digit()), id.len()));
    if is_json {
        let one = |(id, scenarios): &(&String, &Vec<Shipped>)| {
            let scenario = |shipped: &Shipped| json!({ "scenario": shipped.name(), "asks": shipped.question() });
            let scenarios = scenarios.iter().map(scenario).collect::<Vec<_>>();
            json!({ "question": id, "scenarios": scenarios, "stored": is_stored(id) })
        };
        return Ok(output::json(&sorted.iter().map(one).collect::<Vec<_>>())?);
    }
    let mut lines = Vec::new();
    for (id, scenarios) in sorted {
        for (at, shipped) in scenarios.iter().enumerate() {
            let (id, mark) = if at > 0 {
                (String::new(), "")
            } else if is_stored(id) {
                (id.clone(), " [--stored]")
            } else {
                (id.clone(), "")
            };
            lines.push(vec![id, shipped.name().to_owned(), shipped.question() + mark]);
        }
    }
    let rows = columns::rows(&columns::of_rows(&lines));
    Ok(output::result(&rows.iter().map(|line| format!("{}\n", line.trim_end())).collect::<String>())?)
}
