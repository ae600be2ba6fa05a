//! Which of several choices is the best: a set, never the first row of a table; what each other choice costs; and which
//! choices hardly matter.

pub(crate) mod choices;
mod decided;
mod described;
pub(crate) mod judged;
pub(crate) mod sentences;
mod tables;
#[cfg(test)]
mod tests;

use tolley_analysis::Estimate;
use tolley_analysis::choices as worths;
use tolley_analysis::follows::{Follows, follows};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::value::Value;

use self::choices::{ChoiceCase, Choices};
use self::judged::BestJudged;
use super::common::{self, Ahead};
use super::{Context, depends_on, directed};
use crate::AnswerError;
use crate::answer::{
    About, Answer, Certainty, Dependence, Form, Headline, Next, Note, NoteHeading, Quantity, Sentence, Verdict, fill,
    say,
};
use crate::catalogue::word;

/// Refuses what has no choice.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    if decided::is_asked(ask, manifest)? {
        return Ok(());
    }
    choices::axes_of(ask, manifest)?;
    Ok(worths::check(manifest, ask.measure.as_deref())?)
}

/// Answers.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    check(ask, dataset.manifest())?;
    if decided::is_asked(ask, dataset.manifest())? {
        return decided::answer(ask, dataset, context);
    }
    let choices = Choices::read(ask, dataset)?;
    let heads = [word("best.head_to_choose").to_owned(), word("best.head_best").to_owned(), choices.of.label.clone()];
    let about = About { heads, ..common::about(ask, dataset, context, choices.missing) };
    if dataset.manifest().plan.grid.points() < 2 {
        let named = ask.measure.clone().unwrap_or_else(|| choices.measure.clone());
        let described::Described { headline, findings, table } =
            described::describe(dataset, &named, choices.is_exact)?;
        return Ok(Answer { about, headline, findings, tables: vec![table], notes: Vec::new(), next: Vec::new() });
    }
    let repeats = dataset.manifest().plan.grid.repeats;
    let Some(judged) = BestJudged::of(&choices).filter(|_| repeats > 1 || choices.is_exact) else {
        let has_many = repeats > 1 && !choices.is_exact;
        return Ok(if has_many { nothing(about, &choices, dataset, context) } else { too_few(about, context) });
    };
    let next = judged.needed().map(|needed| match needed {
        Some(needed) => common::settle(Ahead::of(Some(needed)), dataset, context),
        None => common::four_times(dataset, context),
    });
    let next = next.into_iter().collect();
    let mut answer = answered(&choices, &judged, about, next);
    if choices::is_for_rival(ask, dataset.manifest())? {
        let measure = Sentence::of_name(choices.of.with_article());
        let sentence = fill("best.rival_chooses", [("measure", measure)]);
        answer.notes.insert(0, Note { heading: NoteHeading::Caution, sentence });
    }
    answer.notes.extend(beyond_hand(&choices, &judged, &dataset.manifest().plan.base));
    if let Some(follows) = follows(dataset, &choices.measure)? {
        let near = |case: &ChoiceCase| judged.set.near.iter().map(|choice| case.points[*choice]).collect();
        let best: Vec<Vec<u64>> = choices.cases.iter().map(near).collect();
        answer.notes.push(pooled(&follows, &best, &choices.of));
    }
    answer.headline.depends_on = dependences(ask, dataset, context, &choices, &judged)?;
    Ok(answer)
}

/// The answer to what was judged.
fn answered(choices: &Choices, judged: &BestJudged, about: About, next: Vec<Next>) -> Answer {
    let (verdict, certainty, sentence) = sentences::headline(choices, judged);
    // the mean over cases is none of what is best in each
    let is_one = !judged.axes.iter().any(|axis| axis.depends());
    let amount = is_one.then(|| sentences::amount(&choices.of, &judged.value, choices.is_exact));
    let amount = amount.into_iter().collect();
    Answer {
        about,
        headline: Headline { verdict, certainty, sentence, amount, depends_on: Vec::new() },
        findings: sentences::findings(choices, judged),
        tables: tables::all(choices, judged),
        notes: notes(choices, judged),
        next,
    }
}

/// That a hand may not be able to do what is advised.
fn beyond_hand(choices: &Choices, judged: &BestJudged, fixed: &directed::FixedKeys) -> Vec<Note> {
    let ends = |values: &mut dyn Iterator<Item = &Value>| {
        let numbers = values.filter_map(|value| if let Value::Number(number) = value { Some(*number) } else { None });
        let ends =
            numbers.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)]);
        (ends[0] <= ends[1]).then_some(ends)
    };
    let advised = |key: &str| {
        let at = choices.axes.iter().position(|axis| axis.quantity.name == key)?;
        let levels = &judged.axes.iter().find(|axis| axis.axis == at)?.levels;
        ends(&mut levels.iter().map(|level| &choices.axes[at].values[*level]))
    };
    let other = |key: &str| {
        let cases = choices.cases.iter().flat_map(|case| &case.values);
        let values = cases.filter(|(quantity, _)| quantity.name == key).map(|(_, value)| value);
        ends(&mut values.into_iter()).or_else(|| directed::fixed_ends(fixed, key))
    };
    directed::beyond_hand(advised, other)
}

/// One trial of each choice says nothing of chance.
fn too_few(about: About, context: &Context<'_>) -> Answer {
    let command = common::with_repeats(context, FEW_REPEATS);
    untold(about, say("best.too_few"), Next { sentence: say("best.more_trials"), command, seconds: None })
}

/// No trial has a value.
fn nothing(about: About, choices: &Choices, dataset: &Dataset, context: &Context<'_>) -> Answer {
    let says = fill("best.no_value", [("measure", Sentence::of_name(choices.of.with_article()))]);
    let command = common::with_repeats(context, dataset.manifest().plan.grid.repeats);
    untold(about, says, Next { sentence: say("best.play_planned"), command, seconds: None })
}

/// An answer that tells nothing but what would tell more.
fn untold(about: About, sentence: Sentence, next: Next) -> Answer {
    Answer {
        about,
        headline: Headline {
            verdict: Verdict::CannotTell,
            certainty: Certainty::CannotTell,
            sentence,
            amount: Vec::new(),
            depends_on: Vec::new(),
        },
        findings: Vec::new(),
        tables: Vec::new(),
        notes: Vec::new(),
        next: vec![next],
    }
}

/// Trials at each point with which to begin.
const FEW_REPEATS: u64 = 20;

/// Under which assumptions the same choices are worth something else, or are no better than others.
fn dependences(
    ask: &Ask,
    dataset: &Dataset,
    context: &Context<'_>,
    choices: &Choices,
    judged: &BestJudged,
) -> Result<Vec<Dependence>, AnswerError> {
    // each repeat by the choices of the others, so that no luck of the choice is taken for an assumption
    let points = |near: &Vec<usize>| -> Vec<u64> {
        choices.cases.iter().flat_map(|case| near.iter().map(|choice| case.points[*choice])).collect()
    };
    let of_fold: Vec<Vec<u64>> = judged.set.of_fold.iter().map(points).collect();
    let of_set = |other: &Dataset| -> Result<[Vec<f64>; 2], AnswerError> {
        let all = worths::point_worths(other, ask.measure.as_deref())?;
        let every = [(0..all.points.len() as u64).collect::<Vec<u64>>()];
        Ok([of_fold.as_slice(), &every].map(|some| repeats_of(&all, some)))
    };
    let value = depends_on::depends_on(dataset, context, &choices.of, |other| Ok(of_set(other)?[0].clone()))?;
    let difference = choices.of.difference();
    // better than the average choice here and worse there is a sign that turns
    let gain = depends_on::depends_on(dataset, context, &difference, |other| {
        let [set, every] = of_set(other)?;
        Ok(set.iter().zip(&every).map(|(set, every)| choices.sign() * (set - every)).collect())
    })?;
    let turns = |of: &Dependence| gain.iter().any(|gain| gain.on.name == of.on.name && gain.turns);
    Ok(value.into_iter().map(|of| Dependence { turns: turns(&of), ..of }).collect())
}

/// The mean over some points, repeat by repeat: over those of each part of the repeats in turn.
fn repeats_of(all: &worths::PointWorths, of_fold: &[Vec<u64>]) -> Vec<f64> {
    let some = |fold: usize| of_fold[fold].iter().filter_map(|point| all.points.get(*point as usize));
    let lengths = (0..of_fold.len()).flat_map(some).map(|point| point.repeats.len());
    let repeats = lengths.min().unwrap_or(0);
    let mean = |repeat: usize| {
        let there = some(repeat % of_fold.len()).map(|point| point.repeats[repeat]).filter(|value| !value.is_nan());
        let (sum, count) = there.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
        sum / count
    };
    (0..repeats).map(mean).collect()
}

/// What stands for what was not played to its end, and whether that is what followed after the best choices of each
/// case: of what must be known with the answer where it is clearly not.
fn pooled(follows: &Follows, best: &[Vec<u64>], of: &Quantity) -> Note {
    let says = common::so_far(follows, of);
    let off = best.iter().map(|points| follows.more_at(points)).filter(|off| off.n > 1);
    let is_off = |off: &Estimate| off.interval.is_some_and(|[low, high]| low > 0.0 || high < 0.0);
    // the case that is farthest off, in its errors
    let far = |off: &Estimate| off.value.zip(off.std_error).map_or(0.0, |(value, error)| (value / error).abs());
    let Some(off) = off.max_by(|a, b| far(a).total_cmp(&far(b))) else {
        return Note { heading: NoteHeading::Method, sentence: says.and(".") };
    };
    let id = if best.len() > 1 { "best.pooled_farthest" } else { "best.pooled" };
    let heading = if is_off(&off) { NoteHeading::Caution } else { NoteHeading::Method };
    let off = Sentence::of_estimate(off, &of.difference(), Form::WithInterval);
    Note { heading, sentence: fill(id, [("so_far", says), ("off", off)]) }
}

fn notes(choices: &Choices, judged: &BestJudged) -> Vec<Note> {
    let note = |heading, id| Note { heading, sentence: say(id) };
    if choices.is_exact {
        return vec![note(NoteHeading::Method, "best.solved")];
    }
    let mut notes = vec![
        note(NoteHeading::Words, "best.words"),
        note(NoteHeading::Method, "best.method"),
        note(NoteHeading::Method, "best.method_little"),
    ];
    if judged.is_smooth() {
        notes.push(note(NoteHeading::Method, "best.method_smooth"));
        notes.push(note(NoteHeading::Method, "best.method_smooth_values"));
    }
    notes
}
