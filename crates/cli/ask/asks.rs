//! Which questions are asked: those of the scenario or the dataset, those that fit its design, or what the flags say.

use tolley_answers::answer::{Answer, Cell};
use tolley_answers::kinds::tried::tried;
use tolley_answers::kinds::{self, Context, default_asks};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::{Ask, AskKind, margin_of, value_text};
use tolley_experiment::key::Key;
use tolley_experiment::problem::nearest;
use tolley_session::studies;

use super::target::typed;
use crate::args;
use crate::exit::{self, Stop};
use crate::output;

/// What the folder of the answers is called after the dataset.
pub const ENDING: &str = "-answer";

/// Answers each of these questions about a dataset.
pub fn answers(asks: &[Ask], dataset: &Dataset, context: &Context<'_>) -> Result<Vec<Answer>, Stop> {
    let mut answers: Vec<Answer> =
        asks.iter().map(|ask| Ok(kinds::answer(ask, dataset, context)?)).collect::<Result<_, Stop>>()?;
    answers.iter().filter(|answer| is_empty(answer)).for_each(|_| {
        let measure = asks.iter().find_map(|ask| ask.measure.as_deref()).unwrap_or("what is measured");
        output::say(&format!("warning: no trial has a value of {measure}: nothing is compared"));
    });
    // how far it is fair is said by the question whether it is fair too
    let mut said = Vec::new();
    answers.retain(|answer| {
        let sentence = answer.headline.text();
        let is_new = !said.contains(&sentence);
        said.push(sentence);
        is_new
    });
    let tried = answers.first().and_then(|first| tried(first, dataset.manifest(), context));
    answers.first_mut().into_iter().for_each(|first| first.notes.extend(tried.clone()));
    answers.first_mut().map(|first| crate::again::caution(first, dataset)).transpose()?;
    Ok(answers)
}

/// Whether an effect is asked of trials none of which has a value.
fn is_empty(answer: &Answer) -> bool {
    let has_value = |cell: &Cell| matches!(cell, Cell::Estimate(estimate) if estimate.n > 0);
    let kind = AskKind::from_name(answer.about.kind);
    kind == Some(AskKind::Effect) && !answer.tables.iter().flat_map(|table| table.rows.iter().flatten()).any(has_value)
}

/// Refuses what a flag or the target says.
fn bad(message: impl std::fmt::Display) -> Stop {
    Stop::new(exit::BAD_INPUT, format!("error: {message}"))
}

/// The questions, of those written down the ones of a research question alone where it is named.
pub fn chosen(
    args: &args::Ask,
    manifest: &Manifest,
    written: &[Ask],
    question: Option<&str>,
) -> Result<Vec<Ask>, Stop> {
    let (kind, _) = typed(args)?;
    let of_question = |ask: &&Ask| question.is_none() || ask.question.as_deref() == question;
    let mut asks: Vec<Ask> = written.iter().filter(of_question).cloned().collect();
    if asks.is_empty() {
        asks = fitting(manifest);
    }
    if let Some(kind) = kind {
        let of_kind = |asks: Vec<Ask>| asks.into_iter().filter(|ask| ask.kind == kind).collect::<Vec<_>>();
        asks = of_kind(asks);
        if asks.is_empty() {
            asks = of_kind(fitting(manifest));
        }
        if asks.is_empty() {
            asks = vec![Ask { kind, ..Ask::default() }];
        }
    }
    let asks = said_over(args, manifest, kind, asks)?;
    let asks = askable(manifest, asks)?;
    Ok(asks)
}

/// Refuses what no dataset of this manifest can answer.
pub fn check(asks: &[Ask], manifest: &Manifest) -> Result<(), Stop> {
    asks.iter().try_for_each(|ask| Ok(kinds::check(ask, manifest)?))
}

/// The questions that fit a design, of which at least one is kept: those that it can be asked.
fn fitting(manifest: &Manifest) -> Vec<Ask> {
    let all = default_asks(manifest);
    let possible: Vec<Ask> = all.iter().filter(|ask| kinds::check(ask, manifest).is_ok()).cloned().collect();
    if possible.is_empty() { all } else { possible }
}

/// The questions with what the flags say over them: axes or a measure make one question of them.
fn said_over(
    args: &args::Ask,
    manifest: &Manifest,
    kind: Option<AskKind>,
    mut asks: Vec<Ask>,
) -> Result<Vec<Ask>, Stop> {
    if !args.over.is_empty() || args.along.is_some() || args.measure.is_some() {
        asks = vec![one_question(args, manifest, kind, &asks)?];
    }
    if let Some(better) = args.better {
        asks.iter_mut().for_each(|ask| ask.better = Some(better.into()));
    }
    if let Some(typed) = &args.margin {
        let first = manifest.measures.first().map_or("", |measure| measure.column.as_str());
        for ask in &mut asks {
            let measure = ask.measure.as_deref().unwrap_or(first);
            let margin = margin_of(measure, typed).map_err(|message| bad(format!("--margin {message}")))?;
            if !(margin > 0.0 && margin.is_finite()) {
                return Err(bad(format!("--margin {typed}: a margin is a number above 0")));
            }
            ask.margin = Some(margin);
        }
    }
    Ok(asks)
}

/// One question of axes or a measure that flags name; of the questions that are there the first that fits.
fn one_question(args: &args::Ask, manifest: &Manifest, kind: Option<AskKind>, asks: &[Ask]) -> Result<Ask, Stop> {
    let wanted = match (kind, &args.along, args.over.is_empty()) {
        (Some(kind), ..) => kind,
        (None, Some(_), _) => AskKind::Limit,
        (None, None, false) => AskKind::Effect,
        (None, None, true) => asks.first().map_or(AskKind::Effect, |ask| ask.kind),
    };
    let mut ask = asks.iter().find(|ask| ask.kind == wanted).cloned().unwrap_or_default();
    ask.kind = wanted;
    if !args.over.is_empty() {
        ask.over = args.over.iter().map(|name| axis(manifest, "--over", name)).collect::<Result<_, _>>()?;
        ask.control = control(manifest, &ask.over, &args.vs)?;
        ask.judged = None;
    }
    if let Some(name) = &args.along {
        (ask.along, ask.equal) = (Some(axis(manifest, "--along", name)?), None);
    }
    if let Some(name) = &args.against {
        ask.against = Some(axis(manifest, "--against", name)?);
    }
    if args.measure.is_some() {
        // a margin and bounds are of the measure that they were written for
        (ask.margin, ask.within, ask.better) = (None, None, None);
        ask.measure.clone_from(&args.measure);
    }
    ask.strata = Vec::new();
    Ok(ask)
}

/// The path of an axis, of which its last word is enough: `speed` for `shot.speed_m_s`.
fn axis(manifest: &Manifest, flag: &str, name: &str) -> Result<String, Stop> {
    let axes: Vec<&str> = manifest.plan.grid.axes.iter().map(|axis| axis.key.as_str()).collect();
    if axes.contains(&name) {
        return Ok(name.to_owned());
    }
    let is_short = |path: &&&str| path.split_once('.').is_some_and(|(_, last)| last.starts_with(name));
    let short: Vec<&&str> = axes.iter().filter(is_short).collect();
    if let [one] = short[..] {
        return Ok((*one).to_owned());
    }
    let hint = nearest(name, axes.iter().copied()).map(|hint| format!("did you mean {hint}?"));
    let known = if axes.is_empty() { "it has none".to_owned() } else { format!("its axes are {}", axes.join(", ")) };
    let told = hint.unwrap_or(known);
    Err(bad(format!("{flag}: {name} is no axis of this dataset; {told}; --sweep KEY=A,B adds one")))
}

/// The value of each axis in the control.
fn control(manifest: &Manifest, over: &[String], typed: &[String]) -> Result<Vec<String>, Stop> {
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    if typed.len() != over.len() {
        return Err(bad(format!("--vs: {} values for {} axes of --over", typed.len(), over.len())));
    }
    let key = |path: &str| -> Option<Key> {
        let info = studies::named(&manifest.plan.study)?.info();
        info.schema.index(path).map(|key| info.schema.keys[key].clone())
    };
    let value = |(path, text): (&String, &String)| match key(path) {
        Some(key) => value_text(&key, text).map_err(|message| bad(format!("--vs {message}"))),
        None => Ok(text.clone()),
    };
    over.iter().zip(typed).map(value).collect()
}

/// The questions whose axes are there; what a flag took away cannot be asked, which is said.
fn askable(manifest: &Manifest, asks: Vec<Ask>) -> Result<Vec<Ask>, Stop> {
    let axes: Vec<&str> = manifest.plan.grid.axes.iter().map(|axis| axis.key.as_str()).collect();
    let (mut kept, mut lost) = (Vec::new(), Vec::new());
    for mut ask in asks {
        // what is one value now is no stratum
        ask.strata.retain(|key| axes.contains(&key.as_str()));
        let gone = ask.axes().find(|key| !axes.contains(key)).map(str::to_owned);
        match gone {
            Some(key) if ask.kind != AskKind::Best => {
                lost.push(format!("{} over {key}: it is no axis any more", ask.kind.name()));
            }
            _ => kept.push(ask),
        }
    }
    match (kept.is_empty(), lost.first()) {
        (true, Some(first)) => Err(bad(first)),
        _ => {
            lost.iter().for_each(|lost| output::say(&format!("not asked: {lost}")));
            Ok(kept)
        }
    }
}
