//! `tolley compare`: does a rule or a setting matter, and which is best?

use tolley_answers::compare::{Question, compared, text, tidy};

use tolley_session::scenario::refuse_question;

use crate::args;
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::run;
use crate::written::{self, Written};
use crate::{dry_run, output};

/// Compares the arms of a dataset, or of that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Compare) -> Result<u8, Stop> {
    if let Some(margin) = args.margin
        && !(margin > 0.0 && margin.is_finite())
    {
        return Err(Stop::new(exit::BAD_INPUT, format!("error: --margin {margin}: a margin is a number above 0")));
    }
    let path = &args.scenario;
    let playing = Playing::new(path, &args.flags);
    let over = args.over.iter().map(|over| over.split_once('=').map_or((over.as_str(), None), |(k, v)| (k, Some(v))));
    let question = Question {
        over: over.collect(),
        measure: args.measure.as_deref(),
        margin: args.margin,
        best: args.best.map(Into::into),
        predictor: args.predictor.as_deref(),
    };
    let planned = || -> Result<_, Stop> {
        let (plan, study) = playing.plan()?;
        refuse_question(&plan, |manifest| question.check(manifest))?;
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
    let found = compared(&dataset, &question)?;
    let (mut object, tidy) = (found.to_json(&dataset), tidy(&dataset, &found));
    written::say_made(&mut object, &dataset)?;
    let written = Written { dataset: &dataset, ending: "-contrasts", object, tidy, has_csv: args.csv };
    written.tell(args.flags.json, || text(&dataset, &found))?;
    if found.contrasts.arms.iter().all(|arm| arm.mean.n == 0) {
        output::say(&format!("warning: no trial has a value of {}: nothing is compared", found.contrasts.measure));
    }
    Ok(run::judged(&dataset, &found.contrasts.missing, failed))
}
