use tolley_analysis::{Estimate, Missing};

use super::*;

fn of(value: f64, half: f64) -> Estimate {
    Estimate { n: 99, value: Some(value), std_error: None, interval: Some([(value - half).max(0.0), value + half]) }
}

fn said(lost: &[Estimate], plans: &[f64]) -> (Verdict, Certainty, String, usize) {
    let stratum = GameOfStratum {
        values: Vec::new(),
        value: of(0.61, 0.01),
        gains: vec![1.0],
        loses: vec![1.0 / plans.len() as f64; plans.len()],
        exploited: lost[0],
        exploited_each: lost.to_vec(),
    };
    let found = Game {
        measure: "goal_share".to_owned(),
        gains: vec![vec![("run_up_m".to_owned(), Value::Number(0.1))]],
        loses: ("keeper_y_m".to_owned(), plans.iter().map(|plan| Value::Number(*plan)).collect()),
        plan: Value::Number(plans[0]),
        strata: vec![stratum],
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
    let (_, certainty, text, _) = said(&[of(0.004, 0.02), of(0.12, 0.2)], &[0.008, 0.02]);
    assert!(certainty == Certainty::Probably && text.contains("is probably best at 8 mm"), "{text}");
}
