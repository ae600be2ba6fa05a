//! `tolley sensitivity`: which assumption, rule or setting matters?

mod text;
mod tidy;
mod together;

use std::path::Path;

use serde_json::json;
use tolley_analysis::sensitivity::{self, sensitivity};
use tolley_experiment::asked;
use tolley_experiment::design::Design;
use tolley_experiment::plan::Plan;
use tolley_experiment::scenario::Overrides;
use tolley_session::scenario::{self, refuse_question, refuse_stop};
use tolley_session::{ScenarioRequest, SessionError, place};

use crate::args;
use crate::exit::{self, Stop};
use crate::run::{self, Playing};
use crate::written::{self, Written};
use crate::{dry_run, output};

pub use tidy::rows;
use together::LeftOut;

/// Rows of a design whose number nobody says.
const ROWS: u64 = 128;

/// Indices of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Sensitivity) -> Result<u8, Stop> {
    let path = &args.scenario;
    if args.flags.dry_run && !path.is_dir() {
        let playing = design(path, args)?;
        playing.left_out.iter().for_each(|left| output::say(&format!("left out: {left}")));
        let (plan, study) = playing.playing.plan()?;
        let measure = args.measure.as_deref().or(playing.measure.as_deref());
        refuse_question(&plan, |manifest| sensitivity::check(manifest, measure))?;
        return dry_run::run(&plan, study, &playing.playing, args.flags.json);
    }
    let (mut measure, mut left_out) = (args.measure.clone(), Vec::new());
    let asked = [("--assumed", args.assumed.is_some()), ("--clauses", args.clauses.is_some())];
    let asked: Vec<&str> = asked.iter().filter(|(_, is_asked)| *is_asked).map(|(flag, _)| *flag).collect();
    let (dataset, failed) = run::to_judge(path, &args.flags, &asked, || {
        let Sweep { playing, measure: of_table, left_out: left } = design(path, args)?;
        measure = measure.take().or(of_table);
        left_out = left;
        let (plan, study) = playing.plan()?;
        refuse_question(&plan, |manifest| sensitivity::check(manifest, measure.as_deref()))?;
        playing.dataset(&plan, study)
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
    let tidy = tidy::tidy(&dataset, &found);
    let written = Written { dataset: &dataset, ending: "-indices", object, tidy, has_csv: args.csv };
    written.tell(args.flags.json, || text::text(&dataset, &found, &left_out, &place))?;
    Ok(run::judged(&dataset, &found.missing, failed))
}

/// What is played of a scenario, and what it says of its question.
struct Sweep {
    playing: Playing,
    /// The measure that its table names.
    measure: Option<String>,
    /// Keys that were asked for as a kind and that cannot be swept with the others.
    left_out: Vec<LeftOut>,
}

/// What is played of a scenario: its own design if that is one of Saltelli, else such a design on its axes and on those
/// that are asked for, by flags, else by its table `[sensitivity]`.
fn design(path: &Path, args: &args::Sensitivity) -> Result<Sweep, Stop> {
    let mut playing = Playing::new(path, &args.flags);
    if playing.request.source.path().is_none() {
        return Err(Stop::new(exit::BAD_INPUT, "error: sensitivity reads its scenario twice, so not from stdin"));
    }
    let (plan, has_rows) = own(&playing)?;
    refuse_stop(&plan, "shares of a variance are of as many trials at each point")?;
    let table = plan.sensitivity.clone().unwrap_or_default();
    let said = &mut playing.scenario.overrides;
    if !has_rows {
        said.design = Some("saltelli".to_owned());
        said.points = said.points.or(table.points).or(Some(ROWS));
        said.set.push("sweep.second_order=false".to_owned());
        // the bootstrap over rows holds the chance of each, but never one that all of them share
        if !plan.is_streams_said {
            said.set.push("streams=independent".to_owned());
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
    let Playing { scenario, request, console } = &mut playing;
    if request.output.is_none() {
        request.output = Some(place::of_this_physics(place::default_folder(path, "-sensitivity")?, console));
    }
    let left_out = together::sweep(&plan, &asked, scenario, console)?;
    Ok(Sweep { playing, measure: asked.measure, left_out })
}

/// What the file says without the design of the flags, which may not fit its own, and whether that has rows for
/// indices; ranges without steps are a plan only with such a design.
fn own(playing: &Playing) -> Result<(Plan, bool), SessionError> {
    let said = &playing.scenario.overrides;
    let read = |design: Option<&str>, points: Option<u64>| {
        let overrides = Overrides { design: design.map(str::to_owned), points, ..said.clone() };
        let request = ScenarioRequest { overrides, ..playing.scenario.clone() };
        scenario::read(&request, &playing.console).map(|(plan, _)| plan)
    };
    match read(None, None) {
        Ok(plan) => {
            let has_rows = matches!(plan.grid.design, Design::Saltelli { .. });
            Ok((plan, has_rows))
        }
        // what is wrong with both is said of that which is played
        Err(_) => read(Some("saltelli"), said.points.or(Some(ROWS))).map(|plan| (plan, false)),
    }
}
