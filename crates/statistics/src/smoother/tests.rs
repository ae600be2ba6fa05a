use tolley_experiment::random::{Purpose, Stream, Streams};

use super::*;

/// Values of each axis: numbers, and names on the last one.
const SIZES: [usize; 4] = [3, 3, 3, 3];

/// What is true of each point of a grid, and what its trials were worth.
struct World {
    places: Places,
    truth: Vec<f64>,
    worth: Vec<Vec<f64>>,
}

fn stream(seed: u64) -> Stream {
    Streams::new(seed, 0, None).open(Purpose::named("smoother"))
}

/// A grid of three numbers and a name, whose truth bends and turns and has something of a point's own; chance that is
/// larger at some points than at others, and in part the same at all points of a repeat.
fn world(seed: u64, sizes: [usize; 4], repeats: usize) -> World {
    let mut stream = stream(seed);
    let count: usize = sizes.iter().product();
    let level = |point: usize, axis: usize| point / sizes[axis + 1..].iter().product::<usize>() % sizes[axis];
    let at: Vec<Vec<f64>> = (0..count).map(|point| (0..4).map(|axis| level(point, axis) as f64).collect()).collect();
    let scale = libm::exp(stream.uniform_in(-1.5, 1.5));
    let mut normals = |count: usize| (0..count).map(|_| scale * stream.normal()).collect::<Vec<f64>>();
    let (lines, bends, pairs, names, turns) =
        (normals(3), normals(3), normals(3), normals(sizes[3]), normals(sizes[3]));
    let own = 0.1 * scale * stream.uniform();
    let steep = stream.uniform_in(-1.0, 1.0);
    let mut truth = Vec::new();
    for place in &at {
        let x: Vec<f64> = (0..3).map(|axis| place[axis] / (sizes[axis] - 1) as f64 - 0.5).collect();
        let name = place[3] as usize;
        let mains: f64 = (0..3).map(|axis| lines[axis] * x[axis] + 2.0 * bends[axis] * x[axis] * x[axis]).sum();
        let twos = pairs[0] * x[0] * x[1] + pairs[1] * x[1] * x[2] + pairs[2] * x[0] * x[2];
        truth.push(mains + twos + 0.5 * names[name] + turns[name] * x[0] + own * stream.normal());
    }
    let mut worth = vec![Vec::new(); count];
    for _ in 0..repeats {
        let [all, sloped] = [stream.normal(), 0.5 * stream.normal()];
        for (point, worth) in worth.iter_mut().enumerate() {
            let x = at[point][1] / (sizes[1] - 1) as f64;
            let chance = libm::exp(steep * x) * stream.normal();
            worth.push(truth[point] + all + sloped * x + chance);
        }
    }
    World { places: Places::of(at, vec![false, false, false, true]), truth, worth }
}

/// How often the intervals of the points hold, and those of their differences from the highest; and how much nearer
/// smoothed values come to the truth than means do, in squares.
#[derive(Default)]
struct Held {
    points: f64,
    losses: f64,
    smooth: f64,
    raw: f64,
    worlds: f64,
}

fn hold(held: &mut Held, world: &World) {
    let smoother = Smoother::of(&world.places, &world.worth).expect("points that differ");
    let smoothed = smoother.smoothed(&world.worth);
    let off = smoother.off();
    let found: Vec<Estimate> = smoothed.iter().zip(&off).map(|(of, off)| estimate(of, *off)).collect();
    let value = |point: usize| found[point].value.expect("a value");
    let best = (1..found.len()).fold(0, |best, point| if value(point) > value(best) { point } else { best });
    let within = |found: &Estimate, truth: f64| {
        found.interval.is_some_and(|[low, high]| (low..=high).contains(&truth)) as u32 as f64
    };
    let count = found.len() as f64;
    held.points += found.iter().zip(&world.truth).map(|(found, truth)| within(found, *truth)).sum::<f64>() / count;
    let from_best = smoother.off_from(best);
    let losses = (0..found.len()).filter(|point| *point != best).map(|point| {
        let apart: Vec<f64> = smoothed[best].iter().zip(&smoothed[point]).map(|(a, b)| a - b).collect();
        within(&estimate(&apart, from_best[point]), world.truth[best] - world.truth[point])
    });
    held.losses += losses.sum::<f64>() / (count - 1.0);
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let shift = mean(&found.iter().map(|of| of.value.unwrap_or(0.0)).collect::<Vec<f64>>()) - mean(&world.truth);
    held.smooth +=
        (0..found.len()).map(|point| (value(point) - world.truth[point] - shift).powi(2)).sum::<f64>() / count;
    held.raw +=
        (0..found.len()).map(|point| (mean(&world.worth[point]) - world.truth[point] - shift).powi(2)).sum::<f64>()
            / count;
    held.worlds += 1.0;
}

#[test]
#[ignore = "minutes: hundreds of worlds of each number of repeats"]
fn intervals_hold_in_many_worlds() {
    for sizes in [SIZES, [6, 7, 3, 3]] {
        for repeats in [4, 8, 20] {
            let mut held = Held::default();
            let worlds = if sizes == SIZES { 200 } else { 30 };
            (0..worlds).for_each(|seed| hold(&mut held, &world(seed, sizes, repeats)));
            let shares = [held.points / held.worlds, held.losses / held.worlds, held.smooth / held.raw];
            eprintln!("{sizes:?} {repeats} {shares:?}");
        }
    }
}
