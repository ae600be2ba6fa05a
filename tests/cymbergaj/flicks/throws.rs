//! Throw-ins as a hand makes them.

use glam::DVec2;
use tolley_cymbergaj::shot::Thrower;
use tolley_experiment::random::{Purpose, Streams};
use tolley_experiment::unit::deg;
use tolley_physics::discs::throw_in::{Roll, Throw};

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
