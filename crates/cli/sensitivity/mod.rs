//! `tolley sensitivity`: which assumption, rule or setting matters?

mod together;

use std::path::Path;

use serde_json::json;
use tolley_analysis::sensitivity::{self, sensitivity};
use tolley_answers::sensitivity::{LeftOut, text, tidy};
use tolley_experiment::asked;
use tolley_experiment::design::Design;
use tolley_experiment::plan::Plan;

use crate::args;
use crate::exit::{self, Stop};
use crate::written::{self, Written};
use crate::{dry_run, output, place, run};

/// Rows of a design whose number nobody says.
const ROWS: u64 = 128;

/// Indices of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Sensitivity) -> Result<u8, Stop> {
    let path = &args.scenario;
    if args.flags.dry_run && !path.is_dir() {
        let playing = design(path, args)?;
        playing.left_out.iter().for_each(|left| output::say(&format!("left out: {left}")));
        let (plan, study) = run::plan(path, &playing.run)?;
        let measure = args.measure.as_deref().or(playing.measure.as_deref());
        run::refuse_question(&plan, |manifest| sensitivity::check(manifest, measure))?;
        return dry_run::run(&plan, study, &playing.run);
    }
    let (mut measure, mut left_out) = (args.measure.clone(), Vec::new());
    let asked = [("--assumed", args.assumed.is_some()), ("--clauses", args.clauses.is_some())];
    let asked: Vec<&str> = asked.iter().filter(|(_, is_asked)| *is_asked).map(|(flag, _)| *flag).collect();
    let (dataset, failed) = run::to_judge(path, &args.flags, &asked, || {
        let playing = design(path, args)?;
        measure = measure.take().or(playing.measure);
        left_out = playing.left_out;
        let (plan, study) = run::plan(path, &playing.run)?;
        run::refuse_question(&plan, |manifest| sensitivity::check(manifest, measure.as_deref()))?;
        run::dataset_of(&plan, study, &playing.run)
    })?;
    let found = sensitivity(&dataset, measure.as_deref())?;
    let place = dataset.dir().display().to_string();
    let mut object = found.to_json();
    object["dataset"] = json!(place);
    object["complete"] = json!(dataset.is_complete());
    written::say_made(&mut object, &dataset)?;
    if !left_out.is_empty() {
        object["left_out"] = left_out.iter().map(LeftOut::to_json).collect();
    }
    let tidy = tidy(&dataset, &found);
    let written = Written { dataset: &dataset, ending: "-indices", object, tidy, has_csv: args.csv };
    written.tell(args.flags.json, || text(&dataset, &found, &left_out, &place))?;
    Ok(run::judged(&dataset, &found.missing, failed))
}

/// What is played of a scenario, and what it says of its question.
struct Playing {
    run: args::Run,
    /// The measure that its table names.
    measure: Option<String>,
    /// Keys that were asked for as a kind and that cannot be swept with the others.
    left_out: Vec<LeftOut>,
}

/// What is played of a scenario: its own design if that is one of Saltelli, else such a design on its axes and on those
/// that are asked for, by flags, else by its table `[sensitivity]`.
fn design(path: &Path, args: &args::Sensitivity) -> Result<Playing, Stop> {
    if place::is_stdin(path) {
        return Err(Stop::new(exit::BAD_INPUT, "error: sensitivity reads its scenario twice, so not from stdin"));
    }
    let mut playing = args::Run { scenario: Some(path.to_owned()), trial: None, flags: args.flags.clone() };
    let (plan, has_rows) = own(path, &playing)?;
    run::refuse_stop(&plan, "shares of a variance are of as many trials at each point")?;
    let table = plan.sensitivity.clone().unwrap_or_default();
    let flags = &mut playing.flags;
    if !has_rows {
        flags.design = Some("saltelli".to_owned());
        flags.points = flags.points.or(table.points).or(Some(ROWS));
        flags.set.push("sweep.second_order=false".to_owned());
        // the bootstrap over rows holds the chance of each, but never one that all of them share
        if !plan.is_streams_said {
            flags.set.push("streams=independent".to_owned());
        }
    }
    let asked = asked::Sensitivity {
        assumed: args.assumed.unwrap_or(table.assumed),
        clauses: args.clauses.unwrap_or(table.clauses),
        ..table
    };
    if plan.grid.axes.is_empty() && !asked.assumed && !asked.clauses && asked.keys.is_empty() {
        let message = "error: nothing is swept: --assumed, --clauses, --sweep KEY=VALUES or a table \
                       [sensitivity] say what may matter";
        return Err(Stop::new(exit::BAD_INPUT, message));
    }
    if flags.output.is_none() {
        flags.output = Some(place::said(place::default_dir(path, "-sensitivity")?, flags.quiet));
    }
    let left_out = together::sweep(path, &plan, &asked, &mut playing)?;
    Ok(Playing { run: playing, measure: asked.measure, left_out })
}

/// What the file says without the design of the flags, which may not fit its own, and whether that has rows for
/// indices; ranges without steps are a plan only with such a design.
fn own(path: &Path, playing: &args::Run) -> Result<(Plan, bool), Stop> {
    let read = |design: Option<&str>, points: Option<u64>| {
        let flags = args::Flags { design: design.map(str::to_owned), points, ..playing.flags.clone() };
        run::quiet_plan(path, &args::Run { flags, ..playing.clone() }).map(|(plan, _)| plan)
    };
    match read(None, None) {
        Ok(plan) => {
            let has_rows = matches!(plan.grid.design, Design::Saltelli { .. });
            Ok((plan, has_rows))
        }
        // what is wrong with both is said of that which is played
        Err(_) => read(Some("saltelli"), playing.flags.points.or(Some(ROWS))).map(|plan| (plan, false)),
    }
}
