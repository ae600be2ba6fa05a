use tolley_experiment::random::{Purpose, Stream, Streams};

use super::*;

const ARMS: usize = 10;
const REPEATS: usize = 120;

fn stream(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("predictions"))
}

/// Points of arms, of variance 1, and what they bring: 0.5 a point, and `own_sd` that is the arm's own. Their means
/// have errors of 0.3, those of the other of 0.14, of opposite sign in part; all arms share the chance of a repeat.
fn played(stream: &mut Stream, own_sd: f64) -> [Vec<Vec<f64>>; 2] {
    let error_sd = (REPEATS as f64).sqrt();
    let (mut by, mut of) = (vec![Vec::new(); ARMS], vec![Vec::new(); ARMS]);
    let own: Vec<f64> = (0..ARMS).map(|_| own_sd * stream.normal()).collect();
    for _ in 0..REPEATS {
        let shared = 5.0 * stream.normal();
        for (arm, own) in own.iter().enumerate() {
            // 0 to 9 have a variance of 55 / 6
            let points = arm as f64 / (55.0_f64 / 6.0).sqrt();
            let (one, two) = (stream.normal(), stream.normal());
            by[arm].push(points + shared + 0.3 * error_sd * one);
            of[arm].push(0.5 * points + own + shared + 0.1 * error_sd * (two - one));
        }
    }
    [by, of]
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn what_is_known_without_errors_is_predicted_by_the_plain_line() {
    // Anscombe's first ten x, and a line with a rest
    let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0];
    let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82];
    let found = predict(&x.map(|x| vec![x; 5]), &y.map(|y| vec![y; 5])).expect("ten arms");
    let [mean_x, mean_y] = [x, y].map(|all| all.iter().sum::<f64>() / 10.0);
    let sum = |a: &[f64], mean_a: f64, b: &[f64], mean_b: f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum()
    };
    let (xx, xy, yy) = (sum(&x, mean_x, &x, mean_x), sum(&x, mean_x, &y, mean_y), sum(&y, mean_y, &y, mean_y));
    assert!((found.slope.value - xy / xx).abs() < 1e-12, "{found:?}");
    let correlation = found.correlation.expect("a correlation");
    assert!((correlation.value - xy / (xx * yy).sqrt()).abs() < 1e-12, "{found:?}");
    let [low, high] = found.slope.of_these.expect("an interval");
    assert!(high - low < 1e-9, "other repeats change nothing: {found:?}");
    let [low, high] = found.slope.of_such.expect("an interval");
    assert!(low < found.slope.value && found.slope.value < high && high - low > 0.1, "{found:?}");
}

#[test]
fn errors_of_both_are_taken_out_of_slope_and_correlation() {
    let (mut slopes, mut plain, mut correlations) = (Vec::new(), Vec::new(), Vec::new());
    let mut stream = stream(1);
    for _ in 0..300 {
        let [by, of] = played(&mut stream, 0.3);
        let found = predict(&by, &of).expect("arms that differ");
        slopes.push(found.slope.value);
        correlations.extend(found.correlation.map(|correlation| correlation.value));
        let mean = |rows: &[Vec<f64>]| -> Vec<f64> {
            rows.iter().map(|row| row.iter().sum::<f64>() / REPEATS as f64).collect()
        };
        let constant = |rows: &[Vec<f64>]| mean(rows).into_iter().map(|mean| vec![mean; 2]).collect::<Vec<_>>();
        plain.push(predict(&constant(&by), &constant(&of)).expect("arms that differ").slope.value);
    }
    // variance and covariance of the errors of means: 0.09 and -0.03
    let [slope, plain, correlation] = [slopes, plain, correlations].map(median);
    assert!((plain - (0.5 - 0.03) / 1.09).abs() < 0.02, "{plain}");
    assert!((slope - 0.5).abs() < 0.02, "{slope}");
    assert!((correlation - 0.5 / 0.34_f64.sqrt()).abs() < 0.04, "{correlation}");
}

#[test]
fn the_intervals_hold_what_they_are_about_as_often_as_they_say() {
    let mut stream = stream(2);
    let (mut these, mut such, mut whole, runs) = (0, 0, 0, 300);
    for _ in 0..runs {
        // with nothing of the arms' own, both are about the same slope, and one says all of the other
        let [by, of] = played(&mut stream, 0.0);
        let Prediction { slope, correlation, .. } = predict(&by, &of).expect("arms that differ");
        let holds = |ends: Option<[f64; 2]>, x: f64| usize::from(ends.is_some_and(|[low, high]| low <= x && x <= high));
        these += holds(slope.of_these, 0.5);
        such += holds(slope.of_such, 0.5);
        whole += holds(correlation.and_then(|correlation| correlation.of_these), 1.0);
    }
    // 0.95 of 300 is 285; a jackknife of ten arms is a little off
    assert!((270..=297).contains(&these) && (264..=299).contains(&such), "{these} and {such} of {runs}");
    assert!((264..=299).contains(&whole), "{whole} of {runs}");
}

#[test]
fn what_cannot_be_told_is_not() {
    let row = |arm: u32| vec![f64::from(arm); 3];
    let rows: Vec<Vec<f64>> = (0..6).map(row).collect();
    assert_eq!(predict(&rows[..3], &rows[..3]), None, "three arms");
    assert_eq!(predict(&vec![vec![1.0]; 6], &vec![vec![1.0]; 6]), None, "one repeat has no spread");
    assert_eq!(predict(&vec![row(1); 6], &rows), None, "arms that do not differ predict nothing");
    let flat = predict(&rows, &vec![row(1); 6]).expect("a slope");
    assert_eq!((flat.slope.value, flat.correlation), (0.0, None));
}
