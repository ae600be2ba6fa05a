use tolley_analysis::{Estimate, Missing};

use super::*;

fn of(value: f64, half: f64) -> Estimate {
    Estimate { n: 99, value: Some(value), std_error: None, interval: Some([(value - half).max(0.0), value + half]) }
}

/// What is lost by each plan of a stratum, known alone as well as together.
fn stratum(lost: &[Estimate]) -> GameOfStratum {
    let bounds = |of: &Estimate| LostBounds { together: of.interval, alone: of.interval };
    GameOfStratum {
        values: Vec::new(),
        value: of(0.61, 0.01),
        gains: vec![1.0],
        loses: vec![1.0 / lost.len() as f64; lost.len()],
        exploited: lost[0],
        exploited_each: lost.to_vec(),
        lost: lost.iter().map(bounds).collect(),
    }
}

fn said(lost: &[Estimate], plans: &[f64]) -> (Verdict, Certainty, String, usize) {
    said_of(vec![stratum(lost)], plans)
}

fn said_of(strata: Vec<GameOfStratum>, plans: &[f64]) -> (Verdict, Certainty, String, usize) {
    let found = Game {
        measure: "goal_share".to_owned(),
        gains: vec![vec![("run_up_m".to_owned(), Value::Number(0.1))]],
        loses: ("keeper_y_m".to_owned(), plans.iter().map(|plan| Value::Number(*plan)).collect()),
        plan: Value::Number(plans[0]),
        strata,
        missing: Missing::default(),
    };
    let names = Names {
        measure: Quantity {
            unit: "%".to_owned(),
            factor: 100.0,
            range: [0.0, 1.0],
            ..Quantity::plain("goal_share", "penalties scored")
        },
        loses: Quantity {
            unit: "mm".to_owned(),
            factor: 1000.0,
            ..Quantity::plain("keeper_y_m", "place of the keeper")
        },
        gains: vec![Quantity::plain("run_up_m", "run-up")],
        strata: Vec::new(),
        margin: None,
    };
    let more = Next { sentence: Sentence::words("more"), command: Vec::new(), seconds: None };
    let answer = made(&found, &names, About::default(), more);
    let Headline { verdict, certainty, sentence, .. } = answer.headline;
    assert!(sentence.number_count() <= 2, "{}", sentence.text());
    (verdict, certainty, sentence.text(), answer.next.len())
}

#[test]
fn the_place_that_loses_nothing_is_named_wherever_it_is() {
    let (verdict, certainty, text, _) = said(&[of(0.0, 0.005), of(0.1, 0.02)], &[0.008, 0.02]);
    assert_eq!(text, "The place of the keeper is best at 8 mm (penalties scored: 61.0 %).");
    assert_eq!((verdict, certainty), (Verdict::Best, Certainty::Clearly));
    let (_, _, text, _) = said(&[of(0.1, 0.02), of(0.0, 0.005)], &[0.008, 0.02]);
    assert!(text.starts_with("The place of the keeper is best at 20 mm"), "{text}");
}

#[test]
fn where_every_place_loses_a_mix_is_told_and_few_trials_tell_neither() {
    let (verdict, _, text, _) = said(&[of(0.1, 0.02), of(0.12, 0.02)], &[0.008, 0.02]);
    assert_eq!(text, "No choice of the place of the keeper is safe: mix (penalties scored: 61.0 %).");
    assert_eq!(verdict, Verdict::Indifferent);
    let (verdict, _, text, next) = said(&[of(0.1, 0.2), of(0.12, 0.2)], &[0.008, 0.02]);
    assert!(text.starts_with("Cannot tell yet whether one place of the keeper is safe"), "{text}");
    assert_eq!((verdict, next), (Verdict::CannotTell, 1));
    // its value alone says nothing
    let (_, certainty, text, _) = said(&[of(0.004, 0.02), of(0.12, 0.2)], &[0.008, 0.02]);
    assert!(certainty == Certainty::CannotTell && text.starts_with("Cannot tell yet whether one"), "{text}");
}

#[test]
fn what_each_comparison_alone_says_is_probable() {
    let mut of_one = stratum(&[of(0.0, 0.005), of(0.1, 0.02)]);
    of_one.lost[0].together = Some([0.0, 0.02]);
    let (verdict, certainty, text, _) = said_of(vec![of_one], &[0.008, 0.02]);
    assert_eq!(text, "The place of the keeper is probably best at 8 mm (penalties scored: 61.0 %).");
    assert_eq!((verdict, certainty), (Verdict::Best, Certainty::Probably));
    let mut of_one = stratum(&[of(0.1, 0.02), of(0.12, 0.02)]);
    of_one.lost[1].together = Some([0.0, 0.2]);
    let (_, certainty, text, _) = said_of(vec![of_one], &[0.008, 0.02]);
    assert!(certainty == Certainty::Probably && text.contains("is probably safe: mix"), "{text}");
}

#[test]
fn of_two_that_are_as_good_none_is_called_the_best() {
    let (verdict, _, text, _) = said(&[of(0.001, 0.002), of(0.0, 0.002), of(0.1, 0.02)], &[0.008, 0.02, 0.03]);
    assert_eq!(verdict, Verdict::Best);
    assert!(text.starts_with("The place of the keeper is as good as the best at 20 mm"), "{text}");
    let (verdict, _, text, _) = said(&[of(0.001, 0.002), of(0.0, 0.002)], &[0.008, 0.02]);
    assert!(verdict == Verdict::Indifferent && text.starts_with("The place of the keeper hardly matters"), "{text}");
}

#[test]
fn what_is_open_in_one_case_is_open_and_nothing_is_surer_than_its_least_sure_case() {
    let safe = || stratum(&[of(0.0, 0.005), of(0.1, 0.02)]);
    let open = || stratum(&[of(0.1, 0.2), of(0.12, 0.2)]);
    let plans = [0.008, 0.02];
    for strata in [vec![safe(), open()], vec![open(), safe()]] {
        let (verdict, certainty, text, next) = said_of(strata, &plans);
        assert!(text.starts_with("Cannot tell yet in every case whether one place of the keeper is safe"), "{text}");
        assert_eq!((verdict, certainty, next), (Verdict::CannotTell, Certainty::CannotTell, 1));
    }
    let mut less = safe();
    less.lost[0].together = Some([0.0, 0.02]);
    let (_, certainty, text, _) = said_of(vec![safe(), less], &plans);
    assert_eq!(text, "The place of the keeper is probably best at 8 mm in every case.");
    assert_eq!(certainty, Certainty::Probably);
    let other = || stratum(&[of(0.1, 0.02), of(0.0, 0.005)]);
    let (verdict, certainty, text, _) = said_of(vec![safe(), other()], &plans);
    assert!(text.starts_with("The best place of the keeper depends on the case"), "{text}");
    assert_eq!((verdict, certainty), (Verdict::Best, Certainty::Clearly));
    // each is safe somewhere, and the second may be so everywhere
    let may_be = stratum(&[of(0.0, 0.005), of(0.005, 0.02)]);
    let (verdict, _, text, _) = said_of(vec![may_be, other()], &plans);
    assert!(verdict == Verdict::CannotTell, "{text}");
}
