//! How well ways to choose a first shot choose, and what they cost: `cargo bench --bench choice`.
//!
//! Each plays the 378 points of the scenario `knuckling_down`, and names the point that it takes for the best. Its
//! regret is what that point is worth less than the best one, by a smooth surface through the means of 200 trials a
//! point in `data/first_shots.csv`: the highest of 378 means would be the luckiest. The second world has a 17 mm toley
//! and sand whose rolling friction is 0.14.
//!
//! That surface is of the same kind as those by which some ways choose, on other seeds, which may favour them a little.
//!
//! All ways but the last two share the shots of a seed. One that plays fewer than there are chooses once from each part
//! of them, and costs its part of the time. The last two choose once a seed, so that their errors are less well known.

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

/// Seeds in each world: more show smaller differences.
const SEEDS: u64 = 4;
/// Shots at each point of a seed.
const MOST: usize = 40;
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
    Uniform(usize),
    /// So many shots, a fifth of whose breaks is played to its end: the highest mean.
    Pooled(usize),
    /// The same, on a smooth surface.
    Surface(usize),
    /// The same at all points, and as often again at the best half, quarter and eighth of the surface.
    Adaptive(usize),
    /// So many quick shots at each point, then so many as the scenario has them at the finalists of the surface.
    TwoLaws(usize, usize),
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

/// Points of the break, marbles that the first shot earned, and whether its player shoots again.
type Shot = [f64; 3];

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
        let mut world = World { plan, columns, truth: Vec::new() };
        let csv = std::fs::read_to_string(root.join("benches/data/first_shots.csv")).expect("what shots are worth");
        world.truth = world.smooth(&world.all(), &known(&csv, number));
        world
    }

    /// So many shots at some points, point by point.
    fn shots(&self, seed: u64, points: &[u64], repeats: usize, key: &str, value: Value) -> Vec<Vec<Shot>> {
        let mut plan = self.plan.clone();
        plan.seed = seed;
        let repeats = repeats as u64;
        plan.grid.change(|grid| grid.repeats = repeats);
        let place = plan.study.schema.keys.iter().position(|known| known.path.to_string() == key);
        plan.set(place.expect("a key"), value);
        let trials: Vec<u64> =
            points.iter().flat_map(|point| (0..repeats).map(|repeat| plan.grid.trial(*point, repeat))).collect();
        let played = numbers::<ShotStudy>(&plan, None, &trials, &self.columns, &Control::default(), &())
            .expect("shots are played");
        let shots: Vec<Shot> = played.chunks(3).map(|of| [of[0], of[1], of[2]]).collect();
        shots.chunks(repeats as usize).map(<[Shot]>::to_vec).collect()
    }

    /// Shots at some points by the law of the scenario, a fifth of whose breaks is played to its end.
    fn fifth(&self, seed: u64, points: &[u64], repeats: usize) -> Vec<Vec<Shot>> {
        self.shots(seed, points, repeats, "break.played_share", Value::Number(0.2))
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

    /// The best half, quarter and eighth of the surface are played again.
    fn adaptive(&self, seed: u64, repeats: usize) -> u64 {
        let mut points = self.all();
        let mut shots = self.fifth(seed, &points, repeats);
        for round in 1..=3 {
            let order = order(&self.smooth(&points, &pooled(&shots)));
            let kept = &order[..points.len() / 2];
            let next: Vec<u64> = kept.iter().map(|at| points[*at]).collect();
            let more = self.fifth(seed + 1000 * round, &next, repeats);
            shots = kept.iter().zip(more).map(|(at, more)| [shots[*at].clone(), more].concat()).collect();
            points = next;
        }
        best(&points, &self.smooth(&points, &pooled(&shots)))
    }

    /// Quick shots say who the finalists are.
    fn two_laws(&self, seed: u64, quick: usize, slow: usize) -> u64 {
        let all = self.all();
        let shots = self.shots(seed, &all, quick, "contact.law", Value::Choice("pairwise".into()));
        let order = order(&self.smooth(&all, &pooled(&shots)));
        let finalists: Vec<u64> = order[..FINALISTS].iter().map(|at| all[*at]).collect();
        let shots = self.fifth(seed + 1000, &finalists, slow);
        best(&finalists, &self.smooth(&finalists, &pooled(&shots)))
    }
}

/// Two numbers a point that have the mean and the error of a table, in turns up and down.
fn known(csv: &str, number: usize) -> Vec<Vec<f64>> {
    let row = |(row, line): (usize, &str)| {
        let cell = |column: usize| -> f64 {
            line.split(',').nth(1 + 2 * number + column).and_then(|cell| cell.parse().ok()).expect("a number")
        };
        let (mean, error) = (cell(0), if row.is_multiple_of(2) { cell(1) } else { -cell(1) });
        vec![mean - error, mean + error]
    };
    csv.lines().skip(1).enumerate().map(row).collect()
}

/// What breaks brought that were played to their end.
fn whole(shots: &[Vec<Shot>]) -> Vec<Vec<f64>> {
    shots.iter().map(|of| of.iter().map(|shot| shot[0]).collect()).collect()
}

/// What shots brought, and after those that earn another shot the mean of what followed anywhere.
fn pooled(shots: &[Vec<Shot>]) -> Vec<Vec<f64>> {
    let mut rest = Moments::default();
    let goes_on = |of: &&Shot| of[2] == 1.0 && !of[0].is_nan();
    shots.iter().flatten().filter(goes_on).for_each(|of| rest.add(of[0] - of[1]));
    let rest = if rest.n() > 0 { rest.mean() } else { 0.0 };
    shots.iter().map(|of| of.iter().map(|shot| shot[1] + shot[2] * rest).collect()).collect()
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

/// What a way has chosen, time by time, and what all of it cost.
#[derive(Default)]
struct Tried {
    regret: Moments,
    cpu_s: f64,
}

/// Every way with the shots of a seed.
fn tried(world: &World, seed: u64, ways: &mut [Tried]) {
    let all = world.all();
    let most = world.truth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let start = cpu_s();
    let played = world.shots(seed, &all, MOST, "break.played_share", Value::Number(1.0));
    let whole_s = cpu_s() - start;
    let shots = world.fifth(seed, &all, MOST);
    let fifth_s = cpu_s() - start - whole_s;
    for (way, tried) in WAYS.iter().map(|(_, way)| *way).zip(ways) {
        let start = cpu_s();
        let parts = |shots: &[Vec<Shot>], n: usize| -> Vec<Vec<Vec<Shot>>> {
            (0..MOST / n).map(|part| shots.iter().map(|of| of[part * n..][..n].to_vec()).collect()).collect()
        };
        let (chosen, played_s): (Vec<u64>, f64) = match way {
            Way::Uniform(n) => (each(&parts(&played, n), |shots| best(&all, &means(&whole(shots)))), whole_s),
            Way::Pooled(n) => (each(&parts(&shots, n), |shots| best(&all, &means(&pooled(shots)))), fifth_s),
            Way::Surface(n) => {
                (each(&parts(&shots, n), |shots| best(&all, &world.smooth(&all, &pooled(shots)))), fifth_s)
            }
            Way::Adaptive(n) => (vec![world.adaptive(seed, n)], 0.0),
            Way::TwoLaws(quick, slow) => (vec![world.two_laws(seed, quick, slow)], 0.0),
        };
        tried.cpu_s += played_s + cpu_s() - start;
        chosen.iter().for_each(|point| tried.regret.add(most - world.truth[*point as usize]));
    }
}

fn each(parts: &[Vec<Vec<Shot>>], choose: impl Fn(&[Vec<Shot>]) -> u64) -> Vec<u64> {
    parts.iter().map(|shots| choose(shots)).collect()
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{:<24}{:<22}{:>8}{:>14}{:>16}", "world", "way", "choices", "regret", "CPU-seconds")?;
    for (number, (name, _)) in WORLDS.iter().enumerate() {
        let world = World::of(number);
        let mut ways: [Tried; WAYS.len()] = Default::default();
        (1..=SEEDS).for_each(|seed| tried(&world, seed, &mut ways));
        for ((way_name, _), Tried { regret, cpu_s }) in WAYS.iter().zip(&ways) {
            let [mean, error, n] = [regret.mean(), regret.standard_error(), regret.n() as f64];
            let seconds = cpu_s / n;
            writeln!(out, "{name:<24}{way_name:<22}{n:>8}{mean:>8.2} ±{error:>4.2}{seconds:>16.1}")?;
        }
    }
    Ok(())
}
