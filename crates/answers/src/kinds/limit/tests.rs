use tolley_analysis::limit::{LimitPlace, LimitSide, LimitStratum};
use tolley_analysis::{Estimate, Missing};

use super::*;
use crate::answer::Verdict;

/// One side as far as 0.08, shown up to a distance.
fn side(sign: f64, shown: Option<f64>) -> LimitSide {
    let shown = shown.map(|off| off * sign);
    LimitSide { furthest: Some(sign * 0.08), shown, ..LimitSide::default() }
}

/// Limits of strata that have names, each shown below and above.
fn limits_of(shown: &[(&'static str, [Option<f64>; 2])]) -> Limits {
    let stratum = |(name, [below, above]): &(&'static str, [Option<f64>; 2])| LimitStratum {
        values: vec![("how it is struck".to_owned(), Value::Choice((*name).into()))],
        n: 100,
        fit: None,
        sides: [side(-1.0, *below), side(1.0, *above)],
        places: Vec::new(),
    };
    Limits {
        measure: "share".to_owned(),
        is_share: true,
        along: ["ratio".to_owned(), "ratio".to_owned()],
        from: 1.0,
        reference: LimitReference::Half,
        margin: 0.01,
        confidence: CONFIDENCE,
        whole: None,
        strata: shown.iter().map(stratum).collect(),
        missing: Missing::default(),
    }
}

/// Verdict and sentence, in milligrams of a coin of 5 g or as values of the ratio.
fn said(shown: &[(&'static str, [Option<f64>; 2])], has_whole: bool) -> (Verdict, String) {
    let found = limits_of(shown);
    let along = Quantity::plain("ratio", "mass of player A's coin against nominal");
    let whole = Quantity { unit: "mg".to_owned(), factor: 1e6, ..Quantity::plain("mass", "mass") };
    let unit = LimitUnit::new(along, has_whole.then_some((whole, 0.005)), 1.0);
    let label = |key: &str| Quantity::plain(key, key);
    let (verdict, certainty, sentence) = words::headline(&label, &found, &unit, &LimitClaim::of(&found, &unit.along));
    assert_eq!(certainty == Certainty::Clearly, verdict == Verdict::Limit);
    let text = sentence.text();
    assert!(text.split_whitespace().count() <= 25 && sentence.number_count() <= 2, "{text}");
    (verdict, text)
}

#[test]
fn what_is_of_several_changes_in_the_plural() {
    let found = Limits { reference: LimitReference::Start, ..limits_of(&[]) };
    let claim = |label: &str| LimitClaim::of(&found, &Quantity::plain("a", label)).whole.text();
    assert_eq!(claim("points of the break"), "The points of the break hardly change");
    assert_eq!(claim("share of wins"), "The share of wins hardly changes");
}

#[test]
fn a_limit_holds_where_all_cases_have_it_and_turns_with_the_sides() {
    let both = |below: f64, above: f64| {
        said(&[("speed", [Some(below), Some(above)]), ("push", [Some(0.08), Some(0.08)])], true)
    };
    let (verdict, text) = both(0.02, 0.03);
    assert_eq!(verdict, Verdict::Limit);
    assert_eq!(text, "It is fair while the mass of player A's coin is at most 100 mg below or 150 mg above nominal.");
    assert!(both(0.03, 0.02).1.ends_with("at most 150 mg below or 100 mg above nominal."));
    // never further than is shown
    assert!(both(0.020_39, 0.08).1.contains("at most 100 mg below"), "{:?}", both(0.020_39, 0.08));
    let (_, text) = said(&[("speed", [Some(0.02), Some(0.03)])], false);
    assert!(text.ends_with("lies between 0.98 and 1.03."), "{text}");
}

#[test]
fn what_is_not_shown_cannot_be_told_yet() {
    let open = [None, None];
    let (verdict, text) = said(&[("speed", open), ("push", open)], true);
    assert_eq!(verdict, Verdict::CannotTell);
    assert_eq!(text, "Cannot tell yet how far the mass of player A's coin may be from nominal while it is fair.");
    let (verdict, text) = said(&[("speed", [Some(0.02), Some(0.02)]), ("push", open)], true);
    assert_eq!(verdict, Verdict::CannotTell);
    assert!(text.starts_with("Cannot tell yet with push; else fair while the mass"), "{text}");
    // where that is too long the nearer one of both is said
    let three = [("speed", [Some(0.02), Some(0.03)]), ("push", open), ("impulse", open)];
    let (_, text) = said(&three, true);
    assert!(text.starts_with("Cannot tell yet with push and impulse; else fair while the mass"), "{text}");
    assert!(text.ends_with(" is within 100 mg of nominal."), "{text}");
    let (verdict, text) = said(&[("speed", [Some(0.02), None])], true);
    assert!(verdict == Verdict::Limit && text.ends_with("100 mg below nominal; cannot tell yet above."), "{text}");
}

/// What is said of a stratum without a limit whose nearest value above is off by so much, by so many repeats.
fn beyond(off: f64, error: f64, n: u64, reference: LimitReference) -> (Verdict, String, bool) {
    let mut found = limits_of(&[("speed", [Some(0.02), None])]);
    let stratum = &mut found.strata[0];
    stratum.n = n;
    stratum.sides[0] = LimitSide::default();
    let seen = Estimate { n, value: Some(off), std_error: Some(error), interval: None };
    stratum.places = vec![LimitPlace { at: 1.04, seen, curve: None }];
    found.reference = reference;
    let unit = LimitUnit::new(Quantity::plain("ratio", "mass of player A's coin against nominal"), None, 1.0);
    let label = |key: &str| Quantity::plain(key, key);
    let claim = LimitClaim::of(&found, &Quantity::plain("points", "points of the break"));
    let (verdict, _, sentence) = words::headline(&label, &found, &unit, &claim);
    (verdict, sentence.text(), words::needed(&found).is_some())
}

#[test]
fn what_is_beyond_the_margin_at_once_is_said_and_needs_no_repeats() {
    let (verdict, text, is_open) = beyond(0.3, 0.02, 400, LimitReference::Half);
    assert_eq!(verdict, Verdict::Unfair);
    let values = "already at the nearest values of the mass of player A's coin that were tried.";
    assert!(text == format!("It is unfair {values}") && !is_open, "{text}");
    let (verdict, text, _) = beyond(-0.3, 0.02, 400, LimitReference::Start);
    assert_eq!(verdict, Verdict::Effect);
    assert_eq!(text, format!("The points of the break change by more than 0.01 {values}"));
    // beside a case with a limit it is that case alone
    let mut both = limits_of(&[("speed", [Some(0.02), Some(0.03)]), ("push", [Some(0.02), None])]);
    both.strata[1].n = 400;
    let seen = Estimate { n: 400, value: Some(0.3), std_error: Some(0.02), interval: None };
    both.strata[1].places = vec![LimitPlace { at: 1.04, seen, curve: None }];
    both.strata[1].sides[0] = LimitSide::default();
    both.strata[0].sides[0] = LimitSide::default();
    let unit = LimitUnit::new(Quantity::plain("ratio", "mass of the coin"), None, 1.0);
    let label = |key: &str| Quantity::plain(key, key);
    let (verdict, certainty, sentence) = words::headline(&label, &both, &unit, &LimitClaim::fair());
    assert_eq!((verdict, certainty), (Verdict::Limit, Certainty::Clearly));
    assert_eq!(sentence.text(), "Unfair with push; else fair while the mass of the coin is at most 1.03.");
    // by few, by a wide interval, or within the margin it is not known
    for (off, error, n) in [(0.3, 0.02, 6), (0.3, 0.2, 400), (0.3, 0.0, 6), (0.005, 0.02, 400)] {
        let (verdict, text, is_open) = beyond(off, error, n, LimitReference::Half);
        assert!(verdict == Verdict::CannotTell && text.starts_with("Cannot tell yet") && is_open, "{text}");
    }
}

#[test]
fn what_is_open_needs_more_repeats_than_there_are() {
    let mut found = limits_of(&[("speed", [Some(0.02), None])]);
    let seen = Estimate { n: 100, value: Some(0.0), std_error: Some(0.0001), interval: None };
    found.strata[0].places = vec![LimitPlace { at: 1.04, seen, curve: None }];
    assert_eq!(words::needed(&found), Some(common::Ahead::Repeats(200)));
}

/// Where there is no room for what is measured, what holds is said without it.
#[test]
fn a_limit_with_a_long_name_is_said_shortly() {
    let unit =
        LimitUnit::new(Quantity::plain("ratio", "mass of the ball against that of a coin of either player"), None, 1.0);
    let label = |key: &str| Quantity::plain(key, key);
    let of = |claim: LimitClaim| {
        let mut limits = limits_of(&[("speed", [Some(0.02), None])]);
        limits.strata[0].sides[1].furthest = Some(0.08);
        words::headline(&label, &limits, &unit, &claim).2
    };
    let long = Sentence::words("the goals of both players in a whole match are as wanted");
    let sentence = of(LimitClaim { whole: long, short: Sentence::words("as wanted"), ..LimitClaim::fair() });
    assert!(sentence.is_short() && sentence.text().starts_with("As wanted while the mass"), "{}", sentence.text());
    assert!(of(LimitClaim::fair()).text().starts_with("It is fair while the mass"));
}
