//! How good and how unlike teams are, by what clock they play and on what sand, so that simulated games look like
//! published ones.
//!
//! The simulated games have sides of all strengths on all sands. Each counts by how likely teams of a [`Kind`] meet as
//! its sides do there. So one set of games serves every kind. The likelihood of a published score is the weight
//! of the simulated games that end with about that score.

use super::courses::Course;
use super::{Score, TARGET};

/// Deviation of ln(rolling friction) from one laying of the sand to the next, as `surface.rolling_friction_sd_ratio` has it.
const LAYINGS: f64 = 0.3;
/// How far scores may be from each other and look alike, points.
const LIKE: f64 = 1.5;
/// Most points of a side.
const MOST: usize = 49;
/// Share of games that nothing here explains.
const ODD: f64 = 1e-3;
/// By how much a logarithm of a likelihood falls at the ends of an interval of 95 %.
const FALL: f64 = 1.92;

/// A kind of teams, and how they play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kind {
    /// Logarithm of the errors of a middling side over those of `[player]`.
    pub middle_log: f64,
    /// Deviation of that between sides.
    pub side_sd: f64,
    /// Clock of a game, s.
    pub clock_s: f64,
    /// Rolling friction of the sand.
    pub friction_ratio: f64,
}

impl Kind {
    /// What a parameter of it is, by number; logarithms as factors.
    pub fn parameter(&self, number: usize) -> f64 {
        [libm::exp(self.middle_log), self.side_sd, self.clock_s, self.friction_ratio][number]
    }
}

/// Names of the parameters, as keys have them.
pub const PARAMETERS: [&str; 4] =
    ["teams.error_ratio", "teams.side_sd_ratio", "match.time_limit_s", "surface.rolling_friction_ratio"];

/// The kinds that are compared.
#[derive(Clone, Debug)]
pub struct Range {
    /// Errors of a middling side.
    pub middles: Vec<f64>,
    /// Their deviations.
    pub side_sds: Vec<f64>,
    /// Clocks, s.
    pub clocks_s: Vec<f64>,
    /// Rolling frictions.
    pub frictions: Vec<f64>,
}

/// How well each kind explains each published game.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The kinds, each with the logarithm of the likelihood of each game.
    kinds: Vec<(Kind, Vec<f64>)>,
}

/// The best kind, and between which values each of its parameters lies.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The likeliest kind.
    pub kind: Kind,
    /// The logarithm of its likelihood.
    pub log_likelihood: f64,
    /// Ends of the interval of 95 % of each parameter: those of the profile of the likelihood.
    pub ranges: [[f64; 2]; 4],
}

impl Fit {
    /// Compares the kinds of a range.
    pub fn new(courses: &[Course], games: &[Score], range: &Range) -> Fit {
        let like = Like::new();
        let mut kinds = Vec::new();
        for &clock_s in &range.clocks_s {
            let alike: Vec<f64> = courses
                .iter()
                .flat_map(|course| {
                    let score = course.score(clock_s);
                    games.iter().map(move |game| (*game, score))
                })
                .map(|(game, score)| like.of(game, score))
                .collect();
            for &middle in &range.middles {
                for &side_sd in &range.side_sds {
                    for &friction_ratio in &range.frictions {
                        let kind = Kind { middle_log: libm::log(middle), side_sd, clock_s, friction_ratio };
                        kinds.push((kind, logs(&weights(courses, &kind), &alike, games.len())));
                    }
                }
            }
        }
        Fit { kinds }
    }

    /// The kind that explains some of the games best.
    pub fn best(&self, is_used: impl Fn(usize) -> bool) -> Option<Found> {
        let log = |logs: &[f64]| -> f64 { logs.iter().enumerate().filter(|(game, _)| is_used(*game)).map(|(_, log)| log).sum() };
        let all: Vec<(Kind, f64)> = self.kinds.iter().map(|(kind, logs)| (*kind, log(logs))).collect();
        let (kind, log_likelihood) = *all.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let likely = all.iter().filter(|(_, log)| *log >= log_likelihood - FALL);
        let mut ranges = [[f64::INFINITY, f64::NEG_INFINITY]; 4];
        for (kind, _) in likely {
            for (number, [low, high]) in ranges.iter_mut().enumerate() {
                (*low, *high) = (low.min(kind.parameter(number)), high.max(kind.parameter(number)));
            }
        }
        Some(Found { kind, log_likelihood, ranges })
    }
}

/// How much each simulated game counts among those of a kind; together 1.
pub fn weights(courses: &[Course], kind: &Kind) -> Vec<f64> {
    let friction_log = libm::log(kind.friction_ratio);
    let weight = |course: &Course| {
        let [one, other, sand] = course.logs;
        let [one, other] = [one, other].map(|log| (log - kind.middle_log) / kind.side_sd);
        let sand = (sand - friction_log) / LAYINGS;
        libm::exp(-0.5 * (one * one + other * other + sand * sand))
    };
    let weights: Vec<f64> = courses.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// Logarithm of the likelihood of each game.
fn logs(weights: &[f64], alike: &[f64], games: usize) -> Vec<f64> {
    let mut sums = vec![0.0; games];
    for (weight, alike) in weights.iter().zip(alike.chunks(games)) {
        for (sum, alike) in sums.iter_mut().zip(alike) {
            *sum += weight * alike;
        }
    }
    // of the odd games every pair of points is as likely
    let any = ODD / (MOST * MOST) as f64;
    sums.into_iter().map(|sum| libm::log((1.0 - ODD) * sum + any)).collect()
}

/// How likely a score is taken for another one: a normal distribution of the points, cut off at 0 and where a game is won.
struct Like(Vec<f64>);

impl Like {
    fn new() -> Like {
        let bell = |a: usize, b: usize| {
            let off = (a as f64 - b as f64) / LIKE;
            libm::exp(-0.5 * off * off)
        };
        let row = |simulated: usize| {
            let sum: f64 = (0..TARGET as usize).map(|published| bell(published, simulated)).sum();
            (0..TARGET as usize).map(move |published| bell(published, simulated) / sum)
        };
        Like((0..TARGET as usize).flat_map(row).collect())
    }

    fn points(&self, published: u32, simulated: u32) -> f64 {
        let simulated = simulated.min(TARGET - 1);
        self.0[(simulated * TARGET + published.min(TARGET - 1)) as usize]
    }

    fn of(&self, published: Score, simulated: Score) -> f64 {
        let loser = self.points(published.loser, simulated.loser);
        let winner = match (published.is_cut_short(), simulated.is_cut_short()) {
            (true, true) => self.points(published.winner, simulated.winner),
            (false, false) if beyond(published.winner) == beyond(simulated.winner) => 1.0,
            _ => 0.0,
        };
        loser * winner
    }
}

/// How far beyond the points that win a winner came: just there, some, many.
fn beyond(points: u32) -> u32 {
    match points - TARGET {
        0 => 0,
        1..=4 => 1,
        _ => 2,
    }
}

/// The least value that a share of the weight does not exceed, of values with weights.
pub fn quantile(values: &[(u32, f64)], share: f64) -> u32 {
    let mut sorted = values.to_vec();
    sorted.sort_by_key(|(value, _)| *value);
    let mut sum = 0.0;
    for (value, weight) in &sorted {
        sum += weight;
        if sum >= share {
            return *value;
        }
    }
    sorted.last().map_or(0, |(value, _)| *value)
}
