//! How well ways to choose a first shot choose, and what they cost: `cargo bench --bench choice`.
//!
//! Each plays the 378 points of the scenario `knuckling_down`, and names the point that it takes for the best. Its
//! regret is what that point is worth less than the best one, by the means of 200 trials a point in
//! `data/first_shots.csv`. The second world has a 17 mm toley and sand whose rolling friction is 0.14.

use std::io::{self, Write};
use std::path::Path;

use rustix::time::{ClockId, clock_gettime};
use tolley_analysis::statistics::estimates::Moments;
use tolley_analysis::statistics::smoother::{Places, Smoother};
use tolley_experiment::grid::Grid;
use tolley_experiment::plan::Plan;
use tolley_experiment::run::Control;
use tolley_experiment::scenario::{self, Overrides};
use tolley_experiment::study::{Study, StudyInfo};
use tolley_experiment::trials::numbers;
use tolley_experiment::value::Value;
use tolley_tinsley_green::shot::ShotStudy;

/// Seeds of each way in each world: more show smaller differences.
const SEEDS: u64 = 2;
/// Points that are left when only finalists are played.
const FINALISTS: usize = 40;
const WORLDS: [(&str, &[&str]); 2] = [
    ("as shipped", &[]),
    ("17 mm toley, sand 0.14", &["toley.diameter_m=17 mm", "surface.rolling_friction_ratio=0.14"]),
];

/// A way to choose.
#[derive(Clone, Copy)]
enum Way {
    /// So many breaks at each point, all played to their end: the highest mean.
    Uniform(u64),
    /// So many shots, a fifth of whose breaks is played to its end: the highest mean.
    Pooled(u64),
    /// The same, on a smooth surface.
    Surface(u64),
    /// The same at all points, and as often again at the best half, quarter and eighth of the surface.
    Adaptive(u64),
    /// So many quick shots at each point, then so many as the scenario has them at the finalists of the surface.
    TwoLaws(u64, u64),
}

const WAYS: [(&str, Way); 10] = [
    ("uniform, 8 breaks", Way::Uniform(8)),
    ("uniform, 20 breaks", Way::Uniform(20)),
    ("uniform, 40 breaks", Way::Uniform(40)),
    ("pooled, 20 shots", Way::Pooled(20)),
    ("pooled, 40 shots", Way::Pooled(40)),
    ("surface, 8 shots", Way::Surface(8)),
    ("surface, 20 shots", Way::Surface(20)),
    ("surface, 40 shots", Way::Surface(40)),
    ("adaptive, 8 shots", Way::Adaptive(8)),
    ("two laws, 20 and 20", Way::TwoLaws(20, 20)),
];

/// The shots of a world.
struct World {
    plan: Plan,
    columns: [usize; 3],
    truth: Vec<f64>,
}

impl World {
    fn of(number: usize) -> World {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let set = WORLDS[number].1.iter().map(|set| (*set).to_owned()).collect();
        let overrides = Overrides { set, repeats: Some(1), ..Overrides::default() };
        let path = root.join("scenarios/tinsley_green/knuckling_down.toml");
        let studies = [StudyInfo::of::<ShotStudy>().into()];
        let (plan, _) = scenario::read(&path, &studies, overrides).expect("a shipped scenario");
        let table = &ShotStudy::tables()[0];
        let columns = ["break_points_count", "marbles_off_count", "shoots_again"]
            .map(|name| table.index(name).expect("a column"));
        let csv = std::fs::read_to_string(root.join("benches/data/first_shots.csv")).expect("what shots are worth");
        let cell = |line: &str| line.split(',').nth(1 + 2 * number).and_then(|cell| cell.parse().ok());
        let truth = csv.lines().skip(1).map(|line| cell(line).expect("a number")).collect();
        World { plan, columns, truth }
    }

    /// What shots at some points were worth, repeat by repeat, with what follows pooled; or without, all breaks played.
    fn worth(&self, seed: u64, points: &[u64], repeats: u64, sets: &[(&str, Value)]) -> Vec<Vec<f64>> {
        let mut plan = self.plan.clone();
        plan.seed = seed;
        plan.grid.change(|grid| grid.repeats = repeats);
        for (key, value) in sets {
            let place = plan.study.schema.keys.iter().position(|known| known.path.to_string() == *key);
            plan.set(place.expect("a key"), value.clone());
        }
        let trials: Vec<u64> =
            points.iter().flat_map(|point| (0..repeats).map(|repeat| plan.grid.trial(*point, repeat))).collect();
        let played = numbers::<ShotStudy>(&plan, None, &trials, &self.columns, &Control::default(), &())
            .expect("shots are played");
        let mut rest = Moments::default();
        let played: Vec<[f64; 3]> = played.chunks(3).map(|of| [of[0], of[1], of[2]]).collect();
        let goes_on = |of: &&[f64; 3]| of[2] == 1.0 && !of[0].is_nan();
        played.iter().filter(goes_on).for_each(|of| rest.add(of[0] - of[1]));
        let is_whole = played.iter().all(|of| !of[0].is_nan());
        let rest = if rest.n() > 0 { rest.mean() } else { 0.0 };
        let worth = |of: &[f64; 3]| if is_whole { of[0] } else { of[1] + of[2] * rest };
        played.chunks(repeats as usize).map(|of| of.iter().map(worth).collect()).collect()
    }

    fn all(&self) -> Vec<u64> {
        (0..self.plan.grid.points()).collect()
    }

    /// The means of a surface through these points.
    fn smooth(&self, points: &[u64], worth: &[Vec<f64>]) -> Vec<f64> {
        let places = places(&self.plan.grid, points);
        let smooth = Smoother::of(&places, worth).map(|smoother| smoother.smoothed(worth));
        means(smooth.as_deref().unwrap_or(worth))
    }

    /// The point that a way takes for the best.
    fn chosen(&self, way: Way, seed: u64) -> u64 {
        let all = self.all();
        let whole = [("break.played_share", Value::Number(1.0))];
        match way {
            Way::Uniform(repeats) => best(&all, &means(&self.worth(seed, &all, repeats, &whole))),
            Way::Pooled(repeats) => best(&all, &means(&self.worth(seed, &all, repeats, &[]))),
            Way::Surface(repeats) => best(&all, &self.smooth(&all, &self.worth(seed, &all, repeats, &[]))),
            Way::Adaptive(repeats) => {
                let mut points = all;
                let mut worth = self.worth(seed, &points, repeats, &[]);
                for round in 1..=3 {
                    let order = order(&self.smooth(&points, &worth));
                    let kept = &order[..points.len() / 2];
                    let next: Vec<u64> = kept.iter().map(|at| points[*at]).collect();
                    let more = self.worth(seed + 1000 * round, &next, repeats, &[]);
                    worth = kept.iter().zip(more).map(|(at, more)| [worth[*at].clone(), more].concat()).collect();
                    points = next;
                }
                best(&points, &self.smooth(&points, &worth))
            }
            Way::TwoLaws(quick, slow) => {
                let law = [("contact.law", Value::Choice("pairwise".into()))];
                let worth = self.worth(seed, &all, quick, &law);
                let order = order(&self.smooth(&all, &worth));
                let finalists: Vec<u64> = order[..FINALISTS].iter().map(|at| all[*at]).collect();
                let worth = self.worth(seed + 1000, &finalists, slow, &[]);
                best(&finalists, &self.smooth(&finalists, &worth))
            }
        }
    }
}

fn places(grid: &Grid, points: &[u64]) -> Places {
    let place = |axis: usize, point: u64| match *grid.axis_value(axis, point) {
        Value::Number(value) => value,
        _ => 0.0,
    };
    let axes = 0..grid.axes.len();
    let at = points.iter().map(|point| axes.clone().map(|axis| place(axis, *point)).collect()).collect();
    Places::of(at, vec![false; grid.axes.len()])
}

fn means(worth: &[Vec<f64>]) -> Vec<f64> {
    worth.iter().map(|of| of.iter().sum::<f64>() / of.len() as f64).collect()
}

/// Numbers from the highest value down.
fn order(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
    order
}

fn best(points: &[u64], values: &[f64]) -> u64 {
    points[order(values)[0]]
}

/// What all threads of this process have spent on a processor.
fn cpu_s() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{:<24}{:<22}{:>12}{:>16}", "world", "way", "regret", "CPU-seconds")?;
    for (number, (name, _)) in WORLDS.iter().enumerate() {
        let world = World::of(number);
        let most = world.truth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (way_name, way) in WAYS {
            let (mut regret, start) = (Moments::default(), cpu_s());
            for seed in 1..=SEEDS {
                regret.add(most - world.truth[world.chosen(way, seed) as usize]);
            }
            let seconds = (cpu_s() - start) / SEEDS as f64;
            let [mean, error] = [regret.mean(), regret.standard_error()];
            writeln!(out, "{name:<24}{way_name:<22}{mean:>6.2} ±{error:>4.2}{seconds:>16.1}")?;
        }
    }
    Ok(())
}
