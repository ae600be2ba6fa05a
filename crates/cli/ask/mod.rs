//! `tolley ask`: what a scenario, a dataset or a research question asks, played and answered.

mod again;
mod asks;
mod inquiry;
mod others;
mod stored;
mod target;
mod texts;

use std::path::Path;

use tolley_answers::kinds::Context;
use tolley_answers::written;
use tolley_experiment::ask::AskKind;
use tolley_experiment::plan::Plan;
use tolley_session::{Source, Unwatched, scenario, studies};

use crate::answered::{self, Showing};
use crate::args::{self, Kind};
use crate::exit::{self, Stop};
use crate::{best, fair, known, output, rate, run as run_of, sensitivity};
use inquiry::Inquiry;
use target::AskTarget;

/// Answers a question of the kind that was typed. A kind with a test of its own is asked of a scenario or a dataset by
/// that; of a research question as all others are.
pub fn typed(args: args::Asking) -> Result<u8, Stop> {
    let alone = |kind, ask: args::Ask| run(&args::Ask { kind: Some(kind), ..ask });
    match args.kind {
        None => run(&args.ask),
        Some(Kind::Effect(ask)) => alone(AskKind::Effect, ask),
        Some(Kind::Limit(ask)) => alone(AskKind::Limit, ask),
        Some(Kind::Map(ask)) => alone(AskKind::Map, ask),
        Some(Kind::Response(ask)) => alone(AskKind::Response, ask),
        Some(Kind::Fair(args)) => match args.scenario.as_deref().filter(|name| target::is_question(name)) {
            Some(name) => {
                let own = [
                    ("--equal", args.equal.is_some()),
                    ("--sequential", args.sequential.is_some()),
                    ("--confidence", args.confidence.is_some()),
                    ("--elo", args.elo.is_some()),
                    ("--alpha", args.alpha.is_some()),
                    ("--beta", args.beta.is_some()),
                    ("--pair", args.pair.is_some()),
                    ("--plan", args.plan),
                ];
                refuse_of_question(&own)?;
                let asked = of_question(name, &args.flags, [args.details, args.csv]);
                let margin = args.margin.map(|margin| margin.to_string());
                let (measure, along) = (args.measure.clone(), args.along.clone());
                alone(AskKind::Fair, args::Ask { measure, margin, along, ..asked })
            }
            None if args.scenario.is_none() && !args.plan => alone(AskKind::Fair, args::Ask::default()),
            None => fair::run(&args),
        },
        Some(Kind::Rank(args)) if target::is_question(&args.scenario) => {
            alone(AskKind::Rank, of_question(&args.scenario, &args.flags, [args.details, args.csv]))
        }
        Some(Kind::Rank(args)) => rate::run(&args),
        Some(Kind::Depends(args)) if target::is_question(&args.scenario) => {
            refuse_of_question(&[("--assumed", args.assumed.is_some()), ("--clauses", args.clauses.is_some())])?;
            let asked = of_question(&args.scenario, &args.flags, [args.details, args.csv]);
            alone(AskKind::Depends, args::Ask { measure: args.measure.clone(), ..asked })
        }
        Some(Kind::Depends(args)) => sensitivity::run(&args),
        Some(Kind::Best(args)) => best_of(args),
    }
}

/// A research question that is asked for one kind.
fn of_question(name: &Path, flags: &args::Flags, [details, csv]: [bool; 2]) -> args::Ask {
    let words = vec![name.display().to_string()];
    args::Ask { words, details, csv, flags: flags.clone(), ..args::Ask::default() }
}

/// Refuses flags that a research question has no use for: its scenarios say what is asked.
fn refuse_of_question(flags: &[(&str, bool)]) -> Result<(), Stop> {
    let given: Vec<&str> = flags.iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| *flag).collect();
    exit::refuse(&given, "it is for a scenario or a dataset, and not for a research question")
}

/// Searches for the best choice where the scenario says in [best] what is chosen; else its points are compared.
fn best_of(args: args::BestOf) -> Result<u8, Stop> {
    let args::BestOf { skill, objective, map, ask } = args;
    let of_search = [("--skill", !skill.is_empty()), ("--objective", objective.is_some()), ("--map", map.is_some())];
    let wants_search = of_search.iter().find(|(_, is_given)| *is_given).map(|(flag, _)| *flag);
    if wants_search.is_none() && !is_searched(&ask)? {
        return run(&args::Ask { kind: Some(AskKind::Best), ..ask });
    }
    let of_rows = [
        ("--repeats", ask.flags.repeats.is_some()),
        ("--over", !ask.over.is_empty()),
        ("--measure", ask.measure.is_some()),
        ("--better", ask.better.is_some()),
        ("--along", ask.along.is_some()),
        ("--vs", !ask.vs.is_empty()),
        ("--against", ask.against.is_some()),
        ("--store", ask.store.is_some()),
        ("--margin", ask.margin.is_some()),
        ("--minutes", ask.minutes.is_some()),
        ("--no-strata", ask.no_strata),
        ("--markdown", ask.markdown),
        ("--stored", ask.stored),
    ];
    let given: Vec<&str> = of_rows.iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| *flag).collect();
    exit::refuse(&given, "the scenario says in [best] what is searched for; --shots says by how many shots")?;
    exit::refuse(&ask.flags.about_shares(), "a search is played by one program")?;
    let args::Ask { words, shots, csv, details, flags, .. } = ask;
    if let Some(id) = words.first().filter(|id| target::is_question(Path::new(id))) {
        let message = format!("error: {id}: one scenario is searched: `tolley ask` lists those of a question");
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    let [scenario] = &words[..] else {
        let message = "error: best: one scenario is searched: tolley ask best SCENARIO".to_owned();
        return Err(Stop::new(exit::BAD_INPUT, message));
    };
    best::run(&args::BestSearch { scenario: scenario.into(), skill, shots, objective, map, csv, details, flags })
}

/// Whether a scenario is named that says what is searched for, and nothing else is asked of it.
fn is_searched(ask: &args::Ask) -> Result<bool, Stop> {
    let [name] = &ask.words[..] else { return Ok(false) };
    let path = Path::new(name);
    if path.is_dir() || target::is_question(path) || !ask.over.is_empty() || ask.measure.is_some() || ask.stored {
        return Ok(false);
    }
    // what comes in once is for a search: choices among axes need a file, or a host, whose text stays
    let is_stream = matches!(args::source(path), Source::Stream { .. });
    let is_of_search = |plan: &Plan| plan.best.is_some() || plan.grid.axes.is_empty();
    Ok(is_stream || is_of_search(&scenario::read(&ask.flags.scenario(path), &Unwatched)?.0))
}

/// Answers, or lists the research questions.
pub fn run(args: &args::Ask) -> Result<u8, Stop> {
    let showing =
        Showing { is_json: args.flags.json, has_details: args.details, has_csv: args.csv, is_markdown: args.markdown };
    if args.stored {
        return stored::show(args, showing);
    }
    match AskTarget::of(args)? {
        AskTarget::Questions => target::list(args.flags.json, stored::is_there).map(|()| exit::DONE),
        AskTarget::Dataset(folder) => of_dataset(args, &folder, showing),
        AskTarget::Scenarios(scenarios) => {
            let why = "a share of a dataset has no answer: play it with `tolley run`, then ask the dataset";
            exit::refuse(&args.flags.about_shares(), why)?;
            let read = scenarios.iter().map(|scenario| Inquiry::read(scenario, args));
            let mut inquiries = read.collect::<Result<Vec<_>, Stop>>()?;
            inquiry::fit(&mut inquiries, args)?;
            if args.flags.dry_run {
                return texts::dry_run(&inquiries, args.minutes, args.flags.json);
            }
            if !args.flags.quiet {
                output::say(&texts::how_long(&inquiries)?);
            }
            played(inquiries, args, showing)
        }
    }
}

/// Plays each scenario and answers what is asked of it; all answers are printed together at the end.
fn played(inquiries: Vec<Inquiry>, args: &args::Ask, showing: Showing) -> Result<u8, Stop> {
    let (mut code, mut answers, mut kept, mut scenarios) = (exit::DONE, Vec::new(), Vec::new(), Vec::new());
    for inquiry in inquiries {
        let found = inquiry.answered(args)?;
        code = code.max(found.code);
        kept.extend(found.folder.map(|folder| (folder, answers.len()..answers.len() + found.answers.len())));
        answers.extend(found.answers);
        scenarios.push(found.played);
    }
    if !answers.is_empty() {
        answered::print_and_keep(&answers, None, showing)?;
    }
    // what cannot be kept has been seen
    for (folder, range) in kept {
        answered::keep(&answers[range], &folder, showing.has_csv)?;
    }
    if let Some(path) = args.store.as_ref().filter(|_| code == exit::DONE) {
        stored::keep(path, args, &scenarios, &answers)?;
    }
    Ok(code)
}

/// Answers what a dataset was made to answer, or what the flags say, as it stands.
fn of_dataset(args: &args::Ask, folder: &Path, showing: Showing) -> Result<u8, Stop> {
    let own =
        [("--minutes", args.minutes.is_some()), ("--no-strata", args.no_strata), ("--shots", args.shots.is_some())];
    let mut given = args.flags.about_playing();
    given.extend(own.iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| *flag));
    exit::refuse(&given, "a dataset is asked as it stands; this flag is for a scenario")?;
    let dataset = studies::load(folder)?;
    let plan = known::plan_of(&dataset);
    let asks = asks::chosen(args, dataset.manifest(), &dataset.manifest().asks, None)?;
    asks::check(&asks, dataset.manifest())?;
    let command = again::command(args, None);
    let context = Context { plan: plan.as_ref(), command, is_of_dataset: true, ..Context::default() };
    let answers = asks::answers(&asks, &dataset, &context)?;
    answered::print_and_keep(&answers, Some(&written::beside(dataset.dir(), asks::ENDING)?), showing)?;
    let missing = tolley_analysis::summary(&dataset)?.facts.missing();
    Ok(run_of::judged(&dataset, &missing, None))
}
