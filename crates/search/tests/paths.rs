//! The best choice over skills.

use tolley_experiment::random::{Purpose, Streams};
use tolley_search::execution::Noise;
use tolley_search::path::{Skills, contenders, difference, zone};
use tolley_search::space::Space;
use tolley_search::sweep::{Plan, Sweep};

use crate::darts::score;

fn noise(sd: f64) -> Noise {
    Noise::normal(&[sd; 2]).expect("sds")
}

fn square(half: f64) -> Space {
    Space::new(&[[-half, half]; 2]).expect("ranges")
}

fn sweep(plan: &Plan, worth: impl Fn(u64, &[f64]) -> f64) -> Sweep {
    let played = (0..plan.states).flat_map(|state| plan.points(state).map(move |point| (state, point)));
    plan.played(&played.map(|(state, point)| worth(state, &point)).collect::<Vec<_>>()).expect("a sweep")
}

#[test]
fn the_best_aim_jumps_from_the_treble_twenty_to_the_treble_nineteen() {
    // the known jump: 16.91 mm
    let space = Space::new(&[[-130.0, 110.0], [-190.0, 190.0]]).expect("ranges");
    let board = sweep(&Plan { space, states: 1, points: 1 << 17, seed: 1, outside: None }, |_, at| score(at));
    let sds = [15.0, 16.0, 18.0, 20.0];
    let aims = Space::new(&[[-60.0, 40.0], [-125.0, 125.0]]).expect("ranges");
    let noises = sds.map(noise);
    let skills = Skills::new(&board, &noises, &aims).expect("two numbers");
    let path = skills.path();
    let jumps = skills.jumps(&path);
    let [jump] = &jumps[..] else { panic!("{jumps:?}") };
    let at = sds[jump.after] + jump.share * (sds[jump.after + 1] - sds[jump.after]);
    println!("jump at {at:.2}: {jump:?}");
    assert!((at - 16.91).abs() < 0.5 && jump.from[1] > 90.0 && jump.to[1] < -90.0, "{at}");
    let regrets = skills.regrets(&path);
    for (k, row) in regrets.iter().enumerate() {
        assert!(row[k] == 0.0 && row.iter().all(|loss| *loss >= -1e-9), "{row:?}");
    }
    assert!(regrets[0][3] > 0.05 && regrets[3][0] > 0.05, "{regrets:?}");
    let best = path[3].as_ref().expect("a best").best();
    let surface = board.surface(&noises[3]).expect("two numbers");
    let near = zone(&surface, &aims, best, 0.95).expect("worth something");
    assert!(near.share > 0.001 && near.share < 0.5, "{near:?}");
    assert!((0..2).all(|i| near.extent[i][0] <= best.at[i] && best.at[i] <= near.extent[i][1]));
}

/// Two hills that mirror each other, and shots that are off by themselves and by their state.
fn mirrored(seed: u64) -> Sweep {
    let hill = |x: &[f64], at: f64| libm::exp(-8.0 * ((x[0] - at) * (x[0] - at) + x[1] * x[1]));
    let plan = Plan { space: square(1.5), states: 10, points: 400, seed, outside: None };
    let mut errors = Streams::new(seed, 0, None).open(Purpose::named("hills"));
    let shifts: Vec<f64> = (0..plan.states).map(|_| errors.normal()).collect();
    let off: Vec<f64> = (0..plan.shots()).map(|_| errors.normal()).collect();
    let played = (0..plan.states).flat_map(|state| plan.points(state).map(move |point| (state, point)));
    let worth =
        played.zip(&off).map(|((state, x), off)| hill(&x, -0.6) + hill(&x, 0.6) + shifts[state as usize] + 0.3 * off);
    plan.played(&worth.collect::<Vec<_>>()).expect("a sweep")
}

#[test]
fn mirror_images_tie() {
    let (noise, aims) = (noise(0.15), square(1.0));
    let (runs, mut tied, mut both) = (400, 0, 0);
    for seed in 0..runs {
        let hills = mirrored(seed);
        let surface = hills.surface(&noise).expect("two numbers");
        let [low, high] = difference(&surface, &[0.6, 0.0], &[-0.6, 0.0]).interval.expect("ten states");
        tied += u64::from(low <= 0.0 && 0.0 <= high);
        if seed < 20 {
            let peaks = surface.peaks(&aims);
            let set = contenders(&surface, &peaks).expect("two hills, ten states");
            let in_set = |sign: f64| peaks.iter().zip(&set).any(|(peak, one)| one.in_set && peak.at[0] * sign > 0.3);
            both += u64::from(in_set(1.0) && in_set(-1.0));
        }
    }
    println!("mirror images tie in {tied} of {runs}, both hills are in the set in {both} of 20");
    // 95 % within 4 standard errors, 1.09 points each
    assert!((tied as f64 / runs as f64 - 0.95).abs() < 0.044 && both >= 15, "{tied} {both}");
}
