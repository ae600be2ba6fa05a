//! Gaps round closed loops: which gaps can stand together, and where marbles lie that have them.
//!
//! The six triangles round a marble with six neighbours close if their angles add up to a whole turn; where gaps are
//! small beside the marbles that is `sum of the six gaps round it = sum of its six own`. A rack without holes has as
//! many such loops as it has pairs more than places to choose, so gaps that close them all can be laid out marble by
//! marble, each from two neighbours (own derivation).
//!
//! Gaps are drawn one by one and handed out anyhow; then any two are exchanged whose exchange lessens what the loops
//! lack, in an order that is drawn, so that no pair is favoured by its number; and what is left is taken from each gap
//! in proportion to it (least squares with Newton's method), so that those which touch go on touching.

use glam::DVec2;
use tolley_experiment::random::Stream;
use tolley_physics::order::least;

use super::apart::are_apart;

/// Times that all pairs of gaps are looked at.
const PASSES: usize = 12;
/// Steps of Newton's, at most.
const STEPS_MOST: usize = 24;
/// What a loop may lack, m.
const CLOSED_M: f64 = 1e-12;
/// No gap is changed by a larger share of it.
const SHARE_MOST: f64 = 0.5;

/// A marble with six neighbours: the pairs that it has with them, and those of one with the next, counter-clockwise.
#[derive(Clone, Copy, Debug)]
struct Hub {
    spokes: [usize; 6],
    rims: [usize; 6],
}

/// How a marble is placed.
#[derive(Clone, Copy, Debug)]
struct Step {
    marble: usize,
    /// A marble that has its place, and the pair of the two.
    from: (usize, usize),
    /// A second one beside both.
    second: Option<(usize, usize)>,
}

/// The loops of a rack.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    hubs: Vec<Hub>,
    /// The loops of each pair, and whether it adds to what they lack or takes from it.
    of_pair: Vec<Vec<(usize, f64)>>,
    /// The square of how differently two pairs add to loops, row by row.
    unlike: Vec<f64>,
    steps: Vec<Step>,
    is_whole: bool,
}

/// What is used again from rack to rack.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopSpace {
    lack_m: Vec<f64>,
    /// In which order pairs are looked at.
    order: Vec<usize>,
    /// How what the loops lack changes with the gap of each pair.
    slope_m: Vec<f64>,
    /// What the exchange of one gap with each other adds to the squares of what loops lack.
    change_m2: Vec<f64>,
    /// The triangle of Cholesky, row by row.
    lower: Vec<f64>,
    share: Vec<f64>,
    /// The gaps before they were closed, m.
    first_m: Vec<f64>,
    placed_m: Vec<DVec2>,
}

impl Loops {
    pub(super) fn new(sites: &[DVec2], pairs: &[(usize, usize)]) -> Loops {
        let numbers = Numbers::of(sites.len(), pairs);
        let mut loops = Loops { of_pair: vec![Vec::new(); pairs.len()], ..Loops::default() };
        for i in 0..sites.len() {
            let mut beside: Vec<usize> = (0..sites.len()).filter(|&j| numbers.pair(i, j).is_some()).collect();
            if beside.len() < 6 {
                continue;
            }
            let turn = |j: usize| libm::atan2(sites[j].y - sites[i].y, sites[j].x - sites[i].x);
            beside.sort_by(|&a, &b| turn(a).total_cmp(&turn(b)));
            let spokes: Vec<usize> = beside.iter().filter_map(|&j| numbers.pair(i, j)).collect();
            let rims: Vec<usize> = (0..6).filter_map(|k| numbers.pair(beside[k], beside[(k + 1) % 6])).collect();
            let hub = Hub { spokes: std::array::from_fn(|k| spokes[k]), rims: std::array::from_fn(|k| rims[k]) };
            hub.signed().for_each(|(pair, sign)| loops.of_pair[pair].push((loops.hubs.len(), sign)));
            loops.hubs.push(hub);
        }
        loops.steps = steps(&numbers);
        let used = loops.steps.iter().map(|step| 1 + usize::from(step.second.is_some())).sum::<usize>();
        loops.is_whole = loops.steps.len() + 1 == sites.len() && used + loops.hubs.len() == pairs.len();
        loops.unlike = loops.differences();
        loops
    }

    pub(super) fn pair_count(&self) -> usize {
        self.of_pair.len()
    }

    /// `(a - b)^2 = a^2 + b^2 - 2 a b`, all small whole numbers.
    fn differences(&self) -> Vec<f64> {
        let count = self.pair_count();
        let square = |pair: usize| self.of_pair[pair].len() as f64;
        let mut unlike: Vec<f64> = (0..count).flat_map(|a| (0..count).map(move |b| square(a) + square(b))).collect();
        for hub in &self.hubs {
            for (a, one) in hub.signed() {
                hub.signed().for_each(|(b, two)| unlike[a * count + b] -= 2.0 * one * two);
            }
        }
        unlike
    }

    /// Hands gaps out so that loops nearly close, closes them, and lays marbles of a diameter out by them, about where
    /// they lie; tells whether it could. The gaps are then those of the marbles.
    pub(super) fn lay(
        &self,
        gaps_m: &mut [f64],
        least_m: f64,
        diameter_m: f64,
        sites: &[DVec2],
        centres_m: &mut [DVec2],
        (space, stream): (&mut LoopSpace, &mut Stream),
    ) -> bool {
        if !self.is_whole {
            return false;
        }
        shuffle(&mut space.order, gaps_m.len(), stream);
        self.exchange(gaps_m, space);
        self.close(gaps_m, least_m, diameter_m, space) && self.place(gaps_m, diameter_m, sites, centres_m, space)
    }

    /// Exchanges gaps until no exchange lessens the squares of what loops lack.
    fn exchange(&self, gaps_m: &mut [f64], space: &mut LoopSpace) {
        let LoopSpace { lack_m, slope_m, order, change_m2, .. } = space;
        let count = gaps_m.len();
        lack_m.clear();
        lack_m.resize(self.hubs.len(), 0.0);
        for (of, gap_m) in self.of_pair.iter().zip(gaps_m.iter()) {
            of.iter().for_each(|&(hub, sign)| lack_m[hub] += sign * gap_m);
        }
        let slope =
            |lack_m: &[f64], pair: usize| self.of_pair[pair].iter().map(|&(hub, sign)| sign * lack_m[hub]).sum::<f64>();
        slope_m.clear();
        slope_m.extend((0..count).map(|pair| slope(lack_m, pair)));
        for _ in 0..PASSES {
            let mut is_better = false;
            for &a in order.iter() {
                let (own_m, slope_a_m) = (gaps_m[a], slope_m[a]);
                let others = gaps_m.iter().zip(slope_m.iter().zip(&self.unlike[a * count..]));
                let more_m2 = others.map(|(&gap_m, (&slope_b_m, &unlike))| {
                    let more_m = gap_m - own_m;
                    more_m * (2.0 * (slope_a_m - slope_b_m) + more_m * unlike)
                });
                change_m2.clear();
                change_m2.extend(more_m2);
                let best_m2 = least(change_m2);
                if best_m2 >= -CLOSED_M * CLOSED_M {
                    continue;
                }
                let Some(with) = change_m2.iter().position(|&m2| m2 == best_m2) else { continue };
                is_better = true;
                let more_m = gaps_m[with] - gaps_m[a];
                gaps_m.swap(a, with);
                for (pair, more_m) in [(a, more_m), (with, -more_m)] {
                    for &(hub, sign) in &self.of_pair[pair] {
                        lack_m[hub] += sign * more_m;
                        let Hub { spokes, rims } = &self.hubs[hub];
                        spokes.iter().for_each(|&pair| slope_m[pair] -= sign * more_m);
                        rims.iter().for_each(|&pair| slope_m[pair] += sign * more_m);
                    }
                }
            }
            if !is_better {
                break;
            }
        }
    }

    /// Changes gaps, each in proportion to it, until all loops close; tells whether they do.
    fn close(&self, gaps_m: &mut [f64], least_m: f64, diameter_m: f64, space: &mut LoopSpace) -> bool {
        let LoopSpace { lack_m, lower, share, first_m, .. } = space;
        first_m.clear();
        first_m.extend(gaps_m.iter().map(|&gap_m| if gap_m > least_m { gap_m } else { 0.0 }));
        self.factor(first_m, lower);
        share.clear();
        share.resize(self.hubs.len(), 0.0);
        for _ in 0..STEPS_MOST {
            for (hub, lack_m) in self.hubs.iter().zip(lack_m.iter_mut()) {
                *lack_m = hub.lack_m(gaps_m, diameter_m);
            }
            if lack_m.iter().all(|lack_m| lack_m.abs() <= CLOSED_M) {
                return true;
            }
            solve(lower, lack_m);
            share.iter_mut().zip(lack_m.iter()).for_each(|(share, more)| *share -= more);
            for ((of, gap_m), &first_m) in self.of_pair.iter().zip(gaps_m.iter_mut()).zip(first_m.iter()) {
                let by = of.iter().map(|&(hub, sign)| sign * share[hub]).sum::<f64>();
                // what is not a number is too much as well
                if first_m > 0.0 && (by.is_nan() || by.abs() > SHARE_MOST) {
                    return false;
                }
                *gap_m = if first_m > 0.0 { (first_m * (1.0 + by)).max(least_m) } else { *gap_m };
            }
        }
        false
    }

    /// The triangle of Cholesky for the loops, each pair weighed by its gap; a loop of which all touch has no part in
    /// it.
    fn factor(&self, weights_m: &[f64], lower: &mut Vec<f64>) {
        let n = self.hubs.len();
        lower.clear();
        lower.resize(n * n, 0.0);
        for (of, weight_m) in self.of_pair.iter().zip(weights_m) {
            for &(i, one) in of {
                of.iter().filter(|(j, _)| *j <= i).for_each(|&(j, two)| lower[i * n + j] += one * two * weight_m);
            }
        }
        for i in 0..n {
            for j in 0..=i {
                let before: f64 = (0..j).map(|k| lower[i * n + k] * lower[j * n + k]).sum();
                let left = lower[i * n + j] - before;
                let root = lower[j * n + j];
                lower[i * n + j] = match i == j {
                    // `root` is still the whole
                    true if left > 1e-12 * root => left.sqrt(),
                    false if root > 0.0 => left / root,
                    _ => 0.0,
                };
            }
        }
    }

    /// Lays marbles out one by one, then turns and moves them all to where the sites are.
    fn place(
        &self,
        gaps_m: &[f64],
        diameter_m: f64,
        sites: &[DVec2],
        centres_m: &mut [DVec2],
        space: &mut LoopSpace,
    ) -> bool {
        let placed_m = &mut space.placed_m;
        placed_m.clear();
        placed_m.resize(sites.len(), DVec2::ZERO);
        for step in &self.steps {
            let (from, pair) = step.from;
            let far_m = diameter_m + gaps_m[pair];
            let ahead = sites[step.marble] - sites[from];
            let Some((second, other)) = step.second else {
                placed_m[step.marble] = placed_m[from] + ahead.normalize() * far_m;
                continue;
            };
            let span_m = placed_m[second] - placed_m[from];
            let (base_m, other_m) = (span_m.length(), diameter_m + gaps_m[other]);
            let along_m = (far_m * far_m - other_m * other_m + base_m * base_m) / (2.0 * base_m);
            let aside2 = far_m * far_m - along_m * along_m;
            if aside2.is_nan() || aside2 <= 0.0 {
                return false;
            }
            let side = (sites[second] - sites[from]).perp_dot(ahead).signum();
            let way = span_m / base_m;
            placed_m[step.marble] = placed_m[from] + way * along_m + way.perp() * (side * aside2.sqrt());
        }
        if !are_apart(placed_m, diameter_m) {
            return false;
        }
        let count = sites.len() as f64;
        let middle = |all: &[DVec2]| all.iter().copied().sum::<DVec2>() / count;
        let (from_m, to_m) = (middle(placed_m), middle(centres_m));
        let turn = placed_m.iter().zip(centres_m.iter()).fold(DVec2::ZERO, |turn, (&is_m, &at_m)| {
            let (is_m, at_m) = (is_m - from_m, at_m - to_m);
            turn + DVec2::new(is_m.dot(at_m), is_m.perp_dot(at_m))
        });
        let turn = turn.normalize();
        for (centre_m, &is_m) in centres_m.iter_mut().zip(placed_m.iter()) {
            *centre_m = to_m + turn.rotate(is_m - from_m);
        }
        true
    }
}

impl Hub {
    /// Its pairs, and whether each adds to what it lacks or takes from it.
    fn signed(&self) -> impl Iterator<Item = (usize, f64)> {
        self.spokes.iter().map(|&pair| (pair, -1.0)).chain(self.rims.iter().map(|&pair| (pair, 1.0)))
    }

    /// What its angles are more than a whole turn, as a sum of gaps, m.
    fn lack_m(&self, gaps_m: &[f64], diameter_m: f64) -> f64 {
        // of a triangle of equal sides d the angle grows by 2 / (sqrt(3) d) with the side across
        const PER_ANGLE: f64 = 0.866_025_403_784_438_6;
        let side_m = |pair: usize| diameter_m + gaps_m[pair];
        let angle = |k: usize| {
            let (a, b, c) = (side_m(self.spokes[k]), side_m(self.spokes[(k + 1) % 6]), side_m(self.rims[k]));
            libm::acos((a * a + b * b - c * c) / (2.0 * a * b))
        };
        ((0..6).map(angle).sum::<f64>() - core::f64::consts::TAU) * (PER_ANGLE * diameter_m)
    }
}

/// All numbers below `count` in an order that is drawn (R. Durstenfeld, Commun. ACM 7 (1964) 420).
fn shuffle(order: &mut Vec<usize>, count: usize, stream: &mut Stream) {
    order.clear();
    order.extend(0..count);
    for i in (1..count).rev() {
        order.swap(i, stream.below(i as u64 + 1) as usize);
    }
}

/// The number of the pair that two marbles are, if they are one.
struct Numbers {
    marbles: usize,
    /// Row by row.
    of: Vec<Option<usize>>,
}

impl Numbers {
    fn of(marbles: usize, pairs: &[(usize, usize)]) -> Numbers {
        let mut of = vec![None; marbles * marbles];
        for (number, &(i, j)) in pairs.iter().enumerate() {
            (of[i * marbles + j], of[j * marbles + i]) = (Some(number), Some(number));
        }
        Numbers { marbles, of }
    }

    fn pair(&self, i: usize, j: usize) -> Option<usize> {
        self.of[i * self.marbles + j]
    }
}

/// In which order marbles can be placed, from the first one on.
fn steps(numbers: &Numbers) -> Vec<Step> {
    let (mut placed, mut left, mut steps) = (vec![0], (1..numbers.marbles).collect::<Vec<_>>(), Vec::new());
    while !left.is_empty() {
        let beside = |i: usize| placed.iter().filter_map(move |&j| numbers.pair(i, j).map(|pair| (j, pair)));
        let between = |i: usize| {
            let two = beside(i).flat_map(|from| beside(i).map(move |second| (from, second)));
            let mut two = two.filter(|(from, second)| numbers.pair(from.0, second.0).is_some());
            two.next().map(|(from, second)| Step { marble: i, from, second: Some(second) })
        };
        let behind = |i: usize| beside(i).next().map(|from| Step { marble: i, from, second: None });
        let (first, other) = (left.iter().find_map(|&i| between(i)), || left.iter().find_map(|&i| behind(i)));
        let Some(step) = first.or_else(other) else { break };
        left.retain(|&i| i != step.marble);
        placed.push(step.marble);
        steps.push(step);
    }
    steps
}

/// Solves `L L' x = b`, in place of `b`; rows without a diagonal give 0.
fn solve(lower: &[f64], b: &mut [f64]) {
    let n = b.len();
    let over = |value: f64, root: f64| if root > 0.0 { value / root } else { 0.0 };
    for i in 0..n {
        let before: f64 = (0..i).map(|k| lower[i * n + k] * b[k]).sum();
        b[i] = over(b[i] - before, lower[i * n + i]);
    }
    for i in (0..n).rev() {
        let after: f64 = (i + 1..n).map(|k| lower[k * n + i] * b[k]).sum();
        b[i] = over(b[i] - after, lower[i * n + i]);
    }
}
