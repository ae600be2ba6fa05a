//! The keys of the laws: defaults, presets, refusals.

use tolley_cymbergaj::laws::{Clause, CoinRules, Human, Laws, Pitch};
use tolley_cymbergaj::matches::{MatchKeys, MatchStudy};
use tolley_experiment::key::Key;
use tolley_experiment::keys::KeySet;
use tolley_experiment::schema::Schema;
use tolley_experiment::study::{Study, StudyInfo};
use tolley_experiment::value::{Kind, Value};

use crate::cymbergaj::match_keys;

/// Tables whose keys the laws read.
const TABLES: [&str; 5] = ["table", "laws", "clock", "referee", "human"];

/// The keys that the laws read.
fn keys() -> Vec<Key> {
    let keys = Schema::of::<MatchKeys>().keys.into_iter();
    keys.filter(|key| TABLES.contains(&key.path.table)).collect()
}

fn named(choice: &str) -> Value {
    Value::Choice(choice.to_owned().into())
}

/// The keys of a match with these set.
fn set(set: &[(&str, Value)]) -> MatchKeys {
    let schema = Schema::of::<MatchKeys>();
    let mut values = schema.defaults();
    let index = |path: &str| schema.index(path).unwrap_or_else(|| panic!("no key {path}"));
    let kept: Vec<usize> = set.iter().map(|(path, _)| index(path)).collect();
    for (key, (_, value)) in kept.iter().zip(set) {
        values[*key] = value.clone();
    }
    schema.apply_presets(&mut values, |key| kept.contains(&key));
    MatchKeys::read(&values)
}

/// The laws of these keys, with which coins they allow; or what is wrong with them, with the path of its key.
fn laws(with: &[(&str, Value)]) -> Result<(Laws, CoinRules), Vec<(String, String)>> {
    let MatchKeys { table, a_coin, b_coin, ball, rules, clock, referee, human, coin_rules, .. } = set(with);
    let pitch = Pitch::new(&table, [&a_coin, &b_coin], &ball, rules.out_criterion);
    let laws = Laws { rules, clock, referee, human, pitch };
    let faults = laws.faults();
    let told = faults.into_iter().map(|fault| (fault.path.to_string(), fault.message)).collect::<Vec<_>>();
    if told.is_empty() { Ok((laws, coin_rules)) } else { Err(told) }
}

#[test]
fn the_defaults_of_the_keys_are_the_laws_of_the_document() {
    assert_eq!(laws(&[]), Ok((Laws::default(), CoinRules::default())));
}

#[test]
fn presets_set_what_people_do_and_which_text_is_played() {
    let human = match_keys("[human]\npreset = \"human\"\n");
    let Human { p_accident, p_illegal_stroke, p_touch_far, p_touch_near, p_hand_touch, .. } = human.human;
    assert_eq!(
        (p_accident, p_illegal_stroke, p_touch_far, p_touch_near, p_hand_touch),
        (0.003, 0.005, 0.002, 0.01, 0.002)
    );
    let Human { p_extra_move, p_bad_throw, p_hop, p_ride, .. } = human.human;
    assert_eq!((p_extra_move, p_bad_throw, p_hop, p_ride), (0.001, 0.05, 0.005, 0.002));
    let referee = (human.referee.line_sd_m, human.referee.p_detect_foul);
    assert_eq!((referee, human.clock.leader_slow_ratio), ((0.0005, 0.95), 1.3));
    let careful = match_keys("[human]\npreset = \"human\"\np_bad_throw = 0.0\n");
    assert_eq!(careful.human, Human { p_bad_throw: 0.0, ..human.human });
    let polish = match_keys("[laws]\ntext = \"polish\"\n").rules;
    assert_eq!((polish.moves_per_turn, polish.extra_moves_per_turn), (1, 2));
}

/// Another value of a key.
fn other(key: &Key) -> Value {
    match (key.kind, &key.default) {
        (Kind::Number { possible: [low, high], .. }, Value::Number(number)) => {
            Value::Number(if *number > low { 0.5 * (low + number) } else { low + 0.01 * (high - low) })
        }
        (Kind::Count { .. }, Value::Count(count)) => Value::Count(count + 1),
        (Kind::Choice(choices), _) => named(choices[1]),
        (_, Value::Flag(flag)) => Value::Flag(!flag),
        odd => panic!("{odd:?}"),
    }
}

/// Every key but those that only name something changes the laws: none is forgotten.
#[test]
fn every_key_has_an_effect() {
    let plain = laws(&[]);
    for key in keys() {
        if key.path.is("laws.offside") {
            continue;
        }
        let path = key.path.to_string();
        let needed = key.only_with.map(|condition| (condition.key.to_string(), named(condition.choice)));
        let with: Vec<(&str, Value)> = needed.iter().map(|(path, choice)| (path.as_str(), choice.clone())).collect();
        let both: Vec<(&str, Value)> = with.iter().cloned().chain([(path.as_str(), other(&key))]).collect();
        let base = if with.is_empty() { plain.clone() } else { laws(&with) };
        // a refusal is an effect too
        assert_ne!(laws(&both), base, "{path} = {:?}", other(&key));
    }
}

#[test]
fn every_key_says_its_clause_or_that_it_is_about_time_wasting_or_people() {
    let sizes = keys().into_iter().filter(|key| key.path.table == "table" && key.clause.is_none()).count();
    assert_eq!(sizes, 10, "what flicks need too has no clause of its own");
    for key in keys().into_iter().filter(|key| key.path.table != "table") {
        let told = key.about.starts_with("Time wasting") || key.path.is("human.preset");
        let clauses = key.clause.map_or(Vec::new(), |clause| clause.split(", ").collect());
        assert!(told || !clauses.is_empty(), "{}: {}", key.path, key.about);
        let unknown: Vec<_> = clauses.into_iter().filter(|clause| Clause::from_name(clause).is_none()).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", key.path);
    }
}

#[test]
fn the_defaults_that_are_listed_are_in_force() {
    let info = StudyInfo::of::<MatchStudy>();
    assert_eq!(info.name, MatchStudy::NAME);
    let plan = tolley_experiment::plan::Plan::of_study(info.into());
    assert_eq!(MatchKeys::read(&plan.point(0)), MatchKeys::default());
}

/// The clause, the key it points at, and what is set.
type Refused<'a> = (&'a str, &'a str, Vec<(&'a str, Value)>);

#[test]
fn what_cannot_be_played_is_refused_with_its_clause() {
    let one = |path, number| vec![(path, Value::Number(number))];
    let with = |path, choice, key, number| vec![(path, named(choice)), (key, Value::Number(number))];
    let cases: Vec<Refused> = vec![
        ("CG-1.2b", "clock.added_s", with("clock.added_time", "fixed", "clock.added_s", 45.0)),
        ("CG-1.8", "table.goal_width_m", one("table.goal_width_m", 0.61)),
        ("CG-1.8", "table.goal_width_m", with("table.posts", "physical", "table.goal_width_m", 0.5)),
        ("CG-1.8", "table.goal_width_m", with("table.posts", "physical", "table.goal_width_m", 0.02)),
        ("CG-1.7", "table.goal_area_width_m", one("table.goal_area_width_m", 0.61)),
        ("CG-1.7", "table.goal_area_depth_m", one("table.goal_area_depth_m", 0.51)),
        ("CG-1.7", "table.line_inset_m", one("table.line_inset_m", 0.27)),
        ("CG-1.7", "table.circle_radius_m", one("table.circle_radius_m", 0.3)),
        ("CG-3.1", "table.circle_radius_m", one("table.circle_radius_m", 0.02)),
        ("CG-3.1", "laws.kickoff_angle_rad", one("laws.kickoff_angle_rad", 1.6)),
        ("CG-5.4", "laws.exclusion_m", one("laws.exclusion_m", 0.6)),
        ("CG-5.7", "table.goal_area_depth_m", one("table.goal_area_depth_m", 0.03)),
        ("CG-5.5", "table.goal_area_width_m", one("table.goal_area_width_m", 0.03)),
        ("CG-5.7", "laws.penalty_y_m", one("laws.penalty_y_m", 0.2)),
        ("CG-5.7", "laws.keeper_y_m", with("laws.keeper", "fixed", "laws.keeper_y_m", -0.04)),
        (
            "CG-FB6",
            "human.p_bad_throw",
            vec![("human.p_bad_throw", Value::Number(1.0)), ("clock.restart_s", Value::Number(0.0))],
        ),
        (
            "CG-1.10",
            "human.p_illegal_stroke",
            with("laws.illegal_stroke", "warn-replay", "human.p_illegal_stroke", 1.0),
        ),
    ];
    for (clause, path, set) in cases {
        let refused = laws(&set).expect_err(path);
        let told = refused.iter().any(|(at, message)| at == path && message.starts_with(&format!("{clause}: ")));
        assert!(told, "{clause} {path}: {refused:?}");
    }
}
