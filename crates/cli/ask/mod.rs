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
use tolley_session::studies;

use crate::answered::{self, Showing};
use crate::args;
use crate::exit::{self, Stop};
use crate::{known, output, run};
use inquiry::Inquiry;
use target::AskTarget;

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
    let own = [("--minutes", args.minutes.is_some()), ("--no-strata", args.no_strata)];
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
    Ok(run::judged(&dataset, &missing, None))
}
