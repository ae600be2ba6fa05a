//! What a value of an axis changes, compared with another one: a rule, a setting, a habit.

mod found;
mod headline;
mod judged;
mod measures;
mod notes;
mod strata;
mod subject;
mod tables;
mod turned;

#[cfg(test)]
mod tests;

use tolley_analysis::contrasts;
use tolley_analysis::statistics::equivalence::Comparison;
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::role::Role;

use self::found::{EffectFound, EffectQuery};
use self::headline::EffectHeadline;
use super::Context;
use super::common::{Ahead, about, is_assumed, settle};
use super::depends_on::{depends_on, strongest_first};
use crate::AnswerError;
use crate::answer::{About, Answer, Certainty, Dependence, Finding, Headline, Next, Sentence, Table};
use crate::catalogue::word;

/// Refuses what a dataset of this manifest cannot be asked, whatever its rows are.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    let query = EffectQuery::new(ask, manifest, None)?;
    match &ask.judged {
        Some(judged) => judged::check(&query, judged, manifest),
        None => query.check(manifest),
    }
}

/// Says what the values of some axes change.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let query = EffectQuery::new(ask, dataset.manifest(), context.plan)?;
    if let Some(asked) = &ask.judged {
        judged::check(&query, asked, dataset.manifest())?;
        return judged::answer((ask, asked), &query, dataset, context);
    }
    let found = EffectFound::new(query, dataset)?;
    let turning = strata::turning(&found);
    let said = turning.as_ref().map_or_else(|| headline::plain(&found), |turning| turned::turned(&found, turning));
    let mut dependences = by_strata(&found, said.arm, dataset, context)?;
    let turns = dependences.iter().find(|on| on.turns).filter(|_| turning.is_none());
    let turned = turns.and_then(|on| turned::turned_by(&found, said.arm, on));
    dependences.extend(by_axes(
        &found,
        &said,
        turning.as_ref().and_then(|turning| turning.axis),
        (dataset.manifest(), context),
    ));
    strongest_first(&mut dependences);
    let EffectHeadline { verdict, certainty, sentence, mut amount, arm } = said;
    let is_whole = certainty == Certainty::Clearly;
    let disagrees = if is_whole { measures::disagreement(ask, &found, arm, dataset)? } else { None };
    let mut findings = if turning.is_some() { Vec::new() } else { tables::findings(&found) };
    // findings hide a brief table, so that what disagrees goes before it
    match (disagrees, turning.is_some() || findings.is_empty()) {
        (Some(disagrees), true) => amount.insert(0, disagrees),
        (Some(disagrees), false) => findings.insert(0, whole_match(disagrees)),
        (None, _) => {}
    }
    let cases = turning.as_ref().and_then(|turning| tables::both_cases(&found, turning));
    let tables: Vec<Table> = cases.into_iter().chain([tables::arms(&found)]).chain(tables::strata(&found)).collect();
    let sentence = turned.unwrap_or(sentence);
    Ok(Answer {
        about: About { heads: tables::heads(&found), ..about(ask, dataset, context, found.contrasts.missing) },
        headline: Headline { verdict, certainty, sentence, amount, depends_on: dependences },
        findings,
        tables,
        notes: notes::notes(&found, dataset.manifest()),
        next: next(&found, certainty, arm, dataset, context),
    })
}

/// That the whole match says otherwise.
fn whole_match(says: Sentence) -> Finding {
    Finding {
        subject: word("effect.whole_match").to_owned(),
        says,
        detail: Sentence::default(),
        certainty: Some(Certainty::Clearly),
    }
}

/// On what nobody has measured the difference of an arm depends, by the same scenario played with other values of it.
fn by_strata(
    found: &EffectFound,
    arm: usize,
    dataset: &Dataset,
    context: &Context<'_>,
) -> Result<Vec<Dependence>, AnswerError> {
    let values = &found.arm(arm).values;
    depends_on(dataset, context, &found.difference, |dataset| {
        found.query.asked(|asked| Ok(contrasts::series(dataset, asked, values)?))
    })
}

/// The same for axes of the design that are the ground, or somebody's skill. Of the axis that turns the sign all cases
/// stand in the table.
fn by_axes(
    found: &EffectFound,
    said: &EffectHeadline,
    turning: Option<usize>,
    (manifest, context): (&Manifest, &Context<'_>),
) -> Vec<Dependence> {
    let is_given = |key: &str| {
        let role = manifest.described_key(key).and_then(|column| column.role);
        matches!(role, Some(Role::Ground | Role::Skill))
    };
    let mut all = Vec::new();
    for (number, change) in strata::clear_changes(found, said.arm) {
        let axis = &found.strata.axes[number];
        let turns = turning == Some(number);
        if !turns && !is_given(&axis.key) {
            continue;
        }
        let case = |place: usize| (axis.values[place].clone(), axis.contrasts[place][said.arm].difference);
        all.push(Dependence {
            on: found.key(&axis.key),
            cases: if turns { Vec::new() } else { change.between.map(case).into() },
            of: found.difference.clone(),
            turns,
            is_assumed: is_assumed(context, &axis.key),
        });
    }
    all
}

/// What would settle what is open.
fn next(found: &EffectFound, certainty: Certainty, arm: usize, dataset: &Dataset, context: &Context<'_>) -> Vec<Next> {
    let ahead = match certainty {
        Certainty::Clearly => return Vec::new(),
        Certainty::Probably => Ahead::of(found.arm(arm).needed),
        Certainty::CannotTell => ahead(found),
    };
    vec![settle(ahead, dataset, context)]
}

/// What would settle all arms that are open.
fn ahead(found: &EffectFound) -> Ahead {
    // without a margin nothing lies at it
    let differs = |of: &Comparison| (of.off != 0.0 || of.standard_error > 0.0) && of.margin > 0.0;
    let of = |arm: usize| {
        let needed = found.arm(arm).needed?;
        // what never changed has no sign that any number of trials would show, and lies at no margin
        let ahead = Ahead::of(Some(needed));
        (ahead != Ahead::AtMargin || found.arm(arm).comparison.as_ref().is_some_and(differs)).then_some(ahead)
    };
    found.others().filter_map(of).max().unwrap_or(Ahead::Unknown)
}
