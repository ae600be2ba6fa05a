//! The keys of the laws: defaults, presets, refusals.

use tolley_cymbergaj::laws::keys::{KEYS, PRESETS};
use tolley_cymbergaj::laws::{Human, Laws, Pitch};
use tolley_experiment::key::{Key, Point, Schema, Value};

/// The table sizes that flicks need too.
const TABLE: [Key; 8] = [
    Key::number("table.length_m", 1.2, [0.2, 5.0], ""),
    Key::number("table.width_m", 0.6, [0.1, 5.0], ""),
    Key::number("table.goal_width_m", 0.1, [0.0, 5.0], ""),
    Key::number("table.circle_radius_m", 0.1, [0.0, 2.0], ""),
    Key::number("table.edge_bevel_m", 0.0, [0.0, 0.05], ""),
    Key::number("table.line_inset_m", 0.0, [0.0, 0.1], ""),
    Key::choice("table.posts", &["marks", "physical"], ""),
    Key::number("table.post_radius_m", 0.002, [0.0, 0.05], "").only_with("table.posts", "physical"),
];

const ALL: usize = TABLE.len() + KEYS.len();

static SCHEMA: Schema = Schema {
    keys: &{
        let mut keys = [TABLE[0]; ALL];
        let mut i = 0;
        while i < ALL {
            keys[i] = if i < TABLE.len() { TABLE[i] } else { KEYS[i - TABLE.len()] };
            i += 1;
        }
        keys
    },
    presets: PRESETS,
};

/// The design point with these keys set.
fn point(set: &[(&str, Value)]) -> Point {
    let mut point = Point::default_of(&SCHEMA);
    let index = |path: &str| SCHEMA.index(path).unwrap_or_else(|| panic!("no key {path}"));
    for (path, value) in set {
        point.values[index(path)] = *value;
    }
    let kept: Vec<usize> = set.iter().map(|(path, _)| index(path)).collect();
    point.apply_presets(|index| kept.contains(&index));
    point
}

fn laws(set: &[(&str, Value)]) -> Result<Laws, Vec<(&'static str, String)>> {
    let faults = |faults: Vec<tolley_experiment::problem::Fault>| {
        faults.into_iter().map(|fault| (fault.path, fault.message)).collect::<Vec<_>>()
    };
    Laws::new(&point(set), Pitch::DEFAULT.radius_m).map_err(faults)
}

#[test]
fn the_defaults_of_the_keys_are_the_laws_of_the_document() {
    assert_eq!(laws(&[]), Ok(Laws::literal()));
}

#[test]
fn presets_set_what_people_do_and_which_text_is_played() {
    let human = laws(&[("human.preset", Value::Choice("human"))]).expect("laws");
    assert_eq!(human.human, Human::HUMAN);
    assert_eq!((human.rules.line_sd_m, human.rules.slow_leader_ratio), (0.0005, 1.3));
    let careful = [("human.preset", Value::Choice("human")), ("human.p_bad_throw", Value::Number(0.0))];
    assert_eq!(laws(&careful).expect("laws").human, Human { p_bad_throw: 0.0, ..Human::HUMAN });
    let polish = laws(&[("laws.text", Value::Choice("polish"))]).expect("laws");
    assert_eq!((polish.rules.moves_per_turn, polish.rules.extra_moves_per_turn), (1, 2));
}

/// Every key but those that only name something changes the laws: none is forgotten.
#[test]
fn every_key_has_an_effect() {
    use tolley_experiment::key::Kind;
    let plain = laws(&[]);
    for key in SCHEMA.keys {
        if key.path == "laws.offside" {
            continue;
        }
        let other = match (key.kind, key.default) {
            (Kind::Number { possible: [low, high], .. }, Value::Number(number)) => {
                Value::Number(if number > low { 0.5 * (low + number) } else { low + 0.01 * (high - low) })
            }
            (Kind::Count { .. }, Value::Count(count)) => Value::Count(count + 1),
            (Kind::Choice(choices), _) => Value::Choice(choices[1]),
            (_, Value::Flag(flag)) => Value::Flag(!flag),
            odd => panic!("{odd:?}"),
        };
        let needed = key.only_with.map(|(path, choice)| (path, Value::Choice(choice)));
        let with: Vec<(&str, Value)> = needed.into_iter().collect();
        let both: Vec<(&str, Value)> = with.iter().copied().chain([(key.path, other)]).collect();
        let base = if with.is_empty() { plain.clone() } else { laws(&with) };
        // a refusal is an effect too
        assert_ne!(laws(&both), base, "{} = {other:?}", key.path);
    }
}

#[test]
fn every_key_says_its_clause_or_that_it_is_about_time_wasting_or_people() {
    for key in KEYS {
        let told = key.about.starts_with("CG-") || key.about.starts_with("Time wasting") || key.path == "human.preset";
        assert!(told, "{}: {}", key.path, key.about);
    }
}

/// The clause, the key it points at, and what is set.
type Refused<'a> = (&'a str, &'a str, &'a [(&'a str, Value)]);

#[test]
fn what_cannot_be_played_is_refused_with_its_clause() {
    let number = Value::Number;
    let fixed = ("clock.added_time", Value::Choice("fixed"));
    let cases: &[Refused] = &[
        ("CG-1.2b", "clock.added_s", &[fixed, ("clock.added_s", number(45.0))]),
        ("CG-1.8", "table.goal_width_m", &[("table.goal_width_m", number(0.61))]),
        (
            "CG-1.8",
            "table.goal_width_m",
            &[("table.goal_width_m", number(0.5)), ("table.posts", Value::Choice("physical"))],
        ),
        (
            "CG-1.8",
            "table.goal_width_m",
            &[("table.goal_width_m", number(0.02)), ("table.posts", Value::Choice("physical"))],
        ),
        ("CG-1.7", "table.goal_area_width_m", &[("table.goal_area_width_m", number(0.61))]),
        ("CG-1.7", "table.goal_area_depth_m", &[("table.goal_area_depth_m", number(0.51))]),
        ("CG-1.7", "table.line_inset_m", &[("table.line_inset_m", number(0.27))]),
        ("CG-1.7", "table.circle_radius_m", &[("table.circle_radius_m", number(0.3))]),
        ("CG-3.1", "table.circle_radius_m", &[("table.circle_radius_m", number(0.02))]),
        ("CG-3.1", "laws.kickoff_angle_rad", &[("laws.kickoff_angle_rad", number(1.6))]),
        ("CG-5.4", "laws.exclusion_m", &[("laws.exclusion_m", number(0.6))]),
        ("CG-5.7", "table.goal_area_depth_m", &[("table.goal_area_depth_m", number(0.03))]),
        ("CG-5.5", "table.goal_area_width_m", &[("table.goal_area_width_m", number(0.03))]),
        ("CG-5.7", "laws.penalty_y_m", &[("laws.penalty_y_m", number(0.2))]),
        ("CG-5.7", "laws.keeper_y_m", &[("laws.keeper", Value::Choice("fixed")), ("laws.keeper_y_m", number(-0.04))]),
        ("CG-FB6", "human.p_bad_throw", &[("human.p_bad_throw", number(1.0)), ("clock.restart_s", number(0.0))]),
        (
            "CG-1.10",
            "human.p_illegal_stroke",
            &[("laws.illegal_stroke", Value::Choice("warn-replay")), ("human.p_illegal_stroke", number(1.0))],
        ),
    ];
    for (clause, path, set) in cases {
        let refused = laws(set).expect_err(path);
        let told = refused.iter().any(|(at, message)| at == path && message.starts_with(&format!("{clause}: ")));
        assert!(told, "{clause} {path}: {refused:?}");
    }
}
