//! Whether a share is one half between equals, and how unequal the sides may be.

mod case;
mod elo;
mod exact;
mod looks;
mod notes;
pub mod plan;
mod sides;
mod strata;
mod tables;
mod words;

use tolley_analysis::course::Course;
use tolley_analysis::fair::{self, Fairness, fairness, off_by_repeat};
use tolley_analysis::limit::{LimitQuestion, Limits, axis_of_limit, limits, start_of_limit};
use tolley_analysis::solved::is_exact;
use tolley_analysis::statistics::estimates::CONFIDENCE;
use tolley_analysis::verdict::Question;
use tolley_analysis::{AnalysisError, MARGIN};
use tolley_dataset::{Dataset, Manifest};
use tolley_experiment::ask::Ask;
use tolley_experiment::role::Role;
use tolley_experiment::value::Value;

pub use elo::{answer as elo_answer, line as elo_line};
pub use looks::Looks;
pub use sides::json as sides_json;

use self::case::{Case, ShareClass, worst};
use super::common::{self, Ahead};
use super::limit::words::{self as limit_words, LimitClaim, LimitUnit};
use super::limit::{measure_of, tables as limit_tables};
use super::{Context, depends_on};
use crate::AnswerError;
use crate::answer::{Answer, Certainty, Dependence, Headline, Next, Quantity, Sentence, Table, Verdict, say};
use crate::needed::rounded;

/// Refuses what no dataset of this manifest has a verdict on.
pub fn check(ask: &Ask, manifest: &Manifest) -> Result<(), AnswerError> {
    if is_exact(manifest) {
        return exact::check(ask, manifest);
    }
    fair::check(manifest, &question(ask))?;
    match limit_question(ask, manifest)? {
        Some(question) => Ok(tolley_analysis::limit::check(manifest, &question)?),
        None => Ok(()),
    }
}

/// Whether it is fair.
pub fn answer(ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
    let manifest = dataset.manifest();
    if is_exact(manifest) {
        return exact::answer(ask, dataset, context);
    }
    check(ask, manifest)?;
    let found = fairness(dataset, &question(ask))?;
    // a limit of a fixed number does not hold of trials whose number depends on what was seen
    let limits = match limit_question(ask, manifest)?.filter(|_| !ask.sequential) {
        Some(question) => Some(limits(dataset, &LimitQuestion { measure: Some(&found.measure), ..question })?),
        None => None,
    };
    let strict = match (&limits, limit_question(ask, manifest)?) {
        (Some(first), Some(question)) if !open_axes(manifest, first).is_empty() => {
            // the bands of all strata and sides hold together, each as many times rarer wrong (Bonferroni)
            let together = (2 * first.strata.len()) as f64;
            let confidence = 1.0 - (1.0 - question.confidence) / together;
            Some(self::limits(dataset, &LimitQuestion { measure: Some(&found.measure), confidence, ..question })?)
        }
        _ => None,
    };
    let judged = Judgement {
        measure: measure_of(manifest, &found.measure),
        cases: case::of_played(manifest, &found),
        limits,
        strict,
        found,
    };
    judged.answer(ask, dataset, context)
}

/// The question of the verdicts; limits are asked by themselves.
fn question(ask: &Ask) -> Question<'_> {
    Question {
        measure: ask.measure.as_deref(),
        margin: ask.margin.unwrap_or(MARGIN),
        over: None,
        equal: None,
        sequential: ask.sequential,
        confidence: ask.confidence.unwrap_or(CONFIDENCE),
    }
}

/// The limits that are asked for, or that can be asked for.
fn limit_question<'q>(ask: &'q Ask, manifest: &'q Manifest) -> Result<Option<LimitQuestion<'q>>, AnswerError> {
    let is_side = |key: &str| manifest.described_key(key).is_some_and(|column| column.role == Some(Role::Side));
    let named = ask.along.as_deref().or_else(|| ask.over.first().map(String::as_str));
    let is_asked = named.is_some() || ask.equal.is_some();
    let refuse = |message: String| Err(AnalysisError::Question(message).into());
    let Some(along) = named.or_else(|| axis_of_limit(&manifest.plan.grid, is_side)) else {
        let message = "a value of equality needs an axis of at least three numbers";
        return if is_asked { refuse(message.to_owned()) } else { Ok(None) };
    };
    let from = ask.equal.or_else(|| start_of_limit(manifest, along));
    match from {
        None if is_asked => refuse(format!("at which value of {along} is nothing off? say it with --equal")),
        None => Ok(None),
        from => Ok(Some(LimitQuestion {
            along,
            from,
            measure: ask.measure.as_deref(),
            margin: Some(ask.margin.unwrap_or(MARGIN)),
            within: None,
            confidence: ask.confidence.unwrap_or(CONFIDENCE),
        })),
    }
}

/// What was found, before it is said.
struct Judgement {
    measure: Quantity,
    cases: Vec<Case>,
    limits: Option<Limits>,
    /// The same where axes are compared, with bands that hold together.
    strict: Option<Limits>,
    found: Fairness,
}

impl Judgement {
    fn answer(&self, ask: &Ask, dataset: &Dataset, context: &Context<'_>) -> Result<Answer, AnswerError> {
        let manifest = dataset.manifest();
        let limited = self.limits.as_ref().filter(|_| self.cases.iter().any(Case::is_tested));
        let unit = limited.map(|limits| LimitUnit::of(manifest, limits));
        let (verdict, certainty, sentence) = match (limited, &unit) {
            (Some(limits), Some(unit)) => {
                let label = |key: &str| Quantity::of_key(manifest, key);
                limit_words::headline(&label, limits, unit, &LimitClaim::fair())
            }
            _ => words::of_cases(&self.cases, &self.measure, self.found.margin),
        };
        let mut depends_on = self.assumptions(dataset, context)?;
        depends_on.extend(limited.into_iter().flat_map(|_| self.strata_that_matter(manifest, context)));
        let amount = self.amount(manifest, limited);
        let headline = Headline { verdict, certainty, sentence, amount, depends_on };
        let mut tables = match (limited, &unit) {
            (Some(limits), Some(unit)) => vec![
                limit_tables::brief(manifest, limits, unit),
                limit_tables::crossings(manifest, limits, unit),
                limit_tables::places(manifest, limits, &self.measure, false),
            ],
            _ => tables::grouped(&self.cases, &self.measure).into_iter().collect(),
        };
        tables.push(tables::points(&self.cases, &self.measure, &self.found));
        let mut notes = notes::of_played(dataset, &self.found, &self.cases);
        notes.extend(limited.into_iter().flat_map(|limits| super::limit::notes(limits, certainty)));
        notes.sort_by_key(|note| note.heading);
        let next = self.next(limited, certainty, dataset, context);
        let about = common::about(ask, dataset, context, self.found.missing);
        Ok(Answer { about, headline, findings: Vec::new(), tables, notes, next })
    }

    /// What the share is at worst: within the limit in all cases, if a value that was tried lies there, else anywhere;
    /// and in what else the sides differ.
    fn amount(&self, manifest: &Manifest, limits: Option<&Limits>) -> Vec<Sentence> {
        let has_limit = limits.is_some_and(|limits| limits.robust().iter().any(Option::is_some));
        let inside: Vec<Case> = limits.filter(|_| has_limit).map_or_else(Vec::new, |limits| self.inside(limits));
        let is_inside = worst(inside.iter()).is_some();
        let cases = if is_inside { &inside } else { &self.cases };
        let beyond = match (has_limit, is_inside) {
            (true, true) => Some(say("fair.at_worst_within")),
            (true, false) => Some(say("fair.at_worst_beyond")),
            _ if cases.iter().filter(|case| case.is_tested()).count() > 1 => Some(say("fair.at_worst")),
            _ => None,
        };
        let at_worst = words::amount(cases, &self.measure, beyond);
        let mut amount: Vec<Sentence> = at_worst.into_iter().collect();
        amount.extend(sides::others(manifest));
        if limits.is_none() {
            amount.extend(words::what_is_fair(&self.measure, self.found.margin));
        }
        amount
    }

    /// The cases within the limits that hold everywhere.
    fn inside(&self, limits: &Limits) -> Vec<Case> {
        let [below, above] = limits.robust().map(|bound| bound.unwrap_or(0.0));
        let is_inside = |case: &&Case| match along_of(case, limits) {
            Some(at) => (below..=above).contains(&(at - limits.from)),
            None => false,
        };
        self.cases.iter().filter(is_inside).cloned().collect()
    }

    /// The other axes of the ground, and what nobody has measured, along which the limit or the share is shown to
    /// differ, or who gains to turn.
    fn strata_that_matter(&self, manifest: &Manifest, context: &Context<'_>) -> Vec<Dependence> {
        let Some(strict) = &self.strict else { return Vec::new() };
        let bounded = strata::bounded(&self.cases, &self.found);
        let dependence = |key: String| {
            let (is_shown, dependence) = strata::along_axis(&bounded, &key, &self.measure)?;
            let is_assumed = common::is_assumed(context, &key);
            (is_shown || strata::moves_limit(&strict.strata, &key)).then_some(Dependence { is_assumed, ..dependence })
        };
        open_axes(manifest, strict).into_iter().filter_map(dependence).collect()
    }

    /// Assumptions outside of the design that move the share where it is at worst.
    fn assumptions(&self, dataset: &Dataset, context: &Context<'_>) -> Result<Vec<Dependence>, AnswerError> {
        let Some(worst) = worst(self.cases.iter()) else { return Ok(Vec::new()) };
        let off = self.measure.difference();
        let per_repeat = |of: &Dataset| Ok(off_by_repeat(of, &self.found.measure, worst.point)?);
        depends_on::depends_on(dataset, context, &off, per_repeat)
    }

    /// What would settle what is open.
    fn next(
        &self,
        limits: Option<&Limits>,
        certainty: Certainty,
        dataset: &Dataset,
        context: &Context<'_>,
    ) -> Vec<Next> {
        if let Some(limits) = limits {
            let needed = limit_words::needed(limits);
            return needed.map(|needed| common::settle(needed, dataset, context)).into_iter().collect();
        }
        let is_open = |case: &&Case| matches!(case.class, ShareClass::Open | ShareClass::Odd);
        let open: Vec<&Case> = self.cases.iter().filter(is_open).collect();
        if open.is_empty() || (self.found.courses.is_some() && certainty != Certainty::CannotTell) {
            return Vec::new();
        }
        vec![common::settle(self.ahead(&open), dataset, context)]
    }

    /// Trials at each point with which all that is open would have a verdict.
    fn ahead(&self, open: &[&Case]) -> Ahead {
        let likely = |courses: &[Option<Course>], case: &Case| courses.get(case.point as usize)?.as_ref()?.likely;
        let of = |case: &&Case| match &self.found.courses {
            // of a sequential test what takes more than anybody plays has no number
            Some(courses) => {
                likely(courses, case).map_or(Ahead::Unknown, |likely| Ahead::Repeats(likely[1].unwrap_or(u64::MAX)))
            }
            None => Ahead::of(case.needed),
        };
        match open.iter().map(of).max().unwrap_or(Ahead::Unknown) {
            Ahead::Repeats(repeats) => Ahead::Repeats(rounded(repeats)),
            ahead => ahead,
        }
    }
}

/// The other axes of limits that are the ground, or have values to try.
fn open_axes(manifest: &Manifest, limits: &Limits) -> Vec<String> {
    let values = limits.strata.first().map_or(&[][..], |stratum| &stratum.values);
    let is_open = |key: &&String| {
        manifest.described_key(key).is_some_and(|column| column.strata.is_some() || column.role == Some(Role::Ground))
    };
    values.iter().map(|(key, _)| key).filter(is_open).cloned().collect()
}

/// The value of a case on the axis of the limits.
fn along_of(case: &Case, limits: &Limits) -> Option<f64> {
    case.values.iter().find(|(axis, _)| axis.name == limits.along[0]).and_then(|(_, value)| match value {
        Value::Number(number) => Some(*number),
        Value::Count(count) => Some(*count as f64),
        _ => None,
    })
}

/// A headline without more around it.
fn headline((verdict, certainty, sentence): (Verdict, Certainty, Sentence), amount: Vec<Sentence>) -> Headline {
    Headline { verdict, certainty, sentence, amount, depends_on: Vec::new() }
}

/// All tables of cases that no limit is looked for among.
fn tables_of(cases: &[Case], measure: &Quantity, points: Table) -> Vec<Table> {
    tables::grouped(cases, measure).into_iter().chain([points]).collect()
}

#[cfg(test)]
mod tests;
