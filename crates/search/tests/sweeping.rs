//! Sweep once, smooth for every skill.

use tolley_experiment::random::{Purpose, Streams};
use tolley_search::arms::Pull;
use tolley_search::execution::Noise;
use tolley_search::halving::Halving;
use tolley_search::maximise::{Peak, climb};
use tolley_search::space::Space;
use tolley_search::sweep::{Plan, Sweep};

use crate::darts::{Board, score};

fn noise(sd: f64) -> Noise {
    Noise::normal(&[sd, sd]).expect("sds")
}

fn sweep(ranges: [[f64; 2]; 2], points: u64, seed: u64, worth: impl Fn(&[f64]) -> f64) -> Sweep {
    let plan = Plan { space: Space::new(&ranges).expect("ranges"), states: 1, points, seed, outside: Some(0.0) };
    let played: Vec<f64> = plan.points(0).map(|point| worth(&point)).collect();
    plan.played(&played).expect("a sweep")
}

const BOARD: [[f64; 2]; 2] = [[-170.0, 170.0], [-170.0, 170.0]];

#[test]
fn the_best_aims_on_a_darts_board_are_the_known_ones() {
    // T3: within 1 mm and 0.01 points
    let whole = sweep([[-210.0, 210.0], [-210.0, 210.0]], 1 << 16, 1, score);
    let aims = Space::new(&BOARD).expect("ranges");
    for (sd, best, expected) in
        [(5.0, [0.0, 102.9], 43.016), (10.0, [-0.7, 103.2], 29.528), (20.0, [-36.5, -100.6], 17.787)]
    {
        let noise = noise(sd);
        let coarse = whole.surface(&noise).expect("two numbers").peaks(&aims);
        // the best places once more, as densely as the answer is wanted
        let around = |at: &[f64], by: f64| [0, 1].map(|i| [at[i] - by, at[i] + by]);
        let refined = coarse.iter().take(2).map(|peak| {
            let near = sweep(around(&peak.at, 5.0 * sd), 1 << 16, 2, score);
            let aims = Space::new(&around(&peak.at, sd)).expect("ranges");
            near.surface(&noise).expect("two numbers").peaks(&aims).remove(0)
        });
        let mut found = refined.max_by(|a, b| a.value.total_cmp(&b.value)).expect("a peak");
        let dense = sweep(around(&found.at, 4.0 * sd), 1 << 20, 3, score);
        found.value = dense.surface(&noise).expect("two numbers").value(&found.at);
        let off = [0, 1].map(|i| (found.at[i] - best[i]).abs());
        assert!(off[0] < 1.0 && off[1] < 1.0 && (found.value - expected).abs() < 0.01, "{sd}: {found:?}");
    }
}

#[test]
fn regret_on_a_darts_board_is_small_after_a_thousand_shots_and_far_below_that_of_halving() {
    // T6, sigma 26.9 mm: at most 0.52 with 1,024 shots and 0.13 with 4,096
    let (board, noise, aims) = (Board::new(), noise(26.9), Space::new(&BOARD).expect("ranges"));
    let expected = |aim: &[f64]| board.expected(aim, 26.9);
    let near = Peak { at: vec![-40.0, -98.0], value: expected(&[-40.0, -98.0]) };
    let best = climb(&aims, &[20.0, 20.0], &[near], expected).remove(0).value;
    let mean = |regrets: &[f64]| regrets.iter().sum::<f64>() / regrets.len() as f64;
    for (points, most) in [(1024, 0.52), (4096, 0.13)] {
        let regret = |seed| {
            let played = sweep(BOARD, points, seed, score);
            best - expected(&played.surface(&noise).expect("two numbers").peaks(&aims)[0].at)
        };
        let swept = mean(&(0..150).map(regret).collect::<Vec<_>>());
        let halved =
            mean(&(0..150).map(|seed| best - expected(&halving(16 * points, seed, &noise))).collect::<Vec<_>>());
        println!("{points} shots: regret {swept:.3}, halving with 16 times as many {halved:.3}");
        // 4 standard errors of the difference at 1,024 shots are 0.16
        assert!(swept <= most && swept <= halved + if points == 1024 { 0.16 } else { 0.0 }, "{swept} {halved}");
    }
}

/// The best of 256 random aims, by sequential halving of noisy throws.
pub fn halving(shots: u64, seed: u64, noise: &Noise) -> Vec<f64> {
    let mut stream = Streams::new(seed, 0, None).open(Purpose::named("halving"));
    let aims: Vec<Vec<f64>> =
        (0..256).map(|_| vec![stream.uniform_in(-170.0, 170.0), stream.uniform_in(-170.0, 170.0)]).collect();
    let mut halving = Halving::new(aims.len(), shots);
    while let Some(pulls) = halving.ask() {
        for Pull { arm, times } in pulls {
            (0..times).for_each(|_| halving.tell(arm, score(&noise.draw(&aims[arm], &mut stream))));
        }
    }
    aims[halving.choice().best].clone()
}

#[test]
fn the_taller_of_two_bumps_is_best_for_the_skilled_and_the_wider_for_others() {
    // T4: they tie at sigma 0.020203
    let bump = |x: &[f64], at: [f64; 2], width: f64| {
        let [a, b] = [x[0] - at[0], x[1] - at[1]];
        libm::exp(-0.5 * (a * a + b * b) / (width * width))
    };
    let (tall, wide) = ([-0.25, -0.2], [0.3, 0.25]);
    let worth = |x: &[f64]| bump(x, tall, 0.02) + 0.5 * bump(x, wide, 0.2);
    let aims = Space::new(&[[-0.5, 0.5], [-0.5, 0.5]]).expect("ranges");
    let mut right = [0; 2];
    for seed in 0..100 {
        let sweep = sweep([[-0.6, 0.6], [-0.6, 0.6]], 1 << 14, seed, worth);
        for (k, (sd, best)) in [(0.018, tall), (0.023, wide)].into_iter().enumerate() {
            let noise = noise(sd);
            let found = sweep.surface(&noise).expect("two numbers").peaks(&aims).remove(0);
            right[k] += u64::from(bump(&found.at, best, 0.1) > 0.5);
        }
    }
    assert!(right.iter().all(|right| *right >= 99), "{right:?}");
}
