//! From rows through the statistics to the sentence: what few trials say is not said as if many did.

use tempfile::TempDir;
use tolley_answers::answer::{Answer, Certainty, Verdict};
use tolley_answers::kinds::{self, Context};
use tolley_experiment::ask::{Ask, AskKind};
use tolley_experiment::random::{Purpose, Stream, Streams};

use crate::toy::{self, Plan, Value};

const SPEED: &str = "shot.speed_m_s";
const MASS: &str = "toley.mass_kg";
const FRICTION: &str = "surface.friction_ratio";

/// A grid of these axes.
fn plan(axes: &[(&str, &[f64])], repeats: u64) -> Plan {
    let mut plan = toy::plain_plan();
    plan.grid.repeats = repeats;
    for (path, values) in axes {
        let key = toy::key(&plan, path);
        plan.sweep(key, values.iter().map(|value| Value::Number(*value)).collect());
    }
    plan
}

fn stream(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("few"))
}

/// Asked of trials of which each has its distance, and whether it stays, by the places of its values on the axes.
fn answered(plan: &Plan, ask: &Ask, mut of: impl FnMut(&[usize]) -> (f64, bool)) -> Answer {
    let folder = TempDir::new().expect("a temporary folder");
    let all: Vec<(f64, bool)> =
        (0..plan.grid.trials()).map(|trial| of(&plan.grid.axis_indices(plan.grid.locate(trial).0))).collect();
    let dataset = toy::dataset_by(&folder.path().join("d"), plan, |trial| all[trial as usize]);
    kinds::answer(ask, &dataset, &Context::default()).expect("an answer")
}

fn text(answer: &Answer) -> String {
    let sentence = &answer.headline.sentence;
    assert!(sentence.is_short(), "{}", sentence.text());
    sentence.text()
}

/// Who gains chooses the speed, who loses the mass: what stays counts for him who gains.
fn response() -> Ask {
    Ask {
        kind: AskKind::Response,
        over: vec![SPEED.to_owned()],
        against: Some(MASS.to_owned()),
        measure: Some("stays".to_owned()),
        ..Ask::default()
    }
}

/// Of shots that stay by these chances, speed by mass.
fn played(chances: &[&[f64]], repeats: u64, seed: u64) -> Answer {
    let speeds: Vec<f64> = (1..=chances.len()).map(|speed| speed as f64).collect();
    let masses: Vec<f64> = (1..=chances[0].len()).map(|mass| 0.001 * mass as f64).collect();
    let mut stream = stream(seed);
    let of = |at: &[usize]| (0.0, stream.uniform() < chances[at[0]][at[1]]);
    answered(&plan(&[(SPEED, &speeds), (MASS, &masses)], repeats), &response(), of)
}

#[test]
fn what_is_safe_is_told_by_many_trials_and_by_few_not_at_all() {
    let chances: [&[f64]; 2] = [&[0.02, 0.4], &[0.3, 0.9]];
    let turned: [&[f64]; 2] = [&[0.4, 0.02], &[0.9, 0.3]];
    let many = played(&chances, 3000, 1);
    assert_eq!((many.headline.verdict, many.headline.certainty), (Verdict::Best, Certainty::Clearly));
    assert!(text(&many).contains("is best at 1 g"), "{}", text(&many));
    let many = played(&turned, 3000, 1);
    assert!(text(&many).contains("is best at 2 g"), "{}", text(&many));
    for seed in 0..3 {
        let few = played(&chances, 6, seed);
        assert_eq!(few.headline.verdict, Verdict::CannotTell, "{}", text(&few));
        assert!(text(&few).starts_with("Cannot tell yet"), "{}", text(&few));
    }
}

#[test]
fn a_mix_is_told_by_many_trials_and_by_few_not_at_all() {
    let chances: [&[f64]; 2] = [&[0.1, 0.9], &[0.9, 0.1]];
    let many = played(&chances, 1000, 2);
    assert_eq!((many.headline.verdict, many.headline.certainty), (Verdict::Indifferent, Certainty::Clearly));
    assert!(text(&many).contains("is safe: mix"), "{}", text(&many));
    let few = played(&chances, 6, 2);
    assert_eq!(few.headline.verdict, Verdict::CannotTell, "{}", text(&few));
}

#[test]
fn where_nothing_ever_stayed_what_went_unseen_is_in_every_interval() {
    let chances: [&[f64]; 3] = [&[0.0; 3]; 3];
    let answer = played(&chances, 6, 3);
    assert_eq!(answer.headline.certainty, Certainty::CannotTell, "{}", text(&answer));
    let value = answer.headline.amount[0].text();
    assert!(!value.contains("(0 to 0)"), "{value}");
    // none of 2,000 is fewer than one in a hundred, though not of all cells at once
    let answer = played(&chances, 2000, 3);
    assert_eq!((answer.headline.verdict, answer.headline.certainty), (Verdict::Indifferent, Certainty::Clearly));
}

/// No choice is safe by chance alone: of plans that are all alike, few trials or many, none is said to be lost or best.
#[test]
fn of_choices_that_are_all_alike_none_is_called_the_best() {
    let chances: [&[f64]; 4] = [&[0.5; 4]; 4];
    for seed in 0..3 {
        for repeats in [6, 60] {
            let answer = played(&chances, repeats, 10 + seed);
            assert_eq!(answer.headline.certainty, Certainty::CannotTell, "{}", text(&answer));
        }
    }
}

#[test]
fn a_case_that_is_open_leaves_the_answer_open() {
    let plan = plan(&[(SPEED, &[1.0, 2.0]), (MASS, &[0.001, 0.002]), (FRICTION, &[0.1, 0.3])], 3000);
    let mut stream = stream(4);
    // with more friction the masses are as good as each other, or one in fifty apart: that is not told
    let chances = [[[0.02, 0.5], [0.4, 0.5]], [[0.3, 0.5], [0.9, 0.5]]];
    let of = |at: &[usize]| (0.0, stream.uniform() < chances[at[0]][at[1]][at[2]]);
    let answer = answered(&plan, &response(), of);
    assert_eq!(answer.headline.certainty, Certainty::CannotTell, "{}", text(&answer));
    assert_eq!(answer.findings.iter().filter(|finding| finding.certainty.is_none()).count(), 1);
}
