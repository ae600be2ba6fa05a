use tolley_analysis::Missing;
use tolley_analysis::statistics::indices::{Index, Indices};
use tolley_experiment::plan::StreamsMode;

use super::*;

fn input(key: &str, total: [f64; 3]) -> Input {
    let [low, value, high] = total;
    let index = Index { value, interval: Some([low, high]) };
    let end = |at: f64, mean: f64| End {
        values: [Value::Number(at), Value::Number(at + 0.05)],
        mean: Estimate { n: 9, value: Some(mean), std_error: None, interval: Some([mean - 0.1, mean + 0.1]) },
    };
    Input {
        key: key.to_owned(),
        column: key.to_owned(),
        indices: Some(Indices { first: index, total: index, is_seen: true }),
        ends: vec![end(0.05, 3.0), end(0.2, 1.0)],
    }
}

fn found(rows: u64, inputs: Vec<Input>, unresolved: Option<Unresolved>) -> Sensitivity {
    Sensitivity {
        measure: "off_count".to_owned(),
        about: String::new(),
        rows: [rows, rows],
        repeats: 4,
        streams: StreamsMode::Independent,
        mean: Estimate::default(),
        is_share: false,
        inputs,
        has_chance_alone: false,
        unresolved,
        notes: Vec::new(),
        missing: Missing::default(),
    }
}

fn said(found: &Sensitivity) -> (Verdict, String, Answer) {
    let keys = found.inputs.iter().map(|input| Quantity::plain(&input.key, &format!("{} of the sand", input.key)));
    let names = Names { measure: Quantity::plain("off_count", "marbles off"), keys: keys.collect() };
    let more = Next { sentence: Sentence::words("more"), command: vec!["tolley".to_owned()], seconds: None };
    let answer = made(found, &names, About::default(), more);
    (answer.headline.verdict, answer.headline.sentence.text(), answer)
}

#[test]
fn what_carries_most_comes_first_whichever_it_is() {
    let [one, other] = [[0.5, 0.61, 0.7], [0.1, 0.2, 0.3]];
    let (verdict, text, answer) = said(&found(512, vec![input("rolling", one), input("sliding", other)], None));
    assert_eq!(text, "The rolling of the sand clearly matters most: it carries 61 % of the variation.");
    assert_eq!((verdict, answer.next.len()), (Verdict::Described, 0));
    assert_eq!(
        answer.headline.amount[0].text(),
        "Marbles off: 3.00 with the rolling of the sand at 0.05 to 0.1, 1.00 at 0.2 to 0.25"
    );
    // the sides are swapped
    let (_, text, _) = said(&found(512, vec![input("sliding", one), input("rolling", other)], None));
    assert!(text.starts_with("The sliding of the sand clearly matters most"), "{text}");
}

#[test]
fn few_rows_or_intervals_that_meet_are_not_told() {
    let [wide, other] = [[0.1, 0.5, 0.9], [0.1, 0.4, 0.8]];
    let (verdict, text, answer) = said(&found(512, vec![input("rolling", wide), input("sliding", other)], None));
    assert_eq!(text, "Cannot tell yet which matters more: the rolling of the sand or the sliding of the sand.");
    assert_eq!((verdict, answer.next.len()), (Verdict::CannotTell, 1));
    // the same intervals of few rows say less
    let clear = || vec![input("rolling", [0.5, 0.6, 0.7]), input("sliding", [0.1, 0.2, 0.3])];
    let (_, text, answer) = said(&found(32, clear(), None));
    assert!(text.contains("probably matters most") && answer.next.len() == 1, "{text}");
    let none = Input { indices: None, ..input("rolling", wide) };
    let (verdict, text, answer) = said(&found(8, vec![none.clone(), none.clone()], Some(Unresolved::FewRows)));
    assert_eq!(text, "Cannot tell yet what matters most for the marbles off.");
    assert!(verdict == Verdict::CannotTell && answer.next.len() == 1 && !answer.tables.iter().any(|of| of.is_brief));
    let (verdict, text, _) = said(&found(512, vec![none], Some(Unresolved::Constant)));
    assert_eq!((verdict, text.as_str()), (Verdict::NoEffect, "Nothing that was varied changes the marbles off."));
}

/// With one trial a point chance counts as what keys do together.
#[test]
fn chance_is_no_influence() {
    let of = |first: [f64; 3]| {
        let mut rolling = input("rolling", [0.6, 0.75, 0.9]);
        let alone = Index { value: first[1], interval: Some([first[0], first[2]]) };
        rolling.indices = rolling.indices.map(|indices| Indices { first: alone, ..indices });
        let sliding = input("sliding", [0.02, 0.05, 0.1]);
        said(&Sensitivity { has_chance_alone: true, repeats: 1, ..found(512, vec![rolling, sliding], None) })
    };
    assert_eq!(of([-0.1, 0.02, 0.1]).0, Verdict::CannotTell);
    let text = of([0.2, 0.3, 0.4]).1;
    assert_eq!(text, "The rolling of the sand clearly matters most: alone it carries 30 % of the variation.");
}

#[test]
fn a_share_that_cannot_be_is_none() {
    let (verdict, text, _) =
        said(&found(512, vec![input("rolling", [1.1, 1.4, 1.7]), input("sliding", [0.1, 0.2, 0.3])], None));
    assert!(verdict == Verdict::CannotTell, "{text}");
}
