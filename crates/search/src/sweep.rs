//! Sweep once, smooth for every skill.
//!
//! What comes of executing a choice exactly is played at points that fill the box; what an aim is worth to a player is
//! the mean of these outcomes weighted by the density of his execution, so that one sweep serves all players (R. J.
//! Tibshirani, A. Price, J. Taylor, "A statistician plays darts", J. R. Stat. Soc. A 174 (2011) 213, where the map of
//! scores is convolved with the thrower's errors). Weights are normalised by their sum (self-normalised importance
//! sampling; A. B. Owen, "Monte Carlo theory, methods and examples", ch. 9.2).
//!
//! A number of the choice that is executed without error has no kernel: either one sweep a value of it is played, or it
//! is given a narrow normal error, which is then part of the player that the answer is for.

use crate::execution::Noise;
use crate::maximise::{Peak, climb, starts};
use crate::space::{Sequence, Space};

/// Points of a cell of the index.
const CELL: usize = 8;
/// An aim is judged if at least this share of its executions was swept.
pub const JUDGED_INSIDE: f64 = 0.9;

/// What to play: each of some states of the world at points of its own, so that the spread between states holds both
/// what the state does and what the points miss.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What is executed, wide enough for the errors at its rim.
    pub space: Space,
    /// States that all points of a layer share, one where the world is always the same.
    pub states: u64,
    /// Points a state.
    pub points: u64,
    /// Of the shifts of the points.
    pub seed: u64,
    /// What an execution beyond the space is worth, where that is known.
    pub outside: Option<f64>,
}

impl Plan {
    /// Shots of the whole sweep.
    pub fn shots(&self) -> u64 {
        self.states * self.points
    }

    /// The points of one state in their order.
    pub fn points(&self, state: u64) -> impl Iterator<Item = Vec<f64>> {
        let sequence = Sequence::scrambled(self.space.dimensions(), self.seed, state);
        (0..self.points).map(move |number| self.space.at(&sequence.point(number)))
    }

    /// The sweep, from what each shot was worth, state by state; shots whose worth is no number are left out. `None`
    /// unless there is a worth for each shot, and some are numbers.
    pub fn played(&self, worth: &[f64]) -> Option<Sweep> {
        if worth.len() as u64 != self.shots() || self.states == 0 {
            return None;
        }
        let points = (0..self.states).flat_map(|state| self.points(state).map(move |point| (state as u32, point)));
        let shots: Vec<Shot> = points
            .zip(worth)
            .filter(|(_, worth)| worth.is_finite())
            .map(|((state, point), worth)| Shot { state, point, worth: *worth, density: 1.0 })
            .collect();
        let left_out = worth.len() - shots.len();
        (!shots.is_empty()).then(|| Sweep::new(self, left_out as u64, &shots))
    }
}

/// A shot that was executed exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Of the world.
    pub state: u32,
    /// What was executed.
    pub point: Vec<f64>,
    /// What came of it.
    pub worth: f64,
    /// How much denser than even the points were planned here: by so much less it counts.
    pub density: f64,
}

/// Outcomes of a sweep, in cells so that near ones are found.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    space: Space,
    /// Where executions count as swept.
    judged: Space,
    states: u64,
    outside: Option<f64>,
    /// Shots that had no outcome.
    pub left_out: u64,
    /// Cells along each number.
    cells: usize,
    /// Where the shots of each cell begin.
    begins: Vec<usize>,
    state: Vec<u32>,
    worth: Vec<f64>,
    weight: Vec<f64>,
    /// Point after point.
    points: Vec<f64>,
}

impl Sweep {
    /// Of shots wherever they were planned, of which there is at least one, in the space of the plan. A worth that is
    /// not finite is none: an aim of whose executions fewer than half have one is not judged.
    pub fn new(plan: &Plan, left_out: u64, shots: &[Shot]) -> Sweep {
        let space = plan.space.clone();
        let dimensions = space.dimensions();
        let wanted = libm::pow((shots.len() / CELL).max(1) as f64, 1.0 / dimensions as f64);
        let cells = (wanted as usize).max(1);
        let cell_of =
            |shot: &Shot| (0..dimensions).fold(0, |cell, i| cell * cells + place(&space, cells, shot.point[i], i));
        // sorted by cell, in a cell as they came
        let placed: Vec<usize> = shots.iter().map(cell_of).collect();
        let mut begins = vec![0; cells.pow(dimensions as u32) + 1];
        placed.iter().for_each(|cell| begins[cell + 1] += 1);
        (1..begins.len()).for_each(|cell| begins[cell] += begins[cell - 1]);
        let (mut next, mut order) = (begins.clone(), vec![0; shots.len()]);
        for (shot, cell) in placed.into_iter().enumerate() {
            order[next[cell]] = shot;
            next[cell] += 1;
        }
        let sorted = || order.iter().map(|shot| &shots[*shot]);
        Sweep {
            states: plan.states,
            outside: plan.outside,
            left_out,
            cells,
            state: sorted().map(|shot| shot.state).collect(),
            worth: sorted().map(|shot| shot.worth).collect(),
            weight: sorted().map(|shot| 1.0 / shot.density).collect(),
            points: sorted().flat_map(|shot| shot.point.iter().copied()).collect(),
            begins,
            judged: space.clone(),
            space,
        }
    }

    /// The same sweep, of which executions in this space count as swept: where a kernel is a means of search and nobody
    /// errs, what it holds beyond an end is no lack.
    #[must_use]
    pub fn judged_in(self, judged: Space) -> Sweep {
        Sweep { judged, ..self }
    }

    /// Whether it is known what executions beyond the space are worth.
    pub fn knows_outside(&self) -> bool {
        self.outside.is_some()
    }

    /// What aims are worth to a player with this noise; `None` unless it is of as many numbers as the sweep.
    pub fn surface<'a>(&'a self, noise: &'a Noise) -> Option<Surface<'a>> {
        (noise.dimensions() == self.space.dimensions()).then_some(Surface { sweep: self, noise })
    }
}

/// The cell of one number.
fn place(space: &Space, cells: usize, x: f64, i: usize) -> usize {
    let share = (x - space.range(i)[0]) / space.width(i);
    ((share * cells as f64).max(0.0) as usize).min(cells - 1)
}

/// What an aim is worth to a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Its mean.
    pub value: f64,
    /// Of the mean: from the spread between states where there are several, else as if the points were independent,
    /// which for evenly spread points is too large.
    pub std_error: f64,
    /// How many equally weighted shots the weights amount to (L. Kish, 1965).
    pub shots: f64,
    /// States of the world with a near shot, between which the error is seen.
    pub states: u64,
    /// The share of executions that fall into what was swept: below 1 the value is that of these alone unless
    /// [`Plan::outside`] is known.
    pub inside: f64,
}

/// A sweep seen by a player.
#[derive(Clone, Copy, Debug)]
pub struct Surface<'a> {
    sweep: &'a Sweep,
    noise: &'a Noise,
}

/// Sums of weights, and of weighted outcomes, of one state.
#[derive(Clone, Copy, Default)]
struct Sums {
    weight: f64,
    worth: f64,
}

impl Surface<'_> {
    /// What an aim is worth; `None` where no shot of the sweep is near, or fewer than half of these have a worth.
    pub fn at(&self, aim: &[f64]) -> Option<Worth> {
        let mut states = vec![Sums::default(); self.sweep.states as usize];
        // of squared weights alone, with the outcome, with its square
        let mut squares = [0.0; 3];
        let mut without = 0.0;
        self.each(aim, |state, weight, worth| {
            if !worth.is_finite() {
                without += weight;
                return;
            }
            states[state].weight += weight;
            states[state].worth += weight * worth;
            let square = weight * weight;
            squares[0] += square;
            squares[1] += square * worth;
            squares[2] += square * worth * worth;
        });
        let weight: f64 = states.iter().map(|sums| sums.weight).sum();
        if weight.is_nan() || weight <= 0.0 || without > weight {
            return None;
        }
        let value = states.iter().map(|sums| sums.worth).sum::<f64>() / weight;
        let played = states.iter().filter(|sums| sums.weight > 0.0).count() as f64;
        let variance = if played > 1.0 {
            // of a ratio of two sums over clusters (W. G. Cochran, "Sampling Techniques" (1977), 6.13)
            let residuals = states.iter().map(|sums| sums.worth - value * sums.weight);
            residuals.map(|residual| residual * residual).sum::<f64>() * played / (played - 1.0)
        } else {
            (squares[2] - 2.0 * value * squares[1] + value * value * squares[0]).max(0.0)
        };
        let inside = self.inside(aim);
        Some(Worth {
            value: self.whole(value, inside),
            std_error: variance.sqrt() / weight,
            shots: weight * weight / squares[0],
            states: played as u64,
            inside,
        })
    }

    /// The mean of all executions, from that of those inside.
    fn whole(&self, value: f64, inside: f64) -> f64 {
        self.sweep.outside.map_or(value, |outside| inside * value + (1.0 - inside) * outside)
    }

    fn inside(&self, aim: &[f64]) -> f64 {
        self.noise.inside(aim, &self.sweep.judged)
    }

    /// The mean alone, for a search; minus infinity where too little was swept for a judgement ([`JUDGED_INSIDE`]).
    pub fn value(&self, aim: &[f64]) -> f64 {
        let inside = self.inside(aim);
        if inside < JUDGED_INSIDE && self.sweep.outside.is_none() {
            return f64::NEG_INFINITY;
        }
        let (mut sums, mut without) = (Sums::default(), 0.0);
        self.each(aim, |_, weight, worth| {
            if !worth.is_finite() {
                without += weight;
                return;
            }
            sums.weight += weight;
            sums.worth += weight * worth;
        });
        if sums.weight > 0.0 && without <= sums.weight {
            self.whole(sums.worth / sums.weight, inside)
        } else {
            f64::NEG_INFINITY
        }
    }

    /// What an aim is worth in each state, so that aims are compared state by state; NaN in a state without a near
    /// shot.
    pub fn states(&self, aim: &[f64]) -> Vec<f64> {
        let mut states = vec![Sums::default(); self.sweep.states as usize];
        self.each(aim, |state, weight, worth| {
            if worth.is_finite() {
                states[state].weight += weight;
                states[state].worth += weight * worth;
            }
        });
        let inside = self.inside(aim);
        states.iter().map(|sums| self.whole(sums.worth / sums.weight, inside)).collect()
    }

    /// Local maxima of the value over the aims, the best first, apart by at least half the noise.
    pub fn peaks(&self, aims: &Space) -> Vec<Peak> {
        let (detail, value) = (self.detail(aims), |aim: &[f64]| self.value(aim));
        climb(aims, &detail, &starts(aims, &detail, value), value)
    }

    /// The finest detail of the surface along each number, in the middle of the aims.
    pub fn detail(&self, aims: &Space) -> Vec<f64> {
        let middle = aims.at(&vec![0.5; aims.dimensions()]);
        (0..aims.dimensions()).map(|i| self.noise.finest(&middle, i)).collect()
    }

    /// Calls with state, weight and outcome of each shot that an execution of `aim` may be.
    fn each(&self, aim: &[f64], mut call: impl FnMut(usize, f64, f64)) {
        let (sweep, size) = (self.sweep, aim.len());
        let ends: Vec<[usize; 2]> =
            (0..size).map(|i| self.noise.reach(aim, i).map(|x| place(&sweep.space, sweep.cells, x, i))).collect();
        let mut row: Vec<usize> = ends.iter().map(|[first, _]| *first).collect();
        loop {
            // cells along the last number follow each other
            let cell =
                |last: usize| row[..size - 1].iter().chain([&last]).fold(0, |cell, part| cell * sweep.cells + part);
            let [first, last] = ends[size - 1];
            for shot in sweep.begins[cell(first)]..sweep.begins[cell(last) + 1] {
                let density = self.noise.density(aim, &sweep.points[shot * size..(shot + 1) * size]);
                let weight = density * sweep.weight[shot];
                call(sweep.state[shot] as usize, weight, sweep.worth[shot]);
            }
            // the next row, as an odometer counts
            let Some(i) = (0..size - 1).rev().find(|i| row[*i] < ends[*i][1]) else { return };
            row[i] += 1;
            (i + 1..size - 1).for_each(|j| row[j] = ends[j][0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(states: u64, points: u64, worth: impl Fn(u64, &[f64]) -> f64) -> Sweep {
        let space = Space::new(&[[0.0, 4.0], [1.0, 3.0]]).expect("ranges");
        let plan = Plan { space, states, points, seed: 3, outside: None };
        let worth = (0..states)
            .flat_map(|s| plan.points(s).map(move |p| (s, p)))
            .map(|(s, p)| worth(s, &p))
            .collect::<Vec<_>>();
        plan.played(&worth).expect("a sweep")
    }

    #[test]
    fn a_plane_is_worth_its_height_to_everyone() {
        let sweep = plane(1, 4096, |_, p| 2.0 * p[0] - p[1]);
        for sd in [0.05, 0.1, 0.2] {
            let noise = Noise::normal(&[sd, sd]).expect("sds");
            let surface = sweep.surface(&noise).expect("two numbers");
            for aim in [[2.0, 2.0], [1.3, 2.1]] {
                let worth = surface.at(&aim).expect("near shots");
                let off = (worth.value - (2.0 * aim[0] - aim[1])).abs();
                assert!(off < worth.std_error.min(0.01) && (worth.inside - 1.0).abs() < 0.03, "{worth:?}");
                assert_eq!(worth.value, surface.value(&aim));
            }
        }
    }

    #[test]
    fn what_falls_out_of_the_sweep_is_said() {
        let noise = Noise::normal(&[0.2, 0.2]).expect("sds");
        let worth = plane(1, 4096, |_, _| 1.0).surface(&noise).expect("two").at(&[0.0, 2.0]).expect("near shots");
        assert!((worth.inside - 0.5).abs() < 0.06 && (worth.value - 1.0).abs() < 1e-12, "{worth:?}");
    }

    #[test]
    fn states_that_differ_show_in_the_error() {
        // states worth 0 to 7: sd 2.449, of the mean of eight 0.866
        let sweep = plane(8, 512, |state, _| state as f64);
        let noise = Noise::normal(&[0.2, 0.2]).expect("sds");
        let surface = sweep.surface(&noise).expect("two");
        let worth = surface.at(&[2.0, 2.0]).expect("near shots");
        assert!((worth.value - 3.5).abs() < 0.05 && (worth.std_error - 0.866).abs() < 0.04, "{worth:?}");
        assert_eq!(
            surface.states(&[2.0, 2.0]).iter().map(|x| x.round() as u64).collect::<Vec<_>>(),
            [0, 1, 2, 3, 4, 5, 6, 7]
        );
    }

    #[test]
    fn shots_without_outcome_are_left_out_and_counted() {
        let sweep = plane(1, 4096, |_, p| if p[0] < 2.0 { f64::NAN } else { 1.0 });
        assert!((sweep.left_out as f64 - 2048.0).abs() < 64.0);
        let noise = Noise::normal(&[0.2, 0.2]).expect("sds");
        assert_eq!(sweep.surface(&noise).expect("two").at(&[2.0, 2.0]).map(|worth| worth.value), Some(1.0));
    }

    /// An aim of which hardly a shot was worth anything was worth what those few are.
    #[test]
    fn an_aim_most_of_whose_shots_have_no_outcome_is_not_judged() {
        let space = Space::new(&[[0.0, 4.0], [1.0, 3.0]]).expect("ranges");
        let plan = Plan { space, states: 1, points: 4096, seed: 3, outside: None };
        let shot = |point: Vec<f64>| Shot {
            state: 0,
            worth: if point[0] < 2.0 { f64::NAN } else { 1.0 },
            point,
            density: 1.0,
        };
        let sweep = Sweep::new(&plan, 0, &plan.points(0).map(shot).collect::<Vec<_>>());
        let noise = Noise::normal(&[0.2, 0.2]).expect("sds");
        let surface = sweep.surface(&noise).expect("two");
        let worth = |x: f64| (surface.at(&[x, 2.0]).map(|worth| worth.value), surface.value(&[x, 2.0]));
        assert_eq!([worth(1.9), worth(2.1)], [(None, f64::NEG_INFINITY), (Some(1.0), 1.0)]);
        assert_eq!(surface.states(&[2.1, 2.0]), [1.0]);
    }
}
