//! `tolley compare`: does a rule or a setting matter, and which way?

use tolley_answers::answer::Cell;
use tolley_answers::kinds::{self, Context};
use tolley_answers::written;
use tolley_dataset::Manifest;
use tolley_experiment::ask::{Ask, AskKind};
use tolley_session::place::VERSIONS;

use crate::answered::{self, Showing};
use crate::args;
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::run;
use crate::{again, dry_run, known, output};

/// Compares values of axes of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Compare) -> Result<u8, Stop> {
    if let Some(margin) = args.margin
        && !(margin > 0.0 && margin.is_finite())
    {
        return Err(Stop::new(exit::BAD_INPUT, format!("error: --margin {margin}: a margin is a number above 0")));
    }
    let path = &args.scenario;
    let playing = Playing::new(path, &args.flags);
    let ask = ask(args);
    let planned = || -> Result<_, Stop> {
        let (plan, study) = playing.plan()?;
        let manifest = Manifest::of(&plan, VERSIONS)?;
        kinds::check(&ask, &manifest)?;
        Ok((plan, study))
    };
    if args.flags.dry_run && !path.is_dir() {
        let (plan, study) = planned()?;
        return dry_run::run(&plan, study, &playing, args.flags.json);
    }
    let (dataset, failed) = run::to_judge(path, &args.flags, &[], || {
        let (plan, study) = planned()?;
        playing.dataset(&plan, study)
    })?;
    let plan = known::plan_of(&dataset);
    let (command, is_of_dataset) = (command(args), path.is_dir());
    let context = Context { plan: plan.as_ref(), command, is_of_dataset, ..Context::default() };
    let mut answer = kinds::answer(&ask, &dataset, &context)?;
    again::caution(&mut answer, &dataset)?;
    let missing = answer.about.missing;
    let has_none = !answer.tables.iter().flat_map(|table| table.rows.iter().flatten()).any(has_value);
    let showing =
        Showing { is_json: args.flags.json, has_details: args.details, has_csv: args.csv, ..Showing::default() };
    let folder = written::beside(dataset.dir(), "-contrasts")?;
    answered::print_and_keep(&[answer], Some(&folder), showing)?;
    if has_none {
        let measure = args.measure.as_deref().unwrap_or("what is measured");
        output::say(&format!("warning: no trial has a value of {measure}: nothing is compared"));
    }
    Ok(run::judged(&dataset, &missing, failed))
}

/// What is asked, as the flags say.
fn ask(args: &args::Compare) -> Ask {
    let split = |over: &String| match over.split_once('=') {
        Some((key, control)) => (key.to_owned(), control.to_owned()),
        None => (over.clone(), String::new()),
    };
    let (over, control) = args.over.iter().map(split).unzip();
    let better = args.best.map(Into::into);
    Ask {
        kind: AskKind::Effect,
        over,
        control,
        measure: args.measure.clone(),
        margin: args.margin,
        better,
        ..Ask::default()
    }
}

/// What was typed, without the number of repeats.
fn command(args: &args::Compare) -> Vec<String> {
    let mut own = Vec::new();
    let mut flag = |name: &str, value: String| own.extend([name.to_owned(), value]);
    args.over.iter().for_each(|over| flag("--over", over.clone()));
    args.measure.iter().for_each(|measure| flag("--measure", measure.clone()));
    args.margin.iter().for_each(|margin| flag("--margin", margin.to_string()));
    args.best.iter().for_each(|best| flag("--best", format!("{best:?}").to_lowercase()));
    again::command("compare", &args.scenario, &args.flags, &own)
}

fn has_value(cell: &Cell) -> bool {
    matches!(cell, Cell::Estimate(estimate) if estimate.n > 0)
}
