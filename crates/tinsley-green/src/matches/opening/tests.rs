use tolley_experiment::limits::BeyondLimit;
use tolley_experiment::random::Streams;
use tolley_experiment::row::{Rows, Values};
use tolley_experiment::study::Study;

use super::super::buffers::Buffers;
use super::super::keys::MatchKeys;
use super::super::setup::Setup;
use super::super::step::{Course, play};
use super::super::study::MatchStudy;
use super::*;
use crate::keys::player::{Equal, PositionLimits};
use crate::laws::choices::MatchKind;
use crate::players::Numbers;

const TAU: f64 = core::f64::consts::TAU;

/// Two players, and who plays first is fixed.
fn two() -> MatchKeys {
    let mut keys = MatchKeys::default();
    (keys.format.team_size_count, keys.format.first_play) = (1, FirstPlay::Fixed);
    keys
}

/// The same with an opening of these keys.
fn opened(keys: MatchKeys) -> MatchKeys {
    let opening = Opening {
        by: OpeningBy::AsAimed,
        position_rad: 0.7,
        aim_offset_m: -0.02,
        speed_m_s: 4.3,
        elevation_rad: 0.05,
        spin_ratio: -0.6,
    };
    MatchKeys { opening, ..keys }
}

fn setup(keys: &MatchKeys) -> Setup {
    Setup::new(keys).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn played(keys: &MatchKeys, repeat: u64) -> Rows {
    let (setup, mut rows) = (setup(keys), Rows::new(&MatchStudy::tables()));
    let streams = Streams::new(8, repeat, None);
    play(&setup, &mut Buffers::new(&setup), &streams, &mut rows).expect("an end");
    rows
}

/// A column of numbers of a table.
fn column(rows: &Rows, table: &str, name: &str) -> Vec<f64> {
    let tables = MatchStudy::tables();
    let at = tables.iter().position(|known| known.name == table).expect("a table");
    match &rows.tables[at].columns[tables[at].index(name).expect("a column")] {
        Values::F64(values) => values.clone(),
        Values::U32(values) => values.iter().map(|value| f64::from(*value)).collect(),
        other => panic!("{name} holds no numbers: {other:?}"),
    }
}

/// The first shot of the match.
fn first(rows: &Rows, name: &str) -> f64 {
    column(rows, "shots", name)[0]
}

/// How far two directions are apart, rad.
fn apart_rad(one: f64, other: f64) -> f64 {
    let turn = (one - other).rem_euclid(TAU);
    turn.min(TAU - turn)
}

#[test]
fn the_first_shot_of_the_match_is_that_of_the_keys_with_the_errors_of_who_takes_it() {
    let keys = opened(two());
    for repeat in 0..4 {
        let (rows, control) = (played(&keys, repeat), played(&two(), repeat));
        let place_rad = libm::atan2(first(&rows, "knuckle_y_m"), first(&rows, "knuckle_x_m"));
        assert!(apart_rad(place_rad, 0.7) < 1e-12, "{place_rad}");
        let (azimuth_rad, ring_m) = (first(&rows, "azimuth_rad"), keys.ring.radius_m());
        // the line passes 2 cm to the right of the centre
        let meant_rad = 0.7 + 0.5 * TAU + libm::asin(-0.02 / ring_m);
        assert!(apart_rad(azimuth_rad, meant_rad) < 1e-12, "{azimuth_rad} and {meant_rad}");
        let meant = ["speed_m_s", "elevation_rad", "spin_ratio"].map(|name| first(&rows, name));
        assert_eq!(meant, [4.3, 0.05, -0.6]);
        // the errors are those of the control, in which another shot was meant
        assert_eq!(first(&rows, "aim_error_rad"), first(&control, "aim_error_rad"));
        let factor = |rows: &Rows| first(rows, "launch_speed_m_s") / first(rows, "speed_m_s");
        assert!((factor(&rows) / factor(&control) - 1.0).abs() < 1e-12);
        assert_ne!(first(&rows, "speed_m_s"), first(&control, "speed_m_s"));
        // the second one is the policy's again
        assert!(column(&rows, "shots", "speed_m_s")[1..].iter().all(|speed_m_s| *speed_m_s != 4.3));
    }
}

#[test]
fn world_and_draws_are_those_of_the_control() {
    let mut keys = two();
    (keys.rows.lies, keys.format.first_play, keys.surface.rolling_friction_sd_ratio) = (true, FirstPlay::NoseDrop, 0.2);
    for repeat in 0..3 {
        let (rows, control) = (played(&opened(keys), repeat), played(&keys, repeat));
        for name in ["first_side", "sand_rolling_friction_ratio"] {
            assert_eq!(column(&rows, "games", name)[0], column(&control, "games", name)[0], "{name}");
        }
        for name in ["x_m", "y_m", "radius_m"] {
            assert_eq!(column(&rows, "lies", name)[..49], column(&control, "lies", name)[..49], "{name}");
        }
    }
}

#[test]
fn without_it_nothing_moves_by_a_bit() {
    let mut keys = opened(two());
    keys.opening.by = OpeningBy::Policy;
    let text = |keys: &MatchKeys| format!("{:?}", played(keys, 1));
    assert_eq!(text(&keys), text(&two()));
    assert_ne!(text(&opened(two())), text(&two()));
}

#[test]
fn a_mirrored_opening_is_the_mirror_image() {
    let mirrored = |sign: f64| {
        let mut keys = opened(two());
        keys.player = keys.player.scaled(0.0);
        (keys.opening.position_rad, keys.opening.aim_offset_m) = (sign * 0.7, sign * 0.03);
        let rows = played(&keys, 2);
        ["knuckle_x_m", "knuckle_y_m", "release_x_m", "release_y_m", "azimuth_rad"].map(|name| first(&rows, name))
    };
    let [left, right] = [1.0, -1.0].map(mirrored);
    for (at, sign) in [(0, 1.0), (1, -1.0), (2, 1.0), (3, -1.0)] {
        assert!((left[at] - sign * right[at]).abs() < 1e-15, "{left:?} and {right:?}");
    }
    assert!(apart_rad(left[4], -right[4]) < 1e-12, "{left:?} and {right:?}");
}

#[test]
fn only_the_first_shot_of_the_first_game_is_given() {
    let mut keys = opened(two());
    keys.format.game_count = 3;
    let rows = played(&keys, 3);
    let (games, shots) = (column(&rows, "shots", "game"), column(&rows, "shots", "shot"));
    let begins = |game: f64| {
        let at = games.iter().zip(&shots).position(|(of, shot)| (*of, *shot) == (game, 0.0)).expect("a game");
        column(&rows, "shots", "speed_m_s")[at]
    };
    assert_eq!([0.0, 1.0, 2.0].map(|game| begins(game) == 4.3), [true, false, false]);
}

#[test]
fn whoever_plays_first_takes_it() {
    for (first_choice, side) in [(Choice::First, 0.0), (Choice::Second, 1.0)] {
        let mut keys = opened(two());
        keys.format.first_choice = first_choice;
        let rows = played(&keys, 1);
        assert_eq!([first(&rows, "side"), first(&rows, "speed_m_s")], [side, 4.3], "{first_choice:?}");
    }
}

#[test]
fn who_chooses_from_outside_chooses_himself() {
    let setup = setup(&opened(two()));
    let (mut buffers, mut rows) = (Buffers::new(&setup), Rows::new(&MatchStudy::tables()));
    let mut course = Course::begin(&setup, &mut buffers, &Streams::new(8, 0, None));
    course.play_to_choice(&setup, &mut buffers, &mut rows).expect("a choice");
    let outside = Numbers([0.0; 6]);
    while rows.tables[3].trial.is_empty() {
        course.step(&setup, &mut buffers, Some(&outside), &mut rows).expect("a shot");
    }
    // half way between the slowest and the fastest of the hand
    assert!((first(&rows, "speed_m_s") - 2.65).abs() < 1e-12);
}

#[test]
fn what_the_hand_cannot_do_is_refused_or_played_as_it_can_and_a_heavier_toley_is_flicked_as_a_glass_one() {
    let mut keys = opened(two());
    (keys.opening.speed_m_s, keys.opening.spin_ratio) = (9.0, -4.0);
    let refused: Vec<_> =
        Setup::new(&keys).err().unwrap_or_default().iter().map(|fault| fault.path.to_string()).collect();
    assert_eq!(refused, ["opening.speed_m_s", "opening.spin_ratio"]);
    keys.player.beyond_limit = BeyondLimit::Nearest;
    let rows = played(&keys, 0);
    assert_eq!([first(&rows, "speed_m_s"), first(&rows, "spin_ratio")], [5.0, -1.5]);
    let mut keys = opened(two());
    (keys.player.equal, keys.a.toley_density_ratio) = (Equal::Energy, 1.6);
    let slower = first(&played(&keys, 0), "speed_m_s") / 4.3;
    assert!((slower - (1.0 / 1.6_f64).sqrt()).abs() < 1e-12, "{slower}");
}

#[test]
fn what_nobody_could_play_is_refused_by_its_key() {
    let refused = |keys: &MatchKeys| -> Vec<String> {
        let faults = Setup::new(keys).err().unwrap_or_default();
        faults.iter().map(|fault| fault.path.to_string()).collect()
    };
    let mut wide = opened(two());
    wide.opening.aim_offset_m = 0.95;
    assert_eq!(refused(&wide), ["opening.aim_offset_m"]);
    wide.opening.by = OpeningBy::Policy;
    assert_eq!(refused(&wide), Vec::<String>::new(), "keys without effect are not looked at");
    // either half of the edge before its bench: who plays first says which is barred
    let mut benches = opened(two());
    (benches.hand.position_limits, benches.hand.position_turn_rad) = (PositionLimits::Arc, 0.5 * TAU);
    assert_eq!(refused(&benches), Vec::<String>::new());
    benches.format.first_choice = Choice::Second;
    assert_eq!(refused(&benches), ["opening.position_rad"]);
    benches.format.first_choice = Choice::Optimal;
    assert_eq!(refused(&benches), ["opening.position_rad"], "it may be either");
    benches.opening.position_rad = 3.0;
    benches.format.first_choice = Choice::Second;
    assert_eq!(refused(&benches), Vec::<String>::new());
}

#[test]
fn an_opening_is_chosen_within_the_hand_and_turned_as_the_rack_is() {
    assert_eq!(MatchStudy::hand(&two()), None);
    let hand = MatchStudy::hand(&opened(two())).expect("a hand");
    let names: Vec<&str> = hand.chosen.iter().map(|chosen| chosen.key.name).collect();
    assert_eq!(names, ["position_rad", "aim_offset_m", "speed_m_s", "elevation_rad", "spin_ratio"]);
    let limits = hand.chosen[2].limits.map(|limit| limit.map(|path| path.to_string()));
    assert_eq!(limits, ["player.speed_min_m_s", "player.speed_max_m_s"].map(|path| Some(path.to_owned())));
    assert!(!hand.can_lift_limits);
    assert!(hand.later.iter().any(|column| column == "first_wins"), "{:?}", hand.later);
    let tied = |keys: &MatchKeys| -> Vec<String> {
        let images = MatchStudy::hand(&opened(*keys)).expect("a hand").images;
        images.into_iter().filter(|image| image.differs.is_none()).map(|image| image.name).collect()
    };
    assert_eq!(tied(&two()), ["turned by 180 degrees", "turned by 60 degrees"]);
    let mut challenge = two();
    challenge.format.kind = MatchKind::Challenge;
    assert_eq!(tied(&challenge).len(), 3, "a rack of 13 is its mirror image");
}
