//! What an effect comes to in one sentence, from the verdict, labels and estimates.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use super::found::{ArmFinding, EffectFound};
use super::strata::{is_within_everywhere, largest_change, slope};
use super::subject::{Subject, arm_name, condition, value_name};
use crate::answer::{Certainty, Form, Quantity, Sentence, Verdict, fill, say};

/// Part of what is compared by which rounding alone may differ.
const SAME: f64 = 1e-9;

/// Verdict, how sure it is, the sentence, and the amounts.
pub(super) struct EffectHeadline {
    pub verdict: Verdict,
    pub certainty: Certainty,
    pub sentence: Sentence,
    pub amount: Vec<Sentence>,
    /// The arm that it is about, or whose difference is the largest.
    pub arm: usize,
}

/// The first that is short enough, else the last.
pub(super) fn first_that_fits(candidates: Vec<Sentence>) -> Sentence {
    let fits = |sentence: &&Sentence| sentence.is_short();
    candidates.iter().find(fits).or(candidates.last()).cloned().unwrap_or_default()
}

/// What holds where no sign turns.
pub(super) fn plain(found: &EffectFound) -> EffectHeadline {
    let findings: Vec<(usize, ArmFinding)> = found.others().map(|arm| (arm, found.finding(arm))).collect();
    let largest = |is_it: &dyn Fn(&ArmFinding) -> bool| {
        let arms = findings.iter().filter(|(_, finding)| is_it(finding)).map(|(arm, _)| *arm);
        arms.max_by(|one, other| size(found, *one).total_cmp(&size(found, *other)))
    };
    let all = |is_it: &dyn Fn(&ArmFinding) -> bool| findings.iter().all(|(_, finding)| is_it(finding));
    let any = largest(&|_| true).unwrap_or(found.contrasts.control);
    let least = found.others().filter_map(|arm| found.is_none(arm)).max();
    let are_none = found.others().all(|arm| found.is_none(arm).is_some());
    if let Some(arm) = largest(&|finding| *finding == ArmFinding::Effect(Certainty::Clearly)) {
        return of_arm(found, arm, Certainty::Clearly);
    }
    if all(&|finding| *finding == ArmFinding::Identity) {
        let sentence = fill("effect.identical", [("what", whatever(found))]);
        return EffectHeadline { sentence, ..blank(Verdict::Identical, Certainty::Clearly, any) };
    }
    if all(&|finding| matches!(finding, ArmFinding::Identity | ArmFinding::NeverChanged)) && are_none {
        let sentence = fill("effect.never_changed", [("what", whatever(found))]);
        let amount = at_most(found, f64::INFINITY);
        return EffectHeadline { sentence, amount, ..blank(Verdict::NoEffect, Certainty::Clearly, any) };
    }
    let within = largest(&|finding| *finding == ArmFinding::Within);
    match (within, are_none) {
        (Some(arm), true) => within_margin(found, arm),
        (None, true) => no_effect(found, least.unwrap_or(Certainty::Clearly), any),
        _ => match largest(&|finding| *finding == ArmFinding::Effect(Certainty::Probably)) {
            Some(arm) => of_arm(found, arm, Certainty::Probably),
            None => cannot_tell(found, any),
        },
    }
}

pub(super) fn blank(verdict: Verdict, certainty: Certainty, arm: usize) -> EffectHeadline {
    EffectHeadline { verdict, certainty, sentence: Sentence::default(), amount: Vec::new(), arm }
}

fn size(found: &EffectFound, arm: usize) -> f64 {
    found.arm(arm).difference.value.unwrap_or(0.0).abs()
}

pub(super) fn measure(found: &EffectFound) -> Sentence {
    Sentence::of_name(found.quantity.with_article())
}

/// Whether a subject raises what it moves, by the sign of the difference.
pub(super) fn is_up(subject: &Subject, difference: &Estimate) -> bool {
    (difference.value.unwrap_or(0.0) > 0.0) != subject.is_flipped
}

/// `three fouls raise the points`: what a subject does under these words.
pub(super) fn does(found: &EffectFound, subject: &Subject, words: &Sentence, difference: &Estimate) -> Sentence {
    let id = match (is_up(subject, difference), subject.is_plural) {
        (true, false) => "effect.raises_one",
        (true, true) => "effect.raises_several",
        (false, false) => "effect.lowers_one",
        (false, true) => "effect.lowers_several",
    };
    fill(id, [("subject", words.clone()), ("measure", measure(found))])
}

/// What stands for a measure that was named.
pub(super) fn pronoun(found: &EffectFound) -> Sentence {
    say(if found.quantity.is_plural() { "effect.them" } else { "effect.it" })
}

/// An arm that differs: what it does to the measure, and by how much.
fn of_arm(found: &EffectFound, arm: usize, certainty: Certainty) -> EffectHeadline {
    let difference = found.arm(arm).difference;
    let surely = |clause: Sentence| match certainty {
        Certainty::Probably => fill("effect.probably", [("clause", clause)]),
        _ => clause,
    };
    let size = || ("size", Sentence::of_estimate(difference, &found.difference, Form::Size));
    let by = |clause: &Sentence| fill("effect.by", [("clause", clause.clone()), size()]);
    let mut candidates = Vec::new();
    if let Some((key, direction)) = found.keys.first().zip(slope(found, &found.contrasts.arms)) {
        let more = Subject::of_more(key, &found.values(arm)[0]);
        let up = Estimate { value: Some(f64::from(direction)), ..difference };
        let does_more = surely(does(found, &more, &more.long, &up));
        candidates.extend([fill("effect.by_up_to", [("clause", does_more.clone()), size()]), does_more]);
    } else {
        let subject = Subject::of_arm(&found.keys, &found.values(arm), &found.control());
        let [long, short] =
            [&subject.long, &subject.short].map(|words| surely(does(found, &subject, words, &difference)));
        if let Some((axis, change)) = largest_change(found, arm) {
            let place = most(found, arm, axis, change.between);
            candidates.push(fill("effect.by_most", [("clause", long.clone()), size(), ("where", place)]));
        }
        candidates.extend([by(&long), by(&short), long, short]);
        let one = Subject { is_plural: false, ..subject };
        candidates.push(by(&surely(does(found, &one, &say("effect.one_combination"), &difference))));
    }
    let mut amount = vec![compared(found, arm)];
    amount.extend(largest_change(found, arm).map(|(axis, change)| range(found, arm, axis, change.between)));
    EffectHeadline { sentence: first_that_fits(candidates), amount, ..blank(Verdict::Effect, certainty, arm) }
}

/// `2.1 percentage points (0.5 to 3.7) less than with none`; of what is solved, `exactly`.
fn compared(found: &EffectFound, arm: usize) -> Sentence {
    let compared = compared_with_control(found, arm);
    if found.is_solved { fill("effect.exactly", [("amount", compared)]) } else { compared }
}

fn compared_with_control(found: &EffectFound, arm: usize) -> Sentence {
    let (values, control) = (found.values(arm), found.control());
    let difference = &found.arm(arm).difference;
    let differing: Vec<usize> = (0..values.len()).filter(|at| values[*at] != control[*at]).collect();
    // of flags it is said what they do where they are on
    let is_off = matches!(differing[..], [only] if values[only] == Value::Flag(false));
    // and of one of something what more of it do, as the sentence says it
    let is_one = matches!(differing[..], [only] if Subject::of_arm(&found.keys, &values, &control).is_flipped
        && matches!(values[only], Value::Count(_)));
    let (values, control) = if is_one { (control, values) } else { (values, control) };
    let is_off = is_off || is_one;
    let is_up = (difference.value.unwrap_or(0.0) > 0.0) != is_off;
    let size = ("size", Sentence::of_estimate(*difference, &found.difference, Form::SizeWithInterval));
    let with = if is_up { "effect.more_with" } else { "effect.less_with" };
    match &differing[..] {
        [only] if matches!(control[*only], Value::Flag(_)) => {
            fill(if is_up { "effect.more_than_otherwise" } else { "effect.less_than_otherwise" }, [size])
        }
        [only] => {
            let value = value_name(&found.keys[*only], &values[*only]);
            let value_of_control = match &control[*only] {
                Value::Count(0) => say("effect.none"),
                control => value_name(&found.keys[*only], control),
            };
            let mean_of = |of: &[Value]| {
                let arm = (0..found.contrasts.arms.len()).find(|arm| found.values(*arm) == of);
                arm.map(|arm| found.arm(arm).mean).filter(|mean| mean.value.is_some())
            };
            // where values are missing, means and their difference are not of the same rows
            let off = [&values, &control].map(|of| mean_of(of).and_then(|mean| mean.value));
            let has_levels = matches!((off, difference.value), ([Some(one), Some(other)], Some(by))
                if ((one - other).abs() - by.abs()).abs() <= SAME * (one.abs() + other.abs() + by.abs()));
            let with_level = |value: Sentence, of: &[Value]| match mean_of(of).filter(|_| has_levels) {
                None => value,
                Some(mean) => {
                    let level = Sentence::of_estimate(mean, &found.quantity, Form::Alone);
                    fill("effect.with_level", [("value", value), ("level", level)])
                }
            };
            let (value, of_control) = (with_level(value, &values), with_level(value_of_control, &control));
            fill(with, [size, ("value", value), ("control", of_control)])
        }
        _ => {
            let name = |of: &[Value], other: &[Value]| Sentence::of_name(arm_name(&found.keys, of, other));
            fill(with, [size, ("value", name(&values, &control)), ("control", name(&control, &values))])
        }
    }
}

/// At which of two values of another axis an arm does more.
fn most(found: &EffectFound, arm: usize, axis: usize, between: [usize; 2]) -> Sentence {
    let axis = &found.strata.axes[axis];
    let of = |place: usize| axis.contrasts[place][arm].difference.value.unwrap_or(0.0).abs();
    let place = if of(between[0]) > of(between[1]) { between[0] } else { between[1] };
    condition(&found.key(&axis.key), &axis.values[place])
}

/// Between which sizes an effect lies from value to value of another axis.
fn range(found: &EffectFound, arm: usize, axis: usize, between: [usize; 2]) -> Sentence {
    let axis = &found.strata.axes[axis];
    let key = found.key(&axis.key);
    let of = |place: usize| {
        let size = more_or_less(&axis.contrasts[place][arm].difference, &found.difference, Form::Size);
        fill("effect.at_place", [("size", size), ("place", condition(&key, &axis.values[place]))])
    };
    fill("effect.two_places", [("one", of(between[0])), ("other", of(between[1]))])
}

/// `2.1 percentage points less`.
pub(super) fn more_or_less(difference: &Estimate, quantity: &Quantity, form: Form) -> Sentence {
    let id = if difference.value.unwrap_or(0.0) < 0.0 { "effect.less" } else { "effect.more" };
    fill(id, [("size", Sentence::of_estimate(*difference, quantity, form))])
}

/// What is varied, after `whatever`: `the fouls that put a player out`.
fn whatever(found: &EffectFound) -> Sentence {
    match &found.keys[..] {
        [key] if key.is_clause() => fill("effect.whatever_clause", [("label", Sentence::of_name(key.label.clone()))]),
        [key] => fill("effect.whatever_value", [("label", Sentence::of_name(key.with_article()))]),
        _ => say("effect.whatever_combined"),
    }
}

/// `no value of the speed`.
fn no_value(found: &EffectFound) -> Sentence {
    let is_flag = matches!(found.control().first(), Some(Value::Flag(_)));
    let is_count = matches!(found.control().first(), Some(Value::Count(_)));
    match &found.keys[..] {
        [key] if is_flag => fill("effect.no_value_flag", [("label", Sentence::of_name(key.label.clone()))]),
        [key] if is_count => {
            fill("effect.no_value_count", [("label", Sentence::of_name(key.label.replace("number of ", "")))])
        }
        [key] if key.is_clause() => fill("effect.no_value_clause", [("label", Sentence::of_name(key.label.clone()))]),
        [key] => fill("effect.no_value", [("label", Sentence::of_name(key.with_article()))]),
        _ => say("effect.no_combination"),
    }
}

fn margin(found: &EffectFound) -> Sentence {
    Sentence::of_value(Value::Number(found.margin()), &found.difference)
}

fn no_effect(found: &EffectFound, certainty: Certainty, arm: usize) -> EffectHeadline {
    let led = |clause: Sentence| match (certainty == Certainty::Probably, is_within_everywhere(found)) {
        (false, true) => clause,
        (true, true) => fill("effect.probably", [("clause", clause)]),
        (false, false) => fill("effect.on_average", [("clause", clause)]),
        (true, false) => fill("effect.probably_on_average", [("clause", clause)]),
    };
    let is_flag = found.keys.len() == 1 && matches!(found.control()[0], Value::Flag(_));
    let nothing = led(no_value(found));
    let (measure, margin) = (("measure", measure(found)), ("margin", margin(found)));
    let sentence = if is_flag {
        let for_measure = fill("effect.flag_changes_by_less", [("nothing", nothing.clone()), measure, margin]);
        first_that_fits(vec![for_measure, nothing])
    } else {
        let full = fill("effect.changes_by_more", [("nothing", nothing), measure.clone(), margin.clone()]);
        first_that_fits(vec![full, led(fill("effect.changes_by_at_most", [measure, margin]))])
    };
    let amount = at_most(found, found.margin());
    EffectHeadline { sentence, amount, ..blank(Verdict::NoEffect, certainty, arm) }
}

/// A clear difference that does not matter.
fn within_margin(found: &EffectFound, arm: usize) -> EffectHeadline {
    let subject = Subject::of_arm(&found.keys, &found.values(arm), &found.control());
    let difference = &found.arm(arm).difference;
    let little = |words: &Sentence| {
        let clause = does(found, &subject, words, difference);
        fill("effect.but_by_less", [("clause", clause), ("margin", margin(found))])
    };
    let (measure, margin) = (("measure", measure(found)), ("margin", margin(found)));
    let nothing = fill("effect.changes_by_more", [("nothing", no_value(found)), measure.clone(), margin.clone()]);
    let at_most = fill("effect.changes_by_at_most", [measure, margin]);
    let sentence = first_that_fits(vec![little(&subject.long), little(&subject.short), nothing, at_most]);
    let amount = vec![compared(found, arm)];
    EffectHeadline { sentence, amount, ..blank(Verdict::DifferentWithinMargin, Certainty::Clearly, arm) }
}

fn cannot_tell(found: &EffectFound, arm: usize) -> EffectHeadline {
    let measure = ("measure", measure(found));
    let sentence = match &found.keys[..] {
        [key] if key.is_clause() => {
            let label = match key.label.strip_prefix("whether ") {
                Some(so) => fill("effect.open_that", [("clause", Sentence::of_name(so))]),
                None => Sentence::of_name(key.label.clone()),
            };
            fill("effect.open_clause", [measure, ("label", label)])
        }
        [key] => {
            let id = if key.is_plural() { "effect.open_several" } else { "effect.open_one" };
            fill(id, [("label", Sentence::of_name(key.with_article())), measure])
        }
        _ => fill("effect.open_combinations", [measure]),
    };
    let amount = at_most(found, f64::INFINITY);
    EffectHeadline { sentence, amount, ..blank(Verdict::CannotTell, Certainty::CannotTell, arm) }
}

/// The most that any arm may differ by, as its interval says; nothing where that is all that is possible, or more than
/// was said.
fn at_most(found: &EffectFound, said: f64) -> Vec<Sentence> {
    let ends = |arm: usize| match found.is_solved {
        true => found.arm(arm).difference.value.map(|value| [value; 2]),
        false => found.arm(arm).difference.interval,
    };
    let ends = found.others().filter_map(ends);
    let most = ends.map(|[low, high]| low.abs().max(high.abs())).fold(f64::NAN, f64::max);
    if most == 0.0 && found.is_solved {
        return vec![say("effect.exactly_none")];
    }
    if most.is_nan() {
        return vec![say("effect.no_interval")];
    }
    let (most, possible) = (round_up(most, found.difference.factor), found.difference.range[1]);
    if most >= possible || most > said {
        return Vec::new();
    }
    // in one of the other cases it may be more
    let id = if found.contrasts.strata > 1 { "effect.at_most_on_average" } else { "effect.at_most" };
    let at_most = fill(id, [("bound", Sentence::of_value(Value::Number(most), &found.difference))]);
    vec![if found.is_solved { fill("effect.exactly", [("amount", at_most)]) } else { at_most }]
}

/// To two digits of what is shown, upwards, as a bound is.
fn round_up(bound: f64, factor: f64) -> f64 {
    let shown = bound * factor;
    if shown <= 0.0 {
        return 0.0;
    }
    let scale = libm::exp10(1.0 - libm::log10(shown).floor());
    (shown * scale - 1e-9).ceil() / scale / factor
}
