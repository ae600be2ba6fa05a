//! `tolley sensitivity`: which assumption, rule or setting matters?

use serde_json::json;
use tolley_analysis::sensitivity::{self, sensitivity};
use tolley_answers::sensitivity::{text, tidy};
use tolley_experiment::plan::Plan;
use tolley_session::scenario::refuse_question;
use tolley_session::studies::AnyStudy;
use tolley_session::sweep::{LeftOut, SweepRequest, sweep};

use crate::args;
use crate::exit::Stop;
use crate::playing::Playing;
use crate::run;
use crate::written::{self, Written};
use crate::{dry_run, output};

/// Indices of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Sensitivity) -> Result<u8, Stop> {
    let path = &args.scenario;
    let mut playing = Playing::new(path, &args.flags);
    if args.flags.dry_run && !path.is_dir() {
        let (measure, left_out) = swept(&mut playing, args)?;
        left_out.iter().for_each(|left| output::say(&format!("left out: {left}")));
        let (plan, study) = planned(&playing, measure.as_deref())?;
        return dry_run::run(&plan, study, &playing, args.flags.json);
    }
    let (mut measure, mut left_out) = (args.measure.clone(), Vec::new());
    let asked = [("--assumed", args.assumed.is_some()), ("--clauses", args.clauses.is_some())];
    let asked: Vec<&str> = asked.iter().filter(|(_, is_asked)| *is_asked).map(|(flag, _)| *flag).collect();
    let (dataset, failed) = run::to_judge(path, &args.flags, &asked, || {
        (measure, left_out) = swept(&mut playing, args)?;
        let (plan, study) = planned(&playing, measure.as_deref())?;
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
    let tidy = tidy(&dataset, &found);
    let written = Written { dataset: &dataset, ending: "-indices", object, tidy, has_csv: args.csv };
    written.tell(args.flags.json, || text(&dataset, &found, &left_out, &place))?;
    Ok(run::judged(&dataset, &found.missing, failed))
}

/// Adds to what is played the axes that are asked for: the measure, and the keys that are left out.
fn swept(playing: &mut Playing, args: &args::Sensitivity) -> Result<(Option<String>, Vec<LeftOut>), Stop> {
    let Playing { scenario, request, console, .. } = playing;
    let asked = SweepRequest { assumed: args.assumed, clauses: args.clauses };
    let swept = sweep(&asked, scenario, request, console)?;
    Ok((args.measure.clone().or(swept.measure), swept.left_out))
}

/// The plan, unless its dataset has no answer.
fn planned(playing: &Playing, measure: Option<&str>) -> Result<(Plan, AnyStudy), Stop> {
    let (plan, study) = playing.plan()?;
    refuse_question(&plan, |manifest| sensitivity::check(manifest, measure))?;
    Ok((plan, study))
}
