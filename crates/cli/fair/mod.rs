//! `tolley ask fair`: is it fair, and how unequal may the players' things be?

mod elo;

use std::path::Path;

use tolley_analysis::MARGIN;
use tolley_analysis::elo::{self as elo_of, EloQuestion};
use tolley_analysis::fair::fairness;
use tolley_analysis::statistics::equivalence::LEVEL;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::verdict::Question;
use tolley_answers::answer::Answer;
use tolley_answers::kinds::Context;
use tolley_answers::kinds::fair::{self as kind, Looks, plan};
use tolley_answers::{limited, written as folders};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::asked;
use tolley_experiment::value::Value;
use tolley_session::grow::{grow, pilot};
use tolley_session::place::VERSIONS;
use tolley_session::play::Failed;
use tolley_session::scenario::refuse_question;

use crate::answered::{self, Showing};
use crate::args;
use crate::exit::{self, Stop};
use crate::playing::Playing;
use crate::run;
use crate::{again, dry_run, host, known, output};

/// What the folder of the verdicts is called after the dataset.
const ENDING: &str = "-verdicts";

/// Verdicts on a dataset, or on that of a scenario, which is played as far as it is not.
pub fn run(args: &args::Fair) -> Result<u8, Stop> {
    let Some(path) = &args.scenario else {
        let margin = Asked::of(args, None)?.margin;
        return Ok(output::result(&plan::of_margin(margin)).map(|()| exit::DONE)?);
    };
    let mut asked = Asked::of(args, None)?;
    let playing = Playing::new(path, &args.flags);
    let planned = || -> Result<_, Stop> {
        let (plan, study) = playing.plan()?;
        let asked = Asked::of(args, Ask::of_fairness(&plan.asks))?;
        asked.check_elo(args)?;
        refuse_question(&plan, |manifest| asked.check(manifest))?;
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
    // a pilot is looked at once
    asked.sequential &= !args.plan;
    if args.plan {
        print_plan(&dataset, failed, &asked, args.flags.json)
    } else {
        tell((&dataset, failed), path, &asked, args)
    }
}

/// How many trials a verdict takes, by those that are there.
fn print_plan(dataset: &Dataset, failed: Failed, asked: &Asked, is_json: bool) -> Result<u8, Stop> {
    if is_json {
        let answer = kind::answer(&asked.ask(), dataset, &Context::default())?;
        output::json(&tolley_answers::render::json::object(&answer))?;
        return Ok(run::judged(dataset, &answer.about.missing, failed));
    }
    let found = fairness(dataset, &asked.question())?;
    let limited = limited::lines(dataset, known::plan_of(dataset).as_ref(), output::width())?;
    output::result(&(limited + &plan::of_trials(dataset, &found)))?;
    Ok(run::judged(dataset, &found.missing, failed))
}

/// Says and keeps what a dataset answers.
fn tell((dataset, failed): (&Dataset, Failed), path: &Path, asked: &Asked, args: &args::Fair) -> Result<u8, Stop> {
    let plan = known::plan_of(dataset);
    let (command, is_of_dataset) = (asked.command(args, path), path.is_dir());
    let context = Context { plan: plan.as_ref(), command, is_of_dataset, ..Context::default() };
    let (mut answer, looks) = match asked.elo_question() {
        Some(question) => elo::answered(dataset, &question, &context)?,
        None => {
            let looks = asked.sequential.then(|| fairness(dataset, &asked.question())).transpose()?;
            let looks = looks.and_then(|found| Looks::of_fairness(&found));
            (kind::answer(&asked.ask(), dataset, &context)?, looks)
        }
    };
    let folder = folders::beside(dataset.dir(), ENDING)?;
    let showing =
        Showing { is_json: args.flags.json, has_details: args.details, has_csv: args.csv, ..Showing::default() };
    again::caution(&mut answer, dataset)?;
    answered::print_and_keep(std::slice::from_ref(&answer), Some(&folder), showing)?;
    if host::keeps_answers() {
        Looks::keep(looks.as_ref(), &folder, args.csv, VERSIONS)?;
    }
    warn_of_nothing(&answer);
    Ok(run::judged(dataset, &answer.about.missing, failed))
}

/// Says where no trial has a value, so that nothing is judged.
fn warn_of_nothing(answer: &Answer) {
    let has_value = answer.tables.iter().any(|table| {
        table.name == "points"
            && table.rows.iter().flatten().any(|cell| {
                matches!(cell, tolley_answers::answer::Cell::Estimate(estimate) if estimate.n > 0)
                    || matches!(
                        cell,
                        tolley_answers::answer::Cell::Verdict(tolley_answers::answer::Verdict::Identical, _)
                    )
            })
    });
    if !has_value {
        output::say("warning: no trial has a value: nothing is judged");
    }
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
        let is_its_axis = args.along.is_none() || args.along == over;
        Ok(Asked {
            measure: args.measure.clone().or(table.measure),
            margin,
            over: args.along.clone().or(over),
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
            over: None,
            equal: None,
            sequential: self.sequential,
            confidence: self.confidence,
        }
    }

    /// The same as a table of a scenario would ask it.
    fn ask(&self) -> Ask {
        Ask {
            kind: AskKind::Fair,
            measure: self.measure.clone(),
            margin: Some(self.margin),
            along: self.over.clone(),
            equal: self.equal,
            sequential: self.sequential,
            confidence: Some(self.confidence),
            ..Ask::default()
        }
    }

    /// Refuses what a dataset of this manifest does not answer.
    fn check(&self, manifest: &Manifest) -> Result<(), tolley_analysis::AnalysisError> {
        if let Some(question) = self.elo_question() {
            return elo_of::check(manifest, &question);
        }
        kind::check(&self.ask(), manifest).map_err(|error| match error {
            tolley_answers::AnswerError::Analysis(error) => error,
            error => tolley_analysis::AnalysisError::Question(error.to_string()),
        })
    }

    /// What was typed, without the number of repeats.
    fn command(&self, args: &args::Fair, path: &Path) -> Vec<String> {
        let mut words = ["tolley", "ask", "fair", &path.display().to_string()].map(str::to_owned).to_vec();
        let mut flag = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
        };
        flag("measure", args.measure.clone());
        flag("margin", args.margin.map(|margin| margin.to_string()));
        flag("along", args.along.clone());
        flag("equal", args.equal.map(|equal| equal.to_string()));
        flag("confidence", args.confidence.map(|confidence| confidence.to_string()));
        flag("elo", args.elo.map(|[zero, one]| format!("{zero},{one}")));
        flag("alpha", args.alpha.map(|error| error.to_string()));
        flag("beta", args.beta.map(|error| error.to_string()));
        flag("pair", args.pair.clone());
        if let Some(sequential) = args.sequential {
            words.push(if sequential { "--sequential".to_owned() } else { "--sequential=false".to_owned() });
        }
        words.extend(again::of_flags(&args.flags));
        words
    }
}
