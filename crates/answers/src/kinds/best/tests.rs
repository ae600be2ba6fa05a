use tolley_analysis::{Estimate, Missing};
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::value::Value;
use tolley_search::factorial::{Factorial, Places};

use super::choices::{ChoiceAxis, ChoiceCase, Choices};
use super::*;
use crate::answer::Quantity;

const SPEEDS: [f64; 3] = [4.0, 4.5, 5.0];
const SPINS: [f64; 3] = [-1.0, 0.0, 1.0];
const PLACES: usize = 4;

/// Points of a shot by speed, spin and place, with noise; what each brings is given.
fn shots(seed: u64, repeats: usize, cases: usize, of: impl Fn(usize, [usize; 3]) -> f64) -> Choices {
    let axis = |name: &str, values: Vec<Value>| ChoiceAxis {
        quantity: Quantity::plain(name, &format!("{name} of the shot")),
        short: name.to_owned(),
        values,
    };
    let numbers = |values: &[f64]| values.iter().copied().map(Value::Number).collect();
    let mut stream = Streams::new(seed, 0, None).open(Purpose::named("shots"));
    let shape = vec![SPEEDS.len(), SPINS.len(), PLACES];
    let mut case = |number: usize| {
        let places = Places::default();
        let mut worth = Factorial { shape: shape.clone(), worth: Vec::new(), is_share: false, places };
        for point in 0..shape.iter().product() {
            let at = worth.levels(point);
            let mean = of(number, [at[0], at[1], at[2]]);
            worth.worth.push((0..repeats).map(|_| mean + 2.0 * stream.normal()).collect());
        }
        let at = (0..worth.worth.len()).map(|point| worth.levels(point).iter().map(|level| *level as f64).collect());
        worth.places = Places::of(at.collect(), vec![false, false, true]);
        let means = vec![Estimate { n: repeats as u64, value: Some(0.0), ..Estimate::default() }; worth.worth.len()];
        let points = (0..worth.worth.len() as u64).collect();
        let sand = Quantity::plain("surface.preset", "kind of sand");
        let values = if cases > 1 { vec![(sand, Value::Count(number as u64))] } else { Vec::new() };
        ChoiceCase { values, worth, points, means }
    };
    Choices {
        cases: (0..cases).map(&mut case).collect(),
        axes: vec![
            axis("speed", numbers(&SPEEDS)),
            axis("spin", numbers(&SPINS)),
            axis("position", (0..PLACES as u64).map(Value::Count).collect()),
        ],
        of: Quantity { range: [0.0, f64::INFINITY], ..Quantity::plain("points", "points") },
        measure: "points".to_owned(),
        is_largest: true,
        margin: None,
        is_exact: false,
        missing: Missing::default(),
    }
}

fn asked(choices: &Choices) -> Answer {
    let judged = BestJudged::of(choices).expect("values");
    answered(choices, &judged, About::default(), Vec::new())
}

fn said(choices: &Choices) -> String {
    let answer = asked(choices);
    let sentence = &answer.headline.sentence;
    assert!(sentence.number_count() <= 2 && sentence.text().split_whitespace().count() <= 25, "{}", sentence.text());
    sentence.text()
}

/// Speed adds three in all, backspin four.
fn hard_with_backspin(_: usize, [speed, spin, _]: [usize; 3]) -> f64 {
    5.0 + 1.5 * speed as f64 - 2.0 * spin as f64
}

#[test]
fn the_first_sentence_turns_with_the_sides() {
    let sure = said(&shots(11, 200, 1, hard_with_backspin));
    assert_eq!(sure, "Choose the lowest spin and the highest speed; position hardly matters.");
    let turned = said(&shots(11, 200, 1, |case, at| 12.0 - hard_with_backspin(case, at)));
    assert_eq!(turned, "Choose the highest spin and the lowest speed; position hardly matters.");
    // less is better
    let mut smallest = shots(11, 200, 1, hard_with_backspin);
    smallest.is_largest = false;
    smallest.cases[0].worth.worth.iter_mut().flatten().for_each(|value| *value = -*value);
    assert_eq!(said(&smallest), turned);
    let value = BestJudged::of(&smallest).and_then(|judged| judged.value.value).expect("a value");
    assert!((0.5..1.5).contains(&value), "as it is measured, not turned round: {value}");
}

#[test]
fn a_small_sample_cannot_tell_and_an_equal_one_hardly_matters() {
    let few = asked(&shots(2, 3, 1, |_, [speed, ..]| 5.0 + 0.2 * speed as f64));
    assert_eq!(few.headline.verdict, Verdict::CannotTell, "{}", few.headline.sentence.text());
    assert!(few.headline.sentence.text().starts_with("Cannot tell yet which"));
    let details: Vec<String> = few.findings.iter().map(|finding| finding.detail.text()).collect();
    assert!(details.iter().any(|detail| detail.starts_with("Could matter by up to ")), "{details:?}");
    let many = asked(&shots(2, 400, 1, |_, _| 5.0));
    assert_eq!(many.headline.verdict, Verdict::Indifferent, "{}", many.headline.sentence.text());
    assert!(many.headline.sentence.text().starts_with("It hardly matters which speed, spin and position: each moves"));
}

/// Three trials of each of two ways to play, however alike they come out: six trials are never clear.
#[test]
fn six_trials_are_never_clear_and_what_was_not_played_is_open() {
    let played = |greedy: Vec<f64>, optimal: Vec<f64>| {
        let mut two = shots(1, greedy.len(), 1, |_, _| 0.0);
        two.axes = vec![ChoiceAxis {
            quantity: Quantity::plain("policy", "policy"),
            short: "policy".to_owned(),
            values: ["greedy", "optimal"].map(|name| Value::Choice(name.into())).into(),
        }];
        let case = &mut two.cases[0];
        case.worth =
            Factorial { shape: vec![2], worth: vec![greedy, optimal], is_share: false, places: Places::default() };
        (case.points, case.means) = (vec![0, 1], vec![Estimate::default(); 2]);
        asked(&two)
    };
    let of = |mean: f64, count: usize| (0..count).map(|at| mean + 0.001 * (at % 3) as f64).collect::<Vec<f64>>();
    let few = played(of(1.0, 3), of(9.0, 3));
    assert_eq!(few.headline.text(), "Cannot tell yet which policy is best.");
    assert_eq!(played(of(1.0, 40), of(9.0, 40)).headline.text(), "Choose policy optimal.");
    assert_eq!(played(of(9.0, 40), of(1.0, 40)).headline.text(), "Choose policy greedy.");
    // the run was interrupted before one of them was played
    let open = played(vec![f64::NAN; 40], of(9.0, 40));
    assert_eq!(open.headline.text(), "Cannot tell yet which policy is best.");
    assert_eq!(open.headline.verdict, Verdict::CannotTell);
    assert_eq!(open.findings[0].detail.text(), "No trial has a value with greedy");
}

/// Two trials at each point exclude nothing that is seen.
#[test]
fn a_bound_beyond_what_was_seen_is_not_said() {
    let two = asked(&shots(2, 2, 1, |_, [speed, ..]| 5.0 + 0.2 * speed as f64));
    assert!(two.findings.iter().any(|finding| finding.detail.is_empty()), "{:?}", two.findings);
    for text in two.findings.iter().map(|finding| finding.detail.text()).filter(|text| !text.is_empty()) {
        let bound = text.trim_start_matches("Could matter by up to ").parse::<f64>();
        assert!(bound.is_ok_and(|bound| bound < 20.0), "of noise of 2: {text}");
    }
}

#[test]
fn a_name_of_several_words_has_an_article() {
    let angle = &ChoiceAxis { short: "angle of player A's penalties".to_owned(), ..numbers(&[-10.0, 0.0, 10.0]) };
    assert_eq!(sentences::chosen(angle, &[0, 1]).text(), "The angle of player A's penalties of 0 or less");
    let way = &ChoiceAxis {
        short: "way player A decides".to_owned(),
        values: ["safe", "hunter", "random"].map(|way| Value::Choice(way.into())).into(),
        ..numbers(&[])
    };
    assert_eq!(sentences::chosen(way, &[1]).text(), "Hunter as the way player A decides");
}

fn numbers(values: &[f64]) -> ChoiceAxis {
    let values = values.iter().copied().map(Value::Number).collect();
    ChoiceAxis { quantity: Quantity::plain("a", "a"), short: "a".to_owned(), values }
}

#[test]
fn noise_names_no_best_position_whatever_the_seed() {
    for seed in 0..10 {
        let answer = asked(&shots(seed, 20, 1, hard_with_backspin));
        assert!(!answer.headline.sentence.text().contains("position of"), "{}", answer.headline.sentence.text());
        let position = answer.findings.iter().find(|finding| finding.subject == "position").expect("a finding");
        assert_ne!(position.says.text(), "0", "no single place is the best");
    }
}

/// Many orders of play that are all as good: one in twenty seems worse by its own comparison, which is chance.
#[test]
fn of_many_values_none_is_probably_worse_by_chance() {
    let mut stream = Streams::new(7, 0, None).open(Purpose::named("orders"));
    let mut noise = || (0..20).map(|_| stream.normal()).collect::<Vec<f64>>();
    let mut orders = shots(7, 20, 1, |_, _| 0.0);
    orders.axes = vec![ChoiceAxis {
        quantity: Quantity::plain("order", "order of play"),
        short: "order of play".to_owned(),
        values: (0..60).map(Value::Count).collect(),
    }];
    let case = &mut orders.cases[0];
    let worth = (0..60).map(|_| noise()).collect();
    let places = Places::of((0..60).map(|order| vec![f64::from(order)]).collect(), vec![false]);
    case.worth = Factorial { shape: vec![60], worth, is_share: false, places };
    (case.points, case.means) = ((0..60).collect(), vec![Estimate::default(); 60]);
    let answer = asked(&orders);
    assert_eq!(answer.headline.verdict, Verdict::CannotTell, "{}", answer.headline.text());
    assert_eq!(answer.headline.text(), "Cannot tell yet which order of play is best.");
}

#[test]
fn where_cases_disagree_the_sentence_says_on_what_it_depends() {
    let by_sand = shots(4, 200, 2, |case, [speed, spin, _]| {
        let speed = if case == 0 { speed } else { 2 - speed };
        5.0 + 2.0 * speed as f64 - 2.0 * spin as f64
    });
    assert_eq!(said(&by_sand), "Choose the lowest spin; which speed is best depends on the kind of sand.");
    let answer = asked(&by_sand);
    assert!(answer.tables.iter().any(|table| table.name == "cases" && table.rows.len() == 2));
    // where they agree the cases are one
    let alike = shots(4, 200, 2, hard_with_backspin);
    assert!(said(&alike).starts_with("Choose the lowest spin and the highest speed"));
}

#[test]
fn where_two_axes_act_together_neither_is_best_alone() {
    let together = shots(5, 200, 1, |_, [speed, spin, _]| if (speed == 2) == (spin == 0) { 9.0 } else { 3.0 });
    let said = said(&together);
    assert!(said.contains(" is best depends on the "), "{said}");
}

#[test]
fn what_is_computed_is_exact() {
    let mut exact = shots(6, 1, 1, hard_with_backspin);
    for (point, worth) in exact.cases[0].worth.worth.iter_mut().enumerate() {
        worth[0] = if point % PLACES == 0 { 7.0 } else { 6.0 };
    }
    exact.is_exact = true;
    let answer = asked(&exact);
    assert_eq!(answer.headline.sentence.text(), "Choose the lowest position; speed and spin hardly matter.");
    assert_eq!(answer.headline.amount[0].text(), "7 points, exactly");
}

#[test]
fn a_point_alone_is_described() {
    let share =
        Quantity { unit: "%".to_owned(), factor: 100.0, range: [0.0, 1.0], ..Quantity::plain("stays", "stays") };
    let estimate = |value: f64| Estimate { n: 9, value: Some(value), std_error: None, interval: Some([-0.2, 0.6]) };
    let described = described::of_measures(
        vec![(Quantity::plain("x", "points"), estimate(0.4)), (share, estimate(0.2))],
        "stays",
        false,
    );
    assert_eq!(described.headline.sentence.text(), "Stays: 20 % (0 to 60).", "no share is below none");
    assert_eq!(described.findings.len(), 1);
}

/// An axis of the shot with these values.
fn of_shot(key: &str, short: &str, unit: &str, factor: f64, values: &[f64]) -> ChoiceAxis {
    let quantity = Quantity { unit: unit.to_owned(), factor, ..Quantity::plain(key, short) };
    ChoiceAxis { quantity, short: short.to_owned(), ..numbers(values) }
}

#[test]
fn directions_are_those_of_a_player() {
    let aim = of_shot("shot.aim_offset_m", "aim offset", "mm", 1e3, &[-0.036, -0.012, 0.0, 0.012, 0.036]);
    let said = |axis: &ChoiceAxis, levels: &[usize]| sentences::chosen(axis, levels).text();
    assert_eq!(said(&aim, &[0, 1, 2, 3]), "An aim near the middle");
    assert_eq!(said(&aim, &[1, 2, 3]), "An aim within 12 mm of the middle");
    assert_eq!(said(&aim, &[0]), "An aim 36 mm right of the middle");
    assert_eq!(said(&aim, &[2]), "No aim offset");
    let spin = of_shot("shot.spin_ratio", "spin", "", 1.0, &[-0.8, 0.0, 1.0]);
    assert_eq!(said(&spin, &[0]), "Strong backspin (0.8 of rolling)");
    assert_eq!(said(&spin, &[1]), "No spin");
    assert_eq!(said(&spin, &[2]), "Rolling");
    assert_eq!(said(&spin, &[0, 1]), "Backspin or no spin");
    assert_eq!(said(&spin, &[0, 2]), "Strong backspin (0.8 of rolling) or rolling");
    // zero is a place as any other
    let degrees = 1.0_f64.to_degrees();
    let position = of_shot("shot.position_rad", "position", "deg", degrees, &[-10.0, 0.0, 10.0].map(f64::to_radians));
    assert_eq!(said(&position, &[1]), "Position about 0 degrees");
    assert_eq!(said(&position, &[0]), "Position about -10 degrees", "no lowest of what goes around");
    assert_eq!(said(&position, &[1, 2]), "Position from 0 degrees to 10 degrees");
    // of what else has a sign nobody knows whether zero is none
    let warmth = of_shot("sand.warmth", "warmth", "", 1.0, &[-1.0, 0.0, 1.0]);
    assert_eq!(said(&warmth, &[1]), "Warmth about 0");
}

#[test]
fn advice_that_a_thumb_may_not_be_able_to_do_says_so() {
    let mut choices = shots(11, 200, 1, hard_with_backspin);
    let shot = |axis: &ChoiceAxis, key: &str| Quantity { name: key.to_owned(), ..axis.quantity.clone() };
    choices.axes[0].quantity = shot(&choices.axes[0], "shot.speed_m_s");
    choices.axes[1].quantity = shot(&choices.axes[1], "shot.spin_ratio");
    let judged = BestJudged::of(&choices).expect("values");
    let of = |diameter_m: f64| {
        let fixed = [("toley.diameter_m".to_owned(), Value::Number(diameter_m))].into_iter().collect();
        beyond_hand(&choices, &judged, &fixed).iter().map(|note| note.sentence.text()).collect::<Vec<_>>()
    };
    // 5 m/s with as much backspin as rolling
    assert_eq!(of(0.019)[0], "A thumb may not be able to spin it 84 times a second; nobody has measured it.");
    assert!(of(0.1).is_empty());
}

#[test]
fn nothing_could_matter_by_more_than_the_best_brings() {
    let few = shots(2, 6, 1, |_, _| 1.0);
    let brings = BestJudged::of(&few).and_then(|judged| judged.value.value).expect("a value");
    let details: Vec<String> = asked(&few).findings.iter().map(|finding| finding.detail.text()).collect();
    let bounds = details.iter().filter_map(|text| text.strip_prefix("Could matter by up to ")?.parse::<f64>().ok());
    let bounds: Vec<f64> = bounds.collect();
    // two digits, rounded up
    assert!(!bounds.is_empty() && bounds.iter().all(|bound| *bound < 1.1 * brings), "{details:?} of {brings}");
}
