//! What holds of the shares, in one sentence.

use tolley_experiment::value::Value;

use super::case::{Case, CaseGroup, ShareClass, by_axis, worst};
use crate::answer::{Certainty, Form, Quantity, Sentence, Verdict, fill, say};
use crate::catalogue::word;

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
        return (Verdict::Identical, Certainty::Clearly, say("fair.equal_by_construction"));
    }
    let sentence = fill("fair.no_value", [("measure", Sentence::of_name(measure.with_article()))]);
    (Verdict::CannotTell, Certainty::CannotTell, sentence)
}

/// All that is tested has one class.
fn of_one_class(tested: &[&Case], measure: &Quantity, margin: f64) -> (Verdict, Certainty, Sentence) {
    let noun = Sentence::of_name(measure.with_article());
    let class = tested[0].class;
    let is_probable = |wanted: ShareClass| class == ShareClass::Open && tested.iter().all(|case| case.alone == wanted);
    let even = |id: &'static str| {
        let margin = Sentence::of_value(Value::Number(margin), &in_hundred());
        in_all(fill(id, [("measure", noun.clone()), ("margin", margin)]), tested.len())
    };
    let off = |id: &'static str| in_all(fill(id, [("measure", noun.clone())]), tested.len());
    match class {
        ShareClass::Even => (Verdict::Fair, Certainty::Clearly, even("fair.even_clearly")),
        ShareClass::Above => (Verdict::Unfair, Certainty::Clearly, off("fair.above_clearly")),
        ShareClass::Below => (Verdict::Unfair, Certainty::Clearly, off("fair.below_clearly")),
        ShareClass::Open if is_probable(ShareClass::Even) => {
            (Verdict::Fair, Certainty::Probably, even("fair.even_probably"))
        }
        ShareClass::Open if is_probable(ShareClass::Above) => {
            (Verdict::Unfair, Certainty::Probably, off("fair.above_probably"))
        }
        ShareClass::Open if is_probable(ShareClass::Below) => {
            (Verdict::Unfair, Certainty::Probably, off("fair.below_probably"))
        }
        ShareClass::Odd => (Verdict::CannotTell, Certainty::CannotTell, off("fair.odd")),
        _ => {
            let count = Sentence::of_value(Value::Count(tested.len() as u64), &cases_of());
            let said = |one: &'static str, several: &'static str| match tested.len() {
                1 => fill(one, [("measure", noun.clone())]),
                _ => fill(several, [("measure", noun.clone()), ("cases", count.clone())]),
            };
            let whole = said("fair.open", "fair.open_in_all");
            let sentence = if whole.is_short() { whole } else { said("fair.open_short", "fair.open_in_all_short") };
            (Verdict::CannotTell, Certainty::CannotTell, sentence)
        }
    }
}

/// ` in all 18 cases.`, where there are several.
fn in_all(sentence: Sentence, count: usize) -> Sentence {
    match count {
        1 => sentence.and("."),
        _ => {
            let cases = Sentence::of_value(Value::Count(count as u64), &cases_of());
            fill("fair.in_all", [("sentence", sentence), ("cases", cases)])
        }
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
        ShareClass::Even | ShareClass::Same => say("fair.group_even"),
        ShareClass::Above if has_both => say("fair.group_above"),
        ShareClass::Below if has_both => say("fair.group_below"),
        ShareClass::Above | ShareClass::Below => say("fair.group_unfair"),
        ShareClass::Odd => say("fair.group_odd"),
        ShareClass::Open | ShareClass::Absent => say("fair.group_open"),
    };
    let axis = &groups[0].at.0;
    let mut each = Sentence::default();
    for (at, (group, class)) in groups.iter().zip(&classes).enumerate() {
        each = each.and(if at == 0 { "" } else { ", " }).then(with(said(*class), &group.at));
    }
    let verdict = if classes.iter().any(|class| class.is_off()) { Verdict::Unfair } else { Verdict::CannotTell };
    let certainty = if verdict == Verdict::Unfair { Certainty::Clearly } else { Certainty::CannotTell };
    let holes = [("axis", Sentence::of_name(axis.with_article())), ("each", each)];
    Some((verdict, certainty, fill("fair.depends_on_axis", holes)))
}

/// `fair with other`; of a flag `fair if so`.
fn with(what: Sentence, (quantity, value): &(Quantity, Value)) -> Sentence {
    match value {
        Value::Flag(true) => fill("fair.group_if_so", [("what", what)]),
        Value::Flag(false) => fill("fair.group_if_not", [("what", what)]),
        Value::Choice(_) => {
            fill("fair.group_with", [("what", what), ("value", Sentence::of_name(quantity.value(value)))])
        }
        _ => fill("fair.group_at", [("what", what), ("value", Sentence::of_value(value.clone(), quantity))]),
    }
}

/// Where no axis decides: in how many cases it is what.
fn of_counts(tested: &[&Case], measure: &Quantity) -> (Verdict, Certainty, Sentence) {
    let count = |class: ShareClass| tested.iter().filter(|case| case.class == class).count() as u64;
    let [above, below] = [ShareClass::Above, ShareClass::Below].map(count);
    let cases = |count: u64| Sentence::of_value(Value::Count(count), &cases_of());
    let noun = || ("measure", Sentence::of_name(measure.with_article()));
    let all = || ("all", cases(tested.len() as u64));
    let sentence = match (above, below) {
        (0, 0) => {
            let open = count(ShareClass::Open) + count(ShareClass::Odd);
            let sentence = fill("fair.open_in_some", [("open", Sentence::of_count(open)), all()]);
            return (Verdict::CannotTell, Certainty::CannotTell, sentence);
        }
        (above, 0) => fill("fair.above_in_some", [noun(), ("above", Sentence::of_count(above)), all()]),
        (0, below) => fill("fair.below_in_some", [noun(), ("below", Sentence::of_count(below)), all()]),
        (above, below) => {
            fill("fair.off_both_ways", [noun(), ("above", cases(above)), ("below", Sentence::of_count(below))])
        }
    };
    (Verdict::Unfair, Certainty::Clearly, sentence)
}

/// `58.1 % (57.6 to 58.6): share of wins of who kicks off, at worst, with ...`.
pub fn amount(cases: &[Case], measure: &Quantity, at_worst: Option<Sentence>) -> Option<Sentence> {
    let worst = worst(cases.iter())?;
    let share = Sentence::of_estimate(worst.estimate, measure, Form::WithInterval);
    let sentence = fill("fair.amount", [("share", share), ("measure", Sentence::of_name(measure.label.clone()))]);
    Some(match at_worst {
        Some(at_worst) => sentence.then(at_worst).then(place(&worst.values)),
        None => sentence,
    })
}

/// `49 % to 51 % counts as fair`, of a share beside one half.
pub fn what_is_fair(measure: &Quantity, margin: f64) -> Option<Sentence> {
    let end = |off: f64| Sentence::of_value(Value::Number(super::case::HALF + off), measure);
    let ends = [("low", end(-margin)), ("high", end(margin))];
    measure.is_share().then(|| fill("fair.counts_as_fair", ends))
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
    Quantity { unit: word("fair.in_hundred").to_owned(), factor: 100.0, ..Quantity::plain("margin", "margin") }
}

fn cases_of() -> Quantity {
    Quantity { unit: word("fair.cases").to_owned(), ..Quantity::plain("cases", "cases") }
}
