//! What an effect comes to in one sentence, from the verdict, labels and estimates.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use super::found::{ArmFinding, EffectFound};
use super::strata::{Turning, is_within_everywhere, largest_change, slope};
use super::subject::{Subject, condition, short_condition, value_name};
use crate::answer::{Certainty, Dependence, Form, Quantity, Sentence, Verdict};

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
        let sentence = Sentence::words("both sides have the same whatever ").then(whatever(found));
        return EffectHeadline { sentence, ..blank(Verdict::Identical, Certainty::Clearly, any) };
    }
    if all(&|finding| matches!(finding, ArmFinding::Identity | ArmFinding::NeverChanged)) && are_none {
        let sentence = Sentence::words("not one trial came out otherwise, whatever ").then(whatever(found));
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

fn blank(verdict: Verdict, certainty: Certainty, arm: usize) -> EffectHeadline {
    EffectHeadline { verdict, certainty, sentence: Sentence::default(), amount: Vec::new(), arm }
}

fn size(found: &EffectFound, arm: usize) -> f64 {
    found.arm(arm).difference.value.unwrap_or(0.0).abs()
}

fn measure(found: &EffectFound) -> Sentence {
    Sentence::default().name(found.quantity.with_article())
}

/// ` raises `, ` lower `: what a subject does, by the sign of the difference.
fn verb(subject: &Subject, difference: &Estimate) -> &'static str {
    let is_up = (difference.value.unwrap_or(0.0) > 0.0) != subject.is_flipped;
    match (is_up, subject.is_plural) {
        (true, false) => " raises ",
        (true, true) => " raise ",
        (false, false) => " lowers ",
        (false, true) => " lower ",
    }
}

/// An arm that differs: what it does to the measure, and by how much.
fn of_arm(found: &EffectFound, arm: usize, certainty: Certainty) -> EffectHeadline {
    let difference = found.arm(arm).difference;
    let lead = Sentence::words(if certainty == Certainty::Probably { "probably " } else { "" });
    let by =
        |before: Sentence, words: &'static str| before.and(words).estimate(difference, &found.difference, Form::Size);
    let does = |subject: &Subject, words: &Sentence| {
        lead.clone().then(words.clone()).and(verb(subject, &difference)).then(measure(found))
    };
    let mut candidates = Vec::new();
    if let Some((key, direction)) = found.keys.first().zip(slope(found, &found.contrasts.arms)) {
        let more = Subject::of_more(key, &found.values(arm)[0]);
        let up = Estimate { value: Some(f64::from(direction)), ..difference };
        let does_more = lead.clone().then(more.long.clone()).and(verb(&more, &up)).then(measure(found));
        candidates.extend([by(does_more.clone(), ", by up to "), does_more]);
    } else {
        let subject = Subject::of_arm(&found.keys, &found.values(arm), &found.control());
        let [long, short] = [&subject.long, &subject.short].map(|words| does(&subject, words));
        if let Some((axis, change)) = largest_change(found, arm) {
            candidates.push(by(long.clone(), " by ").and(", most ").then(most(found, arm, axis, change.between)));
        }
        candidates.extend([by(long.clone(), " by "), by(short.clone(), " by "), long, short]);
        let one = Sentence::words("one combination of values")
            .and(verb(&Subject { is_plural: false, ..subject }, &difference));
        candidates.push(by(lead.clone().then(one).then(measure(found)), " by "));
    }
    let mut amount = vec![compared(found, arm)];
    amount.extend(largest_change(found, arm).map(|(axis, change)| range(found, arm, axis, change.between)));
    EffectHeadline { sentence: first_that_fits(candidates), amount, ..blank(Verdict::Effect, certainty, arm) }
}

/// `2.1 percentage points (0.5 to 3.7) less than with none`; of what is solved, `exactly`.
fn compared(found: &EffectFound, arm: usize) -> Sentence {
    let compared = compared_with_control(found, arm);
    if found.is_solved { compared.and(", exactly") } else { compared }
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
    let size = Sentence::default().estimate(*difference, &found.difference, Form::SizeWithInterval);
    let size = size.and(if is_up { " more" } else { " less" });
    match &differing[..] {
        [only] if matches!(control[*only], Value::Flag(_)) => size.and(" than otherwise"),
        [only] => {
            let value = value_name(&found.keys[*only], &values[*only]);
            let value_of_control = match &control[*only] {
                Value::Count(0) => Sentence::words("none"),
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
            let level = |of: &[Value]| {
                let mean = mean_of(of).filter(|_| has_levels);
                mean.map_or_else(Sentence::default, |mean| {
                    Sentence::words(" (").estimate(mean, &found.quantity, Form::Alone).and(")")
                })
            };
            let with = size.and(" with ").then(value).then(level(&values));
            with.and(" than with ").then(value_of_control).then(level(&control))
        }
        _ => {
            let name = |of: &[Value], other: &[Value]| super::subject::arm_name(&found.keys, of, other);
            size.and(" with ").name(name(&values, &control)).and(" than with ").name(name(&control, &values))
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
        let contrast = &axis.contrasts[place][arm];
        more_or_less(&contrast.difference, &found.difference, Form::Size)
            .and(" ")
            .then(condition(&key, &axis.values[place]))
    };
    of(between[0]).and(", ").then(of(between[1]))
}

/// `2.1 percentage points less`.
pub(super) fn more_or_less(difference: &Estimate, quantity: &Quantity, form: Form) -> Sentence {
    let words = if difference.value.unwrap_or(0.0) < 0.0 { " less" } else { " more" };
    Sentence::default().estimate(*difference, quantity, form).and(words)
}

/// What is varied, after `whatever`: `the fouls that put a player out`.
fn whatever(found: &EffectFound) -> Sentence {
    match &found.keys[..] {
        [key] if key.is_clause() => Sentence::words("holds of ").name(key.label.clone()),
        [key] => Sentence::words("value ").name(key.with_article()).and(" has"),
        _ => Sentence::words("is combined here"),
    }
}

/// `no value of the speed`.
fn no_value(found: &EffectFound) -> Sentence {
    let is_flag = matches!(found.control().first(), Some(Value::Flag(_)));
    let is_count = matches!(found.control().first(), Some(Value::Count(_)));
    match &found.keys[..] {
        [key] if is_flag => Sentence::words("it hardly matters ").name(key.label.clone()),
        [key] if is_count => Sentence::words("no other number of ").name(key.label.replace("number of ", "")),
        [key] if key.is_clause() => Sentence::words("no choice of ").name(key.label.clone()),
        [key] => Sentence::words("no value of ").name(key.with_article()),
        _ => Sentence::words("no combination of these values"),
    }
}

fn margin(found: &EffectFound) -> Sentence {
    Sentence::default().value(Value::Number(found.margin()), &found.difference)
}

fn no_effect(found: &EffectFound, certainty: Certainty, arm: usize) -> EffectHeadline {
    let lead = Sentence::words(match (certainty == Certainty::Probably, is_within_everywhere(found)) {
        (false, true) => "",
        (true, true) => "probably ",
        (false, false) => "on average ",
        (true, false) => "probably, on average, ",
    });
    let is_flag = found.keys.len() == 1 && matches!(found.control()[0], Value::Flag(_));
    let nothing = lead.clone().then(no_value(found));
    let sentence = if is_flag {
        let for_measure =
            nothing.clone().and(": ").then(measure(found)).and(" changes by less than ").then(margin(found));
        first_that_fits(vec![for_measure, nothing])
    } else {
        let full = nothing.and(" changes ").then(measure(found)).and(" by more than ").then(margin(found));
        let short = lead.and("it changes by at most ").then(margin(found)).and(": ").then(measure(found));
        first_that_fits(vec![full, short])
    };
    let amount = at_most(found, found.margin());
    EffectHeadline { sentence, amount, ..blank(Verdict::NoEffect, certainty, arm) }
}

/// A clear difference that does not matter.
fn within_margin(found: &EffectFound, arm: usize) -> EffectHeadline {
    let subject = Subject::of_arm(&found.keys, &found.values(arm), &found.control());
    let difference = &found.arm(arm).difference;
    let does = |words: &Sentence| {
        let does = words.clone().and(verb(&subject, difference)).then(measure(found));
        does.and(", but by less than ").then(margin(found))
    };
    let nothing = no_value(found).and(" changes ").then(measure(found)).and(" by more than ").then(margin(found));
    let little = Sentence::words("it changes by at most ").then(margin(found)).and(": ").then(measure(found));
    let sentence = first_that_fits(vec![does(&subject.long), does(&subject.short), nothing, little]);
    let amount = vec![compared(found, arm)];
    EffectHeadline { sentence, amount, ..blank(Verdict::DifferentWithinMargin, Certainty::Clearly, arm) }
}

fn cannot_tell(found: &EffectFound, arm: usize) -> EffectHeadline {
    let whether = Sentence::words("cannot tell yet whether ");
    let sentence = match &found.keys[..] {
        [key] if key.is_clause() => {
            let label = key.label.strip_prefix("whether ").map_or_else(|| key.label.clone(), |so| format!("that {so}"));
            whether.and("it matters for ").then(measure(found)).and(" ").name(label)
        }
        [key] if key.is_plural() => whether.name(key.with_article()).and(" matter for ").then(measure(found)),
        [key] => whether.name(key.with_article()).and(" matters for ").then(measure(found)),
        _ => whether.and("any of these combinations matters for ").then(measure(found)),
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
        return vec![Sentence::words("exactly no difference")];
    }
    if most.is_nan() {
        return vec![Sentence::words("no interval yet: too few trials have a value")];
    }
    let (most, possible) = (round_up(most, found.difference.factor), found.difference.range[1]);
    if most >= possible || most > said {
        return Vec::new();
    }
    // in one of the other cases it may be more
    let on_average = if found.contrasts.strata > 1 { " either way, on average over all cases" } else { " either way" };
    let at_most = Sentence::words("at most ").value(Value::Number(most), &found.difference).and(on_average);
    vec![if found.is_solved { at_most.and(", exactly") } else { at_most }]
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

/// An effect whose sign turns: both cases, never their mean.
pub(super) fn turned(found: &EffectFound, turning: &Turning<'_>) -> EffectHeadline {
    let slopes = [&turning.up, &turning.down].map(|of| slope(found, of.1));
    let (values, control) = (found.values(turning.arm), found.control());
    let (subject, is_swapped) = match (found.keys.first(), slopes) {
        (Some(key), [Some(up), Some(down)]) if up != down => (Subject::of_more(key, &values[0]), up < 0),
        _ => {
            let subject = Subject::of_arm(&found.keys, &values, &control);
            let is_flipped = subject.is_flipped;
            (subject, is_flipped)
        }
    };
    let [up, down] = if is_swapped { [&turning.down, &turning.up] } else { [&turning.up, &turning.down] };
    let [raises, lowers] = if subject.is_plural { [" raise ", " and lower "] } else { [" raises ", " and lowers "] };
    let both = |words: &Sentence, at: [Sentence; 2]| {
        let [up, down] = at;
        let it = if found.quantity.is_plural() { "them " } else { "it " };
        let raised = words.clone().and(raises).then(measure(found)).and(" ").then(up);
        raised.and(lowers).and(it).then(down)
    };
    let mut candidates = Vec::new();
    if turning.axis.is_some() {
        let at = |of: &[(String, Value)]| (found.key(&of[0].0), of[0].1.clone());
        let [(key, first), (_, second)] = [at(&up.0), at(&down.0)];
        let [long_up, short_up] = [condition(&key, &first), short_condition(&key, &first)];
        let short_down = short_condition(&key, &second);
        candidates.extend([
            both(&subject.long, [long_up.clone(), short_down.clone()]),
            both(&subject.short, [long_up, short_down.clone()]),
            both(&subject.long, [short_up.clone(), short_down.clone()]),
            both(&subject.short, [short_up, short_down]),
        ]);
        let depending = |words: &Sentence| {
            let does = words.clone().and(if subject.is_plural { " raise or lower " } else { " raises or lowers " });
            does.then(measure(found)).and(", depending on ").name(key.with_article())
        };
        candidates.extend([depending(&subject.short), direction_depends(found, &key)]);
    } else {
        let does = subject.short.clone().and(if subject.is_plural { " raise or lower " } else { " raises or lowers " });
        candidates.push(does.then(measure(found)).and(", depending on several things together"));
        candidates.push(Sentence::words("the sign of the effect depends on several things together"));
    }
    let amount = turned_amount(found, turning);
    let sentence = first_that_fits(candidates);
    EffectHeadline { sentence, amount, ..blank(Verdict::Effect, Certainty::Clearly, turning.arm) }
}

fn direction_depends(found: &EffectFound, key: &Quantity) -> Sentence {
    let what = match &found.keys[..] {
        [of] => Sentence::default().name(of.with_article()),
        _ => Sentence::words("this"),
    };
    Sentence::words("which way ").then(what).and(" works depends on ").name(key.with_article())
}

/// A caption for the table of both cases; where no single axis turns the sign, both cases themselves.
fn turned_amount(found: &EffectFound, turning: &Turning<'_>) -> Vec<Sentence> {
    if let Some(axis) = turning.axis {
        let key = found.key(&found.strata.axes[axis].key);
        let change = Sentence::words("change of ").then(measure(found));
        let unit = found.difference.unit.as_str();
        let change = if unit.is_empty() { change } else { change.and(" in ").name(unit) };
        return vec![change.and(", by ").name(key.with_article()).and(":")];
    }
    let case = |of: &(Vec<(String, Value)>, &[tolley_analysis::contrasts::Contrast])| {
        let said = more_or_less(&of.1[turning.arm].difference, &found.difference, Form::SizeWithInterval);
        let values: Vec<String> = of.0.iter().map(|(key, value)| found.key(key).value(value)).collect();
        said.and(" with ").name(values.join(", "))
    };
    vec![case(&turning.up), case(&turning.down)]
}

/// An effect whose sign turns with what nobody has measured.
pub(super) fn turned_by(found: &EffectFound, arm: usize, on: &Dependence) -> Option<Sentence> {
    let difference = found.arm(arm).difference;
    let sign = difference.value?.signum();
    let (value, _) = on.cases.iter().find(|(_, case)| case.value.is_some_and(|case| case * sign < 0.0))?;
    let subject = Subject::of_arm(&found.keys, &found.values(arm), &found.control());
    let opposite = Estimate { value: Some(-sign), ..difference };
    let it = if found.quantity.is_plural() { "them " } else { "it " };
    let both = |words: &Sentence, condition: Sentence| {
        let does = words.clone().and(verb(&subject, &difference)).then(measure(found)).and(", but");
        does.and(verb(&subject, &opposite)).and(it).then(condition)
    };
    let conditions = [condition(&on.on, value), short_condition(&on.on, value)];
    let all = [&subject.long, &subject.short].into_iter();
    Some(first_that_fits(
        all.flat_map(|words| conditions.iter().map(move |condition| (words, condition.clone())))
            .map(|(words, condition)| both(words, condition))
            .collect(),
    ))
}
