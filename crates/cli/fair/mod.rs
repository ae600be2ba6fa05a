//! `tolley fair`: is it fair, and how unequal may the players' things be?

mod elo;

use serde_json::json;
use tolley_analysis::MARGIN;
use tolley_analysis::elo::{self as elo_of, EloQuestion};
use tolley_analysis::fair::{self, fairness};
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::verdict::Question;
use tolley_answers::fair::{self as words, Looks};
use tolley_answers::limited;
use tolley_dataset::Dataset;
use tolley_experiment::ask::Ask;
use tolley_experiment::asked;
use tolley_experiment::value::Value;
use tolley_session::grow::{grow, pilot};
use tolley_session::place::VERSIONS;
use tolley_session::scenario::refuse_question;

use crate::args;
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::run;
use crate::written::{self, Written};
use crate::{dry_run, known, output};

/// What the folder of the verdicts is called after the dataset.
const ENDING: &str = "-verdicts";

/// Verdicts on a dataset, or on that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Fair) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        let margin = Asked::of(args, None)?.margin;
        return Ok(output::result(&words::plan(margin, None)).map(|()| exit::DONE)?);
    };
    let mut asked = Asked::of(args, None)?;
    let playing = Playing::new(path, &args.flags);
    let planned = || -> Result<_, Stop> {
        let (plan, study) = playing.plan()?;
        let asked = Asked::of(args, Ask::of_fairness(&plan.asks))?;
        asked.check_elo(args)?;
        refuse_question(&plan, |manifest| match asked.elo_question() {
            Some(question) => elo_of::check(manifest, &question),
            None => fair::check(manifest, &asked.question()),
        })?;
        Ok((plan, study, asked))
    };
    if path.is_dir() {
        asked.check_elo(args)?;
    } else if args.flags.dry_run {
        let (plan, study, _) = planned()?;
        return dry_run::run(&plan, study, &playing, args.flags.json);
    }
    let play = || {
        let (plan, study, of_plan) = planned()?;
        asked = of_plan;
        let Playing { request, console, .. } = &playing;
        match (args.plan, asked.sequential) {
            (true, _) => Ok(pilot(plan, study, args.flags.repeats, request, console)?),
            (_, true) => grow(plan, study, request, console, |dataset| match asked.elo_question() {
                Some(question) => elo::open(dataset, &question, args.flags.quiet),
                None => open(dataset, &asked.question()),
            }),
            _ => playing.dataset(&plan, study),
        }
    };
    let (dataset, failed) = run::to_judge(path, &args.flags, &[], play)?;
    if let Some(question) = asked.elo_question() {
        return elo::tell((&dataset, failed), &question, args);
    }
    // a pilot is looked at once
    asked.sequential &= !args.plan;
    let found = fairness(&dataset, &asked.question())?;
    let place = dataset.dir().display().to_string();
    let mut object = found.to_json();
    object["dataset"] = json!(place);
    object["complete"] = json!(dataset.is_complete());
    object["sides_differ"] = words::sides_json(&dataset);
    object["grown"] = json!(words::grown(&dataset).filter(|_| found.courses.is_none()));
    written::say_made(&mut object, &dataset)?;
    match (args.plan, args.flags.json) {
        (true, true) => output::json(&object)?,
        (true, false) => {
            let limited = limited::lines(&dataset, known::plan_of(&dataset).as_ref(), output::width())?;
            output::result(&(limited + &words::plan(asked.margin, Some(&found))))?;
        }
        (false, is_json) => {
            let tidy = words::tidy(&dataset, &found);
            let written = Written { dataset: &dataset, ending: ENDING, object, tidy, has_csv: args.csv };
            written.tell(is_json, || words::sides_text(&dataset) + &words::text(&dataset, &found, &place))?;
            Looks::keep(Looks::of_fairness(&found).as_ref(), &written.folder()?, args.csv, VERSIONS)?;
        }
    }
    if found.points.iter().all(|point| point.estimate.n == 0) {
        output::say(&format!("warning: no trial has a value of {}: nothing is judged", found.measure));
    }
    Ok(run::judged(&dataset, &found.missing, failed))
}

/// Whether a point has no verdict yet: by how many trials more is for whoever plays to say.
fn open(dataset: &Dataset, question: &Question<'_>) -> Result<Option<u64>, Stop> {
    let is_open = fairness(dataset, question)?.is_decided() != Some(true);
    Ok(is_open.then_some(0))
}

/// The question, by flags, else by what the scenario asks.
struct Asked {
    measure: Option<String>,
    margin: f64,
    over: Option<String>,
    equal: Option<f64>,
    sequential: bool,
    confidence: f64,
    elo: Option<[f64; 2]>,
    alpha: f64,
    beta: f64,
    pair: Option<String>,
}

impl Asked {
    fn of(args: &args::Fair, ask: Option<Ask>) -> Result<Asked, Stop> {
        let table = ask.unwrap_or_default();
        let over = table.along.or(table.over.into_iter().next());
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
        let [least, most] = asked::ERROR_ALLOWED;
        let error = |name: &str, flag: Option<f64>, of_table: Option<f64>| {
            let error = flag.or(of_table).unwrap_or(LEVEL);
            let is_possible = (least..=most).contains(&error);
            is_possible
                .then_some(error)
                .ok_or_else(|| bad(format!("--{name} {error} is impossible; allowed: {least} to {most}")))
        };
        let sequential = args.sequential.unwrap_or(table.sequential);
        // the value of the table is one of its axis
        let is_its_axis = args.over.is_none() || args.over == over;
        Ok(Asked {
            measure: args.measure.clone().or(table.measure),
            margin,
            over: args.over.clone().or(over),
            equal: args.equal.or(table.equal.filter(|_| is_its_axis)),
            sequential,
            confidence,
            elo: args.elo.or(table.elo.filter(|_| sequential)),
            alpha: error("alpha", args.alpha, table.alpha)?,
            beta: error("beta", args.beta, table.beta)?,
            pair: args.pair.clone().or(table.pair),
        })
    }

    /// Refuses flags of a test of two Elos that say nothing.
    fn check_elo(&self, args: &args::Fair) -> Result<(), Stop> {
        let bad = |message: String| Err(Stop::new(exit::BAD_INPUT, format!("error: {message}")));
        let alone =
            [("--alpha", args.alpha.is_some()), ("--beta", args.beta.is_some()), ("--pair", args.pair.is_some())];
        match (self.elo, alone.iter().find(|(_, is_given)| *is_given)) {
            (None, Some((flag, _))) => {
                bad(format!("{flag}: it is of the test of two Elos; say --sequential --elo ELO0,ELO1"))
            }
            (None, None) => Ok(()),
            (Some(_), _) if !self.sequential => {
                bad("--elo: the test looks while it is played; add --sequential".to_owned())
            }
            (Some(elo), _) => asked::wrong_elo(elo).map_or(Ok(()), |message| bad(format!("--elo {message}"))),
        }
    }

    /// The question of two Elos, where it is asked.
    fn elo_question(&self) -> Option<EloQuestion<'_>> {
        let (measure, pair) = (self.measure.as_deref(), self.pair.as_deref());
        let Asked { alpha, beta, confidence, .. } = *self;
        self.elo.map(|elo| EloQuestion { measure, pair, elo, alpha, beta, confidence })
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
