//! `tolley sensitivity`: which assumption, rule or setting matters?

mod text;

use std::path::Path;

use serde_json::json;
use tolley_analysis::sensitivity::sensitivity;
use tolley_experiment::design::Design;
use tolley_experiment::key::Key;
use tolley_experiment::plan::Plan;
use tolley_experiment::value::Kind;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::place;
use crate::run;

/// Rows of a design whose number nobody says.
const ROWS: u64 = 128;

/// Indices of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Sensitivity) -> Result<u8, Stop> {
    let path = &args.scenario;
    if args.flags.dry_run && !path.is_dir() {
        return run::run(&design(path, args)?);
    }
    let asked = [("--assumed", args.assumed), ("--clauses", args.clauses)];
    let asked: Vec<&str> = asked.iter().filter(|(_, is_asked)| *is_asked).map(|(flag, _)| *flag).collect();
    let (dataset, failed) = run::to_judge(path, &args.flags, &asked, || run::dataset(&design(path, args)?))?;
    let found = sensitivity(&dataset, args.measure.as_deref())?;
    let place = dataset.dir().display().to_string();
    if args.flags.json {
        let mut object = found.to_json();
        object["dataset"] = json!(place);
        object["complete"] = json!(dataset.is_complete());
        output::json(&object)?;
    } else {
        output::result(&text::text(&dataset, &found, &place))?;
    }
    Ok(run::judged(&dataset, &found.missing, failed))
}

/// What is played of a scenario: its own design if that is one of Saltelli, else such a design on its axes and on those
/// that are asked for.
fn design(path: &Path, args: &args::Sensitivity) -> Result<args::Run, Stop> {
    if place::is_stdin(path) {
        return Err(Stop::new(exit::BAD_INPUT, "error: sensitivity reads its scenario twice, so not from stdin"));
    }
    let mut playing = args::Run { scenario: Some(path.to_owned()), trial: None, flags: args.flags.clone() };
    // what the file says of its design; the flags may not fit that
    let flags = args::Flags { design: None, points: None, ..args.flags.clone() };
    let (plan, _) = run::quiet_plan(path, &args::Run { flags, ..playing.clone() })?;
    run::refuse_stop(&plan, "shares of a variance are of as many trials at each point")?;
    let flags = &mut playing.flags;
    if !matches!(plan.grid.design, Design::Saltelli { .. }) {
        flags.design = Some("saltelli".to_owned());
        flags.points = flags.points.or(Some(ROWS));
        flags.set.push("sweep.second_order=false".to_owned());
    }
    flags.sweep.extend(asked_keys(&plan, args).map(|(key, axis)| format!("{}={axis}", key.path)));
    if flags.output.is_none() {
        flags.output = Some(place::default_dir(path, "-sensitivity")?);
    }
    Ok(playing)
}

/// Keys that are asked for and that the scenario leaves as they are, with the axis of each.
fn asked_keys<'p>(plan: &'p Plan, args: &args::Sensitivity) -> impl Iterator<Item = (&'p Key, String)> {
    let (assumed, clauses) = (args.assumed, args.clauses);
    let keys = plan.study.schema.keys.iter().enumerate();
    let keys = keys.filter(move |(number, key)| !plan.is_set(*number) && key.sets.is_empty() && plan.is_in_force(key));
    keys.filter_map(move |(_, key)| {
        let axis = match key.clause {
            Some(_) if clauses => range(key).or_else(|| choices(key)),
            _ if assumed && key.assumption.is_some() => range(key),
            _ => None,
        };
        Some((key, axis?))
    })
}

/// The plausible range of a number; `None` where all that is possible is.
fn range(key: &Key) -> Option<String> {
    match key.kind {
        Kind::Number { possible, plausible: [min, max] } if possible != [min, max] => {
            Some(format!("{{ min = {min:?}, max = {max:?} }}"))
        }
        Kind::Count { possible, plausible: [min, max] } if possible != [min, max] => {
            Some(format!("{{ min = {min}, max = {max} }}"))
        }
        _ => None,
    }
}

fn choices(key: &Key) -> Option<String> {
    match key.kind {
        Kind::Choice(choices) => Some(choices.join(",")),
        Kind::Flag => Some("false,true".to_owned()),
        Kind::Number { .. } | Kind::Count { .. } => None,
    }
}
