//! Throw-ins as a hand makes them.

use glam::{DVec2, dvec2};
use tolley_cymbergaj::laws::{Ends, Line, MatchDraws, MoveDraws, Piece, Restart, Seat, Verdict};
use tolley_cymbergaj::matches::{Opening, pairing};
use tolley_cymbergaj::shot::{PlayerView, Thrower, Workspace};
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::unit::deg;
use tolley_physics::discs::throw_in::{Roll, Throw};

use crate::cymbergaj::match_keys;

#[test]
fn throws_scatter_as_assumed() {
    let mut stream = Streams::new(1, 1, None).open(Purpose::named("throw"));
    let n = 4000;
    let thrower = Thrower::default();
    let throws: Vec<Throw> = (0..n).map(|_| thrower.throw(DVec2::ZERO, DVec2::Y, 9.81, &mut stream)).collect();
    // five standard errors of a mean and of a standard deviation
    let (mean_error, sd_error) = (5.0 / (n as f64).sqrt(), 5.0 / (2.0 * n as f64).sqrt());
    let spread = |values: &[f64]| {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let square = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        (mean, (square / (values.len() - 1) as f64).sqrt())
    };
    let flight_s = 2.0 * 1.6 / 9.81;
    let logs: Vec<f64> = throws.iter().map(|throw| libm::log(throw.speed_m_s * flight_s / 0.15)).collect();
    let (mean, sd) = spread(&logs);
    assert!(mean.abs() < 0.4 * mean_error && (sd / 0.4 - 1.0).abs() < sd_error, "distances: {mean} {sd}");
    let left_rad = |from: DVec2, to: DVec2| libm::atan2(from.perp_dot(to), from.dot(to));
    let turns: Vec<f64> = throws.iter().map(|throw| left_rad(DVec2::Y, throw.direction)).collect();
    let (mean, sd) = spread(&turns);
    let expected = deg(12.0);
    assert!(mean.abs() < expected * mean_error && (sd / expected - 1.0).abs() < sd_error, "turns: {mean} {sd}");
    assert!(throws.iter().all(|throw| (throw.direction.length() - 1.0).abs() < 1e-15));
    let rolls: Vec<(DVec2, Roll)> = throws.iter().filter_map(|throw| Some((throw.direction, throw.roll?))).collect();
    let share = rolls.len() as f64 / n as f64;
    assert!((share - 0.15).abs() < 5.0 * (0.15 * 0.85 / n as f64).sqrt(), "{share}");
    let lengths: Vec<f64> = rolls.iter().map(|(_, roll)| roll.length_m).collect();
    let roll_error = 5.0 / (rolls.len() as f64).sqrt();
    let (mean_m, _) = spread(&lengths);
    assert!((mean_m / 0.20 - 1.0).abs() < roll_error, "{mean_m}");
    // three in a thousand roll back past half a turn, which the angle folds
    let curves: Vec<f64> = rolls.iter().map(|(thrown, roll)| left_rad(*thrown, roll.direction)).collect();
    let (mean, sd) = spread(&curves);
    let expected = deg(60.0);
    assert!(mean.abs() < expected * roll_error && (sd / expected - 1.0).abs() < roll_error, "rolls: {mean} {sd}");
}

/// X throws from there without any error, on a table with these keys: what happened when and where, and the verdict.
fn thrown(keys: &str, from_m: DVec2, aim: DVec2, distance_m: f64) -> (Option<(f64, DVec2)>, Verdict) {
    let pairing = pairing(&match_keys(keys), Opening::Toss, Seat::X).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (laws, setup, x) = (&pairing.laws, &pairing.setups[0], Seat::X);
    let draws = MatchDraws { toss: x, extra_toss: x, series_toss: x, last_toss: x, added_ratio: [0.0; 4] };
    let mut game = laws.restart(&laws.begin(Ends::FIRST, draws), Restart::ThrowIn, x, from_m);
    game.layout.put(Piece::Coin(Seat::X), dvec2(-0.5, 0.0));
    game.layout.put(Piece::Coin(Seat::Y), dvec2(-0.5, 0.1));
    let thrower = Thrower {
        throw_median_m: distance_m,
        throw_sd_ratio: 0.0,
        throw_aim_sd_rad: 0.0,
        p_throw_edge: 0.0,
        ..Thrower::default()
    };
    let (mut events, view) = (laws.events(&game), PlayerView::of(&game.layout, x, game.ends));
    let mut stream = Streams::new(1, 1, None).open(Purpose::named("throw"));
    let hand = (&thrower, &mut stream);
    Workspace::new(&setup.physics).throw(setup, (x, game.ends), hand, &view, aim, &mut events);
    let out = events.ball_out.map(|out| (out.time_s, out.at_m));
    (out, laws.judge(&game, &events, &MoveDraws::NONE))
}

/// How long it flies, s.
const FLIGHT_S: f64 = 2.0 * 1.6 / 9.81;

#[test]
fn a_throw_that_leaves_is_out_where_it_crosses_the_line_and_by_that_line() {
    // over the end-line beside the goal at 0.1 of 0.3 m ahead; it comes down farther beyond the side-line
    let aim = dvec2(0.3, 0.9).normalize();
    let (out, verdict) = thrown("", dvec2(0.5, -0.3), aim, 0.9 / aim.y);
    let (time_s, at_m) = out.expect("it leaves");
    assert!((at_m - dvec2(0.6, 0.0)).length() < 1e-12 && (time_s - FLIGHT_S / 3.0).abs() < 1e-12, "{at_m} {time_s}");
    assert_eq!((verdict.exit, verdict.at_m), (Some(Line::Goal(Seat::Y)), at_m));
    let (_, aside) = thrown("", dvec2(0.5, -0.3), dvec2(0.3, 1.2).normalize(), 1.2);
    assert_eq!(aside.exit, Some(Line::End(Seat::Y)), "{}", aside.at_m);
}

#[test]
fn a_throw_over_an_inset_line_is_out_there_wherever_it_lies() {
    let keys = "[table]\nline_inset_m = \"30 mm\"\n[surface]\nsliding_friction_ratio = 0.01\n";
    let (line_m, from_m) = (0.27 + 0.00925, dvec2(0.1, -0.27 - 0.00925));
    // it lands between line and edge, beyond the edge, and on the field from which it slides
    for (distance_m, is_in_air) in [(2.0 * line_m + 0.01, true), (2.0 * line_m + 0.1, true), (0.4, false)] {
        let (out, verdict) = thrown(keys, from_m, DVec2::Y, distance_m);
        let (time_s, at_m) = out.unwrap_or_else(|| panic!("a throw of {distance_m} m leaves"));
        assert!((at_m - dvec2(0.1, line_m)).length() < 1e-12, "{distance_m}: {at_m}");
        assert_eq!((verdict.exit, time_s < FLIGHT_S), (Some(Line::Side), is_in_air), "{distance_m}: {time_s}");
    }
    let (out, verdict) = thrown(keys, from_m, -DVec2::Y, 0.1);
    assert_eq!((out, verdict.exit), (Some((0.0, from_m)), Some(Line::Side)), "it never comes in");
}
