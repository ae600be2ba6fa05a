//! `tolley sensitivity`: which assumption, rule or setting matters?

mod text;

use std::path::Path;

use serde_json::json;
use tolley_analysis::sensitivity::sensitivity;
use tolley_experiment::asked::{self, plausible_axis};
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
        return run::run(&design(path, args)?.0);
    }
    let mut measure = args.measure.clone();
    let asked = [("--assumed", args.assumed.is_some()), ("--clauses", args.clauses.is_some())];
    let asked: Vec<&str> = asked.iter().filter(|(_, is_asked)| *is_asked).map(|(flag, _)| *flag).collect();
    let (dataset, failed) = run::to_judge(path, &args.flags, &asked, || {
        let (playing, of_table) = design(path, args)?;
        measure = measure.take().or(of_table);
        run::dataset(&playing)
    })?;
    let found = sensitivity(&dataset, measure.as_deref())?;
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
/// that are asked for, by flags, else by its table `[sensitivity]`; and the measure that this names.
fn design(path: &Path, args: &args::Sensitivity) -> Result<(args::Run, Option<String>), Stop> {
    if place::is_stdin(path) {
        return Err(Stop::new(exit::BAD_INPUT, "error: sensitivity reads its scenario twice, so not from stdin"));
    }
    let mut playing = args::Run { scenario: Some(path.to_owned()), trial: None, flags: args.flags.clone() };
    // what the file says of its design; the flags may not fit that
    let flags = args::Flags { design: None, points: None, ..args.flags.clone() };
    let (plan, _) = run::quiet_plan(path, &args::Run { flags, ..playing.clone() })?;
    run::refuse_stop(&plan, "shares of a variance are of as many trials at each point")?;
    let table = plan.sensitivity.clone().unwrap_or_default();
    let flags = &mut playing.flags;
    if !matches!(plan.grid.design, Design::Saltelli { .. }) {
        flags.design = Some("saltelli".to_owned());
        flags.points = flags.points.or(table.points).or(Some(ROWS));
        flags.set.push("sweep.second_order=false".to_owned());
    }
    let asked = asked::Sensitivity {
        assumed: args.assumed.unwrap_or(table.assumed),
        clauses: args.clauses.unwrap_or(table.clauses),
        ..table
    };
    flags.sweep.extend(asked_keys(&plan, &asked).map(|(key, axis)| format!("{}={axis}", key.path)));
    if flags.output.is_none() {
        flags.output = Some(place::default_dir(path, "-sensitivity")?);
    }
    Ok((playing, asked.measure))
}

/// Keys that are asked for and that the scenario leaves as they are, with the axis of each.
fn asked_keys<'p>(plan: &'p Plan, asked: &asked::Sensitivity) -> impl Iterator<Item = (&'p Key, String)> {
    let keys = plan.study.schema.keys.iter().enumerate().filter(|(number, _)| !plan.is_set(*number));
    let is_asked = |key: &Key| {
        // what nobody asks for by name is left out where it means nothing
        let is_free = key.sets.is_empty() && plan.is_in_force(key);
        let is_number = matches!(key.kind, Kind::Number { .. } | Kind::Count { .. });
        let is_kind = match key.clause {
            Some(_) if asked.clauses => true,
            _ => asked.assumed && key.assumption.is_some() && is_number,
        };
        (is_free && is_kind) || asked.keys.iter().any(|name| key.path.is(name))
    };
    let wanted: Vec<(&Key, String)> =
        keys.filter(|(_, key)| is_asked(key)).filter_map(|(_, key)| Some((key, plausible_axis(key.kind)?))).collect();
    wanted.into_iter()
}
