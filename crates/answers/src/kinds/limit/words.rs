//! How far along an axis, in words: the unit of a distance, one sentence, what would show more.

use tolley_analysis::limit::{LimitPlace, LimitReference, LimitStratum, Limits};
use tolley_analysis::statistics::estimates::normal_quantile_at;
use tolley_analysis::statistics::needed::POWER;
use tolley_dataset::Manifest;
use tolley_experiment::value::Value;

use crate::answer::{Certainty, Quantity, Sentence, Verdict, directed, fill, say};
use crate::catalogue::word;
use crate::kinds::common::Ahead;
use crate::needed::rounded;

/// Part of the margin within which what lies nearest to it is known to lie at it.
const AT_THE_MARGIN: f64 = 0.05;
/// Fewer repeats do not say that a value is beyond the margin.
const LEAST_REPEATS: u64 = 20;
/// Times as many repeats as there are, at least, where these left it open.
const MORE: f64 = 2.0;

/// In what a distance along an axis is said.
#[derive(Clone, Debug)]
pub struct LimitUnit {
    /// The axis.
    pub along: Quantity,
    /// A distance, where a ratio of 1 stands for so much of something that has a unit.
    distance: Option<(Quantity, f64)>,
    from: f64,
}

impl LimitUnit {
    /// Of limits that were found in a dataset of this manifest.
    pub fn of(manifest: &Manifest, limits: &Limits) -> LimitUnit {
        let along = Quantity::of_key(manifest, &limits.along[0]);
        let distance = limits.whole.as_ref().and_then(|(column, whole)| {
            let column = manifest.points.columns.iter().find(|known| known.name == *column)?;
            let quantity = Quantity::of_column(column).difference();
            // the smallest unit of a mass that people weigh coins in
            let (unit, factor) =
                if quantity.unit == "g" { ("mg".to_owned(), 1000.0) } else { (quantity.unit.clone(), 1.0) };
            Some((Quantity { unit, factor: quantity.factor * factor, ..quantity }, *whole))
        });
        LimitUnit::new(along, distance, limits.from)
    }

    /// Of an axis, with what a ratio of 1 stands for and that in SI, if it stands for something, and where it starts.
    pub fn new(along: Quantity, distance: Option<(Quantity, f64)>, from: f64) -> LimitUnit {
        LimitUnit { along, distance, from }
    }

    /// Whether distances are said, not values.
    pub fn has_distances(&self) -> bool {
        self.distance.is_some()
    }

    /// What a limit is said in: a distance, or a value of the axis.
    pub fn quantity(&self) -> &Quantity {
        self.distance.as_ref().map_or(&self.along, |(quantity, _)| quantity)
    }

    /// A limit in that unit, SI, from a distance along the axis; cautious in its last digit.
    pub fn value(&self, off: f64) -> f64 {
        match &self.distance {
            Some((quantity, whole)) => towards_zero(off * whole, quantity.factor),
            None => self.from + off,
        }
    }

    /// `the mass of player A's coin is at most 77 mg below or 75 mg above nominal`; nothing where there is no limit.
    fn span(&self, bounds: [Option<f64>; 2]) -> Option<Sentence> {
        let (noun, reference) = self.names();
        let quantity = self.quantity();
        let value = |off: f64| Sentence::of_value(Value::Number(self.value(off).abs()), quantity);
        let at = |off: f64| Value::Number(towards(self.value(off), self.from, self.along.factor));
        let end = |off: f64| Sentence::of_value(at(off), quantity);
        let (noun, reference) = (("noun", Sentence::of_name(noun)), ("reference", Sentence::of_name(reference)));
        let is_distance = self.has_distances();
        Some(match bounds {
            [Some(below), Some(above)] if is_distance => {
                fill("limit.far_both", [noun, ("below", value(below)), ("above", value(above)), reference])
            }
            [Some(below), None] if is_distance => fill("limit.far_below", [noun, ("below", value(below)), reference]),
            [None, Some(above)] if is_distance => fill("limit.far_above", [noun, ("above", value(above)), reference]),
            [below, above] if quantity.direction().is_some() => {
                directed_span(noun, quantity, [below, above].map(|off| off.map(at)))?
            }
            [Some(below), Some(above)] => fill("limit.between", [noun, ("low", end(below)), ("high", end(above))]),
            [Some(below), None] => fill("limit.at_least", [noun, ("value", end(below))]),
            [None, Some(above)] => fill("limit.at_most", [noun, ("value", end(above))]),
            [None, None] => return None,
        })
    }

    /// Shorter, where both sides have a distance: `the mass of player A's coin is within 75 mg of nominal`, the nearer
    /// one.
    fn span_within(&self, bounds: [Option<f64>; 2]) -> Option<Sentence> {
        let [Some(below), Some(above)] = bounds.map(|off| off.map(|off| self.value(off).abs())) else { return None };
        let (noun, reference) = self.names();
        let distance = Sentence::of_value(Value::Number(below.min(above)), self.quantity());
        let (noun, reference) = (("noun", Sentence::of_name(noun)), ("reference", Sentence::of_name(reference)));
        self.has_distances().then(|| fill("limit.is_within", [noun, ("distance", distance), reference]))
    }

    /// The axis with an article, and what it is compared with: the label `mass against nominal` has both.
    pub fn names(&self) -> (String, String) {
        let noun = self.along.with_article();
        match noun.split_once(" against ") {
            Some((noun, reference)) => (noun.trim_end_matches(',').to_owned(), reference.to_owned()),
            None => (noun, word("limit.equal").to_owned()),
        }
    }
}

/// A span of what goes one way or the other: ` is 36 mm right to 24 mm left of the middle`, ` is at most 24 mm left
/// of the middle`.
fn directed_span(noun: (&'static str, Sentence), of: &Quantity, ends: [Option<Value>; 2]) -> Option<Sentence> {
    let is_below_zero = |value: &Value| matches!(value, Value::Number(number) if *number < 0.0);
    let (id, value) = match ends {
        [Some(below), Some(above)] => {
            return Some(fill("limit.is", [noun, ("range", directed::within(of, [&below, &above])?)]));
        }
        // further down is further to that side
        [Some(below), None] => (if is_below_zero(&below) { "limit.at_most" } else { "limit.at_least" }, below),
        [None, Some(above)] => (if is_below_zero(&above) { "limit.at_least" } else { "limit.at_most" }, above),
        [None, None] => return None,
    };
    Some(fill(id, [noun, ("value", Sentence::of_value(value, of))]))
}

/// Two digits of what is shown, never further out than it is.
fn towards_zero(value: f64, factor: f64) -> f64 {
    towards(value, 0.0, factor)
}

/// Three digits of the distance from a value, cut off towards it.
fn towards(value: f64, from: f64, factor: f64) -> f64 {
    let distance = (value - from) * factor;
    if distance == 0.0 || !distance.is_finite() {
        return value;
    }
    let step = libm::pow(10.0, libm::floor(libm::log10(distance.abs())) - 1.0);
    from + libm::trunc(distance / step + distance.signum() * 1e-9) * step / factor
}

/// What holds as far as the limit: `it is fair`, and shorter, after a comma, `fair`.
#[derive(Clone, Debug)]
pub struct LimitClaim {
    /// As a sentence begins.
    pub whole: Sentence,
    /// After other words.
    pub short: Sentence,
    /// That it does not hold, before where.
    pub changes: Sentence,
}

impl LimitClaim {
    /// That a share is even.
    pub fn fair() -> LimitClaim {
        LimitClaim { whole: say("limit.fair_whole"), short: say("limit.fair"), changes: say("limit.unfair") }
    }

    /// That a measure stays where it is.
    pub fn of(limits: &Limits, measure: &Quantity) -> LimitClaim {
        let of = || ("measure", Sentence::of_name(measure.with_article()));
        let does = |one: &'static str, several: &'static str| if measure.is_plural() { several } else { one };
        match limits.reference {
            LimitReference::Half => LimitClaim::fair(),
            LimitReference::Start => {
                let margin = Sentence::of_value(Value::Number(limits.margin), &measure.difference());
                LimitClaim {
                    whole: fill(does("limit.hardly_changes_one", "limit.hardly_changes_several"), [of()]),
                    short: say(does("limit.hardly_one", "limit.hardly_several")),
                    changes: fill(does("limit.changes_one", "limit.changes_several"), [of(), ("margin", margin)]),
                }
            }
            LimitReference::Range(_) => LimitClaim {
                whole: fill(does("limit.wanted_one", "limit.wanted_several"), [of()]),
                short: say("limit.as_wanted"),
                changes: fill(does("limit.not_wanted_one", "limit.not_wanted_several"), [of()]),
            },
        }
    }
}

/// The verdict on all strata, how sure it is, and the sentence; `label` names the other axes.
pub fn headline(
    label: &dyn Fn(&str) -> Quantity,
    limits: &Limits,
    unit: &LimitUnit,
    claim: &LimitClaim,
) -> (Verdict, Certainty, Sentence) {
    let (robust, tried) = (limits.robust(), limits.is_tried());
    let is_shown = [0, 1].map(|side| !tried[side] || robust[side].is_some());
    if let Some(span) = unit.span(robust) {
        let is_known = |side: usize| {
            limits
                .strata
                .iter()
                .all(|stratum| !open_sides(stratum).any(|open| open == side) || is_beyond(limits, stratum, side))
        };
        let id = match is_shown {
            [true, true] => "limit.holds",
            [false, _] if is_known(0) => "limit.holds_not_below",
            [false, _] => "limit.holds_open_below",
            [_, false] if is_known(1) => "limit.holds_not_above",
            [_, false] => "limit.holds_open_above",
        };
        let said = |of: &Sentence| fill(id, [("claim", of.clone()), ("span", span.clone())]);
        let whole = said(&claim.whole);
        let sentence = if whole.is_short() { whole } else { said(&claim.short) };
        return (Verdict::Limit, Certainty::Clearly, sentence);
    }
    let (open, shown): (Vec<&LimitStratum>, Vec<&LimitStratum>) =
        limits.strata.iter().partition(|stratum| is_open(stratum));
    let part = Limits { strata: shown.into_iter().cloned().collect(), ..limits.clone() };
    let elsewhere = unit.span(part.robust()).filter(|_| !part.strata.is_empty());
    let is_never = open.iter().all(|stratum| open_sides(stratum).all(|side| is_beyond(limits, stratum, side)));
    let (verdict, certainty) = match (is_never, elsewhere.is_some(), limits.reference) {
        (false, ..) => (Verdict::CannotTell, Certainty::CannotTell),
        (true, true, _) => (Verdict::Limit, Certainty::Clearly),
        (true, false, LimitReference::Half) => (Verdict::Unfair, Certainty::Clearly),
        (true, false, _) => (Verdict::Effect, Certainty::Clearly),
    };
    let sentence = match elsewhere {
        None if is_never => never(unit, claim),
        Some(span) => {
            let id = match limits.reference {
                _ if !is_never => "limit.some_open",
                LimitReference::Half => "limit.some_unfair",
                LimitReference::Start => "limit.some_change",
                LimitReference::Range(_) => "limit.some_not_wanted",
            };
            let said = |places: Sentence, span: &Sentence| {
                fill(id, [("places", places), ("claim", claim.short.clone()), ("span", span.clone())])
            };
            let named = places(label, &open, limits.strata.len());
            let counted = share_of_cases(open.len(), limits.strata.len());
            let mut candidates = vec![said(named.clone(), &span), said(counted.clone(), &span)];
            candidates.extend(unit.span_within(part.robust()).map(|span| said(named, &span)));
            let last = candidates.len() - 1;
            let short = candidates.iter().position(Sentence::is_short);
            candidates.swap_remove(short.unwrap_or(last))
        }
        None => {
            let (noun, reference) = unit.names();
            let (noun, whole) = (("noun", Sentence::of_name(noun)), ("claim", claim.whole.clone()));
            let shorter = fill("limit.how_far_go", [noun.clone(), whole.clone()]);
            let reference = if reference == word("limit.equal") && !unit.has_distances() {
                Sentence::of_value(Value::Number(limits.from), &unit.along)
            } else {
                Sentence::of_name(reference)
            };
            let sentence = fill("limit.how_far_from", [noun, ("reference", reference), whole]);
            if sentence.is_short() { sentence } else { shorter }
        }
    };
    (verdict, certainty, sentence)
}

/// That the nearest values that were tried are beyond the margin already.
fn never(unit: &LimitUnit, claim: &LimitClaim) -> Sentence {
    let (noun, _) = unit.names();
    fill("limit.never", [("changes", claim.changes.clone()), ("noun", Sentence::of_name(noun))])
}

/// Whether a side that was tried has no limit.
pub fn is_open(stratum: &LimitStratum) -> bool {
    open_sides(stratum).next().is_some()
}

/// The sides that were tried and have no limit: 0 below, 1 above.
fn open_sides(stratum: &LimitStratum) -> impl Iterator<Item = usize> {
    (0..2).filter(|side| {
        let side = &stratum.sides[*side];
        side.furthest.is_some() && side.shown.is_none()
    })
}

/// The nearest value that was tried on a side.
fn nearest<'s>(limits: &Limits, stratum: &'s LimitStratum, side: usize) -> Option<&'s LimitPlace> {
    let sign = if side == 0 { -1.0 } else { 1.0 };
    let beside = stratum.places.iter().filter(|place| (place.at - limits.from) * sign > 0.0);
    let distance = |at: f64| (at - limits.from).abs();
    beside.min_by(|one, other| distance(one.at).total_cmp(&distance(other.at)))
}

/// Whether the nearest value that was tried on a side lies beyond the margin, by an interval that is corrected for all
/// sides of all strata (Bonferroni).
fn is_beyond(limits: &Limits, stratum: &LimitStratum, side: usize) -> bool {
    let looked_at =
        limits.strata.iter().flat_map(|stratum| &stratum.sides).filter(|side| side.furthest.is_some()).count();
    let errors = normal_quantile_at(1.0 - (1.0 - limits.confidence) / 2.0 / looked_at.max(1) as f64);
    let seen = nearest(limits, stratum, side).and_then(|nearest| nearest.seen.value.zip(nearest.seen.std_error));
    // of few that are alike nothing is known
    stratum.n >= LEAST_REPEATS
        && seen.is_some_and(|(value, error)| error > 0.0 && value.abs() - errors * error > limits.margin)
}

/// ` with impulse`, where one axis of names says which strata; else ` in some cases`.
fn places(label: &dyn Fn(&str) -> Quantity, strata: &[&LimitStratum], all: usize) -> Sentence {
    let name = |stratum: &&LimitStratum| match stratum.values.as_slice() {
        [(key, choice @ Value::Choice(_))] => Some(Sentence::of_name(label(key).value(choice))),
        [(key, value @ (Value::Number(_) | Value::Count(_)))] => Some(Sentence::of_value(value.clone(), &label(key))),
        _ => None,
    };
    match strata.iter().map(name).collect::<Option<Vec<Sentence>>>().as_deref() {
        Some([one]) => fill("limit.with_one", [("one", one.clone())]),
        Some([one, other]) => fill("limit.with_two", [("one", one.clone()), ("other", other.clone())]),
        _ => share_of_cases(strata.len(), all),
    }
}

/// In how many of the cases, in words: a sentence has two numbers, and the table says how many.
fn share_of_cases(count: usize, all: usize) -> Sentence {
    say(if 2 * count > all { "limit.in_most" } else { "limit.in_some" })
}

/// Repeats that would show a limit where there is none: those with which the band of the nearest value that was tried
/// is within the margin, or outside of it, in 9 of 10 runs. Nothing where no stratum is open.
pub fn needed(limits: &Limits) -> Option<Ahead> {
    let open = limits.strata.iter().filter(|stratum| is_open(stratum));
    open.flat_map(|stratum| of_stratum(limits, stratum)).max()
}

/// What each open side of a stratum needs.
fn of_stratum(limits: &Limits, stratum: &LimitStratum) -> Vec<Ahead> {
    // what is beyond the margin already is settled
    let open = open_sides(stratum).filter(|side| !is_beyond(limits, stratum, *side));
    let most = open.map(|side| {
        let seen = nearest(limits, stratum, side).and_then(|nearest| nearest.seen.value.zip(nearest.seen.std_error));
        let Some((value, error)) = seen else {
            return Ahead::Unknown;
        };
        let room = (limits.margin - value.abs()).abs();
        // what lies at the margin as far as is known may still be equal, while that is not refuted
        let room = match (room > error, value.abs() < 2.0 * error) {
            (true, _) => room,
            (false, true) => limits.margin,
            // it lies at the margin where that is known well, else it may lie as far from it as the error says
            (false, false) if error < AT_THE_MARGIN * limits.margin => return Ahead::AtMargin,
            (false, false) => error,
        };
        let errors = stratum.fit.as_ref().map_or(normal_quantile_at(limits.confidence), |fit| fit.errors);
        let ratio = (errors + normal_quantile_at(POWER)) * error / room;
        // so many were not enough
        Ahead::Repeats(rounded((stratum.n as f64 * (ratio * ratio).max(MORE)).ceil() as u64))
    });
    most.collect()
}
