//! `tolley fair`: is it fair, and how unequal may the players' things be?

mod looks;
mod pilot;
mod sequential;
mod text;
mod tidy;

use serde_json::json;
use tolley_analysis::MARGIN;
use tolley_analysis::fair::{self, fairness};
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::verdict::Question;
use tolley_experiment::asked;
use tolley_experiment::value::Value;

use crate::args;
use crate::exit::{self, Stop};
use crate::written::{self, Written};
use crate::{dry_run, output, run};
pub use text::{everywhere, grown, text};
pub use tidy::{tidy, tolerance_rows};

/// What the folder of the verdicts is called after the dataset.
const ENDING: &str = "-verdicts";

/// Verdicts on a dataset, or on that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Fair) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        let margin = Asked::of(args, None)?.margin;
        return Ok(output::result(&text::plan(margin, None)).map(|()| exit::DONE)?);
    };
    let mut asked = Asked::of(args, None)?;
    let playing = args::Run { scenario: Some(path.clone()), trial: None, flags: args.flags.clone() };
    let planned = || -> Result<_, Stop> {
        let (plan, study) = run::plan(path, &playing)?;
        let asked = Asked::of(args, plan.fair.as_ref())?;
        run::refuse_question(&plan, |manifest| fair::check(manifest, &asked.question()))?;
        Ok((plan, study, asked))
    };
    if args.flags.dry_run && !path.is_dir() {
        let (plan, study, _) = planned()?;
        return dry_run::run(&plan, study, &playing);
    }
    let play = || {
        let (plan, study, of_plan) = planned()?;
        asked = of_plan;
        match (args.plan, asked.sequential) {
            (true, _) => pilot::dataset(plan, study, &playing),
            (_, true) => sequential::dataset(plan, study, &playing, &asked.question()),
            _ => run::dataset_of(&plan, study, &playing),
        }
    };
    let (dataset, failed) = run::to_judge(path, &args.flags, &[], play)?;
    // a pilot is looked at once
    asked.sequential &= !args.plan;
    let found = fairness(&dataset, &asked.question())?;
    let place = dataset.dir().display().to_string();
    let mut object = found.to_json();
    object["dataset"] = json!(place);
    object["complete"] = json!(dataset.is_complete());
    written::say_made(&mut object, &dataset);
    match (args.plan, args.flags.json) {
        (true, true) => output::json(&object)?,
        (true, false) => output::result(&text::plan(asked.margin, Some(&found)))?,
        (false, is_json) => {
            let tidy = tidy(&dataset, &found);
            let written = Written { dataset: &dataset, ending: ENDING, object, tidy, has_csv: args.csv };
            written.tell(is_json, || text(&dataset, &found, &place))?;
            looks::keep(&dataset, &found, args.csv)?;
        }
    }
    if found.points.iter().all(|point| point.estimate.n == 0) {
        output::say(&format!("warning: no trial has a value of {}: nothing is judged", found.measure));
    }
    Ok(run::judged(&dataset, &found.missing, failed))
}

/// The question, by flags, else by the table `[fair]` of the scenario.
struct Asked {
    measure: Option<String>,
    margin: f64,
    over: Option<String>,
    equal: Option<f64>,
    sequential: bool,
    confidence: f64,
}

impl Asked {
    fn of(args: &args::Fair, table: Option<&asked::Fair>) -> Result<Asked, Stop> {
        let table = table.cloned().unwrap_or_default();
        let bad = |message: String| Stop::new(exit::BAD_INPUT, format!("error: {message}"));
        let margin = args.margin.or(table.margin).unwrap_or(MARGIN);
        let [least, most] = asked::MARGIN_ALLOWED;
        if !(margin > least && margin < most) {
            let value = Value::Number(margin);
            return Err(bad(format!("--margin {value}: a margin lies between 0 and 0.5, both left out")));
        }
        let confidence = args.confidence.or(table.confidence).unwrap_or(CONFIDENCE);
        let [least, most] = asked::CONFIDENCE_ALLOWED;
        if !(least..=most).contains(&confidence) {
            return Err(bad(format!("--confidence {confidence} is impossible; allowed: {least} to {most}")));
        }
        // the value of the table is one of its axis
        let is_its_axis = args.over.is_none() || args.over == table.over;
        Ok(Asked {
            measure: args.measure.clone().or(table.measure),
            margin,
            over: args.over.clone().or(table.over),
            equal: args.equal.or(table.equal.filter(|_| is_its_axis)),
            sequential: args.sequential.unwrap_or(table.sequential),
            confidence,
        })
    }

    fn question(&self) -> Question<'_> {
        Question {
            measure: self.measure.as_deref(),
            margin: self.margin,
            over: self.over.as_deref(),
            equal: self.equal,
            sequential: self.sequential,
            confidence: self.confidence,
        }
    }
}
