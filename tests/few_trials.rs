//! From rows through the statistics to the sentence: what few trials say is not said as if many did.

use tempfile::TempDir;
use tolley_answers::answer::{Answer, Cell, Certainty, Verdict};
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

/// A map of what stays, or of how far shots go, over these axes.
fn map(over: &[&str], measure: &str) -> Ask {
    Ask {
        kind: AskKind::Map,
        along: over.first().map(|key| (*key).to_owned()),
        over: over.iter().skip(1).map(|key| (*key).to_owned()).collect(),
        measure: Some(measure.to_owned()),
        ..Ask::default()
    }
}

const SPEEDS: [f64; 5] = [1.0, 1.5, 2.0, 2.5, 3.0];
const MASSES: [f64; 4] = [0.001, 0.002, 0.003, 0.004];

/// What stays over speed and mass, by the chance at a place of each.
fn mapped(chance: impl Fn(f64, f64) -> f64, repeats: u64, seed: u64) -> Answer {
    let mut stream = stream(seed);
    let of = |at: &[usize]| (0.0, stream.uniform() < chance(at[0] as f64 / 4.0, at[1] as f64 / 3.0));
    answered(&plan(&[(SPEED, &SPEEDS), (MASS, &MASSES)], repeats), &map(&[SPEED, MASS], "stays"), of)
}

#[test]
fn a_map_names_the_axis_that_matters_and_few_trials_name_none() {
    let by_speed = mapped(|speed, _| 0.1 + 0.8 * speed, 400, 5);
    assert!(text(&by_speed).starts_with("The speed of the shot clearly matters: "), "{}", text(&by_speed));
    assert!(!by_speed.headline.amount[0].text().contains(" g"), "{}", by_speed.headline.amount[0].text());
    let by_mass = mapped(|_, mass| 0.1 + 0.8 * mass, 400, 5);
    assert!(text(&by_mass).starts_with("The mass of the ball clearly matters: "), "{}", text(&by_mass));
    let by_both = mapped(|speed, mass| 0.1 + 0.4 * speed + 0.4 * mass, 400, 5);
    assert!(text(&by_both).contains(" clearly matter for the chance to stay: "), "{}", text(&by_both));
    for seed in 0..3 {
        let few = mapped(|speed, _| 0.45 + 0.1 * speed, 6, seed);
        assert_ne!(few.headline.certainty, Certainty::Clearly, "{}", text(&few));
    }
}

#[test]
fn where_nothing_stayed_a_map_knows_no_more_than_its_trials() {
    let answer = mapped(|speed, _| if speed > 0.9 { 1.0 } else { 0.0 }, 400, 6);
    for cell in answer.tables[0].rows.iter().filter_map(|row| row.last()) {
        let Cell::Estimate(estimate) = cell else { panic!("an estimate: {cell:?}") };
        // none of 400: the rule of three
        let [low, high] = estimate.interval.expect("an interval");
        assert!(high - low > 2.0 * 3.0 / 2000.0, "{estimate:?}");
    }
    let few = mapped(|speed, _| if speed > 0.9 { 1.0 } else { 0.0 }, 6, 6);
    assert_ne!(few.headline.certainty, Certainty::Clearly, "{}", text(&few));
}

/// Of three values no surface is made: their means say what there is.
#[test]
fn a_map_along_one_of_several_axes_averages_over_the_others() {
    let axes: [(&str, &[f64]); 2] = [(SPEED, &[1.0, 2.0, 3.0]), (MASS, &MASSES)];
    let played = |repeats, turned: bool, noise: f64| {
        let mut stream = stream(9);
        let of = |at: &[usize]| {
            let rise = if turned { 2 - at[0] } else { at[0] } as f64;
            (rise + noise * stream.normal(), false)
        };
        answered(&plan(&axes, repeats), &map(&[SPEED], "travel_m"), of)
    };
    let many = played(100, false, 0.5);
    assert_eq!((many.headline.certainty, many.tables[0].rows.len()), (Certainty::Clearly, 3));
    assert!(text(&many).contains("clearly the most at a speed of the shot of 3 m/s"), "{}", text(&many));
    assert!(text(&played(100, true, 0.5)).contains("of 1 m/s"), "{}", text(&played(100, true, 0.5)));
    let few = played(2, false, 5.0);
    assert!(
        few.headline.certainty != Certainty::Clearly && few.tables[0].rows.len() == 3,
        "{} {:?}",
        text(&few),
        few.tables[0].rows
    );
}

/// What never stayed in seven trials at each speed is no proof that it does not hang on the speed; many are one.
#[test]
fn what_never_differed_in_few_trials_has_no_limit() {
    let limit = |measure: &str, repeats: u64| {
        let ask = Ask {
            kind: AskKind::Limit,
            along: Some(SPEED.to_owned()),
            measure: Some(measure.to_owned()),
            margin: Some(0.01),
            ..Ask::default()
        };
        answered(&plan(&[(SPEED, &SPEEDS)], repeats), &ask, |_| (0.0, false))
    };
    for measure in ["stays", "travel_m"] {
        let few = limit(measure, 7);
        assert_eq!(few.headline.verdict, Verdict::CannotTell, "{}", text(&few));
    }
    let many = limit("stays", 2000);
    assert_ne!(many.headline.verdict, Verdict::CannotTell, "{}", text(&many));
}

/// No difference of two shares lies beyond one, whatever Student's interval of two trials says.
#[test]
fn no_interval_of_a_limit_is_impossible() {
    let ask = Ask {
        kind: AskKind::Limit,
        along: Some(SPEED.to_owned()),
        measure: Some("stays".to_owned()),
        ..Ask::default()
    };
    let mut stream = stream(12);
    let few = answered(&plan(&[(SPEED, &SPEEDS)], 3), &ask, |_| (0.0, stream.uniform() < 0.5));
    let cells = few.tables.iter().filter(|table| table.name == "places").flat_map(|table| &table.rows).flatten();
    let mut count = 0;
    for cell in cells {
        if let Cell::Estimate(estimate) = cell {
            let possible = estimate.interval.is_none_or(|ends| ends.iter().all(|end| end.abs() <= 1.0));
            assert!(possible, "{estimate:?}");
            count += 1;
        }
    }
    assert!(count > 4, "{count}");
}

/// A range has its own margin, half of its width, whatever the measure is.
#[test]
fn a_range_that_is_wanted_keeps_its_margin() {
    let of = |within: [f64; 2]| {
        let ask = Ask {
            kind: AskKind::Limit,
            along: Some(SPEED.to_owned()),
            measure: Some("travel_m".to_owned()),
            within: Some(within),
            ..Ask::default()
        };
        let mut stream = stream(13);
        let of = |at: &[usize]| (4.0 + at[0] as f64 + 0.1 * stream.normal(), false);
        answered(&plan(&[(SPEED, &SPEEDS)], 100), &ask, of)
    };
    let wide = of([3.0, 9.0]);
    assert_eq!(
        (wide.headline.verdict, wide.headline.certainty),
        (Verdict::Limit, Certainty::Clearly),
        "{}",
        text(&wide)
    );
    assert!(text(&wide).contains("as wanted") && text(&wide).contains("3 m/s"), "{}", text(&wide));
    let narrow = of([3.0, 6.5]);
    assert!(!text(&narrow).contains("3 m/s"), "{}", text(&narrow));
}

/// Who gains by a measure wants it large: another wish is refused, not ignored.
#[test]
fn best_replies_to_another_wish_are_refused() {
    let plan = plan(&[(SPEED, &[1.0, 2.0]), (MASS, &[0.001, 0.002])], 6);
    let folder = TempDir::new().expect("a temporary folder");
    let dataset = toy::dataset_by(&folder.path().join("d"), &plan, |_| (0.0, true));
    let ask = Ask { better: Some(tolley_experiment::ask::Better::Smallest), ..response() };
    let told = kinds::answer(&ask, &dataset, &Context::default()).expect_err("refused").to_string();
    assert!(told.contains("wants it large"), "{told}");
}
