//! What holds of the shares, in one sentence.

use tolley_experiment::value::Value;

use super::case::{Case, CaseGroup, ShareClass, by_axis, worst};
use crate::answer::{Certainty, Form, Quantity, Sentence, Verdict};

/// Values of an axis that stand in a sentence.
const MOST_VALUES: usize = 3;

/// The verdict on all cases, how sure it is, and the sentence.
pub fn of_cases(cases: &[Case], measure: &Quantity, margin: f64) -> (Verdict, Certainty, Sentence) {
    let tested: Vec<&Case> = cases.iter().filter(|case| case.is_tested()).collect();
    let Some(first) = tested.first() else { return of_none(cases, measure) };
    if tested.iter().all(|case| case.class == first.class) {
        return of_one_class(&tested, measure, margin);
    }
    of_groups(&by_axis(cases)).unwrap_or_else(|| of_counts(&tested, measure))
}

fn of_none(cases: &[Case], measure: &Quantity) -> (Verdict, Certainty, Sentence) {
    if cases.iter().any(|case| case.class == ShareClass::Same) {
        let sentence = Sentence::words("both sides are equal by construction, so that it is fair without any evidence");
        return (Verdict::Identical, Certainty::Clearly, sentence.and("."));
    }
    let sentence = Sentence::words("cannot tell yet whether ").name(measure.with_article());
    (Verdict::CannotTell, Certainty::CannotTell, sentence.and(" is even: no trial has a value."))
}

/// All that is tested has one class.
fn of_one_class(tested: &[&Case], measure: &Quantity, margin: f64) -> (Verdict, Certainty, Sentence) {
    let noun = measure.with_article();
    let class = tested[0].class;
    let is_probable = |wanted: ShareClass| class == ShareClass::Open && tested.iter().all(|case| case.alone == wanted);
    let even = |words: &'static str, sure: &'static str| {
        let sentence = Sentence::words(words).name(noun.clone()).and(sure);
        in_all(sentence.value(Value::Number(margin), &in_hundred()).and(" of one half"), tested.len())
    };
    let off = |words: &'static str, how: &'static str| {
        in_all(Sentence::words(words).name(noun.clone()).and(how), tested.len())
    };
    match class {
        ShareClass::Even => (Verdict::Fair, Certainty::Clearly, even("yes, it is fair: ", " is clearly within ")),
        ShareClass::Above => (Verdict::Unfair, Certainty::Clearly, off("no: ", " is clearly too large to be fair")),
        ShareClass::Below => (Verdict::Unfair, Certainty::Clearly, off("no: ", " is clearly too small to be fair")),
        ShareClass::Open if is_probable(ShareClass::Even) => {
            (Verdict::Fair, Certainty::Probably, even("it is probably fair: ", " is within "))
        }
        ShareClass::Open if is_probable(ShareClass::Above) => {
            (Verdict::Unfair, Certainty::Probably, off("probably not: ", " is too large to be fair"))
        }
        ShareClass::Open if is_probable(ShareClass::Below) => {
            (Verdict::Unfair, Certainty::Probably, off("probably not: ", " is too small to be fair"))
        }
        ShareClass::Odd => {
            let how = " is clearly not one half, but may be near enough";
            (Verdict::CannotTell, Certainty::CannotTell, off("cannot tell yet whether it is fair: ", how))
        }
        _ => {
            let said = |begin: &'static str| {
                let sentence = Sentence::words(begin).name(noun.clone()).and(" is one half");
                let count = Value::Count(tested.len() as u64);
                match tested.len() {
                    1 => sentence.and("."),
                    _ => sentence.and(" is open in all ").value(count, &cases_of()).and("."),
                }
            };
            let whole = said("cannot tell yet whether it is fair: whether ");
            let sentence = if whole.is_short() { whole } else { said("cannot tell yet: whether ") };
            (Verdict::CannotTell, Certainty::CannotTell, sentence)
        }
    }
}

/// ` in all 18 cases.`, where there are several.
fn in_all(sentence: Sentence, count: usize) -> Sentence {
    match count {
        1 => sentence.and("."),
        _ => sentence.and(" in all ").value(Value::Count(count as u64), &cases_of()).and("."),
    }
}

/// Where one axis decides: what holds at each of its values.
fn of_groups(groups: &[CaseGroup<'_>]) -> Option<(Verdict, Certainty, Sentence)> {
    let is_number = |value: &Value| matches!(value, Value::Number(_) | Value::Count(_));
    let classes: Vec<ShareClass> = groups.iter().map(CaseGroup::class).collect::<Option<_>>()?;
    let most = if groups.iter().any(|group| is_number(&group.at.1)) { 2 } else { MOST_VALUES };
    if groups.is_empty() || groups.len() > most || classes.iter().all(|class| *class == classes[0]) {
        return None;
    }
    let has_both = classes.contains(&ShareClass::Above) && classes.contains(&ShareClass::Below);
    let said = |class: ShareClass| match class {
        ShareClass::Even | ShareClass::Same => "fair",
        ShareClass::Above if has_both => "clearly too much",
        ShareClass::Below if has_both => "clearly too little",
        ShareClass::Above | ShareClass::Below => "clearly unfair",
        ShareClass::Odd => "not even",
        ShareClass::Open | ShareClass::Absent => "cannot tell yet",
    };
    let axis = &groups[0].at.0;
    let mut sentence = Sentence::words("it depends on ").name(axis.with_article()).and(":");
    for (at, (group, class)) in groups.iter().zip(&classes).enumerate() {
        sentence = sentence.and(if at == 0 { " " } else { ", " }).and(said(*class)).then(with(&group.at));
    }
    let verdict = if classes.iter().any(|class| class.is_off()) { Verdict::Unfair } else { Verdict::CannotTell };
    let certainty = if verdict == Verdict::Unfair { Certainty::Clearly } else { Certainty::CannotTell };
    Some((verdict, certainty, sentence.and(".")))
}

/// ` with other`; of a flag ` if so`.
fn with((quantity, value): &(Quantity, Value)) -> Sentence {
    match value {
        Value::Flag(true) => Sentence::words(" if so"),
        Value::Flag(false) => Sentence::words(" if not"),
        Value::Choice(_) => Sentence::words(" with ").name(quantity.value(value)),
        _ => Sentence::words(" at ").value(value.clone(), quantity),
    }
}

/// Where no axis decides: in how many cases it is what.
fn of_counts(tested: &[&Case], measure: &Quantity) -> (Verdict, Certainty, Sentence) {
    let count = |class: ShareClass| tested.iter().filter(|case| case.class == class).count() as u64;
    let [above, below] = [ShareClass::Above, ShareClass::Below].map(count);
    let number = |count: u64| Value::Count(count);
    let (noun, all, plain) = (measure.with_article(), tested.len() as u64, Quantity::plain("cases", "cases"));
    let sentence = match (above, below) {
        (0, 0) => {
            let open = count(ShareClass::Open) + count(ShareClass::Odd);
            let sentence = Sentence::words("cannot tell yet whether it is fair in ").value(number(open), &plain);
            let sentence = sentence.and(" of ").value(number(all), &cases_of()).and("; it is in the others.");
            return (Verdict::CannotTell, Certainty::CannotTell, sentence);
        }
        (above, 0) => {
            let sentence = Sentence::words("not always: ").name(noun).and(" is clearly too large in ");
            sentence.value(number(above), &plain).and(" of ").value(number(all), &cases_of())
        }
        (0, below) => {
            let sentence = Sentence::words("not always: ").name(noun).and(" is clearly too small in ");
            sentence.value(number(below), &plain).and(" of ").value(number(all), &cases_of())
        }
        (above, below) => {
            let sentence = Sentence::words("not always: ").name(noun).and(" is clearly too large in ");
            let sentence = sentence.value(number(above), &cases_of()).and(" and too small in ");
            sentence.value(number(below), &plain)
        }
    };
    (Verdict::Unfair, Certainty::Clearly, sentence.and("."))
}

/// `58.1 % (57.6 to 58.6): share of wins of who kicks off, at worst, with ...`.
pub fn amount(cases: &[Case], measure: &Quantity, at_worst: &'static str) -> Option<Sentence> {
    let worst = worst(cases.iter())?;
    let sentence = Sentence::default().estimate(worst.estimate, measure, Form::WithInterval).and(": ");
    let sentence = sentence.name(measure.label.clone());
    if at_worst.is_empty() { Some(sentence) } else { Some(sentence.and(at_worst).then(place(&worst.values))) }
}

/// `49 % to 51 % counts as fair`, of a share beside one half.
pub fn what_is_fair(measure: &Quantity, margin: f64) -> Option<Sentence> {
    let end = |off: f64| Value::Number(super::case::HALF + off);
    let sentence = Sentence::default().value(end(-margin), measure).and(" to ").value(end(margin), measure);
    measure.is_share().then(|| sentence.and(" counts as fair"))
}

/// Longest label that stands beside a value; a longer one is left to the tables.
const LONGEST_LABEL: usize = 38;

/// ` (who kicks off the second half: same; mean time of a Move: 14 s)`.
pub fn place(values: &[(Quantity, Value)]) -> Sentence {
    if values.is_empty() {
        return Sentence::default();
    }
    // a name says what it is; a number alone does not, so that it is left to the tables
    let of = |(quantity, value): &(Quantity, Value)| match (quantity.label.chars().count() > LONGEST_LABEL, value) {
        (false, _) | (true, Value::Flag(_)) => Some(format!("{}: {}", quantity.label, quantity.value(value))),
        (true, Value::Choice(_)) => Some(quantity.value(value)),
        (true, _) if values.len() == 1 => Some(quantity.value(value)),
        (true, _) => None,
    };
    let all: Vec<String> = values.iter().filter_map(of).collect();
    if all.is_empty() { Sentence::default() } else { Sentence::words(" (").name(all.join("; ")).and(")") }
}

/// A share of matches as people count them: `1 in 100`.
fn in_hundred() -> Quantity {
    Quantity { unit: "in 100".to_owned(), factor: 100.0, ..Quantity::plain("margin", "margin") }
}

fn cases_of() -> Quantity {
    Quantity { unit: "cases".to_owned(), ..Quantity::plain("cases", "cases") }
}
