use tolley_analysis::Estimate;
use tolley_analysis::limit::{LimitSide, LimitStratum};
use tolley_experiment::value::Value;

use super::case::{Case, ShareClass};
use super::strata::{Bounded, along_axis, moves_limit};
use super::words::{amount, of_cases};
use crate::answer::{Certainty, Quantity, Verdict, say};

fn measure() -> Quantity {
    Quantity {
        unit: "%".to_owned(),
        factor: 100.0,
        range: [0.0, 1.0],
        ..Quantity::plain("share", "player A's share of wins")
    }
}

/// A case at a value of an axis of names and one of numbers.
fn case(name: &'static str, number: f64, share: f64, half: f64, class: ShareClass) -> Case {
    let axis = |label: &str| Quantity::plain(label, label);
    let interval = Some([share - half, share + half]);
    Case {
        point: 0,
        values: vec![
            (axis("who kicks off the second half"), Value::Choice(name.into())),
            (axis("length of a half"), Value::Number(number)),
        ],
        estimate: Estimate { n: 1000, value: Some(share), std_error: None, interval },
        class,
        alone: class,
        verdict: None,
        needed: None,
        p: None,
        never_differed: false,
    }
}

fn said(cases: &[Case]) -> (Verdict, Certainty, String) {
    let (verdict, certainty, sentence) = of_cases(cases, &measure(), 0.01);
    let text = sentence.text();
    assert!(text.split_whitespace().count() <= 25 && sentence.number_count() <= 2, "{text}");
    (verdict, certainty, text)
}

#[test]
fn one_case_turns_with_its_sides_and_is_open_where_the_sample_is_small() {
    let one = |share: f64, half: f64, class: ShareClass| said(&[case("other", 1.0, share, half, class)]);
    let (verdict, certainty, text) = one(0.55, 0.01, ShareClass::Above);
    assert_eq!((verdict, certainty), (Verdict::Unfair, Certainty::Clearly));
    assert_eq!(text, "No: player A's share of wins is clearly too large to be fair.");
    assert_eq!(one(0.45, 0.01, ShareClass::Below).2, "No: player A's share of wins is clearly too small to be fair.");
    let (verdict, _, text) = one(0.501, 0.002, ShareClass::Even);
    assert_eq!(verdict, Verdict::Fair);
    assert_eq!(text, "Yes, it is fair: player A's share of wins is clearly within 1 in 100 of one half.");
    let (verdict, certainty, text) = one(0.55, 0.2, ShareClass::Open);
    assert_eq!((verdict, certainty), (Verdict::CannotTell, Certainty::CannotTell));
    assert!(text.starts_with("Cannot tell yet whether it is fair"), "{text}");
    let (verdict, _, text) = one(0.5, 0.0, ShareClass::Same);
    assert!(verdict == Verdict::Identical && text.contains("equal by construction"), "{text}");
}

#[test]
fn an_axis_that_decides_is_named_with_what_holds_at_each_of_its_values() {
    use ShareClass::{Above, Below, Even};
    let of = |other: ShareClass, same: ShareClass| {
        said(&[
            case("other", 1.0, 0.5, 0.002, other),
            case("same", 1.0, 0.6, 0.002, same),
            case("other", 2.0, 0.5, 0.002, other),
            case("same", 2.0, 0.58, 0.002, same),
        ])
    };
    let (verdict, _, text) = of(Even, Above);
    assert_eq!(verdict, Verdict::Unfair);
    assert_eq!(text, "It depends on who kicks off the second half: fair with other, clearly unfair with same.");
    assert!(of(Above, Even).2.ends_with("clearly unfair with other, fair with same."));
    // a sign that turns is no mean
    assert!(of(Below, Above).2.ends_with("clearly too little with other, clearly too much with same."));
    assert!(of(Above, Above).2.starts_with("No: player A's share of wins is clearly too large"));
}

#[test]
fn where_no_axis_decides_cases_are_counted_and_the_worst_is_named() {
    use ShareClass::{Above, Below, Even, Open};
    let cases = |classes: [ShareClass; 4]| {
        let [a, b, c, d] = classes;
        vec![
            case("other", 1.0, 0.53, 0.002, a),
            case("same", 1.0, 0.5, 0.002, b),
            case("other", 2.0, 0.5, 0.002, c),
            case("same", 2.0, 0.44, 0.002, d),
        ]
    };
    assert!(said(&cases([Above, Even, Open, Even])).2.ends_with("is clearly too large in 1 of 4 cases."));
    assert!(said(&cases([Below, Even, Open, Even])).2.ends_with("is clearly too small in 1 of 4 cases."));
    assert!(said(&cases([Above, Even, Open, Below])).2.ends_with("too large in 1 cases and too small in 1."));
    let (verdict, _, text) = said(&cases([Open, Even, Even, Open]));
    assert!(
        verdict == Verdict::CannotTell && text.starts_with("Cannot tell yet whether it is fair in 2 of 4"),
        "{text}"
    );
    let worst = amount(&cases([Above, Even, Open, Below]), &measure(), Some(say("fair.at_worst")))
        .expect("a worst case")
        .text();
    assert!(worst.starts_with("44.0 % (43.8 to 44.2): player A's share of wins, at worst"), "{worst}");
}

#[test]
fn only_what_a_case_alone_says_is_probable() {
    let mut one = case("other", 1.0, 0.55, 0.02, ShareClass::Open);
    one.alone = ShareClass::Above;
    let (verdict, certainty, text) = said(&[one.clone(), one]);
    assert_eq!((verdict, certainty), (Verdict::Unfair, Certainty::Probably));
    assert!(text.starts_with("Probably not: "), "{text}");
}

#[test]
fn an_axis_matters_where_its_shares_are_apart_or_turn() {
    use ShareClass::{Above, Below, Even, Open};
    const KICK: &str = "who kicks off the second half";
    let of = |cases: &[Case]| {
        let bounded: Vec<Bounded<'_>> =
            cases.iter().map(|case| Bounded { case, interval: case.estimate.interval }).collect();
        along_axis(&bounded, KICK, &measure()).expect("two values")
    };
    let pair = |one: f64, other: f64, half: f64, classes: [ShareClass; 2]| {
        of(&[case("other", 1.0, one, half, classes[0]), case("same", 1.0, other, half, classes[1])])
    };
    assert!(!pair(0.52, 0.53, 0.02, [Open, Open]).0, "they overlap");
    let (is_shown, on) = pair(0.5, 0.6, 0.02, [Even, Above]);
    assert!(is_shown && !on.turns);
    assert_eq!(on.cases.iter().map(|(_, case)| case.value).collect::<Vec<_>>(), [Some(0.5), Some(0.6)]);
    assert_eq!(on.of.label, "player A's share of wins at length of a half 1");
    let (is_shown, on) = pair(0.4, 0.6, 0.2, [Below, Above]);
    assert!(is_shown && on.turns);
    // another length of a half is no other kick-off
    let far = [case("other", 1.0, 0.5, 0.02, Even), case("same", 2.0, 0.7, 0.02, Above)];
    let bounded: Vec<Bounded<'_>> = far.iter().map(|case| Bounded { case, interval: case.estimate.interval }).collect();
    assert!(along_axis(&bounded, KICK, &measure()).is_none());
}

#[test]
fn a_limit_moves_where_one_is_shown_beyond_the_end_of_another() {
    let stratum = |sand: &'static str, shown: f64, outside: Option<f64>| LimitStratum {
        values: vec![("sand".to_owned(), Value::Choice(sand.into()))],
        n: 100,
        fit: None,
        sides: [
            LimitSide::default(),
            LimitSide { furthest: Some(1.0), shown: Some(shown), outside, ..LimitSide::default() },
        ],
        places: Vec::new(),
    };
    let moves = |dry: (f64, Option<f64>), damp: (f64, Option<f64>)| {
        moves_limit(&[stratum("dry", dry.0, dry.1), stratum("damp", damp.0, damp.1)], "sand")
    };
    assert!(moves((0.1, Some(0.2)), (0.3, None)));
    assert!(moves((0.3, None), (0.1, Some(0.2))));
    assert!(!moves((0.1, Some(0.3)), (0.2, None)), "[0.1, 0.3] and [0.2, ..] overlap");
    assert!(!moves((0.1, None), (0.9, None)));
}
