use tolley_analysis::contrasts::{AxisStrata, Contrast, ContrastStrata, Contrasts};
use tolley_analysis::statistics::equivalence::Comparison;
use tolley_analysis::statistics::estimates::{Means, Moments, UPPER};
use tolley_analysis::{Estimate, Missing};
use tolley_experiment::value::Value;

use super::found::{EffectFound, EffectQuery};
use super::headline::{EffectHeadline, plain};
use super::turned::turned;
use super::{strata, subject, tables};
use crate::answer::{Certainty, Quantity, Verdict};

const MARGIN: f64 = 0.01;

/// Values that go up and down by 0.2 about a mean.
fn series(mean: f64, repeats: usize) -> Moments {
    let mut moments = Moments::default();
    (0..repeats).for_each(|repeat| moments.add(mean + if repeat % 2 == 0 { 0.2 } else { -0.2 }));
    moments
}

fn contrast(value: Value, off: Option<f64>, repeats: usize) -> Contrast {
    let of_differences = series(off.unwrap_or(0.0), repeats);
    let comparison = off.and_then(|_| Comparison::new(&of_differences, 0.0, 0.0, MARGIN));
    let mut difference = Means::default().estimate(&of_differences);
    difference.interval = comparison.map(|comparison| comparison.interval(UPPER));
    let p = comparison.map(|comparison| comparison.p_values());
    Contrast {
        values: vec![("x".to_owned(), value)],
        mean: Estimate { value: Some(0.5 + off.unwrap_or(0.0)), ..difference },
        difference: if off.is_some() { difference } else { Estimate::default() },
        comparison,
        p,
        false_share: None,
        verdict: None,
        needed: None,
        same_sign: 0,
        strata: 1,
        alike: 0,
        changed: None,
        is_identity: false,
    }
}

fn share(name: &str, label: &str) -> Quantity {
    Quantity { unit: "%".to_owned(), factor: 100.0, range: [0.0, 1.0], ..Quantity::plain(name, label) }
}

/// Arms of one axis, by their values and how far they are from the control, which has none.
fn found(label: &str, arms: &[(Value, Option<f64>)], repeats: usize) -> EffectFound {
    let contrasts: Vec<Contrast> = arms.iter().map(|(value, off)| contrast(value.clone(), *off, repeats)).collect();
    let control = arms.iter().position(|(_, off)| off.is_none()).expect("a control");
    let key = Quantity::plain("x", label);
    let quantity = share("wins", "chance that side A wins");
    EffectFound {
        query: EffectQuery { over: vec![("x".to_owned(), None)], measure: None, margin: None },
        keys: vec![key.clone()],
        axes: vec![key, Quantity::plain("sand", "sand")],
        difference: quantity.difference(),
        quantity,
        is_share: true,
        contrasts: Contrasts {
            measure: "wins".to_owned(),
            about: String::new(),
            margin: MARGIN,
            arms: contrasts,
            control,
            family: arms.len() - 1,
            strata: 1,
            strata_with_values: 1,
            missing: Missing::default(),
            worth: None,
        },
        strata: ContrastStrata::default(),
        exact: None,
        is_solved: false,
    }
}

fn counts(of_two: f64, repeats: usize) -> EffectFound {
    found("Moves of a kick-off", &[(Value::Count(1), None), (Value::Count(2), Some(of_two))], repeats)
}

fn text(headline: &EffectHeadline) -> String {
    assert!(headline.sentence.is_short(), "{}", headline.sentence.text());
    headline.sentence.text()
}

#[test]
fn the_sentence_flips_with_the_sign_and_is_open_where_trials_are_few() {
    let up = plain(&counts(0.05, 4000));
    let said = "Two Moves of a kick-off instead of one raise the chance that side A wins by 5.0 percentage points";
    assert_eq!(text(&up), said);
    assert_eq!((up.verdict, up.certainty), (Verdict::Effect, Certainty::Clearly));
    let down = plain(&counts(-0.05, 4000));
    assert_eq!(text(&down), said.replace("raise", "lower"));
    assert!(down.amount[0].text().ends_with("less with two (45 %) than with one (50 %)"), "{}", down.amount[0].text());
    let few = plain(&counts(0.05, 12));
    assert_eq!(text(&few), "Cannot tell yet whether the Moves of a kick-off matter for the chance that side A wins");
    assert_eq!((few.verdict, few.certainty), (Verdict::CannotTell, Certainty::CannotTell));
    assert!(few.amount[0].text().starts_with("At most "), "{}", few.amount[0].text());
}

#[test]
fn the_sentence_turns_with_the_sides() {
    let choices = |[a, b]: [&'static str; 2]| {
        let arms = [(Value::Choice(a.into()), None), (Value::Choice(b.into()), Some(0.05))];
        text(&plain(&found("order of the series", &arms, 4000)))
    };
    let said =
        "Ab as the order of the series instead of ba raises the chance that side A wins by 5.0 percentage points";
    assert_eq!(choices(["ba", "ab"]), said);
    assert!(choices(["ab", "ba"]).starts_with("Ba as the order of the series instead of ab raises"));
    // what a flag does is said of where it is on, whichever is the control
    let flag = |control: bool, off: f64| {
        let arms = [(Value::Flag(control), None), (Value::Flag(!control), Some(off))];
        text(&plain(&found("whether advantage is played", &arms, 4000)))
    };
    let said = "That advantage is played raises the chance that side A wins by 5.0 percentage points";
    assert_eq!([flag(false, 0.05), flag(true, -0.05)], [said, said]);
}

#[test]
fn what_lies_within_the_margin_hardly_matters_and_what_is_seen_once_is_probable() {
    let none = plain(&counts(0.0, 40_000));
    let said =
        "No other number of Moves of a kick-off changes the chance that side A wins by more than 1 percentage point";
    assert_eq!((text(&none).as_str(), none.verdict), (said, Verdict::NoEffect));
    let within = plain(&counts(0.004, 40_000));
    assert_eq!(within.verdict, Verdict::DifferentWithinMargin);
    assert!(text(&within).ends_with("wins, but by less than 1 percentage point"), "{}", text(&within));
    // two of many: corrected it is none
    let mut probable = counts(0.05, 100);
    if let Some(p) = &mut probable.contrasts.arms[1].p {
        p.differs = 0.2;
    }
    let probable = plain(&probable);
    assert_eq!(probable.certainty, Certainty::Probably);
    assert!(text(&probable).starts_with("Probably two Moves"), "{}", text(&probable));
}

/// Three repeats hide what is rare, and a mean over cases is not each of them.
#[test]
fn no_effect_of_few_or_on_average_says_so() {
    let mut few = counts(0.0, 40_000);
    few.contrasts.arms[1].difference.n = 3;
    let few = plain(&few);
    assert_eq!((few.verdict, few.certainty), (Verdict::NoEffect, Certainty::Probably));
    assert!(text(&few).starts_with("Probably no other number of Moves"), "{}", text(&few));
    let mut mixed = turning([0.02, -0.02], 40_000);
    let whole = counts(0.0, 40_000).contrasts;
    mixed.contrasts = Contrasts { strata: 2, ..whole };
    let mixed = plain(&mixed);
    assert!(text(&mixed).starts_with("On average"), "{}", text(&mixed));
}

#[test]
fn one_of_what_is_several_is_said_without_its_plural() {
    let arms = [(Value::Count(0), None), (Value::Count(1), Some(0.05))];
    let said = "One instead of none for the fouls that put a player out raises the chance that side A wins by 5.0 \
                percentage points";
    assert_eq!(text(&plain(&found("fouls that put a player out", &arms, 4000))), said);
}

#[test]
fn a_bound_that_is_all_that_is_possible_is_not_said() {
    let open = plain(&counts(0.05, 2));
    assert_eq!((open.verdict, open.amount.len()), (Verdict::CannotTell, 0));
}

#[test]
fn of_several_axes_each_value_has_its_label() {
    let keys = [Quantity::plain("speed", "speed"), Quantity::plain("sand", "sand")];
    let [slow, fast] = [1.0, 2.0].map(|speed| [Value::Number(speed), Value::Choice("dry".into())]);
    assert_eq!(subject::arm_name(&keys, &fast, &slow), "speed 2");
    assert_eq!(subject::arm_name(&keys, &slow, &slow), "speed 1, sand dry");
    assert_eq!(subject::arm_name(&keys[..1], &fast[..1], &slow[..1]), "2", "of one the heading says which");
}

#[test]
fn more_of_a_number_is_said_where_the_farthest_differ_most() {
    let of = |offs: [f64; 2]| {
        let value = |number: f64| Value::Number(number);
        let arms = [(value(0.9), Some(offs[0])), (value(1.0), None), (value(1.1), Some(offs[1]))];
        text(&plain(&found("mass of the coin", &arms, 4000)))
    };
    let said = "A higher mass of the coin raises the chance that side A wins, by up to 6.0 percentage points";
    assert_eq!(of([-0.05, 0.06]), said);
    assert_eq!(of([0.06, -0.05]), said.replace("raises", "lowers"));
    assert!(of([0.06, 0.05]).starts_with("A mass of the coin of 0.9 raises"), "both ends are above the middle");
    // far below the control little scores, then as much as anywhere: no slope
    let bent = |peak: f64| {
        let values = [(0.0, Some(-0.5)), (40.0, Some(peak)), (130.0, None), (200.0, Some(0.06))];
        let arms = values.map(|(at, off)| (Value::Number(at), off));
        text(&plain(&found("distance", &arms, 4000)))
    };
    assert!(bent(-0.2).starts_with("A higher distance raises"), "{}", bent(-0.2));
    assert!(bent(0.04).starts_with("A distance of 0 lowers"), "{}", bent(0.04));
}

/// An effect that is up in one stratum and down in another one.
fn turning(offs: [f64; 2], repeats: usize) -> EffectFound {
    let mean = (offs[0] + offs[1]) / 2.0;
    let mut found = counts(mean, repeats);
    let stratum =
        |off: f64| vec![contrast(Value::Count(1), None, repeats), contrast(Value::Count(2), Some(off), repeats)];
    found.strata.axes.push(AxisStrata {
        key: "sand".to_owned(),
        values: vec![Value::Choice("dry".into()), Value::Choice("damp".into())],
        contrasts: offs.map(stratum).into(),
        changes: vec![None, None],
    });
    found
}

#[test]
fn where_the_sign_turns_both_cases_are_said_and_never_the_mean() {
    let said = |offs: [f64; 2]| {
        let found = turning(offs, 4000);
        let turning = strata::turning(&found).expect("it turns");
        let cases = tables::both_cases(&found, &turning).expect("along one axis");
        assert!(cases.is_brief && cases.rows.len() == 2);
        text(&turned(&found, &turning))
    };
    let both = "Two Moves of a kick-off instead of one raise the chance that side A wins with dry as the sand and lower it with damp";
    assert_eq!(said([0.05, -0.03]), both);
    assert_eq!(said([-0.03, 0.05]), both.replace("dry", "DAMP").replace("damp", "dry").replace("DAMP", "damp"));
    assert!(strata::turning(&turning([0.05, 0.03], 4000)).is_none());
    assert!(strata::turning(&turning([0.05, -0.03], 12)).is_none(), "few trials turn nothing");
    assert!(strata::turning(&turning([0.002, -0.002], 400_000)).is_none(), "within the margin it does not matter");
}

#[test]
fn many_values_have_a_line_each_those_that_differ_most_first() {
    let arms = |count: u64| -> Vec<(Value, Option<f64>)> {
        (0..count).map(|at| (Value::Count(at), (at > 0).then_some(0.01 * at as f64 + 0.02))).collect()
    };
    let subjects = |count: u64| -> Vec<String> {
        let findings = tables::findings(&found("fouls that put a player out", &arms(count), 4000));
        assert!(findings.iter().all(|finding| finding.certainty == Some(Certainty::Clearly)));
        findings.into_iter().map(|finding| finding.subject).collect()
    };
    assert_eq!(subjects(9), ["8", "7", "6", "5", "4", "3", "2", "1"]);
    assert_eq!(subjects(5), ["1", "2", "3", "4"], "few are in the order of the design");
    assert!(tables::findings(&counts(0.05, 4000)).is_empty(), "of one value the headline says all");
}
