//! Sweep once, smooth for every skill.

use tolley_search::execution::Noise;
use tolley_search::space::Space;
use tolley_search::sweep::{Plan, Sweep};

use crate::darts::{Board, score};

fn noise(sd: f64) -> Noise {
    Noise::normal(&[sd, sd]).expect("sds")
}

fn sweep(ranges: [[f64; 2]; 2], points: u64, seed: u64, worth: impl Fn(&[f64]) -> f64) -> Sweep {
    let plan = Plan { space: Space::new(&ranges).expect("ranges"), states: 1, points, seed };
    let played: Vec<f64> = plan.points(0).map(|point| worth(&point)).collect();
    plan.played(&played).expect("a sweep")
}

const BOARD: [[f64; 2]; 2] = [[-170.0, 170.0], [-170.0, 170.0]];

#[test]
fn the_best_aims_on_a_darts_board_are_the_known_ones() {
    // strategy T3: within 1 mm and 0.01 points
    let whole = sweep([[-210.0, 210.0], [-210.0, 210.0]], 1 << 16, 1, score);
    let aims = Space::new(&BOARD).expect("ranges");
    for (sd, best, expected) in
        [(5.0, [0.0, 102.9], 43.016), (10.0, [-0.7, 103.2], 29.528), (20.0, [-36.5, -100.6], 17.787)]
    {
        let noise = noise(sd);
        let coarse = whole.surface(&noise).expect("two numbers").peaks(&aims);
        // the best places once more, as densely as the answer is wanted
        let refined = coarse.iter().take(2).map(|peak| {
            let [near, reach] = [1.0 * sd, 5.0 * sd];
            let around = |by: f64| [0, 1].map(|i| [peak.at[i] - by, peak.at[i] + by]);
            let dense = sweep(around(reach), 1 << 20, 2, score);
            dense.surface(&noise).expect("two numbers").peaks(&Space::new(&around(near)).expect("ranges")).remove(0)
        });
        let found = refined.max_by(|a, b| a.value.total_cmp(&b.value)).expect("a peak");
        let off = [0, 1].map(|i| (found.at[i] - best[i]).abs());
        println!("{sd} {found:?} {expected}");
        assert!(off[0] < 1.0 && off[1] < 1.0 && (found.value - expected).abs() < 0.01, "{sd}: {found:?}");
    }
}

#[test]
fn regret_on_a_darts_board_is_small_after_a_thousand_shots() {
    // strategy T6, sigma 26.9 mm: at most 0.52 with 1,024 shots and 0.13 with 4,096
    let (board, noise, aims) = (Board::new(), noise(26.9), Space::new(&BOARD).expect("ranges"));
    let seeds = 150;
    for (points, most) in [(1024, 0.52), (4096, 0.13)] {
        let regrets: Vec<f64> = (0..seeds)
            .map(|seed| {
                let found =
                    sweep(BOARD, points, seed, score).surface(&noise).expect("two numbers").peaks(&aims).remove(0);
                board.expected(&found.at, 26.9)
            })
            .collect();
        let best = regrets.iter().copied().fold(0.0, f64::max);
        println!("{points} {best} {}", best - regrets.iter().sum::<f64>() / seeds as f64);
        assert!(best - regrets.iter().sum::<f64>() / seeds as f64 <= most);
    }
}

#[test]
fn the_taller_of_two_bumps_is_best_for_the_skilled_and_the_wider_for_others() {
    // strategy T4: they tie at sigma 0.020203
    let bump = |x: &[f64], at: [f64; 2], width: f64| {
        let [a, b] = [x[0] - at[0], x[1] - at[1]];
        libm::exp(-0.5 * (a * a + b * b) / (width * width))
    };
    let (tall, wide) = ([-0.5, -0.4], [0.5, 0.5]);
    let worth = |x: &[f64]| bump(x, tall, 0.02) + 0.5 * bump(x, wide, 0.2);
    let aims = Space::new(&[[-1.0, 1.0], [-1.0, 1.0]]).expect("ranges");
    let mut right = [0; 2];
    for seed in 0..100 {
        let sweep = sweep([[-1.1, 1.1], [-1.1, 1.1]], 1 << 16, seed, worth);
        for (k, (sd, best)) in [(0.018, tall), (0.023, wide)].into_iter().enumerate() {
            let noise = noise(sd);
            let found = sweep.surface(&noise).expect("two numbers").peaks(&aims).remove(0);
            right[k] += u64::from(bump(&found.at, best, 0.1) > 0.5);
        }
    }
    assert!(right.iter().all(|right| *right >= 99), "{right:?}");
}
