//! What is said where another axis turns an effect: both cases, never their mean.

use tolley_analysis::Estimate;
use tolley_experiment::value::Value;

use super::found::EffectFound;
use super::headline::{EffectHeadline, blank, does, first_that_fits, is_up, measure, more_or_less, pronoun};
use super::strata::{Turning, slope};
use super::subject::{Subject, condition, short_condition};
use crate::answer::{Certainty, Dependence, Form, Quantity, Sentence, Verdict, fill, say};

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
    let both = |words: &Sentence, at: [Sentence; 2]| {
        let [up, down] = at;
        let id = if subject.is_plural { "effect.turns_several" } else { "effect.turns_one" };
        let does = ("subject", words.clone());
        fill(id, [does, ("measure", measure(found)), ("up", up), ("it", pronoun(found)), ("down", down)])
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
        let id = if subject.is_plural { "effect.either_several" } else { "effect.either_one" };
        let on = ("key", Sentence::of_name(key.with_article()));
        let depending = fill(id, [("subject", subject.short.clone()), ("measure", measure(found)), on]);
        candidates.extend([depending, direction_depends(found, &key)]);
    } else {
        let id = if subject.is_plural { "effect.either_together_several" } else { "effect.either_together_one" };
        candidates.push(fill(id, [("subject", subject.short.clone()), ("measure", measure(found))]));
        candidates.push(say("effect.sign_depends"));
    }
    let amount = turned_amount(found, turning);
    let sentence = first_that_fits(candidates);
    EffectHeadline { sentence, amount, ..blank(Verdict::Effect, Certainty::Clearly, turning.arm) }
}

fn direction_depends(found: &EffectFound, key: &Quantity) -> Sentence {
    let what = match &found.keys[..] {
        [of] => Sentence::of_name(of.with_article()),
        _ => say("effect.this"),
    };
    fill("effect.which_way", [("what", what), ("key", Sentence::of_name(key.with_article()))])
}

/// A caption for the table of both cases; where no single axis turns the sign, both cases themselves.
fn turned_amount(found: &EffectFound, turning: &Turning<'_>) -> Vec<Sentence> {
    if let Some(axis) = turning.axis {
        let key = Sentence::of_name(found.key(&found.strata.axes[axis].key).with_article());
        let (of, by) = (("measure", measure(found)), ("key", key));
        return vec![match found.difference.unit.as_str() {
            "" => fill("effect.change_of", [of, by]),
            unit => fill("effect.change_of_in", [of, ("unit", Sentence::of_name(unit)), by]),
        }];
    }
    let case = |of: &(Vec<(String, Value)>, &[tolley_analysis::contrasts::Contrast])| {
        let said = more_or_less(&of.1[turning.arm].difference, &found.difference, Form::SizeWithInterval);
        let values: Vec<String> = of.0.iter().map(|(key, value)| found.key(key).value(value)).collect();
        fill("effect.case_with", [("size", said), ("values", Sentence::of_name(values.join(", ")))])
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
    let but = match (is_up(&subject, &opposite), subject.is_plural) {
        (true, false) => "effect.but_raises_one",
        (true, true) => "effect.but_raises_several",
        (false, false) => "effect.but_lowers_one",
        (false, true) => "effect.but_lowers_several",
    };
    let both = |words: &Sentence, condition: Sentence| {
        let clause = does(found, &subject, words, &difference);
        fill(but, [("clause", clause), ("it", pronoun(found)), ("condition", condition)])
    };
    let conditions = [condition(&on.on, value), short_condition(&on.on, value)];
    let all = [&subject.long, &subject.short].into_iter();
    Some(first_that_fits(
        all.flat_map(|words| conditions.iter().map(move |condition| (words, condition.clone())))
            .map(|(words, condition)| both(words, condition))
            .collect(),
    ))
}
