//! `tolley fair`: is it fair, and how unequal may the players' things be?

mod pilot;
mod sequential;
mod text;

use serde_json::json;
use tolley_analysis::fair::fairness;
use tolley_analysis::verdict::Question;
use tolley_experiment::value::Value;

use crate::args;
use crate::exit::{self, Stop};
use crate::output;
use crate::run;
pub use text::{amount, text};

/// Verdicts on a dataset, or on that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Fair) -> Result<u8, Stop> {
    let margin = margin(args.margin)?;
    let Some(path) = &args.scenario else {
        return Ok(output::result(&text::plan(margin, None)).map(|()| exit::DONE)?);
    };
    let question = Question {
        measure: args.measure.as_deref(),
        margin,
        over: args.over.as_deref(),
        equal: args.equal,
        sequential: args.sequential,
    };
    let playing = args::Run { scenario: Some(path.clone()), trial: None, flags: args.flags.clone() };
    if args.flags.dry_run && !path.is_dir() {
        return run::run(&playing);
    }
    let play = || match (args.plan, args.sequential) {
        (true, _) => pilot::dataset(&playing),
        (_, true) => sequential::dataset(&playing, &question),
        _ => run::dataset(&playing),
    };
    let (dataset, failed) = run::to_judge(path, &args.flags, &[], play)?;
    let found = fairness(&dataset, &question)?;
    let place = dataset.dir().display().to_string();
    if args.flags.json {
        let mut object = found.to_json();
        object["dataset"] = json!(place);
        object["complete"] = json!(dataset.is_complete());
        output::json(&object)?;
    } else if args.plan {
        output::result(&text::plan(margin, Some(&found)))?;
    } else {
        output::result(&text(&dataset, &found, &place))?;
    }
    Ok(run::judged(&dataset, &found.missing, failed))
}

fn margin(margin: f64) -> Result<f64, Stop> {
    if margin > 0.0 && margin < 0.5 {
        return Ok(margin);
    }
    let value = Value::Number(margin);
    Err(Stop::new(exit::BAD_INPUT, format!("error: --margin {value}: a margin lies between 0 and 0.5, both left out")))
}
